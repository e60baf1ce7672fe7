"""A renderer that does not answer in time: no word on the site, whichever runner was at it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import TimeoutException

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status, Verdict
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.webprocessor.options import BrowserOptions
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.start import start_driver
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.served_pages import served_pages

PAGE = "<h1>Moss</h1><button onclick=\"out.textContent = 'Saved'\">Save</button><p id=out></p>"
SAVE = TestCase("Save", (CaseStep('Click the button "Save".', 'The text "Saved" is shown.'),))
SAID = "timeout: Timed out receiving message from renderer: 15.000"
TOLD = {
    "PageIdentification": "Moss",
    "PreviousActions": "none",
    "CurrentStep": "1",
    "ScreenshotDetails": "a button",
    "AssertionControl": "NOTHING TO VERIFY",
    "NextAction": "press Save",
    "Element": "A",
    "Action": "CLICK",
    "Value": "",
}


def pressing(command: str, params: Any) -> bool:
    """Whether a command is part of a click."""
    return command in ("clickElement", "actions")


def looking(command: str, params: Any) -> bool:
    """Whether a command looks at the page, by the browser's console or by script."""
    return command in ("w3cExecuteScript", "executeCdpCommand") and script("look") in str(
        params.get("script", params.get("params", {}).get("expression"))
    )


def silent_once(url: str, silent: Callable[[str, Any], bool]) -> WebDriverBrowser:
    """A browser whose renderer does not answer commands of a sort."""
    hosts = (urlsplit(url).netloc,)
    driver = start_driver(BrowserOptions(hosts))
    execute = driver.execute

    def scripted(command: str, params: Any = None) -> Any:
        if silent(command, params):
            raise TimeoutException(SAID)
        return execute(command, params)

    driver.execute = scripted  # type: ignore[method-assign]
    return WebDriverBrowser(driver, hosts)


def played(runner: str, silent: Callable[[str, Any], bool], out: Path) -> Verdict:
    """What a runner says of the case; the one that always asks an agent has one that presses."""
    agents = {"tester": ScriptedModel([json.dumps(TOLD)])} if runner == "seeact" else {}
    with (
        served_pages({"/": PAGE}) as url,
        SuiteRunner(
            SuiteRequest(url=url, out=out, runner=runner),
            agents,
            open_with=lambda hosts, *, vault, **options: silent_once(url, silent),
        ) as suite,
    ):
        return suite.run(SAVE).verdict


@pytest.mark.long(but=2)
@pytest.mark.parametrize("runner", ["steps", "pinata", "uat", "seeact"])
@pytest.mark.parametrize("silent", [pressing, looking])
def test_a_renderer_that_does_not_answer_is_no_word_on_the_site(
    runner: str, silent: Callable[[str, Any], bool], tmp_path: Path
) -> None:
    verdict = played(runner, silent, tmp_path)
    assert (verdict.status, verdict.blame) == (Status.INCONCLUSIVE, Blame.BROWSER), verdict
    assert "the browser did not answer" in verdict.reason
