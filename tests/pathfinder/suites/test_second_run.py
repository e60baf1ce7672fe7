"""A case that passed is done again without a model: by what it left behind."""

import json

import pytest

from pathfinder.cli.app import run
from tests.fakes.journals import lines

SUITE = {
    "suite": "Wish list",
    "site": "demo",
    "cases": [
        {
            "name": "Keep a pan in mind",
            "steps": ["Go where the pan is", "Keep it in mind"],
            "assertions": ["The pan is on the list"],
        }
    ],
}
READINGS = {
    "read": [
        {
            "sentence": "Go where the pan is",
            "statements": ['navigate to "/category/kitchen"', 'open "Cast Iron Pan"'],
        },
        {
            "sentence": "Keep it in mind",
            "statements": [
                'click the "Add to wish list" button',
                'navigate to "/wishlist"',
            ],
        },
        {
            "sentence": "Assert that The pan is on the list",
            "part": "expected",
            "statements": ['assert text "Cast Iron Pan"', 'assert not text "is empty"'],
        },
    ]
}


@pytest.mark.long
def test_the_second_run_of_a_case_replays_it_with_its_checks(tmp_path, capsys):
    suite = tmp_path / "wish.suite.yaml"
    suite.write_text(json.dumps(SUITE), encoding="utf-8")
    (tmp_path / "wish.suite.read.yaml").write_text(json.dumps(READINGS), encoding="utf-8")
    first = ["test", str(suite), "--model", "none", "--out", str(tmp_path / "first")]
    assert run(first) == 0, capsys.readouterr().out
    (left,) = (tmp_path / "first").glob("*/scenario.json")
    steps = json.loads(left.read_text(encoding="utf-8"))["steps"]
    assert [step["kind"] for step in steps] == [
        *("navigate", "click", "click", "navigate", "assert", "assert"),
    ]
    assert all(step["target"]["locators"] for step in steps if step["kind"] == "click")
    again = ["replay", str(left), "--out", str(tmp_path / "second")]
    assert run(again) == 0
    (session,) = (path.parent for path in (tmp_path / "second").glob("*/journal.jsonl"))
    told = lines(session)
    assert told[-1]["status"] == "passed"
    assert [one for one in told if one["event"] == "call"] == []
