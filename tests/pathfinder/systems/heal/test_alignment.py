"""What is known of a changed page by the controls that it still has."""

from pathfinder.core.scenario import Control, Remembered
from pathfinder.systems.heal.alignment import Alignment, align
from pathfinder.systems.heal.asking import assigned
from pathfinder.systems.heal.similarity import clear_best, matches
from pathfinder.webprocessor.element import Box, Element, Scene

NECESSARY = Remembered(
    role="button",
    name="Only necessary",
    box=(10, 800, 100, 40),
    beside=(
        Control(role="link", name="Lamps", contract='a[href$="/lamps"]', box=(10, 10, 80, 20)),
        Control(role="link", name="Rugs", contract='a[href$="/rugs"]', box=(100, 10, 80, 20)),
        Control(role="button", name="Accept all", box=(120, 800, 100, 40)),
        Control(role="button", name="Help", box=(900, 10, 100, 40)),
    ),
)


def control(name: str, href: str = "", *, x: float = 10, y: float = 10) -> Element:
    tag, role = ("a", "link") if href else ("button", "button")
    at = Box(x, y, 80, 20)
    return Element(
        tag,
        role,
        name,
        text=name,
        uid=f"{tag}_{name}",
        actionable=True,
        href=href and f"http://shop.test{href}",
        box=at,
    )


def aligned(*controls: Element, old: Remembered = NECESSARY) -> tuple[Alignment, Scene]:
    scene = Scene("http://shop.test/", "", "", controls, ())
    return align(old, controls, scene), scene


def test_controls_that_lead_where_others_led_or_are_named_so_are_those_others() -> None:
    known, _ = aligned(
        control("Light", "/lamps"), control("Help"), control("Reject what is optional")
    )
    assert known.others == {"a_Light", "button_Help"}
    assert [one.name for one in known.gone] == ["Accept all", "Rugs"]


def test_a_page_with_other_words_or_another_order_says_how_much_of_it_has_stayed() -> None:
    same, _ = aligned(control("Lamps", "/lamps"), control("Rugs", "/rugs", x=100))
    reworded, _ = aligned(control("Light", "/lamps"), control("Floor", "/rugs", x=100))
    moved, _ = aligned(control("Lamps", "/lamps", y=2000), control("Rugs", "/rugs", y=2000))
    assert (same.words, same.position) == (1.0, 1.0)
    assert reworded.words < 0.8
    assert reworded.position == 1.0
    assert moved.words == 1.0
    assert moved.position < 0.6


def test_what_bears_the_same_contract_and_name_as_the_one_looked_for_is_not_ruled_out() -> None:
    twins = Remembered(
        role="button", name="Remove", beside=(Control(role="button", name="Remove"),)
    )
    known, _ = aligned(control("Remove"), old=twins)
    assert known.others == frozenset()


def test_nothing_remembered_rules_nothing_out() -> None:
    known, _ = aligned(
        control("Lamps", "/lamps"), old=Remembered(role="button", name="Only necessary")
    )
    assert known == Alignment()


def test_of_two_with_other_words_the_place_alone_does_not_decide() -> None:
    old = Remembered(
        role="button", name="Only necessary", attributes={"type": "button"}, box=(10, 800, 80, 20)
    )
    here, there = (
        control("Allow everything", x=10, y=800),
        control("Reject what is optional", x=120, y=800),
    )
    scene = Scene("http://shop.test/", "", "", (here, there), ())
    assert clear_best(matches("click", old, scene.actionable, scene)) is None


def test_each_old_control_became_another_one_and_the_sum_decides() -> None:
    # "Only necessary", "Accept all" and "Decrease quantity", held against "One fewer", "Allow
    # everything" and "Reject what is optional".
    sure = [[0.90, 0.34, 1.04], [0.46, 1.59, 0.88], [1.13, -0.19, 0.42]]
    first, lead = assigned(sure)
    assert first == 2
    assert round(lead, 2) == round((1.04 + 1.59 + 1.13) - (0.90 + 1.59 + 0.42), 2)
    assert assigned([[0.25, 0.75]]) == (1, 0.5)
    assert assigned([[0.2]])[0] == 0
