"""Whether what was entered is what should be."""

import re
from collections.abc import Iterable

from pathfinder.engine.candidates import same_text
from pathfinder.webprocessor.element import Element


def one_of(said: str, values: Iterable[str], element: Element | None) -> bool:
    """Whether a text is one of the values, however it is written; a password only exactly."""
    exact = element is not None and element.attributes.get("type") == "password"
    return any(
        said == v if exact else same_text(said, v) or _number(said) == _number(v) for v in values
    )


def _number(text: str) -> str:
    """A number as it is written shortest; other words as they are."""
    return re.sub(r"\.0+$|(?<=\.\d)0+$", "", text.strip())
