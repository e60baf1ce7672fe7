"""`python -m bench.replay`.

A purchase in the demo shop, by a hand-written Selenium script and by `replay`, turn by turn in one
run.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support import expected_conditions as wanted
from selenium.webdriver.support.ui import Select, WebDriverWait

from pathfinder.core.journal import FileJournal, Journal, MemoryJournal
from pathfinder.core.settings import load_persona, site_from_url, userdata_folder
from pathfinder.core.verdict import Status
from pathfinder.engine.playback.turn import Pace
from pathfinder.language.dsl import compile_file
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from pathfinder_demoshop.serve import running_shop

SCENARIO = userdata_folder() / "scenarios/ts02-guest-checkout.dsl"
NEWCOMER = load_persona(userdata_folder(), "newcomer")
VALUES = NEWCOMER.values
ADDRESS = {
    "email": "account.email",
    "first_name": "identity.first_name",
    "last_name": "identity.last_name",
    "line1": "address.line1",
    "city": "address.city",
    "postcode": "address.postcode",
}
CARD = {
    "card_name": "payment.name_on_card",
    "card_number": "payment.card_number",
    "expiry": "payment.expiry",
    "cvc": "payment.cvc",
}


class Script:
    """The helpers that a hand-written Selenium test has.

    Explicit waits, clickable before clicked.
    """

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        self.wait = WebDriverWait(driver, 30, poll_frequency=0.1)

    def press(self, by: str, what: str) -> None:
        """Wait until it is clickable, and click it where it can be seen."""
        element = self.wait.until(wanted.element_to_be_clickable((by, what)))
        self.driver.execute_script(
            "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element
        )
        element.click()

    def button(self, name: str) -> None:
        self.press(By.XPATH, f"//button[normalize-space()='{name}']")

    def type_into(self, name: str, key: str) -> None:
        field = self.wait.until(wanted.visibility_of_element_located((By.ID, name)))
        field.clear()
        field.send_keys(VALUES[key])

    def says(self, *texts: str) -> None:
        for text in texts:
            self.wait.until(wanted.text_to_be_present_in_element((By.TAG_NAME, "body"), text))


def by_hand(driver: WebDriver, url: str) -> None:
    """The guest checkout as a tester would write it, checking what the scenario checks."""
    script = Script(driver)
    driver.get(url)
    script.button("Only necessary")
    script.press(By.LINK_TEXT, "Lighting")
    script.press(By.LINK_TEXT, "Storm Candle Lantern")
    script.wait.until(wanted.url_contains("/product/storm-candle-lantern"))
    script.button("Add to basket")
    script.says("1 × £32.00")
    script.press(By.LINK_TEXT, "Checkout")
    for name, key in ADDRESS.items():
        script.type_into(name, key)
    Select(driver.find_element(By.ID, "country")).select_by_visible_text(VALUES["address.country"])
    script.button("Continue to delivery")
    script.press(By.XPATH, "//label[contains(., 'Standard delivery')]")
    script.button("Continue to payment")
    script.says("£35.95")
    for name, key in CARD.items():
        script.type_into(name, key)
    script.button("Continue to review")
    script.says(VALUES["account.email"], VALUES["identity.full_name"], VALUES["address.line1"])
    script.says(f"{VALUES['address.city']}, {VALUES['address.postcode']}", "£3.95", "£35.95")
    script.press(By.ID, "terms")
    script.button("Place order")
    script.wait.until(wanted.url_contains("/checkout/confirmation"))
    script.says(VALUES["account.email"], "Storm Candle Lantern", VALUES["address.line1"], "£35.95")


def by_replay(browser: WebDriverBrowser, url: str, journal: Journal, *, screenshots: bool) -> None:
    """The same purchase, replayed from its scenario."""
    site = site_from_url(url)
    pace = Pace(timeout=30.0, screenshots=screenshots)
    verdict = Replayer(compile_file(SCENARIO), site, QuickBrowser(browser), journal, pace).run()
    if verdict.status is not Status.PASSED:
        raise SystemExit(f"the replay did not pass: {verdict.reason}")


def measure(turns: int) -> dict[str, list[float]]:
    """Seconds of each way to buy, turn by turn, each as a fresh visitor of the same shop."""
    seconds: dict[str, list[float]] = {
        "by hand": [],
        "replay": [],
        "replay, a screenshot a step": [],
    }
    with running_shop(seed=0) as url, TemporaryDirectory() as folder:
        browser = open_browser(["127.0.0.1:*"], vault=NEWCOMER.vault)
        journal = FileJournal(Path(folder))
        ways: dict[str, Callable[[], None]] = {
            "by hand": lambda: by_hand(browser.driver, url),
            "replay": lambda: by_replay(browser, f"{url}/", MemoryJournal(), screenshots=False),
            "replay, a screenshot a step": lambda: by_replay(
                browser, f"{url}/", journal, screenshots=True
            ),
        }
        try:
            for turn in range(turns + 1):
                for name, buy in ways.items():
                    browser.forget()
                    browser.traces.note(url)
                    began = time.perf_counter()
                    buy()
                    if turn:  # the first turn warms up
                        seconds[name].append(time.perf_counter() - began)
        finally:
            journal.close()
            browser.close()
    return seconds


def main() -> None:
    """Print the medians, and their ratio to the script's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    found = measure(parser.parse_args().turns)
    hand = statistics.median(found["by hand"])
    for name, times in found.items():
        median = statistics.median(times)
        print(
            f"{name:<30} {median:6.2f} s   {median / hand:5.2f} of the script   "
            f"({', '.join(f'{one:.2f}' for one in times)})"
        )


if __name__ == "__main__":
    main()
