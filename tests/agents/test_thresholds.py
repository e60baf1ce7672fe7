"""Thresholds belong to a model.

Which file holds for which, and numbers that are none are refused.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Confirmer
from pathfinder.agents.models.base import Prompt, Reply, Scores
from pathfinder.agents.models.scoring import choice_logprobs
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import (
    SHIPPED,
    read_thresholds,
    thresholds_by_model,
    thresholds_for,
)
from pathfinder.core.errors import ReplyInvalid, SettingsError
from pathfinder.core.journal import MemoryJournal

MEASURED = "embedded/qwen2.5-coder-1.5b"


def test_a_models_own_file_is_in_force() -> None:
    assert (thresholds_for(MEASURED).name, thresholds_for(MEASURED).critic_detour) == (
        "qwen2.5-coder-1.5b",
        1.3,
    )


def test_a_file_has_of_another_what_it_does_not_say(tmp_path: Path) -> None:
    adapted, plain = thresholds_for(f"{MEASURED}+pathfinder"), thresholds_for(MEASURED)
    assert adapted.refuses == plain.refuses
    assert adapted.critic_detour != plain.critic_detour
    assert adapted.models == (f"{MEASURED}+pathfinder",)
    file = tmp_path / "own.yaml"
    file.write_text("models: [x/y]\nlike: qwen2.5-coder-1.5b\ndone: 7\n")
    own = read_thresholds(file)
    assert (own.name, own.models, own.done, own.refuses) == ("own", ("x/y",), 7.0, plain.refuses)


@pytest.mark.parametrize("name", ["nobody", "own"])
def test_what_a_file_is_like_has_to_be_another(tmp_path: Path, name: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(f"models: [x/y]\nlike: {name}\n")
    with pytest.raises(SettingsError, match=rf"own.yaml:2: like: there is no other .* {name}.yaml"):
        read_thresholds(file)
    (tmp_path / "nobody.yaml").write_text("models: [z/z]\nlike: own\n")
    with pytest.raises(SettingsError, match="there is no other"):
        read_thresholds(file)


@pytest.mark.parametrize(
    "name", ["embedded/qwen2.5-coder-0.5b", "ollama/qwen2.5-coder:1.5b", "openai/gpt", ""]
)
def test_a_model_without_a_file_gets_the_strictest(name: str) -> None:
    known = thresholds_for(name)
    assert known.name == "strictest"
    believed = [known.done, known.refuses, known.answers, known.assertion_holds]
    believed += [known.observed, known.assertor_holds, known.heal_renamed]
    assert set(believed) == {math.inf}
    assert {known.critic_detour, known.assertion_denies, known.assertor_denies} == {-math.inf}


def test_the_strictest_is_as_strict_as_any_other() -> None:
    strictest = thresholds_for("")
    claims = (
        "done",
        "refuses",
        "answers",
        "assertion_holds",
        "observed",
        "assertor_holds",
        "heal_renamed",
    )
    for file in SHIPPED.glob("*.yaml"):
        other = read_thresholds(file)
        assert all(getattr(strictest, name) >= getattr(other, name) for name in claims)


def test_a_file_of_ones_own_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (SHIPPED / "scripted.yaml").read_text(encoding="utf-8")
    (tmp_path / "userdata/thresholds").mkdir(parents=True)
    (tmp_path / "userdata/thresholds/mine.yaml").write_text(
        text.replace("[scripted]", f"[ollama/mine, {MEASURED}]"), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    assert thresholds_for("ollama/mine").name == "mine"
    assert thresholds_for(MEASURED).name == "mine"
    assert thresholds_by_model(
        [ScriptedModel(name="ollama/mine"), ScriptedModel(name="ollama/yours")]
    ) == {
        "ollama/mine": "mine",
        "ollama/yours": "strictest",
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("done: 0.0", "done: often", "done: Input should be a valid number"),
        ("done: 0.0", "done: nan", "done: not a number to compare with"),
        ("done: 0.0", "dones: -0.3", "'done' is missing; add it"),
        ("done: 0.0", "done: 0.0\ndoen: 1", "key 'doen' is not known; did you mean 'done'?"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        (SHIPPED / "scripted.yaml").read_text(encoding="utf-8").replace(old, new), encoding="utf-8"
    )
    with pytest.raises(SettingsError, match=rf"wrong\.yaml:\d+: {told}"):
        read_thresholds(file)


class Broken:
    """A back-end whose log-probabilities are none."""

    name = "broken"

    def __init__(self, given: tuple[float, ...]) -> None:
        self.given = given

    def reply(self, prompt: Prompt) -> Reply:
        return Reply("Yes")

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores:
        return Scores(self.given, Reply("Yes"))


@pytest.mark.parametrize(
    "given", [(math.nan, -1.0), (0.5, -1.0), (math.inf, -1.0), (None, -1.0), ("-0.1", -1.0), ()]
)
def test_what_is_no_log_probability_is_refused_and_not_compared(given: Sequence[float]) -> None:
    model = Broken(tuple(given))
    with pytest.raises(ReplyInvalid, match="log-probabilit"):
        Confirmer(model).score(
            Call(MemoryJournal(), 1),
            ("Yes", "No"),
            goal="buy",
            steps=[],
            heading="Basket",
            lines=["Thank you"],
        )
    with pytest.raises(ReplyInvalid, match="log-probabilit"):
        choice_logprobs(
            [("Yes" if place == 0 else "No", each) for place, each in enumerate(given)],
            ("Yes", "No"),
        )
