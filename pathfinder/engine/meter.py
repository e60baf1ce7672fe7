"""What the models of a step cost, counted as the journal hears of it."""

from pathlib import Path

from pathfinder.core.events import Call, Event
from pathfinder.core.journal import Journal, JournalAround


class Meter(JournalAround):
    """A journal that counts calls and tokens, and keeps its events at hand."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
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
        super().write(event)

    def reset(self) -> None:
        """Count from nothing again."""
        self.calls = self.tokens = 0
