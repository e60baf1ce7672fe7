"""A Browser for sites that work without scripts.

Forms are sent from here, and Chromium shows each state of a page once.

It runs no script, but what the demo shop's own script does on sending a form (the drawer) it does
as well.
"""

from typing import Any
from urllib.parse import urljoin

import httpx
from lxml import html
from starlette.testclient import TestClient

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import SiteUnreachable
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.screenshot import blank
from pathfinder.webprocessor.watch import Safety
from tests.fakes.snapshots import snapshot_of

SCRIPTED = frozenset({"add-to-basket", "wish", "wish-line"})


class FormBrowser:
    """A visitor of an ASGI application, or without one of what listens on loopback."""

    version = "forms"
    withheld: tuple[str, ...] = ()

    def __init__(self, vault: Vault | None = None, app: Any = None) -> None:
        self.client = (
            TestClient(app, base_url="http://127.0.0.1")
            if app
            else httpx.Client(follow_redirects=True, timeout=60)
        )
        self.vault = vault or Vault()
        self.history: list[str] = []
        self.forget()

    def open(self, url: str) -> ActionResult:
        self._load("GET", urljoin(self.address, url))
        return ActionResult(True)

    def look(self) -> Snapshot:
        # Rendered again from the tree, so that it shows what fields hold.
        return snapshot_of(
            self.vault.mask(html.tostring(self.page, encoding="unicode")),
            self.address,
            status=self.status,
        )

    def screenshot(self) -> bytes:
        return blank((80, 60))

    def forget(self) -> None:
        self.client.cookies.clear()
        self.address, self.page, self.status = (
            "about:blank",
            html.document_fromstring("<body></body>"),
            200,
        )

    def keep_safe(self, safety: Safety | None) -> None:
        """It has no requests of its own that safe mode could see.

        These tests are of sites that are not in it.
        """

    def close(self) -> None:
        self.client.close()

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        element = scene.find(action.uid or "")
        if action.uid and element is None:
            return ActionResult(False, "not found", f"no element {action.uid}")
        tag = self._tag(element) if element else None
        if element and tag is None:
            return ActionResult(False, "stale", f"{element.name} is no longer on the page")
        return self._do(action, tag)

    def _do(self, action: Action, tag: Any) -> ActionResult:
        value = self.vault.typed(action.value or "")
        if action.kind is Kind.NAVIGATE:
            return self.open(value)
        if action.kind is Kind.BACK:
            self._load("GET", self.history[-2] if len(self.history) > 1 else self.address)
        elif action.kind in (Kind.CLICK, Kind.CHECK, Kind.UNCHECK):
            self._click(tag, action.kind)
        elif action.kind in (Kind.TYPE, Kind.CLEAR):
            self._type(tag, value)
        elif action.kind is Kind.SELECT:
            return self._select(tag, value)
        elif action.kind is Kind.PRESS and tag is not None and value.lower() == "enter":
            self._send(tag.xpath("ancestor::form")[0], None)
        return ActionResult(True)

    def _tag(self, element: Element) -> Any:
        found = self.page.xpath(element.xpath) or self.page.xpath(
            element.xpath.replace("/tbody[1]", "")
        )
        return found[0] if found else None

    def _click(self, tag: Any, kind: Kind) -> None:
        if tag.tag == "a":
            if not (tag.get("href") or "#").startswith("#"):
                self._load("GET", urljoin(self.address, tag.get("href")))
        elif tag.get("type") in ("radio", "checkbox"):
            self._mark(tag, kind)
        elif step := tag.get("data-step"):
            field = tag.xpath("ancestor::form//input[@name='quantity']")[0]
            field.set("value", str(max(1, int(field.get("value")) + int(step))))
        elif tag.tag in ("button", "input") and tag.get("type", "submit") == "submit":
            forms = tag.xpath("ancestor::form") or self.page.xpath(
                f"//form[@id='{tag.get('form')}']"
            )
            self._send(forms[0], tag)

    def _mark(self, tag: Any, kind: Kind) -> None:
        if tag.get("type") == "radio":
            for radio in self.page.xpath(f"//input[@type='radio'][@name='{tag.get('name')}']"):
                radio.attrib.pop("checked", None)
            tag.set("checked", "checked")
        elif kind is Kind.UNCHECK or (kind is Kind.CLICK and tag.get("checked") is not None):
            tag.attrib.pop("checked", None)
        else:
            tag.set("checked", "checked")

    def _type(self, tag: Any, value: str) -> None:
        if tag.tag == "textarea":
            tag.text = value
        else:
            tag.set("value", value)

    def _select(self, tag: Any, value: str) -> ActionResult:
        labels = [" ".join(option.text_content().split()) for option in tag.xpath(".//option")]
        if value not in labels:
            return ActionResult(
                False, "no such option", f"no option {value!r}; there are {', '.join(labels)}"
            )
        for option, label in zip(tag.xpath(".//option"), labels, strict=True):
            option.attrib.pop("selected", None)
            if label == value:
                option.set("selected", "selected")
        if tag.get("data-autosubmit") is not None:
            self._send(tag.xpath("ancestor::form")[0], None)
        return ActionResult(True)

    def _send(self, form: Any, button: Any) -> None:
        address = urljoin(self.address, form.get("action") or self.address)
        values = dict(form.form_values())
        if button is not None and button.get("name"):
            values[button.get("name")] = button.get("value") or ""
        if (form.method or "GET").upper() == "GET":
            self._load("GET", address.split("?")[0], params=values)
        elif form.get("class") in SCRIPTED:
            self._script(
                form,
                self._request("POST", address, data=values, headers={"accept": "application/json"}),
            )
        else:
            self._load("POST", address, data=values)

    def _script(self, form: Any, answer: httpx.Response) -> None:
        """What the shop's script does with an answer: open the drawer, or say what is wrong."""
        if answer.headers.get("content-type", "").partition(";")[0] != "application/json":
            self._show(answer)
            return
        body = answer.json()
        for message in form.xpath(".//div[@class='form-message']"):
            message.text = " ".join(body.get("errors", {}).values())
        if "html" in body:
            drawer = self.page.xpath("//aside[@role='dialog']")[0]
            drawer.attrib.pop("hidden", None)
            for child in list(drawer):
                drawer.remove(child)
            drawer.append(html.fragment_fromstring(body["html"], create_parent="div"))
            for badge in self.page.xpath("//b[@class='badge']"):
                badge.text = str(body["items"])

    def _load(self, method: str, address: str, **sent: Any) -> None:
        self._show(self._request(method, address, **sent))

    def _request(self, method: str, address: str, **sent: Any) -> httpx.Response:
        try:
            return self.client.request(method, address, **sent)
        except httpx.TransportError as error:
            raise SiteUnreachable(f"{address} does not answer: {error}") from None

    def _show(self, answer: httpx.Response) -> None:
        self.page, self.address, self.status = (
            html.document_fromstring(answer.text or "<body></body>"),
            str(answer.url),
            answer.status_code,
        )
        self.history.append(self.address)
