"""What was only looked up, and what of it the site has."""

from dataclasses import replace

import pytest

from pathfinder.engine.queries import asked_for, found_on
from pathfinder.webprocessor.element import Element, Scene


def page(url: str, *texts: str, name: str = "") -> Scene:
    told = tuple(Element("p", "text", "", text=text, uid=text) for text in texts)
    link = Element("a", "link", name, uid="a", actionable=True)
    return Scene(url, "", "", (link,) if name else (), told)


HOME = page("http://a.test/")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.test/?q=Oak+lamp&page=1", ["Oak lamp"]),
        ("http://a.test/#/find?q=oak%20lamp", ["Oak lamp"]),
        ("http://a.test/oak-lamp", []),
        ("http://a.test/#Oak%20lamp", []),
    ],
)
def test_what_the_address_asks_for_is_known_by_its_query(url: str, expected: list[str]) -> None:
    assert asked_for(HOME, page(url), ["Oak lamp", "Desk", ""]) == expected


def test_what_is_sent_by_post_looks_nothing_up_though_its_thanks_name_it_in_their_address() -> None:
    thanks, button = page("http://a.test/thanks?for=Oak+lamp"), Element("button", "button", "Send")
    assert asked_for(HOME, thanks, ["Oak lamp"], button) == ["Oak lamp"]
    assert asked_for(HOME, thanks, ["Oak lamp"], replace(button, posts=True)) == []


def test_what_the_address_asked_for_before_is_not_asked_for_anew() -> None:
    before, after = page("http://a.test/?q=lamp"), page("http://a.test/?q=lamp&sort=up")
    assert asked_for(before, after, ["lamp"]) == []


def test_a_thing_that_a_search_finds_is_there_and_its_echo_is_not() -> None:
    results = "http://a.test/?q=Oak+lamp"
    assert found_on(page(results, "1 result for Oak lamp"), ["Oak lamp"]) == []
    assert found_on(page(results, name="Oak lamp"), ["Oak lamp"]) == ["Oak lamp"]
    assert found_on(page("http://a.test/7", "The Oak lamp"), ["Oak lamp"]) == ["Oak lamp"]
