"""What a tester expects, found on a page by rules: each claim beside its opposite."""

import pytest

from pathfinder.core.action import Kind
from pathfinder.core.task import Site
from pathfinder.language.prose.carry import option_meant, plan
from pathfinder.language.prose.checks import check
from pathfinder.language.prose.claims import read_claims
from pathfinder.language.prose.facts import facts, missing_facts
from pathfinder.language.prose.instructions import read_orders
from pathfinder.language.prose.matching import folded
from pathfinder.language.prose.pressing import (
    control_meant,
    goes_on,
    link_mentioned,
    link_to_read,
    only_goes_there,
    sends,
    spoken_of,
    without_place,
)
from pathfinder.language.prose.sight import Sight
from pathfinder.language.prose.sorting import in_order
from pathfinder.webprocessor.element import Box, Element, Scene
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of

PAGE = """<html><head><title>Your orders | Inn</title></head><body>
<header><nav><a href="/">Home</a><a href="/cart">Cart, 2 items</a></nav></header>
<main><h1>Your orders</h1>
<div role="status">The mug was removed from your list.</div>
<p class="sum"><span>Subtotal (2 items)</span> <b>£28.00</b></p>
<article><h3><a href="/jug">Blue Jug</a></h3><s>£30.00</s><p>£12.50</p><button>Remove</button></article>
<article><h3><a href="/pot">Red Pot</a></h3><p>£20.00</p><button>Remove</button></article>
<article><h3><a href="/tub">Tin Tub</a></h3><p>£31.00</p><button>Remove</button></article>
<table><tr><th>Order</th><th>Status</th></tr><tr><td>1001</td><td>Sent</td></tr><tr><td>1002</td><td>Open</td></tr></table>
<form id="f"><label for="c">City</label><input id="c" name="c" value="Oslo">
<label for="z">Zip</label><input id="z" name="z" value="">
<label for="s">Sort by</label><select id="s"><option>Name</option><option selected>Price</option></select>
<label><input type="checkbox" name="a" checked> Gift wrap</label><button type="submit">Save</button></form>
</main></body></html>"""


@pytest.fixture(scope="module")
def sight():
    snapshot = snapshot_of(PAGE, "http://127.0.0.1/orders?x=1")
    return Sight(make_scene(snapshot), snapshot=snapshot, notes=("print dialog",))


def holds(text, sight):
    findings = [check(claim, sight) for claim in read_claims(text)]
    if any(found is None for found in findings):
        return None
    return all(found.holds for found in findings)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('The page "Your orders" is displayed.', 'The page "Your invoices" is displayed.'),
        ('The heading "Your orders" is shown.', 'The heading "Orders of others" is shown.'),
        ('The text "The mug was removed" is shown.', 'The text "The jug was removed" is shown.'),
        ('"Green Jar" is no longer listed.', '"Blue Jug" is no longer listed.'),
        ('The mug "mug" is not listed.', 'The link "Red Pot" is not shown.'),
        ('The subtotal is "£28.00".', 'The subtotal is "£29.00".'),
        ("The subtotal is £28.00", "The subtotal is £128.00"),
        ('The price of "Blue Jug" is £12.50', 'The price of "Blue Jug" is £20.00'),
        ('The status of the order "1002" is "Open"', 'The status of the order "1001" is "Open"'),
        ('The field "City" contains "Oslo".', 'The field "City" contains "Bergen".'),
        ('The field "Zip" is empty.', 'The field "City" is empty.'),
        ("Blue Jug comes first, Tin Tub comes last", "Red Pot comes first, Tin Tub comes last"),
        ('The list "Sort by" shows "Price".', 'The list "Sort by" shows "Name".'),
        ('The box "Gift wrap" is ticked.', 'The box "Gift wrap" is unticked.'),
        ('The box "Gift wrap" is checked.', 'The box "Gift wrap" is not checked.'),
        ('The button "Save" is shown.', 'The button "Delete" is shown.'),
        (
            "The products are sorted by price, lowest first.",
            "The products are sorted by price from high to low.",
        ),
        (
            "The list is sorted from the cheapest to the dearest.",
            "The list is sorted from the dearest to the cheapest.",
        ),
        ("All products cost less than £40.", "All products cost less than £30."),
        ("Blue Jug is first now, Tin Tub last", "Red Pot is first now, Tin Tub last"),
        ('The first product is "Blue Jug".', 'The last product is "Blue Jug".'),
        ("3 products are listed.", "4 products are listed."),
        ("At least 3 products are listed.", "At least 4 products are listed."),
        ("At most 3 products are listed.", "At most 2 products are listed."),
        ("All products are under £40.", "All products are under £30."),
        ("All products cost at most £31.00.", "All products cost at most £30.99."),
        ("All products cost at least £12.50.", "All products cost at least £12.51."),
        (
            "All products cost between £12.50 and £31.00.",
            "All products cost between £12.51 and £31.00.",
        ),
        (
            "The products are not sorted by price, highest first.",
            "The products are not sorted by price, lowest first.",
        ),
        (
            "The order is now: Blue Jug, Red Pot and finally Tin Tub",
            "The order is now: Red Pot, Blue Jug and finally Tin Tub",
        ),
        (
            "They come in this order:\n- first Blue Jug at £12.50\n- then Tin Tub",
            "They come in this order:\n- Tin Tub\n- Blue Jug at £12.50",
        ),
        (
            "As the order is over £99, the price of Blue Jug is £12.50.",
            "As the order is over £99, the price of Blue Jug is £20.00.",
        ),
        (
            'The field "City" contains "Oslo", whereas the field "Zip" is empty.',
            'The field "City" contains "Oslo", whereas the box "Gift wrap" is unticked.',
        ),
        ("3 rooms are listed.", "4 rooms are listed."),
        ('The first room is "Blue Jug".', 'The first room is "Red Pot".'),
        ("The cart shows 2 items.", "2 rooms are listed."),
        ("The URL of the page contains '/orders'.", "The URL of the page contains '/invoices'."),
        ("The print dialog opens.", "A new tab opens."),
        ("No error message is displayed.", 'The error message "Enter a city" is shown.'),
        ("It contains:\n- Home\n- Subtotal", 'It contains:\n- "Home"\n- "Profile"'),
    ],
)
def test_a_claim_is_found_and_its_opposite_is_not(sight, true, false):
    assert holds(true, sight) is True
    assert holds(false, sight) is False


def test_what_rules_can_not_tell_is_left_to_a_model(sight):
    assert holds("The user feels welcome", sight) is None
    assert holds("The cart shows 3 items", sight) is None
    assert holds("The page shows 3 stars", sight) is None


def card(name, x, y):
    return Element("h3", "heading", name, text=name, box=Box(x, y, 100, 20)), Element(
        "p", "text", "£1.00", text="£1.00", context=name, box=Box(x, y + 30, 100, 20)
    )


def laid_out(columns):
    cards = [card(f"Thing {n}", 120 * (n % columns), 80 * (n // columns)) for n in range(6)]
    return Sight(
        Scene(
            "http://x/",
            "x",
            "x",
            (),
            tuple(part for each in cards for part in each),
            viewport=(800, 600),
        )
    )


def test_grids_and_lists_are_told_by_where_things_stand():
    assert holds("The products are shown in a grid of 3 columns", laid_out(3)) is True
    assert holds("The products are shown in a grid", laid_out(1)) is False
    assert holds("The products are shown as a list", laid_out(1)) is True
    assert holds("There are 2 products per row", laid_out(3)) is False
    assert holds('"Thing 1" is to the right of "Thing 0"', laid_out(3)) is True
    assert holds('"Thing 1" is below "Thing 0"', laid_out(3)) is False


SITE = Site("inn", "http://127.0.0.1/", ("127.0.0.1",))


@pytest.mark.parametrize(
    ("action", "kind", "name"),
    [
        ('Click "Remove" of "Red Pot"', Kind.CLICK, "Remove"),
        ('Open "Red Pot"', Kind.CLICK, "Red Pot"),
        ('Click on the "Cart" icon', Kind.CLICK, "Cart, 2 items"),
        ('Enter "1" in the field "Zip"', Kind.TYPE, "Zip"),
        ('Sort by "Name"', Kind.SELECT, "Sort by"),
        ('Untick the box "Gift wrap"', Kind.UNCHECK, "Gift wrap"),
    ],
)
def test_an_order_finds_its_element(sight, action, kind, name):
    (order,) = read_orders(action)
    found = plan(order, sight.scene, SITE)
    assert found.ok, found.reason
    assert found.actions[0].kind is kind
    element = sight.scene.find(found.actions[0].uid)
    assert element.name == name
    assert element.context in ("", "Red Pot")


def test_a_quoted_name_that_is_not_there_is_not_guessed(sight):
    (order,) = read_orders('Click the button "Delete all"')
    found = plan(order, sight.scene, SITE)
    assert not found.ok
    assert found.sure
    assert "Delete all" in found.reason


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("You are told that a Blue Jug may be had for £12.50", ""),
        ("You are told that a Blue Jug may be had for £12.90", "£12.90"),
        ("You are told that a Green Jar may be had", "Green Jar"),
        ("As it is over £20.00, somebody may have it for £12.50", ""),
        ("Somebody has got order 1001", ""),
        ("Somebody has got order 1003", "1003"),
        ("There is no Green Jar any more", ""),
        ('There is a link "Red Pot" where "Green Jar" used to be', ""),
        ('"Green Jar" has made way for Red Pot', ""),
    ],
)
def test_what_a_claim_names_has_to_be_on_the_page(sight, claim, missing):
    (read,) = read_claims(claim)
    found = missing_facts(read, sight)
    assert (repr(missing) in found.reason) if missing else found is None


@pytest.mark.parametrize(
    ("names", "order"),
    [("Blue Jug|Red Pot|Tin Tub", True), ("Red Pot|Blue Jug", False), ("Red Pot|Jar", False)],
)
def test_a_numbered_list_is_a_claim_on_the_order(sight, names, order):
    numbered = "\n".join(f"{number}. {name}" for number, name in enumerate(names.split("|"), 1))
    found = check(read_claims(f"They are listed as follows:\n{numbered}")[0], sight)
    assert (found and found.holds) is order


def test_a_word_that_only_begins_a_sentence_is_no_name():
    (read,) = read_claims("Customers see the Blue Jug and the jars")
    assert list(facts(read)) == ["Blue Jug"]


@pytest.mark.parametrize(
    ("text", "name", "context"),
    [
        ("Save it", "Save", ""),
        ("save the city", "Save", ""),
        ("take a look at your cart", "Cart, 2 items", ""),
        ("remove the Red Pot", "Remove", "Red Pot"),
        ("remove one of them", "", ""),
        ("pay", "", ""),
    ],
)
def test_a_control_is_meant_whose_name_the_instruction_says(sight, text, name, context):
    control = control_meant(text, sight.scene)
    assert ((control.name, control.context) if control else ("", "")) == (
        name,
        context or (control.context if control else ""),
    )


def test_only_a_button_called_after_what_is_done_does_it(sight):
    assert control_meant("remove the Red Pot", sight.scene, doing=True).context == "Red Pot"
    assert (
        control_meant("remove the pot from the list", sight.scene, doing=True).context == "Red Pot"
    )
    assert control_meant("remove the kettle from the list", sight.scene, doing=True) is None
    assert control_meant("look for the Red Pot", sight.scene, doing=True) is None
    assert (
        control_meant(without_place("open the jug from the list"), sight.scene).name == "Blue Jug"
    )
    assert link_mentioned("look for the Red Pot, not the Blue Jug", sight.scene).name == "Red Pot"


def test_what_an_instruction_is_about_is_told_by_its_verb(sight):
    red = link_mentioned("have a look at the Red Pot", sight.scene)
    assert only_goes_there("have a look at the Red Pot", red)
    assert not only_goes_there("remove the Red Pot", red)
    assert [sends(text) for text in ("confirm", "submit it again", "save the city")] == [
        True,
        True,
        False,
    ]
    assert [goes_on(text) for text in ("proceed as a guest", "add a pot")] == [True, False]
    assert [spoken_of(text) for text in ("open its page", "open the Red Pot")] == [True, False]


def test_only_what_is_closed_is_folded():
    page = (
        "<details><summary>More</summary></details><details "
        "open><summary>Less</summary><p>Other words</p></details>"
    )
    menu = "<button aria-expanded=false>Menu</button><button aria-expanded=true>Opened</button>"
    scene = make_scene(
        snapshot_of(f"<html><body><main>{page}{menu}</main></body></html>", "http://127.0.0.1/")
    )
    assert [element.name for element in folded(scene)] == ["More", "Menu"]


@pytest.mark.parametrize(
    ("wanted", "option"),
    [
        ("price, lowest first", "Price: low to high"),
        ("highest price first", "Price: high to low"),
        ("price from the cheapest to the dearest", "Price: low to high"),
        ("name from A to Z", "Name: A to Z"),
        ("newest first", "Newest"),
        ("highest first", "Price: high to low"),
        ("a new customer", ""),
        ("price", ""),
        ("weight, lowest first", ""),
    ],
)
def test_a_way_to_sort_is_the_option_that_sorts_so(wanted, option):
    assert (
        option_meant(
            wanted,
            ["Featured", "Price: low to high", "Price: high to low", "Name: A to Z", "Newest"],
        )
        == option
    )


def test_a_title_that_is_cut_off_stands_for_the_whole_one():
    cards = "".join(
        f"<article><h3><a href=/{name[0]}>{name}</a></h3><p>£1.00</p></article>"
        for name in ("Tin Tub", "A Field Guide to...")
    )
    snapshot = snapshot_of(f"<main><h1>Books</h1>{cards}</main>", "http://127.0.0.1/")
    books = Sight(make_scene(snapshot), snapshot=snapshot)
    assert holds("They come in this order:\n- Tin Tub\n- A Field Guide to Clouds", books)


def test_an_order_of_a_shop_is_no_order_of_a_list(sight):
    assert holds(
        "The contents of the order are listed: one Red Pot for £20.00, one Blue Jug for £12.50",
        sight,
    )


def test_what_a_control_does_elsewhere_is_not_what_is_asked():
    cards = (
        "<article><h3><a href=/tub>Tin Tub</a></h3><button>Add Tin Tub to wish "
        "list</button></article>"
    )
    page = (
        "<header><nav><a href=/wishes>Wish "
        f"list</a></nav></header><main><h1>Tubs</h1>{cards}</main>"
    )
    scene = make_scene(snapshot_of(page, "http://127.0.0.1/"))
    assert control_meant("add a tub to the basket", scene, doing=True) is None
    assert (
        control_meant("add a tub to the wish list", scene, doing=True).name
        == "Add Tin Tub to wish list"
    )
    assert (
        control_meant("click on the heart of the Tin Tub once more", scene).name
        == "Add Tin Tub to wish list"
    )


def test_a_number_may_be_a_name():
    scene = make_scene(
        snapshot_of(
            "<main><h1>Tubs</h1><a href=/1>1</a> <a href=/2 aria-label='Page 2'>2</a></main>",
            "http://127.0.0.1/",
        )
    )
    assert control_meant(without_place("click on the 2 in the page links"), scene).name == "Page 2"


def test_a_page_that_is_to_be_read_is_gone_to_unless_it_is_this_one(sight):
    assert link_to_read('Read "Cart, 2 items", from the top', sight.scene).href.endswith("/cart")
    assert link_to_read('Read "Subtotal (2 items)"', sight.scene) is None


@pytest.mark.parametrize(
    "claim", ['The list is sorted by "Recommended"', "The list is sorted by date of entry"]
)
def test_a_list_that_is_sorted_by_something_else_is_not_judged_by_its_prices(sight, claim):
    assert in_order(read_claims(claim)[0], sight) is None


def test_a_word_that_begins_what_a_message_asks_is_no_name():
    (claim,) = read_claims("There is a problem Enter the first line of your address in Leeds")
    assert list(facts(claim)) == ["Leeds"]


def test_what_an_error_says_of_a_field_is_not_what_it_holds(sight):
    assert holds('An error at the zip: "Subtotal (2 items)"', sight)


def test_what_is_free_has_no_price():
    lines = "<p>Standard delivery, free</p><p>Express delivery £7.95</p><p>Collect £0.00</p>"
    snapshot = snapshot_of(f"<main><h1>Delivery</h1>{lines}</main>", "http://127.0.0.1/")
    delivery = Sight(make_scene(snapshot), snapshot=snapshot)
    assert holds("Standard delivery is free", delivery)
    assert not holds("Standard delivery is free, and so is express delivery", delivery)
    assert not holds("Express delivery is now free of charge", delivery)
    promise = snapshot_of(
        "<main><h1>Shop</h1><p>Free standard delivery on orders over £75</p></main>",
        "http://127.0.0.1/",
    )
    assert (
        check(
            read_claims("Standard delivery is free")[0],
            Sight(make_scene(promise), snapshot=promise),
        )
        is None
    )


def test_a_basket_that_is_empty_is_no_field(sight):
    assert holds("Your cart is empty", sight) is None
