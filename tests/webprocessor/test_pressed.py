"""What can be pressed though its markup does not say so, and what is called how it looks."""

import pytest
from user_at_browser import User

from pathfinder.core.action import Kind


def names(user: User) -> list[str]:
    return [element.name for element in user.scene.actionable]


LISTEN = "<script>for (const e of document.querySelectorAll('{}')) e.addEventListener('click', () => 1)</script>"


@pytest.mark.long(but=10)
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<a id=b>Basket</a>" + LISTEN.format("#b"), ["Basket"]),
        ("<a onclick='1'>Basket</a>", ["Basket"]),
        ("<a>Basket</a><script>document.addEventListener('click', () => 1)</script>", ["Basket"]),
        ("<a name=top>Top</a>", []),
        ("<p id=b>Open</p><p>Read</p>" + LISTEN.format("#b"), ["Open"]),
        ("<p id=b>Open</p><script>b.onclick = () => 1</script>", ["Open"]),
        (
            "<div style='cursor:pointer'><span>Reply</span> <span>Forward</span></div>"
            + LISTEN.format("span"),
            ["Reply", "Forward"],
        ),
        (
            "<ul><li>Oak</li><li>Pine</li></ul>" + LISTEN.format("ul"),
            ["Oak", "Pine"],
        ),
        (
            "<div id=row><b>Ann</b> wrote <i class=star>★</i></div>" + LISTEN.format("#row,i"),
            ["Ann wrote ★", "star"],
        ),
        (
            "<table><tr><td>1<td>2<tr><td>3<td>4</table>" + LISTEN.format("table"),
            ["1", "2", "3", "4"],
        ),
        (
            "<div id=app style='height:900px'><p>Story</p><button>More</button></div>"
            + LISTEN.format("#app"),
            ["More"],
        ),
        (
            "<div class=box><b>Delete this?</b> It is for good. <button>No</button></div>"
            + LISTEN.format(".box"),
            ["No"],
        ),
        (
            "<div class=box style='cursor:pointer'>Oak lamp <button>Buy</button></div>"
            + LISTEN.format(".box"),
            ["Oak lamp", "Buy"],
        ),
        (
            "<table><tr><td>Ann</td><td><a href=/1>1</a></td></tr></table>"
            + LISTEN.format("table"),
            ["1"],
        ),
        (
            "<div role=dialog aria-label=Hint id=d>Saved for later</div>" + LISTEN.format("#d"),
            [],
        ),
        (
            "<div style='position:fixed;top:0' aria-live=polite><p>Saved</p></div>"
            + LISTEN.format("p"),
            [],
        ),
        (
            "<div style='width:9px;height:20px'></div>"
            "<div style='width:9px;height:20px;background:red;cursor:col-resize'></div>"
            + LISTEN.format("div"),
            [],
        ),
        ("<div class=tip><div role=tooltip>Sort</div></div>" + LISTEN.format(".tip"), []),
        (
            "<style>i { display: inline-block; width: 9px; height: 9px; background: red }</style>"
            "<div role=treeitem aria-expanded=false><i class=sw></i><i role=checkbox "
            "aria-label=Choose aria-checked=false></i><span class=t>Bills</span></div>"
            + LISTEN.format(".sw, .t, [role]"),
            ["Bills", "expand", "Choose"],
        ),
        (
            "<style>.trash { content: url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///"
            "yH5BAEAAAAALAAAAAABAAEAAAIBRAA7); width: 16px; height: 16px }</style>"
            "<span class=trash></span>" + LISTEN.format(".trash"),
            ["trash"],
        ),
        (
            "<span class=next style='display:block; width: 9px; height: 9px; border: solid;"
            " border-width: 0 3px 3px 0; transform: rotate(-45deg)'></span>"
            + LISTEN.format(".next"),
            ["next"],
        ),
        (
            "<span class=dot style='display:block; width: 3px; height: 3px; margin: 9px;"
            " box-shadow: 0 5px #000, 0 -5px #000'></span>" + LISTEN.format(".dot"),
            ["dot"],
        ),
        (
            "<ul><li class=menu>Directory<ul style='display:none'><li><a href=/c>Contacts</a></li></ul>"
            "</li></ul>" + LISTEN.format(".menu"),
            ["Directory"],
        ),
        ("<span data-action='open'>Open</span>", []),
        (
            "<span data-action='open'>Open</span><script>document.addEventListener('click', () => 1)</script>",
            ["Open"],
        ),
    ],
)
def test_what_listens_can_be_pressed(user: User, body: str, found: list[str]) -> None:
    user.visit(body)
    assert names(user) == found


def test_the_entries_that_jquery_listens_for_can_be_pressed(user: User) -> None:
    user.visit(
        "<div id=list><span class=entry>Oak</span><span class=entry>Pine</span><span>-</span></div>"
        "<script>window.jQuery = { _data: (el, what) => el === document && what === 'events' ?"
        " { click: [{ selector: '.entry' }, { selector: ':visible:first' }] } : null }</script>"
    )
    assert names(user) == ["Oak", "Pine"]


def test_what_listens_is_pressed_also_after_the_page_has_moved_it(user: User) -> None:
    user.visit(
        "<main><p id=b>Open</p></main><h1 id=h>Shut</h1>"
        "<script>b.addEventListener('click', () => h.textContent = 'Opened')</script>"
    )
    user.browser.driver.execute_script(
        "const box = document.createElement('div'); box.append(b); document.body.append(box)"
    )
    assert user.do(Kind.CLICK, "Open").ok
    assert user.look().heading == "Opened"


def test_the_page_does_not_notice_that_its_listeners_are_read(user: User) -> None:
    user.visit("<p id=b>Open</p>" + LISTEN.format("p"))
    read = (
        "const { addEventListener: it } = EventTarget.prototype;"
        "return [it.name, it.length, String(it).includes('[native code]'), Object.keys(window),"
        " 'getEventListeners' in window]"
    )
    name, length, native, names, lent = user.browser.driver.execute_script(read)
    assert (name, length, native, lent) == ("addEventListener", 2, True, False)
    assert not [one for one in names if "pathfinder" in one]


DRAWING = (
    "<svg width=300 height=300><circle cx=40 cy=40 r=30 fill=red></circle>"
    "<rect x=250 y=250 width=12 height=12 fill='#0000ff'></rect>"
    "<polygon points='150,150 170,150 160,170' fill=none stroke=green></polygon></svg>"
)


def test_shapes_that_listen_are_called_how_they_look(user: User) -> None:
    user.visit(DRAWING + LISTEN.format("circle,rect,polygon"))
    told = [(element.name, element.context) for element in user.scene.actionable]
    assert told == [
        ("large red circle", "top left"),
        ("small blue square", "bottom right"),
        ("small green triangle", "center"),
    ]


def test_shapes_of_a_drawing_that_listens_are_pressed(user: User) -> None:
    user.visit(
        DRAWING
        + "<h1 id=h>None</h1><script>document.querySelector('svg').addEventListener('click',"
        " e => h.textContent = e.target.tagName)</script>"
    )
    assert user.do(Kind.CLICK, "small blue square").ok
    assert user.look().heading == "rect"


def test_a_drawing_is_told_of_in_a_line(user: User) -> None:
    user.visit(DRAWING)
    assert [element.name for element in user.scene.informational] == [
        "drawing: large red circle, small blue square, small green triangle"
    ]


@pytest.mark.parametrize(
    ("markup", "spoken"),
    [
        (
            "<button><svg width=20 height=20><use href='icons.svg#trash'></use></svg></button>",
            "trash",
        ),
        (
            "<button><svg width=20 height=20><title>Remove</title><path d='M0 0h9'></path></svg></button>",
            "Remove",
        ),
        ("<button data-tooltip='Print this'><i class=i></i></button>", "Print this"),
        ("<a href='#' id=op_mk tt='make a new folder'>📂</a>", "make a new folder"),
        ("<a href='#' id=delete_entry data-confirm='Are you sure?'>📂</a>", "delete entry"),
        ("<a href='#' id=op_mk data-controller='clip board' hx-vals='a b'>📂</a>", "op mk"),
        ("<a href='/?route=checkout/cart'><svg width=20 height=20></svg></a>", "cart"),
        ("<a href='javascript:openBasket()'><img width=20 height=20></a>", "open basket"),
        ("<button>⋮</button>", "more options"),
        ("<button>☰</button>", "menu"),
        ("<div class=kebab onclick='1'>⋮</div>", "more options"),
        ("<button><i class='fa fa-times-circle'></i></button>", "close"),
        (
            "<button><svg data-icon=ellipsis-vertical width=9 height=9></svg></button>",
            "more options",
        ),
        ("<button><i class='bi bi-baseball'></i></button>", "baseball"),
        ("<button><i class='cross-sell'></i></button>", "cross sell"),
        ("<a href='#2' class=page-link><span aria-hidden=true>»</span></a>", "next"),
        ("<div class=dt-paging><button class=dt-button-current>2</button></div>", "page 2"),
        (
            "<button><svg data-testid=DeleteIcon width=9 height=9><path d='M0 0h9'></path></svg></button>",
            "delete",
        ),
        (
            "<style>.s::before { content: 'Normal' }</style><button class=picker><b class=s></b></button>",
            "Normal",
        ),
        (
            "<style>.x::before { content: 'Delete' }</style><button><span class=x></span></button>",
            "Delete",
        ),
        (
            "<button style='background:#f00;border-radius:50%;width:30px;height:30px'></button>",
            "red circle",
        ),
    ],
)
def test_what_has_no_words_is_called_by_its_icon_or_its_looks(
    user: User, markup: str, spoken: str
) -> None:
    user.visit(markup)
    assert names(user) == [spoken]


def test_a_sign_beside_an_entry_that_opens_says_so(user: User) -> None:
    user.visit(
        "<style>i { display: inline-block; width: 9px; height: 9px; background: red }</style><ul role=tree>"
        "<li role=none><i onclick='1' class=x-ocl></i><a role=treeitem aria-expanded=false href='#a'>Bills</a></ul>"
    )
    assert names(user) == ["expand", "Bills"]


def test_what_a_box_that_is_pressed_says_is_read_line_by_line(user: User) -> None:
    user.visit(
        "<div id=card><h3>Oak lamp</h3><p>Made by hand from oak of the region</p><p>Now only £9"
        " with its shade</p></div>" + LISTEN.format("#card")
    )
    assert len(user.scene.actionable) == 1
    texts = [element.text for element in user.scene.informational]
    assert texts == [
        "Oak lamp",
        "Made by hand from oak of the region",
        "Now only £9 with its shade",
    ]
