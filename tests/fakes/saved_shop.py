"""The demo shop as saved pages, from its front page to the confirmation of an order."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from pathfinder.testing import Answer, FakePage
from pathfinder.webprocessor.element import Element, Snapshot
from pathfinder.webprocessor.snapshots import read_snapshots

FRONT = "http://127.0.0.1:8600/"
_BANNER = frozenset({"Only necessary", "Accept all", "Read more"})
# What leads from page to page beside the addresses of links.
_LEADS: dict[str, dict[str, Answer]] = {
    "home": {"Cotton Towel Set": "product", "Kitchen": "category"},
    "log in": {"Log in": "address of the account"},
    "address of the account": {"Continue to delivery": "delivery"},
    "product": {"Add to basket": "added to basket"},
    "added to basket": {"Checkout": "address"},
    "address": {"Continue to delivery": "delivery"},
    "delivery": {"Continue to payment": "payment"},
    "payment": {"Continue to review": "review"},
    "review": {"Place order": "order refused"},
    "order refused": {"Place order": "confirmation"},
    "register": {"Create account": "created"},
}


def shop_pages(*, banner: bool = False, **leads: dict[str, Answer]) -> dict[str, FakePage]:
    """The pages by name, with other or more leads; the order is taken at the second try.

    Args:
        banner: Whether the front page asks about cookies first.
    """
    saved = read_snapshots(Path(str(files("pathfinder.experiments") / "saved/demo.json.gz")))
    asking = {"front": FakePage(saved["home"], {"Only necessary": "home"})} if banner else {}
    known = _LEADS | {name: _LEADS.get(name, {}) | more for name, more in leads.items()}
    pages = {name: FakePage(_answered(one), known.get(name, {})) for name, one in saved.items()}
    address = _without({"Log in"}, _answered(saved["address"]))
    return {
        **asking,
        **pages,
        "address of the account": FakePage(address, known["address of the account"]),
        "created": FakePage(_says("Your account has been created.", "account", saved)),
        "not found": FakePage(_says("There is no such page.", "gone", saved)),
    }


def _answered(snapshot: Snapshot) -> Snapshot:
    """The page without its question about cookies."""
    return _without(_BANNER, snapshot)


def _without(names: Collection[str], snapshot: Snapshot) -> Snapshot:
    """The page without what is called so; it is hidden, so that indices stay what they are."""
    elements = (
        replace(one, visible=False) if one.name in names else one for one in snapshot.elements
    )
    return replace(snapshot, elements=tuple(elements))


def _says(words: str, path: str, saved: Mapping[str, Snapshot]) -> Snapshot:
    """A page of the shop that says nothing but these words between its head and its foot."""
    frame = _answered(saved["confirmation"])
    told = Element("h1", "heading", words, text=words, landmark="main", xpath="/html/body/main/h1")
    elements = (
        replace(one, visible=False) if one.landmark == "main" else one for one in frame.elements
    )
    return replace(frame, url=f"{FRONT}{path}", title="Fernhill", elements=(*elements, told))
