import base64

import pytest

from pathfinder.agents.models import Message, ModelOptions, Prompt, open_model
from pathfinder.agents.models.ollama import OllamaModel, pulled
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import (
    ModelError,
    ModelHTTPError,
    ModelMissing,
    ModelTimeout,
    ModelUnreachable,
    ReplyEmpty,
    ReplyTruncated,
)
from tests.fakes.interrupt import interrupt
from tests.fakes.loopback import free_port
from tests.fakes.malformed import MALFORMED
from tests.fakes.ollama_server import OllamaServer

SCHEMA = {"type": "object", "properties": {"SelectedElement": {"enum": ["1", "2"]}}}
PROMPT = Prompt(
    (Message("system", "You test shops."), Message("user", "Which?")),
    SCHEMA,
    temperature=0.1,
    max_tokens=50,
    context=8192,
    seed=3,
)


@pytest.fixture
def server():
    with OllamaServer(
        ScriptedModel(['{"SelectedElement": "2"}'] * 3, scores=[(-0.2, -1.8)])
    ) as running:
        yield running


def opened(server, timeout=5.0):
    return OllamaModel("gemma2", ModelOptions(timeout=timeout, url=server.url))


def test_the_request_carries_schema_context_and_sampling(server):
    reply = open_model("ollama/gemma2", options=ModelOptions(url=server.url)).reply(PROMPT)
    assert reply.text == '{"SelectedElement": "2"}'
    assert (reply.prompt_tokens, reply.reply_tokens) == (4, 2)
    request = server.requests[-1]
    assert request["format"] == SCHEMA | {"additionalProperties": False}
    assert request["options"] == {"num_ctx": 8192, "num_predict": 50, "temperature": 0.1, "seed": 3}
    assert request["stream"] is True
    assert request["messages"][1] == {"role": "user", "content": "Which?"}


def test_images_are_sent(server):
    opened(server).reply(Prompt((Message("user", "What is this?", images=(b"\x89PNG",)),)))
    assert server.requests[-1]["messages"][0]["images"] == [base64.b64encode(b"\x89PNG").decode()]


def test_scores(server):
    scores = opened(server).score(PROMPT, ["Yes", "No"])
    assert scores is not None
    assert scores.logprobs == (-0.2, -1.8)
    assert server.requests[-1]["options"]["num_predict"] == 1


def test_an_older_ollama_gives_no_scores_and_is_asked_once(server):
    server.logprobs = False
    model = opened(server)
    assert model.score(PROMPT, ["Yes", "No"]) is None
    assert model.score(PROMPT, ["Yes", "No"]) is None
    assert len(server.requests) == 1


def test_a_model_that_is_not_pulled(server):
    with pytest.raises(ModelMissing, match="get it with `ollama pull phi4`"):
        open_model("ollama/phi4", options=ModelOptions(url=server.url))
    with pytest.raises(ModelMissing, match="ollama pull phi4"):
        OllamaModel("phi4", ModelOptions(url=server.url)).reply(PROMPT)


def test_no_server_there():
    options = ModelOptions(url=f"http://127.0.0.1:{free_port()}")
    with pytest.raises(
        ModelMissing, match=r"no Ollama answers at http://127\.0\.0\.1.*ollama serve"
    ):
        open_model("ollama/gemma2", options=options)
    with pytest.raises(ModelUnreachable, match="refused or lost"):
        OllamaModel("gemma2", options).reply(PROMPT)


def test_the_connection_is_lost_in_the_middle(server):
    server.loses = True
    with pytest.raises(ModelUnreachable, match="lost"):
        opened(server).reply(PROMPT)


def test_a_slow_first_word(server):
    server.delay = 1.0
    with pytest.raises(ModelTimeout, match="no reply in time"):
        opened(server, timeout=0.2).reply(PROMPT)


def test_a_server_that_never_answers(server):
    server.hangs = True
    with pytest.raises(ModelTimeout, match=r"--model-timeout is 0\.2 seconds"):
        opened(server, timeout=0.2).reply(PROMPT)


def test_a_slow_reply_that_goes_on_is_no_hanging_one(server):
    server.pause = 0.3
    assert opened(server, timeout=0.5).reply(PROMPT).text == '{"SelectedElement": "2"}'


def test_words_that_trickle_for_ever(server):
    server.drips, server.pause = True, 0.1
    with pytest.raises(ModelTimeout, match="no reply in time"):
        opened(server, timeout=0.3).reply(PROMPT)


@pytest.mark.parametrize("given", MALFORMED)
def test_log_probabilities_that_are_none(server, given):
    server.first_token = [given]
    with pytest.raises(ModelError) as caught:
        opened(server).score(PROMPT, ["Yes", "No"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("status", [400, 500, 503])
def test_an_error_status_is_said(server, status):
    server.status = status
    with pytest.raises(ModelHTTPError, match=f"status {status}: out of memory"):
        opened(server).reply(PROMPT)


def test_something_else_answers(server):
    server.garbage = True
    with pytest.raises(ModelHTTPError, match="does not speak Ollama's format"):
        opened(server).reply(PROMPT)


def test_a_cut_reply_and_an_empty_one(server):
    server.cuts = True
    with pytest.raises(ReplyTruncated, match="cut off at 50 tokens"):
        opened(server).reply(PROMPT)
    with OllamaServer(ScriptedModel([" "])) as empty, pytest.raises(ReplyEmpty):
        opened(empty).reply(PROMPT)


def test_what_a_server_has(server):
    assert pulled(server.url) == [("gemma2:latest", 5_400_000_000)]
    assert pulled(f"http://127.0.0.1:{free_port()}") is None


def test_ctrl_c_while_it_is_generating(server):
    server.pause = 30.0
    code = f"""
import sys
from pathfinder.agents.models import *
model = open_model("ollama/gemma2", options=ModelOptions(url={server.url!r}))
print("asking", flush=True)
try:
    model.reply(Prompt((Message("user", "Count."),)))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    output = interrupt(code, lambda: len(server.requests) > 1)
    assert output == "asking\ninterrupted\n"
