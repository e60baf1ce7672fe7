"""Cases run on a real shop over HTTP, by strict forms and by scripted agents.

What breaks is inconclusive and says who is to blame.
"""

import json
from dataclasses import replace
from xml.etree import ElementTree as xml

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.steps import ROLES
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import Blame, BrowserDied, ModelUnreachable
from pathfinder.core.verdict import Status
from pathfinder.language.strict import read_expected
from pathfinder.report.junit import as_junit
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.suites.outcome import Outcome, row_of
from pathfinder.suites.page import write_page
from pathfinder.suites.trust import trials_in
from pathfinder_demoshop.serve import running_shop
from tests.fakes.form_browser import FormBrowser
from tests.fakes.journals import lines


@pytest.fixture(scope="module")
def shop():
    with running_shop(truth=True) as url:
        yield url


@pytest.fixture
def run(shop, tmp_path):
    """Runs steps and assertions on the shop, in a browser without scripts."""

    def run(
        steps,
        assertions=(),
        *,
        model=None,
        browser=FormBrowser,
        runner="steps",
        options=None,
        number=1,
        **facts,
    ):
        case = TestCase(
            "A case",
            tuple(one if isinstance(one, CaseStep) else CaseStep(one) for one in steps),
            tuple(CaseStep(f"Assert that {a}") for a in assertions),
            **facts,
        )
        request = SuiteRequest(
            runner=runner, url=shop, out=tmp_path, options={"patience": 0.0} | (options or {})
        )
        models = dict.fromkeys((*ROLES, "tester"), model) if model else {}
        with SuiteRunner(
            request, models, open_with=lambda hosts, *, vault, **options: browser(vault)
        ) as suite:
            return suite.run(case, number=number)

    return run


KNIFE = ["Open '/product/chefs-knife'", "Click on 'Add to basket'", "Open '/basket'"]


def test_a_strict_case_passes_without_a_model(run, tmp_path):
    result = run(
        KNIFE, ["'Chef's Knife' is displayed", "the field 'Quantity of Chef's Knife' is '1'"]
    )
    assert result.verdict.status is Status.PASSED, result.verdict.reason
    assert [step.by for step in result.results] == ["rule"] * 5
    assert all(step.screenshot and not step.calls for step in result.results)
    events = lines(tmp_path / result.session)
    assert events[0]["event"] == "session"
    assert events[0]["system"] == "steps"
    assert [e["status"] for e in events if e["event"] == "step"] == ["passed"] * 5
    report = (tmp_path / result.session / "report.html").read_text(encoding="utf-8")
    assert "The test case, step by step" in report
    assert 'class="iolts"' in report


def test_the_first_false_assertion_fails_the_case(run):
    result = run(KNIFE, ["'Your basket is empty' is displayed", "'Chef's Knife' is displayed"])
    assert (result.verdict.status, result.verdict.blame) == (Status.FAILED, Blame.SITE)
    assert len(result.results) == 4


def test_a_look_is_no_step_by_itself_where_nothing_says_what_is_to_be_seen(run):
    lonely = run(["Open '/'", "Look at the stoneware mug"], ["'Fernhill' is displayed"])
    assert (lonely.verdict.status, lonely.results[-1].number) == (Status.INCONCLUSIVE, 2)


def test_an_assertion_that_says_nothing_does_not_pass(run):
    assert (
        run(["Open '/'"], ["The page shows the following:"]).verdict.status is Status.INCONCLUSIVE
    )


def test_secrets_are_typed_and_never_told(run, tmp_path):
    steps = [
        "Open '/account/login'",
        "Fill the field 'Email address' with '{{persona.account.email}}'",
        "Fill the field 'Password' with '{{persona.account.password}}'",
        "Click on the button 'Log in'",
    ]
    result = run(steps, ["'Hello, Alex' is displayed"])
    assert result.verdict.status is Status.PASSED, result.verdict.reason
    written = [
        path.read_text(encoding="utf-8")
        for path in (tmp_path / result.session).iterdir()
        if path.is_file()
    ]
    assert not any("Correct-Horse-7" in text for text in written)


def test_what_is_not_ready_is_inconclusive_and_the_system_shows_the_way(run, tmp_path):
    result = run(["Open '/'", "Click on 'Lighting and more'"], ["'Test drive' is displayed"])
    assert result.verdict.status is Status.INCONCLUSIVE
    assert "'Lighting' may be meant" in result.verdict.reason
    drawn = json.loads((tmp_path / result.session / "iolts.json").read_text(encoding="utf-8"))
    assert [drawn["transitions"][i]["label"] for i in drawn["run"]] == [
        "readiness(1)",
        "?Open '/'",
        "observe(1)",
        "not ready(2)",
    ]
    assert "==>" in (tmp_path / result.session / "iolts.mmd").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("step", "status"),
    [
        ("Click on 'Cars'", Status.FAILED),
        ("Click on Cars", Status.INCONCLUSIVE),
        ("Fill the field 'Search the library' with 'Dune'", Status.INCONCLUSIVE),
    ],
)
def test_what_is_named_in_quotes_and_nothing_on_the_page_may_be_fails(run, tmp_path, step, status):
    result = run(["Open '/'", step])
    assert result.verdict.status is status, result.verdict.reason
    assert result.verdict.blame is Blame.SITE
    drawn = json.loads((tmp_path / result.session / "iolts.json").read_text(encoding="utf-8"))
    end = "fail" if status is Status.FAILED else "inconclusive"
    assert drawn["transitions"][drawn["run"][-1]]["target"] == end


def test_what_a_step_expects_and_is_not_so_ends_in_fail(run, tmp_path):
    step = CaseStep("Open '/'", "'Cars' is displayed")
    result = run([step])
    assert (result.verdict.status, result.results[-1].part) == (Status.FAILED, "assertion")
    drawn = json.loads((tmp_path / result.session / "iolts.json").read_text(encoding="utf-8"))
    labels = [drawn["transitions"][at]["label"] for at in drawn["run"]]
    assert labels == ["readiness(1)", "?Open '/'", "not as expected(1)"]


def test_a_vague_step_without_a_model_blames_its_words(run):
    result = run(["Have a look at the knives"])
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.USER)
    assert "put what is meant in quotes" in result.verdict.reason


def sure_of(wanted):
    """Scores that say Yes, and choose the candidate with the wanted words."""

    def score(prompt, choices):
        if "Yes" in choices:
            return [-3.0, 0.0] if "nothing changed" in prompt.messages[-1].content else [0.0, -3.0]
        lines = prompt.messages[-1].content.split("\n")
        return [
            0.0 if any(line.startswith(f"{c}. ") and wanted in line for line in lines) else -5.0
            for c in choices
        ]

    return score


def test_agents_carry_out_what_is_vague_and_the_page_is_quoted(run):
    model = ScriptedModel(scores=sure_of("Kitchen"))
    result = run(
        ["Open '/'", "Have a look at the kitchen things"],
        ["kitchen things are on offer"],
        model=model,
    )
    assert result.verdict.status is Status.LIKELY, result.verdict.reason
    assert result.verdict.exit_code() == 3
    assert [step.status for step in result.results] == ["passed", "passed", "likely"]
    assert [step.by for step in result.results] == ["rule", "model", "model"]
    assert [step.calls for step in result.results] == [0, 2, 2]
    assert "Kitchen" in result.results[2].evidence


def test_a_value_in_the_step_goes_before_the_personas_own(run):
    steps = ["Open '/account/register'", "Give Ada as the first name"]
    result = run(
        steps,
        ["the field 'First name' is 'Ada'"],
        model=ScriptedModel(scores=sure_of("First name")),
    )
    assert result.verdict.status is Status.PASSED, result.verdict.reason


def test_a_choice_is_not_believed_until_the_observer_finds_the_step_carried_out(run):
    def score(prompt, choices):
        doubted = "carried out completely" in prompt.messages[-1].content
        return [-3.0, 0.0] if doubted else sure_of("Kitchen")(prompt, choices)

    result = run(
        ["Open '/'", "Have a look at the kitchen things"], model=ScriptedModel(scores=score)
    )
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert 'not carried out, as far as can be seen: open "Kitchen"' in result.verdict.reason


def told_of(sure):
    """Scores of an observer as sure as told; whoever else is asked says Yes."""

    def score(prompt, choices):
        asked = prompt.messages[-1].content
        if "carried out completely" not in asked:
            return sure_of("Kitchen")(prompt, choices)
        yes = -2.0 if "nothing changed" in asked else sure
        return [yes - max(yes, 0.0), -max(yes, 0.0)]

    return score


COOK = "Have a look at what there is to cook with"
KITCHEN = "Have a look at the kitchen things"


@pytest.mark.parametrize(
    ("step", "sure", "status"),
    [
        (COOK, 0.5, "likely"),
        (COOK, -0.1, "likely"),
        (COOK, -0.5, "inconclusive"),
        (KITCHEN, -0.5, "passed"),
        (KITCHEN, -1.5, "inconclusive"),
    ],
)
def test_the_observer_is_compared_with_what_it_says_where_nothing_was_done(run, step, sure, status):
    result = run(["Open '/'", step], model=ScriptedModel(scores=told_of(sure)))
    assert result.verdict.status == status


def test_nobody_is_asked_which_thing_a_step_means_that_names_one(run, tmp_path):
    model = ScriptedModel(scores=told_of(1.0))
    result = run(["Open '/'", KITCHEN], model=model)
    assert [
        choice["by"] for choice in lines(tmp_path / result.session) if choice["event"] == "choice"
    ] == ["rule", "rule"]
    assert [step.calls for step in result.results] == [0, 2]


def test_readiness_is_asked_about_only_where_the_page_has_nothing_that_the_step_names(
    run, tmp_path
):
    def asked(step):
        model = ScriptedModel(scores=told_of(1.0))
        run(["Open '/'", step], model=model)
        return sum(
            "Can this step be performed" in prompt.messages[-1].content for prompt, _ in model.asked
        )

    assert asked(KITCHEN) == 0
    assert asked(COOK) == 1


def test_a_negated_statement_is_asked_the_other_way_round(run):
    asked = ScriptedModel(scores=sure_of(""))
    result = run(["Open '/basket'"], ["a lamp is not in the basket"], model=asked)
    assert "Statement: a lamp is in the basket" in asked.asked[0][0].messages[-1].content
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert "alone finds that it does not hold" in result.verdict.reason


class DeadModel:
    """Its server is gone."""

    name = "dead"

    def reply(self, prompt):
        raise ModelUnreachable("dead: connection refused")


class DyingBrowser(FormBrowser):
    """Dies when it acts."""

    def perform(self, action, scene):
        raise BrowserDied("the browser is gone")


@pytest.mark.parametrize(
    ("facts", "blame"),
    [
        ({"model": DeadModel()}, "model"),
        ({"model": ScriptedModel(["nonsense"] * 4)}, "model"),
        ({"browser": DyingBrowser}, "browser"),
    ],
    ids=["dead model", "nonsense model", "killed browser"],
)
def test_what_breaks_is_an_error_in_junit_with_its_blame(run, facts, blame):
    result = run(["Open '/'", "Have a look around"], **facts)
    assert result.verdict.status is Status.INCONCLUSIVE
    case = as_junit([row_of(result)], "s").find(".//testcase")
    assert case is not None
    assert case.find("failure") is None
    error = case.find("error")
    assert error is not None
    assert error.get("type") == f"inconclusive, blame: {blame}"


def test_a_run_is_told_in_junit_and_on_a_page(run, tmp_path):
    passed = run(["Open '/'"], ["'Featured' is displayed"], expected="passed")
    failed = run(["Open '/'"], ["'Cars' is displayed"], expected="passed")
    whole = as_junit([row_of(passed), row_of(failed)], "s")
    assert (whole.get("tests"), whole.get("failures"), whole.get("errors")) == ("2", "1", "0")
    assert "screenshot 1" in xml.tostring(whole, encoding="unicode")
    outcome = Outcome((passed, failed))
    assert (outcome.accuracy, len(outcome.wrong_fails), outcome.exit_code) == (0.5, 1, 1)
    missed = run(["Open '/'"], ["'Featured' is displayed"], expected="failed")
    write_page(Outcome((passed, failed, missed)), tmp_path / "suite.html")
    page = (tmp_path / "suite.html").read_text(encoding="utf-8")
    assert "should have passed" in page
    assert "should have failed" in page
    assert "Observed consistency" in page


def test_figures_with_the_clarity_check_leave_out_what_has_to_be_guessed(run):
    model = ScriptedModel(scores=sure_of("Kitchen"))
    clear = run(
        ["Open '/'", "Go to the kitchen things"],
        ["kitchen things are on offer"],
        model=model,
        expected="passed",
    )
    doubtful = run(["Open '/'", "Go there"], ["there is something nice"], expected="passed")
    figures = Outcome((clear, doubtful)).to_json()
    assert (figures["accuracy"], figures["exit"]) == (0.5, 3)
    assert figures["with_clarity_check"] == {
        "runs": 1,
        "verdicts": {"likely": 1},
        "accuracy": 1.0,
        "wrong_fails": 0,
        "wrong_passes": 0,
    }


def test_a_likely_pass_counts_as_the_published_protocols_count_it_and_is_no_proof(run):
    case = ["Open '/'"], ["kitchen things are on offer"]
    wrong = run(*case, model=ScriptedModel(scores=sure_of("Kitchen")), expected="failed")
    right = replace(wrong, case=replace(wrong.case, expected="passed"))
    assert (Outcome((right,)).accuracy, Outcome((right,)).exit_code) == (1.0, 3)
    assert (Outcome((wrong,)).wrong_passes, Outcome((wrong,)).exit_code) == ((wrong,), 3)
    assert (
        Outcome((replace(wrong, case=replace(wrong.case, tags=("must-not-pass",))),)).accuracy
        == 0.0
    )
    (error,) = as_junit([row_of(right)], "suite").iter("error")
    assert error.get("type") == "likely, blame: nobody"
    assert f"would prove it: Assert that {right.verdict.condition}" in (error.text or "")
    assert read_expected(right.verdict.condition).checks


def test_what_must_not_pass_is_right_when_it_is_inconclusive(run):
    result = run(["Click on Cars"], expected="failed", tags=("must-not-pass",))
    assert Outcome((result,)).exit_code == 0
    assert Outcome((replace(result, case=replace(result.case, tags=())),)).exit_code == 3


def leaning(sure):
    """Scores with these log-odds for what is offered first."""
    return ScriptedModel(scores=lambda prompt, choices: [sure, *[0.0] * (len(choices) - 1)])


@pytest.mark.parametrize(
    ("sure", "status"),
    [(0.0, "likely"), (-0.5, "inconclusive"), (-1.5, "inconclusive"), (-2.5, "inconclusive")],
)
def test_an_assertion_is_judged_by_how_models_lean_and_never_fails_by_it_alone(run, sure, status):
    assert (
        run(["Open '/basket'"], ["a lamp is in the basket"], model=leaning(sure)).verdict.status
        == status
    )


def test_repeats_answer_alike_but_for_what_is_drawn_at_a_temperature(run):
    def outcomes(**options):
        case = ["Open '/basket'"], ["a lamp is in the basket"]
        return [
            run(*case, model=leaning(0.0), options=options, number=number).verdict.status
            for number in range(1, 9)
        ]

    assert set(outcomes()) == {Status.LIKELY}
    drawn = outcomes(temperature=1.0)
    assert set(drawn) == {Status.LIKELY, Status.INCONCLUSIVE}
    assert outcomes(temperature=1.0) == drawn


CALIBRATED = ["Open '/'", "Click on 'Kitchen'", "Click on 'Stoneware Mug'"]


def test_calibration_asks_the_agents_also_where_rules_know_the_answer(run, tmp_path):
    model = ScriptedModel(scores=sure_of("Kitchen"))
    result = run(CALIBRATED, ["'Volume' is displayed"], model=model, runner="calibration")
    answers = [
        (trial.agent, trial.right) for trial in trials_in(tmp_path / result.session, "A case")
    ]
    assert answers.count(("readiness", True)) == 2
    assert ("navigation", True) in answers
    assert ("assertion", True) in answers
    assert len(model.asked) == len(answers)


def test_a_model_with_log_probabilities_is_asked_once_for_all_runs(run, tmp_path):
    model = ScriptedModel(scores=lambda prompt, choices: [-place for place in range(len(choices))])
    result = run(
        CALIBRATED, model=model, runner="calibration", options={"runs": 20, "temperature": 1.0}
    )
    ready = [
        trial
        for trial in trials_in(tmp_path / result.session, "A case")
        if trial.agent == "readiness"
    ]
    assert {trial.run for trial in ready} == set(range(1, 21))
    assert {trial.right for trial in ready} == {True, False}
    assert len(model.asked) == len(ready) / 20 + 2  # and twice for navigation


def test_a_model_without_log_probabilities_answers_anew_in_each_run(run, tmp_path):
    asked = []

    def reply(prompt):
        asked.append(prompt.seed)
        return (
            '{"Letter": "A"}'
            if "one letter" in prompt.messages[-1].content
            else '{"Facts": [], "Answer": "Yes"}'
        )

    run(
        ["Open '/'", "Click on 'Kitchen'"],
        model=ScriptedModel(reply),
        runner="calibration",
        options={"runs": 3, "temperature": 0.5},
    )
    assert asked == [0, 1, 2, 0, 1, 2]


def test_browsers_and_shops_with_a_fault_do_not_pile_up(tmp_path):
    opened: list[FormBrowser] = []

    class Kept(FormBrowser):
        closed = False

        def close(self) -> None:
            super().close()
            self.closed = True

    def open_one(hosts, *, vault, **options):
        opened.append(Kept(vault))
        return opened[-1]

    first = TestCase("A case", (CaseStep("Open '/'"),), site="demo")
    with SuiteRunner(
        SuiteRequest(out=tmp_path, options={"patience": 0.0}), {}, open_with=open_one
    ) as suite:
        for fault in ("", "add-button-missing", "", "pages-overlap"):
            suite.run(replace(first, name=f"With {fault or 'none'}", fault=fault))
        assert [browser.closed for browser in opened] == [False, True, False]
    assert all(browser.closed for browser in opened)


def test_a_run_that_breaks_off_keeps_the_steps_that_went_well(run):
    goes_on = {
        "PageIdentification": "the front page",
        "PreviousActions": "none",
        "CurrentStep": "1",
        "ScreenshotDetails": "",
        "AssertionControl": "NOTHING TO VERIFY",
        "NextAction": "go on",
        "Element": "Z",
        "Action": "NONE",
        "Value": "",
    }
    once = ScriptedModel([json.dumps(goes_on)])
    result = run(["Look at the page", "Have it kept for later"], runner="seeact", model=once)
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert [(step.number, step.status) for step in result.results] == [(1, Status.LIKELY)]
