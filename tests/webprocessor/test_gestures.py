"""Ways to act that a goal calls for by name: offered, and carried out in Chromium."""

from collections.abc import Collection

import pytest
from user_at_browser import User

from pathfinder.engine.gestures import COPY, PASTE, gestures


def offered(user: User, goal: str, done: Collection[str] = ()) -> list[str]:
    return [candidate.text for candidate in gestures(user.scene, goal, done)]


def make(user: User, goal: str, text: str, done: Collection[str] = ()) -> None:
    """Carry out the gesture of that text."""
    found = next(c for c in gestures(user.scene, goal, done) if c.text == text)
    for action in found.actions:
        assert user.browser.perform(action, user.scene).ok
    user.look()


AREAS = (
    "<textarea>Oak lamp and a long story of it</textarea><textarea>Pine lamp and another</textarea>"
    "<label>Answer <input value=old></label>"
)


def test_what_is_copied_is_pasted_whole_once(user: User) -> None:
    user.visit(AREAS)
    goal = "Copy the second text and paste it as the answer"
    told = offered(user, goal)
    assert told[1].startswith('copy the text of "text field" (')
    assert told[1].endswith('now "Pine lamp and another"), 2 of 2')
    assert not [text for text in told if text.startswith("paste")]
    make(user, goal, told[1])
    paste = offered(user, goal, {COPY})[-1]
    assert paste == 'paste into "Answer" (now "old")'
    make(user, goal, paste, {COPY})
    assert user.value("Answer") == "Pine lamp and another"
    assert offered(user, goal, {COPY, PASTE}) == []


@pytest.mark.parametrize("goal", ["Fill in the answer", "Send the photocopy"])
def test_without_its_word_a_gesture_is_not_offered(user: User, goal: str) -> None:
    user.visit(AREAS)
    assert offered(user, goal) == []


CARDS = """<ul style="margin:0;padding:0;list-style:none">{}</ul><script>let held;
for (const card of document.querySelectorAll('li')) {{
  card.ondragstart = () => held = card; card.ondragover = e => e.preventDefault();
  card.ondrop = () => document.title = held.textContent + ' on ' + card.textContent }}</script>"""


def test_a_card_that_the_goal_names_is_dragged_onto_another(user: User) -> None:
    cards = "".join(f"<li draggable=true>{name}</li>" for name in ("Plan", "Build", "Ship"))
    user.visit(CARDS.format(cards))
    assert offered(user, "Drag Plan to the end") == [
        'drag "Plan" onto "Build", number 2 of 3',
        'drag "Plan" onto "Ship", number 3 of 3',
    ]
    make(user, "Drag Plan to the end", 'drag "Plan" onto "Ship", number 3 of 3')
    assert user.scene.title == "Plan on Ship"


def test_a_box_is_scrolled_by_what_stands_first_in_it(user: User) -> None:
    user.visit(
        "<div id=d style='height:90px;overflow:auto'><p>First</p><p>Second</p>"
        "<p style='height:900px'>Third</p></div><p>Outside</p>"
    )
    assert (
        offered(user, "Scroll the story to its end")[0] == 'scroll the box of "First" to its bottom'
    )
    assert len(offered(user, "Scroll the story to its end")) == 4
    make(user, "Scroll the story", 'scroll the box of "First" to its bottom')
    assert user.browser.driver.execute_script("return d.scrollTop") > 700


def test_a_double_click_and_keys_in_a_field(user: User) -> None:
    user.visit(
        "<button id=b>Rename</button><label>Name <input id=n></label><script>"
        "b.ondblclick = () => document.title = 'twice';"
        "n.onkeydown = e => document.title = e.key</script>"
    )
    make(user, "double-click on Rename", 'double-click "Rename"')
    assert user.scene.title == "twice"
    for key, goal in {
        "Enter": "press Enter",
        "Escape": "drücke die Escape-Taste",
        "Tab": "appuyer sur la touche tab",
        "Delete": "use the delete key",
    }.items():
        make(user, goal, f'press the {key} key in "Name"')
        assert user.scene.title == key


def test_a_text_is_selected(user: User) -> None:
    user.visit("<h1>News</h1><p>Lamps are cheap.</p>")
    assert offered(user, "Highlight the sentence") == [
        'select the text "News"',
        'select the text "Lamps are cheap."',
    ]
    make(user, "Highlight the sentence", 'select the text "Lamps are cheap."')
    assert user.browser.driver.execute_script("return String(getSelection())") == "Lamps are cheap."
