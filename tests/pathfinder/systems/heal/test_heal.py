"""Healing on saved pages: what may be healed is, what is broken stays failed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.events import Heal, of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Locator, Remembered, Scenario, Step, StepKind, Target
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playback.turn import Pace
from pathfinder.session.patching import apply
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.testing import FakeBrowser, FakeLocatingBrowser, FakePage
from pathfinder.webprocessor.element import Snapshot
from tests.fakes.journals import lines
from tests.fakes.town_hall import HALL, fake_pages

ALEX = load_persona(userdata_folder(), "alex")
HOSTS = (*HALL.hosts, "127.0.0.1:9")
AT_ONCE = Pace(timeout=0.0, screenshots=False)
APPLY = Target(
    locators=(Locator(by="role", value="link", name="Apply for a permit"),),
    element=Remembered(role="link", name="Apply for a permit"),
)


def scenario(start: str, *expect: str) -> Scenario:
    """From a start page to the form, and on."""
    town = Target(locators=(Locator(by="label", value="Town"),))
    send = Target(locators=(Locator(by="role", value="button", name="Send"),))
    return Scenario(
        name="permit",
        steps=(
            Step(kind="navigate", value=start),
            Step(kind="click", target=APPLY, expect=expect),
            Step(kind="fill", target=town, value="{{persona.address.city}}"),
            Step(kind="click", target=send, expect=("text present Thank you",)),
        ),
    )


def chooses(word: str) -> ScriptedModel:
    """A model that chooses the candidate with a word in it.

    It says that a control with the word in its new name may be the old one.
    """

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        if tuple(choices) == ("Yes", "No"):
            return (
                [0.0, -5.0]
                if word in prompt.messages[-1].content.rpartition("new name")[2]
                else [-5.0, 0.0]
            )
        lines = [line for line in prompt.messages[-1].content.splitlines() if line[1:3] == ". "]
        return [0.0 if word in line else -5.0 for line in lines]

    return ScriptedModel(lambda prompt: json.dumps({"Element": "A"}), scores=scores)


def replay(
    one: Scenario,
    healer: SceneHealer | None = None,
    journal: MemoryJournal | None = None,
    **changed: FakePage,
) -> Verdict:
    pages = fake_pages(**changed)
    browser = FakeLocatingBrowser(FakeBrowser(pages, vault=ALEX.vault, hosts=HOSTS))
    return Replayer(one, HALL, browser, journal or MemoryJournal(), AT_ONCE, healer).run()


def play(
    one: Scenario,
    model: ScriptedModel | None = None,
    memory: Mapping[str, Target] | None = None,
    **changed: FakePage,
) -> tuple[Verdict, list[Heal]]:
    journal = MemoryJournal()
    healer = SceneHealer(HALL, ALEX, journal, (lambda: model) if model else None, memory or {})
    verdict = replay(one, healer, journal, **changed)
    return verdict, of(journal.events, Heal)


def test_what_is_alike_takes_the_place_without_a_model() -> None:
    one = scenario("/renamed", "url contains /form")
    verdict, heals = play(one)
    assert (verdict.status, verdict.exit_code(), verdict.exit_code(strict=True)) == ("healed", 0, 1)
    assert [(heal.kind, heal.good) for heal in heals] == [("similar", True)]
    again = apply(one, heals)
    assert again.steps[1].target is not None
    assert again.steps[1].target.locators[0].name == "Apply for permits"
    assert play(again)[0].status == "passed"


def test_what_reads_otherwise_is_for_the_agent_to_choose() -> None:
    verdict, heals = play(scenario("/reworded", "url contains /form"), chooses("Get permission"))
    assert verdict.status == "healed"
    assert [heal.kind for heal in heals] == ["agent"]


def test_the_agents_wrong_choice_is_refuted_by_what_is_expected() -> None:
    verdict, heals = play(scenario("/gone", "url contains /form"), chooses("Fees"))
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert [heal.good for heal in heals] == [False]


def test_what_is_gone_fails_when_the_agent_says_none_of_these() -> None:
    verdict, heals = play(scenario("/gone", "url contains /form"), chooses("none of these"))
    assert (verdict.status, heals) == ("failed", [])


def test_a_dead_button_is_never_healed() -> None:
    dead = scenario("/dead")
    button = Target(locators=(Locator(by="role", value="button", name="Apply for a permit"),))
    steps = (dead.steps[0], dead.steps[1].model_copy(update={"target": button}), *dead.steps[2:])
    verdict, heals = play(dead.model_copy(update={"steps": steps}), chooses("Apply"))
    assert (verdict.status, heals) == ("failed", [])
    assert "Town" in verdict.reason


def test_an_error_page_is_never_healed() -> None:
    verdict, heals = play(scenario("/broken"), chooses("Server"))
    assert (verdict.status, heals) == ("failed", [])
    assert "HTTP 500" in verdict.evidence


@pytest.mark.parametrize("status", [404, 403, 410, 503])
def test_what_is_alike_on_a_page_that_is_not_there_is_not_taken(status: int) -> None:
    renamed = fake_pages()["renamed"].snapshot
    assert isinstance(renamed, Snapshot)
    gone = FakePage(replace(renamed, notes=(f"HTTP {status}",)))
    verdict, heals = play(
        scenario("/renamed", "url contains /form"), chooses("permits"), renamed=gone
    )
    assert (verdict.status, heals) == ("failed", [])


def test_nothing_is_gone_round_after_a_press_in_vain() -> None:
    start, press, *rest = scenario("/between").steps
    dead = Target(locators=(Locator(by="role", value="button", name="Apply for a permit"),))
    in_vain = (Step(kind="navigate", value="/dead"), press.model_copy(update={"target": dead}))
    verdict, heals = play(Scenario(name="permit", steps=(*in_vain, start, press, *rest)))
    assert (verdict.status, heals) == ("failed", [])


def test_the_page_of_a_refused_form_is_healed_as_any() -> None:
    assert play(scenario("/refused", "url contains /form"))[0].status == "healed"


@pytest.mark.parametrize("expect", [(), ("url contains /form",)])
def test_a_page_in_between_is_gone_through(expect: tuple[str, ...]) -> None:
    one = scenario("/between", *expect)
    verdict, heals = play(one)
    assert verdict.status == "healed", verdict
    assert [heal.kind for heal in heals] == ["detour"]
    again = apply(one, heals)
    assert [step.kind for step in again.steps] == ["navigate", "click", "click", "fill", "click"]
    assert play(again)[0].status == "passed"


def test_the_new_step_may_bear_the_name_that_the_healed_one_had() -> None:
    verdict, heals = play(scenario("/new-step"))
    assert verdict.status == "healed", verdict
    assert [heal.kind for heal in heals] == ["similar", "detour"]


def test_choosing_what_is_chosen_already_is_no_sign_of_a_dead_page() -> None:
    start, *rest = scenario("/choice").steps
    choose = Step(kind="click", target=Target(locators=(Locator(by="text", value="In person"),)))
    verdict, heals = play(Scenario(name="permit", steps=(start, choose, *rest)))
    assert verdict.status == "healed", verdict
    assert [heal.kind for heal in heals] == ["detour"]


@pytest.mark.parametrize(("kind", "status"), [("wait for element", "healed"), ("assert", "failed")])
def test_what_is_waited_for_may_be_healed_and_what_is_asserted_not(
    kind: StepKind, status: str
) -> None:
    steps = (
        Step(kind="navigate", value="/renamed"),
        Step(kind=kind, target=APPLY, value="visible"),
    )
    verdict, heals = play(Scenario(name="permit", steps=steps), chooses("Apply"))
    assert verdict.status == status, verdict
    assert [heal.kind for heal in heals] == (["similar"] if kind == "wait for element" else [])


def test_a_failed_assertion_stays_failed() -> None:
    one = scenario("/", "url contains /form")
    steps = (*one.steps, Step(kind="assert", value="text present Thank you very much"))
    verdict, heals = play(one.model_copy(update={"steps": steps}), chooses("Thank"))
    assert (verdict.status, heals) == ("failed", [])


def test_a_site_that_no_longer_answers_gives_no_verdict() -> None:
    verdict, heals = play(scenario("/cut", "url contains /form"))
    assert (verdict.status, verdict.blame, verdict.exit_code(), heals) == (
        "inconclusive",
        "site",
        3,
        [],
    )
    assert "does not answer" in verdict.reason


def paying(start: str) -> Scenario:
    """A secret to type, into a field that is called otherwise now."""
    code = Target(
        locators=(Locator(by="label", value="Card check"),),
        element=Remembered(role="textbox", name="Card check", label="Card check"),
    )
    steps = (
        Step(kind="navigate", value=start),
        Step(kind="fill", target=code, value="{{persona.payment.cvc}}"),
        Step(
            kind="click",
            target=Target(locators=(Locator(by="role", value="button", name="Send"),)),
            expect=("text present Thank you",),
        ),
    )
    return Scenario(name="pay", steps=steps)


def test_a_secret_is_never_healed_into_a_field_that_does_not_ask_for_it() -> None:
    verdict, heals = play(paying("/card"), chooses("A note"))
    assert (verdict.status, heals) == ("failed", [])


def test_a_secret_is_healed_into_the_field_that_asks_for_it() -> None:
    verdict, heals = play(paying("/safe"), chooses("CVV"))
    assert (verdict.status, len(heals)) == ("healed", 1)


def test_two_steps_are_never_healed_into_one_field() -> None:
    one = scenario("/form")
    lane = Target(
        locators=(Locator(by="label", value="Town or village"),),
        element=Remembered(role="textbox", name="Town or village"),
    )
    county = Target(
        locators=(Locator(by="label", value="Town hall district"),),
        element=Remembered(role="textbox", name="Town hall district"),
    )
    fills = (
        Step(kind="fill", target=lane, value="York"),
        Step(kind="fill", target=county, value="North"),
    )
    verdict, heals = play(one.model_copy(update={"steps": (one.steps[0], *fills)}), chooses("Town"))
    assert verdict.status == "failed"
    assert len(heals) == 1


def test_a_part_of_another_name_is_not_taken_for_what_is_remembered() -> None:
    address = Target(locators=(Locator(by="label", value="Email address"),))
    seen = address.model_copy(
        update={
            "element": Remembered(
                role="textbox", name="Email address", label="Email address", context="Log in"
            )
        }
    )
    steps = (
        Step(kind="navigate", value="/letter"),
        Step(kind="fill", target=address, value="{{persona.account.email}}"),
    )
    journal = MemoryJournal()
    healer = SceneHealer(HALL, ALEX, journal, memory={"1": seen})
    replay(Scenario(name="log in", steps=steps), healer, journal)
    assert [
        event["element"]["name"]
        for event in lines(journal)
        if event["event"] == "act" and event["element"]
    ] == ["E-mail"]


def test_a_link_with_other_words_is_known_by_where_it_leads() -> None:
    seen = APPLY.model_copy(
        update={"locators": (*APPLY.locators, Locator(by="css", value='a[href$="/form"]'))}
    )
    verdict, heals = play(scenario("/reworded", "url contains /form"), memory={"1": seen})
    assert verdict.status == "healed"
    assert [(heal.kind, heal.new.name) for heal in heals] == [("locator", "Get permission")]


TOWN = Target(locators=(Locator(by="label", value="Town"),))
TOWN_SEEN = Target(
    locators=(*TOWN.locators, Locator(by="css", value='form[action="/thanks"] input[name="town"]')),
    element=Remembered(role="textbox", name="Town", label="Town"),
)


@pytest.mark.parametrize(("held", "status"), [("Leeds", "healed"), ("York", "failed")])
def test_a_healed_field_is_asserted_by_its_new_name_and_must_hold_what_it_should(
    held: str, status: str
) -> None:
    steps = (
        Step(kind="navigate", value="/place"),
        Step(kind="fill", target=TOWN, value="Leeds"),
        Step(kind="assert", value=f'field "Town" is {held}'),
    )
    verdict, _ = play(Scenario(name="place", steps=steps), memory={"1": TOWN_SEEN})
    assert verdict.status == status


def test_a_field_that_was_not_healed_is_asserted_by_its_own_name_alone() -> None:
    steps = (
        Step(kind="navigate", value="/place"),
        Step(kind="assert", value='field "Town" is Leeds'),
    )
    verdict, heals = play(Scenario(name="place", steps=steps), memory={"1": TOWN_SEEN})
    assert (verdict.status, heals) == ("failed", [])
