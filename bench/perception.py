"""How long a look takes.

This program, Selenium an element at a time, and browser-use, on the same pages in the same run.

    python -m bench.perception [--rounds 15] [--nodes 320 1280 4880]

For browser-use name the Python that has it: BROWSER_USE_PYTHON=/path/to/python.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By

from bench.shop_pages import served, shop_page
from pathfinder.webprocessor.encode import encode
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.webdriver import WebDriverBrowser

T = TypeVar("T")
NODES = (320, 1280, 4880)
BUDGETS = {320: 60, 1280: 90, 4880: 200}
_ATTRIBUTES = ("id", "name")
_USABLE = "a, button, input, select, textarea, [onclick], [role=button]"
_SLOW_ROUNDS = {320: 3}


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Median milliseconds, WebDriver calls a look, characters of the prompt.
    """

    nodes: int
    reader: str
    milliseconds: float
    calls: str
    characters: int
    rounds: int


def main() -> None:
    """Measure and print the table; exit 1 when a budget is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--nodes", type=int, nargs="*", default=list(NODES))
    given = parser.parse_args()
    pages = {f"/{nodes}": shop_page(nodes) for nodes in given.nodes}
    with served(pages) as address:
        rows = [
            *_with_selenium(address, given.nodes, given.rounds),
            *_with_browser_use(address, given.nodes, given.rounds),
        ]
    print(table(sorted(rows, key=lambda row: row.nodes)))
    late = [
        row
        for row in rows
        if row.reader == "PathFinder" and row.milliseconds > BUDGETS.get(row.nodes, float("inf"))
    ]
    sys.exit(1 if late else 0)


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| DOM nodes | reader | median look, ms | WebDriver calls | prompt characters | rounds |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {r.nodes:,} | {r.reader} | {r.milliseconds:,.0f} | {r.calls} | {r.characters:,} | "
        f"{r.rounds} |"
        for r in rows
    ]
    return "\n".join(lines)


class CallCounter:
    """Counts the commands that a driver sends."""

    def __init__(self, driver: Any) -> None:
        self.calls = 0
        self._execute = driver.command_executor.execute
        driver.command_executor.execute = self._counted

    def _counted(self, *args: Any, **options: Any) -> Any:
        self.calls += 1
        return self._execute(*args, **options)


def _with_selenium(address: str, sizes: list[int], rounds: int) -> list[Row]:
    browser = open_browser([urlsplit(address).netloc])
    assert isinstance(browser, WebDriverBrowser)
    counter = CallCounter(browser.driver)
    rows = []
    try:
        for size in sizes:
            browser.open(f"{address}/{size}")
            nodes = browser.look().nodes
            if abs(nodes - size) > size * 0.06:
                sys.exit(f"the page of {size} nodes has {nodes}")
            rows.append(
                _measured(
                    size,
                    "PathFinder",
                    rounds,
                    counter,
                    lambda: make_scene(browser.look()),
                    lambda scene: encode(scene).text,
                )
            )
            slow = _SLOW_ROUNDS.get(size, 1)
            rows.append(
                _measured(
                    size,
                    "Selenium, an element at a time",
                    slow,
                    counter,
                    lambda: _element_by_element(browser.driver),
                    str,
                )
            )
    finally:
        browser.close()
    return rows


def _measured(
    size: int,
    reader: str,
    rounds: int,
    counter: CallCounter,
    look: Callable[[], T],
    text: Callable[[T], str],
) -> Row:
    """Median of the rounds after one to warm up; where a look takes minutes, of one.

    Making the prompt's text is not timed.
    """
    seen = look() if rounds > 1 else None
    seconds, before = [], counter.calls
    for _ in range(rounds):
        began = time.perf_counter()
        seen = look()
        seconds.append(time.perf_counter() - began)
    assert seen is not None
    return Row(
        size,
        reader,
        statistics.median(seconds) * 1000,
        f"{(counter.calls - before) / rounds:,.0f}",
        len(text(seen)),
        rounds,
    )


def _element_by_element(driver: Any) -> str:
    """What a straightforward Selenium script does.

    Find, then ask each element whether it is shown and what it is.
    """
    lines = []
    for element in driver.find_elements(By.CSS_SELECTOR, _USABLE):
        try:
            if not element.is_displayed():
                continue
            told = " ".join(
                f'{name}="{value}"'
                for name in _ATTRIBUTES
                if (value := element.get_attribute(name))
            )
            lines.append(f"<{element.tag_name} {told}>{element.text}")
        except StaleElementReferenceException:
            continue
    return "\n".join(lines)


def _with_browser_use(address: str, sizes: list[int], rounds: int) -> list[Row]:
    python = os.environ.get("BROWSER_USE_PYTHON", "")
    if not python:
        print("browser-use is not measured; set BROWSER_USE_PYTHON to a Python that has it\n")
        return []
    script = Path(__file__).with_name("browser_use_look.py")
    command = [
        python,
        str(script),
        shutil.which("chromium") or "chromium",
        str(rounds),
        *(f"{address}/{size}" for size in sizes),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        print(f"browser-use is not measured; it ended with:\n{done.stderr.strip()[-600:]}\n")
        return []
    found = json.loads(done.stdout.strip().splitlines()[-1])
    return [
        Row(size, "browser-use", one["milliseconds"], "CDP", one["characters"], rounds)
        for size, one in zip(sizes, found, strict=True)
    ]


if __name__ == "__main__":
    main()
