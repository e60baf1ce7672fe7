"""Ids and classes have other names, as after a change of the framework that makes them up."""

import re
from hashlib import sha256

from ..markup import Element

_REFERENCES = ("for", "aria-describedby", "aria-labelledby", "aria-controls")
_CLASS = re.compile(r"url\([^)]*\)|\.([A-Za-z][\w-]*)")
_SELECTORS = re.compile(r'(\b(?:one|all|closest)\(")([^"]+)')
_NAMES = re.compile(r'(className = "|toggle\(")([^"]+)')


def new_name(name: str) -> str:
    """What an id or a class is called now; the same each time."""
    return "_" + sha256(name.encode()).hexdigest()[:7]


def rename(page: Element) -> None:
    """Rename every id and class of a page, and what refers to them."""
    for element in page.iter("*"):
        for attribute in ("class", "id", *_REFERENCES):
            if names := element.get(attribute):
                element.set(attribute, " ".join(new_name(name) for name in names.split()))
        if (target := element.get("href", "")).startswith("#") and len(target) > 1:
            element.set("href", "#" + new_name(target[1:]))


def rename_in_style(style: str) -> str:
    """A style sheet for the renamed pages; the shop's selects by class, never by id."""
    return _CLASS.sub(lambda match: "." + new_name(match[1]) if match[1] else match[0], style)


def rename_in_script(script: str) -> str:
    """A script for the renamed pages."""
    script = _SELECTORS.sub(
        lambda match: match[1] + re.sub(r"(?<=[.#])[\w-]+", _renamed, match[2]), script
    )
    return _NAMES.sub(lambda match: match[1] + new_name(match[2]), script)


def _renamed(match: re.Match[str]) -> str:
    return new_name(match[0])
