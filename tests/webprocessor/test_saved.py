"""Saved pages, read in Chromium."""

from collections.abc import Iterator

import pytest

from pathfinder.webprocessor.saved import PageReader
from pathfinder.webprocessor.scene import make_scene


@pytest.fixture(scope="module")
def reader() -> Iterator[PageReader]:
    with PageReader() as reader:
        yield reader


def test_a_saved_page_is_read_as_if_it_were_at_its_url(reader: PageReader) -> None:
    snapshot = reader.read(
        "<title>List</title><a href='next?p=2'>Next</a><a href=https://other.test/>Away</a>",
        "https://shop.test/a/b?p=1",
    )
    assert (snapshot.url, snapshot.title) == ("https://shop.test/a/b?p=1", "List")
    assert [link.href for link in make_scene(snapshot).actionable] == [
        "https://shop.test/a/next?p=2",
        "https://other.test/",
    ]


def test_a_saved_page_is_read_when_its_animations_have_ended(reader: PageReader) -> None:
    style = (
        "<style>@keyframes in { from { opacity: 0 } } h1 { animation: in 999s steps(1) } p { "
        "animation: in 999s steps(1) infinite }</style>"
    )
    scene = make_scene(reader.read(f"{style}<h1>Welcome</h1><p>Words</p>", "page.html"))
    assert (scene.heading, [each.name for each in scene.informational]) == (
        "Welcome",
        ["Welcome", "Words"],
    )


@pytest.mark.parametrize("html", ["", "<p>", "not html at all", "<body><div><form><input"])
def test_broken_markup_is_read_as_far_as_it_goes(reader: PageReader, html: str) -> None:
    assert make_scene(reader.read(html, "http://shop.test/")).url == "http://shop.test/"
