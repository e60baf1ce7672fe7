"""`pathfinder test`: run suites of written test cases."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.findings import check_severity, kept_findings, weighed
from pathfinder.cli.options import (
    MODEL_TIMEOUT,
    RUNS,
    Accessibility,
    AllowIrreversible,
    AsJson,
    Browser,
    FailOn,
    Har,
    Headed,
    HtmlFile,
    JUnitFile,
    ModelTimeout,
    OnlyCases,
    Out,
    SaveState,
    SitesFile,
    State,
    SuiteSite,
    UserData,
    WebDriverUrl,
)
from pathfinder.cli.tables import COLOURS
from pathfinder.core.errors import Interrupted, UsageError
from pathfinder.core.shorten import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pathfinder.cli.terminal import Console
    from pathfinder.core.case import CaseResult, Suite, TestCase
    from pathfinder.suites.harness import SuiteRequest
    from pathfinder.suites.outcome import Outcome

NO_MODEL = "none"


def run_suites(
    suite: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, or names in userdata/suites.",
            metavar="SUITE…",
            show_default=False,
        ),
    ],
    runner: Annotated[str, typer.Option(help="What runs the cases.", metavar="NAME")] = "steps",
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="The model of every role, or of one: assertion=ollama/gemma2; none: strict forms "
            "only.",
            metavar="[ROLE=]NAME",
        ),
    ] = None,
    model_timeout: ModelTimeout = MODEL_TIMEOUT,
    repeat: Annotated[int, typer.Option(min=1, help="Runs of each case.", metavar="N")] = 1,
    only: OnlyCases = None,
    clear: Annotated[
        bool,
        typer.Option("--clear", help="Skip cases that `pathfinder lint` rejects."),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Cases at a time.", metavar="N")] = 1,
    site: SuiteSite = "",
    url: Annotated[str, typer.Option(help="A site that is in no file.", metavar="URL")] = "",
    move: Annotated[
        list[str] | None,
        typer.Option(
            "--map", help="Where an address that the suite names stands now.", metavar="OLD=NEW"
        ),
    ] = None,
    persona: Annotated[
        str,
        typer.Option(help="Whom to play.", metavar="NAME", show_default="the case's or the site's"),
    ] = "",
    seed: Annotated[
        int, typer.Option(help="Seeds the models and the site's stock.", metavar="N")
    ] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help='An option of the runner: "patience=5", "device=Pixel 7".', metavar="KEY=VALUE"
        ),
    ] = None,
    allow_irreversible: AllowIrreversible = False,
    junit: JUnitFile = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
    sites: SitesFile = None,
    userdata: UserData = None,
    out: Out = RUNS,
    headed: Headed = False,
    webdriver_url: WebDriverUrl = "",
    browser: Browser = "chromium",
    accessibility: Accessibility = False,
    state: State = None,
    save_state: SaveState = None,
    har: Har = False,
    fail_on: FailOn = "",
) -> int:
    """Run suites of test cases in plain language; exit code 0 when each ends as it should."""
    from pathfinder.cli.terminal import Console
    from pathfinder.engine.runner import read_options
    from pathfinder.suites.addresses import read_moves
    from pathfinder.suites.harness import SuiteRequest, chosen

    check_severity(fail_on)
    console = Console(stderr=as_json, soft_wrap=True)
    suites = _read(suite, userdata, console)
    request = SuiteRequest(
        runner=runner,
        site=site,
        url=url,
        persona=persona,
        model_timeout=model_timeout,
        repeat=repeat,
        only=tuple(only or ()),
        seed=seed,
        sites=sites,
        userdata=userdata,
        out=out,
        headed=headed,
        webdriver_url=webdriver_url,
        browser=browser,
        accessibility=accessibility,
        state=state,
        save_state=save_state,
        har=har,
        allow_irreversible=allow_irreversible,
        options=read_options(runner, option or ()),
        moves=read_moves(move or ()),
    )
    cases = chosen(suites, request.only, clear=clear)
    results = _run(request, _constellation(runner, model or []), cases, workers, console)
    code = _print_results(results, suites, console, junit=junit, html=html, as_json=as_json)
    sessions = [Path(result.session) for result in results if result.session]
    return weighed(code, kept_findings(sessions), fail_on, console)


def _read(names: list[str], userdata: Path | None, console: "Console") -> "list[Suite]":
    """The suites; what could not be read in them is told."""
    from pathfinder.core.settings import userdata_folder
    from pathfinder.suites.read import find_suites, read_suite

    suites = [read_suite(path) for path in find_suites(names, userdata_folder(userdata))]
    for warning in (warning for each in suites for warning in each.warnings):
        console.print(f"warning: {warning}", style="yellow", markup=False, highlight=False)
    return suites


def _constellation(runner: str, words: list[str]) -> "Mapping[str, str]":
    from pathfinder.agents.models import parse_constellation
    from pathfinder.engine.runner import find_runner

    roles = find_runner(runner).roles
    return {} if words == [NO_MODEL] else parse_constellation(words, roles)


def _run(
    request: "SuiteRequest",
    constellation: "Mapping[str, str]",
    cases: "list[TestCase]",
    workers: int,
    console: "Console",
) -> "list[CaseResult]":
    from pathfinder.suites.outcome import knows_failures
    from pathfinder.suites.workers import run_cases

    measures = knows_failures(cases)
    done: list[CaseResult] = []
    try:
        for result in run_cases(request, constellation, cases, workers=workers):
            done.append(result)
            _print(result, len(done), len(cases) * request.repeat, console, measures=measures)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after {len(done)} of {len(cases) * request.repeat} runs; their journals "
            f"are in {request.out}"
        ) from None
    return done


def _print(
    result: "CaseResult", number: int, total: int, console: "Console", *, measures: bool
) -> None:
    from rich.text import Text

    from pathfinder.suites.outcome import amiss, is_expected

    status, expected = str(result.verdict.status), is_expected(result)
    line = Text(f"{number:>{len(str(total))}}/{total} ")
    if expected:
        line.append(f"{status}, as expected", style="green")
    else:
        line.append(f"{status:<12}", style=COLOURS.get(status, ""))
    line.append(f" {result.case.name}  {result.verdict.seconds:.1f} s")
    if measures and (should := amiss(result)):
        line.append(f"  {should}", style="red")
    if status != "passed":
        blame = "" if expected else f"; blame: {result.verdict.blame}"
        line.append(f"\n    {result.verdict.reason}{blame}", style="dim")
    if result.verdict.condition:
        line.append(f"\n    would prove it: Assert that {result.verdict.condition}", style="dim")
    console.print(line)


def _print_results(
    results: "list[CaseResult]",
    suites: "list[Suite]",
    console: "Console",
    *,
    junit: Path | None,
    html: Path | None,
    as_json: bool,
) -> int:
    from pathfinder.suites.outcome import Outcome

    outcome = Outcome(
        tuple(results), tuple(warning for suite in suites for warning in suite.warnings)
    )
    if junit:
        from pathfinder.report.junit import write_junit
        from pathfinder.suites.outcome import row_of

        write_junit(map(row_of, results), junit)
    if html:
        from pathfinder.suites.page import write_page

        write_page(outcome, html)
    for path in (path for path in (junit, html) if path):
        console.print(f"written: {path}", highlight=False)
    figures = outcome.to_json()
    steps = f"{figures['steps_by_rule']} of {counted(figures['steps'], 'step')} by rule"
    calls = counted(figures["model_calls"], "model call")
    console.print(f"{outcome.told}{_rightness(outcome)}; {steps}, {calls}")
    clear = outcome.clear
    if len(clear.results) < len(results):
        left = f"{len(clear.results)} of {len(results)} runs are left"
        measured = _rightness(clear) if outcome.measures else ""
        console.print(f"with the clarity check (`pathfinder lint`): {left}{measured}")
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
    if not results:
        raise UsageError("no case was run")
    return outcome.exit_code


def _rightness(outcome: "Outcome") -> str:
    """How many verdicts were right, where the suite knows what is to fail."""
    if not outcome.measures or outcome.accuracy is None:
        return ""
    wrong = f"wrong fails {len(outcome.wrong_fails)}, wrong passes {len(outcome.wrong_passes)}"
    return f"; right verdicts {outcome.accuracy:.2f} of {len(outcome.judged)}, {wrong}"
