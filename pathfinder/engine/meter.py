"""What the models of a step cost, counted as the journal hears of it."""

import time
from pathlib import Path
from typing import Any

from pathfinder.core.journal import Event, Journal


class Meter:
    """A journal that counts calls and tokens, and keeps its events at hand."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.calls = 0
        self.tokens = 0
        self.events: list[Event] = []

    @property
    def folder(self) -> Path | None:
        """Where the journal is kept; None for one in memory."""
        found = getattr(self._journal, "folder", None)
        return found if isinstance(found, Path) else None

    def write(self, event: str, /, **fields: Any) -> None:
        """Count a call, and write the event down."""
        if event == "call":
            self.calls += 1
            self.tokens += int(fields.get("prompt_tokens", 0)) + int(fields.get("reply_tokens", 0))
        self.events.append({"event": event, "time": time.time(), **fields})
        self._journal.write(event, **fields)

    def keep_screenshot(self, png: bytes) -> str:
        """Keep the image in the journal."""
        return self._journal.keep_screenshot(png)

    def mask(self, text: str) -> str:
        """The text as the journal may hold it."""
        return self._journal.mask(text)
