"""Links that a crawl has not followed: what is asked for, how, and what is found."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pathfinder.cli.app import run
from pathfinder.core import events
from pathfinder.core.errors import SiteUnreachable
from pathfinder.core.journal import MemoryJournal, read_journal
from pathfinder.core.task import Persona, Site, Task
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import PlayerTurns
from pathfinder.systems.crawl.crawler import Crawler
from pathfinder.systems.crawl.links import MOST, Link, Links, answered, broken, is_broken
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.served_pages import served_pages

HOME = "http://a.test/"


def link(name: str, href: str, **facts: object) -> Element:
    return Element("a", "link", name, href=href, xpath=f"//a[.='{name}']", actionable=True, **facts)  # type: ignore[arg-type]


def asked_for(*links: Element, irreversible: tuple[str, ...] = ()) -> list[str]:
    met = Links(Site("a", HOME, ("a.test",), irreversible=irreversible))
    met.meet(Scene(HOME, "", "", links, ()), 1)
    return [one.address for one in met.unfollowed({HOME}, HOME)]


def test_each_address_is_asked_for_once_and_none_that_was_seen() -> None:
    links = (link("Home", "/"), link("A", "/a"), link("A again", "/a#part"), link("B", "b?page=2"))
    assert asked_for(*links) == [f"{HOME}a", f"{HOME}b?page=2"]


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("Log out", "/bye"),
        ("Bye", "/account/logout"),
        ("Bye", "/?logout=1"),
        ("Abmelden", "/x"),
        ("Delete", "/items/7"),
        ("7", "/items/7/delete"),
        ("7", "/items/7?action=show"),
        ("7", "/basket/add/7"),
        ("7", "/basket?add-to-cart=7"),
        ("7", "/merken/7/hinzufügen"),
        ("Confirm", "/mail?token=abc"),
        ("Mail", "mailto:ann@example.org"),
        ("Script", "javascript:go()"),
    ],
)
def test_what_might_change_something_is_not_asked_for(name: str, href: str) -> None:
    assert asked_for(link(name, href)) == []


def test_an_address_that_one_link_bars_is_barred_for_all() -> None:
    assert asked_for(link("7", "/items/7"), link("Delete", "/items/7")) == []


def test_addresses_of_other_origins_do_not_count() -> None:
    elsewhere = [link(f"{n}", f"http://b.test/{n}") for n in range(MOST)]
    assert asked_for(*elsewhere, link("A", "/a")) == [f"{HOME}a"]


def test_only_plain_links_are_asked_for() -> None:
    button = Element("button", "button", "Go", actionable=True)
    drawn = Element("a", "button", "Go", href="/a", actionable=True)
    file = link("Prices", "/prices.pdf", attributes={"download": ""})
    assert asked_for(button, drawn, file) == []
    assert asked_for(link("Sell", "/sell"), irreversible=("sell",)) == []


def test_there_is_a_bound() -> None:
    assert len(asked_for(*(link(f"{n}", f"/p{n}") for n in range(MOST + 5)))) == MOST


def links_to(*addresses: str) -> list[Link]:
    return [Link(one, "Words", HOME, 1) for one in addresses]


def scene(*hrefs: str) -> Scene:
    return Scene(HOME, "", "", tuple(link(href, href) for href in hrefs), ())


def test_what_leads_nowhere_is_asked_for_again_where_it_is_still_shown() -> None:
    answers = {f"{HOME}a": [500, 200], f"{HOME}b": [503, 500], f"{HOME}c": [404], f"{HOME}d": [501]}
    known = links_to(*answers)

    def ask(asked: Sequence[str]) -> dict[str, int]:
        return {one: 200 if one == HOME else answers[one].pop(0) for one in asked}

    said = answered(known, ask, HOME)
    found = broken(known, said, ask, lambda page: scene("/a", "/b", "/d"))
    assert [(one.address, status) for one, status in found] == [(f"{HOME}b", 500)]


@pytest.mark.parametrize("status", [200, 302, 401, 403, 405, 429, 501, 0])
def test_what_is_no_broken_link(status: int) -> None:
    assert not is_broken(status)


@pytest.mark.parametrize("known", [{}, {HOME: 404}, {HOME: 405}])
def test_a_site_that_does_not_know_head_is_not_judged(known: dict[str, int]) -> None:
    assert (
        answered(links_to("a"), lambda asked: known if asked == [HOME] else {"a": 404}, HOME) == {}
    )


def test_a_page_that_does_not_open_again_says_nothing() -> None:
    def reopen(page: str) -> Scene:
        raise SiteUnreachable(page)

    asked: list[Sequence[str]] = []

    def ask(addresses: Sequence[str]) -> dict[str, int]:
        asked.append(addresses)
        return {}

    assert list(broken(links_to("a"), {"a": 404}, ask, reopen)) == []
    assert asked == []


def test_a_broken_link_is_found_with_its_page_and_words() -> None:
    gone = link("Offers", "/gone?of=today", enabled=True)
    browser, journal, graph = (
        FakeBrowser({"home": FakePage(Snapshot(HOME, "Home", (gone,)), {"Offers": "home"})}),
        MemoryJournal(),
        StateGraph(),
    )
    task = Task("", Site("a", HOME, ("a.test",)), Persona("ann"), max_steps=3)
    player = Crawler(
        task,
        journal,
        graph,
        ask=lambda asked: {one: 200 if one == HOME else 404 for one in asked},
        reopen=lambda page: make_scene(browser.look()),
    )
    verdict = Loop(PlayerTurns(task, player, browser, journal, graph), journal, 3).run()
    (found,) = events.of(journal.events, events.Finding)
    assert (found.kind, found.severity) == ("broken link", "error")
    assert found.message == 'the link "Offers" leads to /gone: 404'
    assert (found.url, found.evidence) == (f"{HOME}gone?of=today", HOME)
    assert "asked for 1 other link" in verdict.reason


def test_it_can_be_interrupted_as_any_step_can() -> None:
    def ask(addresses: Sequence[str]) -> dict[str, int]:
        raise KeyboardInterrupt

    pages = {"home": FakePage(Snapshot(HOME, "Home", (link("A", "/a"),)), {"A": "home"})}
    journal, graph = MemoryJournal(), StateGraph()
    task = Task("", Site("a", HOME, ("a.test",)), Persona("ann"), max_steps=3)
    player = Crawler(task, journal, graph, ask=ask)
    loop = Loop(PlayerTurns(task, player, FakeBrowser(pages), journal, graph), journal, 3)
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert loop.verdict is not None
    assert loop.verdict.reason.startswith("interrupted in step")


SHOWN = {"/": "<h1>Home</h1>" + "".join(f"<p><a href='{p}'>{p[1:]}</a></p>" for p in (
    "/ok", "/gone", "/moved", "/members", "/only-get", "/broken", "/logout", "/items/1/delete"))}  # fmt: skip


@contextmanager
def served() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A site that notes what is asked of it; members are those with its cookie."""
    asked: list[tuple[str, str]] = []
    statuses = {"/": 200, "/ok": 200, "/moved": 302, "/only-get": 405, "/broken": 500}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.command, self.path))
            status = statuses.get(self.path, 404)
            if self.path == "/members" and "who=ann" in self.headers.get("Cookie", ""):
                status = 200
            page = f"<!doctype html><title>x</title>{SHOWN.get(self.path, '<h1>?</h1>')}".encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.send_header("Set-Cookie", "who=ann; HttpOnly; Path=/")
            if status == 302:
                self.send_header("Location", "/logout")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(page)

        do_HEAD = do_GET

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


def test_links_are_asked_for_with_the_cookies_of_the_session_and_nothing_else(tmp_path) -> None:
    with served() as (url, asked):
        words = ["explore", "--goal", "", "--url", url, "--max-steps", "1"]
        run([*words, "--out", str(tmp_path / "runs")])
        [session] = (tmp_path / "runs").iterdir()
        heads = {path for method, path in asked if method == "HEAD"}
        followed = {path for method, path in asked if method == "GET"}
    assert {"/gone", "/moved", "/members", "/only-get", "/broken"} <= heads | followed
    assert not {"/logout", "/items/1/delete"} & (heads | followed)
    found = events.of(read_journal(session), events.Finding)
    assert sorted(one.message for one in found if one.kind == "broken link") == [
        'the link "broken" leads to /broken: 500',
        'the link "gone" leads to /gone: 404',
    ]


def test_other_origins_and_those_that_do_not_answer_are_left_out() -> None:
    with served_pages({"/": "<h1>Home</h1>"}) as other, served() as (url, asked):
        browser = open_browser(["127.0.0.1:*"])
        try:
            assert browser.statuses([url]) == {}
            browser.open(url)
            said = browser.statuses([f"{url}gone", f"{url}moved", other, "http://b.test/"])
        finally:
            browser.close()
    assert said == {f"{url}gone": 404, f"{url}moved": 302}
    assert ("GET", "/logout") not in asked
