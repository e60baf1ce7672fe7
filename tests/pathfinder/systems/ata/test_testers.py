"""PinATA, SeeAct-ATA and the acceptance tests without Chromium, with scripted models."""

import json
from math import inf
from pathlib import Path

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.iolts import iolts_in
from pathfinder.core.journal import FileJournal, MemoryJournal
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.task import Site
from pathfinder.engine import assertor
from pathfinder.engine.runner import RunContext
from pathfinder.systems.ata.pinata import ROLES, PinataRunner
from pathfinder.systems.ata.seeact import SeeActRunner
from pathfinder.systems.uat.runner import UatRunner
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings
from tests.fakes.form_browser import FormBrowser
from tests.fakes.journals import lines
from tests.fakes.running import run_case

SITE = Site("demo", "http://127.0.0.1/", ("127.0.0.1",), safe=False)
OPEN = ('Open the page "/product/enamel-teapot"', 'The heading "Enamel Teapot" is shown.')
PAN = ('Open the page "/product/oak-chopping-board"', 'The heading "Oak Chopping Board" is shown.')
BUY = ('Click the button "Add to basket"', 'The text "Added to your basket" is shown.')


def case(*steps, name="a case", **facts):
    return TestCase(name, tuple(CaseStep(text, expected) for text, expected in steps), **facts)


LOGIN = ('Open the page "/account/login"', 'The heading "Log in" is shown.')


def acts(journal):
    return [event for event in lines(journal) if event["event"] == "act"]


def run(runner, the_case, model=None, *, fault="", journal=None, models=None, **options):
    persona = load_persona(userdata_folder(), "alex")
    browser = FormBrowser(
        persona.vault, create_app(ShopSettings(truth=True, **({"fault": fault} if fault else {})))
    )
    if models is None:
        models = dict.fromkeys(runner.roles, model or ScriptedModel())
    journal = journal or MemoryJournal()
    context = RunContext(browser, journal, models, SITE, persona, options=options)
    return run_case(runner, the_case, context)


def test_a_case_in_quotes_passes_without_any_model():
    bought = ('Open the page "/basket"', 'The "Subtotal" is "£42.00".')
    result = run(PinataRunner(), case(PAN, BUY, bought), models={})
    assert result.verdict.status == "passed", result.verdict.reason
    assert [step.by for step in result.results] == ["rule"] * 3
    assert sum(step.calls for step in result.results) == 0


@pytest.mark.parametrize(
    ("fault", "part"), [("add-button-missing", "action"), ("add-button-dead", "assertion")]
)
def test_a_fault_fails_the_case_at_its_step_and_says_whether_action_or_result(fault, part):
    result = run(PinataRunner(), case(PAN, BUY), models={}, fault=fault)
    last = result.results[-1]
    assert (result.verdict.status, last.number, last.part) == ("failed", 2, part), (
        result.verdict.reason
    )
    assert result.verdict.blame == "site"


def test_what_a_case_asks_for_and_is_not_there_fails():
    steps = (PAN, ("Look at the page.", 'The text "£41.00" is shown.'))
    result = run(PinataRunner(), case(*steps), models={})
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)
    assert "£41.00" in result.verdict.reason


def test_a_field_that_is_not_there_fails_the_case_and_no_other_is_filled_in():
    journal = MemoryJournal()
    steps = (LOGIN, ('Enter "1990-05-14" in the field "Date of birth".', ""))
    result = run(PinataRunner(), case(*steps), models={}, journal=journal)
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)
    assert "Date of birth" in result.verdict.reason
    assert [event for event in acts(journal) if event["action"]["kind"] == "type"] == []


def choosing(name, *, done="Yes"):
    """Takes what is called so wherever letters are offered, and answers questions with `done`."""

    def scores(prompt, choices):
        lines = prompt.messages[-1].content.splitlines()
        line = next((line for line in lines if f'"{name}"' in line), choices[-1])
        wanted = done if "Yes" in choices else line[:1]
        return [0.0 if choice == wanted else -5.0 for choice in choices]

    return ScriptedModel(scores=scores)


def agents(model):
    """The model plays everyone but the reader."""
    return dict.fromkeys(ROLES, model)


@pytest.mark.parametrize(
    "words",
    [
        "Log in as the customer",
        "Get in with your email address and password",
        "The customer signs in",
        "Melde dich an",
    ],
)
def test_a_goal_that_asks_to_log_in_is_carried_out_by_rule(words):
    journal = MemoryJournal()
    inside = (words, 'The heading "Hello, Alex" is shown.')
    result = run(
        PinataRunner(), case(LOGIN, inside), models=agents(choosing("nothing")), journal=journal
    )
    assert result.verdict.status == "passed", result.verdict.reason
    told = [
        event["action"]["value"] for event in acts(journal) if event["action"]["kind"] == "type"
    ]
    assert told == ["{{persona.account.email}}", "{{persona.account.password}}"]
    assert result.results[1].calls == 0


@pytest.mark.parametrize(
    "words",
    [
        "Try to log in as Harbour-66",
        "Try to log in as “nobody”",
        "Log in without saying who you are",
        "Log in with a wrong password",
        "Ask for a new password",
        "Register as a new customer",
    ],
)
@pytest.mark.parametrize("page", [LOGIN, PAN])
def test_a_goal_that_asks_for_more_or_less_than_to_log_in_is_left_to_the_agents(page, words):
    journal = MemoryJournal()
    model = choosing("nothing")
    result = run(PinataRunner(), case(page, (words, "")), models=agents(model), journal=journal)
    assert [event for event in acts(journal) if event["action"]["kind"] == "type"] == []
    assert result.verdict.status == "inconclusive"


def logged_in_by_rule(journal):
    return [event for event in lines(journal) if event.get("rationale") == "logging in"]


@pytest.mark.parametrize("rules", [True, False])
def test_with_rules_off_nobody_is_logged_in_by_rule(rules):
    journal = MemoryJournal()
    steps = case(("Log in as the customer", ""))
    models = agents(choosing("nothing"))
    run(PinataRunner(), steps, models=models, journal=journal, rules=rules)
    assert bool(logged_in_by_rule(journal)) is rules


def test_what_else_a_step_names_once_logged_in_is_left_to_the_actor():
    model = choosing("Orders")
    steps = (LOGIN, ("Log in and look at the Orders", 'The heading "Your orders" is shown.'))
    result = run(PinataRunner(), case(*steps), models=agents(model))
    assert result.verdict.status == "passed", result.verdict.reason
    assert result.results[1].calls


def test_the_actor_carries_out_what_nobody_has_read_and_is_told_what_was_and_what_lies_ahead():
    model = choosing("Write a review")
    review = ("Give the product a review", 'The heading "Review Oak Chopping Board" is shown.')
    result = run(PinataRunner(), case(PAN, review, ("Go back", "")), models=agents(model))
    assert result.verdict.status == "passed", result.verdict.reason
    assert result.results[1].calls == 2
    asked = model.asked[0][0].messages[-1].content
    assert "Not yet: Go back" in asked
    assert f"step 1: {PAN[0]}" in asked


def test_an_actor_that_can_look_chooses_by_the_numbers_in_a_picture():
    def reply(prompt):
        asked = prompt.messages[-1]
        if "Yes or No" in asked.content:
            return json.dumps({"Answer": "Yes"})
        assert asked.images
        line = next(one for one in asked.content.splitlines() if '"Add to basket"' in one)
        return json.dumps({"Element": line.partition(".")[0]})

    result = run(
        PinataRunner(),
        case(PAN, ("Have the board kept to be paid", BUY[1])),
        models=agents(ScriptedModel(reply)),
        vision=True,
    )
    assert result.verdict.status == "passed", result.verdict.reason


def test_what_the_orchestrator_does_not_find_done_is_inconclusive():
    review = ("Give the product a review", 'The heading "Review Oak Chopping Board" is shown.')
    model = choosing("Write a review", done="No")
    result = run(PinataRunner(), case(PAN, review), models=agents(model))
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model")


def test_where_the_actor_chose_among_letters_a_missing_result_is_not_blamed_on_the_site():
    steps = (PAN, ("Give the product a praise", 'The text "£41.00" is shown.'))
    result = run(PinataRunner(), case(*steps), models=agents(choosing("Write a review")))
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model")
    assert "what led here an agent chose" in result.verdict.reason


@pytest.mark.parametrize(
    ("surely", "expected", "status"),
    [
        (False, "Added to your basket", "inconclusive"),
        (True, "Added to your basket", "failed"),
        (True, "Oak Chopping Board", "inconclusive"),
        (True, "Never said", "inconclusive"),
    ],
)
def test_what_surely_shows_what_the_step_brought_proves_what_an_agent_chose(
    surely, expected, status, monkeypatch
):
    known = thresholds_for("scripted").model_copy(
        update={"assertor_holds": -inf, "assertor_sure": -inf if surely else inf}
    )
    monkeypatch.setattr(assertor, "thresholds_of", lambda model: known)

    def read(prompt):
        chooses = "Take the product" in prompt.messages[-1].content.splitlines()[-1]
        step = {"goal": "Take the product"} if chooses else {"shown": expected}
        return json.dumps({"steps": [step]})

    chosen = ("Take the product", f"{expected} can be read now")
    steps = (PAN, chosen, ("Look at the page.", 'The text "Never said" is shown.'))
    players = {**agents(choosing("Add to basket")), "reader": ScriptedModel(read)}
    result = run(PinataRunner(), case(*steps), models=players)
    assert [each.status for each in result.results] == ["passed", "likely", status]


@pytest.mark.parametrize(("says", "status"), [("Yes", "likely"), ("No", "inconclusive")])
def test_where_only_the_assertor_says_so_nothing_is_proven_and_nobody_blamed(says, status):
    journal = MemoryJournal()
    the_case = case((PAN[0], "The page looks friendly"))
    model = choosing("", done=says)
    result = run(PinataRunner(), the_case, models=agents(model), journal=journal)
    assert result.verdict.status == status, result.verdict.reason
    assert result.verdict.blame != "site"
    judged = [event["by"] for event in lines(journal) if event["event"] == "judgement"]
    assert judged == ["assertor"]


def test_what_could_not_be_told_is_gone_on_after_and_a_later_step_may_fail():
    journal = MemoryJournal()
    untold = (PAN[0], "The page looks friendly")
    model = choosing("", done="No")
    result = run(PinataRunner(), case(untold, PAN, BUY), models=agents(model), journal=journal)
    assert [each.untold for each in result.results] == [True, False, False]
    assert [each.status for each in result.results[1:]] == ["passed", "passed"]
    assert result.verdict.status == "inconclusive"
    assert result.verdict.reason.startswith("of step 1 nobody could tell")
    assert "all else went well; step 1: " in result.verdict.reason
    system = iolts_in(journal.events)
    assert system is not None
    assert system.ended == "inconclusive"
    never = (PAN[0], 'The text "Never said" is shown.')
    result = run(PinataRunner(), case(untold, never, BUY), models=agents(model))
    assert (result.verdict.status, len(result.results)) == ("failed", 2)
    assert result.verdict.reason.startswith("step 2: ")


def test_a_control_that_is_not_here_is_looked_for_where_the_words_are_free():
    said = {"steps": [{"do": "click", "what": "Write a review", "kind": "link"}]}
    reader = ScriptedModel(lambda prompt: json.dumps(said))
    steps = (("Open the page '/search?q=chopping'", ""), ("I click on Write a review", ""))
    model = choosing("Oak Chopping Board")
    result = run(PinataRunner(), case(*steps), models={**agents(model), "reader": reader})
    assert result.verdict.status in ("passed", "likely"), result.verdict.reason
    assert "which was looked for first" in result.results[1].reason


def test_with_rules_off_all_is_for_the_agents():
    model = choosing("Write a review")
    steps = ((PAN[0], ""), ('Click the link "Write a review"', ""))
    result = run(PinataRunner(), case(*steps), models=agents(model), rules=False)
    assert [step.by for step in result.results] == ["model"] * len(result.results)


def test_nobody_runs_ahead_of_the_case():
    journal = MemoryJournal()
    steps = (PAN, ("Look at the page.", 'The button "Add to basket" is shown.'))
    run(PinataRunner(), case(*steps), models={}, journal=journal)
    assert [event["action"]["kind"] for event in acts(journal)] == ["navigate"]


def test_an_assertor_looks_again_before_it_says_no():
    journal = MemoryJournal()
    never = case((PAN[0], 'The text "Never said" is shown.'))
    run(PinataRunner(), never, models={}, journal=journal)
    assert sum(event["event"] == "look" for event in lines(journal)) >= 3


def test_what_passed_leaves_what_was_done_with_its_locators(tmp_path):
    journal = FileJournal(tmp_path)
    result = run(PinataRunner(), case(PAN, BUY), models={}, journal=journal)
    journal.close()
    assert result.verdict.status == "passed", result.verdict.reason
    script = json.loads((tmp_path / "scenario.json").read_text(encoding="utf-8"))
    kinds = [step["kind"] for step in script["steps"]]
    assert kinds == ["navigate", "assert", "click", "assert"]


def replies(*answers):
    keys = (
        "PageIdentification",
        "PreviousActions",
        "CurrentStep",
        "ScreenshotDetails",
        "AssertionControl",
        "NextAction",
        "Element",
        "Action",
        "Value",
    )
    return [
        json.dumps(dict(zip(keys, ("page", "none", *answer), strict=True))) for answer in answers
    ]


AT_THE_BOARD = "http://127.0.0.1/product/oak-chopping-board"
OPENS = ("1", "front page", "NOTHING TO VERIFY", "open the page", "Z", "NAVIGATE", AT_THE_BOARD)
GOES_ON = ("1", "the board", "VERIFIED", "next step", "Z", "NONE", "")
GIVES_UP = ("2", "no such message", "NOT VERIFIED", "the message is missing", "Z", "FAIL", "")


def presses(name):
    """SeeAct's reply that clicks what is called so."""

    def reply(prompt):
        lines = prompt.messages[-1].content.splitlines()
        offered = [line for line in lines if line[:1].isupper() and line[1:3] == ". "]
        letter = next(line[0] for line in offered if f'"{name}"' in line)
        return replies(("2", "a button", "NOTHING TO VERIFY", "press it", letter, "CLICK", ""))[0]

    return reply


def acting(*turns):
    """A tester that gives these replies, one a turn."""
    left = list(turns)

    def reply(prompt):
        turn = left.pop(0)
        return turn(prompt) if callable(turn) else replies(turn)[0]

    return ScriptedModel(reply)


def test_seeact_fails_what_its_agent_and_the_page_deny_after_what_the_case_says():
    model = acting(OPENS, GOES_ON, presses("Add to basket"), GIVES_UP)
    result = run(SeeActRunner(), case(PAN, BUY), model, fault="add-button-dead")
    assert [(step.number, step.status, step.part) for step in result.results] == [
        (1, "passed", "assertion"),
        (2, "failed", "assertion"),
    ], result.verdict.reason
    assert result.verdict.blame == "site"
    last = model.prompts[-1].messages[-1].content
    assert "[DONE]" in last
    assert "[CURRENT]" in last


@pytest.mark.parametrize("done", [(), (presses("Increase quantity"), presses("Add to basket"))])
def test_seeact_blames_no_site_after_what_the_case_does_not_say(done):
    model = acting(OPENS, GOES_ON, *done, GIVES_UP)
    result = run(SeeActRunner(), case(PAN, BUY), model, fault="add-button-dead")
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model")
    assert "an agent chose" in result.verdict.reason


def test_seeacts_pass_is_none_where_the_page_denies_it():
    model = acting(
        OPENS, GOES_ON, presses("Add to basket"), ("2", "ok", "VERIFIED", "", "Z", "PASS", "")
    )
    result = run(SeeActRunner(), case(PAN, BUY), model, fault="add-button-dead")
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)


def test_seeact_alone_makes_a_step_likely():
    friendly = ("Look at the page.", "The page looks friendly")
    passes = ("2", "friendly", "VERIFIED", "", "Z", "PASS", "")
    result = run(SeeActRunner(), case(PAN, friendly), acting(OPENS, GOES_ON, passes))
    assert result.verdict.status == "likely", result.verdict.reason


def test_seeact_fails_what_the_case_names_and_the_page_lacks():
    model = acting(
        OPENS, GOES_ON, ("2", "", "NOTHING TO VERIFY", "there is no button", "Z", "FAIL", "")
    )
    result = run(SeeActRunner(), case(PAN, BUY), model, fault="add-button-missing")
    last = result.results[-1]
    assert (result.verdict.status, last.number, last.part) == ("failed", 2, "action")


def test_seeact_without_a_verdict_is_inconclusive_and_blames_the_model():
    scroll = replies(("1", "page", "NOTHING TO VERIFY", "scroll", "Z", "SCROLL", ""))[0]
    result = run(SeeActRunner(), case(PAN), ScriptedModel(lambda prompt: scroll))
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model")


UAT = case(
    (
        'System requests User to open the page "/account/login", and System validates the '
        'feedback from User is the heading "Log in".',
        "",
    ),
    ('User inputs ${account.email} as "Email address"', ""),
    ('User inputs ${account.password} as "Password"', ""),
    ('System requests User to press the button "Log in", and System shows "Hello, Alex".', ""),
    name="log in",
)


def test_the_copilot_rewrites_carries_out_and_keeps_a_script(tmp_path):
    journal = FileJournal(tmp_path)
    result = run(UatRunner(), UAT, journal=journal)
    journal.close()
    assert result.verdict.status == "passed", result.verdict.reason
    script = json.loads((tmp_path / "scenario.json").read_text(encoding="utf-8"))
    assert [step["kind"] for step in script["steps"]].count("fill") == 2
    whole = Path(tmp_path / "journal.jsonl").read_text(encoding="utf-8")
    assert "Correct-Horse-7" not in whole
    assert '"event": "rewriting"' in whole


@pytest.mark.parametrize(("says", "status"), [("Yes", "likely"), ("No", "inconclusive")])
def test_what_a_model_has_read_passes_by_no_part_that_code_finds(says, status):
    said = {"steps": [{"shown": "Oak Chopping Board"}]}
    reader = ScriptedModel(lambda prompt: json.dumps(said))
    steps = ((PAN[0], "The Oak Chopping Board is on the page, and dearer than the knife"),)
    models = {**agents(choosing("", done=says)), "reader": reader}
    result = run(PinataRunner(), case(*steps), models=models)
    assert result.verdict.status == status, result.verdict.reason
    told = "it was read as" in result.verdict.reason and "pathfinder read" in result.verdict.reason
    assert told == (status == "inconclusive")
