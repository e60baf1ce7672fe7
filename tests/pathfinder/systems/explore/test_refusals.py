"""What a site says against a goal: which sentences are asked about, and when a site is stuck."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Doubter
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import GoalValue
from pathfinder.core.verdict import Verdict
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.refusals import RefusalTracker, is_all_said
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

BUTTON = Element("button", "button", "Log in", uid="b", submits=True, form="f")
FIELD = Element("input", "textbox", "Name", uid="n", form="f")
LINK = Element("a", "link", "Lamps", uid="a")
SENT = Candidate("f", "fill in", Kind.CLICK, BUTTON, (FIELD,))
FOLLOWED = Candidate("a", "open", Kind.CLICK, LINK)
EMPTY = "No products are available at the moment."
LOCKED = "Your account has been locked."


def scene(
    path: str,
    *texts: str,
    errors: tuple[str, ...] = (),
    landmark: str = "main",
    fields: tuple[Element, ...] = (),
) -> Scene:
    told = tuple(
        Element("p", "text", "", text=t, uid=f"p{n}", landmark=landmark)
        for n, t in enumerate(texts)
    )
    return Scene(f"http://shop.test/{path}", "Shop", path, fields, told, errors)


def outcome(before: Scene, after: Scene, candidate: Candidate) -> Outcome:
    graph = StateGraph()
    views = [View(1, s, graph.visit(s)[0], True) for s in (before, after)]
    return Outcome(Move("do", (), candidate), views[0], views[1], changes(before, after), ())


def tracker(
    refuses: Callable[[str], bool] = lambda asked: True,
) -> tuple[RefusalTracker, ScriptedModel]:
    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        return [-0.1, -3.0] if refuses(prompt.messages[-1].content) else [-3.0, -0.1]

    model = ScriptedModel(scores=scores)
    return RefusalTracker("buy a lamp", Doubter(model), MemoryJournal()), model


def heard(
    refusals: RefusalTracker,
    *pages: Scene,
    by: Candidate = FOLLOWED,
    first: int = 4,
    chosen: bool = False,
    entered: Sequence[str] = (),
    whole: bool = False,
) -> Verdict | None:
    """What comes of these pages, one a step and each another attempt; the verdict ends it."""
    for step, page in enumerate(pages, first):
        made = outcome(scene("start"), page, by)
        actions = tuple(Action(Kind.TYPE, uid, "x") for uid in entered)
        move = Move(f"attempt {step}", actions, by, chosen)
        made, call = replace(made, move=move), Call(MemoryJournal(), step)
        verdict = refusals.hear(made, (), call, whole=whole)
        if verdict:
            return verdict
    return None


def test_words_in_passing_are_not_enough_until_nothing_is_left() -> None:
    refusals, _ = tracker()
    assert heard(refusals, *[scene(path, EMPTY) for path in "abcdef"]) is None
    verdict = refusals.given_up()
    assert verdict
    assert (verdict.status, verdict.evidence, verdict.blame) == ("stuck", EMPTY, "site")


def test_a_refusal_in_answer_to_what_was_sent_is_stuck_when_it_comes_again() -> None:
    pages = [scene("login", errors=(LOCKED,))] * 2
    assert heard(tracker()[0], *pages[:1], by=SENT) is None
    verdict = heard(tracker()[0], *pages, by=SENT)
    assert verdict
    assert verdict.evidence == LOCKED


def test_the_same_attempt_made_again_counts_once() -> None:
    refusals, page = tracker()[0], scene("login", errors=(LOCKED,))
    for step in (4, 5, 6):
        made = outcome(scene("start"), page, SENT)
        assert refusals.hear(made, (), Call(MemoryJournal(), step)) is None


def test_what_stood_there_before_and_a_step_without_effect_refuse_nothing() -> None:
    refusals, model = tracker()
    page = scene("login", errors=(LOCKED,))
    assert refusals.hear(outcome(page, page, SENT), (), Call(MemoryJournal(), 4)) is None
    assert model.asked == []


@pytest.mark.parametrize(("sends", "stuck"), [(False, False), (True, True)])
def test_an_error_that_stands_while_a_menu_opens_is_no_second_answer(
    *, sends: bool, stuck: bool
) -> None:
    refusals, before = tracker()[0], scene("login", errors=(LOCKED,))
    assert heard(refusals, before, by=SENT) is None
    opener = Element("button", "button", "More", uid="more", submits=sends)
    opened = scene("login", errors=(LOCKED,), fields=(LINK,))
    made = outcome(before, opened, Candidate("m", "press More", Kind.CLICK, opener))
    made = replace(made, move=replace(made.move, text="press More"))
    verdict = refusals.hear(made, (), Call(MemoryJournal(), 6))
    assert (verdict is not None and verdict.evidence == LOCKED) is stuck


def test_what_can_be_corrected_refuses_nothing() -> None:
    field = replace(FIELD, actionable=True)
    wrong = scene("form", errors=(LOCKED,), fields=(replace(field, error="Too short"),))
    there = scene("form", errors=(LOCKED,), fields=(field,))
    refusals, model = tracker()
    assert heard(refusals, *[wrong] * 3, by=SENT, entered="n") is None
    assert heard(refusals, *[there, scene("gone", errors=(LOCKED,))], by=SENT, chosen=True) is None
    assert model.asked == []
    assert heard(refusals, *[there] * 2, by=SENT, entered="n")


@pytest.mark.parametrize(
    ("goal", "stuck"), [("book a motorhome", True), ("book a place without a motorhome", False)]
)
def test_what_a_list_says_of_the_option_that_the_goal_says_is_about_the_goal(
    goal: str, *, stuck: bool
) -> None:
    vehicle = Element(
        "select",
        "combobox",
        "Vehicle",
        uid="n",
        options=("None", "Motorhome"),
        selected="Motorhome",
        actionable=True,
        error="This ship takes no vehicles.",
    )
    refusals = replace(tracker()[0], goal=goal)
    page = scene("form", errors=("This ship takes no vehicles.",), fields=(vehicle,))
    assert (heard(refusals, *[page] * 2, by=SENT, entered="n") is not None) is stuck
    refusals = replace(tracker()[0], goal=goal)
    assert heard(refusals, page, by=SENT, entered="n") is None
    assert (heard(refusals, page, by=SENT, entered="n", whole=True) is not None) is stuck
    refusals = replace(tracker()[0], goal=goal)
    verdict = heard(refusals, page, by=SENT, entered="n", whole=True, chosen=True)
    assert (verdict is not None) is stuck


@pytest.mark.parametrize(
    ("name", "held", "stuck"),
    [
        ("Discount in percent", "40", True),
        ("Telephone", "40", False),
        ("Discount in percent", "45", False),
        ("Discount in percent", "4", False),
        ("Discount in percent", "40 percent", False),
    ],
)
def test_what_a_site_says_of_the_number_that_the_goal_says_is_about_the_goal(
    name: str, held: str, *, stuck: bool
) -> None:
    limit = "At most 25 are given."
    field = replace(FIELD, name=name, value=held, actionable=True, error=limit)
    refusals = replace(tracker()[0], goal="give them 40 percent off")
    for told in (limit, f"{name}: {limit}"):
        page = scene("form", errors=(told,), fields=(field,))
        verdict = heard(refusals, page, by=SENT, entered="n", whole=True)
        assert (verdict is not None) is stuck


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["Rufus Calloway", "Thu 20 May, 13:15 to Skye"], True),
        (["Rufus", "Thu 20 May, 13:15 to Skye"], False),
        (["Rufus Calloway", "Thu 20 May, 14:15 to Skye"], False),
        (["Rufus Calloway", "Fri 21 May, 13:15 to Skye"], False),
        ([], False),
    ],
)
def test_names_and_figures_of_the_goal_are_all_said(told: list[str], *, said: bool) -> None:
    goal = "Get our Rufus Calloway onto the 13:15 on Thursday 20 May 2027"
    values = [GoalValue("day", "Thursday 20 May 2027"), GoalValue("time", "13:15")]
    assert is_all_said(goal, [*values, GoalValue("what", "a place")], told) is said


@pytest.mark.parametrize(
    ("held", "form", "sends", "stuck"),
    [
        ("", "f", True, False),
        ("garbage", "f", True, False),
        ("a lamp", "f", True, True),
        ("", "bar", False, False),
        ("a lamp", "bar", False, True),
        ("1", "bar", False, True),
    ],
)
def test_a_form_that_held_nothing_of_the_goals_refuses_nothing(
    held: str, form: str, *, sends: bool, stuck: bool
) -> None:
    """ "E-mail is required" is no reason to blame a site where nothing was entered."""
    send = Element("button", "button", "Send", uid="s", form=form, submits=sends, actionable=True)
    mail = replace(FIELD, actionable=True, form="f", value=held)
    model = ScriptedModel(scores=lambda prompt, choices: [0.0, -9.0])
    refusals = RefusalTracker("buy a lamp", Doubter(model), MemoryJournal())
    by = Candidate("s", "press", Kind.CLICK, send)
    verdict = None
    for step, path in enumerate("abc", 4):
        before = scene(path, fields=(mail, send))
        after = scene(path, errors=("Your e-mail is required here",), fields=(mail, send))
        made = outcome(before, after, by)
        verdict = refusals.hear(made, (), Call(MemoryJournal(), step)) or verdict
    assert (verdict is not None) is stuck


def test_a_form_that_is_sent_by_a_button_of_its_own_says_nothing_of_others() -> None:
    """The line for news beside "Add to basket" is empty, and the lamp is sold out."""
    add = Element("button", "button", "Add to basket", uid="s", form="bar", actionable=True)
    news = Element("button", "button", "Subscribe", uid="n", form="f", submits=True)
    fields = (replace(FIELD, actionable=True, form="f"), replace(news, actionable=True), add)
    refusals, by = tracker()[0], Candidate("s", "press", Kind.CLICK, add)
    verdict = None
    for step, path in enumerate("abc", 4):
        made = outcome(scene(path, fields=fields), scene(path, errors=(LOCKED,), fields=fields), by)
        verdict = refusals.hear(made, (), Call(MemoryJournal(), step)) or verdict
    assert verdict is not None


@pytest.mark.parametrize(
    ("ticked", "held", "stuck"),
    [(True, "", True), (False, "", False), (False, "a lamp", True)],
)
def test_what_was_done_to_no_row_refuses_nothing(*, ticked: bool, held: str, stuck: bool) -> None:
    """ "Make at least one selection" is said of what was not ticked."""
    send = Element("button", "button", "Send", uid="s", form="f", submits=True, actionable=True)
    boxes = tuple(
        Element(
            "input",
            "checkbox",
            f"Lamp {n}",
            uid=f"b{n}",
            form="f",
            actionable=True,
            checked=ticked,
            xpath=f"/table/tr[{n}]/td/input",
        )
        for n in (1, 2)
    )
    if held:
        boxes += (replace(FIELD, actionable=True, form="f", value=held),)
    model = ScriptedModel(scores=lambda prompt, choices: [0.0, -9.0])
    refusals = RefusalTracker("buy a lamp", Doubter(model), MemoryJournal())
    by = Candidate("s", "press", Kind.CLICK, send)
    verdict = None
    for step, path in enumerate("abc", 4):
        before = scene(path, fields=(*boxes, send))
        after = scene(path, errors=("Make at least one selection",), fields=(*boxes, send))
        made = outcome(before, after, by)
        verdict = refusals.hear(made, (), Call(MemoryJournal(), step)) or verdict
    assert (verdict is not None) is stuck


def test_words_in_passing_have_to_refuse_more_surely_than_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = thresholds_for("scripted").model_copy(update={"refuses_in_passing": 5.0})
    monkeypatch.setattr("pathfinder.systems.explore.refusals.thresholds_of", lambda model: known)
    refusals = tracker()[0]
    assert heard(refusals, *[scene(path, EMPTY) for path in "abc"]) is None
    assert refusals.most_met == ""
    assert heard(refusals, *[scene("login", errors=(LOCKED,))] * 2, by=SENT)


def test_nothing_is_stuck_in_the_first_steps() -> None:
    assert heard(tracker()[0], *[scene("login", errors=(LOCKED,))] * 2, by=SENT, first=1) is None


def test_a_sentence_that_does_not_refuse_is_asked_about_once() -> None:
    refusals, model = tracker(lambda asked: False)
    assert heard(refusals, *[scene(path, EMPTY) for path in "abc"]) is None
    assert len(model.asked) == 1


def test_short_words_the_frame_of_the_page_and_what_is_wrong_in_a_field_are_not_asked_about() -> (
    None
):
    refusals, model = tracker()
    wrong = Element(
        "input", "textbox", "Postcode", uid="p", error="Enter a valid postcode", actionable=True
    )
    for page in (
        scene("a", "Out of stock"),
        scene("a", "We do not sell data to anyone.", landmark="contentinfo"),
        scene("a", errors=("Enter a valid postcode",), fields=(wrong,)),
    ):
        assert heard(refusals, page, by=SENT) is None
    assert model.asked == []


def test_a_search_with_nothing_left_is_stuck_only_on_a_refusal() -> None:
    refusals, _ = tracker()
    assert refusals.given_up() is None
    heard(refusals, scene("a", EMPTY))
    verdict = refusals.given_up()
    assert verdict
    assert verdict.evidence == EMPTY
