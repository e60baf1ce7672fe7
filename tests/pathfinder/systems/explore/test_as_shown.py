"""A date of the goal is entered in the form in which the field writes dates."""

import json
from datetime import date

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.as_shown import as_shown
from pathfinder.systems.explore.entries import FormFiller
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.webprocessor.element import Element, Scene

TODAY = date(2026, 4, 3)
SPOKEN = "7 May 2026"


def field(value: str = "", placeholder: str = "", kind: str = "text") -> Element:
    attributes = {"type": kind, "placeholder": placeholder}
    return Element(
        "input",
        "textbox",
        "Due",
        uid="due",
        label="Due",
        value=value,
        attributes=attributes,
        actionable=True,
        required=True,
        form="f",
    )


def page(*texts: str) -> Scene:
    said = tuple(Element("p", "text", "", uid=text, text=text) for text in texts)
    return Scene("http://127.0.0.1/new", "New", "New", actionable=(), informational=said)


def shown(
    value: str = "", placeholder: str = "", *texts: str, given: str = SPOKEN, kind: str = "text"
) -> str:
    return as_shown(field(value, placeholder, kind), given, page(*texts), TODAY)


@pytest.mark.parametrize(
    ("held", "written"),
    [
        ("04/26/2026", "05/07/2026"),
        ("26/04/2026", "07/05/2026"),
        ("26.4.2026", "7.5.2026"),
        ("2026-04-26", "2026-05-07"),
        ("26-04-26", "07-05-26"),
        ("26/4/26", "7/5/26"),
    ],
)
def test_as_the_date_that_a_field_holds(held: str, written: str) -> None:
    assert shown(held) == written


@pytest.mark.parametrize(
    ("placeholder", "written"),
    [("mm/dd/yyyy", "05/07/2026"), ("TT.MM.JJJJ", "07.05.2026"), ("YYYY-MM-DD", "2026-05-07")],
)
def test_as_a_field_says_beforehand(placeholder: str, written: str) -> None:
    assert shown("", placeholder) == written


@pytest.mark.parametrize(
    ("texts", "written"),
    [
        (("First day", "dd/mm/yyyy"), "07/05/2026"),
        (("Please give both dates as mm/dd/yyyy.",), "05/07/2026"),
        (("Taken: 13/04/2026 to 15/04/2026", "Today is Friday, 03/04/2026"), "07/05/2026"),
        (("dd/mm/yyyy", "Made on 2026-04-03"), "07/05/2026"),
        (("dd/mm/yyyy", "mm/dd/yyyy"), SPOKEN),
        (("Taken: 13/04/2026", "Made on 2026-04-03"), SPOKEN),
        (("Write to a/b/c", "Version 3.11.7"), SPOKEN),
    ],
)
def test_as_the_page_says_or_writes_where_the_field_says_nothing(
    texts: tuple[str, ...], written: str
) -> None:
    """Where all that tells it agrees."""
    assert shown("", "", *texts) == written


def test_todays_date_tells_the_order() -> None:
    assert shown("04/03/2026") == "05/07/2026"
    assert shown("03/04/2026") == "07/05/2026"


def test_other_dates_of_the_page_tell_the_order() -> None:
    assert shown("02/01/2026", "", "Opened on 02/28/2026") == "05/07/2026"
    assert shown("02/01/2026", "", "Opened on 28/02/2026") == "07/05/2026"
    assert shown("02/01/2026", "", "02/28/2026", "28/02/2026") == SPOKEN


def test_nothing_is_guessed() -> None:
    assert shown("02/01/2026") == SPOKEN
    assert shown("02.01.2026") == "07.05.2026"
    assert shown("Room 4") == shown("", "e.g. tomorrow") == shown("4") == SPOKEN
    assert shown("04/26/2026", given="5/6/2026") == "5/6/2026"
    assert shown("04/26/2026", given="7 May") == "7 May"
    assert shown("04/26/2026", given="Tom") == "Tom"
    assert shown("2026-04-26", kind="date") == SPOKEN


def test_a_time_is_in_the_half_of_the_day_that_a_field_holds() -> None:
    assert shown("16:30", given="4:15") == "16:15"
    assert shown("09:00", kind="time", given="7:30") == "07:30"
    assert shown("", given="4:15") == "4:15"


def test_a_form_gets_it_so_and_the_goal_is_read_so_from_then_on() -> None:
    value = GoalValue("date", SPOKEN)
    bot = FormEntryBot(ScriptedModel([json.dumps({"SelectedInput": {"1": SPOKEN}})]))
    filler = FormFiller("be done by 7 May 2026", Vault({}), bot, None, (value,))
    [one] = filler.fill([field("2026-04-26")], page(), Call(MemoryJournal(), 1))
    assert (one.written, one.meant) == ("2026-05-07", SPOKEN)
    reading = GoalReading(("be done",), (value, GoalValue("who", "Tom")))
    assert [v.value for v in reading.written({one.meant: one.written}).values] == [
        "2026-05-07",
        "Tom",
    ]
