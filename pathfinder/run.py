"""One session as the command line asks for it: the request, and its run from the first look to the report."""

import json
import os
import platform
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.agent import prompt_hashes
from agents.explore import ROLES
from agents.models import default_model_name, open_model
from agents.models.base import Model
from pathfinder import __version__
from pathfinder.core.errors import SiteUnreachable, UsageError
from pathfinder.core.journal import Event, FileJournal
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.settings import find_site, load_persona, load_sites, site_from_url, sites_file, userdata_folder
from pathfinder.core.task import Site, Task
from pathfinder.core.verdict import Verdict
from pathfinder.siteserver import served
from pathfinder.systems.graph import StateGraph
from pathfinder.systems.guards import check_switches
from pathfinder.systems.loop import Loop
from pathfinder.systems.players import make_player
from pathfinder.systems.profiles import PROFILES, Profile
from webprocessor.browser import open_browser


@dataclass(frozen=True)
class Request:
    """What the command line asked for; either `site` (a name in sites.yaml) or `url` is given.

    models: Role -> model name; the role "" holds for every role that is not named.
    without: Names of the guards, or parts of the search, to switch off.
    success: Predicates as text, in place of the site's own.
    sites, userdata: None: the ones in the current folder, else those that come with PathFinder.
    max_steps, persona, oracle_frequency: None or empty: as the profile or the site has it.
    session: Name of the session's folder; empty: made of the time, the site and the seed.
    """

    goal: str
    site: str = ""
    url: str = ""
    persona: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    profile: str = "fast"
    seed: int = 0
    max_steps: int | None = None
    oracle_frequency: int | None = None
    without: tuple[str, ...] = ()
    success: tuple[str, ...] = ()
    sites: Path | None = None
    userdata: Path | None = None
    out: Path = Path("runs")
    headed: bool = False
    webdriver_url: str = ""
    allow_irreversible: bool = False
    session: str = ""


class WatchedJournal(FileJournal):
    """A journal whose events are also handed on as they are written."""

    def __init__(self, folder: Path, on_event: Callable[[Event], None]) -> None:
        super().__init__(folder)
        self._on_event = on_event

    def write(self, event: str, /, **fields: object) -> None:
        """Write the event, then hand it on."""
        super().write(event, **fields)
        self._on_event({"event": event, "time": time.time(), **fields})


def run_explore(request: Request, on_event: Callable[[Event], None]) -> Verdict:
    """Run one exploration; every journal event is also handed to `on_event` as it is written.

    Raises:
        PathFinderError: With one line that says what to change, before the session starts.
    """
    off = check_switches(request.without)
    profile = _profile(request)
    task = _task(request, profile)
    check_writable(request.out)
    models = _open_models(request.models)
    with served(task.site, seed=request.seed) as site:
        task = replace(task, site=site)
        folder = request.out / (request.session or _session_name(request))
        journal = WatchedJournal(folder, on_event)
        browser = open_browser(
            site.hosts, vault=task.persona.vault, headed=request.headed, webdriver_url=request.webdriver_url, downloads=folder / "downloads"
        )
        try:
            journal.write("session", session=folder.name, **_session_facts(request, task, models, profile, off, browser.version))
            graph = StateGraph()
            reset = resetter(site)
            player = make_player(task, models, journal, graph, profile, off, can_reset=reset is not None)
            verdict = Loop(task, player, browser, journal, graph, reset).run()
            journal.write("truth", **truth_of(site))
            write_verdict(folder, verdict)
        finally:
            browser.close()
            journal.close()
            finish_report(folder)
    return verdict


def _profile(request: Request) -> Profile:
    if request.profile not in PROFILES:
        raise UsageError(f"--profile {request.profile}: there is no such profile; choose from {', '.join(PROFILES)}")
    profile = PROFILES[request.profile]
    return replace(profile, oracle_frequency=request.oracle_frequency) if request.oracle_frequency else profile


def _task(request: Request, profile: Profile) -> Task:
    site = _site(request)
    persona = load_persona(userdata_folder(request.userdata), request.persona or site.persona or "alex")
    if request.allow_irreversible:
        site = replace(site, safe=False)
    conditions = tuple(parse_predicate(text) for text in request.success)
    return Task(request.goal, site, persona, conditions, request.max_steps or profile.max_steps, request.seed)


def _site(request: Request) -> Site:
    if bool(request.site) == bool(request.url):
        raise UsageError("name the site with either --site NAME (from sites.yaml) or --url URL")
    if request.url:
        return site_from_url(request.url)
    file = sites_file(request.sites)
    return find_site(load_sites(file), request.site)


def check_writable(folder: Path) -> None:
    """Say early, and without making anything, that a session could not be written down there."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    reason = "Not a directory" if not there.is_dir() else "" if os.access(there, os.W_OK) else "Permission denied"
    if reason:
        raise UsageError(f"{folder}: can't write here ({reason}); choose another folder with --out")


def _open_models(names: Mapping[str, str]) -> dict[str, Model]:
    default = names.get("") or default_model_name()
    return {role: open_model(names.get(role) or default) for role in ROLES}


def _session_name(request: Request) -> str:
    where = request.site or "url"
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{where}-{request.seed}-{uuid.uuid4().hex[:4]}"


def _session_facts(
    request: Request, task: Task, models: Mapping[str, Model], profile: Profile, off: frozenset[str], browser: str
) -> dict[str, object]:
    site = task.site
    return {
        "task": {
            "goal": task.goal,
            "site": site.name,
            "url": site.url,
            "hosts": site.hosts,
            "persona": task.persona.name,
            "safe": site.safe,
            "max_steps": task.max_steps,
            "success": [str(p) for p in task.success_conditions],
        },
        "models": {role: model.name for role, model in models.items()},
        "profile": profile.name,
        "options": profile.to_json(),
        "without": sorted(off),
        "seed": request.seed,
        "versions": {"pathfinder": __version__, "browser": browser, "python": platform.python_version()},
        "prompts": prompt_hashes(),
    }


_TRUTHS = ("orders", "accounts", "addresses", "reviews")


def truth_of(site: Site) -> dict[str, object]:
    """What really happened on the site, from outside its pages; empty where the site does not tell."""
    told: dict[str, object] = {}
    for name in _TRUTHS if site.truth else ():
        try:
            with urllib.request.urlopen(f"{site.url.rstrip('/')}{site.truth}{name}", timeout=30) as answer:
                told[name] = json.load(answer)
        except (OSError, ValueError):
            continue
    return told


def resetter(site: Site) -> Callable[[], None] | None:
    """What brings a site back to its first state; None where nothing does."""
    if not site.reset:
        return None
    url = site.url.rstrip("/") + site.reset

    def reset() -> None:
        try:
            urllib.request.urlopen(urllib.request.Request(url, method="POST"), timeout=30).close()
        except OSError as error:
            raise SiteUnreachable(f"{url}: the site could not be reset ({error})") from error

    return reset


def write_verdict(folder: Path, verdict: Verdict) -> None:
    """Write verdict.json so that it is either whole or not there."""
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        json.dump(verdict.to_json(), file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(folder / "verdict.json")


def finish_report(folder: Path) -> None:
    """Build report.html from the session's journal."""
    from pathfinder.report.html import write_report  # only when a session has ended: it is heavy

    write_report(folder)
