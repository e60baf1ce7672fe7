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
        ("Click Save", {"do": "click"}, "what is described needs a name"),
    ],
)
def test_what_was_not_copied_or_was_lost_is_asked_again_with_the_reason(sentence, wrong, reason):
    right = {"do": "goal", "what": sentence}
    reading, prompts = read(sentence, told(wrong), told(right))
    assert reading.lines == (f"do {json.dumps(sentence)}",)
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
            "At least 10 bees are found",
            {"number": "10", "of": "bees", "in": "found"},
            'assert count of the "bees" is at least 10',
        ),
        (
            "The Lid box is ticked",
            {"state of": "Lid", "is": "checked"},
            'assert the "Lid" checkbox is checked',
        ),
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
            "Type tom@a.example into To",
            {"enter": "tom@a.example", "into": "To"},
            'fill the "To" as "tom@a.example"',
        ),
    ],
)
def test_a_value_that_is_only_described_is_a_goal(sentence, step, line):
    reading, _ = read(sentence, told(step))
    assert reading.lines == (line,)


def test_nothing_is_counted_where_there_is_no_number():
    _, prompts = read("Several goats are there", told({"shown": "goats"}), part="expected")
    assert not any("number" in one["properties"] for one in forms_of(prompts[0].schema))


def test_a_name_that_is_no_several_keeps_its_first_word():
    reading, _ = read("Clear the first name", told({"clear": "first name"}))
    assert reading.lines == ('fill the "first name" as ""',)
    reading, _ = read("Press 'New message'", told({"click": "New message"}))
    assert reading.lines == ('click the "New message"',)


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
            "Press Save, beside the pond",
            {"do": "click", "what": "Save"},
            ('click the "Save"',),
        ),
    ],
)
def test_a_place_that_a_reply_leaves_out_is_taken_from_the_sentence(sentence, step, lines):
    assert read(sentence, told(step))[0].lines == lines


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
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
        ("First part: press Edit", {"do": "click", "what": "Edit"}, 'click the "Edit"'),
    ],
)
def test_what_is_done_is_what_the_words_around_it_say(sentence, step, line):
    assert read(sentence, told(step))[0].lines == (line,)


@pytest.mark.parametrize(
    ("sentence", "steps", "lines"),
    [
        (
            "Step 2 - Ctrl+B in the log",
            [{"do": "click", "what": "Ctrl+B", "in": "the log"}],
            ('press "Ctrl+B"',),
        ),
    ],
)
def test_what_is_done_is_what_the_sentence_says(sentence, steps, lines):
    reading, prompts = read(sentence, told(*steps))
    assert (reading.lines, len(prompts)) == (lines, 1)


def test_a_dot_behind_no_is_no_denial():
    steps = (
        {"do": "value", "what": "Boat no.", "how": "starts with", "value": "B-"},
        {"do": "value", "what": "Boat no.", "how": "ends with", "value": "-7"},
    )
    sentence = 'Boat no. starts with "B-" and ends with "-7"'
    reading, prompts = read(sentence, told(*steps), part="expected")
    assert len(prompts) == 1
    assert reading.lines[1] == 'assert value of the "Boat no." ends with "-7"'


def test_what_holds_only_at_times_is_doubtful():
    step = {"do": "state", "what": "Send", "value": "enabled"}
    reading, _ = read("Send is enabled once a lamp is lit", told(step), part="expected")
    assert reading.doubts == ("it holds only at times, and no check says when",)
    reading, _ = read("When a lamp is lit, Send is enabled", told(step), part="expected")
    assert reading.doubts != ("it holds only at times, and no check says when",)


def test_what_is_lost_is_a_doubt_and_not_asked_again():
    for sentence, step, lost in (
        ('Enter "Ida" and 34', {"enter": "34", "into": "and"}, "ida"),
        ("Write to ida@example.org", {"click": "Write"}, "ida@example.org"),
        ("Press 3 and then 4", {"click": "3"}, "4"),
    ):
        reading, prompts = read(sentence, told(step))
        assert (len(reading.statements), len(prompts)) == (1, 1)
        assert reading.doubts == (f'"{lost}" of the sentence is used nowhere',)


def test_the_step_before_is_not_done_again():
    steps = ({"click": "Feed", "in": "pond 1"}, {"click": "Feed", "in": "pond 2"})
    reading, _ = read("And it in pond 2.", told(*steps), before='Press "Feed" in pond 1.')
    assert reading.lines == ('click the "Feed" in "pond 2"',)
    steps = ({"open": "the log"}, {"click": "cross"})
    reading, _ = read("Open it again, press the cross.", told(*steps), before="Open the log.")
    assert reading.lines == ('open "the log"', 'click the "cross"')


def test_what_is_shown_is_told_without_its_article_and_kind():
    for sentence, text, shown in (
        ("Make sure that the lamps are listed", "the lamps", "lamps"),
        ('It says "the end"', "the end", "the end"),
    ):
        reading, _ = read(sentence, told({"shown": text}), part="expected")
        assert reading.lines == (f'assert text "{shown}"',)


def test_a_field_that_is_only_named_holds_not_its_own_name():
    named = [{"do": "fill", "what": one, "value": one} for one in ("number", "PIN")]
    reading, _ = read(
        'Log in with number and PIN and press "Loans"',
        told(*named, {"do": "click", "what": "Loans"}),
    )
    assert reading.lines == ('click the "Loans"',)


def test_what_is_not_quoted_may_not_be_meant_word_by_word():
    sentence = "The shop wants a colour: mug is on the list"
    for step in ({"shown": "The shop wants a colour"}, {"value of": "mug", "is": "on the list"}):
        reading, _ = read(sentence, told(step), part="expected")
        assert reading.unread or "may not be meant word by word" in reading.doubts[0]


def test_an_opinion_is_nothing_that_a_page_shows():
    for sentence, step, unread in (
        ("The depth is pleasant", {"value of": "depth", "is": "pleasant"}, True),
        ("Depth: pleasant", {"value of": "Depth", "is": "pleasant"}, False),
    ):
        reading, _ = read(sentence, told(step), part="expected")
        assert bool(reading.unread) == unread


def test_an_assertion_is_read_without_what_makes_it_one():
    _, prompts = read("Make sure that Ida is listed", told({"shown": "Ida"}), part="expected")
    assert prompts[0].messages[-1].content == "Expected: Ida is listed"
