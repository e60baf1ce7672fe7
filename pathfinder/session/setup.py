"""What is asked of every session, and the site and persona that it names."""

from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.agents.models.base import MODEL_TIMEOUT
from pathfinder.core.settings import (
    DEFAULT_PERSONA,
    default_persona,
    find_site,
    load_persona,
    load_sites,
    site_from_url,
    sites_file,
    userdata_folder,
)
from pathfinder.core.task import Persona, Site


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What explorations, test cases and replays are all asked with.

    site, url, persona: A name in sites.yaml, an address, a name in userdata/personas; empty: as
        the goal, the case or the scenario has it.
    sites, userdata: None: the ones in the current folder, else those that come with PathFinder.
    state, save_state: Files with what a site keeps in a browser: to begin with, to keep at the end.
    har: Whether each session's folder gets its network log.
    out: Where sessions' folders are made.
    model_timeout: Seconds that a model may say nothing.
    """

    site: str = ""
    url: str = ""
    persona: str = ""
    sites: Path | None = None
    userdata: Path | None = None
    out: Path = Path("runs")
    headed: bool = False
    webdriver_url: str = ""
    browser: str = "chromium"
    accessibility: bool = False
    state: Path | None = None
    save_state: Path | None = None
    har: bool = False
    allow_irreversible: bool = False
    model_timeout: float = MODEL_TIMEOUT


def sites_of(setup: Setup) -> dict[str, Site]:
    """Every site by name, out of safe mode where that is allowed."""
    known = load_sites(sites_file(setup.sites))
    return {name: _allowed(setup, site) for name, site in known.items()}


def site_of(setup: Setup, *, name: str = "", url: str = "") -> Site:
    """The site at an address, else the one of that name; out of safe mode where that is allowed.

    Raises:
        UsageError: Not a http(s) URL.
        SettingsError: No such site; says which name comes closest.
    """
    return _allowed(setup, site_from_url(url)) if url else find_site(sites_of(setup), name)


def persona_of(setup: Setup, *names: str) -> Persona:
    """The persona asked for, else the first that is named, else whom there is.

    Raises:
        SettingsError: No such persona, or none is named and there are several; says which.
    """
    userdata = userdata_folder(setup.userdata)
    name = persona_name(setup.persona, *names)
    if name == DEFAULT_PERSONA and not setup.persona:
        name = default_persona(userdata)
    return load_persona(userdata, name)


def persona_name(*names: str) -> str:
    """The first name that is given, else the default persona's."""
    return next(filter(None, names), DEFAULT_PERSONA)


def _allowed(setup: Setup, site: Site) -> Site:
    return replace(site, safe=False) if setup.allow_irreversible else site
