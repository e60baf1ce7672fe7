"""`pathfinder constellations`: experiments on which model plays which role best."""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.options import RUNS, Out
from pathfinder.cli.perceive import perceive
from pathfinder.cli.tables import show
from pathfinder.core.errors import Interrupted

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console
    from pathfinder.experiments.conduct import Ended
    from pathfinder.experiments.status import Standing
    from pathfinder.experiments.trials import Trial

app = typer.Typer(
    help="Find out which model plays which role best: run plans of many sessions.",
    no_args_is_help=True,
)
app.command()(perceive)

PlanFile = Annotated[
    Path, typer.Argument(help="A plan, such as userdata/plans/try.yaml.", metavar="PLAN.yaml")
]


@app.command()
def run(
    plan: PlanFile,
    out: Out = RUNS,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Sessions at a time.",
            show_default="1; with --ray, as many as there is room for",
        ),
    ] = 0,
    ray: Annotated[
        str,
        typer.Option(
            help='Play on a Ray cluster: its address, or "auto" for the one here.',
            metavar="ADDRESS|auto",
        ),
    ] = "",
    endpoint: Annotated[
        list[str] | None,
        typer.Option(
            help="A model server; of several the least loaded. OpenAI-compatible ones end in /v1.",
            metavar="URL",
        ),
    ] = None,
    webdriver_url: Annotated[
        list[str] | None,
        typer.Option(
            help="A WebDriver server, such as a Selenium Grid; of several the least loaded.",
            metavar="URL",
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="Of each embedded model.", show_default="cores / workers"
        ),
    ] = 0,
    keep_models: Annotated[
        int, typer.Option(min=1, metavar="N", help="Embedded models that a worker keeps loaded.")
    ] = 3,
    retry_inconclusive: Annotated[
        bool,
        typer.Option(
            "--retry-inconclusive", help="Also play again what model, browser or harness broke off."
        ),
    ] = False,
    executor: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Play with an executor that an installed package offers.",
            show_default=False,
        ),
    ] = "",
) -> int:
    """Play what is missing of a plan; interrupt it and run it again at any time."""
    from pathfinder.cli.terminal import Console
    from pathfinder.experiments.experiment import read_experiment
    from pathfinder.experiments.folder import ExperimentFolder
    from pathfinder.experiments.run_plan import Means, Watch, run_plan

    experiment = read_experiment(plan)
    folder = ExperimentFolder(out / experiment.plan.name)
    means = Means(
        workers,
        ray,
        tuple(endpoint or ()),
        tuple(webdriver_url or ()),
        threads,
        keep_models,
        retry_inconclusive,
        executor,
    )
    progress = PlanProgress(Console(highlight=False), plan)
    try:
        run_plan(
            experiment, folder, means, Watch(progress.on_start, progress.on_end, progress.note)
        )
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted; sessions in flight are lost, {progress.done} of {progress.planned} are "
            "done: run it again"
        ) from None
    return progress.summary()


class PlanProgress:
    """How a plan goes, in the terminal: a line a session."""

    def __init__(self, console: "Console", plan: Path) -> None:
        self.console = console
        self.plan = plan
        self.planned = 0
        self.done = 0
        self._ended: list[tuple[float, float]] = []
        self._unplayed: Counter[str] = Counter()

    def on_start(self, wanted: "list[Trial]", trials: "list[Trial]") -> None:
        """Say what is to be done."""
        self.planned, self.done = len(trials), len(trials) - len(wanted)
        there = f"; {self.done} are done already" if self.done else ""
        self.console.print(f"{self.plan}: {self.planned} sessions{there}", soft_wrap=True)

    def note(self, line: str) -> None:
        """Say something in passing."""
        self.console.print(line, style="dim", soft_wrap=True)

    def on_end(self, ended: "Ended") -> None:
        """Say how a trial ended, and how long the rest will take."""
        trial = ended.trial
        if ended.result is None:
            self._unplayed[ended.reason] += 1
        else:
            self.done += 1
            self._ended.append((ended.result.ended - ended.result.seconds, ended.result.ended))
        said = ended.result.describe() if ended.result else f"not played: {ended.reason}"
        who = " · ".join(dict.fromkeys(name.rpartition("/")[2] for name in trial.models.values()))
        self.console.print(
            f"{self.done}/{self.planned}  {trial.site}, {trial.goal.goal}, seed {trial.seed}, "
            f"{who}: {said}{self._left()}",
            soft_wrap=True,
        )

    def _left(self) -> str:
        from pathfinder.experiments.status import rate

        an_hour = rate(self._ended)
        left = self.planned - self.done
        return f"; {hours_in_words(left / an_hour)} left" if left and an_hour else ""

    def summary(self) -> int:
        """Say what could not be played; the exit code."""
        for said, count in self._unplayed.items():
            self.console.print(
                f"{count} session{'s' * (count != 1)} could not be played: {said}",
                style="red",
                soft_wrap=True,
            )
        return 3 if self._unplayed else 0


@app.command()
def status(
    plan: PlanFile,
    out: Out = RUNS,
    as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False,
) -> None:
    """Say how far a plan has come."""
    from pathfinder.experiments.experiment import read_experiment
    from pathfinder.experiments.folder import ExperimentFolder
    from pathfinder.experiments.status import standing
    from pathfinder.experiments.trials import lay_out

    experiment = read_experiment(plan)
    folder = ExperimentFolder(out / experiment.plan.name)
    found = standing(lay_out(experiment), folder)
    if as_json:
        print(json.dumps(found.to_json()))
        return
    from pathfinder.cli.terminal import Console

    show(_table(found, folder.path), Console())


def _table(found: "Standing", folder: Path) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("sessions", f"{found.done} of {found.planned} done{_begun(found)}")
    if found.left:
        table.add_row("left", f"{found.left}, {hours_in_words(found.hours_left)}")
    if found.an_hour:
        table.add_row(
            "rate",
            f"{found.an_hour:.0f} an hour"
            if found.an_hour >= 10
            else f"{found.an_hour:.1f} an hour",
        )
    for verdict, count in found.verdicts.items():
        table.add_row(verdict, str(count))
    for blame, count in found.blames.items():
        table.add_row(f"blames {blame}", f"{count}, mostly: {found.reasons[blame]}")
    if found.beyond:
        table.add_row("beyond the plan", f"{found.beyond} sessions of an earlier form of it")
    table.add_row("folder", str(folder))
    return table


def _begun(found: "Standing") -> str:
    running = f", {found.running} running" if found.running else ""
    return running + (f", {found.cut_off} cut off" if found.cut_off else "")


def hours_in_words(hours: float | None) -> str:
    """How long that is, as a person says it."""
    if hours is None:
        return "and no session has ended yet to tell how long they take"
    minutes = round(hours * 60)
    return f"about {minutes} min" if minutes < 100 else f"about {hours:.1f} hours"
