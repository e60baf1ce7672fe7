"""How scenarios are replayed, and on which site."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.core.scenario import Scenario
from pathfinder.core.settings import site_from_url
from pathfinder.core.task import Site
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.turn import Pace
from pathfinder.engine.safety import Policy
from pathfinder.session.setup import Setup, site_of


@dataclass(frozen=True)
class Options(Setup):
    """How scenarios are replayed.

    site, url, persona, seed: In place of what the scenario says; `url` is a site that is in no
    file, or that runs already.
    extra: Words added to the site's start command: `--fault NAME`, `--skin NAME`.
    heal: Whether steps may be healed; `models` names the healer's model (role "heal", or "" for
        every role), which may say nothing for `model_timeout` seconds.
    remember: Whether what the steps of a passing replay acted on is kept beside the scenario's
        file.
    session: Name of the session's folder; empty: made of the time and the scenario's name.
    report: Whether report.html is built at the end.
    """

    seed: int | None = None
    extra: tuple[str, ...] = ()
    heal: bool = False
    remember: bool = False
    models: Mapping[str, str] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    session: str = ""
    report: bool = True


def scenario_site(scenario: Scenario, options: Options) -> Site:
    """The site that a scenario is replayed on.

    What the options say, else the scenario's, by name or by address; out of safe mode where that
    is allowed.

    Raises:
        UsageError: Neither says, or no such site is known.
    """
    if options.site and options.url:
        raise UsageError("name the site with either --site NAME (from sites.yaml) or --url URL")
    name = options.site or scenario.site
    if options.url:
        return _moved(name, options) if name else site_of(options, url=options.url)
    if name and name != site_from_url(scenario.url or "http://x/").name:
        return site_of(options, name=name)
    if scenario.url:
        return site_of(options, url=scenario.url)
    raise UsageError(
        f"scenario {scenario.name!r} names no site; say --site NAME (from sites.yaml) or --url URL"
    )


def check_safe(scenario: Scenario, site: Site) -> None:
    """Hold a scenario that pays, orders or deletes back from a site in safe mode.

    Raises:
        UsageError: It would do that, and it is not allowed.
    """
    policy = Policy(site, scenario.goal or scenario.name)
    for step in scenario.all_steps() if site.safe else ():
        element = step.target.element if step.target else None
        names = (
            [
                locator.name or locator.value
                for locator in step.target.locators
                if locator.by in ("role", "text", "label")
            ]
            if step.target
            else []
        )
        if policy.names((*names, element.name if element else "")):
            raise UsageError(
                f"{describe(step)}: that can't be undone, and site {site.name!r} is in safe mode; "
                "add --allow-irreversible to do it"
            )


def _moved(name: str, options: Options) -> Site:
    """The site as sites.yaml has it, but where it runs already.

    A site that is in no file is only its address.
    """
    try:
        site = site_of(options, name=name)
    except PathFinderError:
        return site_of(options, url=options.url)
    return replace(site, start=(), reset="", truth="").at(options.url)
