import base64

import pytest

from pathfinder.agents.models import Message, ModelOptions, Prompt, open_model
from pathfinder.agents.models.openai import OpenAIModel
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
from tests.fakes.openai_server import OpenAIServer

SCHEMA = {"type": "object", "properties": {"SelectedElement": {"enum": ["1", "2"]}}}
PROMPT = Prompt(
    (Message("system", "You test shops."), Message("user", "Which?")),
    SCHEMA,
    temperature=0.1,
    max_tokens=50,
    seed=3,
)


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server():
    with OpenAIServer(
        ScriptedModel(['{"SelectedElement": "2"}'] * 3, scores=[(-0.2, -1.8)])
    ) as running:
        yield running


def opened(server, timeout=5.0):
    return OpenAIModel("tiny", ModelOptions(timeout=timeout, url=f"{server.url}/v1"))


def test_the_request_carries_schema_and_sampling(server):
    reply = open_model("openai/tiny", options=ModelOptions(url=f"{server.url}/v1")).reply(PROMPT)
    assert (reply.text, reply.prompt_tokens, reply.reply_tokens) == (
        '{"SelectedElement": "2"}',
        4,
        2,
    )
    request = server.requests[-1]
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA | {
        "additionalProperties": False
    }
    assert (request["max_tokens"], request["temperature"], request["seed"]) == (50, 0.1, 3)


def test_the_address_comes_from_the_environment(server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    assert open_model("openai/tiny").reply(PROMPT).text == '{"SelectedElement": "2"}'


def test_images_are_sent(server):
    opened(server).reply(Prompt((Message("user", "What is this?", images=(b"\x89PNG",)),)))
    text, image = server.requests[-1]["messages"][0]["content"]
    assert text == {"type": "text", "text": "What is this?"}
    assert (
        image["image_url"]["url"]
        == "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    )


def test_scores(server):
    scores = opened(server).score(PROMPT, ["Yes", "No"])
    assert scores is not None
    assert scores.logprobs == (-0.2, -1.8)
    assert server.requests[-1]["max_tokens"] == 1


@pytest.mark.parametrize("logprobs", [False, "refused"])
def test_a_server_without_log_probabilities_is_asked_once(server, logprobs):
    server.logprobs = logprobs
    model = opened(server)
    assert model.score(PROMPT, ["Yes", "No"]) is None
    assert model.score(PROMPT, ["Yes", "No"]) is None
    assert len(server.requests) == 1


def test_neither_key_nor_address():
    with pytest.raises(ModelMissing, match="set OPENAI_API_KEY, or OPENAI_BASE_URL"):
        open_model("openai/gpt")


def test_the_key_is_sent_and_a_wrong_one_is_said(server, monkeypatch):
    server.key = "sesame"
    with pytest.raises(ModelMissing, match="refuses the key; set OPENAI_API_KEY"):
        open_model("openai/tiny", options=ModelOptions(url=f"{server.url}/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    assert (
        open_model("openai/tiny", options=ModelOptions(url=f"{server.url}/v1")).reply(PROMPT).text
    )


def test_a_model_that_the_server_does_not_have(server):
    with pytest.raises(ModelMissing, match="The model `huge` does not exist"):
        OpenAIModel("huge", ModelOptions(url=f"{server.url}/v1")).reply(PROMPT)


def test_no_server_there():
    options = ModelOptions(url=f"http://127.0.0.1:{free_port()}/v1")
    with pytest.raises(ModelMissing, match=r"no server answers at http://127\.0\.0\.1"):
        open_model("openai/tiny", options=options)
    with pytest.raises(ModelUnreachable, match="refused or lost"):
        OpenAIModel("tiny", options).reply(PROMPT)


def test_a_slow_server(server):
    server.delay = 1.0
    with pytest.raises(ModelTimeout, match="no reply in time"):
        opened(server, timeout=0.2).reply(PROMPT)


def test_a_server_that_never_answers_is_asked_once(server):
    server.hangs = True
    with pytest.raises(ModelTimeout, match=r"--model-timeout is 0\.2 seconds"):
        opened(server, timeout=0.2).reply(PROMPT)
    assert len(server.requests) == 1


def test_an_answer_that_never_ends(server):
    server.drips, server.pause = True, 0.1
    with pytest.raises(ModelTimeout, match="no reply in time"):
        opened(server, timeout=0.3).reply(PROMPT)


@pytest.mark.parametrize("given", MALFORMED)
def test_log_probabilities_that_are_none(server, given):
    server.first_token = {"content": [given]}
    with pytest.raises(ModelError) as caught:
        opened(server).score(PROMPT, ["Yes", "No"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("given", ["high", 7, {"content": "-0.2"}, {"content": {"Yes": -0.2}}])
def test_log_probabilities_in_another_form(server, given):
    server.first_token = given
    with pytest.raises(ModelHTTPError, match="does not speak OpenAI's chat format"):
        opened(server).score(PROMPT, ["Yes", "No"])


@pytest.mark.parametrize("status", [500, 503])
def test_a_busy_server_is_asked_once_more(server, status):
    server.status = status
    with pytest.raises(ModelHTTPError):
        opened(server).reply(PROMPT)
    assert len(server.requests) == 2


@pytest.mark.parametrize("status", [400, 500, 503])
def test_an_error_status_is_said(server, status):
    server.status = status
    with pytest.raises(ModelHTTPError, match=f"status {status}: out of memory"):
        opened(server).reply(PROMPT)


def test_something_else_answers(server):
    server.garbage = True
    with pytest.raises(ModelHTTPError, match="does not speak OpenAI's"):
        opened(server).reply(PROMPT)


def test_a_cut_reply_and_an_empty_one(server):
    server.cuts = True
    with pytest.raises(ReplyTruncated, match="cut off at 50 tokens"):
        opened(server).reply(PROMPT)
    with OpenAIServer(ScriptedModel([" "])) as empty, pytest.raises(ReplyEmpty):
        opened(empty).reply(PROMPT)


def test_ctrl_c_while_it_is_generating(server):
    server.delay = 30.0
    code = f"""
from pathfinder.agents.models import *
from pathfinder.agents.models.openai import OpenAIModel
model = OpenAIModel("tiny", ModelOptions(url="{server.url}/v1"))
print("asking", flush=True)
try:
    model.reply(Prompt((Message("user", "Count."),)))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    output = interrupt(code, lambda: bool(server.requests))
    assert output == "asking\ninterrupted\n"
