"""What the goal names is chosen, entered or pressed before a form is sent."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot, Placer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.core.verdict import CLAIMS
from pathfinder.systems.explore.entries import FormFiller
from pathfinder.systems.explore.given import Given
from pathfinder.systems.explore.inputs import Input
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from tests.pathfinder.systems.explore.test_explore import events, explore, guided

URL = "http://colours.test/"
COLOURS = ("Red", "Green", "Blue")
ENDS = ["text present never on any page"]


def control(tag: str, role: str, name: str, **facts: object) -> Element:
    facts = {"xpath": f"/{name}", "form": "f", "actionable": True, **facts}
    return Element(tag, role, name, **facts)  # type: ignore[arg-type]


def send(**facts: object) -> Element:
    return control("button", "button", "Send", submits=True, **facts)


def several() -> Element:
    return control("select", "listbox", "Colours", options=COLOURS, attributes={"multiple": ""})


def played(
    elements: Sequence[Element], goal: str, wanted: Sequence[str], *, steps: int, **more: object
) -> tuple[list[tuple[str, str]], list[str]]:
    """What was done, kind and value each, and what was chosen."""
    browser = FakeBrowser({"page": FakePage(Snapshot(URL, "Colours", tuple(elements)))})
    _, journal = explore(browser, URL, goal, guided(wanted), success=ENDS, max_steps=steps, **more)
    done = [(str(one.action.kind), one.action.written or one.element) for one in browser.done]
    return done, [str(event["text"]) for event in events(journal, "choice")]


def test_all_options_that_the_goal_names_are_chosen_and_the_form_is_sent() -> None:
    done, _ = played([several(), send()], 'choose "Red" and "Blue"', ["Send"], steps=1)
    assert done == [("select", "Red"), ("select", "Blue"), ("click", "Send")]


def test_a_list_is_set_before_the_button_is_pressed_that_the_model_prefers() -> None:
    colour = control("select", "combobox", "Colour", options=COLOURS, selected="Green")
    done, chosen = played([colour, send()], 'choose "Red" and send it', ['press "Send"'], steps=2)
    assert chosen[0].startswith('choose in "Colour"')
    assert done == [("select", "Red"), ("click", "Send")]


def test_without_that_guard_the_models_preference_counts() -> None:
    colour = control("select", "combobox", "Colour", options=COLOURS, selected="Green")
    done, _ = played(
        [colour, send()],
        'choose "Red" and send it',
        ['press "Send"'],
        steps=1,
        without=["values-first"],
    )
    assert done == [("click", "Send")]


def test_boxes_that_the_goal_names_are_ticked_in_one_step() -> None:
    boxes = [control("input", "checkbox", name, checked=False) for name in COLOURS]
    done, _ = played([*boxes, send()], 'tick "Red" and "Blue"', ["Send"], steps=2)
    assert done == [("check", "Red"), ("check", "Blue"), ("click", "Send")]


def test_a_field_that_nothing_is_entered_in_is_pressed() -> None:
    note = control("input", "textbox", "Note")
    browser = FakeBrowser({"page": FakePage(Snapshot(URL, "Notes", (note,)))})
    explore(browser, URL, "put the cursor into the note", silent(), success=ENDS, max_steps=2)
    assert [(str(d.action.kind), d.element) for d in browser.done] == [("click", "Note")] * 2


def silent() -> ScriptedModel:
    return ScriptedModel(
        lambda prompt: json.dumps({"SelectedInput": {"1": ""}}),
        scores=lambda prompt, choices: [-1.0] * len(choices),
    )


def entered(
    fields: Sequence[Element], reply: str, goal: str = "", *, values: Sequence[GoalValue] = ()
) -> list[Input]:
    """What is entered into fields where the model replies so of each."""
    replies = json.dumps({"SelectedInput": {str(n): reply for n in range(1, 9)}})
    filler = FormFiller(
        goal, Vault({}, frozenset()), FormEntryBot(ScriptedModel([replies] * 4)), None, values
    )
    scene = Scene(URL, "", "", tuple(fields), ())
    return filler.fill(fields, scene, Call(MemoryJournal(), 1))


@pytest.mark.parametrize(
    ("goal", "code", "expected"),
    [
        ("join the flat harbour with the private code", "private code", "{{persona.password}}"),
        ("join the flat harbour, its code is 'private code'", "private code", "private code"),
        ("Join: flat harbour, my private code.", "my private code", "{{persona.password}}"),
        ("Join: flat harbour, my private code.", "my", "{{persona.password}}"),
        ("join the flat harbour with 'my private code'", "my private code", "my private code"),
        ("join harbour, private code: my cat", "my cat", "my cat"),
    ],
)
def test_what_the_goal_calls_a_field_is_not_entered_in_it(
    goal: str, code: str, expected: str
) -> None:
    fields = [
        control("input", "textbox", "Flat", uid="f", required=True),
        control("input", "textbox", "Private code", uid="c", attributes={"type": "password"}),
    ]
    values = [GoalValue("flat", "harbour"), GoalValue("private code", code)]
    vault = Vault({"password": "Alto-44"}, frozenset({"password"}))
    filler = FormFiller(goal, vault, FormEntryBot(ScriptedModel([])), None, values)
    scene = Scene(URL, "", "", tuple(fields), ())
    filled = filler.fill(fields, scene, Call(MemoryJournal(), 1))
    assert [one.action.written for one in filled] == ["harbour", expected]


def test_of_radio_buttons_the_one_is_chosen_that_the_goal_names() -> None:
    radios = [
        control(
            "input",
            "radio",
            f"Colour: {name}",
            uid=name,
            context="Colour",
            checked=False,
            attributes={"name": "c"},
        )
        for name in COLOURS
    ]
    scene = Scene(URL, "", "", tuple(radios), ())
    filler = FormFiller(
        "", Vault({}, frozenset()), FormEntryBot(ScriptedModel([])), None, [GoalValue("", "Blue")]
    )
    (one,) = filler.fill(radios[:1], scene, Call(MemoryJournal(), 1))
    assert (one.by, one.action.uid) == ("goal", "Blue")


@pytest.mark.parametrize(
    ("facts", "says", "errors", "made_up"),
    [
        ({}, "twelve", (), False),
        ({"required": True}, "twelve", (), True),
        ({"required": True, "value": "ten"}, "twelve", (), False),
        ({"error": "How often?"}, "twelve", (), True),
        ({"tag": "textarea"}, "twelve", (), False),
        ({"tag": "textarea"}, "as tides go", (), True),
        ({}, "twelve", ("Something is missing",), True),
        ({}, "Title", ("Something is missing",), False),
        ({"title": "No such title"}, "twelve", ("No such title",), False),
        ({}, "call", (), False),
        ({}, "9", (), False),
        ({"label": "What to call it"}, "call", (), True),
    ],
)
def test_nothing_is_made_up_for_a_line_that_may_stay_empty(
    facts: dict[str, object], says: str, errors: tuple[str, ...], *, made_up: bool
) -> None:
    title = control("input", "textbox", "Title", uid="t", error=facts.get("title", ""))
    facts = {name: fact for name, fact in facts.items() if name != "title"}
    weeks = replace(control("input", "textbox", "Weeks", uid="w"), **facts)
    replies = json.dumps({"SelectedInput": {"1": says, "2": says}})
    model = FormEntryBot(ScriptedModel([replies] * 4))
    values = [GoalValue("title", "Causeway tides")]
    goal = "call it Causeway tides"
    filler = FormFiller(goal, Vault({}, frozenset()), model, None, values)
    scene = Scene(URL, "", "", (title, weeks), (), errors)
    filled = filler.fill([title, weeks], scene, Call(MemoryJournal(), 1))
    entered = {one.field.uid: one.action.written for one in filled}
    assert entered == {"t": "Causeway tides"} | ({"w": says} if made_up else {})


@pytest.mark.parametrize(
    ("facts", "gives", "chosen"),
    [({}, True, False), ({"required": True}, True, True), ({}, False, True)],
)
def test_no_option_that_the_goal_does_not_speak_of_is_chosen_where_none_is_needed(
    facts: dict[str, object], *, gives: bool, chosen: bool
) -> None:
    """A form that gets nothing of the goal's may need it, whatever its markup says."""
    title = control("input", "textbox", "Title", uid="t")
    box = control(
        "select", "combobox", "Language", uid="l", options=("", "Irish", "Welsh"), **facts
    )
    replies = json.dumps({"SelectedInput": {"1": "Irish"}})
    values = [GoalValue("title", "Causeway tides")]
    goal = "call it Causeway tides"
    model = FormEntryBot(ScriptedModel([replies] * 2))
    filler = FormFiller(goal, Vault({}, frozenset()), model, None, values)
    form = [title, box] if gives else [box]
    filled = filler.fill(form, Scene(URL, "", "", tuple(form), ()), Call(MemoryJournal(), 1))
    assert any(one.field.uid == "l" for one in filled) is chosen


def test_nothing_is_chosen_for_what_the_page_has_refused_when_it_was_entered_elsewhere() -> None:
    """The line is empty again, and stays so: what stood there is another's."""
    born = control("input", "textbox", "Birthday", uid="b", error="Enter a valid date.")
    other = control("input", "textbox", "Phone", uid="p", value="07700 900163")
    model = FormEntryBot(ScriptedModel([json.dumps({"SelectedInput": {"1": "Ann"}})] * 2))
    values, goal = [GoalValue("phone", "07700 900163")], "call 07700 900163"
    filler = FormFiller(goal, Vault({}, frozenset()), model, None, values)
    filler = replace(filler, places={"Birthday": "07700 900163"})
    scene = Scene(URL, "", "", (born, other), (), ("Enter a valid date.",))
    (one,) = filler.fill([born], scene, Call(MemoryJournal(), 1), [other])
    assert one.action.kind == "clear"
    new = replace(filler, places={})
    (one,) = new.fill([born], scene, Call(MemoryJournal(), 1), [other])
    assert one.action.value == "Ann"


@pytest.mark.parametrize(
    ("facts", "phone", "kind"),
    [
        ({"value": "07700 900163"}, "mobile 07700 900163", "clear"),
        ({"value": "1970-01-32"}, "", "clear"),
        ({"value": "07700 900163"}, "", "type"),
        ({"value": ""}, "mobile 07700 900163", "type"),
        ({"value": "1970-01-32", "required": True}, "", "type"),
    ],
)
def test_what_was_made_up_and_is_refused_is_taken_back(
    facts: dict[str, object], phone: str, kind: str
) -> None:
    born = control("input", "textbox", "Birthday", uid="b", error="Enter a valid date.", **facts)
    other = control("input", "textbox", "Phone", uid="p", value=phone)
    replies = json.dumps({"SelectedInput": {"1": "1980-02-03"}})
    model = FormEntryBot(ScriptedModel([replies] * 4))
    values = [GoalValue("phone", "07700 900163")]
    goal = "a contact with the phone 07700 900163"
    entered = ["07700 900163", "1970-01-32"]
    filler = FormFiller(goal, Vault({}, frozenset()), model, None, values, entered)
    scene = Scene(URL, "", "", (born, other), (), ("Enter a valid date.",))
    call = Call(MemoryJournal(), 1)
    filled = filler.fill([born], scene, call, [other])
    assert [str(one.action.kind) for one in filled if one.field.uid == "b"] == [kind]
    its_own = replace(filler, entered=[]).fill([born], scene, call, [other])
    assert [str(one.action.kind) for one in its_own if one.field.uid == "b"] == ["type"]


def filled_by(
    said: Sequence[str], fields: Sequence[Element], goal: str, values: Sequence[GoalValue]
) -> dict[str, str]:
    """UID -> what is entered, where the EntryBot is asked of one field at a time."""
    replies = [json.dumps({"SelectedInput": {"1": one}}) for one in said]
    entrybot = FormEntryBot(ScriptedModel(replies))
    filler = FormFiller(goal, Vault({}, frozenset()), entrybot, None, values)
    scene = Scene(URL, "", "", tuple(fields), ())
    filled = filler.fill(fields, scene, Call(MemoryJournal(), 1))
    return {one.field.uid: one.action.written or str(one.action.kind) for one in filled}


@pytest.mark.parametrize(
    ("goal", "said", "entered"),
    [
        ('report as damage: "Paddle jams"', "Damage: Paddle jams", "Paddle jams"),
        ("report that Paddle jams", "Damage: Paddle jams", "Damage: Paddle jams"),
        ('report "Paddle jams"', "Paddle jams", "Paddle jams"),
        ('call it "Paddle" and say Paddle jams', "Paddle jams", "Paddle jams"),
        ('call it "Tom"', "Tomorrow", "Tomorrow"),
    ],
)
def test_what_the_goal_quotes_is_entered_and_nothing_around_it(
    goal: str, said: str, entered: str
) -> None:
    subject = control("input", "textbox", "Subject", uid="s", required=True)
    value = "Tom" if "Tom" in goal else "Paddle" if "call" in goal else "Paddle jams"
    found = filled_by([said], [subject], goal, [GoalValue("text", value)])
    assert found == {"s": entered}


@pytest.mark.parametrize(
    ("option", "entered"),
    [("Water back in the leat", set()), ("Leat repair", {"v"}), ("Urgent", {"v"})],
)
def test_an_option_that_the_goal_says_one_word_of_is_not_chosen(
    option: str, entered: set[str]
) -> None:
    """Half of its words have to be said; the list needs none."""
    subject = control("input", "textbox", "Subject", uid="s", required=True)
    version = control("select", "combobox", "Version", uid="v", options=("", option, "Second"))
    said = [option, "Paddle jams"]
    goal = 'At the leat something is broken, "Paddle jams". It is urgent'
    values = [GoalValue("text", "Paddle jams")]
    assert filled_by(said, [version, subject], goal, values).keys() - {"s"} == entered


def test_whom_the_goal_gives_for_a_list_is_not_ticked_beside_it() -> None:
    options = ("", "Rosa Lind", "Hugh Garside")
    assignee = control("select", "combobox", "Assignee", uid="a", options=options)
    watcher = control("input", "checkbox", "Hugh Garside", uid="w", checked=False)
    other = control("input", "checkbox", "Private", uid="p", checked=False)
    values = [GoalValue("person", "Hugh Garside")]
    goal = "Hugh Garside will see to it, it is private"
    assert filled_by([], [assignee, watcher, other], goal, values) == {
        "a": "Hugh Garside",
        "p": "check",
    }
    assert filled_by([], [watcher], goal, values) == {"w": "check"}
    person = control("input", "textbox", "Person", uid="n", required=True)
    assert filled_by([], [person, watcher], goal, values) == {"n": "Hugh Garside", "w": "check"}


@pytest.mark.parametrize(("required", "entered"), [(False, {"t"}), (True, {"g"})])
def test_what_the_placer_gives_one_line_goes_into_no_other_that_may_stay_empty(
    *, required: bool, entered: set[str]
) -> None:
    group = control("input", "textbox", "Group", uid="g", required=required)
    title = control("input", "textbox", "Title", uid="t")
    replies = json.dumps({"SelectedInput": {"1": "Causeway tides", "2": "Causeway tides"}})

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asks_title = '"Title"' in prompt.messages[-1].content
        return [-0.1, *[-3.0] * (len(choices) - 1)] if asks_title else [-3.0] * len(choices)

    values = [GoalValue("name", "Causeway tides")]
    placer = Placer(ScriptedModel(scores=scores))
    entrybot = FormEntryBot(ScriptedModel([replies] * 4))
    goal = "call it Causeway tides"
    filler = FormFiller(goal, Vault({}, frozenset()), entrybot, placer, values)
    scene = Scene(URL, "", "", (group, title), ())
    filled = filler.fill([group, title], scene, Call(MemoryJournal(), 1))
    assert {one.field.uid for one in filled} == entered


HELD = "Feugiat lacus at sit volutpat tellus and much more of it"


@pytest.mark.parametrize(
    ("reply", "goal", "expected"),
    [
        ("Feugiat lacus at sit…", "", []),
        ("Feugiat lacus at sit volutpat", "", []),
        ("Something else", "", ["Something else"]),
        (f"{'Something else ' * 5}entirely", "", []),
        ("Wait…", "enter Wait… as the note", ["Wait…"]),
    ],
)
def test_a_text_that_was_cut_is_never_entered(reply: str, goal: str, expected: list[str]) -> None:
    area = control("textarea", "textbox", "Note", uid="n", value=HELD, required=True)
    assert [one.action.written for one in entered([area], reply, goal)] == expected


@pytest.mark.parametrize(("required", "reply"), [(True, 80), (False, 80), (False, 79)])
def test_a_text_as_long_as_a_reply_may_be_is_cut(*, required: bool, reply: int) -> None:
    """It is entered only where something has to be."""
    goal = "Theo would love to learn the cello, but we have no place for him yet, so put him there"
    area = control("textarea", "textbox", "Note", uid="n", required=required)
    written = [one.action.written for one in entered([area], goal[:reply], goal)]
    assert written == [goal[:reply]] * (required or reply < 80)


def test_what_is_entered_and_not_sent_is_not_done() -> None:
    colour = control("select", "combobox", "Colour", options=COLOURS, selected="Green")
    red = replace(colour, selected="Red")
    told = Element("p", "text", "", text="Red is a good colour for you", xpath="/p")
    thanks = Snapshot(f"{URL}thanks", "Thanks", (Element("p", "text", "", text="Red it will be"),))
    browser = FakeBrowser(
        {
            "page": FakePage(
                Snapshot(URL, "Colours", (colour, send())), {"select Colour": "chosen"}
            ),
            "chosen": FakePage(Snapshot(URL, "Colours", (told, red, send())), {"Send": "thanks"}),
            "thanks": FakePage(thanks),
        }
    )
    believes_all = guided(["choose", "Send"], confirms="")
    verdict, journal = explore(browser, URL, 'choose "Red" and send it', believes_all, max_steps=3)
    assert verdict.status in CLAIMS
    assert [event["text"] for event in events(journal, "choice")][-1] == 'press "Send"'


def test_an_empty_field_in_which_nothing_was_done_refused_nothing() -> None:
    wrong = control("input", "textbox", "Type the name to delete it", error="Danger", form="z")
    delete = control("button", "button", "Delete", form="z", submits=True)
    link = control("a", "link", "Next", href=f"{URL}next", form="")
    _, chosen = played([wrong, delete, link], "go on to the next", ["Next"], steps=1)
    assert chosen == ['open "Next"']


def test_what_the_goal_tells_to_copy_is_pasted_before_the_form_is_sent() -> None:
    text = control("textarea", "textbox", "Story", value=HELD)
    answer = control("input", "textbox", "Answer", required=True)
    wanted = ['press "Send"', "copy the text", "paste into .*Answer"]
    done, chosen = played(
        [text, answer, send()], "Copy the story and paste it as the answer", wanted, steps=2
    )
    assert [text.partition(' "')[0] for text in chosen] == ["copy the text of", "paste into"]
    assert done == [
        ("select text", "Story"),
        ("press", "Control+C"),
        ("focus", "Answer"),
        ("press", "Control+V"),
    ]


@pytest.mark.parametrize(("off", "times"), [([], 1), (["repeat"], 2)])
def test_what_was_sent_is_not_sent_again_from_the_same_page(off: list[str], times: int) -> None:
    box = control("textarea", "textbox", "Comment", required=True)
    link = control("a", "link", "Next", href=f"{URL}next", form="")
    edit = control("a", "link", "Edit", href=f"{URL}edit", form="")
    before, after = (
        Snapshot(URL, "Colours", elements)
        for elements in ((box, send(), link), (edit, box, send(), link))
    )
    pages = {"page": FakePage(before, {"Send": "sent"}), "sent": FakePage(after)}
    browser = FakeBrowser(pages)
    wanted = ["Comment", "Next"]
    explore(browser, URL, "write a comment", guided(wanted), success=ENDS, max_steps=2, without=off)
    assert [one.element for one in browser.done].count("Send") == times


@pytest.mark.parametrize(("off", "renamed"), [([], False), (["another"], True)])
def test_the_name_of_another_thing_is_not_changed(off: list[str], renamed: bool) -> None:
    title = control("input", "textbox", "Title", value="Colours")
    link = control("a", "link", "Next", href=f"{URL}next", form="")
    goal = "write a new page about shapes"
    done, _ = played([title, link], goal, ['fill in "Title"', "Next"], steps=1, without=off)
    assert ([kind for kind, _ in done] == ["type"]) is renamed


def test_of_a_series_of_fields_the_likest_alone_gets_the_goals_value() -> None:
    amounts = [control("input", "textbox", f"Amount {n}", uid=f"a{n}") for n in (1, 2, 3)]
    by_goal = [
        (one.field.name, one.written)
        for one in entered(amounts, "", values=[GoalValue("amount", "64.50 EUR")])
        if one.by == "goal"
    ]
    assert by_goal == [("Amount 1", "64.50 EUR")]


def test_a_secret_of_the_goal_is_entered_where_it_is_asked_for_again() -> None:
    secrets = [
        control("input", "textbox", name, uid=name, attributes={"type": "password"})
        for name in ("New password", "New password again")
    ]
    inputs = entered(secrets, "", values=[GoalValue("new password", "oak-79-lamp")])
    assert [one.written for one in inputs] == ["oak-79-lamp"] * 2


def test_all_of_an_opened_menu_is_offered_beside_rows_of_many_kinds() -> None:
    rows = [
        control(tag, "button", f"{tag} of {number}", form="", xpath=f"/main/{tag}[{number}]/b")
        for number in range(12)
        for tag in ("tr", "li", "p", "div", "article", "section")
    ]
    more = control("button", "button", "More", form="")
    entries = [
        control("button", "button", name, form="", xpath=f"/div/button[{number}]")
        for number, name in enumerate(("Copy", "Paste", "Cut", "Edit", "Duplicate", "Archive"))
    ]
    pages = {
        "closed": FakePage(Snapshot(URL, "Rows", (more, *rows)), {"More": "open"}),
        "open": FakePage(Snapshot(URL, "Rows", (more, *rows, *entries))),
    }
    wanted = ['press "Edit"', 'press "More"']
    _, journal = explore(
        FakeBrowser(pages), URL, "change li of 3", guided(wanted), success=ENDS, max_steps=2
    )
    first, second = events(journal, "choice")
    assert first["cut"]
    assert second["text"] == 'press "Edit"'
    offered = " ".join(str(one["text"]) for one in second["candidates"])  # type: ignore[attr-defined]
    assert all(f'press "{entry.name}"' in offered for entry in entries)


@pytest.mark.parametrize(
    ("believed", "chosen", "lists"),
    [("Shelf 37", "M2", [26, 15]), ("Shelf 1 ", "A", [26]), ("-", "A", [26, 15])],
)
def test_what_has_no_room_in_the_first_list_is_chosen_from_a_second(
    believed: str, chosen: str, lists: list[int]
) -> None:
    """It is read where the guide believes in nothing of the first, and counts where it does."""
    shelves = [
        control(f"x-{n}", "button", f"Shelf {n} here", form="", xpath=f"/x-{n}") for n in range(40)
    ]
    page = FakePage(Snapshot(URL, "Shelves", tuple(shelves)))
    follows = guided(["Shelf 37", "Shelf 0"])

    def score(prompt: Prompt, choices: Sequence[str]) -> Sequence[float]:
        _, _, step = prompt.messages[-1].content.rpartition("Next step: ")
        if "on the way" in step:
            return (-0.1, -3.0) if believed in step else (-3.0, -0.1)
        scores = follows.score(prompt, choices)
        assert scores is not None
        return scores.logprobs

    model = ScriptedModel(scores=score)
    _, journal = explore(
        FakeBrowser({"all": page}), URL, "tidy up Shelf 1", model, success=ENDS, max_steps=1
    )
    (choice,) = events(journal, "choice")
    assert choice["chosen"] == chosen
    asked = [prompt.messages[-1].content for prompt, *_ in model.asked]
    read = [re.findall(r"^([A-Z])\. ", one, re.MULTILINE) for one in asked]
    assert [len(one) for one in read if len(one) > 9] == lists


@pytest.mark.parametrize(("required", "expected"), [(False, ["Ghent"]), (True, ["Ghent"] * 2)])
def test_what_the_goal_gives_for_one_field_is_put_into_no_other_that_may_stay_empty(
    required: bool, expected: list[str]
) -> None:
    name = replace(control("input", "textbox", "Last name", uid="name"), required=required)
    town = replace(control("input", "textbox", "Town", uid="town"), required=required)
    inputs = entered([name, town], "Ghent", values=[GoalValue("Town", "Ghent")])
    assert [one.written for one in inputs] == expected


@pytest.mark.parametrize(
    ("kinds", "given", "expected"),
    [
        (("text", "email"), ("kim@x.test",), {"f1": "kim@x.test"}),
        (("text", "text"), ("kim@x.test",), {"f0": "kim@x.test"}),
        (("email", "email"), ("kim@x.test",), {"f0": "kim@x.test"}),
        (("text", "email"), ("kim@x.test", "lee@x.test"), {"f0": "kim@x.test"}),
    ],
)
def test_an_address_goes_where_nothing_else_fits(
    kinds: tuple[str, ...], given: tuple[str, ...], expected: dict[str, str]
) -> None:
    names = ("Address", "Write to")
    fields = [
        control("input", "textbox", name, uid=f"f{n}", attributes={"type": kind})
        for n, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    values = [GoalValue("address" if n == 0 else "other", value) for n, value in enumerate(given)]
    page = Scene(URL, "", "", tuple(fields), ())
    found = Given(values).of(fields, page)
    assert {uid: one.written for uid, one in found.items()} == expected
