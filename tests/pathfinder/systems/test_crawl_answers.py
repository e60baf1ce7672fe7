"""What a site makes of a form that a crawl has sent, and what is no fault of it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.core.action import ActionResult, Kind
from pathfinder.core.secrets import Vault
from pathfinder.engine.candidates import Candidate, form_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.crawl.answers import Amiss, Sent, amiss
from pathfinder.systems.crawl.forms import whole
from pathfinder.systems.crawl.values import right_actions, wrong_actions
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

VAULT = Vault({}, frozenset())
PAGE = "http://a.test/account"
LINKS = tuple(
    Element("a", "link", name, uid=name, href=f"/{name}", xpath=f"/a[{name}]", actionable=True)
    for name in ("home", "help", "about")
)
SAVED = Element("p", "status", "Saved", uid="n", text="Saved", notice="status", xpath="/p")


def field(name: str, kind: str = "text", value: str = "", **facts: object) -> Element:
    base = Element(
        "input",
        "textbox",
        name,
        uid=name,
        label=name,
        form="f",
        value=value,
        attributes={"type": kind, "name": name.lower()},
        xpath=f"/form/input[@name='{name}']",
        actionable=True,
    )
    return replace(base, **facts)  # type: ignore[arg-type]


def choice(selected: str) -> Element:
    return field("Sort", selected=selected, tag="select", role="combobox", options=("New", "Price"))


SEND = Element(
    "button", "button", "Save", uid="s", form="f", submits=True, xpath="/form/b", actionable=True
)


def page(
    *fields: Element, url: str = PAGE, heading: str = "Account", notes: Sequence[Element] = ()
) -> Scene:
    return Scene(url, heading, heading, (*fields, SEND, *LINKS), tuple(notes))


def found(before: Scene, after: Scene, *, wrong: bool = False, ok: bool = True) -> list[Amiss]:
    """What is amiss after the page's form was filled in, rightly or wrongly, and sent."""
    fields = tuple(e for e in before.actionable if e.is_field)
    form = Candidate("f", "fill in", Kind.CLICK, SEND, fields)
    actions = wrong_actions(fields, VAULT) if wrong else right_actions(fields, VAULT)
    graph = StateGraph()
    first, then = (View(1, scene, graph.visit(scene)[0], True) for scene in (before, after))
    results = (ActionResult(ok),)
    outcome = Outcome(Move("", ()), first, then, changes(before, after), results)
    return list(amiss(Sent(form, tuple(actions), wrong), outcome, VAULT))


MAIL = field("E-mail", "email")
NEXT = page(field("Code"), url="http://a.test/next", heading="Pay")


def test_an_address_that_is_none_and_is_taken_is_found() -> None:
    (one,) = found(page(MAIL), NEXT, wrong=True)
    assert one.kind == "unchecked input"
    assert one.message == 'the form that "Save" sends takes "kim.lee" as E-mail'


def test_a_form_that_is_cleared_with_a_message_has_taken_what_was_wrong() -> None:
    assert [one.kind for one in found(page(MAIL), page(MAIL, notes=(SAVED,)), wrong=True)] == [
        "unchecked input"
    ]


def refusing(error: str = "No address") -> Scene:
    return page(replace(MAIL, value="kim.lee", error=error))


@pytest.mark.parametrize(
    "after",
    [
        refusing(),
        replace(NEXT, errors=("Try again",)),
        replace(NEXT, actionable=LINKS, errors=("No address",)),
        page(field("Secret", "password"), url="http://a.test/in", heading="Log in"),
        replace(NEXT, actionable=LINKS[:1]),
        page(replace(MAIL, value="kim.lee")),
    ],
    ids=[
        "refused",
        "an error",
        "an error of its own page",
        "who are you",
        "a bare page",
        "nothing happened",
    ],
)
def test_what_may_be_a_refusal_is_no_fault(after: Scene) -> None:
    assert found(page(MAIL), after, wrong=True) == []


def test_what_is_right_says_nothing_of_what_is_taken() -> None:
    assert found(page(MAIL), NEXT) == []
    assert found(page(MAIL), NEXT, wrong=True, ok=False) == []


def test_a_form_that_says_it_saved_and_holds_the_old_is_found() -> None:
    before = page(choice("New"))
    (one,) = found(before, page(choice("New"), notes=(SAVED,)))
    assert (one.kind, one.message) == (
        "lost input",
        'what was entered in Sort and sent with "Save" is gone',
    )
    assert found(before, page(choice("Price"), notes=(SAVED,))) == []


def test_a_form_that_adds_something_comes_back_empty() -> None:
    before = page(field("Name"), field("Text"))
    assert found(before, page(field("Name"), field("Text"), notes=(SAVED,))) == []
    named = field("Name", value="A few words to try it")
    assert found(before, page(named, field("Text"), notes=(SAVED,))) == []


def test_a_field_that_is_emptied_beside_one_that_is_kept_is_found() -> None:
    before = page(field("Name", value="Ann"), choice("New"))
    (one,) = found(before, page(field("Name"), choice("Price")))
    assert "Name" in one.message
    assert found(before, page(field("Name", value="Ann"), choice("Price"))) == []


def test_a_choice_that_the_address_asks_for_and_the_page_does_not_show_is_found() -> None:
    before = page(choice("New"), field("Words"))
    asked = f"{PAGE}?sort=price"
    kept = field("Words", value="A few words to try it")
    assert len(found(before, page(choice("New"), kept, url=asked))) == 1
    assert found(before, page(choice("New"), kept)) == []


def test_a_form_is_sent_with_all_that_can_be_entered() -> None:
    radios = [
        field(f"Size {n}", "radio", role="radio", checked=False, attributes={"name": "size"})
        for n in (1, 2)
    ]
    box = field("Newsletter", "checkbox", role="checkbox", checked=False)
    scene = page(field("Name", required=True), field("Note", value="As it was"), *radios, box)
    (form,) = [c for c in form_candidates(scene, {}) if c.control and c.control.submits]
    assert [f.name for f in whole(form, scene).fields] == ["Name", "Note", "Size 2"]
    help_link = Candidate("h", "open", Kind.CLICK, LINKS[1])
    assert whole(help_link, scene) == help_link


def test_what_a_field_holds_is_left_and_a_number_is_one_more() -> None:
    held = [
        field("Name", value="Ann"),
        field("Pieces", "number", value="1", role="spinbutton"),
        field("Postcode", value="12345"),
    ]
    assert [(a.uid, a.written) for a in right_actions(held, VAULT)] == [("Pieces", "2")]
