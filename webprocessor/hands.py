"""What acts on a page: hands that hold an element of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from pathfinder.core.secrets import Value, Vault
from pathfinder.webprocessor.asking import answer_of
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import ActionError
from pathfinder.webprocessor.watch import Watch

_TIP_GOES = 0.4


@dataclass
class ActionContext:
    """What an action works with.

    scene: Names the elements.
    value: What the action enters, or its plain text.
    vault: Knows what references stand for.
    allows: Whether a URL is of an allowed origin.
    takes_values: Whether the persona's values may be entered on a page of that URL.
    watch: Safe mode, which is asked before something is pressed or accepted.
    onto: What is dropped onto, where it is held already; else the scene names it.
    """

    driver: WebDriver
    scene: Scene
    value: Value = ""
    vault: Vault = field(default_factory=Vault)
    allows: Callable[[str], bool] = lambda _: False
    takes_values: Callable[[str], bool] = lambda _: False
    notes: list[str] = field(default_factory=list)
    watch: Watch = field(default_factory=Watch)
    onto: "ResolvedElement | None" = None

    def may_press(self, element: WebElement) -> None:
        """See whether safe mode lets an element be pressed.

        Raises:
            SafeModeStop: It names what can't be undone.
        """
        if self.watch.safety:
            self.watch.press(answer_of(self.driver, "says", element))

    def may_choose(self) -> None:
        """See whether safe mode lets the option be chosen that the value names.

        Raises:
            SafeModeStop: It names what can't be undone.
        """
        self.watch.press({"texts": [self.text]})

    def check(self, facts: dict[str, Any]) -> None:
        """See that the frame that an element is in is of an allowed origin, now.

        Raises:
            ActionError: It is not.
        """
        if not self.allows(facts["url"]):
            raise ActionError(
                "off origin",
                f"it stands in a frame off the allowed origins ({facts['url'].partition('?')[0]})",
            )

    @property
    def text(self) -> str:
        """The value as anyone may read it: references stay placeholders."""
        return self.value if isinstance(self.value, str) else self.value.text

    def typed(self, grip: "ResolvedElement") -> str:
        """The value as it is entered into an element.

        The one place where references become what they stand for.

        Raises:
            ActionError: It refers to the persona, and the page or the frame that the element is in
                is not of an allowed origin, now, or no longer encrypted.
        """
        if isinstance(self.value, str):
            return self.value
        for url in (self.driver.current_url, grip.facts["url"]):
            if not self.takes_values(url):
                why = "no longer encrypted" if self.allows(url) else "not on an allowed host"
                said = f"a value of the persona is not entered on {url}: it is {why}"
                raise ActionError("other", said)
        return self.vault.typed(self.value)


@dataclass(frozen=True)
class ResolvedElement:
    """An element got hold of.

    `target` is what to click: a hidden checkbox's label stands in for it.
    """

    element: WebElement
    target: WebElement
    facts: dict[str, Any]
    name: str


def hold(hands: ActionContext, uid: str | None) -> ResolvedElement:
    """Find an element of the Scene in the page as it is now.

    At its place, or else by what it is.
    """
    element = hands.scene.find(uid or "")
    if element is None:
        raise ActionError("not found", f"no element {uid!r} in this scene")
    for index in element.frame:
        hands.driver.switch_to.frame(index)
    found = hands.driver.execute_script(script("find"), _wanted(element))
    if not found:
        raise ActionError("stale", f"{element.name or uid} is no longer on the page")
    hands.check(found[2])
    return ResolvedElement(found[0], found[1], found[2], element.name)


def press(hands: ActionContext, grip: ResolvedElement) -> None:
    """Click what is to be clicked, in the middle of the page where something covers it."""
    try:
        grip.target.click()
    except ElementClickInterceptedException:
        hands.driver.execute_script(
            "arguments[0].scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})",
            grip.target,
        )
        _point_at_nothing(hands)
        # A driver takes what is drawn into a component, or over a box, for what covers it.
        if hands.driver.execute_script(script("reached"), grip.element, grip.target):
            ActionChains(hands.driver, duration=50).move_to_element(grip.target).click().perform()
        else:
            grip.target.click()


def _point_at_nothing(hands: ActionContext) -> None:
    """Let the pointer rest in the corner until a tip that it had brought up is gone."""
    away = ActionBuilder(hands.driver, duration=50)
    away.pointer_action.move_to_location(0, 0)  # type: ignore[no-untyped-call]
    away.perform()
    time.sleep(_TIP_GOES)


def _wanted(element: Element) -> dict[str, object]:
    return {
        "path": element.xpath,
        "tag": element.tag,
        "role": element.role,
        "name": element.name,
        "context": element.context,
        "scroll": not element.in_viewport,
    }
