import pytest

from pathfinder.agents.models import Message, Prompt, open_model
from pathfinder.agents.models.recorded import RecordedModel
from pathfinder.core import events
from pathfinder.core.errors import ModelError, ReplyTruncated, UsageError
from pathfinder.core.journal import FileJournal


def asked(text):
    return Prompt((Message("user", text),))


@pytest.fixture
def session(tmp_path):
    journal = FileJournal(tmp_path / "runs" / "one")
    for role, prompt, reply, error in [
        ("system1", "first", "1", ""),
        ("oracle", "done?", "in progress", ""),
        ("system1", "second", "", "the reply was cut off at the token limit; be brief"),
        ("system1", "second, again", "2", ""),
        ("critic", "closer?", "Yes -0.12, No -2.20", ""),
    ]:
        costs = {"prompt_tokens": 40, "cached_tokens": 30, "reply_tokens": 5, "seconds": 0.5}
        journal.write(
            events.Call(
                step=1,
                role=role,
                model="embedded/x",
                prompt=[{"role": "user", "content": prompt}],
                reply=reply,
                error=error,
                **costs,
            )
        )
    journal.write(events.Look(step=2))
    journal.close()
    return tmp_path / "runs" / "one"


def test_the_same_prompt_gets_the_same_reply_whatever_the_order(session):
    model = open_model(f"recorded/{session}")
    assert model.reply(asked("done?")).text == "in progress"
    reply = model.reply(asked("first"))
    assert (
        reply.text,
        reply.prompt_tokens,
        reply.cached_tokens,
        reply.reply_tokens,
        reply.seconds,
    ) == ("1", 40, 30, 5, 0.5)


def test_other_prompts_get_the_role_s_replies_in_order_and_then_an_error(session):
    model = open_model(f"recorded/{session}", role="system1")
    assert model.reply(asked("other words")).text == "1"
    with pytest.raises(ReplyTruncated, match="cut off"):
        model.reply(asked("other words"))
    assert model.reply(asked("other words")).text == "2"
    with pytest.raises(ModelError, match="all 3 recorded calls of role 'system1' are used up"):
        model.reply(asked("other words"))


def test_scores_are_replayed(session):
    model = RecordedModel(session, role="critic")
    assert model.score(asked("closer?"), ["maybe", "never"]) is None
    scores = model.score(asked("closer?"), ["Yes", "No"])
    assert scores is not None
    assert scores.logprobs == (-0.12, -2.2)
    assert model.score(asked("closer?"), ["Yes", "No"]) is None


def test_a_role_that_was_not_recorded(session):
    with pytest.raises(UsageError, match="no model call of role 'entrybot' is recorded"):
        RecordedModel(session, role="entrybot")


def test_a_folder_without_a_journal(tmp_path):
    with pytest.raises(UsageError, match=r"no journal\.jsonl here"):
        open_model(f"recorded/{tmp_path}")
