"""The action list: what hands can do on a page."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from selenium.common.exceptions import ElementClickInterceptedException, NoAlertPresentException, NoSuchWindowException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from pathfinder.core.action import Action, Kind
from webprocessor.element import Element, Scene
from webprocessor.keys import chord
from webprocessor.navigate import go
from webprocessor.page import script
from webprocessor.troubles import ActionError


@dataclass
class Hands:
    """What an action works with.

    scene: Names the elements.
    text: The action's value, with what stands behind placeholders.
    safe_at: Whether the text may be typed into a page of that URL; a secret may not go everywhere.
    """

    driver: WebDriver
    scene: Scene
    text: str
    safe_at: Callable[[str], bool] = lambda _: True
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Grip:
    """An element got hold of. `target` is what to click: a hidden checkbox's label stands in for it."""

    element: WebElement
    target: WebElement
    facts: dict[str, Any]
    name: str


def act(hands: Hands, action: Action) -> None:
    """Do one action.

    Raises:
        ActionError: It can't be done as asked.
        WebDriverException: The driver refused.
    """
    if action.kind in _ON_PAGE:
        _ON_PAGE[action.kind](hands, action)
        return
    act_on(hands, hold(hands, action.uid), action)


def act_on(hands: Hands, grip: Grip, action: Action) -> None:
    """Do an action on an element got hold of.

    Raises:
        ActionError: It can't be done as asked.
        WebDriverException: The driver refused.
    """
    if grip.facts["disabled"] and action.kind is not Kind.HOVER:
        raise ActionError("disabled", f"{grip.name or action.uid} is disabled")
    _ON_ELEMENT[action.kind](hands, grip, action)


def hold(hands: Hands, uid: str | None) -> Grip:
    """Find an element of the Scene in the page as it is now: at its place, or else by what it is."""
    element = hands.scene.find(uid or "")
    if element is None:
        raise ActionError("not found", f"no element {uid!r} in this scene")
    for index in element.frame:
        hands.driver.switch_to.frame(index)
    found = hands.driver.execute_script(script("find"), _wanted(element))
    if not found:
        raise ActionError("stale", f"{element.name or uid} is no longer on the page")
    return Grip(found[0], found[1], found[2], element.name)


def _wanted(element: Element) -> dict[str, object]:
    return {
        "path": element.xpath,
        "tag": element.tag,
        "role": element.role,
        "name": element.name,
        "context": element.context,
        "scroll": not element.in_viewport,
    }


def _click(hands: Hands, grip: Grip, action: Action) -> None:
    try:
        grip.target.click()
    except ElementClickInterceptedException:
        hands.driver.execute_script("arguments[0].scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})", grip.target)
        grip.target.click()


def _double_click(hands: Hands, grip: Grip, action: Action) -> None:
    ActionChains(hands.driver).double_click(grip.target).perform()


def _type(hands: Hands, grip: Grip, action: Action) -> None:
    facts = grip.facts
    if facts["type"] in _SET_BY_SCRIPT:
        hands.driver.execute_script(script("set_value"), grip.element, hands.text)
        return
    if facts["type"] == "file":
        _upload(hands, grip, action)
        return
    if not facts["editable"] and facts["role"] not in ("combobox", "textbox", "searchbox"):
        raise ActionError("not a field", f"{grip.name} is not a field to type into")
    if not hands.safe_at(facts["url"]):
        raise ActionError("other", f"a secret is not typed into {facts['url']}: it is not on an allowed host")
    if facts["readonly"]:
        raise ActionError("not interactable", f"{grip.name} is read-only")
    _keys(grip, hands.text)
    if facts["editable"] and not facts["rich"] and hands.driver.execute_script(_LOST, grip.element, hands.text):
        hands.driver.execute_script(script("set_value"), grip.element, hands.text)


def _keys(grip: Grip, text: str) -> None:
    if grip.facts["rich"]:
        grip.element.send_keys(Keys.CONTROL + "a" + Keys.NULL)
    elif grip.facts["value"] or grip.facts["type"] == "password":
        grip.element.clear()
    if not grip.facts["suggests"]:
        grip.element.send_keys(text)
        return
    for letter in text:
        grip.element.send_keys(letter)
        time.sleep(0.01)


def _clear(hands: Hands, grip: Grip, action: Action) -> None:
    if not grip.facts["editable"]:
        raise ActionError("not a field", f"{grip.name} is not a field that can be cleared")
    grip.element.clear()


def _select(hands: Hands, grip: Grip, action: Action) -> None:
    if grip.facts["tag"] != "select":
        _select_from_widget(hands, grip)
        return
    if grip.facts["icons"]:
        _select_by_icon(hands, grip)
        return
    answer = hands.driver.execute_script(script("choose"), grip.element, hands.text)
    if not answer[0]:
        raise ActionError("no such option", f"{grip.name} has no option {hands.text!r}; it has {', '.join(answer[1])}")


def _select_by_icon(hands: Hands, grip: Grip) -> None:
    """A row of icons over a hidden list, such as stars: the one that stands for the option is clicked."""
    icon = hands.driver.execute_script(script("pick_icon"), grip.element, hands.text)
    if icon is None:
        raise ActionError("no such option", f"{grip.name} has no icon for {hands.text!r}")
    icon.click()


def _select_from_widget(hands: Hands, grip: Grip) -> None:
    """An ARIA combobox or listbox: open it, then click the option of that name."""
    grip.target.click()
    time.sleep(0.1)
    option = hands.driver.execute_script(script("aria_option"), grip.element, hands.text)
    if option is None:
        raise ActionError("no such option", f"{grip.name} offers no option {hands.text!r}")
    option.click()


def _check(hands: Hands, grip: Grip, action: Action) -> None:
    if not grip.facts["checked"]:
        _click(hands, grip, action)


def _uncheck(hands: Hands, grip: Grip, action: Action) -> None:
    if grip.facts["checked"]:
        _click(hands, grip, action)


def _upload(hands: Hands, grip: Grip, action: Action) -> None:
    path = Path(hands.text)
    if not path.is_file():
        raise ActionError("no such file", f"{path} is not a file")
    grip.element.send_keys(str(path.resolve()))


def _press_on(hands: Hands, grip: Grip, action: Action) -> None:
    grip.element.send_keys(chord(hands.text))


def _hover(hands: Hands, grip: Grip, action: Action) -> None:
    ActionChains(hands.driver, duration=50).move_to_element(grip.target).perform()


def _drag(hands: Hands, grip: Grip, action: Action) -> None:
    onto = hold(hands, action.target)
    moves = ActionChains(hands.driver, duration=80).click_and_hold(grip.target).move_by_offset(5, 5)
    moves.move_to_element(onto.target).release().perform()


def _scroll_to(hands: Hands, grip: Grip, action: Action) -> None:
    hands.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", grip.target)


def _scroll(hands: Hands, action: Action) -> None:
    if action.uid:
        _scroll_to(hands, hold(hands, action.uid), action)
        return
    step = _SCROLLS.get(hands.text.strip().lower() or "down")
    if step is None:
        raise ActionError("other", f"can't scroll {hands.text!r}; say up, down, top or bottom")
    hands.driver.execute_script(f"scrollTo({{top: {step}, behavior: 'instant'}})")


def _press(hands: Hands, action: Action) -> None:
    if action.uid:
        _press_on(hands, hold(hands, action.uid), action)
        return
    ActionChains(hands.driver).send_keys(chord(hands.text)).perform()


def _navigate(hands: Hands, action: Action) -> None:
    go(hands.driver, hands.text)


def _back(hands: Hands, action: Action) -> None:
    hands.driver.back()


def _switch_tab(hands: Hands, action: Action) -> None:
    handles = hands.driver.window_handles
    wanted = hands.text.strip()
    if wanted.isdigit():
        if int(wanted) >= len(handles):
            raise ActionError("no such tab", f"there are {len(handles)} tabs, counted from 0")
        hands.driver.switch_to.window(handles[int(wanted)])
        return
    here = hands.driver.current_window_handle
    for handle in handles:
        hands.driver.switch_to.window(handle)
        if wanted.lower() in hands.driver.title.lower() or wanted in hands.driver.current_url:
            return
    hands.driver.switch_to.window(here)
    raise ActionError("no such tab", f"no tab with {wanted!r} in its title or URL")


def _answer_dialog(hands: Hands, action: Action) -> None:
    answer, _, text = hands.text.partition(":")
    try:
        alert = hands.driver.switch_to.alert
        if text.strip():
            alert.send_keys(text.strip())
        alert.dismiss() if answer.strip().lower() == "dismiss" else alert.accept()
    except (NoAlertPresentException, NoSuchWindowException):
        raise ActionError("no dialog", "no native dialog is open") from None


def _wait(hands: Hands, action: Action) -> None:
    try:
        time.sleep(min(max(float(hands.text or 1), 0), 30))
    except ValueError:
        raise ActionError("other", f"can't wait {hands.text!r}; give seconds") from None


_SCROLLS = {
    "up": "scrollY - innerHeight * 0.8",
    "down": "scrollY + innerHeight * 0.8",
    "top": "0",
    "bottom": "document.documentElement.scrollHeight",
}
_SET_BY_SCRIPT = frozenset({"date", "time", "month", "week", "datetime-local", "range", "color"})
_LOST = "const [el, text] = arguments; return text !== '' && el.isConnected && el.value === ''"
_ON_ELEMENT: dict[Kind, Callable[[Hands, Grip, Action], None]] = {
    Kind.CLICK: _click,
    Kind.DOUBLE_CLICK: _double_click,
    Kind.TYPE: _type,
    Kind.CLEAR: _clear,
    Kind.SELECT: _select,
    Kind.CHECK: _check,
    Kind.UNCHECK: _uncheck,
    Kind.UPLOAD: _upload,
    Kind.HOVER: _hover,
    Kind.DRAG: _drag,
    Kind.PRESS: _press_on,
    Kind.SCROLL: _scroll_to,
}
_ON_PAGE: dict[Kind, Callable[[Hands, Action], None]] = {
    Kind.NAVIGATE: _navigate,
    Kind.PRESS: _press,
    Kind.SCROLL: _scroll,
    Kind.BACK: _back,
    Kind.SWITCH_TAB: _switch_tab,
    Kind.ANSWER_DIALOG: _answer_dialog,
    Kind.WAIT: _wait,
}
