"""Readiness, observation and checks of strict sentences on a page, by the paper's tables."""

from functools import cache

import pytest

from pathfinder.core.action import ActionResult, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Site
from pathfinder.engine.expecting import finding
from pathfinder.engine.looking import folded
from pathfinder.engine.observation import carried_out
from pathfinder.engine.ready import Eye, ready
from pathfinder.language.reader import by_grammar
from pathfinder.language.sight import Sight
from pathfinder.language.strict import read_expected, read_strict
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of

SITE = Site("shop", "http://127.0.0.1:8000/", ("127.0.0.1:8000",))
VAULT = Vault({"account.password": "Secret-77", "account.email": "ada@example.com"})
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
def sight_of(html: str = HTML, url: str = "http://127.0.0.1:8000/bag?x=1") -> Sight:
    snapshot = snapshot_of(html, url)
    return Sight(make_scene(snapshot), snapshot)


def statement(text):
    (step,) = by_grammar(text, "action") or read_strict(text).statements
    return step


def readiness(text, *, form=""):
    return ready(statement(text), Eye(sight_of(), SITE, VAULT, form))


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
        ("the URL does not contain '/checkout'", True),
        ("the heading is 'Your bag'", True),
        ("the field 'E-mail' contains 'ada'", True),
        ("the field 'E-mail' is 'ada@example.com'", True),
        ("the field 'E-mail' is empty", False),
        ("the checkbox 'I agree' is checked", False),
        ("the checkbox 'I agree' is not checked", True),
        ("the checkbox 'Nothing' is not checked", None),
        ("the button 'Pay' is disabled", True),
        ("the button 'Pay' is enabled", False),
        ("'Large' is selected in the list 'Size'", True),
        ("the list 'Size' contains the option 'Medium'", False),
        ("the list 'Size' contains the option 'Small'", True),
        ("the page has at least 2 links", True),
        ("the page has no images", True),
        ("there is a link 'Bag'", True),
    ],
)
def test_a_condition_is_decided_by_what_the_page_shows(condition, holds):
    found = [finding(one, sight_of()).holds for one in read_expected(condition).statements]
    assert next((one for one in found if not one), True) is holds


@pytest.mark.parametrize(
    ("step", "meant"),
    [
        ("Click on 'Bag'", "link 'Bag'"),
        ("Click on 'erase' next to 'Tin mug'", "button 'Remove' of 'Tin mug'"),
        ("Fill the field 'email' with 'x'", "textbox 'E-mail'"),
        ("Fill the field 'Pasword' with 'x'", "textbox 'Password'"),
        ("Select 'small' in the list 'Size'", "combobox 'Size'"),
        ("Select 'Small'", "'Small' in combobox 'Size'"),
        ("Check 'I agree'", "checkbox 'I agree'"),
        ("Click on 'Remove' of 'Tin mug'", "button 'Remove' of 'Tin mug'"),
        ("Click on the 2nd 'Remove'", "button 'Remove' of 'Tin mug'"),
        ("Open '/contact'", "open http://127.0.0.1:8000/contact"),
        ("Open 'Bag'", "link 'Bag'"),
        ('fill textbox with id "mail" as "x"', "textbox 'E-mail'"),
        ("Scroll to 'Remove'", "button 'Remove' of 'Oak lamp'"),
    ],
)
def test_a_step_that_can_be_performed_is_ready(step, meant):
    found = readiness(step)
    assert found.ok, found.reason
    assert found.reason == meant


@pytest.mark.parametrize(
    ("step", "reason", "blame"),
    [
        ("Click on 'Checkout'", "nothing on the page is like 'Checkout'", Blame.SITE),
        ("Click on 'Oak lamp'", "is there, but can't be used so", Blame.SITE),
        ("Click on 'Pay'", "it is disabled", Blame.SITE),
        ("Select 'Medium' in the list 'Size'", "has no option 'Medium'; it has Small, Large", None),
        ("Check 'News'", "already checked", Blame.SITE),
        ("Click on 'Remove'", "may be button 'Remove' of 'Oak lamp', button", Blame.USER),
        ("Open 'https://elsewhere.example/'", "not on a host that the site 'shop'", Blame.USER),
        ('search for "lamps"', "has no search box", Blame.SITE),
        ('do "buy a lamp"', "does not say how", Blame.USER),
    ],
)
def test_a_step_that_can_not_be_performed_says_why(step, reason, blame):
    found = readiness(step)
    assert not found.ok
    assert reason in found.reason
    assert found.blame is (blame or Blame.SITE)


def test_the_button_of_the_form_that_was_filled_in_is_meant():
    form = next(e.form for e in sight_of().scene.actionable if e.name == "E-mail")
    found = readiness("Click on 'Log in'", form=form)
    assert found.element
    assert found.element.role == "button"


def observed(step, after=None, results=None):
    found = readiness(step)
    scene = (after or sight_of()).scene
    change = changes(sight_of().scene, scene)
    return carried_out(
        found.actions[0], found.element, scene, change, results or [ActionResult(True)], VAULT
    )


def test_nobody_is_believed_who_changed_nothing():
    step = "Click on 'Remove' of 'Tin mug'"
    kept_back = (
        "refused, off the allowed origins: GET http://ads.example/",
        "not sent, in safe mode: POST /beat",
        "page not ready",
    )
    for notes in ((), kept_back):
        assert observed(step, results=[ActionResult(True, notes=notes)]) == (
            False,
            "nothing changed on the page",
        )
    printed = [ActionResult(True, notes=(*kept_back, "print dialog"))]
    assert observed(step, results=printed) == (True, "print dialog")
    assert observed(step, sight_of(HTML.replace("Tin mug", "Tin cup")))[0]


def test_a_field_has_to_hold_what_was_typed():
    step = "Fill the field 'E-mail' with 'bob@example.com'"
    assert observed(step) == (False, "textbox 'E-mail' holds 'ada@example.com'")
    assert observed(step, sight_of(HTML.replace("ada@example.com", "bob@example.com")))[0]
    assert readiness(step).actions[0].kind is Kind.TYPE


def test_another_number_is_no_typo():
    assert not readiness("Click on 'Remove 12'").ok


LONG = """<title>Delivery</title><form><fieldset><legend>Delivery method</legend>
<label><input type="radio" name="d" checked> <b>Standard delivery</b> 3 to 5 working days £3.95</label>
<label><input type="radio" name="d"> <b>Express delivery</b> Next working day £7.95</label>
</fieldset></form>"""


def test_what_has_a_long_name_is_meant_by_the_words_that_only_it_has():
    sight = sight_of(LONG)
    chosen = ready(statement("Select 'Express delivery'"), Eye(sight, SITE, VAULT))
    assert chosen.element
    assert "Express delivery" in chosen.element.name
    for words, holds in (("Standard delivery", True), ("Express delivery", False)):
        (step,) = read_expected(f"'{words}' is selected").statements
        assert finding(step, sight).holds is holds


TABS = """<title>Tabs</title><main><h1>Account</h1><div role="tablist">
<a role="tab" href="#orders" aria-selected="false">Orders</a></div>
<button aria-expanded="false">Menu</button><details><summary>More</summary><p>Words</p></details>
</main>"""


@pytest.mark.parametrize("kind", ["link", "button", "tab"])
def test_link_button_and_tab_are_one_to_a_user(kind):
    found = ready(statement(f"Click on the {kind} 'Orders'"), Eye(sight_of(TABS), SITE, VAULT))
    assert found.element
    assert found.element.name == "Orders"


def test_what_is_folded_up_is_known():
    assert [one.name for one in folded(sight_of(TABS).scene)] == ["Menu", "More"]
