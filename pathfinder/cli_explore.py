"""`pathfinder explore`: pursue a goal on a site."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathfinder.core.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from pathfinder.core.verdict import Verdict
    from pathfinder.run import Request

PROFILES = ("fast", "paper")


def explore(
    goal: Annotated[str, typer.Option(help='What to achieve, in your words: "make a purchase".', metavar="WORDS")],
    site: Annotated[str, typer.Option(help="A site of sites.yaml.", metavar="NAME")] = "",
    url: Annotated[str, typer.Option(help="A site that is in no file; its host is the one allowed.", metavar="URL")] = "",
    persona: Annotated[
        str, typer.Option(help="Whom to play: a file of userdata/personas.", metavar="NAME", show_default="the site's")
    ] = "",
    model: Annotated[
        list[str] | None, typer.Option(help="The model of every role, or of one: oracle=ollama/gemma2.", metavar="[ROLE=]NAME")
    ] = None,
    profile: Annotated[str, typer.Option(help="fast: rules first; paper: the published pipeline.", metavar="|".join(PROFILES))] = "fast",
    success: Annotated[list[str] | None, typer.Option(help='What proves success: "text present Thank you".', metavar="CONDITION")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, metavar="N", help="Steps before the session expires.", show_default="31")] = None,
    oracle_frequency: Annotated[int | None, typer.Option(min=1, metavar="N", help="Steps between two looks of the Oracle.", show_default="5")] = None,
    without: Annotated[list[str] | None, typer.Option(help="A guard, or a part of the search, to switch off.", metavar="GUARD")] = None,
    seed: Annotated[int, typer.Option(help="Seeds the model's choices and the site's stock.", metavar="N")] = 0,
    allow_irreversible: Annotated[
        bool, typer.Option("--allow-irreversible", help="Also pay, order and delete on a site in safe mode.")
    ] = False,
    sites: Annotated[Path | None, typer.Option(help="The file that lists the sites.", metavar="FILE", show_default="sites.yaml")] = None,
    userdata: Annotated[Path | None, typer.Option(help="The folder of personas.", metavar="FOLDER", show_default="userdata")] = None,
    out: Annotated[Path, typer.Option(help="Where the session's folder is made.", metavar="FOLDER")] = Path("runs"),
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    webdriver_url: Annotated[str, typer.Option(help="Use the browser of this WebDriver server.", metavar="URL")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="End with the verdict as one line of JSON; the rest goes to stderr.")] = False,
) -> int:
    """Pursue a goal on a site, and say how it went."""
    _check(goal, site, url, profile)
    models = _constellation(model or [])

    from pathfinder.run import Request

    request = Request(
        goal=goal.strip(),
        site=site,
        url=url,
        persona=persona,
        models=models,
        profile=profile,
        seed=seed,
        max_steps=max_steps,
        oracle_frequency=oracle_frequency,
        without=tuple(without or ()),
        success=tuple(success or ()),
        sites=sites,
        userdata=userdata,
        out=out,
        headed=headed,
        webdriver_url=webdriver_url,
        allow_irreversible=allow_irreversible,
    )
    return _run(request, as_json=as_json)


def _check(goal: str, site: str, url: str, profile: str) -> None:
    if bool(site) == bool(url):
        raise UsageError("name one site: --site NAME (of sites.yaml) or --url URL")
    if profile not in PROFILES:
        raise UsageError(f"profile {profile!r} is not known; write --profile {' or '.join(PROFILES)}")
    if not goal.strip():
        raise UsageError('the goal is empty; write one such as --goal "make a purchase"')


def _constellation(words: list[str]) -> dict[str, str]:
    from agents.explore import ROLES
    from agents.models import parse_constellation

    return parse_constellation(words, ROLES)


def _run(request: "Request", *, as_json: bool) -> int:
    from pathfinder.run import run_explore

    session = ""

    def watch(event: dict[str, Any]) -> None:
        nonlocal session
        session = event.get("session", session)

    try:
        verdict = run_explore(request, watch)
    except KeyboardInterrupt:
        kept = f"; its journal is kept in {request.out / session}" if session else " before the session began"
        raise Interrupted(f"interrupted{kept}") from None
    if as_json:
        _print_json(verdict, request.out / session)
    return verdict.exit_code()


def _print_json(verdict: "Verdict", folder: Path) -> None:
    print(json.dumps({**verdict.to_json(), "session": str(folder)}, ensure_ascii=False))
