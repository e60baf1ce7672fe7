import json

import pytest

from pathfinder.agents.models import Message, Prompt, ScoringModel, open_model
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import ModelError, ReplyEmpty, SettingsError

PROMPT = Prompt((Message("system", "You test shops."), Message("user", "What next?")))


def test_replies_come_in_order_and_prompts_are_kept():
    model = ScriptedModel(["one", "two"])
    assert [model.reply(PROMPT).text, model.reply(PROMPT).text] == ["one", "two"]
    assert model.prompts == [PROMPT, PROMPT]
    with pytest.raises(ModelError, match="asked for 3 replies, the script has 2"):
        model.reply(PROMPT)


def test_a_function_sees_the_prompt():
    model = ScriptedModel(lambda prompt: prompt.messages[-1].content.upper())
    reply = model.reply(PROMPT)
    assert (reply.text, reply.prompt_tokens, reply.reply_tokens) == ("WHAT NEXT?", 5, 2)


def test_an_empty_reply_is_refused():
    with pytest.raises(ReplyEmpty):
        ScriptedModel([""]).reply(PROMPT)


def test_scores_by_sequence_and_by_function():
    model = ScriptedModel(scores=[(-0.1, -2.3)])
    assert isinstance(model, ScoringModel)
    scores = model.score(PROMPT, ["Yes", "No"])
    assert scores is not None
    assert (scores.logprobs, scores.reply.text) == ((-0.1, -2.3), "Yes")
    with pytest.raises(ModelError, match="asked for 2 scores, the script has 1"):
        model.score(PROMPT, ["Yes", "No"])
    by_function = ScriptedModel(
        scores=lambda prompt, choices: [-float(len(each)) for each in choices]
    ).score(PROMPT, ["Yes", "No"])
    assert by_function is not None
    assert by_function.logprobs == (-3.0, -2.0)


def test_no_scores_in_the_script():
    assert ScriptedModel(["one"]).score(PROMPT, ["Yes", "No"]) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("script.json", json.dumps(["plain", {"SelectedElement": "7"}])),
        ("script.yaml", "- plain\n- SelectedElement: '7'\n"),
        ("script.yml", "replies:\n  - plain\n  - {SelectedElement: '7'}\nscores: [[-1, -2]]\n"),
    ],
)
def test_a_script_from_a_file(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    model = open_model(f"scripted/{tmp_path / name}")
    assert model.name == f"scripted/{tmp_path / name}"
    assert model.reply(PROMPT).text == "plain"
    assert json.loads(model.reply(PROMPT).text) == {"SelectedElement": "7"}


@pytest.mark.parametrize(
    ("text", "said"),
    [("replies: [a\nb: c", r"script\.yaml:2: not YAML"), ("replies: 7", "a script is a list")],
)
def test_a_wrong_script_is_named_with_its_line(tmp_path, text, said):
    (tmp_path / "script.yaml").write_text(text)
    with pytest.raises(SettingsError, match=said):
        open_model(f"scripted/{tmp_path / 'script.yaml'}")


def test_a_script_that_is_not_there(tmp_path):
    with pytest.raises(SettingsError, match="No such file"):
        open_model(f"scripted/{tmp_path / 'none.json'}")
