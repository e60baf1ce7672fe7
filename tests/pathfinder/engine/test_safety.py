"""What safe mode lets a session send, and what it says of what it stops."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pathfinder.core.errors import Blame, SettingsError
from pathfinder.core.sending import SEEN, parse_sending
from pathfinder.core.settings import load_sites
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.safety import Policy, answer_to, policy_of
from pathfinder.webprocessor.element import Element

SHOP = Site("shop", "http://shop.test/")
VALUES = {
    "identity.first_name": "Alex",
    "account.email": "alex@example.com",
    "account.password": "Correct-Horse-7",
    "payment.card_number": "4242424242424242",
}
ALEX = Persona("alex", VALUES, frozenset({"account.password", "payment.card_number"}))


@dataclass(frozen=True)
class Sent:
    method: str = "POST"
    path: str = "/"
    body: bytes = b""
    content_type: str = "application/x-www-form-urlencoded"
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://shop.test{self.path}"


def may_send(request: Sent, *patterns: str, goal: str = "buy a lamp") -> bool:
    site = Site(
        "shop", "http://shop.test/", may_send={"buy a lamp": tuple(map(parse_sending, patterns))}
    )
    return Policy(site, goal, ALEX).may_send(request)


def test_a_site_of_which_nothing_is_said_is_only_read() -> None:
    assert all(may_send(Sent(method, "/lamps?page=2")) for method in ("GET", "HEAD", "OPTIONS"))
    assert not any(
        may_send(Sent(method, "/lamps"))
        for method in ("POST", "PUT", "PATCH", "DELETE", "PURGE", "LINK")
    )
    assert not may_send(Sent("GET", "/lamps/3/delete"))
    assert not may_send(Sent("GET", "/lamps/3?_method=DELETE"))


def test_what_the_goal_needs_passes_for_that_goal() -> None:
    assert may_send(Sent(path="/basket/add"), "POST /basket/**")
    assert may_send(Sent(path="/basket/add"), "POST /basket/**", goal="Buy a lamp!")
    assert not may_send(Sent(path="/basket/add"), "POST /basket/**", goal="write a review")
    assert not may_send(Sent(path="/pay"), "POST /basket/**")
    assert may_send(Sent("GET", "/basket/remove/3"), "GET /basket/remove/*")


def test_a_listed_method_does_not_cover_another_in_disguise() -> None:
    assert not may_send(Sent(path="/basket/3", body=b"_method=delete"), "POST /basket/**")
    assert may_send(Sent(path="/basket/3", body=b"_method=delete"), "* /basket/**")


LOG_INS = {
    "a form": b"csrf=0a9f&user=alex%40example.com&password=Correct-Horse-7",
    "with a box to stay": b"email=alex%40example.com&pass=Correct-Horse-7&remember=on&next=%2F",
}
NO_LOG_INS = {
    "a registration": b"name=Alex&email=alex%40example.com&password=Correct-Horse-7",
    "a repeated password": b"email=alex%40example.com&password=Correct-Horse-7&password2=Correct-Horse-7",
    "a new password": b"email=alex%40example.com&password=Correct-Horse-7&new_password=other",
    "a password alone": b"password=Correct-Horse-7",
    "an order": b"email=alex%40example.com&password=Correct-Horse-7&card=4242424242424242",
    "a deletion": b"email=alex%40example.com&password=Correct-Horse-7&action=delete",
    "more than is read": b"email=alex%40example.com&password=Correct-Horse-7&x=".ljust(SEEN, b"x"),
    "nobody's password": b"email=alex%40example.com&password=another",
    "part of the password": b"email=alex%40example.com&password=xCorrect-Horse-7x",
}


def test_the_personas_log_in_passes_without_a_list() -> None:
    assert [
        name for name, body in LOG_INS.items() if not may_send(Sent(path="/session", body=body))
    ] == []
    json = b'{"user": {"email": "alex@example.com", "password": "Correct-Horse-7"}}'
    assert may_send(Sent(path="/api/login", body=json, content_type="application/json"))
    assert not Policy(SHOP, "", None).may_send(Sent(path="/session", body=LOG_INS["a form"]))


@pytest.mark.parametrize("name", NO_LOG_INS)
def test_what_only_looks_like_a_log_in_does_not(name: str) -> None:
    assert not may_send(Sent(path="/account", body=NO_LOG_INS[name]))


def test_a_log_in_to_an_address_that_deletes_does_not_pass() -> None:
    assert not may_send(Sent(path="/account/delete", body=LOG_INS["a form"]))
    assert not may_send(Sent("PUT", "/session", LOG_INS["a form"]))


def test_the_stop_shows_the_request_and_the_line_that_lets_it_through(tmp_path: Path) -> None:
    policy = Policy(SHOP, 'say "hi" to 5', ALEX)
    request = Sent("POST", "/pay/Correct-Horse-7?session=abc", b"card=4242424242424242&name=Alex")
    stop = policy.stop(request)
    assert (
        "POST http://shop.test/pay/{{persona.account.password}}?session=… with card, name"
        in str(stop)
    )
    assert not any(
        secret in str(stop) + repr(stop.facts) for secret in ("4242", "Correct-Horse", "abc")
    )
    assert (Verdict.blaming(stop).blame, Verdict.blaming(stop).exit_code()) == (Blame.NOBODY, 3)
    plain = policy.stop(Sent("POST", "/pay", b"card=1"))
    (tmp_path / "sites.yaml").write_text(
        f"shop:\n  url: http://shop.test/\n  {plain.facts['allow']}\n"
    )
    site = load_sites(tmp_path / "sites.yaml")["shop"]
    assert Policy(site, policy.goal, ALEX).may_send(Sent("POST", "/pay"))


def test_a_wrong_pattern_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "sites.yaml").write_text(
        'shop:\n  url: http://shop.test/\n  may_send:\n    "*":\n      - POST /login\n      - '
        "login\n"
    )
    with pytest.raises(
        SettingsError,
        match=r"sites\.yaml:6: site 'shop': may_send: 'login' is not a method and a path",
    ):
        load_sites(tmp_path / "sites.yaml")


def test_a_site_that_is_not_safe_has_no_policy() -> None:
    assert policy_of(Site("shop", "http://shop.test/", safe=False), "x", ALEX) is None
    assert policy_of(SHOP, "x", ALEX) == Policy(SHOP, "x", ALEX)


def test_a_dialog_about_what_cannot_be_undone_is_dismissed_in_safe_mode() -> None:
    assert answer_to("Really delete your account?", SHOP, deletes=True) == "dismiss"
    assert answer_to("Wirklich löschen?", SHOP, deletes=True) == "dismiss"
    assert answer_to("Leave this page?", SHOP, deletes=True) == "accept"


def test_a_dialog_that_asks_to_delete_is_accepted_only_where_the_goal_does() -> None:
    free = Site("shop", "http://shop.test/", safe=False)
    asked = "Bist du sicher, dass du den Link löschen möchtest?"
    assert answer_to(asked, free, deletes=True) == "accept"
    assert answer_to(asked, free, deletes=False) == "dismiss"
    assert answer_to("Place the order?", free, deletes=False) == "accept"


def button(name: str, **more: object) -> Element:
    return Element("button", "button", name, **more)  # type: ignore[arg-type]


def test_an_element_is_judged_by_all_that_it_says() -> None:
    policy = Policy(Site("shop", "http://shop.test/", irreversible=("spend coins",)), "buy a lamp")
    assert policy.irreversible(button("Continue", text="Delete everything"))
    assert policy.irreversible(button("Continue", attributes={"title": "Pay now"}))
    assert policy.irreversible(button("Go", attributes={"data-testid": "delete-item"}))
    assert policy.irreversible(Element("a", "link", "Yes", href="http://shop.test/lamps/3/delete"))
    assert policy.irreversible(button("Spend coins"))
    assert not policy.irreversible(button("Continue"))
    assert not policy.irreversible(Element("a", "link", "Log out", href="http://shop.test/logout"))


def test_what_the_list_names_may_be_pressed() -> None:
    policy = Policy(
        Site(
            "shop",
            "http://shop.test/",
            may_send={"*": (parse_sending("POST /buy"), parse_sending("GET /basket/remove/*"))},
        )
    )
    assert not policy.irreversible(button("Buy", submits=True, action="/buy"))
    assert policy.irreversible(button("Buy", submits=True, action="/other"))
    assert not policy.irreversible(
        Element("a", "link", "Delete", href="http://shop.test/basket/remove/7")
    )
    assert (
        policy.pressing({"texts": ["Buy"], "method": "POST", "address": "http://shop.test/buy"})
        is None
    )
    assert policy.pressing({"texts": ["Buy"], "method": "POST", "address": "http://shop.test/pay"})
