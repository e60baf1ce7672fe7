"""Looking over a site before the first choice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Finder, Holder
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel, least_reply
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.events import Survey, of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import site_from_url
from pathfinder.core.task import GoalValue, Persona, Site, Task
from pathfinder.engine.candidates import single, single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore import surveying as of_surveys
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.lookahead import Lookahead
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.systems.explore.reading import is_about_the_user
from pathfinder.systems.explore.sitemap import SiteMap, map_site
from pathfinder.systems.explore.survey import likeliest, page_lines
from pathfinder.systems.explore.surveying import Surveying, meant_in
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.peeking import Behind
from pathfinder.webprocessor.scene import make_scene
from tests.pathfinder.systems.explore.test_explore import ROLES, events, explore, guided
from tests.pathfinder.systems.explore.test_lookahead import HOME, link, page


def field(name: str, value: str = "") -> Element:
    return Element("input", "textbox", name, value=value, xpath=f"//{name}", actionable=True)


def button(name: str) -> Element:
    return Element("button", "button", name, xpath=f"//button[.='{name}']", actionable=True)


MENU = (link("News", "/news"), link("People", "/people"))
CLUB = {
    "start": page("", "Rowing club", *MENU, link("Log out", "/bye")),
    "news": page("news", "News", *MENU, link("Regatta", "/news/1")),
    "regatta": page("news/1", "Regatta", *MENU),
    "people": page("people", "People", *MENU, link("Ida Holm", "/people/1")),
    "ida": page("people/1", "Ida Holm", *MENU, link("Edit", "/people/1/edit")),
    "edit": page("people/1/edit", "Edit", *MENU, field("Town", "Lund"), button("Save")),
}
PERSON = link("Ida Holm", "/people/1")
FOLDED = {
    "start": FakePage(
        replace(page("", "Club", MENU[0], button("Menu")).snapshot, unseen=(MENU[1],)),
        behind={"Menu": Behind(controls=("People",), links=(f"{HOME}people",))},
    ),
    "news": page("news", "News"),
    "people": page("people", "Rowers", field("Name")),
}
GOAL = "Ida Holm lives in Malmö now and no longer in Lund"


def surveying(
    prefers: str, *, safe: bool = False, scores: bool = True, pages: Mapping[str, FakePage] = CLUB
) -> tuple[Surveying, View, MemoryJournal, list[str]]:
    """A survey from the club's start page, by a model that says Yes to what holds some words."""
    browser, journal, asked = FakeBrowser(pages), MemoryJournal(), list[str]()
    browser.open(HOME)

    def score(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        asked.append(prompt.messages[-1].content)
        return (-0.1, -3.0) if prefers in asked[-1] else (-3.0, -0.1)

    model = ScriptedModel(scores=score) if scores else ScriptedModel(["{}"])
    site = Site("club", HOME, ("office.test",), safe=safe)
    lookahead = Lookahead(site, journal, GOAL, browser)
    scene = make_scene(browser.look())
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    return Surveying(GOAL, Finder(model), lookahead, journal), view, journal, asked


def at(survey: Surveying, url: str) -> dict[str, float]:
    """Text of what is offered on a page of the club -> what the survey says of it."""
    scene = make_scene(next(p.snapshot for p in CLUB.values() if p.snapshot.url == HOME + url))
    offered = single_candidates(scene)
    view = View(2, scene, StateGraph().visit(scene)[0], True)
    worth = {**survey.own(view, offered), **survey.ways(view, offered)}
    return {c.text: round(worth.get(c.key, 0.0), 1) for c in offered}


def test_the_way_leads_link_by_link_to_the_page_where_the_goal_is_done() -> None:
    survey, view, journal, _ = surveying('"Edit"')
    survey.look_over(view, Call(journal, 1))
    assert at(survey, "")['open "People"'] > 0.5 > at(survey, "")['open "News"']
    assert at(survey, "people")['open "Ida Holm"'] > 0.5
    assert at(survey, "people/1")['open "Edit"'] > 0.5
    there = at(survey, "people/1/edit")
    assert there['press "Save"'] > 0.5 > there['open "People"']


def seen(shown: FakePage) -> View:
    scene = make_scene(shown.snapshot)
    return View(4, scene, StateGraph().visit(scene)[0], True)


def cups_looked_over(goal: str) -> Surveying:
    """A survey of a list of cups, the first three of which were looked at."""
    names = ("Autumn", "Spring", "Easter", "Winter")
    cups = [
        replace(link(f"{name} cup", f"/cups/{n}"), xpath=f"/html/body/ul/li[{n}]/a")
        for n, name in enumerate(names, 1)
    ]
    pages = {
        "start": page("", "Rowing club", *cups, link("About us", "/about/club")),
        **{name: page(f"cups/{n}", f"{name} cup") for n, name in enumerate(names[:3], 1)},
    }
    survey, view, *_ = surveying("cup", pages=pages)
    survey.goal = goal
    survey.look_over(view, Call(MemoryJournal(), 1))
    return survey


@pytest.mark.parametrize(
    ("goal", "at", "another"),
    [
        ("The summer cup is on 9 May now", 4, True),
        ("The winter cup is on 9 May now", 4, False),
        ("The cup that Ida gave is on 9 May now", 4, False),
        ("The cup is on 9 May now", 4, True),
        ("The summer cup is on 9 May now", 9, False),
    ],
)
def test_what_the_goal_says_nothing_of_is_another_thing(
    goal: str, at: int, *, another: bool
) -> None:
    survey = cups_looked_over(goal)
    form = page(f"cups/{at}/edit", "Winter cup", field("Given by", "Ida"), field("On", "9 May"))
    assert survey.is_of_another(make_scene(form.snapshot), ["9 May"]) is another
    blank = replace(
        make_scene(form.snapshot), title="", heading="", actionable=(), informational=()
    )
    assert not survey.is_of_another(blank, [])
    thing = page(f"cups/{at}", "Winter cup", field("For", "the summer"))
    survey.meet(seen(thing), Call(MemoryJournal(), 2))
    told = another and "summer" not in goal
    assert survey.is_of_another(make_scene(form.snapshot), ["9 May"]) is told


@pytest.mark.parametrize(
    ("held", "another"), [("17 May", False), ("17 May 2027", False), ("16 May", True)]
)
def test_a_thing_is_known_by_the_day_that_the_goal_says(held: str, *, another: bool) -> None:
    survey = cups_looked_over("The cup of 17 May is on 9 May now")
    for number in (1, 2):
        prize = page(f"cups/{number}", "Cup", field("On", f"{number} May"), field("At", "17:00"))
        survey.meet(seen(prize), Call(MemoryJournal(), number))
    fields = field("On", held), field("At", "16:00"), field("For", "May")
    form = page("cups/4/edit", "Cup", *fields)
    assert survey.is_of_another(make_scene(form.snapshot), ["9 May"]) is another


@pytest.mark.parametrize(("called", "way"), [("Spring cup", "/cups/2"), ("Lund", "/cups/1")])
def test_of_things_alike_the_way_is_the_one_that_the_goal_names(called: str, way: str) -> None:
    """Only the first cup's form was looked at: the second is changed in a form of its own."""
    cups = [
        replace(link(name, f"/cups/{n}"), xpath=f"/html/body/ul/li[{n}]/a")
        for n, name in ((1, "Autumn cup"), (2, "Spring cup"))
    ]
    pages = {
        "start": page("", "Rowing club", *cups, link("About us", "/about/club")),
        "first": page("cups/1", "Autumn cup", link("Edit", "/cups/1/edit")),
        "second": page("cups/2", "Spring cup", link("Spring", "/cups/2/notes")),
        "edit": page("cups/1/edit", "Edit cup", field("Ends", "3 May"), button("Save")),
    }
    survey, view, *_ = surveying("Edit cup", pages=pages)
    survey.values = (GoalValue("cup", called), GoalValue("end", "9 May"))
    survey.look_over(view, Call(MemoryJournal(), 1))
    ways = survey.ways(view, single_candidates(view.scene))
    best = max(ways, key=lambda key: ways[key])
    led = {c.key: c.control.href for c in single_candidates(view.scene) if c.control}
    assert led[best].endswith(way)


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("The Hallorans go away, so keep no loaf for them", True),
        ("Write to the Ash family and to the Hallorans", False),
        ("Keep no loaf for the family", False),
    ],
)
def test_of_a_series_the_goal_means_the_one_that_alone_is_headed_by_a_name_of_it(
    goal: str, *, meant: bool
) -> None:
    people = ("Siobhan Halloran", "Leopold Ash", "Family Bello")
    pages = {
        f"{HOME}people/{n}": Scene(f"{HOME}people/{n}", name, name, (), ())
        for n, name in enumerate(people)
    }
    one, *others = pages
    assert meant_in([pages], pages, goal, ()) == (dict.fromkeys(others, one) if meant else {})


@pytest.mark.parametrize("menu", [True, False])
def test_things_alike_are_listed_by_links_of_one_kind_in_no_menu(*, menu: bool) -> None:
    """Not the whole of a site that begins with one word, nor two kinds of things in one table."""
    xpath = "/html/body/nav/a[{}]" if menu else "/html/body/table/tr[{}]/td/a"
    hrefs = ("/app/rooms/3", "/app/rooms/4", "/app/people/7", "/app/show?id=1", "/app/show?id=2")
    links = [
        replace(link(href, href), xpath=xpath.format(n)) for n, href in enumerate((*hrefs, "/app"))
    ]
    survey, view, journal, _ = surveying("Edit", pages={"start": page("", "Club", *links)})
    survey.look_over(view, Call(journal, 1))
    series = survey._map.series if survey._map else []
    rooms, shown = ({f"{HOME}{href[1:]}" for href in some} for some in (hrefs[:2], hrefs[3:]))
    assert series == ([] if menu else [rooms, shown])


def test_where_a_session_starts_is_on_no_way() -> None:
    """Or all that is reached from the first room would count for the one that the goal names."""
    site_map = SiteMap(dict.fromkeys(("/rooms/1", "/edit", "/sure"), Scene("", "", "", (), ())))
    site_map.links.add_edge("/rooms/1", "/edit", steps=1)
    site_map.links.add_edge("/edit", "/sure", steps=1)
    assert site_map.way("/sure") == ["/edit", "/sure"]
    assert site_map.way("/rooms/1") == ["/rooms/1"]
    assert site_map.way("/elsewhere") == ["/elsewhere"]


def test_many_pages_that_are_alike_lead_nowhere() -> None:
    """All of them lie behind one link, and none is likelier than another."""
    talks = [link(f"Talk {n}", f"/talks/{n}") for n in range(9)]
    pages = {
        "start": page("", "Club", link("Talks", "/talks"), link("News", "/news")),
        "talks": page("talks", "Talks", *talks),
        "news": page("news", "News"),
        **{f"{n}": page(f"talks/{n}", f"Talk {n}") for n in range(9)},
    }
    survey, view, journal, asked = surveying("nothing", pages=pages)
    survey.look_over(view, Call(journal, 1))
    assert len(asked) > 7
    assert survey.ways(view, single_candidates(view.scene)) == {}


def test_one_list_at_several_addresses_is_one_page() -> None:
    """It is asked about once, whatever rows it shows; a form for another shelf is another page."""
    flags = ("own=1", "old=1", "own=1&old=1")
    views = [link(f"Only {flag}", f"/new?{flag}") for flag in flags]
    forms = [link(f"Add to shelf {n}", f"/add?shelf={n}") for n in (1, 2)]
    pages = {
        "start": page("", "Club", link("New ones", "/new"), *forms),
        "new": page("new", "New ones", *views, field("User"), link("Zoe", "/people/1")),
        **{
            flag: page(f"new?{flag}", "New ones", *views, field("User"), link(flag, f"/{flag}"))
            for flag in flags
        },
        **{f"{n}": page(f"add?shelf={n}", "Add", field("Title"), link(f"{n}", "")) for n in (1, 2)},
    }
    survey, view, journal, asked = surveying('"New ones"', pages=pages)
    survey.look_over(view, Call(journal, 1))
    assert len(survey.shares) == len(asked) == 4
    assert [at for at in survey.shares if "new?" in at] == []
    assert survey.shares[f"{HOME}new"] > 0.9


def test_the_goal_may_be_done_on_none_of_the_pages_that_were_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = thresholds_for("scripted/x").model_copy(update={"survey_none": 20.0})
    for known in (False, True):
        survey, view, journal, _ = surveying('"Edit"')
        if not known:
            monkeypatch.setattr(of_surveys, "thresholds_of", lambda model: file)
        survey.look_over(view, Call(journal, 1))
        assert (sum(survey.shares.values()) > 0.99) is known
        assert bool(survey.ways(view, single_candidates(view.scene))) is known
        monkeypatch.undo()


def test_a_page_that_was_left_is_not_gone_to_again() -> None:
    survey, view, journal, _ = surveying('"Edit"')
    survey.look_over(view, Call(journal, 1))
    survey.learn(seen(CLUB["edit"]), None, seen(CLUB["news"]), sends=False)
    assert max(at(survey, "people/1").values()) < 0.2
    assert max(at(survey, "people/1/edit").values()) < 0.5


def test_a_form_that_was_not_looked_over_is_judged_when_it_is_come_to() -> None:
    survey, view, journal, asked = surveying("Town")
    survey.look_over(view, Call(journal, 1))
    form = seen(page("form", "Rower", *MENU, field("Town", "Lund"), button("Save")))
    offered = {c.text: c.key for c in single_candidates(form.scene)}
    save, people = offered['press "Save"'], offered['open "People"']
    assert survey.ways(form, single_candidates(form.scene))[people] > 0.5
    assert survey.own(form, single_candidates(form.scene)) == {}
    before = len(asked)
    survey.meet(form, Call(journal, 2))
    survey.meet(form, Call(journal, 3))
    assert len(asked) == before + 1
    led = survey.ways(form, single_candidates(form.scene))[people]
    assert survey.own(form, single_candidates(form.scene))[save] >= led
    assert led < 0.5
    survey.meet(seen(page("words", "Rowers", *MENU)), Call(journal, 4))
    assert len(asked) == before + 1


def test_what_comes_next_is_a_part_of_the_page_that_it_was_opened_from() -> None:
    survey, view, journal, _ = surveying('"Edit"')
    survey.look_over(view, Call(journal, 1))
    confirm = page("people/1/sure", "Sure?", button("Yes"))
    survey.learn(seen(CLUB["edit"]), None, seen(confirm), sends=False)
    there = seen(confirm)
    offered = single_candidates(there.scene)
    assert survey.own(there, offered)[offered[0].key] > 0.5


def test_a_page_that_a_link_shows_in_a_frame_is_there_and_not_gone_to_again() -> None:
    survey, view, journal, _ = surveying('"Ida Holm"')
    survey.look_over(view, Call(journal, 1))
    people = seen(CLUB["people"])
    way = next(c for c in single_candidates(people.scene) if c.text == 'open "Ida Holm"')
    assert survey.ways(people, [way])[way.key] > 0.5
    shown = seen(page("people", "People", *MENU, PERSON, button("Call")))
    survey.learn(people, way, shown, sends=False)
    offered = single_candidates(shown.scene)
    assert max(survey.ways(shown, offered).values(), default=0.0) < 0.5
    assert survey.own(shown, offered)[offered[-1].key] > 0.5
    survey.learn(shown, None, seen(CLUB["news"]), sends=False)
    assert survey.shares.get(f"{HOME}people/1") is None


@pytest.mark.parametrize(
    ("where", "elsewhere"), [("people/1/edit", False), ("news/1", True), ("people/1/sure", False)]
)
def test_what_is_hardly_the_goals_page_is_elsewhere(where: str, elsewhere: bool) -> None:
    """Of a page that no link leads to nothing is said."""
    survey, view, journal, _ = surveying('"Edit"')
    call = Call(journal, 1)
    survey.look_over(view, call)
    pages = {HOME + where: page(where, "Sure?"), **{p.address: p for p in CLUB.values()}}
    assert survey.is_elsewhere(seen(pages[HOME + where]), call) is elsewhere


@pytest.mark.parametrize(
    ("finds", "off", "ends"),
    [("Comment", (), "likely"), ("News", (), "expired"), ("News", ("survey",), "likely")],
)
def test_what_was_sent_elsewhere_does_not_reach_the_goal(
    finds: str, off: tuple[str, ...], ends: str
) -> None:
    """A comment was sent, and the site thanks for it; of two other pages one is the goal's."""
    send = Element("button", "button", "Send", xpath="//form/button", actionable=True, submits=True)
    said = replace(field("Comment"), form="f"), replace(send, form="f")
    about = Element("p", "text", "", text="Of Ida Holm.", xpath="//p")
    thanks = Element("p", "text", "", text="Thank you for what you said.", xpath="//p")
    pages = {
        "start": page("", "Club", link("Comment", "/say"), *MENU),
        "say": replace(page("say", "Comment", about, *said), leads={"Send": "sent"}),
        "sent": page("say/sent", "Thank you", thanks),
        "news": page("news", "News"),
        "people": page("people", "News of people"),
    }
    model = guided(
        ['open "Comment"', "Comment"], yes=lambda asked: "closer" in asked, confirms="Thank you"
    )

    def scores(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        text = prompt.messages[-1].content
        if "Is this the page" in text:
            return (-0.1, -6.0) if f'Page: "{finds}' in text else (-6.0, -0.1)
        known = model.score(prompt, choices)
        assert known
        return known.logprobs

    scripted = ScriptedModel(lambda prompt: model.reply(prompt).text, scores=scores)
    way = {"looks_ahead": True, "max_steps": 2, "without": off}
    verdict, _ = explore(FakeBrowser(pages), HOME, GOAL, scripted, **way)
    assert verdict.status == ends


@pytest.mark.parametrize(("off", "answer"), [((), "Malmö, since May"), (("survey",), "Lund")])
def test_a_page_that_is_hardly_the_goals_is_asked_for_no_answer(
    off: tuple[str, ...], answer: str
) -> None:
    """Every line answers, as the model says; the first one stands on the way."""

    def line(text: str) -> Element:
        return Element("p", "text", "", text=text, xpath=f"//p[.='{text}']")

    pages = {
        "start": page("", "Club", link("People of the club", "/people")),
        "people": page("people", "People of Lund", line("Ida Holm: Lund"), MENU[0], PERSON),
        "ida": page("people/1", "Ida Holm", line("Ida Holm: Malmö, since May")),
        "news": CLUB["news"],
    }

    def scores(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        text = prompt.messages[-1].content
        if "question" in choices:
            return [-0.1 if choice == "question" else -3.0 for choice in choices]
        if "Is this the page" in text:
            return (-0.1, -6.0) if 'Page: "Ida Holm"' in text else (-6.0, -0.1)
        return [-0.1, *(-3.0 for _ in choices[1:])]

    way = {"looks_ahead": True, "max_steps": 4, "without": off}
    model = ScriptedModel(least_reply, scores=scores)
    goal = "Where does Ida Holm live?"
    verdict, _ = explore(FakeBrowser(pages), HOME, goal, model, **way)
    assert (verdict.status, verdict.answer) == ("likely", f"Ida Holm: {answer}")


def test_what_was_pressed_last_counts_and_what_comes_of_a_form_is_a_part_of_it() -> None:
    """A button that sends no form, on the goal's page, after a comment was sent elsewhere."""
    comment = Element("button", "button", "Send", xpath="//button", actionable=True, submits=True)
    pages = {
        "start": page("", "Club", link("Comment", "/say"), *MENU),
        "say": page(
            "say", "Comment", replace(field("Comment"), form="f"), replace(comment, form="f")
        ),
        "sure": page("say/sure", "Sure?", button("Yes")),
        "news": page("news", "News", button("Thank them")),
        "people": page("people", "People"),
    }
    browser, journal = FakeBrowser(pages), MemoryJournal()
    site = replace(site_from_url(HOME), safe=False)
    model = ScriptedModel(
        scores=lambda prompt, choices: (
            (-0.1, -6.0) if 'Page: "News"' in prompt.messages[-1].content else (-6.0, -0.1)
        )
    )
    player = make_player(
        Task("thank them", site, Persona("ann")),
        dict.fromkeys(ROLES, model),
        journal,
        StateGraph(),
        PROFILES["fast"],
        frozenset(),
        can_reset=False,
    )
    assert isinstance(player, Explorer)
    player.lookahead.browser = browser
    browser.open(HOME)
    player.surveying.look_over(seen(pages["start"]), Call(journal, 1))
    told = []
    for here, there, name in (
        ("say", "sure", "Send"),
        ("sure", "start", "Yes"),
        ("news", "start", "Thank them"),
    ):
        views = seen(pages[here]), seen(pages[there])
        pressed = next(e for e in views[0].scene.actionable if e.name == name)
        change = changes(views[0].scene, views[1].scene)
        player.remember(Outcome(Move(f"press {name}", (), single(pressed)), *views, change, ()))
        told.append(
            player.sent_from and player.surveying.is_elsewhere(player.sent_from, Call(journal, 2))
        )
    assert told == [True, True, False]


def test_the_way_goes_through_a_menu_that_is_closed() -> None:
    """The links in it are followed before it is opened, and it is what leads there."""
    survey, view, journal, _ = surveying('"Rowers"', pages=FOLDED)
    survey.look_over(view, Call(journal, 1))
    offered = single_candidates(view.scene)
    ways = survey.ways(view, offered)
    told = {c.text: round(ways.get(c.key, 0.0), 1) for c in offered}
    assert told['press "Menu"'] > 0.5 > told['open "News"']
    both = replace(view, scene=replace(view.scene, actionable=(*view.scene.actionable, MENU[1])))
    ways = survey.ways(both, single_candidates(both.scene))
    assert [key for key, share in ways.items() if share > 0.5] == [single(MENU[1]).key]


def test_a_link_in_a_closed_menu_of_another_page_is_further_than_one_in_sight() -> None:
    """From the start there are two ways to the people: by a menu of the news, by the places."""
    people = link("People", "/people")
    pages = {
        "start": page("", "Club", link("News", "/news"), link("Places", "/places")),
        "news": FakePage(replace(page("news", "News", button("Menu")).snapshot, unseen=(people,))),
        "places": page("places", "Places", people),
        "people": page("people", "Rowers", field("Name")),
    }
    survey, view, journal, _ = surveying('"Rowers"', pages=pages)
    survey.look_over(view, Call(journal, 1))
    offered = single_candidates(view.scene)
    ways = survey.ways(view, offered)
    told = {c.text: round(ways.get(c.key, 0.0), 1) for c in offered}
    assert told['open "Places"'] > 0.5 > told['open "News"']


def test_a_site_is_looked_over_once_and_told_likeliest_first() -> None:
    survey, view, journal, asked = surveying('"Ida Holm"')
    for _ in range(2):
        survey.look_over(view, Call(journal, 1))
    (told,) = of(journal.events, Survey)
    assert told.looked == len(CLUB)
    assert told.pages[0].url == f"{HOME}people/1"
    assert sum(each.share for each in told.pages) == pytest.approx(1, abs=0.01)
    assert len(asked) == len(set(asked)) == len(told.pages)


@pytest.mark.parametrize(("safe", "scores"), [(True, True), (False, False)])
def test_nothing_is_said_in_safe_mode_or_by_a_model_without_numbers(
    safe: bool, scores: bool
) -> None:
    survey, view, journal, _ = surveying("Edit", safe=safe, scores=scores)
    survey.look_over(view, Call(journal, 1))
    assert (survey.shares, of(journal.events, Survey)) == ({}, [])


def test_named_links_are_followed_further_than_others_and_never_out() -> None:
    survey, view, _, _ = surveying("")
    few = map_site(survey.lookahead, view.scene, GOAL, 3)
    assert [url.removeprefix(HOME) for url in few.pages] == ["", "news", "people", "people/1"]
    every = map_site(survey.lookahead, view.scene, GOAL, 40)
    assert set(every.pages) == {p.snapshot.url for p in CLUB.values()}


def test_of_a_page_only_its_own_is_told() -> None:
    foot = Element("p", "text", "", text="Members only", xpath="//p")
    pages = {
        name: make_scene(page(name, name, button("Search"), foot, *more).snapshot)
        for name, more in {
            "a": (field("Town", "Lund"), button("Save")),
            "b": (),
            "c": (),
            "d": (link("Ida Holm", "/i"),),
        }.items()
    }
    lines = page_lines(pages, GOAL)
    assert lines["a"] == '"a"; asks: Town (now "Lund"); press: Save'
    assert lines["d"] == '"d"; says: Ida Holm'


def test_of_forms_alike_few_are_asked_about_but_the_blank_one_too() -> None:
    forms = {
        f"{n}": make_scene(page(f"{n}", "Person", field("Town", f"Lund {n}")).snapshot)
        for n in range(9)
    }
    blank = {"new": make_scene(page("new", "Person", field("Town")).snapshot)}
    assert len(likeliest({**forms, **blank}, GOAL)) == 3
    assert "new" in likeliest({**forms, **blank}, GOAL)


@pytest.mark.parametrize(("off", "ends"), [([], "edit"), (["survey"], "people")])
def test_a_session_goes_where_the_survey_says(off: list[str], ends: str) -> None:
    browser = FakeBrowser(CLUB)
    way = {"success": ["text present never"], "looks_ahead": True, "max_steps": 3}
    others = guided(yes=lambda asked: False)

    def scores(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        text = prompt.messages[-1].content
        if "Is this the page" in text:
            return (-0.1, -6.0) if 'Page: "Edit"' in text else (-6.0, -0.1)
        if "A" in choices:
            return [-1.0 - ("News" not in name) for name in re.findall(r"^[A-Z]\. .*$", text, re.M)]
        known = others.score(prompt, choices)
        assert known
        return known.logprobs

    _, journal = explore(
        browser,
        HOME,
        GOAL,
        ScriptedModel(scores=scores),
        without=["critic", "guide", "finalists", "seen", *off],
        **way,
    )
    assert (browser.page, bool(events(journal, "survey"))) == (ends, not off)
    assert {choice["by"] for choice in events(journal, "choice")} == {"model" if off else "survey"}


def test_a_form_with_the_users_data_is_told_as_theirs() -> None:
    names = {"First name": "Kim", "Town": "Leith", "Motto": ""}
    fields = [
        Element("input", "textbox", n, uid=n, value=v, actionable=True) for n, v in names.items()
    ]
    scene = Scene("http://a.test/me", "Edit", "Edit", tuple(fields), ())
    pages = {"http://a.test/me": scene}
    (line,) = page_lines(pages, "a new telephone", ("kim", "Leith")).values()
    assert line.startswith('"Edit" (your own account); asks: First name')
    (other,) = page_lines(pages, "a new telephone", ("kim", "Perth")).values()
    assert "your own account" not in other


@pytest.mark.parametrize(
    ("about", "values", "told"), [(False, True, False), (True, True, True), (False, False, True)]
)
def test_the_users_own_account_is_no_page_for_a_goal_about_another(
    *, about: bool, values: bool, told: bool
) -> None:
    own = page("me", "Edit", *MENU, field("Name", "Anneke"), field("Mail", "ann@x.test"))
    pages = {**CLUB, "start": page("", "Club", *MENU, link("Profile", "/me")), "me": own}
    survey, view, journal, _ = surveying('"Edit"', pages=pages)
    survey.persona = Persona("ann", {"first_name": "Anneke", "email": "ann@x.test"})
    survey.values = (GoalValue("town", "Lund"),) if values else ()
    survey.is_about_the_user = lambda step: about
    survey.look_over(view, Call(journal, 1))
    assert (f"{HOME}me" in survey.shares) is told
    assert survey.shares


def test_a_model_without_a_threshold_may_change_the_users_account() -> None:
    model = ScriptedModel(scores=lambda prompt, choices: (-9.0, -0.1))
    assert is_about_the_user("give Rita an account", Holder(model), Call(MemoryJournal(), 1))
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    assert not is_about_the_user("give Rita an account", Holder(model), Call(MemoryJournal(), 1))


@pytest.mark.parametrize(("goal", "told"), [(GOAL, False), ("Give me a new password", True)])
def test_a_page_that_asks_for_passwords_alone_is_no_page_for_another_goal(
    goal: str, *, told: bool
) -> None:
    secret = replace(field("Password"), attributes={"type": "password"})
    again = replace(secret, name="Password again", uid="again")
    pages = {
        **CLUB,
        "start": page("", "Club", *MENU, link("Log-in", "/log-in")),
        "log-in": page("log-in", "Edit", *MENU, secret, again),
    }
    survey, view, journal, _ = surveying('"Edit"', pages=pages)
    survey.goal = goal
    survey.look_over(view, Call(journal, 1))
    assert (f"{HOME}log-in" in survey.shares) is told
    assert survey.shares
