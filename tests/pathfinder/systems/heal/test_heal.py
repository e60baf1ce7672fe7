"""Healing in real Chromium: what may be healed is, what is broken stays failed."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Remembered, Scenario, Step, StepKind, Target, Way
from pathfinder.core.settings import load_persona, site_from_url, userdata_folder
from pathfinder.core.task import Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playback.turn import Pace
from pathfinder.session.patching import apply
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.browser import WebDriverBrowser, open_browser
from pathfinder.webprocessor.quick import QuickBrowser

ALEX = load_persona(userdata_folder(), "alex")
BRISK = Pace(timeout=3.0, screenshots=False)
PAGES = {
    "/": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/form'>Apply for a permit</a>",
    "/renamed": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/form'>Apply for "
    "permits</a><a href='/help'>Help</a>",
    "/reworded": "<h1>Start</h1><p>Welcome.</p><a href='/help'>Help</a><a href='/form'>Get "
    "permission</a><a href='/fees'>Fees</a>",
    "/gone": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/help'>Help</a><a "
    "href='/fees'>Fees</a>",
    "/dead": "<h1>Start</h1><p>Welcome to the town hall.</p><button type=button>Apply for a "
    "permit</button>",
    "/between": "<h1>Start</h1><a href='/notice'>Apply for a permit</a>",
    "/choice": "<h1>Start</h1><label><input type=radio name=r checked> In person</label><a "
    "href='/notice'>Apply for a permit</a>",
    "/new-step": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/kept'>Apply for "
    "permits</a>",
    "/kept": "<h1>Language</h1><main><p>English is set.</p><form action='/form'><button>Apply for "
    "a permit</button></form></main>",
    "/notice": "<h1>A notice</h1><main><p>Permits take a week.</p><form action='/form'><button>Go "
    "on</button></form></main>",
    "/form": "<h1>Your details</h1><main><form action='/thanks'><label>Town <input "
    "name=a></label><button>Send</button></form></main>",
    "/thanks": "<h1>Thank you</h1>",
    "/card": "<h1>Card</h1><form action='/thanks'><label>A note <textarea "
    "name=n></textarea></label><button>Send</button></form>",
    "/safe": "<h1>Card</h1><form action='/thanks'><label>CVV <input "
    "name=n></label><button>Send</button></form>",
    "/cut": "<h1>Start</h1><a href='http://127.0.0.1:9/'>Apply for a permit</a>",
    "/letter": "<h1>Log in</h1><form action='/in'><label>E-mail <input "
    "name=mail></label><button>Go</button></form>"
    "<form action='/letters'><label>Email address for letters <input "
    "name=to></label><button>Write to me</button></form>",
    "/later": "<h1>Start</h1><form action='/form'><button type=button onclick='setTimeout(() => "
    "form.submit(), 100)'>Go on</button></form>",
    "/refused": "<h1>Start</h1><p>Welcome to the town hall.</p><p role=alert>Choose one</p><a "
    "href='/form'>Apply for permits</a>",
    "/in": "<h1>Thank you</h1>",
    "/place": "<h1>Your details</h1><form action='/thanks'><label>Place <input "
    "name=town></label><button>Send</button></form>",
    "/help": "<h1>Help</h1>",
    "/fees": "<h1>Fees</h1>",
}


@pytest.fixture(scope="module")
def hall() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = PAGES.get(self.path.split("?")[0])
            page = (
                f"<!doctype html><title>Town hall</title>{body or '<h1>Server error</h1>'}".encode()
            )
            self.send_response(422 if body and "refused" in self.path else 200 if body else 500)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield replace(site_from_url(f"http://127.0.0.1:{server.server_port}/"), safe=False)
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"], vault=ALEX.vault)
    yield chromium
    chromium.close()


APPLY = Target(
    ways=(Way(by="role", value="link", name="Apply for a permit"),),
    element=Remembered(role="link", name="Apply for a permit"),
)


def scenario(start: str, *expect: str) -> Scenario:
    """From a start page to the form, and on."""
    town = Target(ways=(Way(by="label", value="Town"),))
    send = Target(ways=(Way(by="role", value="button", name="Send"),))
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


def play(
    one: Scenario,
    hall: Site,
    browser: WebDriverBrowser,
    model: ScriptedModel | None = None,
    memory: Mapping[str, Target] | None = None,
) -> tuple[Verdict, list[dict[str, object]]]:
    browser.forget()
    journal = MemoryJournal()
    healer = SceneHealer(hall, ALEX, journal, (lambda: model) if model else None, memory or {})
    verdict = Replayer(one, hall, QuickBrowser(browser), journal, BRISK, healer).run()
    return verdict, [event for event in journal.events if event["event"] == "heal"]


def test_what_is_alike_takes_the_place_without_a_model(
    hall: Site, browser: WebDriverBrowser
) -> None:
    one = scenario("/renamed", "url contains /form")
    verdict, heals = play(one, hall, browser)
    assert (verdict.status, verdict.exit_code(), verdict.exit_code(strict=True)) == ("healed", 0, 1)
    assert [(heal["kind"], heal["good"]) for heal in heals] == [("similar", True)]
    again = apply(one, heals)
    assert again.steps[1].target is not None
    assert again.steps[1].target.ways[0].name == "Apply for permits"
    assert play(again, hall, browser)[0].status == "passed"


def test_what_reads_otherwise_is_for_the_agent_to_choose(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(
        scenario("/reworded", "url contains /form"), hall, browser, chooses("Get permission")
    )
    assert verdict.status == "healed"
    assert [heal["kind"] for heal in heals] == ["agent"]


def test_the_agents_wrong_choice_is_refuted_by_what_is_expected(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(scenario("/gone", "url contains /form"), hall, browser, chooses("Fees"))
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert [heal["good"] for heal in heals] == [False]


def test_what_is_gone_fails_when_the_agent_says_none_of_these(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(
        scenario("/gone", "url contains /form"), hall, browser, chooses("none of these")
    )
    assert (verdict.status, heals) == ("failed", [])


def test_a_dead_button_is_never_healed(hall: Site, browser: WebDriverBrowser) -> None:
    dead = scenario("/dead")
    button = Target(ways=(Way(by="role", value="button", name="Apply for a permit"),))
    steps = (dead.steps[0], dead.steps[1].model_copy(update={"target": button}), *dead.steps[2:])
    verdict, heals = play(dead.model_copy(update={"steps": steps}), hall, browser, chooses("Apply"))
    assert (verdict.status, heals) == ("failed", [])
    assert "Town" in verdict.reason


def test_an_error_page_is_never_healed(hall: Site, browser: WebDriverBrowser) -> None:
    verdict, heals = play(scenario("/broken"), hall, browser, chooses("Server"))
    assert (verdict.status, heals) == ("failed", [])
    assert "HTTP 500" in verdict.evidence


def test_the_page_of_a_refused_form_is_healed_as_any(hall: Site, browser: WebDriverBrowser) -> None:
    assert play(scenario("/refused", "url contains /form"), hall, browser)[0].status == "healed"


@pytest.mark.parametrize("expect", [(), ("url contains /form",)])
def test_a_page_in_between_is_gone_through(
    hall: Site, browser: WebDriverBrowser, expect: tuple[str, ...]
) -> None:
    one = scenario("/between", *expect)
    verdict, heals = play(one, hall, browser)
    assert verdict.status == "healed", verdict
    assert [heal["kind"] for heal in heals] == ["detour"]
    again = apply(one, heals)
    assert [step.kind for step in again.steps] == ["navigate", "click", "click", "fill", "click"]
    assert play(again, hall, browser)[0].status == "passed"


def test_a_form_that_is_sent_a_moment_after_the_click_is_no_press_in_vain(
    hall: Site, browser: WebDriverBrowser
) -> None:
    start, _, *rest = scenario("/later").steps
    press = Step(kind="click", target=Target(ways=(Way(by="role", value="button", name="Go on"),)))
    browser.forget()
    journal = MemoryJournal()
    verdict = Replayer(
        Scenario(name="permit", steps=(start, press, *rest)),
        hall,
        QuickBrowser(browser),
        journal,
        BRISK,
    ).run()
    assert verdict.status == "passed", verdict
    assert [
        event["step"] for event in journal.events if event["event"] == "change" and event["nothing"]
    ] == []


def test_the_new_step_may_bear_the_name_that_the_healed_one_had(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(scenario("/new-step"), hall, browser)
    assert verdict.status == "healed", verdict
    assert [heal["kind"] for heal in heals] == ["similar", "detour"]


def test_choosing_what_is_chosen_already_is_no_sign_of_a_dead_page(
    hall: Site, browser: WebDriverBrowser
) -> None:
    start, *rest = scenario("/choice").steps
    choose = Step(kind="click", target=Target(ways=(Way(by="text", value="In person"),)))
    verdict, heals = play(Scenario(name="permit", steps=(start, choose, *rest)), hall, browser)
    assert verdict.status == "healed", verdict
    assert [heal["kind"] for heal in heals] == ["detour"]


@pytest.mark.parametrize(("kind", "status"), [("wait for element", "healed"), ("assert", "failed")])
def test_what_is_waited_for_may_be_healed_and_what_is_asserted_not(
    hall: Site, browser: WebDriverBrowser, kind: StepKind, status: str
) -> None:
    steps = (
        Step(kind="navigate", value="/renamed"),
        Step(kind=kind, target=APPLY, value="visible"),
    )
    verdict, heals = play(Scenario(name="permit", steps=steps), hall, browser, chooses("Apply"))
    assert verdict.status == status, verdict
    assert [heal["kind"] for heal in heals] == (["similar"] if kind == "wait for element" else [])


def test_a_failed_assertion_stays_failed(hall: Site, browser: WebDriverBrowser) -> None:
    one = scenario("/", "url contains /form")
    steps = (*one.steps, Step(kind="assert", value="text present Thank you very much"))
    verdict, heals = play(one.model_copy(update={"steps": steps}), hall, browser, chooses("Thank"))
    assert (verdict.status, heals) == ("failed", [])


def test_a_site_that_no_longer_answers_gives_no_verdict(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(scenario("/cut", "url contains /form"), hall, browser)
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
        ways=(Way(by="label", value="Card check"),),
        element=Remembered(role="textbox", name="Card check", label="Card check"),
    )
    steps = (
        Step(kind="navigate", value=start),
        Step(kind="fill", target=code, value="{{persona.payment.cvc}}"),
        Step(
            kind="click",
            target=Target(ways=(Way(by="role", value="button", name="Send"),)),
            expect=("text present Thank you",),
        ),
    )
    return Scenario(name="pay", steps=steps)


def test_a_secret_is_never_healed_into_a_field_that_does_not_ask_for_it(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(paying("/card"), hall, browser, chooses("A note"))
    assert (verdict.status, heals) == ("failed", [])


def test_a_secret_is_healed_into_the_field_that_asks_for_it(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(paying("/safe"), hall, browser, chooses("CVV"))
    assert (verdict.status, len(heals)) == ("healed", 1)


def test_two_steps_are_never_healed_into_one_field(hall: Site, browser: WebDriverBrowser) -> None:
    one = scenario("/form")
    lane = Target(
        ways=(Way(by="label", value="Town or village"),),
        element=Remembered(role="textbox", name="Town or village"),
    )
    county = Target(
        ways=(Way(by="label", value="Town hall district"),),
        element=Remembered(role="textbox", name="Town hall district"),
    )
    fills = (
        Step(kind="fill", target=lane, value="York"),
        Step(kind="fill", target=county, value="North"),
    )
    verdict, heals = play(
        one.model_copy(update={"steps": (one.steps[0], *fills)}), hall, browser, chooses("Town")
    )
    assert verdict.status == "failed"
    assert len(heals) == 1


def test_a_part_of_another_name_is_not_taken_for_what_is_remembered(
    hall: Site, browser: WebDriverBrowser
) -> None:
    address = Target(ways=(Way(by="label", value="Email address"),))
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
    browser.forget()
    journal = MemoryJournal()
    healer = SceneHealer(hall, ALEX, journal, memory={"1": seen})
    Replayer(
        Scenario(name="log in", steps=steps), hall, QuickBrowser(browser), journal, BRISK, healer
    ).run()
    assert [
        event["element"]["name"]
        for event in journal.events
        if event["event"] == "act" and event["element"]
    ] == ["E-mail"]


def test_a_link_with_other_words_is_known_by_where_it_leads(
    hall: Site, browser: WebDriverBrowser
) -> None:
    seen = APPLY.model_copy(update={"ways": (*APPLY.ways, Way(by="css", value='a[href$="/form"]'))})
    verdict, heals = play(
        scenario("/reworded", "url contains /form"), hall, browser, memory={"1": seen}
    )
    assert verdict.status == "healed"
    assert [(heal["kind"], heal["new"]["name"]) for heal in heals] == [("way", "Get permission")]  # type: ignore[index]


TOWN = Target(ways=(Way(by="label", value="Town"),))
TOWN_SEEN = Target(
    ways=(*TOWN.ways, Way(by="css", value='input[name="town"]')),
    element=Remembered(role="textbox", name="Town", label="Town"),
)


@pytest.mark.parametrize(("held", "status"), [("Leeds", "healed"), ("York", "failed")])
def test_a_healed_field_is_asserted_by_its_new_name_and_must_hold_what_it_should(
    held: str, status: str, hall: Site, browser: WebDriverBrowser
) -> None:
    steps = (
        Step(kind="navigate", value="/place"),
        Step(kind="fill", target=TOWN, value="Leeds"),
        Step(kind="assert", value=f'field "Town" is {held}'),
    )
    verdict, _ = play(Scenario(name="place", steps=steps), hall, browser, memory={"1": TOWN_SEEN})
    assert verdict.status == status


def test_a_field_that_was_not_healed_is_asserted_by_its_own_name_alone(
    hall: Site, browser: WebDriverBrowser
) -> None:
    steps = (
        Step(kind="navigate", value="/place"),
        Step(kind="assert", value='field "Town" is Leeds'),
    )
    verdict, heals = play(
        Scenario(name="place", steps=steps), hall, browser, memory={"1": TOWN_SEEN}
    )
    assert (verdict.status, heals) == ("failed", [])
