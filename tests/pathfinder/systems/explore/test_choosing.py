"""System 1's choice: letters, one by one, and letters again among the best few."""

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Guide, QuickSystem1
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import Persona, Site
from pathfinder.engine.candidates import form_candidates, single, single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.systems.explore.choosing import Choosing, only_scrolls, own_forms
from pathfinder.systems.explore.guards import Guards
from pathfinder.webprocessor.element import Element, Scene

PAGES = [*(f"Page {number}" for number in range(8)), "Night Trains"]
LINKS = tuple(
    Element("a", "link", name, uid=name, actionable=True, href=f"/{n}", xpath=f"/html/body/a[{n}]")
    for n, name in enumerate(PAGES)
)
SCENE = Scene("http://books.test/", "Books", "Books", LINKS, ())


def chosen(*off: str, shown: frozenset[str] = frozenset()) -> tuple[str, list[str], list[int]]:
    """The choice, of which candidates the guide was asked, and how long the lists were.

    shown: What the last step has revealed.

    Letters prefer the first of a long list, and "Night Trains" in a short one.
    """
    asked_about: list[str] = []
    lists: list[int] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        text = prompt.messages[-1].content
        if "Yes" in choices:
            asked_about.append(re.findall(r'open "(.*?)"', text)[-1])
            return [-0.7, -0.7]
        lines = dict(re.findall(r'^([A-Z])\. open "(.*?)"', text, re.MULTILINE))
        lists.append(len(lines))
        short = len(lines) < len(PAGES)
        wanted = [name == "Night Trains" for name in lines.values()]
        return [-1.0 if is_it and short else -2.0 - n for n, is_it in enumerate(wanted)]

    model = ScriptedModel(scores=scores)
    guards = Guards(Site("books", "http://books.test/"), frozenset(off))
    goal = "write a review of Night Trains"
    choosing = Choosing(goal, QuickSystem1(model), Guide(model), guards, 3, 4)
    choosing.revealed = shown
    offered = single_candidates(SCENE)
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in offered}
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    return choice.text, asked_about, lists


def test_the_last_choice_is_made_among_the_best_few() -> None:
    text, _, lists = chosen()
    assert (text, lists) == ('open "Night Trains"', [9, 4])


def test_the_guide_is_asked_of_the_likeliest_and_of_what_holds_the_goals_words() -> None:
    _, asked_about, _ = chosen()
    assert asked_about == ["Page 0", "Page 1", "Page 2", "Night Trains"]


def test_without_a_last_choice_the_first_two_answers_count() -> None:
    text, _, lists = chosen("finalists")
    assert (text, lists) == ('open "Page 0"', [9])


def test_what_the_last_step_has_shown_is_likelier() -> None:
    shown = frozenset({"Page 2"})
    _, asked_about, _ = chosen(shown=shown)
    assert "Page 2" in asked_about
    assert chosen("finalists", shown=shown)[0] == 'open "Page 2"'
    assert chosen("finalists", "revealed", shown=shown)[0] == 'open "Page 0"'


@pytest.mark.parametrize(
    ("off", "believed", "best", "asked", "lists"),
    [
        (frozenset[str](), {2: 3.0}, 2, 4, []),
        (frozenset[str](), {2: 3.0, 6: 5.0}, 2, 4, []),
        (frozenset[str](), {2: 0.5}, 2, 4, [9]),
        (frozenset[str](), {2: 0.5, 6: 5.0}, 6, 4, [9]),
        (frozenset[str](), {2: -0.5, 6: -2.0}, 6, 3, [9]),
        (frozenset({"guide"}), {2: 3.0}, 6, 0, [9]),
    ],
)
def test_a_guide_that_is_trusted_is_asked_first_and_letters_where_it_believes_in_none(
    monkeypatch: pytest.MonkeyPatch,
    off: frozenset[str],
    believed: dict[int, float],
    best: int,
    asked: int,
    lists: list[int],
) -> None:
    """Letters, that like the seventh, say of whom else; they choose where it is switched off."""
    by = thresholds_for("scripted").model_copy(
        update={
            "choice_letter": 0.0,
            "choice_guide": 1.5,
            "choice_trusted": 1.0,
            "choice_asks_again": False,
        }
    )
    monkeypatch.setattr("pathfinder.systems.explore.choosing.thresholds_of", lambda model: by)
    met: list[int] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        text = prompt.messages[-1].content
        if "Yes" in choices:
            odds = believed.get(PAGES.index(re.findall(r'open "(.*?)"', text)[-1]), -5.0)
            return [min(odds, 0.0), min(-odds, 0.0)]
        met.append(len(choices))
        return [-1.0 if n == 6 else -2.0 - n for n in range(len(choices))]

    model = ScriptedModel(scores=scores)
    guards = Guards(Site("books", "http://books.test/"), off)
    goal = "write a review"
    choosing = Choosing(goal, QuickSystem1(model), Guide(model), guards, 3, 4)
    offered = single_candidates(SCENE)
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in offered}
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    choice, _, by_whom = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert (choice, by_whom) == (offered[best], "model")
    assert (len(choosing.ahead), met) == (asked, lists)
    assert set(choosing.signs) == {c.key for c in offered}
    assert choosing.signs[offered[best].key].guide == believed.get(best, 0.0) * (not off)


@pytest.mark.parametrize(("share", "best"), [(0.0, 0), (0.2, 0), (0.4, 1)])
def test_what_the_survey_says_weighs_beside_the_models_word(share: float, best: int) -> None:
    offered = single_candidates(SCENE)[:2]
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists"}))
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 - n for n in range(len(choices))])
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.worth = {offered[1].key: share}
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in offered}
    handles = dict(zip("AB", offered, strict=True))
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice is offered[best]


@pytest.mark.parametrize(
    ("used", "fruitless", "by"), [(0, 0, "survey"), (1, 0, "model"), (0, 1, "model")]
)
def test_the_survey_is_followed_without_asking_once(used: int, fruitless: int, by: str) -> None:
    """What was pressed for it and led nowhere is no way, whatever its share."""
    first, second = single_candidates(SCENE)[:2]
    guards = Guards(Site("books", "http://books.test/"), frozenset[str]())
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.ways = {second.key: 0.8}
    choosing.used[second.key], choosing.fruitless[second.key] = used, fruitless
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in (first, second)}
    handles = {"A": first, "B": second}
    assert choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))[2] == by


@pytest.mark.parametrize(("by_model", "by"), [(True, "model"), (False, "survey")])
def test_the_survey_does_not_lead_back_from_where_the_model_went(
    by: str, *, by_model: bool
) -> None:
    back, other = (
        Element("a", "link", name, name, uid=name, href=f"/{name}", actionable=True)
        for name in ("list", "other")
    )
    pages = [
        Scene(f"http://books.test/{name}", name, name, (back, other), ())
        for name in ("list", "book")
    ]
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    guards = Guards(Site("books", "http://books.test/"), frozenset[str]())
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    handles = dict(zip("AB", map(single, (back, other)), strict=True))
    texts = {c.key: c.text for c in handles.values()}
    found = []
    for page in pages:
        leads = single(back if page is pages[1] else other).key
        choosing.ways = {leads: 0.8} if page is pages[1] or not by_model else {}
        view = View(1, page, StateGraph().visit(page)[0], True)
        found.append(choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))[2])
    assert found[-1] == by


def test_what_was_used_in_place_loses_each_time() -> None:
    first, second = single_candidates(SCENE)[:2]
    guards = Guards(Site("books", "http://books.test/"), frozenset[str]())
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.used.update({first.key: 1, second.key: 2})
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in (first, second)}
    handles = {"A": first, "B": second}
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice is first


def test_what_would_be_sent_as_it_stands_comes_after_what_is_entered_first() -> None:
    title = replace(
        LINKS[0],
        tag="input",
        role="textbox",
        name="Title",
        uid="title",
        href="",
        value="Frist Tide",
    )
    title, save = (
        replace(title, form="f", xpath="/html/body/form/input"),
        Element("button", "button", "Save", uid="save", form="f", submits=True, actionable=True),
    )
    scene = replace(SCENE, actionable=(title, save))
    offered = [c for c in single_candidates(scene) if c.control is save or title in c.fields]
    model = ScriptedModel(
        scores=lambda prompt, choices: [
            -1.0 + n * ("Yes" not in choices) for n in range(len(choices))
        ]
    )
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists"}))
    choosing = Choosing("correct it", QuickSystem1(model), Guide(model), guards, 3, 2)
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    texts = {c.key: c.text for c in offered}
    handles = dict(zip("AB", offered, strict=True))
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice.fields == (title,)
    assert [choosing.signs[c.key].idle for c in offered] == [False, True]


def test_a_revealed_control_that_only_closes_gains_nothing() -> None:
    close = replace(LINKS[0], name="Close", uid="close")
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists"}))
    choosing = Choosing("edit", QuickSystem1(model), Guide(model), guards, 3, 4)
    choosing.revealed = frozenset({"close", "Page 1"})
    offered = single_candidates(replace(SCENE, actionable=(close, LINKS[1])))
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice.text == 'open "Page 1"'


def test_what_something_was_looked_up_with_is_less_likely() -> None:
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists"}))
    choosing = Choosing("edit", QuickSystem1(model), Guide(model), guards, 3, 4)
    choosing.queries = {f"link {LINKS[0].name.casefold()}"}
    offered = single_candidates(replace(SCENE, actionable=LINKS[:2]))
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice.uids == [LINKS[1].uid]


def test_a_field_that_the_page_marks_is_entered_again_twice_at_most() -> None:
    field = Element("input", "textbox", "Age", uid="f", form="s", error="No", actionable=True)
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists"}))
    choosing = Choosing("edit", QuickSystem1(model), Guide(model), guards, 3, 4)
    offered = single_candidates(replace(SCENE, actionable=(LINKS[1], field)))
    choosing.done = [offered[1]]
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    call = Call(MemoryJournal(), 1)
    chosen = [choosing.select(view, handles, texts, [], call)[2] for _ in range(3)]
    assert chosen == ["rule", "rule", "model"]
    choosing.mended.clear()
    choosing.queries = {"textbox age"}
    assert choosing.select(view, handles, texts, [], call)[2] == "model"


def form(number: int, role: str = "textbox", inside: str = "main") -> tuple[Element, ...]:
    path = f"/html/body/{inside}/form[{number}]"
    field = Element("input", role, f"Field {number}", uid=f"f{number}", form=path, actionable=True)
    send = Element(
        "button", "button", f"Send {number}", uid=f"s{number}", form=path, actionable=True
    )
    return replace(field, xpath=f"{path}/input"), replace(send, xpath=f"{path}/p", submits=True)


def sending(*forms: tuple[Element, ...]) -> list[str]:
    elements = tuple(element for each in forms for element in each)
    scene = Scene("http://a.test/", "", "", elements, ())
    return [c.text for c in own_forms(form_candidates(scene, {}), scene)]


def test_a_page_with_one_form_or_two_is_about_them() -> None:
    one, two = 'fill in Field 1 and press "Send 1"', 'fill in Field 2 and press "Send 2"'
    assert sending(form(1)) == [one]
    assert sending(form(1), form(2)) == [one, two]
    assert sending(form(1), form(2), form(3)) == []


@pytest.mark.parametrize(("row", "counts"), [("Maria", False), ("", True)])
def test_a_button_of_a_row_that_sends_nothing_else_is_no_form(row: str, counts: bool) -> None:
    field, send = form(1)
    send = replace(send, context=row)
    alone = Scene("http://a.test/", "", "", (send,), ())
    assert bool(own_forms(single_candidates(alone), alone)) is counts
    assert sending((field, send))


def test_a_search_and_a_form_of_the_header_are_not_what_a_page_is_about() -> None:
    assert sending(form(1, "searchbox"), form(2, inside="header")) == []


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("http://a.test/shop#content", True),
        ("http://a.test/shop#/orders", False),
        ("http://a.test/other#content", False),
        ("http://a.test/shop", False),
    ],
)
def test_a_link_to_a_place_on_the_page_leads_nowhere(href: str, expected: bool) -> None:
    link = Element("a", "link", "Skip to content", uid="a", href=href, actionable=True)
    scene = Scene("http://a.test/shop", "", "", (link,), ())
    (candidate,) = single_candidates(scene)
    assert only_scrolls(candidate, scene.url) is expected


@pytest.mark.parametrize(("form", "refused"), [("f1", True), ("", False)])
def test_only_what_was_entered_in_a_form_is_refused_there(form: str, refused: bool) -> None:
    field = Element(
        "input",
        "textbox",
        "Town",
        uid="town",
        form=form,
        error="Which one?",
        xpath="//input",
        actionable=True,
    )
    send = Element(
        "button", "button", "Go", uid="go", form=form, submits=True, xpath="//b", actionable=True
    )
    scene = Scene("http://books.test/", "Books", "Books", (field, send, *LINKS), ())
    offered = form_candidates(scene, {})
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    guards = Guards(Site("books", "http://books.test/"), frozenset[str]())
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.done = [*single_candidates(replace(scene, actionable=(send, *LINKS)))]
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    _, why, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert (why == "the page refused what was entered here") is refused


@pytest.mark.parametrize(
    ("name", "facts", "told"),
    [
        ("Kim Lee (2)", {"attributes": {"aria-expanded": "false"}}, True),
        ("Kim Lee", {"landmark": "banner"}, True),
        ("Kim Lee", {}, False),
        ("Kim Leeson", {"landmark": "banner"}, False),
        ("Save", {"submits": True, "form": "f"}, True),
        ("Save", {"submits": True, "form": "g"}, False),
    ],
)
def test_the_model_is_told_what_is_called_as_the_user(
    name: str, facts: dict[str, object], *, told: bool
) -> None:
    asked: list[str] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked.append(prompt.messages[-1].content)
        return [-1.0] * len(choices)

    model = ScriptedModel(scores=scores)
    menu = Element("button", "button", name, uid="m", actionable=True, **facts)  # type: ignore[arg-type]
    data = [
        Element("input", "textbox", v, uid=v, value=v, form="f", actionable=True)
        for v in ("kim lee", "k@x.test")
    ]
    scene = Scene("http://books.test/", "Books", "Books", (menu, LINKS[0], *data), ())
    guards = Guards(Site("books", "http://books.test/"))
    choosing = Choosing("buy it", QuickSystem1(model), Guide(model), guards, 3, 4)
    choosing.user = Persona("kim", {"id.full_name": "Kim Lee", "email": "k@x.test"})
    handles = dict(zip("AB", single_candidates(scene)[:2], strict=True))
    texts = {c.key: c.text for c in handles.values()}
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert ("(your own account)" in asked[0]) is told


@pytest.mark.parametrize(("last", "again"), [("Preview", "Preview"), ("Help", "Save")])
def test_a_form_that_is_refused_is_sent_again_as_it_was(last: str, again: str) -> None:
    field = Element(
        "input", "textbox", "Town", uid="town", form="f", error="Which one?", actionable=True
    )
    sends = [
        Element("button", "button", n, uid=n, form="f", submits=True, actionable=True)
        for n in ("Add another", "Preview", "Save")
    ]
    scene = Scene("http://books.test/", "Books", "Books", (field, *sends), ())
    help_button = replace(sends[0], name="Help", uid="help")
    guards = Guards(Site("books", "http://books.test/"), frozenset[str]())
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 for _ in choices])
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    pressed = next(e for e in (*sends, help_button) if e.name == last)
    choosing.done = [*single_candidates(replace(scene, actionable=(pressed,)))]
    offered = form_candidates(scene, {})
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    chosen, _, by = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert by == "rule"
    assert chosen.control
    assert chosen.control.name == again


@pytest.mark.parametrize(("off", "best"), [([], 1), (["seen"], 0)])
def test_what_brought_nothing_new_is_less_likely_each_time(off: list[str], best: int) -> None:
    offered = single_candidates(SCENE)[:2]
    guards = Guards(Site("books", "http://books.test/"), frozenset({"guide", "finalists", *off}))
    model = ScriptedModel(scores=lambda prompt, choices: [-1.0 - 3 * n for n in range(2)])
    choosing = Choosing("read", QuickSystem1(model), Guide(model), guards, 3, 2)
    view = View(1, SCENE, StateGraph().visit(SCENE)[0], True)
    texts = {c.key: c.text for c in offered}
    handles = dict(zip("AB", offered, strict=True))
    found = []
    for times in (1, 2):
        choosing.fruitless[offered[0].key] = times
        choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
        found.append(offered.index(choice))
    assert found == [0, best]
