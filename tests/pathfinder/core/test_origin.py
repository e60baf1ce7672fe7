"""Origins: the many ways to write a URL, and what a list of hosts allows."""

import pytest

from pathfinder.core.origin import allowed, entry_of, origin_of
from pathfinder.core.settings import site_from_url
from pathfinder.core.task import Site

HERE = ["127.0.0.1:21001", "shop.example", "[::1]:8000", "any.example:*"]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:21001",
        "https://127.0.0.1:21001/basket?x=1#top",
        "ws://127.0.0.1:21001/socket",
        "http://SHOP.example./",
        "http://shop.example:80/",
        "https://shop.example/",
        "wss://shop.example:443/",
        "http://[::1]:8000/",
        "http://[0:0:0:0:0:0:0:1]:8000/",
        "http://any.example:81/",
        "blob:http://127.0.0.1:21001/6a3f",
        "about:blank",
        "about:srcdoc",
        "http://user@127.0.0.1:21001/",
    ],
)
def test_an_allowed_origin_in_all_its_writings(url: str) -> None:
    assert allowed(url, HERE)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:21002/",
        "http://127.0.0.1/",
        "http://127.0.0.1:21001@evil.example/",
        "http://127.0.0.1:21001@127.0.0.1:21002/",
        "http://evil.example\\@127.0.0.1:21001/",
        "http://127.0.0.1:21002\\@127.0.0.1:21001/",
        "http://shop.example:8080/",
        "http://shop.example:443/",
        "https://shop.example:80/",
        "http://shop.example.evil.example/",
        "http://sub.shop.example/",
        "http://[::1]/",
        "http://[::1]:8001/",
        "http://[::ffff:127.0.0.1]:21001/",
        "http://2130706433:21001/",
        "ws://127.0.0.1:21002/",
        "ftp://127.0.0.1:21001/",
        "blob:http://127.0.0.1:21002/6a3f",
        "blob:null/6a3f",
        "data:text/html,<h1>x",
        "javascript:location='http://127.0.0.1:21001/'",
        "about:config",
        "chrome-error://chromewebdata/",
        "file:///etc/passwd",
        "view-source:http://127.0.0.1:21001/",
        "http://127.0.0.1:99999/",
        "http:///127.0.0.1:21001/",
        "http://127.0.0.1:21001\t@evil.example/",
        "",
    ],
)
def test_what_only_looks_allowed(url: str) -> None:
    assert not allowed(url, HERE)


@pytest.mark.parametrize(
    "url", ["basket", "/basket", "?page=2", "#top", "", "http://127.0.0.1:21001/x"]
)
def test_relative_addresses_are_the_sites(url: str) -> None:
    assert site_from_url("http://127.0.0.1:21001/").allows(url)


@pytest.mark.parametrize(
    "url",
    [
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "javascript:0",
        "http://127.0.0.1/",
    ],
)
def test_addresses_that_leave_the_site(url: str) -> None:
    assert not site_from_url("http://127.0.0.1:21001/").allows(url)


def test_a_site_that_is_served_elsewhere_leaves_its_old_port() -> None:
    site = Site("shop", "http://127.0.0.1:8600/", ("127.0.0.1:8600", "images.example")).at(
        "http://127.0.0.1:9123/"
    )
    assert site.hosts == ("images.example", "127.0.0.1:9123")
    assert not site.allows("http://127.0.0.1:8600/")


def test_the_entry_that_would_allow_a_url() -> None:
    assert entry_of("https://CDN.example/x") == "cdn.example"
    assert entry_of("http://[::1]:8000/") == "[::1]:8000"
    assert entry_of("data:,x") == ""
    assert str(origin_of("wss://shop.example:8443/live")) == "https://shop.example:8443"
