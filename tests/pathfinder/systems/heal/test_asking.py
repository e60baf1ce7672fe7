"""When the agent of healing is believed: where it is sure, and holds no other control so."""

from collections.abc import Mapping, Sequence

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Locator, Remembered, Step, Target
from pathfinder.engine.playback.turn import Turn
from pathfinder.systems.heal.asking import Asking
from pathfinder.systems.heal.similarity import Match
from pathfinder.webprocessor.element import Element

PAY = Target(locators=(Locator(by="role", value="button", name="Pay now"),))
OLD = Remembered(role="button", name="Pay now")


def chosen(sure: Mapping[str, float], *, most: int = 9) -> str | None:
    """The name that is chosen by an agent that is so sure of each."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        return [
            next(odds for name, odds in sure.items() if f'"{name}"' in prompt.messages[-1].content)
            - 10,
            -10.0,
        ]

    asking = Asking(MemoryJournal(), lambda: ScriptedModel(scores=scores), most)
    ranked = [Match(Element("button", "button", name, uid=name), 0.5, {}) for name in sure]
    match, _ = asking.choice(Turn(1, "0", Step(kind="click", target=PAY)), OLD, ranked)
    assert asking.possible is (most > 1)
    return match.element.name if match else None


@pytest.mark.parametrize(
    ("sure", "name"),
    [
        ({"Confirm": 1.5}, "Confirm"),
        ({"Confirm": 1.1}, None),
        ({"Confirm": 2.0, "Help": 1.9}, None),
        ({"Confirm": 2.0, "Help": 1.5}, "Confirm"),
        ({"Help": -3.0, "Confirm": 2.0}, "Confirm"),
        ({"Help": -3.0, "Fees": -2.0}, None),
    ],
)
def test_the_agent_has_to_be_sure_and_of_one_only(
    sure: Mapping[str, float], name: str | None
) -> None:
    assert chosen(sure) == name


def test_it_is_asked_no_more_than_it_may_be() -> None:
    assert chosen({"Confirm": 2.0}, most=1) == "Confirm"
