"""Pages and browsers that misbehave."""

import contextlib
import time
from collections.abc import Callable
from typing import ClassVar

import pytest
from selenium.common import exceptions as wd
from selenium.common.exceptions import UnexpectedAlertPresentException
from user_at_browser import Site, User

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import BrowserDied, HostNotAllowed, SiteUnreachable, TabCrashed
from pathfinder.core.secrets import Vault, reference
from pathfinder.webprocessor.asking import answer_of, ask
from pathfinder.webprocessor.looking import look_once
from pathfinder.webprocessor.navigate import go
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.troubles import TROUBLE, message
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.processes import children, kill


def test_a_native_dialog_is_seen_and_answered(user: User) -> None:
    user.visit(
        "<button onclick=\"document.title = confirm('Delete it?') ? 'deleted' : "
        "'kept'\">Delete</button>"
    )
    assert user.do(Kind.CLICK, "Delete").notes == ("dialog: Delete it?",)
    assert user.look().dialog == "Delete it?"
    assert user.browser.screenshot().startswith(b"\x89PNG")
    assert user.do(Kind.ANSWER_DIALOG, value="dismiss").ok
    assert user.look().title == "kept"
    user.do(Kind.CLICK, "Delete")
    user.do(Kind.ANSWER_DIALOG, value="accept")
    assert user.look().title == "deleted"
    assert user.do(Kind.ANSWER_DIALOG, value="accept").error == "no dialog"


def test_a_prompt_is_answered_with_text(user: User) -> None:
    user.visit("<button onclick=\"document.title = prompt('Your name?')\">Ask</button>")
    user.do(Kind.CLICK, "Ask")
    assert user.do(Kind.ANSWER_DIALOG, value="accept: Ann {{persona.account.password}}").ok
    assert user.look().title == "Ann {{persona.account.password}}"


def test_a_dialog_at_load_is_no_obstacle(user: User) -> None:
    url = user.site.page("<h1>Shop</h1><script>alert('Welcome')</script>")
    assert "dialog: Welcome" in user.browser.open(url).notes
    user.do(Kind.ANSWER_DIALOG, value="accept")
    assert user.look().heading == "Shop"


def test_a_new_tab_is_gone_to_and_left_again(user: User) -> None:
    second = user.site.page("<h1>Terms</h1>", title="Terms")
    user.visit(f"<h1>Shop</h1><a href='{second}' target=_blank>Terms</a>")
    assert "new tab" in user.do(Kind.CLICK, "Terms").notes
    scene = user.look()
    assert (scene.heading, scene.tabs) == ("Terms", 2)
    assert user.do(Kind.SWITCH_TAB, value="0").ok
    assert user.look().heading == "Shop"
    assert user.do(Kind.SWITCH_TAB, value="terms").ok
    assert user.do(Kind.SWITCH_TAB, value="7").error == "no such tab"
    user.browser.forget()
    assert user.look().tabs == 1


def test_a_tab_that_closes_itself_leads_back(user: User) -> None:
    second = user.site.page("<button onclick='window.close()'>Shut</button>")
    user.visit(f"<h1>Shop</h1><button onclick='window.open(`{second}`)'>Open</button>")
    user.do(Kind.CLICK, "Open")
    user.look()
    assert "tab closed" in user.do(Kind.CLICK, "Shut").notes
    assert user.look().heading == "Shop"


def test_a_download_is_noted(user: User) -> None:
    user.visit("<h1>Reports</h1><a href=/report.csv>Download</a>")
    result = user.do(Kind.CLICK, "Download")
    for _ in range(20):
        if "download: report.csv" in result.notes:
            break
        time.sleep(0.1)
        result = user.do(Kind.WAIT, value="0")
    assert user.look().heading == "Reports"
    assert [file.name for file in user.browser.downloads.iterdir()] == ["report.csv"]  # type: ignore[union-attr]


def test_basic_auth_is_an_error_page_not_a_hang(user: User) -> None:
    user.browser.open(f"http://{user.site.host}/auth")
    scene = user.look()
    assert "HTTP 401" in scene.notes
    assert scene.errors


def test_a_page_of_ten_megabytes(user: User) -> None:
    rows = "<p>" + "lorem ipsum " * 400 + "</p>"
    url = user.site.page(f"<h1>Long</h1><button>Here</button>{rows * (10_000_000 // len(rows))}")
    assert user.browser.open(url).ok
    assert user.look().heading == "Long"
    assert user.do(Kind.CLICK, "Here").ok


def test_a_host_that_is_not_allowed(user: User, other_site: Site) -> None:
    with pytest.raises(HostNotAllowed, match=r"elsewhere\.test is not on an allowed origin"):
        user.browser.open("http://elsewhere.test")
    user.visit("<a href='http://elsewhere.test/'>Leave</a><a href='/here'>Stay</a>")
    assert "left the allowed origins" in user.do(Kind.CLICK, "Leave").notes
    assert user.do(Kind.NAVIGATE, value="http://elsewhere.test/").message.endswith(
        "is not on an allowed origin"
    )


def test_a_value_of_the_persona_is_typed_on_allowed_hosts_only(
    user: User, other_site: Site
) -> None:
    tell = "fetch('/typed', {method: 'POST', body: this.value, keepalive: true})"
    url = other_site.page(f'<label>Password <input type=password oninput="{tell}"></label>')
    narrow = WebDriverBrowser(user.browser.driver, [user.site.host], vault=user.browser.vault)
    for value in (reference("account.password"), reference("name"), "plain text"):
        user.go(url)
        result = narrow.perform(Action(Kind.TYPE, user.named("Password").uid, value), user.scene)
        assert (result.ok, result.error) == (False, "off origin")
    assert other_site.posted == []
    user.go(url)
    user.do(Kind.TYPE, "Password", "x")
    assert other_site.posted == ["x"]


def test_a_site_that_is_down() -> None:
    down = Site()
    down.close()
    with (
        contextlib.closing(open_browser([down.host])) as browser,
        pytest.raises(
            SiteUnreachable, match=f"http://{down.host} does not answer: .*ERR_CONNECTION_REFUSED"
        ),
    ):
        browser.open(f"http://{down.host}")


def test_a_port_that_the_browser_refuses_is_a_site_that_does_not_answer(user: User) -> None:
    browser = WebDriverBrowser(user.browser.driver, ["127.0.0.1:9"])
    with pytest.raises(
        SiteUnreachable,
        match=r"http://127\.0\.0\.1:9/ does not answer: (ERR_UNSAFE_PORT|deniedPortAccess)",
    ):
        browser.open("http://127.0.0.1:9/")


def test_a_site_that_does_not_answer(user: User) -> None:
    user.visit("<h1>A page of the same site</h1>")  # is not taken for the one that does not come
    user.browser.driver.set_page_load_timeout(0.5)
    try:
        with pytest.raises(SiteUnreachable, match="does not answer within"):
            user.browser.open(f"http://{user.site.host}/hang")
    finally:
        user.browser.driver.set_page_load_timeout(20)
    assert user.visit("<h1>Back</h1>").heading == "Back"


def test_forget_makes_a_fresh_visitor(user: User) -> None:
    read, write = (
        "(document.cookie || 'none') + (localStorage.seen || '')",
        "document.cookie = 'a=1'; localStorage.seen = 1",
    )
    url = user.site.page(f"<h1>Shop</h1><script>document.title = {read}; {write}</script>")
    assert user.go(url).title == "none"
    assert user.go(url).title == "a=11"
    user.browser.forget()
    assert user.go(url).title == "none"


LEAVES = """
const done = arguments[0];
window.name = "left";
indexedDB.open("left").onsuccess = () => caches.open("left")
  .then(() => navigator.serviceWorker.register("/worker.js"))
  .then(() => navigator.serviceWorker.ready).then(() => done());
"""
LEFT = """
const done = arguments[0];
Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations()])
  .then(found => done([window.name, ...found.flat().map(String)].filter(Boolean)));
"""


def test_forget_leaves_no_data_base_cache_worker_or_name_of_the_window(
    own_user: Callable[..., User],
) -> None:
    user = own_user(browser="chromium")
    url = user.site.page("<h1>Shop</h1>")
    user.go(url)
    user.browser.driver.execute_async_script(LEAVES)
    assert len(user.browser.driver.execute_async_script(LEFT)) == 4
    user.browser.forget()
    user.go(url)
    assert user.browser.driver.execute_async_script(LEFT) == []


def test_a_form_that_is_called_title_is_not_the_title(user: User) -> None:
    assert user.visit("<h1>Shop</h1><form name=title></form><img name=title>").title == "Test page"
    assert user.browser.open(user.site.page("<form name=title></form>")).ok


def test_a_page_that_changes_what_scripts_stand_on_breaks_nothing_off(
    own_user: Callable[..., User],
) -> None:
    user = own_user(browser="chromium")
    user.visit("<button onclick='Object.prototype.toJSON = () => 1'>Go</button>")
    assert user.do(Kind.CLICK, "Go").ok
    assert [element.name for element in user.look().actionable] == ["Go"]
    assert user.visit("<h1>Next</h1>").heading == "Next"


def test_a_crashed_tab_is_told(own_user: Callable[..., User]) -> None:
    user = own_user(browser="chromium")
    user.visit("<h1>Shop</h1>")
    with pytest.raises(TROUBLE):
        user.browser.driver.get("chrome://crash")
    with pytest.raises(TabCrashed):
        user.browser.look()


def test_a_killed_browser_is_told(own_user: Callable[..., User]) -> None:
    user = own_user()
    user.visit("<button>Go</button>")
    kill(children(user.browser.driver.service.process.pid))  # type: ignore[attr-defined]
    with pytest.raises(BrowserDied):
        user.do(Kind.CLICK, "Go")
    with pytest.raises(BrowserDied):
        user.browser.look()


def test_a_killed_driver_is_told(own_user: Callable[..., User]) -> None:
    user = own_user()
    user.visit("<button>Go</button>")
    started = children(user.browser.driver.service.process.pid)  # type: ignore[attr-defined]
    user.browser.driver.service.process.kill()  # type: ignore[attr-defined]
    user.browser.driver.service.process.wait()  # type: ignore[attr-defined]
    with pytest.raises(BrowserDied):
        user.browser.perform(Action(Kind.CLICK, user.scene.actionable[0].uid), user.scene)
    kill(started)


@pytest.mark.parametrize(
    "body",
    [
        "<button onclick='print()'>Print</button>",
        "<button onclick='setTimeout(print, 100)'>Print</button>",
        "<iframe srcdoc='<button onclick=parent.print()>Print</button>'></iframe>",
        # A machine that is busy elsewhere: nothing on the page runs until the time of rest is over.
        "<script>const stall = () => { for (const began = Date.now(); Date.now() < began + 300;); }"
        "</script><button onclick='setTimeout(stall, 90); setTimeout(print, 120)'>Print</button>",
    ],
)
def test_asking_to_print_is_noted_and_leaves_no_trace(user: User, body: str) -> None:
    user.visit(f"<h1>Receipt</h1>{body}<button>Nothing</button>")
    assert user.do(Kind.CLICK, "Print").notes == ("print dialog",)
    assert user.look().heading == "Receipt"
    assert user.do(Kind.CLICK, "Nothing").notes == ()


def test_a_page_that_asks_to_print_once_it_is_drawn_is_noted(user: User) -> None:
    url = user.site.page(
        """<h1>Ticket</h1><script>
        let drawn = 0;
        const drawing = setInterval(() => {
          document.querySelector("h1").textContent = `Ticket ${++drawn}`;
          if (drawn === 20) { clearInterval(drawing); print(); }
        }, 50);
        </script>"""
    )
    assert "print dialog" in user.browser.open(url).notes


def test_a_page_without_what_waiting_needs_is_looked_at_all_the_same(user: User) -> None:
    url = user.site.page("<h1>News</h1><script>window.MutationObserver = undefined</script>")
    assert "page not ready" in user.browser.open(url).notes
    assert user.look().heading == "News"


class DialogInTheMiddle:
    """A driver whose page opens a dialog while it is looked at: that call answers nothing."""

    asked = 0
    capabilities: ClassVar[dict[str, str]] = {}

    def execute_script(self, script: str) -> None:
        self.asked += 1
        if self.asked > 1:
            raise UnexpectedAlertPresentException("a dialog is open")


def test_a_dialog_that_opens_during_a_look_is_seen_by_the_next_call() -> None:
    with pytest.raises(UnexpectedAlertPresentException):
        look_once(DialogInTheMiddle(), Vault(), tabs=1)  # type: ignore[arg-type]


def test_a_driver_that_says_nothing_is_told_by_the_name_of_its_error() -> None:
    assert message(wd.InsecureCertificateException("")) == "Insecure Certificate Exception"
    assert message(wd.WebDriverException("no such tab\n  at 1")) == "no such tab"


class _Going:
    """A driver whose script is answered by nothing at first, as Firefox does of a page that goes."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.opened: list[str] = []

    def get(self, url: str) -> None:
        self.opened.append(url)

    def execute_script(self, *_: object) -> object:
        return self.answers.pop(0)

    execute_async_script = execute_script


def test_a_document_that_goes_without_an_answer_is_opened_again() -> None:
    page = "http://shop.test/"
    driver = _Going(["http://old.test/", 1.0, "navigate"], None, [page, 2.0, "navigate"])
    go(driver, page)  # type: ignore[arg-type]
    assert driver.opened == [page, page]


def test_a_page_that_goes_without_an_answer_is_asked_again() -> None:
    found = {"unmet": [], "looked": True}
    assert ask(_Going(None, found), "expect", {}, 1.0) == found  # type: ignore[arg-type]
    assert answer_of(_Going(None, found), "says") == found  # type: ignore[arg-type]
    with pytest.raises(wd.WebDriverException, match="the page gave no answer"):
        answer_of(_Going(None, None), "says")  # type: ignore[arg-type]


def test_what_firefox_says_on_its_error_page_is_told_in_words() -> None:
    page = "Reached error page: about:neterror?e=netReset&u=http%3A//shop.test/&d=The%20end."
    assert message(wd.WebDriverException(page)) == "netReset: The end."
