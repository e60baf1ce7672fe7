"""Explorations of saved pages: how they end, whom they blame, what is chosen and written down."""

import json

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import ActionResult
from pathfinder.core.errors import (
    BrowserDied,
    ModelUnreachable,
    PageNotReady,
    PathFinderError,
    SafeModeStop,
    SiteUnreachable,
    TabCrashed,
    UsageError,
)
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.verdict import Verdict
from pathfinder.testing import Answer, FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Snapshot
from tests.fakes.journals import lines
from tests.fakes.saved_shop import FRONT, shop_pages
from tests.fakes.town_hall import HALL, fake_pages
from tests.pathfinder.systems.explore.test_explore import (
    GUIDE,
    events,
    explore,
    guided,
    published,
)

ALEX = load_persona(userdata_folder(), "alex")
THANKS = ["text present Thank you for your order"]
NEVER = ["text present never on any page"]
WAY = (
    r'and press "Continue',
    r"Place order",
    r'open "Checkout"',
    r'press "Add to basket"',
    r'open "Cotton Towel Set"',
)


def shop(*, banner: bool = False, **leads: dict[str, Answer]) -> FakeBrowser:
    return FakeBrowser(shop_pages(banner=banner, **leads), vault=ALEX.vault, missing="not found")


def buy(
    browser: FakeBrowser, model: ScriptedModel, **more: object
) -> tuple[Verdict, MemoryJournal]:
    options = {"success": THANKS, "max_steps": 15, **more}
    return explore(browser, FRONT, "make a purchase", model, **options)  # type: ignore[arg-type]


def apply(model: ScriptedModel, **more: object) -> tuple[Verdict, MemoryJournal]:
    """An exploration that begins on the town hall's form."""
    options = {"success": NEVER, "max_steps": 3, **more}
    browser = FakeBrowser(fake_pages(), vault=ALEX.vault)
    return explore(browser, f"{HALL.url}form", "send the form", model, **options)  # type: ignore[arg-type]


def chosen(journal: MemoryJournal) -> list[object]:
    return [event["text"] for event in events(journal, "choice")]


def test_a_purchase_ends_in_success_and_its_secrets_are_typed_and_never_written_down() -> None:
    browser = shop()
    verdict, journal = buy(browser, guided(WAY))
    assert (verdict.status, verdict.by, verdict.exit_code()) == ("success", "condition", 0)
    assert verdict.evidence == "Thank you for your order"
    number = ALEX.values["payment.card_number"]
    assert ("Card number", number) in browser.entered
    assert number not in json.dumps(lines(journal))
    assert "{{persona.payment.card_number}}" in json.dumps(lines(journal))


def test_what_the_site_refuses_is_done_again_with_what_it_asks_for() -> None:
    browser = shop()
    _, journal = buy(browser, guided(WAY))
    placed = [done for done in browser.done if done.element == "Place order"]
    assert [done.page for done in placed] == ["review", "order refused"]
    assert ("I accept the terms and conditions", "True") in browser.entered
    assert not events(journal, "back")


def test_who_has_an_account_logs_in_by_rule_once_and_goes_on_where_that_began() -> None:
    browser = shop()
    _, journal = buy(browser, guided(WAY), has_account=True, max_steps=4)
    assert [(done.page, done.element) for done in browser.done][:5] == [
        ("home", "Log in"),
        ("log in", "Email address"),
        ("log in", "Password"),
        ("log in", "Log in"),
        ("address of the account", ""),
    ]
    assert [event["guard"] for event in events(journal, "guard")].count("log-in") == 3
    assert not [text for text in chosen(journal) if "Log in" in str(text)]


def test_the_events_of_a_step_come_in_order() -> None:
    _, journal = buy(shop(), guided(WAY), max_steps=2)
    first = [event["event"] for event in lines(journal) if event.get("step") == 1]
    wanted = ["look", "choice", "act", "change", "judgement"]
    assert sorted(wanted, key=first.index) == wanted
    assert lines(journal)[-1]["event"] == "verdict"


def test_a_banner_is_answered_by_rule_and_once() -> None:
    browser = shop(banner=True)
    _, journal = buy(browser, guided(WAY), max_steps=3)
    assert [done.element for done in browser.done][:2] == ["Only necessary", "Cotton Towel Set"]
    assert [event["guard"] for event in events(journal, "guard")].count("banner") == 1


def test_a_native_dialog_is_answered_by_rule() -> None:
    asking = FakePage(Snapshot(FRONT, "Shop", (), dialog="Go on?"), {"answer dialog": "home"})
    browser = FakeBrowser({"asking": asking, **shop_pages()}, vault=ALEX.vault)
    _, journal = buy(browser, guided(WAY), max_steps=2)
    assert any("accepted the dialog" in str(event["what"]) for event in events(journal, "guard"))
    assert next(done.action.kind for done in browser.done) == "answer dialog"


def test_a_detour_goes_back_and_takes_the_next_best() -> None:
    _, journal = buy(
        shop(), guided([r'open "Kitchen"', *WAY], yes=lambda asked: False), max_steps=4
    )
    (back, *_) = events(journal, "back")
    assert back["reason"] == "the step was a detour"
    assert chosen(journal)[0] == 'open "Kitchen"'
    assert 'open "Kitchen"' not in chosen(journal)[1:]


def test_without_backtracking_it_stays_where_the_detour_led() -> None:
    browser = shop()
    _, journal = buy(
        browser,
        guided([r'open "Kitchen"', r'press "Add .* wish list"'], yes=lambda asked: False),
        max_steps=2,
        without=["backtrack", "cycle"],
    )
    assert events(journal, "back") == []
    assert [done.page for done in browser.done] == ["home", "category"]


def test_what_changed_nothing_is_not_done_again_in_that_state() -> None:
    browser = shop()
    _, journal = buy(browser, guided([r"Increase quantity", *WAY[-1:]]), max_steps=4)
    pressed = [done for done in browser.done if done.element == "Increase quantity"]
    assert len(pressed) <= 1
    assert len(chosen(journal)) == len(set(map(str, chosen(journal))))


def test_without_forms_every_field_is_its_own_candidate() -> None:
    _, journal = apply(guided(), max_steps=1, without=["forms"])
    (choice,) = events(journal, "choice")
    assert all(len(one["uids"]) == 1 for one in choice["candidates"])  # type: ignore[attr-defined]


def test_links_off_the_sites_hosts_are_not_offered_and_what_leads_off_did_not_work() -> None:
    off = ActionResult(False, "off origin", "it leads off the allowed origins")
    pages = shop_pages(product={"Add to basket": off})
    away = Element(
        "a", "link", "Elsewhere", actionable=True, href="http://else.test/", xpath="/html/body/a[9]"
    )
    home = pages["home"].snapshot
    assert isinstance(home, Snapshot)
    leaving = Snapshot(**{**vars(home), "elements": (*home.elements, away)})
    pages["home"] = FakePage(leaving, pages["home"].leads)
    browser = FakeBrowser(pages, vault=ALEX.vault, hosts=["127.0.0.1:8600"])
    verdict, journal = buy(browser, guided([r"Elsewhere", *WAY]), max_steps=3)
    assert not [text for text in chosen(journal) if "Elsewhere" in str(text)]
    assert [done.element for done in browser.done].count("Add to basket") == 1
    assert (verdict.status, verdict.blame) == ("expired", "nobody")


def test_the_step_limit_is_no_verdict_on_the_site() -> None:
    verdict, _ = apply(guided(), max_steps=1)
    assert (verdict.status, verdict.by, verdict.blame, verdict.exit_code()) == (
        "expired",
        "limit",
        "nobody",
        3,
    )


def test_success_that_the_conditions_deny_is_never_reported() -> None:
    """A model that says Yes to every success; one of the two conditions holds by the fifth step."""
    model = guided(WAY, yes=lambda asked: "refuse" not in asked)
    conditions = ["url contains checkout", *NEVER]
    verdict, journal = buy(shop(), model, success=conditions, max_steps=6)
    assert (verdict.status, verdict.steps) == ("expired", 6)
    assert any("checkout" in str(event["url"]) for event in events(journal, "look"))
    assert not any(event["status"] == "success" for event in events(journal, "judgement"))


@pytest.mark.parametrize(
    ("says", "status"), [("Your account has been created", "likely"), ("never said", "expired")]
)
def test_the_sites_own_answer_confirms_a_goal_without_conditions(says: str, status: str) -> None:
    model = guided([r'and press "Create account"'], confirms=says)
    browser = FakeBrowser(shop_pages(), vault=load_persona(userdata_folder(), "newcomer").vault)
    verdict, _ = explore(
        browser,
        f"{FRONT}account/register",
        "register an account",
        model,
        persona="newcomer",
        max_steps=3,
    )
    assert verdict.status == status, verdict
    if status == "likely":
        assert says in verdict.evidence


def test_a_condition_that_holds_from_the_start_proves_nothing() -> None:
    with pytest.raises(UsageError, match="already holds"):
        apply(guided(), success=["url contains form"])


def test_a_dead_model_is_blamed_not_the_site() -> None:
    def gone(prompt: Prompt) -> str:
        raise ModelUnreachable("127.0.0.1:9: the model's server is gone")

    verdict, _ = apply(ScriptedModel(gone))
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", "model", 3)
    assert "gone" in verdict.reason


def test_nonsense_four_times_is_the_models_fault() -> None:
    verdict, journal = buy(shop(), ScriptedModel(lambda p: "nonsense"), without=["reading"])
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", "model", 3)
    assert len([event for event in events(journal, "call") if event["error"]]) == 4


@pytest.mark.parametrize(
    ("trouble", "blame", "by"),
    [
        (BrowserDied("the browser is gone"), "browser", "error"),
        (TabCrashed("the tab is gone"), "browser", "error"),
        (SiteUnreachable("it does not answer"), "site", "error"),
        (PageNotReady("it never stops"), "site", "error"),
        (SafeModeStop("safe mode stopped before POST /basket"), "nobody", "safe mode"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, PathFinderError) else value,
)
def test_trouble_is_no_verdict_on_the_site(trouble: PathFinderError, blame: str, by: str) -> None:
    verdict, _ = buy(shop(product={"Add to basket": trouble}), guided(WAY))
    assert (verdict.status, verdict.blame, verdict.by, verdict.exit_code()) == (
        "inconclusive",
        blame,
        by,
        3,
    )
    assert str(trouble) in verdict.reason


def test_a_site_that_does_not_open_is_blamed() -> None:
    browser = FakeBrowser(shop_pages())
    verdict, _ = explore(browser, f"{FRONT}nowhere", "make a purchase", guided(), success=THANKS)
    assert (verdict.status, verdict.blame) == ("inconclusive", "site")


def test_an_action_that_does_not_work_is_no_end() -> None:
    covered = ActionResult(False, "covered", "a banner covers it")
    browser = shop(product={"Add to basket": covered})
    verdict, journal = buy(browser, guided([*WAY, *GUIDE]), max_steps=4)
    assert (verdict.status, verdict.blame) == ("expired", "nobody")
    assert any(event["result"]["error"] == "covered" for event in events(journal, "act"))  # type: ignore[index]


def test_paper_perceives_selects_enters_and_asks_the_oracle() -> None:
    verdict, journal = apply(ScriptedModel(published), success=(), profile="paper", max_steps=5)
    assert verdict.status == "expired"
    roles = {event["role"] for event in events(journal, "call")}
    assert roles == {"perceptron", "system1", "entrybot", "oracle"}
    assert {event["value"] for event in events(journal, "input")} == {
        "{{persona.identity.first_name}}"
    }
    (judgement,) = events(journal, "judgement")
    assert (judgement["status"], judgement["grounded"]) == ("in progress", False)
