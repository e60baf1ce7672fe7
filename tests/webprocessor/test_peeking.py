"""Looking at an address beside the page, in a real browser."""

import pytest

from pathfinder.core.action import Kind
from pathfinder.webprocessor.scene import make_scene
from tests.webprocessor.user_at_browser import Site, User

FORM = "<form><label>Town <input name=town></label><button>Go</button></form>"


def test_an_address_is_looked_at_and_the_page_stays_as_it_is(user: User, site: Site) -> None:
    there = site.page("<h1>Opening hours</h1><p>Nine to five</p>")
    user.visit(f"<h1>Start</h1>{FORM}")
    user.do(Kind.TYPE, "Town", "Ghent")
    shown = user.browser.peek(there)
    assert shown is not None
    assert make_scene(shown).heading == "Opening hours"
    assert user.browser.look().tabs == 1
    assert user.value("Town") == "Ghent"


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert('Hello')</script><h1>Loud</h1>",
        "<script>window.open('about:blank')</script><h1>Two</h1>",
        "<script>window.close()</script><h1>Gone</h1>",
    ],
)
def test_nothing_is_left_of_a_page_that_opens_or_closes_things(
    user: User, site: Site, body: str
) -> None:
    there = site.page(body)
    user.visit("<h1>Start</h1>")
    user.browser.peek(there)
    now = user.browser.look()
    assert (now.tabs, now.dialog, make_scene(now).heading) == (1, "", "Start")


def test_what_is_off_the_allowed_origins_or_leads_there_is_not_looked_at(
    user: User, site: Site
) -> None:
    away = site.page("<script>location = 'http://127.0.0.1:1/'</script>")
    user.visit("<h1>Start</h1>")
    assert user.browser.peek("http://127.0.0.1:1/") is None
    assert user.browser.peek(away) is None
    assert make_scene(user.browser.look()).heading == "Start"
