"""A goal, read: every value copied from it, none of its quotes lost, and what it wants to know."""

import json
from collections.abc import Mapping, Sequence
from math import inf

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import ROLES, GoalCounter, GoalReader, GoalSorter
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import site_from_url
from pathfinder.core.task import GoalValue, Persona, Task, parse_value
from pathfinder.engine.graph import StateGraph
from pathfinder.systems.explore import reading as of_goals
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.systems.explore.reading import (
    GoalReading,
    is_marked,
    is_of_several,
    is_question,
    read_goal,
)

GOAL = 'pin a note called "Key found" to the board Lost, for kim@example.org'


def reply(*values: tuple[str, str], asks: str = "", parts: Sequence[str] = ("pin a note",)) -> str:
    listed = [{"of": of, "value": value} for of, value in values]
    return json.dumps({"parts": list(parts), "values": listed, "asks": asks})


def read(
    *replies: str, given: Sequence[GoalValue] = (), goal: str = GOAL
) -> tuple[GoalReading, ScriptedModel]:
    model = ScriptedModel(list(replies))
    call = Call(MemoryJournal(), 1)
    return read_goal(goal, given, GoalReader(model), GoalSorter(model), call), model


def values(reading: GoalReading) -> Mapping[str, str]:
    return {each.value: each.of for each in reading.values}


def test_a_value_that_does_not_stand_in_the_goal_is_asked_for_again_with_the_reason() -> None:
    reading, model = read(reply(("note", "Key lost")), reply(("note", "Key found")))
    assert values(reading)["Key found"] == "note"
    assert '"Key lost" does not stand in the goal' in model.prompts[1].messages[-1].content


def test_a_goal_whose_figures_are_in_no_value_is_read_once_more() -> None:
    goal = "look for films of Bowen from 1998"
    reading, model = read(reply(), reply(("person", "Bowen"), ("year", "1998")), goal=goal)
    assert values(reading) == {"Bowen": "person", "1998": "year"}
    assert '"1998" stands in no value' in model.prompts[1].messages[-1].content


def test_what_was_read_without_figures_has_to_do_where_they_are_never_read() -> None:
    goal = "look for films of Bowen from 1998"
    read_once = {"Bowen": "person", "1998": "from"}
    reading, _ = read(reply(("person", "Bowen")), reply(("person", "Bowen")), goal=goal)
    assert values(reading) == read_once
    reading, _ = read(reply(("person", "Bowen")), reply(), goal=goal)
    assert values(reading) == read_once
    reading, _ = read(reply(("person", "Bowen")), "no", "no", "no", "no", goal=goal)
    assert values(reading) == read_once
    assert reading.by == "model"


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            "Tom comes on 20 March 2031, from 18:30 to 20:00",
            {"20 March 2031": "on", "18:30": "from", "20:00": "to"},
        ),
        ("Tom has another number, 01632 960588", {"01632 960588": "number"}),
        ("Tom pays 12.00 EUR", {"12.00": "pays"}),
        ("Tom takes bus N17 to 4b", {}),
        ("call Tom 'Fleet 9'", {"Fleet 9": ""}),
    ],
)
def test_figures_that_no_value_holds_are_values(goal: str, lost: dict[str, str]) -> None:
    reading, _ = read(reply(("person", "Tom")), reply(("person", "Tom")), goal=goal)
    assert values(reading) == {"Tom": "person"} | lost


def test_a_value_that_is_a_part_of_a_quote_is_one_where_it_stands_beside_it_too() -> None:
    goal = "leave one called barley that says 'Soak the barley'"
    both = {"barley": "note", "Soak the barley": "note"}
    reading, _ = read(reply(("note", "barley")), goal=goal)
    assert values(reading) == both
    alone, _ = read(reply(("note", "barley")), goal="write 'Soak the barley', and no more")
    assert values(alone) == {"Soak the barley": "note"}


def test_a_value_that_was_taken_for_its_name_is_put_right() -> None:
    goal = "Sell a basket, its summary is: woven from soft willow"
    reading, _ = read(reply(("woven from soft willow", "summary")), goal=goal)
    assert values(reading) == {"woven from soft willow": "summary"}


def test_a_goal_is_read_once_where_a_value_or_the_question_has_figures() -> None:
    goal = "of the 20 films show 45 at a time"
    assert len(read(reply(("films", "45")), goal=goal)[1].prompts) == 1
    asking = "how many films of 1998 are there"
    assert len(read(reply(asks="how many films of 1998"), goal=asking)[1].prompts) == 1


def test_no_quote_and_no_address_of_the_goal_is_lost() -> None:
    reading, _ = read(reply(("board", "Lost")))
    assert values(reading) == {"Lost": "board", "Key found": "", "kim@example.org": ""}


@pytest.mark.parametrize(
    ("read_as", "value"),
    [("Tom", "tom"), ("tom", "tom"), ("MY BROTHER", "my brother"), ("art", "ART")],
)
def test_a_value_is_written_as_the_goal_writes_it(read_as: str, value: str) -> None:
    reading, _ = read(
        reply(("name", read_as)), goal="start an account for my brother, as tom of ART"
    )
    assert values(reading) == {value: "name"}


def test_what_only_introduces_a_value_is_no_part_of_it() -> None:
    goal = "make a voucher with the code AUTUMN24 at /autumn/: for all"
    reading, _ = read(reply(("code", "code AUTUMN24"), ("path", "/autumn/:")), goal=goal)
    assert values(reading)["AUTUMN24"] == "code"
    assert values(reading)["/autumn/"] == "path"


@pytest.mark.parametrize(
    ("odds", "least", "several", "asked"),
    [
        (-1.0, -1.2, True, True),
        (-1.5, -1.2, False, True),
        (-9.0, -inf, True, True),
        (9.0, inf, False, False),
    ],
)
def test_a_goal_wants_several_things_where_the_model_is_sure_enough(
    monkeypatch: pytest.MonkeyPatch, odds: float, least: float, *, several: bool, asked: bool
) -> None:
    by = thresholds_for("scripted").model_copy(update={"several": least})
    monkeypatch.setattr(of_goals, "thresholds_of", lambda model: by)
    model = ScriptedModel(scores=lambda prompt, choices: [odds, 0.0])
    goal = "Settle the job and note that the curtain hangs"
    assert is_of_several(goal, GoalCounter(model), Call(MemoryJournal(), 1)) is several
    assert bool(model.asked) is asked
    silent = ScriptedModel([])
    assert not is_of_several(goal, GoalCounter(silent), Call(MemoryJournal(), 1))


@pytest.mark.parametrize(
    ("goal", "read_as", "expected"),
    [
        (
            "ask the club: Is there a place left, and what does it cost?",
            [("a", "Is there a place left"), ("b", "what does it cost?")],
            {"Is there a place left, and what does it cost?": ""},
        ),
        ("tell Henrik: I would love one, thank you", [("message", "I would love one")], None),
        (
            "sign up: name gustav, e-mail gustav@example.com, password Radish-7",
            [("name", "gustav"), ("e-mail", "gustav@example.com"), ("password", "Radish-7")],
            {"gustav": "name", "gustav@example.com": "e-mail", "Radish-7": "password"},
        ),
        (
            "Neues Konto: Name gustav, E-Mail gustav@example.com, Passwort Radish-7",
            [("name", "gustav"), ("e-mail", "gustav@example.com"), ("password", "Radish-7")],
            {"gustav": "name", "gustav@example.com": "e-mail", "Radish-7": "password"},
        ),
        (
            "leave a note: We meet at the gate on 6 May, and Ines brings red torches",
            [("place", "gate"), ("date", "6 May"), ("person", "Ines")],
            {"We meet at the gate on 6 May, and Ines brings red torches": ""},
        ),
        (
            "Give me back what I paid on 6 March: 31.6 litres, 52.14 euros",
            [("date", "6 March"), ("amount", "31.6 litres, 52.14 euros")],
            {"6 March": "date", "31.6": "litres", "52.14": "euros"},
        ),
        (
            "Give me back what I paid on 6 March: 31.6 litres, 52.14 euros",
            [("amount", "31.6 litres"), ("amount", "52.14 euros"), ("date", "6 March")],
            {"6 March": "date", "31.6": "litres", "52.14": "euros"},
        ),
        (
            "Give me back what I paid on 6 March: 31.6 litres, 52.14 euros",
            [("volume", "31.6 litres"), ("price", "52.14 euros"), ("date", "6 March")],
            {"6 March": "date", "31.6 litres": "volume", "52.14 euros": "price"},
        ),
        (
            "Give me back what I paid on 6 March: 31.6 litres, 52.14 euros",
            [("date", "6 March")],
            {"6 March": "date", "31.6": "litres", "52.14": "euros"},
        ),
        (
            "a new colleague has come: make an account for her, called ada_b",
            [("account", "ada_b")],
            {"ada_b": "account"},
        ),
        (
            "a new colleague has come: make an account for her",
            [("", "colleague")],
            {"colleague": ""},
        ),
    ],
)
def test_words_after_a_colon_are_one_text_unless_they_name_values(
    goal: str, read_as: list[tuple[str, str]], expected: dict[str, str] | None
) -> None:
    reading, _ = read(reply(*read_as), goal=goal)
    assert values(reading) == (expected or {"I would love one, thank you": "message"})


@pytest.mark.parametrize("question", [True, False])
def test_whether_a_goal_asks_something_is_a_question_of_its_own(question: bool) -> None:
    model = ScriptedModel(
        [reply(asks="" if question else "the board Lost")],
        scores=[(-0.1, -3.0) if question else (-3.0, -0.1)],
    )
    call = Call(MemoryJournal(), 1)
    reading = read_goal(GOAL, (), GoalReader(model), GoalSorter(model), call)
    assert reading.asks == (GOAL if question else "")


def test_what_is_named_without_saying_of_what_may_be_chosen_and_is_no_value() -> None:
    reading, _ = read(reply(("Lost", "Lost"), ("title", "Key found")))
    assert (reading.named, "Lost" in values(reading)) == (("Lost",), False)
    assert reading.choices == (*reading.values, GoalValue("", "Lost"))


def test_what_the_user_gives_comes_first() -> None:
    reading, _ = read(reply(("note", "Key found")), given=[GoalValue("title", "Key found")])
    assert values(reading)["Key found"] == "title"
    assert reading.values[0] == GoalValue("title", "Key found")


def test_of_a_reply_that_has_more_than_the_goal_the_rest_stays_where_no_other_comes() -> None:
    mixed = reply(("title", "Key found"), ("title", "Key found"), ("board", "Notices"))
    wrong = reply(("board", "Notices"))
    reading, model = read(mixed, *[wrong] * 3)
    assert (reading.by, reading.parts) == ("model", ("pin a note",))
    assert values(reading) == {"Key found": "title", "kim@example.org": ""}
    assert len(reading.values) == 2
    assert len(model.prompts) == 4
    reading, _ = read(mixed, reply(("title", "Key found"), ("board", "Lost")))
    assert values(reading) == {"Key found": "title", "Lost": "board", "kim@example.org": ""}


def test_a_goal_that_the_model_can_not_read_is_read_by_its_quotes_and_figures() -> None:
    reading, _ = read(*["nonsense"] * 4)
    assert (reading.by, reading.parts) == ("rule", (GOAL,))
    assert set(values(reading)) == {"Key found", "kim@example.org"}
    reading, _ = read(*["nonsense"] * 4, goal="That room costs 34 pounds from now on")
    assert set(values(reading)) == {"34"}


@pytest.mark.parametrize(
    ("goal", "odds", "is_one"),
    [
        ("What did he do?", [-0.9], True),
        ("What did he do?", [-1.3], True),
        ("Ask him: what did he do?", [-0.9], True),
        ("Ask him: what did he do?", [-1.3, -1.6], False),
        ("He is at the desk: what did he do?", [-1.3, -0.7], True),
        ("He is at the desk: what did he do?", [-1.6], False),
        ("What did he do? Ada knows", [-1.3], True),
        ("Add what he did", [-0.9], False),
        ('Call it "What?"', [-0.9], False),
    ],
)
def test_what_has_a_question_mark_is_sooner_a_question(
    goal: str, odds: list[float], is_one: bool
) -> None:
    model = ScriptedModel([], scores=[(one - 0.4, -0.4) for one in odds])
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    assert is_question(goal, GoalSorter(model), Call(MemoryJournal(), 1)) is is_one


def test_what_is_asked_is_the_question_that_a_goal_begins_with() -> None:
    goal = "Whom do we ring when the leat floods? One of us has noted it"
    model = ScriptedModel([reply(("", "One of us"))], scores=[(-0.1, -3.0)])
    found = read_goal(goal, (), GoalReader(model), GoalSorter(model), Call(MemoryJournal(), 1))
    assert found.asks == "Whom do we ring when the leat floods?"


def test_a_question_is_told_with_the_parts_that_say_of_what() -> None:
    reading, _ = read(reply(asks="the board Lost", parts=["find the board"]))
    assert reading.question == "the board Lost (find the board)"


def test_a_quote_is_not_lost_to_a_longer_word_that_begins_with_it() -> None:
    goal = 'Benenne das Tag "imme" überall in "immenhaus" um'
    model = ScriptedModel([reply(("new name", "immenhaus"))], scores=[(-3.0, -0.1)])
    found = read_goal(goal, (), GoalReader(model), GoalSorter(model), Call(MemoryJournal(), 1))
    assert values(found) == {"immenhaus": "new name", "imme": ""}


def test_values_of_the_command_line_are_two_parts() -> None:
    assert parse_value("title = Broken lamp") == GoalValue("title", "Broken lamp")
    for text in ("Broken lamp", "=x", "title="):
        with pytest.raises(UsageError, match="title=Lamp"):
            parse_value(text)


@pytest.mark.parametrize(
    ("value", "goal", "marked"),
    [
        ("Key found", GOAL, True),
        ("Lost", GOAL, True),
        ("kim@example.org", GOAL, True),
        ("tropft nicht mehr", "Das Becken tropft nicht mehr, schreibe: erledigt", False),
        ("erledigt", "Das Becken tropft nicht mehr, schreibe: erledigt", True),
        ("Two", "Two tents", False),
        ("every 7 days", "water it every 7 days", True),
    ],
)
def test_a_value_is_marked_by_how_the_goal_is_written(value: str, goal: str, marked: bool) -> None:
    assert is_marked(value, goal) is marked


@pytest.mark.parametrize(
    ("parts", "asks", "several", "one"),
    [
        (("settle it",), "", False, True),
        (("settle it",), "", True, False),
        (("settle it", "note that"), "", False, False),
        (("settle it",), "who settled it", False, False),
    ],
)
def test_values_prove_a_goal_of_one_thing_and_what_a_reading_leaves_out_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[str, ...], asks: str, *, several: bool, one: bool
) -> None:
    by = thresholds_for("scripted").model_copy(update={"several": 0.0})
    monkeypatch.setattr(of_goals, "thresholds_of", lambda model: by)
    model = ScriptedModel(scores=lambda prompt, choices: [-0.1, -3.0] if several else [-3.0, -0.1])
    player = make_player(
        Task("Settle it, and note that it hangs", site_from_url("http://a.test/"), Persona("ann")),
        dict.fromkeys(ROLES, model),
        MemoryJournal(),
        StateGraph(),
        PROFILES["fast"],
        frozenset(),
        can_reset=False,
    )
    assert isinstance(player, Explorer)
    assert not player.one_thing_to_do
    player._reading = GoalReading(parts, (), asks)
    assert [player.one_thing_to_do, player.one_thing_to_do] == [one, one]
    assert len(model.asked) == (len(parts) == 1 and not asks)
