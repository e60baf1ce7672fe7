"""Success by the site's own answer.

Which sentences are asked about, and what a goal of several parts needs.
"""

from collections.abc import Sequence

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Confirmer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.verdict import Verdict
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.confirming import Confirming, parts
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

SAVE = Element("button", "button", "Publish", uid="b", submits=True, form="f")
WALK = [
    'open "Lamps" -> page "Lamps"',
    'open "Oak lamp" -> page "Oak lamp"',
    'press "Publish" -> Thank you',
]
THANKS = "Your review has been published."


def answered(text: str, *, notice: str = "status") -> Outcome:
    told = Element("p", "text", "", text=text, uid="p", notice=notice, landmark="main")
    scenes = [
        Scene("http://shop.test/lamp", "Shop", "Oak lamp", (), elements)
        for elements in ((), (told,))
    ]
    graph = StateGraph()
    before, after = (View(1, scene, graph.visit(scene)[0], True) for scene in scenes)
    return Outcome(
        Move("publish", (), Candidate("publish", "publish", Kind.CLICK, SAVE)),
        before,
        after,
        changes(before.scene, after.scene),
        (),
    )


def hear(goal: str, outcome: Outcome, yes: Sequence[str]) -> tuple[Verdict | None, MemoryJournal]:
    """Hear an answer with a model that says Yes to what contains one of the words."""

    def odds(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        return (
            [0.0, -2.0] if any(word in prompt.messages[-1].content for word in yes) else [-2.0, 0.0]
        )

    journal = MemoryJournal()
    confirming = Confirming(goal, Confirmer(ScriptedModel(scores=odds)), journal)
    return confirming.hear(outcome, WALK, Call(journal, 3)), journal


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        ("write a review", ["write a review"]),
        ("find the cheapest lamp and write a review", ["find the cheapest lamp", "write a review"]),
        (
            "log in, add a lamp to the basket and then check out",
            ["log in", "add a lamp to the basket", "check out"],
        ),
        ("buy a table and two chairs", ["buy a table and two chairs"]),
        ("buy salt and pepper", ["buy salt and pepper"]),
    ],
)
def test_a_goal_falls_into_what_is_to_be_done(goal: str, found: list[str]) -> None:
    assert parts(goal) == found


def test_an_answer_that_means_it_makes_success_likely_in_the_sites_own_words() -> None:
    verdict, _ = hear("write a review", answered(THANKS), ["has been published"])
    assert verdict is not None
    assert (verdict.status, verdict.evidence) == ("likely", THANKS)


def test_an_answer_to_the_last_part_is_not_enough() -> None:
    goal = "find the cheapest lamp and write a review"
    verdict, journal = hear(goal, answered(THANKS), ["has been published"])
    assert verdict is None
    assert [e["rationale"] for e in journal.events if e["event"] == "judgement"] == [
        "the site's answer to: write a review",
        "what was done for: find the cheapest lamp",
    ]
    assert (
        hear(goal, answered(THANKS), ["has been published", "doing so, find the cheapest lamp"])[0]
        is not None
    )


def test_a_question_is_no_answer() -> None:
    verdict, journal = hear(
        "cancel the order", answered("Cancel the order 10232?"), ["Cancel the order"]
    )
    assert verdict is None
    assert journal.events == []
