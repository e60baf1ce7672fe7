"""Which element stands where a remembered one stood, by likeness alone."""

from dataclasses import replace

from pathfinder.core.scenario import Remembered
from pathfinder.systems.heal.asking import assigned
from pathfinder.systems.heal.similarity import Match, clear_best, fits, matches, page_is_same
from pathfinder.webprocessor.element import Box, Element, Scene

KEYS = ("address.postcode", "address.city", "account.email")
PAY = Remembered(
    tag="button",
    role="button",
    name="Pay now",
    text="Pay now",
    heading="Payment",
    attributes={"id": "pay", "type": "submit"},
    box=(80, 640, 200, 50),
    neighbours=("Security code", "Card number", "Back to delivery", "Total £29.45"),
)


def element(name: str, *, role: str = "button", y: float = 640, **more: object) -> Element:
    tag = {"button": "button", "link": "a"}.get(role, "input")
    made = Element(
        tag,
        role,
        name,
        text=name,
        uid=f"{tag}_{name}",
        actionable=True,
        box=Box(80, y, 200, 50),
        heading="Payment",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def scene(
    *actionable: Element, texts: tuple[str, ...] = ("Security code", "Card number", "Total £29.45")
) -> Scene:
    told = tuple(
        Element("p", "text", text, text=text, uid=f"p_{text}", box=Box(80, 500 + 40 * n, 200, 20))
        for n, text in enumerate(texts)
    )
    return Scene("http://shop.test/payment", "Payment", "Payment", actionable, told)


def best(old: Remembered, seen: Scene, kind: str = "click", value: str = "") -> str | None:
    found = clear_best(matches(kind, old, seen.actionable, seen, value=value, keys=KEYS))
    return found.element.name if found else None


def test_a_button_with_another_id_is_known_by_its_words_and_place() -> None:
    assert (
        best(
            PAY,
            scene(
                element("Pay now", attributes={"id": "b7", "type": "submit"}),
                element("Back to delivery", y=700),
            ),
        )
        == "Pay now"
    )


def test_a_button_with_other_words_is_known_by_its_id_and_place() -> None:
    renamed = element("Settle the bill", attributes={"id": "pay", "type": "submit"})
    assert (
        best(PAY, scene(renamed, element("Back to delivery", role="link", y=700)))
        == "Settle the bill"
    )


def test_what_is_gone_is_not_replaced_by_what_is_left() -> None:
    left = scene(
        element("Back to delivery", role="link", y=700),
        element("Add a gift card", y=400),
        element("Help", role="link", y=20),
    )
    assert best(PAY, left) is None


def test_two_that_are_equally_like_it_are_none() -> None:
    twins = scene(element("Pay now", y=640), element("Pay now", y=641))
    assert best(PAY, twins) is None


def test_a_field_is_known_by_the_value_that_belongs_into_it() -> None:
    old = Remembered(role="textbox", name="Postcode", label="Postcode")
    seen = scene(
        element(
            "ZIP / postal code",
            role="textbox",
            label="ZIP / postal code",
            attributes={"autocomplete": "postal-code"},
        ),
        element("Town", role="textbox", label="Town"),
    )
    assert best(old, seen, "fill", "{{persona.address.postcode}}") == "ZIP / postal code"


def test_a_field_that_is_gone_is_not_replaced_by_another_field() -> None:
    old = Remembered(role="textbox", name="Postcode", label="Postcode")
    seen = scene(
        element("Town", role="textbox", label="Town"),
        element("E-mail", role="textbox", label="E-mail"),
    )
    assert best(old, seen, "fill", "{{persona.address.postcode}}") is None


def test_only_what_the_step_can_be_done_on_is_compared() -> None:
    seen = scene(element("Pay now", role="textbox"), element("Pay now", layer="covered"))
    assert matches("click", PAY, seen.actionable, seen) == []


def test_a_page_is_known_by_what_stood_around_the_element() -> None:
    assert page_is_same(PAY, scene()) is True
    assert page_is_same(PAY, scene(texts=("Gift wrapping", "No wrapping"))) is False
    assert page_is_same(Remembered(role="button", name="Pay"), scene()) is None


def test_what_stands_on_every_page_of_a_checkout_does_not_make_another_page_the_same() -> None:
    summary = ("Back to delivery", "Total £29.45", "A note to go with it", "Payment")
    assert page_is_same(PAY, replace(scene(texts=summary), heading="Gift options")) is False
    assert page_is_same(PAY, replace(scene(texts=summary), heading="Payment")) is True


def test_what_is_only_half_like_it_is_not_taken() -> None:
    def match(score: float, name: str) -> Match:
        return Match(element(name), score, {"words": 1.0})

    assert clear_best([match(0.60, "Pay")]) is None
    assert clear_best([match(0.64, "Pay")]) is not None
    assert clear_best([match(0.70, "Pay"), match(0.66, "Buy")]) is None


def test_an_agents_choice_needs_a_lead_over_the_next_best() -> None:
    assert assigned([[3.0, 2.5]]) == (0, 0.5)
    assert assigned([[3.0, 2.9], [4.0, -4.0]])[0] == 1


def test_what_stood_beside_it_has_not_taken_its_place() -> None:
    seen = scene(element("Back to delivery", attributes={"id": "pay", "type": "submit"}))
    assert matches("click", PAY, seen.actionable, seen) == []


def test_a_step_is_done_on_its_own_kind_of_control_only() -> None:
    field = Remembered(role="textbox", name="City")
    fit = {
        role: fits("fill", field, element("City", role=role))
        for role in ("textbox", "combobox", "button", "link", "checkbox")
    }
    assert fit == {
        "textbox": True,
        "combobox": True,
        "button": False,
        "link": False,
        "checkbox": False,
    }
    assert not fits("fill", field, element("City", role="textbox", enabled=False))
    assert not fits("fill", field, element("City", role="textbox", layer="covered"))
