"""A goal, read: every value copied from it, none of its quotes lost, and what it wants to know."""

import json
from collections.abc import Mapping, Sequence

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import GoalReader
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import GoalValue, parse_value
from pathfinder.systems.explore.reading import GoalReading, read_goal

GOAL = 'pin a note called "Key found" to the board Lost, for kim@example.org'


def reply(*values: tuple[str, str], asks: str = "", parts: Sequence[str] = ("pin a note",)) -> str:
    listed = [{"of": of, "value": value} for of, value in values]
    return json.dumps({"parts": list(parts), "values": listed, "asks": asks})


def read(*replies: str, given: Sequence[GoalValue] = ()) -> tuple[GoalReading, ScriptedModel]:
    model = ScriptedModel(list(replies))
    return read_goal(GOAL, given, GoalReader(model), Call(MemoryJournal(), 1)), model


def values(reading: GoalReading) -> Mapping[str, str]:
    return {each.value: each.of for each in reading.values}


def test_a_value_that_does_not_stand_in_the_goal_is_asked_for_again_with_the_reason() -> None:
    reading, model = read(reply(("note", "Key lost")), reply(("note", "Key found")))
    assert values(reading)["Key found"] == "note"
    assert '"Key lost" does not stand in the goal' in model.prompts[1].messages[-1].content


def test_no_quote_and_no_address_of_the_goal_is_lost() -> None:
    reading, _ = read(reply(("board", "Lost")))
    assert values(reading) == {"Lost": "board", "Key found": "", "kim@example.org": ""}


def test_what_the_user_gives_comes_first() -> None:
    reading, _ = read(reply(("note", "Key found")), given=[GoalValue("title", "Key found")])
    assert values(reading)["Key found"] == "title"
    assert reading.values[0] == GoalValue("title", "Key found")


def test_a_goal_that_the_model_can_not_read_is_read_by_its_quotes() -> None:
    reading, _ = read(*["nonsense"] * 4)
    assert (reading.by, reading.parts) == ("rule", (GOAL,))
    assert set(values(reading)) == {"Key found", "kim@example.org"}


def test_a_question_is_told_with_the_parts_that_say_of_what() -> None:
    reading, _ = read(reply(asks="the board Lost", parts=["find the board"]))
    assert reading.question == "the board Lost (find the board)"


def test_values_of_the_command_line_are_two_parts() -> None:
    assert parse_value("title = Broken lamp") == GoalValue("title", "Broken lamp")
    for text in ("Broken lamp", "=x", "title="):
        with pytest.raises(UsageError, match="title=Lamp"):
            parse_value(text)
