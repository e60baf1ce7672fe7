"""What the judges of an exploration are asked, and what becomes of their answers.

Without a browser.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import ROLES
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core import events
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.events import of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.task import GoalValue, Persona, Site, Task
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.page_words import is_quoted, page_lines
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore import judging, reading
from pathfinder.systems.explore import judging as of_judging
from pathfinder.systems.explore.judging import Judge, SoFar, said_now
from pathfinder.systems.explore.memory import Memory
from pathfinder.systems.explore.players import fast_team
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

SITE = Site("shop", "http://shop.test/")
DONE = "Your purchase is complete, thank you."
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
    team = fast_team(dict.fromkeys(ROLES, model))
    return Judge(task, team, MemoryJournal()), model


def outcome(before: Scene, after: Scene, candidate: Candidate | None = None) -> Outcome:
    return Outcome(
        Move("press Pay", (), candidate), view(before), view(after), changes(before, after), ()
    )


def call(step: int = 5) -> Call:
    return Call(MemoryJournal(), step)


STEPS = ["open the basket", "press Pay"]


def test_a_judge_that_is_sure_is_likely_and_no_more() -> None:
    known, _ = judge(lambda _: 5.0)
    verdict = known.done(outcome(page("Lamps"), page(DONE)), SoFar(STEPS), call())
    assert verdict
    assert (verdict.status, verdict.evidence, verdict.by) == ("likely", DONE, "oracle")


def test_the_judge_is_asked_of_the_whole_goal_with_the_steps_and_what_is_new() -> None:
    known, model = judge(lambda _: -5.0)
    assert known.done(outcome(page("Lamps"), page("Lamps", DONE)), SoFar(STEPS), call()) is None
    asked = model.asked[0][0].messages[-1].content
    assert "Goal: buy a lamp" in asked
    assert "- press Pay" in asked
    assert f'says: "{DONE}"' in asked


@pytest.mark.parametrize(
    ("entered", "evidence"),
    [
        ([], "Opened 0 seconds ago"),
        (["Opened 0 seconds ago"], "The dragon is on the list"),
        (["The dragon is on the list", "Opened 0 seconds ago"], "Opened 0 seconds ago"),
    ],
)
def test_what_the_site_says_itself_is_quoted_before_what_was_entered(
    entered: list[str], evidence: str
) -> None:
    known, _ = judge(lambda _: 5.0)
    opened = page("Jobs", "Opened 0 seconds ago", "The dragon is on the list")
    verdict = known.done(outcome(page("Lamps"), opened), SoFar(STEPS, entered), call())
    assert verdict
    assert verdict.evidence == evidence
    again, _ = judge(lambda _: 5.0)
    again.heard = {"Opened 0 seconds ago", "The dragon is on the list"}
    assert again.done(outcome(page("Lamps"), opened), SoFar(STEPS, entered), call()) is None


@pytest.mark.parametrize(("sure", "status"), [(-0.1, None), (0.1, "likely")])
def test_the_models_threshold_decides(sure: float, status: str | None) -> None:
    known, _ = judge(lambda _: sure)
    verdict = known.done(outcome(page("Lamps"), page(DONE)), SoFar(STEPS), call())
    assert (verdict.status if verdict else None) == status


def test_what_was_written_into_another_thing_is_not_done() -> None:
    thing = GoalValue("proposal", "Walls for children")
    saved = outcome(page("The throughstone"), page("The throughstone", DONE))
    known, model = judge(lambda _: 5.0)
    assert known.done(saved, SoFar(STEPS, [thing.value], {thing}), call()) is None
    assert model.asked == []
    for place in ({"pressed": ['open "Walls for children"']}, {"known": ()}):
        asked, _ = judge(lambda _: 5.0)
        arguments = {"known": {thing}, **place}
        assert asked.done(saved, SoFar(STEPS, [thing.value], **arguments), call())  # type: ignore[arg-type]
    there = outcome(page("Walls for children"), page("Lamps", DONE))
    assert judge(lambda _: 5.0)[0].done(there, SoFar(STEPS, [thing.value], {thing}), call())


def test_a_word_that_the_site_uses_among_others_is_no_thing_that_was_missed() -> None:
    goal = "Write to Henrik in his topic about the rhubarb: I would take one"
    word, message = GoalValue("rhubarb", "topic"), GoalValue("message", "I would take one")
    front = page("Garden", "Create topic", "Rhubarb to give away")
    memory = Memory()
    memory.learn(outcome(front, page("Rhubarb to give away")), goal, [word, message])
    assert memory.known == {word}
    assert memory.loose_words(goal) == {word}
    sent = outcome(page("Rhubarb to give away"), page("Rhubarb to give away", DONE))
    asked, _ = judge(lambda _: 5.0)
    asked.values = [word]
    given = {"known": memory.known, "loose": memory.loose_words(goal)}
    assert asked.done(sent, SoFar(STEPS, [message.value], **given), call())  # type: ignore[arg-type]
    assert asked.signs
    assert not asked.signs.left
    memory.learn(outcome(page("Garden", "topic"), front), goal, [word])
    assert memory.loose_words(goal) == set()


def test_lines_too_short_to_prove_anything_are_not_asked_about() -> None:
    known, model = judge(lambda _: 5.0)
    assert (
        known.done(outcome(page("Lamps"), page("Done", "Thank you")), SoFar(STEPS), call()) is None
    )
    assert model.asked == []


def test_what_a_page_says_is_asked_about_once() -> None:
    known, model = judge(lambda _: -5.0)
    for _ in range(2):
        assert known.done(outcome(page("Lamps"), page(DONE)), SoFar(STEPS), call()) is None
    assert len(model.asked) == 1


def test_what_is_said_to_another_step_is_asked_about_again() -> None:
    known, model = judge(lambda _: -5.0)
    first = outcome(page("Lamps"), page(DONE))
    for step in (first, replace(first, move=Move('press "Pay" (the other bill)', ()))):
        assert known.done(step, SoFar(STEPS), call()) is None
    assert len(model.asked) == 2


def test_what_stood_there_is_asked_about_once_whatever_was_done() -> None:
    known, model = judge(lambda _: -5.0)
    first = outcome(page(DONE), page(DONE))
    for step in (first, replace(first, move=Move("press More", ()))):
        assert known.done(step, SoFar(STEPS), call()) is None
    assert len(model.asked) == 1


def test_the_critic_hears_first_what_is_new_of_the_goal() -> None:
    known, model = judge(lambda _: 1.0)
    others = [f"Something else with a number, {n}" for n in range(14)]
    known.progress(outcome(page("Desks"), page(*others, "Lamp of oak: 96")), STEPS, call())
    assert any(
        "Result: Lamp of oak: 96; Something else" in asked[0].messages[-1].content
        for asked in model.asked
    )


def test_lines_with_a_value_of_the_goal_are_told_first() -> None:
    news = [f"Something else that is new, number {n}." for n in range(6)]
    after = page(*news, "Topic: Broken lamp")
    told = said_now(outcome(page("Lamps"), after), (GoalValue("title", "Broken lamp"),))
    assert told[0] == "Topic: Broken lamp"
    assert len(told) == 4


def test_a_step_that_changed_nothing_needs_no_critic() -> None:
    known, model = judge(lambda _: 5.0)
    scene = page("Lamps")
    assert known.progress(outcome(scene, scene), (), call()) is None
    assert model.asked == []


def test_progress_is_measured_against_a_step_that_does_nothing() -> None:
    known, _ = judge(lambda text: 1.0 if "nothing changed" in text else 4.0)
    assert known.progress(outcome(page("Lamps"), page("Basket")), (), call()) == 3.0
    assert known.is_detour(1.1)
    assert not known.is_detour(1.3)


def test_a_model_that_leans_to_nothing_is_taken_at_its_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by = thresholds_for("scripted").model_copy(update={"detour_leans": 0.0})
    monkeypatch.setattr(judging, "thresholds_of", lambda model: by)
    known, model = judge(lambda asked: -2.0 if "press a button" in asked else 1.0)
    assert known.progress(outcome(page("Lamps"), page("Basket")), (), call()) == 1.0
    assert len(model.asked) == 1


def test_what_was_thought_before_and_what_the_page_gains_weigh_in_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known, _ = judge(lambda text: 1.0 if "nothing changed" in text else 4.0)
    by = thresholds_for("scripted").model_copy(update={"detour_ahead": 1.0, "detour_gained": 2.0})
    monkeypatch.setattr(judging, "thresholds_of", lambda model: by)
    assert known.progress(outcome(page("Desks"), page("Basket")), (), call(), -1.5) == 1.5
    assert known.progress(outcome(page("Desks"), page("Lamps")), (), call(), -1.5) == 3.5


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


def test_of_what_was_sent_the_sentence_that_reports_is_the_evidence() -> None:
    known, model = judge(lambda asked: 3.0 if DONE in asked else 0.5)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    pressed = Element("button", "button", "Pay", uid="b", submits=True)
    sent = outcome(
        page("Lamps"),
        page("Thursday, the third of March", DONE),
        Candidate("k", "press", Kind.CLICK, pressed),
    )
    verdict = known.done(sent, SoFar(STEPS), call())
    assert verdict
    assert verdict.evidence == DONE
    assert known.signs
    assert known.signs.reported > 0.9


@pytest.mark.parametrize(("least", "done"), [(-0.5, True), (0.1, False)])
def test_nothing_is_done_against_the_models_own_word(
    least: float, *, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, _ = judge(lambda asked: 3.0 if "report that" in asked else 0.05)
    file = thresholds_for("scripted/x").model_copy(update={"done_least": least})
    monkeypatch.setattr(of_judging, "thresholds_of", lambda model: file)
    pressed = Element("button", "button", "Pay", uid="b", submits=True)
    sent = outcome(page("Lamps"), page(DONE), Candidate("k", "press", Kind.CLICK, pressed))
    assert (known.done(sent, SoFar(STEPS), call()) is not None) is done


def test_the_claim_that_came_nearest_to_being_believed_is_kept() -> None:
    known, model = judge(lambda asked: 3.0 if "report that" in asked else -1.2)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    pressed = Element("button", "button", "Pay", uid="b", submits=True)
    sent = outcome(page("Lamps"), page(DONE), Candidate("k", "press", Kind.CLICK, pressed))
    assert known.done(sent, SoFar(STEPS), call()) is None
    score, said, step = known.nearly
    assert 0 < score < thresholds_for(model.plays).done
    assert (said, step) == (DONE, call().step)
    known.nearly = (9.0, "Paid.", 3)
    known.asked.clear()
    assert known.done(sent, SoFar(STEPS), call()) is None
    assert known.nearly == (9.0, "Paid.", 3)


def test_what_was_said_before_reports_nothing() -> None:
    pressed = Element("button", "button", "Pay", uid="b", submits=True)
    sent = outcome(page("Lamps"), page(DONE), Candidate("k", "press", Kind.CLICK, pressed))
    for heard, reported in ((set[str](), True), ({DONE}, False)):
        known, model = judge(lambda asked: 3.0 if "report that" in asked else 0.5)
        model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
        known.heard = heard
        known.done(sent, SoFar(STEPS), call())
        assert known.signs
        assert (known.signs.reported > 0.9) is reported


@pytest.mark.parametrize(
    ("said", "typed", "values", "done"),
    [
        ("Password", "x", ("Night Club",), False),
        ("Night Club", "x", ("Night Club",), True),
        ("Password", "Night Club", ("Night Club",), True),
        ("Password", "x", (), True),
    ],
)
def test_what_is_sent_where_nothing_of_the_goal_stands_does_not_reach_it(
    said: str, typed: str, values: tuple[str, ...], *, done: bool
) -> None:
    known, model = judge(lambda asked: 3.0)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    known.values = [GoalValue("group", value) for value in values]
    pressed = Element("button", "button", "Save", uid="b", submits=True)
    candidate = Candidate("k", "press", Kind.CLICK, pressed)
    sent = outcome(page(said), page(DONE), candidate)
    move = Move("press Save", (Action(Kind.TYPE, "n", typed),), candidate)
    sent = replace(sent, move=move)
    assert (known.done(sent, SoFar(STEPS, [typed]), call()) is not None) is done
    judged = of(known.journal.events, events.Judgement)  # type: ignore[attr-defined]
    told = any("nothing that the goal gives" in one.rationale for one in judged)
    assert told is not done


@pytest.mark.parametrize(
    ("text", "goal", "entered", "done"),
    [
        ("He travels free, on a lead", "{}: {}", (), False),
        ("He travels free, on a lead", '{}, "{}"', (), False),
        ("He travels free, on a lead", "{}: it is for Tom, {}", (), True),
        ("He travels free, on a lead", "{}: {}", ("Dear Ann, he travels free, on a lead",), True),
        ("Night Trains", "{}: {}", (), True),
    ],
)
def test_nothing_is_done_while_a_text_of_the_goal_stands_nowhere(
    text: str, goal: str, entered: Sequence[str], done: bool
) -> None:
    """A message was sent, and what it should say is not in it."""
    known, _ = judge(lambda _: 5.0)
    known.values = (GoalValue("", text),)
    known.task = replace(known.task, goal=goal.format(known.task.goal, text))
    verdict = known.done(outcome(page("Lamps"), page(DONE)), SoFar(STEPS, entered), call())
    assert (verdict is not None) is done


@pytest.mark.parametrize(("entered", "done"), [((), False), (("01632960719", "960719"), True)])
def test_nothing_is_done_while_a_figure_of_the_goal_was_used_nowhere(
    entered: Sequence[str], done: bool
) -> None:
    known, _ = judge(lambda _: 5.0)
    known.values = (GoalValue("phone", "960719"),)
    verdict = known.done(outcome(page("Lamps"), page(DONE)), SoFar(STEPS, entered), call())
    assert (verdict is not None) is done


def test_a_page_that_shows_an_error_has_done_nothing() -> None:
    known, model = judge(lambda _: 5.0)
    after = replace(page("Lamps", DONE), errors=("Please choose a lamp",))
    assert known.done(outcome(page("Lamps"), after), SoFar(STEPS), call()) is None
    assert model.asked == []


def test_nothing_that_was_only_opened_is_asked_for_a_report() -> None:
    known, model = judge(lambda _: 5.0)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    link = Element("a", "link", "Lamps", uid="a")
    known.done(
        outcome(page("Lamps"), page(DONE), Candidate("k", "open", Kind.CLICK, link)),
        SoFar(STEPS),
        call(),
    )
    assert not any("report that" in asked[0].messages[-1].content for asked in model.asked)


def test_what_waits_in_a_cart_is_not_done_and_nobody_is_asked() -> None:
    known, model = judge(lambda _: 5.0)
    added = outcome(page("Lamps"), page("The lamp was added to your cart."))
    assert known.done(added, SoFar(STEPS), call()) is None
    assert model.asked == []


@pytest.mark.parametrize(("reports", "status"), [(-3.0, None), (3.0, "likely")])
def test_a_model_that_is_sure_needs_a_page_that_bears_it_out(
    reports: float, status: str | None
) -> None:
    known, model = judge(lambda asked: reports if "report that" in asked else 5.0)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    button = Element("button", "button", "Pay", uid="b", submits=True)
    paid = outcome(page("Lamps"), page(DONE), Candidate("k", "press", Kind.CLICK, button))
    verdict = known.done(paid, SoFar(STEPS), call())
    assert (verdict.status if verdict else None) == status


@pytest.mark.parametrize(
    ("kept", "notice", "typed", "status"),
    [
        (True, "status", "lamp", "likely"),
        (False, "status", "lamp", None),
        (True, "", "lamp", None),
        (True, "status", "the harbour", None),
    ],
)
def test_a_message_as_the_site_takes_something_bears_out_a_model_that_is_sure(
    *, kept: bool, notice: str, typed: str, status: str | None
) -> None:
    """Whatever is thought of its words; not where it repeats what was typed."""
    told = "The horn is back from the harbour."
    known, model = judge(lambda asked: -3.0 if "report that" in asked else 5.0)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    message = Element("div", "text", told, text=told, uid="m", notice=notice, landmark="main")
    after = page("Loans")
    after = replace(after, informational=(*after.informational, message))
    button = Element("button", "button", "Record", uid="b", submits=True)
    step = outcome(page("Loans"), after, Candidate("k", "press", Kind.CLICK, button))
    step = replace(step, results=(ActionResult(ok=True, kept=kept),))
    verdict = known.done(step, SoFar(STEPS, [typed]), call())
    assert (verdict.status if verdict else None) == status


def test_where_something_is_to_be_changed_something_new_is_not_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by = thresholds_for("scripted").model_copy(update={"amends": 0.0})
    monkeypatch.setattr(reading, "thresholds_of", lambda model: by)
    field = Element("input", "textbox", "What", uid="w", landmark="main", actionable=True)
    added = outcome(replace(page("Bills"), actionable=(field,)), page("Bills", DONE))
    added = replace(added, move=Move("fill in What", (Action(Kind.TYPE, "w", "Wood"),), None))
    for change, parts, done in ((5.0, (), False), (-5.0, (), True), (5.0, ("a", "b"), True)):
        known, _ = judge(lambda asked, c=change: c if "already there" in asked else 5.0)
        known.parts = parts
        assert bool(known.done(added, SoFar(STEPS, ["Wood"]), call())) is done
    known, _ = judge(lambda asked: 5.0)
    known.overwrote = True  # the text was replaced in the step before, and is sent now
    assert known.done(added, SoFar(STEPS, ["Wood"]), call())
    changed = outcome(page("Bills", DONE), page("The bill", "The bill was saved."))
    for kept, done in ((True, False), (False, True)):
        known, _ = judge(lambda asked: 5.0)
        taken = replace(added, results=(ActionResult(ok=True, kept=kept),))
        assert known.done(taken, SoFar(STEPS, ["Wood"]), call()) is None
        assert bool(known.done(changed, SoFar(STEPS, ["Wood"]), call())) is done


@pytest.mark.parametrize(
    ("change", "overwrote", "parts", "done"),
    [
        (-5.0, True, (), False),
        (5.0, True, (), True),
        (-5.0, False, (), True),
        (-5.0, True, ("a", "b"), True),
    ],
)
def test_where_something_new_is_to_be_made_it_is_not_written_over_another_thing(
    monkeypatch: pytest.MonkeyPatch,
    change: float,
    overwrote: bool,
    parts: tuple[str, ...],
    done: bool,
) -> None:
    by = thresholds_for("scripted").model_copy(update={"amends": 0.0})
    monkeypatch.setattr(reading, "thresholds_of", lambda model: by)
    known, _ = judge(lambda asked: change if "already there" in asked else 5.0)
    known.overwrote, known.parts = overwrote, parts
    saved = outcome(page("Members"), page("Members", DONE))
    assert bool(known.done(saved, SoFar(STEPS, ["Tom"]), call())) is done


def cells(row: int, *texts: str) -> tuple[Element, ...]:
    return tuple(
        Element("td", "cell", "", text=text, uid=f"{row}{n}", xpath=f"//tr[{row}]/td[{n}]")
        for n, text in enumerate(texts, 1)
    )


@pytest.mark.parametrize(
    ("new", "evidence"),
    [
        (cells(2, "ole", "Operator", "of prints"), "ole; Operator; of prints"),
        (cells(2, "jane", "Operator", "of prints"), None),
        (cells(2, "ole", "yes"), None),
    ],
)
def test_a_row_that_came_with_a_value_of_the_goal_is_an_answer_where_nothing_else_is(
    new: tuple[Element, ...], evidence: str | None
) -> None:
    """A list whose texts are all short; a row that says little more than what was typed is none."""
    send = Element("button", "button", "Confirm", uid="b")
    first = cells(1, "lars", "Operator")
    name = Element("input", "textbox", "Name", uid="n", value="ole", actionable=True)
    before = Scene("http://shop.test/a", "Users", "", (name,), first)
    added = outcome(
        before,
        replace(before, actionable=(), informational=(*first, *new)),
        Candidate("k", "press", Kind.CLICK, send),
    )
    known, _ = judge(lambda asked: -5.0 if "report that" in asked else 5.0)
    known.values = [GoalValue("name", "ole")]
    verdict = known.done(added, SoFar(STEPS, ["ole"]), call())
    assert (verdict.evidence if verdict else None) == evidence


def test_nobody_is_asked_what_no_threshold_was_settled_for() -> None:
    amender = judge(lambda _: 5.0)[0].team.amender
    assert not reading.asks_to_change("The lamp costs 5 now", amender, call())
    assert amender.model.asked == []


@pytest.mark.parametrize(
    ("told", "kept", "likely"),
    [("Card added", True, True), ("Card added", False, False), ("Got bread", True, False)],
)
def test_a_short_message_counts_where_the_site_has_taken_something(
    *, told: str, kept: bool, likely: bool
) -> None:
    """One that repeats what was typed is refuted later: it acknowledges nothing."""
    after = page("Cards")
    message = Element("div", "text", told, text=told, uid="m", notice="status", landmark="main")
    after = replace(after, informational=(*after.informational, message))
    added = Candidate("add", "press Add", Kind.CLICK, Element("button", "button", "Add", uid="a"))
    step = replace(
        outcome(page("Cards"), after, added), results=(ActionResult(ok=True, kept=kept),)
    )
    assert step.acknowledges(told, ["bread"]) is likely
    known, _ = judge(lambda _: 5.0)
    verdict = known.done(step, SoFar(STEPS, ["bread"]), call())
    assert (verdict is not None and verdict.evidence == told) is kept


def test_what_was_chosen_is_told_where_the_site_has_taken_it_at_once() -> None:
    def column(chosen: str) -> Element:
        facts = {"uid": "c", "label": "Column", "selected": chosen, "actionable": True}
        return Element("select", "combobox", "Column", **facts)  # type: ignore[arg-type]

    before, after = (replace(page("Cards"), actionable=(column(x),)) for x in ("Doing", "Done"))
    for kept in (True, False):
        step = replace(outcome(before, after), results=(ActionResult(ok=True, kept=kept),))
        assert ("Column: Done" in said_now(step)) is kept
