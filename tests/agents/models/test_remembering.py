"""What a model would say again is asked once; what it may say otherwise is asked each time."""

from dataclasses import replace

from pathfinder.agents.models.base import Message, Prompt
from pathfinder.agents.models.remembering import RememberingModel
from pathfinder.agents.models.scripted import ScriptedModel

ASKED = Prompt((Message("user", "Is it so?"),))


def test_log_probabilities_are_asked_for_once_whatever_the_seed():
    model = ScriptedModel(scores=[[0.0, -1.0], [-2.0, 0.0]])
    remembering = RememberingModel(model)
    first = remembering.score(ASKED, ("Yes", "No"))
    again = remembering.score(replace(ASKED, seed=7), ("Yes", "No"))
    other = remembering.score(ASKED, ("Yes", "Never"))
    assert first
    assert again
    assert other
    assert again.logprobs == first.logprobs == (0.0, -1.0)
    assert again.reply.cached_tokens == again.reply.prompt_tokens
    assert other.logprobs == (-2.0, 0.0)
    assert len(model.asked) == 2


def test_a_reply_is_remembered_only_where_nothing_is_drawn():
    remembering = RememberingModel(ScriptedModel(["one", "two", "three"]))
    assert [remembering.reply(ASKED).text for _ in range(2)] == ["one", "one"]
    assert [remembering.reply(replace(ASKED, temperature=0.5)).text for _ in range(2)] == [
        "two",
        "three",
    ]


def test_a_model_without_log_probabilities_has_none_here_either():
    assert RememberingModel(ScriptedModel(["one"])).score(ASKED, ("Yes", "No")) is None


def test_it_can_look_at_pictures_as_far_as_its_model_can():
    seeing = ScriptedModel(["one"])
    seeing.sees = True  # type: ignore[attr-defined]
    assert RememberingModel(seeing).sees
    assert not RememberingModel(ScriptedModel(["one"])).sees
