"""The acceptance suite.

Its truth can be reached by the copilot with scripted agents, and tells a wrong way from the right
one.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.analysis.benchmark import complete_at_1, pass_at_1
from pathfinder.core.case import CaseResult, TestCase
from pathfinder.core.errors import SettingsError
from pathfinder.core.journal import FileJournal
from pathfinder.core.settings import DEFAULTS, load_persona
from pathfinder.core.task import Site
from pathfinder.engine.runner import RunContext
from pathfinder.suites.read import read_suite
from pathfinder.suites.witness import Witness
from pathfinder.systems.uat.rewriting import rewrite
from pathfinder.systems.uat.runner import UatRunner
from pathfinder_bench.testers import Entrant, line_of
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings
from tests.fakes.form_browser import FormBrowser
from tests.fakes.journals import lines
from tests.fakes.running import run_case

SUITE = read_suite(DEFAULTS / "userdata/suites/acceptance.suite.yaml")
PERSONA = load_persona(DEFAULTS / "userdata", "acceptance")
SITE = Site("demo", "http://127.0.0.1/", ("127.0.0.1",), safe=False)
# What a tester who understands the terse steps uses, and which parameter.
UNDERSTOOD = {
    "give their own email address": ("Email address for the newsletter", "account email"),
    "say what the enquiry": ("Message", "enquiry message"),
    "send the message": ("Send message", ""),
    "look closer at the storm": ("Storm Candle Lantern", ""),
    "take one of these": ("Add to basket", ""),
    "have the basket before": ("View basket", ""),
    "given name": ("First name", "identity first name"),
    "family name": ("Last name", "identity last name"),
    "edit the profile": ("Edit profile", ""),
    "view the orders": ("Orders", ""),
    "give an opinion": ("Write a review", ""),
    "let others read it": ("Publish review", ""),
    "street of the delivery": ("Address", "address line 1"),
    "go on with the order": ("Continue to delivery", ""),
}


def understanding(prompt: Prompt, choices: Sequence[str]) -> list[float]:
    """Scores of an agent that understands every terse step."""
    asked = prompt.messages[-1].content
    instruction = next(
        (
            line.partition(": ")[2]
            for line in asked.splitlines()
            if line.startswith("Instruction: ")
        ),
        "",
    )
    element, parameter = next(
        (meant for words, meant in UNDERSTOOD.items() if words in instruction.lower()), ("", "")
    )
    lines = [line for line in asked.splitlines() if line[1:3] == ". "]
    wanted = parameter if "Parameters:" in asked else f'"{element}"'
    letter = next(
        (
            line[0]
            for line in lines
            if line[3:] == wanted or (wanted and wanted in line[3:].partition(" (")[0])
        ),
        choices[-1],
    )
    return [
        0.0 if choice == ("Yes" if "Yes" in choices else letter) else -5.0 for choice in choices
    ]


def run(
    case: TestCase, folder: Path, scores: object = understanding, **options: object
) -> CaseResult:
    browser = FormBrowser(PERSONA.vault, create_app(ShopSettings()))
    journal = FileJournal(folder)
    witness = Witness(journal, case, PERSONA.values, browser)
    models = dict.fromkeys(UatRunner.roles, ScriptedModel(scores=scores))
    result = run_case(
        UatRunner(), case, RunContext(browser, witness, models, SITE, PERSONA, options=options)
    )
    journal.close()
    return replace(result, results=witness.results)


def test_there_are_twelve_cases_of_template_sentences_each_with_its_truth() -> None:
    assert len(SUITE.cases) == 12
    assert SUITE.warnings == ()
    for case in SUITE.cases:
        assert 3 <= len(case.steps) <= 8
        assert all(step.reached for step in case.steps)
        assert {rewritten.by for step in case.steps if (rewritten := rewrite(step.text))} == {
            "rule"
        }
    parameters = " ".join(step.text for case in SUITE.cases for step in case.steps)
    assert len(PERSONA.values) >= 50
    assert parameters.count("${") >= 20


@pytest.mark.long(but=4)
@pytest.mark.parametrize("case", SUITE.cases, ids=lambda case: case.name)
def test_a_case_can_be_carried_through(case: TestCase, tmp_path: Path) -> None:
    result = run(case, tmp_path)
    told = [event for event in lines(tmp_path) if event["event"] == "reached"]
    assert result.verdict.status == "passed", result.verdict.reason
    assert [event["amiss"] for event in told] == [[]] * len(case.steps)


def test_a_pass_that_led_elsewhere_is_no_pass_at_1(tmp_path: Path) -> None:
    case = next(case for case in SUITE.cases if "UAT-03" in case.name)
    first, second, third = case.steps
    elsewhere = replace(
        case,
        steps=(
            first,
            replace(second, reached=('field "Email address for the newsletter" is x',)),
            third,
        ),
    )
    right, wrong = run(case, tmp_path / "a"), run(elsewhere, tmp_path / "b")
    assert right.verdict.status == wrong.verdict.status == "passed"
    trials = [
        line_of(Entrant("uat", "scripted"), SUITE.name, each).trial() for each in (right, wrong)
    ]
    assert pass_at_1(trials) == 1 / 2
    assert complete_at_1(trials) == (3 + 1) / 6


def test_an_agent_without_understanding_completes_only_what_is_said_in_so_many_words(
    tmp_path: Path,
) -> None:
    case = next(case for case in SUITE.cases if "UAT-07" in case.name)
    result = run(case, tmp_path, lambda prompt, choices: [-1.0] * (len(choices) - 1) + [0.0])
    line = line_of(Entrant("uat", "scripted"), SUITE.name, result)
    assert (line.verdict, line.step, line.done, line.steps) == ("inconclusive", 0, 2, 5)


def test_a_condition_that_is_none_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "s.suite.yaml"
    path.write_text(
        "cases:\n  - name: A\n    steps:\n      - step: Open '/'\n        reached: the front "
        "page\n",
        encoding="utf-8",
    )
    with pytest.raises(
        SettingsError, match=r"s\.suite\.yaml:5: condition 'the front page' is not understood"
    ):
        read_suite(path)
