"""The one place where text reaches the terminal.

Nothing that a page, a model or a file says can rule it.
"""

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from rich.console import Console as RichConsole
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment

from pathfinder.core.characters import harmless


class Console(RichConsole):
    """rich's console.

    Of the text that it is given, control characters are left out, while its own colours stay.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is to be printed, piece by piece."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else Segment(harmless(piece.text), piece.style)


class _Harmless:
    """A stream that leaves out control characters.

    `rich_proxied_file` is what a console, which does so itself, writes to.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(harmless(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def harmless_output() -> Iterator[None]:
    """While this lasts, whatever is printed is printed without control characters."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Harmless(sys.stdout), _Harmless(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
