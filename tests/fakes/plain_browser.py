"""A browser without scripts and without a window: real pages over HTTP, read as markup. For tests of what is done with pages."""

import base64
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import replace
from http.cookiejar import CookieJar

from lxml import html as markup

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import SiteUnreachable
from pathfinder.core.secrets import Vault
from webprocessor.element import Scene, Snapshot
from webprocessor.saved import read_page
from webprocessor.watch import Safety

DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


class PlainBrowser:
    """A Browser as pages without scripts need it: links, forms, cookies, a history."""

    version = "plain"
    withheld: tuple[str, ...] = ()

    def __init__(self, vault: Vault | None = None) -> None:
        self.vault = vault or Vault()
        self.history: list[tuple[str, str]] = []
        self.forget()

    def forget(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.url, self._page, self.status = "about:blank", markup.fromstring("<body></body>"), 200

    def keep_safe(self, safety: Safety | None) -> None:
        """It has no requests of its own that safe mode could see: these tests are of sites that are not in it."""

    def close(self) -> None:
        self.history.clear()

    def open(self, url: str) -> ActionResult:
        self._load(urllib.request.Request(url))
        return ActionResult(True)

    def look(self) -> Snapshot:
        snapshot = read_page(self.vault.mask(markup.tostring(self._page, encoding="unicode")), self.url)
        elements = tuple(replace(e, value="••••") if e.value and e.attributes.get("type") == "password" else e for e in snapshot.elements)
        return replace(snapshot, elements=elements, notes=(f"HTTP {self.status}",) if self.status >= 400 else ())

    def screenshot(self) -> bytes:
        return DOT

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        value = self.vault.typed(action.value or "")
        if action.kind is Kind.NAVIGATE:
            return self.open(value)
        if action.kind is Kind.BACK and len(self.history) > 1:
            self.history.pop()
            return self.open(self.history.pop()[0])
        element = scene.find(action.uid or "")
        if element is None:
            return ActionResult(action.kind in (Kind.SCROLL, Kind.WAIT), "not found", f"no element {action.uid!r}")
        self._do(action.kind, self._page.getroottree().xpath(element.xpath)[0], value)
        return ActionResult(True)

    def _do(self, kind: Kind, tag: markup.HtmlElement, value: str) -> None:
        if kind is Kind.PRESS and value.lower() == "enter":
            self._send(tag, None)
        elif kind in (Kind.TYPE, Kind.CLEAR):
            self._write(tag, value)
        elif kind is Kind.SELECT:
            _pick(tag, value)
        elif kind in (Kind.CHECK, Kind.UNCHECK) or tag.get("type") in ("checkbox", "radio"):
            self._tick(tag, on=kind is not Kind.UNCHECK)
        elif kind is Kind.CLICK:
            self._click(tag)

    def _click(self, tag: markup.HtmlElement) -> None:
        if tag.tag == "a" and tag.get("href", "#") != "#":
            self._load(urllib.request.Request(urllib.parse.urljoin(self.url, tag.get("href"))))
        elif tag.tag in ("button", "input") and tag.get("type", "submit") in ("submit", "image"):
            self._send(tag, tag)

    @staticmethod
    def _write(tag: markup.HtmlElement, value: str) -> None:
        if tag.tag == "textarea":
            tag.text = value
        else:
            tag.set("value", value)

    def _tick(self, tag: markup.HtmlElement, *, on: bool) -> None:
        if tag.get("type") == "radio":
            for other in self._page.iter("input"):
                if other.get("name") == tag.get("name") and other.get("type") == "radio":
                    other.attrib.pop("checked", None)
        tag.attrib.pop("checked", None)
        if on:
            tag.set("checked", "")

    def _send(self, tag: markup.HtmlElement, button: markup.HtmlElement | None) -> None:
        form = next((f for f in self._page.iter("form") if f.get("id") and f.get("id") == tag.get("form")), None)
        form = form if form is not None else next((each for each in tag.iterancestors("form")), None)
        if form is None:
            return
        members = [*form.iter(), *(e for e in self._page.iter() if form.get("id") and e.get("form") == form.get("id"))]
        pairs = [pair for member in members for pair in _pairs(member)]
        if button is not None and button.get("name"):
            pairs.append((button.get("name", ""), button.get("value", "")))
        action = (button.get("formaction") if button is not None else None) or form.get("action") or self.url
        url = urllib.parse.urljoin(self.url, action)
        if (form.get("method") or "get").lower() == "get":
            self._load(urllib.request.Request(f"{url.partition('?')[0]}?{urllib.parse.urlencode(pairs)}"))
        else:
            self._load(urllib.request.Request(url, urllib.parse.urlencode(pairs).encode(), {"Referer": self.url}))

    def _load(self, request: urllib.request.Request) -> None:
        try:
            answer = self._opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        except OSError as error:
            raise SiteUnreachable(f"{request.full_url} does not answer: {error}") from None
        with answer:
            text = answer.read().decode("utf-8", "replace")
            self.url, self.status = answer.geturl(), answer.status or 200
        self._page = markup.document_fromstring(text or "<body></body>")
        self.history.append((self.url, text))


def _pick(select: markup.HtmlElement, label: str) -> None:
    for option in select.iter("option"):
        option.attrib.pop("selected", None)
        if " ".join(option.text_content().split()) == label:
            option.set("selected", "")


def _pairs(tag: markup.HtmlElement) -> list[tuple[str, str]]:
    """What a member of a form sends."""
    name = tag.get("name")
    if not isinstance(tag.tag, str) or not name or "disabled" in tag.attrib:
        return []
    if tag.tag == "select":
        options = list(tag.iter("option"))
        chosen = [o for o in options if "selected" in o.attrib] or options[:1]
        return [(name, o.get("value", " ".join(o.text_content().split()))) for o in chosen]
    if tag.tag == "textarea":
        return [(name, tag.text or "")]
    if tag.tag == "input" and tag.get("type") in ("checkbox", "radio"):
        return [(name, tag.get("value", "on"))] if "checked" in tag.attrib else []
    if tag.tag == "input" and tag.get("type") not in ("submit", "button", "image", "reset", "file"):
        return [(name, tag.get("value", ""))]
    return []
