"""The goal's own values as proof: entered, new on the site, and there again when it is reopened."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.proof import Finding, ValueProof
from pathfinder.engine.stage import View
from pathfinder.engine.whereabouts import Whereabouts
from pathfinder.webprocessor.element import Element, Scene

URL = "http://notes.test/notes/7"
TITLE = "Broken lamp"


def page(*texts: str, url: str = URL, typed: str = "") -> Scene:
    told = tuple(Element("p", "text", "", text=text, uid=f"p{n}") for n, text in enumerate(texts))
    field = Element("input", "textbox", "Title", label="Title", value=typed, uid="t")
    return Scene(url, "Notes", "", (field,), told)


def checked(
    after: Scene,
    again: Scene,
    *,
    values: Sequence[str] = (TITLE,),
    before: Scene | None = None,
    entered: Sequence[str] = (TITLE,),
    whole: bool = True,
) -> Finding | None:
    """What the proof says after one step that entered these."""
    proof = ValueProof(lambda: values, lambda: whole, lambda url: again)
    first, last = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (before or page("Notes", url="http://notes.test/new"), after)
    )
    proof.begin(first)
    proof.learn(first, [Action(Kind.TYPE, "t", value) for value in entered], last)
    return proof.check(last)


def test_a_value_that_was_entered_and_stays_on_the_page_proves_the_goal() -> None:
    found = checked(page("Topic: Broken lamp"), page("Topic: Broken lamp"))
    assert found
    assert (found.holds, found.by, found.evidence) == (True, "value", "broken lamp")


def test_a_value_that_was_only_looked_up_proves_nothing_on_another_page() -> None:
    results = page("1 result for Broken lamp", url="http://notes.test/?q=Broken+lamp")
    topic = page("Topic: Broken lamp")
    proof = ValueProof(lambda: (TITLE,), lambda: True, lambda url: topic)
    first, found, last = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (page("Notes", url="http://notes.test/"), results, topic)
    )
    proof.begin(first)
    proof.learn(first, [Action(Kind.TYPE, "t", TITLE)], found)
    proof.learn(found, [Action(Kind.CLICK, "t")], last)
    assert proof.check(last) is None


def test_a_path_is_not_entered_where_only_a_name_was_that_has_its_letters() -> None:
    there = page("Folder: Invoices")
    values = ("Invoices", "~/Invoices")
    assert checked(there, there, values=values, entered=("Invoices",)) is None


def test_of_a_goal_with_several_parts_the_values_prove_none_and_bear_out_what_is_said() -> None:
    found = checked(page("Topic: Broken lamp"), page("Topic: Broken lamp"), whole=False)
    assert found
    assert found.holds is None


@pytest.mark.parametrize(
    ("path", "holds"),
    [("topic/5/broken-lamp/", True), ("search/Broken+lamp", None), ("wiki/broken%20lamp", None)],
)
def test_an_address_that_is_the_value_proves_nothing_and_one_made_of_it_does(
    path: str, holds: bool | None
) -> None:
    there = page("Topic: Broken lamp", url=f"http://notes.test/{path}")
    found = checked(there, there)
    assert found
    assert found.holds is holds


@pytest.mark.parametrize(
    ("after", "again", "more"),
    [
        (page("Topic: Broken lamp"), page("New topic"), {}),
        (page("New topic", typed=TITLE), page("New topic", typed=TITLE), {}),
        (page(TITLE, url=f"{URL}?q=Broken+lamp"), page(TITLE), {}),
        (page(TITLE), page(TITLE), {"before": page(TITLE)}),
        (page(TITLE), page(TITLE), {"entered": ()}),
        (page(TITLE), page(TITLE), {"values": (TITLE, "It flickers")}),
        (page("12 notes"), page("12 notes"), {"values": ("12",), "entered": ("12",)}),
        (page("Broken lampshade"), page("Broken lampshade"), {}),
    ],
    ids=[
        "a preview is gone",
        "only the field holds it",
        "the address holds it",
        "it was there before",
        "nobody entered it",
        "another value is not entered",
        "too short",
        "another word",
    ],
)
def test_nothing_else_does(after: Scene, again: Scene, more: dict[str, Sequence[str]]) -> None:
    assert checked(after, again, **more) is None  # type: ignore[arg-type]


def test_values_that_were_entered_elsewhere_than_the_goal_says_prove_nothing() -> None:
    link = Element("a", "link", "Lamps in the hall", uid="l", actionable=True)
    begin = replace(page("Notes"), actionable=(link,))
    before, after = page("Notes", url="http://notes.test/new"), page("Topic: Broken lamp")
    for goal, proven in (("Note below hall: Broken lamp", None), ("Note: Broken lamp", True)):
        proof = ValueProof(lambda: [TITLE], lambda: True, lambda url: after, Whereabouts(goal))
        start, first, last = (
            View(1, s, StateGraph().visit(s)[0], True) for s in (begin, before, after)
        )
        proof.learn(start, [], first)
        proof.learn(first, [Action(Kind.TYPE, "t", TITLE)], last)
        found = proof.check(last)
        assert (found and found.holds) is proven


@pytest.mark.parametrize(
    ("kind", "values", "holds"),
    [
        ("password", (TITLE, "Nozzle-12"), True),
        ("text", (TITLE, "Nozzle-12"), None),
        ("password", ("Nozzle-12",), None),
    ],
)
def test_a_password_need_not_be_shown_and_proves_nothing_alone(
    kind: str, values: tuple[str, ...], holds: bool | None
) -> None:
    secret = Element("input", "textbox", "Password", uid="s", attributes={"type": kind})
    before = page("Notes", url="http://notes.test/new")
    before = replace(before, actionable=(*before.actionable, secret))
    proof = ValueProof(lambda: values, lambda: True, lambda url: page("Topic: Broken lamp"))
    first, last = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (before, page("Topic: Broken lamp"))
    )
    entered = [Action(Kind.TYPE, "t", TITLE), Action(Kind.TYPE, "s", "Nozzle-12")]
    proof.begin(first)
    proof.learn(first, entered, last)
    found = proof.check(last)
    assert (found.holds if found else None) is holds
