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

FILE = "ratings.jsonl"
LABELS: Mapping[str, str] = {
    "TP": "said success, and the goal was reached",
    "FP": "said success, but the goal was not reached",
    "TN": "did not say success, and the goal can't be reached",
    "FN": "did not say success, though the goal was reached or could have been",
}
WITHDRAWN = ""


@dataclass(frozen=True)
class Rating:
    """One rater's word.

    label: one of LABELS, or WITHDRAWN. time: Unix seconds. blind: the rater could not see the
    models.
    """

    rater: str
    label: str
    comment: str = ""
    time: float = 0.0
    blind: bool = False


@dataclass(frozen=True)
class Ratings:
    """The last word of each rater, by name, in the order in which they first spoke.

    unreadable: lines that were left out.
    """

    by_rater: Mapping[str, Rating]
    unreadable: int = 0

    def label_of(self, rater: str) -> str:
        """The rater's label; empty when there is none."""
        return self.by_rater[rater].label if rater in self.by_rater else ""

    @property
    def agreed(self) -> str:
        """The label that all raters gave; empty when nobody rated or they differ."""
        labels = {rating.label for rating in self.by_rater.values()}
        return labels.pop() if len(labels) == 1 else ""


def add_rating(session_folder: Path, rating: Rating) -> Rating:
    """Append a rating in one write, on disk when this returns; return it with its time."""
    moment = rating.time or round(time.time(), 3)
    event = {
        "event": "rating",
        "time": moment,
        "rater": rating.rater,
        "label": rating.label,
        "comment": rating.comment,
        "blind": rating.blind,
    }
    line = json.dumps(event, ensure_ascii=False) + "\n"
    with (session_folder / FILE).open("a+b", buffering=0) as file:
        file.write(_mend(file.seek(0, os.SEEK_END), file) + line.encode())
        os.fsync(file.fileno())
    return Rating(rating.rater, rating.label, rating.comment, moment, rating.blind)


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


def _read(line: bytes) -> Rating | None:
    try:
        event = json.loads(line)
        label, rater, moment = event["label"], event["rater"], float(event.get("time") or 0.0)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    if (
        event.get("event") != "rating"
        or not isinstance(rater, str)
        or (str(label) not in LABELS and label != WITHDRAWN)
    ):
        return None
    return Rating(rater, label, str(event.get("comment") or ""), moment, bool(event.get("blind")))
