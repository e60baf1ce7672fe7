"""Does the test cases of userdata/suites/testers by hand, without a browser.

Each step is read by its wording, and each sentence of its expected result is looked at. Independent
of the program's own runners, so that
it can tell what is true of the suites.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lxml import html
from starlette.testclient import TestClient

from pathfinder.core.case import TestCase

HIDDEN = "[not(ancestor-or-self::*[@hidden])]"
TEXTS = (
    "//body//text()[not(ancestor::*[@hidden or self::script or self::style or self::noscript "
    "or self::option])]"
)
REGIONS = {
    "navigation": "//nav[@id='site-nav']",
    "breadcrumb": "//nav[@class='breadcrumbs']",
    "header": "//header",
    "form": "//main//form",
}
EVERYWHERE = ("//aside[@role='dialog']", "//main", "//header", "//body")


class Wrong(Exception):
    """Something is not as the case says."""


def words(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def plain(label: str) -> str:
    return label.replace("(optional)", "").strip()


@dataclass
class Shopper:
    """A visitor of the shop, and the page in front of them."""

    client: TestClient
    values: Mapping[str, str] = field(default_factory=dict)
    page: Any = None
    address: str = ""

    # What a tester does

    def do(self, action: str) -> None:
        """Do a step's action; each of its clauses in turn."""
        rest = re.sub(
            r"{{([\w.]+)}}", lambda match: self.values[match[1]], action.strip().rstrip(".")
        )
        if rest.startswith("Look at "):
            return
        while rest:
            for pattern, method in ACTIONS:
                if match := re.match(pattern, rest, re.I):
                    method(self, *match.groups())
                    rest = re.sub(r"^(, and |, | and |, then )", "", rest[match.end() :])
                    break
            else:
                raise AssertionError(f"not understood: {rest!r} in {action!r}")

    def open(self, address: str = "/") -> None:
        self._show(self.client.get(address))

    def click(self, noun: str | None, name: str, region: str | None) -> None:
        control = self._control(
            {"link": "a", "button": "button"}.get(noun or "", "*"), name, region
        )
        if control.tag == "a":
            self._follow(control)
        else:
            self._press(control)

    def enter(self, value: str, name: str) -> None:
        field = self._field(name)
        if field.tag == "textarea":
            field.text = value
        else:
            field.set("value", value)

    def enter_also(self, value: str, name: str) -> None:
        self.enter(value, name)

    def select(self, value: str, name: str) -> None:
        choice = self._field(name)
        if value not in [words(option) for option in choice.xpath(".//option")]:
            raise Wrong(f"no {value!r} in {name!r}")
        for option in choice.xpath(".//option"):
            option.attrib.pop("selected", None)
            if words(option) == value:
                option.set("selected", "selected")
        if choice.get("data-autosubmit") is not None:
            self._send(choice.xpath("ancestor::form")[0])

    def choose(self, name: str) -> None:
        chosen = self._box(name)
        for radio in self.page.xpath(f"//input[@type='radio'][@name='{chosen.get('name')}']"):
            radio.attrib.pop("checked", None)
        chosen.set("checked", "checked")

    def tick(self, name: str) -> None:
        self._box(name).set("checked", "checked")

    def _show(self, answer: Any) -> None:
        self.page = html.document_fromstring(answer.text)
        self.address = str(answer.url)

    def _follow(self, link: Any) -> None:
        if not link.get("href").startswith("#"):
            address = link.get("href")
            self.open(self.address.split("?")[0] + address if address.startswith("?") else address)

    def _press(self, button: Any) -> None:
        if step := button.get("data-step"):
            quantity = self._field("Quantity")
            quantity.set("value", str(max(1, int(quantity.get("value")) + int(step))))
        elif button.get("type") == "submit":
            self._send(button.xpath("ancestor::form")[0])

    def _send(self, form: Any) -> None:
        address = form.get("action") or self.address
        if form.method == "GET":
            self._show(self.client.get(address.split("?")[0], params=form.form_values()))
        elif form.get("class") in ("add-to-basket", "wish", "wish-line"):
            self._script(
                form,
                self.client.post(
                    address, data=dict(form.form_values()), headers={"accept": "application/json"}
                ),
            )
        else:
            self._show(self.client.post(address, data=dict(form.form_values())))

    def _script(self, form: Any, answer: Any) -> None:
        """What the page's script does with an answer: open the drawer, or say what is wrong."""
        body = answer.json()
        for message in form.xpath(".//div[@class='form-message']"):
            message.text = " ".join(body.get("errors", {}).values())
        if "html" in body:
            drawer = self.page.xpath("//aside[@role='dialog']")[0]
            drawer.attrib.pop("hidden")
            drawer.clear(keep_tail=True)
            drawer.set("role", "dialog")
            drawer.append(html.fragment_fromstring(body["html"], create_parent="div"))
            for badge in self.page.xpath("//b[@class='badge']"):
                badge.text = str(body["items"])

    # What a tester sees

    def sees(self, expected: str) -> None:
        """Look whether every sentence of an expected result holds.

        Raises:
            Wrong: One of them does not.
        """
        for sentence in re.findall(
            r'(?:"[^"]*"|[^".])+\.',
            re.sub(r"{{([\w.]+)}}", lambda match: self.values[match[1]], expected),
        ):
            for pattern, holds in EXPECTATIONS:
                if match := re.fullmatch(pattern, sentence.strip()):
                    if not holds(self, *match.groups()):
                        raise Wrong(f"{sentence.strip()} ({self.address})")
                    break
            else:
                raise AssertionError(f"not understood: {sentence!r}")

    def shows(self, text: str) -> bool:
        seen = " ".join(" ".join(self.page.xpath(TEXTS)).split())
        return bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", seen))

    def heads(self, text: str) -> bool:
        return text in [
            words(heading) for heading in self.page.xpath(f"//h1{HIDDEN} | //h2{HIDDEN}")
        ]

    def has_control(self, tag: str, name: str) -> bool:
        return any(_called(control, name) for control in self.page.xpath(f"//{tag}{HIDDEN}"))

    def listed(self) -> list[str]:
        return [words(link) for link in self.page.xpath("//main//h3/a")]

    def content(self, name: str) -> str:
        field = self._field(name)
        if field.tag == "select":
            return next(
                (words(option) for option in field.xpath(".//option[@selected]")),
                words(field.xpath(".//option")[0]),
            )
        return str((field.text if field.tag == "textarea" else field.get("value")) or "")

    def is_marked(self, name: str) -> bool:
        return self._box(name).get("checked") is not None

    def amount(self, name: str) -> str:
        """A sum of the summary, such as the total."""
        lines = self.page.xpath("//p[contains(@class, 'sum-line')]")
        found = [words(line[-1]) for line in lines if words(line).startswith(name)]
        return found[-1] if found else ""

    def text_of(self, xpath: str) -> str:
        return next((words(each) for each in self.page.xpath(xpath)), "")

    # How a tester finds something

    def _control(self, tag: str, name: str, region: str | None) -> Any:
        for where in (REGIONS[region],) if region else EVERYWHERE:
            found = self.page.xpath(f"({where}){HIDDEN}//*[self::a or self::button]{HIDDEN}")
            for control in found:
                if tag in ("*", control.tag) and _called(control, name):
                    return control
        raise Wrong(f"no {name!r} to click ({self.address})")

    def _field(self, name: str) -> Any:
        for label in self.page.xpath("//label"):
            if plain(words(label)) == name and label.get("for"):
                return self.page.xpath(f"//*[@id='{label.get('for')}']")[0]
        raise Wrong(f"no field {name!r} ({self.address})")

    def _box(self, name: str) -> Any:
        for label in self.page.xpath("//label[input]"):
            if words(label).startswith(name):
                return label.xpath("./input")[0]
        raise Wrong(f"no option {name!r} ({self.address})")


def _called(control: Any, name: str) -> bool:
    called = control.get("aria-label") or words(control)
    return bool(name in (called, called.split(",")[0]))


Method = Callable[..., Any]
ACTIONS: tuple[tuple[str, Method], ...] = (
    (r"open the front page", lambda shopper: shopper.open()),
    (r'open the page "([^"]+)"', Shopper.open),
    (r'click the (link|button) "([^"]+)"(?: in the (\w+))?', Shopper.click),
    (r'enter "([^"]*)" in the field "([^"]+)"', Shopper.enter),
    (r'"([^"]*)" in the field "([^"]+)"', Shopper.enter),
    (r'select "([^"]+)" in the list "([^"]+)"', Shopper.select),
    (r'choose the option "([^"]+)"', Shopper.choose),
    (r'tick the box "([^"]+)"', Shopper.tick),
)
EXPECTATIONS: tuple[tuple[str, Method], ...] = (
    (r'The heading "(.+)" is shown\.', Shopper.heads),
    (r'The heading "(.+)" is not shown\.', lambda shopper, text: not shopper.heads(text)),
    (
        r'The rating "(.+)" is shown\.',
        lambda shopper, text: text in shopper.page.xpath("//article[@class='review']//@aria-label"),
    ),
    (r'The link "(.+)" is shown\.', lambda shopper, name: shopper.has_control("a", name)),
    (r'The link "(.+)" is not shown\.', lambda shopper, name: not shopper.has_control("a", name)),
    (r'The button "(.+)" is shown\.', lambda shopper, name: shopper.has_control("button", name)),
    (
        r'The button "(.+)" is not shown\.',
        lambda shopper, name: not shopper.has_control("button", name),
    ),
    (r'The product "(.+)" is listed\.', lambda shopper, name: name in shopper.listed()),
    (r'The product "(.+)" is not listed\.', lambda shopper, name: name not in shopper.listed()),
    (r'The first product is "(.+)"\.', lambda shopper, name: shopper.listed()[:1] == [name]),
    (r'The last product is "(.+)"\.', lambda shopper, name: shopper.listed()[-1:] == [name]),
    (r'The (?:text|price|message|error message) "(.+)" is shown\.', Shopper.shows),
    (r'The text "(.+)" is not shown\.', lambda shopper, text: not shopper.shows(text)),
    (
        r'The field "(.+)" contains "(.+)"\.',
        lambda shopper, name, value: value in shopper.content(name),
    ),
    (r'The field "(.+)" is empty\.', lambda shopper, name: shopper.content(name) == ""),
    (
        r'The list "(.+)" shows "(.+)"\.',
        lambda shopper, name, value: shopper.content(name) == value,
    ),
    (r'The option "(.+)" is chosen\.', Shopper.is_marked),
    (r'The box "(.+)" is ticked\.', Shopper.is_marked),
    (r'The box "(.+)" is not ticked\.', lambda shopper, name: not shopper.is_marked(name)),
    (r'The subtotal is "(.+)"\.', lambda shopper, sum_: shopper.amount("Subtotal") == sum_),
    (r'The delivery cost is "(.+)"\.', lambda shopper, sum_: shopper.amount("Delivery") == sum_),
    (r'The total is "(.+)"\.', lambda shopper, sum_: shopper.amount("Total") == sum_),
    (
        r'The price of the product is "(.+)"\.',
        lambda shopper, price: shopper.text_of("//p[@class='product-price']/span") == price,
    ),
    (
        r'The counter at the basket shows "(.+)"\.',
        lambda shopper, count: shopper.text_of("//b[@class='badge'][not(@hidden)]") == count,
    ),
)


def first_failing(case: TestCase, client: TestClient, values: Mapping[str, str]) -> tuple[int, str]:
    """The step of a case at which a tester stops, from 1, and why; 0 when all goes well."""
    shopper = Shopper(client, values)
    for number, step in enumerate(case.steps, 1):
        try:
            shopper.do(step.text)
            shopper.sees(step.expected)
        except Wrong as wrong:
            return number, str(wrong)
    return 0, ""
