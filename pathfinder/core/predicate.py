"""Strict predicates on a page: decided by code, before any model is asked."""

import re
from dataclasses import dataclass
from typing import Protocol

from pathfinder.core.errors import SettingsError

_FORM = re.compile(r"^(?P<subject>url|title|text|element)\s+(?P<verb>contains|is|present|absent|matches)\s+(?P<value>.+)$", re.IGNORECASE)
_VERBS = {
    "url": ("contains", "is", "matches"),
    "title": ("contains", "is", "matches"),
    "text": ("present", "absent", "matches"),
    "element": ("present", "absent"),
}
HELP = "write one of: url contains X, url matches REGEX, title contains X, text present X, text absent X, element present NAME"


class Page(Protocol):
    """What a predicate looks at."""

    @property
    def url(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Predicate:
    """`subject verb value`, e.g. `text present Thank you`; case and white space do not matter."""

    subject: str
    verb: str
    value: str

    def __str__(self) -> str:
        return f"{self.subject} {self.verb} {self.value}"

    def evidence(self, page: Page) -> str | None:
        """Words of the page that make the predicate true; None when it is false."""
        if self.subject == "element":
            found = next((name for name in page.names if _plain(self.value) in _plain(name)), None)
            return found if self.verb == "present" else _absent(found, self.value)
        whole = str(getattr(page, self.subject))
        if self.verb == "matches":
            match = re.search(self.value, whole, re.IGNORECASE)
            return match[0] if match else None
        if self.verb == "is":
            return whole if _plain(whole) == _plain(self.value) else None
        found = next((line for line in whole.split("\n") if _plain(self.value) in _plain(line)), None)
        return _absent(found, self.value) if self.verb == "absent" else found


def parse_predicate(text: str) -> Predicate:
    """Read `url contains /thanks` and its like.

    Raises:
        SettingsError: Not one of the forms; the message lists them.
    """
    match = _FORM.match(text.strip())
    if not match or match["verb"].lower() not in _VERBS[match["subject"].lower()]:
        raise SettingsError(f"condition {text!r} is not understood; {HELP}")
    predicate = Predicate(match["subject"].lower(), match["verb"].lower(), match["value"].strip().strip("'\""))
    if predicate.verb == "matches":
        _check_regex(predicate.value)
    return predicate


def _check_regex(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise SettingsError(f"condition with the regular expression {pattern!r}: {error}; correct the expression") from None


def _absent(found: str | None, value: str) -> str | None:
    return f"no {value!r} on the page" if found is None else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
