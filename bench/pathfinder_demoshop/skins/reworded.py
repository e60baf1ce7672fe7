"""Controls say the same in other words.

What the shop tells about goods, orders and totals stays as it is.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from ..markup import Element

WORDS = Path(__file__).with_name("words.yaml")
_LABELS = "a|button|label|legend|summary|th"
_ATTRIBUTES = ("aria-label", "placeholder")


@cache
def words() -> tuple[Mapping[str, str], tuple[tuple[re.Pattern[str], str], ...]]:
    """The new words for whole labels, and those for labels that hold a name, such as `Remove …`."""
    known: dict[str, str] = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    patterns = (
        (re.compile(re.escape(old).replace("…", "(.+)")), new.replace("…", r"\1"))
        for old, new in known.items()
        if "…" in old
    )
    return known, tuple(patterns)


def reword(page: Element) -> None:
    """Give every control of a page its new words."""
    for element in page.xpath(
        " | ".join(
            f"//{tag}[not(ancestor::ol)]/descendant-or-self::*" for tag in _LABELS.split("|")
        )
    ):
        if element.text:
            element.text = _reworded(element.text)
        for child in element:
            child.tail = child.tail and _reworded(child.tail)
    for element in page.xpath(" | ".join(f"//*[@{name}]" for name in _ATTRIBUTES)):
        for name in _ATTRIBUTES:
            if element.get(name):
                element.set(name, _reworded(element.get(name)))


def _reworded(text: str) -> str:
    """The text in new words, with the space around it."""
    plain = text.strip()
    whole, patterns = words()
    if plain in whole:
        return text.replace(plain, whole[plain])
    for pattern, new in patterns:
        if pattern.fullmatch(plain):
            return text.replace(plain, pattern.sub(new, plain))
    return text
