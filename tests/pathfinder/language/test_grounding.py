"""What is described, found on pages; what is not there or not clear says so."""

import pytest
from pages import CLINIC, ROTA, TRACKER

from pathfinder.core.statement import Described
from pathfinder.language.dsl import read_text
from pathfinder.language.grounding import ground
from pathfinder.language.lexicon import lexicon, name_likeness
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of


@pytest.fixture(scope="module")
def pages():
    htmls = {"rota": ROTA, "clinic": CLINIC, "tracker": TRACKER}
    snapshots = {name: snapshot_of(html, "http://127.0.0.1/") for name, html in htmls.items()}
    return {name: Sight(make_scene(one), one) for name, one in snapshots.items()}


def meant(line, sight):
    (step,) = read_text(line).body
    return ground(step.target.described, sight, step.kind)


@pytest.mark.parametrize(
    ("page", "line", "at"),
    [
        ("rota", 'click the "Save" button', "/form[1]/button[2]"),
        ("rota", 'click "Edit" in "the row of Ben Cole"', "/tr[2]/td[5]/a[1]"),
        ("rota", 'click the second "Edit" link', "/tr[2]/td[5]/a[1]"),
        ("rota", 'click the last "Edit" link', "/tr[3]/td[5]/a[1]"),
        ("rota", 'click "delete" in "Ada Berg"', "/tr[1]/td[5]/button[1]"),
        ("rota", 'click "Change" in "Holiday fee"', "/section[2]/button[1]"),
        ("rota", 'click the "Change" button in "the section Night fee"', "/section[1]/button[1]"),
        ("rota", 'click the "log out" button', "/header[1]/a[2]"),
        ("rota", 'click the "Help" link in "the footer"', "/footer[1]/a[2]"),
        ("rota", 'fill the "note" as "x"', "/textarea[1]"),
        ("rota", 'fill the "find" field as "x"', "/header[1]/input[1]"),
        ("rota", 'select "East" in the "Ward" list', "/select[1]"),
        ("rota", 'check the "on call"', "/label[4]/input[1]"),
        ("rota", 'click the link in "the second row"', "/tr[2]/td[5]/a[1]"),
        ("clinic", 'click "cancel" in "Augenarzt"', "/li[2]/button[1]"),
        ("clinic", 'click "Absagen" in "dem Eintrag Zahnarzt"', "/li[1]/button[1]"),
        ("clinic", 'fill the "PLZ" as "1"', "/label[2]/input[1]"),
        ("clinic", 'click the "next" button', "/form[1]/button[1]"),
        ("clinic", 'click the "home" link', "/nav[1]/a[1]"),
        ("tracker", 'click "Supprimer" in "Acheter du sable"', "/div[2]/button[1]"),
        ("tracker", 'click "Supprimer" in "la ligne du toit"', "/div[3]/button[1]"),
        ("tracker", 'click the "Archives" link', "/button[2]"),
        ("tracker", 'click the "settings" icon', "/main[1]/button[1]"),
    ],
)
def test_what_is_described_is_found(page, line, at, pages):
    found = meant(line, pages[page])
    assert found.element is not None, found.reason
    assert found.element.xpath.endswith(at), found.element.xpath


@pytest.mark.parametrize(
    ("page", "line", "reason"),
    [
        ("rota", 'click the "Edit" link', "'Edit' link may be 'Edit', 'Edit', 'Edit'"),
        ("rota", 'click the "Print" button', "nothing on the page is like 'Print' button"),
        ("rota", 'click "Edit" in "the row of Dee Fox"', "the page has no 'the row of Dee Fox'"),
        ("rota", 'click the fourth "Edit" link', "'Edit' link may be"),
        ("rota", 'fill the "Save" as "x"', "nothing on the page is like 'Save'"),
        ("rota", 'click "Remove" in "the row of Cy Dorn"', "closest are 'Remove', 'Remove'"),
        ("clinic", 'click the "Absagen" button', "may be 'Absagen', 'Absagen'"),
    ],
)
def test_what_is_not_one_thing_says_so(page, line, reason, pages):
    found = meant(line, pages[page])
    assert found.element is None
    assert reason in found.reason


TWINS = """<html><body><header><a href=/in>Log in</a> <a href=/m>More</a></header>
<main><button>Log in</button><button>Menu</button><a href=/menu>Menu</a><a href=/n>more</a>
</main></body></html>"""


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ('click the "Log in"', "/main[1]/button[1]"),
        ('click the "Log in" in "the header"', "/header[1]/a[1]"),
        ('click the "Menu" link', "/main[1]/a[1]"),
        ('click the "More" link', "/header[1]/a[2]"),
        ('click the "more" link', "/main[1]/a[2]"),
    ],
)
def test_of_several_the_kind_the_very_name_and_the_content_are_preferred(line, at):
    snapshot = snapshot_of(TWINS, "http://127.0.0.1/")
    found = meant(line, Sight(make_scene(snapshot), snapshot))
    assert found.element is not None, found.reason
    assert found.element.xpath.endswith(at)


def test_the_few_best_are_named_for_whoever_is_asked_next(pages):
    found = ground(Described(name="Edit"), pages["rota"])
    assert found.ambiguous
    assert [one.element.context for one in found.best[:3]] == ["Ada Berg", "Ben Cole", "Cy Dorn"]


@pytest.mark.parametrize(
    ("wanted", "nearer", "farther"),
    [
        ("Log in", "Sign in", "Log"),
        ("basket", "Cart (2)", "Casket"),
        ("First name", "Given name", "Last name"),
        ("Save", "Save changes", "Savings"),
        ("Page 2", "page 2", "Page 3"),
        ("Löschen", "Delete", "Lösen"),
        ("panier", "Warenkorb", "papier"),
        ("Print", "Print page", "Imprint"),
    ],
)
def test_names_are_alike_by_words_and_synonyms(wanted, nearer, farther):
    assert name_likeness(wanted, nearer) > name_likeness(wanted, farther)


def test_the_words_of_a_language_are_data():
    known = lexicon()
    assert {"en", "de", "fr"} <= set(known.languages)
    assert known.named(known.kinds, "Zeilen") == known.named(known.kinds, "rows") == ("row",)


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("home page", True),
        ("the home page of the shop", True),
        ("Startseite des Ladens", True),
        ("la page d'accueil du site", True),
        ("home insurance", False),
        ("the shop", False),
    ],
)
def test_a_home_page_is_told_from_pages_that_only_begin_so(name, home):
    assert lexicon().is_home(name) == home
