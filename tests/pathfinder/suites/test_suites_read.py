"""Suites in JSON as published, in YAML and in Markdown.

What is sloppy is read with a warning that says where.
"""

import pytest

from pathfinder.core.errors import SettingsError
from pathfinder.core.settings import DEFAULTS
from pathfinder.suites.lint import lint
from pathfinder.suites.read import find_suites, read_suite
from pathfinder.suites.sentences import mended

PUBLISHED = """[
  {
    "name": "Search",
    "actions": [
      "Open 'http://localhost/shop'",
      "Fill the field 'password' with 'sasasa",
      "Assert that 'iMac' OR 'error is displayed on the page",
      "Assert that 'Sign in' is displayed,
      {"name": "Nested", "actions": ["Open '/'", "Assert that 'A' is displayed"], "expected": [0]},
    ],
    "expected": [1, 0],
  }
  {"name": "Empty", "actions": []}
]
"""
YAML = """
suite: Buying
site: demo
tags: smoke
cases:
  - name: Look
    fault: dead-button
    steps:
      - Open '/'
      - {step: Click on 'Bag', expected: "'Your bag' is displayed", truth: yes}
    assertions:
      - "'Empty' is displayed"
      - {that: "'Oak' is displayed", truth: no}
"""
MARKDOWN = """# Buying
Site: demo

## Look
Persona: alex
* Open '/'
* Click on 'Bag'
* Assert that 'Oak' is displayed (expected: 0)
"""


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_published_json_is_read_with_its_slips(tmp_path):
    suite = read_suite(write(tmp_path, "s.json", PUBLISHED))
    search, nested = suite.cases
    assert [step.text for step in search.steps] == [
        "Open 'http://localhost/shop'",
        "Fill the field 'password' with 'sasasa'",
    ]
    assert [a.text for a in search.assertions] == [
        "Assert that 'iMac' OR 'error' is displayed on the page",
        "Assert that 'Sign in' is displayed",
    ]
    assert [a.truth for a in search.assertions] == [True, False]
    assert (search.expected, nested.name, nested.expected) == ("failed", "Nested", "failed")
    told = "\n".join(suite.warnings)
    for said in (
        "s.json:6: a quote is not closed",
        "s.json:7: a quote is not closed",
        "s.json:8: a quote is not closed; closed at the end of the line",
        "s.json:9: a test case stands among the actions of 'Search'",
        "s.json:10: a comma stands before the closing ]",
        "s.json:13: a comma is missing before this",
        "s.json:13: Empty has no actions; left out",
    ):
        assert said in told


NESTED = """[{"name": "Outer", "expected": [1], "actions": [
  {"name": "Inner", "actions": ["Open '/'", "Assert that 'A' is displayed"], "expected": [true]}]}]"""
COVERING = """[{"name": "All", "expected": [1, 1, 0], "actions": [
  "Open '/'", "Click on 'A'", "Assert that 'B' is displayed"]}]"""


def test_a_case_that_holds_only_another_one_is_left_out(tmp_path):
    suite = read_suite(write(tmp_path, "s.json", NESTED))
    assert [case.name for case in suite.cases] == ["Inner"]


def test_outcomes_that_cover_the_actions_too_are_read_from_the_end(tmp_path):
    (case,) = read_suite(write(tmp_path, "s.json", COVERING)).cases
    assert [step.truth for step in case.assertions] == [False]
    assert case.expected == "failed"


def test_a_quote_inside_a_word_needs_no_mending():
    spaced = "Assert that 'Testing (active, passive) ' is displayed"
    assert mended(spaced) == (spaced, "")
    assert mended("Assert that 'Bleu d'Auvergne' is displayed") == (
        "Assert that 'Bleu d'Auvergne' is displayed",
        "",
    )
    assert mended("Click on 'Reviews (0)'") == ("Click on 'Reviews (0)'", "")


def test_our_yaml(tmp_path):
    (case,) = read_suite(write(tmp_path, "s.suite.yaml", YAML)).cases
    assert (case.name, case.site, case.fault, case.tags, case.expected) == (
        "Look",
        "demo",
        "dead-button",
        ("smoke",),
        "failed",
    )
    assert (case.steps[1].expected, case.steps[1].truth) == ("'Your bag' is displayed", True)
    assert [a.text for a in case.assertions] == [
        "Assert that 'Empty' is displayed",
        "Assert that 'Oak' is displayed",
    ]
    assert [a.truth for a in case.assertions] == [True, False]


def test_our_markdown(tmp_path):
    suite = read_suite(write(tmp_path, "s.md", MARKDOWN))
    (case,) = suite.cases
    assert (suite.name, suite.site, case.persona, case.expected) == (
        "Buying",
        "demo",
        "alex",
        "failed",
    )
    assert [step.text for step in case.steps] == ["Open '/'", "Click on 'Bag'"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cases:\n  - steps: [Open '/']\n", "s.yaml:2: a case has no name"),
        (
            "cases:\n  - name: A\n    stepps: []\n",
            "s.yaml:3: key 'stepps' is not known; did you mean 'steps'",
        ),
        ("cases: []\n", "no test case here"),
    ],
)
def test_a_mistake_in_yaml_is_one_line(tmp_path, text, message):
    with pytest.raises(SettingsError, match=message):
        read_suite(write(tmp_path, "s.yaml", text))


def test_a_suite_that_is_not_there_gets_a_suggestion():
    with pytest.raises(SettingsError, match="did you mean 'demo-plain'"):
        find_suites(["demo-plane"], DEFAULTS / "userdata")


def test_our_own_suites_are_what_they_say():
    suites = {
        path.name.split(".")[0]: read_suite(path)
        for path in sorted((DEFAULTS / "userdata/suites").glob("*.suite.yaml"))
    }
    plain = [*suites["demo-plain"].cases, *suites["oscar-plain"].cases]
    assert len(plain) >= 40
    assert all(4 <= len(case.steps) <= 15 and 1 <= len(case.assertions) <= 4 for case in plain)
    assert sum(any(a.truth is False for a in case.assertions) for case in plain) * 3 >= len(plain)
    assert all(case.expected == "passed" for case in suites["demo-first"].cases)
    assert len(suites["demo-assertions"].cases) == 30
    assert len(suites["demo-vague"].cases) == 20
    assert len(suites["demo-must-not-pass"].cases) == 15
    for name in (
        "demo-first",
        "demo-plain",
        "oscar-plain",
        "demo-assertions",
        "demo-must-not-pass",
    ):
        assert [str(found) for found in lint(suites[name])] == []
    assert len({found.case for found in lint(suites["demo-vague"])}) == 20
