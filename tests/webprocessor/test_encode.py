"""The paper's encoding, within its limits."""

from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.encode import Limits, encode, encode_element

LINK = Element(
    "a",
    "link",
    "Oak lamp",
    uid="a_oak-lamp_1",
    attributes={"href": "/products/lamps/oak-lamp-of-a-kind", "title": "x"},
    actionable=True,
)
COUNTRY = Element(
    "select",
    "combobox",
    "Country",
    uid="select_country_1",
    options=("Choose", "Norway", "Sweden"),
    required=True,
    actionable=True,
)


def scene(actions: int = 3, texts: int = 3) -> Scene:
    buttons = [
        Element("button", "button", f"Button {n}", uid=f"button_button_{n}", actionable=True)
        for n in range(actions)
    ]
    lines = [
        Element("p", "text", f"Line {n}", text=f"Line {n}", uid=f"p_line_{n}") for n in range(texts)
    ]
    title = Element("h1", "heading", "Lamps", text="Lamps", uid="h1_lamps_1")
    basket = Element("a", "link", "Shopping basket", uid="a_basket_1", actionable=True)
    return Scene(
        "http://shop/",
        "Shop",
        "Lamps",
        (*buttons, basket),
        (title, *lines),
        errors=("Out of stock",),
    )


def test_an_element_is_told_with_the_attributes_of_its_tag() -> None:
    assert (
        encode_element(LINK, Limits()) == 'a_oak-lamp_1 <a href="/products/lamps/oak…">Oak lamp</a>'
    )
    field = Element(
        "input",
        "textbox",
        "City",
        uid="input_city_1",
        attributes={"type": "text", "placeholder": "Town"},
        value="Oslo",
        context="Home",
    )
    assert (
        encode_element(field, Limits())
        == 'input_city_1 <input type="text" placeholder="Town" value="Oslo">City</input> (Home)'
    )


def test_children_and_length_are_limited() -> None:
    assert (
        encode_element(COUNTRY, Limits())
        == "select_country_1 <select>Country [Choose, Norway, … 1 more]</select> (required)"
    )
    assert len(encode_element(COUNTRY, Limits(element=30))) == 30


def test_all_is_shown_where_it_fits() -> None:
    encoded = encode(scene())
    assert encoded.cut == ()
    assert "Error shown: Out of stock" in encoded.text
    assert all(uid in encoded.text for uid in encoded.shown)
    assert len(encoded.shown) == 8


def test_texts_are_cut_first_and_it_is_said() -> None:
    encoded = encode(scene(actions=5, texts=60), limits=Limits(prompt=900))
    assert len(encoded.text) <= 900
    assert encoded.cut
    assert all(uid.startswith("p_line") for uid in encoded.cut)
    assert (
        f"(left out for length: 0 elements that can be acted on, {len(encoded.cut)} texts)"
        in encoded.text
    )
    assert "h1_lamps_1" in encoded.shown


def test_then_actions_far_from_the_goal() -> None:
    encoded = encode(
        scene(actions=60, texts=60), limits=Limits(prompt=900), goal="look into the shopping basket"
    )
    assert len(encoded.text) <= 900
    assert "a_basket_1" in encoded.shown
    assert not any(uid.startswith("p_line") for uid in encoded.shown)
