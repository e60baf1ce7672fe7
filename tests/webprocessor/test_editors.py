"""Editors that a page draws: named, in their form, typed into, and held as fields are."""

import pytest
from user_at_browser import User

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import form_candidates

FRAME = (
    "<label for=a>Story</label><textarea id=a name=a style='display:none'></textarea><div>"
    '<div role=toolbar><button type=button>Bold</button></div><iframe srcdoc="<body contenteditable '
    "aria-label='Rich text area'>\"></iframe></div>"
)
BESIDE = (
    "<label>Story</label><div role=toolbar><button type=button>Bold</button><select hidden></select>"
    "</div><div><div contenteditable data-placeholder='Write here' style='height:40px'></div></div>"
    "<input type=hidden name=a>"
)
# The keys go to a field of no height; what is typed is drawn beside it, with the number of the line.
DRAWN = """<label for=a>Story</label><textarea id=a name=a style='display:none'></textarea>
<div id=box style='position:relative;height:60px;border:1px solid'><div style='overflow:hidden;position:relative;width:3px;height:0'>
<textarea id=keys tabindex=0 style='position:absolute;bottom:-1em;width:900px'></textarea></div>
<div id=lines><div style='position:absolute;left:0'>1</div><pre id=shown></pre></div></div><script>
lines.addEventListener('mousedown', e => { e.preventDefault(); keys.focus() });
box.addEventListener('mousedown', e => { e.preventDefault(); keys.focus() });
keys.addEventListener('input', () => { shown.textContent += keys.value; keys.value = '' });
keys.addEventListener('keydown', e => { if (e.key === 'Delete') shown.textContent = '' })</script>"""


@pytest.mark.parametrize("editor", [FRAME, BESIDE, DRAWN], ids=["frame", "beside", "drawn"])
def test_an_editor_is_a_field_of_its_form_under_its_label(user: User, editor: str) -> None:
    user.visit(
        f"<form method=post><label>Title <input name=t></label>{editor}<button>Send</button>"
    )
    told = [candidate.text for candidate in form_candidates(user.scene, {})]
    assert 'fill in Title, Story and press "Send"' in told
    assert set(told) <= {'fill in Title, Story and press "Send"', 'press "Bold"'}
    assert user.do(Kind.TYPE, "Story", "Once").ok
    assert user.value("Story") == "Once"
    assert user.do(Kind.TYPE, "Story", "Twice").ok
    assert user.value("Story") == "Twice"
    assert user.do(Kind.TYPE, "Title", "A").ok


def test_a_cell_that_is_written_in_is_called_as_its_column(user: User) -> None:
    user.visit(
        "<table><tr><th>Item<th>Price<tr><td>Oak lamp<td contenteditable>12"
        "<tr><td>Stool<td contenteditable>9</table>"
    )
    fields = [(e.role, e.name, e.context, e.value) for e in user.scene.actionable]
    assert fields == [
        ("textbox", "Price", "Oak lamp", "12"),
        ("textbox", "Price", "Stool", "9"),
    ]


@pytest.mark.parametrize("role", ["document", "group", "textbox"])
def test_what_is_written_in_is_a_field_whatever_part_of_the_page_it_is(
    user: User, role: str
) -> None:
    user.visit(
        f"<div role={role} contenteditable aria-label='Block' style='height:40px'></div>"
        "<div role=document tabindex=0>A text</div>"
    )
    assert [(e.role, e.name) for e in user.scene.actionable if e.is_field] == [("textbox", "Block")]
    assert user.do(Kind.TYPE, "Block", "Once").ok
    assert user.value("Block") == "Once"


def test_what_becomes_a_field_when_it_is_pressed_is_written_in(user: User) -> None:
    user.visit(
        "<h1>Notes</h1><p id=p role=button tabindex=0 aria-label='Add block' style='cursor:text' "
        "onclick='setTimeout(begin, 50)'>Write a note</p><button>Save</button><script>"
        "function begin() { p.outerHTML = '<div id=w contenteditable aria-label=Note></div>'; "
        "w.focus() }</script>"
    )
    assert [(e.role, e.name, e.value) for e in user.scene.actionable] == [
        ("textbox", "Write a note", ""),
        ("button", "Save", ""),
    ]
    assert user.do(Kind.TYPE, "Write a note", "Once").ok
    user.look()
    assert user.value("Note") == "Once"


def test_a_control_in_a_place_to_write_is_none_itself(user: User) -> None:
    user.visit(
        "<div style='cursor:text'><span role=button tabindex=0>Oak</span><input aria-label=Tags></div>"
    )
    assert [(e.role, e.name) for e in user.scene.actionable] == [
        ("button", "Oak"),
        ("textbox", "Tags"),
    ]


def test_what_looks_like_a_place_to_write_and_leads_to_none_is_no_field(user: User) -> None:
    user.visit("<button style='cursor:text'>Write a note</button>")
    assert user.do(Kind.TYPE, "Write a note", "Once").error == "not a field"
