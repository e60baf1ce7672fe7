"""Firefox does as Chromium does, where its driver alone would not."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from user_at_browser import FIREFOX, Site, User

from pathfinder.core.action import Kind
from pathfinder.core.errors import SiteUnreachable
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.webdriver import WebDriverBrowser

pytestmark = pytest.mark.skipif(not FIREFOX, reason="no Firefox here")


@pytest.fixture(scope="module")
def nowhere() -> str:
    """A host and port where nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def firefox(site: Site, nowhere: str, home: Path) -> Iterator[WebDriverBrowser]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        browser = open_browser([site.host, nowhere], browser="firefox")
    with closing(browser):
        yield browser


@pytest.fixture
def user(firefox: WebDriverBrowser, site: Site) -> User:
    return User(firefox, site)


def test_the_same_is_seen_and_done(user: User) -> None:
    user.visit("<h1>Shop</h1><label>Name <input></label><button>Go</button>")
    assert [element.name for element in user.scene.actionable] == ["Name", "Go"]
    assert user.change(Kind.TYPE, "Name", "Ann").history_line() == "Name is now 'Ann'"


ASK = '<h1 id=h>Open</h1><button onclick="h.textContent = String({})">Ask</button>'


@pytest.mark.parametrize(
    ("asks", "answer", "then"),
    [
        ("alert('Sure?')", "accept", "undefined"),
        ("confirm('Sure?')", "accept", "true"),
        ("confirm('Sure?')", "dismiss", "false"),
        ("prompt('Sure?', 'Ann')", "accept", "Ann"),
        ("prompt('Sure?', 'Ann')", "accept: Bo", "Bo"),
        ("prompt('Sure?')", "dismiss", "null"),
    ],
)
def test_a_native_dialog_is_read_and_answered(
    user: User, asks: str, answer: str, then: str
) -> None:
    user.visit(ASK.format(asks))
    assert user.do(Kind.CLICK, "Ask").notes == ("dialog: Sure?",)
    assert user.look().dialog == "Sure?"
    assert user.do(Kind.ANSWER_DIALOG, value=answer).ok
    assert user.look().heading == then
    assert user.do(Kind.ANSWER_DIALOG, value="accept").error == "no dialog"


def test_a_dialog_that_opens_while_the_page_is_waited_for_is_read(user: User) -> None:
    user.visit("<button onclick='setTimeout(() => alert(`Taken`), 100)'>Add</button>")
    assert user.do(Kind.CLICK, "Add").notes == ("dialog: Taken",)
    assert user.do(Kind.ANSWER_DIALOG, value="accept").ok


def test_a_dialog_that_a_choice_opens_leaves_the_choice_made(user: User) -> None:
    user.visit(
        "<label>Size <select onchange='alert(`New price`)'><option>S<option>M</select></label>"
    )
    result = user.do(Kind.SELECT, "Size", "M")
    assert (result.ok, result.notes) == (True, ("dialog: New price",))
    assert user.do(Kind.ANSWER_DIALOG, value="accept").ok
    assert user.value("Size") == "M"


@pytest.mark.parametrize(
    "body",
    [
        "<button onclick='print()'>Print</button>",
        "<iframe srcdoc='<button onclick=parent.print()>Print</button>'></iframe>",
    ],
)
def test_asking_to_print_opens_nothing_and_is_noted(user: User, body: str) -> None:
    user.visit(f"<h1>Receipt</h1>{body}<button>Nothing</button>")
    assert user.do(Kind.CLICK, "Print").notes == ("print dialog",)
    assert user.look().heading == "Receipt"
    assert user.do(Kind.CLICK, "Nothing").notes == ()


def test_what_listens_can_be_pressed_until_it_listens_no_more(user: User) -> None:
    user.visit(
        "<p id=a>Open</p><p id=b>Once</p><p id=c>Aborted</p><p>Read</p><script>"
        "const shut = () => a.removeEventListener('click', shut), end = new AbortController();"
        "a.addEventListener('click', shut);"
        "b.addEventListener('click', () => {}, { once: true });"
        "c.addEventListener('click', () => {}, { signal: end.signal });"
        "b.addEventListener('click', () => end.abort(), { once: true })</script>"
    )
    assert [one.name for one in user.scene.actionable] == ["Open", "Once", "Aborted"]
    assert user.do(Kind.CLICK, "Open").ok
    assert user.do(Kind.CLICK, "Once").ok
    assert user.look().actionable == ()


def test_what_is_dragged_is_dropped_with_what_it_carries(user: User) -> None:
    user.visit(
        "<h1 id=h>None</h1><button id=a draggable=true>Card</button><button id=z>Done</button>"
        "<script>a.ondragstart = e => e.dataTransfer.setData('text/plain', 'Oak');"
        "z.ondragover = e => e.preventDefault();"
        "z.ondrop = e => h.textContent = e.dataTransfer.getData('text/plain')</script>"
    )
    assert user.do(Kind.DRAG, "Card", onto="Done").ok
    assert user.look().heading == "Oak"


def test_a_month_is_entered_in_the_form_that_the_page_means(user: User) -> None:
    user.visit("<label>Expires <input type=month></label>")
    assert user.do(Kind.TYPE, "Expires", "March 2026").ok
    assert user.value("Expires") == "2026-03"


def test_the_browsers_own_error_page_is_not_taken_for_the_sites(user: User, nowhere: str) -> None:
    user.visit(f"<a href='http://{nowhere}/'>Shop</a>")
    with pytest.raises(SiteUnreachable, match="does not answer: ERR_CONNECTION_REFUSED"):
        user.do(Kind.CLICK, "Shop")
    user.visit("<h1>Start</h1>")
    assert user.browser.peek(f"http://{nowhere}/") is None
    assert user.look().heading == "Start"


def test_a_page_that_goes_on_by_itself_is_waited_for(user: User) -> None:
    there = user.site.page("<h1>Arrived</h1>")
    url = user.site.page(f"<script>setTimeout(() => location = '{there}', 100)</script>")
    assert user.browser.open(url).notes == ()
    assert user.look().heading == "Arrived"


def test_looking_in_another_tab_leaves_the_cookies_as_they_are(user: User) -> None:
    there = user.site.page("<h1>Telugu</h1><script>document.cookie = 'language=te'</script>")
    user.visit("<h1>Start</h1><script>document.cookie = 'language=en'</script>")
    assert user.browser.peek(there) is not None
    assert user.browser.driver.execute_script("return document.cookie") == "language=en"


def test_a_file_that_nobody_asked_for_is_not_kept(user: User, home: Path) -> None:
    user.visit("<a href='/report.csv' download>The file</a>")
    assert user.do(Kind.CLICK, "The file").ok
    assert user.do(Kind.WAIT, value="0.5").ok
    assert list(home.rglob("report*")) == []


LOADS = "(async () => {{ await fetch('{}') }})()"


def test_a_request_that_ends_because_its_page_is_left_is_no_error(user: User) -> None:
    next_page = user.site.page("<h1>Next</h1>")
    user.browser.notices()
    user.visit(
        f"<button onclick=\"{LOADS.format('/later')}; location = '{next_page}'\">Go on</button>"
    )
    assert user.do(Kind.CLICK, "Go on").ok
    assert user.look().heading == "Next"
    assert user.browser.notices() == ()


def test_a_request_that_fails_on_a_page_that_stays_is_an_error(user: User) -> None:
    user.visit(f'<button onclick="{LOADS.format("http://127.0.0.1:1/")}">Load</button>')
    assert user.do(Kind.CLICK, "Load").ok
    assert [one.kind for one in user.browser.notices()] == ["exception"]
