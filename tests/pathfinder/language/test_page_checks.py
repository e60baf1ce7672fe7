"""Checks on pages: each that holds beside one like it that the page denies."""

import pytest
from pages import CLINIC, ROTA, TRACKER

from pathfinder.language.checks import check
from pathfinder.language.dsl import read_text
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of


def sight_of(html):
    snapshot = snapshot_of(html, "http://127.0.0.1/p/night-rota")
    return Sight(make_scene(snapshot), snapshot)


@pytest.fixture(scope="module")
def rota():
    return sight_of(ROTA)


@pytest.fixture(scope="module")
def clinic():
    return sight_of(CLINIC)


@pytest.fixture(scope="module")
def tracker():
    return sight_of(TRACKER)


def found(line, sight):
    (step,) = read_text(f"assert {line}").body
    return check(step.check, sight)


def test_a_text_that_goes_over_the_lines_of_a_paragraph_is_said():
    lines = [
        Element("p", "text", "", text=text, xpath="/html/body/p[1]")
        for text in ("12 Mill Lane", "Oxford", "Ring twice")
    ]
    page = Scene("http://127.0.0.1/", "Visit us", "Visit us", (), tuple(lines))
    assert found('text "12 Mill Lane Oxford"', Sight(page)).holds
    assert found('text "Mill Lane London"', Sight(page)).holds is False


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('page "Night rota"', 'page "Day rota"'),
        ('page "the night rota"', 'page "Invoices"'),
        ('not page "Invoices"', 'not page "Night rota"'),
        ('text "The shift of Ada Berg was saved"', 'text "The shift of Ben Cole was saved"'),
        ('text "8" in "the row of Ada Berg"', 'text "8" in "the row of Ben Cole"'),
        ('not text "£95"', 'not text "£95.00"'),
        ('text "£95.00"', 'text "$95.00"'),
        ('text "Ada Berg" in "the first nurse"', 'text "Ben Cole" in "the first nurse"'),
        ('the "Summary" heading is visible', 'the "Imprint" heading is visible'),
        ('the "East" option in "Ward" is visible', 'the "North" option in "Ward" is visible'),
        ('count of the "Edit" text is 3', 'count of the "Edit" text is 2'),
        ('text "North" or text "Holiday fee"', 'text "North" or text "South"'),
        ('not text "Ada Berg" in "the summary"', 'text "Ada Berg" in "the summary"'),
        ('value of the "Total pay" is "£2,279.70"', 'value of the "Total pay" is "£2,279.00"'),
        ('value of the "Total pay" is "2.279,70 GBP"', 'value of the "Total pay" is "€2,279.70"'),
        (
            'value of the "Pay" in "the row of Ada Berg" is "£1204.50"',
            'value of the "Pay" in "the row of Ben Cole" is "£1204.50"',
        ),
        (
            'value of the "Begins" in "the row of Cy Dorn" is "2026-06-02"',
            'value of the "Begins" in "the row of Cy Dorn" is "2026-06-03"',
        ),
        (
            'value of "amount" in "Night fee" is "£12"',
            'value of "amount" in "Holiday fee" is "£12"',
        ),
        ('value of "Ada Berg" is "£1204.50"', 'value of "Ada Berg" is "£95.00"'),
        ('value of "Ben Cole" is "12 May 2026"', 'value of "Ben Cole" is "3 May 2026"'),
        ('value of "tax" is "£0.84"', 'value of "tax" is "£7"'),
        ('value of the "Ward" list is "West"', 'value of the "Ward" list is "East"'),
        ('value of the "Hours" is at least "6"', 'value of the "Shifts" is more than "3"'),
        ('count of the "nurses" is 3', 'count of the "nurses" is 4'),
        ('count of the "rows" in "the rota" is at most 3', 'count of the "rows" is less than 3'),
        ('count of the "Edit" link is 3', 'count of the "Edit" link is 2'),
        ('sum of the "Pay" column is "£2,279.70"', 'sum of the "Hours" column is "25"'),
        ('order of the "Begins" is ascending', 'order of the "Pay" is ascending'),
        ('not order of the "Hours" is descending', 'order of the "Nurse" is descending'),
        ('order is "Ada Berg", "Ben Cole", "Cy Dorn"', 'order is "Cy Dorn", "Ada Berg"'),
        ('the "Save" button is visible', 'the "Print" button is visible'),
        ('the "Print" button is absent', 'the "Save" button is absent'),
        (
            'the "Remove" button in "the row of Cy Dorn" is disabled',
            'the "Remove" button in "the row of Ben Cole" is disabled',
        ),
        ('the "Paid leave" checkbox is checked', 'the "On call" checkbox is checked'),
        ('the "Note" field is empty', 'the "Note" field is filled'),
        ('the "More options" button is closed', 'the "More options" button is open'),
    ],
)
def test_a_rota(true, false, rota):
    assert found(true, rota).holds is True, found(true, rota)
    assert found(false, rota).holds is False, found(false, rota)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('page "Meine Termine"', 'page "Einstellungen"'),
        ('count of the "Termine" is 2', 'count of the "Termine" is 3'),
        ('text "14:30" in "Zahnarzt"', 'text "14:30" in "Augenarzt"'),
        ('value of "Gebühr" is "1250 €"', 'value of "Gebühr" is "125 €"'),
        ('value of the "Vorname" field is "Ida"', 'value of the "Vorname" field is "Ada"'),
        ('the "PLZ" field is empty', 'the "Vorname" field is empty'),
        ('the "Absagen" button in "Zahnarzt" is visible', 'the "Absagen" button is absent'),
        ('order is "Zahnarzt", "Augenarzt"', 'order is "Augenarzt", "Zahnarzt"'),
    ],
)
def test_a_clinic_in_german(true, false, clinic):
    assert found(true, clinic).holds is True, found(true, clinic)
    assert found(false, clinic).holds is False, found(false, clinic)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('page "Tâches"', 'page "Calendrier"'),
        ('count of the "tâches" is 3', 'count of the "tâches" is 2'),
        ('text "Fermée" in "Acheter du sable"', 'text "Fermée" in "Réparer le toit"'),
        ('the "Toutes" tab is selected', 'the "Archives" tab is selected'),
        ('the "Archives" link is unselected', 'the "Toutes" link is unselected'),
        ('text "Ouverte" in "la première ligne"', 'text "Fermée" in "la première ligne"'),
    ],
)
def test_a_tracker_in_french(true, false, tracker):
    assert found(true, tracker).holds is True, found(true, tracker)
    assert found(false, tracker).holds is False, found(false, tracker)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('text "x" in "the billing address"', "the page has no 'the billing address'"),
        ('value of "Overtime" is more than "3"', "nothing that is called 'Overtime'"),
        ('the "Summary" heading is checked', "does not say whether"),
        ('sum of the "Nurse" column is "3"', "no numbers that are called"),
    ],
)
def test_what_the_page_does_not_tell_is_neither_held_nor_denied(line, reason, rota):
    finding = found(line, rota)
    assert finding.holds is None, finding
    assert reason in finding.reason


def test_a_finding_quotes_the_page(rota):
    assert found('value of the "Total pay" is "£1.00"', rota).quote == "£2,279.70"
    assert "Cy Dorn" in found('count of the "nurses" is 3', rota).quote
    held = found('text "was saved"', rota)
    assert held.quote == "The shift of Ada Berg was saved."
    assert "'£7.95' is nowhere" in found('value of "delivery" is "£7.95"', rota).reason
