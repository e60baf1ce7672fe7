"""What speaks for a goal being reached, beside the model's word."""

from dataclasses import replace

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.action import Action, Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.signs import (
    Signs,
    adds_something,
    covered,
    did_something,
    how_surely,
    known_before,
    sent,
    shows,
    speaks_of_none,
    telling,
    unsent,
    unused,
    waits_in,
    with_unused_figures,
    worked_on,
    worked_with,
)
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

VALUES = (GoalValue("title", "Broken lamp"), GoalValue("board", "Lost and found"))
BUTTON = Element("button", "button", "Send", uid="b", submits=True)


def pressed(control: Element | None) -> Outcome:
    candidate = Candidate("k", "press", Kind.CLICK, control) if control else None
    scene = Scene("http://a.test/", "", "", (), ())
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    return Outcome(Move("press", (), candidate), view, view, changes(scene, scene), ())


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (BUTTON, True),
        (Element("a", "link", "Next", uid="a"), False),
        (Element("input", "checkbox", "Agree", uid="c"), False),
        (Element("input", "button", "Send", uid="i", submits=True), True),
        (None, False),
    ],
)
def test_what_sends_is_a_button(control: Element | None, expected: bool) -> None:
    assert sent(pressed(control), "write to the owner") is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://a.test/list?q=Broken+lamp", False),
        ("http://a.test/#/list?q=Broken%20lamp", False),
        ("http://a.test/list?sort=up", True),
        ("http://a.test/broken-lamp", True),
    ],
)
def test_what_only_looks_something_up_sends_nothing(address: str, expected: bool) -> None:
    outcome = pressed(BUTTON)
    after = replace(outcome.after, scene=replace(outcome.after.scene, url=address))
    move = Move("send", (Action(Kind.TYPE, "f", "Broken lamp"),), outcome.move.candidate)  # type: ignore[union-attr]
    assert sent(replace(outcome, move=move, after=after), "report it") is expected


@pytest.mark.parametrize(
    ("href", "url", "text", "expected"),
    [
        ("/assign/9", "http://a.test/", "Assigned to Martha", True),
        ("/assign/9", "http://a.test/", "", False),
        ("/next", "http://a.test/next", "Assigned to Martha", False),
        ("#menu", "http://a.test/#menu", "Assigned to Martha", False),
    ],
)
def test_a_link_that_comes_back_with_news_did_something(
    href: str, url: str, text: str, expected: bool
) -> None:
    outcome = pressed(Element("a", "link", "Assign", uid="a", href=href, actionable=True))
    told = (Element("p", "text", text, text=text, uid="p"),) if text else ()
    scene = replace(outcome.before.scene, url=url, informational=told)
    there = replace(outcome.after, scene=scene)
    after = replace(outcome, after=there, change=changes(outcome.before.scene, scene))
    assert (did_something(after), sent(after, "take it over")) == (expected, expected)


def test_a_search_that_was_begun_before_sends_nothing_either() -> None:
    field = Element("input", "textbox", "Words", uid="f", form="s", value="lamp", actionable=True)
    button = replace(BUTTON, form="s")
    outcome = pressed(button)
    before = replace(outcome.before, scene=replace(outcome.before.scene, actionable=(field,)))
    after = replace(outcome.after, scene=replace(outcome.after.scene, url="http://a.test/?q=lamp"))
    assert not sent(replace(outcome, before=before, after=after), "report it")
    assert sent(replace(outcome, before=before), "report it")


@pytest.mark.parametrize(
    ("name", "goal", "expected"),
    [
        ("Close", "write to the owner", False),
        ("Schließen", "Schreibe dem Besitzer", False),
        ("Cancel", "cancel the visit", True),
        ("Close the account", "write to the owner", True),
        ("Back to school", "write to the owner", True),
    ],
)
def test_what_puts_a_form_away_sends_nothing_but_where_the_goal_asks_for_it(
    name: str, goal: str, expected: bool
) -> None:
    assert sent(pressed(Element("button", "button", name, uid="b")), goal) is expected


def test_what_went_away_with_a_form_that_was_put_away_was_not_sent() -> None:
    form = tuple(
        Element("input", "textbox", label, uid=label, value=value, actionable=True)
        for label, value in (("Title", "Broken lamp"), ("Find", "lamps"))
    )
    with_form = Scene("http://a.test/", "", "", form, ())
    without = Scene("http://a.test/", "", "", form[1:], ())
    before, after = (
        View(1, scene, StateGraph().visit(scene)[0], True) for scene in (with_form, without)
    )
    close, save = (
        replace(pressed(Element("button", "button", name, uid="b")), before=before, after=after)
        for name in ("Close", "Save")
    )
    assert unsent(close, "write to the owner") == {"Broken lamp"}
    assert unsent(save, "write to the owner") == set()


def test_a_line_that_repeats_what_was_pressed_tells_nothing() -> None:
    lines = ["Send", "send", "Your request was sent", "Your request was sent"]
    assert telling(pressed(BUTTON), lines) == ["Your request was sent"]


def test_a_figure_is_used_however_it_is_written() -> None:
    day, phone = GoalValue("day", "12 May 2026"), GoalValue("phone", "01632 960719")
    assert with_unused_figures([day, phone, *VALUES], []) == [day, phone]
    assert with_unused_figures([day, phone], ["05/12/2026", "01632"]) == [phone]
    assert with_unused_figures([GoalValue("time", "7:30 pm")], ["19:30"]) == []
    assert with_unused_figures([GoalValue("time", "7:30")], ["19:30"]) == []
    assert with_unused_figures([day], ["Tue 12 May, 19:30"]) == []
    assert with_unused_figures([day], ["12 May 2025"]) == [day]
    assert unused([day], ["Tue 12 May, 19:30"]) == []


def test_values_are_used_once_they_were_entered_or_pressed() -> None:
    assert unused(VALUES, []) == list(VALUES)
    assert unused(VALUES, ['open "Lost and found"']) == [VALUES[0]]
    assert unused(VALUES, ['open "Lost and found"', "broken lamp"]) == []
    toys, name = GoalValue("group", "toys"), GoalValue("name", "Maria")
    assert unused([toys, name], ['open "toy"', "Marie"]) == [name]


def told(*texts: str, fields: tuple[Element, ...] = ()) -> Scene:
    lines = tuple(Element("p", "text", "", text=text, uid=text) for text in texts)
    return Scene("http://a.test/", "", "", fields, lines)


def sent_to(after: Scene, before: Scene | None = None) -> Outcome:
    outcome = pressed(BUTTON)
    there = replace(outcome.before, scene=before or told())
    return replace(outcome, before=there, after=replace(outcome.after, scene=after))


def test_a_page_shows_what_was_entered_outside_its_fields() -> None:
    field = Element("input", "textbox", "Title", uid="t", value="Broken lamp", actionable=True)
    entered = ["Broken lamp"]
    assert not shows(sent_to(told(fields=(field,))), VALUES, VALUES, entered)
    assert shows(sent_to(told("Broken lamp, today")), VALUES, VALUES, entered)
    assert not shows(sent_to(told("Broken lamp, today")), VALUES, VALUES, [])


def test_a_page_shows_a_day_and_a_time_as_it_writes_them() -> None:
    """Both together, in a line that came, though it has shown each before."""
    values = [GoalValue("day", "Friday 12 March 2027"), GoalValue("time", "10:30")]
    entered = [value.value for value in values]
    saved = told("Saved: Fri 12 Mar 2027, 10:30.")
    assert shows(sent_to(saved), values[:1], values[:1], entered)
    assert known_before(told("Fri 12 Mar 2027, 9:00"), values, []) == {values[0]}
    assert shows(sent_to(saved), [], values, entered)
    assert not shows(sent_to(saved, saved), [], values, entered)
    assert not shows(sent_to(told("Fri 12 Mar 2027", "10:30")), [], values, entered)
    assert not shows(sent_to(saved), [], values, entered[:1])


def test_a_report_is_half_sure_at_its_threshold() -> None:
    assert how_surely(1.3, 1.3) == 0.5
    assert how_surely(3.0, 1.3) > 0.9
    assert how_surely(-1.0, 1.3) < 0.1


def test_signs_are_weighed_by_the_models_file() -> None:
    file = thresholds_of(ScriptedModel([])).model_copy(
        update={"done_asked": 2.0, "done_sent": 1.0, "done_shown": 0.5, "done_left": -3.0}
    )
    assert Signs(0.5, sent=1.0, shown=1.0).weighed(file) == 2.5
    assert Signs(0.5, sent=1.0, shown=1.0, left=1.0).weighed(file) == -0.5
    assert Signs(0.5, reported=1.0).weighed(thresholds_of(ScriptedModel([]))) == 0.5


def test_the_journal_names_what_was_weighed() -> None:
    told = Signs(-0.2, sent=1.0, reported=0.9, covered=0.5).described
    assert told == (
        "log-odds of Yes -0.20; a button was pressed; the site reports something (90% sure); 50% "
        "of the goal's words stood where it was done"
    )


def test_what_is_done_is_called_by_its_page_its_controls_and_what_was_entered() -> None:
    field = Element("input", "textbox", "Spot", uid="n")
    button = Element("button", "button", "Save", uid="b")
    candidate = Candidate("k", "fill in Spot and press Save", Kind.CLICK, button, (field,))
    done = pressed(button)
    page = replace(done.before.scene, heading="Boats")
    move = Move("fill in Spot", (Action(Kind.TYPE, "n", "Old Harbour"),), candidate)
    texts = worked_with(replace(done, move=move, before=replace(done.before, scene=page)))
    assert covered("put three boats into the old harbour, spot nine", texts) == 0.6
    assert covered("put three lorries into the old station, hall nine", texts) == 0.0
    assert covered("buy a kettle", texts) == 1.0


@pytest.mark.parametrize(
    ("goal", "page", "none"),
    [
        ("bring the lorries into the station before evening", "Boats", True),
        ("bring the lorries into the station before evening", "Station", False),
        ("buy a kettle", "Boats", False),
    ],
)
def test_a_goal_without_values_is_missed_by_its_words_where_it_has_some(
    goal: str, page: str, *, none: bool
) -> None:
    done = pressed(BUTTON)
    scene = replace(done.before.scene, heading=page)
    seen = replace(done, before=replace(done.before, scene=scene))
    assert speaks_of_none(seen, (), goal) is none


@pytest.mark.parametrize(
    ("line", "goal", "place"),
    [
        ("The lamp was added to your cart.", "buy a lamp", "cart"),
        ("The lamp was added to your cart.", "put a lamp into the basket", ""),
        ("Die Lampe liegt im Warenkorb", "Kaufe eine Lampe", "warenkorb"),
        ("Your letter was saved as a draft", "send a letter to Ann", "draft"),
        ("Thank you for your order", "buy a lamp", ""),
    ],
)
def test_what_lies_in_a_cart_or_among_drafts_waits(line: str, goal: str, place: str) -> None:
    assert waits_in([line], goal) == place


def test_what_a_page_showed_before_it_was_entered_is_known() -> None:
    told = Element("p", "text", "", text="Lost and found", uid="p")
    scene = Scene("http://a.test/", "", "", (), (told,))
    assert known_before(scene, VALUES, []) == {VALUES[1]}
    assert known_before(scene, VALUES, ["Lost and found"]) == set()


def named_link(name: str, n: int) -> Candidate:
    element = Element("a", "link", name, uid=str(n), href=f"/{n}", actionable=True)
    return Candidate(str(n), f'open "{name}"', Kind.CLICK, element)


SAVE = Candidate(
    "s", 'press "Save"', Kind.CLICK, Element("button", "button", "Save", uid="s", actionable=True)
)
TWO = [GoalValue("item", "Cups"), GoalValue("item", "Vases"), GoalValue("author", "Nell")]


def test_of_several_things_one_that_was_only_looked_at_is_not_used() -> None:
    cups, vases = named_link("Cups", 1), named_link("Vases", 2)
    looked = worked_on([cups, named_link("Home", 3), vases, SAVE], TWO)
    assert [v.value for v in unused(TWO[:2], looked)] == ["Cups"]
    both = worked_on([cups, SAVE, vases, SAVE], TWO)
    assert unused(TWO[:2], both) == []
    again = worked_on([cups, vases, SAVE, cups, SAVE], TWO)
    assert unused(TWO[:2], again) == []


def test_one_thing_alone_is_used_when_it_was_opened() -> None:
    opened = worked_on([named_link("Cups", 1)], [TWO[0], TWO[2]])
    assert unused([TWO[0]], opened) == []


@pytest.mark.parametrize(
    ("stood", "stands", "adds"),
    [
        (("", ""), (), True),
        (("Coal", "86"), (), False),
        (("", ""), ("Wood", ""), False),
        (("Wood", ""), (), True),
        (("", ""), ("", ""), True),
    ],
    ids=["blank", "held", "kept", "begun", "emptied"],
)
def test_a_form_that_was_blank_and_goes_makes_something_new(
    stood: tuple[str, ...], stands: tuple[str, ...], adds: bool
) -> None:
    before, after = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in map(form_with, (stood, stands))
    )
    typed = Move("fill in", (Action(Kind.TYPE, "f0", "Wood"),), None)
    sent_form = replace(pressed(BUTTON), move=typed, before=before, after=after)
    assert adds_something(sent_form, {"Wood"}) is adds
    assert not adds_something(replace(sent_form, move=Move("press", (), None)), {"Brick"})


def form_with(values: tuple[str, ...]) -> Scene:
    fields = [
        Element("input", "textbox", f"F{n}", uid=f"f{n}", value=value, actionable=True)
        for n, value in enumerate(values)
    ]
    secret = Element(
        "input",
        "textbox",
        "P",
        uid="p",
        value="x",
        actionable=True,
        attributes={"type": "password"},
    )
    return Scene("http://a.test/", "", "", (*fields, secret), ())


@pytest.mark.parametrize(
    ("signs", "evident"),
    [
        (Signs(2.5, 1.0, shown=1.0), True),
        (Signs(2.5, 1.0, shown=1.0, left=1.0), False),
        (Signs(2.5, 1.0, reported=0.9, shown=1.0, left=1.0), True),
        (Signs(2.5, 1.0), False),
    ],
)
def test_what_was_sent_proves_nothing_of_what_is_left(signs: Signs, *, evident: bool) -> None:
    assert signs.evident is evident
