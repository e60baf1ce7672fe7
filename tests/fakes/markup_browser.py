"""A Browser without Chromium, for sites that work without scripts: pages read by their markup, forms sent as a browser sends them.

It has no layout and runs no script, but what the demo shop's own script does on sending a form (the drawer) it does as well.
"""

from typing import Any
from urllib.parse import urljoin

from lxml import html
from starlette.testclient import TestClient

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.secrets import Vault
from webprocessor.element import Element, Scene, Snapshot
from webprocessor.saved import read_page
from webprocessor.screenshot import blank
from webprocessor.watch import Safety

SCRIPTED = frozenset({"add-to-basket", "wish", "wish-line"})


class MarkupBrowser:
    """A visitor of one site, which is an ASGI application."""

    version = "plain"
    withheld: tuple[str, ...] = ()

    def __init__(self, app: Any, vault: Vault | None = None) -> None:
        self.client = TestClient(app, base_url="http://127.0.0.1")
        self.vault = vault or Vault()
        self.address, self.page, self.history = "about:blank", html.document_fromstring("<html><body></body></html>"), []

    def open(self, url: str) -> ActionResult:
        self._show(self.client.get(urljoin(self.address, url) if self.address.startswith("http") else url))
        return ActionResult(True)

    def look(self) -> Snapshot:
        return read_page(self.vault.mask(html.tostring(self.page, encoding="unicode")), self.address)

    def screenshot(self) -> bytes:
        return blank((80, 60))

    def forget(self) -> None:
        self.client.cookies.clear()
        self.address = "about:blank"

    def keep_safe(self, safety: Safety | None) -> None:
        """It has no requests of its own that safe mode could see: these tests are of sites that are not in it."""

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
            self._show(self.client.get(value))
        elif action.kind is Kind.BACK:
            self._show(self.client.get(self.history[-2] if len(self.history) > 1 else self.address))
        elif action.kind in (Kind.CLICK, Kind.CHECK, Kind.UNCHECK):
            self._click(tag, action.kind)
        elif action.kind is Kind.TYPE:
            self._type(tag, value)
        elif action.kind is Kind.SELECT:
            return self._select(tag, value)
        elif action.kind is Kind.PRESS and tag is not None and value == "Enter":
            self._send(tag.xpath("ancestor::form")[0], None)
        return ActionResult(True)

    def _tag(self, element: Element) -> Any:
        found = self.page.xpath(element.xpath if element.xpath.startswith("/") else f"/{element.xpath}")
        return found[0] if found else None

    def _click(self, tag: Any, kind: Kind) -> None:
        if tag.tag == "a":
            if not (tag.get("href") or "#").startswith("#"):
                href = tag.get("href")
                self._show(self.client.get(self.address.split("?")[0] + href if href.startswith("?") else urljoin(self.address, href)))
        elif tag.get("type") in ("radio", "checkbox"):
            self._mark(tag, kind)
        elif step := tag.get("data-step"):
            field = tag.xpath("ancestor::form//input[@name='quantity']")[0]
            field.set("value", str(max(1, int(field.get("value")) + int(step))))
        elif tag.tag == "button" and tag.get("type") == "submit":
            forms = tag.xpath("ancestor::form") or self.page.xpath(f"//form[@id='{tag.get('form')}']")
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
            return ActionResult(False, "no such option", f"no option {value!r}; there are {', '.join(labels)}")
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
            self._show(self.client.get(address.split("?")[0], params=values))
        elif form.get("class") in SCRIPTED:
            self._script(form, self.client.post(address, data=values, headers={"accept": "application/json"}))
        else:
            self._show(self.client.post(address, data=values))

    def _script(self, form: Any, answer: Any) -> None:
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

    def _show(self, answer: Any) -> None:
        self.page, self.address = html.document_fromstring(answer.text), str(answer.url)
        self.history.append(self.address)
