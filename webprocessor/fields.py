"""The actions on fields: typing, clearing, choosing, uploading."""

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Keys

from pathfinder.core.action import Action
from pathfinder.webprocessor.hands import ActionContext, ResolvedElement, press
from pathfinder.webprocessor.moments import field_value
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import ActionError

_SET_BY_SCRIPT = frozenset({"date", "time", "month", "week", "datetime-local", "range", "color"})
_WIDGETS = frozenset({"combobox", "listbox"})
_BY_KEYS = frozenset({"slider", "spinbutton"})
_PATIENCE = 1500  # ms for the options of a list that was opened
_SUGGESTING = 600  # ms for the entries that a field suggests
_OPENING = 300  # ms for a calendar
_SHORTEST_NAME = 4
_MOST_LEFT_OUT = 2
_DATED = re.compile(r"\d[-./:\s]+\d|\d\D{0,3}[^\W\d_]{3,}|[^\W\d_]{3,}\.?\s+\d")
_MOST_KEYS = 300
# The field of a list that was opened, which looks up its options.
_LOOKED_UP = """
let now = document.activeElement;
while (now && now.shadowRoot && now.shadowRoot.activeElement) now = now.shadowRoot.activeElement;
return now && now !== arguments[0] && now.matches("input,textarea") && !now.readOnly ? now : null"""
_LOST = "const [el] = arguments; return el.isConnected && el.value === ''"


def type_into(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Replace what a field holds, letter by letter where it suggests.

    Pickers of dates and the like are set at once.
    """
    facts = grip.facts
    if facts["type"] in _SET_BY_SCRIPT:
        _set(hands, grip)
        return
    if facts["type"] == "file":
        raise ActionError(
            "not a field", f"{grip.name} takes a file, which is uploaded and never typed"
        )
    if not facts["editable"] and facts["role"] in _WIDGETS and not _is_typed(facts):
        select(hands, grip, action)
        return
    if not facts["editable"] and facts["role"] in _BY_KEYS:
        _turn(hands, grip)
        return
    if not facts["editable"] and facts["role"] not in ("combobox", "textbox", "searchbox"):
        raise ActionError("not a field", f"{grip.name} is not a field to type into")
    if facts["readonly"]:
        raise ActionError("not interactable", f"{grip.name} is read-only")
    text = hands.typed(grip)
    if facts["becomesField"]:
        _keys_where_it_leads(hands, grip, text)
        return
    if facts.get("boxed"):
        _keys_into_editor(hands, grip, text)
    else:
        _keys(grip, text)
    if text:
        _see_it_taken(hands, grip, text)


def _see_it_taken(hands: ActionContext, grip: ResolvedElement, text: str) -> None:
    """Set what the keys did not enter, pick what is suggested, and leave a calendar that opened."""
    facts, field = grip.facts, grip.element
    written = facts["editable"] and not facts["rich"]
    if written and hands.driver.execute_script(_LOST, field):
        if facts["role"] == "combobox":
            _select_from_widget(hands, grip)
            return
        hands.driver.execute_script(script("set_value"), field, text)
    if facts["suggests"] and (facts["role"] != "searchbox" or facts["looksUp"]):
        _pick_suggestion(hands, grip, text)
    calendar = (script("calendar"), field, _OPENING)
    if written and _DATED.search(text) and hands.driver.execute_async_script(*calendar):
        field.send_keys(Keys.TAB)


def _is_typed(facts: dict[str, Any]) -> bool:
    """A combobox around a field: the keys go to the field."""
    return facts["tag"] not in ("button", "a") and bool(facts["nested"])


def _set(hands: ActionContext, grip: ResolvedElement) -> None:
    """Set what a picker holds, in the form that its type takes.

    Raises:
        ActionError: It takes no such value.
    """
    typed = hands.typed(grip)
    value = field_value(grip.facts["type"], typed)
    hands.driver.execute_script(script("set_value"), grip.element, value)
    if value and hands.driver.execute_script(_LOST, grip.element):
        raise ActionError("other", f"{grip.name} takes no {hands.text!r} as {grip.facts['type']}")


def _turn(hands: ActionContext, grip: ResolvedElement) -> None:
    """Move a slider or spinner that is no field by arrow keys until it shows a number.

    Raises:
        ActionError: It is asked for no number, or does not get there.
    """
    try:
        wanted = float(hands.typed(grip))
    except ValueError:
        raise ActionError("other", f"{grip.name} takes a number, not {hands.text!r}") from None
    hands.driver.execute_script("arguments[0].focus()", grip.element)
    now = last = None
    for _ in range(_MOST_KEYS):
        now = hands.driver.execute_script(script("reading"), grip.element)
        if now is None or now == wanted:
            break
        # Beside the number and past it: there is no step that shows it.
        if now == last or (last is not None and (last - wanted) * (now - wanted) < 0):
            break
        grip.element.send_keys(Keys.ARROW_RIGHT if now < wanted else Keys.ARROW_LEFT)
        last = now
    if now != wanted:
        raise ActionError("other", f"{grip.name} can't be set to {hands.text}")


def _pick_suggestion(hands: ActionContext, grip: ResolvedElement, text: str) -> None:
    """Pick the entry that a field suggests and that reads as what was typed, if there is one.

    Of a field that has to hold something, and has a list of its own, also the only one that is left
    and says the same and more ("Tern Theatre, Harbour Street"), or, where nothing is found, the one
    that reads as the last words: many a list has no "The" before a name. Others may be searched,
    or take any text; and of "Tom Ashworth" no list's "Jane Ashworth" is meant.
    """
    picks = grip.facts["role"] == "combobox" and grip.facts["editable"] and grip.facts["needed"]
    picks = picks and grip.facts["type"] != "search"
    entry, words = _suggested(hands, grip, text, only=picks), text.split()
    for first in range(1, min(len(words), _MOST_LEFT_OUT + 1)):
        if entry is not None or not picks:
            break
        rest = " ".join(words[first:])
        _keys(grip, rest)
        entry = _suggested(hands, grip, rest)
        if entry is None:
            _keys(grip, text)
    if entry is not None:
        hands.may_press(entry)
        entry.click()
        hands.notes.append("picked a suggestion")


def _suggested(
    hands: ActionContext, grip: ResolvedElement, text: str, *, only: bool = False
) -> Any:
    only = only and len(text) >= _SHORTEST_NAME
    suggested = script("suggested"), grip.element, text, _SUGGESTING, only
    return hands.driver.execute_async_script(*suggested)


def _keys_into_editor(hands: ActionContext, grip: ResolvedElement, text: str) -> None:
    """Type into a field that nobody sees, by the box that shows what it takes."""
    grip.target.click()
    keys = ActionChains(hands.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
    keys.send_keys(Keys.DELETE, text).perform()


def _keys_where_it_leads(hands: ActionContext, grip: ResolvedElement, text: str) -> None:
    """Press what becomes a field, and type into the one that then has the focus.

    Raises:
        ActionError: None has.
    """
    press(hands, grip)
    field = hands.driver.execute_async_script(script("focused"), grip.element, _PATIENCE)
    if field is None:
        raise ActionError("not a field", f"{grip.name} leads to no field to type into")
    field.send_keys(text)


def _keys(grip: ResolvedElement, text: str) -> None:
    if grip.facts["rich"]:
        # The body of an editor in a frame counts as active there while the keys go elsewhere.
        grip.element.click()
        grip.element.send_keys(Keys.CONTROL + "a" + Keys.NULL)
    else:
        # Typed over, as a user would: what a framework keeps in a field, or puts there once it has
        # the focus, comes back where it is only emptied.
        grip.element.send_keys(Keys.CONTROL + "a" + Keys.NULL, *([] if text else [Keys.BACKSPACE]))
    if not grip.facts["suggests"]:
        grip.element.send_keys(text)
        return
    for letter in text:
        grip.element.send_keys(letter)
        time.sleep(0.01)


def clear(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Empty a field."""
    if not grip.facts["editable"]:
        raise ActionError("not a field", f"{grip.name} is not a field that can be cleared")
    grip.element.clear()


def select(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Choose an option, of a list or of what stands in for one."""
    hands.may_choose()
    if grip.facts["tag"] != "select":
        _select_from_widget(hands, grip)
        return
    if grip.facts["icons"]:
        _select_by_icon(hands, grip)
        return
    answer = hands.driver.execute_script(script("choose"), grip.element, hands.typed(grip))
    # What opens a dialog when an option is chosen takes the answer away: it was chosen.
    if answer and not answer[0]:
        raise ActionError(
            "no such option",
            f"{grip.name} has no option {hands.text!r}; it has {', '.join(answer[1])}",
        )


def _select_by_icon(hands: ActionContext, grip: ResolvedElement) -> None:
    """A row of icons over a hidden list, such as stars.

    The one that stands for the option is clicked.
    """
    icon = hands.driver.execute_script(script("pick_icon"), grip.element, hands.typed(grip))
    if icon is None:
        raise ActionError("no such option", f"{grip.name} has no icon for {hands.text!r}")
    icon.click()


def _select_from_widget(hands: ActionContext, grip: ResolvedElement) -> None:
    """An ARIA combobox or listbox: open it, then click the option of that name."""
    if grip.facts["expanded"] != "true":
        press(hands, grip)
    wanted = (script("aria_option"), grip.element, hands.typed(grip), _PATIENCE)
    option = hands.driver.execute_async_script(*wanted)
    if option is None and (search := hands.driver.execute_script(_LOOKED_UP, grip.element)):
        search.send_keys(hands.typed(grip))
        option = hands.driver.execute_async_script(*wanted)
    if option is None:
        raise ActionError("no such option", f"{grip.name} offers no option {hands.text!r}")
    press(hands, replace(grip, element=option, target=option))


def upload(hands: ActionContext, grip: ResolvedElement, action: Action) -> None:
    """Give a file to a field for files."""
    path = Path(hands.text)
    if not path.is_file():
        raise ActionError("no such file", f"{path} is not a file")
    grip.element.send_keys(str(path.resolve()))
