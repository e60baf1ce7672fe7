"""What the judges of an exploration are asked, and what becomes of their answers.

Without a browser.
"""

from collections.abc import Callable, Sequence

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import (
    Confirmer,
    Critic,
    Doubter,
    FormEntryBot,
    PurposePerceptron,
    QuickOracle,
    QuickSystem1,
    Quoter,
    Team,
)
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.task import Persona, Site, Task
from pathfinder.core.verdict import Status
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.page_words import is_quoted, page_lines
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.judging import Judge
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

SITE = Site("shop", "http://shop.test/")
DONE = "Your purchase is complete, thank you."
CLOSED = "This shop is not open to anybody at the moment."
Odds = Callable[[str], float]


def page(*texts: str, path: str = "a", role: str = "text", **facts: str) -> Scene:
    told = tuple(
        Element("p", role, text, text=text, uid=f"p{n}", landmark="main", **facts)
        for n, text in enumerate(texts)
    )  # type: ignore[arg-type]
    return Scene(f"http://shop.test/{path}", "Shop", "", (), told)


def view(scene: Scene) -> View:
    return View(1, scene, StateGraph().visit(scene)[0], True)


def judge(odds: Odds, *, success: str = "") -> tuple[Judge, ScriptedModel]:
    """A judge whose model is as sure of Yes as `odds` says of a prompt."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        sure = odds(prompt.messages[-1].content)
        return [sure - 10, *[-10.0] * (len(choices) - 1)]

    model = ScriptedModel(scores=scores)
    task = Task(
        "buy a lamp",
        SITE,
        Persona("ann"),
        tuple(map(parse_predicate, [success] if success else [])),
    )
    roles = (
        PurposePerceptron,
        QuickSystem1,
        FormEntryBot,
        QuickOracle,
        Quoter,
        Doubter,
        Confirmer,
        Critic,
    )
    return Judge(task, Team(*(role(model) for role in roles)), MemoryJournal(), Guards(SITE)), model  # type: ignore[arg-type]


def call(step: int = 5) -> Call:
    return Call(MemoryJournal(), step)


def heard(known: Judge, *, step: int = 5) -> Status | None:
    """What the judge makes of a site that refuses on three pages."""
    verdict = None
    for path in "abc":
        before, after = page("Lamps", path=path), page("Lamps", CLOSED, path=path)
        outcome = Outcome(Move("open", ()), view(before), view(after), changes(before, after), ())
        verdict = known.refused(outcome, (), call(step))
    return verdict.status if verdict else None


def test_an_oracle_that_is_sure_is_likely_and_no_more() -> None:
    known, _ = judge(lambda _: 5.0)
    verdict = known.ask_oracle(view(page(DONE)), (), call())
    assert verdict
    assert (verdict.status, verdict.evidence, verdict.by) == ("likely", DONE, "oracle")


def test_where_there_are_strict_conditions_the_oracle_is_not_even_asked_about_success() -> None:
    known, model = judge(
        lambda text: -5.0 if "impossible" in text else 5.0, success="text present 'never'"
    )
    assert known.ask_oracle(view(page(DONE)), (), call()) is None
    assert not any("completely done" in prompt.messages[-1].content for prompt, _ in model.asked)


@pytest.mark.parametrize(("doubt", "status"), [(0.9, None), (1.1, "likely")])
def test_a_line_that_does_not_stand_up_to_a_second_question_proves_nothing(
    doubt: float, status: str | None
) -> None:
    known, _ = judge(lambda text: doubt if "Does this prove" in text else 5.0)
    verdict = known.ask_oracle(view(page(DONE)), (), call())
    assert (verdict.status if verdict else None) == status


def test_an_oracle_that_is_not_sure_says_nothing() -> None:
    known, _ = judge(lambda text: 9.0 if "Does this prove" in text else -0.1)
    assert known.ask_oracle(view(page(DONE)), (), call()) is None


def test_lines_too_short_to_prove_anything_are_not_shown_to_the_oracle() -> None:
    known, model = judge(lambda _: 5.0)
    assert known.ask_oracle(view(page("Done", "Thank you")), (), call()) is None
    assert model.asked == []


def test_a_site_that_refuses_everywhere_is_stuck() -> None:
    assert heard(judge(lambda _: 5.0)[0]) is Status.STUCK


def test_a_refusal_is_not_stuck_where_the_search_has_got_somewhere() -> None:
    known, model = judge(lambda _: 5.0)
    known.furthest = 2.5
    assert heard(known) is None
    assert model.asked == []


def test_a_refusal_is_not_asked_about_in_the_first_steps() -> None:
    assert heard(judge(lambda _: 5.0)[0], step=3) is None


def test_a_refusal_is_asked_about_once() -> None:
    known, model = judge(lambda _: -5.0)
    assert heard(known) is None
    assert heard(known) is None
    assert len(model.asked) == 1


def test_a_step_that_changed_nothing_needs_no_critic() -> None:
    known, model = judge(lambda _: 5.0)
    scene = page("Lamps")
    assert (
        known.progress(
            Outcome(Move("press", ()), view(scene), view(scene), changes(scene, scene), ()),
            (),
            call(),
        )
        is None
    )
    assert model.asked == []


def test_progress_is_measured_against_a_step_that_does_nothing() -> None:
    known, _ = judge(lambda text: 1.0 if "nothing changed" in text else 4.0)
    before, after = page("Lamps"), page("Basket")
    outcome = Outcome(Move("press", ()), view(before), view(after), changes(before, after), ())
    assert known.progress(outcome, (), call()) == 3.0
    assert known.furthest == 3.0
    assert known.is_detour(1.1)
    assert not known.is_detour(1.3)


def test_only_a_rising_score_is_worth_a_question_and_none_where_conditions_decide() -> None:
    known, _ = judge(lambda _: 0.0)
    assert [known.worth_asking(score) for score in (None, 2.0, 1.0, 2.0, 2.5)] == [
        False,
        True,
        False,
        False,
        True,
    ]
    assert not judge(lambda _: 0.0, success="text present 'x'")[0].worth_asking(2.0)


def test_what_a_picture_is_said_to_show_is_no_line_and_no_quote() -> None:
    picture = Element("img", "img", DONE, uid="i")
    heading = Element("h1", "heading", DONE, uid="h")
    scene = Scene(
        "http://shop.test/",
        "Shop",
        DONE,
        (Element("a", "link", DONE, uid="a", actionable=True),),
        (picture, heading),
    )
    assert page_lines(scene) == []
    assert not is_quoted(DONE, scene, ())
    assert is_quoted(DONE, page(DONE), ())
    assert is_quoted(DONE, page("Lamps"), (f"press Pay -> {DONE}",))


def test_a_quote_of_a_word_or_of_a_part_of_one_is_none() -> None:
    assert not is_quoted("Thank you", page("Thank you"), ())
    assert not is_quoted("purchase is complete", page("Your repurchase is completed"), ())
