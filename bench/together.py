"""Memory and seconds of 1, 4 and 8 sessions at once, with one model that they share.

    python -m bench.together [--at-once 1,4,8] [--model NAME] [--steps 8] [--out FOLDER]

Each session is a `pathfinder explore` of its own, with a shop, a browser and a seed of its own. Memory is the
proportional share of each process (`Pss` of /proc), added up twice a second: what several share is
counted once. The table has the most that was seen at one time. Linux only.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pathfinder.agents.models.adapters import adapter_of
from pathfinder.agents.models.base import ModelOptions
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.serving import SHARED, Place
from pathfinder.core.errors import PathFinderError
from pathfinder.core.events import Call, Verdict, last, of
from pathfinder.core.journal import read_journal

OUT = Path("runs/together")
MODEL = "embedded/qwen2.5-coder-1.5b"
GOAL = "make a purchase"
_LOOK = 0.5
_KEPT = ("embedded/", "served/")


@dataclass(frozen=True)
class Memory:
    """Megabytes of all sessions at one time: their own processes, browsers, the model's server."""

    own: float = 0.0
    browsers: float = 0.0
    model: float = 0.0

    @property
    def whole(self) -> float:
        """All of it."""
        return self.own + self.browsers + self.model


@dataclass(frozen=True)
class Row:
    """What so many sessions at once took.

    wall: Seconds from the first start to the last end. seconds: Of all sessions added up.
    """

    sessions: int
    ended: int
    steps: int
    tokens: int
    wall: float
    seconds: float
    memory: Memory

    def __str__(self) -> str:
        """A line of the table."""
        steps, memory = max(1, self.steps), self.memory
        return (
            f"| {self.sessions} | {self.ended} | {self.steps} | {self.wall:.0f} "
            f"| {self.seconds / steps:.1f} | {60 * self.steps / self.wall:.1f} "
            f"| {self.tokens / steps:.0f} | {memory.own:.0f} | {memory.browsers:.0f} "
            f"| {memory.model:.0f} | {memory.whole:.0f} |"
        )


HEAD = (
    "| sessions | ended | steps | wall, s | s a step of each | steps a minute in all "
    "| tokens a step | sessions, MB | browsers, MB | model, MB | in all, MB |\n" + "|---" * 11 + "|"
)


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print a table; 1 where a session came to no end, 2 where none can be played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--at-once", type=_numbers, default=(1, 4, 8), metavar="N,N,…")
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--goal", default=GOAL)
    parser.add_argument("--steps", type=int, default=8, help="of each session, at most")
    parser.add_argument("--out", type=Path, default=OUT, help="where the sessions are written")
    given = parser.parse_args(words)
    try:
        place = place_of(given.model)
    except PathFinderError as error:
        print(error, file=sys.stderr)
        return 2
    print(HEAD, flush=True)
    whole = True
    for number in given.at_once:
        folder = given.out / f"{time.strftime('%Y%m%d-%H%M%S')}-{number}"
        row = measure(given, number, folder, place)
        print(row, flush=True)
        whole = whole and row.ended == number
    return 0 if whole else 1


def _numbers(text: str) -> tuple[int, ...]:
    numbers = tuple(int(each) for each in text.split(","))
    if min(numbers) < 1:
        raise ValueError(text)
    return numbers


def place_of(model: str) -> Place | None:
    """Where the model's server is found; None for one that has none.

    Raises:
        ModelMissing: Its weights are not there.
    """
    if not model.startswith(_KEPT):
        return None
    name = model.partition("/")[2]
    return Place.of(find_weights(name), ModelOptions(), adapter=adapter_of(name))


def measure(
    given: argparse.Namespace, number: int, folder: Path, place: Place | None = None
) -> Row:
    """Play so many sessions at once, to the end of the last."""
    began, most = time.monotonic(), Memory()
    playing = [_started(given, folder, seed) for seed in range(1, number + 1)]
    while any(process.poll() is None for process in playing):
        server = place.read() if place else None
        now = memory_of({process.pid for process in playing}, server.pid if server else 0)
        most = max(most, now, key=lambda memory: memory.whole)
        time.sleep(_LOOK)
    return figures(folder, number, time.monotonic() - began, most)


def _started(given: argparse.Namespace, folder: Path, seed: int) -> "subprocess.Popen[bytes]":
    out = folder / f"seed-{seed}"
    out.mkdir(parents=True)
    words = ["explore", "--site", "demo", "--goal", given.goal, "--model", given.model]
    words += ["--max-steps", str(given.steps), "--seed", str(seed), "--out", str(out)]
    with (out / "said.txt").open("wb") as said:
        return subprocess.Popen(
            [sys.executable, "-m", "pathfinder", *words],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=os.environ | {SHARED: "1"},
        )


def figures(folder: Path, number: int, wall: float, memory: Memory) -> Row:
    """What the sessions' journals say they took."""
    journals = [read_journal(file.parent) for file in folder.rglob("journal.jsonl")]
    verdicts = [verdict for events in journals if (verdict := last(events, Verdict))]
    calls = [call for events in journals for call in of(events, Call)]
    return Row(
        number,
        len(verdicts),
        sum(verdict.steps for verdict in verdicts),
        sum(call.tokens for call in calls),
        wall,
        sum(verdict.seconds for verdict in verdicts),
        memory,
    )


def memory_of(sessions: set[int], server: int) -> Memory:
    """What the sessions with all that they started, and the model's server, hold now.

    Args:
        server: Process id of what keeps it, whichever session started that; 0 for none.
    """
    parents = dict(_parents())
    own = browsers = model = 0.0
    for process in parents:
        line = set(_line(process, parents))
        if server in line:
            model += held(process)
        elif sessions.isdisjoint(line):
            continue
        elif _name(process).startswith("chrom"):
            browsers += held(process)
        else:
            own += held(process)
    return Memory(own, browsers, model)


def _parents() -> Iterator[tuple[int, int]]:
    """Each process of the machine, and the one that started it."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (folder / "stat").read_text(errors="replace").rpartition(")")[2]
            yield int(folder.name), int(after_name.split()[1])


def _line(process: int, parents: dict[int, int]) -> Iterator[int]:
    """A process, the one that started it, and so on."""
    while process in parents:
        yield process
        process = parents[process]


def _name(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/comm").read_text(errors="replace")
    return ""


def held(process: int) -> float:
    """Megabytes that a process holds, of what it shares its part; 0 where it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(main())
