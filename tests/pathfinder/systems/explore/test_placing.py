"""Values of the goal that a form was filled in without: which fields they go into."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot, Placer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate
from pathfinder.systems.explore.entries import FormFiller
from pathfinder.systems.explore.inputs import Input, filled_in
from pathfinder.systems.explore.placing import Gains, place
from pathfinder.webprocessor.element import Element, Scene

VALUES = (GoalValue("person", "Tom"), GoalValue("amount", "42.50"), GoalValue("thing", "stamps"))


def field(label: str, value: str = "") -> Element:
    return Element(
        "input",
        "textbox",
        label,
        uid=label,
        label=label,
        value=value,
        required=True,
        form="f",
        actionable=True,
    )


def filled(
    fields: Sequence[Element],
    replies: Sequence[str],
    places: Mapping[str, str],
    holding: Sequence[Element] = (),
    entered: Sequence[str] = (),
    heading: str = "New expense",
    *,
    changes: bool = True,
    values: Sequence[GoalValue] = VALUES,
) -> tuple[dict[str, str], ScriptedModel]:
    """Label -> what is entered, where EntryBot replies so and the Placer finds these places."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        lines = re.findall(r"^([A-Y])\. (.*?)(?: \(.*\))?$", asked, re.MULTILINE)
        label = re.findall(r'into the field "(.*?)"\?', asked)[-1]
        wanted = places.get(label.partition(" (")[0])
        right = next((h for h, text in lines if text == wanted), "Z")
        return [-0.1 if choice == right else -4.0 for choice in choices]

    reply = {str(number): text for number, text in enumerate(replies, 1)}
    model = ScriptedModel([json.dumps({"SelectedInput": reply})], scores=scores)
    filler = FormFiller(
        "note that Tom spent 42.50 on stamps",
        Vault({}, frozenset()),
        FormEntryBot(model),
        Placer(model),
        values,
        entered,
        changes=lambda: changes,
    )
    scene = Scene("http://app.test/new", "New", heading, (*fields, *holding), (), ())
    inputs = filler.fill(fields, scene, Call(MemoryJournal(), 1), holding)
    return {one.field.label: one.action.written for one in inputs}, model


def test_what_was_entered_twice_makes_room_for_what_was_forgotten() -> None:
    fields = [field("What"), field("Who"), field("How much")]
    entered, _ = filled(fields, ["Tom", "Tom", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "Who": "Tom", "How much": "42.50"}


LOG_IN = (
    Element("input", "textbox", "Project", uid="p", label="Project", form="f", actionable=True),
    Element(
        "input",
        "textbox",
        "Code",
        uid="c",
        label="Private code",
        form="f",
        actionable=True,
        attributes={"type": "password"},
    ),
)
SENDER = Element("button", "button", "Log in", uid="b", form="f", submits=True, actionable=True)


@pytest.mark.parametrize(
    ("value", "goal", "entered"),
    [
        (
            "flat",
            "Open the budget of the flat, you'll need the code",
            "{{persona.account.username}}",
        ),
        ("Flat-7", "Open the budget Flat-7 with the code", "Flat-7"),
    ],
)
def test_beside_the_users_own_password_goes_their_name_unless_another_is_marked(
    value: str, goal: str, entered: str
) -> None:
    model = ScriptedModel(
        [json.dumps({"SelectedInput": {"1": value}})],
        scores=lambda prompt, choices: [-0.1 if choice == "A" else -4.0 for choice in choices],
    )
    vault = Vault({"account.username": "anna", "account.password": "Alto-44"}, {"account.password"})
    values = [GoalValue("budget", value)]
    filler = FormFiller(goal, vault, FormEntryBot(model), Placer(model), values)
    elements = (*LOG_IN, SENDER)
    scene = Scene("http://app.test/", "Budgets", "Budgets", elements, (), ())
    inputs = filler.fill(LOG_IN, scene, Call(MemoryJournal(), 1))
    assert [one.action.written for one in inputs] == [entered, "{{persona.account.password}}"]


def test_what_is_repeated_in_fields_that_may_stay_empty_stands_where_it_belongs() -> None:
    names = ["Who", "Town", "Region", "Remarks"]
    fields = [replace(field(name), required=False) for name in names]
    fields.append(field("How much"))
    entered, _ = filled(fields, ["Tom"] * 4 + ["42.50"], {"Who": "Tom"})
    assert entered == {"Who": "Tom", "How much": "42.50"}
    nowhere, _ = filled(fields, ["Tom"] * 4 + ["42.50"], {})
    assert nowhere == {"How much": "42.50"}
    needed = [field("Who"), *fields[1:]]
    made_up, _ = filled(needed, ["Osei"] * 4 + ["42.50"], {})
    assert made_up == {"Who": "Osei", "How much": "42.50"}
    needed = [field("Who"), field("Town"), fields[4]]
    twice, _ = filled(needed, ["Tom", "Tom", "42.50"], {})
    assert twice == {"Who": "Tom", "Town": "Tom", "How much": "42.50"}


def test_a_line_that_may_stay_empty_gets_no_value_that_is_said_not_to_belong_there() -> None:
    notes = replace(field("Notes"), required=False)
    entered, _ = filled([field("Who"), notes], ["Tom", "stamps"], {"Who": "Tom"})
    assert entered == {"Who": "Tom"}


def test_a_line_alone_gets_the_likeliest_value_but_for_a_search() -> None:
    notes = replace(field("Notes"), required=False)
    text = (GoalValue("text", "Tom has taken the stamps home"), VALUES[0])
    entered, _ = filled([notes], ["stamps"], {}, values=text[:1])
    assert entered == {"Notes": text[0].value}
    other, _ = filled([notes], ["Tom"], {"Notes": text[0].value}, values=text)
    assert other == {"Notes": text[0].value}
    made_up, _ = filled([field("Notes")], ["Lund"], {}, values=text[:1])
    assert made_up == {"Notes": "Lund"}
    search = replace(notes, role="searchbox")
    looked_up, _ = filled([search], ["stamps"], {}, values=text[:1])
    assert looked_up == {"Notes": "stamps"}


def test_what_belongs_in_a_field_that_holds_something_goes_nowhere_else() -> None:
    """The Placer sees a place for it in either; the likelier one holds the old address."""
    text = "12 Quay Row"
    empty = [replace(field(name), required=False) for name in ("Second line", "Third line")]
    held = [field("Address of the street", "3 Mill Lane")]
    values = (GoalValue("street address", text),)
    places = {"Address of the street": text, "Second line": text}
    entered, _ = filled(empty, [text, ""], places, held, values=values)
    assert entered == {"Address of the street": text}


@pytest.mark.parametrize(("sent", "kept"), [(["stamps"], False), ([], True)])
def test_what_was_only_looked_up_elsewhere_is_not_entered_there(
    sent: list[str], *, kept: bool
) -> None:
    lines = [replace(field(name), required=False) for name in ("Notes", "Town")]
    model = ScriptedModel([json.dumps({"SelectedInput": {"1": "stamps", "2": ""}})])
    filler = FormFiller(
        "note the stamps",
        Vault({}, frozenset()),
        FormEntryBot(model),
        None,
        VALUES[2:],
        sent,
        places={"Search": "stamps"},
    )
    scene = Scene("http://app.test/new", "New", "New", tuple(lines), (), ())
    inputs = filler.fill(lines, scene, Call(MemoryJournal(), 1))
    assert [one.action.written for one in inputs] == ["stamps"] * kept


def test_what_a_field_is_called_is_entered_only_where_something_has_to_be() -> None:
    loose = replace(field("What"), required=False)
    for line, expected in (
        (field("What"), {"What": "Town", "Town": "Leith"}),
        (loose, {"Town": "Leith"}),
    ):
        entered, _ = filled([line, field("Town")], ["Town", "Leith"], {}, values=VALUES[:1])
        assert entered == expected


def test_what_the_page_says_is_wrong_with_one_field_goes_into_no_other() -> None:
    wrong = "Please give a whole number."
    many = replace(field("How many"), error=wrong)
    loose = replace(field("Notes"), required=False, tag="textarea")
    entered, _ = filled([many, loose], ["3", wrong], {}, values=VALUES[:1])
    assert entered == {"How many": "3"}
    entered, _ = filled([many, loose], ["3", "Ring twice, please"], {}, values=VALUES[:1])
    assert entered == {"How many": "3", "Notes": "Ring twice, please"}


def test_a_whole_name_is_parted_where_a_form_has_a_field_for_each_part() -> None:
    values = (GoalValue("person", "Ida van Loon"),)
    fields = [field("First name"), field("Last name")]
    parted = {"First name": "Ida van", "Last name": "Loon"}
    entered, _ = filled(fields, ["Ida van Loon"] * 2, {}, values=values)
    assert entered == parted
    one, _ = filled(fields[1:], ["Ida van Loon"], {}, fields[:1], values=values)
    assert one == {"Last name": "Loon"}
    for text in ("they stay away", "Flat 12"):
        told, _ = filled(fields, [text] * 2, {}, values=(GoalValue("", text),))
        assert set(told.values()) == {text}


def test_what_the_model_made_up_makes_room_too() -> None:
    entered, _ = filled([field("What"), field("How much")], ["Gift", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "How much": "42.50"}


def test_what_the_form_holds_already_makes_room_for_a_value_of_the_goal() -> None:
    price = field("How much", "38")
    entered, _ = filled([], [], {"How much": "42.50"}, [price, field("What", "tents")])
    assert entered == {"How much": "42.50"}


def test_what_the_goal_only_tells_replaces_nothing_that_a_field_holds() -> None:
    """`stamps` is no name, no number and no quote: "What" keeps its tents."""
    entered, _ = filled(
        [], [], {"What": "stamps"}, [field("How much", "38"), field("What", "tents")]
    )
    assert entered == {}
    empty, _ = filled([], [], {"What": "stamps"}, [field("How much", "38"), field("What")])
    assert empty == {"What": "stamps"}


def test_a_value_of_the_goal_that_a_field_holds_makes_room_for_no_other() -> None:
    entered, _ = filled([], [], {"What": "Tom"}, [field("What", "stamps"), field("Remarks", "new")])
    assert entered == {}
    made_up, _ = filled([], [], {"What": "Tom"}, [field("What", "tents"), field("Remarks", "new")])
    assert made_up == {"What": "Tom"}


def test_no_place_is_looked_for_what_was_entered_before() -> None:
    before = [value.value for value in VALUES]
    entered, model = filled([], [], {"How much": "42.50"}, [field("How much", "38")], before)
    assert (entered, model.asked) == ({}, [])


@pytest.mark.parametrize(
    ("submits", "form", "found"), [(True, "f", 1), (False, "f", 0), (True, "", 0)]
)
def test_only_a_form_that_is_sent_is_looked_through(submits: bool, form: str, found: int) -> None:
    save = Element("button", "button", "Save", uid="s", submits=submits, form=form, actionable=True)
    scene = Scene("http://app.test", "", "", (field("What", "tents"), save), (), ())
    assert len(filled_in(Candidate("s", "press", Kind.CLICK, save), scene)) == found


def test_where_a_field_refuses_what_it_holds_the_forms_values_are_parted_again() -> None:
    refusing = replace(field("How much", "stamps"), error="Not a number")
    entered, _ = filled(
        [refusing], ["stamps"], {"How much": "42.50", "What": "stamps"}, [field("What", "42.50")]
    )
    assert entered == {"How much": "42.50", "What": "stamps"}
    kept, _ = filled([refusing], ["stamps"], {"How much": "stamps"}, [field("What", "a few")])
    assert kept == {}


def test_a_form_that_refuses_a_value_is_looked_through_without_a_button_too() -> None:
    refusing = replace(field("How much", "stamps"), error="Not a number")
    scene = Scene("http://app.test", "", "", (field("What", "42.50"), refusing), (), ())
    candidate = Candidate("h", "fill in", Kind.TYPE, None, (refusing,))
    assert [one.label for one in filled_in(candidate, scene)] == ["What"]


def test_where_no_value_fits_the_reply_stays() -> None:
    entered, _ = filled([field("What"), field("How much")], ["Gift", "42.50"], {})
    assert entered["What"] == "Gift"


def test_the_reply_stays_where_no_place_is_found() -> None:
    fields = [field("What"), field("Who"), field("How much")]
    entered, _ = filled(fields, ["stamps", "Tom", "42.50"], {})
    assert entered == {"What": "stamps", "Who": "Tom", "How much": "42.50"}


def test_values_that_the_reply_has_exchanged_find_their_places() -> None:
    places = {"What": "stamps", "Who": "Tom"}
    entered, _ = filled([field("What"), field("Who")], ["Tom", "stamps"], places)
    assert entered == places


def test_a_part_of_a_value_is_left_in_its_field() -> None:
    fields = [field("Pounds"), field("Pence")]
    entered, _ = filled(fields, ["42", "50"], {"Pounds": "42.50"})
    assert entered == {"Pounds": "42", "Pence": "50"}


def test_nothing_is_asked_of_one_value_and_one_field_or_where_the_goal_says_it() -> None:
    entered, model = filled([field("Thing"), field("Person"), field("Amount")], ["", "", ""], {})
    assert entered == {"Thing": "stamps", "Person": "Tom", "Amount": "42.50"}
    assert model.asked == []


def test_a_value_goes_into_one_field_only() -> None:
    fields = [field("What"), field("Remarks"), field("Who")]
    places = {"What": "stamps", "Remarks": "stamps"}
    entered, _ = filled(fields, ["Tom", "Tom", "Tom"], places)
    assert list(entered.values()).count("stamps") == 1


def test_what_a_field_holds_already_is_told_apart() -> None:
    held = Input(field("What", "stamps"), Action(Kind.TYPE, "What", "Stamps"), "model")
    assert held.is_there
    assert not Input(field("What"), Action(Kind.TYPE, "What", "a gift"), "model").is_there


@pytest.mark.parametrize("required", [True, False])
def test_the_whole_goal_goes_only_into_a_field_that_has_to_hold_something(required: bool) -> None:
    goal = "note that Tom spent 42.50 on stamps"
    number = replace(field("Number"), required=required)
    got, _ = filled([number], [f"{goal.capitalize()}."], {})
    assert (got.get("Number") == f"{goal.capitalize()}.") is required


@pytest.mark.parametrize(
    ("heading", "entered"),
    [("New expense", {"Who": "Tom", "Town": "Lund"}), ("Ida Holm", {"Town": "Lund"})],
)
def test_the_name_of_another_thing_is_not_changed_in_a_form_either(
    heading: str, entered: dict[str, str]
) -> None:
    fields = [field("Who", "Ida Holm"), field("Town")]
    replies = ["Tom", "Lund"] if "Who" in entered else ["Lund"]
    assert filled(fields, replies, {}, heading=heading)[0] == entered


def profile(*names: str, **held: str) -> list[Element]:
    empty = [replace(field(name), required=False) for name in names]
    return [*empty, *(field(name, value) for name, value in held.items())]


def test_what_the_goal_gives_for_a_field_by_its_name_replaces_what_it_holds() -> None:
    held = profile(Person="Rita", Amount="38", Town="Leith")
    entered, _ = filled([], [], {}, held, heading="Expense 4")
    assert entered == {"Person": "Tom", "Amount": "42.50"}
    new, _ = filled([], [], {}, held, heading="Expense 4", changes=False)
    assert new == {}


def test_what_a_form_for_something_new_holds_beforehand_gives_way_to_what_the_goal_says() -> None:
    pieces = replace(field("Pieces", "1"), role="spinbutton")
    values = (GoalValue("kite", "Red Kestrel"), GoalValue("count", "3 pieces"))
    name, note = field("Name"), replace(field("Note"), required=False)
    entered, _ = filled(
        [name, note], ["Red Kestrel", "3"], {}, [pieces], values=values, changes=False
    )
    assert entered == {"Name": "Red Kestrel", "Pieces": "3"}
    counted = (GoalValue("before", "96 pieces"), GoalValue("pieces", "87"))
    entered, _ = filled([name], ["96"], {}, [pieces], values=counted, changes=False)
    assert entered["Pieces"] == "87"


def test_so_it_does_where_lists_of_that_form_stand_at_something() -> None:
    shelf = replace(
        field("Shelf"), tag="select", role="combobox", options=("A", "B"), selected="B", form="f"
    )
    pieces = replace(field("Pieces", "1"), role="spinbutton", form="f")
    note = replace(field("Note"), required=False, form="f")
    values = (GoalValue("pieces", "87"),)
    entered, _ = filled([note], ["no"], {}, [pieces, shelf], values=values, changes=False)
    assert entered["Pieces"] == "87"


def test_what_may_stay_empty_is_left_so_where_a_form_changes_what_it_holds() -> None:
    empty, held = profile("Street", "Region"), profile(Name="Rita", Town="Leith", Trade="Baker")
    nothing, model = filled(empty, ["Tom", "stamps"], {}, held, heading="Rita")
    assert nothing == {}
    assert not any("What does the user enter" in p.messages[-1].content for p in model.prompts)
    placed, _ = filled(empty, ["Tom", "stamps"], {"Street": "stamps"}, held, heading="Rita")
    assert placed == {"Street": "stamps"}
    places = {"Street": "Tom", "Region": "stamps"}
    new, _ = filled(empty, ["Tom", "stamps"], places, held[:1], heading="New")
    assert new == {"Street": "Tom", "Region": "stamps"}


def test_what_a_list_of_the_form_stands_at_is_looked_a_place_for_nowhere() -> None:
    guest = replace(
        field("Guest"),
        tag="select",
        role="combobox",
        options=("Tom (dog)", "Mo"),
        selected="Tom (dog)",
    )
    values = (GoalValue("day", "6 March"),)
    day = replace(guest, options=("Sat 6 Mar, Tom", "Sun"), selected="Sat 6 Mar, Tom")
    entered, _ = filled([field("Notes")], ["nobody"], {"Notes": "6 March"}, [day], values=values)
    assert entered == {"Notes": "nobody"}
    values = (GoalValue("guest", "Tom"),)
    for beside, notes in ((guest, "nobody"), (replace(guest, selected="Mo"), "Tom")):
        entered, _ = filled([field("Notes")], ["nobody"], {"Notes": "Tom"}, [beside], values=values)
        assert entered == {"Notes": notes}


def test_a_name_within_an_address_is_parted_as_one_that_is_left_out() -> None:
    values = (
        GoalValue("person", "Tom Ashby"),
        GoalValue("name", "tom"),
        GoalValue("e-mail", "tom.ashby@example.org"),
    )
    fields = [field("User"), field("Real name"), field("E-mail")]
    places = {"User": "tom", "Real name": "Tom Ashby"}
    entered, _ = filled(fields, ["Tom Ashby", "tom"], places, values=values)
    assert entered == {**places, "E-mail": "tom.ashby@example.org"}


@pytest.mark.parametrize(("told", "parted"), [("Paid by Tom in 12/3", 0), ("tom@ashby.test", 1)])
def test_a_sentence_holds_a_value_whatever_signs_are_in_it(told: str, parted: int) -> None:
    values = (GoalValue("person", "Tom"),)
    entered, _ = filled([field("Who")], ["nobody"], {"Who": "Tom"}, values=values, entered=[told])
    assert (entered == {"Who": "Tom"}) is bool(parted)


@pytest.mark.parametrize("asked", [["u"], ["u", "r"]])
def test_values_are_asked_about_in_both_orders_for_a_model_leans_to_the_first(
    asked: list[str],
) -> None:
    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        lines = re.findall(r"^([A-Y])\. (\w+)", prompt.messages[-1].content, re.MULTILINE)
        first = [-0.5, -1.0, -3.0]
        wanted = "tom" if 'the field "User' in prompt.messages[-1].content else "Ashby"
        return [
            first[number] + 0.3 * (dict(lines).get(choice) == wanted)
            for number, choice in enumerate(choices)
        ]

    model = ScriptedModel(scores=scores)
    values = (GoalValue("person", "Ashby"), GoalValue("name", "tom"))
    fields = {"u": "User", "r": "Real name"}
    placed = place(
        Placer(model),
        Call(MemoryJournal(), 1),
        fields,
        asked,
        values,
        lambda uid, text: True,
        goal="give Tom Ashby a way in as tom",
        heading="New user",
    )
    right = {"u": "tom", "r": "Ashby"}
    assert {uid: value.value for uid, value in placed.items()} == {u: right[u] for u in asked}


def test_what_was_answered_of_a_field_is_not_asked_again() -> None:
    fields = [field("Who"), field("What"), field("Pounds")]
    _, model = filled(fields, ["nobody", "nothing", "none"], {})
    told = [prompt.messages[-1].content for prompt, *_ in model.asked]
    placing = [text for text in told if "Which value" in text]
    assert len(placing) == len(set(placing)) == 6


@pytest.mark.parametrize(("host", "name"), [("canal.test", "regatta"), ("", "regatta@canal.test")])
def test_of_an_address_the_name_is_entered_where_its_host_has_its_own_field(
    host: str, name: str
) -> None:
    owner = replace(field("Owner"), attributes={"type": "email"})
    held = [replace(field("Host"), value=host, required=False)] if host else []
    values = (GoalValue("address", "regatta@canal.test"),)
    replies = ["regatta@canal.test", "regatta@canal.test"]
    entered, _ = filled([field("List"), owner], replies, {}, held, values=values)
    assert entered == {"List": name, "Owner": "regatta@canal.test"}


def test_an_address_goes_where_nothing_else_is_asked_for_and_twice_where_both_are_needed() -> None:
    values = (GoalValue("", "ida@example.org"),)
    once, _ = filled([field("Name"), field("E-mail")], ["Ida", "-"], {}, values=values)
    assert once["E-mail"] == "ida@example.org"
    again = [field("E-mail"), field("Email address")]
    twice, _ = filled(again, ["-", "-"], {}, values=values)
    assert set(twice.values()) == {"ida@example.org"}


def test_a_word_that_ends_several_names_is_no_part_of_them() -> None:
    values = (GoalValue("capacity", "60"), GoalValue("room", "Hay loft"))
    fields = [replace(field(f"{name} Optional"), required=False) for name in ("GUID", "Capacity")]
    entered, _ = filled(fields, ["60"], {}, values=values)
    assert entered == {"Capacity Optional": "60"}


def placed_by(
    known: Gains, values: Sequence[GoalValue], names: str, **more: Any
) -> tuple[Any, Any]:
    """What goes where in fields of these names of a letter, and values and field of each question.

    The first value of a list is always the likeliest.
    """
    asked = []

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        text = prompt.messages[-1].content
        told = re.findall(r"^[A-Y]\. (\S+)", text.rpartition("Goal:")[2], re.MULTILINE)
        asked.append((" ".join(told), re.findall(r'the field "(.)"', text)[-1]))
        return [-float(place) for place in range(len(choices))]

    fields = dict(zip(names, names, strict=True))
    placer, call = Placer(ScriptedModel([], scores=scores)), Call(MemoryJournal(), 1)
    taken = place(
        placer, call, fields, names, values, lambda *_: True, known, goal="", heading="", **more
    )
    return taken, asked


def test_a_question_differs_from_the_one_before_in_its_field_alone() -> None:
    _, asked = placed_by({}, VALUES[:2], "fg")
    one, other = "Tom 42.50", "42.50 Tom"
    assert asked == [(one, "f"), (one, "g"), (other, "f"), (other, "g")]


def test_what_was_said_of_several_values_is_not_asked_again_of_fewer() -> None:
    known: Gains = {("f", VALUES): [1.0, 3.0, 2.0]}
    assert placed_by(known, VALUES[1:], "f") == ({"f": VALUES[1]}, [])


@pytest.mark.parametrize(("gains", "expected"), [([1.0, 0.8], 1), ([1.0, 0.3], 0)])
def test_the_answer_settles_which_of_two_values_nearly_as_likely_goes_there(
    gains: list[float], expected: int
) -> None:
    values = VALUES[:2]
    answers = {"f": values[1].value}
    placed, _ = placed_by({("f", values): gains}, values, "f", answers=answers)
    assert placed == {"f": values[expected]}


def test_two_answers_that_make_up_a_name_stand() -> None:
    values = (GoalValue("person", "Osric Thewlis"), GoalValue("thing", "stamps"))
    fields = [field("Called"), field("Family")]
    entered, _ = filled(fields, ["Osric", "Thewlis"], {"Family": "stamps"}, values=values)
    assert entered == {"Called": "Osric", "Family": "Thewlis"}


def test_a_line_that_may_stay_empty_gets_no_nought() -> None:
    loose = replace(field("Reduced"), required=False)
    entered, _ = filled([field("Full"), loose], ["1", "0"], {}, values=())
    assert entered == {"Full": "1"}


@pytest.mark.parametrize(("values", "changed"), [(VALUES, {}), ((), {"How much": "12345"})])
def test_what_a_field_holds_makes_room_for_nothing_made_up(
    values: Sequence[GoalValue], changed: dict[str, str]
) -> None:
    """Where the goal gives values: without any, the model's own are what there is."""
    entered, _ = filled([field("How much", "1")], ["12345"], {}, values=values)
    assert entered == changed


@pytest.mark.parametrize(("said", "written"), [("3", {"How many": "3"}), ("4", {})])
def test_a_number_that_the_goal_says_in_letters_is_not_made_up(
    said: str, written: dict[str, str]
) -> None:
    count = replace(field("How many", "1"), role="spinbutton", attributes={"type": "number"})
    model = ScriptedModel([json.dumps({"SelectedInput": {"1": said}})])
    goal = "let there be three loaves, and no longer one"
    values = (GoalValue("quantity", "three loaves, and no longer one"),)
    filler = FormFiller(goal, Vault({}, frozenset()), FormEntryBot(model), None, values)
    scene = Scene("http://app.test/new", "New", "New", (count,), (), ())
    inputs = filler.fill([count], scene, Call(MemoryJournal(), 1))
    assert {one.field.label: one.action.written for one in inputs} == written


@pytest.mark.parametrize("single", [True, False])
def test_a_number_in_letters_takes_the_place_of_a_number(*, single: bool) -> None:
    count = replace(field("How many", "1"), role="spinbutton", attributes={"type": "number"})
    notes = replace(field("Notes"), required=False)
    two = (GoalValue("cakes", "two"),)
    fields, held, replies = ([count], [], ["2"]) if single else ([notes], [count], ["two"])
    entered, _ = filled(fields, replies, {"How many": "two"}, held, values=two)
    assert entered == {"How many": "2"}


@pytest.mark.parametrize(("held", "entered"), [("Full service", {}), ("10", {"Service": "25"})])
def test_a_number_does_not_take_the_place_of_words(held: str, entered: dict[str, str]) -> None:
    given = (GoalValue("percentage", "25"),)
    notes = replace(field("Notes"), required=False)
    made, _ = filled([notes], [""], {"Service": "25"}, [field("Service", held)], values=given)
    assert made == entered


def test_a_telephone_number_goes_where_one_is_asked_for_and_a_date_does_not() -> None:
    phone = replace(field("Telephone"), required=False)
    for text, expected in (("05542 6031-18", {"Telephone": "05542 6031-18"}), ("2027-06-13", {})):
        given = (GoalValue("number", text),)
        entered, _ = filled([field("Task"), phone], ["Repairs", ""], {}, values=given)
        assert entered == {"Task": "Repairs"} | expected


def test_what_was_chosen_of_a_list_is_not_entered_with_a_word_more() -> None:
    room = replace(
        field("Room"), tag="select", role="combobox", options=("--", "Codlin", "Pearmain")
    )
    notes = replace(field("Notes"), required=False)
    values = (GoalValue("room", "Codlin"), GoalValue("location", "Codlin room"))
    entered, _ = filled([room, notes], ["Codlin room"], {"Notes": "Codlin room"}, values=values)
    assert entered == {"Room": "Codlin"}


@pytest.mark.parametrize("chosen", ["Tom", "Ida"])
def test_no_other_option_is_chosen_where_the_goals_is_refused(chosen: str) -> None:
    who = replace(
        field("Who"), tag="select", role="combobox", options=("Tom", "Ida", "Ann"),
        selected=chosen, error="has one already",
    )  # fmt: skip
    values = (GoalValue("person", "Tom"),)
    entered, _ = filled([who], ["Ann"], {}, values=values)
    assert entered == ({} if chosen == "Tom" else {"Who": "Tom"})


def test_no_other_is_chosen_where_the_goal_says_what_is_in_other_words_than_its_value() -> None:
    who = replace(
        field("Who"), tag="select", role="combobox", options=("Tom", "Ida", "Ann"),
        selected="Tom", error="has one already",
    )  # fmt: skip
    entered, _ = filled([who], ["Ann"], {}, values=(GoalValue("person", "our Tom"),))
    assert entered == {}


def test_of_several_lines_one_without_a_name_gets_no_value() -> None:
    what, nameless = (replace(field(name), required=False) for name in ("What", ""))
    entered, _ = filled([what, nameless], ["", ""], {"": "stamps", "What": "Tom"})
    assert entered == {"What": "Tom"}
