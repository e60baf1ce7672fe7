"""Tables as grids of text, and the forms they are written in: Markdown, CSV, LaTeX.

The terminal's is made by the command line.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pathfinder.analysis.effectiveness import Cell, Effectiveness, Row

NOTHING = "–"
_LATEX = {
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\^{}",
}


@dataclass(frozen=True)
class Grid:
    """A table: a title, the columns' heads, rows of text, and notes below.

    words: how many columns on the left hold words.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    words: int = 1


def effectiveness_grid(
    table: Effectiveness,
    *,
    title: str = "Effectiveness",
    notes: Sequence[str] = (),
    narrow: bool = False,
) -> Grid:
    """Table II: F1, steps and minutes of each constellation.

    Roles, F1 a site and across sites with its 95 % interval, median steps and minutes a site,
    sessions.

    narrow: Steps and minutes of a site share a column, for terminals.
    """
    roles = list(table.played(table.rows[0])) if table.rows else ["models"]
    heads = [*roles, *(f"F1 {site}" for site in table.sites), "F1 across", "95 % interval"]
    kinds = ("steps, min",) if narrow else ("steps", "min")
    heads += [*(f"{kind} {site}" for kind in kinds for site in table.sites), "n"]
    rows = tuple(_row(table, row, narrow=narrow) for row in table.rows)
    unscored = [
        f"{table.unscored} of {table.sessions} sessions are unscored: nobody judged them, and "
        "they count in steps and minutes only."
    ]
    return Grid(
        title, tuple(heads), rows, (*notes, *(unscored if table.unscored else [])), len(roles)
    )


def _row(table: Effectiveness, row: Row, *, narrow: bool) -> tuple[str, ...]:
    cells = [row.cells.get(site) for site in table.sites]
    steps = [_number(cell.steps if cell else None, 1) for cell in cells]
    minutes = [_number(cell.minutes if cell else None, 2) for cell in cells]
    spent = (
        [f"{step} {minute:>5}" for step, minute in zip(steps, minutes, strict=True)]
        if narrow
        else [*steps, *minutes]
    )
    return (
        *table.played(row).values(),
        *(_number(cell.f1 if cell else None, 3) for cell in cells),
        _number(row.across, 3),
        f"{row.interval[0]:.2f} to {row.interval[1]:.2f}" if row.interval else NOTHING,
        *spent,
        str(len(row.trials)),
    )


def labels_grid(table: Effectiveness) -> Grid:
    """What is behind F1: the labels of each constellation on each site."""
    roles = list(table.played(table.rows[0])) if table.rows else ["models"]
    rows = [
        (*table.played(row).values(), site, *_counts(cell))
        for row in table.rows
        for site, cell in row.cells.items()
    ]
    return Grid(
        "Labels",
        (*roles, "site", "TP", "FP", "TN", "FN", "unscored", "false success"),
        tuple(rows),
        (),
        len(roles) + 1,
    )


def _counts(cell: Cell) -> tuple[str, ...]:
    return (
        *(str(number) for number in cell.counts.values()),
        str(cell.unscored),
        str(cell.false_successes),
    )


def _number(value: float | None, digits: int) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def markdown(grid: Grid) -> str:
    """The grid as Markdown."""
    aligned = ["---" if place < grid.words else "---:" for place in range(len(grid.heads))]
    lines = [
        f"## {grid.title}",
        "",
        _bar(grid.heads),
        _bar(aligned),
        *(_bar(row) for row in grid.rows),
    ]
    return "\n".join([*lines, *(f"\n{note}" for note in grid.notes), ""])


def _bar(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def comma_separated(grid: Grid) -> str:
    """The grid as CSV, without title and notes; a number that is not there is an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(grid.heads)
    writer.writerows([["" if cell == NOTHING else cell for cell in row] for row in grid.rows])
    return out.getvalue()


def latex(grid: Grid) -> str:
    """The grid as a LaTeX table with booktabs rules; the best value of each F1 column is bold."""
    best = {
        place: max((row[place] for row in grid.rows), default="")
        for place, head in enumerate(grid.heads)
        if head.startswith("F1")
    }
    rows = [[_bold(cell, at, best) for at, cell in enumerate(row)] for row in grid.rows]
    columns = "l" * grid.words + "r" * (len(grid.heads) - grid.words)
    return "\n".join(
        [
            r"\begin{table*}",
            rf"\caption{{{_escaped(' '.join([grid.title + '.', *grid.notes]))}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(_escaped(head) for head in grid.heads) + r" \\",
            r"\midrule",
            *(" & ".join(row) + r" \\" for row in rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table*}",
            "",
        ]
    )


def _bold(cell: str, place: int, best: dict[int, str]) -> str:
    return (
        rf"\textbf{{{_escaped(cell)}}}"
        if cell != NOTHING and best.get(place) == cell
        else _escaped(cell)
    )


def _escaped(text: str) -> str:
    escaped = re.sub(
        r"[&%$#_{}~^]", lambda found: _LATEX[found[0]], text.replace("\\", r"\textbackslash ")
    )
    return escaped.replace("–", "--")
