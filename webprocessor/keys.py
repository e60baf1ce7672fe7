"""Names of keys, as a user says them, and what WebDriver calls them."""

import re

from selenium.webdriver import Keys

from pathfinder.webprocessor.troubles import ActionError

_KEY_NAMES = {
    "CTRL": "CONTROL",
    "ESC": "ESCAPE",
    "DEL": "DELETE",
    "RETURN": "ENTER",
    "CMD": "META",
    "PAGEUP": "PAGE_UP",
    "PAGEDOWN": "PAGE_DOWN",
}


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
