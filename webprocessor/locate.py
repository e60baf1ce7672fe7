"""Several independent ways to find an element again, and the way back."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from pathfinder.core.scenario import Locator
from pathfinder.webprocessor.element import Element, Scene

TEST_IDS = ("data-test", "data-testid", "data-test-id", "data-qa", "data-cy")
_UNSTABLE = re.compile(r"\d{4,}|[0-9a-f]{8,}|^:r|^ember\d|^react-|[:.\s]", re.I)
_STEP = re.compile(r"^(?:\*\[name\(\)='(?P<svg>[^']+)'\]|(?P<tag>[\w-]+))(?:\[(?P<index>\d+)\])?$")
_LONGEST_TEXT = 80


def locators(element: Element, scene: Scene) -> tuple[Locator, ...]:
    """Ways to find the element, best first.

    Those that find it alone, and among them what a user would go by.
    """
    several = _locators(element)
    alone = [one for one in several if _is_one(find_by(scene, one))]
    return (*alone, *(one for one in several if one not in alone))


def _is_one(found: Sequence[Element]) -> bool:
    """Whether a locator leads to one thing: several links to the same page do."""
    return len(found) == 1 or (
        len(found) > 1 and bool(found[0].href) and len({one.href for one in found}) == 1
    )


def find_by(scene: Scene, locator: Locator) -> tuple[Element, ...]:
    """The elements of the Scene that a locator finds, in reading order; actionable ones first."""
    test = _TESTS.get(locator.by)
    if test is None:
        return ()
    return tuple(
        element for element in (*scene.actionable, *scene.informational) if test(element, locator)
    )


def css_of(element: Element) -> str:
    """The element's CSS path, made from its XPath where no ancestor has an id.

    `>>>` enters a shadow tree.
    """
    if element.css or not element.xpath:
        return element.css
    steps = [_STEP.sub(_css_step, step) for step in element.xpath.split("/") if step]
    return " > ".join(steps).replace(" > shadow-root() > ", " >>> ")


def contract_of(element: Element) -> str:
    """A CSS selector by what page and server agree on; empty where there is nothing.

    Where a link leads, the name under which a field is sent and where to, or the form that a button
    sends.
    """
    form = f"form[action={_quoted(element.action)}] " if element.action else ""
    name, value = element.attributes.get("name", ""), element.attributes.get("value", "")
    if element.tag == "a":
        path = urlsplit(element.href)._replace(scheme="", netloc="", fragment="").geturl()
        return (
            f"a[href$={_quoted(path)}]" if len(path) > 1 and element.href.startswith("http") else ""
        )
    if name:
        return f"{form}{element.tag}[name={_quoted(name)}]" + (
            f"[value={_quoted(value)}]" if value else ""
        )
    if element.submits and form:
        kind = element.attributes.get("type", "")
        return f"{form}{element.tag}" + (f"[type={_quoted(kind)}]" if kind else "")
    return ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _css_step(match: re.Match[str]) -> str:
    tag = match["svg"] or match["tag"]
    return f"{tag}:nth-of-type({match['index']})" if match["index"] else tag


def _locators(element: Element) -> list[Locator]:
    own_id = element.attributes.get("id", "")
    shaky = bool(_UNSTABLE.search(own_id))
    test_id = next(
        (element.attributes[name] for name in TEST_IDS if element.attributes.get(name)), ""
    )
    contract = contract_of(element)
    several = [
        Locator(by="role", value=element.role, name=element.name)
        if element.role and element.name
        else None,
        Locator(by="label", value=element.label) if element.label else None,
        Locator(by="text", value=element.text) if 0 < len(element.text) <= _LONGEST_TEXT else None,
        Locator(by="id", value=own_id) if own_id and not shaky else None,
        Locator(by="testid", value=test_id) if test_id else None,
        Locator(by="css", value=contract) if contract else None,
        Locator(by="css", value=css_of(element)) if element.css or element.xpath else None,
        Locator(by="xpath", value=element.xpath) if element.xpath else None,
        Locator(by="id", value=own_id) if own_id and shaky else None,
    ]
    return [one for one in several if one]


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


_TESTS: dict[str, Callable[[Element, Locator], bool]] = {
    "role": lambda element, at: element.role == at.value and _same(element.name, at.name),
    "label": lambda element, at: bool(element.label) and _same(element.label, at.value),
    "text": lambda element, at: bool(element.text) and _same(element.text, at.value),
    "id": lambda element, at: element.attributes.get("id", "") == at.value,
    "testid": lambda element, at: any(
        element.attributes.get(name) == at.value for name in TEST_IDS
    ),
    "css": lambda element, at: at.value in (css_of(element), contract_of(element)),
    "xpath": lambda element, at: element.xpath == at.value,
}
