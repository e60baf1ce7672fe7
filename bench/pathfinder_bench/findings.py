"""What is found on the demo shop with each of its faults that is not found on the healthy one.

A fault is tried in two ways: a crawl of the shop as a customer, without a model, and a replay of a
recorded purchase. Each is a process of its own with a shop of its own.
"""

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pathfinder.core.events import Event, Finding, of
from pathfinder.core.settings import (
    find_site,
    load_persona,
    load_sites,
    sites_file,
    userdata_folder,
)
from pathfinder.core.task import Task
from pathfinder.core.verdict import Verdict
from pathfinder.session.exploration import Exploration, run_exploration
from pathfinder.session.replay_options import Options
from pathfinder.session.replay_suite import read_scenario
from pathfinder.session.replaying import ReplaySession
from pathfinder.systems.explore.profiles import CRAWL, find_profile
from pathfinder_bench.results import Results, run_apart
from pathfinder_demoshop.faults.known import Fault

HEALTHY = ""
STEPS = 60
SCENARIO = "ts02-guest-checkout"
WAYS = ("crawl", "replay")
_LONGEST = 600.0
_SITE = "demo"


@dataclass(frozen=True)
class Trial:
    """One session on the shop.

    fault: Its name; `HEALTHY` for none. way: One of `WAYS`. steps: Of a crawl.
    scenario: Of a replay.
    """

    fault: str
    way: str
    steps: int = STEPS
    scenario: str = SCENARIO


@dataclass(frozen=True)
class Found:
    """How a trial ended.

    findings: (kind, severity, message) each. trouble: Why there is no result; empty where there is.
    """

    trial: Trial
    status: str = ""
    findings: tuple[tuple[str, str, str], ...] = ()
    seconds: float = 0.0
    session: str = ""
    trouble: str = ""


@dataclass(frozen=True)
class Row:
    """What tells of a fault: the findings of each way that the healthy shop does not have.

    failed: The replay did not get to its end.
    """

    fault: str
    kind: str
    area: str
    crawl: tuple[str, ...] | None
    replay: tuple[str, ...] | None
    failed: bool

    @property
    def is_found(self) -> bool:
        """Whether either way has a finding of it."""
        return bool(self.crawl or self.replay)

    def to_json(self) -> dict[str, Any]:
        """The row as a mapping."""
        return asdict(self)


def trials(
    faults: Iterable[str], *, ways: Sequence[str] = WAYS, steps: int = STEPS, scenario: str = ""
) -> list[Trial]:
    """The healthy shop first, then each fault, in each way."""
    names = dict.fromkeys((HEALTHY, *faults))
    return [Trial(name, way, steps, scenario or SCENARIO) for name in names for way in ways]


@dataclass(frozen=True)
class Campaign(Results):
    """A run's folder: its results, and the sessions' folders."""

    def results(self) -> list[Found]:
        """What has ended with a result."""
        found = []
        for fields in self.read():
            with suppress(TypeError, KeyError):
                found.append(_read(fields))
        return [one for one in found if not one.trouble]

    def run(self, wanted: Sequence[Trial], *, workers: int = 1) -> Iterator[Found]:
        """Play what is missing, and write each down when it has ended."""
        done = {found.trial for found in self.results()}
        left = [trial for trial in wanted if trial not in done]
        with self.adding() as add, ThreadPoolExecutor(workers) as pool:
            for ended in as_completed([pool.submit(self._play, trial) for trial in left]):
                found = ended.result()
                add(asdict(found))
                yield found

    def _play(self, trial: Trial) -> Found:
        out = Path(
            tempfile.mkdtemp(prefix=f"{trial.fault or 'none'}-{trial.way}-", dir=self.folder)
        )
        why = run_apart(_session, trial, str(out), seconds=_LONGEST)
        answer = out / "found.json"
        if not why and answer.is_file():
            found = _read(json.loads(answer.read_text(encoding="utf-8")))
            for shots in out.glob("*/screenshots"):
                shutil.rmtree(shots)
            return found
        return Found(trial, trouble=why or "the process left no result", session=str(out))


def _read(fields: dict[str, Any]) -> Found:
    findings = tuple((str(kind), str(worth), str(said)) for kind, worth, said in fields["findings"])
    return Found(**{**fields, "trial": Trial(**fields["trial"]), "findings": findings})


def _session(trial: Trial, out: str) -> None:
    events: list[Event] = []
    play = _crawl if trial.way == "crawl" else _replay
    verdict = play(trial, Path(out), events)
    findings = tuple((one.kind, one.severity, one.message) for one in of(events, Finding))
    found = Found(trial, str(verdict.status), findings, round(verdict.seconds, 1), out)
    (Path(out) / "found.json").write_text(json.dumps(asdict(found)), encoding="utf-8")


def _extra(trial: Trial) -> tuple[str, ...]:
    return ("--fault", trial.fault) if trial.fault else ()


def _crawl(trial: Trial, out: Path, events: list[Event]) -> Verdict:
    site = find_site(load_sites(sites_file(None)), _SITE)
    site = replace(site, start=(*site.start, *_extra(trial)))
    persona = load_persona(userdata_folder(None), site.persona)
    task = Task("", site, persona, max_steps=trial.steps, has_account=True)
    crawl = Exploration(
        task, {}, find_profile(CRAWL), frozenset(), out / "session", record=False, report=False
    )
    return run_exploration(crawl, events.append)


def _replay(trial: Trial, out: Path, events: list[Event]) -> Verdict:
    file = userdata_folder(None) / "scenarios" / f"{trial.scenario}.dsl"
    options = Options(extra=_extra(trial), out=out, session="session", report=False)
    with ReplaySession(options) as session:
        return session.play(read_scenario(file), events.append, file=file).verdict


def rows(found: Sequence[Found], faults: Iterable[Fault]) -> list[Row]:
    """A row a fault that was tried, the healthy shop first."""
    last = {(one.trial.fault, one.trial.way): one for one in found}
    known = [Fault(name=HEALTHY), *faults]
    tried = {fault for fault, _ in last}
    return [_row(fault, last) for fault in known if fault.name in tried]


def _row(fault: Fault, last: dict[tuple[str, str], Found]) -> Row:
    crawl, replay = (_new(fault.name, way, last) for way in WAYS)
    replayed = last.get((fault.name, "replay"))
    failed = bool(replayed and replayed.status != "passed")
    return Row(fault.name or "none", fault.kind, fault.area, crawl, replay, failed)


def _new(fault: str, way: str, last: dict[tuple[str, str], Found]) -> tuple[str, ...] | None:
    """What one way finds beyond the healthy shop; None where it was not tried."""
    one, healthy = last.get((fault, way)), last.get((HEALTHY, way))
    if one is None:
        return None
    usual = set(healthy.findings) if fault and healthy else set()
    new = [each for each in one.findings if each not in usual]
    return tuple(dict.fromkeys(f"{severity}: {kind}: {said}" for kind, severity, said in new))


def summed_up(table: Sequence[Row]) -> str:
    """`2 of 46 faults are found: 1 by the crawl, 2 by the replay; the replay fails on 7`."""
    faults = [row for row in table if row.fault != "none"]
    by_crawl, by_replay = (sum(bool(getattr(row, way)) for row in faults) for way in WAYS)
    return (
        f"{sum(row.is_found for row in faults)} of {len(faults)} faults are found: {by_crawl} by "
        f"the crawl, {by_replay} by the replay; the replay fails on "
        f"{sum(row.failed for row in faults)}"
    )


def as_markdown(table: Sequence[Row]) -> str:
    """The rows as a Markdown table, and what they sum up to."""
    lines = ["| fault | kind | crawl | replay | replay ends |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.fault} | {row.kind or '–'} | {_cell(row.crawl)} | {_cell(row.replay)} | "
        f"{'failed' if row.failed else 'passed' if row.replay is not None else '–'} |"
        for row in table
    ]
    return "\n".join([*lines, "", summed_up(table) + "."]) + "\n"


def _cell(said: tuple[str, ...] | None) -> str:
    return "not tried" if said is None else "; ".join(said).replace("|", "\\|") or "–"
