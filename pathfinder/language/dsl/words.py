"""The words of the language that both directions need: reading and writing."""

import re

from pathfinder.core.scenario import Locator

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
