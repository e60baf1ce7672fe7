"""What axe-core calls serious about a page, and whether it scrolls sideways on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import Chrome

from pathfinder.webprocessor.notices import axe_source

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
_RUN = """
const done = arguments[0];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(found.violations
  .filter(one => one.impact === "serious" || one.impact === "critical")
  .map(one => `${one.id} ×${one.nodes.length}: ${one.nodes[0].target} ${one.nodes[0].failureSummary}`)));
"""


def serious(driver: Chrome) -> list[str]:
    """A line for each rule that the page breaks, serious or critical."""
    driver.execute_script(axe_source())
    driver.set_script_timeout(60)
    found: list[str] = driver.execute_async_script(_RUN)
    return found


@contextmanager
def phone(driver: Chrome) -> Iterator[None]:
    """The browser as a phone, 390 pixels wide."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def overflow(driver: Chrome) -> int:
    """By how many pixels the page is wider than the phone's screen."""
    wide: int = driver.execute_script("return document.documentElement.scrollWidth")
    return wide - int(PHONE["width"])
