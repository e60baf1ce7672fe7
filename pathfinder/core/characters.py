"""Characters that a page may hold and that neither a file nor a terminal takes."""

from typing import Any

_KEPT = "\n\t"


def whole(text: str) -> str:
    """The text with U+FFFD for every half of a surrogate pair: no encoding has a place for it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def whole_parts(thing: Any) -> Any:
    """What JSON holds, with every text in it whole."""
    if isinstance(thing, str):
        return whole(thing)
    if isinstance(thing, list):
        return [whole_parts(part) for part in thing]
    if isinstance(thing, dict):
        return {whole(str(key)): whole_parts(part) for key, part in thing.items()}
    return thing


def harmless(text: str) -> str:
    """The text without control characters, line breaks and tabs apart.

    An escape sequence would rule the terminal.
    """
    if text.isascii() and text.isprintable():
        return text
    return whole(
        "".join(character for character in text if character in _KEPT or not _controls(character))
    )


def _controls(character: str) -> bool:
    """Whether it is one of the C0 and C1 controls, or turns the direction of what follows."""
    code = ord(character)
    return (
        code < 0x20 or 0x7F <= code < 0xA0 or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
    )
