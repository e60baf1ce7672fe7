"""A suite is read once: what is asked, what the file says, what a person changes in it."""

import json

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.words import readers_hash
from pathfinder.cli.app import run
from pathfinder.core.errors import SettingsError
from pathfinder.suites.read import find_suites, read_suite
from pathfinder.suites.readings import (
    load_readings,
    read_sentences,
    readings_file,
    sentences_of,
    write_readings,
)

SUITE = """
suite: Choir
site: demo
cases:
  - name: A singer joins
    steps:
      - Now press Join
      - step: Enter "Ida" as name
        expected: It shows "Welcome"
      - Log in
    assertions:
      - page "Members"
  - name: Another one
    steps:
      - Now press Join
      - Do the same again
"""
REPLIES = {
    "Now press Join": [{"do": "click", "what": "Join"}],
    'Enter "Ida" as name': [{"do": "fill", "what": "name", "value": "Ida"}],
    'It shows "Welcome"': [{"do": "text", "what": "Welcome"}],
    "Log in": [{"do": "goal", "what": "Log in"}],
    "Do the same again": [],
}


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "choir.suite.yaml"
    path.write_text(SUITE, encoding="utf-8")
    return path


def singer():
    def reply(prompt):
        sentence = prompt.messages[-1].content.rpartition("\n")[2].partition(": ")[2]
        return json.dumps({"steps": REPLIES[sentence]})

    return ScriptedModel(reply)


def asked_of(suite):
    return list(sentences_of(read_suite(suite)))


def test_each_sentence_is_asked_once_with_the_step_before_where_it_points_back(suite):
    assert asked_of(suite) == [
        ("Now press Join", "action", ""),
        ('Enter "Ida" as name', "action", ""),
        ('It shows "Welcome"', "expected", 'Enter "Ida" as name'),
        ("Log in", "action", ""),
        ('Assert that page "Members"', "expected", ""),
        ("Do the same again", "action", "Now press Join"),
    ]


def test_what_a_person_has_to_look_at_stands_on_top(suite):
    model = singer()
    found = read_sentences(asked_of(suite), load_readings(readings_file(suite)), model)
    assert len(model.prompts) == 5  # one is a statement already
    file = readings_file(suite)
    write_readings(found, file, suite=suite.name)
    text = file.read_text(encoding="utf-8")
    assert text.index("unread:") < text.index("doubtful:") < text.index("\nread:")
    assert [one.sentence for one in found.group("unread")] == ["Do the same again"]
    assert [one.sentence for one in found.group("doubtful")] == ["Log in"]
    assert readers_hash() in text
    assert "# What the sentences of choir.suite.yaml say" in text
    again = load_readings(file)
    assert set(again.readings) == set(found.readings)


def test_what_is_read_is_not_asked_again_and_what_a_person_wrote_is_kept(suite):
    file = readings_file(suite)
    write_readings(read_sentences(asked_of(suite), load_readings(file), singer()), file, suite="x")
    text = file.read_text(encoding="utf-8")
    mended = text.replace(
        "  before: Now press Join\n", "  before: Now press Join\n  statements: [reload]\n"
    )
    file.write_text(mended, encoding="utf-8")
    model = singer()
    found = read_sentences(asked_of(suite), load_readings(file), model)
    assert model.prompts == []
    mine = found.find(("Do the same again", "action", "Now press Join"))
    assert (mine.lines, mine.by, mine.unread) == (("reload",), "tester", "")
    anew = singer()
    later = read_sentences(asked_of(suite), load_readings(file), anew, again=True)
    assert len(anew.prompts) == 4
    assert later.find(("Do the same again", "action", "Now press Join")).lines == ("reload",)


def test_without_a_model_only_statements_are_read(suite):
    found = read_sentences(asked_of(suite), load_readings(readings_file(suite)), None)
    assert [one.lines for one in found.group("read")] == [('assert page "Members"',)]
    assert {one.unread for one in found.group("unread")} == {"no model has read it"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("read:\n- sentence: a\n  statements:\n  - press Join\n", ":4: 'press Join': unexpected"),
        ("read:\n- statements: [go back]\n", ":2: a reading is a mapping with a 'sentence'"),
        ("reads: []\n", ":1: key 'reads' is not known; one of unread, doubtful, read"),
        ("read:\n- sentence: a\n  steps: []\n", ":3: key 'steps' is not known"),
        ("read:\n- sentence: a\n  part: b\n", ":3: 'part' is action or expected"),
        ("read:\n- sentence: a\n  statements: b\n", ":3: 'statements' is a list"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(text, said, tmp_path):
    file = tmp_path / "a.read.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        load_readings(file)
    assert f"a.read.yaml{said}" in str(error.value)


def test_the_command_writes_the_file_and_a_page(suite, tmp_path, capsys):
    replies = tmp_path / "replies.json"
    order = [REPLIES[sentence] for sentence, _, _ in asked_of(suite) if sentence in REPLIES]
    replies.write_text(json.dumps([json.dumps({"steps": one}) for one in order]))
    page = tmp_path / "page.html"
    model = f"scripted/{replies}"
    assert run(["read", str(suite), "--model", model, "--html", str(page)]) == 1
    out = capsys.readouterr().out
    assert '    click the "Join"' in out
    assert "6 sentences, 4 read, 1 doubtful, 1 unread" in out
    html = page.read_text(encoding="utf-8")
    assert "<td>Now press Join</td>\n<td><code>click the &#34;Join&#34;</code></td>" in html
    assert (
        html.index("Do the same again") < html.index("Log in") < html.index("Now press Join</td>")
    )
    assert find_suites([str(tmp_path)], tmp_path) == [suite, replies]
    assert run(["read", str(suite), "--model", "none"]) == 1
    assert "6 sentences, 4 read" in capsys.readouterr().out
