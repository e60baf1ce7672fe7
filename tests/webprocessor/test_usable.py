"""What can be done with controls beyond pressing and typing, and the state that they say."""

import pytest
from user_at_browser import User

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import form_candidates, single_candidates


def offered(user: User) -> list[str]:
    return [candidate.text for candidate in single_candidates(user.scene)]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<button aria-expanded=false>Menu</button>", 'press "Menu" (closed)'),
        ("<details open><summary>More</summary>Text</details>", 'press "More" (open)'),
        ("<button aria-pressed=true>Bold</button>", 'press "Bold" (pressed)'),
        ("<div role=tab aria-selected=true>Orders</div>", 'press "Orders" (selected)'),
        ("<label><input type=radio checked> Post</label>", 'choose "Post" (chosen)'),
        (
            "<label>Country <select><option>Chile</option><option selected>Fiji</option></select>",
            'choose in "Country" (now "Fiji")',
        ),
        (
            "<label>Volume <input type=range min=0 max=10 value=3></label>",
            'set "Volume" (now "3", 0 to 10)',
        ),
        (
            "<div role=slider tabindex=0 aria-label=Volume aria-valuenow=3 aria-valuemin=1 "
            "aria-valuemax=5 style='width:90px;height:20px'></div>",
            'set "Volume" (now "3", 1 to 5)',
        ),
        (
            "<button role=combobox aria-label=Country aria-expanded=false>Fiji</button>",
            'press "Country" (now "Fiji", closed)',
        ),
    ],
)
def test_a_control_says_its_state(user: User, body: str, told: str) -> None:
    user.visit(body)
    assert offered(user) == [told]


LIST_BUTTON = """<button id=b role=combobox aria-label=Country aria-controls=l aria-expanded=false>Any</button>
<ul id=l role=listbox hidden><li role=option>Chile</li><li role=option>Fiji</li></ul><script>
b.onclick = () => setTimeout(() => { l.hidden = false; b.setAttribute('aria-expanded', 'true') }, 300);
l.onclick = e => { b.textContent = e.target.textContent; l.hidden = true;
  b.setAttribute('aria-expanded', 'false') }</script>"""


@pytest.mark.parametrize("kind", [Kind.SELECT, Kind.TYPE])
def test_an_option_of_a_button_that_opens_a_list_is_chosen(user: User, kind: Kind) -> None:
    user.visit(LIST_BUTTON)
    assert user.do(kind, "Country", "Fiji").ok
    assert user.value("Country") == "Fiji"


def test_the_suggestion_that_reads_as_what_was_typed_is_picked(user: User) -> None:
    user.visit(
        "<label>City <input id=c role=combobox aria-controls=l></label><ul id=l role=listbox "
        "hidden></ul><h1 id=h>None</h1><script>"
        "c.oninput = () => setTimeout(() => { l.hidden = false; l.innerHTML = "
        "'<li role=option>Oslo</li><li role=option>Oslofjord</li>' }, 200);"
        "l.onclick = e => { h.textContent = e.target.textContent; l.hidden = true }</script>"
    )
    result = user.do(Kind.TYPE, "City", "oslo")
    assert result.ok, result
    assert (result.ok, result.notes) == (True, ("picked a suggestion",))
    assert user.look().heading == "Oslo"


@pytest.mark.parametrize(
    ("typed", "picked", "field"),
    [
        ("The Tern Theatre", "Tern Theatre", "aria-required=true"),
        ("The Tern Theatre", "Tern Theatre", "required"),
        ("The Tern Theatre", "None", ""),
        ("The Tern Theatre", "None", "required type=search"),
        ("Okonjo", "Chike Okonjo", "aria-invalid=true"),
        ("Okonjo", "None", ""),
        ("Tom Okonjo", "None", "required"),
        ("Harbour", "None", "required"),
        ("The Hall", "None", "required"),
        ("konjo", "None", "required"),
        ("Tee", "None", "required"),
    ],
)
def test_of_a_field_that_has_to_hold_one_the_entry_that_is_left_and_says_the_name_is_picked(
    user: User, typed: str, picked: str, field: str
) -> None:
    """No field where one searches, and nobody of the same surname."""
    user.visit(
        f"<label>For <input id=c role=combobox aria-controls=l {field}></label><ul id=l "
        "role=listbox hidden></ul><h1 id=h>None</h1><script>const all = ['Tern Theatre', "
        "'Chike Okonjo', 'Harbour Inn', 'Harbour Street School', 'Teede'];"
        "c.oninput = () => setTimeout(() => { l.innerHTML = all.filter(one => one.toLowerCase()"
        ".includes(c.value.toLowerCase())).map(one => `<li role=option>${one}</li>`).join('');"
        "l.hidden = false }, 50);"
        "l.onclick = e => { h.textContent = e.target.textContent; l.hidden = true }</script>"
    )
    assert user.do(Kind.TYPE, "For", typed).ok
    assert user.look().heading == picked
    if picked == "None":
        assert user.value("For") == typed


@pytest.mark.parametrize(
    "beside",
    [
        "<div style='position:fixed;right:0;top:0'><a href='/rooms'>Rooms</a></div>",
        "<nav style='position:fixed;right:0;top:0'><ul><li onclick='h.textContent=1'>Rooms</ul></nav>",
    ],
)
def test_a_menu_that_lies_over_the_page_suggests_nothing(user: User, beside: str) -> None:
    user.visit(
        f"{beside}<label>About <input role=combobox aria-autocomplete=list></label><h1 id=h>None</h1>"
    )
    result = user.do(Kind.TYPE, "About", "Rooms")
    assert (result.ok, result.notes) == (True, ())
    assert user.look().heading == "None"
    assert user.value("About") == "Rooms"


@pytest.mark.parametrize(
    ("kind", "typed", "held"),
    [
        ("date", "3/14/2026", "2026-03-14"),
        ("date", "14.3.2026", "2026-03-14"),
        ("date", "25/3/2026", "2026-03-25"),
        ("date", "March 14, 2026", "2026-03-14"),
        ("date", "14 Mar 2026", "2026-03-14"),
        ("time", "2:30 PM", "14:30"),
        ("time", "12:05 am", "00:05"),
        ("time", "9 pm", "21:00"),
        ("time", "14:30", "14:30"),
        ("month", "March 2026", "2026-03"),
        ("week", "2026-W07", "2026-W07"),
        ("datetime-local", "3/14/2026 2:30 pm", "2026-03-14T14:30"),
        ("datetime-local", "2026-03-14T09:05", "2026-03-14T09:05"),
        ("range", "7", "7"),
    ],
)
def test_dates_and_times_are_typed_as_people_write_them(
    user: User, kind: str, typed: str, held: str
) -> None:
    user.visit(f"<label>When <input type={kind} max=9999></label>")
    assert user.do(Kind.TYPE, "When", typed).ok
    assert user.value("When") == held


def test_what_no_date_is_made_of_is_said(user: User) -> None:
    user.visit("<label>When <input type=date></label>")
    result = user.do(Kind.TYPE, "When", "soon")
    assert (result.ok, result.message) == (False, "When takes no 'soon' as date")


SLIDER = """<div id=s role=slider tabindex=0 aria-label=Size aria-valuenow=3 aria-valuemin=0 aria-valuemax=20
style="width:90px;height:20px;background:#ccc"></div><script>
s.onkeydown = e => { const step = { ArrowRight: 2, ArrowLeft: -2 }[e.key] || 0;
  s.setAttribute('aria-valuenow', Math.min(20, Math.max(0, Number(s.getAttribute('aria-valuenow')) + step))) }
</script>"""


def test_a_slider_that_is_no_field_is_set_by_keys(user: User) -> None:
    user.visit(SLIDER)
    assert user.do(Kind.TYPE, "Size", "11").ok
    assert user.value("Size") == "11"
    result = user.do(Kind.TYPE, "Size", "8")
    assert (result.ok, result.message) == (False, "Size can't be set to 8")


def test_a_menu_that_opens_under_the_pointer_is_offered(user: User) -> None:
    user.visit(
        "<style>.sub { display: none } .entry:hover > .sub { display: block }</style>"
        "<ul><li class=entry><a href=#>Products</a><ul class=sub><li><a href=/l>Lamps</a></ul>"
        "<li><a href=/c>Contact</a></ul>"
    )
    assert offered(user)[-1] == 'point at "Products"'
    hover = form_candidates(user.scene, {})[-1]
    assert (hover.kind, hover.control) == (Kind.HOVER, user.named("Products"))
    assert user.change(Kind.HOVER, "Products").history_line() == "now offers Lamps"


def test_what_listens_to_being_pressed_twice_is_pressed_twice(user: User) -> None:
    user.visit(
        "<p><span id=s>Plan</span></p><script>s.ondblclick = () => s.outerHTML ="
        " '<input aria-label=Title value=Plan>'</script>"
    )
    assert offered(user) == ['double-click "Plan"']
    (twice,) = single_candidates(user.scene)
    assert twice.control
    assert user.browser.perform(Action(twice.kind, twice.control.uid), user.scene).ok
    assert user.value("Title") == "Plan"


@pytest.mark.parametrize("hidden", ["display:none", "visibility:hidden", "opacity:0"])
def test_what_shows_only_in_the_row_that_is_pointed_at_is_pressed(user: User, hidden: str) -> None:
    shown = {"display:none": "display:inline", "visibility:hidden": "visibility:visible"}
    user.visit(
        f"<style>.acts {{ {hidden} }} li:hover .acts {{ {shown.get(hidden, 'opacity:1')} }}</style>"
        "<h1 id=h>List</h1><ul>"
        + "".join(
            f"<li><div>{one} <span class=acts><button onclick='h.textContent = `{one} gone`'>Remove"
            "</button></span></div>"
            for one in ("Milk", "Eggs")
        )
        + "</ul>"
    )
    assert offered(user) == ['press "Remove" (Milk): Milk', 'press "Remove" (Eggs): Eggs']
    eggs = user.scene.actionable[1]
    assert user.browser.perform(Action(Kind.CLICK, eggs.uid), user.scene).ok
    assert user.look().heading == "Eggs gone"
    now = next(e for e in user.scene.actionable if e.uid == eggs.uid)
    assert (now.name, now.text) == (eggs.name, eggs.text)


def test_a_field_that_is_only_sent_along_is_none_where_a_row_is_pointed_at(user: User) -> None:
    user.visit(
        "<style>.acts { display: none } li:hover .acts, li:hover input { display: inline }</style>"
        "<ul><li><form><input type=hidden name=token value=k7></form><div>Milk <span class=acts>"
        "<input type=hidden name=token value=k7><button>Remove</button></span></div></li></ul>"
    )
    assert offered(user) == ['press "Remove" (Milk): Milk']


def test_text_is_copied_from_one_place_to_another(user: User) -> None:
    user.visit(
        "<label>From <input value='Oak lamp'></label><label>To <input></label>"
        "<button id=b>Code AB12 is yours</button>"
    )
    assert user.do(Kind.SELECT_TEXT, "From").ok
    assert user.do(Kind.PRESS, value="Control+C").ok
    assert user.do(Kind.FOCUS, "To").ok
    assert user.do(Kind.PRESS, value="Control+V").ok
    assert user.value("To") == "Oak lamp"
    assert user.do(Kind.SELECT_TEXT, "Code AB12 is yours", "AB12").ok
    read = "return String(getSelection())"
    assert user.browser.driver.execute_script(read) == "AB12"
    assert user.do(Kind.SELECT_TEXT, "From", "Pine").error == "not found"


def test_the_box_around_an_element_is_scrolled(user: User) -> None:
    user.visit(
        "<div id=d style='height:100px;overflow:auto'><button>First</button>"
        "<p style='height:900px'></p></div><button>Outside</button>"
    )
    assert user.do(Kind.SCROLL, "First", "bottom").ok
    assert user.browser.driver.execute_script("return [d.scrollTop > 700, scrollY]") == [True, 0]
    assert user.do(Kind.SCROLL, "Outside", "down").message == "nothing around Outside scrolls"


def test_what_can_be_dragged_is_dropped(user: User) -> None:
    user.visit(
        "<button id=a draggable=true>Card</button><button id=z style='margin:99px'>Done</button>"
        "<h1 id=h>None</h1><script>z.ondragover = e => e.preventDefault();"
        "z.ondrop = () => h.textContent = 'Dropped'</script>"
    )
    assert user.do(Kind.DRAG, "Card", onto="Done").ok
    assert user.look().heading == "Dropped"


KNOB = """<p>Size <b id=v>3</b></p><div style="width:90px"><span id=s class=ui-slider-handle tabindex=0
style="display:block;width:20px;height:20px;background:#ccc"></span></div><script>
s.onkeydown = e => v.textContent = Number(v.textContent) + ({ ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0)
</script>"""


def test_a_knob_that_a_library_draws_is_set_by_what_is_written_beside_it(user: User) -> None:
    user.visit(KNOB)
    (knob,) = user.scene.actionable
    assert knob.role == "slider"
    assert user.do(Kind.TYPE, knob.name, "-2").ok
    assert user.browser.driver.execute_script("return v.textContent") == "-2"
    (knob,) = user.look().actionable
    assert user.do(Kind.TYPE, knob.name, "big").message == f"{knob.name} takes a number, not 'big'"


def test_a_read_only_field_that_opens_something_is_pressed(user: User) -> None:
    user.visit(
        "<label>When <input readonly id=d></label><label>Code <input readonly value=7></label>"
        "<script>d.addEventListener('focus', () => document.title = 'Calendar')</script>"
    )
    assert offered(user) == ['press "When"']
    assert user.do(Kind.CLICK, "When").ok
    assert user.look().title == "Calendar"


def test_a_tab_is_one_thing_with_its_link(user: User) -> None:
    user.visit(
        "<ul><li role=tab aria-selected=true><a href=#a>Orders</a><li role=tab><a href=#b>Bills</a></ul>"
    )
    assert offered(user) == ['press "Orders" (selected)', 'press "Bills"']


def test_cells_that_only_looks_tell_apart_say_their_row_and_column(user: User) -> None:
    cell = "<td><span class=cell style='display:block;width:30px;height:30px;background:{}'></span>"
    row = "<tr>" + cell.format("#f00") + cell.format("#00f")
    user.visit(
        f"<table>{row}{row}</table><script>for (const e of document.querySelectorAll('.cell'))"
        " e.addEventListener('click', () => 1)</script>"
    )
    assert offered(user) == [
        'press "cell" (red, row 1, column 1)',
        'press "cell" (blue, row 1, column 2)',
        'press "cell" (red, row 2, column 1)',
        'press "cell" (blue, row 2, column 2)',
    ]


def test_boxes_that_only_looks_tell_apart_say_their_size_and_colour(user: User) -> None:
    box = "<div class=tile style='margin:9px;width:{0}px;height:{0}px;background:{1}'></div>"
    user.visit(
        box.format(30, "#f00") + box.format(60, "#fff") + "<script>"
        "for (const e of document.querySelectorAll('.tile')) e.onclick = () => 1</script>"
    )
    assert offered(user) == [
        'press "tile" (small red, top left)',
        'press "tile" (large white, bottom center)',
    ]


def test_sliders_without_a_name_say_which_and_what_they_show(user: User) -> None:
    knob = "<div style='width:90px'><span class=ui-slider-handle tabindex=0 style='display:block;"
    knob += "width:20px;height:20px;background:#ccc'></span></div><b>{}</b>"
    user.visit(f"<div>{knob.format(3)}{knob.format(8)}</div>")
    assert offered(user) == [
        'set "slider" (top center; now "3"), 1 of 2',
        'set "slider" (bottom center; now "8"), 2 of 2',
    ]


def test_a_control_in_a_box_among_its_like_is_told_apart_by_the_words_beside_it(user: User) -> None:
    rows = "".join(
        f"<div class=row>{one} <button>Remove</button></div>" for one in ("Milk", "Eggs")
    )
    user.visit(rows)
    assert offered(user) == ['press "Remove" (Milk)', 'press "Remove" (Eggs)']


def test_a_control_in_a_list_is_told_apart_by_the_words_of_its_entry(user: User) -> None:
    entry = "<li><span>{}</span> <button aria-label=Delete>×</button></li>"
    user.visit(f"<ul>{entry.format('Buy milk')}{entry.format('Write to Ada')}</ul>")
    assert offered(user) == ['press "Delete" (Buy milk)', 'press "Delete" (Write to Ada)']


def test_a_list_that_takes_several_keeps_what_was_chosen_before(user: User) -> None:
    user.visit(
        "<label>Colours <select multiple><option>Red<option>Green<option>Blue</select></label>"
    )
    for colour in ("Red", "Blue"):
        assert user.do(Kind.SELECT, "Colours", colour).ok
    (colours,) = user.look().actionable
    assert colours.selected == "Red, Blue"


def test_a_box_without_words_that_holds_a_control_is_none_itself(user: User) -> None:
    user.visit(
        "<p role=tab aria-expanded=false><span class=icon-triangle></span><button>Send</button></p>"
        "<p role=tab aria-expanded=false><span class=icon-triangle></span>More</p>"
    )
    assert offered(user) == ['press "Send"', 'press "More" (closed)']


def test_a_picture_that_pointing_at_takes_away_for_a_moment_is_pressed(user: User) -> None:
    user.visit(
        "<div onclick=\"document.title = 'beside'\">A post <i class=like id=m style='display:inline-block;"
        "height:14px;width:14px;background:red'></i></div><script>"
        "m.addEventListener('mouseenter', () => { m.style.width = 0;"
        " setTimeout(() => m.style.width = '14px', 90) }, { once: true });"
        "m.onclick = e => { document.title = 'pressed'; e.stopPropagation() }</script>"
    )
    assert user.do(Kind.CLICK, "like").ok
    assert user.look().title == "pressed"


def test_what_a_box_that_scrolls_cuts_off_is_scrolled_into_its_middle(user: User) -> None:
    user.visit(
        "<div id=d style='height:100px;overflow:auto'><p style='height:300px'>Lamps</p>"
        "<button>Buy</button><p style='height:300px'>More</p></div>"
    )
    assert user.do(Kind.CLICK, "Buy").ok
    assert user.browser.driver.execute_script("return d.scrollTop > 230")


def test_what_reads_alike_is_counted(user: User) -> None:
    user.visit(
        "<button>Like</button><button>Like</button><button>Send</button>"
        "<a href=/help>Help</a><a href=/help>Help</a>"
    )
    assert offered(user)[:3] == ['press "Like", 1 of 2', 'press "Like", 2 of 2', 'press "Send"']
    assert offered(user)[3:] == ['open "Help"', 'open "Help"']


SHEET = """<table><thead><tr><th>Item</th><th colspan=2>In stock</th><th>Price *</th><th></th></tr></thead>
<tbody><tr><td>Oak lamp</td><td><input size=3 value=4></td><td>of 9</td><td><input size=3 value=12.00></td>
<td><input size=3></td></tr></tbody></table>"""
LAID_OUT = """<table><tr><th>Name</th><td><input></td></tr><tr><td>Town</td><td><input></td></tr></table>"""
GRID = """<div role=grid><div style='display:flex'><div role=columnheader style='width:90px'>Day</div>
<div role=columnheader style='width:90px'>Hours</div></div><div style='display:flex'>
<div role=gridcell style='width:90px'><input style='width:80px'></div>
<div role=gridcell style='width:90px'><input style='width:80px'></div></div></div>"""


@pytest.mark.parametrize(
    ("body", "names"),
    [(SHEET, ["In stock", "Price", ""]), (LAID_OUT, ["Name", "Town"]), (GRID, ["Day", "Hours"])],
)
def test_a_field_in_a_table_is_called_as_its_column(
    user: User, body: str, names: list[str]
) -> None:
    user.visit(body)
    assert [element.name for element in user.scene.actionable if element.is_field] == names


@pytest.mark.parametrize(
    ("sign", "sends"),
    [
        ("<svg viewBox='0 0 9 9'><rect width=9 height=9 /></svg>", False),
        ("<svg viewBox='0 0 9 9' aria-label=Search><rect width=9 height=9 /></svg>", True),
        ("Go", True),
    ],
)
def test_a_sign_without_a_name_beside_a_field_sends_nothing(
    user: User, sign: str, *, sends: bool
) -> None:
    user.visit(f"<div><label>Name <input></label><button type=button>{sign}</button></div>")
    (button,) = [element for element in user.scene.actionable if not element.is_field]
    assert button.submits is sends


@pytest.mark.parametrize(("event", "usable"), [("touchstart", False), ("mouseup", True)])
def test_what_listens_to_a_finger_alone_is_not_pressed(
    user: User, event: str, *, usable: bool
) -> None:
    user.visit(
        "<div id=t title='This field is required' style='width:30px;height:30px'>*</div><script>"
        f"t.addEventListener('mouseover', () => 0); t.addEventListener('{event}', () => 0)</script>"
    )
    assert any(e.name == "This field is required" for e in user.scene.actionable) is usable


def test_what_a_field_puts_back_when_it_is_emptied_is_typed_over(user: User) -> None:
    user.visit(
        "<label>Count <input id=c value=3></label><label>Start <input id=t></label><script>"
        "c.onchange = () => { c.value = c.value || '3' };"
        "t.onfocus = () => { t.value = t.value || '21:00' }</script>"
    )
    assert user.do(Kind.TYPE, "Count", "7").ok
    assert user.do(Kind.TYPE, "Start", "07:30").ok
    assert (user.value("Count"), user.value("Start")) == ("7", "07:30")


OVER_THE_PAGE = """<label>City <input id=c role=combobox aria-controls=a></label>
<div id=a role=listbox style="height:0;width:0;overflow:hidden">
<div role=option style="height:0;overflow:hidden">Oslo</div></div><p>Oslo</p><h1 id=h>None</h1><script>
const show = () => { const d = document.createElement('div'); d.style = 'position:absolute;top:60px';
  d.innerHTML = '<div><div class=x>Oslo</div><div class=x>Oslofjord</div></div>';
  d.onclick = e => { h.textContent = e.target.textContent; d.remove() }; document.body.append(d) };
c.onfocus = () => setTimeout(show, 150)</script>"""


@pytest.mark.parametrize("kind", [Kind.TYPE, Kind.SELECT])
def test_an_entry_of_a_list_that_is_drawn_beside_the_one_for_screen_readers_is_picked(
    user: User, kind: Kind
) -> None:
    user.visit(OVER_THE_PAGE)
    result = user.do(kind, "City", "Oslo")
    assert result.ok, result
    assert user.look().heading == "Oslo"


def test_a_field_of_a_list_for_a_hidden_one_picks_what_it_looks_up(user: User) -> None:
    user.visit(
        "<label for=s>Tags</label><select id=s hidden multiple></select><div>"
        "<input type=search aria-controls=l></div><ul id=l role=listbox hidden>"
        "<li role=option>Red</li></ul><h1 id=h>None</h1><script>"
        "document.querySelector('input').oninput = () => { l.hidden = false };"
        "l.onclick = e => { h.textContent = e.target.textContent; l.hidden = true }</script>"
    )
    assert user.do(Kind.TYPE, "Tags", "red").notes == ("picked a suggestion",)
    assert user.look().heading == "Red"


def test_an_entry_that_offers_to_add_what_was_typed_is_picked(user: User) -> None:
    user.visit(
        "<label>Words <input id=c role=combobox aria-controls=l></label><ul id=l role=listbox "
        "hidden></ul><h1 id=h>None</h1><script>"
        "c.oninput = () => { l.hidden = false; l.innerHTML = '<li role=option>Alphabet</li>' + "
        "'<li role=option>Add <b>' + c.value + '</b>…</li>' };"
        "l.onclick = () => { h.textContent = 'Added'; l.hidden = true }</script>"
    )
    assert user.do(Kind.TYPE, "Words", "alpha").notes == ("picked a suggestion",)
    assert user.look().heading == "Added"


def test_an_option_that_has_to_be_looked_up_in_the_list_that_opened_is_chosen(user: User) -> None:
    user.visit(
        "<span id=b role=combobox tabindex=0 aria-label=City aria-expanded=false>Any</span>"
        "<div id=d hidden><input id=q><ul id=l role=listbox></ul></div><script>"
        "b.onclick = () => { d.hidden = false; q.focus() };"
        "q.oninput = () => { l.innerHTML = q.value === 'Bergen' ? '<li role=option>Bergen</li>' : '' };"
        "l.onclick = e => { b.textContent = e.target.textContent; d.hidden = true }</script>"
    )
    assert user.do(Kind.SELECT, "City", "Bergen").ok
    assert user.value("City") == "Bergen"


def test_a_list_that_keeps_no_letters_is_opened_and_chosen_from(user: User) -> None:
    user.visit(
        "<label for=c>Tag</label><div id=b style='position:relative;width:200px'><input id=c "
        "role=combobox aria-expanded=false style='width:99%'>"
        "<span style='position:absolute;inset:0'></span></div><h1 id=h>None</h1><script>"
        "c.onbeforeinput = e => e.preventDefault();"
        "b.onclick = () => { const l = document.createElement('ul'); l.setAttribute('role', 'listbox');"
        "l.innerHTML = '<li role=option>Red</li>'; document.body.append(l);"
        "l.onclick = () => { h.textContent = 'Red'; l.remove() } }</script>"
    )
    assert user.do(Kind.TYPE, "Tag", "Red").ok
    assert user.look().heading == "Red"


def test_a_calendar_that_opens_while_a_date_is_typed_is_left(user: User) -> None:
    days = "".join(f"<span>{n} </span>" for n in range(1, 31))
    user.visit(
        "<label>Day <input id=d></label><button>Next</button><h1 id=h>None</h1>"
        f"<div id=c hidden style='position:absolute;top:20px'>{days}</div><script>"
        "d.onfocus = () => { c.hidden = false };"
        "d.onkeydown = e => { if (e.key === 'Tab') { c.hidden = true; h.textContent = d.value } }"
        "</script>"
    )
    assert user.do(Kind.TYPE, "Day", "2027-03-14").ok
    assert user.look().heading == "2027-03-14"
