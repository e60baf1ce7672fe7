"""The shared run: typed replies, recovery from bad ones, and what is journalled."""

import re

import pytest

from pathfinder.agents.agent import PROMPTS, BadReply, Call, prompt_hashes, render
from pathfinder.agents.explore import Critic, QuickSelection, QuickSystem1, enum_schema
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.journal import MemoryJournal
from tests.fakes.journals import lines

SCENE = {
    "goal": "make a purchase",
    "heading": "Shop",
    "says": "",
    "candidates": [
        {"handle": "A", "text": 'open "Lamps"'},
        {"handle": "B", "text": 'open "About us"'},
    ],
    "history": [],
    "errors": "",
}
GOOD = '{"SelectedElement": "A", "SelectedElementRationale": "lamps are for sale"}'


def known(selection: QuickSelection) -> QuickSelection:
    if selection.SelectedElement not in ("A", "B"):
        raise BadReply(f"there is no number {selection.SelectedElement}")
    return selection


def test_a_good_reply_is_returned_typed_and_journalled() -> None:
    journal = MemoryJournal()
    reply = QuickSystem1(ScriptedModel([GOOD])).run(Call(journal, 3), check=known, **SCENE)
    assert reply.SelectedElement == "A"
    (call,) = lines(journal)
    assert (call["event"], call["step"], call["role"], call["attempt"], call["error"]) == (
        "call",
        3,
        "system1",
        1,
        "",
    )


def test_bad_replies_are_asked_again_hotter_with_the_reason() -> None:
    model = ScriptedModel(["not JSON", '{"SelectedElement": "9"}', GOOD])
    journal = MemoryJournal()
    reply = QuickSystem1(model).run(Call(journal, 1, temperature=0.1), check=known, **SCENE)
    assert reply.SelectedElement == "A"
    assert [round(p.temperature, 1) for p in model.prompts] == [0.1, 0.2, 0.3]
    assert "there is no number 9" in model.prompts[2].messages[-1].content
    assert [bool(e["error"]) for e in lines(journal)] == [True, True, False]


def test_the_temperature_is_reset_after_a_good_reply() -> None:
    model = ScriptedModel(["nonsense", GOOD, GOOD])
    agent = QuickSystem1(model)
    for _ in range(2):
        agent.run(Call(MemoryJournal(), 1), check=known, **SCENE)
    assert [p.temperature for p in model.prompts] == [0.0, 0.1, 0.0]


def test_four_bad_replies_end_the_run_and_blame_the_model() -> None:
    journal = MemoryJournal()
    with pytest.raises(ReplyInvalid, match="4 bad replies") as caught:
        QuickSystem1(ScriptedModel(["?"] * 4)).run(Call(journal, 1), check=known, **SCENE)
    assert caught.value.blame == "model"
    assert len(lines(journal)) == 4


def test_an_empty_reply_counts_as_bad_and_is_asked_again() -> None:
    model = ScriptedModel(["", GOOD])
    assert (
        QuickSystem1(model).run(Call(MemoryJournal(), 1), check=known, **SCENE).SelectedElement
        == "A"
    )
    assert len(model.prompts) == 2


def test_the_schema_lists_only_this_scenes_handles() -> None:
    schema = enum_schema(QuickSelection, "SelectedElement", ["1", "2"])
    assert schema["properties"]["SelectedElement"]["enum"] == ["1", "2"]
    assert list(schema["properties"]) == ["SelectedElement", "SelectedElementRationale"]


def test_a_model_without_log_probabilities_gives_no_score() -> None:
    class Plain:
        name = "plain"

        def reply(self, prompt: object) -> object:
            raise AssertionError

    assert (
        Critic(Plain()).score(
            Call(MemoryJournal(), 1), ("Yes", "No"), goal="g", before=[], step="s", result="r"
        )
        is None
    )


def test_a_prompt_says_which_agent_asks() -> None:
    """A back-end may have something for some of them alone."""
    model = ScriptedModel([GOOD], scores=[(-0.1, -2.0)])
    QuickSystem1(model).run(Call(MemoryJournal(), 1), check=known, **SCENE)
    asked = {"goal": "g", "before": [], "step": "s", "result": "r"}
    Critic(model).score(Call(MemoryJournal(), 1), ("Yes", "No"), **asked)
    assert model.prompts[0].asks == "explore/system1_fast"
    assert model.asked[0][0].asks == "explore/critic"


def whole(name: str) -> str:
    """A prompt file with what it includes."""
    text = (PROMPTS / f"{name}.md").read_text(encoding="utf-8")
    return re.sub(r'\{% include "([\w/]+)\.md" %\}', lambda match: whole(match[1]), text)


def test_every_prompt_says_that_page_text_is_data() -> None:
    without_a_page = {
        "explore/reader",
        "explore/amender",
        "explore/holder",
        "explore/counter",
        "explore/remover",
        "explore/sorter",
        "uat/rewriter",
        "words/reader",
        "words/expected",
    }
    included = {name for name in prompt_hashes() if "---user---" not in whole(name)}
    silent = [
        name
        for name in set(prompt_hashes()) - without_a_page - included
        if "data, n" not in whole(name)
    ]
    assert silent == []


def test_a_prompt_parts_system_and_user_text() -> None:
    system, user = render("explore/system1_fast", **SCENE)
    assert (system.role, user.role) == ("system", "user")
    assert 'A. open "Lamps"' in user.content
