"""`pathfinder bench decisions`: how well single decisions are made, on frozen sets."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder_bench.decisions.figures import Figures
    from pathfinder_bench.decisions.scoring import Scored
    from pathfinder_bench.decisions.sets import Recorded

_COLUMNS = {
    "choices": ("n", "right", "chance", "offered"),
    "pages": ("n", "right", "chance", "offered"),
    "progress": ("n", "auc", "right", "false", "missed"),
    "done": ("n", "auc", "right", "false", "missed"),
    "refusals": ("n", "auc", "precision", "recall"),
    "fields": ("n", "right"),
    "forms": ("n", "right"),
}
_ALONE = ("reading", "written")
"""Sets of sentences, each with a table of its own."""
_SHARES = frozenset({"right", "chance", "offered", "precision", "recall"})


def bench_decisions(
    which: Annotated[
        list[str] | None,
        typer.Option("--set", help="Only this set.", metavar="NAME", show_default="all seven"),
    ] = None,
    app: Annotated[
        list[str] | None, typer.Option(help="Only this application.", metavar="NAME")
    ] = None,
    model: Annotated[
        str, typer.Option(help="The model of all roles.", metavar="NAME", show_default="as explore")
    ] = "",
    sample: Annotated[
        int, typer.Option(min=0, help="So many decisions of each set and application.", metavar="N")
    ] = 0,
    folder: Annotated[Path, typer.Option(help="Where the sets are.", metavar="FOLDER")] = Path(
        "bench/decisions"
    ),
    out: Annotated[
        Path, typer.Option(help="Keeps replies and what was decided.", metavar="FOLDER")
    ] = Path("runs/decisions"),
    wrong: Annotated[
        bool, typer.Option("--wrong", help="Also list every decision that was wrong.")
    ] = False,
    record: Annotated[
        bool,
        typer.Option("--record", help="Make what comes out the baseline; of all applications."),
    ] = False,
    first_look: Annotated[
        bool,
        typer.Option("--first-look", help="Of the sentences also those that nothing is tuned on."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Let the engine decide at every decision of the sets, and print how often it was right.

    The sets `reading` and `written`, sentences of testers, are scored only where they are asked for.

    Only prompts that changed are asked again. The exit code is 1 where a figure over all
    applications is worse than in the folder's baseline.json.
    """
    from pathfinder.agents.models import default_model_name
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.cli_reading import bench_reading
    from pathfinder_bench.cli_written import bench_written
    from pathfinder_bench.decisions.baseline import (
        WITHOUT_MODEL,
        read_baseline,
        without_model,
        write_baseline,
    )
    from pathfinder_bench.decisions.figures import by_app, worse

    alone = {
        "reading": partial(bench_reading, folder / "reading"),
        "written": partial(bench_written, folder, apps=app or ()),
    }
    if which and len(which) == 1 and which[0] in alone:
        return alone[which[0]](
            model=model or default_model_name(),
            out=out,
            sample=sample,
            first_look=first_look,
            wrong=wrong,
            as_json=as_json,
        )
    console, name = Console(stderr=as_json, soft_wrap=True), model or default_model_name()
    wanted, sets = _wanted(which), _read(folder, app)
    if learned := _learned(name, sets):
        console.print(learned, style="yellow", markup=False, highlight=False)
    scored = list(_scored(sets, wanted, name, out, sample))
    figures = by_app(scored)
    _keep(out, scored)
    if as_json:
        print(json.dumps(figures))
    else:
        for each in wanted:
            show(_table(each, figures), console)
            console.print()
    if wrong:
        for one in scored:
            if not one.right:
                told = f"{one.set} {one.app} {one.name}: {one.said} {one.score or ''}".strip()
                console.print(told, markup=False, highlight=False)
    key = f"{name}, {sample} of each" if sample else name
    if record and not app:
        write_baseline(folder, {key: figures, WITHOUT_MODEL: without_model(sets)})
    found = worse({} if app else read_baseline(folder).get(key, {}), figures)
    for lost in found:
        told = (
            f"worse than the baseline: {lost.set}, {lost.figure} {lost.now:g}, was {lost.before:g}"
        )
        console.print(told, style="red", markup=False, highlight=False)
    return 1 if found else 0


def _wanted(which: Sequence[str] | None) -> list[str]:
    from pathfinder.core.errors import UsageError
    from pathfinder.core.suggest import did_you_mean
    from pathfinder_bench.decisions.sets import SCORED

    for name in which or ():
        if name not in SCORED:
            alone = "it is scored alone" if name in _ALONE else "there is no such set"
            raise UsageError(f"--set {name}: {alone}; {did_you_mean(name, (*SCORED, *_ALONE))}")
    return [name for name in SCORED if not which or name in which]


def _learned(model: str, sets: "Sequence[Recorded]") -> str:
    """What has to be said where a model was trained on these sets; empty where it was not."""
    from pathfinder.agents.models.adapters import adapter_of

    adapter, apps = adapter_of(model), {each.labels.app for each in sets}
    known = sorted(apps & adapter.learned) if adapter else []
    if not known:
        return ""
    return (
        f"{model} was trained on {len(known)} of these {len(apps)} applications "
        f"({', '.join(known)}): what comes out there says nothing of others"
    )


def _read(folder: Path, apps: Sequence[str] | None) -> "list[Recorded]":
    from pathfinder.core.errors import UsageError
    from pathfinder.core.suggest import did_you_mean
    from pathfinder_bench.decisions.sets import known_sets, read_set

    known = known_sets(folder)
    if not known:
        raise UsageError(
            f"{folder}: there are no decision sets here; name their folder by --folder"
        )
    for name in apps or ():
        if name not in known:
            raise UsageError(f"--app {name}: no set of that name; {did_you_mean(name, known)}")
    return [read_set(folder, name) for name in known if not apps or name in apps]


def _scored(
    sets: "Sequence[Recorded]", wanted: Sequence[str], model: str, out: Path, sample: int
) -> "Iterator[Scored]":
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.decisions.kept import KeptModel
    from pathfinder_bench.decisions.replaying import all_roles
    from pathfinder_bench.decisions.scoring import score_all

    console = Console(stderr=True, soft_wrap=True)
    kept = KeptModel(model, out / "cache")
    for name in wanted:
        for recorded in sets:
            asked = kept.asked
            yield from score_all(recorded, name, all_roles(kept), sample=sample)
            if kept.asked > asked:
                console.print(f"{name} {recorded.labels.app}: {kept.asked - asked} asked anew")
    kept.close()


def _keep(out: Path, scored: "Sequence[Scored]") -> None:
    """What was decided, a line a decision: what thresholds are settled from."""
    lines = [json.dumps(asdict(one), ensure_ascii=False) for one in scored]
    (out / "scored.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(name: str, figures: "Mapping[str, Mapping[str, Figures]]") -> "Table":
    columns = _COLUMNS[name]
    rows = [
        (app, *(_describe(column, sets[name]) for column in columns))
        for app, sets in figures.items()
        if sets.get(name)
    ]
    return drawn(("app", *columns), rows, title=name)


def _describe(column: str, own: "Figures") -> str:
    if column not in own:
        return "–"
    return f"{own[column]:.0%}" if column in _SHARES else f"{own[column]:g}"
