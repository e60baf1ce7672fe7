"""What opened a native dialog is judged by what came once the dialog was accepted."""

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.explorer import accepted
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from tests.pathfinder.systems.explore.test_explore import events, explore, guided

URL = "http://garden.test/day"
COOKIES = "This site keeps the session in a cookie."
SIGNED = "You are signed up for this day."
CONFIRM = Element(
    "button", "button", "Confirm", xpath="/b", uid="b", submits=True, form="f", actionable=True
)
ACCEPT = Move("accept the dialog", (Action(Kind.ANSWER_DIALOG, value="accept"),))
DISMISS = Move("dismiss the dialog", (Action(Kind.ANSWER_DIALOG, value="dismiss"),))


def told(text: str) -> Element:
    return Element("p", "text", "", text=text, xpath=f"/p[{text}]", uid=text, landmark="main")


def scene(*texts: str, dialog: str = "") -> Scene:
    buttons = () if dialog else (CONFIRM,)
    return Scene(URL, "Garden", "", buttons, tuple(map(told, texts)), (), dialog)


def outcome(step: int, move: Move, before: Scene, after: Scene) -> Outcome:
    graph = StateGraph()
    views = [View(step, one, graph.visit(one)[0], True) for one in (before, after)]
    return Outcome(move, views[0], views[1], changes(before, after), ())


PRESSED = Move(
    "press Confirm",
    (Action(Kind.CLICK, "b"),),
    Candidate("b", "press Confirm", Kind.CLICK, CONFIRM),
)
ASKED = outcome(1, PRESSED, scene(COOKIES), scene(dialog="For good?"))


def test_only_what_the_page_before_the_dialog_did_not_say_is_new() -> None:
    answer = outcome(2, ACCEPT, scene(dialog="For good?"), scene(COOKIES, SIGNED))
    assert COOKIES in answer.change.news
    made = accepted(ASKED, answer)
    assert made.change.news == (SIGNED,)
    assert (made.move, made.before.scene, made.before.step) == (PRESSED, ASKED.before.scene, 2)


def test_what_answers_no_dialog_or_dismisses_it_is_left_as_it_is() -> None:
    refused = outcome(2, DISMISS, scene(dialog="For good?"), scene(COOKIES))
    assert accepted(ASKED, refused) is refused
    answer = outcome(2, ACCEPT, scene(dialog="For good?"), scene(COOKIES))
    assert accepted(None, answer) is answer


def test_a_goal_is_found_done_where_its_button_asks_first() -> None:
    def shown(*parts: Element, dialog: str = "") -> Snapshot:
        return Snapshot(URL, "Garden", parts, dialog=dialog)

    pages = {
        "form": FakePage(shown(told(COOKIES), CONFIRM), {"Confirm": "asking"}),
        "asking": FakePage(shown(dialog="Sign up for good?"), {"answer dialog": "signed"}),
        "signed": FakePage(shown(told(COOKIES), told(SIGNED))),
    }
    _, journal = explore(
        FakeBrowser(pages),
        URL,
        "sign up for the day in the garden",
        guided(["Confirm"], yes=lambda asked: True),
        success=[],
        max_steps=4,
    )
    [verdict] = events(journal, "verdict")
    assert (verdict["status"], verdict["steps"]) == ("likely", 2)
    assert SIGNED in str(verdict["evidence"])
    assert {event["step"] for event in events(journal, "judgement")} == {2}
