"""The benchmark of healing.

Scenarios replayed on a changed site, with and without healing, and on one that is broken.

Source: "Towards Adaptive Test Automation", tables 5 and 6. Departures: the changed user interfaces
    are the demo shop's skins, and a part of
the replays runs on shops with a fault, where only *failed* is right.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path

from pathfinder.core.errors import UsageError
from pathfinder.core.events import Call, Event, Heal, of
from pathfinder.core.verdict import Status
from pathfinder.session.replay_options import Options
from pathfinder.session.replay_suite import read_scenario
from pathfinder.session.replaying import ReplayResult, ReplaySession

RESULTS = "results.jsonl"
REPEATS = 5


Play = Callable[[Sequence["Trial"], Mapping[str, Path], Options], Iterable["Outcome"]]


@dataclass(frozen=True)
class Trial:
    """One replay of the benchmark.

    Attributes:
        skin, fault: What is different about the site; empty for nothing.
        heal: Whether steps may be healed.
        turn: Which repeat it is, from 1.
    """

    scenario: str
    skin: str = ""
    fault: str = ""
    heal: bool = False
    turn: int = 1

    @property
    def condition(self) -> tuple[str, str, bool]:
        """What it shares a site with."""
        return self.skin, self.fault, self.heal

    @property
    def extra(self) -> tuple[str, ...]:
        """Words for the site's start command."""
        return (
            *(("--skin", self.skin) if self.skin else ()),
            *(("--fault", self.fault) if self.fault else ()),
        )


@dataclass(frozen=True)
class Outcome:
    """How a trial ended.

    Attributes:
        heals: The kinds of the heals that held, such as "similar" or "agent".
        calls, tokens: What the healer's model was asked.
    """

    trial: Trial
    status: str
    reason: str = ""
    heals: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    session: str = ""

    @property
    def went_well(self) -> bool:
        """Whether the scenario got to its end."""
        return self.status in (Status.PASSED, Status.HEALED)

    @property
    def decided(self) -> bool:
        """Whether there is a verdict on the site; else the trial is to be run again."""
        return self.status != Status.INCONCLUSIVE


def lay_out(
    scenarios: Iterable[str],
    skins: Iterable[str],
    mutants: Mapping[str, Sequence[str]],
    *,
    repeats: int = REPEATS,
) -> list[Trial]:
    """The trials: unchanged so often, each skin without and with healing, each mutant with healing.

    Args:
        mutants: Faults, and the scenarios that can't pass with them; of each the first is taken.
    """
    names = list(scenarios)
    unchanged = [Trial(name, turn=turn) for turn in range(1, repeats + 1) for name in names]
    skinned = [
        Trial(name, skin=skin, heal=heal)
        for skin in skins
        for heal in (False, True)
        for name in names
    ]
    broken = [
        Trial(broken[0], fault=fault, heal=True)
        for fault, those in mutants.items()
        if (broken := [s for s in those if s in names])
    ]
    return [*unchanged, *skinned, *broken]


def bring(scenarios: Path, out: Path) -> dict[str, Path]:
    """The scenarios of a folder by name, copied so that memories may stand beside them."""
    shutil.copytree(scenarios, out / "scenarios", dirs_exist_ok=True)
    return {file.stem: file for file in sorted((out / "scenarios").glob("*.dsl"))}


def conduct(
    trials: Sequence[Trial],
    files: Mapping[str, Path],
    out: Path,
    options: Options,
    on_done: Callable[[Outcome], None] = lambda _: None,
    play: Play | None = None,
) -> list[Outcome]:
    """Run the trials that have no outcome yet.

    Each outcome is kept in the folder as soon as there is one.

    Args:
        files: The scenarios' files, by name.
        play: Plays trials of one condition in place of a real browser.

    Raises:
        UsageError: The folder's results can't be read, or a scenario asks for what is not there.
    """
    out.mkdir(parents=True, exist_ok=True)
    known = {outcome.trial: outcome for outcome in read_outcomes(out) if outcome.decided}
    waiting = [trial for trial in trials if trial not in known]
    for _, group in groupby(waiting, key=lambda trial: trial.condition):
        for outcome in (play or play_trials)(
            list(group), files, replace(options, out=out / "sessions")
        ):
            keep(outcome, out)
            known[outcome.trial] = outcome
            on_done(outcome)
    return [known[trial] for trial in trials]


def play_trials(
    trials: Sequence[Trial], files: Mapping[str, Path], options: Options
) -> Iterator[Outcome]:
    """Trials of one condition, on one site that is reset before each.

    What is unchanged is remembered, for healing.
    """
    first = trials[0]
    unchanged = not (first.extra or first.heal)
    with ReplaySession(
        replace(options, extra=first.extra, heal=first.heal, remember=unchanged)
    ) as session:
        for trial in trials:
            events: list[Event] = []
            file = files[trial.scenario]
            yield outcome_of(
                trial, session.play(read_scenario(file), events.append, file=file), events
            )


def outcome_of(trial: Trial, played: ReplayResult, events: Sequence[Event]) -> Outcome:
    """What a replay's verdict and journal say."""
    calls = of(events, Call)
    return Outcome(
        trial,
        status=str(played.verdict.status),
        reason=played.verdict.reason,
        heals=tuple(heal.kind for heal in of(events, Heal) if heal.good),
        calls=len(calls),
        tokens=sum(call.tokens for call in calls),
        seconds=played.verdict.seconds,
        session=played.session.name,
    )


def keep(outcome: Outcome, out: Path) -> None:
    """Write an outcome down, for the next time."""
    with (out / RESULTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")


def read_outcomes(out: Path) -> list[Outcome]:
    """The outcomes that a folder holds; a last line that was cut off by a kill does not count.

    Raises:
        UsageError: Another line is not an outcome.
    """
    file = out / RESULTS
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    outcomes: list[Outcome] = []
    for number, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            outcomes.append(
                Outcome(
                    **{**values, "trial": Trial(**values["trial"]), "heals": tuple(values["heals"])}
                )
            )
        except (ValueError, TypeError, KeyError) as error:
            if number < len(lines):
                raise UsageError(
                    f"{file}:{number}: not an outcome ({error}); remove the line, and its trial "
                    "runs again"
                ) from None
    return outcomes
