"""One session as the command line asks for it: the request, and all that it names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pathfinder.agents.explore import ROLES
from pathfinder.agents.models import default_model_name, open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Event
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.task import Task, parse_value
from pathfinder.core.verdict import Verdict
from pathfinder.session.exploration import Exploration, run_exploration
from pathfinder.session.fixture import opener
from pathfinder.session.folder import check_writable, folder_name
from pathfinder.session.setup import Setup, persona_of, site_of, sites_of
from pathfinder.systems.crawl.kept import Kept, read_kept
from pathfinder.systems.explore.guards import check_switches
from pathfinder.systems.explore.profiles import CRAWL, Profile, find_profile


@dataclass(frozen=True)
class Request(Setup):
    """What the command line asked for; either `site` (a name in sites.yaml) or `url` is given.

    models: Role -> model name; the role "" holds for every role that is not named.
    without: Names of the guards, or parts of the search, to switch off.
    success: Predicates as text, in place of the site's own.
    values: What the goal gives, `title=Broken lamp`, before what a model reads in it.
    max_steps, oracle_frequency: None or empty: as the profile has it.
    resume: The session's folder of a crawl to go on with; without a site, its site.
    session: Name of the session's folder; empty: made of the time, the site and the seed.
    measured: The site's facts only measure what the agents claim; a claim that they deny ends the
        session.
    """

    goal: str
    models: Mapping[str, str] = field(default_factory=dict)
    profile: str = "fast"
    seed: int = 0
    max_steps: int | None = None
    oracle_frequency: int | None = None
    without: tuple[str, ...] = ()
    success: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    session: str = ""
    measured: bool = False
    resume: Path | None = None


def run_explore(request: Request, on_event: Callable[[Event], None]) -> Verdict:
    """Run one exploration; every journal event is also handed to `on_event` as it is written.

    Raises:
        PathFinderError: With one line that says what to change, before the session starts.
    """
    off = check_switches(request.without)
    request, crawled = resumed(request)
    profile = _profile(request)
    task = _task(request, profile)
    check_writable(request.out)
    options = ModelOptions(timeout=request.model_timeout)
    models = {} if profile.name == CRAWL else _open_models(request.models, options)
    folder = request.out / (request.session or folder_name(request.site or "url", request.seed))
    session = Exploration(
        task,
        models,
        profile,
        off,
        folder,
        request.headed,
        request.webdriver_url,
        opener(
            request.browser,
            accessibility=request.accessibility,
            state=request.state,
            save_state=request.save_state,
            har=request.har,
        ),
        measured=request.measured,
        crawled=crawled,
    )
    return run_exploration(session, on_event)


def resumed(request: Request) -> tuple[Request, Kept | None]:
    """The request with the site of the crawl that it goes on with, and what that crawl knows.

    Raises:
        UsageError: There is no such crawl, it was of another site, or a goal is given.
    """
    if request.resume is None:
        return request, None
    if request.goal:
        raise UsageError('--resume: only a crawl can be gone on with; give --goal ""')
    kept = read_kept(request.resume)
    if not (request.site or request.url):
        named = kept.site if kept.site in sites_of(request) else ""
        request = replace(request, site=named, url="" if named else kept.url)
    name = site_of(request, name=request.site, url=request.url).name
    if name != kept.site:
        raise UsageError(f"--resume {request.resume}: a crawl of {kept.site}, not of {name}")
    return request, kept


def _profile(request: Request) -> Profile:
    profile = find_profile(request.profile if request.goal else CRAWL)
    return (
        replace(profile, oracle_frequency=request.oracle_frequency)
        if request.oracle_frequency
        else profile
    )


def _task(request: Request, profile: Profile) -> Task:
    if bool(request.site) == bool(request.url):
        raise UsageError("name the site with either --site NAME (from sites.yaml) or --url URL")
    site = site_of(request, name=request.site, url=request.url)
    return Task(
        request.goal,
        site,
        persona_of(request, site.persona),
        tuple(parse_predicate(text) for text in request.success),
        request.max_steps or profile.max_steps,
        request.seed,
        tuple(parse_value(text) for text in request.values),
        has_account=bool(request.persona or site.persona),
    )


def _open_models(names: Mapping[str, str], options: ModelOptions) -> dict[str, Model]:
    default = names.get("") or default_model_name()
    return {role: open_model(names.get(role) or default, options=options) for role in ROLES}
