"""Everything stands elsewhere.

Columns, sections, fields and buttons in another order, in other colours.
"""

from collections.abc import Sequence
from pathlib import Path

from ..markup import Element, move

STYLE = Path(__file__).with_name("rearranged.css")


def _of_class(name: str) -> str:
    return f"//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"


# Containers whose children come in reverse order.
_REVERSED: Sequence[str] = (
    *(
        _of_class(name)
        for name in (
            "header-actions",
            "row",
            "with-aside",
            "form-foot",
            "auth",
            "buy-row",
            "stepper",
            "choices",
            "panels",
        )
    ),
    *(
        _of_class(name)
        for name in (
            "drawer-foot",
            "toolbar",
            "product",
            "product-more",
            "basket-actions",
            "listing",
            "footer-columns",
        )
    ),
    "//nav[@id='site-nav']/ul",
    "//nav[@aria-label='Administration']",
    "//*[contains(@class, 'side-nav')]/ul",
    "//*[contains(@class, 'cookie-banner')]/div",
    "//table[@class='table']//tr",
    "//article[@class='basket-line']",
    "//div[@class='card-text']",
)
# What comes first in its parent, the last of these at the top.
_FIRST: Sequence[str] = (
    "//main/section[@aria-labelledby='featured-title']",
    "//section[@aria-labelledby='related-title']",
    "//form/div[@class='field '][.//select[@name='country']]",
    "//form//fieldset/div[contains(@class, 'field')][.//select[@name='country']]",
    "//form//div[contains(@class, 'field')][.//textarea]",
)


def rearrange(page: Element) -> None:
    """Put a page's parts into another order."""
    for xpath in _REVERSED:
        for container in page.xpath(xpath):
            _reverse(container)
    for xpath in _FIRST:
        for element in page.xpath(xpath):
            move(element, element.getparent(), 0)


def _reverse(container: Element) -> None:
    legends = [child for child in container if child.tag == "legend"]
    others = [child for child in container if child.tag != "legend"]
    for child in (*legends, *reversed(others)):
        child.tail = " "
        container.remove(child)
        container.append(child)


def restyle(style: str) -> str:
    """The shop's style sheet, and what the new order needs."""
    return style + STYLE.read_text(encoding="utf-8")
