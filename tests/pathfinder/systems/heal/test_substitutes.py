"""What may never stand in for what a step can't find, however like it is."""

from types import SimpleNamespace

from pathfinder.core.scenario import Locator, Remembered, Scenario, Step, StepKind, Target
from pathfinder.core.task import Persona
from pathfinder.engine.playback.turn import Turn
from pathfinder.systems.heal.substitutes import Substitutes
from pathfinder.webprocessor.element import Element, Scene

ANN = Persona(
    "ann",
    {"account.email": "ann@shop.test", "account.password": "correct-horse-9"},
    frozenset({"account.password"}),
)


def element(name: str, role: str = "textbox", **more: object) -> Element:
    tag = {"button": "button"}.get(role, "input")
    return Element(
        tag,
        role,
        name,
        text=name if role == "button" else "",
        uid=f"{tag}_{name}",
        actionable=True,
        **more,
    )  # type: ignore[arg-type]


def turn(kind: StepKind, name: str, value: str = "", place: str = "0") -> Turn:
    role = "button" if kind == "click" else "textbox"
    target = Target(
        locators=(Locator(by="role", value=role, name=name),),
        element=Remembered(role=role, name=name, text=name),
    )
    return Turn(1, place, Step(kind=kind, target=target, value=value))


def names(substitutes: Substitutes, step: Turn, *elements: Element) -> list[str]:
    """What may stand in for the step's element."""
    scene = Scene("http://shop.test/", "Shop", "Shop", elements, ())
    assert step.step.target
    assert step.step.target.element
    player = SimpleNamespace(scenario=Scenario(name="s", steps=(step.step,)))
    return [
        match.element.name
        for match in substitutes.ranked(player, step, step.step.target.element, scene)
    ]  # type: ignore[arg-type]


def test_a_secret_is_typed_only_where_it_is_asked_for() -> None:
    fill = turn("fill", "Passphrase", "{{persona.account.password}}")
    note, password = element("Passages"), element("Password", attributes={"type": "password"})
    assert names(Substitutes(ANN, {}), fill, note, password) == ["Password"]
    assert "Passages" in names(
        Substitutes(ANN, {}), turn("fill", "Passphrase", "plain"), note, password
    )


def test_what_cannot_be_undone_stands_in_only_for_its_like() -> None:
    save, delete = element("Save all", "button"), element("Delete all", "button")
    assert names(Substitutes(ANN, {}), turn("click", "Select all"), save, delete) == ["Save all"]
    assert "Delete all" in names(
        Substitutes(ANN, {}), turn("click", "Delete everything"), save, delete
    )


def test_two_steps_never_get_one_field() -> None:
    substitutes, town = Substitutes(ANN, {}), element("Town")
    scene = Scene("http://shop.test/", "Shop", "Shop", (town,), ())
    first, second = turn("fill", "City", "Oslo", "1"), turn("fill", "County", "Akershus", "2")
    assert names(substitutes, first, town) == ["Town"]
    substitutes.give(first, scene, SimpleNamespace(element=town))  # type: ignore[arg-type]
    assert names(substitutes, first, town) == ["Town"]
    assert names(substitutes, second, town) == []
