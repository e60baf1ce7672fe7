"""Asking for addresses without going there, as the page's own browser would: with its cookies."""

import contextlib
import time
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.origin import origin_of
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import TROUBLE

_PATIENCE, _BUDGET, _LONGEST = 3.0, 5.0, 30.0
"""Seconds for an answer, for a script, and for all of it."""
_IN_VAIN = 3
"""So many addresses in a row that are not answered, and no other one is asked for."""


@runtime_checkable
class Asking(Protocol):
    """A browser that can ask for an address without going there."""

    def statuses(self, addresses: Sequence[str]) -> dict[str, int]:
        """What HEAD is answered for addresses of the page's origin, 302 for all that lead on.

        Those that were not asked for, or not answered in time, are left out.
        """


def statuses(driver: WebDriver, addresses: Sequence[str]) -> dict[str, int]:
    """As `Asking.statuses`, in half a minute at most."""
    answers: dict[str, int] = {}
    deadline = time.monotonic() + _LONGEST
    with contextlib.suppress(*TROUBLE):
        here = origin_of(driver.current_url)
        left = [one for one in addresses if here and origin_of(one) == here]
        while left and time.monotonic() < deadline:
            got = driver.execute_async_script(
                script("ask_for"), left, _PATIENCE * 1000, _BUDGET * 1000
            )
            answers.update(zip(left, got or (), strict=False))
            if not got or not any(got[-_IN_VAIN:]):
                break
            left = left[len(got) :]
    return {address: status for address, status in answers.items() if status}
