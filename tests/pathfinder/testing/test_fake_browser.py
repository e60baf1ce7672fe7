"""The browser of saved pages: what it shows, what it does by itself, and that Chromium does so."""

from collections.abc import Iterator

import pytest

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import BrowserDied, HostNotAllowed, PageNotReady, SiteUnreachable
from pathfinder.core.scenario import Locator, Remembered, Target
from pathfinder.core.secrets import Vault, reference
from pathfinder.testing import FakeBrowser, FakeLocatingBrowser, FakePage
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Element, Snapshot
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, LocatingBrowser
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.snapshots import read_snapshots
from tests.fakes.town_hall import HALL, SAVED, fake_pages, snapshots
from tests.pathfinder.systems.heal.test_heal_browser import served_hall

VAULT = Vault({"account.password": "hunter2-hunter2"}, frozenset({"account.password"}))


def control(name: str, role: str = "button", **more: object) -> Element:
    return Element("x", role, name, actionable=True, xpath=f"/{name}", **more)  # type: ignore[arg-type]


def page(*controls: Element, url: str = "http://a.test/") -> Snapshot:
    return Snapshot(url, "A page", controls)


def do(browser: Browser, kind: Kind, name: str = "", value: object = None) -> ActionResult:
    scene = make_scene(browser.look())
    uid = next(one.uid for one in scene.actionable if one.name == name) if name else None
    return browser.perform(Action(kind, uid, value), scene)  # type: ignore[arg-type]


def seen(browser: Browser) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Path, text and what the fields hold."""
    scene = make_scene(browser.look())
    path = "/" + scene.url.partition("//")[2].partition("/")[2].partition("?")[0]
    return path, scene.text, scene.holdings


def walk(browser: Browser, root: str) -> Iterator[object]:
    """A walk through the town hall, with what is seen after each step."""
    browser.open(root)
    yield seen(browser)
    do(browser, Kind.CLICK, "Apply for a permit")
    yield seen(browser)
    do(browser, Kind.TYPE, "Town", "Leeds")
    yield seen(browser)
    do(browser, Kind.CLICK, "Send")
    yield seen(browser)
    do(browser, Kind.NAVIGATE, value=f"{root}choice")
    do(browser, Kind.CLICK, "In person")
    yield seen(browser)
    do(browser, Kind.CLICK, "Apply for a permit")
    yield seen(browser)
    do(browser, Kind.BACK)
    yield seen(browser)
    do(browser, Kind.NAVIGATE, value=f"{root}dead")
    yield do(browser, Kind.CLICK, "Apply for a permit").ok, seen(browser)


def test_a_walk_shows_what_it_shows_in_chromium() -> None:
    real = open_browser(["127.0.0.1:*"])
    try:
        with served_hall() as url:
            shown = list(walk(real, url))
    finally:
        real.close()
    assert list(walk(FakeBrowser(fake_pages()), HALL.url)) == shown


def test_the_saved_pages_are_what_chromium_shows() -> None:
    def shown(snapshot: Snapshot) -> list[tuple[object, ...]]:
        return [
            (one.role, one.name, one.actionable, one.text, one.href, one.action, one.submits)
            for one in snapshot.elements
        ]

    saved = read_snapshots(SAVED)
    fresh = snapshots()
    again = "take the pages anew: python -m tests.fakes.town_hall"
    assert {path: shown(one) for path, one in saved.items()} == {
        path: shown(one) for path, one in fresh.items()
    }, again


def test_the_leads_of_a_page_go_before_what_a_browser_does_by_itself() -> None:
    home = page(control("Next", "link", href="http://a.test/other"), control("Name", "textbox"))
    browser = FakeBrowser(
        {
            "home": FakePage(home, {"Next": "end", "type Name": "typed", "back": "end"}),
            "typed": FakePage(home),
            "end": FakePage(page(url="http://a.test/end")),
        }
    )
    browser.open("http://a.test/")
    do(browser, Kind.TYPE, "Name", "Jo")
    assert browser.page == "typed"
    browser.open("http://a.test/")
    do(browser, Kind.CLICK, "Next")
    assert browser.page == "end"
    assert [(done.page, done.action.kind, done.element) for done in browser.done] == [
        ("home", "type", "Name"),
        ("home", "click", "Next"),
    ]


def test_a_result_leaves_the_page_as_it_is_and_an_error_is_raised() -> None:
    covered = ActionResult(False, "covered", "by a banner")
    home = FakePage(page(control("Buy"), control("Pay")), {"Buy": covered, "Pay": BrowserDied("x")})
    browser = FakeBrowser({"home": home})
    browser.open("http://a.test/")
    assert do(browser, Kind.CLICK, "Buy") == covered
    with pytest.raises(BrowserDied):
        do(browser, Kind.CLICK, "Pay")
    for call in (browser.look, browser.screenshot, lambda: browser.open("http://a.test/")):
        with pytest.raises(BrowserDied):
            call()


def test_a_page_that_cannot_be_looked_at() -> None:
    browser = FakeBrowser({"busy": FakePage(PageNotReady("busy"), url="http://a.test/busy")})
    browser.open("http://a.test/busy")
    with pytest.raises(PageNotReady):
        browser.look()
    browser.screenshot()


def test_addresses_that_are_not_there_or_not_allowed() -> None:
    browser = FakeBrowser({"home": FakePage(page())})
    with pytest.raises(SiteUnreachable):
        browser.open("http://a.test/nowhere")
    with pytest.raises(HostNotAllowed):
        browser.open("http://b.test/")


def test_secrets_are_entered_and_never_seen() -> None:
    browser = FakeBrowser({"home": FakePage(page(control("Code", "textbox")))}, vault=VAULT)
    browser.open("http://a.test/")
    do(browser, Kind.TYPE, "Code", reference("account.password"))
    assert browser.entered == [("Code", "hunter2-hunter2")]
    assert seen(browser)[2] == (("Code", "{{persona.account.password}}"),)


def test_options_and_boxes() -> None:
    colour = control("Colour", "combobox", options=("Red", "Blue"))
    terms = control("Terms", "checkbox", checked=False)
    browser = FakeBrowser({"home": FakePage(page(colour, terms))})
    browser.open("http://a.test/")
    assert do(browser, Kind.SELECT, "Colour", "Green").error == "no such option"
    assert do(browser, Kind.SELECT, "Colour", "Blue").ok
    do(browser, Kind.CLICK, "Terms")
    assert seen(browser)[2] == (("Colour", "Blue"), ("Terms", "checked"))
    do(browser, Kind.UNCHECK, "Terms")
    assert seen(browser)[2][1] == ("Terms", "not checked")
    browser.forget()
    browser.open("http://a.test/")
    assert seen(browser)[2] == (("Colour", ""), ("Terms", "not checked"))


def test_a_dialog_that_is_open_is_told() -> None:
    asking = Snapshot("http://a.test/", "", (), dialog="Sure?")
    answered = FakePage(page(url="http://a.test/end"))
    browser = FakeBrowser({"ask": FakePage(asking, {"answer dialog": "end"}), "end": answered})
    assert browser.open("http://a.test/").notes == ("dialog: Sure?",)
    do(browser, Kind.ANSWER_DIALOG, value="accept")
    assert browser.page == "end"


def test_locators_find_one_element_or_say_why_not() -> None:
    browser = FakeBrowser({"home": FakePage(page(control("Buy", context="Oak"), control("Pay")))})
    quick: LocatingBrowser = FakeLocatingBrowser(browser)
    quick.navigate("http://a.test/")

    def sought(*locators: Locator, context: str = "") -> FoundElement | ElementNotFound:
        memory = Remembered(context=context) if context else None
        return quick.seek(Target(locators=locators, element=memory), Kind.CLICK, timeout=0.0)

    gone, pay = Locator(by="id", value="gone"), Locator(by="role", value="button", name="Pay")
    found = sought(gone, pay)
    assert isinstance(found, FoundElement)
    assert (found.locator, found.name) == (1, "Pay")
    missing = sought(gone)
    assert isinstance(missing, ElementNotFound)
    assert missing.error == "not found"


def test_several_elements_are_told_apart_by_their_context() -> None:
    twins = (
        control("Buy", context="Oak"),
        Element(**{**vars(control("Buy", context="Elm")), "xpath": "/2"}),
    )
    quick = FakeLocatingBrowser(FakeBrowser({"home": FakePage(page(*twins))}))
    quick.navigate("http://a.test/")
    locator = Locator(by="role", value="button", name="Buy")
    elm = quick.seek(
        Target(locators=(locator,), element=Remembered(context="Elm")), Kind.CLICK, timeout=0
    )
    assert isinstance(elm, FoundElement)
    assert elm.path == "/2"
    lost = quick.seek(
        Target(locators=(locator,), element=Remembered(context="Ash")), Kind.CLICK, timeout=0
    )
    assert isinstance(lost, ElementNotFound)
    assert lost.error == "ambiguous"
