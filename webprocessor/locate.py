"""Several independent ways to find an element again, and the way back."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from pathfinder.webprocessor.element import Element, Locator, Scene

TEST_IDS = ("data-test", "data-testid", "data-test-id", "data-qa", "data-cy")
_UNSTABLE = re.compile(r"\d{4,}|[0-9a-f]{8,}|^:r|^ember\d|^react-|[:.\s]", re.I)
_STEP = re.compile(r"^(?:\*\[name\(\)='(?P<svg>[^']+)'\]|(?P<tag>[\w-]+))(?:\[(?P<index>\d+)\])?$")
_LONGEST_TEXT = 80


def locators(element: Element, scene: Scene) -> tuple[Locator, ...]:
    """Ways to find the element, best first.

    Those that find it alone, and among them what a user would go by.
    """
    ways = _ways(element)
    alone = [way for way in ways if _is_one(find_by(scene, way))]
    return (*alone, *(way for way in ways if way not in alone))


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


def _ways(element: Element) -> list[Locator]:
    own_id = element.attributes.get("id", "")
    shaky = bool(_UNSTABLE.search(own_id))
    test_id = next(
        (element.attributes[name] for name in TEST_IDS if element.attributes.get(name)), ""
    )
    contract = contract_of(element)
    ways = [
        Locator("role", element.role, element.name) if element.role and element.name else None,
        Locator("label", element.label) if element.label else None,
        Locator("text", element.text) if 0 < len(element.text) <= _LONGEST_TEXT else None,
        Locator("id", own_id) if own_id and not shaky else None,
        Locator("testid", test_id) if test_id else None,
        Locator("css", contract) if contract else None,
        Locator("css", css_of(element)) if element.css or element.xpath else None,
        Locator("xpath", element.xpath) if element.xpath else None,
        Locator("id", own_id) if own_id and shaky else None,
    ]
    return [way for way in ways if way]


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


_TESTS: dict[str, Callable[[Element, Locator], bool]] = {
    "role": lambda element, way: element.role == way.value and _same(element.name, way.name),
    "label": lambda element, way: bool(element.label) and _same(element.label, way.value),
    "text": lambda element, way: bool(element.text) and _same(element.text, way.value),
    "id": lambda element, way: element.attributes.get("id", "") == way.value,
    "testid": lambda element, way: any(
        element.attributes.get(name) == way.value for name in TEST_IDS
    ),
    "css": lambda element, way: way.value in (css_of(element), contract_of(element)),
    "xpath": lambda element, way: element.xpath == way.value,
}
