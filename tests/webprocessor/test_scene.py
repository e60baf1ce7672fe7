"""What a user can see and use, made of all that was captured."""

from dataclasses import replace

from pathfinder.webprocessor.element import Element, Snapshot
from pathfinder.webprocessor.scene import make_scene


def element(name: str, role: str, tag: str = "div", **facts: object) -> Element:
    place = f"/html/body/form/{tag}[{name}]"
    facts = {"actionable": True, "form": "f", "xpath": place, **facts}
    return Element(tag, role, name, **facts)  # type: ignore[arg-type]


FORM = (
    element("Bold", "button"),
    element("Name", "textbox", "input"),
    element("Save", "button"),
    element("Cancel", "button"),
    element("Help", "link", "a"),
    element("Log out", "button", form=""),
)


def submitting(*elements: Element) -> list[str]:
    scene = make_scene(Snapshot("http://notes.test/", "Notes", elements))
    return [one.name for one in scene.actionable if one.submits]


def test_where_nothing_submits_a_form_the_buttons_below_its_fields_do() -> None:
    assert submitting(*FORM) == ["Save", "Cancel"]
    assert submitting(*(replace(one, form="") for one in FORM)) == []
    assert submitting(*(one for one in FORM if one.name != "Name")) == []


def test_what_submits_a_form_by_its_markup_does_so_alone() -> None:
    send = element("Send", "button", "button", submits=True)
    assert submitting(*FORM[:2], send, *FORM[2:]) == ["Send"]
