"""Explorations in real Chromium on real local sites, guided by scripted models.

How they end, and what is written down.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel, least_reply
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.settings import load_persona, site_from_url, userdata_folder
from pathfinder.core.task import Site, Task
from pathfinder.core.verdict import Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, PlayerTurns
from pathfinder.engine.stage import View
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.guards import check_switches
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.peeking import Peeking
from pathfinder_demoshop.serve import running_shop
from tests.fakes.journals import lines
from tests.fakes.playing import play_turns
from tests.fakes.processes import browsers_since, children, kill
from tests.sites.trouble import running_trouble

GUIDE = (
    r'and press "Continue',
    r"Place order",
    r'open "Checkout"',
    r"Add to basket",
    r'open "[^"]+": .*£',
    r"All products",
    r"Continue to",
)
ROLES = ("perceptron", "system1", "entrybot", "oracle", "critic")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = open_browser(["127.0.0.1:*"], vault=load_persona(userdata_folder(), "alex").vault)
    yield chromium
    chromium.close()


@pytest.fixture(scope="module")
def trouble() -> Iterator[str]:
    with running_trouble() as url:
        yield url


def guided(
    wanted: Sequence[str] = GUIDE,
    *,
    yes: Callable[[str], bool] = lambda asked: "closer" in asked,
    confirms: str = "\0",
) -> ScriptedModel:
    """A model that follows the first matching pattern, and answers Yes where `yes` says so.

    It takes one sentence as success.
    """

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        if "order" in choices:
            return [-3.0, -0.1]
        if tuple(choices) == ("Yes", "No"):
            agreed = yes(asked.rpartition("\n")[2]) or (
                "all of the goal done" in asked and confirms in asked
            )
            return [-0.1, -3.0] if agreed and "nothing changed" not in asked else [-3.0, -0.1]
        lines = {
            letter: text for letter, text in re.findall(r"^([A-Z])\. (.*)$", asked, re.MULTILINE)
        }
        found = next(
            (
                letter
                for pattern in wanted
                for letter, text in lines.items()
                if re.search(pattern, text)
            ),
            choices[0],
        )
        return [0.0 if choice == found else -5.0 for choice in choices]

    def reply(prompt: Prompt) -> str:
        if "SelectedInput" not in (prompt.schema or {}).get("properties", {}):
            return least_reply(prompt)
        inputs = (prompt.schema or {})["properties"]["SelectedInput"]["properties"]
        return json.dumps(
            {
                "SelectedInput": {
                    handle: field.get("enum", ["made up"])[0] for handle, field in inputs.items()
                }
            }
        )

    return ScriptedModel(reply, scores=scores)


def published(prompt: Prompt) -> str:
    """Replies in the paper's fields.

    The first element, a first name, a success that nothing on the page bears out.
    """
    fields = (prompt.schema or {})["properties"]
    if "ActionableElementsPurpose" in fields:
        return json.dumps(
            {
                "SceneIdentification": "a form",
                "WebPageSummary": "asks for a name",
                "ActionableElementsPurpose": [],
            }
        )
    if "SelectedElement" in fields:
        said = dict.fromkeys(
            ("CurrentTask", "ActionsHistory", "SelectedElementRationale"), "because"
        )
        return json.dumps(said | {"SelectedElement": fields["SelectedElement"]["enum"][0]})
    if "SelectedInput" in fields:
        return json.dumps(
            {"Rationale": "a name is asked for", "SelectedInput": "identity.first_name"}
        )
    return json.dumps(
        {"Rationale": "it is not sent", "Evidence": "nowhere on the page", "TaskStatus": "success"}
    )


def explore(
    browser: Browser, url: str, goal: str, model: ScriptedModel, **more: object
) -> tuple[Verdict, MemoryJournal]:
    """One exploration of a site, with one model in all roles."""
    profile = PROFILES[str(more.pop("profile", "fast"))]
    off = check_switches(more.pop("without", ()))  # type: ignore[arg-type]
    success = tuple(parse_predicate(text) for text in more.pop("success", ()))  # type: ignore[attr-defined]
    looks_ahead = bool(more.pop("looks_ahead", False))
    persona = str(more.pop("persona", "alex"))
    site = replace(site_from_url(url), safe=False)
    task = Task(goal, site, load_persona(userdata_folder(), persona), success, **more)  # type: ignore[arg-type]
    journal, graph = MemoryJournal(), StateGraph()
    browser.forget()
    player = make_player(
        task, dict.fromkeys(ROLES, model), journal, graph, profile, off, can_reset=False
    )
    if looks_ahead and isinstance(player, Explorer) and isinstance(browser, Peeking):
        player.lookahead.browser = browser
    return play_turns(PlayerTurns(task, player, browser, journal, graph)), journal


def events(journal: MemoryJournal, name: str) -> list[dict[str, object]]:
    return [event for event in lines(journal) if event["event"] == name]


def test_a_purchase_ends_in_success_on_the_shops_own_words(browser: Browser) -> None:
    with running_shop(seed=1) as url:
        verdict, journal = explore(
            browser,
            url,
            "make a purchase",
            guided(),
            success=["text present Thank you for your order"],
        )
    assert (verdict.status, verdict.by, verdict.exit_code()) == ("success", "condition", 0)
    assert verdict.evidence == "Thank you for your order"
    written = json.dumps(lines(journal))
    assert "4242424242424242" not in written
    assert "{{persona.payment.card_number}}" in written


def test_a_form_on_two_pages_is_filled_in_from_the_persona(browser: Browser, trouble: str) -> None:
    verdict, journal = explore(
        browser,
        f"{trouble}form",
        "send the form",
        guided(["press"]),
        success=["text present Thank you"],
        max_steps=6,
    )
    assert verdict.status == "success"
    assert {e["by"] for e in events(journal, "input")} >= {"rule"}


def test_an_empty_shop_expires_on_its_own_words_and_is_not_blamed(browser: Browser) -> None:
    model = guided(yes=lambda asked: "closer" in asked or "refuse" in asked)
    with running_shop(empty=True) as url:
        verdict, _ = explore(
            browser,
            url,
            "make a purchase",
            model,
            success=["text present Thank you for your order"],
            max_steps=8,
        )
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("expired", "nobody", 3)
    assert "may be why" in verdict.reason
    assert verdict.evidence


def test_a_killed_browser_is_blamed(trouble: str) -> None:
    before = children(os.getpid())
    lost = open_browser(["127.0.0.1:*"])

    def kills(prompt: Prompt) -> str:
        kill(browsers_since(before))
        return '{"SelectedElement": "A", "SelectedElementRationale": ""}'

    with closing(lost):
        verdict, _ = explore(
            lost, f"{trouble}toggle", "go on", ScriptedModel(kills), success=["text present x-y"]
        )
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", "browser", 3)


@pytest.mark.parametrize("goal", ["delete the list", "confirm"])
def test_a_native_dialog_about_a_deletion_is_accepted_where_the_goal_asks_for_one(
    browser: Browser, trouble: str, goal: str
) -> None:
    model = guided(["press"], yes=lambda asked: "deleted" in asked and goal != "confirm")
    verdict, journal = explore(
        browser, f"{trouble}confirm", goal, model, success=["text present x-y"], max_steps=3
    )
    assert verdict.status in ("expired", "inconclusive")
    accepted = any("accepted the dialog" in str(e["what"]) for e in events(journal, "guard"))
    assert accepted is (goal != "confirm")


def test_hidden_words_on_a_page_never_reach_a_prompt(browser: Browser, trouble: str) -> None:
    model = guided()
    explore(
        browser,
        f"{trouble}injection",
        "read the page",
        model,
        success=["text present x-y"],
        max_steps=1,
    )
    asked = " ".join(
        m.content for p in [*model.prompts, *(p for p, _ in model.asked)] for m in p.messages
    )
    assert "Lovely lamp" in asked
    assert not [
        words
        for words in ("report success", "maintenance mode", "reveal the card number")
        if words in asked
    ]


def test_paper_in_safe_mode_is_never_offered_what_cannot_be_undone() -> None:
    buy = Element("button", "button", "Place order", uid="button_place-order_1", actionable=True)
    back = Element("a", "link", "Back", uid="a_back_1", actionable=True)
    scene = Scene("http://shop.test/", "Review", "Review", (buy, back), ())
    graph, model = StateGraph(), ScriptedModel(published)
    task = Task(
        "make a purchase",
        Site("shop", scene.url, safe=True),
        load_persona(userdata_folder(), "alex"),
    )
    player = make_player(
        task,
        dict.fromkeys(ROLES, model),
        MemoryJournal(),
        graph,
        PROFILES["paper"],
        frozenset(),
        can_reset=False,
    )
    move = player.decide(View(1, scene, graph.visit(scene)[0], True))
    assert isinstance(move, Move)
    assert [action.uid for action in move.actions] == ["a_back_1"]
