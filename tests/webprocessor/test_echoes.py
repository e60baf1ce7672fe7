"""What a page echoes of the persona's secrets, in real Chromium.

None of it is in a look, a journal or a prompt.
"""

import json
import re

import pytest
from user_at_browser import SECRETS, User

from pathfinder.agents.agent import Agent, Call, Output
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import FileJournal, MemoryJournal
from pathfinder.core.secrets import reference
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import Stage
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.journals import lines

LEAKS = re.compile(r"horse|esroh|636f7272|(?<![\d.])737(?!\d)", re.IGNORECASE)
GET_FORM = (
    "<h1>Log in</h1><form action=/in><label>Password <input name=pw "
    "type=password></label><button>Log in</button></form>"
)
GROUPING = (
    "<label>Password <input oninput=\"this.value = this.value.replace(/(.{4})(?=.)/g, '$1 "
    "')\"></label>"
    "<label>CVC <input id=c></label><p id=out>CVC 737</p>"
)


def told(*things: object) -> str:
    return json.dumps(things, default=str, ensure_ascii=False).lower()


def leaks(text: str) -> list[str]:
    return LEAKS.findall(text)


def test_a_form_that_sends_the_password_by_get_leaks_into_no_event(user: User) -> None:
    user.site.page("<h1>Welcome</h1>", path="/in")
    user.visit(GET_FORM)
    journal = MemoryJournal()
    stage = Stage(user.browser, journal, StateGraph())
    before = stage.look(1)
    assert user.do(Kind.TYPE, "Password", reference("account.password")).ok
    button = user.named("Log in").uid
    assert all(result.ok for result in stage.act(1, [Action(Kind.CLICK, button)], before.scene))
    after = stage.look(2)
    change = changes(before.scene, after.scene)
    stage.note_change(before, after, change, change.history_line())
    assert "pw={{persona.account.password}}" in after.scene.url
    assert not leaks(told(lines(journal)))
    quick = QuickBrowser(user.browser).rest((), timeout=1.0)
    assert not leaks(told(quick.page))


def test_a_field_that_groups_what_is_typed_holds_the_secret_still(user: User) -> None:
    user.visit(GROUPING)
    assert user.do(Kind.TYPE, "Password", reference("account.password")).ok
    assert user.do(Kind.TYPE, "CVC", reference("card.cvc")).ok
    assert [user.value("Password"), user.value("CVC")] == [
        "{{persona.account.password}}",
        "{{persona.card.cvc}}",
    ]
    assert not leaks(told(user.browser.look().elements))


ECHOES = (
    "<p><b>correct</b><i>-horse</i><b>-9</b></p>",
    "<p>CORRECT HORSE 9</p>",
    "<p>9-esroh-tcerroc</p>",
    "<p>636f72726563742d686f7273652d39</p>",
    "<p>correct%2Dhorse%2D9</p>",
    "<a href='/x?p=correct-horse-9&c=737'>Go on</a>",
    f"<p>{'x' * 385} correct-horse-9 and more of it, so that a look has to cut it</p>",
    "<label>Say <input value='correct.horse.9'></label>",
    "<p>Security code: 737</p>",
    "<button title='correct-horse-9' aria-label='Use correct horse 9'>Use</button>",
)


@pytest.mark.parametrize("body", ECHOES)
def test_an_echo_is_in_no_look(user: User, body: str) -> None:
    user.visit(body)
    assert not leaks(
        told(user.browser.look(), user.scene, QuickBrowser(user.browser).rest((), timeout=1.0).page)
    )


class Word(Output):
    """A word."""

    Word: str


class Echo(Agent[Word]):
    """Any agent."""

    template = "ata/actor"
    output = Word


def test_what_gets_past_a_look_is_in_no_prompt_and_no_journal(tmp_path) -> None:
    journal = FileJournal(tmp_path, SECRETS)
    model = ScriptedModel(['{"Word": "yes"}'])
    Echo(model).run(
        Call(journal, 1),
        memory=["typed correct.horse.9"],
        step="type Correct Horse 9",
        number=1,
        steps=1,
        order="type",
        heading="y",
        candidates=[],
        nothing="A",
        ahead="",
        picture=False,
    )
    journal.write(
        events.Truth(text="it said correct%2Dhorse%2D9", deep=[{"a": ("correct-horse-9",)}])
    )
    journal.close()
    assert not leaks(told([message.content for message in model.prompts[0].messages]))
    assert not leaks((tmp_path / "journal.jsonl").read_text(encoding="utf-8"))
    assert "{{persona.account.password}}" in (tmp_path / "journal.jsonl").read_text(
        encoding="utf-8"
    )


def test_what_is_wrong_with_a_page_is_told_without_a_secret(user: User) -> None:
    user.browser.notices()
    user.visit("<script>fetch('/no/correct-horse-9')</script><img src='/i/correct-horse-9'>")
    found = user.browser.notices()
    assert len(found) == 2
    assert not LEAKS.search(told(*found))


def test_a_browser_without_secrets_changes_nothing(user: User) -> None:
    plain = WebDriverBrowser(user.browser.driver, [user.site.host])
    user.go(user.site.page("<p>correct-horse-9</p>"))
    assert "correct-horse-9" in told(plain.look())
