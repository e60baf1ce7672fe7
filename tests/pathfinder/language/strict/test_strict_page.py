"""Readiness, observation and assertions on a page, by the paper's tables."""

from functools import cache

import pytest

from pathfinder.core.action import ActionResult, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Site
from pathfinder.language.strict.check import check
from pathfinder.language.strict.forms import Command, Phrase
from pathfinder.language.strict.match import Match, choose, match_one
from pathfinder.language.strict.observation import carried_out
from pathfinder.language.strict.page import Page
from pathfinder.language.strict.read import read_condition, read_sentence
from pathfinder.language.strict.readiness import readiness
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of

SITE = Site("shop", "http://127.0.0.1:8000/", ("127.0.0.1:8000",))
HTML = """
<title>Your bag | Shop</title>
<nav><a href="/in">Log in</a> <a href="/bag">Bag</a></nav>
<main><h1>Your bag</h1>
<form id="order"><label for="mail">E-mail</label><input id="mail" name="email" value="ada@example.com">
<label for="pw">Password</label><input id="pw" type="password" value="{{persona.account.password}}">
<label for="size">Size</label><select id="size"><option>Small</option><option selected>Large</option></select>
<label><input type="checkbox" name="agree"> I agree</label><label><input type="checkbox" name="news" checked> News</label>
<button>Log in</button><button disabled>Pay</button></form>
<ul><li><h3>Oak lamp</h3><p>£69.00</p><button>Remove</button></li><li><h3>Tin mug</h3><p>£9.00</p><button>Remove</button></li></ul>
<p>2 items. Thank you for your order</p></main>
"""


@cache
def page_of(html: str = HTML, url: str = "http://127.0.0.1:8000/bag?x=1") -> Page:
    snapshot = snapshot_of(html, url)
    return Page(
        make_scene(snapshot),
        snapshot,
        Vault({"account.password": "Secret-77", "account.email": "ada@example.com"}),
    )


def command(text: str) -> Command:
    form = read_sentence(text)
    assert isinstance(form, Command)
    return form


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("'thank you for YOUR order' is displayed", True),
        ("'hank you' is displayed", False),
        ("'£69.00' is displayed", True),
        ("'£69' is displayed", False),
        ("'3 items' is displayed", False),
        ("'Remove' is present exactly 2 times", True),
        ("'Remove' is present at least 3 times", False),
        ("'Oak lamp' OR 'Steel pan' is displayed", True),
        ("'Oak lamp' and 'Steel pan' are displayed", False),
        ("('Oak lamp' is displayed OR 'A' is displayed) AND 'B' is not displayed", True),
        ("'£9.00' is displayed next to 'Tin mug'", True),
        ("'£9.00' is displayed next to 'Oak lamp'", False),
        ("the title contains 'your bag'", True),
        ("the URL is '/bag'", True),
        ("the URL contains '/checkout'", False),
        ("the heading is 'Your bag'", True),
        ("the field 'E-mail' contains 'ada'", True),
        ("the field 'E-mail' is '{{persona.account.email}}'", True),
        ("the field 'E-mail' is empty", False),
        ("the checkbox 'I agree' is checked", False),
        ("the checkbox 'I agree' is not checked", True),
        ("the checkbox 'Nothing' is not checked", False),
        ("the button 'Pay' is disabled", True),
        ("the button 'Pay' is enabled", False),
        ("'Large' is selected in the list 'Size'", True),
        ("the list 'Size' contains the option 'Medium'", False),
        ("the page has at least 2 links", True),
        ("the page has no images", True),
        ("there is a link 'Bag'", True),
        ("there is no button 'Bag'", True),
    ],
)
def test_a_condition_is_decided_by_what_the_page_shows(condition, holds):
    assert check(read_condition(condition), page_of()).holds is holds


def test_what_was_seen_is_told():
    assert (
        check(read_condition("the field 'E-mail' is 'x'"), page_of()).seen
        == "textbox 'E-mail' holds 'ada@example.com'"
    )
    assert (
        "closest: "
        in check(read_condition("'Thank you for your oder' is displayed"), page_of()).seen
    )


@pytest.mark.parametrize(
    ("step", "meant"),
    [
        ("Click on 'Bag'", "link 'Bag'"),
        ("Click on 'cart'", "link 'Bag' (synonym, 92)"),
        ("Fill the field 'email' with 'x'", "textbox 'E-mail'"),
        ("Fill the field 'Pasword' with 'x'", "textbox 'Password' (typo"),
        ("Select 'small' in the list 'Size'", "combobox 'Size'"),
        ("Check 'I agree'", "checkbox 'I agree'"),
        (
            "Click on 'Remove' of 'Tin mug'",
            "button 'Remove' of 'Tin mug', as it belongs to 'Tin mug'",
        ),
        ("Click on the 2nd 'Remove'", "button 'Remove' of 'Tin mug', as by its number"),
        ("Open '/contact'", "open http://127.0.0.1:8000/contact"),
    ],
)
def test_a_step_that_can_be_performed_is_ready(step, meant):
    ready = readiness(command(step), page_of(), SITE)
    assert ready.ok
    assert ready.reason.startswith(meant)


@pytest.mark.parametrize(
    ("step", "reason", "blame"),
    [
        ("Click on 'Checkout'", "no link or button 'Checkout' on the page 'Your bag'", Blame.SITE),
        ("Click on 'Oak lamp'", "is there, but is no link or button", Blame.SITE),
        ("Click on 'Pay'", "it is disabled", Blame.SITE),
        (
            "Select 'Medium' in the list 'Size'",
            "has no option 'Medium'; it has Small, Large",
            Blame.SITE,
        ),
        ("Check 'News'", "already checked", Blame.SITE),
        ("Click on 'Remove'", "2 elements are called 'Remove'", Blame.USER),
        (
            "Open 'https://elsewhere.example/'",
            "not on a host that the site 'shop' allows",
            Blame.USER,
        ),
    ],
)
def test_a_step_that_can_not_be_performed_says_why(step, reason, blame):
    ready = readiness(command(step), page_of(), SITE)
    assert not ready.ok
    assert reason in ready.reason
    assert ready.blame is blame


def test_the_button_of_the_form_that_was_filled_in_is_meant():
    assert readiness(command("Click on 'Log in'"), page_of(), SITE).blame is Blame.USER
    form = next(e.form for e in page_of().scene.actionable if e.name == "E-mail")
    ready = readiness(command("Click on 'Log in'"), page_of(), SITE, form=form)
    assert ready.element
    assert ready.element.role == "button"


def test_nobody_is_believed_who_changed_nothing():
    step = command("Click on 'Remove' of 'Tin mug'")
    ready = readiness(step, page_of(), SITE)
    same = changes(page_of().scene, page_of().scene)
    kept_back = (
        "refused, off the allowed origins: GET http://ads.example/",
        "not sent, in safe mode: POST /beat",
        "page not ready",
    )
    for notes in ((), kept_back):
        assert carried_out(step, ready, page_of(), same, [ActionResult(True, notes=notes)]) == (
            False,
            "nothing changed on the page",
        )
    assert carried_out(
        step, ready, page_of(), same, [ActionResult(True, notes=(*kept_back, "print dialog"))]
    ) == (True, "print dialog")
    after = page_of(HTML.replace("Tin mug", "Tin cup"))
    assert carried_out(
        step, ready, after, changes(page_of().scene, after.scene), [ActionResult(True)]
    )[0]


def test_a_field_has_to_hold_what_was_typed():
    step = command("Fill the field 'E-mail' with 'bob@example.com'")
    ready = readiness(step, page_of(), SITE)
    kept = carried_out(
        step, ready, page_of(), changes(page_of().scene, page_of().scene), [ActionResult(True)]
    )
    assert kept == (False, "textbox 'E-mail' holds 'ada@example.com'")
    after = page_of(HTML.replace("ada@example.com", "bob@example.com"))
    assert carried_out(
        step, ready, after, changes(page_of().scene, after.scene), [ActionResult(True)]
    )[0]
    assert ready.action
    assert ready.action.kind is Kind.TYPE


def test_what_fits_nearly_as_well_is_not_silently_passed_over():
    one, other = (
        Element("a", "link", name, uid=name, href=f"/{name}") for name in ("Sign-up", "Join")
    )
    close = choose(Phrase("sign up"), [Match(one, 98.0, "exact"), Match(other, 96.0, "attribute")])
    assert close.ambiguous
    clear = choose(Phrase("sign up"), [Match(one, 98.0, "exact"), Match(other, 92.0, "synonym")])
    assert not clear.ambiguous
    assert clear.best
    assert clear.best.element is one


def test_another_number_is_no_typo():
    assert match_one(Phrase("Order 1001"), Element("a", "link", "Ordre 1001")).how == "typo"
    assert match_one(Phrase("Order 1001"), Element("a", "link", "Order 1002")).score == 0
