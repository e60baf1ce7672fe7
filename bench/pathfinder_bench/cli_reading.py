"""`pathfinder bench decisions --set reading`: how well testers' sentences are read."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pathfinder.cli.tables import show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console
    from pathfinder_bench.decisions.reading import ScoredSentence

N = TypeVar("N", bound=Mapping[str, float])
F = TypeVar("F", bound=Any)
_COLUMNS = ("n", "right", "sure", "misread", "unread", "seconds")


def bench_reading(
    folder: Path,
    model: str,
    out: Path,
    *,
    sample: int = 0,
    first_look: bool = False,
    wrong: bool = False,
    as_json: bool = False,
) -> int:
    """Let the reader read every sentence of the set, and print how many it read wholly right.

    Only prompts that changed are asked again.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.decisions.kept import KeptModel
    from pathfinder_bench.decisions.reading import figures, read_sentences, score_sentences

    console = Console(stderr=as_json, soft_wrap=True)
    files = read_sentences(folder, first_look=first_look)
    files = first_of(files, sample)
    kept = KeptModel(model, out / "cache")
    scored = score_sentences(files, kept)
    kept.close()
    say_figures(figures(scored), _table, console, as_json=as_json)
    for one in scored:
        if wrong and not one.right:
            _tell(one, console)
    return 0


def first_of(files: list[F], sample: int) -> list[F]:
    """The same with only the first sentences of each file; 0: with all."""
    if not sample:
        return files
    return [one.model_copy(update={"sentences": one.sentences[:sample]}) for one in files]


def say_figures(
    found: Mapping[str, N],
    drawn: "Callable[[Mapping[str, N]], Table]",
    console: "Console",
    *,
    as_json: bool,
) -> None:
    """Print figures as a table, or as JSON."""
    if as_json:
        print(json.dumps(found))
    else:
        show(drawn(found), console)


def _table(found: Mapping[str, Mapping[str, float]]) -> "Table":
    from rich.table import Table

    drawn = Table("sentences", box=None, pad_edge=False)
    for column in _COLUMNS:
        drawn.add_column(column, justify="right")
    for name, own in found.items():
        drawn.add_row(name, *(_said(column, own[column]) for column in _COLUMNS))
    return drawn


def _said(column: str, value: float) -> str:
    return f"{value:.0%}" if column == "right" else f"{value:g}"


def _tell(one: "ScoredSentence", console: "Console") -> None:
    told = one.reading.lines or (f"unread: {one.reading.unread}",)
    lines = [one.label.sentence, *(f"  is   {line}" for line in one.label.statements)]
    lines += [f"  read {line}" for line in told]
    lines += [f"  in doubt: {doubt}" for doubt in one.reading.doubts]
    console.print("\n".join(lines), markup=False, highlight=False)
