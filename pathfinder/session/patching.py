"""The patches that healed replays leave behind, shown as a diff and written into the scenario."""

import difflib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pathfinder.core.errors import UsageError
from pathfinder.core.events import Heal, Patch, Session, Verdict, first, last, of
from pathfinder.core.journal import read_journal
from pathfinder.core.scenario import Scenario, Step, Target


@dataclass(frozen=True)
class Patched:
    """A scenario before and after its heals, and the file that it belongs in."""

    file: Path
    before: Scenario
    after: Scenario
    heals: tuple[Heal, ...]

    @property
    def diff(self) -> str:
        """What changes, as a unified diff of the JSON."""
        old, new = (one.to_json().splitlines(keepends=True) for one in (self.before, self.after))
        return "".join(difflib.unified_diff(old, new, str(self.file), f"{self.file} (healed)"))


def patched(session: Path, file: Path | None = None) -> Patched:
    """What the heals of a session change in its scenario.

    Args:
        session: A replay's folder.
        file: The scenario's file, where it is not the one that the session names.

    Raises:
        UsageError: The session healed nothing, or did not pass; or its scenario has changed since.
    """
    events = read_journal(session)
    begun, verdict = first(events, Session) or Session(), last(events, Verdict) or Verdict()
    heals = tuple(heal for heal in of(events, Heal) if heal.good and heal.patch.changes)
    if verdict.status != "healed" or not heals:
        raise UsageError(
            f"{session}: nothing to write: it ended as {verdict.status or 'cut off'}, with "
            f"{len(heals)} heals that held"
        )
    before = Scenario.model_validate(begun.scenario)
    target = file or Path(begun.file)
    if target.suffix != ".json":
        target = session / "scenario.json"
    return Patched(target, _as_is(target, before, session), apply(before, heals), heals)


def _as_is(file: Path, before: Scenario, session: Path) -> Scenario:
    """The scenario in the file; it has to be the one that was replayed."""
    if not file.is_file():
        return before
    now = Scenario.model_validate_json(file.read_text(encoding="utf-8"))
    if now.steps != before.steps:
        raise UsageError(
            f"{file} is not the scenario that {session} replayed: its steps have changed since; "
            "replay it again with --heal"
        )
    return now


def write(patch: Patched) -> None:
    """Write the patched scenario."""
    patch.file.write_text(patch.after.to_json(), encoding="utf-8")


def apply(scenario: Scenario, heals: Sequence[Heal]) -> Scenario:
    """The scenario with every heal written into it.

    Other targets first, for steps that come in between move the rest.
    """
    steps = scenario.steps
    patches = [heal.patch for heal in heals]
    for patch in patches:
        if patch.target:
            steps = _at(steps, patch.place.split("."), partial(_with_target, target=patch.target))
    between = (patch for patch in patches if patch.before or patch.after)
    for patch in sorted(between, key=_order, reverse=True):
        steps = _at(steps, patch.place.split("."), partial(_with_steps, patch=patch))
    return scenario.model_copy(update={"steps": steps, "verified": None})


def _order(patch: Patch) -> list[int]:
    return [int(part) for part in patch.place.split(".") if part.isdigit()]


def _with_target(step: Step, target: dict[str, Any]) -> tuple[Step, ...]:
    return (step.model_copy(update={"target": Target.model_validate(target)}),)


def _with_steps(step: Step, patch: Patch) -> tuple[Step, ...]:
    """The step with those before or after it that a changed flow needs.

    What was expected is expected after the last of them.
    """
    before = tuple(Step.model_validate(one) for one in patch.before)
    after = tuple(Step.model_validate(one) for one in patch.after)
    if not after:
        return (*before, step)
    last = after[-1].model_copy(update={"expect": step.expect})
    return (*before, step.model_copy(update={"expect": ()}), *after[:-1], last)


def _at(
    steps: tuple[Step, ...], place: list[str], change: Callable[[Step], tuple[Step, ...]]
) -> tuple[Step, ...]:
    """The steps with the one at a place changed."""
    index = int(place[0])
    step = steps[index]
    if len(place) > 1:
        branch = place[1]
        inner = _at(getattr(step, branch), place[2:], change)
        changed: tuple[Step, ...] = (step.model_copy(update={branch: inner}),)
    else:
        changed = change(step)
    return (*steps[:index], *changed, *steps[index + 1 :])


def describe(heal: Heal) -> str:
    """A heal in one line: what was looked for, what was taken, and why."""
    known = heal.new.role or heal.new.name
    taken = f'{heal.new.role} "{heal.new.name}"'.strip() if known else "another way through"
    return f"{heal.text}: {taken} ({heal.kind}, {heal.score:.2f}; {heal.why})"


def as_json(patch: Patched) -> str:
    """For `--json`."""
    return json.dumps(
        {"file": str(patch.file), "heals": [heal.to_json() for heal in patch.heals]},
        ensure_ascii=False,
        default=str,
    )
