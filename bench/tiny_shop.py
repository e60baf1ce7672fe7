"""A shop of a few pages in memory, and a plan of scripted sessions in it.

For simulations of many sessions.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.experiments.experiment import Experiment, read_experiment
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.screenshot import blank
from pathfinder.webprocessor.watch import Safety

GOODS = {"/oak-lamp": "Oak lamp", "/felt-case": "Felt case", "/linen-cushion": "Linen cushion"}
_PRICED = {path: f"{name}: £{price}.00" for price, (path, name) in enumerate(GOODS.items(), 12)}
# Path -> heading, and the links by where they lead.
_PAGES: dict[str, tuple[str, Mapping[str, str]]] = {
    "/": ("Tiny shop", {**_PRICED, "/help": "Help"}),
    "/help": ("How can we help?", {"/": "Home"}),
    **{path: (name, {"/basket": "Add to basket"}) for path, name in GOODS.items()},
    "/basket": ("Your basket", {"/thanks": "Place order", "/": "Home"}),
    "/thanks": ("Thank you for your order", {}),
}
_SITES = """
tiny:
  url: http://127.0.0.1:9/
  safe: false
  success: {make a purchase: text present Thank you for your order}
  reached: {make a purchase: url contains /thanks}
"""
_SCRIPTS = {
    "buyer": '{"prefer": ["Place order", "Add to basket", ": £"], "agree": ["(?s)^(?!.*nothing '
    'changed).*closer"]}',
    "looker": '{"prefer": ["Help", "Home"], "agree": []}',
}


class TinyShop:
    """A Browser without a process, in which links can be clicked."""

    version = "pages in memory"
    withheld: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._url = "about:blank"

    def open(self, url: str) -> ActionResult:
        """Go to a page."""
        self._url = url
        return ActionResult(ok=True)

    def look(self) -> Snapshot:
        """The page: its heading and its links."""
        heading, links = _PAGES.get(urlsplit(self._url).path or "/", ("There is no such page", {}))
        title = Element("h1", "heading", heading, text=heading, xpath="/html/body/h1[1]")
        return Snapshot(
            self._url,
            heading,
            (title, *(self._link(n, *link, heading) for n, link in enumerate(links.items(), 1))),
        )

    def _link(self, number: int, path: str, name: str, heading: str) -> Element:
        xpath = (
            f"/html/body/ul[1]/li[{number}]/a[1]" if path in GOODS else f"/html/body/a[{number}]"
        )
        href = urljoin(self._url, path)
        return Element(
            "a", "link", name, text=name, actionable=True, heading=heading, href=href, xpath=xpath
        )

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Follow a link, or go to an address; nothing else can be done here."""
        if action.kind is Kind.NAVIGATE:
            return self.open(urljoin(self._url, str(action.value)))
        element = scene.find(action.uid) if action.uid else None
        if action.kind is not Kind.CLICK or element is None:
            return ActionResult(
                ok=False, error="other", message="pages in memory can only be clicked through"
            )
        return self.open(element.href or self._url)

    def screenshot(self) -> bytes:
        """There is nothing to see."""
        return blank((1, 1))

    def keep_safe(self, safety: Safety | None) -> None:
        """There are no requests that could be kept back."""

    def forget(self) -> None:
        """There is nothing to forget."""

    def close(self) -> None:
        """There is nothing to close."""


def open_pages(hosts: Sequence[str], /, **options: Any) -> TinyShop:
    """A browser in the tiny shop."""
    return TinyShop()


def tiny_experiment(folder: Path, *, sessions: int, name: str = "tiny") -> Experiment:
    """Two scripted models in two roles, so many sessions of each constellation.

    Its files are written to `folder`.
    """
    (folder / "sites.yaml").write_text(_SITES, encoding="utf-8")
    for script, text in _SCRIPTS.items():
        (folder / f"{script}.yaml").write_text(text, encoding="utf-8")
    plan = folder / f"{name}.yaml"
    plan.write_text(
        f"""
models: [scripted/buyer.yaml, scripted/looker.yaml]
roles: [system1, oracle]
fixed: {{perceptron: scripted/buyer.yaml, entrybot: scripted/buyer.yaml, critic: scripted/buyer.yaml}}
sites_file: {folder / "sites.yaml"}
sites: tiny
goals: make a purchase
sessions: {sessions}
max_steps: 6
""",
        encoding="utf-8",
    )
    return read_experiment(plan)
