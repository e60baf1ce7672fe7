"""A crawl: what it tries next, what it enters, what it counts, and what it finds."""

import json
from urllib.parse import urlsplit

import pytest

from pathfinder.core import events
from pathfinder.core.action import Kind
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Persona, Site, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import PlayerTurns
from pathfinder.systems.crawl.coverage import Coverage, page_kind, told
from pathfinder.systems.crawl.crawler import Crawler
from pathfinder.systems.crawl.kept import Kept, moved, read_kept
from pathfinder.systems.crawl.values import is_secret, right_actions, wrong_actions
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Snapshot

HOME, ABOUT, NEWS = (f"http://a.test/{name}" for name in ("", "about", "news"))
VAULT = Vault({"account.email": "ann@example.org"}, frozenset())


def link(name: str, href: str, number: int = 1) -> Element:
    return Element(
        "a", "link", name, href=href, xpath=f"/html/body/main/a[{number}]", actionable=True
    )


def field(name: str, kind: str = "text", **facts: object) -> Element:
    base = {"xpath": f"/html/body/main/form/input[@name='{name}']", "form": "f", "uid": name}
    return Element(
        "input", "textbox", name, attributes={"type": kind}, actionable=True, **{**base, **facts}
    )  # type: ignore[arg-type]


SEND = Element(
    "button",
    "button",
    "Send",
    form="f",
    submits=True,
    xpath="/html/body/main/form/p/button",
    actionable=True,
)


def crawled(pages: dict[str, FakePage], steps: int = 20, **site: object):
    browser, journal, graph = FakeBrowser(pages), MemoryJournal(), StateGraph()
    task = Task("", Site("a", HOME, ("a.test",), **site), Persona("ann"), max_steps=steps)
    player = Crawler(task, journal, graph)
    verdict = Loop(PlayerTurns(task, player, browser, journal, graph), journal, steps).run()
    return verdict, browser, journal


def page(url: str, *elements: Element, leads: dict[str, str] | None = None) -> FakePage:
    return FakePage(Snapshot(url, url, elements), leads or {})


def test_every_page_is_seen_and_then_it_ends() -> None:
    links = (link("Home", HOME), link("About", ABOUT, 2), link("News", NEWS, 3))
    leads = {"Home": "home", "About": "about", "News": "news"}
    pages = {
        name: page(url, *links, leads=leads)
        for name, url in (("home", HOME), ("about", ABOUT), ("news", NEWS))
    }
    verdict, _, journal = crawled(pages)
    (figures,) = events.of(journal.events, events.Coverage)
    assert verdict.status is Status.CRAWLED
    assert verdict.exit_code() == 0
    assert (figures.states, figures.pages) == (3, 3)
    assert "nothing is left to try" in verdict.reason


def test_it_ends_with_its_budget() -> None:
    links = tuple(link(f"Page {n}", f"http://a.test/p{n}", n) for n in range(3))
    leads = {f"Page {n}": "home" for n in range(3)}
    verdict, _, _ = crawled({"home": page(HOME, *links, leads=leads)}, steps=1)
    assert "the budget of 1 step is spent" in verdict.reason


def test_logging_out_is_never_tried() -> None:
    out = Element("button", "button", "Log out", xpath="/b", actionable=True)
    _, browser, _ = crawled({"home": page(HOME, out, link("About", ABOUT))})
    assert "Log out" not in {one.element for one in browser.done}


def test_a_form_is_tried_with_something_wrong_and_then_right() -> None:
    mail = field("E-mail", "email", required=True, error="Enter an address")
    _, browser, _ = crawled({"home": page(HOME, mail, SEND)})
    typed = [one.action.written for one in browser.done if one.action.kind is Kind.TYPE]
    assert typed == ["kim.lee", "kim.lee@example.com"]


def test_input_that_a_refused_form_loses_is_found() -> None:
    mail = field("E-mail", "email", error="no address")
    refused = page(HOME + "again", field("Name"), mail, SEND)
    first = page(HOME, field("Name"), field("E-mail", "email"), SEND, leads={"Send": "refused"})
    _, _, journal = crawled({"home": first, "refused": refused}, steps=1)
    (found,) = events.of(journal.events, events.Finding)
    assert found.kind == "lost input"
    assert found.message == 'the form that "Send" sends comes back without Name'


def test_input_that_is_kept_is_not_lost() -> None:
    mail = field("E-mail", "email", error="no address")
    kept = page(HOME + "again", field("Name", value="A few words to try it"), mail, SEND)
    first = page(HOME, field("Name"), field("E-mail", "email"), SEND, leads={"Send": "kept"})
    _, _, journal = crawled({"home": first, "kept": kept}, steps=1)
    assert events.of(journal.events, events.Finding) == []


def test_a_secret_is_not_given_back() -> None:
    vault = Vault({"payment.cvc": "123"}, frozenset({"payment.cvc"}))
    assert is_secret(field("Security code (CVC)"), vault)
    assert is_secret(field("Code", "password"), vault)
    assert not is_secret(field("Name"), vault)


def test_a_page_that_nothing_leads_on_from_is_a_dead_end() -> None:
    pages = {
        "home": page(HOME, link("About", ABOUT), leads={"About": "about"}),
        "about": page(ABOUT),
    }
    _, _, journal = crawled(pages)
    assert [one.kind for one in events.of(journal.events, events.Finding)] == ["dead end"]


@pytest.mark.parametrize(
    ("kind", "right"),
    [("email", "{{persona.account.email}}"), ("number", "2"), ("date", "2030-05-14")],
)
def test_fields_get_what_their_type_can_hold(kind: str, right: str) -> None:
    name = "E-mail" if kind == "email" else "Field"
    (action,) = right_actions([field(name, kind)], VAULT)
    assert action.written == right


def test_what_is_wrong_is_of_the_wrong_form_or_missing() -> None:
    name, mail = field("Name", required=True), field("E-mail", "email")
    wrong = {a.uid: a.written for a in wrong_actions([name, mail], VAULT)}
    assert wrong == {"Name": "A few words to try it", "E-mail": "kim.lee"}
    assert wrong_actions([name], VAULT) == []
    assert wrong_actions([field("Note")], VAULT) == []


def test_pages_of_one_kind_differ_in_numbers_only() -> None:
    assert page_kind("http://a.test/orders/12?x=1") == page_kind("http://a.test/orders/345")
    assert page_kind("http://a.test/orders/12") != page_kind("http://a.test/items/12")


def test_the_figures_are_a_sentence() -> None:
    figures = events.Coverage(states=1, pages=2, actions=9, actions_tried=4, forms=1, forms_tried=1)
    assert told(figures) == (
        "looked at 1 state on 2 kinds of page, tried 4 of 9 actions and 1 of 1 form"
    )
    assert Coverage().event(0).actions == 0


def test_a_verdict_of_a_crawl_is_json() -> None:
    assert json.loads(json.dumps(Verdict(Status.CRAWLED, "seen").to_json()))["exit"] == 0


def kept_of(pages: dict[str, FakePage], steps: int, before: Kept | None = None, home: str = HOME):
    """Crawl so far; the figures, what was done, and what is kept."""
    browser, journal, graph = FakeBrowser(pages), MemoryJournal(), StateGraph(urlsplit(home).netloc)
    task = Task("", Site("a", home, (urlsplit(home).netloc,)), Persona("ann"), max_steps=steps)
    kept: list[Kept] = []
    player = Crawler(task, journal, graph, frozenset(), before, kept.append)
    Loop(PlayerTurns(task, player, browser, journal, graph), journal, steps).run()
    (figures,) = events.of(journal.events, events.Coverage)
    return figures, browser.done, kept[-1]


NAMES = ("about", "news", "help", "prices")


def chain(home: str) -> dict[str, FakePage]:
    links = [link(name, f"{home}{name}", n) for n, name in enumerate(NAMES, 1)]
    leads = dict(zip(NAMES, NAMES, strict=True))
    inner = {name: page(home + name, *links, leads=leads) for name in NAMES}
    return {"home": page(home, *links, leads=leads), **inner}


def test_a_crawl_goes_on_where_another_ended() -> None:
    _, first, kept = kept_of(chain(HOME), 2)
    assert len(kept.states) == 3
    figures, second, _ = kept_of(chain(HOME), 20, Kept.model_validate(kept.to_json()))
    assert {one.element for one in first} == set(NAMES[:2])
    assert [one.element for one in second if one.element][:2] == list(NAMES[2:])
    assert figures.states == 5


def test_it_goes_on_where_the_site_is_served_elsewhere() -> None:
    _, _, kept = kept_of(chain("http://127.0.0.1:8600/"), 2, home="http://127.0.0.1:8600/")
    there = "http://127.0.0.1:45481/"
    figures, second, after = kept_of(chain(there), 20, kept, there)
    assert figures.states == 5
    assert [one.element for one in second if one.element][:2] == list(NAMES[2:])
    assert {state.url for state in after.states} == {there, *(there + name for name in NAMES)}


def test_an_address_of_another_host_stays_as_it_is() -> None:
    assert moved("http://b.test/x?y", "http://a.test/", "http://a.test:1/") == "http://b.test/x?y"
    assert moved("http://a.test/x?y", "http://a.test/", "https://c.test/") == "https://c.test/x?y"


@pytest.mark.parametrize("text", ["{", '{"states": []}', '{"url": "", "states": [{}]}'])
def test_what_can_not_be_gone_on_with_is_said_in_a_line(tmp_path, text: str) -> None:
    (tmp_path / "crawl.json").write_text(text)
    with pytest.raises(UsageError, match=r"crawl\.json: not a crawl that can be gone on with"):
        read_kept(tmp_path)


def test_a_folder_that_keeps_no_crawl_is_no_crawl(tmp_path) -> None:
    with pytest.raises(UsageError, match="name the folder of a crawl's session"):
        read_kept(tmp_path)
