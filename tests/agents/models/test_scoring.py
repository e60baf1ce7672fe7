import math

import pytest

from pathfinder.agents.models.schema import closed
from pathfinder.agents.models.scoring import choice_logprobs
from pathfinder.core.errors import ReplyInvalid


def test_spellings_of_a_choice_add_up():
    tokens = [
        ("Yes", math.log(0.5)),
        (" yes", math.log(0.25)),
        ("No", math.log(0.125)),
        ("The", math.log(0.0625)),
    ]
    assert choice_logprobs(tokens, ["Yes", "No"]) == pytest.approx(
        (math.log(0.75), math.log(0.125))
    )


def test_the_beginning_of_one_choice_counts_for_it():
    tokens = [("in", -1.0), ("s", -0.5), ("1", -2.0)]
    success, stuck, progress = choice_logprobs(tokens, ["success", "stuck", "in progress"])
    assert progress == -1.0
    assert (
        success == stuck == -3.0
    )  # "s" begins two: neither is seen, and both lie below the least likely token


def test_a_choice_that_begins_another_is_not_mistaken_for_it():
    assert choice_logprobs([("1", -0.2), ("2", -1.7)], ["1", "12", "2"]) == (-0.2, -2.7, -1.7)


def test_nothing_seen():
    with pytest.raises(ReplyInvalid, match="no log-probabilities"):
        choice_logprobs([], ["Yes", "No"])


def test_no_room_for_fields_of_the_model_s_own():
    schema = {
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
            "free": {"type": "object", "additionalProperties": True},
        },
        "$defs": {"Item": {"type": "object", "properties": {"name": {"type": "string"}}}},
    }
    found = closed(schema)
    assert found["additionalProperties"] is False
    assert found["$defs"]["Item"]["additionalProperties"] is False
    assert found["properties"]["free"] == {"type": "object", "additionalProperties": True}
    assert "additionalProperties" not in schema
