"""PinATA, SeeAct-ATA and the acceptance tests without Chromium, with scripted models."""

import json
from pathlib import Path

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.journal import FileJournal, MemoryJournal
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.task import Site
from pathfinder.engine.runner import RunContext
from pathfinder.systems.ata.pinata import PinataRunner
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


def run(runner, the_case, model=None, *, fault="", journal=None, **options):
    persona = load_persona(userdata_folder(), "alex")
    browser = FormBrowser(
        persona.vault, create_app(ShopSettings(truth=True, **({"fault": fault} if fault else {})))
    )
    model = model or ScriptedModel()
    journal = journal or MemoryJournal()
    context = RunContext(
        browser, journal, dict.fromkeys(runner.roles, model), SITE, persona, options=options
    )
    return run_case(runner, the_case, context)


def test_a_case_in_quotes_passes_without_any_model():
    result = run(
        PinataRunner(), case(PAN, BUY, ('Open the page "/basket"', 'The subtotal is "£42.00".'))
    )
    assert result.verdict.status == "passed", result.verdict.reason
    assert [step.by for step in result.results] == ["rule"] * 3
    assert sum(step.calls for step in result.results) == 0


@pytest.mark.parametrize(
    ("fault", "part"), [("add-button-missing", "action"), ("add-button-dead", "assertion")]
)
def test_a_fault_fails_the_case_at_its_step_and_says_whether_action_or_result(fault, part):
    result = run(PinataRunner(), case(PAN, BUY), fault=fault)
    last = result.results[-1]
    assert (result.verdict.status, last.number, last.part) == ("failed", 2, part), (
        result.verdict.reason
    )
    assert result.verdict.blame == "site"


def test_what_a_case_asks_for_and_is_not_there_fails():
    result = run(
        PinataRunner(), case(PAN, ("Look at the page.", 'The price of the product is "£41.00".'))
    )
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)
    assert "£41.00" in result.verdict.reason


def test_a_model_grounds_what_rules_do_not_read_and_is_told_what_lies_ahead():
    def scores(prompt, choices):
        asked = prompt.messages[-1].content
        line = next((line for line in asked.splitlines() if '"Write a review"' in line), "")
        wanted = "Yes" if "Yes" in choices else line[:1]
        return [0.0 if choice == wanted else -5.0 for choice in choices]

    model = ScriptedModel(scores=scores)
    steps = (
        PAN,
        ("Give the product a review", 'The heading "Review Oak Chopping Board" is shown.'),
        ("Go back", ""),
    )
    result = run(PinataRunner(), case(*steps), model)
    assert result.verdict.status == "passed", result.verdict.reason
    assert result.results[1].calls > 0
    asked = model.asked[0][0].messages[-1].content
    assert "Not yet: Go back" in asked
    assert "step 1" in asked


def filler(*entries):
    """A model that fills in fields, says yes, and takes the last letter."""

    def scores(prompt, choices):
        return [0.0 if choice in ("Yes", choices[-1]) else -5.0 for choice in choices]

    reply = {"Fields": [{"Field": name, "Value": value} for name, value in entries]}
    return ScriptedModel([json.dumps(reply)] * 4, scores=scores)


LOGIN = ('Open the page "/account/login"', 'The heading "Log in" is shown.')
ENTER = "Take alex.morgan@example.com as email address and Correct-Horse-7 as password"
ALEX = (("Email address", "alex.morgan@example.com"), ("Password", "Correct-Horse-7"))


@pytest.mark.parametrize(
    "said", [ENTER, f"{ENTER}, and confirm.", f"{ENTER}. Click on the button."]
)
def test_a_form_that_was_filled_in_is_sent_when_what_is_expected_is_not_there_yet(said):
    result = run(
        PinataRunner(), case(LOGIN, (said, 'The heading "Hello, Alex" is shown.')), filler(*ALEX)
    )
    assert result.verdict.status == "passed", result.verdict.reason


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Enter alex.morgan@example.com, then Correct-Horse-7", "Go back"),
        (ENTER, "Click on Log in"),
    ],
)
def test_nothing_is_sent_that_the_step_does_not_ask_for_or_the_next_one_sends(said, then):
    result = run(
        PinataRunner(),
        case(LOGIN, (said, 'The heading "Hello, Alex" is shown.'), (then, "")),
        filler(*ALEX),
    )
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)


def test_an_expected_result_of_which_no_claim_is_left_is_asked_about():
    journal = MemoryJournal()
    run(PinataRunner(), case((PAN[0], "The page shows the following:")), filler(), journal=journal)
    assert [event["by"] for event in lines(journal) if event["event"] == "judgement"] == [
        "assertor"
    ]


def test_a_field_that_is_not_there_fails_the_case_and_no_other_is_filled_in():
    steps = (LOGIN, ("Enter in the field Date of birth: 1990-05-14", ""))
    result = run(PinataRunner(), case(*steps), filler(("Email address", "me@example.com")))
    assert (result.verdict.status, result.results[-1].number) == ("failed", 2)
    assert "Date of birth" in result.verdict.reason


def test_where_a_model_chose_among_letters_a_missing_result_is_not_blamed_on_the_site():
    def scores(prompt, choices):
        line = next(
            (
                line
                for line in prompt.messages[-1].content.splitlines()
                if '"Write a review"' in line
            ),
            "",
        )
        return [0.0 if choice in ("Yes", line[:1]) else -5.0 for choice in choices]

    steps = (PAN, ("Give the product a praise", "The price is £41.00"))
    result = run(PinataRunner(), case(*steps), ScriptedModel(scores=scores))
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model"), (
        result.verdict.reason
    )


def test_where_only_a_model_says_no_the_site_is_not_blamed():
    def scores(prompt, choices):
        return [-5.0 if choice == "Yes" else 0.0 for choice in choices]

    result = run(
        PinataRunner(), case((PAN[0], "The page looks friendly")), ScriptedModel(scores=scores)
    )
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model"), (
        result.verdict.reason
    )


def test_a_product_that_no_link_leads_to_is_searched_for():
    journal = MemoryJournal()
    steps = (
        (
            "Open the page of the Felt Pencil Case there",
            'The page "Felt Pencil Case" is displayed.',
        ),
    )
    result = run(PinataRunner(), case(*steps), journal=journal)
    assert result.verdict.status == "passed", result.verdict.reason
    assert [
        event["action"]["value"]
        for event in lines(journal)
        if event["event"] == "act" and event["action"]["kind"] == "type"
    ] == ["Felt Pencil Case"]


def test_a_product_that_is_to_be_opened_here_is_not_searched_for():
    journal = MemoryJournal()
    steps = (("Open the Felt Pencil Case", 'The page "Felt Pencil Case" is displayed.'),)
    run(
        PinataRunner(),
        case(*steps),
        ScriptedModel(scores=lambda prompt, choices: [0.0] * len(choices)),
        journal=journal,
    )
    assert [
        event
        for event in lines(journal)
        if event["event"] == "act" and event["action"]["kind"] == "type"
    ] == []


def test_a_product_is_put_into_the_basket_by_way_of_its_page():
    steps = (
        ("Open the page /category/kitchen, put the Oak Chopping Board into the basket", BUY[1]),
    )
    result = run(PinataRunner(), case(*steps))
    assert result.verdict.status == "passed", result.verdict.reason
    assert sum(step.calls for step in result.results) == 0


def test_nobody_runs_ahead_of_the_case():
    journal = MemoryJournal()
    run(
        PinataRunner(),
        case(PAN, ("Look at the page.", 'The button "Add to basket" is shown.')),
        journal=journal,
    )
    acted = [event["action"]["kind"] for event in lines(journal) if event["event"] == "act"]
    assert acted == [
        "click",
        "navigate",
    ]  # the cookie banner, and the one action that the case asks for


def test_an_assertor_looks_again_before_it_says_no():
    journal = MemoryJournal()
    run(PinataRunner(), case((PAN[0], 'The text "Never said" is shown.')), journal=journal)
    assert sum(event["event"] == "look" for event in lines(journal)) >= 3


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


def test_seeact_follows_its_model_to_a_verdict_at_a_step():
    model = ScriptedModel(
        replies(
            (
                "1",
                "front page",
                "NOTHING TO VERIFY",
                "open the page",
                "Z",
                "NAVIGATE",
                "http://127.0.0.1/product/oak-chopping-board",
            ),
            ("1", "the board", "VERIFIED", "next step", "Z", "NONE", ""),
            ("2", "no such message", "NOT VERIFIED", "the message is missing", "Z", "FAIL", ""),
        )
    )
    result = run(SeeActRunner(), case(PAN, BUY), model)
    assert [(step.number, step.status, step.part) for step in result.results] == [
        (1, "likely", "assertion"),
        (2, "failed", "assertion"),
    ]
    last = model.prompts[-1].messages[-1].content
    assert "[DONE]" in last
    assert "[CURRENT]" in last


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
