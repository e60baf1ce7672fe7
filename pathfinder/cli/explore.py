"""`pathfinder explore`: pursue a goal on a site."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.findings import check_severity, weighed
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
    ModelTimeout,
    Out,
    SaveState,
    SitesFile,
    State,
    UserData,
    WebDriverUrl,
)
from pathfinder.core.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from pathfinder.cli.terminal import Console
    from pathfinder.core.events import Event
    from pathfinder.core.verdict import Verdict
    from pathfinder.session.request import Request

    Run = Callable[[Request, Callable[[Event], None]], Verdict]

PROFILES = ("fast", "paper")


def explore(
    goal: Annotated[
        str,
        typer.Option(
            help='What to achieve, in your words: "make a purchase"; "": look at all there is.',
            metavar="WORDS",
        ),
    ],
    site: Annotated[str, typer.Option(help="A site of sites.yaml.", metavar="NAME")] = "",
    url: Annotated[
        str,
        typer.Option(help="A site that is in no file; its host is the one allowed.", metavar="URL"),
    ] = "",
    persona: Annotated[
        str,
        typer.Option(
            help="Whom to play: a file of userdata/personas.",
            metavar="NAME",
            show_default="the site's",
        ),
    ] = "",
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="The model of every role, or of one: oracle=ollama/gemma2.", metavar="[ROLE=]NAME"
        ),
    ] = None,
    model_timeout: ModelTimeout = MODEL_TIMEOUT,
    profile: Annotated[
        str,
        typer.Option(
            help="fast: rules first; paper: the published pipeline.", metavar="|".join(PROFILES)
        ),
    ] = "fast",
    success: Annotated[
        list[str] | None,
        typer.Option(help='What proves success: "text present Thank you".', metavar="CONDITION"),
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            help='A value that the goal gives, and of what: "title=Broken lamp".',
            metavar="OF=VALUE",
        ),
    ] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Steps before the session expires.",
            show_default="31; 60 without a goal",
        ),
    ] = None,
    oracle_frequency: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Steps between two looks of the Oracle.", show_default="5"
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="A guard, or a part of the search, to switch off.", metavar="GUARD"),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Seeds the model's choices and the site's stock.", metavar="N")
    ] = 0,
    allow_irreversible: AllowIrreversible = False,
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
    resume: Annotated[
        Path | None,
        typer.Option(help="Go on with a crawl: the folder of its session.", metavar="FOLDER"),
    ] = None,
    fail_on: FailOn = "",
    as_json: AsJson = False,
) -> int:
    """Pursue a goal on a site, and say how it went."""
    _check(goal, site, url, profile, is_resumed=resume is not None)
    check_severity(fail_on)
    models = _constellation(model or [])

    from pathfinder.cli.terminal import Console
    from pathfinder.session.request import Request, run_explore

    request = Request(
        goal=goal.strip(),
        site=site,
        url=url,
        persona=persona,
        models=models,
        model_timeout=model_timeout,
        profile=profile,
        seed=seed,
        max_steps=max_steps,
        oracle_frequency=oracle_frequency,
        without=tuple(without or ()),
        success=tuple(success or ()),
        values=tuple(value or ()),
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
        resume=resume,
    )
    return carry_out(
        request, run_explore, Console(stderr=as_json), as_json=as_json, fail_on=fail_on
    )


def _check(goal: str, site: str, url: str, profile: str, *, is_resumed: bool) -> None:
    if bool(site) == bool(url) and not (is_resumed and not site):
        raise UsageError("name one site: --site NAME (of sites.yaml) or --url URL")
    if not goal.strip() and profile != PROFILES[0]:
        raise UsageError(f"--profile {profile}: a crawl, without a goal, has no profile")


def _constellation(words: list[str]) -> dict[str, str]:
    from pathfinder.agents.explore import ROLES
    from pathfinder.agents.models import parse_constellation

    return parse_constellation(words, ROLES)


def _kept(session: "Path | None") -> str:
    """What there is of an interrupted session, and how to go on with it."""
    if session is None:
        return " before the session began"
    crawl = (session / "crawl.json").is_file()
    on = f'; go on with --goal "" --resume {session}' if crawl else ""
    return f"; its journal is kept in {session}{on}"


def carry_out(
    request: "Request", run: "Run", console: "Console", *, as_json: bool, fail_on: str = ""
) -> int:
    """Run the request and show it as it goes; return the verdict's exit code.

    Raises:
        Interrupted: Ctrl-C; the message says where the journal is.
    """
    from pathfinder.cli.progress import Progress
    from pathfinder.core.events import Finding, Session
    from pathfinder.report.findings import Found

    session: Path | None = None
    found: list[Found] = []

    def watch(event: "Event") -> None:
        nonlocal session
        if isinstance(event, Session):
            session = request.out / event.session
            progress.report = session / "report.html"
        elif isinstance(event, Finding) and session:
            found.append(Found(event, session))
        progress.on_event(event)

    try:
        with Progress(console) as progress:
            verdict = run(request, watch)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_kept(session)}") from None
    if as_json:
        told = {"session": str(session or ""), "findings": [one.to_json() for one in found]}
        print(json.dumps({**verdict.to_json(), **told}, ensure_ascii=False))
    return weighed(verdict.exit_code(), found, fail_on, console)
