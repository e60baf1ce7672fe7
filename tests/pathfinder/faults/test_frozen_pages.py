"""A page whose script never ends: blamed on the site in time, and the next case goes on."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import Blame, PageFrozen, PathFinderError
from pathfinder.core.verdict import Status
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.webprocessor.options import BrowserOptions
from pathfinder.webprocessor.start import start_driver
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.served_pages import served_pages

PAGES = {
    "/": "<h1>Moss</h1><button onclick='while (true);'>Freeze</button>",
    "/load": "<h1>Moss</h1><script>while (true);</script>",
}


def impatient(url: str) -> WebDriverBrowser:
    """A browser that gives a page a few seconds."""
    hosts = (urlsplit(url).netloc,)
    return WebDriverBrowser(
        start_driver(BrowserOptions(hosts, load_seconds=2, answer_seconds=4)), hosts
    )


@pytest.mark.parametrize(
    "frozen", [("Click the 'Freeze' button",), ("Navigate to {url}load",)], ids=["click", "load"]
)
def test_a_frozen_page_is_the_sites_fault_and_the_next_case_goes_on(
    frozen: tuple[str, ...], tmp_path: Path
) -> None:
    with served_pages(PAGES) as url:
        steps = tuple(CaseStep(step.format(url=url)) for step in frozen)
        request = SuiteRequest(url=url, out=tmp_path, options={"patience": 0.0})
        with SuiteRunner(
            request, {}, open_with=lambda hosts, *, vault, **options: impatient(url)
        ) as runner:
            first = runner.run(TestCase("Frozen", steps)).verdict
            second = runner.run(
                TestCase("Fine", (), (CaseStep("Assert that 'Moss' is displayed"),))
            ).verdict
    assert (first.status, first.blame) == (Status.INCONCLUSIVE, Blame.SITE), first
    assert second.blame is not Blame.BROWSER, second
    assert second.status is Status.PASSED, second


def test_what_froze_is_said_and_its_browser_ended() -> None:
    with served_pages(PAGES) as url:
        browser = impatient(url)
        browser.open(url)
        script = "document.querySelector('button').click()"
        browser.driver.set_script_timeout(60)
        with pytest.raises(PageFrozen, match="the page stopped answering"):
            browser.driver.execute_script(script)
        with pytest.raises(PathFinderError):
            browser.look()
        browser.close()
