"""Links that only show something: which may be opened without anything being meant by it.

A GET changes more on some sites than it should, so words and parameters of an address count.
"""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from pathfinder.core.origin import origin_of
from pathfinder.core.task import Site
from pathfinder.engine.candidates import label_of
from pathfinder.engine.irreversible import VERBS, Words
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.engine.safety import Policy
from pathfinder.webprocessor.element import Element

_ONCE = re.compile(r"token|nonce|csrf|xsrf|signature|hash", re.I)
"""Parameters of addresses that are good for one time, and for a purpose."""


def only_shows(element: Element, address: str, site: Site, *, opens_forms: bool = False) -> bool:
    """Whether opening a link's address changes nothing, as far as its words tell.

    Args:
        opens_forms: What mostly opens a form, as "add" and "edit" do, counts as such.
    """
    is_link = element.tag == "a" and element.role == "link" and element.enabled
    return (
        is_link
        and "download" not in element.attributes
        and origin_of(address) is not None
        and not logs_out(element, address)
        and not Policy(site).irreversible(element)
        and not Words(site.irreversible).found_in_address(address)
        and not _acts(address, opens_forms=opens_forms)
        and not _puts_somewhere(element, address)
    )


def logs_out(element: Element, address: str = "") -> bool:
    """Whether a control's words or address say that it logs out."""
    phrases = phrases_of("account", "log-out")
    parts = urlsplit(address)
    texts = (label_of(element), unquote(f"{parts.path} / {parts.query}"))
    return any(first_of(text, phrases) for text in texts)


def _puts_somewhere(element: Element, address: str) -> bool:
    """Whether it adds something to what is ordered later: "Add to basket" opens no form."""
    said = f"{label_of(element)} / {unquote(urlsplit(address).path)}"
    adds, places = phrases_of("acting", "forms"), phrases_of("waiting", "place")
    return bool(first_of(said, adds) and first_of(said, places))


def _acts(address: str, *, opens_forms: bool) -> bool:
    """Whether opening an address might do something, by the words of its path and query."""
    parts = urlsplit(address)
    names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
    if any(name.casefold() in VERBS or _ONCE.search(name) for name in names):
        return True
    path = unquote(parts.path)
    asked = " / ".join(names)
    acting, forms = phrases_of("acting", "paths"), phrases_of("acting", "forms")
    if first_of(asked, acting, forms) or first_of(path, acting):
        return True
    return not opens_forms and bool(first_of(path, forms))
