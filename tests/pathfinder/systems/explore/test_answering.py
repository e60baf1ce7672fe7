"""Goals that ask for something: the line that answers is quoted, or none is."""

from collections.abc import Sequence

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Answerer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.systems.explore.answering import Answering, lines_of
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.webprocessor.element import Element, Scene

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


def answering(letter: str) -> tuple[Answering, ScriptedModel]:
    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        return [0.0 if choice == letter else -4.0 for choice in choices]

    model = ScriptedModel(scores=scores)
    return Answering("how tall is the lamp?", Answerer(model), MemoryJournal()), model


def view() -> View:
    return View(3, PAGE, StateGraph().visit(PAGE)[0], True)


def test_a_line_is_told_with_the_row_that_it_stands_in() -> None:
    assert lines_of(PAGE) == ["Rome: 48 photos", "Skiing: 12 photos"]


def test_the_line_that_answers_is_likely_and_is_the_answer() -> None:
    verdict = answering("A")[0].look(view(), READING, Call(MemoryJournal(), 3))
    assert verdict
    assert (verdict.status, verdict.answer) == ("likely", "Rome: 48 photos")


def test_where_no_line_answers_the_search_goes_on_and_the_page_is_not_asked_about_again() -> None:
    known, model = answering("Z")
    for _ in range(2):
        assert known.look(view(), READING, Call(MemoryJournal(), 3)) is None
    assert len(model.asked) == 1


def test_a_goal_that_asks_nothing_is_not_answered() -> None:
    known, model = answering("A")
    assert known.look(view(), GoalReading(("buy a lamp",)), Call(MemoryJournal(), 3)) is None
    assert model.asked == []
