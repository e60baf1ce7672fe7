"""A journal as it is written down, read without the product's schema of its events."""

import json
from pathlib import Path
from typing import Any

from pathfinder.core.journal import MemoryJournal


def lines(journal: Path | MemoryJournal) -> list[dict[str, Any]]:
    """The JSON object of each whole line: of a file, of a session's folder, or of one in memory."""
    if isinstance(journal, MemoryJournal):
        return [event.to_json() for event in journal.events]
    file = journal / "journal.jsonl" if journal.is_dir() else journal
    *whole, _ = file.read_bytes().split(b"\n")
    return [json.loads(line) for line in whole if line]
