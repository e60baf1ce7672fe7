"""Tables on a terminal, in a file and in a pipe: whole in each."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console

COLOURS = {
    "success": "green",
    "passed": "green",
    "healed": "cyan",
    "likely": "yellow",
    "failed": "red",
    "stuck": "dark_orange",
    "expired": "magenta",
    "crawled": "cyan",
    "inconclusive": "blue",
}
"""Verdict -> its colour."""

_UNBOUNDED = 10_000
_WORD = 12


def show(table: "Table", console: "Console") -> None:
    """Print a table of which nothing is cut off: a number that is says something else.

    On a terminal words wrap and numbers (what stands on the right of its column) do not; where even
    so there is no room, lines run over
    the edge. In a file no line wraps.
    """
    for column in table.columns:
        column.overflow = "fold"
        column.no_wrap = column.no_wrap or column.justify == "right"
    natural = console.measure(table, options=console.options.update(max_width=_UNBOUNDED)).maximum
    table.width = (
        min(natural, max(_narrowest(table, console), console.width))
        if console.is_terminal
        else natural
    )
    console.print(table, soft_wrap=False, crop=False)


def _narrowest(table: "Table", console: "Console") -> int:
    """The width at which every number is still whole, and every column of words can be read."""
    widths = (
        max(console.measure(cell).maximum for cell in (column.header, *column.cells))
        for column in table.columns
    )
    gap = 2 if table.box is None else 3
    return sum(
        gap + (width if column.no_wrap else min(width, _WORD))
        for width, column in zip(widths, table.columns, strict=True)
    )


def drawn(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "", words: int = 1
) -> "Table":
    """A table without rules.

    Args:
        words: How many columns on the left hold words; the others hold numbers.
    """
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place < words else "right")
    for row in rows:
        table.add_row(*map(str, row))
    return table
