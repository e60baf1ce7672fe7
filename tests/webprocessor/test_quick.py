"""What replay is quick by, where a page goes away in the middle."""

import pytest
from user_at_browser import User

from pathfinder.core.action import Kind
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Locator, Target
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.quick_answers import FoundElement

TOWN = Target(locators=(Locator(by="label", value="Town"),))
LEADS_ON = (
    "<script>setTimeout(() => location = '/town', 60)</script>",
    "<form action=/town></form><script>setTimeout(() => document.forms[0].submit(), 60)</script>",
)


@pytest.fixture
def quick(user: User) -> QuickBrowser:
    user.site.page("<h1>Arrived</h1><label>Town <input></label>", path="/town")
    return QuickBrowser(user.browser)


def leaving(user: User, how: str) -> str:
    """A page that goes to another one by itself, a moment after it was loaded."""
    return user.site.page(f"<h1>Wait</h1>{how}")


@pytest.mark.parametrize("how", LEADS_ON)
def test_what_is_looked_for_is_found_on_the_page_that_comes_meanwhile(
    user: User, quick: QuickBrowser, how: str
) -> None:
    quick.navigate(leaving(user, how))
    assert isinstance(quick.seek(TOWN, Kind.TYPE, timeout=10.0), FoundElement)


@pytest.mark.parametrize("how", LEADS_ON)
def test_what_is_expected_is_waited_for_over_a_change_of_page(
    user: User, quick: QuickBrowser, how: str
) -> None:
    quick.navigate(leaving(user, how))
    rested = quick.rest([parse_predicate("text present Arrived")], timeout=10.0)
    assert (rested.unmet, rested.page.heading) == ((), "Arrived")


def test_a_list_that_a_library_draws_around_its_field_is_found_again(
    user: User, quick: QuickBrowser
) -> None:
    quick.navigate(
        user.site.page(
            "<div style='width:300px;height:36px'><div style='opacity:0'>"
            "<input role=combobox aria-label=Groups readonly></div></div>"
        )
    )
    groups = Target(locators=(Locator(by="role", value="combobox", name="Groups"),))
    assert isinstance(quick.seek(groups, Kind.CLICK, timeout=2.0), FoundElement)


@pytest.mark.parametrize(("below", "found"), [(3000, True), (0, False)])
def test_what_a_bar_hides_is_scrolled_away_from_it(
    user: User, quick: QuickBrowser, below: int, *, found: bool
) -> None:
    """A page that ends there can't be scrolled further: then the bar is in the way."""
    quick.navigate(
        user.site.page(
            "<style>body{margin:0}</style><div style='height:820px'></div>"
            f"<label>Town <input></label><div style='height:{below}px'></div>"
            "<div style='position:fixed;bottom:0;left:0;right:0;height:120px;background:#fff'>"
            "We use cookies</div>"
        )
    )
    sought = quick.seek(TOWN, Kind.CLICK, timeout=1.0)
    assert isinstance(sought, FoundElement) is found
