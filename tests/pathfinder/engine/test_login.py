"""Logging in: by rule, once, and only with an account of the site."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.core.task import Persona, Site, Task
from pathfinder.engine.login import LogIn
from pathfinder.webprocessor.element import Element, Scene

PERSONA = Persona(
    "ann",
    {"account.email": "ann@example.org", "account.username": "ann", "account.password": "pass-7"},
    frozenset({"account.password"}),
)
TASK = Task("write a note", Site("notes", "http://notes.test/"), PERSONA, has_account=True)


def element(uid: str, role: str, name: str, **facts: object) -> Element:
    return Element("x", role, name, uid=uid, actionable=True, **facts)  # type: ignore[arg-type]


def field(uid: str, name: str, kind: str = "text", **attributes: str) -> Element:
    return element(uid, "textbox", name, form="f", attributes={"type": kind, **attributes})


NAME, PASSWORD = field("n", "Username"), field("p", "Password", "password")
SEND = element("s", "button", "Go", form="f", submits=True)
WAY = element("w", "link", "Sign in")


def scene(*elements: Element) -> Scene:
    return Scene("http://notes.test/", "Notes", "", elements, ())


def test_the_form_is_filled_in_from_the_account_and_sent_once() -> None:
    log_in = LogIn(TASK)
    move = log_in.move(scene(NAME, PASSWORD, SEND))
    assert move
    assert [(a.kind, a.uid, a.written) for a in move.actions] == [
        (Kind.TYPE, "n", "{{persona.account.username}}"),
        (Kind.TYPE, "p", "{{persona.account.password}}"),
        (Kind.CLICK, "s", ""),
    ]
    assert log_in.move(scene(NAME, PASSWORD, SEND)) is None


@pytest.mark.parametrize(
    ("goal", "logs_in"),
    [
        ("Without logging in, ask whether the ferry takes bicycles", False),
        ("Don't sign in; when does the pool open?", False),
        ("Frag, ohne dich anzumelden, wann die Fähre fährt", False),
        ("Demande sans te connecter quand part le ferry", False),
        ("log in and write a note", True),
        ("add Ann to the list of guests", True),
        ("Tom can not log in any more, unlock his account", True),
        ("Tom kann sich nicht anmelden, schalte ihn frei", True),
        ("set up a course that is open without registering", True),
    ],
)
def test_where_the_goal_says_so_nobody_is_logged_in(goal: str, *, logs_in: bool) -> None:
    log_in = LogIn(replace(TASK, goal=goal))
    assert bool(log_in.move(scene(NAME, PASSWORD, SEND))) is logs_in
    assert log_in.is_to_be_chosen(scene(WAY)) is False or logs_in


@pytest.mark.parametrize(
    ("beside", "logs_in"),
    [
        (["Home", "Help"], True),
        (["Home", "Sign up"], False),
        (["Home", "News", "Forum", "Rules", "Members"], True),
    ],
)
def test_for_a_new_account_nobody_is_logged_in_where_the_site_offers_one(
    beside: list[str], *, logs_in: bool
) -> None:
    log_in = LogIn(replace(TASK, goal="Open an account for my brother with the name tom"))
    links = [element(name, "link", name) for name in beside]
    assert bool(log_in.move(scene(NAME, PASSWORD, SEND, *links))) is logs_in
    assert log_in.move(scene(WAY)) is None


def test_what_a_page_has_offered_once_counts_on_the_next() -> None:
    more = [element(str(number), "link", f"Page {number}") for number in range(5)]
    log_in = LogIn(replace(TASK, goal="Register as a member"))
    assert log_in.move(scene(WAY, element("r", "link", "Register"))) is None
    assert log_in.move(scene(WAY)) is None
    assert log_in.move(scene(NAME, PASSWORD, SEND, *more)) is None


def test_the_heading_of_a_page_offers_an_account_too() -> None:
    page = replace(scene(NAME, PASSWORD, SEND), heading="Create an account")
    more = [element(str(number), "link", f"Page {number}") for number in range(5)]
    page = replace(page, actionable=(*page.actionable, *more))
    assert LogIn(replace(TASK, goal="Register as a member")).move(page) is None


def test_a_register_that_is_a_list_keeps_nobody_from_logging_in() -> None:
    log_in = LogIn(replace(TASK, goal="Enter the horn in the register with the instruments"))
    assert log_in.move(scene(WAY, element("o", "link", "Objects")))


def test_of_a_form_that_logs_in_or_registers_the_part_that_logs_in_is_taken() -> None:
    register = [
        field("full", "Name"),
        field("mail", "E-mail"),
        field("p2", "Password", "password"),
        field("p3", "Password again", "password"),
        element("r", "button", "Register", form="f", submits=True),
    ]
    for page in ((NAME, PASSWORD, SEND, *register), (*register, NAME, PASSWORD, SEND)):
        move = LogIn(TASK).move(scene(*page))
        assert move
        assert [action.uid for action in move.actions] == ["n", "p", "s"]
    assert LogIn(TASK).move(scene(*register)) is None


def test_a_form_that_asks_for_an_address_gets_it_and_one_without_a_button_is_sent_by_enter() -> (
    None
):
    move = LogIn(TASK).move(scene(field("n", "E-mail", "email"), PASSWORD))
    assert move
    assert move.actions[0].written == "{{persona.account.email}}"
    assert (move.actions[2].kind, move.actions[2].written) == (Kind.PRESS, "Enter")


@pytest.mark.parametrize("name", ["Sign in", "LOG IN", "Anmelden", "Se connecter", "Member log-in"])
def test_the_way_to_the_form_is_taken_once_in_any_language(name: str) -> None:
    log_in = LogIn(TASK)
    page = scene(element("w", "link", name), element("o", "link", "Notes"))
    move = log_in.move(page)
    assert move
    assert [(a.kind, a.uid) for a in move.actions] == [(Kind.CLICK, "w")]
    assert log_in.move(page) is None
    assert log_in.move(scene(NAME, PASSWORD, SEND))


@pytest.mark.parametrize(
    "task",
    [
        replace(TASK, has_account=False),
        replace(TASK, persona=Persona("ann")),
        replace(TASK, goal="create an account"),
        replace(TASK, goal="Registrieren Sie sich"),
    ],
)
def test_nobody_is_logged_in_without_an_account_or_to_get_one(task: Task) -> None:
    offers = element("u", "link", "Sign up")
    assert LogIn(task).move(scene(WAY, NAME, PASSWORD, SEND, offers)) is None


@pytest.mark.parametrize(
    "fields",
    [
        (NAME, field("e", "E-mail"), PASSWORD),
        (NAME, field("p", "Password", "password", autocomplete="new-password")),
        (field("o", "Old password", "password"), field("p", "New password", "password")),
    ],
)
def test_a_form_to_register_or_to_change_a_password_is_none(fields: tuple[Element, ...]) -> None:
    assert LogIn(TASK).move(scene(*fields, SEND)) is None


def test_who_is_logged_in_is_not_logged_in_again() -> None:
    log_in = LogIn(TASK)
    inside = element("o", "button", "Log out")
    assert log_in.move(scene(inside, WAY)) is None
    assert log_in.move(scene(inside, NAME, PASSWORD, SEND)) is None


def test_the_search_goes_on_where_the_log_in_was_begun() -> None:
    log_in = LogIn(TASK)
    assert log_in.move(replace(scene(WAY), url="http://notes.test/start"))
    assert log_in.move(replace(scene(NAME, PASSWORD, SEND), url="http://notes.test/login"))
    account = replace(scene(element("o", "link", "Orders")), url="http://notes.test/me")
    move = log_in.move(account)
    assert move
    assert [(a.kind, a.written) for a in move.actions] == [
        (Kind.NAVIGATE, "http://notes.test/start")
    ]
    assert log_in.move(account) is None


def test_a_refused_log_in_leads_nowhere() -> None:
    log_in = LogIn(TASK)
    log_in.move(replace(scene(WAY), url="http://notes.test/start"))
    log_in.move(scene(NAME, PASSWORD, SEND))
    assert log_in.move(scene(NAME, PASSWORD, SEND)) is None


@pytest.mark.parametrize("name", ["Sign in with Maple", "Log in as guest", "Mit Maple anmelden"])
def test_a_way_in_without_the_account_is_not_taken_by_rule(name: str) -> None:
    assert LogIn(TASK).move(scene(element("w", "button", name))) is None


def test_among_ways_in_by_other_means_it_is_to_be_chosen_three_times_at_most() -> None:
    log_in = LogIn(TASK)
    page = scene(element("m", "radio", "Own account"), element("w", "button", "Sign in with Maple"))
    assert [log_in.is_to_be_chosen(page) for _ in range(4)] == [True, True, True, False]
    assert not LogIn(TASK).is_to_be_chosen(scene(NAME, PASSWORD, SEND))
    assert not LogIn(TASK).is_to_be_chosen(scene(element("h", "link", "Help")))
    assert not LogIn(replace(TASK, has_account=False)).is_to_be_chosen(page)


def test_a_log_in_in_two_steps_gets_the_name_and_then_the_password() -> None:
    log_in = LogIn(TASK)
    first = Scene("http://notes.test/", "Sign in - Notes", "", (NAME, SEND), ())
    move = log_in.move(first)
    assert move
    assert [(a.kind, a.uid, a.written) for a in move.actions] == [
        (Kind.TYPE, "n", "{{persona.account.username}}"),
        (Kind.CLICK, "s", ""),
    ]
    assert log_in.move(first) is None
    second = log_in.move(scene(PASSWORD))
    assert second
    assert [a.written for a in second.actions] == ["{{persona.account.password}}", "Enter"]
    assert log_in.over


@pytest.mark.parametrize(
    "elements",
    [
        (NAME, SEND),
        (NAME, field("q", "Comment"), SEND),
        (field("c", "Comment"), SEND),
        (PASSWORD, SEND),
    ],
    ids=["not a page to log in on", "asks for more", "asks for something else", "no name before"],
)
def test_one_field_alone_is_not_always_a_log_in(elements: tuple[Element, ...]) -> None:
    assert LogIn(TASK).move(scene(*elements)) is None


INSIDE = scene(element("t", "link", "Timetable"))


def test_who_is_put_out_again_is_logged_in_anew_a_few_times() -> None:
    log_in, form = LogIn(TASK), replace(scene(NAME, PASSWORD, SEND), title="Sign in")
    moves = []
    for _ in range(5):
        moves.append(log_in.move(form))
        log_in.move(INSIDE)
    assert [bool(move) for move in moves] == [True, True, True, False, False]


def test_a_name_alone_asks_for_the_log_in_again() -> None:
    log_in = LogIn(TASK)
    first = Scene("http://notes.test/", "Sign in - Notes", "", (NAME, SEND), ())
    log_in.move(first)
    log_in.move(scene(PASSWORD))
    assert log_in.move(INSIDE) is None
    assert log_in.move(first)
    assert log_in.move(scene(PASSWORD))


@pytest.mark.parametrize("goal", ["Log out", "Abmelden"])
def test_who_logs_out_on_purpose_stays_out(goal: str) -> None:
    form = replace(scene(NAME, PASSWORD, SEND), title="Sign in")
    log_in = LogIn(replace(TASK, goal=goal))
    assert log_in.move(form)
    assert log_in.move(INSIDE) is None
    assert log_in.move(form) is None


@pytest.mark.parametrize(("sends", "again"), [("Add user", False), ("Sign in", True)])
def test_a_name_and_a_password_may_be_those_of_a_new_user(sends: str, *, again: bool) -> None:
    log_in = LogIn(TASK)
    assert log_in.move(scene(NAME, PASSWORD, SEND))
    assert log_in.move(INSIDE) is None
    asked = scene(NAME, PASSWORD, replace(SEND, name=sends))
    assert (log_in.move(asked) is not None) is again
