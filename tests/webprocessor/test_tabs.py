"""Tabs that open and close beside the one that is shown."""

from typing import Any

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chromium.webdriver import ChromiumDriver

from pathfinder.webprocessor.tabs import Tabs


class _Driver(ChromiumDriver):
    """Two tabs, of which the second is shown only where it answers."""

    def __init__(self, *, answers: bool) -> None:
        self.window_handles = ["first"]  # type: ignore[misc,assignment]
        self.current_window_handle = "first"  # type: ignore[misc]
        self.answers = answers

    window_handles: Any = None
    current_window_handle: Any = None

    @property
    def switch_to(self) -> Any:
        return self

    def window(self, handle: str) -> None:
        self.current_window_handle = handle

    def execute_script(self, text: str, *given: Any) -> int:
        if self.current_window_handle == "second" and not self.answers:
            raise TimeoutException("Timed out receiving message from renderer")
        return 0

    def execute_cdp_cmd(self, cmd: str, params: dict[str, str]) -> None:
        assert cmd == "Target.closeTarget"
        self.window_handles.remove(params["targetId"])


@pytest.mark.parametrize(
    ("answers", "said", "shown", "tabs"),
    [
        (True, ["new tab"], "second", ["first", "second"]),
        (False, ["a new tab showed nothing"], "first", ["first"]),
    ],
)
def test_a_tab_that_never_shows_anything_is_closed(
    answers: bool, said: list[str], shown: str, tabs: list[str]
) -> None:
    """As of a link to a file in a tab of its own, which nobody keeps."""
    driver = _Driver(answers=answers)
    followed = Tabs(driver)
    driver.window_handles.append("second")
    assert followed.follow() == said
    assert (driver.current_window_handle, driver.window_handles) == (shown, tabs)
    assert followed.follow() == []
