"""Of several entries alike a question for the latest or the cheapest means one, and code tells."""

import pytest

from pathfinder.systems.explore.superlatives import asked_for, meant
from pathfinder.webprocessor.element import Element, Scene

INJECTIONS = (
    ("Tue 2 Mar 2021", "Rabies", "Dr Vos", "Tue 2 Mar 2027"),
    ("Tue 6 Oct 2026", "Kennel cough", "Dr Berg", "Wed 6 Oct 2027"),
    ("Tue 27 Feb 2024", "Rabies", "Dr Brandt", "Sat 27 Feb 2026"),
)
TOOLS = (("7", "Ladder", "£12.50"), ("9", "Cart", "£8"), ("3", "Tiller", "£40.00"))


def table(rows: tuple[tuple[str, ...], ...]) -> Scene:
    cells = tuple(
        Element("td", "cell", "", text=text, xpath=f"/html/body/table/tbody/tr[{row}]/td[{at}]")
        for row, texts in enumerate(rows, 1)
        for at, text in enumerate(texts, 1)
    )
    return Scene("http://a.test/", "Pepper", "Pepper", (), cells)


def said(rows: tuple[tuple[str, ...], ...], row: int, column: int, goal: str) -> str:
    page = table(rows)
    found = page.informational[row * len(rows[0]) + column]
    return meant(page, found, goal).text


@pytest.mark.parametrize(
    ("goal", "vet"),
    [
        ("Who gave Pepper her most recent rabies injection?", "Dr Brandt"),
        ("Wer hat Pepper die letzte Spritze gegeben (Rabies)?", "Dr Brandt"),
        ("Who gave Pepper the oldest one against rabies?", "Dr Vos"),
        ("Who gave Pepper an injection against rabies?", "Dr Vos"),
    ],
)
def test_dates_tell_which_of_those_that_say_as_much_is_meant(goal: str, vet: str) -> None:
    assert said(INJECTIONS, 0, 2, goal) == vet


@pytest.mark.parametrize(
    ("goal", "tool"),
    [
        ("Which is the cheapest thing to rent?", "Cart"),
        ("Welches Gerät ist das teuerste?", "Tiller"),
        ("What can be rented?", "Ladder"),
    ],
)
def test_sums_of_money_come_before_other_numbers(goal: str, tool: str) -> None:
    assert said(TOOLS, 0, 1, goal) == tool


def test_what_can_not_be_compared_stays_as_it_was_found() -> None:
    assert said((("Ladder", "on request"), ("Cart", "£8")), 0, 0, "the cheapest?") == "Ladder"
    alone = Scene("http://a.test/", "", "", (), (Element("p", "text", "", text="£8", xpath="/p"),))
    assert meant(alone, alone.informational[0], "the cheapest?") is alone.informational[0]


def test_a_surname_is_no_comparison() -> None:
    assert asked_for("What is the last name of Ann?") == ""
