"""Safe mode's watch over requests: which end a session, and which a page sends by itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from pathfinder.core.errors import SafeModeStop
from pathfinder.core.sending import READING, Request
from pathfinder.webprocessor.watch import Watch

HERE = "http://shop.test/here"
PAGE = {"Sec-Fetch-Mode": "navigate"}


@dataclass(frozen=True)
class Sent:
    method: str = "POST"
    url: str = "http://shop.test/do"
    content_type: str = "application/json"
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=lambda: {"Referer": HERE})


class OnlyRead:
    """Lets reading pass, and what goes to /listed."""

    def may_send(self, request: Request) -> bool:
        return request.method in READING or request.url.endswith("/listed")

    def stop(self, request: Request) -> SafeModeStop:
        return SafeModeStop(self.describe(request))

    def describe(self, request: Request) -> str:
        return f"{request.method} {request.url}"

    def pressing(self, said: Mapping[str, object]) -> SafeModeStop | None:
        return None

    def accepting(self, dialog: str) -> SafeModeStop | None:
        return None

    def knows(self, language: str) -> bool:
        return language != "el"


@pytest.fixture
def watch() -> Watch:
    return Watch(OnlyRead())


def act(watch: Watch, *sent: Request) -> None:
    """An action that leads to these requests."""
    with watch.acting():
        for request in sent:
            watch.judge(request)


def page(url: str) -> Sent:
    return Sent("GET", url, headers=PAGE)


def test_without_safe_mode_everything_passes() -> None:
    watch = Watch()
    with watch.acting():
        assert watch.judge(Sent())
    assert watch.withheld == ()


def test_what_an_action_leads_to_ends_the_session(watch: Watch) -> None:
    with pytest.raises(SafeModeStop, match=r"POST http://shop\.test/do"):
        act(watch, Sent("GET"), Sent())
    with pytest.raises(SafeModeStop):
        watch.begin()


def test_after_a_stop_not_even_what_is_listed_is_sent(watch: Watch) -> None:
    watch.begin()
    listed = Sent(url="http://shop.test/listed")
    assert [watch.judge(each) for each in (listed, Sent(), listed, Sent("GET"))] == [
        True,
        False,
        False,
        True,
    ]


def test_what_is_sent_between_actions_ends_nothing_then_or_later(watch: Watch) -> None:
    assert not watch.judge(Sent(body=b'{"n": 1}'))
    with watch.acting():
        assert not watch.judge(Sent(body=b'{"n": 2}'))
    assert watch.notes() == ["not sent, in safe mode: POST http://shop.test/do"]
    assert watch.withheld == ("POST http://shop.test/do",)


def test_another_request_to_the_same_address_is_another_one(watch: Watch) -> None:
    watch.judge(Sent(body=b'{"operationName": "Products", "query": "q"}'))
    with pytest.raises(SafeModeStop):
        act(watch, Sent(body=b'{"operationName": "PlaceOrder", "query": "q"}'))


@pytest.mark.parametrize(
    "headers",
    [{"Referer": "http://shop.test/next?a=1"}, {"referer": "http://shop.test/next?a=1"}, {}],
    ids=str,
)
def test_what_a_new_page_sends_is_its_own(watch: Watch, headers: dict[str, str]) -> None:
    with watch.acting():
        watch.judge(page("http://shop.test/next?a=1"))
        assert not watch.judge(Sent(headers=headers))


def test_what_a_new_page_sends_to_another_host_is_known_by_its_origin(watch: Watch) -> None:
    with watch.acting():
        watch.judge(page("http://shop.test/next"))
        assert not watch.judge(
            Sent(url="http://api.shop.test/do", headers={"Referer": "http://shop.test/"})
        )


def test_what_the_old_page_sends_beside_a_new_one_ends_the_session(watch: Watch) -> None:
    with pytest.raises(SafeModeStop):
        act(watch, page("http://shop.test/next"), Sent())


def test_a_form_of_a_page_that_tells_no_referrer_ends_the_session(watch: Watch) -> None:
    with pytest.raises(SafeModeStop):
        act(watch, Sent(headers=PAGE))


def test_a_page_is_known_over_plain_http_too(watch: Watch) -> None:
    with watch.acting():
        watch.judge(Sent("GET", "http://shop.test/next", headers={"Accept": "text/html,*/*"}))
        assert not watch.judge(Sent(headers={"Referer": "http://shop.test/next"}))


def test_another_session_begins_anew(watch: Watch) -> None:
    with pytest.raises(SafeModeStop):
        act(watch, Sent())
    watch.forget()
    with watch.acting():
        assert watch.withheld == ()


def test_a_language_without_words_is_told_once(watch: Watch) -> None:
    watch.press({"language": "el"})
    watch.press({"language": "el"})
    watch.press({"language": "en"})
    assert watch.notes() == ["safe mode has no words for the page's language, 'el'"]
