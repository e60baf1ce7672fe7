"""A browser of saved pages that is led by locators, as a replay and its healer lead one."""

import re
from collections.abc import Sequence
from typing import Any

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import UsageError
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Locator, Target
from pathfinder.core.secrets import Value, Vault
from pathfinder.testing.browser import FakeBrowser
from pathfinder.webprocessor.element import Box, Element, Scene, held_by
from pathfinder.webprocessor.hands import ResolvedElement
from pathfinder.webprocessor.locate import find_by
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, Page, SettleResult
from pathfinder.webprocessor.scene import make_scene

_STATUS = re.compile(r"HTTP (\d+)")


class FakeLocatingBrowser:
    """A fake browser led by targets. It answers at once: what it shows does not change by waiting.

    Locators find what they name exactly; several elements are told apart by the target's context.

    Args:
        browser: The pages, and what is done to them.
        drops: Names of fields that lose what is typed into them.
    """

    def __init__(self, browser: FakeBrowser, *, drops: Sequence[str] = ()) -> None:
        self.browser = browser
        self.drops = drops

    @property
    def vault(self) -> Vault:
        """The persona's values."""
        return self.browser.vault

    def navigate(self, url: str) -> None:
        """Go to a URL.

        Raises:
            HostNotAllowed, SiteUnreachable.
        """
        self.browser.open(url)

    def seek(
        self, target: Target, kind: Kind, *, timeout: float, shown_only: bool = False
    ) -> FoundElement | ElementNotFound:
        """Find what a target's locators name, best first."""
        scene = self.look()
        several = 0
        for index, wanted in enumerate(target.locators):
            locator = wanted.model_copy(
                update={
                    "value": self.vault.show(wanted.value),
                    "name": self.vault.show(wanted.name),
                }
            )
            found = _all_by(scene, locator)
            one = _only(found, target)
            if one is not None:
                return self._found(one, scene, index, len(found))
            several = several or len(found)
        if several:
            words = f"{several} elements fit, and nothing tells them apart"
            return ElementNotFound("ambiguous", words, _page(scene))
        return ElementNotFound("not found", "nothing on the page fits", _page(scene))

    def text_of(self, held: FoundElement) -> str:
        """The words that an element shows, or what a field holds."""
        element = self._element(held)
        return (element.text or held_by(element)) if element else ""

    def act(
        self, action: Action, held: FoundElement | None = None, onto: FoundElement | None = None
    ) -> ActionResult:
        """Do an action, on an element or on the page.

        Raises:
            PathFinderError: The page's answer to it is one.
        """
        element = self._element(held) if held else None
        if held is not None and element is None:
            return ActionResult(False, "stale", f"{held.name} is no longer on the page")
        return self.browser.do(action, element)

    def rest(
        self,
        predicates: Sequence[Predicate],
        *,
        timeout: float,
        field: FoundElement | None = None,
        typed: Value = "",
    ) -> SettleResult:
        """The page as it is, and which of the predicates do not hold on it."""
        snapshot = self.browser.look()
        scene = make_scene(snapshot)
        if snapshot.dialog:
            return SettleResult(Page(), tuple(predicates), dialog=snapshot.dialog)
        held = "|".join(f"{name}={value}" for name, value in scene.holdings)
        status = next((int(hit[1]) for note in snapshot.notes if (hit := _STATUS.match(note))), 200)
        return SettleResult(
            page=_page(scene),
            unmet=tuple(one for one in predicates if self._evidence(one, scene) is None),
            kept=not (field and typed and field.name in self.drops),
            status=status,
            signature=f"{scene.url}|{scene.text}|{held}",
        )

    def evaluate(self, code: str) -> str:
        """Refuse: a saved page runs no scripts.

        Raises:
            UsageError: Always.
        """
        raise UsageError(f"the script {code!r} does not run: the page of a fake browser is saved")

    def look(self) -> Scene:
        """The whole page, named."""
        return make_scene(self.browser.look())

    def screenshot(self) -> bytes:
        """An empty picture."""
        return self.browser.screenshot()

    def _evidence(self, predicate: Predicate, scene: Scene) -> str | None:
        shown = Predicate(
            predicate.subject, predicate.verb, self.vault.show(predicate.value), predicate.name
        )
        return shown.evidence(scene)

    def _element(self, held: FoundElement) -> Element | None:
        scene = self.look()
        seen = (*scene.actionable, *scene.informational)
        return next((one for one in seen if one.xpath == held.path), None)

    def _found(self, element: Element, scene: Scene, locator: int, count: int) -> FoundElement:
        handle: Any = element  # no driver holds it
        return FoundElement(
            grip=ResolvedElement(handle, handle, {}, element.name),
            page=_page(scene),
            locator=locator,
            count=count,
            tag=element.tag,
            role=element.role,
            name=element.name,
            box=element.box or Box(0, 0, 0, 0),
            viewport=scene.viewport,
            path=element.xpath,
        )


def _all_by(scene: Scene, locator: Locator) -> tuple[Element, ...]:
    """What a locator finds; a role without a name finds all elements of that role."""
    if locator.by != "role" or locator.name:
        return find_by(scene, locator)
    seen = (*scene.actionable, *scene.informational)
    return tuple(one for one in seen if one.role == locator.value)


def _page(scene: Scene) -> Page:
    return Page(scene.url, scene.title, scene.heading)


def _only(found: Sequence[Element], target: Target) -> Element | None:
    """The one that is meant: the only one, the first of several that lead to one page.

    Else the only one in the remembered context.
    """
    memory = target.element
    if len(found) > 1 and memory and not (found[0].href and len({e.href for e in found}) == 1):
        found = [one for one in found if one.context.casefold() == memory.context.casefold()]
        return found[0] if len(found) == 1 else None
    return found[0] if found else None
