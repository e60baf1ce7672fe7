"""When a page counts as quiet."""

from user_at_browser import User

from pathfinder.core.action import Kind
from pathfinder.webprocessor.checkpoint import Checkpoint, Request


def test_a_request_that_the_action_started_is_waited_for(user: User) -> None:
    user.visit(
        "<button onclick=\"fetch('/later').then(r => r.json()).then(() => p.textContent = 'Added "
        "to basket')\">Add</button><p id=p></p>"
    )
    assert user.change(Kind.CLICK, "Add").history_line() == "Added to basket"


def test_the_page_gets_its_own_functions_back(user: User) -> None:
    user.visit("<button onclick=\"fetch('/later')\">Add</button>")
    read = (
        "return [String(fetch), String(XMLHttpRequest.prototype.send), "
        "String(Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src').set), "
        "Object.getOwnPropertySymbols(window).length]"
    )
    before = user.browser.driver.execute_script(read)
    user.do(Kind.CLICK, "Add")
    assert user.browser.driver.execute_script(read) == before


def test_a_picture_that_a_script_fetches_is_waited_for_until_its_request_has_left(
    user: User,
) -> None:
    user.visit(
        '<h1>Shop</h1><p id=p></p><button onclick="const i = new Image(); i.onerror = () => '
        "p.textContent = 'Counted'; i.src = '/later'\">Add</button>"
    )
    assert user.change(Kind.CLICK, "Add").history_line() == "Counted"


def test_a_request_from_a_frame_is_waited_for(user: User) -> None:
    body = '<button onclick="fetch(`/later`).then(() => this.textContent = `Added`)">Add</button>'
    user.visit(f"<iframe src='{user.site.page(body)}'></iframe>")
    assert user.change(Kind.CLICK, "Add").history_line() == "now reads Added"


def test_a_navigation_after_a_request_is_waited_for(user: User) -> None:
    user.site.page("<h1>Arrived</h1>", path="/arrived")
    user.visit("<button onclick=\"fetch('/later').then(() => location = '/arrived')\">Go</button>")
    assert user.change(Kind.CLICK, "Go").heading == "Arrived"


def test_a_page_that_goes_on_by_itself_is_waited_for(user: User) -> None:
    user.site.page("<h1>Arrived</h1>", path="/arrived")
    url = user.site.page(
        "<h1>Wait</h1><script>setTimeout(() => location = '/arrived', 100)</script>"
    )
    assert user.browser.open(url).notes == ()
    assert user.look().heading == "Arrived"


def test_a_quiet_page_counts_as_ready(user: User) -> None:
    user.visit("<button>Nothing</button>")
    assert user.do(Kind.CLICK, "Nothing").notes == ()


def test_a_page_that_never_rests_is_gone_on_with(user: User) -> None:
    url = user.site.page(
        "<h1>News</h1><p id=p></p><script>setInterval(() => p.textContent = Math.random(), "
        "30)</script>"
    )
    user.browser.timeout = 0.6
    try:
        result = user.browser.open(url)
    finally:
        user.browser.timeout = 5.0
    assert result.ok
    assert result.notes == ("page not ready",)
    assert user.look().heading == "News"


def test_a_page_that_reloads_for_ever_is_survived(user: User) -> None:
    url = user.site.page(
        "<h1>Again</h1><a href=/x>Out</a><script>setTimeout(() => location.reload(), 60)</script>"
    )
    user.browser.timeout = 1.0
    try:
        user.browser.open(url)
        # A look may fall between two of its documents, where nothing is shown.
        assert "Again" in (user.look().heading for _ in range(10))
        assert user.do(Kind.NAVIGATE, value=user.site.page("<h1>Calm</h1>")).ok
    finally:
        user.browser.timeout = 5.0
    assert user.look().heading == "Calm"


def test_a_reload_under_way_does_not_win_over_where_the_user_goes(user: User) -> None:
    again = user.site.page("<h1>Again</h1><script>setTimeout(() => location.reload(), 20)</script>")
    calm = user.site.page("<h1>Calm</h1>")
    user.browser.timeout = 0.3
    try:
        for _ in range(6):
            user.browser.open(again)
            user.browser.open(calm)
            assert user.look().heading == "Calm"
    finally:
        user.browser.timeout = 5.0


def test_an_animation_that_ends_is_waited_for(user: User) -> None:
    user.visit(
        "<style>@keyframes f { from { opacity: 0 } to { opacity: 1 } } .in { animation: f .4s "
        "}</style>"
        "<button onclick='d.hidden = false; d.className = `in`'>Open</button><div id=d hidden><a "
        "href=/x>Inside</a></div>"
    )
    assert user.change(Kind.CLICK, "Open").history_line() == "now offers Inside"


def test_a_page_that_its_script_fills_later_is_waited_for(user: User) -> None:
    url = user.site.page(
        "<div id=app></div><script>setTimeout(() => app.innerHTML = '<h1>Orders</h1>', 900)"
        "</script>"
    )
    assert user.browser.open(url).notes == ()
    assert user.look().heading == "Orders"


def test_a_sign_of_work_without_any_control_is_waited_for(user: User) -> None:
    url = user.site.page(
        "<div id=app><p role=progressbar>One moment</p></div>"
        "<script>setTimeout(() => app.innerHTML = '<a href=/x>Enter</a>', 900)</script>"
    )
    user.browser.open(url)
    assert [element.name for element in user.look().actionable] == ["Enter"]


def test_a_page_that_stays_empty_is_gone_on_with(user: User) -> None:
    url = user.site.page("<script>window.nothing = 1</script>")
    assert user.browser.open(url).notes == ()
    assert user.look().actionable == ()


def test_a_sign_that_the_page_is_at_work_is_waited_for(user: User) -> None:
    user.visit(
        "<style>@keyframes t { to { transform: rotate(1turn) } } "
        ".spinner i { animation: t 1s linear infinite; display: block; width: 9px; height: 9px }"
        "</style><main id=m><button onclick=\"m.innerHTML = '<p class=spinner><i></i></p>'; "
        "setTimeout(() => m.innerHTML = 'Bucket created', 900)\">Create</button></main>"
    )
    assert user.change(Kind.CLICK, "Create").history_line() == "Bucket created"


def test_a_sign_of_work_that_never_ends_is_gone_on_with(user: User) -> None:
    user.visit(
        "<style>@keyframes t { to { transform: rotate(1turn) } } "
        ".spinner { animation: t 1s linear infinite; width: 9px; height: 9px }</style>"
        "<p class=spinner></p><button onclick='this.textContent = `Gone`'>Go</button>"
    )
    assert user.change(Kind.CLICK, "Go").history_line() == "now reads Gone"


def test_a_dialog_that_opens_while_the_page_is_waited_for_is_told(user: User) -> None:
    user.visit(
        "<button onclick=\"fetch('/later').then(r => r.json()).then(() => alert('Taken'))\">"
        "Add</button>"
    )
    assert "dialog: Taken" in user.do(Kind.CLICK, "Add").notes
    user.do(Kind.ANSWER_DIALOG, value="accept")


FETCHES = (
    "<h1>Tasks</h1><p id=p>0 of 9</p><script>fetch('/later').then(r => r.json())"
    ".then(() => p.textContent = '9 of 9')</script>"
)


def test_what_a_page_asks_for_while_it_comes_is_waited_for(user: User) -> None:
    user.visit(FETCHES)
    assert "9 of 9" in [element.text for element in user.scene.informational]


def test_what_a_page_that_is_looked_at_beside_asks_for_is_waited_for(user: User) -> None:
    url = user.site.page(FETCHES, path="/tasks")
    user.visit("<h1>Start</h1>")
    shown = user.browser.peek(url)
    assert shown
    assert "9 of 9" in [element.text for element in shown.elements]


def test_a_page_that_asks_without_end_comes_to_rest(user: User) -> None:
    asks = "<h1>Tasks</h1><script>(function ask() { fetch('/later').then(ask) })()</script>"
    assert user.browser.open(user.site.page(asks)).notes == ()
    assert user.look().heading == "Tasks"


def test_only_content_that_was_asked_for_a_moment_ago_is_awaited(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("pathfinder.webprocessor.checkpoint.time.monotonic", lambda: now[0])
    gate = Checkpoint(lambda url: True)
    fetched, picture, stream = (
        Request("GET", "http://a.test/", headers=headers)
        for headers in ({}, {"Sec-Fetch-Dest": "image"}, {"Accept": "text/event-stream"})
    )
    for beside in (picture, stream):
        with gate.waits(beside):
            assert not gate.awaited()
    with gate.waits(fetched):
        assert gate.awaited()
        gate.carried(fetched, 200)
        assert not gate.awaited()
    with gate.waits(fetched):
        now[0] += 3
        assert not gate.awaited()
        now[0] -= 3
    assert not gate.awaited()
