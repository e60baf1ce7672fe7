"""The ways in which a view goes wrong.

Each turns a view into a faulty one, and is given what faults.yaml says beside its name.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from ..markup import Edit, Element, drop, own_text
from ..visit import View, Visit, broken_page
from .bent import BENT

Defect = Callable[[View], View]


def _before(change: Callable[[Visit], None]) -> Defect:
    """A view that is fine, on a visit that is not."""

    def defect(view: View) -> View:
        def faulty(visit: Visit) -> Response:
            change(visit)
            return view(visit)

        return faulty

    return defect


def _on_page(edit: Edit) -> Defect:
    def change(visit: Visit) -> None:
        visit.edits = (*visit.edits, edit)

    return _before(change)


def _on_elements(xpath: str, edit: Edit) -> Defect:
    def edit_all(page: Element) -> None:
        for element in page.xpath(xpath):
            edit(element)

    return _on_page(edit_all)


def missing(xpath: str) -> Defect:
    """The elements are not there."""
    return _on_elements(xpath, drop)


def dead(xpath: str) -> Defect:
    """The controls are there and do nothing: a link leads nowhere, a button sends no form."""

    def kill(control: Element) -> None:
        if control.tag == "a":
            control.set("href", "#")
        else:
            control.set("type", "button")

    return _on_elements(xpath, kill)


def rewritten(given: tuple[str, str, str]) -> Defect:
    """Elements say something else: XPath, regular expression, replacement."""
    xpath, pattern, replacement = given

    def rewrite(element: Element) -> None:
        text = re.sub(pattern, replacement, own_text(element))
        for child in list(element):
            element.remove(child)
        element.text = text

    return _on_elements(xpath, rewrite)


def swapped(given: tuple[str, str]) -> Defect:
    """The texts of two elements, each the first of its XPath, have changed places."""

    def swap(page: Element) -> None:
        pair = [found[0] for xpath in given if (found := page.xpath(xpath))]
        if len(pair) == 2:
            pair[0].text, pair[1].text = pair[1].text, pair[0].text

    return _on_page(swap)


def led_astray(addresses: Mapping[str, str]) -> Defect:
    """Links lead to other addresses than they should."""

    def mislead(link: Element) -> None:
        link.set("href", addresses.get(link.get("href"), link.get("href")))

    return _on_elements("//a[@href]", mislead)


def typed(values: Mapping[str, str]) -> Defect:
    """What was typed arrives as something else.

    `{name}` in a value stands for what was typed there.
    """

    def change(visit: Visit) -> None:
        known = {name: "" for name in re.findall(r"{(\w+)", " ".join(values.values()))} | dict(
            visit.form
        )
        visit.form = {
            **visit.form,
            **{name: value.format(**known) for name, value in values.items()},
        }

    return _before(change)


def lost(names: Sequence[str]) -> Defect:
    """What was typed or ticked there does not arrive at all."""

    def change(visit: Visit) -> None:
        visit.form = {name: value for name, value in visit.form.items() if name not in names}

    return _before(change)


def asked(values: Mapping[str, str]) -> Defect:
    """Parameters of the address, such as a filter, are taken for something else.

    `{name}` stands for what was asked there.
    """

    def change(visit: Visit) -> None:
        given = visit.request.query_params
        wrong = {name: value.format(**given) for name, value in values.items() if given.get(name)}
        visit.request = Request(
            {**visit.request.scope, "query_string": urlencode({**given, **wrong}).encode()}
        )

    return _before(change)


def unchecked(names: Sequence[str]) -> Defect:
    """Fields are taken as they are, right or wrong."""

    def change(visit: Visit) -> None:
        visit.unchecked = frozenset(names)

    return _before(change)


def bent(rule: str) -> Defect:
    """One of the shop's rules is another."""

    def change(visit: Visit) -> None:
        visit.rules = replace(visit.rules, **BENT[rule])

    return _before(change)


def breaks_down(_: bool) -> Defect:
    """The page is an error."""
    return lambda _: broken_page


def leads_to(address: str) -> Defect:
    """All is done as it should be, but the visitor is sent to the wrong page, without a message."""

    def defect(view: View) -> View:
        def faulty(visit: Visit) -> Response:
            answer = view(visit)
            if answer.status_code != 303:
                return answer
            visit.state.pop("flashes", None)
            return visit.go(address)

        return faulty

    return defect


def forgets(_: bool) -> Defect:
    """All seems to be done, yet nothing is kept."""

    def defect(view: View) -> View:
        def faulty(visit: Visit) -> Response:
            customer, admin, state = visit.customer, visit.admin, dict(visit.state)
            with visit.store.undone():
                answer = view(visit)
            visit.customer, visit.admin = customer, admin
            visit.state = state | {"flashes": visit.state.get("flashes", [])}
            return answer

        return faulty

    return defect


DEFECTS: Mapping[str, Callable[..., Defect]] = {
    "missing": missing,
    "dead": dead,
    "rewritten": rewritten,
    "swapped": swapped,
    "led astray": led_astray,
    "typed": typed,
    "lost": lost,
    "asked": asked,
    "unchecked": unchecked,
    "bent": bent,
    "breaks down": breaks_down,
    "leads to": leads_to,
    "forgets": forgets,
}
