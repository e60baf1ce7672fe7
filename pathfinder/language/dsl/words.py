"""The words of the language that both directions need: reading and writing."""

import re

from pathfinder.core.scenario import Locator
from pathfinder.core.statement import ASCENDING, DESCENDING, Check, Comparison, Described

ROLES = (
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "checkbox",
    "radio",
    "switch",
    "slider",
    "spinbutton",
    "tab",
    "menuitem",
    "option",
    "heading",
    "img",
    "row",
    "cell",
    "dialog",
)
KINDS = (
    *ROLES,
    "field",
    "text",
    "list",
    "menu",
    "icon",
    "image",
    "card",
    "section",
    "column",
    "table",
    "message",
    "item",
)
"""What described elements can be: roles, and what people call things."""
ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
COMPARISONS: dict[Comparison, str] = {
    "is": "is",
    "contains": "contains",
    "starts with": "starts with",
    "ends with": "ends with",
    "at least": "is at least",
    "at most": "is at most",
    "more than": "is more than",
    "less than": "is less than",
}
LOCATORS = {
    "label": "label",
    "role": "role",
    "text": "text",
    "css": "css selector",
    "aria-label": "aria-label",
    "testid": "test id",
    "id": "id",
    "placeholder": "placeholder",
    "name": "name",
    "xpath": "xpath",
}
# How a predicate's text form is said in the language; `{0}` and `{1}` are quoted texts.
CONDITIONS = {
    "url contains {0}": "URL contains {0}",
    "url is {0}": "URL is {0}",
    "url matches {0}": "URL matches {0}",
    "title contains {0}": "title contains {0}",
    "title is {0}": "title is {0}",
    "title matches {0}": "title matches {0}",
    "text present {0}": "text {0} is present",
    "text absent {0}": "text {0} is absent",
    "text matches {0}": "text matches {0}",
    "element present {0}": "element {0} is present",
    "element absent {0}": "element {0} is absent",
    'field "{0}" is {1}': "field {0} is {1}",
}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def quote(text: str) -> str:
    """A text as it stands in a file: in double quotes, on one line."""
    return f'"{"".join(_ESCAPES.get(sign, sign) for sign in text)}"'


def unquote(quoted: str) -> str:
    r"""The text that stands in double quotes.

    `\n` is a new line, and any other sign after a backslash is itself.
    """
    return re.sub(r"\\(.)", lambda match: _UNESCAPES.get(match[1], match[1]), quoted[1:-1])


def say_locator(locator: Locator) -> str:
    """A locator in words: `label "Email"`, `role "textbox" named "Email"`."""
    named = f" named {quote(locator.name)}" if locator.name else ""
    return f"{LOCATORS[locator.by]} {quote(locator.value)}{named}"


def ordinal_of(word: str) -> int:
    """The number of an ordinal; -1 for the last: "second" and "2nd" are 2."""
    lower = word.lower()
    if lower == "last":
        return -1
    return ORDINALS.index(lower) + 1 if lower in ORDINALS else int(lower[:-2])


def say_described(described: Described) -> str:
    """What is described: `the second "Edit" link in "the row of the navy bag"`."""
    return f"the {_thing(described)}"


def say_check(check: Check) -> str:
    """A check, as `assert` and `if` have it."""
    own = f"{'not ' if check.negated else ''}{_check(check)}"
    return " or ".join((own, *map(say_check, check.either)))


def _check(check: Check) -> str:
    of, values = check.of, tuple(map(quote, check.values))
    if check.kind == "order":
        way = check.values[0] if check.values[0] in (ASCENDING, DESCENDING) else ", ".join(values)
        return f"order {f'of {say_described(of)} ' if of else ''}is {way}"
    if of is None:
        raise ValueError(f"a check of a {check.kind} without what it is of can't be written")
    if check.kind == "page":
        return f"page {quote(of.name)}"
    if check.kind == "text":
        return f"text {_thing(of)}"
    if check.kind == "state":
        return f"{say_described(of)} is {check.values[0]}"
    value = check.values[0] if check.kind == "count" else values[0]
    return f"{check.kind} of {say_described(of)} {COMPARISONS[check.comparison]} {value}"


def _thing(described: Described) -> str:
    number = described.ordinal
    named = "last" if number < 0 else (*ORDINALS, *(f"{number}th",))[min(number, 11) - 1]
    parts = (
        named if number else "",
        quote(described.name) if described.name else "",
        described.kind,
        f"in {quote(described.place)}" if described.place else "",
    )
    return " ".join(part for part in parts if part)


def say_predicate(predicate: str) -> str:
    """A predicate's text form in the language.

    Quoted whole when the language has no words for it.
    """
    for form, said in CONDITIONS.items():
        pattern = (
            re.escape(form)
            .replace(r"\{0\}", "(.+?)" if "{1}" in form else "(.+)")
            .replace(r"\{1\}", "(.+)")
        )
        if (match := re.fullmatch(pattern, predicate)) and form.format(
            *match.groups()
        ) == predicate:
            return said.format(*map(quote, match.groups()))
    return quote(predicate)
