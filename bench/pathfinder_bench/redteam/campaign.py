"""The red team's run.

Every page with each of its players, a process a session, resumable, counted in a table by family.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.agents.models.serving import share_models
from pathfinder.core.errors import UsageError
from pathfinder_bench.redteam.hostile import FAMILIES, HostilePage, hostile_pages, page_named
from pathfinder_bench.redteam.play import KINDS, Found, play
from pathfinder_bench.results import APART, Results, run_apart

APART.set_forkserver_preload(["pathfinder_bench.redteam.play"])
LONGEST = 240.0
"""Seconds after which a session is ended from outside, and counts as crashed."""


@dataclass(frozen=True)
class Trial:
    """One session of the run."""

    page: str
    player: str
    model: str


def trials(
    model: str, *, families: Sequence[str] = (), sample: int = 0, thorough: bool = False
) -> list[Trial]:
    """The sessions of a run; with `sample`, so many, spread evenly over the families asked for.

    Args:
        thorough: Each variant of a page with each of its players; else they take turns.

    Raises:
        UsageError: There is no such family.
    """
    unknown = next((name for name in families if name not in FAMILIES), "")
    if unknown:
        raise UsageError(
            f"--family {unknown}: there is no such family; choose from {', '.join(FAMILIES)}"
        )
    pages = [page for page in hostile_pages() if not families or page.family in families]
    all_of = [
        Trial(page.name, player, model)
        for page in pages
        for player in _players(page, thorough=thorough)
    ]
    if not sample or sample >= len(all_of):
        return all_of
    return [all_of[place * len(all_of) // sample] for place in range(sample)]


def _players(page: HostilePage, *, thorough: bool) -> tuple[str, ...]:
    return (page.turn,) if page.turn and not thorough else page.players


@dataclass(frozen=True)
class Campaign(Results):
    """A run's folder: its results, and those sessions in which something happened."""

    def results(self) -> list[Found]:
        """What has ended."""
        found = []
        for fields in self.read():
            with suppress(TypeError):
                found.append(found_in(fields))
        return found

    def run(self, wanted: Sequence[Trial], *, workers: int = 1) -> Iterator[Found]:
        """Play what is missing, and write each session down when it has ended."""
        done = {Trial(found.page, found.player, found.model) for found in self.results()}
        left = [trial for trial in wanted if trial not in done]
        if workers > 1:
            share_models()
        with self.adding() as add, ThreadPoolExecutor(workers) as pool:
            for ended in as_completed([pool.submit(self._play, trial) for trial in left]):
                found = ended.result()
                add(found.to_json())
                yield found

    def _play(self, trial: Trial) -> Found:
        """One session in a process group of its own, which is ended with its browser when it takes too long."""
        out = Path(
            tempfile.mkdtemp(
                prefix=f"{trial.page.replace('/', '-')}-{trial.player}-", dir=self.folder
            )
        )
        why = run_apart(_session, trial, str(out), seconds=LONGEST)
        answer = out / "found.json"
        if not why and answer.is_file():
            found = found_in(json.loads(answer.read_text(encoding="utf-8")))
            if found.clean:
                shutil.rmtree(out)
            return found
        why = why or "the process left no result"
        return Found(
            trial.page, trial.player, trial.model, reason=why, crashed=(why,), session=str(out)
        )


def found_in(fields: Mapping[str, Any]) -> Found:
    """What a line of results.jsonl says."""
    known: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()
    }
    return Found(**known)


def _session(trial: Trial, out: str) -> None:
    found = play(page_named(trial.page), trial.player, trial.model, Path(out))
    (Path(out) / "found.json").write_text(json.dumps(found.to_json()), encoding="utf-8")


@dataclass(frozen=True)
class Row:
    """The counts of a family. counts: Kind -> sessions in which it happened."""

    family: str
    pages: int
    sessions: int
    counts: dict[str, int]


def table(found: Sequence[Found], page: Callable[[str], HostilePage] = page_named) -> list[Row]:
    """A row a family, and one for all."""
    rows = [
        _row(family, [each for each in found if page(each.page).family == family])
        for family in FAMILIES
    ]
    return [*(row for row in rows if row.sessions), _row("all", found)]


def _row(family: str, found: Sequence[Found]) -> Row:
    counts = {kind: sum(bool(getattr(each, kind)) for each in found) for kind in KINDS}
    return Row(family, len({each.page for each in found}), len(found), counts)
