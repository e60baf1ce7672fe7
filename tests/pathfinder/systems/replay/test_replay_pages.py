"""What a replay makes of saved pages: what is awaited, asserted, refused, and who is blamed."""

import pytest

from pathfinder.core.action import ActionResult
from pathfinder.core.errors import (
    BrowserDied,
    PageNotReady,
    PathFinderError,
    SafeModeStop,
    SiteUnreachable,
    TabCrashed,
    UsageError,
)
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Scenario, Step
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playback.turn import Pace
from pathfinder.language.dsl import compile_script, read_text
from pathfinder.systems.replay.player import Replayer
from pathfinder.testing import Answer, FakeBrowser, FakeLocatingBrowser, FakePage
from tests.fakes.journals import lines
from tests.fakes.town_hall import HALL, fake_pages

ALEX = load_persona(userdata_folder(), "alex")
AT_ONCE = Pace(timeout=0.0, screenshots=False)
FORM = 'navigate to "/form"\n'


class Played:
    """A scenario in the scenario language, played on the town hall.

    changed: The answers of pages to what is done on them, by the page's name.
    """

    def __init__(
        self, text: str, drops: tuple[str, ...] = (), **changed: dict[str, Answer]
    ) -> None:
        pages = fake_pages()
        pages |= {name: FakePage(pages[name].snapshot, leads) for name, leads in changed.items()}
        self.browser = FakeBrowser(pages, vault=ALEX.vault)
        self.journal = MemoryJournal()
        self.scenario = compile_script(read_text(text))
        quick = FakeLocatingBrowser(self.browser, drops=drops)
        self.verdict = Replayer(self.scenario, HALL, quick, self.journal, AT_ONCE).run()

    @property
    def statuses(self) -> list[object]:
        return [event["status"] for event in lines(self.journal) if event["event"] == "step"]


def play(text: str, **changed: dict[str, Answer]) -> Verdict:
    return Played(text, **changed).verdict


def test_every_step_is_done_and_the_last_evidence_is_the_verdicts() -> None:
    played = Played(
        FORM
        + 'fill "Town" as "{{persona.address.city}}"\n'
        + 'click "Send" button\n  expect text "Thank you" is present\n'
    )
    assert (played.verdict.status, played.verdict.exit_code()) == ("passed", 0)
    assert played.verdict.evidence == "text present Thank you"
    assert played.browser.entered == [("Town", ALEX.values["address.city"])]
    assert played.statuses == ["passed"] * 3


def test_a_secret_is_typed_and_never_written_down() -> None:
    played = Played(FORM + 'fill "Town" as "{{persona.account.password}}"\n')
    assert played.browser.entered == [("Town", ALEX.values["account.password"])]
    assert ALEX.values["account.password"] not in str(lines(played.journal))
    assert "{{persona.account.password}}" in str(lines(played.journal))


def test_what_is_expected_and_does_not_come_fails_on_the_sites_account() -> None:
    played = Played(FORM + 'click "Send" button\n  expect text "Sorry" is present\n')
    verdict = played.verdict
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("failed", "site", 1)
    assert "Sorry" in verdict.reason
    assert verdict.evidence == "Thank you"
    assert played.statuses == ["passed", "failed"]


def test_an_element_that_is_nowhere_fails_with_what_was_looked_for() -> None:
    verdict = play(FORM + 'click "Fly to the moon" link\n')
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert 'link "Fly to the moon"' in verdict.reason


def test_the_next_locator_is_taken_where_the_first_finds_nothing() -> None:
    played = Played(FORM)
    (opened,) = played.scenario.steps
    send = {"locators": [{"by": "id", "value": "gone"}, {"by": "text", "value": "Send"}]}
    press = Step.model_validate({"kind": "click", "target": send})
    journal = MemoryJournal()
    quick = FakeLocatingBrowser(FakeBrowser(fake_pages()))
    verdict = Replayer(Scenario(steps=(opened, press)), HALL, quick, journal, AT_ONCE).run()
    assert verdict.status == "passed"
    acts = [event for event in lines(journal) if event["event"] == "act" and event["element"]]
    assert [act["element"]["found_by"] for act in acts] == [1]


@pytest.mark.parametrize(
    "text",
    [
        'assert "Send" button is visible\nassert "Nobody" button is hidden\n',
        'assert "Your details" heading contains "DETAILS"\n',
        'set word to text of element with role "heading"\nassert "{{word}}" heading is visible\n',
        'if "Nobody" link is hidden\nelse\n  assert text "never" is present\nend\n',
        'if "Send" button contains "Pay"\n  assert text "never" is present\nend\n',
        'if text "never" is present\n  navigate to "/nowhere"\nend\n',
        'fill "Town" as "Leeds"\nassert field "Town" is "Leeds"\n',
        'set page to "/fees"\nrepeat 2 times\n  navigate to "{{page}}"\nend\n'
        'assert text "Fees" is present\ngo back\ngo back\nassert title contains "Town hall"\n',
    ],
)
def test_what_is_asked_of_a_page_holds(text: str) -> None:
    verdict = play(FORM + text)
    assert verdict.status == "passed", verdict


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('assert "Send" button is hidden\n', "it can still be seen"),
        ('assert "Send" button contains "Pay"\n', "it says 'Send', not 'Pay'"),
        ('assert "Pay" button is visible\n', "nothing on the page fits"),
        ('set word to text of "Pay" button\n', "there is no such element"),
        ('assert text "Thank you" is present\n', "expected text present Thank you"),
        ('assert field "Town" is "York"\n', 'expected field "Town" is York'),
        ('wait until URL contains "/thanks"\n', "expected url contains /thanks"),
    ],
)
def test_what_is_asked_of_a_page_and_does_not_hold_fails(text: str, reason: str) -> None:
    verdict = play(FORM + text)
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("failed", "site", 1)
    assert reason in verdict.reason


def test_a_field_that_loses_what_was_typed_fails() -> None:
    verdict = Played(FORM + 'fill "Town" as "Leeds"\n', drops=("Town",)).verdict
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert "does not keep" in verdict.reason


@pytest.mark.parametrize("error", ["covered", "disabled", "not interactable"])
def test_an_element_that_lets_nothing_be_done_fails_on_the_sites_account(error: str) -> None:
    played = Played(FORM + 'click "Send" button\n', form={"Send": ActionResult(False, error, "no")})
    assert (played.verdict.status, played.verdict.blame) == ("failed", "site")
    tries = 1 if error == "disabled" else 2
    assert [done.element for done in played.browser.done] == ["Send"] * tries


@pytest.mark.parametrize(
    ("trouble", "blame"),
    [
        (SiteUnreachable("it does not answer"), "site"),
        (PageNotReady("it never stops"), "site"),
        (BrowserDied("the browser is gone"), "browser"),
        (TabCrashed("the tab is gone"), "browser"),
        (SafeModeStop("safe mode stopped before POST /thanks"), "nobody"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, PathFinderError) else value,
)
def test_trouble_is_no_verdict_on_the_site(trouble: PathFinderError, blame: str) -> None:
    played = Played(FORM + 'click "Send" button\nclick "Never" link\n', form={"Send": trouble})
    verdict = played.verdict
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", blame, 3)
    assert str(trouble) in verdict.reason
    assert [done.element for done in played.browser.done] == ["Send"]


def test_a_step_that_leads_off_the_allowed_origins_ends_the_session() -> None:
    played = Played('navigate to "/cut"\nclick "Apply for a permit" link\nclick "Never" link\n')
    verdict = played.verdict
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", "nobody", 3)
    assert played.statuses == ["passed", "inconclusive"]


def test_a_dialog_that_is_open_is_answered() -> None:
    answers: dict[str, Answer] = {"answer dialog": "thanks"}
    played = Played(FORM + 'accept dialog\nassert text "Thank you" is present\n', form=answers)
    assert played.verdict.status == "passed", played.verdict
    assert [done.action.value for done in played.browser.done] == ["accept"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FORM + 'fill "Town" as "{{persona.shoe.size}}"\n', r"no value 'shoe\.size'"),
        (FORM + 'evaluate "return 1" as one\n', "does not run"),
        ('navigate to "http://elsewhere.test/"\n', "not on an allowed origin"),
    ],
)
def test_what_a_scenario_asks_in_vain_is_the_users_mistake(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        play(text)


def test_a_variable_that_nothing_sets_is_the_users_mistake() -> None:
    quick = FakeLocatingBrowser(FakeBrowser(fake_pages()))
    open_it = Scenario(steps=(Step(kind="navigate", value="{{missing}}"),))
    with pytest.raises(UsageError, match="the variable"):
        Replayer(open_it, HALL, quick, MemoryJournal(), AT_ONCE).run()


def test_a_scenario_without_steps_is_the_users_mistake() -> None:
    quick = FakeLocatingBrowser(FakeBrowser(fake_pages()))
    with pytest.raises(UsageError, match="has no steps"):
        Replayer(Scenario(name="empty"), HALL, quick, MemoryJournal(), AT_ONCE).run()
