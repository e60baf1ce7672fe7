"""Test cases on the applications: each case finds its application served anew."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pathfinder.agents.models.base import Model
from pathfinder.core.case import CaseResult, TestCase
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder_bench.sites.campaign import occupied
from pathfinder_bench.sites.checking import home_of
from pathfinder_bench.sites.contract import APPS, find_apps
from pathfinder_bench.sites.serving import free_port
from pathfinder_bench.sites.session import persona_of


def run_on_app(
    case: TestCase,
    request: SuiteRequest,
    models: Mapping[str, Model],
    homes: Path,
    *,
    apps: Path = APPS,
) -> CaseResult:
    """Run a case on the application that is its site, with fresh data and the sheet's persona.

    Args:
        homes: Where the applications are installed.
        apps: Where they are described.

    Raises:
        UsageError: There is no such application, or it is not installed.
        SiteUnreachable: It does not start.
    """
    [app] = find_apps([case.site], folder=apps)
    home = home_of(app, homes.absolute())
    persona = persona_of(app, request.out)
    with occupied(home):
        app.code.reset(home)
        with app.code.start(home, free_port()) as url:
            here = replace(
                request,
                url=url + app.sheet.start,
                persona=persona.name,
                userdata=request.out / "userdata",
            )
            with SuiteRunner(here, models) as runner:
                return runner.run(case)
