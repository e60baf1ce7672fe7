"""What a page's scripts say to the console, by chromedriver's log and by WebDriver BiDi."""

import json
import socket
import threading
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from user_at_browser import User

from pathfinder.core.action import Kind
from pathfinder.webprocessor.bidi import Bidi
from pathfinder.webprocessor.console import BidiLog, ChromiumLog, console_of
from pathfinder.webprocessor.options import BrowserOptions, chromium_options, firefox_options

LOUD = """
<h1>Loud</h1>
<script>
  console.log("no error"); console.warn("nor this"); console.error("stock is low");
  new ResizeObserver(() => { throw new TypeError("resized") }).observe(document.body);
  Promise.reject(new Error("kept"));
  setTimeout(() => { throw new Error("boom\\nand more") });
  document.write('<iframe srcdoc="<script>missing()<\\/script>"></iframe>');
</script>
"""
SAID = [
    ("console error", "stock is low"),
    ("exception", "Uncaught Error: boom"),
    ("exception", "Uncaught Error: kept"),
    ("exception", "Uncaught ReferenceError: missing is not defined"),
    ("exception", "Uncaught TypeError: resized"),
]
BUTTON = "<h1>Count</h1><button onclick='console.error(`press ${++n}`); gone()'>Press</button>"


def told(user: User) -> list[tuple[str, str]]:
    return sorted((one.kind, one.message) for one in user.browser.notices())


@pytest.mark.parametrize("by", ["chromedriver", "bidi"])
def test_errors_and_exceptions_are_told_once_whoever_tells_them(
    by: str, remote: str, own_user: Callable[..., User]
) -> None:
    user = own_user(webdriver_url=remote) if by == "bidi" else own_user(browser="chromium")
    console = user.browser.noticer._console
    assert isinstance(console, BidiLog if by == "bidi" else ChromiumLog)
    user.visit(LOUD)
    assert told(user) == SAID
    assert told(user) == []


def test_where_it_was_said_is_told_too(remote: str, own_user: Callable[..., User]) -> None:
    user = own_user(webdriver_url=remote)
    user.visit("<h1>Ill</h1><script>console.error('here')</script>")
    [notice] = user.browser.notices()
    assert notice.url == user.browser.driver.current_url
    assert notice.evidence.startswith(f"{notice.url} 0:")


def test_nothing_is_late_between_an_action_and_the_look(
    remote: str, own_user: Callable[..., User]
) -> None:
    user = own_user(webdriver_url=remote)
    user.visit(f"<script>var n = 0</script>{BUTTON}")
    for number in range(1, 21):
        user.browser.driver.execute_script("document.querySelector('button').click()")
        assert told(user) == [
            ("console error", f"press {number}"),
            ("exception", "Uncaught ReferenceError: gone is not defined"),
        ]


def test_a_native_dialog_keeps_nothing_back(remote: str, own_user: Callable[..., User]) -> None:
    user = own_user(webdriver_url=remote)
    user.visit("<h1>Ask</h1><button onclick='console.error(`asked`); alert(`Sure?`)'>Ask</button>")
    user.do(Kind.CLICK, "Ask")
    assert told(user) == [("console error", "asked")]


def test_a_page_that_says_much_loses_no_more_than_it_says(
    remote: str, own_user: Callable[..., User]
) -> None:
    user = own_user(webdriver_url=remote)
    user.visit(
        "<h1>Much</h1><script>for (let i = 0; i < 2000; i++) console.log('x'.repeat(500));"
        "console.error('last')</script>"
    )
    assert told(user) == [("console error", "last")]


def test_no_thread_is_left_when_the_browser_closes(
    remote: str, own_user: Callable[..., User]
) -> None:
    before = listening()
    user = own_user(webdriver_url=remote)
    assert listening() > before
    user.browser.close()
    assert listening() == before


def test_a_driver_that_is_gone_says_nothing_and_keeps_nobody(
    remote: str, own_user: Callable[..., User]
) -> None:
    before = listening()
    user = own_user(webdriver_url=remote)
    console = user.browser.noticer._console
    user.browser.driver.quit()
    assert console is not None
    assert console.errors() == []
    console.close()
    assert listening() == before


def listening() -> set[threading.Thread]:
    """The threads that read WebDriver BiDi, of all browsers that are open."""
    return {one for one in threading.enumerate() if one.name == "bidi"}


@contextmanager
def without_bidi(remote: str) -> Iterator[str]:
    """A WebDriver server that knows nothing of BiDi, before one that does."""

    class Handler(BaseHTTPRequestHandler):
        def _hand_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if b"webSocketUrl" in body:
                said = {"error": "invalid argument", "message": "unknown capability webSocketUrl"}
                self._answer(400, json.dumps({"value": said}).encode())
                return
            headers = {"Content-Type": "application/json"}
            asked = urllib.request.Request(
                remote + self.path, body or None, headers, method=self.command
            )
            try:
                with urllib.request.urlopen(asked) as answer:
                    self._answer(answer.status, answer.read())
            except urllib.error.HTTPError as error:
                self._answer(error.code, error.read())

        do_GET = do_POST = do_DELETE = _hand_on

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_driver_without_bidi_starts_all_the_same(
    remote: str, own_user: Callable[..., User]
) -> None:
    with without_bidi(remote) as url:
        user = own_user(webdriver_url=url)
        user.visit(LOUD)
        assert told(user) == []
        assert user.scene.heading == "Loud"
        user.browser.close()


def test_bidi_that_nobody_answers_is_no_console() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    for said in (f"ws://127.0.0.1:{port}/session/1", "nonsense", True, None):
        driver: Any = SimpleNamespace(capabilities={"webSocketUrl": said})
        assert console_of(driver) is None


def test_a_driver_that_answers_nothing_is_waited_for_once() -> None:
    def take(listener: socket.socket) -> None:
        wire, _ = listener.accept()
        with wire:
            asked = wire.recv(65536).decode()
            key = asked.partition("Sec-WebSocket-Key: ")[2].partition("\r\n")[0]
            known = f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()
            accepted = b64encode(sha1(known, usedforsecurity=False).digest()).decode()
            wire.sendall(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accepted}\r\n\r\n".encode()
            )
            while wire.recv(65536):
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=take, args=(listener,), daemon=True).start()
        url = f"ws://127.0.0.1:{listener.getsockname()[1]}/session/1"
        mute = Bidi(url, lambda name, fields: None, seconds=0.5)
        assert mute.ask("session.status", {}) == {}
        assert mute._patience == 0
        assert mute.ask("session.status", {}) == {}
        mute.close()


def test_a_question_that_is_no_command_is_answered_with_nothing(
    remote: str, own_user: Callable[..., User]
) -> None:
    user = own_user(webdriver_url=remote)
    other = Bidi(user.browser.driver.capabilities["webSocketUrl"], lambda name, fields: None)
    assert other.ask("nothing.known", {}) == {}
    assert other.ask("browsingContext.getTree", {})["contexts"]
    other.close()
    assert other.ask("browsingContext.getTree", {}) == {}


def test_bidi_is_asked_for_where_nothing_else_tells() -> None:
    def asks(options: Any) -> bool:
        return bool(options.to_capabilities().get("webSocketUrl"))

    here = BrowserOptions(("127.0.0.1",))
    elsewhere = BrowserOptions(("127.0.0.1",), webdriver_url="http://127.0.0.1:4444")
    firefox = BrowserOptions(("127.0.0.1",), browser="firefox")
    assert not asks(chromium_options(here))
    assert asks(chromium_options(elsewhere))
    assert asks(firefox_options(firefox))
    assert not asks(firefox_options(BrowserOptions(("127.0.0.1",), "firefox", bidi=False)))
