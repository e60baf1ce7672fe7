"""A tester's sentence read by a model: what is taken, what is asked again, what stays unread."""

import json
from dataclasses import replace

import pytest
import yaml

from pathfinder.agents.agent import PROMPTS, Call
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.words import LANGUAGES, READERS, WordsReader, steps_schema
from pathfinder.core.journal import MemoryJournal
from pathfinder.language.lexicon import lexicon
from pathfinder.language.reader import read_words
from pathfinder.language.sentences import Sentences
from pathfinder.language.spans import spans
from pathfinder.language.texts import must_use


def told(*steps):
    return json.dumps({"steps": steps})


def read(sentence, *replies, part="action", before=""):
    model = ScriptedModel(list(replies))
    found = read_words(sentence, part, WordsReader(model), Call(MemoryJournal(), 1), before=before)
    return found, model.prompts


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        (
            "Click Edit in the row of Ada",
            {"do": "click", "what": "Edit", "in": "the row of Ada"},
            'click the "Edit" in "the row of Ada"',
        ),
        (
            "Press the second Save button",
            {"do": "click", "nth": "second", "what": "Save", "kind": "button"},
            'click the second "Save" button',
        ),
        (
            'Enter "9 am" as begin',
            {"do": "fill", "what": "begin", "value": "9 am"},
            'fill the "begin" as "9 am"',
        ),
        (
            'Enter "9 am" as begin',
            {"do": "fill", "what": '"9 am"', "value": "begin"},
            'fill the "begin" as "9 am"',
        ),
        ("Search for choir", {"do": "search", "value": "choir"}, 'search for "choir"'),
        ("Open the profile", {"do": "open", "what": "profile"}, 'open "profile"'),
        ("Go to /help", {"do": "open", "what": "/help"}, 'navigate to "/help"'),
        ("Hit the Escape key", {"do": "press", "value": "Escape"}, 'press "Escape"'),
        ("Untick Newsletter", {"do": "untick", "what": "Newsletter"}, 'uncheck the "Newsletter"'),
        (
            "Drag Roof to Done",
            {"do": "drag", "what": "Roof", "value": "Done"},
            'drag the "Roof" onto the "Done"',
        ),
        (
            "Wait until Loading is gone",
            {"do": "wait gone", "what": "Loading"},
            'wait until not text "Loading"',
        ),
        ("Wait 2 s", {"do": "wait", "value": "2"}, "wait 2 seconds"),
        ("Accept the question", {"do": "accept"}, "accept dialog"),
        (
            "Select the tab Parents",
            {"do": "select", "what": "Parents", "value": ""},
            'click the "Parents" tab',
        ),
        (
            "Press Save",
            {"do": "click", "nth": "second", "what": "Save", "kind": "menu"},
            'click the "Save"',
        ),
        ("Log in as the coach", {"do": "goal", "what": "Log in as the coach"}, None),
    ],
)
def test_an_instruction(sentence, step, line):
    reading, _ = read(sentence, told(step))
    assert reading.lines == ((line or f'do "{sentence}"'),)
    assert (reading.by, reading.unread) == ("model", "")


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        ("The page Help opens", {"do": "page", "what": "Help"}, 'assert page "Help"'),
        (
            "Under Friday it says 14:30",
            {"do": "text", "what": "14:30", "in": "Friday"},
            'assert text "14:30" in "Friday"',
        ),
        (
            "The fee is £12",
            {"do": "value", "what": "fee", "value": "£12"},
            'assert value of the "fee" is "£12"',
        ),
        (
            "At most three rows are left",
            {"do": "count", "what": "rows", "how": "at most", "value": "three"},
            'assert count of the "rows" is at most 3',
        ),
        (
            "Three rows are left",
            {"do": "count", "what": "rows", "value": "3"},
            'assert count of the "rows" is 3',
        ),
        (
            "Sorted by date, oldest first",
            {"do": "order", "what": "date", "how": "ascending"},
            'assert order of the "date" is ascending',
        ),
        (
            "Ann comes before Bea",
            {"do": "order", "items": ["Ann", "Bea"]},
            'assert order is "Ann", "Bea"',
        ),
        (
            "Die Schaltfläche Weiter ist ausgegraut",
            {"do": "state", "what": "Weiter", "kind": "button", "value": "disabled"},
            'assert the "Weiter" button is disabled',
        ),
        (
            "The tick box Agree is not ticked",
            {"do": "state", "what": "Agree", "kind": "checkbox", "value": "unchecked"},
            'assert the "Agree" checkbox is unchecked',
        ),
        (
            "Error is not shown",
            {"do": "gone", "what": "Error"},
            'assert not text "Error"',
        ),
        (
            "The fee is not £12",
            {"do": "value", "not": True, "what": "fee", "value": "£12"},
            'assert not value of the "fee" is "£12"',
        ),
        (
            "The address holds /done",
            {"do": "address", "value": "/done"},
            'assert URL contains "/done"',
        ),
        (
            "The address ends in /done",
            {"do": "address", "how": "ends with", "value": "/done"},
            'assert URL matches "/done$"',
        ),
    ],
)
def test_an_expected_result(sentence, step, line):
    reading, prompts = read(sentence, told(step), part="expected")
    assert reading.lines == (line,)
    assert prompts[0].messages[-1].content == f"Expected: {sentence}"


@pytest.mark.parametrize(
    ("sentence", "wrong", "reason"),
    [
        (
            "Click Save",
            {"do": "click", "what": "Store"},
            '"Store" does not stand in the sentence',
        ),
        (
            'Enter "Ida" and 34',
            {"do": "fill", "what": "34", "value": "and"},
            '"ida" of the sentence is used nowhere',
        ),
        (
            "Write to ida@example.org",
            {"do": "click", "what": "Write"},
            '"ida@example.org" of the sentence is used nowhere',
        ),
        ("Click Save", {"do": "click"}, "what is described needs a name"),
    ],
)
def test_what_was_not_copied_or_was_lost_is_asked_again_with_the_reason(sentence, wrong, reason):
    right = {"do": "goal", "what": sentence}
    reading, prompts = read(sentence, told(wrong), told(right))
    assert reading.lines == (f"do {json.dumps(sentence)}",)
    assert reason in prompts[1].messages[-1].content


@pytest.mark.parametrize(
    ("sentence", "wrong", "reason"),
    [
        (
            "The Pay button is not active",
            {"do": "state", "what": "Pay", "value": "enabled"},
            "the sentence says what must not be so: use gone, not, or another value",
        ),
        (
            "There are 3 rows",
            {"do": "count", "what": "rows", "how": "at least", "value": "3"},
            "the sentence says no bound: how is wrong",
        ),
        (
            "Es gibt höchstens drei Zeilen",
            {"do": "text", "what": "Zeilen"},
            "the sentence says at most: how is wrong",
        ),
        (
            "Le bouton Payer reste grisé",
            {"do": "state", "what": "Payer", "kind": "button", "value": "enabled"},
            "the sentence says disabled",
        ),
        (
            "Der Hinweis „Voll“ steht bei Gruppe B",
            {"do": "gone", "what": "Voll", "in": "Gruppe B"},
            "the sentence says what must be so: use neither gone nor not",
        ),
        (
            "You see 3 and 4",
            {"do": "text", "what": "3"},
            '"4" of the sentence is used nowhere',
        ),
    ],
)
def test_what_stays_lost_or_turned_round_is_a_doubt(sentence, wrong, reason):
    reading, prompts = read(sentence, told(wrong), told(wrong), part="expected")
    assert len(reading.statements) == 1
    assert reading.doubts == (reason,)
    assert reason in prompts[1].messages[-1].content


@pytest.mark.parametrize(
    ("sentence", "step"),
    [
        ("No more than 3 rows", {"do": "count", "what": "rows", "how": "at most", "value": "3"}),
        ("No rows", {"do": "count", "what": "rows", "value": "no"}),
        ("It isn't ticked: Agree", {"do": "state", "what": "Agree", "value": "unchecked"}),
        ('It says "Nothing here"', {"do": "text", "what": "Nothing here"}),
        ("Der Hinweis ist weg", {"do": "gone", "what": "Hinweis"}),
        ("Le prix n'est plus là", {"do": "gone", "what": "prix"}),
    ],
)
def test_what_is_denied_in_one_way_or_another_is_no_doubt(sentence, step):
    reading, prompts = read(sentence, told(step), part="expected")
    assert (len(prompts), reading.doubts) == (1, ())


@pytest.mark.parametrize("number", ["4", "four"])
def test_a_copy_without_accents_and_a_number_in_another_language_are_taken(number):
    step = {"do": "count", "what": "vehicules", "value": number}
    reading, prompts = read("4 véhicules sont affichés", told(step), part="expected")
    assert (reading.lines, len(prompts)) == (('assert count of the "véhicules" is 4',), 1)


def test_the_end_of_a_word_is_put_back():
    step = {"do": "click", "nth": "first", "what": "result"}
    reading, _ = read("Cliquer sur le premier résultat", told(step))
    assert reading.lines == ('click the first "résultat"',)
    reading, _ = read("Open Saved, then Save", told({"do": "click", "what": "Save"}))
    assert reading.lines == ('click the "Save"',)


def test_a_kind_in_another_language_names_the_same_place():
    step = {"do": "gone", "what": "P-300", "in": "the list Lager"}
    sentence = "P-300 steht nicht mehr in der Liste Lager"
    reading, prompts = read(sentence, told(step), part="expected")
    assert (reading.lines, len(prompts)) == (('assert not text "P-300" in "the list Lager"',), 1)


def test_a_bound_that_was_copied_with_its_number_is_one():
    step = {"do": "count", "what": "Mitarbeitende", "value": "mindestens three"}
    reading, _ = read("Mindestens 3 Mitarbeitende sind da", told(step), part="expected")
    assert reading.lines == ('assert count of the "Mitarbeitende" is at least 3',)


def test_a_copy_takes_the_letters_of_the_sentence():
    step = {"do": "wait gone", "what": "uploading..."}
    reading, _ = read("Wait until Uploading… is gone", told(step))
    assert reading.lines == ('wait until not text "Uploading…"',)


def test_what_is_never_copied_stays_unread():
    reading, prompts = read("Click Save", *[told({"do": "click", "what": "Store"})] * 2)
    assert (reading.statements, len(prompts)) == ((), 2)
    assert '"Store" does not stand in the sentence' in reading.unread


def test_what_no_page_shows_is_unread():
    reading, _ = read("It looks neat", told(), part="expected")
    assert reading.unread == "it says nothing that a page can show"


def test_the_step_before_may_be_copied_from():
    step = {"do": "fill", "what": "Guests", "value": "3"}
    reading, prompts = read("Now make it 3", told(step), before="Set Guests to 2")
    assert reading.lines == ('fill the "Guests" as "3"',)
    assert "Before: Set Guests to 2" in prompts[0].messages[-1].content


@pytest.mark.parametrize(
    ("sentence", "part", "line"),
    [
        ('click the "Save" button', "action", 'click the "Save" button'),
        ("go back", "action", "go back"),
        ('page "Help"', "expected", 'assert page "Help"'),
        ('assert not text "Error"', "expected", 'assert not text "Error"'),
    ],
)
def test_a_statement_is_read_without_a_model(sentence, part, line):
    reading, prompts = read(sentence, part=part)
    assert (reading.lines, reading.by, prompts) == ((line,), "grammar", [])


def test_nothing_is_no_reading_of_a_sentence_with_a_value():
    step = {"do": "text", "what": "Thanks"}
    reading, prompts = read('It says "Thanks"', told(), told(step), part="expected")
    assert reading.lines == ('assert text "Thanks"',)
    assert '"thanks" of the sentence is used nowhere' in prompts[1].messages[-1].content


def test_a_person_is_asked_to_look_at_what_is_doubtful():
    reading, _ = read("Log in", told({"do": "goal", "what": "Log in"}))
    assert reading.doubts == ("'Log in' does not say how",)
    sentence = "Click Save and then wait until all of the lamps are there"
    reading, _ = read(sentence, told({"do": "click", "what": "Save"}))
    assert "is used nowhere" in reading.doubts[0]


@pytest.mark.parametrize(
    ("sentence", "step", "doubts"),
    [
        (
            "Als Raum den Saal 2 wählen",
            {"do": "click", "what": "Saal 2"},
            ("'Raum' is used nowhere",),
        ),
        (
            "Press Save, the Notes are full",
            {"do": "click", "what": "Save"},
            ("'Notes full' is used nowhere",),
        ),
        ("Klicken Sie auf die Schaltfläche Weiter", {"do": "click", "what": "Weiter"}, ()),
    ],
)
def test_a_name_that_is_used_nowhere_is_a_doubt(sentence, step, doubts):
    reading, prompts = read(sentence, told(step))
    assert (len(prompts), reading.doubts) == (1, doubts)


def test_what_is_chosen_has_to_be_chosen_from_something_else():
    wrong = {"do": "select", "what": "Hall 2", "value": "Hall 2"}
    right = {"do": "select", "what": "Room", "value": "Hall 2"}
    reading, prompts = read('Choose "Hall 2" as Room', told(wrong), told(right))
    assert reading.lines == ('select "Hall 2" in the "Room"',)
    assert 'say in what "Hall 2" is chosen' in prompts[1].messages[-1].content


def test_quotes_addresses_and_numbers_must_not_be_lost():
    sentence = "Give „Ida“ and «Bo 7» 3.50 at 9:30 to a1@b.example, not it's 'x y'"
    assert must_use(sentence) == ["ida", "bo 7", "x y", "a1@b.example", "3.50", "9:30"]


INSTRUCTIONS, RESULTS = (
    [
        example
        for language in LANGUAGES
        for example in yaml.safe_load(
            (PROMPTS / f"{name}.{language}.examples.yaml").read_text("utf-8")
        )["examples"]
    ]
    for name in READERS
)


@pytest.mark.parametrize(
    "example", [*INSTRUCTIONS, *RESULTS], ids=lambda one: one["scene"]["sentence"]
)
def test_a_worked_example_is_a_reading_that_is_taken_at_once(example):
    scene = {"before": "", **example["scene"]}
    reply = json.dumps(example["reply"])
    part = "action" if example in INSTRUCTIONS else "expected"
    reading, prompts = read(scene["sentence"], reply, part=part, before=scene["before"])
    assert len(prompts) == 1
    known = lexicon().numbers
    again = sum(known[step["times"]] - 1 for step in example["reply"]["steps"] if "times" in step)
    assert len(reading.statements) == len(example["reply"]["steps"]) + again
    for step in example["reply"]["steps"]:
        assert any(fits(step, form, prompts[0].schema) for form in forms_of(prompts[0].schema))


def forms_of(schema):
    return schema["properties"]["steps"]["items"]["anyOf"]


def fits(step, form, schema):
    """Whether a step is one that a form allows: its parts in this order, each of them copied."""
    if list(form["properties"]) != list(step):
        return False
    names = schema["$defs"]["name"]["enum"]
    told = zip(step.values(), form["properties"].values(), strict=True)
    return all(isinstance(said, list) or said in allowed(part, names) for said, part in told)


def allowed(part, names):
    """What a part may be."""
    if "anyOf" in part:
        return [one for each in part["anyOf"] for one in allowed(each, names)]
    return part.get("enum", names)


def test_an_expected_result_has_no_deeds():
    written = {
        word for form in forms_of(steps_schema(expected=True)) for word in form["properties"]
    }
    assert "click" not in written
    assert "page" in written


@pytest.mark.parametrize(
    ("sentence", "part", "step", "line"),
    [
        (
            'In the row of Ada hit the second "Edit" link',
            "action",
            {"click": "Edit", "in": "the row of Ada"},
            'click the second "Edit" link in "the row of Ada"',
        ),
        (
            "Choose Red as Paint",
            "action",
            {"set": "Paint", "to": "Red"},
            'fill the "Paint" as "Red"',
        ),
        (
            "Take Red from the list Paint",
            "action",
            {"select": "Red", "from": "Paint"},
            'select "Red" in the "Paint" list',
        ),
        ("Clear the field Name", "action", {"clear": "Name"}, 'fill the "Name" field as ""'),
        (
            "Double-click the third row of the roster",
            "action",
            {"double-click": "third row", "in": "the roster"},
            'double click the third row in "the roster"',
        ),
        (
            "Hit Alt+P in Tempo",
            "action",
            {"press": "Alt+P", "in field": "Tempo"},
            'press "Alt+P" in the "Tempo"',
        ),
        ("Wait for 3 seconds", "action", {"wait": "3 seconds"}, "wait 3 seconds"),
        ("Reload it", "action", {"browser": "reload"}, "reload"),
        (
            "No more than 5 goats are there",
            "expected",
            {"number": "5", "of": "goats"},
            'assert count of the "goats" is at most 5',
        ),
        (
            "The fee is less than £9",
            "expected",
            {"value of": "fee", "is": "£9"},
            'assert value of the "fee" is less than "£9"',
        ),
        (
            "The fee is not £9",
            "expected",
            {"value of": "fee", "is not": "£9"},
            'assert not value of the "fee" is "£9"',
        ),
        (
            "The Pay button is greyed out",
            "expected",
            {"state of": "Pay", "is": "disabled"},
            'assert the "Pay" button is disabled',
        ),
        (
            "The row 'Ann Lee' shows 4",
            "expected",
            {"shown": "4", "in": "row 'Ann Lee'"},
            'assert text "4" in "row Ann Lee"',
        ),
    ],
)
def test_a_step_as_the_model_writes_it_with_what_stands_around_its_names(
    sentence, part, step, line
):
    reading, prompts = read(sentence, told(step), part=part)
    assert (reading.lines, reading.unread, len(prompts)) == ((line,), "", 1)


def test_what_is_done_several_times_is_as_many_statements():
    reading, _ = read("Press plus 3 times", told({"click": "plus", "times": "3"}))
    assert reading.lines == ('click the "plus"',) * 3


def test_the_same_again_is_the_step_before_at_another_place():
    steps = {"click": "Feed", "in": "pond 1"}, {"click": "pond 2"}
    reading, _ = read("Same for pond 2", told(*steps), before="Press Feed at pond 1")
    assert reading.lines == ('click the "Feed" in "pond 2"',)


def test_a_value_and_its_name_stand_as_the_sign_between_them_says():
    reading, _ = read("Tone = Moll", told({"enter": "Tone", "into": "Moll"}))
    assert reading.lines == ('fill the "Tone" as "Moll"',)


def test_an_aside_in_brackets_may_be_left_out():
    step = {"upload": "map.png", "to": "Notes"}
    reading, prompts = read("Upload map.png (5 MB at most) to Notes", told(step))
    assert (reading.doubts, len(prompts)) == ((), 1)


def test_a_step_of_no_form_is_asked_again():
    reading, prompts = read(
        "Press Save", told({"press": "Save", "of": "x"}), told({"click": "Save"})
    )
    assert reading.lines == ('click the "Save"',)
    assert "no step is written press, of" in prompts[1].messages[-1].content


def test_nothing_but_runs_of_the_words_may_be_copied():
    assert spans('Type "a; b" in VAT (19 %).') == [
        "Type",
        'Type "a; b"',
        'Type "a; b" in',
        'Type "a; b" in VAT',
        'Type "a; b" in VAT (19 %)',
        "a; b",
        "in",
        "in VAT",
        "in VAT (19 %)",
        "VAT",
        "VAT (19 %)",
        "19",
        "19 %",
        "%",
    ]
    assert {"accueil", "l'accueil", "qty.", "Bob"} <= set(spans("Sur l'accueil, qty. Name=Bob"))


def test_a_sign_before_a_number_is_copied_with_it() -> None:
    found = spans("First 0, then -1; der Saldo ist (-1.020,00 EUR) - bis 3-4 und -x")
    assert {"-1", "-1.020,00 EUR", "3-4", "x"} <= set(found)
    assert not {"1", "1.020,00 EUR"} & set(found)


def test_what_a_model_alone_read_in_a_run_is_in_doubt_until_a_person_has_looked_it_over():
    save = told({"do": "click", "what": "Save"})
    run = Sentences(reader=WordsReader(ScriptedModel([save, save])))
    reading = run.read(("Save all", "action", ""), Call(MemoryJournal(), 1))
    assert reading.lines == ('click the "Save"',)
    assert reading.doubts == (
        "a model alone read it; `pathfinder read` keeps what a person has looked over",
    )
    looked_over = replace(reading, doubts=())
    known = Sentences({("Save all", "action", ""): looked_over})
    assert known.read(("Save all", "action", ""), Call(MemoryJournal(), 1)) == looked_over


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        (
            "The box Code is empty",
            {"value of": "Code", "is": "empty"},
            'assert the "Code" field is empty',
        ),
        (
            "The lid closed",
            {"state of": "lid closed", "is": "checked"},
            'assert the "lid" is closed',
        ),
        (
            "Der Ton ist grau: inaktiv",
            {"state of": "Ton", "is": "unchecked"},
            'assert the "Ton" is disabled',
        ),
        (
            "The fee is less than £9",
            {"value of": "fee", "is": "less than £9"},
            'assert value of the "fee" is less than "£9"',
        ),
        (
            "Das Feld Ton ist leer",
            {"value of": "Ton", "is": "Ton ist leer"},
            'assert the "Ton" field is empty',
        ),
        (
            "La fin est le 3/12/2026",
            {"value of": "fin", "is": "le 3/12/2026"},
            'assert value of the "fin" is "3/12/2026"',
        ),
        (
            "At least 10 bees are found",
            {"number": "10", "of": "bees", "in": "found"},
            'assert count of the "bees" is at least 10',
        ),
        (
            "„Voll“ steht bei der Gruppe B",
            {"value of": "Voll", "is": "steht bei der Gruppe B"},
            'assert text "Voll" in "der Gruppe B"',
        ),
        (
            "A blue bar says 'Hi'",
            {"shown": "blue bar", "in": "Hi"},
            'assert text "Hi" in "blue bar"',
        ),
        (
            "The Lid box is ticked",
            {"state of": "Lid", "is": "checked"},
            'assert the "Lid" checkbox is checked',
        ),
        ("The row 'Ann' is gone", {"gone": "row 'Ann'"}, 'assert not text "Ann"'),
        (
            'It says "New message"',
            {"shown": "New message", "in": "the page"},
            'assert text "New message"',
        ),
    ],
)
def test_what_a_small_model_mixes_up_is_put_right(sentence, step, line):
    reading, prompts = read(sentence, told(step), part="expected")
    assert (reading.lines, len(prompts)) == ((line,), 1)


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        (
            "Give Vega as first name",
            {"enter": "first name", "into": "Vega"},
            'fill the "first name" as "Vega"',
        ),
        (
            "Enter the guest's code",
            {"enter": "guest's code", "into": "code"},
            'do "Enter the guest\'s code"',
        ),
        (
            "Type tom@a.example into To",
            {"enter": "tom@a.example", "into": "To"},
            'fill the "To" as "tom@a.example"',
        ),
        ("Ask 'Where is it?'", {"goal": "Where is it?"}, "do \"Ask 'Where is it?'\""),
    ],
)
def test_a_value_that_is_only_described_is_a_goal(sentence, step, line):
    reading, _ = read(sentence, told(step))
    assert reading.lines == (line,)


def test_what_is_not_quoted_may_not_be_meant_word_by_word():
    for step in ({"shown": "The shop wants a colour"}, {"value of": "mug", "is": "on the list"}):
        reading, _ = read(
            "The shop wants a colour: mug is on the list", told(step), part="expected"
        )
        assert reading.unread or "may not be meant word by word" in reading.doubts[0]
    reading, prompts = read(
        "Make sure that the lamps are listed", told({"shown": "the lamps"}), part="expected"
    )
    assert reading.lines == ('assert text "lamps"',)
    assert prompts[0].messages[-1].content == "Expected: the lamps are listed"


def test_nothing_is_counted_where_there_is_no_number():
    _, prompts = read("Several goats are there", told({"shown": "goats"}), part="expected")
    assert not any("number" in one["properties"] for one in forms_of(prompts[0].schema))


def test_a_name_that_is_no_several_keeps_its_first_word():
    reading, _ = read("Clear the first name", told({"clear": "first name"}))
    assert reading.lines == ('fill the "first name" as ""',)
    reading, _ = read("Press 'New message'", told({"click": "New message"}))
    assert reading.lines == ('click the "New message"',)


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        ("Select the tab Parents", {"select": "Parents", "from": "tab"}, 'click the "Parents" tab'),
        ("Pick Blitz and go", {"select": "Blitz", "from": "Pick"}, 'click the "Blitz"'),
        ("Wait until 'Busy' has gone", {"wait for": "Busy"}, 'wait until not text "Busy"'),
    ],
)
def test_what_a_small_model_does_wrongly_is_put_right(sentence, step, line):
    reading, prompts = read(sentence, told(step))
    assert (reading.lines, len(prompts)) == ((line,), 1)


def test_the_step_before_is_not_done_again():
    steps = {"tick": "Rain"}, {"untick": "Rain"}
    reading, _ = read("Untick it", told(*steps), before="Tick Rain")
    assert reading.lines == ('uncheck the "Rain"',)


def test_what_points_back_needs_something_of_the_step_before():
    step = {"value of": "place", "is": "Room 3"}
    reading, prompts = read(
        "Its place is Room 3", told(step), told(step), part="expected", before="Lend the cello"
    )
    assert len(prompts) == 2
    assert reading.doubts == ("the sentence points back: copy what it means from Before",)


def test_only_an_instruction_that_asserts_something_is_read_as_a_check():
    for sentence, asserts in (("Make sure that Depth is 4", True), ("Sort by depth", False)):
        _, prompts = read(sentence, *[told({"goal": sentence})] * 4)
        assert asserts == any(
            "value of" in one["properties"] for one in forms_of(prompts[0].schema)
        )


def test_what_is_to_be_verified_is_no_small_goal():
    sentence, goal = 'Verify "Fees by month"', {"goal": 'Verify "Fees by month"'}
    reading, prompts = read(sentence, told(goal), told({"do": "text", "what": "Fees by month"}))
    assert (reading.lines, reading.part) == (('assert text "Fees by month"',), "action")
    assert reading.checks
    assert prompts[-1].messages[-1].content == 'Expected: "Fees by month"'


def test_what_is_to_be_verified_after_something_is_done_is_done():
    click = {"do": "click", "what": "Save"}
    reading, prompts = read('Verify and press "Save"', told(click))
    assert (reading.lines, len(prompts)) == (('click the "Save"',), 1)


@pytest.mark.parametrize(
    ("sentence", "step", "lines"),
    [
        (
            "In the row of Ida set the mark to 2",
            {"do": "fill", "what": "mark", "value": "2"},
            ('fill the "mark" in "the row of Ida" as "2"',),
        ),
        (
            "In der Zeile von Ida auf Ändern gehen",
            {"do": "click", "what": "Ändern"},
            ('click the "Ändern" in "der Zeile von Ida"',),
        ),
        (
            "Press Save in the Notes field",
            {"do": "click", "what": "Save"},
            ('click the "Save" in "the Notes field"',),
        ),
        (
            "Appuyer sur le bouton Noter dans la fiche de Paul",
            {"do": "click", "what": "Noter"},
            ('click the "Noter" button in "la fiche de Paul"',),
        ),
        (
            "Press Save, beside the pond",
            {"do": "click", "what": "Save"},
            ('click the "Save"',),
        ),
    ],
)
def test_a_place_that_a_reply_leaves_out_is_taken_from_the_sentence(sentence, step, lines):
    assert read(sentence, told(step))[0].lines == lines


def test_what_has_to_be_so_has_to_be_so_in_the_place_that_comes_first():
    sentence = "Under Pond 2, the depth is 4 m and Alarm is ticked"
    steps = (
        {"do": "value", "what": "depth", "value": "4 m"},
        {"do": "state", "what": "Alarm", "value": "checked"},
    )
    assert read(sentence, told(*steps), part="expected")[0].lines == (
        'assert value of the "depth" in "Pond 2" is "4 m"',
        'assert the "Alarm" in "Pond 2" is checked',
    )


def test_what_is_clicked_is_clicked_as_often_as_is_said():
    for sentence in ("Press Plus at Eggs twice", "Press Plus at Eggs 2 times"):
        steps = ({"do": "click", "what": "Plus", "in": "Eggs"}, {"do": "click", "what": "Plus"})
        assert read(sentence, told(*steps))[0].lines == ('click the "Plus" in "Eggs"',) * 2
    twice = "Press Plus twice and Minus"
    steps = ({"do": "click", "what": "Plus"}, {"do": "click", "what": "Minus"})
    assert read(twice, told(*steps))[0].doubts == ("'twice' is used nowhere",)


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
        (
            "The fee drops from 9 € to 8 €",
            [
                {"do": "sum", "what": "fee", "value": "9 €"},
                {"do": "sum", "what": "fee", "value": "8 €"},
            ],
            ('assert value of the "fee" is "8 €"',),
        ),
        (
            "Die Gebühren ergeben 8 €",
            [{"do": "sum", "what": "Gebühren", "value": "8 €"}],
            ('assert sum of the "Gebühren" is "8 €"',),
        ),
        (
            "The fee stays below 9 €",
            [{"do": "value", "what": "fee", "value": "9 €"}],
            ('assert value of the "fee" is less than "9 €"',),
        ),
        (
            "It has gone up to 4 below Fees",
            [{"do": "value", "what": "Fees", "value": "4"}],
            ('assert value of the "Fees" is "4"',),
        ),
    ],
)
def test_a_value_is_what_the_words_around_it_say(sentence, steps, lines):
    assert read(sentence, told(*steps), part="expected")[0].lines == lines


def test_examples_are_in_the_language_of_the_sentence():
    _, prompts = read("Auf Weiter klicken", told({"do": "click", "what": "Weiter"}))
    assert any("eintragen" in message.content for message in prompts[0].messages)
    _, prompts = read("Pulsa Guardar", told({"do": "click", "what": "Guardar"}))
    assert any("Press it again" in message.content for message in prompts[0].messages)


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
        (
            'Order 7 must no longer be listed under "Open"',
            [{"do": "gone", "what": "Order 7", "in": "Open"}],
            ('assert not text "Order 7" in "Open"',),
        ),
        (
            "The first hit is Rain, the last hit the Storm",
            [{"do": "text", "what": "Rain"}, {"do": "text", "what": "Storm", "in": "the Storm"}],
            ('assert text "Rain" in "The first hit"', 'assert text "Storm" in "the last hit"'),
        ),
        (
            "The depth of pond 2 is 4 m",
            [{"do": "value", "what": "pond 2", "value": "4 m"}],
            ('assert value of the "depth" in "pond 2" is "4 m"',),
        ),
        (
            'Error beside PIN: "Wrong"',
            [{"do": "text", "what": "Error", "in": "PIN"}, {"do": "text", "what": "Wrong"}],
            ('assert text "Wrong" in "PIN"',),
        ),
        (
            "Low is preselected, High is not",
            [
                {"do": "state", "what": "Low", "value": "preselected"},
                {"do": "value", "what": "High", "value": "not"},
            ],
            ('assert the "Low" is selected', 'assert the "High" is unselected'),
        ),
        (
            'Under "Done" there is Ida, and "Bo" is nowhere in the bin',
            [{"do": "text", "what": "Ida", "in": "Done"}, {"do": "text", "what": "Bo"}],
            ('assert text "Ida" in "Done"', 'assert not text "Bo" in "the bin"'),
        ),
        (
            '"Paid" is shown twice in the bill',
            [{"do": "text", "what": "Paid", "in": "the bill"}] * 2,
            ('assert count of the "Paid" in "the bill" is 2',),
        ),
        ("An error says that Ida is absent", [{"do": "text", "what": "Ida is absent"}], None),
    ],
)
def test_what_is_taken_apart_or_mixed_up_is_put_right(sentence, steps, lines):
    reading, prompts = read(sentence, told(*steps), part="expected")
    assert lines is None or reading.lines == lines
    assert len(prompts) == 1


@pytest.mark.parametrize(
    ("sentence", "step", "line"),
    [
        ("Press Escape in the box", {"do": "click", "what": "Escape"}, 'press "Escape"'),
        ('Hit "Enter" now', {"do": "click", "what": "Enter"}, 'click the "Enter"'),
        (
            "The last row is to be double-clicked",
            {"do": "click", "what": "last row"},
            "double click the last row",
        ),
        (
            "Send the file a.pdf via Notes",
            {"do": "upload", "value": "file a.pdf", "what": "Notes"},
            'upload "a.pdf" to the "Notes"',
        ),
        (
            "Ida Berg: press Edit",
            {"do": "click", "what": "Edit"},
            'click the "Edit" in "Ida Berg"',
        ),
        ("First part: press Edit", {"do": "click", "what": "Edit"}, 'click the "Edit"'),
        (
            "Choose the radio button Post for Ida",
            {"do": "select", "value": "Post", "what": "Ida"},
            'click the "Post" radio in "Ida"',
        ),
    ],
)
def test_what_is_done_is_what_the_words_around_it_say(sentence, step, line):
    assert read(sentence, told(step))[0].lines == (line,)


def test_a_place_goes_with_the_name_that_it_stands_behind():
    sentence = "Press Send, then choose Ida in the box above"
    steps = ({"do": "click", "what": "Send", "in": "the box above"}, {"do": "click", "what": "Ida"})
    lines = ('click the "Send"', 'click the "Ida" in "the box above"')
    assert read(sentence, told(*steps))[0].lines == lines


def test_the_same_for_another_is_done_there():
    step = {"do": "click", "what": "Free", "in": "the row of 13 May"}
    reading, _ = read("Do the same for 14 May.", told(step, step), before="Click Free on 13 May")
    assert reading.lines == ('click the "Free" in "14 May"',)


def test_an_opinion_is_nothing_that_a_page_shows():
    step = {"do": "value", "what": "depth", "value": "pleasant"}
    reading, _ = read("The depth is pleasant", told(step), part="expected")
    assert reading.unread == "it says nothing that a page can show"
    reading, _ = read("Depth: pleasant", told(step), part="expected")
    assert reading.lines == ('assert value of the "Depth" is "pleasant"',)


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
        (
            "Send is locked as long as no lamp is lit",
            [
                {"do": "state", "what": "Send", "value": "disabled"},
                {"do": "value", "what": "lamp", "value": "lit"},
            ],
            ('assert the "Send" is disabled',),
        ),
        (
            "After the rain, the page Tides is shown",
            [{"do": "text", "what": "Tides"}],
            ('assert page "Tides"',),
        ),
        (
            "There are 4 boats in the bay",
            [{"do": "value", "what": "boats", "value": "4", "in": "the bay"}],
            ('assert count of the "boats" in "the bay" is 4',),
        ),
        (
            "The field Tide contains 4 m",
            [{"do": "text", "what": "4 m", "in": "field Tide"}],
            ('assert value of the "Tide" field contains "4 m"',),
        ),
        (
            "Net weight: 4 kg, gross (wet): 5 kg",
            [
                {"do": "value", "what": "weight", "value": "4 kg"},
                {"do": "value", "what": "gross", "value": "5 kg"},
            ],
            (
                'assert value of the "Net weight" is "4 kg"',
                'assert value of the "gross" is "5 kg"',
            ),
        ),
        (
            "Two boats free are listed",
            [{"do": "count", "what": "boats", "value": "Two", "in": "free"}],
            ('assert count of the "boats free" is 2',),
        ),
        (
            "The last row of the log shows Ebb",
            [{"do": "text", "what": "Ebb", "in": "the log"}],
            ('assert text "Ebb" in "last row of the log"',),
        ),
    ],
)
def test_what_a_check_is_about_is_what_the_sentence_says(sentence, steps, lines):
    assert read(sentence, told(*steps), part="expected")[0].lines == lines


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
        (
            "Boats -> row 3 -> Lend",
            [
                {"do": "open", "what": "Boats"},
                {"do": "click", "what": "row 3"},
                {"do": "click", "what": "Lend"},
            ],
            ('open "Boats"', 'click the "Lend" in "row 3"'),
        ),
        (
            "Step 2 - Ctrl+B in the log",
            [{"do": "click", "what": "Ctrl+B", "in": "the log"}],
            ('press "Ctrl+B"',),
        ),
        (
            "Enter boat no. 41 (the rest stays empty)",
            [
                {"do": "fill", "what": "boat", "value": "boat no. 41"},
                {"do": "click", "what": "the rest"},
            ],
            ('fill the "boat no." as "41"',),
        ),
        (
            "Provided that the boat is free, press Lend",
            [{"do": "open", "what": "boat"}, {"do": "click", "what": "Lend"}],
            ('click the "Lend"',),
        ),
    ],
)
def test_what_is_done_is_what_the_sentence_says(sentence, steps, lines):
    reading, prompts = read(sentence, told(*steps))
    assert (reading.lines, len(prompts)) == (lines, 1)


def test_the_order_is_that_of_what_the_sentence_is_about():
    step = {"do": "order", "what": "high to low", "how": "descending"}
    reading, _ = read("The tides are sorted from high to low", told(step), part="expected")
    assert reading.lines == ('assert order of the "tides" is descending',)


def test_a_goal_that_is_taken_apart_is_one():
    steps = ({"goal": 'lend "Emma"'}, {"goal": 'to "Ida"'})
    assert read('Now lend "Emma" to "Ida"', told(*steps))[0].lines == (
        'do "lend \\"Emma\\" to \\"Ida\\""',
    )


def test_a_dot_behind_no_is_no_denial():
    steps = (
        {"do": "value", "what": "Boat no.", "how": "starts with", "value": "B-"},
        {"do": "value", "what": "Boat no.", "how": "ends with", "value": "-7"},
    )
    sentence = 'Boat no. starts with "B-" and ends with "-7"'
    reading, prompts = read(sentence, told(*steps), part="expected")
    assert len(prompts) == 1
    assert reading.lines[1] == 'assert value of the "Boat no." ends with "-7"'


def test_what_is_missing_only_where_something_else_holds_denies_nothing():
    step = {"do": "state", "what": "Send", "value": "disabled"}
    sentence = "It is not possible to click Send as long as a lamp is missing"
    reading, prompts = read(sentence, told(step), part="expected")
    assert (reading.lines, len(prompts)) == (('assert the "Send" is disabled',), 1)


@pytest.mark.parametrize(
    ("sentence", "part", "steps", "lines"),
    [
        (
            "The fee is €4 including post",
            "expected",
            [
                {"do": "value", "what": "fee", "value": "€4"},
                {"do": "value", "what": "including post", "value": "€4"},
            ],
            ('assert value of the "fee" is "€4"',),
        ),
        (
            "Beim Boot 7 auf „Leihen“ klicken",
            "action",
            [{"do": "click", "what": "Boot 7"}],
            ('click the "Leihen" in "Boot 7"',),
        ),
        (
            "Select the radio button beside 'Post'",
            "action",
            [{"do": "select", "value": "Post", "what": "radio button"}],
            ('click the "Post"',),
        ),
    ],
)
def test_what_is_read_into_a_sentence_is_left_out(sentence, part, steps, lines):
    assert read(sentence, told(*steps), part=part)[0].lines == lines


def test_what_holds_only_at_times_is_doubtful():
    step = {"do": "state", "what": "Send", "value": "enabled"}
    reading, _ = read("Send is enabled once a lamp is lit", told(step), part="expected")
    assert reading.doubts == ("it holds only at times, and no check says when",)
    reading, _ = read("When a lamp is lit, Send is enabled", told(step), part="expected")
    assert reading.doubts != ("it holds only at times, and no check says when",)
