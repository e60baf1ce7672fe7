"""Patterns of requests, and what a request's body holds."""

import json
from dataclasses import dataclass, field

import pytest

from pathfinder.core.errors import SettingsError
from pathfinder.core.sending import fields_of, method_of, parse_sending


@dataclass(frozen=True)
class Sent:
    method: str = "POST"
    url: str = "http://shop.test/"
    content_type: str = "application/x-www-form-urlencoded"
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


COVERED = [
    ("POST /login", "POST", "/login"),
    ("post /login", "POST", "/login?next=%2F"),
    ("POST /basket/**", "POST", "/basket/add/7"),
    ("POST /basket/**", "POST", "/basket"),
    ("POST /basket/*", "POST", "/basket/add"),
    ("* /search", "PUT", "/search"),
    ("POST /**", "POST", "/anything/at/all"),
    ("POST /?wc-ajax=add_to_cart", "POST", "/?wc-ajax=add_to_cart&x=1"),
    ("POST /?wc-ajax=*", "POST", "/?wc-ajax=get_refreshed_fragments"),
    ("POST http://shop.test/login", "POST", "/login"),
    ("POST /caf%C3%A9", "POST", "/caf%C3%A9"),
    ("POST /basket/**", "POST", "/basket/;x=1/...;/..a"),
]
NOT_COVERED = [
    ("POST /login", "PUT", "/login"),
    ("POST /login", "POST", "/login/other"),
    ("POST /login", "POST", "/LOGIN"),
    ("POST /basket/*", "POST", "/basket/add/7"),
    ("POST /basket/**", "POST", "/basketball"),
    ("POST /basket/**", "POST", "/basket/../pay"),
    ("POST /basket/**", "POST", "/basket/..%2Fpay"),
    ("POST /basket/**", "POST", "/basket/%252e%252e/pay"),
    ("POST /basket/**", "POST", "/basket/..%5Cpay"),
    ("POST /basket/**", "POST", "/basket/..;/pay"),
    ("POST /basket/**", "POST", "/basket/%2e%2e;x=1/pay"),
    ("POST /basket/**", "POST", "/basket/..%3Bx/pay"),
    ("POST /basket/**", "POST", "/basket/..%00/pay"),
    ("POST /basket/**", "POST", "/basket/..%20/pay"),
    ("POST /?wc-ajax=add_to_cart", "POST", "/?wc-ajax=checkout"),
    ("POST https://shop.test/login", "POST", "/login"),
    ("POST /a.b", "POST", "/axb"),
]


@pytest.mark.parametrize(("pattern", "method", "path"), COVERED)
def test_a_pattern_covers_what_it_says(pattern: str, method: str, path: str) -> None:
    assert parse_sending(pattern).covers(method, f"http://shop.test{path}")


@pytest.mark.parametrize(("pattern", "method", "path"), NOT_COVERED)
def test_a_pattern_covers_nothing_else(pattern: str, method: str, path: str) -> None:
    assert not parse_sending(pattern).covers(method, f"http://shop.test{path}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/login",
        "POST login",
        "POST",
        "POST /a /b",
        "P0ST! /login",
        "POST ftp://shop.test/a",
        "POST https:/a",
    ],
)
def test_what_is_no_pattern_is_said(text: str) -> None:
    with pytest.raises(SettingsError, match="POST"):
        parse_sending(text)


def test_a_pattern_is_written_as_it_was() -> None:
    for text in ("POST /basket/**", "* https://api.shop.test/x", "POST /?a=1&b=*"):
        assert str(parse_sending(text)) == text


PART = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
MULTIPART = PART % (b"user", b"", b"alex") + PART % (b"f", b'; filename="a"', b"hi") + b"--x--\r\n"


def test_fields_are_read_from_every_kind_of_body() -> None:
    assert fields_of(Sent(body=b"user=alex&pass=a%20b&empty=")) == (
        ("user", "alex"),
        ("pass", "a b"),
        ("empty", ""),
    )
    assert fields_of(Sent(content_type="multipart/form-data; boundary=x", body=MULTIPART)) == (
        ("user", "alex"),
        ("f", "hi"),
    )
    nested = json.dumps({"user": {"email": "a@b", "tags": [1, None]}}).encode()
    assert fields_of(Sent(content_type="application/json", body=nested)) == (
        ("user.email", "a@b"),
        ("user.tags", "1"),
        ("user.tags", ""),
    )
    assert fields_of(Sent(content_type="text/plain", body=nested)) == fields_of(
        Sent(content_type="application/json", body=nested)
    )
    for broken in (b"{", b"[" * 100_000, b"\xff\xfe{", b""):
        assert fields_of(Sent(content_type="application/json", body=broken)) == ()


def test_a_method_in_disguise_is_seen() -> None:
    assert method_of(Sent(body=b"_method=delete&id=3")) == "DELETE"
    assert method_of(Sent("GET", "http://shop.test/items/3?_method=DELETE")) == "DELETE"
    assert method_of(Sent(headers={"X-HTTP-Method-Override": "PATCH"})) == "PATCH"
    assert method_of(Sent(body=b"_method=get")) == "POST"
    assert method_of(Sent("get")) == "GET"
