"""Controls that are called by words of the goal which nothing has led to yet."""

from pathfinder.engine.candidates import Candidate, single
from pathfinder.systems.explore.unmet import unmet
from pathfinder.webprocessor.element import Element

GOAL = "Put the lentil stew on the list of winter dishes"


def link(name: str, number: int = 0) -> Candidate:
    return single(Element("a", "link", name, uid=f"{name}{number}", actionable=True))


def test_what_is_called_by_the_goals_words_counts_by_each() -> None:
    stew, soup = link("Lentil stew"), link("Potato soup")
    assert unmet([stew, soup], GOAL, []) == {stew.key: 2.0}


def test_words_that_led_here_say_nothing_more() -> None:
    stew, winter = link("Lentil stew"), link("winter")
    assert unmet([stew, winter], GOAL, ['open "Lentil stew" -> page "Lentil stew"']) == {
        winter.key: 1.0
    }


def test_a_word_of_two_counts_half_and_one_of_many_nothing() -> None:
    alike = [link("winter", number) for number in range(3)]
    assert set(unmet(alike[:2], GOAL, []).values()) == {0.5}
    assert unmet(alike, GOAL, []) == {}
