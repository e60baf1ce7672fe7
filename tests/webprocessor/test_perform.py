"""What hands can do, and how it goes wrong."""

from pathlib import Path

import pytest
from user_at_browser import User

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import reference

REACT_LIKE = """<label>Name <input id=n></label><p id=o></p><script>
const held = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
let known = '';
Object.defineProperty(n, 'value', {get() { return held.get.call(this) }, set(v) { known = v; held.set.call(this, v) }, configurable: true});
n.addEventListener('input', () => { const now = held.get.call(n); if (now !== known) { known = now; o.textContent = 'State: ' + now } });
</script>"""


def test_click_follows_a_link_and_says_where_it_led(user: User) -> None:
    user.site.page("<main><h1>Checkout</h1><p>Step 1</p></main>", path="/checkout")
    user.visit("<main><h1>Basket</h1><a href=/checkout>Go on</a></main>")
    change = user.change(Kind.CLICK, "Go on")
    assert change.history_line() == '-> page "Checkout": Step 1'


def test_a_form_is_filled_and_sent_with_secrets_filled_in_at_the_keyboard(user: User) -> None:
    user.visit(
        "<form method=post action=/sent><label>Name <input name=name value=old></label>"
        "<label>Password <input name=pw type=password></label>"
        "<label>Country <select name=country><option value=''>Choose<option "
        "value=no>Norway</select></label>"
        "<label>Note <textarea name=note></textarea></label>"
        "<label>Terms <input type=checkbox name=terms></label><button>Send</button></form>"
    )
    assert user.do(Kind.TYPE, "Name", reference("name")).ok
    assert user.do(Kind.TYPE, "Password", reference("account.password")).ok
    assert user.do(Kind.TYPE, "Note", "two\nlines").ok
    assert user.do(Kind.SELECT, "Country", "norway").ok
    assert user.do(Kind.CHECK, "Terms").ok
    assert user.change(Kind.CLICK, "Send").history_line() == '-> page "Thank you": We have it.'
    assert (
        user.site.posted[-1]
        == "name=Ann&pw=correct-horse-9&country=no&note=two%0D%0Alines&terms=on"
    )


@pytest.mark.parametrize(("method", "kept"), [("POST", True), ("GET", False)])
def test_what_the_site_has_taken_is_told(user: User, method: str, kept: bool) -> None:
    user.visit(
        "<label>Column <select><option>Doing<option>Done</select></label><p id=o></p><script>"
        f"document.querySelector('select').onchange = () => fetch('/sent', {{method: '{method}'}})"
        ".then(() => { o.textContent = 'Moved' })</script>"
    )
    assert user.do(Kind.SELECT, "Column", "Done").kept is kept


def test_a_field_that_a_framework_watches_sees_what_is_typed(user: User) -> None:
    user.visit(REACT_LIKE)
    assert user.change(Kind.TYPE, "Name", "Ann").history_line() == "State: Ann"


def test_a_field_that_suggests_is_typed_letter_by_letter(user: User) -> None:
    user.visit(
        "<label>City <input role=combobox aria-autocomplete=list aria-controls=l></label><ul id=l "
        "role=listbox></ul><script>"
        "let keys = 0; document.querySelector('input').oninput = e => { keys++;"
        "l.innerHTML = '<li role=option>Oslo</li>'; document.title = keys + ' events' }</script>"
    )
    change = user.change(Kind.TYPE, "City", "Osl")
    assert user.scene.title == "3 events"
    assert "Oslo" in [element.name for element in change.appeared]


def test_clear_check_uncheck_and_dates(user: User) -> None:
    user.visit(
        "<label>Name <input value=Ann></label><label>News <input type=checkbox "
        "checked></label><label>On <input type=date></label>"
    )
    assert user.do(Kind.CLEAR, "Name").ok
    assert user.do(Kind.UNCHECK, "News").ok
    assert user.do(Kind.UNCHECK, "News").ok
    assert user.do(Kind.TYPE, "On", "2024-02-03").ok
    user.look()
    assert user.named("Name").value == ""
    assert user.named("News").checked is False
    assert user.named("On").value == "2024-02-03"


def test_rich_text_is_replaced(user: User) -> None:
    user.visit(
        "<div contenteditable role=textbox aria-label=Review style='width:200px;height:40px'>Old "
        "words</div>"
    )
    assert user.do(Kind.TYPE, "Review", "Very good").ok
    assert user.value("Review") == "Very good"


def test_rich_text_in_a_frame_gets_what_is_typed_and_the_field_before_it_keeps_its_own(
    user: User,
) -> None:
    """An editor's body is its document's active element before anybody has gone there."""
    user.visit(
        "<label>Address <input></label><iframe width=400 height=100 srcdoc='<body contenteditable "
        "role=textbox aria-label=Text style=height:60px></body>'></iframe>"
    )
    assert user.do(Kind.TYPE, "Address", "/opening-hours/").ok
    assert user.do(Kind.TYPE, "Text", "Monday to Friday").ok
    assert user.value("Address") == "/opening-hours/"
    assert user.value("Text") == "Monday to Friday"


def test_upload(user: User, tmp_path: Path) -> None:
    photo = tmp_path / "photo.txt"
    photo.write_text("x")
    user.visit(
        "<label>Photo <input type=file onchange='document.title=this.files[0].name'></label>"
    )
    assert user.do(Kind.UPLOAD, "Photo", str(photo)).ok
    assert user.look().title == "photo.txt"
    assert user.do(Kind.UPLOAD, "Photo", str(tmp_path / "none.txt")).error == "no such file"


def test_a_path_that_is_typed_sends_no_file(user: User, tmp_path: Path) -> None:
    private = tmp_path / "private.txt"
    private.write_text("x")
    user.visit("<label>Path <input id=p role=textbox></label>")
    scene = user.look()
    user.browser.driver.execute_script("document.getElementById('p').type = 'file'")
    typed = user.browser.perform(Action(Kind.TYPE, user.named("Path").uid, str(private)), scene)
    assert typed.error == "not a field"
    assert not user.browser.driver.execute_script(
        "return document.getElementById('p').files.length"
    )


def test_keys_hover_double_click_and_drag(user: User) -> None:
    user.visit(
        "<form onsubmit='document.title=`sent`; return false'><label>Search <input></label></form>"
        "<button onmouseover='m.hidden=false'>Menu</button><p id=m hidden>Opened</p>"
        "<button ondblclick='document.title=`twice`'>Twice</button>"
        "<button id=a onmousedown='window.held=1'>Card</button>"
        "<button id=b style='margin:40px' "
        "onmouseup='if(window.held)document.title=`dropped`'>Bin</button>"
    )
    assert user.do(Kind.PRESS, "Search", "Enter").ok
    assert user.look().title == "sent"
    assert user.change(Kind.HOVER, "Menu").history_line() == "Opened"
    assert user.do(Kind.DOUBLE_CLICK, "Twice").ok
    assert user.look().title == "twice"
    assert user.do(Kind.DRAG, "Card", onto="Bin").ok
    assert user.look().title == "dropped"


def test_chords(user: User) -> None:
    user.visit("<label>Name <input value=Ann></label>")
    user.do(Kind.PRESS, "Name", "Control+A")
    user.do(Kind.PRESS, "Name", "Delete")
    assert user.value("Name") == ""
    assert user.do(Kind.PRESS, "", "Nonsense").error == "other"


def test_scroll_back_navigate_and_wait(user: User) -> None:
    first = user.site.page("<h1>First</h1><p style='height:4000px'></p>")
    second = user.site.page("<h1>Second</h1>")
    user.go(first)
    assert user.do(Kind.SCROLL, value="bottom").ok
    assert user.look().scroll[1] > 2000
    assert user.do(Kind.NAVIGATE, value=second).ok
    assert user.look().heading == "Second"
    assert user.do(Kind.BACK).ok
    assert user.look().heading == "First"
    assert user.do(Kind.WAIT, value="0.01").ok


def test_an_aria_list_box_is_selected_from(user: User) -> None:
    user.visit(
        "<div role=combobox tabindex=0 aria-label=Colour aria-controls=l onclick='l.hidden=false' "
        "style='width:99px'>Choose</div>"
        "<ul id=l role=listbox hidden><li role=option onclick='document.title=`red`'>Red</li></ul>"
    )
    assert user.do(Kind.SELECT, "Colour", "Red").ok
    assert user.look().title == "red"


def test_an_option_that_is_not_there_is_told_with_those_that_are(user: User) -> None:
    user.visit("<label>Size <select><option>Small<option>Large</select></label>")
    result = user.do(Kind.SELECT, "Size", "Huge")
    assert (result.ok, result.error) == (False, "no such option")
    assert "Small, Large" in result.message


@pytest.mark.parametrize(
    ("body", "kind", "name", "error"),
    [
        ("<button>Go</button>", Kind.TYPE, "Go", "not a field"),
        ("<label>Name <input readonly></label>", Kind.TYPE, "Name", "not interactable"),
    ],
)
def test_what_can_not_be_done_is_a_typed_result(
    user: User, body: str, kind: Kind, name: str, error: str
) -> None:
    user.visit(body)
    assert user.do(kind, name, "x").error == error


def test_an_unknown_uid_is_not_found(user: User) -> None:
    user.visit("<button>Go</button>")
    assert (
        user.browser.perform(Action(Kind.CLICK, "button_nothing_1"), user.scene).error
        == "not found"
    )


def test_an_element_that_moved_is_found_by_what_it_is(user: User) -> None:
    user.visit(
        "<div id=d><button onclick='document.title=`one`'>One</button><button "
        "onclick='document.title=`two`'>Two</button></div>"
    )
    user.browser.driver.execute_script("d.prepend(d.lastElementChild)")
    assert user.do(Kind.CLICK, "Two").ok
    assert user.look().title == "two"


def test_an_element_that_went_is_stale_and_one_disabled_since_is_disabled(user: User) -> None:
    user.visit("<button id=a>Go</button><button id=b>Stay</button>")
    user.browser.driver.execute_script("a.remove(); b.disabled = true")
    assert user.do(Kind.CLICK, "Go").error == "stale"
    assert user.do(Kind.CLICK, "Stay").error == "disabled"


def test_a_covered_element_is_covered(user: User) -> None:
    user.visit("<button>Buy</button><div id=c></div>")
    user.browser.driver.execute_script("c.style = 'position:fixed;inset:0;background:#000a'")
    assert user.do(Kind.CLICK, "Buy").error == "covered"


def test_an_element_behind_a_fixed_bar_is_scrolled_free(user: User) -> None:
    user.visit(
        "<p style='height:830px'></p><button onclick='document.title=`hit`'>Low</button><p "
        "style='height:2000px'></p>"
        "<div style='position:fixed;bottom:0;height:99px;width:100%;background:#ccc'>Bar</div>"
    )
    assert user.do(Kind.CLICK, "Low").ok
    assert user.look().title == "hit"


STARS = """<form><label for=s>Score</label><div><select id=s required style="display:none"><option value="">---</option>
<option>0</option><option>1</option><option>2</option><option>3</option></select>
<div class=stars><i>★</i><i>★</i><i>★</i></div></div><p id=p></p><button>Save</button></form>
<script>document.querySelectorAll('i').forEach((i, n) => i.onclick = () => { %s })</script>"""


def test_a_tip_over_a_control_goes_before_that_is_pressed(user: User) -> None:
    user.visit(
        "<div id=a style='width:90px;height:30px'><button>Sort</button><div id=tip hidden role=tooltip "
        "style='position:absolute;top:30px;width:200px;height:60px;background:#ccc'>Upwards</div></div>"
        "<button style='margin-top:10px' onclick='document.title = 1'>Save</button><script>"
        "a.onmouseenter = () => tip.hidden = false;"
        "a.onmouseleave = () => setTimeout(() => tip.hidden = true, 100)</script>"
    )
    save = user.scene
    assert user.do(Kind.HOVER, "Sort").ok
    (uid,) = [e.uid for e in save.actionable if e.name == "Save"]
    assert user.browser.perform(Action(Kind.CLICK, uid), save).ok
    assert user.look().title == "1"


def test_a_rating_drawn_as_stars_is_chosen_by_its_stars(user: User) -> None:
    user.visit(STARS % "s.value = n + 1; p.textContent = `${n + 1} stars`")
    score = user.named("Score")
    assert (score.role, score.options, score.required) == ("combobox", ("---", "1", "2", "3"), True)
    assert user.change(Kind.SELECT, "Score", "2").history_line() == "2 stars"
    assert user.named("Score").selected == "2"
    assert user.change(Kind.SELECT, "Score", "3 stars").history_line() == "3 stars"


def test_stars_that_do_nothing_choose_nothing(user: User) -> None:
    user.visit(STARS % "")
    assert user.change(Kind.SELECT, "Score", "2").nothing


def test_a_hidden_list_without_icons_is_no_field(user: User) -> None:
    user.visit(
        "<label for=s>Score</label><select id=s "
        "hidden><option>1</option></select><div><b>One</b><b>Two</b><b>Three</b></div>"
    )
    assert [e.name for e in user.scene.actionable] == []
