"""What a session needs of a browser: look, act, look again."""

from typing import Protocol

from pathfinder.core.action import Action, ActionResult
from pathfinder.webprocessor.element import Scene, Snapshot
from pathfinder.webprocessor.watch import Safety


class Browser(Protocol):
    """What a session needs of a browser."""

    version: str

    @property
    def withheld(self) -> tuple[str, ...]:
        """The requests that pages sent by themselves, and that safe mode kept back, in words."""

    def open(self, url: str) -> ActionResult:
        """Go to a URL and wait until it has settled.

        Raises:
            HostNotAllowed, SiteUnreachable, BrowserDied, TabCrashed, SafeModeStop.
        """

    def look(self) -> Snapshot:
        """The page as it is now, in one WebDriver call.

        Raises:
            PageNotReady, BrowserDied, TabCrashed.
        """

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Do an action on what `scene` names, and settle. Trouble with the page is in the result.

        Raises:
            BrowserDied, TabCrashed, SafeModeStop, SiteUnreachable.
        """

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""

    def forget(self) -> None:
        """Drop cookies and storage: the site sees a fresh visitor."""

    def keep_safe(self, safety: Safety | None) -> None:
        """Begin a session that may do no more than this; None: everything."""

    def close(self) -> None:
        """End the browser."""
