"""Looking at an address beside the page, in a real browser."""

from urllib.parse import urljoin

import pytest

from pathfinder.core.action import Kind
from pathfinder.webprocessor.peeking import Behind
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


def test_cookies_are_as_before_and_as_the_site_had_set_them(user: User, site: Site) -> None:
    there = site.page("<h1>Telugu</h1><script>document.cookie = 'language=te'</script>")
    new = site.page("<h1>New</h1><script>document.cookie = 'seen=1'</script>")
    user.visit("<h1>Start</h1><script>document.cookie = 'language=en'</script>")
    before = cookies(user)
    assert user.browser.peek(there) is not None
    assert user.browser.peek(new) is not None
    assert cookies(user) == before


def test_a_session_that_a_look_renews_goes_on(user: User, site: Site) -> None:
    """The one before may be worth nothing once another was given for it."""
    user.visit("<h1>Start</h1>")
    user.browser.driver.add_cookie({"name": "session", "value": "1", "httpOnly": True})
    assert user.browser.peek(f"http://{site.host}/renewed") is not None
    assert cookies(user)["session"]["value"] == "2"
    user.browser.driver.delete_cookie("session")
    assert user.browser.peek(f"http://{site.host}/renewed") is not None
    assert cookies(user)["session"]["value"] == "2"
    user.browser.driver.delete_cookie("session")


def cookies(user: User) -> dict[str, dict[str, object]]:
    """Name -> cookie of the site that is shown; in no order."""
    return {one["name"]: one for one in user.browser.driver.get_cookies()}


CLOSED = {
    "a tab": "<button role=tab aria-controls=t aria-selected=false>Open</button>"
    "<div id=t style='display:none'>%s</div>",
    "bootstrap": "<button data-bs-target='#t'>Open</button><div id=t hidden>%s</div>",
    "a menu": "<button aria-haspopup=true aria-expanded=false>Open</button>"
    "<div style='display:none'>%s</div>",
    "labelled": "<button id=o>Open</button><p>between</p>"
    "<div aria-labelledby=o style='visibility:hidden'>%s</div>",
    "details": "<details><summary>Open</summary>%s</details>",
    "flat": "<a href='#t'>Open</a><div id=t style='height:0;overflow:hidden'>%s</div>",
    "popover": "<button popovertarget=t>Open</button><div id=t popover>%s</div>",
}
HELD = "<p>What we say.</p><label>Comment <textarea></textarea></label><button>Save</button><a href=/x>Back</a>"


@pytest.mark.parametrize("kind", CLOSED)
def test_what_is_closed_is_told_without_opening_it(user: User, kind: str) -> None:
    user.visit(f"<h1>Start</h1>{CLOSED[kind] % HELD}")
    (opener,) = [e for e in user.scene.actionable if e.name == "Open"]
    back = urljoin(user.scene.url, "/x")
    assert user.browser.behind(user.scene.actionable) == {
        opener.uid: Behind(("Comment",), ("Save", "Back"), ("What we say.",), (back,))
    }
    folded = [] if kind == "flat" else [("Back", back)]
    assert [(e.name, e.href) for e in user.browser.unseen()] == folded


def test_a_menu_that_is_labelled_as_another_belongs_to_what_it_stands_beside(user: User) -> None:
    one = "<li><a href='#' id=%s role=button aria-expanded=false>%s</a><div aria-labelledby=own "
    menu = f"{one}style='display:none'><a href=%s>%s</a></div></li>"
    user.visit(
        f"<h1>Start</h1><ul>{menu % ('all', 'All', '/all', 'Everyone')}"
        f"{menu % ('own', 'Ada', '/own', 'Hours')}</ul>"
    )
    held = user.browser.behind(user.scene.actionable)
    names = {e.name: held[e.uid].controls for e in user.scene.actionable if e.uid in held}
    assert names == {"All": ("Everyone",), "Ada": ("Hours",)}


def test_links_that_nothing_opens_are_not_told(user: User) -> None:
    user.visit("<h1>Start</h1><div style='display:none'><a href=/x>Back</a></div><a href=/y>On</a>")
    assert user.browser.unseen() == ()


def test_what_is_open_or_says_nothing_of_itself_holds_nothing(user: User) -> None:
    user.visit(
        f"<button aria-controls=t>Open</button><div id=t>{HELD}</div>"
        "<button>Other</button><div hidden><button>Hidden</button></div>"
    )
    assert user.browser.behind(user.scene.actionable) == {}
