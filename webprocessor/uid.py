"""Readable, stable names for elements, and the way back from what a model wrote."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rapidfuzz import fuzz, process

from pathfinder.webprocessor.element import Element

LONGEST = 48
_KEY, _CONTEXT = 24, 16
_PRICE = re.compile(r"[£$€]|\b(?:kr|USD|EUR|GBP|SEK)\b")
_COUNT = re.compile(
    r",? \d+ items?$|\s*\(\d+\)|[£$€]\s?\d[\d.,]*|\d[\d.,]*\s?(?:kr|€|£|\$|USD|EUR|GBP|SEK)\b"
)
_NEAR_TIE = 1.0


def uids(elements: Iterable[Element]) -> tuple[str, ...]:
    """`tag_key_context_counter` for each, unique; a count or price in a name doesn't change it."""
    counts: dict[str, int] = {}
    made = []
    for element in elements:
        base = _base(element)
        counts[base] = counts.get(base, 0) + 1
        made.append(f"{base}_{counts[base]}")
    return tuple(made)


@lru_cache(maxsize=8192)
def slug(text: str, limit: int) -> str:
    """Lower-case words joined by hyphens, cut at a word where possible."""
    plain = unicodedata.normalize("NFKD", text[:120]).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain) or re.findall(r"\w+", text[:limit].lower())
    out = ""
    for word in words:
        joined = f"{out}-{word}" if out else word
        if len(joined) > limit:
            break
        out = joined
    return out or (words[0][:limit] if words else "")


def match_uid(text: str, uids: Sequence[str], *, threshold: float = 85) -> str | None:
    """The UID a model meant; None when nothing is near enough, or two are equally near."""
    wanted = text.strip().strip("`'\"")
    if wanted in uids:
        return wanted
    best = process.extract(wanted.lower(), uids, scorer=fuzz.ratio, limit=2, score_cutoff=threshold)
    if not best or (len(best) > 1 and best[0][1] - best[1][1] < _NEAR_TIE):
        return None
    return str(best[0][0])


def _base(element: Element) -> str:
    key = slug(_COUNT.sub("", element.name or element.text), _KEY) or _named_otherwise(element)
    context = slug(element.context, _CONTEXT)
    parts = [element.tag[:10], key, context if context != key else ""]
    return "_".join(part for part in parts if part)[: LONGEST - 4]


def _named_otherwise(element: Element) -> str:
    """For what has no words of its own, such as a price: its id, class or role."""
    if _PRICE.search(element.name or element.text):
        return "price"
    given = (element.attributes.get(key, "") for key in ("id", "itemprop", "class", "name"))
    return next((found for text in given if (found := slug(text, _KEY))), element.role or "element")
