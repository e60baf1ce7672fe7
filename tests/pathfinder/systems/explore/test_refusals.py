"""What a site says against a goal: which sentences are worth a question."""

from dataclasses import replace

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.refusals import RefusalTracker
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

BUTTON = Element("button", "button", "Log in", uid="b", submits=True, form="f")
FIELD = Element("input", "textbox", "Name", uid="n", form="f")


def scene(path: str, *texts: str, errors: tuple[str, ...] = (), landmark: str = "main") -> Scene:
    told = tuple(
        Element("p", "text", "", text=t, uid=f"p{n}", landmark=landmark)
        for n, t in enumerate(texts)
    )
    return Scene(f"http://shop.test/{path}", "Shop", path, (), told, errors)


def outcome(before: Scene, after: Scene, candidate: Candidate | None = None) -> Outcome:
    graph = StateGraph()
    views = [View(1, s, graph.visit(s)[0], True) for s in (before, after)]
    return Outcome(Move("do", (), candidate), views[0], views[1], changes(before, after), ())


def heard(*pages: Scene) -> RefusalTracker:
    complaints = RefusalTracker()
    for page in pages:
        complaints.hear(outcome(scene("start"), page))
    return complaints


def test_a_refusal_on_several_pages_is_grave() -> None:
    pages = [scene(path, "No products are available at the moment.") for path in ("a", "b", "c")]
    assert [c.text for c in heard(*pages).grave()] == ["No products are available at the moment."]
    assert heard(*pages[:2]).grave() == []


def test_short_words_kind_words_and_the_frame_of_the_page_are_not() -> None:
    for text, landmark in (
        ("Out of stock", "main"),
        ("Everything for a quieter home", "main"),
        ("We do not sell data to anyone", "contentinfo"),
    ):
        assert heard(*[scene(path, text, landmark=landmark) for path in "abc"]).grave() == []


def test_an_invitation_is_not_a_refusal() -> None:
    invitations = (
        "This product does not have any reviews yet - be the first to write one.",
        "You have placed no orders yet.",
    )
    assert heard(*(scene(path, *invitations) for path in ("a", "b", "c"))).grave() == []
    assert heard(*(scene(path, "This shop is not open yet.") for path in ("a", "b", "c"))).grave()


def test_a_site_that_has_accepted_something_does_not_refuse_by_the_way() -> None:
    told = Element(
        "p",
        "text",
        "",
        text="The kettle is in your basket.",
        uid="s",
        notice="status",
        landmark="main",
    )
    complaints = RefusalTracker()
    pages = [scene(path, "This review has no votes.") for path in ("a", "b", "c")]
    complaints.hear(
        outcome(
            scene("a"),
            replace(scene("a"), informational=(told,)),
            Candidate("k", "add", Kind.CLICK, BUTTON),
        )
    )
    for page in pages:
        complaints.hear(outcome(scene("start"), page))
    assert complaints.grave() == []


def test_a_refusal_in_answer_to_a_form_is_grave_at_once() -> None:
    complaints = RefusalTracker()
    sent = Candidate("f", "fill in", Kind.CLICK, BUTTON, (FIELD,))
    locked = "Your account has been locked."
    complaints.hear(outcome(scene("login"), scene("login", errors=(locked,)), sent))
    (complaint,) = complaints.grave()
    assert (complaint.text, complaint.answered) == (locked, True)
