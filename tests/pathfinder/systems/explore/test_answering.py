"""Goals that ask for something: the line that answers is quoted, or none is."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import AnswerChecker, Answerer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import GoalValue, Site
from pathfinder.engine.candidates import single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.systems.explore.answering import (
    Answering,
    lines_of,
    named_in,
    names,
    without_several_alike,
)
from pathfinder.systems.explore.lookahead import Lookahead
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Box, Element, Scene, Snapshot
from pathfinder.webprocessor.peeking import Behind

READING = GoalReading(("find the album Rome",), (), "how many photos")


def cell(text: str, context: str = "", uid: str = "c") -> Element:
    return Element("td", "cell", "", text=text, uid=uid, context=context)


PAGE = Scene(
    "http://photos.test/",
    "Albums",
    "Albums",
    (),
    (cell("48 photos", "Rome"), cell("12 photos", "Skiing", "d")),
)


def answering(
    letter: str, goal: str = "how many photos are there?"
) -> tuple[Answering, ScriptedModel]:
    """With a model that points at a letter, and says Yes to the 48 alone."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        if "Yes" in choices:
            yes = "48" in prompt.messages[-1].content
            return [0.0 if (choice == "Yes") is yes else -4.0 for choice in choices]
        return [0.0 if choice == letter else -4.0 for choice in choices]

    model = ScriptedModel(scores=scores)
    known = Answering(goal, Answerer(model), AnswerChecker(model), MemoryJournal())
    return known, model


def view() -> View:
    return View(3, PAGE, StateGraph().visit(PAGE)[0], True)


BULKY = Element("a", "link", "Bulky waste", "Bulky waste", uid="b", href="/bulky", actionable=True)
WASTE = Scene("http://photos.test/", "Waste", "Waste", (BULKY,), (cell("when it is collected"),))


def _asking(none: float = -4.0) -> Answering:
    """Of a first line, with a model that believes every line, and the 48 most.

    none: How likely the letters have it that no line answers.
    """

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        if "Yes" in choices:
            sure = "48" in prompt.messages[-1].content
            return [-0.01, -5.0] if sure else [-0.1, -2.4]
        return [{"A": -1.0, "Z": none}.get(choice, -4.0) for choice in choices]

    model = ScriptedModel(scores=scores)
    goal = "When is bulky waste collected?"
    return Answering(goal, Answerer(model), AnswerChecker(model), MemoryJournal())


@pytest.mark.parametrize(
    ("ahead", "link", "believed"),
    [
        ("collected on 48 days", "Bulky waste", False),
        ("not collected", "Bulky waste", True),
        ("collected on 48 days", "Paper", True),
    ],
)
def test_an_answer_waits_where_a_link_that_the_question_names_leads_to_a_better_one(
    ahead: str, link: str, believed: bool
) -> None:
    known = _asking()
    heading = Element("h1", "heading", "Bulky waste", text="Bulky waste", size=30)
    beyond = Snapshot("http://photos.test/bulky", "Bulky waste", (heading, cell(ahead)))
    browser = FakeBrowser({"bulky": FakePage(beyond)})
    site = Site("town", "http://photos.test/", ("photos.test",), safe=False)
    known.lookahead = Lookahead(site, MemoryJournal(), known.goal, browser)
    page = replace(WASTE, actionable=(replace(BULKY, name=link, text=link),))
    here = View(3, page, StateGraph().visit(page)[0], True)
    verdict = known.look(here, GoalReading(("find out",), (), known.goal), Call(MemoryJournal(), 3))
    assert (verdict is not None) is believed


@pytest.mark.parametrize("none", [-6.0, -0.1])
def test_where_the_letters_have_it_that_no_line_answers_the_things_own_page_is_looked_at(
    none: float,
) -> None:
    known = _asking(none)
    heading = Element("h1", "heading", "Bulky waste", text="Bulky waste", size=30)
    beyond = Snapshot("http://photos.test/bulky", "Bulky waste", (heading, cell("on 48 days")))
    browser = FakeBrowser({"bulky": FakePage(beyond)})
    site = Site("town", "http://photos.test/", ("photos.test",), safe=False)
    known.lookahead = Lookahead(site, MemoryJournal(), known.goal, browser)
    line = "when bulky waste is collected: see there"
    page = replace(WASTE, informational=(cell(line),))
    here = View(3, page, StateGraph().visit(page)[0], True)
    reading = GoalReading(("find",), (GoalValue("what", "Bulky waste"),), known.goal)
    verdict = known.look(here, reading, Call(MemoryJournal(), 3))
    assert (verdict is None) is (none > -1.0)


@pytest.mark.parametrize(
    ("ahead", "visited", "leads"),
    [
        ("bulky waste is collected on 48 days", "", True),
        ("bulky waste is collected", "", False),
        ("on 48 days", "", False),
        ("bulky waste is collected on 48 days", "http://photos.test/bulky", False),
    ],
)
def test_a_link_leads_to_the_page_that_answers(ahead: str, visited: str, leads: bool) -> None:
    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        if "Yes" in choices:
            return [-0.01, -5.0] if "48" in prompt.messages[-1].content else [-5.0, -0.01]
        return [-1.0 if choice == "A" else -4.0 for choice in choices]

    model = ScriptedModel(scores=scores)
    goal = "When is bulky waste collected?"
    known = Answering(goal, Answerer(model), AnswerChecker(model), MemoryJournal())
    known.looked.add(visited)
    heading = Element("h1", "heading", "Dates", text="Dates", size=30)
    beyond = Snapshot("http://photos.test/bulky", "Dates", (heading, cell(ahead)))
    browser = FakeBrowser({"bulky": FakePage(beyond)})
    site = Site("town", "http://photos.test/", ("photos.test",), safe=False)
    known.lookahead = Lookahead(site, MemoryJournal(), known.goal, browser)
    page = replace(WASTE, actionable=(replace(BULKY, name="Dates", text="Dates"),))
    page = replace(page, informational=(cell("Household"),))
    here = View(3, page, StateGraph().visit(page)[0], True)
    offered = single_candidates(page)
    reading = GoalReading(("find out",), (), known.goal)
    found = known.ahead(here, offered, reading, Call(MemoryJournal(), 3))
    assert found == (offered[0].key if leads else "")


def test_an_answer_waits_where_something_closed_holds_a_better_one() -> None:
    known = _asking()
    button = Element("button", "button", "Bulky waste", "Bulky waste", uid="b", actionable=True)
    held = {"Bulky waste": Behind(lines=("On 48 days.",))}
    browser = FakeBrowser({"start": FakePage(Snapshot(WASTE.url, "Waste", ()), behind=held)})
    browser.open(WASTE.url)
    site = Site("town", "http://photos.test/", ("photos.test",), safe=False)
    known.lookahead = Lookahead(site, MemoryJournal(), known.goal, browser)
    page = replace(WASTE, actionable=(button,))
    here = View(3, page, StateGraph().visit(page)[0], True)
    assert (
        known.look(here, GoalReading(("find out",), (), known.goal), Call(MemoryJournal(), 3))
        is None
    )


def test_a_line_is_told_with_the_row_that_it_stands_in() -> None:
    assert lines_of(PAGE) == ["Rome: 48 photos", "Skiing: 12 photos"]


def test_a_sentence_that_goes_on_in_the_next_line_of_its_block_is_told_whole() -> None:
    written = ("Dear Ann,", "when you come, please", "ask for Tom. He knows.", "or ring", "12 May")
    lines = [Element("div", "text", "", text=text, xpath="/html/body/div") for text in written]
    whole = [written[0] + " when you come, please ask for Tom.", "He knows.", *written[3:]]
    assert lines_of(Scene("http://a.test/", "", "", (), tuple(lines))) == whole
    apart = [replace(one, xpath=f"/html/body/p[{n}]") for n, one in enumerate(lines)]
    assert len(lines_of(Scene("http://a.test/", "", "", (), tuple(apart)))) == 6


def test_the_cell_of_a_row_is_told_with_the_first_of_the_others() -> None:
    names = ("Crane", "09-04-2027", "13-04-2027", "Quarrenden", "4")
    cells = [
        replace(
            cell(name), context="" if name == "Crane" else "Crane", xpath=f"/table/tr[2]/td[{n}]"
        )
        for n, name in enumerate(names, 1)
    ]
    assert lines_of(replace(PAGE, informational=tuple(cells)))[-2:] == [
        "Crane, 09-04-2027, 13-04-2027: Quarrenden",
        "Crane, 09-04-2027, 13-04-2027: 4",
    ]


def test_lines_that_hold_the_questions_words_are_checked_wherever_the_letters_point() -> None:
    known, model = answering("F", "how many photos of the harbour are there?")
    rows = [cell(f"{place} 12", uid=place) for place in ("Oslo", "Bern", "Kiel", "Graz", "Linz")]
    page = replace(PAGE, informational=(cell("A harbour: 48 photos"), *rows))
    seen = replace(view(), scene=page)
    verdict = known.look(seen, READING, Call(MemoryJournal(), 3))
    assert verdict
    assert verdict.answer == "A harbour: 48 photos"
    checked = [prompt.messages[-1].content for prompt, choices in model.asked if "Yes" in choices]
    assert len(checked) == 4


def test_what_a_page_is_called_answers_nothing() -> None:
    known, model = answering("A")
    page = replace(PAGE, heading="Add 48 photos", title="Add 48 photos")
    page = replace(page, informational=(cell("Add 48 photos"), cell("12 photos", "Skiing", "d")))
    verdict = known.look(replace(view(), scene=page), READING, Call(MemoryJournal(), 3))
    assert verdict
    assert verdict.answer == "Skiing: 12 photos"
    assert all("Line: Add 48" not in prompt.messages[-1].content for prompt, _ in model.asked)


def test_a_question_on_the_page_answers_nothing() -> None:
    known, model = answering("A")
    page = replace(PAGE, informational=(cell("48 photos, are they?"), cell("12 photos", "Skiing")))
    verdict = known.look(replace(view(), scene=page), READING, Call(MemoryJournal(), 3))
    assert verdict is None or "48" not in verdict.answer
    assert all("48 photos, are" not in prompt.messages[-1].content for prompt, _ in model.asked)


def test_each_sentence_of_a_text_is_a_line() -> None:
    long = (
        "We meet at the jetty at nine, whatever the weather may be then. All who help bring socks!"
    )
    told = cell(f"{long} Parking is behind the chandlery.", "Otter Cup")
    assert lines_of(replace(PAGE, informational=(told, cell("Rome. 48 photos")))) == [
        "Otter Cup: We meet at the jetty at nine, whatever the weather may be then.",
        "Otter Cup: All who help bring socks!",
        "Otter Cup: Parking is behind the chandlery.",
        "Rome.",
        "48 photos",
    ]


def test_the_line_that_answers_is_likely_and_is_the_answer() -> None:
    verdict = answering("A")[0].look(view(), READING, Call(MemoryJournal(), 3))
    assert verdict
    assert (verdict.status, verdict.answer) == ("likely", "Rome: 48 photos")


def test_where_no_line_answers_the_search_goes_on_and_the_page_is_not_asked_about_again() -> None:
    known, model = answering("Z", "how many photos of Skiing are there?")
    for _ in range(2):
        assert known.look(view(), READING, Call(MemoryJournal(), 3)) is None
    assert len(model.asked) == 2


def test_the_best_line_that_was_not_believed_is_remembered() -> None:
    odds = {"Rome": -0.5, "Skiing": -1.5}

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        if "Yes" not in choices:
            return [0.0] * len(choices)
        line = prompt.messages[-1].content.partition("Line: ")[2]
        return [odds.get(line.partition(":")[0], -9.0), 0.0]

    model = ScriptedModel(scores=scores)
    known = Answering("how many are there?", Answerer(model), AnswerChecker(model), MemoryJournal())
    hardly = replace(PAGE, informational=(cell("7 photos", "Sea"),), heading="Sea")
    for page in (PAGE, hardly):
        here = View(3, page, StateGraph().visit(page)[0], True)
        assert known.look(here, READING, Call(MemoryJournal(), 3)) is None
        assert known.nearly == (-0.5, "Rome: 48 photos", 3)


def test_a_goal_that_asks_nothing_is_not_answered() -> None:
    known, model = answering("A")
    assert known.look(view(), GoalReading(("buy a lamp",)), Call(MemoryJournal(), 3)) is None
    assert model.asked == []


def test_a_line_that_does_not_name_what_is_asked_for_does_not_answer() -> None:
    known, model = answering("A", "how many photos of Ghent are there?")
    assert known.look(view(), READING, Call(MemoryJournal(), 3)) is None
    assert model.asked == []


def test_what_a_question_names_is_what_it_writes_large_and_its_values() -> None:
    reading = GoalReading((), (GoalValue("owner", "the old mill"),), "who owns it")
    assert named_in("Who owns it near Rock Hill?", reading) == ["rock", "hill", "mill"]
    recent = GoalReading((), (GoalValue("injection", "most recent"),), "who gave it")
    assert named_in("Who gave Pepper the most recent one?", recent) == ["pepper", "recent"]
    told = "The tide was out at Rock Hill. Who was there? She: Ann"
    assert named_in(told, GoalReading((), (), told)) == ["rock", "hill"]
    assert names("Rock Hill: the Mills", ["rock", "hill", "mill"])
    assert not names("Sand Hill: 4", ["rock", "hill", "mill"])
    assert names("anything", [])


def test_a_cell_is_told_with_the_head_of_its_column() -> None:
    def at(x: float, y: float, role: str, text: str, context: str = "") -> Element:
        return Element("td", role, "", text=text, context=context, box=Box(x, y, 80, 20))

    page = Scene(
        "http://flat.test/",
        "Flat",
        "Flat",
        (),
        (
            at(0, 0, "columnheader", "Who"),
            at(100, 0, "columnheader", "Paid"),
            at(0, 30, "cell", "Nora"),
            at(100, 30, "cell", "42.30", "Nora"),
        ),
    )
    assert lines_of(page) == ["Nora, Paid: 42.30"]
    sorts = replace(page.informational[1], role="link", xpath="/table/thead/tr/th[2]/a")
    sorted_by = replace(page, informational=page.informational[2:], actionable=(sorts,))
    assert lines_of(sorted_by) == ["Nora, Paid: 42.30"]
    part = at(0, 20, "rowheader", "In May")
    part = replace(part, box=Box(0, 20, 400, 8), xpath="/table/tbody/tr[2]/th")
    assert "Nora, Paid: 42.30" in lines_of(replace(page, informational=(*page.informational, part)))
    *heads, _, paid = page.informational
    pressed = replace(page, informational=(*heads, page.informational[2]), actionable=(paid,))
    assert lines_of(pressed) == ["Nora, Paid: 42.30"]
    button = replace(pressed, actionable=(replace(paid, role="button"),))
    assert "42.30" not in " ".join(lines_of(button))


@pytest.mark.parametrize(
    ("goal", "line", "several"),
    [
        ("How much did Nora pay?", "Nora, How much?: 24.90 (12.45 each)", True),
        ("How much did Tom pay?", "Tom, How much?: 3.00 (1.00 each)", False),
        ("When was order 102 placed?", "Order 102, placed: 3 May", False),
        ("On what day was it?", "2026-02-23", False),
    ],
)
def test_one_of_several_alike_is_no_answer(goal: str, line: str, several: bool) -> None:
    lines = [
        "Nora, How much?: 24.90 (12.45 each)",
        "Nora, How much?: 17.40 (5.80 each)",
        "Tom, How much?: 3.00 (1.00 each)",
        "Order 102, placed: 3 May",
        "Order 103, placed: 4 May",
        "2026-02-23",
        "2026-02-24",
    ]
    assert (line not in list(without_several_alike(lines, goal))) is several


@pytest.mark.parametrize("led", ["", '"Skiing": Albums', '"Rome": Albums'])
def test_the_link_says_what_a_page_is_about_that_does_not_say_it(led: str) -> None:
    known, model = answering("A", "how many photos are in the album Rome?")
    page = replace(
        PAGE, heading="Edit an album", title="Photos", informational=(cell("48 photos"),)
    )
    known.led = {page.url: led} if led else {}
    reading = replace(READING, values=(GoalValue("album", "Rome"),))
    seen = View(3, page, StateGraph().visit(page)[0], True)
    verdict = known.look(seen, reading, Call(MemoryJournal(), 3))
    assert (verdict is not None) is ("Rome" in led)
    checked = [p.messages[-1].content for p, choices in model.asked if "Yes" in choices]
    assert all('Edit an album ("Rome": Albums)' in text for text in checked)
    assert bool(checked) is ("Rome" in led)


def test_small_words_of_a_value_name_nothing() -> None:
    alone = replace(READING, values=(GoalValue("time", "From"), GoalValue("date", "may")))
    assert named_in("from when on may one come in?", alone) == []
    reading = replace(READING, values=(GoalValue("who", "Jory of the nightowls"),))
    assert named_in("how do I reach him?", reading) == ["jory", "nightowls"]
