"""What is found wrong with a site on the way: written down once each, with step and screenshot.

Facts, not opinions: what the browser and its gateway notice, and controls that were pressed and
answered nothing. A finding is no verdict.
"""

from urllib.parse import urldefrag, urlsplit

from pathfinder.core import events
from pathfinder.core.journal import Journal
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.notices import Notice, Noticing

_PRESSED = frozenset({"button", "link"})
_PLAIN = frozenset({"http", "https", ""})


class Inspector:
    """Writes down what a browser notices, where it notices anything."""

    def __init__(self, browser: object, journal: Journal) -> None:
        self._browser = browser if isinstance(browser, Noticing) else None
        self._journal = journal
        self._known: set[tuple[str, str, str]] = set()

    def inspect(self, step: int, screenshot: str = "") -> None:
        """Write down what is new since this was asked last.

        Args:
            step: The step whose action led there.
        """
        for notice in self._browser.notices() if self._browser else ():
            self._note(step, notice, screenshot)

    def unanswered(self) -> bool:
        """Whether it is sure that nothing came of the last press out of sight.

        To be asked at once: what is sent later may be another action's.
        """
        return self._browser is not None and self._browser.answered_a_press() is False

    def pressed_in_vain(self, step: int, role: str, name: str, *, url: str, place: str) -> None:
        """Write down that a control did nothing: nothing changed, and nothing was answered.

        Args:
            url: Of the page. place: The control's XPath.
        """
        if role not in _PRESSED or not name:
            return
        said = f'the {role} "{name}" was pressed, and nothing happened'
        self._note(step, Notice("control does nothing", said, "warning", url, place), "")

    def _note(self, step: int, notice: Notice, screenshot: str) -> None:
        key = (notice.kind, notice.message, urlsplit(notice.url).path)
        if key in self._known:
            return
        self._known.add(key)
        self._journal.write(
            events.Finding(
                step=step,
                kind=notice.kind,
                message=notice.message,
                evidence=notice.evidence,
                severity=notice.severity,
                url=notice.url,
                screenshot=screenshot,
            )
        )


def promises(pressed: Element, scene: Scene) -> bool:
    """Whether something has to come of pressing it: not of a link to where one is."""
    if not pressed.href:
        return True
    to, here = urldefrag(pressed.href), urldefrag(scene.url)
    return urlsplit(pressed.href).scheme in _PLAIN and to.url != here.url
