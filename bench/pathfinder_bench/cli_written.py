"""`pathfinder bench decisions --set written`: what a written case makes of testers' sentences."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pathfinder_bench.cli_reading import first_of, say_figures

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console
    from pathfinder_bench.decisions.written import ScoredWords


def bench_written(
    folder: Path,
    model: str,
    out: Path,
    *,
    apps: Sequence[str] = (),
    sample: int = 0,
    first_look: bool = False,
    wrong: bool = False,
    as_json: bool = False,
) -> int:
    """Let the engine carry out and check every sentence, and print what came of them.

    Only prompts that changed are asked again.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder.core.errors import UsageError
    from pathfinder.core.suggest import did_you_mean
    from pathfinder_bench.decisions.kept import KeptModel
    from pathfinder_bench.decisions.written import figures, read_written, score_written

    console = Console(stderr=as_json, soft_wrap=True)
    files = read_written(folder / "written", first_look=first_look)
    about = {one.move.split("/")[0] for file in files for one in file.sentences}
    if unknown := next((app for app in apps if app not in about), ""):
        hint = did_you_mean(unknown, sorted(about))
        raise UsageError(f"--app {unknown}: there are no sentences about it; {hint}")
    files = first_of(files, sample)
    kept, scored = KeptModel(model, out / "cache"), list["ScoredWords"]()
    for one in score_written(files, kept, folder, apps):
        scored.append(one)
        if wrong and (one.harm or not one.right):
            _tell(one, console)
    kept.close()
    say_figures(figures(scored), _table, console, as_json=as_json)
    return 0


def _table(found: Mapping[str, Mapping[str, int]]) -> "Table":
    from rich.table import Table

    from pathfinder_bench.decisions.written import OUTCOMES

    drawn = Table("sentences", box=None, pad_edge=False)
    for column in ("n", "right", "harm", *OUTCOMES):
        drawn.add_column(column, justify="right")
    for name, own in found.items():
        drawn.add_row(
            name, *(str(own.get(column, 0)) for column in ("n", "right", "harm", *OUTCOMES))
        )
    return drawn


def _tell(one: "ScoredWords", console: "Console") -> None:
    lines = [f"{one.kind} {one.app}: {one.came}: {one.sentence}"]
    lines += [f"  read {line}" for line in one.lines]
    lines += [f"  {one.reason}"]
    console.print("\n".join(lines), markup=False, highlight=False)
