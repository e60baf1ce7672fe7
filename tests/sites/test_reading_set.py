"""The set of testers' sentences: its labels are sound, and readings are scored by them."""

import json
from pathlib import Path

import pytest
import yaml

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from pathfinder.core.errors import UsageError
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder_bench.decisions.reading import (
    Sentences,
    figures,
    read_sentences,
    score_sentences,
)

OURS = Path(__file__).parents[2] / "bench/decisions/reading"
LABELS = [one for file in read_sentences(OURS, first_look=True) for one in file.sentences]
FILE = {
    "hand": "z",
    "part": "tuning",
    "sentences": [
        {
            "sentence": "Click Save",
            "language": "en",
            "kind": "action",
            "style": "terse",
            "statements": ['click the "Save"'],
        },
        {
            "sentence": "Two rows",
            "language": "en",
            "kind": "check",
            "style": "terse",
            "statements": ['assert count of the "rows" is 2'],
        },
        {
            "sentence": "Looks good",
            "language": "en",
            "kind": "check",
            "style": "vague",
            "statements": [],
        },
    ],
}


@pytest.mark.parametrize("label", LABELS, ids=lambda one: one.sentence[:40])
def test_a_label_says_only_what_its_sentence_says(label):
    known = {*tokens_of(f"{label.sentence} {label.context}")}
    numbers = {str(lexicon().numbers[word]) for word in known if word in lexicon().numbers}
    known |= {"browser", "0"}  # what the browser itself reports; nothing of a kind is left
    for steps in label.readings:
        for step in steps:
            described = [one.described for one in (step.target, step.onto) if one]
            about = [step.check.of] if step.check and step.check.of else []
            texts = [text for one in (*described, *about) for text in (one.name, one.place)]
            values = (
                step.check.values if step.check and step.check.kind in ("value", "count") else ()
            )
            said = {word for text in (*texts, *values) for word in tokens_of(text)}
            assert said <= known | numbers


def test_no_sentence_is_there_twice():
    sentences = [label.sentence for label in LABELS]
    assert len(sentences) == len(set(sentences))


def scored(*replies):
    model = ScriptedModel([json.dumps({"steps": reply}) for reply in replies])
    return score_sentences([Sentences.model_validate(FILE)], model)


def test_right_misread_and_unread_are_told_apart():
    found = scored([{"do": "click", "what": "Save"}], [{"do": "text", "what": "Two rows"}], [])
    assert [one.right for one in found] == [True, False, True]
    assert [one.misread for one in found] == [False, True, False]
    told = figures(found)
    assert told["all"] == {
        "n": 3,
        "right": 0.6667,
        "sure": 2,
        "misread": 1,
        "unread": 1,
        "seconds": 0.0,
    }
    assert told["check"]["right"] == 0.5


def test_what_nobody_tunes_on_is_left_out_unless_it_is_asked_for(tmp_path):
    for part in ("tuning", "first-look"):
        (tmp_path / f"{part}.yaml").write_text(yaml.safe_dump({**FILE, "part": part}))
    assert [one.part for one in read_sentences(tmp_path)] == ["tuning"]
    assert len(read_sentences(tmp_path, first_look=True)) == 2


def test_a_wrong_label_is_named(tmp_path):
    file = tmp_path / "a.yaml"
    wrong = {**FILE["sentences"][0], "statements": ["press Save"]}
    file.write_text(yaml.safe_dump({**FILE, "sentences": [wrong]}))
    with pytest.raises(UsageError, match=r"a\.yaml: 'Click Save': statements:1:7"):
        read_sentences(tmp_path)
    with pytest.raises(UsageError, match="there are no sentences here"):
        read_sentences(tmp_path / "none")


def test_the_set_is_scored_alone(capsys):
    assert run(["bench", "decisions", "--set", "reading", "--set", "choices"]) == 2
    assert "--set reading: it is scored alone" in capsys.readouterr().err
