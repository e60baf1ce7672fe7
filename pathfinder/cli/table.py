"""`pathfinder table`: how well constellations did, beside the published figures."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pathfinder.cli.tables import show
from pathfinder.core.errors import UsageError

if TYPE_CHECKING:
    from pathfinder.analysis.effectiveness import Effectiveness
    from pathfinder.analysis.tables import Grid


class Form(StrEnum):
    """How a table is written."""

    TERMINAL = "terminal"
    MARKDOWN = "markdown"
    CSV = "csv"
    LATEX = "latex"


def table(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RUNS...", help="Folders of sessions, however deep.", show_default=False
        ),
    ] = None,
    form: Annotated[
        Form, typer.Option("--format", metavar="|".join(Form), help="How the table is written.")
    ] = Form.TERMINAL,
    published: Annotated[
        bool,
        typer.Option(
            "--published", help="Show the paper's table II beside ours, or alone without RUNS."
        ),
    ] = False,
    labels: Annotated[
        bool, typer.Option("--labels", help="Also the labels behind F1: TP, FP, TN, FN.")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Draw the figures into this folder.", show_default=False
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write sessions, steps and calls as CSV and Parquet.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show F1, steps and minutes of each constellation, and test H1 and H2."""
    if not runs and not published:
        raise UsageError(
            "name folders of sessions, such as runs, or see the paper's table with --published"
        )
    grids, sentences = _all(
        runs or [], published=published, labels=labels, narrow=form is Form.TERMINAL
    )
    write(grids, sentences, form)
    for made in [*_drawn(runs or [], figures), *_exported(runs or [], export)]:
        typer.echo(f"wrote {made}", err=True)


def _all(
    runs: list[Path], *, published: bool, labels: bool, narrow: bool
) -> tuple[list["Grid"], list[str]]:
    from pathfinder.analysis.hypotheses import hypotheses
    from pathfinder.analysis.published_figures import SOURCE, published_effectiveness
    from pathfinder.analysis.tables import effectiveness_grid, labels_grid

    grids, sentences = [], []
    if runs:
        ours = _ours(runs)
        grids += [effectiveness_grid(ours, title="Our sessions", narrow=narrow)] + (
            [labels_grid(ours)] if labels else []
        )
        sentences += [finding.sentence for finding in hypotheses(ours)]
    if published:
        theirs = published_effectiveness()
        grids.append(
            effectiveness_grid(
                theirs, title="Published", notes=[f"Source: {SOURCE}."], narrow=narrow
            )
        )
        sentences += [f"Published: {finding.sentence}" for finding in hypotheses(theirs)]
    return grids, sentences


def _ours(runs: list[Path]) -> "Effectiveness":
    from pathfinder.analysis.effectiveness import effectiveness, trials_of
    from pathfinder.analysis.sessions import read_sessions

    found = effectiveness(trials_of(read_sessions(runs)))
    if not found.rows:
        raise UsageError(
            f"{', '.join(map(str, runs))}: only replies to saved scenes here; see `pathfinder "
            "analyze linguistics`"
        )
    return found


def write(grids: list["Grid"], sentences: list[str], form: Form) -> None:
    """Write the tables in their form, and the sentences below.

    In CSV they go to stderr, so that the rest can be read by a program.
    """
    from pathfinder.analysis.tables import comma_separated, latex, markdown

    if form is Form.TERMINAL:
        _to_terminal(grids, sentences)
        return
    written = {Form.MARKDOWN: markdown, Form.CSV: comma_separated, Form.LATEX: latex}[form]
    typer.echo("\n".join(written(grid) for grid in grids), nl=form is Form.MARKDOWN)
    for sentence in sentences:
        typer.echo(f"% {sentence}" if form is Form.LATEX else f"{sentence}\n", err=form is Form.CSV)


def _to_terminal(grids: list["Grid"], sentences: list[str]) -> None:
    from rich.table import Table

    from pathfinder.cli.terminal import Console

    words = Console(highlight=False)
    for grid in grids:
        shown = Table(
            title=grid.title,
            title_justify="left",
            title_style="bold",
            box=None,
            pad_edge=False,
            header_style="dim",
        )
        for place, named in enumerate(_heads(grid)):
            justify: Literal["left", "right"] = "left" if place < grid.words else "right"
            shown.add_column(
                named, justify=justify, no_wrap=True, style="bold" if named == "F1\nacross" else ""
            )
        for row in grid.rows:
            shown.add_row(*row)
        show(shown, words)
        for note in grid.notes:
            words.print(note, style="dim")
        words.print()
    for sentence in sentences:
        words.print(sentence + "\n")


def _heads(grid: "Grid") -> list[str]:
    """The heads, those of numbers in two lines."""
    return [
        head if place < grid.words else "\n".join(head.rsplit(" ", 1))
        for place, head in enumerate(grid.heads)
    ]


def _drawn(runs: list[Path], folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    from pathfinder.analysis.figures import draw_figures
    from pathfinder.analysis.published_figures import SOURCE, published_effectiveness

    if not runs:
        return draw_figures(published_effectiveness(), folder, source=SOURCE)
    return draw_figures(_ours(runs), folder, published=published_effectiveness())


def _exported(runs: list[Path], folder: Path | None) -> list[Path]:
    if folder is None or not runs:
        return []
    from pathfinder.analysis.frames import export
    from pathfinder.analysis.sessions import read_sessions

    return export(read_sessions(runs), folder)
