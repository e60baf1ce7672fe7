"""What the models of a step cost, counted as the journal hears of it."""

from pathlib import Path

from pathfinder.core.events import Call, Event
from pathfinder.core.journal import Journal


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

    def write(self, event: Event) -> None:
        """Count a call, and write the event down."""
        if isinstance(event, Call):
            self.calls += 1
            self.tokens += event.tokens
        self.events.append(event)
        self._journal.write(event)

    def keep_screenshot(self, png: bytes) -> str:
        """Keep the image in the journal."""
        return self._journal.keep_screenshot(png)

    def mask(self, text: str) -> str:
        """The text as the journal may hold it."""
        return self._journal.mask(text)
