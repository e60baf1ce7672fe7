"""`pathfinder bench`: the measurements that say how good PathFinder is, on sites that it starts itself."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
"""`pathfinder bench`: measure what PathFinder can do."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from pathfinder.experiments.healing import Outcome, Trial
    from pathfinder.experiments.healing_tables import Published

_COLOURS = {"passed": "green", "healed": "cyan", "failed": "red", "inconclusive": "blue"}
app = typer.Typer(help="Measure PathFinder on the demo shop.", rich_markup_mode=None)
app = typer.Typer(no_args_is_help=True, help="Measure what PathFinder can do.")
_MEASURES = ("accuracy", "specificity", "sensitivity", "AER", "HER", "SMER", "TruAcc")


@app.callback()
def bench() -> None:
    """Measure PathFinder on the demo shop."""


@app.command(short_help="Scenarios on a changed and on a broken shop, with and without healing.")
def healing(
    scenario: Annotated[list[str] | None, typer.Option(help="Only scenarios whose name has this in it.", metavar="NAME")] = None,
    skin: Annotated[list[str] | None, typer.Option(help="Only this skin, or `none` for no skin.", metavar="NAME")] = None,
    fault: Annotated[list[str] | None, typer.Option(help="Only this mutant, or `none` for no mutant.", metavar="NAME")] = None,
    repeat: Annotated[int, typer.Option(min=0, help="Replays of each scenario on the unchanged shop.", metavar="N")] = 5,
    model: Annotated[str, typer.Option(help="The healer's model.", metavar="NAME", show_default="as `replay` chooses")] = "",
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an element.", metavar="S")] = 5.0,
    report: Annotated[bool, typer.Option("--report", help="Only print what there is; run nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcomes as JSON instead of tables.")] = False,
    userdata: Annotated[Path | None, typer.Option(help="The folder with `scenarios`.", metavar="FOLDER", show_default="userdata")] = None,
    out: Annotated[Path, typer.Option(help="Keeps the outcomes; run again, it goes on there.", metavar="FOLDER")] = Path(
        "runs/bench-healing"
    ),
) -> int:
    """Replay the twelve scenarios on the demo shop as it is, in each skin without and with --heal, and with faults; print the tables."""
    from rich.console import Console

    from pathfinder.core.settings import userdata_folder
    from pathfinder.experiments.healing import bring, conduct, read_outcomes
    from pathfinder.replaying import Options
    from pathfinder.systems.replay import Pace

    files = bring(userdata_folder(userdata) / "scenarios", out)
    trials = _trials([name for name in files if not scenario or any(part in name for part in scenario)], skin, fault, repeat)
    console = Console(stderr=as_json, soft_wrap=True)
    options = Options(models={"": model} if model else {}, pace=Pace(timeout=timeout), userdata=userdata, report=False)
    if report:
        wanted = set(trials)
        outcomes = [outcome for outcome in read_outcomes(out) if outcome.trial in wanted]
    else:
        outcomes = conduct(trials, files, out, options, lambda outcome: _tell(console, outcome))
    _show(outcomes, console, as_json=as_json)
    return 0


def _trials(names: list[str], skins: list[str] | None, faults: list[str] | None, repeats: int) -> "list[Trial]":
    from pathfinder.demoshop.faults import fault_called, known_faults
    from pathfinder.demoshop.skins.known import LOOKS, skin_called
    from pathfinder.experiments.healing import lay_out

    chosen = list(LOOKS) if skins is None else [name for name in skins if name != "none"]
    broken = list(known_faults()) if faults is None else [name for name in faults if name != "none"]
    for name in chosen:
        skin_called(name)
    return lay_out(names, chosen, {name: fault_called(name).breaks for name in broken}, repeats=repeats)


def _tell(console: "Console", outcome: "Outcome") -> None:
    trial = outcome.trial
    where = " ".join((*trial.extra, *(("--heal",) if trial.heal else ()))) or "unchanged"
    heals = f" by {', '.join(outcome.heals)}" if outcome.heals else ""
    line = f"{outcome.status:12} {trial.scenario} {where}{heals}, {outcome.tokens} tokens, {outcome.seconds:.1f} s"
    console.print(line, style=_COLOURS.get(outcome.status), markup=False, highlight=False)
    if outcome.status not in ("passed", "healed") and not trial.fault:
        console.print(f"             {outcome.reason}", style="dim", markup=False, highlight=False)


def _show(outcomes: "list[Outcome]", console: "Console", *, as_json: bool) -> None:
    from rich.table import Table

    from pathfinder.experiments.healing_tables import tables

    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], ensure_ascii=False))
        return
    for each in tables(outcomes, _published()):
        table = Table(*each.headings, title=each.title, title_justify="left")
        for row in each.rows:
            table.add_row(*row)
        console.print(table)


def _published() -> "Published":
    """The papers' figures, which come with the program."""
    from importlib.resources import files

    import yaml

    figures: Published = yaml.safe_load(files("analysis").joinpath("published/tables.yaml").read_text(encoding="utf-8"))
    return figures
    """Measure what PathFinder can do."""


@app.command("testers", short_help="Runners and models on test cases with known faults.")
def bench_testers(
    suite: Annotated[
        list[str] | None, typer.Argument(help="Suites; those of userdata/suites/testers when not named.", metavar="SUITE…")
    ] = None,
    runner: Annotated[
        list[str] | None, typer.Option(help="A runner; several may be named.", metavar="NAME", show_default="all four")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(help="A model for every role; several may be named.", metavar="NAME", show_default="the embedded one"),
    ] = None,
    sample: Annotated[int, typer.Option(min=0, help="A fixed sample of N cases; 0 for all.", metavar="N")] = 0,
    ablations: Annotated[bool, typer.Option("--ablations", help="Also uat as a single agent, and without reflection.")] = False,
    seed: Annotated[int, typer.Option(help="Seeds the models and the site's stock.", metavar="N")] = 0,
    out: Annotated[Path, typer.Option(help="The benchmark's folder; a run there goes on where it ended.", metavar="FOLDER")] = Path(
        "runs/bench-testers"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="End with the table as JSON; the rest goes to stderr.")] = False,
) -> int:
    """Run every runner with every model on test cases whose verdict is known; one table, resumable."""
    from rich.console import Console

    from agents.models import default_model_name
    from pathfinder.core.settings import userdata_folder
    from pathfinder.experiments.testers import RUNNER_NAMES, Bench, cases_of, entrants, sampled, table
    from pathfinder.suites.read import find_suites, read_suite

    userdata = userdata_folder(None)
    suites = [read_suite(path) for path in find_suites(suite or [str(userdata / "suites" / "testers")], userdata)]
    named = cases_of(suites)
    kept = {id(case) for case in sampled([case for _, case in named], sample)}
    cases = [(name, case) for name, case in named if id(case) in kept]
    console = Console(stderr=as_json, soft_wrap=True)
    failing = sum(case.expected == "failed" for _, case in cases)
    console.print(f"{len(cases)} cases, {failing} of which must fail" + (f" (a fixed sample of {len(named)})" if sample else ""))
    bench_ = Bench(out, seed)
    for entrant in entrants(runner or RUNNER_NAMES, model or [default_model_name()], ablations=ablations):
        for line in bench_.run(entrant, cases):
            mark = "ok" if line.trial().is_true else "WRONG"
            told = f"{entrant.key}: {line.case}: {line.verdict} [{mark}] {line.seconds:.0f} s, {line.calls} calls"
            console.print(told, markup=False, highlight=False)
    wanted = {(name, case.name) for name, case in cases}
    rows = table([line for line in bench_.read() if (line.suite, line.case) in wanted])
    (out / "table.json").write_text(json.dumps(rows, indent=2, ensure_ascii=False), encoding="utf-8")
    _show(rows, console)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    return 0


def _show(rows: dict[str, dict[str, Any]], console: "Console") -> None:
    from rich.table import Table

    shown = Table("tester", "cases", *_MEASURES, "Pass@1", "Complete@1", "s/case", "calls", "tokens", title="testers")
    for key, row in rows.items():
        numbers = [f"{row['all'][name]:.2f}" for name in _MEASURES] + [f"{row[name]:.2f}" for name in ("pass@1", "complete@1")]
        shown.add_row(key, str(row["cases"]), *numbers, f"{row['seconds']:.1f}", f"{row['calls']:.1f}", f"{row['tokens']:.0f}")
    console.print(shown)
    for key, row in rows.items():
        for wrong in row["wrong"]:
            due, got = _at(wrong["expected"], wrong["failing_step"]), _at(wrong["verdict"], wrong["step"])
            console.print(f"{key}: {wrong['case']}: due {due}, got {got}: {wrong['reason']}", markup=False, highlight=False)


def _at(verdict: str, step: int) -> str:
    return f"{verdict} at step {step}" if step else verdict
