"""What is strict is read as it is meant; what is not says from where on it isn't."""

import pytest

from pathfinder.core.action import Kind
from pathfinder.language.strict.forms import Assertion, Command
from pathfinder.language.strict.read import NotStrict, read_condition, read_sentence

COMMANDS = {
    "Open the website 'http://localhost/shop'": "navigate 'http://localhost/shop'",
    "Open '/contact'": "navigate '/contact'",
    "Open 'Contact us'": "click 'Contact us'",
    "Click on 'Agree & Start'": "click 'Agree & Start'",
    "Click the 'Add' button": "click button 'Add'",
    "Click on the 2nd 'Add'": "click 2. 'Add'",
    "Click on 'Remove' next to 'Oak lamp'": "click 'Remove' of 'Oak lamp'",
    "Double-click 'X'": "double click 'X'",
    "Type in 'toto' in the field 'User name'": "type field 'User name' 'toto'",
    "Type in 'TRUC' in the input 'snippet'": "type field 'snippet' 'TRUC'",
    "Fill in the field 'email' with {{persona.account.email}}": "type field 'email' "
    "'{{persona.account.email}}'",
    "Press 'enter'": "press 'enter'",
    "Press the Enter key in the field 'Search'": "press field 'Search' 'Enter'",
    "Press the button 'Add'": "click button 'Add'",
    "Tick the checkbox 'I agree'": "check checkbox 'I agree'",
    "Uncheck 'I agree'": "uncheck 'I agree'",
    "Select 'Blue' in the list 'Colour'": "select list 'Colour' 'Blue'",
    "Choose 'Express'": "select 'Express'",
    "Hover over 'Menu'": "hover 'Menu'",
    "Scroll to the bottom of the page": "scroll 'bottom'",
    "Go back to the previous page": "back",
    "Return to the page before": "back",
    "Go to the previous page": "back",
    "Wait for 2 seconds": "wait '2'",
    "Wait until 'Done' is displayed": "wait 'Done' is displayed",
    "Accept the dialog": "answer dialog 'accept'",
    "Click Add to list": "click 'Add to list'",
}
CONDITIONS = {
    "Assert that the 'Account created' is displayed on this page": "'Account created' is displayed",
    "Assert that 'A' OR 'B' is displayed on this page.": "('A' is displayed) or ('B' is displayed)",
    "Assert that 'Bleu d'Auvergne' is not displayed": 'not ("Bleu d\'Auvergne" is displayed)',
    "Assert that '241.99' and 'Ex Tax: 199.99' are displayed in the page": "('241.99' is displayed) and ('Ex Tax: 199.99' is displayed)",
    "Assert that the page has links": "the page has at least 1 link(s)",
    "Assert that the page has links with the term 'ARTEMIS'": "link 'ARTEMIS' is displayed",
    "Assert that there is at least one 'Cours' on this page": "'Cours' is displayed",
    "Assert that 'x' is present exactly 3 times": "'x' is displayed exactly 3 times",
    "Assert that 'x' appears at most twice": "'x' is displayed at most 2 times",
    "Assert that the title of the page contains 'Shop'": "the title contains 'Shop'",
    "Assert that the URL does not contain '/x'": "not (the url contains '/x')",
    "Assert that the field 'Email' is empty": "field 'Email' is empty",
    "Assert that the value of the field 'Email' is 'y'": "field 'Email' is 'y'",
    "Assert that the checkbox 'I agree' is not checked": "checkbox 'I agree' is not checked",
    "Assert that the button 'Pay' is disabled": "button 'Pay' is not enabled",
    "Assert that 'Blue' is selected in the list 'Colour'": "'Blue' is selected in 'Colour'",
    "Assert that the list 'Colour' contains the option 'Blue'": "'Blue' is an option of list "
    "'Colour'",
    "Assert that ('A' is displayed OR 'B' is displayed) AND 'C' is not displayed": (
        "(('A' is displayed) or ('B' is displayed)) and (not ('C' is displayed))"
    ),
    "Make sure that 'x' isn't displayed": "not ('x' is displayed)",
    "Assert that '£69.00' is displayed next to 'Lamp'": "'£69.00' of 'Lamp' is displayed",
}


@pytest.mark.parametrize("text", COMMANDS)
def test_a_strict_step_is_read(text):
    form = read_sentence(text)
    assert isinstance(form, Command)
    assert str(form) == COMMANDS[text]


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_strict_assertion_is_read(text):
    form = read_sentence(text)
    assert isinstance(form, Assertion)
    assert str(form) == CONDITIONS[text]


@pytest.mark.parametrize(
    "text",
    ["Put the lamp into the basket", "Log in as the customer", "Assert that the basket is empty"],
)
def test_what_is_vague_is_not_strict(text):
    with pytest.raises(NotStrict, match="not a strict form from"):
        read_sentence(text)


def test_words_without_quotes_are_marked_as_such():
    form = read_sentence("Click on the Add to list button")
    assert isinstance(form, Command)
    assert form.kind is Kind.CLICK
    assert form.target
    assert form.target.loose
    assert form.target.noun == "button"


def test_a_condition_needs_no_introduction():
    assert str(read_condition("'Thank you' is displayed")) == "'Thank you' is displayed"
