"""Saves 20 scenes of each shop for `pathfinder constellations perceive`.

`python -m bench.save_scenes [SITE]`.

The walks are written down here, so that the scenes can be made again. A walk is a list of words: a
path is opened, "press NAME" presses
what bears that name, "fill" fills in the form of what the page shows by rule, from the persona;
"save NAME" keeps the scene as it then is.
"""

import re
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault, placeholder
from pathfinder.core.settings import find_site, load_persona, load_sites, userdata_folder
from pathfinder.engine.candidates import kind_of
from pathfinder.session.siteserver import served
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.snapshots import write_snapshots

_PRODUCT = re.compile(r"/product/[\w-]+$|/catalogue/[\w-]+_\d+/$")
ROOT = Path(__file__).parent.parent
SAVED = ROOT / "pathfinder/experiments/saved"
SITES = {"demo": ROOT / "sites.yaml", "oscar": ROOT / "tests/sites/sites.yaml"}
WALKS = {
    "demo": """
        / | save home
        /category/lighting | save category
        /search?q=lamp | save search
        /search?q=zebra | save nothing found
        /basket | save empty basket
        /contact | save contact
        /info/delivery | save delivery information
        /account/register | save register
        press Create account | save registration refused
        /account/login | save log in
        /products | press Enamel Teapot | save product
        press Add to basket | save added to basket
        /basket | save basket
        /checkout | save address
        press Continue | save address refused
        fill | press Continue | save delivery
        press Continue | save payment
        fill | press Continue | save review
        press Place order | save order refused
        fill | press Place order | save confirmation
    """,
    "oscar": """
        / | save home
        /search/?q=kettle | save search
        /search/?q=zebra | save nothing found
        / | press Books | save category
        / | press a product | save product
        /basket/ | save empty basket
        /accounts/login/ | save log in or register
        press Log In | save log in refused
        /password-reset/ | save password reset
        /nowhere/ | save not found
        / | press Add to basket | save added to basket
        /basket/ | save basket
        /checkout/ | save checkout start
        guest | press Continue | save delivery address
        press Continue | save delivery address refused
        fill | press Continue | save payment
        /checkout/preview/ | save preview
        press Place order | save confirmation
        /accounts/login/ | fill log in | press Log In
        /accounts/profile/ | save profile
        /accounts/orders/ | save orders
    """,
}


class Walker:
    """Walks a written walk in a browser, and keeps the scenes it is told to keep."""

    def __init__(self, browser: Browser, url: str, vault: Vault) -> None:
        self.browser = browser
        self.url = url
        self.vault = vault
        self.kept: dict[str, Snapshot] = {}

    def walk(self, words: str) -> None:
        for word in (
            part.strip() for line in words.strip().splitlines() for part in line.split("|")
        ):
            if word.startswith("/"):
                self.browser.open(self.url.rstrip("/") + word)
            elif word.startswith("press "):
                self.press(word.removeprefix("press "))
            elif word.startswith("save "):
                self.kept[word.removeprefix("save ")] = self.browser.look()
            else:
                self.fill(word)

    def scene(self) -> Scene:
        return make_scene(self.browser.look())

    def press(self, name: str) -> None:
        scene = self.scene()
        found = [e for e in scene.actionable if _is(e, name) and not e.is_field]
        if not found:
            raise SystemExit(
                f"{scene.url}: nothing is called {name!r}: {[e.name for e in scene.actionable]}"
            )
        result = self.browser.perform(Action(Kind.CLICK, found[0].uid), scene)
        if not result.ok:
            raise SystemExit(f"{scene.url}: {name}: {result.message}")

    def fill(self, word: str) -> None:
        scene = self.scene()
        if word == "guest":
            options = [
                e for e in scene.actionable if e.role == "radio" and "guest" in e.name.lower()
            ]
            self.browser.perform(Action(Kind.CLICK, options[0].uid), scene)
        for field in scene.actionable:
            match = match_field(field, self.vault.keys) if field.is_field else None
            if field.role == "checkbox" and not field.checked:
                self.browser.perform(Action(Kind.CHECK, field.uid), scene)
            elif match and field.role not in ("radio", "checkbox", "searchbox"):
                kind = kind_of(field)
                value = (
                    placeholder(match.key)
                    if kind is Kind.TYPE
                    else _option(field, self.vault.fill(placeholder(match.key)))
                )
                self.browser.perform(Action(kind, field.uid, value), scene)


def _is(element: Element, name: str) -> bool:
    if name == "a product":
        return element.role == "link" and bool(_PRODUCT.search(element.href))
    return element.name.lower().startswith(name.lower())


def _option(field: Element, value: str) -> str:
    return next(
        (option for option in field.options if value.lower() in option.lower()), field.options[0]
    )


def at_home(snapshot: Snapshot, served_at: str, url: str) -> Snapshot:
    """The Snapshot with the site's own address in place of the port it was served at this time."""
    here, home = urlsplit(served_at).netloc, urlsplit(url).netloc
    elements = tuple(
        replace(e, href=e.href.replace(here, home)) if here in e.href else e
        for e in snapshot.elements
    )
    return replace(snapshot, url=snapshot.url.replace(here, home), elements=elements, seconds=0.0)


def save(name: str) -> None:
    """Walk the site's walk and keep its scenes."""
    site = find_site(load_sites(SITES[name]), name)
    vault = load_persona(userdata_folder(None), site.persona).vault
    with served(site, seed=1) as running:
        browser = open_browser(running.hosts, vault=vault)
        try:
            walker = Walker(browser, running.url, vault)
            walker.walk(WALKS[name])
        finally:
            browser.close()
        kept = {
            title: at_home(snapshot, running.url, site.url)
            for title, snapshot in walker.kept.items()
        }
    file = SAVED / f"{name}.json.gz"
    write_snapshots(file, kept)
    for title, snapshot in kept.items():
        scene = make_scene(snapshot)
        print(f"{title:26} {len(scene.actionable):4} elements  {scene.heading!r}  {scene.url}")
    print(f"{file.relative_to(ROOT)}: {len(kept)} scenes, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    for each in sys.argv[1:] or list(WALKS):
        save(each)
