"""Cases run by what their sentences were read as, and what is said where something is in doubt."""

import json
from dataclasses import replace

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.steps import ROLES
from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.suites.outcome import right
from pathfinder.suites.read import read_suite
from pathfinder.suites.readings import readings_file
from pathfinder_demoshop.serve import running_shop
from tests.fakes.form_browser import FormBrowser
from tests.fakes.journals import lines


@pytest.fixture(scope="module")
def shop():
    with running_shop(truth=True) as url:
        yield url


@pytest.fixture
def run(shop, tmp_path):
    """Runs sentences on the shop; `read` is what their file says, `models` who is asked."""

    def run(*sentences, read=None, group="read", models=None, expected="", moves=()):
        suite = tmp_path / "words.suite.yaml"
        last = {"step": sentences[-1], "expected": expected} if expected else sentences[-1]
        steps = [*sentences[:-1], last]
        suite.write_text(json.dumps({"suite": "Words", "cases": [{"name": "A", "steps": steps}]}))
        entries = [
            {"sentence": sentence, **(said if isinstance(said, dict) else {"statements": said})}
            for sentence, said in (read or {}).items()
        ]
        readings_file(suite).write_text(json.dumps({group: entries}), encoding="utf-8")
        (case,) = read_suite(suite).cases
        request = SuiteRequest(
            url="" if moves else shop,
            out=tmp_path,
            options={"patience": 0.0},
            moves={old: f"{shop}{path}" for old, path in moves},
        )
        with SuiteRunner(
            request, models or {}, open_with=lambda hosts, *, vault, **options: FormBrowser(vault)
        ) as runner:
            return runner.run(case)

    return run


PUT = "Put a knife into the basket"
PUT_SAYS = ['navigate to "/product/chefs-knife"', 'click the "Add to basket" button']
LOOK = "The basket costs what one knife does"


def test_a_committed_reading_needs_no_model(run):
    read = {PUT: PUT_SAYS, "See the basket": ['navigate to "/basket"']}
    read[LOOK] = {"part": "expected", "statements": ['assert value of the "Subtotal" is "£74.00"']}
    result = run(PUT, "See the basket", expected=LOOK, read=read)
    assert result.verdict.status is Status.PASSED, result.verdict.reason
    assert [step.by for step in result.results] == ["rule", "rule"]


def test_what_a_sure_reading_says_and_the_page_denies_fails(run):
    read = {PUT: PUT_SAYS, "See the basket": ['navigate to "/basket"']}
    read[LOOK] = {"part": "expected", "statements": ['assert value of the "Subtotal" is "£75.00"']}
    result = run(PUT, "See the basket", expected=LOOK, read=read)
    assert (result.verdict.status, result.verdict.blame) == (Status.FAILED, Blame.SITE)
    assert "£74.00" in result.verdict.reason


def test_where_the_reading_is_in_doubt_the_site_is_not_blamed(run):
    said = {"statements": ['assert text "Cars"'], "why": "read otherwise the second time"}
    result = run("Cars are there", read={"Cars are there": said}, group="doubtful")
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert 'it was read as `assert text "Cars"`: say it in other words' in result.verdict.reason


def test_what_nobody_has_read_says_what_to_write(run):
    result = run("Have the knife kept for later")
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.USER)
    assert "write its statements with `pathfinder read`" in result.verdict.reason


def test_an_action_that_begins_as_a_check_keeps_its_expected_result(run):
    result = run("Verify that 'Fernhill' is displayed", expected="'Cars' is displayed")
    assert result.verdict.status is Status.FAILED


def reader(replies):
    """Reads sentences as told; a list of readings is gone through, one a time it is asked."""
    left = {sentence: list(said) for sentence, said in replies.items()}

    def reply(prompt):
        sentence = prompt.messages[-1].content.rpartition("\n")[2].partition(": ")[2]
        said = left[sentence]
        return json.dumps({"steps": said.pop(0) if len(said) > 1 else said[0]})

    return ScriptedModel(reply)


def test_a_model_reads_what_no_file_says(run):
    model = reader({"Have a lamp looked for": [[{"do": "search", "what": "lamp"}]]})
    found = "'Search results' is displayed"
    result = run("Have a lamp looked for", expected=found, models={"reader": model})
    assert result.verdict.status is Status.PASSED, result.verdict.reason
    assert len(model.prompts) == 1


def test_what_a_model_is_not_sure_of_blames_nobody(run):
    model = reader({"Cars for Ida are there": [[{"do": "page", "what": "Cars"}]]})
    result = run("Open '/'", expected="Cars for Ida are there", models={"reader": model})
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert "'Ida' is used nowhere" in result.verdict.reason


def chooser(*wanted):
    """Points at the first line that has one of the wanted words, and says No else."""

    def score(prompt, choices):
        if "Yes" in choices:
            return [-3.0, 0.0]
        lines = prompt.messages[-1].content.split("\n")
        for words in wanted:
            for number, choice in enumerate(choices):
                if any(line.startswith(f"{choice}. ") and words in line for line in lines):
                    return [0.0 if at == number else -5.0 for at in range(len(choices))]
        return [-float(at) for at in range(len(choices))]

    return ScriptedModel(scores=score)


BOTH = [
    "Open '/product/chefs-knife'",
    "Click on 'Add to basket'",
    "Open '/product/commuter-backpack'",
    "Click on 'Add to basket'",
    "Open '/basket'",
]
REMOVE = {"Take one of them out": ['click the "Remove"']}


def test_of_several_that_are_meant_alike_nobody_guesses(run):
    result = run(*BOTH, "Take one of them out", read=REMOVE)
    assert (result.verdict.status, result.verdict.blame) == (Status.INCONCLUSIVE, Blame.USER)
    assert "say which, as in: the 1st 'Remove'" in result.verdict.reason


def test_a_model_is_asked_which_of_several_is_meant_and_the_site_not_blamed_for_it(run, tmp_path):
    models = dict.fromkeys(ROLES, chooser("Remove Commuter Backpack"))
    gone = "'Remove Commuter Backpack' is not displayed"
    result = run(*BOTH, "Take one of them out", read=dict(REMOVE), models=models, expected=gone)
    assert result.verdict.status is Status.PASSED, result.verdict.reason
    chosen = [one["by"] for one in lines(tmp_path / result.session) if one["event"] == "choice"]
    assert chosen[-2:] == ["model", "rule"]
    there = "'Remove Commuter Backpack' is displayed"
    other = run(*BOTH, "Take one of them out", read=dict(REMOVE), models=models, expected=there)
    assert (other.verdict.status, other.verdict.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert "what led here an agent chose" in other.verdict.reason


@pytest.mark.parametrize("sentence", ["Have the Enamel Teapot opened", "Click the Enamel Teapot"])
def test_the_way_to_what_is_not_on_this_page_is_looked_for(run, tmp_path, sentence):
    said = {sentence: [[{"do": "click", "what": "Enamel Teapot"}]]}
    models = {**dict.fromkeys(ROLES, chooser("Kitchen")), "reader": reader(said)}
    result = run("Open '/'", sentence, models=models, expected="'Enamel Teapot' is displayed")
    assert "which was looked for first" in result.results[1].reason
    assert result.verdict.status is Status.PASSED
    chosen = [one["by"] for one in lines(tmp_path / result.session) if one["event"] == "choice"]
    assert chosen == ["rule", "model", "rule"]
    assert not (tmp_path / result.session / "scenario.json").exists()  # the way is not in it


def believer(*wanted):
    """Points as `chooser` does, and says Yes, but not where nothing has changed."""
    points = chooser(*wanted)

    def score(prompt, choices):
        if "Yes" in choices:
            yes = "nothing changed" not in prompt.messages[-1].content
            return [0.0 if (one == "Yes") is yes else -6.0 for one in choices]
        return points.score(prompt, choices).logprobs

    return ScriptedModel(scores=score)


def test_a_page_that_is_called_otherwise_here_is_opened_by_the_agents(run):
    said = {"Visit the things for cooks": [[{"do": "open", "what": "things for cooks"}]]}
    models = {**dict.fromkeys(ROLES, believer("Kitchen")), "reader": reader(said)}
    shown = "'Enamel Teapot' is displayed"
    result = run("Open '/'", "Visit the things for cooks", models=models, expected=shown)
    assert result.verdict.status in (Status.PASSED, Status.LIKELY), result.verdict.reason
    assert result.results[1].by == "model"


@pytest.mark.parametrize(
    ("agent", "status"), [(believer, Status.LIKELY), (chooser, Status.INCONCLUSIVE)]
)
def test_what_code_denies_of_a_reading_in_doubt_is_asked_of_the_agent(run, agent, status):
    said = {"statements": ['assert text "vehicles"'], "why": "read otherwise the second time"}
    models = dict.fromkeys(ROLES, agent("Cars"))
    result = run(
        "Open '/'", "There are cars", read={"There are cars": said}, models=models, group="doubtful"
    )
    assert result.verdict.status is status, result.verdict.reason
    assert result.verdict.by == "model" or "in doubt" in result.verdict.reason


def test_no_way_is_looked_for_where_the_very_name_is_quoted(run):
    models = dict.fromkeys(ROLES, chooser("Kitchen"))
    result = run("Open '/'", "Click on 'Enamel Teapot'", models=models)
    assert (result.verdict.status, result.verdict.blame) == (Status.FAILED, Blame.SITE)
    assert result.results[1].calls == 0


def test_a_case_that_fails_at_another_step_than_recorded_is_not_right(run):
    result = run("Open '/'", "Verify that 'Fernhill' is displayed", expected="'Cars' is displayed")
    case = replace(result.case, expected="failed")
    for step, judged in ((2, True), (1, False), (0, True)):
        assert right(replace(result, case=replace(case, failing_step=step))) is judged
    for false, judged in ((1, True), (0, False)):
        steps = tuple(replace(s, truth=at != false) for at, s in enumerate(case.steps))
        assert right(replace(result, case=replace(case, steps=steps))) is judged


def test_addresses_of_a_published_suite_are_moved_to_where_the_site_stands(run):
    old = "http://localhost:8080/shop"
    words = "Visit http://localhost:8080/shop/contact"
    result = run(
        f"Open '{old}/product/chefs-knife'",
        words,
        read={words: [f'navigate to "{old}/contact"']},
        expected="'Send message' is displayed",
        moves=((old, ""), ("http://localhost", "/nowhere")),
    )
    assert result.verdict.status is Status.PASSED, result.verdict.reason
