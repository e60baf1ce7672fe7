"""The actions on the page as a whole; keys and scrolling may be aimed at an element of it."""

import re
import time

from selenium.common.exceptions import NoAlertPresentException, NoSuchWindowException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.alert import Alert

from pathfinder.core.action import Action
from pathfinder.core.errors import SafeModeStop
from pathfinder.webprocessor.hands import ActionContext, ResolvedElement, hold
from pathfinder.webprocessor.navigate import go
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import ActionError

_SCROLLS = {
    "up": "scrollY - innerHeight * 0.8",
    "down": "scrollY + innerHeight * 0.8",
    "top": "0",
    "bottom": "document.documentElement.scrollHeight",
}
_KEY_NAMES = {
    "CTRL": "CONTROL",
    "ESC": "ESCAPE",
    "DEL": "DELETE",
    "RETURN": "ENTER",
    "CMD": "META",
    "PAGEUP": "PAGE_UP",
    "PAGEDOWN": "PAGE_DOWN",
}


def press_on(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Press keys on an element."""
    grip.element.send_keys(chord(hands.text))


def focus(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Put the focus on an element, as the Tab key would, without pressing it."""
    hands.driver.execute_script("arguments[0].focus()", grip.element)


def select_text(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Select what an element shows or a field holds, or a part of it, as by dragging over it.

    Raises:
        ActionError: The part is not in it.
    """
    if not hands.driver.execute_script(script("select_text"), grip.element, hands.text):
        raise ActionError("not found", f"{grip.name} has no text {hands.text!r} to select")


def scroll_to(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Bring an element to the middle of the viewport, or scroll the box around it."""
    if hands.text.strip():
        _scroll_box(hands, grip)
        return
    hands.driver.execute_script(
        "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", grip.target
    )


def _scroll_box(hands: ActionContext, grip: ResolvedElement) -> None:
    where = hands.text.strip().lower()
    if where not in _SCROLLS:
        raise ActionError("other", f"can't scroll {hands.text!r}; say up, down, top or bottom")
    if not hands.driver.execute_script(script("scroll_box"), grip.element, where):
        raise ActionError("other", f"nothing around {grip.name} scrolls")


def scroll(hands: ActionContext, action: Action) -> None:
    """Scroll the page, or to an element."""
    if action.uid:
        scroll_to(hands, hold(hands, action.uid), action)
        return
    step = _SCROLLS.get(hands.text.strip().lower() or "down")
    if step is None:
        raise ActionError("other", f"can't scroll {hands.text!r}; say up, down, top or bottom")
    hands.driver.execute_script(f"scrollTo({{top: {step}, behavior: 'instant'}})")


def press(hands: ActionContext, action: Action) -> None:
    """Press keys, where the focus is or on an element."""
    if action.uid:
        press_on(hands, hold(hands, action.uid), action)
        return
    if hands.watch.safety:
        hands.may_press(hands.driver.switch_to.active_element)
    held, key = parts(hands.text)
    chain = ActionChains(hands.driver)
    for modifier in held:
        chain.key_down(modifier)
    chain.send_keys(key)
    for modifier in reversed(held):
        chain.key_up(modifier)
    chain.perform()


def navigate(hands: ActionContext, action: Action) -> None:
    """Go to a URL."""
    go(hands.driver, hands.text)


def back(hands: ActionContext, action: Action) -> None:
    """Go back in the history."""
    hands.driver.back()


def switch_tab(hands: ActionContext, action: Action) -> None:
    """Go to a tab, by number or by words of its title or URL."""
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


def answer_dialog(hands: ActionContext, action: Action) -> None:
    """Accept or dismiss the native dialog, with a text for a prompt.

    Raises:
        SafeModeStop: It asks about what can't be undone; it is dismissed then.
    """
    answer, _, text = hands.text.partition(":")
    try:
        alert = hands.driver.switch_to.alert
        if answer.strip().lower() == "dismiss":
            alert.dismiss()
            return
        _check_dialog(hands, alert)
        if text.strip():
            alert.send_keys(text.strip())
        alert.accept()
    except (NoAlertPresentException, NoSuchWindowException):
        raise ActionError("no dialog", "no native dialog is open") from None


def _check_dialog(hands: ActionContext, alert: Alert) -> None:
    try:
        hands.watch.accept(alert.text)
    except SafeModeStop:
        alert.dismiss()
        raise


def wait(hands: ActionContext, action: Action) -> None:
    """Wait some seconds, at most 30."""
    try:
        time.sleep(min(max(float(hands.text or 1), 0), 30))
    except ValueError:
        raise ActionError("other", f"can't wait {hands.text!r}; give seconds") from None


def chord(text: str) -> str:
    """`Control+A`, `Enter` or plain text as WebDriver keys.

    A modifier holds to the end of the chord.

    Raises:
        ActionError: No such key.
    """
    held, key = parts(text)
    return "".join(held) + key + (Keys.NULL if held else "")


def parts(text: str) -> tuple[list[str], str]:
    """The keys of a chord that are held, and the one that is pressed.

    Letters are keys in a chord: "Control+V" presses no Shift.

    Raises:
        ActionError: No such key.
    """
    named = [part for part in re.split(r"(?<=[^+])\+", text) if part] or [text]
    *held, key = [_key(part) for part in named]
    return held, key.lower() if held and len(named[-1]) == 1 else key


def _key(name: str) -> str:
    if len(name) == 1:
        return name
    plain = name.strip().upper().replace(" ", "_").replace("ARROW", "ARROW_").replace("__", "_")
    found = getattr(Keys, _KEY_NAMES.get(plain, plain), None)
    if found is None:
        raise ActionError(
            "other", f"no key {name!r}; say Enter, Tab, Escape, ArrowDown, Control+A …"
        )
    return str(found)
