"""What people say a session was.

`ratings.jsonl` in its folder, never in the journal, which a run may be writing.
"""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.core.events import Rated
from pathfinder.core.journal import parse_event

FILE = "ratings.jsonl"
LABELS: Mapping[str, str] = {
    "TP": "said success, and the goal was reached",
    "FP": "said success, but the goal was not reached",
    "TN": "did not say success, and the goal can't be reached",
    "FN": "did not say success, though the goal was reached or could have been",
}
WITHDRAWN = ""


@dataclass(frozen=True)
class Ratings:
    """The last word of each rater, by name, in the order in which they first spoke.

    unreadable: lines that were left out.
    """

    by_rater: Mapping[str, Rated]
    unreadable: int = 0

    def label_of(self, rater: str) -> str:
        """The rater's label; empty when there is none."""
        return self.by_rater[rater].label if rater in self.by_rater else ""

    @property
    def agreed(self) -> str:
        """The label that all raters gave; empty when nobody rated or they differ."""
        labels = {rating.label for rating in self.by_rater.values()}
        return labels.pop() if len(labels) == 1 else ""


def add_rating(session_folder: Path, rating: Rated) -> Rated:
    """Append a rating in one write, on disk when this returns; return it with its time."""
    rating = rating.at(rating.time or time.time())
    line = json.dumps(rating.to_json(), ensure_ascii=False) + "\n"
    with (session_folder / FILE).open("a+b", buffering=0) as file:
        file.write(_mend(file.seek(0, os.SEEK_END), file) + line.encode())
        os.fsync(file.fileno())
    return rating


def read_ratings(session_folder: Path) -> Ratings:
    """What each rater said last.

    A withdrawn rating is none, a line cut off by a kill is counted.
    """
    file = session_folder / FILE
    lines = (
        [line for line in file.read_bytes().split(b"\n") if line.strip()] if file.is_file() else []
    )
    found = [_read(line) for line in lines]
    by_rater = {rating.rater: rating for rating in found if rating}
    return Ratings(
        {name: rating for name, rating in by_rater.items() if rating.label != WITHDRAWN},
        unreadable=sum(rating is None for rating in found),
    )


def _mend(size: int, file: Any) -> bytes:
    """A line break, if the last line was cut off: the new rating must not be lost with it."""
    if not size:
        return b""
    file.seek(size - 1)
    return b"" if file.read(1) == b"\n" else b"\n"


def _read(line: bytes) -> Rated | None:
    event = parse_event(line)
    if not isinstance(event, Rated) or not {"rater", "label"} <= event.model_fields_set:
        return None
    return event if event.label in (*LABELS, WITHDRAWN) else None
