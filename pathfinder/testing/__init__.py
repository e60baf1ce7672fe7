"""Fakes for tests of players, runners and healers: a browser of saved pages, without Chromium.

    from pathfinder.testing import FakeBrowser, FakePage

    pages = {"home": FakePage(home, {"Basket": "basket"}), "basket": FakePage(basket)}
    browser = FakeBrowser(pages)

A page is a Snapshot: read from a file (`pathfinder.webprocessor.snapshots`), taken of HTML in
Chromium once (`pathfinder.webprocessor.saved`), or made of Elements. `FakeBrowser` is what an
exploration or a test case is played in, `FakeLocatingBrowser` what a scenario is.
"""

from pathfinder.testing.browser import Answer, Done, FakeBrowser, FakePage
from pathfinder.testing.locating import FakeLocatingBrowser

__all__ = ["Answer", "Done", "FakeBrowser", "FakeLocatingBrowser", "FakePage"]
