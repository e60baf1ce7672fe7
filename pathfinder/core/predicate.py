"""Strict predicates on a page: decided by code, before any model is asked."""

import json
import re
import shlex
from dataclasses import dataclass
from typing import Protocol

from pathfinder.core.errors import SettingsError

_FORM = re.compile(
    r"^(?P<subject>url|title|text|element)\s+(?P<verb>contains|is|present|visible|absent|matches)\s+(?P<value>.+)$",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"^field\s+(?P<name>\"[^\"]+\"|.+?)\s+(?P<verb>is|contains)\s+(?P<value>.+)$", re.IGNORECASE
)
_VERBS = {
    "url": ("contains", "is", "matches"),
    "title": ("contains", "is", "matches"),
    "text": ("present", "absent", "matches"),
    "element": ("present", "visible", "absent"),
}
HELP = (
    "write one of: url contains X, url matches REGEX, title contains X, text present X, text "
    "absent X, element present NAME,"
    " element absent NAME, field NAME is VALUE, field NAME contains VALUE"
)


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
    @property
    def holdings(self) -> tuple[tuple[str, str], ...]: ...


@dataclass(frozen=True)
class Predicate:
    """`subject verb value`, e.g.

    `text present Thank you`; case and white space do not matter. name: of the field, for subject
    "field".
    """

    subject: str
    verb: str
    value: str
    name: str = ""

    def __str__(self) -> str:
        return " ".join(
            part
            for part in (self.subject, self.name and f'"{self.name}"', self.verb, self.value)
            if part
        )

    def evidence(self, page: Page) -> str | None:
        """Words of the page that make the predicate true; None when it is false."""
        if self.subject == "element":
            found = next((name for name in page.names if _plain(self.value) in _plain(name)), None)
            return _absent(found, self.value) if self.verb == "absent" else found
        if self.subject == "field":
            return self._held(page)
        whole = str(getattr(page, self.subject))
        if self.verb == "matches":
            match = re.search(self.value, whole, re.IGNORECASE)
            return match[0] if match else None
        if self.verb == "is":
            return whole if _plain(whole) == _plain(self.value) else None
        found = next(
            (line for line in whole.split("\n") if _plain(self.value) in _plain(line)), None
        )
        if found is None and _plain(self.value) in _plain(whole):
            found = self.value
        return _absent(found, self.value) if self.verb == "absent" else found

    def _held(self, page: Page) -> str | None:
        """What a field of that name holds, when that is what it should."""
        wanted = _plain(self.value)
        held = [
            (_plain(value), f"{name}: {value}")
            for name, value in page.holdings
            if _plain(name) == _plain(self.name)
        ]
        return next(
            (
                said
                for value, said in held
                if value == wanted or (self.verb == "contains" and wanted in value)
            ),
            None,
        )


def parse_predicate(text: str) -> Predicate:
    """Read `url contains /thanks` and its like.

    Raises:
        SettingsError: Not one of the forms; the message lists them.
    """
    field = _FIELD.match(text.strip())
    if field:
        return Predicate(
            "field", field["verb"].lower(), _unquoted(field["value"]), _unquoted(field["name"])
        )
    match = _FORM.match(text.strip())
    if not match or match["verb"].lower() not in _VERBS[match["subject"].lower()]:
        raise SettingsError(f"condition {text!r} is not understood; {HELP}")
    predicate = Predicate(
        match["subject"].lower(), match["verb"].lower(), _unquoted(match["value"])
    )
    if predicate.verb == "matches":
        _check_regex(predicate.value)
    return predicate


def as_setting(goal: str, condition: str) -> str:
    """The line of sites.yaml that makes a condition prove a goal."""
    return f"success: {json.dumps({goal: [condition]}, ensure_ascii=False)}"


def as_option(condition: str) -> str:
    """The option of `pathfinder explore` for a condition, as a shell reads it."""
    quoted = shlex.quote(condition) if re.search(r'["$`\\!]', condition) else f'"{condition}"'
    return f"--success {quoted}"


def _unquoted(text: str) -> str:
    return text.strip().strip("'\"")


def _check_regex(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise SettingsError(
            f"condition with the regular expression {pattern!r}: {error}; correct the expression"
        ) from None


def _absent(found: str | None, value: str) -> str | None:
    return f"no {value!r} on the page" if found is None else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
