"""What a session shows to people, kept as text.

The red team looks for what a page smuggled into it.
"""

import io
from pathlib import Path
from types import TracebackType
from typing import Self

from pathfinder.cli.progress import Progress
from pathfinder.cli.terminal import Console
from pathfinder.core.events import Event
from pathfinder.export.export import FORMS, exported


class Terminal:
    """The lines that `pathfinder explore` would show of a session's events."""

    def __init__(self) -> None:
        self._file = io.StringIO()
        self._progress = Progress(Console(file=self._file, force_terminal=False, width=200))

    def __enter__(self) -> Self:
        self._progress.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.__exit__(kind, error, trace)

    def show(self, event: Event) -> None:
        """Print an event's line."""
        self._progress.on_event(event)

    @property
    def text(self) -> str:
        """All that was printed."""
        return self._file.getvalue()


def exports(folder: Path, *, sites: Path, userdata: Path) -> list[tuple[str, str]]:
    """A session's scenario as every script that it can be exported as.

    The form's name, and the text.
    """
    scenario = folder / "scenario.json"
    if not scenario.is_file():
        return []
    return [
        (f"exported {form}", exported(scenario, form, sites=sites, userdata=userdata))
        for form in FORMS
    ]
