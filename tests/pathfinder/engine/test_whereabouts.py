"""Whether something was done where the goal's words lead."""

from pathfinder.core.action import Action, Kind
from pathfinder.engine.whereabouts import Whereabouts
from pathfinder.webprocessor.element import Element, Scene

GOAL = "Write to Henrik in his topic about the rhubarb: I would love one crown"
SAID = "I would love one crown"


def page(heading: str, *links: str, texts: tuple[str, ...] = ()) -> Scene:
    controls = tuple(Element("a", "link", name, uid=name, actionable=True) for name in links)
    box = Element("textarea", "textbox", "Comment", uid="box", actionable=True)
    told = tuple(Element("p", "text", "", text=text) for text in texts)
    return Scene("http://forum.test/", heading, heading, (*controls, box), told)


TOPICS = page("Topics", "Rhubarb to give away", "Slugs in the lettuce", "Which plot?")


def missed(topic: Scene, link: str, after: Scene | None = None) -> list[str]:
    """What is missed once the link was followed, and the comment written there."""
    place = Whereabouts(GOAL)
    place.learn(TOPICS, [Action(Kind.CLICK, link)], topic)
    last = after or topic
    place.learn(topic, [Action(Kind.TYPE, "box", SAID)], last)
    return place.missed(last)


def test_what_was_on_offer_and_not_followed_is_missed() -> None:
    assert missed(page("Slugs in the lettuce"), "Slugs in the lettuce") == ["rhubarb"]


def test_what_was_followed_is_not_missed() -> None:
    assert missed(page("A plant for you"), "Rhubarb to give away") == []


def test_a_page_that_says_the_word_is_the_place() -> None:
    by_text = page("Which plot?", texts=("Rhubarb, and more.",))
    assert missed(by_text, "Which plot?") == []
    assert missed(by_text, "Which plot?", page("Sent")) == []


def test_words_that_nothing_was_called_by_are_not_missed() -> None:
    place = Whereabouts("Answer Wilma that the seeds are sold")
    place.learn(TOPICS, [Action(Kind.CLICK, "Which plot?")], page("Which plot?"))
    assert place.missed(page("Which plot?")) == []


def test_where_nothing_is_called_as_in_the_goal_is_a_strange_place() -> None:
    queries = page("Query selection")
    place = Whereabouts("Book the guest flat for the first weekend in May")
    value = "first weekend in May"
    place.learn(queries, [Action(Kind.TYPE, "box", value)], page(f'Saved query "{value}"'))
    assert place.is_strange([value])
    place.learn(page("Start", "Guest flat"), [Action(Kind.CLICK, "Guest flat")], page("Calendar"))
    assert not place.is_strange([value])
    assert not Whereabouts(value).is_strange([value])
