"""The steps of a run, as a report tells them."""

from pathfinder.core.events import Call, Heal, Likeness, Step, read_event
from pathfinder.report.testcase import case_of


def step(number: int, text: str, status: str = "passed") -> Step:
    return Step(step=number, number=number, text=text, status=status, by="rule")


def heal(number: int, kind: str, name: str, why: str, *, good: bool = True) -> Heal:
    return Heal(step=number, kind=kind, new=Likeness(name=name), why=why, good=good)


def test_a_healed_step_says_what_stands_there_now_and_who_found_it() -> None:
    calls = [Call(step=2)] * 3
    case = case_of(
        [
            step(1, "open the shop"),
            *calls,
            heal(2, "agent", "Put into bag", "the agent's choice"),
            step(2, "press Add to basket"),
            heal(3, "locator", "Pay", "found by css form"),
            step(3, "press Buy"),
            heal(4, "similar", "Help", "words 0.40", good=False),
            step(4, "press Pay", "failed"),
        ]
    )
    assert case is not None
    assert [(one.status, one.by, one.calls) for one in case.steps] == [
        ("passed", "rule", 0),
        ("healed", "model", 3),
        ("healed", "rule", 0),
        ("failed", "rule", 0),
    ]
    assert case.steps[1].reason == "now “Put into bag” · the agent's choice"
    assert case.steps[3].reason == ""
    assert case.by_rule == 3


def test_a_damaged_heal_is_left_out() -> None:
    case = case_of(
        [
            read_event({"event": "call", "step": []}),
            read_event({**heal(1, "locator", "Pay", "").to_json(), "step": []}),
            step(1, "press Pay"),
        ]
    )
    assert case is not None
    assert [one.status for one in case.steps] == ["passed"]
