"""How sure a reading is: what is seen in a reply, and how it is weighed."""

import json

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Reply
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.agents.words import WordsReader
from pathfinder.core.journal import MemoryJournal
from pathfinder.language.certainty import Signs, hesitation
from pathfinder.language.reader import read_words


class Hesitant:
    """Gives one reply, each of its letters a token, all equally likely."""

    def __init__(self, name, reply, logprob):
        self.name, self.reply_text, self.logprob = name, json.dumps(reply), logprob

    def reply(self, prompt):
        assert prompt.logprobs
        return Reply(self.reply_text, tokens=tuple((one, self.logprob) for one in self.reply_text))


def read(name, logprob, sentence="Click Save"):
    model = Hesitant(name, {"steps": [{"click": "Save"}]}, logprob)
    return read_words(sentence, "action", WordsReader(model), Call(MemoryJournal(), 1))


def test_a_model_hesitates_over_what_is_not_likely_as_a_whole():
    tokens = (("a", -0.5), ("b", -1.0), ("c", -0.75))
    assert hesitation(Reply("abc", tokens=tokens)) == pytest.approx(1.5)
    assert hesitation(Reply("abc", tokens=(("a", 0.001),))) == 0.0
    assert hesitation(Reply("abc", tokens=(*tokens, ("d", -40.0)))) == pytest.approx(12**0.5)
    assert hesitation(Reply("abc")) == pytest.approx(12**0.5)


def test_a_reading_is_sure_where_the_model_was_and_all_is_used():
    known = "embedded/qwen2.5-coder-1.5b"
    assert read(known, -0.001).doubts == ()
    assert read(known, -4.0).doubts == ("the model was not sure of it",)
    spare = read(known, -0.001, "Click Save and feed lamp Ida hut bed")
    assert spare.doubts == ("'feed lamp Ida hut bed' is used nowhere",)


def test_no_model_is_believed_that_nothing_was_settled_on():
    assert read("some/other", 0.0).doubts == ("the model was not sure of it",)


def test_what_is_seen_is_weighed_by_the_file_of_the_model():
    signs = Signs(hesitation=1.5, spare=2, loose=1)
    assert signs.weighed(thresholds_for("scripted")) == pytest.approx(-3.0)
