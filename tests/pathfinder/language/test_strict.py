"""What is strict is read as it is meant; what is not says from where on it isn't."""

import pytest

from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.read import read_text
from pathfinder.language.dsl.write import say_step
from pathfinder.language.sentences import read_by_grammar
from pathfinder.language.strict import is_assertion, read_expected, read_strict
from pathfinder.language.strict_checks import NotStrict

STEPS = {
    "Open the website 'http://localhost/shop'": 'navigate to "http://localhost/shop"',
    "Open '/contact'": 'navigate to "/contact"',
    "Open 'Contact us'": 'open "Contact us"',
    "Click on 'Agree & Start'": 'click the "Agree & Start"',
    "Click the 'Add' button": 'click the "Add" button',
    "Click on the 2nd 'Add'": 'click the second "Add"',
    "Click on 'Remove' next to 'Oak lamp'": 'click the "Remove" in "Oak lamp"',
    "Double-click 'X'": 'double click the "X"',
    "Type in 'toto' in the field 'User name'": 'fill the "User name" field as "toto"',
    "Type in 'TRUC' in the input 'snippet'": 'fill the "snippet" field as "TRUC"',
    "Fill in the field 'email' with {{persona.account.email}}": (
        'fill the "email" field as "{{persona.account.email}}"'
    ),
    "Press 'enter'": 'press "enter"',
    "Press the Enter key in the field 'Search'": 'press "Enter" in the "Search" field',
    "Press the button 'Add'": 'click the "Add" button',
    "Enter 'A' in the field 'Town', {{persona.account.email}} in the field 'Mail' and 'C' in 'Code'": (
        'fill the "Town" field as "A"\n'
        'fill the "Mail" field as "{{persona.account.email}}"\n'
        'fill the "Code" as "C"'
    ),
    "Tick the checkbox 'I agree'": 'check the "I agree" checkbox',
    "Uncheck 'I agree'": 'uncheck the "I agree"',
    "Select 'Blue' in the list 'Colour'": 'select "Blue" in the "Colour" list',
    "Choose 'Express'": 'click the "Express" option',
    "Hover over 'Menu'": 'hover over the "Menu"',
    "Scroll to the bottom of the page": 'scroll "bottom"',
    "Go back to the previous page": "go back",
    "Return to the page before": "go back",
    "Go to the previous page": "go back",
    "Reload the page": "reload",
    "Wait for 2 seconds": "wait 2 seconds",
    "Wait until 'Done' is displayed": 'wait until text "Done"',
    "Accept the dialog": "accept dialog",
    "Click Add to list": 'click the "Add to list"',
    "Assert that the 'Account created' is displayed on this page": 'assert text "Account created"',
    "Assert that 'A' OR 'B' is displayed on this page.": 'assert text "A" or text "B"',
    "Assert that 'Bleu d'Auvergne' is not displayed": 'assert not text "Bleu d\'Auvergne"',
    "Assert that '241.99' and 'Ex Tax: 199.99' are displayed in the page": (
        'assert text "241.99"\nassert text "Ex Tax: 199.99"'
    ),
    "Assert that the page has links": "assert count of the link is at least 1",
    "Assert that the page has links with the term 'ARTEMIS'": (
        'assert the "ARTEMIS" link is visible'
    ),
    "Assert that 'x' is present exactly 3 times": 'assert count of the "x" text is 3',
    "Assert that 'x' appears at most twice": 'assert count of the "x" text is at most 2',
    "Assert that the title of the page contains 'Shop'": 'assert title contains "Shop"',
    "Assert that the URL does not contain '/x'": 'assert URL matches "^(?!.*/x)"',
    "Assert that the heading is 'Payment'": 'assert the "Payment" heading is visible',
    "Assert that the field 'Email' is empty": 'assert the "Email" field is empty',
    "Assert that the value of the field 'Email' is 'y'": 'assert value of the "Email" field is "y"',
    "Assert that the checkbox 'I agree' is not checked": (
        'assert the "I agree" checkbox is unchecked'
    ),
    "Assert that the button 'Pay' is disabled": 'assert the "Pay" button is disabled',
    "Assert that 'Blue' is selected in the list 'Colour'": (
        'assert value of the "Colour" list is "Blue"'
    ),
    "Assert that the list 'Colour' contains the option 'Blue'": (
        'assert the "Blue" option in "Colour" is visible'
    ),
    "Assert that ('A' is displayed OR 'B' is displayed) AND 'C' is not displayed": (
        'assert text "A" or text "B"\nassert not text "C"'
    ),
    "The list 'Sort by' shows 'Price'": 'assert value of the "Sort by" list contains "Price"',
    "'Express' is selected": 'assert the "Express" option is selected',
    "Open the front page.": 'open "front page"',
    "Make sure that 'x' isn't displayed": 'assert not text "x"',
    "Assert that '£69.00' is displayed next to 'Lamp'": 'assert text "£69.00" in "Lamp"',
}


def statements(text):
    return tuple(step.model_copy(update={"says": ""}) for step in steps_of(read_text(text)))


@pytest.mark.parametrize("text", STEPS)
def test_a_strict_sentence_is_read_into_statements(text):
    found = read_strict(text) if text[:4] not in ("The ", "'Exp") else read_expected(text)
    assert found.statements == statements(STEPS[text])


@pytest.mark.parametrize(
    "text",
    ["Put the lamp into the basket", "Log in as the customer", "Assert that the basket is empty"],
)
def test_what_is_vague_is_not_strict(text):
    with pytest.raises(NotStrict, match="not a strict form from"):
        read_strict(text)


def test_a_word_without_quotes_is_told():
    found = read_strict("Click on the Add to list button")
    assert found.loose == "Add to list"
    assert found.statements == statements('click the "Add to list" button')


def test_what_is_expected_needs_no_introduction_and_does_nothing():
    assert read_expected("'Thank you' is displayed").statements == statements(
        'assert text "Thank you"'
    )
    with pytest.raises(NotStrict):
        read_expected("Click on 'Thank you'")


def test_what_is_expected_may_only_name_what_is_to_be_seen():
    (step,) = read_expected("the heading 'Log in'").statements
    assert say_step(step) == 'assert the "Log in" heading is visible'


def test_a_label_without_quotes_is_read_with_a_doubt():
    reading = read_by_grammar("The order total is '£164.95'.", "expected")
    assert reading.lines == ('assert value of the "order total" is "£164.95"',)
    assert "'order total' stands in no quotes" in reading.doubt
    assert read_by_grammar("The 'order total' is '£164.95'.", "expected").doubt == ""


def test_what_begins_as_a_check_does_so_in_each_language():
    assert is_assertion("Please verify that the lamp is there")
    assert is_assertion("Stelle sicher, dass die Lampe da ist")
    assert not is_assertion("Check the box")
