"""Which elements may stand in for one that a step can't find, and how like it each is."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.agents.fields import match_field
from pathfinder.core.scenario import Remembered, Target
from pathfinder.core.secrets import keys_in
from pathfinder.core.task import Persona
from pathfinder.engine.irreversible import Words
from pathfinder.engine.playback.healer import StepPlayer
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.remembering import target_of
from pathfinder.engine.playback.turn import Turn
from pathfinder.systems.heal.alignment import align
from pathfinder.systems.heal.similarity import Match, matches
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.locate import find_by

WORDS = Words()


@dataclass
class Substitutes:
    """Those of a run: what other steps act on, or were given, is not among them.

    memory: Place of a step -> what it acted on when it was last seen to work.
    """

    persona: Persona
    memory: Mapping[str, Target]

    def __post_init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}

    def ranked(self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene) -> list[Match]:
        """What the step could be done on instead, the most similar first."""
        taken = taken_elsewhere(player, turn, scene)
        aligned = align(old, scene.actionable, scene)
        taken |= aligned.others
        free = [
            e
            for e in scene.actionable
            if e.uid not in taken and self._allowed(turn, old, e) and self._is_free(turn, scene, e)
        ]
        known = [turn.step.target, self.memory.get(turn.place)]
        paths = [
            locator.value
            for target in known
            if target
            for locator in target.locators
            if locator.by in ("xpath", "css")
        ]
        keys = self.persona.vault.keys
        return matches(
            turn.step.kind,
            old,
            free,
            scene,
            value=turn.step.value,
            keys=keys,
            paths=paths,
            aligned=aligned,
        )

    def _allowed(self, turn: Turn, old: Remembered, element: Element) -> bool:
        """Substitutes that are safe.

        What can't be undone is done only where the scenario does it; a secret goes only into a
        field that asks for it.
        """
        if secrets_in(turn.step.value, self.persona) and not asks_for(
            element, turn.step.value, self.persona
        ):
            return False
        return not WORDS.found(element.name) or bool(
            WORDS.found(" / ".join((old.name, old.text, describe(turn.step))))
        )

    def _is_free(self, turn: Turn, scene: Scene, element: Element) -> bool:
        """Whether no other step was given the element: two fields of a form never became one."""
        return self._given.get((scene.url, element.uid), turn.place) == turn.place

    def give(self, turn: Turn, scene: Scene, match: Match) -> Target:
        """The target that the element makes; a field is the step's own from here on."""
        if turn.step.kind in ("fill", "select"):
            self._given[scene.url, match.element.uid] = turn.place
        return target_of(match.element, scene)


def secrets_in(value: str, persona: Persona) -> list[str]:
    """Keys of the persona's secrets that a step types."""
    return [key for key in keys_in(value) if key in persona.secret]


def asks_for(element: Element, value: str, persona: Persona) -> bool:
    """Whether the rules for forms would put each of the secrets into this field."""
    found = match_field(element, persona.vault.keys)
    return found is not None and all(found.key == key for key in secrets_in(value, persona))


def taken_elsewhere(player: StepPlayer, turn: Turn, scene: Scene) -> set[str]:
    """UIDs of the elements that other steps of the scenario act on.

    They can't have taken this one's place.
    """
    own = (
        {(locator.by, locator.value, locator.name) for locator in turn.step.target.locators}
        if turn.step.target
        else set()
    )
    taken: set[str] = set()
    for step in player.scenario.all_steps():
        locators = step.target.locators if step.target else ()
        if any((locator.by, locator.value, locator.name) in own for locator in locators):
            continue
        found = (
            find_by(scene, locator)
            for locator in locators
            if locator.by in ("role", "label", "text", "id", "testid")
        )
        taken |= {one[0].uid for one in found if len(one) == 1}
    return taken
