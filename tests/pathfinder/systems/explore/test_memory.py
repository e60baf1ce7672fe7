"""What a session remembers of its steps."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.memory import Memory, as_sent
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene


def test_the_steps_that_are_told_begin_alike_for_many_steps() -> None:
    steps = [f"step {number}" for number in range(40)]
    told = [Memory(history=steps[:many]).last(16) for many in range(1, 41)]
    assert all(lines[-1] == steps[many] for many, lines in enumerate(told))
    assert all(len(lines) in range(9, 17) for lines in told[8:])
    assert len({lines[0] for lines in told}) == 4


def test_one_step_is_told_where_no_more_are_wanted() -> None:
    assert Memory(history=["one", "two"]).last(1) == ["two"]
    assert Memory().last(16) == []


def test_an_account_of_a_step_has_what_was_entered_and_nothing_secret() -> None:
    name, code = (
        Element("input", "textbox", said, uid=said, attributes={"type": kind}, actionable=True)
        for said, kind in (("Name", "text"), ("Code", "password"))
    )
    button = Element("button", "button", "Save", uid="b", submits=True, actionable=True)
    before, after = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (
            Scene("http://a.test/", "", "New", (name, code, button), ()),
            Scene("http://a.test/2", "", "Saved", (), ()),
        )
    )
    form = Candidate("f", 'fill in Name, Code and press "Save"', Kind.CLICK, button, (name, code))
    typed = tuple(Action(Kind.TYPE, said, f"{said} 7") for said in ("Name", "Code"))
    move = Move(form.text, (*typed, Action(Kind.CLICK, "b")), form)
    memory = Memory()
    memory.learn(Outcome(move, before, after, changes(before.scene, after.scene), ()), "", ())
    assert memory.accounts == ['fill in Name "Name 7" and press "Save" -> page "Saved"']
    assert memory.history == ['fill in Name, Code and press "Save" -> page "Saved"']


@pytest.mark.parametrize(
    ("there", "same"),
    [
        ("?tag=", True),
        ("#all", True),
        ("?sort=up", True),
        ("other", False),
        ("?room=2", False),
    ],
)
def test_a_form_is_the_same_however_its_page_is_sorted(there: str, *, same: bool) -> None:
    button = Element("button", "button", "Watch", uid="b", submits=True)
    form = Candidate("f", "fill in", Kind.CLICK, button)

    def sent(path: str) -> tuple[str, ...]:
        heading = "Room 2" if path == "?room=2" else "Pages"
        scene = Scene(f"http://watch.test/{path}", "", heading, (button,), ())
        view = View(1, scene, StateGraph().visit(scene)[0], True)
        return as_sent(view, form, ["http://tides.test/"])

    assert (sent("") == sent(there)) is same


def test_what_was_sent_elsewhere_is_open_again_once_a_link_leads_away_from_it() -> None:
    """Not what is looked up with, and not while the same form goes on on another page."""
    name = Element("input", "textbox", "Name", uid="n", form="f", actionable=True)
    save = Element("button", "button", "Save", uid="b", form="f", submits=True, actionable=True)
    link = Element("a", "link", "Other", uid="l", href="http://a.test/other", actionable=True)
    first, second, other = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (
            Scene("http://a.test/new", "", "New", (name, save, link), ()),
            Scene("http://a.test/new/2", "", "Saved", (name, save, link), ()),
            Scene("http://a.test/other", "", "Other", (name, save), ()),
        )
    )
    memory = Memory(asked=["Ann"], places={"Search": "Ann"})
    form = Candidate("f", "fill in Name", Kind.CLICK, save, (name,))
    sending = Move(form.text, (Action(Kind.TYPE, "n", "Theo"), Action(Kind.CLICK, "b")), form)
    following = Move("open", (Action(Kind.CLICK, "l"),), Candidate("l", "open", Kind.CLICK, link))

    def learn(move: Move, before: View, after: View) -> list[str]:
        change = changes(before.scene, after.scene)
        memory.learn(Outcome(move, before, after, change, ()), "", ())
        return memory.course

    memory.note("Name", "Theo")
    assert learn(following, first, other) == ["Theo"]
    assert learn(sending, first, second) == ["Theo"]
    memory.note("Name", "cello")
    assert learn(sending, second, second) == ["Theo", "cello"]
    assert learn(following, second, other) == ["Ann"]
    assert memory.entered == ["Theo", "cello"]
    assert memory.places == {"Search": "Ann"}
    assert memory.written_last == memory.written == ["Theo", "Theo"]
    learn(replace(sending, actions=(Action(Kind.TYPE, "n", "queue"),)), other, other)
    assert memory.written_last == ["queue"]


@pytest.mark.parametrize(
    ("submits", "typed", "error", "sends"),
    [(True, False, "", 1), (False, True, "", 1), (False, False, "", 0), (True, True, "No.", 0)],
)
def test_what_was_sent_is_counted_where_the_page_refuses_nothing(
    error: str, sends: int, *, submits: bool, typed: bool
) -> None:
    name = Element("input", "textbox", "Name", uid="n", form="f", actionable=True)
    save = Element("button", "button", "Save", uid="b", form="f", submits=submits, actionable=True)
    before, after = (
        View(1, scene, StateGraph().visit(scene)[0], True)
        for scene in (
            Scene("http://a.test/new", "", "New", (name, save), ()),
            Scene("http://a.test/new", "", "Saved", (name, save), (), (error,) if error else ()),
        )
    )
    typing = (Action(Kind.TYPE, "n", "Theo"),) if typed else ()
    form = Candidate("f", "fill in Name", Kind.CLICK, save, (name,) if typed else ())
    move = Move(form.text, (*typing, Action(Kind.CLICK, "b")), form)
    memory = Memory()
    change = changes(before.scene, after.scene)
    memory.learn(Outcome(move, before, after, change, ()), "", ())
    assert memory.sends == sends


def test_of_what_was_sent_in_vain_an_account_tells_what_stayed_of_it() -> None:
    fields = tuple(
        Element("input", "textbox", name, uid=name, form="f", actionable=True)
        for name in ("Place", "Bags")
    )
    send, back = (
        Element("button", "button", name, uid=name, form="f", submits=True, actionable=True)
        for name in ("Send", "Back")
    )

    def page(heading: str, *errors: str) -> View:
        scene = Scene("http://a.test/", "", heading, (*fields, send, back), (), errors)
        return View(1, scene, StateGraph().visit(scene)[0], True)

    def step(
        memory: Memory, after: View, button: Element, heading: str = "Order", **typed: str
    ) -> None:
        typing = tuple(Action(Kind.TYPE, name, text) for name, text in typed.items())
        form = Candidate("f", f'press "{button.name}"', Kind.CLICK, button)
        move = Move(form.text, (*typing, Action(Kind.CLICK, button.uid)), form)
        before = page(heading)
        memory.learn(Outcome(move, before, after, changes(before.scene, after.scene), ()), "", ())

    memory, wrong = Memory(), page("Order", "A whole number, please.")
    step(memory, wrong, send, Place="Orchard", Bags="one")
    step(memory, wrong, send)
    step(memory, wrong, send, Bags="a")
    assert [account.count("shows error") for account in memory.accounts] == [1, 1, 1]
    step(memory, page("Thanks"), send, Bags="1")
    assert [account.count("shows error") for account in memory.accounts] == [1, 1, 1, 0]
    step(memory, page("Done"), back)
    assert [account for account in memory.accounts if account] == [
        'fill in Place "Orchard"',
        'fill in Bags "1" and press "Send" -> page "Thanks"',
        'press "Back" -> page "Done"',
    ]
    assert len(memory.history) == 5
    step(memory, wrong, send, Bags="2")
    step(memory, page("Thanks"), send, "Contact")
    step(memory, wrong, send, Bags="2")
    step(memory, page("Thanks"), back)
    step(memory, page("Thanks"), back)
    assert memory.accounts[-3].startswith('fill in Bags "2" and press "Send" shows error')
    assert memory.accounts[-5].startswith('fill in Bags "2" and press "Send" shows error')
