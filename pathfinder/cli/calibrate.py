"""`pathfinder calibrate`.

How far to trust a model's agents, measured on a suite whose answers are known.
"""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.options import (
    MODEL_TIMEOUT,
    RUNS,
    ModelTimeout,
    OnlyCases,
    Out,
    SitesFile,
    SuiteSite,
    UserData,
)
from pathfinder.cli.tables import show
from pathfinder.core.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pathfinder.analysis.consistency import Ability, Trial
    from pathfinder.cli.terminal import Console
    from pathfinder.core.case import TestCase
    from pathfinder.suites.harness import SuiteRequest


def calibrate(
    suite: Annotated[
        list[str],
        typer.Argument(help="Suites in strict words.", metavar="SUITE…", show_default=False),
    ],
    model: Annotated[
        list[str], typer.Option(help="A model to measure; may be given again.", metavar="NAME")
    ],
    model_timeout: ModelTimeout = MODEL_TIMEOUT,
    runs: Annotated[
        int,
        typer.Option(
            min=1, help="Answers to each question, drawn at the temperature.", metavar="N"
        ),
    ] = 20,
    temperature: Annotated[
        float, typer.Option(min=0, help="At 0 all runs answer alike.", metavar="T")
    ] = 0.1,
    sample: Annotated[
        int,
        typer.Option(
            min=0, help="Draw so many cases of the suite, always the same; 0: all.", metavar="N"
        ),
    ] = 0,
    only: OnlyCases = None,
    site: SuiteSite = "",
    seed: Annotated[
        int, typer.Option(help="Seeds the answers, the sample and the site's stock.", metavar="N")
    ] = 0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask also what sessions in --out have answers to.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write table and box plots there.", metavar="FILE")
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(help="Write JSON there, for `analyze consistency`.", metavar="FILE"),
    ] = None,
    sites: SitesFile = None,
    userdata: UserData = None,
    out: Out = RUNS,
) -> int:
    """Measure readiness, navigation and assertion agents.

    Accuracy, deviation, level of Six Sigma, and the cases to trust them with.

    Started again, it goes on where it was interrupted.
    """
    from pathfinder.analysis.consistency import abilities
    from pathfinder.cli.terminal import Console
    from pathfinder.core.settings import userdata_folder
    from pathfinder.suites.calibrating import sampled
    from pathfinder.suites.harness import SuiteRequest, chosen
    from pathfinder.suites.read import find_suites, read_suite

    suites = [read_suite(path) for path in find_suites(suite, userdata_folder(userdata))]
    request = SuiteRequest(
        "calibration",
        site=site,
        only=tuple(only or ()),
        seed=seed,
        model_timeout=model_timeout,
        sites=sites,
        userdata=userdata,
        out=out,
        truth=False,
        options={"runs": runs, "temperature": temperature},
    )
    cases = sampled(chosen(suites, request.only), sample, seed=seed)
    console = Console(soft_wrap=True)
    trials = [
        trial for name in model for trial in _measured(request, name, cases, console, fresh=fresh)
    ]
    if not trials:
        raise UsageError(
            "no agent was asked anything; calibrate with a suite in strict words, such as "
            "demo-plain"
        )
    found = abilities(trials)
    _print(found, console)
    _write(found, cases, console, html=html, figures=figures)
    return 0


def _measured(
    request: "SuiteRequest",
    name: str,
    cases: "Sequence[TestCase]",
    console: "Console",
    *,
    fresh: bool,
) -> "list[Trial]":
    """A model's answers to every question of the suite."""
    from pathfinder.agents.models import ModelOptions, open_model
    from pathfinder.suites.calibrating import measured

    opened = open_model(name, options=ModelOptions(timeout=request.model_timeout))
    trials: list[Trial] = []
    began, asked = time.monotonic(), 0
    try:
        for number, each in enumerate(measured(request, opened, cases, fresh=fresh), 1):
            trials += each.trials
            asked += not each.kept
            left = (
                f", about {(time.monotonic() - began) / asked * (len(cases) - number) / 60:.0f} "
                "min left"
                if asked
                else ""
            )
            right = sum(trial.right for trial in trials)
            said = (
                f"{right} of {len(trials)} answers "
                f"right{left}{' (measured before)' if each.kept else ''}"
            )
            console.print(f"{name}: case {number} of {len(cases)}, {said}", highlight=False)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted; what was measured is in {request.out}, start again to go on"
        ) from None
    return trials


def _write(
    found: "list[Ability]",
    cases: "Sequence[TestCase]",
    console: "Console",
    *,
    html: Path | None,
    figures: Path | None,
) -> None:
    from pathfinder.suites.trust import write_figures, write_trust

    if html:
        write_trust(found, cases, html)
    if figures:
        write_figures(found, figures)
    for path in (path for path in (html, figures) if path):
        console.print(f"written: {path}", highlight=False)


def _print(found: "list[Ability]", console: "Console") -> None:
    from rich.table import Table

    from pathfinder.analysis.consistency import AGENTS, table

    drawn = Table(
        "model", *(f"σ {agent}" for agent in AGENTS), "source", title="Deviation of each agent"
    )
    for row in table(found):
        drawn.add_row(
            row["model"],
            *("–" if row[agent] is None else f"{row[agent]:.3f}" for agent in AGENTS),
            row["source"],
        )
    show(drawn, console)
    for each in found:
        level = each.level or "below 1-sigma"
        console.print(
            f"{each.model} {each.agent}: right in {each.p:.3f} of {each.n} answers, σ "
            f"{each.sigma:.3f}, {level}",
            highlight=False,
        )
