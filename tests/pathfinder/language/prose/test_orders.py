"""What a tester's action asks for, read by rules."""

import pytest

from pathfinder.core.action import Kind
from pathfinder.language.prose.instructions import read_orders, same_again


def told(text):
    return [
        (order.kind, order.target.words if order.target else "", order.value)
        for order in read_orders(text)
    ]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ('Click on "Save"', [(Kind.CLICK, "Save", "")]),
        ("Clik on the “Save” button.", [(Kind.CLICK, "Save", "")]),
        ("Open the page '/orders'", [(Kind.NAVIGATE, "", "/orders")]),
        ("Go to the site http://127.0.0.1/", [(Kind.NAVIGATE, "", "http://127.0.0.1/")]),
        ("Open the front page", [(Kind.NAVIGATE, "", "/")]),
        (
            'Enter "Ann" in the field "Name" and click the button "Save"',
            [(Kind.TYPE, "Name", "Ann"), (Kind.CLICK, "Save", "")],
        ),
        (
            'Enter "Ann" in the field "First name", "Lee" in the field "Last name" and "x@y.z" in '
            'the field "Email"',
            [
                (Kind.TYPE, "First name", "Ann"),
                (Kind.TYPE, "Last name", "Lee"),
                (Kind.TYPE, "Email", "x@y.z"),
            ],
        ),
        ("Fill in the title field with: The inn", [(Kind.TYPE, "title", "The inn")]),
        ('Change the quantity of "Mug" to 3', [(Kind.TYPE, "quantity", "3")]),
        ('Select "Oslo" from the "City" list', [(Kind.SELECT, "City", "Oslo")]),
        ('Choose the option "Red"', [(Kind.SELECT, "", "Red")]),
        ('Tick the box "I agree"', [(Kind.CHECK, "I agree", "")]),
        ('Check that "Red" is there', [(None, "", "")]),
        ("Scroll to the bottom of the page", [(Kind.SCROLL, "", "bottom")]),
        ("Go back", [(Kind.BACK, "", "")]),
        ("Switch to the second tab", [(Kind.SWITCH_TAB, "", "1")]),
        ('Go to the "Wiki" tab', [(Kind.CLICK, "Wiki", "")]),
        ("Dismiss the dialog", [(Kind.ANSWER_DIALOG, "", "dismiss")]),
        ('Enter "Kim" in the prompt and confirm', [(Kind.ANSWER_DIALOG, "", "accept: Kim")]),
        ('Enter "Kim" in the prompt and press "OK"', [(Kind.ANSWER_DIALOG, "", "accept: Kim")]),
        ("Press Enter", [(Kind.PRESS, "", "Enter")]),
        ("Look at the list.", [(None, "", "")]),
        (
            "Fill in the form:\n- Name: Ann\n- City: Oslo\n- Click on Save",
            [(Kind.TYPE, "Name", "Ann"), (Kind.TYPE, "City", "Oslo"), (Kind.CLICK, "Save", "")],
        ),
        ("Enter kettle in the search field", [(None, "", "")]),
        (
            "Search again, this time for: kettle",
            [(Kind.TYPE, "", "kettle"), (Kind.PRESS, "", "Enter")],
        ),
        (
            "Click on Tables, then on Oak Table",
            [(Kind.CLICK, "Tables", ""), (Kind.CLICK, "Oak Table", "")],
        ),
        (
            "From the home page of the shop, search for the kettle",
            [(Kind.TYPE, "", "kettle"), (Kind.PRESS, "", "Enter")],
        ),
        (
            "key in X7 as the code and confirm with 'Add'",
            [(Kind.TYPE, "code", "X7"), (Kind.CLICK, "Add", "")],
        ),
        ("Without logging in, click on Save", [(None, "", ""), (Kind.CLICK, "Save", "")]),
        ("Fill in the form:\n- Mail: x@y.z\n- First name Ann, last name Lee", [(None, "", "")]),
        (
            "Fill in the form:\n- Town: York, postcode YO1\n- Land: Eire",
            [(None, "", ""), (Kind.TYPE, "Land", "Eire")],
        ),
        ("Edit the Tin Tub: price 57.50, 6 in stock", [(None, "", "")]),
        (
            "Have the list sorted by price, beginning with the lowest",
            [(Kind.SELECT, "", "price, lowest first")],
        ),
        (
            "Change the sorting to the highest price first",
            [(Kind.SELECT, "", "highest price first")],
        ),
        (
            "Sign in at /admin (a@b.c, Secret-7) and switch to Orders",
            [
                (Kind.NAVIGATE, "", "/admin"),
                (None, "a@b.c", "Secret-7"),
                (Kind.CLICK, "Orders", ""),
            ],
        ),
        ("Log in with a@b.c / Secret-7", [(None, "a@b.c", "Secret-7")]),
        (
            'Choose Log in, then "Join". Register Ann Lee, a@b.c, but mistype the city as Ossl',
            [(Kind.SELECT, "", "Log in"), (Kind.CLICK, "Join", ""), (None, "", "")],
        ),
        (
            "Click the hearts of the Tin Tub and of the Jug in the list",
            [(Kind.CLICK, "heart", ""), (Kind.CLICK, "heart of the Jug", "")],
        ),
        ("Stock > New item", [(None, "", ""), (None, "", "")]),
        ("Press the button once more", [(Kind.CLICK, "", "")]),
        (
            "Click on the heart of the Jug and after that on the heart of the Pot",
            [(Kind.CLICK, "heart of the Jug", ""), (Kind.CLICK, "heart of the Pot", "")],
        ),
        (
            "Now sort the other way round, lowest price first",
            [(Kind.SELECT, "", "lowest price first")],
        ),
        (
            "Go to the cart. As a guest, enter X7 in the code field",
            [(Kind.CLICK, "cart", ""), (None, "", ""), (None, "", "")],
        ),
        (
            'Enter "{{persona.account.email}}" in the field "Email"',
            [(Kind.TYPE, "Email", "{{persona.account.email}}")],
        ),
    ],
)
def test_an_action_is_read(text, orders):
    assert told(text) == orders


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "Do the same for one Tin Tub, then go back",
            "Open the Tin Tub and put one in the cart, then go back",
        ),
        ("Repeat this with the Tin Tub", "Open the Tin Tub and put one in the cart"),
        ("Open the Tin Tub", "Open the Tin Tub"),
    ],
)
def test_the_same_for_another_thing_is_told_whole(text, whole):
    assert same_again(text, "Open the Blue Jug and put one in the cart.") == whole


def test_the_same_is_left_alone_where_several_things_are_named():
    assert (
        same_again("Do the same for the Tin Tub", "Put the Blue Jug and the Red Pot in the cart")
        == "Do the same for the Tin Tub"
    )


def test_a_target_says_which_of_many():
    (order,) = read_orders('Click the second "Remove" button in the row of "Mug" in the footer')
    assert (order.target.words, order.target.ordinal, order.target.around, order.target.region) == (
        "Remove",
        2,
        "Mug",
        "contentinfo",
    )


def test_a_place_said_first_goes_with_what_follows():
    (order,) = read_orders("In the header, click on “Profile”.")
    assert (order.kind, order.target.words, order.target.region) == (
        Kind.CLICK,
        "Profile",
        "banner",
    )


def test_who_logs_in_is_read_and_left_to_the_page():
    (order,) = read_orders("Log in with account ann@x.y / s3cret")
    assert order.free
    assert (order.target.words, order.value) == ("ann@x.y", "s3cret")


def test_what_no_rule_reads_is_said_to_be_free():
    (order,) = read_orders("Add a comment of your own")
    assert order.free


def test_a_list_of_fields_without_colons_is_one_instruction_and_what_sends_them_comes_after():
    orders = read_orders(
        "Fill in the form as follows and continue to payment:\n- name Ann Lee\n- town Oslo"
    )
    assert [order.text for order in orders] == [
        "fill in name Ann Lee, town Oslo",
        "continue to payment",
    ]
    assert all(order.free for order in orders)


def test_a_value_is_not_taken_for_a_verb():
    (order,) = read_orders("Now log in properly, with ann@example.com and Correct-Horse-7.")
    assert (order.target.words, order.value) == ("ann@example.com", "Correct-Horse-7")


def test_values_after_the_first_stay_with_their_instruction():
    orders = read_orders(
        "Enter ann@example.com as the email address, then Ann, Lee and Oslo. Continue."
    )
    assert [order.text for order in orders] == [
        "Enter ann@example.com as the email address, Ann, Lee and Oslo",
        "Continue",
    ]


@pytest.mark.parametrize(
    ("text", "words", "around"),
    [
        ("Click on Remove under the Blue Jug", "Remove", "Blue Jug"),
        (
            'Click Kitchen in the box "Show results for" on the left of the page',
            "Kitchen",
            "Show results for",
        ),
        ("Click on the picture of the Blue Jug", "Blue Jug", ""),
    ],
)
def test_where_a_thing_stands_is_no_part_of_its_name(text, words, around):
    (order,) = read_orders(text)
    assert (order.target.words, order.target.around) == (words, around)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "add the Blue Jug to the basket, then Red Pot",
            ["add the Blue Jug to the basket", "add Red Pot to the basket"],
        ),
        (
            "Add one Blue Jug and one Red Pot to the basket",
            ["Add one Blue Jug to the basket", "Add one Red Pot to the basket"],
        ),
        (
            'Fill in email a@b.org, town Oslo - then "Save"',
            ["Fill in email a@b.org, town Oslo", 'click "Save"'],
        ),
        (
            "In the filters select the price range £25 to £50 and apply it",
            ["select the price range £25 to £50 In the filters", "apply it"],
        ),
    ],
)
def test_what_is_said_once_is_meant_for_each(text, orders):
    assert [order.text for order in read_orders(text)] == orders
