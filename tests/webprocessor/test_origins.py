"""What a page can make a browser send.

All of it arrives at the allowed origin, nothing at another port of the same host.
"""

import base64
import hashlib
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from user_at_browser import FIREFOX

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import CertificateRefused, OffOrigin, SafeModeStop
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Locator, Target
from pathfinder.core.sending import Request
from pathfinder.webprocessor.authority import Authority
from pathfinder.webprocessor.element import Scene
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.quick_answers import FoundElement
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.webdriver import WebDriverBrowser

# Kind -> what a page holds that makes a browser ask AT (an origin) for /KIND; "press" is clicked.
ATTEMPTS = {
    "redirect": "<script>location = '/to?' + 'AT/redirect'</script>",
    "meta": "<meta http-equiv=refresh content='0; url=AT/meta'>",
    "script": "<script>location.href = 'AT/script'</script>",
    "link": "<a id=press href='AT/link'>press</a>",
    "ping": "<a id=press href='#here' ping='AT/ping'>press</a>",
    "form": "<form method=post action='AT/form'><input name=a value=1><button "
    "id=press>press</button></form>",
    "formaction": "<form><button id=press formmethod=post "
    "formaction='AT/formaction'>press</button></form>",
    "submit": "<form id=f method=post action='AT/submit'><input name=a "
    "value=1></form><script>f.submit()</script>",
    "window": "<button id=press onclick=\"window.open('AT/window')\">press</button>",
    "iframe": "<iframe src='AT/iframe'></iframe>",
    "object": "<object data='AT/object' type='text/html'></object>",
    "embed": "<embed src='AT/embed' type='text/html'>",
    "image": "<img src='AT/image'>",
    "srcset": "<img srcset='AT/srcset 2x'>",
    "tag": "<script src='AT/tag'></script>",
    "module": "<script type=module src='AT/module'></script>",
    "style": "<link rel=stylesheet href='AT/style'>",
    "css-url": "<style>body { background: url('AT/css-url') }</style>",
    "css-import": "<style>@import url('AT/css-import');</style>",
    "font": "<style>@font-face { font-family: f; src: url('AT/font') } p { font-family: f "
    "}</style><p>text</p>",
    "favicon": "<link rel=icon href='AT/favicon'>",
    "video": "<video src='AT/video' preload=auto></video>",
    "fetch": "<script>fetch('AT/fetch', {mode: 'no-cors'}).catch(() => 0)</script>",
    "keepalive": "<script>fetch('AT/keepalive', {method: 'POST', body: 'a=1', mode: 'no-cors', "
    "keepalive: true}).catch(() => 0)</script>",
    "beacon": "<script>navigator.sendBeacon('AT/beacon', 'a=1')</script>",
    "xhr": "<script>x = new XMLHttpRequest(); x.open('POST', 'AT/xhr'); x.send('a=1')</script>",
    "event-source": "<script>new EventSource('AT/event-source')</script>",
    "web-socket": "<script>new WebSocket('AT/web-socket'.replace('http', 'ws'))</script>",
    "prefetch": "<link rel=prefetch href='AT/prefetch'>",
    "preload": "<link rel=preload as=script href='AT/preload'>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('AT/worker', {mode: "
    "'no-cors'})\"])))</script>",
    "service-worker": "<script>navigator.serviceWorker.register('/sw.js?AT/service-worker')</script>",
}
# These open a connection (TCP or UDP) and ask for nothing.
CONNECTS = {
    "preconnect": "<link rel=preconnect href='AT'>",
    "dns-prefetch": "<link rel=dns-prefetch href='AT'>",
    "webrtc": """<script>
        p = new RTCPeerConnection({iceServers: [
            {urls: 'stun:HOST'}, {urls: 'turn:HOST?transport=udp', username: 'password', credential: 'x'},
            {urls: 'turn:HOST?transport=tcp', username: 'password', credential: 'x'}]});
        p.createDataChannel('c'); p.createOffer().then(o => p.setLocalDescription(o));
        p.addIceCandidate({candidate: 'candidate:1 1 udp 1 127.0.0.1 PORT typ host', sdpMid: '0'}).catch(() => 0);
    </script>""",
}
WORKER = "self.addEventListener('install', () => fetch('%s', {mode: 'no-cors'}).catch(() => 0))"


class Catcher:
    """A server that counts what arrives: paths, connections, and datagrams on the same port."""

    def __init__(self, secured: ssl.SSLContext | None = None) -> None:
        self.paths: Counter[str] = Counter()
        self.connections = 0
        self.datagrams = 0
        self.pages: dict[str, str] = {}
        self.arrived = threading.Condition()
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._http = _Server(("127.0.0.1", 0), _Handler)
        self._http.catcher = self
        if secured:
            self._http.socket = secured.wrap_socket(
                self._http.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = self._http.server_port
        self._udp.bind(("127.0.0.1", self.port))
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._udp.close()

    def came(self, path: str) -> bool:
        """Whether something has asked for a path; waits for it."""
        with self.arrived:
            return self.arrived.wait_for(lambda: self.paths[path] > 0, timeout=10)

    def count(self, path: str) -> None:
        with self.arrived:
            self.paths[path] += 1
            self.arrived.notify_all()

    def _listen(self) -> None:
        while True:
            try:
                self._udp.recv(2048)
            except OSError:
                return
            self.datagrams += 1


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        self.server.catcher.count(path)
        if path == "/to":
            self._send(302, "", Location=query)
        elif path == "/sw.js":
            self._send(200, WORKER % query, kind="text/javascript")
        elif self.headers.get("Upgrade"):
            self._upgrade()
        else:
            self._send(200, self.server.catcher.pages.get(path, "ok"))

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.catcher.count(self.path)
        self._send(200, "ok")

    do_OPTIONS = do_GET

    def _upgrade(self) -> None:
        accept = hashlib.sha1(
            (self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()
        ).digest()
        self.send_response(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade")):
            self.send_header(name, value)
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(accept).decode())
        self.end_headers()
        self.close_connection = True

    def _send(self, status: int, text: str, kind: str = "text/html", **headers: str) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(text)),
            **headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    catcher: Catcher

    def get_request(self) -> tuple[socket.socket, object]:
        self.catcher.connections += 1
        return super().get_request()

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@pytest.fixture(scope="module")
def home() -> Iterator[Catcher]:
    with closing(Catcher()) as served:
        yield served


@pytest.fixture(scope="module")
def away() -> Iterator[Catcher]:
    with closing(Catcher()) as served:
        yield served


@pytest.fixture(scope="module")
def browser(home: Catcher) -> Iterator[WebDriverBrowser]:
    with closing(open_browser([f"127.0.0.1:{home.port}"])) as chromium:
        yield chromium


def visit(browser: WebDriverBrowser, home: Catcher, body: str, at: Catcher) -> list[str]:
    """Open a page that holds an attempt, press what there is to press, wait until the browser has nothing left to send; the notes."""
    body = (
        body.replace("AT", at.url)
        .replace("HOST", f"127.0.0.1:{at.port}")
        .replace("PORT", str(at.port))
    )
    home.pages["/page"] = f"<!doctype html><title>Page</title>{body}"
    notes = list(browser.open(f"{home.url}/page").notes)
    for element in make_scene(browser.look()).actionable:
        if element.name == "press":
            notes += browser.perform(
                Action(Kind.CLICK, element.uid), make_scene(browser.look())
            ).notes
            break
    return notes


# A browser without windows shows no icon, and asks for none.
@pytest.mark.long(but=8)
@pytest.mark.parametrize("kind", [kind for kind in ATTEMPTS if kind != "favicon"])
def test_the_allowed_origin_gets_it(browser: WebDriverBrowser, home: Catcher, kind: str) -> None:
    browser.forget()
    home.paths.clear()
    visit(browser, home, ATTEMPTS[kind], home)
    assert home.came(f"/{kind}")


@pytest.mark.long(but=8)
@pytest.mark.parametrize("kind", [*ATTEMPTS, *CONNECTS])
def test_another_port_gets_nothing(
    browser: WebDriverBrowser, home: Catcher, away: Catcher, kind: str
) -> None:
    browser.forget()
    browser.bounds.refused()
    notes = visit(browser, home, {**ATTEMPTS, **CONNECTS}[kind], away)
    browser.perform(Action(Kind.WAIT, value="0.3"), make_scene(browser.look()))
    assert (dict(away.paths), away.connections, away.datagrams) == ({}, 0, 0), notes


@pytest.mark.skipif(not FIREFOX, reason="no Firefox here")
def test_another_port_gets_nothing_from_firefox(home: Catcher, away: Catcher) -> None:
    hosts = [f"127.0.0.1:{home.port}"]
    with closing(open_browser(hosts, browser="firefox")) as firefox:
        assert isinstance(firefox, WebDriverBrowser)
        firefox.timeout = 0.5  # what comes later is counted with the next kind
        for kind, body in {**ATTEMPTS, **CONNECTS}.items():
            firefox.forget()
            visit(firefox, home, body, away)
            assert (dict(away.paths), away.connections, away.datagrams) == ({}, 0, 0), kind
        firefox.perform(Action(Kind.WAIT, value="0.5"), make_scene(firefox.look()))
        assert (dict(away.paths), away.connections, away.datagrams) == ({}, 0, 0)


def named(browser: WebDriverBrowser, name: str) -> tuple[str, Scene]:
    scene = make_scene(browser.look())
    (found,) = [element for element in scene.actionable if element.name == name]
    return found.uid, scene


def test_an_action_that_leads_off_is_one_that_did_not_work(
    browser: WebDriverBrowser, home: Catcher, away: Catcher
) -> None:
    for body in (
        f"<a href='{away.url}/x'>Leave</a>",
        f"<a href='{away.url}/x' target=_blank>Leave</a>",
        f"<a href='/to?{away.url}/x'>Leave</a>",
    ):
        browser.forget()
        visit(browser, home, f"<h1>Home</h1>{body}", away)
        uid, scene = named(browser, "Leave")
        result = browser.perform(Action(Kind.CLICK, uid), scene)
        assert (result.ok, result.error) == (False, "off origin")
        assert result.message == (
            f"it leads off the allowed origins, to {away.url}; if that belongs to the site, add "
            f"127.0.0.1:{away.port} to its hosts"
        )
        assert "left the allowed origins" in result.notes
        after = make_scene(browser.look())
        assert (after.heading, after.tabs) == ("Home", 1)


def test_nothing_is_done_on_a_page_that_has_left(
    browser: WebDriverBrowser, home: Catcher, away: Catcher
) -> None:
    """The page leaves by itself after it was looked at.

    Neither keys nor an old scene's elements are acted on there.
    """
    browser.forget()
    visit(browser, home, "<h1>Home</h1><button>Go</button>", away)
    uid, scene = named(browser, "Go")
    for action in (
        Action(Kind.CLICK, uid),
        Action(Kind.PRESS, value="Enter"),
        Action(Kind.SCROLL, value="down"),
    ):
        browser.driver.get(f"{away.url}/x")
        result = browser.perform(action, scene)
        assert (result.ok, result.error) == (False, "off origin")
        assert browser.driver.current_url == f"{home.url}/page"


def test_nothing_is_done_in_a_frame_that_is_not_of_the_site(home: Catcher) -> None:
    with (
        closing(Catcher()) as framed,
        closing(open_browser([f"127.0.0.1:{home.port}", f"127.0.0.1:{framed.port}"])) as both,
    ):
        framed.pages["/inside"] = "<button onclick='fetch(`/pressed`)'>Inside</button>"
        visit(both, home, "<iframe src='AT/inside'></iframe>", framed)
        uid, scene = named(both, "Inside")
        narrow = WebDriverBrowser(both.driver, [f"127.0.0.1:{home.port}"])
        result = narrow.perform(Action(Kind.CLICK, uid), scene)
        assert (result.error, result.message) == (
            "off origin",
            f"it stands in a frame off the allowed origins ({framed.url}/inside)",
        )
        assert both.perform(Action(Kind.CLICK, uid), scene).ok
        assert framed.came("/pressed")
        assert framed.paths["/pressed"] == 1


def test_a_replay_that_is_led_off_blames_nobody(
    browser: WebDriverBrowser, home: Catcher, away: Catcher
) -> None:
    visit(browser, home, f"<button onclick=\"location = '{away.url}/x'\">Go</button>", away)
    quick = QuickBrowser(browser)
    held = quick.seek(Target(locators=(Locator(by="css", value="button"),)), Kind.CLICK, timeout=5)
    assert isinstance(held, FoundElement)
    quick.act(Action(Kind.CLICK), held)
    with pytest.raises(OffOrigin, match=f"it leads off the allowed origins, to {away.url}"):
        quick.rest([parse_predicate("text present never")], timeout=5)


def test_no_thread_outlives_the_browser(home: Catcher) -> None:
    before = set(threading.enumerate())
    with closing(open_browser([f"127.0.0.1:{home.port}"])) as chromium:
        visit(chromium, home, "<script>new EventSource('/events')</script><h1>Home</h1>", home)
        own = [
            thread
            for thread in threading.enumerate()
            if thread.name == "gateway" and thread not in before
        ]
        assert own
    assert not any(thread.is_alive() for thread in own)


@pytest.fixture
def secure() -> Iterator[Catcher]:
    """A site over https whose certificate nobody vouches for."""
    with closing(Catcher(Authority().context("127.0.0.1"))) as served:
        served.pages["/"] = "<h1>Safe</h1><script>fetch('/more')</script>"
        yield served


def test_an_invalid_certificate_is_refused_unless_the_site_says_so(secure: Catcher) -> None:
    hosts, url = [f"127.0.0.1:{secure.port}"], f"https://127.0.0.1:{secure.port}/"
    with closing(open_browser(hosts)) as strict:
        with pytest.raises(
            CertificateRefused,
            match=r"^127\.0\.0\.1: its certificate is not valid.*insecure_certificates: true",
        ):
            strict.open(url)
        strict.keep_safe(LetAll())
        with pytest.raises(
            CertificateRefused,
            match=r"^127\.0\.0\.1: its certificate is not valid.*insecure_certificates: true",
        ):
            strict.open(url)
    assert not secure.paths
    with closing(open_browser(hosts, insecure=True)) as trusting:
        trusting.open(url)
        assert make_scene(trusting.look()).heading == "Safe"
        assert secure.came("/more")


def test_https_is_judged_too(secure: Catcher) -> None:
    safety = LetAll(refused="/more")
    with closing(
        open_browser([f"127.0.0.1:{secure.port}"], insecure=True, safety=safety)
    ) as browser:
        browser.open(f"https://127.0.0.1:{secure.port}/")
        assert make_scene(browser.look()).heading == "Safe"
        assert browser.gateway
        assert [request.url for request in browser.gateway.stopped] == [
            f"https://127.0.0.1:{secure.port}/more"
        ]
    assert not secure.paths["/more"]


class LetAll:
    """Lets everything be sent, but for one path."""

    def __init__(self, *, refused: str = "") -> None:
        self.refused = refused

    def may_send(self, request: Request) -> bool:
        return not (self.refused and request.url.endswith(self.refused))

    def stop(self, request: Request) -> SafeModeStop:
        return SafeModeStop(self.describe(request))

    def describe(self, request: Request) -> str:
        return f"{request.method} {request.url}"

    def pressing(self, said: object) -> None:
        return None

    def accepting(self, dialog: str) -> None:
        return None

    def knows(self, language: str) -> bool:
        return True
