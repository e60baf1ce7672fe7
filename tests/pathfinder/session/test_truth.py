"""The truth of a session: facts, and the four labels, as the paper defines them."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest

from pathfinder.core.errors import BrowserDied, SettingsError
from pathfinder.core.fact import parse_fact
from pathfinder.core.settings import DEFAULTS, load_sites
from pathfinder.core.task import Site
from pathfinder.core.verdict import outcome
from pathfinder.session.truth import ask_site, label_of, reachable, reached
from pathfinder.webprocessor.element import Element, Scene

ORDERS = [{"number": 7, "status": "paid", "lines": [{"quantity": 2}, {"quantity": 1}]}]
PAGE = Scene(
    "http://shop.test/thanks",
    "Done",
    "Thank you",
    (),
    (Element("h1", "heading", "Thank you", text="Thank you"),),
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("orders", True),
        ("orders count >= 1", True),
        ("orders count > 1", False),
        ("orders *.status is paid", True),
        ("orders 0.status is Open", False),
        ("orders 0.lines count is 2", True),
        ("orders *.lines.*.quantity >= 2", True),
        ("orders 0.nothing.here is 1", False),
        ("accounts", False),
        ("reviews", None),
        ("GET /api/state open contains yes", True),
    ],
)
def test_a_fact_holds_by_what_was_told(text, holds):
    told = {"orders": ORDERS, "accounts": [], "GET /api/state": {"open": "oh yes"}}
    assert parse_fact(text).holds(told) is holds


@pytest.mark.parametrize(
    "text", ["orders are there", "orders count >= many", "GET orders", "text shows up", ""]
)
def test_what_is_no_fact_is_said(text):
    with pytest.raises(SettingsError):
        parse_fact(text)


@pytest.mark.parametrize(
    ("status", "was_reached", "can_be", "blame", "label"),
    [
        ("success", True, True, "", "TP"),
        ("success", False, True, "", "FP"),
        ("likely", True, True, "", "TP"),
        ("likely", False, True, "", "FP"),
        ("likely", False, False, "", "FP"),
        ("success", None, True, "", ""),
        ("stuck", False, True, "", "FN"),
        ("expired", True, True, "", "FN"),
        ("stuck", False, False, "", "TN"),
        ("stuck", None, False, "", "TN"),
        ("expired", None, True, "", ""),
        ("inconclusive", False, True, "model", "FN"),
        ("inconclusive", False, True, "browser", ""),
    ],
)
def test_the_four_labels(status, was_reached, can_be, blame, label):
    assert outcome(status, was_reached, reachable=can_be, blame=blame) == label


class Shop(BaseHTTPRequestHandler):
    """Tells of its orders."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/truth/orders" else 404)
        self.end_headers()
        self.wfile.write(json.dumps(ORDERS).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shop():
    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_site_is_asked_and_what_it_does_not_tell_is_unknown(shop):
    site = Site(
        "shop",
        shop,
        truth="/truth/",
        reached={"buy": (parse_fact("orders"),), "join": (parse_fact("accounts"),)},
    )
    told = ask_site(site, "buy", lambda: PAGE)
    assert told == {"orders": ORDERS}
    assert reached(site, "Buy!", told) is True
    assert reached(site, "join", told) is None
    assert label_of(site, "buy", told, "success") == "TP"


def test_a_site_that_sends_elsewhere_or_talks_nonsense_tells_nothing(shop):
    class Elsewhere(Shop):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/deep" else 302)
            self.send_header("Location", f"{shop}truth/orders")
            self.end_headers()
            self.wfile.write(b"[" * 100_000)

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        for path in ("away", "deep"):
            site = Site("shop", url, reached={"buy": (parse_fact(f"GET /{path}"),)})
            assert ask_site(site, "buy", lambda: PAGE) == {}
        near = Site("shop", url, (urlsplit(shop).netloc,), reached={"buy": (parse_fact("GET /x"),)})
        assert ask_site(near, "buy", lambda: PAGE) == {"GET /x": ORDERS}
        server.shutdown()


def test_commands_and_the_last_page_tell_too():
    facts = tuple(
        parse_fact(text) for text in (f"run {sys.executable} -c exit(1)", "text present thank you")
    )
    site = Site(
        "shop",
        "http://127.0.0.1:9/",
        reached={"no": facts[:1], "yes": facts[1:], "what": (parse_fact("run no-such-program"),)},
    )
    assert reached(site, "no", ask_site(site, "no", lambda: PAGE)) is False
    assert reached(site, "yes", ask_site(site, "yes", lambda: PAGE)) is True
    assert reached(site, "what", ask_site(site, "what", lambda: PAGE)) is None


def test_a_browser_that_has_died_tells_nothing():
    def gone():
        raise BrowserDied("the browser is gone")

    site = Site(
        "shop", "http://127.0.0.1:9/", reached={"yes": (parse_fact("text present thank you"),)}
    )
    assert reached(site, "yes", ask_site(site, "yes", gone)) is None


def test_the_sites_that_come_with_the_program_say_what_is_true():
    sites = load_sites(DEFAULTS / "sites.yaml")
    assert reached(sites["demo"], "make a purchase", {"orders": ORDERS}) is True
    assert not reachable(sites["demo-empty"], "make a purchase")
    assert label_of(sites["demo-empty"], "make a purchase", {"orders": []}, "stuck") == "TN"


def test_a_fact_that_is_not_understood_is_said_with_its_line(tmp_path):
    (tmp_path / "sites.yaml").write_text(
        "shop:\n  url: http://127.0.0.1:9\n  reached:\n    buy: orders are there\n",
        encoding="utf-8",
    )
    with pytest.raises(
        SettingsError,
        match=r"sites.yaml:4: site 'shop': reached: fact 'orders are there' is not understood",
    ):
        load_sites(tmp_path / "sites.yaml")
