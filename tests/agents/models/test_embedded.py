import json
import os
import subprocess
import sys
import threading

import pytest

from pathfinder.agents.models import Message, ModelOptions, Prompt, ScoringModel, open_model
from pathfinder.agents.models.catalogue import weights_path
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.engine import Engine
from pathfinder.agents.models.llama import Answer
from pathfinder.agents.models.scoring import choice_logprobs
from pathfinder.core.errors import (
    ModelError,
    ModelMissing,
    ModelTimeout,
    ReplyInvalid,
    ReplyTruncated,
)
from tests.fakes.interrupt import interrupt
from tests.fakes.malformed import MALFORMED

SCHEMA = {
    "type": "object",
    "properties": {
        "Rationale": {"type": "string", "maxLength": 60},
        "SelectedElement": {"enum": ["1", "2", "3"]},
    },
    "required": ["Rationale", "SelectedElement"],
}
SYSTEM = Message(
    "system",
    "You use a web shop step by step, to reach a goal. You see what the page offers, numbered.",
)
PROMPT = Prompt(
    (
        SYSTEM,
        Message("user", "1. basket 2. home 3. help. Which one, to buy a lamp? Reply with JSON."),
    ),
    SCHEMA,
)
ENDLESS = Prompt(
    (Message("user", "Count: 1 2 3 4 5"),),
    {"type": "array", "items": {"type": "integer"}, "minItems": 4000},
    max_tokens=4000,
)

real_weights = pytest.mark.skipif(
    not weights_path("smollm2-135m").is_file(), reason="needs `pathfinder models pull smollm2-135m`"
)


@pytest.fixture(scope="module")
def model():
    return open_model("embedded/smollm2-135m", options=ModelOptions(context=1024, threads=1))


@pytest.mark.embedded
@real_weights
class TestWithRealWeights:
    def test_the_schema_is_kept_to_the_letter_and_without_white_space(self, model):
        reply = model.reply(PROMPT)
        fields = json.loads(reply.text)
        assert list(fields) == ["Rationale", "SelectedElement"]
        assert fields["SelectedElement"] in ("1", "2", "3")
        assert reply.text == json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
        assert reply.reply_tokens > 5
        assert 0 < reply.seconds < 30

    def test_a_schema_without_a_fixed_skeleton_is_kept_too(self, model):
        schema = {
            "type": "object",
            "properties": {
                "Answers": {
                    "type": "array",
                    "items": {"enum": ["a", "b"]},
                    "minItems": 1,
                    "maxItems": 3,
                }
            },
            "required": ["Answers"],
        }
        fields = json.loads(model.reply(Prompt(PROMPT.messages, schema)).text)
        assert list(fields) == ["Answers"]
        assert set(fields["Answers"]) <= {"a", "b"}

    def test_letters_and_words_are_filled_in(self, model):
        schema = {
            "type": "object",
            "properties": {
                "Letter": {"enum": ["A", "B"]},
                "Status": {"enum": ["success", "stuck", "in progress"]},
            },
            "required": ["Letter", "Status"],
        }
        reply = model.reply(Prompt(PROMPT.messages, schema))
        fields = json.loads(reply.text)
        assert fields["Letter"] in ("A", "B")
        assert fields["Status"] in ("success", "stuck", "in progress")
        assert reply.reply_tokens <= 6
        assert reply.prompt_tokens > reply.cached_tokens

    def test_what_was_said_before_is_not_read_again(self, model):
        model.reply(PROMPT)
        other = Prompt((SYSTEM, Message("user", "1. lamp 2. home. Which one?")), SCHEMA)
        reply = model.reply(other)
        assert 15 < reply.cached_tokens < reply.prompt_tokens

    def test_agents_that_take_turns_each_find_what_they_said_before(self, model):
        roles = [
            Message("system", f"You are agent number {number}, and you know all about shops.")
            for number in range(9)
        ]
        prompts = [Prompt((role, Message("user", "Say hello.")), max_tokens=200) for role in roles]
        for prompt in (*prompts[:5], *prompts[:5]):
            reply = model.score(prompt, ["Yes"]).reply
        assert reply.cached_tokens == reply.prompt_tokens - 1
        for prompt in prompts:
            assert model.score(prompt, ["Yes"]).reply.prompt_tokens > 10

    def test_agents_with_one_system_text_are_told_apart_by_their_examples(self, model):
        system = Message("system", "You test web sites.")
        prompts = [
            Prompt(
                (system, Message("user", f"{word} " * 60), Message("user", "Go on.")), examples=1
            )
            for word in ("lamp", "chair")
        ]
        for prompt in (*prompts, *prompts):
            reply = model.score(prompt, ["Yes"]).reply
        assert reply.cached_tokens == reply.prompt_tokens - 1

    @pytest.mark.long
    def test_old_prompts_make_room_for_new_ones(self):
        small = open_model("embedded/smollm2-135m", options=ModelOptions(context=512, threads=1))
        for number in range(3):
            long = Prompt((Message("user", f"{number} " + "word " * 200),))
            assert small.score(long, ["Yes"]).reply.prompt_tokens > 200

    def test_the_same_question_gets_the_same_answer(self, model):
        assert model.reply(PROMPT).text == model.reply(PROMPT).text

    def test_choices_are_scored_by_one_token(self, model):
        assert isinstance(model, ScoringModel)
        question = "Is Paris a city? Answer Yes or No."
        scores = model.score(Prompt((Message("user", question),)), ["Yes", "Xylophone"])
        assert scores is not None
        yes, xylophone = scores.logprobs
        assert xylophone < yes < 0
        assert scores.reply.reply_tokens == 1

    def test_a_reply_that_does_not_end(self, model):
        with pytest.raises(ReplyTruncated, match="cut off at 8 tokens"):
            model.reply(Prompt(ENDLESS.messages, ENDLESS.schema, max_tokens=8))

    def test_a_prompt_that_does_not_fit(self, model):
        with pytest.raises(ModelError, match="exceeds the available context size"):
            model.reply(Prompt((Message("user", "word " * 13000),)))

    @pytest.mark.long
    def test_a_long_prompt_is_read_by_an_engine_with_more_room(self, model):
        long = Prompt((Message("user", "word " * 1500),), max_tokens=1)
        assert model.score(long, ["Yes"]).reply.prompt_tokens > 1500

    def test_images_are_refused(self, model):
        with pytest.raises(ModelError, match="can't look at images"):
            model.reply(Prompt((Message("user", "What is this?", images=(b"\x89PNG",)),)))

    def test_too_slow_and_usable_again(self, model):
        hasty = EmbeddedModel("smollm2-135m", ModelOptions(context=1024, threads=1, timeout=0.3))
        with pytest.raises(ModelTimeout, match=r"--model-timeout is 0\.3 seconds"):
            hasty.reply(ENDLESS)
        assert json.loads(model.reply(PROMPT).text)

    def test_roles_share_the_engine_and_take_turns(self, model):
        second = open_model("embedded/smollm2-135m", options=ModelOptions(context=1024, threads=1))
        replies = []
        threads = [
            threading.Thread(target=lambda each=each: replies.append(each.reply(PROMPT).text))
            for each in (model, second)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert replies[0] == replies[1]
        assert second._engine is model._engine

    def test_ctrl_c_while_it_is_generating(self, tmp_path):
        code = f"""
import pathlib, threading
from tests.agents.models.test_embedded import ENDLESS, PROMPT
from pathfinder.agents.models import *
model = open_model("embedded/smollm2-135m", options=ModelOptions(context=1024, threads=1))
threading.Timer(1.0, pathlib.Path({str(tmp_path / "asking")!r}).touch).start()
try:
    model.reply(ENDLESS)
except KeyboardInterrupt:
    print("interrupted")
print(len(model.reply(PROMPT).text) > 5)
"""
        output = interrupt(code, (tmp_path / "asking").exists)
        assert output == "interrupted\nTrue\n"

    def test_the_process_ends_cleanly_after_ctrl_c_and_says_nothing_of_its_own(self, tmp_path):
        code = f"""
import pathlib, threading
from tests.agents.models.test_embedded import ENDLESS
from pathfinder.agents.models import *
model = open_model("embedded/smollm2-135m", options=ModelOptions(context=1024, threads=1))
threading.Timer(0.5, pathlib.Path({str(tmp_path / "asking")!r}).touch).start()
try:
    model.reply(ENDLESS)
except KeyboardInterrupt:
    pass
"""
        output = interrupt(code, (tmp_path / "asking").exists)
        assert output == ""

    def test_a_file_of_the_user_s_own(self):
        path = weights_path("smollm2-135m")
        model = open_model(f"embedded/{path}", options=ModelOptions(context=1024, threads=1))
        assert model.name == f"embedded/{path}"
        assert json.loads(model.reply(PROMPT).text)


class _Llama:
    """llama.cpp as the engine sees it: hands on pieces until it is told to stop, or never says."""

    def __init__(self) -> None:
        self.silent, self.asked, self.going = True, 0, threading.Event()

    def handle_chat_completions(self, request, on_chunk) -> None:
        self.asked += 1
        if self.silent:
            self.going.wait()
        while not on_chunk({"choices": [{"delta": {"content": "and "}}]}):
            self.going.wait(0.05)


@pytest.fixture
def llama(monkeypatch):
    server = _Llama()
    monkeypatch.setattr("pathfinder.agents.models.engine.load", lambda path, options, **_: server)
    yield server
    server.silent = False
    server.going.set()


REQUEST = {"messages": [{"content": "Which?"}]}


def test_an_engine_that_hangs_is_given_up_and_not_asked_on_top(llama, tmp_path):
    engine = Engine(tmp_path, ModelOptions())
    assert engine.ask(REQUEST, 0.1) is None
    assert engine.ask(REQUEST, 0.1) is None
    assert llama.asked == 1
    llama.going.set()
    engine.close()


def test_an_engine_that_goes_on_and_on_is_stopped(llama, tmp_path):
    llama.silent = False
    engine = Engine(tmp_path, ModelOptions())
    assert engine.ask(REQUEST, 0.2) is None
    assert engine.ask(REQUEST, 0.2) is None
    assert llama.asked == 2
    engine.close()


@pytest.mark.parametrize("given", [each for each in MALFORMED if each])
def test_log_probabilities_that_are_none(given):
    answer = Answer()
    answer.add({"choices": [{"delta": {}, "logprobs": {"content": [given]}}]})
    if not answer.error:
        with pytest.raises(ReplyInvalid):
            choice_logprobs(answer.first_tokens, ["Yes", "No"])


@pytest.mark.parametrize("given", ["high", 7, [None], {"content": 7}, {"content": [None]}])
def test_log_probabilities_in_another_form(given):
    answer = Answer()
    answer.add({"choices": [{"delta": {}, "logprobs": given}]})
    assert "can't be read" in answer.error


def test_weights_that_are_not_here(tmp_path):
    with pytest.raises(
        ModelMissing, match=r"`pathfinder models pull qwen2\.5-coder-1\.5b` \(1\.1 GB\)"
    ):
        EmbeddedModel("qwen2.5-coder-1.5b", folder=tmp_path)


def test_weights_with_a_wrong_checksum(tmp_path):
    (tmp_path / "smollm2-135m.gguf").write_bytes(b"GGUF, but not the right one")
    with pytest.raises(
        ModelMissing,
        match=r"wrong checksum; get them again with `pathfinder models pull smollm2-135m`",
    ):
        EmbeddedModel("smollm2-135m", folder=tmp_path)


def test_a_file_that_is_not_there_and_one_that_is_no_model(tmp_path):
    with pytest.raises(ModelMissing, match="no such weights file"):
        open_model(f"embedded/{tmp_path}/none.gguf")
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(ModelMissing, match=r"llama\.cpp can't load this file"):
        open_model(f"embedded/{tmp_path}/text.gguf")


def test_without_the_extra_it_says_what_to_install(tmp_path):
    (tmp_path / "some.gguf").write_text("")
    code = f"""
import sys
sys.modules["xllamacpp"] = None
from pathfinder.agents.models import native, open_model
from pathfinder.core.errors import ModelMissing
native.program = lambda: None
try:
    open_model("embedded/{tmp_path}/some.gguf")
except ModelMissing as error:
    print(error)
"""
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    ).stdout
    assert "pip install 'pathfinder-testing[embedded]'" in said
