"""Guards: what is refused, what is not, and that each can be switched off."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import ROLES, GoalCounter
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core import events
from pathfinder.core.action import Kind
from pathfinder.core.errors import UsageError
from pathfinder.core.events import of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import GoalValue, Persona, Site, Task
from pathfinder.engine.candidates import Candidate, single
from pathfinder.engine.consent import consent_button
from pathfinder.engine.graph import State, StateGraph, state_key, state_shape
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.safety import irreversible
from pathfinder.engine.stage import View
from pathfinder.systems.explore import reading as of_goals
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.guards import Guards, check_switches
from pathfinder.systems.explore.offering import Offering
from pathfinder.systems.explore.players import fast_team
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

SITE = Site("shop", "http://shop.test/", ("shop.test",))


def button(name: str, **facts: object) -> Element:
    return Element("button", "button", name, uid=f"button_{name}", actionable=True, **facts)  # type: ignore[arg-type]


def link(name: str, href: str) -> Element:
    return Element("a", "link", name, uid=f"a_{name}", href=href, actionable=True)


def scene(*elements: Element, url: str = "http://shop.test/p") -> Scene:
    return Scene(url, "Shop", "Shop", elements, ())


def test_numbers_make_another_state_of_the_same_shape() -> None:
    one, two = scene(button("basket, 1 item")), scene(button("basket, 2 items"))
    assert state_key(scene(button("basket, 1"))) != state_key(scene(button("basket, 2")))
    assert state_shape(scene(button("basket, 1"))) == state_shape(scene(button("basket, 2")))
    assert state_key(one) != state_key(two)


def test_what_changed_nothing_is_not_offered_there_again() -> None:
    graph = StateGraph()
    state, _ = graph.visit(scene(button("Dead"), button("Buy")))
    guards = Guards(SITE)
    dead, buy = single(button("Dead")), single(button("Buy"))
    guards.learn(dead, state, state, previous=None, changed=False, said="-> nothing changed")
    offered, refused = guards.sift([dead, buy], state)
    assert offered == [buy]
    assert refused[0].guard == "no-change"


def test_adding_again_what_only_raised_a_number_is_not_offered() -> None:
    graph = StateGraph()
    add = single(button("Add"))
    before, _ = graph.visit(scene(button("Add"), button("basket, 0")))
    after, new = graph.visit(scene(button("Add"), button("basket, 1")))
    guards = Guards(SITE)
    guards.learn(add, before, after, previous=None, changed=True, said="-> basket, 1")
    assert new
    assert guards.sift([add], after)[0] == []


def test_undoing_is_recognised_by_the_state_it_returns_to() -> None:
    graph = StateGraph()
    without, _ = graph.visit(scene(button("Add")))
    with_one, _ = graph.visit(scene(button("Remove")))
    guards = Guards(SITE)
    remove = single(button("Remove"))
    guards.learn(remove, with_one, without, previous=without, changed=True, said="")
    other, _ = graph.visit(scene(button("Remove"), button("Other")))
    assert guards.sift([remove], other)[0] == []
    assert Guards(SITE, frozenset({"undo"})).sift([remove], other)[0] == [remove]


def test_what_the_search_has_opened_is_not_closed_again() -> None:
    graph = StateGraph()
    menu = button("More", attributes={"aria-expanded": "false"})
    opened = button("More", attributes={"aria-expanded": "true"})
    before, _ = graph.visit(scene(menu))
    after, _ = graph.visit(scene(opened, button("Delete")))
    guards = Guards(SITE)
    assert guards.sift([single(opened)], after)[0] == [single(opened)]
    guards.learn(single(menu), before, after, previous=None, changed=True, said="")
    assert guards.sift([single(opened)], after)[0] == []


def test_a_menu_is_opened_again_while_some_of_it_was_not_tried() -> None:
    graph = StateGraph()
    closed, _ = graph.visit(scene(button("More")))
    opened, _ = graph.visit(scene(button("More"), button("Copy"), button("Edit")))
    copied, _ = graph.visit(scene(button("More"), button("Close")))
    guards = Guards(SITE)
    more, copy, edit = (single(button(name)) for name in ("More", "Copy", "Edit"))
    shown = frozenset({"button_Copy", "button_Edit"})

    def do(what: Candidate, before: State, after: State) -> None:
        seen = shown if what is more else frozenset[str]()
        guards.learn(what, before, after, previous=None, changed=True, said="", shown=seen)

    do(more, closed, opened)
    do(copy, opened, copied)
    assert guards.sift([more], closed)[0] == [more]
    do(more, closed, opened)
    assert guards.sift([more], closed)[0] == [more]
    do(edit, opened, copied)
    assert not guards.sift([more], closed)[0]


def test_a_menu_of_which_nothing_is_wanted_is_opened_twice_at_most() -> None:
    graph = StateGraph()
    closed, _ = graph.visit(scene(button("More")))
    opened, _ = graph.visit(scene(button("More"), button("Copy")))
    guards, more = Guards(SITE), single(button("More"))
    offered = []
    for _ in range(2):
        shown = frozenset({"button_Copy"})
        guards.learn(more, closed, opened, previous=None, changed=True, said="", shown=shown)
        guards.learn(more, opened, closed, previous=closed, changed=True, said="")
        offered.append(guards.sift([more], closed)[0])
    assert offered == [[more], []]


def test_what_was_tried_before_something_was_sent_may_be_tried_again() -> None:
    graph = StateGraph()
    shown, _ = graph.visit(scene(button("Edit"), button("Show")))
    edited, _ = graph.visit(scene(button("Save")))
    guards, edit, show = Guards(SITE), single(button("Edit")), single(button("Show"))
    for _ in range(2):
        guards.learn(edit, shown, edited, previous=None, changed=True, said="")
    guards.learn(show, shown, shown, previous=None, changed=False, said="")
    guards.start_anew(graph.states)
    assert guards.sift([edit, show], shown)[0] == [edit]


def test_links_that_leave_the_hosts_are_not_offered() -> None:
    state, _ = StateGraph().visit(scene())
    away, here = (
        single(link("Twitter", "https://twitter.test/x")),
        single(link("Help", "http://shop.test/help")),
    )
    assert Guards(SITE).sift([away, here], state)[0] == [here]
    assert Guards(SITE, frozenset({"off-host"})).sift([away, here], state)[0] == [away, here]


def test_a_tried_action_is_refused_in_its_state_and_allowed_in_another() -> None:
    graph = StateGraph()
    checkout = single(link("Checkout", "http://shop.test/checkout"))
    empty, _ = graph.visit(scene(button("basket, 0")))
    told, _ = graph.visit(scene(button("Shop"), url="http://shop.test/empty"))
    guards = Guards(SITE)
    guards.learn(checkout, empty, told, previous=None, changed=True, said="-> your basket is empty")
    assert guards.sift([checkout], empty)[0] == []
    filled, _ = graph.visit(scene(button("basket, 1")))
    assert guards.sift([checkout], filled)[0] == [checkout]


def test_what_was_done_twice_where_only_numbers_differ_is_refused() -> None:
    graph, guards = StateGraph(), Guards(SITE)
    add = single(button("Add"))
    told, _ = graph.visit(scene(button("Close"), url="http://shop.test/added"))
    for number in (2, 3):
        before, _ = graph.visit(scene(button("Add"), button(f"basket, {number}")))
        assert guards.sift([add], before)[0] == [add]
        guards.learn(add, before, told, previous=None, changed=True, said="-> added")
    state, _ = graph.visit(scene(button("Add"), button("basket, 4")))
    assert guards.sift([add], state)[0] == []
    other, _ = graph.visit(scene(button("Add"), button("Other product")))
    assert guards.sift([add], other)[0] == [add]


def test_every_switch_has_a_name_and_a_wrong_one_is_said() -> None:
    assert "no-change" in check_switches(["guards"])
    assert "critic" not in check_switches(["guards"])
    assert check_switches(["critic", "forms"]) == {"critic", "forms"}
    with pytest.raises(UsageError, match="--without cyle"):
        check_switches(["cyle"])


def test_a_cookie_banner_is_known_by_its_words_and_its_place() -> None:
    accept = button("Accept all", context="We use cookies")
    assert consent_button(scene(button("Buy"), accept)) == accept
    assert consent_button(scene(button("Accept order"))) is None


def test_safe_mode_knows_what_cannot_be_undone() -> None:
    for name, expected in {
        "Place order": True,
        "Pay £20": True,
        "Delete": True,
        "Add to basket": False,
        "Continue": False,
    }.items():
        assert irreversible(Candidate("k", name, Kind.CLICK, button(name)), SITE) is expected


@pytest.mark.parametrize("wanted", [True, False])
def test_what_deletes_is_offered_only_where_the_goal_asks_for_it(*, wanted: bool) -> None:
    site = Site("shop", "http://shop.test/", ("shop.test",), safe=False)
    task = Task("look after my orders", site, Persona("alex", {}))
    buttons = [button(name) for name in ("Delete order", "Order löschen", "Orders")]
    page = scene(*buttons, button("x", attributes={"title": "Cancel order"}))
    view = View(1, page, StateGraph().visit(page)[0], True)
    offering = Offering(task, Guards(site), MemoryJournal(), asks_to_delete=lambda step: wanted)
    texts = [candidate.text for candidate in offering.offered(view)]
    assert texts == (texts if wanted else ['press "Orders"'])
    assert len(texts) == (4 if wanted else 1)
    assert len(offering.lifted(view)) == (4 if wanted else 1)
    off = Offering(task, Guards(site, frozenset({"deletion"})), MemoryJournal())
    assert len(off.offered(view)) == 4
    offering = Offering(
        task, Guards(site), MemoryJournal(), asks_to_delete=lambda step: wanted, only_asks=True
    )
    assert len(offering.offered(view)) == 1


def test_a_thing_that_the_goal_calls_so_is_no_deletion() -> None:
    goal = "I have got the trash rack raked clean, write down half an hour"
    site = Site("mill", "http://mill.test/", ("mill.test",), safe=False)
    named = replace(button("Rake the trash rack clean"), role="link", tag="a", href="/issues/18")
    others = [
        replace(named, uid="b", href="/issues/19", name="Empty the trash"),
        replace(named, uid="c", href="/issues/18/delete"),
        replace(named, uid="d", href="#"),
    ]
    page = scene(named, *others)
    view = View(1, page, StateGraph().visit(page)[0], True)
    offering = Offering(Task(goal, site, ANN), Guards(site), MemoryJournal())
    texts = [candidate.text for candidate in offering.offered(view)]
    assert texts == ['open "Rake the trash rack clean"']


@pytest.mark.parametrize("asks", [True, False])
def test_a_goal_that_only_asks_ticks_no_row_of_a_table(*, asks: bool) -> None:
    boxes = [
        replace(text_field(name), role="checkbox", checked=False, xpath=place)
        for name, place in (("Verified", "/table/tr[1]/td/input"), ("Only open", "/p/input"))
    ]
    page = scene(*boxes)
    view = View(1, page, StateGraph().visit(page)[0], True)
    offering = Offering(
        Task("how many are open?", RADIO, ANN), Guards(RADIO), MemoryJournal(), only_asks=asks
    )
    texts = [candidate.text for candidate in offering.offered(view)]
    assert texts == (['tick "Only open"'] if asks else ['tick "Verified"', 'tick "Only open"'])


@pytest.mark.parametrize(("answer", "claim"), [(True, True), (True, False), (False, True)])
def test_at_the_limit_what_was_nearly_believed_is_told(*, answer: bool, claim: bool) -> None:
    playing = explorer("what does a lamp cost?")
    if answer:
        playing.answering.nearly = (-0.5, "Lamp: 12.00", 4)
    if claim:
        playing.judge.nearly = (0.5, "Saved.", 3)
    verdict = playing._spent()
    assert verdict
    assert verdict.status == "expired"
    assert verdict.evidence == ("Lamp: 12.00" if answer else "Saved.")
    assert ("read at step 4" in verdict.reason) is answer


def text_field(name: str, **facts: object) -> Element:
    return Element("input", "textbox", name, uid=name, actionable=True, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "sends", "kept_back"),
    [
        ([text_field("What?", form="f", posts=True)], {"posts": True}, True),
        ([text_field("What?", form="f", required=True)], {}, True),
        ([replace(text_field("Comment", form="f"), tag="textarea")], {}, True),
        ([text_field("Title", form="f")], {}, False),
        ([text_field("From", form="f", required=True, action="/trains")], {}, False),
        ([replace(text_field("Find", form="f", posts=True), role="searchbox")], {}, False),
        ([text_field("Find", form="f", landmark="search", required=True)], {}, False),
        (
            [
                text_field("Name", form="f", posts=True),
                text_field("Code", form="f", attributes={"type": "password"}),
            ],
            {"posts": True},
            False,
        ),
        (
            [
                *(text_field(name, form="f", posts=True) for name in ("Name", "Signature")),
                text_field("Code", form="f", attributes={"type": "password"}),
            ],
            {"posts": True},
            True,
        ),
        (
            [replace(text_field("Tom", form="f", posts=True), role="checkbox")],
            {"posts": True},
            True,
        ),
        ([], {"posts": True}, True),
        ([], {}, False),
        ([text_field(n, form="f", layer="dialog") for n in ("Name", "From")], {}, True),
        ([text_field(n, form="f") for n in ("Name", "From")], {}, False),
    ],
)
def test_a_goal_that_only_asks_is_offered_nothing_that_writes(
    fields: list[Element], sends: dict[str, bool], *, kept_back: bool
) -> None:
    site = Site("desk", "http://desk.test/", ("desk.test",), safe=False)
    task = Task("what did the lamp cost?", site, Persona("ann"))
    page = scene(
        link("Prices", "http://desk.test/prices"),
        *fields,
        button("Go", form="f", submits=True, **sends),
    )
    view = View(1, page, StateGraph().visit(page)[0], True)
    for asks, without in [(True, ()), (False, ()), (True, ("asking",))]:
        offering = Offering(task, Guards(site, frozenset(without)), MemoryJournal())
        offering.only_asks = asks
        texts = [candidate.text for candidate in offering.offered(view)]
        assert 'open "Prices"' in texts
        assert (len(texts) == 1) == (kept_back and asks and not without)
    page = scene(*fields, button("Go", form="f", submits=True, **sends))
    view = View(1, page, StateGraph().visit(page)[0], True)
    offering = Offering(task, Guards(site), MemoryJournal(), only_asks=True)
    assert (offering.lifted(view) == []) == kept_back


@pytest.mark.parametrize(
    ("held", "facts", "asks", "offered"),
    [
        ("To Quenby", {}, True, False),
        ("To Quenby", {}, False, True),
        ("", {}, True, True),
        ("12", {}, True, True),
        ("To Quenby", {"landmark": "search"}, True, True),
        ("To Quenby", {"action": "/find"}, True, True),
    ],
)
def test_what_asks_chooses_nothing_beside_the_words_of_somebody(
    held: str, facts: dict[str, str], *, asks: bool, offered: bool
) -> None:
    """An editor without a form: its title and, beside it, a list of authors."""
    site = Site("desk", "http://desk.test/", ("desk.test",), safe=False)
    task = Task("who has written it?", site, Persona("ann"))
    author = replace(
        text_field("Author", value="Jory"), role="combobox", tag="select", options=("Jory", "Ann")
    )
    page = scene(
        link("Prices", "http://desk.test/p"), text_field("Title", value=held, **facts), author
    )
    offering = Offering(task, Guards(site), MemoryJournal(), only_asks=asks)
    view = View(1, page, StateGraph().visit(page)[0], True)
    texts = [candidate.text for candidate in offering.offered(view)]
    assert any("Author" in text for text in texts) is offered
    assert 'open "Prices"' in texts


@pytest.mark.parametrize(
    ("held", "facts", "entered", "offered"),
    [
        ("Okonjo", {}, False, False),
        ("Okonjo", {}, True, True),
        ("3", {}, False, True),
        ("Okonjo", {"landmark": "search"}, False, True),
        ("Okonjo", {"action": "/find"}, False, True),
    ],
)
def test_what_asks_does_not_save_what_stood_in_a_form(
    held: str, facts: dict[str, str], *, entered: bool, offered: bool
) -> None:
    site = Site("desk", "http://desk.test/", ("desk.test",), safe=False)
    task = Task("who has the lamp?", site, Persona("ann"))
    send = button("Save", form="f", submits=True, action=facts.get("action", ""))
    field = text_field("Name", form="f", value=held, **facts)
    page = scene(link("Prices", "http://desk.test/prices"), field, send)
    offering = Offering(task, Guards(site), MemoryJournal(), only_asks=True)
    if entered:
        offering.begun.learn(scene(replace(field, value=""), send), page)
    view = View(1, page, StateGraph().visit(page)[0], True)
    texts = [candidate.text for candidate in offering.offered(view)]
    assert any(text.startswith('press "Save"') for text in texts) is offered


@pytest.mark.parametrize(
    ("held", "entered", "error", "again"),
    [
        ("68.0", True, "", False),
        ("68.0", False, "", True),
        ("68.0", True, "Not so much", True),
        ("86.0", True, "", True),
    ],
)
def test_what_a_field_holds_of_the_goal_is_not_entered_again_before_it_is_sent(
    held: str, error: str, *, entered: bool, again: bool
) -> None:
    site = Site("flat", "http://flat.test/", ("flat.test",), safe=False)
    before = text_field("How much?", form="f", value="1" if entered else held)
    page = scene(replace(before, value=held, error=error), button("Save", form="f", submits=True))
    task = Task("the bill was 68", site, Persona("ann"))
    offering = Offering(task, Guards(site), MemoryJournal(), values=[GoalValue("bill", "68")])
    offering.begun.learn(scene(before), page)
    view = View(1, page, StateGraph().visit(page)[0], True)
    filled = any(f.uid == before.uid for c in offering.offered(view) for f in c.fields)
    assert filled is again


@pytest.mark.parametrize(
    ("goal", "account", "offered"),
    [
        ("buy a lamp", True, ["Orders"]),
        ("buy a lamp", False, ["Orders", "Log out"]),
        ("buy a lamp and log out", True, ["Orders", "Log out"]),
    ],
)
def test_logging_out_is_offered_where_the_goal_says_so(
    goal: str, account: bool, offered: list[str]
) -> None:
    page = scene(button("Orders"), button("Log out"))
    site = Site("shop", "http://shop.test/", ("shop.test",), safe=False)
    task = Task(goal, site, Persona("ann"), has_account=account)
    offering = Offering(task, Guards(site), MemoryJournal())
    view = View(1, page, StateGraph().visit(page)[0], True)
    assert [c.elements[-1].name for c in offering.offered(view)] == offered


def test_the_tab_that_is_shown_is_not_offered() -> None:
    tabs = (
        replace(button("Follow ups", attributes={"aria-selected": "true"}), role="tab"),
        replace(button("Respond", attributes={"aria-selected": "false"}), role="tab"),
    )
    page = scene(*tabs)
    site = Site("desk", "http://desk.test/", ("desk.test",), safe=False)
    offering = Offering(Task("respond", site, Persona("ann")), Guards(site), MemoryJournal())
    view = View(1, page, StateGraph().visit(page)[0], True)
    assert [c.elements[-1].name for c in offering.offered(view)] == ["Respond"]


def test_guards_are_lifted_one_by_one_before_a_search_gives_up() -> None:
    graph, guards = StateGraph(), Guards(SITE)
    add, close = single(button("Add")), single(button("Close"))
    state, _ = graph.visit(scene(button("Add"), button("Close")))
    other, _ = graph.visit(scene(button("Open"), url="http://shop.test/other"))
    for one, after in ((add, state), (add, state), (close, other)):
        guards.learn(one, state, after, previous=None, changed=after is other, said="")
    assert guards.sift([add, close], state)[0] == []
    assert guards.lift([add, close], state) == ([close], ("undo", "repeat"))
    for _ in range(2):
        guards.learn(close, state, other, previous=None, changed=False, said="")
    assert guards.lift([add, close], state)[0] == [add]
    assert guards.lift([], state)[0] == []


def test_a_link_back_to_where_one_came_from_undoes_nothing() -> None:
    graph = StateGraph()
    home, _ = graph.visit(scene(link("Lamps", "/lamps"), url="http://shop.test/"))
    lamps, _ = graph.visit(scene(link("Home", "/"), url="http://shop.test/lamps"))
    guards = Guards(SITE)
    learned = guards.learn(
        single(link("Home", "/")), lamps, home, previous=home, changed=True, said='-> page "Home"'
    )
    assert "undo" not in learned
    assert guards.undone == set()


@pytest.mark.parametrize(
    ("names", "goal", "offered"),
    [
        (["Deutsch", "Français", "Orders"], "see my orders", ["Orders"]),
        (["Deutsch", "Français", "Orders"], "switch the shop to Deutsch", None),
        (["Deutsch", "Orders"], "see my orders", None),
        (["Português (Brasil)", "العَرَبِيَّة", "Orders"], "see my orders", ["Orders"]),
        (["English", "Français"], "see my orders", None),
    ],
)
def test_a_switch_between_languages_is_left_alone(
    names: list[str], goal: str, offered: list[str] | None
) -> None:
    links = tuple(
        Element("a", "link", name, uid=name, href=f"/{n}", xpath=f"/a[{n}]", actionable=True)
        for n, name in enumerate(names)
    )
    scene = Scene("http://shop.test/", "Shop", "", links, ())
    site = Site("shop", "http://shop.test/", ("shop.test",), safe=False)
    offering = Offering(Task(goal, site, Persona("ann")), Guards(site), MemoryJournal())
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    assert [c.elements[-1].name for c in offering.offered(view)] == (offered or names)


@pytest.mark.parametrize(
    ("heading", "values", "offered"),
    [
        ("Mill Lane 3", ("3 Mill Lane",), True),
        ("Identifiers", ("3 Mill Lane",), False),
        ("Identifiers", (), True),
    ],
)
def test_nothing_is_deleted_where_the_page_is_about_something_else(
    heading: str, values: tuple[str, ...], *, offered: bool
) -> None:
    site = Site("desk", "http://desk.test/", ("desk.test",), safe=False)
    goal = "delete the entry of 3 Mill Lane"
    page = replace(scene(button("Delete"), button("New")), heading=heading)
    offering = Offering(Task(goal, site, Persona("ann")), Guards(site), MemoryJournal())
    offering.values = [GoalValue("entry", value) for value in values]
    offering.asks_to_delete = lambda step: True
    view = View(1, page, StateGraph().visit(page)[0], True)
    texts = [candidate.text for candidate in offering.offered(view)]
    assert ('press "Delete"' in texts) is offered
    assert 'press "New"' in texts


@pytest.mark.parametrize("put_away", [True, False])
def test_what_puts_a_dialog_away_is_offered_each_time(*, put_away: bool) -> None:
    graph, guards = StateGraph(), Guards(SITE)
    close, note = button("OK", layer="dialog"), button("Save first", layer="dialog")
    plain_page, _ = graph.visit(scene(button("Translate")))
    told, _ = graph.visit(scene(button("Translate", layer="covered"), close, note))
    for _ in range(2):
        guards.learn(
            single(close),
            told,
            plain_page,
            previous=plain_page,
            changed=True,
            said="gone",
            put_away=put_away,
        )
    offered = guards.sift([single(close), single(note)], told)[0]
    assert [c.control for c in offered] == ([close, note] if put_away else [note])


def secret_field(name: str) -> Element:
    return text_field(name, form="f", attributes={"type": "password"}, required=True)


@pytest.mark.parametrize(
    ("names", "goal", "offered"),
    [
        (("Password", "Password again"), "found a group of climbers", False),
        (("Password", "Password again"), "change my password", True),
        (("Password",), "found a group of climbers", True),
        (("Name", "Password", "Password again"), "found a group of climbers", True),
    ],
)
def test_the_password_stays_as_it_is_where_the_goal_says_nothing_of_it(
    names: tuple[str, ...], goal: str, *, offered: bool
) -> None:
    site = Site("radio", "http://radio.test/", ("radio.test",), safe=False)
    task = Task(goal, site, Persona("ann"), has_account=True)
    fields = [secret_field(n) if "Pass" in n else text_field(n, form="f") for n in names]
    page = scene(*fields, button("Edit", form="f", submits=True), link("Home", "/"))
    view = View(1, page, StateGraph().visit(page)[0], True)
    candidates = Offering(task, Guards(site), MemoryJournal()).offered(view)
    assert any(c.fields for c in candidates) is offered


@pytest.mark.parametrize(("given", "offered"), [(True, False), (False, True)])
def test_the_users_own_data_replace_nothing_where_the_goal_gives_values(
    *, given: bool, offered: bool
) -> None:
    site = Site("radio", "http://radio.test/", ("radio.test",), safe=False)
    task = Task("Rita has a new telephone", site, Persona("ann", {"first_name": "Ann"}))
    held = text_field("First name", form="f", value="Rita")
    page = scene(held, button("Edit", form="f", submits=True))
    view = View(1, page, StateGraph().visit(page)[0], True)
    offering = Offering(task, Guards(site), MemoryJournal())
    offering.values = [GoalValue("telephone", "01632 960277")] if given else []
    in_form = any(held in c.fields and c.control for c in offering.offered(view))
    assert in_form is offered


ANN = Persona("ann", {"first_name": "Anneke", "email": "ann@x.test"})
RADIO = Site("radio", "http://radio.test/", ("radio.test",), safe=False)


def own_account(mail: str = "ann@x.test") -> Scene:
    held = [
        text_field(name, form="f", value=value)
        for name, value in {"Given name": "Anneke", "Mail": mail}.items()
    ]
    sends = button("Edit", form="f", submits=True)
    return scene(*held, text_field("Nickname", form="f", required=True), sends)


@pytest.mark.parametrize(
    ("mail", "values", "about", "strange"),
    [
        ("ann@x.test", ("Rita",), False, True),
        ("ann@x.test", ("Rita",), True, False),
        ("ann@x.test", (), False, False),
        ("rita@x.test", ("Rita",), False, False),
    ],
)
def test_a_form_of_the_users_own_takes_nothing_of_a_goal_about_another(
    mail: str, values: tuple[str, ...], *, about: bool, strange: bool
) -> None:
    page = own_account(mail)
    view = View(1, page, StateGraph().visit(page)[0], True)
    task = Task("give Rita an account", RADIO, ANN)
    offering = Offering(task, Guards(RADIO), MemoryJournal(), is_about_the_user=lambda step: about)
    offering.values = [GoalValue("name", value) for value in values]
    filling = next(c for c in offering.offered(view) if c.fields and c.control)
    assert offering.is_for_the_user(filling, view) is strange


def explorer(goal: str, *values: GoalValue, yes: bool = False) -> Explorer:
    """Its model chooses the first, says yes or no to all else, and would enter "Rita"."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        first = 0 if yes or "Yes" not in choices else 1
        return [-0.1 if n == first else -4.0 for n, _ in enumerate(choices)]

    replies = json.dumps({"SelectedInput": {"1": "Rita"}})
    model = ScriptedModel(lambda prompt: replies, scores=scores)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    task = Task(goal, RADIO, ANN, values=values)
    guards = Guards(RADIO, frozenset({"reading", "survey", "lookahead"}))
    team = fast_team(dict.fromkeys(ROLES, model))
    return Explorer(task, team, MemoryJournal(), StateGraph(), guards)


@pytest.mark.parametrize("yes", [True, False])
def test_the_goals_values_are_entered_in_the_users_account_only_where_it_is_about_them(
    *, yes: bool
) -> None:
    value = GoalValue("nickname", "Rita")
    playing = explorer("give Rita an account", value, yes=yes)
    page = own_account()
    offered = playing.offering
    move = playing.decide(View(1, page, playing.graph.visit(page)[0], True))
    assert isinstance(move, Move)
    assert [v.value for v in offered.values] == ["Rita"]
    by = [e.by for e in of(playing.journal.events, events.Input)]  # type: ignore[attr-defined]
    assert ("goal" in by) is yes


def test_what_asks_again_whether_to_delete_is_pressed() -> None:
    playing = explorer("delete the entry of Mill Lane", GoalValue("entry", "Mill Lane"), yes=True)
    asks = scene(button("Yes, delete"), button("Back"))
    first = replace(scene(button("Delete"), button("Back")), heading="Mill Lane")
    before = View(1, first, playing.graph.visit(first)[0], True)
    after = View(2, asks, playing.graph.visit(asks)[0], True)
    playing.read(1)
    pressed = single(first.actionable[0])
    texts = []
    for move in (Move("press Back", (), single(first.actionable[1])), Move("p", (), pressed)):
        playing.remember(Outcome(move, before, after, changes(first, asks), ()))
        playing.offering.values = playing.values
        texts.append([c.text for c in playing.offering.offered(after)])
    assert ['press "Yes, delete"' in each for each in texts] == [False, True]


def test_what_opens_a_dialog_brought_nothing_where_its_answer_brings_nothing() -> None:
    playing = explorer("delete the entry of Mill Lane")
    page = replace(scene(button("Delete"), button("Back")), heading="Entries")
    view = View(1, page, playing.graph.visit(page)[0], False)
    pressed = single(page.actionable[0])
    asked = replace(changes(page, page), dialog="Really?")
    playing.remember(Outcome(Move("press", (), pressed), view, view, asked, ()))
    assert not playing.choosing.fruitless[pressed.key]
    playing.remember(Outcome(Move("accept the dialog", ()), view, view, changes(page, page), ()))
    assert playing.choosing.fruitless[pressed.key] == 1
    playing.remember(Outcome(Move("press", (), pressed), view, view, changes(page, page), ()))
    assert playing.choosing.fruitless[pressed.key] == 2
    new = replace(view, new=True)
    playing.remember(Outcome(Move("press", (), pressed), view, new, changes(page, page), ()))
    assert playing.choosing.fruitless[pressed.key] == 2


@pytest.mark.parametrize(
    ("parts", "several", "sends", "claimed"),
    [
        (("put it down", "leave a note"), True, 1, False),
        (("put it down", "leave a note"), True, 2, True),
        (("put it down", "leave a note"), False, 1, True),
        (("put it down",), True, 1, True),
    ],
)
def test_one_thing_that_was_sent_is_not_all_of_a_goal_that_surely_wants_several(
    monkeypatch: pytest.MonkeyPatch,
    parts: tuple[str, ...],
    sends: int,
    *,
    several: bool,
    claimed: bool,
) -> None:
    by = thresholds_for("scripted").model_copy(update={"surely_several": 0.0})
    monkeypatch.setattr(of_goals, "thresholds_of", lambda model: by)
    playing = explorer("put it down, and leave a note")
    scores = [(-0.1, -3.0) if several else (-3.0, -0.1)]
    playing.team = replace(playing.team, counter=GoalCounter(ScriptedModel(scores=scores)))
    playing._reading = GoalReading(parts, (), "")
    playing.memory.sends = sends
    heard = []
    playing.judge.done = lambda *args: heard.append(args)  # type: ignore[assignment]
    first, second = scene(button("Save")), scene(button("Done"))
    views = [
        View(n, page, playing.graph.visit(page)[0], True)
        for n, page in enumerate((first, second), 2)
    ]
    move = Move("press Save", (), single(first.actionable[0]))
    playing.done(Outcome(move, *views, changes(first, second), ()), Call(MemoryJournal(), 2))
    assert bool(heard) is claimed


@pytest.mark.parametrize("asks", [True, False])
def test_to_a_question_nothing_but_fields_is_nothing_new(*, asks: bool) -> None:
    playing = explorer("who signed for it?")
    playing.offering.only_asks = asks
    edit = button("Edit")
    before = View(2, first := scene(edit), playing.graph.visit(first)[0], True)
    field = Element("input", "textbox", "Signed for by", uid="s", form="f", actionable=True)
    after = View(3, second := scene(edit, field), playing.graph.visit(second)[0], True)
    pressed = single(edit)
    playing.remember(
        Outcome(Move("press Edit", (), pressed), before, after, changes(first, second), ())
    )
    assert playing.choosing.fruitless[pressed.key] == int(asks)


@pytest.mark.parametrize(("account", "beside"), [(True, 1), (True, 9), (False, 1)])
def test_what_a_log_in_says_of_the_account_is_no_refusal_of_the_goal(
    account: bool, beside: int
) -> None:
    playing = explorer("order a lamp")
    playing.task = replace(playing.task, has_account=account)
    heard = []
    playing.refusals.hear = lambda *args, **more: heard.append(args)  # type: ignore[assignment]
    name = Element("input", "textbox", "Name", uid="n", form="f", actionable=True)
    password = replace(name, name="Password", uid="p", attributes={"type": "password"})
    links = (Element("a", "link", f"Page {n}", uid=f"a{n}", actionable=True) for n in range(beside))
    page = scene(name, password, button("Log in", form="f", submits=True), *links)
    view = View(5, page, playing.graph.visit(page)[0], True)
    move = Move("press Log in", (), single(page.actionable[2]))
    change = replace(changes(page, page), news=("Wrong name or password",))
    playing.learn(Outcome(move, view, view, change, ()))
    assert bool(heard) is not (account and beside == 1)


def rows(*ticked: bool) -> list[Element]:
    return [
        replace(
            text_field(f"row {n}", form="f"),
            role="checkbox",
            checked=is_ticked,
            xpath=f"/form/table/tbody/tr[{n}]/td/input",
        )
        for n, is_ticked in enumerate(ticked, 1)
    ]


@pytest.mark.parametrize(
    ("members", "waits"),
    [
        (rows(False, False), True),
        (rows(False, True), False),
        (rows(False), False),
        ([*rows(False, False), text_field("Note", form="f", value="x", xpath="/form/p")], False),
        (
            [*rows(False, False), text_field("Find", form="f", xpath="/form/table/thead/tr/th")],
            True,
        ),
    ],
)
def test_what_is_done_to_rows_waits_until_one_is_ticked(
    members: list[Element], *, waits: bool
) -> None:
    accept = button("Accept", form="f", submits=True, xpath="/form/button")
    page = scene(*members, accept)
    view = View(1, page, StateGraph().visit(page)[0], True)
    for off in ((), ("empty-fields",)):
        guards = Guards(RADIO, frozenset(off))
        offering = Offering(Task("accept row 1", RADIO, ANN), guards, MemoryJournal())
        offered = [c for c in offering.offered(view) if c.control is accept]
        assert (not offered) is (waits and not off)
    before = scene(*(replace(one, checked=True) for one in members), accept)
    offering.guards = Guards(RADIO)
    offering.begun.learn(before, page)
    assert any(c.control is accept for c in offering.offered(view))


@pytest.mark.parametrize("begun", [True, False])
def test_a_button_of_a_form_that_was_begun_stays_in_a_short_list(*, begun: bool) -> None:
    playing = explorer("add the lamp Aurora")
    many = [link(f"Aurora lamp {n}", f"http://radio.test/{n}") for n in range(60)]
    empty = text_field("Title", form="f")
    save = button("Save", form="f")
    pages = [scene(*many, field, save) for field in (empty, replace(empty, value="Aurora"))]
    if begun:
        playing.offering.begun.learn(*pages)
    view = View(2, pages[1], playing.graph.visit(pages[1])[0], True)
    shown, cut = playing.shown(view, playing.offering.offered(view))
    assert cut
    assert any(c.control is save for c in shown) is begun


@pytest.mark.parametrize("changes", [True, False])
def test_where_the_goal_changes_something_a_form_is_not_sent_as_it_stood(*, changes: bool) -> None:
    place = replace(text_field("Place"), value="The farm", form="f")
    save = replace(button("Save"), form="f", submits=True)
    page = scene(place, save)
    view = View(1, page, StateGraph().visit(page)[0], True)
    task = Task("fetch it at the kiosk", RADIO, ANN)
    offering = Offering(task, Guards(RADIO), MemoryJournal(), changes=lambda step: changes)
    offered = offering.offered(view)
    press = next(c for c in offered if c.control is save and not c.fields)
    assert offering.keeps_all(press, offered, view) is changes
    assert not offering.keeps_all(press, [press], view)


@pytest.mark.parametrize(("changes", "gives"), [(True, True), (True, False), (False, True)])
def test_a_full_form_is_changed_and_sent_at_once_where_the_goal_changes_something(
    *, changes: bool, gives: bool
) -> None:
    """With the choice that the goal names in it."""
    place = replace(text_field("Place"), value="The farm", form="f")
    day = replace(
        text_field("Day"), tag="select", role="combobox", options=("Monday", "Friday"),
        selected="Monday", form="f",
    )  # fmt: skip
    save = replace(button("Save"), form="f", submits=True)
    page = scene(place, day, save)
    view = View(1, page, StateGraph().visit(page)[0], True)
    task = Task("fetch it on Friday", RADIO, ANN)
    offering = Offering(task, Guards(RADIO), MemoryJournal(), changes=lambda step: changes)
    offering.values = (GoalValue("day", "Friday"),) if gives else ()
    edited = [c for c in offering.offered(view) if c.text.startswith("change Place, Day and press")]
    assert [c.fields for c in edited] == [(day,)] * (changes and gives)
    notes = scene(place, day, replace(text_field("Notes"), form="f"), save)
    view = View(1, notes, StateGraph().visit(notes)[0], True)
    called = [c.text for c in offering.offered(view) if "Notes" in c.text and "Save" in c.text]
    assert [text.startswith("change Place, Day, Notes") for text in called] == [gives]
