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
    parts = [part for part in re.split(r"(?<=[^+])\+", text) if part] or [text]
    keys = [_key(part) for part in parts]
    return "".join(keys) + (Keys.NULL if len(keys) > 1 else "")


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
