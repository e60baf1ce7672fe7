"""Elements sit in others than before.

Paths and structural selectors lead elsewhere, what is seen stays.
"""

import re

from ..markup import Element, wrap

SHELL = "shell"
_STYLE = (
    f"\n.{SHELL} {{ display: contents; }}\n.field input, .field select, .field textarea {{ "
    f"font-weight: 400; }}\n"
)
_GENERIC = {"section": "region", "article": "article", "aside": "complementary"}


def nest(page: Element) -> None:
    """Nest a page anew."""
    for control in page.xpath(
        "//div[contains(concat(' ', @class, ' '), ' field ')]/*[self::input or self::select or "
        "self::textarea]"
    ):
        _put_into_label(control)
    for control in page.xpath("//button | //a[contains(@class, 'button')]"):
        _wrap_content(control, "span", "span")
    for heading in page.xpath("//h3"):
        heading.tag = "div"
        heading.attrib.update(
            {
                "role": "heading",
                "aria-level": "3",
                "style": "font-family: var(--serif); font-size: 1.06rem",
            }
        )
    for element in page.xpath("//section | //article | //aside[not(@role)]"):
        _make_generic(element)
    for element in page.xpath("//form | //main | //li[not(ancestor::ol)]"):
        _wrap_content(element, "div", "div")


def _put_into_label(control: Element) -> None:
    label = control.getprevious()
    while label is not None and label.tag != "label":
        label = label.getprevious()
    if label is None:
        return
    control.tail = None
    label.append(control)
    wrap(control, "div", "div")
    label.attrib.pop("for", None)


def _wrap_content(element: Element, *tags: str) -> None:
    shells = [element.makeelement(tag, {"class": SHELL}) for tag in tags]
    inner = shells[-1]
    inner.text, element.text = element.text, None
    for child in list(element):
        inner.append(child)
    for outer, shell in zip((element, *shells), shells, strict=False):
        outer.append(shell)


def _make_generic(element: Element) -> None:
    if element.get("aria-label") or element.get("aria-labelledby") or element.tag != "section":
        element.set("role", _GENERIC[element.tag])
    element.tag = "div"


def relax_style(style: str) -> str:
    """A style sheet that finds children also where they are grandchildren."""
    return re.sub(r" > (?=[a-z.])", " ", style) + _STYLE
