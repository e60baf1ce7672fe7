"""The action list: what hands can do on a page."""

from collections.abc import Callable

from selenium.webdriver import ActionChains

from pathfinder.core.action import Action, Kind
from pathfinder.webprocessor import fields, pagewide
from pathfinder.webprocessor.hands import ActionContext, ResolvedElement, hold, press
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.prepare import is_chromium
from pathfinder.webprocessor.troubles import ActionError

_RESTING = 400  # ms for what pointing changes
_PRESSES = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK, Kind.PRESS})


def act(hands: ActionContext, action: Action) -> None:
    """Do one action.

    Raises:
        ActionError: It can't be done as asked.
        WebDriverException: The driver refused.
    """
    if action.kind in _ON_PAGE:
        _ON_PAGE[action.kind](hands, action)
        return
    act_on(hands, hold(hands, action.uid), action)


def act_on(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Do an action on an element got hold of.

    Raises:
        ActionError: It can't be done as asked.
        WebDriverException: The driver refused.
    """
    hands.check(grip.facts)
    if grip.facts["disabled"] and action.kind is not Kind.HOVER:
        raise ActionError("disabled", f"{grip.name or action.uid} is disabled")
    if action.kind in _PRESSES:
        hands.may_press(grip.target)
    _ON_ELEMENT[action.kind](hands, grip, action)


def _click(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    if grip.facts["under"]:
        ActionChains(hands.driver, duration=50).move_to_element(grip.facts["under"]).perform()
    if grip.facts["wordless"] or grip.facts["under"]:
        _point_at(hands, grip)
    press(hands, grip)


def _point_at(hands: ActionContext, grip: ResolvedElement) -> None:
    """Let the pointer rest on a picture first: one that changes under it is gone for a moment."""
    ActionChains(hands.driver, duration=50).move_to_element(grip.target).perform()
    hands.driver.execute_async_script(script("steady"), grip.target, _RESTING)


def _double_click(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    ActionChains(hands.driver).double_click(grip.target).perform()


def _check(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    if not grip.facts["checked"]:
        _click(hands, grip, action)


def _uncheck(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    if grip.facts["checked"]:
        _click(hands, grip, action)


def _hover(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    ActionChains(hands.driver, duration=50).move_to_element(grip.target).perform()


def _drag(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    onto = hands.onto or hold(hands, action.target)
    if not is_chromium(hands.driver) and hands.driver.execute_async_script(
        script("drag"), grip.target, onto.target
    ):
        return
    moves = ActionChains(hands.driver, duration=80).click_and_hold(grip.target).move_by_offset(5, 5)
    moves.move_to_element(onto.target).move_by_offset(1, 1).release().perform()


_ON_ELEMENT: dict[Kind, Callable[[ActionContext, ResolvedElement, Action], None]] = {
    Kind.CLICK: _click,
    Kind.DOUBLE_CLICK: _double_click,
    Kind.TYPE: fields.type_into,
    Kind.CLEAR: fields.clear,
    Kind.SELECT: fields.select,
    Kind.CHECK: _check,
    Kind.UNCHECK: _uncheck,
    Kind.UPLOAD: fields.upload,
    Kind.HOVER: _hover,
    Kind.FOCUS: pagewide.focus,
    Kind.SELECT_TEXT: pagewide.select_text,
    Kind.DRAG: _drag,
    Kind.PRESS: pagewide.press_on,
    Kind.SCROLL: pagewide.scroll_to,
}
_ON_PAGE: dict[Kind, Callable[[ActionContext, Action], None]] = {
    Kind.NAVIGATE: pagewide.navigate,
    Kind.PRESS: pagewide.press,
    Kind.SCROLL: pagewide.scroll,
    Kind.BACK: pagewide.back,
    Kind.SWITCH_TAB: pagewide.switch_tab,
    Kind.ANSWER_DIALOG: pagewide.answer_dialog,
    Kind.WAIT: pagewide.wait,
}
