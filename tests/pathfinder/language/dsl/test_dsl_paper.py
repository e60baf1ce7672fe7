"""The paper's JSON: what it looks like, and that nothing is lost on the way there and back."""

import json
from pathlib import Path

import pytest
from make_script import make_script

from pathfinder.core.errors import SettingsError
from pathfinder.core.settings import DEFAULTS
from pathfinder.language.dsl import (
    from_paper,
    paper_text,
    read_file,
    read_paper,
    read_text,
    to_paper,
    write_text,
)
from pathfinder.language.dsl.compile import load_script, steps_of

FILES = sorted((DEFAULTS / "userdata/scenarios").rglob("*.dsl"))


def steps(text: str) -> list[dict[str, object]]:
    return to_paper(read_text(text))["steps"]


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ('navigate to "/"', {"action": "navigate", "url": "/"}),
        (
            'click "Log in" button',
            {"action": "click", "selector": {"role": "button", "name": "Log in"}},
        ),
        ('click element with text "Log in"', {"action": "click", "selector": {"text": "Log in"}}),
        (
            'click element with aria-label "Close"',
            {"action": "click", "selector": {"ariaLabel": "Close"}},
        ),
        ('click element with css selector "#go"', {"action": "click", "selector": {"css": "#go"}}),
        (
            'click element with test id "go"',
            {"action": "click", "selector": {"css": '[data-testid="go"]', "testId": "go"}},
        ),
        (
            'fill textbox with label "Email" as "a"',
            {
                "action": "fill",
                "selector": {"role": "textbox", "name": "Email", "label": "Email"},
                "value": "a",
            },
        ),
        (
            'fill textbox with role "textbox" named "Email" as "a"',
            {"action": "fill", "selector": {"role": "textbox", "name": "Email"}, "value": "a"},
        ),
        (
            'select "Large" in "Size"',
            {
                "action": "selectOption",
                "selector": {"role": "combobox", "name": "Size", "label": "Size"},
                "value": "Large",
            },
        ),
        ('press "Enter"', {"action": "press", "key": "Enter"}),
        ('wait until URL contains "/done"', {"action": "waitForURLContains", "value": "/done"}),
        (
            'wait until element with text "Done" is visible',
            {"action": "waitForSelector", "selector": {"text": "Done"}},
        ),
        ('evaluate "document.title"', {"action": "evaluate", "expression": "document.title"}),
        (
            'assert text "Thank  you" is present',
            {
                "action": "evaluate",
                "expression": 'document.body.innerText.replace(/\\s+/g, " '
                '").toLowerCase().includes("Thank you".toLowerCase())',
                "assert": "text present Thank  you",
            },
        ),
        (
            'assert "Pay" button is visible',
            {
                "action": "waitForSelector",
                "selector": {"role": "button", "name": "Pay"},
                "assert": True,
            },
        ),
    ],
)
def test_a_statement_becomes_a_step_of_the_paper(line, step):
    assert steps(line) == [step]


def test_what_the_paper_can_not_say_has_actions_of_its_own():
    text = (
        '# Twice.\nrepeat 2 times\n  if "Accept" button is visible\n    accept dialog\n  '
        'else\n    include "x.dsl"\n  end\nend'
    )
    assert steps(text) == [
        {
            "action": "repeat",
            "times": 2,
            "steps": [
                {
                    "action": "if",
                    "condition": {"selector": {"role": "button", "name": "Accept"}},
                    "then": [{"action": "answerDialog", "value": "accept"}],
                    "else": [{"action": "include", "file": "x.dsl"}],
                }
            ],
            "comment": "Twice.",
        }
    ]


@pytest.mark.parametrize("seed", range(100))
def test_a_script_is_the_same_after_json(seed):
    script = make_script(seed)
    content = to_paper(script)
    assert from_paper(content) == script
    assert to_paper(read_text(write_text(from_paper(content)))) == content
    assert json.loads(paper_text(script)) == content


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_the_same_after_json(path):
    assert write_text(from_paper(json.loads(paper_text(read_file(path))))) == path.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([], 'x.json: not a scenario; write an object with a list of "steps"'),
        (
            {"steps": [], "nam": "x"},
            "x.json: key 'nam' is not known or not a text; did you mean 'name'?",
        ),
        ({"steps": ["click"]}, 'x.json: steps[0]: a step is an object with an "action"'),
        (
            {"steps": [{"action": "clik"}]},
            "x.json: steps[0]: action 'clik' is not known; did you mean 'click'?",
        ),
        ({"steps": [{"action": "click"}]}, "x.json: steps[0]: a step 'click' needs a target"),
        (
            {"steps": [{"action": "fill", "selector": {"css": "#a"}}]},
            "x.json: steps[0]: fill needs 'value'",
        ),
        (
            {"steps": [{"action": "navigate", "url": "/", "wait": 3}]},
            "x.json: steps[0]: 'wait' is not understood for navigate",
        ),
        (
            {"steps": [{"action": "click", "selector": {"id": "a", "css": "#b"}}]},
            "x.json: steps[0]: {'id': 'a', 'css': '#b'} says two",
        ),
        (
            {"steps": [{"action": "click", "selector": {"clas": "a"}}]},
            "x.json: steps[0]: {'clas': 'a'} is not a selector",
        ),
        (
            {
                "steps": [
                    {
                        "action": "if",
                        "condition": {"that": "text present x"},
                        "then": [{"action": "x"}],
                    }
                ]
            },
            "x.json: steps[0].then[0]: ",
        ),
        (
            {"steps": [{"action": "evaluate", "expression": "1", "assert": "url is x"}]},
            "x.json: steps[0]: 'expression' is not understood",
        ),
    ],
)
def test_json_that_is_none_of_the_papers_is_explained(content, said):
    with pytest.raises(SettingsError) as error:
        from_paper(content, source="x.json")
    assert str(error.value).startswith(said)


def test_a_file_that_is_not_json_says_where(tmp_path: Path):
    (tmp_path / "x.json").write_text('{"steps": [\n  {"action" "click"}]}', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"x\.json:2:13: not JSON"):
        read_paper(tmp_path / "x.json")


def test_any_kind_of_file_can_be_read_as_a_script(tmp_path: Path):
    script = read_text('site "demo"\n\ngo back\n')
    (tmp_path / "a.dsl").write_text(write_text(script), encoding="utf-8")
    (tmp_path / "b.json").write_text(paper_text(script), encoding="utf-8")
    (tmp_path / "scenario.json").write_text(
        '{"format": 1, "site": "demo", "steps": [{"kind": "back"}]}', encoding="utf-8"
    )
    for path in (tmp_path / "a.dsl", tmp_path / "b.json", tmp_path / "scenario.json", tmp_path):
        assert steps_of(load_script(path)) == steps_of(script)
