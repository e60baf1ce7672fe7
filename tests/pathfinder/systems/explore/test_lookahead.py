"""Looking at what links lead to before one is chosen."""

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Guide, QuickSystem1
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.events import Peek, of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import GoalValue, Site
from pathfinder.engine.candidates import single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.systems.explore.choosing import Choosing
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.lookahead import Lookahead, lead_to
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.peeking import Behind
from pathfinder.webprocessor.scene import make_scene
from tests.pathfinder.systems.explore.test_explore import events, explore, guided

HOME = "http://office.test/"


def link(name: str, href: str) -> Element:
    text = name if name != "icon" else ""
    xpath = f"//a[.='{name}']"
    return Element("a", "link", name, text, href=href, xpath=xpath, actionable=True)


def page(url: str, title: str, *elements: Element) -> FakePage:
    heading = Element("h1", "heading", title, text=title, xpath="//h1", size=30)
    return FakePage(Snapshot(f"{HOME}{url}", title, (heading, *elements)))


OFFICE = {
    "start": page(
        "",
        "Office",
        link("News", "/news"),
        link("Desk", "/desk"),
        link("New desk", "/desk/add"),
        link("Add to basket", "/order/add/7"),
        link("icon", "/desk/only/free"),
        link("Log out", "/bye"),
        link("Elsewhere", "http://other.test/"),
    ),
    "news": page("news", "News"),
    "desk": page(
        "desk",
        "Reserve a desk",
        Element("input", "textbox", "From", xpath="//input", actionable=True),
        Element("button", "button", "Reserve", xpath="//button", actionable=True),
    ),
    "form": page("desk/add", "A new desk"),
    "back": FakePage(Snapshot(HOME, "Office", ())),
}


def looking(
    *, safe: bool = False, peeks: bool = True
) -> tuple[Lookahead, View, FakeBrowser, MemoryJournal]:
    browser = FakeBrowser(OFFICE)
    browser.open(HOME)
    scene = make_scene(browser.look())
    journal = MemoryJournal()
    site = Site("office", HOME, ("office.test",), safe=safe)
    lookahead = Lookahead(site, journal, "reserve a desk", browser if peeks else None)
    return lookahead, View(1, scene, StateGraph().visit(scene)[0], True), browser, journal


def test_what_a_link_leads_to_is_told_as_the_outcome_of_a_step() -> None:
    lookahead, view, browser, journal = looking()
    offered = {c.text: c for c in single_candidates(view.scene)}
    leads = lookahead.leads(view, offered.values())
    assert leads[offered['open "News"'].key].line.startswith('-> page "News"')
    assert leads[offered['open "Desk"'].key].line == '-> page "Reserve a desk": From; Reserve'
    assert leads[offered['open "Desk"'].key].fields == ("From",)
    assert browser.page == "start"
    assert [p.url for p in of(journal.events, Peek)][:2] == [f"{HOME}news", f"{HOME}desk"]


def test_of_a_long_form_what_sends_it_is_told_before_its_options() -> None:
    options = [
        Element(
            "input",
            "radio",
            f"Colour: {name}",
            uid=name,
            xpath=f"//input[{n}]",
            actionable=True,
            attributes={"name": "colour"},
        )
        for n, name in enumerate(["Ink blue", "Sand", "Terracotta"], 1)
    ]
    send = Element("button", "button", "Add to basket", xpath="//p/button", actionable=True)
    lamp = page("lamp", "Lamp", *options, replace(send, submits=True))
    before = make_scene(OFFICE["start"].snapshot)
    lead = lead_to(before, make_scene(lamp.snapshot), "buy a lamp")
    assert lead.line == '-> page "Lamp": Add to basket; Colour'


def test_links_that_the_goal_names_are_told_of_a_page_ahead() -> None:
    before = make_scene(OFFICE["start"].snapshot)
    links = (link("Rooms", "/rooms"), link("Talks", "/talks"), link("News", "/news"))
    ahead = make_scene(page("plan", "Plan", *links).snapshot)
    assert lead_to(before, ahead, "add a room").line == '-> page "Plan": Rooms'
    assert "News" not in lead_to(before, ahead, "read the news").line
    known = lead_to(before, ahead, "add a room", visited={"/rooms"})
    assert known.line != '-> page "Plan": Rooms'


@pytest.mark.parametrize(("off", "best"), [((), "Desk"), (("lookahead",), "News")])
def test_the_last_choice_keeps_what_the_guide_says_of_pages_that_were_looked_at(
    off: tuple[str, ...], best: str
) -> None:
    lookahead, view, _, _ = looking()

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        text = prompt.messages[-1].content
        if "Yes" in choices:
            return [-0.1, -1.1] if "Desk" in text.rpartition("Next step:")[2] else [-0.7, -0.7]
        lines = re.findall(r'^[A-Z]\. open "(.*?)"', text, re.MULTILINE)
        return [-0.5 * (name != "News") for name in lines]

    model = ScriptedModel(scores=scores)
    guards = Guards(lookahead.site, frozenset(off))
    choosing = Choosing("do it", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.lookahead = lookahead
    offered = [c for c in single_candidates(view.scene) if "News" in c.text or "esk" in c.text]
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    choice, _, _ = choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert choice.text == f'open "{best}"'


def test_what_opens_a_form_is_looked_at_and_what_acts_is_not() -> None:
    lookahead, view, browser, _ = looking()
    lookahead.leads(view, single_candidates(view.scene))
    assert browser.peeked
    paths = {url.removeprefix(HOME) for url in browser.peeked}
    assert "desk/add" in paths
    assert not paths & {"order/add/7", "bye", "http://other.test/", "desk/only/free"}


@pytest.mark.parametrize(
    ("xpath", "landmark", "looked_at"),
    [("//aside/a", "", True), ("//div/a", "navigation", True), ("//div/a", "", False)],
)
def test_a_link_without_words_of_its_own_is_looked_at_in_a_menu(
    xpath: str, landmark: str, looked_at: bool
) -> None:
    lookahead, view, browser, _ = looking()
    icon = replace(link("Rooms", "/rooms"), text="", xpath=xpath, landmark=landmark)
    scene = replace(view.scene, actionable=(icon,))
    lookahead.leads(replace(view, scene=scene), single_candidates(scene))
    assert browser.peeked == ([f"{HOME}rooms"] if looked_at else [])


def test_an_address_is_looked_at_once_until_something_was_sent() -> None:
    lookahead, view, browser, _ = looking()
    news = [c for c in single_candidates(view.scene) if c.text == 'open "News"']
    lookahead.leads(view, news)
    lookahead.leads(view, news)
    assert browser.peeked == [f"{HOME}news"]
    lookahead.forget()
    lookahead.leads(view, news)
    assert browser.peeked == [f"{HOME}news"] * 2


class _Returning(FakeBrowser):
    """Every address leads back to the start."""

    def peek(self, url: str) -> Snapshot | None:
        self.peeked.append(url)
        return Snapshot(HOME, "Office", (link("few", "/show/few"),))


def test_a_link_that_leads_back_to_where_it_stands_tells_of_its_kind() -> None:
    lookahead, view, _, _ = looking()
    lookahead.browser = browser = _Returning(OFFICE)
    few, many = (replace(link(name, f"/show/{name}"), xpath="//p/a") for name in ("few", "many"))
    scene = Scene(HOME, "Office", "Office", (few, many), ())
    assert lookahead.leads(view, single_candidates(scene)) == {}
    assert browser.peeked == [f"{HOME}show/few"]


def test_what_something_closed_holds_is_told_without_opening_it() -> None:
    lookahead, view, browser, _ = looking(safe=True)
    tab = Element("button", "tab", "Respond", uid="tab", xpath="//button", actionable=True)
    held = Behind(("Comment", "Resolved"), ("Save",))
    lookahead.browser = browser = FakeBrowser(
        {"start": replace(OFFICE["start"], behind={"Respond": held})}
    )
    browser.open(HOME)
    (offered,) = single_candidates(replace(view.scene, actionable=(tab,)))
    lookahead.goal = "resolve it"
    lead = lookahead.opens(view, [offered])[offered.key]
    assert lead.line == "-> opens Comment; Resolved; Save"
    assert (lead.fields, lead.gained) == (("Comment", "Resolved"), 1.0)


def test_what_a_closed_menu_holds_stands_in_the_first_list_of_choices() -> None:
    lookahead, view, browser, _ = looking(safe=True)
    menu = Element("summary", "button", "submitted", uid="menu", xpath="//s", actionable=True)
    other = Element("button", "button", "Save", uid="save", xpath="//b", actionable=True)
    held = Behind((), ("accepted", "not accepted"))
    lookahead.browser = browser = FakeBrowser(
        {"start": replace(OFFICE["start"], behind={"submitted": held})}
    )
    browser.open(HOME)
    view = replace(view, scene=replace(view.scene, actionable=(menu, other)))
    asked: list[str] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked.append(prompt.messages[-1].content)
        return [-float(n) for n, _ in enumerate(choices)]

    model = ScriptedModel(scores=scores)
    guards = Guards(lookahead.site)
    choosing = Choosing("reject it", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.lookahead = lookahead
    handles = dict(zip("AB", single_candidates(view.scene), strict=True))
    texts = {c.key: c.text for c in handles.values()}
    choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert 'press "submitted" -> opens accepted; not accepted\n' in asked[0]
    assert all("opens accepted; not accepted -> opens" not in text for text in asked)


@pytest.mark.parametrize(("safe", "peeks"), [(True, True), (False, False)])
def test_nothing_is_looked_at_in_safe_mode_or_by_a_browser_that_can_not(
    safe: bool, peeks: bool
) -> None:
    lookahead, view, browser, _ = looking(safe=safe, peeks=peeks)
    assert lookahead.leads(view, single_candidates(view.scene)) == {}
    assert not browser.peeked


@pytest.mark.parametrize(
    ("off", "shown", "told"),
    [
        (frozenset[str](), frozenset[str](), True),
        (frozenset({"lookahead"}), frozenset[str](), False),
        (frozenset[str](), frozenset({"menu"}), False),
    ],
)
def test_guide_and_last_choice_are_told_what_the_best_lead_to(
    off: frozenset[str], shown: frozenset[str], told: bool
) -> None:
    lookahead, view, browser, _ = looking()
    asked: list[str] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        text = prompt.messages[-1].content
        asked.append(text)
        wanted = "Reserve a desk" in text.rpartition("Next step:")[2]
        return [-0.1, -3.0] if wanted else [-float(n) for n, _ in enumerate(choices)]

    model = ScriptedModel(scores=scores)
    guards = Guards(lookahead.site, off)
    choosing = Choosing("get a desk", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.lookahead, choosing.revealed = lookahead, shown
    offered = single_candidates(view.scene)
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    choosing.select(view, handles, texts, [], Call(MemoryJournal(), 1))
    assert bool(browser.peeked) is told
    assert any('open "Desk" -> page "Reserve a desk"' in text for text in asked) is told
    assert ('-> page "Reserve a desk"' in asked[-1]) is told


def test_of_many_alike_two_are_looked_at_and_of_all_no_more_than_a_dozen() -> None:
    lookahead, view, browser, _ = looking()
    rows = [
        replace(link(f"Row {word}", f"/{word}"), uid=word, xpath=f"//li[{number}]/a")
        for number, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        )
    ]
    scene = replace(view.scene, actionable=tuple(rows))
    lookahead.leads(replace(view, scene=scene), single_candidates(scene))
    assert browser.peeked == [f"{HOME}one", f"{HOME}two"]
    many = tuple(
        replace(link(f"Part {n}", f"/part{n}"), uid=f"p{n}", xpath=f"//p/a{n}") for n in range(20)
    )
    lookahead.leads(
        replace(view, scene=replace(scene, actionable=many)),
        single_candidates(replace(scene, actionable=many)),
    )
    assert len(browser.peeked) == 2 + 12


@pytest.mark.parametrize(("values", "asked_of_it"), [(("Ghent",), True), ((), False)])
def test_where_the_goal_gives_values_the_guide_is_asked_of_what_leads_to_fields(
    values: tuple[str, ...], asked_of_it: bool
) -> None:
    parts = [
        replace(link(f"Part {n}", f"/part{n}"), uid=f"p{n}", xpath=f"//p/a{n}") for n in range(5)
    ]
    desk = replace(link("Desk", "/desk"), uid="desk")
    lookahead, view, _, _ = looking()
    scene = replace(view.scene, actionable=(*parts, desk))
    asked: list[str] = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked.append(prompt.messages[-1].content)
        return [-float(n) for n, _ in enumerate(choices)]

    model = ScriptedModel(scores=scores)
    guards = Guards(lookahead.site, frozenset[str]())
    choosing = Choosing("go to Ghent", QuickSystem1(model), Guide(model), guards, 3, 2)
    choosing.lookahead, choosing.values = lookahead, [GoalValue("town", v) for v in values]
    offered = single_candidates(scene)
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    texts = {c.key: c.text for c in offered}
    choosing.select(replace(view, scene=scene), handles, texts, [], Call(MemoryJournal(), 1))
    assert any('Next step: open "Desk" ->' in text for text in asked) is asked_of_it


HALL = {
    "start": page("", "Town hall", link("News", "/news"), link("Services", "/services")),
    "news": page("news", "News", link("Town hall", "/"), link("Fair", "/fair")),
    "fair": page("fair", "The fair"),
    "services": page("services", "Services", link("Town hall", "/"), link("Forms", "/forms")),
    "forms": page(
        "forms",
        "Report a broken lamp",
        Element("input", "textbox", "Street", xpath="//input", actionable=True),
    ),
}


@pytest.mark.parametrize(
    ("leads", "off", "stays"),
    [("Street", (), True), ("Street", ("lookahead",), False), ("nothing", (), False)],
)
def test_a_detour_that_leads_on_to_something_better_is_followed(
    leads: str, off: tuple[str, ...], stays: bool
) -> None:
    follows = guided(['open "Services"', 'open "Forms"'], yes=lambda asked: False)

    def scores(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        step = prompt.messages[-1].content.rpartition("Next step:")[2]
        if leads in step and "Yes" in choices:
            return -0.1, -3.0
        known = follows.score(prompt, choices)
        assert known
        return known.logprobs

    browser = FakeBrowser(HALL)
    model = ScriptedModel(scores=scores)
    way = {"success": ["text present never"], "without": [*off, "survey"], "looks_ahead": True}
    _, journal = explore(browser, HOME, "report a lamp", model, max_steps=2, **way)
    backs = [event["reason"] for event in events(journal, "back")]
    assert (browser.page == "forms", backs == []) == (stays, stays)


EDITING = {
    "start": page("", "Pages", link("Edit", "/edit"), link("About", "/about")),
    "edit": page(
        "edit",
        "Filters",
        link("Pages", "/"),
        Element("input", "textbox", "Title", xpath="//input", form="f", actionable=True),
        Element("button", "button", "Save", xpath="//b", form="f", submits=True, actionable=True),
    ),
    "about": page("about", "About"),
}


@pytest.mark.parametrize(("leads", "stays"), [("Save", True), ("nothing", False)])
def test_a_detour_that_leads_to_a_form_that_is_on_the_way_is_followed(
    leads: str, stays: bool
) -> None:
    follows = guided(['open "Edit"'], yes=lambda asked: False)

    def scores(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        _, asked, step = prompt.messages[-1].content.rpartition("Next step:")
        if asked and leads in step and "Yes" in choices:
            return -0.1, -3.0
        known = follows.score(prompt, choices)
        assert known
        return known.logprobs

    model = ScriptedModel(scores=scores)
    way = {"success": ["text present never"], "without": ["survey"], "looks_ahead": True}
    goal = "have it called 'Ebb'"
    _, journal = explore(FakeBrowser(EDITING), HOME, goal, model, max_steps=2, **way)
    assert ([event["reason"] for event in events(journal, "back")] == []) is stays
