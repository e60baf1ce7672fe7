"""What System 1 is offered: single elements, forms as one, and a short list."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.engine.beside import goal_words_beside, in_other_rows
from pathfinder.engine.candidates import form_candidates, single_candidates, usable
from pathfinder.engine.shortlist import region, shortlist
from pathfinder.webprocessor.element import Element, Scene


def element(uid: str, role: str, name: str, **facts: object) -> Element:
    tag = {"link": "a", "combobox": "select"}.get(role, "input")
    return Element(tag, role, name, uid=uid, actionable=True, **facts)  # type: ignore[arg-type]


def scene(*elements: Element) -> Scene:
    return Scene("http://shop/", "Shop", "Shop", elements, ())


ADDRESS = (
    element("first", "textbox", "First name", form="f1", required=True),
    element("post", "textbox", "Postcode", form="f1", required=True),
    element("news", "checkbox", "Newsletter", form="f1", checked=False),
    element("terms", "checkbox", "I agree to the terms", form="f1", checked=False, required=True),
    element("next", "button", "Continue", form="f1", submits=True),
)


def test_a_form_is_one_candidate_and_the_rest_stay_single() -> None:
    home = element("home", "link", "Home")
    candidates = form_candidates(scene(home, *ADDRESS), {})
    assert [c.text for c in candidates] == [
        'open "Home"',
        'fill in First name, Postcode, I agree to the terms and press "Continue"',
        'tick "Newsletter"',
    ]
    form = candidates[1]
    assert [f.uid for f in form.fields] == ["first", "post", "terms"]
    assert form.control
    assert form.control.uid == "next"


def test_of_many_buttons_that_send_a_form_its_last_is_offered() -> None:
    names = ["Add a field", "Remove", "Add a field", "Remove", "Preview", "Save"]
    sends = [
        element(f"s{n}", "button", name, form="f1", submits=True) for n, name in enumerate(names)
    ]
    candidates = form_candidates(scene(ADDRESS[0], *sends), {})
    assert [c.control.name for c in candidates if c.fields and c.control] == [
        "Add a field",
        "Preview",
        "Save",
    ]


@pytest.mark.parametrize(
    ("place", "offered"),
    [
        (
            "/html/body/form/table/thead/tr",
            [
                'fill in Name and press "Search"',
                'tick "delete ada"',
                'press "Delete Selected"',
            ],
        ),
        (
            "/html/body/form/table/tbody/tr[1]",
            [
                'fill in Name and press "Search"',
                'fill in Name and press "Delete Selected"',
                'tick "delete ada"',
            ],
        ),
    ],
)
def test_what_looks_up_the_rows_of_a_table_is_not_sent_by_what_is_for_its_rows(
    place: str, offered: list[str]
) -> None:
    row = "/html/body/form/table/tbody/tr[2]"
    members = (
        element("name", "textbox", "Name", form="f1", xpath=f"{place}/input[1]"),
        element("find", "button", "Search", form="f1", submits=True, xpath=f"{place}/input[2]"),
        element("ada", "checkbox", "delete ada", form="f1", checked=False, xpath=f"{row}/input"),
        element("delete", "button", "Delete Selected", form="f1", submits=True, xpath="/html/body"),
    )
    assert [c.text for c in form_candidates(scene(*members), {})] == offered


@pytest.mark.parametrize("ticked", [True, False])
def test_what_is_done_to_rows_says_that_none_is_ticked(*, ticked: bool) -> None:
    rows = [f"/html/body/form/table/tbody/tr[{number}]" for number in (1, 2)]
    boxes = [
        element(name, "checkbox", f"delete {name}", form="f1", checked=False, xpath=f"{row}/input")
        for name, row in zip(("ada", "ben"), rows, strict=True)
    ]
    boxes[0] = replace(boxes[0], checked=ticked)
    delete = element("delete", "button", "Delete", form="f1", submits=True, xpath="/html/form/p")
    told = Element("td", "cell", "", text="Ada Berg", xpath=f"{rows[0]}/td[2]")
    page = replace(scene(*boxes, delete), informational=(told,))
    assert [c.text for c in form_candidates(page, {})] == [
        f'{"untick" if ticked else "tick"} "delete ada": Ada Berg',
        'tick "delete ben"',
        'press "Delete"' + ("" if ticked else ": nothing is ticked"),
    ]


def test_a_filled_form_leaves_its_button() -> None:
    filled = (
        element("first", "textbox", "First name", form="f1", required=True, value="Alex"),
        ADDRESS[-1],
    )
    assert 'press "Continue"' in [c.text for c in form_candidates(scene(*filled), {})]


def test_a_field_with_an_error_is_asked_again_with_its_words() -> None:
    wrong = element(
        "post", "textbox", "Postcode", form="f1", value="??", error="Enter a valid postcode"
    )
    (candidate,) = form_candidates(scene(wrong, ADDRESS[-1]), {})
    assert candidate.text == 'fill in Postcode again (Enter a valid postcode) and press "Continue"'


def test_a_field_that_holds_what_the_persona_would_not_have_is_filled_in_again() -> None:
    old = element("post", "textbox", "Postcode", form="f1", value="OLD 1")
    (candidate,) = form_candidates(scene(old, ADDRESS[-1]), {"post": "M1 1PT"})
    assert [f.uid for f in candidate.fields] == ["post"]
    same = element("post", "textbox", "Postcode", form="f1", value="m1 1pt")
    assert [c.text for c in form_candidates(scene(same, ADDRESS[-1]), {"post": "M1 1PT"})] == [
        'press "Continue"'
    ]


def test_a_group_of_radio_buttons_is_asked_once() -> None:
    radios = [
        element(f"r{n}", "radio", name, form="f", checked=False, attributes={"name": "size"})
        for n, name in enumerate("SML")
    ]
    send = element("add", "button", "Add", form="f", submits=True)
    (candidate,) = form_candidates(scene(*radios, send), {})
    assert [f.uid for f in candidate.fields] == ["r0"]


def test_a_chosen_radio_button_is_nothing_to_do() -> None:
    radios = [
        element(name, "radio", name, form="f", checked=name == "S", attributes={"name": "size"})
        for name in "SM"
    ]
    assert [c.text for c in form_candidates(scene(*radios), {})] == ['choose "M"']


def test_what_a_dialog_covers_is_not_offered() -> None:
    covered = element("buy", "button", "Buy", layer="covered")
    assert single_candidates(scene(covered)) == []


def test_singles_say_how_they_are_acted_on() -> None:
    offered = single_candidates(
        scene(
            element("a", "link", "Oak lamp"),
            element("b", "button", "Add to basket", context="Oak lamp"),
            element("c", "textbox", "Search"),
            element("d", "combobox", "Sort by", selected="Newest"),
            element("e", "checkbox", "In stock", checked=True),
        )
    )
    assert [c.text for c in offered] == [
        'open "Oak lamp"',
        'press "Add to basket" (Oak lamp)',
        'fill in "Search"',
        'choose in "Sort by" (now "Newest")',
        'untick "In stock"',
    ]
    assert [c.kind for c in offered] == [
        Kind.CLICK,
        Kind.CLICK,
        Kind.TYPE,
        Kind.SELECT,
        Kind.UNCHECK,
    ]


def test_a_short_list_keeps_few_of_a_kind_and_says_how_many_are_cut() -> None:
    cards = [
        element(f"p{n}", "link", f"Lamp {n}", href=f"/p/{n}", xpath=f"/html/body/ul/li[{n}]/a")
        for n in range(1, 30)
    ]
    nav = element("help", "link", "Help", href="/help", xpath="/html/body/nav/a")
    shown, cut = shortlist(single_candidates(scene(nav, *cards)), "buy something", most=4)
    assert [c.uids[0] for c in shown] == ["p1", "p2", "p3", "help"]
    assert cut == 26


def test_a_short_list_leaves_nothing_out_where_there_is_room() -> None:
    menu = [
        element(f"m{n}", "link", f"Entry {n}", href=f"/m/{n}", xpath=f"/html/body/nav/a[{n}]")
        for n in range(1, 16)
    ]
    shown, cut = shortlist(single_candidates(scene(*menu)), "log a day", most=18)
    assert (len(shown), cut) == (15, 0)


def test_of_many_cards_alike_two_stand_for_all_in_a_long_list() -> None:
    cards, prices = [], []
    for n in range(1, 31):
        where = f"/html/body/ul/li[{n}]"
        cards.append(element(f"p{n}", "link", f"Lamp {n}", href=f"/p/{n}", xpath=f"{where}/a"))
        prices.append(Element("b", "text", "", text=f"£{n}.50", xpath=f"{where}/b"))
    menu = [
        element(f"m{n}", "link", f"Entry {n}", href=f"/m/{n}", xpath=f"/html/body/nav/a[{n}]")
        for n in range(1, 16)
    ]
    page = replace(scene(*cards, *menu), informational=tuple(prices))
    shown, _ = shortlist(single_candidates(page), "buy something", most=26)
    uids = [c.uids[0] for c in shown]
    assert sum(uid.startswith("m") for uid in uids) == 15
    assert sum(uid.startswith("p") for uid in uids) == 2
    named, _ = shortlist(single_candidates(page), "buy lamp 17", most=26)
    assert "p17" in [c.uids[0] for c in named]


def test_a_page_full_of_links_with_the_goals_words_keeps_its_one_button() -> None:
    rows = [
        element(f"r{n}", "link", f"bank {n} EUR", href=f"/r/{n}", xpath=f"/html/body/tr[{n}]/a")
        for n in range(1, 40)
    ]
    add = element("add", "button", "Add", xpath="/html/body/div/button")
    shown, _ = shortlist(single_candidates(scene(*rows, add)), "pay 3 EUR from the bank", most=6)
    assert "add" in {c.uids[0] for c in shown}


def test_a_word_that_every_row_holds_names_none_of_them() -> None:
    rows, prices = [], []
    for n in range(1, 31):
        where = f"/html/body/table/tr[{n}]"
        rows.append(element(f"r{n}", "link", f"Order {n}", href=f"/r/{n}", xpath=f"{where}/a"))
        prices.append(Element("b", "text", "", text=f"{n}.50 EUR", xpath=f"{where}/b"))
    page = replace(scene(*rows), informational=tuple(prices))

    def rows_for(goal: str) -> list[str]:
        add = [element(f"b{n}", "button", f"B{n}") for n in range(12)]
        whole = replace(page, actionable=(*page.actionable, *add))
        shown, _ = shortlist(single_candidates(whole), goal, most=26)
        return [c.uids[0] for c in shown if c.uids[0].startswith("r")]

    assert len(rows_for("book 3 EUR")) == 2
    assert {"r17", "r18", "r19"} <= set(rows_for("compare order 17, 18 and 19"))


def test_a_menu_stays_whole_beside_a_list_of_things() -> None:
    rows = [
        element(f"r{n}", "link", f"Lamp {n}", href=f"/r/{n}", xpath=f"/html/body/tr[{n}]/a")
        for n in range(1, 40)
    ]
    menu = [
        element(f"m{n}", "link", f"Entry {n}", href=f"/m/{n}", xpath=f"/html/body/nav/a[{n}]")
        for n in range(1, 13)
    ]
    shown, _ = shortlist(single_candidates(scene(*rows, *menu)), "find a pan", most=13)
    assert {element.uid for element in menu} <= {c.uids[0] for c in shown}


def test_few_buttons_alike_stay_beside_many_that_hold_small_words_of_the_goal() -> None:
    few = [
        element(n, "button", n, xpath=f"/html/body/p/button[{at}]")
        for at, n in enumerate(("Delete", "Discard", "Save"), 1)
    ]
    many = [
        element(f"f{n}", "button", f"Apply {n} to the text", xpath=f"/html/body/div/button[{n}]")
        for n in range(1, 30)
    ]
    shown, _ = shortlist(single_candidates(scene(*many, *few)), "add a line to the list", most=8)
    assert {"Delete", "Discard", "Save"} <= {c.uids[0] for c in shown}


def test_places_on_another_page_are_that_page_and_paths_after_a_hash_are_pages() -> None:
    def shown_of(*hrefs: str) -> int:
        links = [
            element(f"a{n}", "link", f"Part {n}", href=href, xpath=f"/html/body/a[{n}]")
            for n, href in enumerate(hrefs)
        ]
        found, _ = shortlist(single_candidates(scene(*links)), "goal", most=9, url="http://s.test/")
        return len(found)

    assert shown_of("http://s.test/log#1", "http://s.test/log#2", "http://s.test/log") == 1
    assert shown_of("http://s.test/#one", "http://s.test/#two") == 2
    assert shown_of("http://s.test/app#/one", "http://s.test/app#/two") == 2


def test_short_words_of_the_goal_count_as_they_are() -> None:
    cards = [
        element(f"p{n}", "link", name, href=f"/p/{n}", xpath=f"/html/body/ul/li[{n}]/a")
        for n, name in enumerate(["Tea", "Ink", "Jam", "Pen", "Log"], 1)
    ]
    shown, _ = shortlist(single_candidates(scene(*cards)), "buy a pen", most=2)
    assert "p4" in [c.uids[0] for c in shown]


def test_links_that_lead_to_no_page_are_not_one_and_the_same() -> None:
    links = [element(f"a{n}", "link", f"Part {n}", href="http://s.test/#") for n in range(3)]
    shown, _ = shortlist(single_candidates(scene(*links)), "goal", most=20)
    assert len(shown) == 3


def test_a_short_list_keeps_what_the_goal_names() -> None:
    cards = [
        element(f"p{n}", "link", name, href=f"/p/{n}", xpath=f"/html/body/ul/li[{n}]/a")
        for n, name in enumerate(["Oak desk", "Elm desk", "Ash desk", "Fir desk", "Red lamp"], 1)
    ]
    shown, _ = shortlist(single_candidates(scene(*cards)), "buy a red lamp", most=20)
    assert "p5" in [c.uids[0] for c in shown]


def test_two_links_to_one_page_are_one_candidate() -> None:
    picture = element("img", "link", "Oak lamp picture", href="/p/1", xpath="/a[1]")
    title = element("title", "link", "Oak lamp", href="/p/1", xpath="/h3/a")
    shown, _ = shortlist(single_candidates(scene(picture, title)), "goal", most=20)
    assert len(shown) == 1


def test_the_name_of_a_column_sorts_and_comes_after_what_the_page_is_about() -> None:
    head = element("head", "link", "Assignee", href="/?by=a", xpath="/table/thead/tr/th[2]/a")
    row = element("row", "link", "Point the wall", href="/13", xpath="/table/tbody/tr[1]/td/a")
    shown, _ = shortlist(single_candidates(scene(head, row)), "goal", most=20)
    assert [c.text for c in shown] == ['open "Point the wall"', 'sort by "Assignee"']


def test_of_two_links_to_one_page_the_one_that_says_the_goal_stands_for_both() -> None:
    number = element("number", "link", "issues 13", text="13", href="/issues/13", xpath="/td[1]/a")
    title = element("title", "link", "Point the wall", href="/issues/13", xpath="/td[2]/a")
    for goal in ("put off the pointing of the wall", "goal"):
        shown, _ = shortlist(single_candidates(scene(number, title)), goal, most=20)
        assert [c.uids for c in shown] == [["title"]]


def test_a_select_that_only_says_choose_waits_for_a_choice() -> None:
    delivery = element(
        "d", "combobox", "Delivery", form="f", selected="Choose…", options=("Choose…", "Standard")
    )
    send = element("send", "button", "Continue", form="f", submits=True)
    (candidate,) = form_candidates(scene(delivery, send), {})
    assert candidate.text == 'fill in Delivery and press "Continue"'


def test_sending_a_form_with_other_values_is_another_action() -> None:
    send = element("send", "button", "Continue", form="f", submits=True)
    keys = set()
    for value in ("", "Standard"):
        notes = element("n", "textbox", "Notes", form="f", value=f"note {value}")
        keys |= {c.key for c in form_candidates(scene(notes, send), {}) if c.control is not None}
    assert len(keys) == 2


def test_a_row_that_can_be_pressed_is_offered_only_where_no_link_is_in_it() -> None:
    row = element("row", "button", "Rhubarb Plot swaps", xpath="/html/body/table/tr[1]")
    link = element("link", "link", "Rhubarb", xpath="/html/body/table/tr[1]/td/a")
    other = element("other", "button", "Lettuce", xpath="/html/body/table/tr[2]")
    rows = [replace(each, tag="tr") for each in (row, other)]
    assert {e.uid for e in usable(scene(*rows, link))} == {"link", "other"}


def test_what_goes_on_with_what_was_begun_is_never_left_out() -> None:
    links = [element(f"l{n}", "link", f"Buy lamp {n}", href=f"/{n}") for n in range(30)]
    save = element("save", "button", "Save", xpath="/html/body/form/button")
    shown, _ = shortlist(
        single_candidates(scene(*links, save)),
        "buy lamp",
        most=4,
        begun=lambda candidate: candidate.control is save,
    )
    assert "save" in {c.uids[0] for c in shown}


def test_of_many_alike_that_one_stays_which_stands_in_the_goals_row() -> None:
    path = "/html/body/main/div[{0}]"
    titles = [
        element(f"t{n}", "link", f"Offer {n}", href=f"/{n}", xpath=f"{path.format(n)}/h2/a")
        for n in range(1, 40)
    ]
    edits = [
        element(f"e{n}", "link", "Edit", href=f"/edit/{n}", xpath=f"{path.format(n)}/p/a")
        for n in range(1, 40)
    ]
    titles[30] = replace(titles[30], name="Prices of glass")
    page = scene(*titles, *edits)
    candidates, goal = single_candidates(page), "make the prices of glass private"
    beside = goal_words_beside(candidates, page, goal)
    assert list(beside) == ["e31#"]
    shown, _ = shortlist(candidates, goal, most=9, beside=beside)
    assert "e31" in {c.uids[0] for c in shown}


def test_a_menu_that_the_page_does_not_call_one_stays_whole_beside_a_list() -> None:
    menu = [
        element(f"m{n}", "link", name, href=f"/m/{n}", xpath=f"/html/body/div/ul/li[{n}]/a")
        for n, name in enumerate(("Share", "Tools", "Tags", "Daily", "Feed", "Out"), 1)
    ]
    rows = [
        element(f"{kind}{n}", "link", f"{kind} {n}", href=f"/{kind}/{n}", xpath=f"//{kind}[{n}]/a")
        for n in range(1, 30)
        for kind in ("title", "edit", "pin", "date")
    ]
    shown, _ = shortlist(single_candidates(scene(*menu, *rows)), "keep title 7", most=14)
    assert {e.uid for e in menu} <= {c.uids[0] for c in shown}


def test_a_form_with_long_names_is_told_with_its_button() -> None:
    fields = [
        element(f"f{n}", "textbox", f"Name of the person number {n}", form="f") for n in range(1, 6)
    ]
    send = replace(element("send", "button", "Continue to delivery", form="f"), submits=True)
    [whole] = form_candidates(scene(*fields, send), {})
    assert whole.text == (
        "fill in Name of the person number 1, Name of the person number 2 and 3 more "
        'and press "Continue to delivery"'
    )


def test_small_words_of_the_goal_beside_a_control_are_not_told() -> None:
    rows = [
        (element(f"t{n}", "link", name, href=f"/{n}", xpath=f"//div[{n}]/a"))
        for n, name in enumerate(("Honig und Wachs", "Wachs von Ina", "Kerzen"), 1)
    ]
    edits = [element(f"e{n}", "button", "Edit", xpath=f"//div[{n}]/button") for n in (1, 2, 3)]
    page = scene(*rows, *edits)
    beside = goal_words_beside(single_candidates(page), page, "Speichere Wachs und Docht für Ina")
    assert beside == {"e1#": "Wachs", "e2#": "Wachs, Ina"}


def test_a_list_that_is_typed_into_is_a_field_of_its_form() -> None:
    title = element("title", "textbox", "Title", form="f")
    tags = replace(element("tags", "combobox", "Tags", form="f"), tag="input")
    save = replace(element("save", "button", "Save", form="f"), submits=True)
    [whole] = form_candidates(scene(title, tags, save), {})
    assert whole.text == 'fill in Title, Tags and press "Save"'


@pytest.mark.parametrize(("landmark", "expected"), [("navigation", 1), ("contentinfo", 3), ("", 0)])
def test_a_part_of_the_page_is_known_by_its_role_as_by_its_tag(
    landmark: str, expected: int
) -> None:
    link = element("a", "link", "Help", href="/h", xpath="/html/body/div/a", landmark=landmark)
    assert region(single_candidates(scene(link))[0]) == expected


def test_what_a_row_says_is_told_of_its_link_though_each_is_called_otherwise() -> None:
    row = "/html/body/main/table/tbody/tr[{0}]"
    links = [
        element(f"l{n}", "link", f"B-20{n}", href=f"/{n}", xpath=f"{row.format(n)}/td[1]/a")
        for n in range(10, 40)
    ]
    people = {n: "Brigid Maloney 2028" for n in range(10, 40)} | {25: "Bridget Malone 2028"}
    told = [
        Element("td", "cell", "", text=people[n], uid=f"c{n}", xpath=f"{row.format(n)}/td[5]")
        for n in people
    ]
    page = replace(scene(*links), informational=tuple(told))
    candidates, goal = single_candidates(page), "Bridget Malone's party is on 4 May 2028"
    beside = goal_words_beside(candidates, page, goal)
    assert beside == {"l25#": "Bridget, Malone"}
    shown, _ = shortlist(candidates, goal, most=9, beside=beside)
    assert "l25" in {c.uids[0] for c in shown}
    assert in_other_rows(candidates, beside) == set()
