"""Healing: what is done when a step can't be done as it is written.

Healing never turns a failed assertion into a pass and never invents test data.

In order: the remembered locators; the most similar element, where it is good and clearly so; the
page come to again from the last good one; an agent that is asked of each control whether it may be
the one, under another name; and, where the page itself is one that the
scenario does not know, going on until the step's element is there. Each heal counts only when what
the scenario expects after the
step holds.

Source: "Towards Adaptive Test Automation" (hybrid of JSON DSL and agent); similarity before the
    agent, and the verifier, are ours.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pathfinder.agents.models.base import Model
from pathfinder.core.action import Kind
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Remembered, Target
from pathfinder.core.shorten import counted
from pathfinder.core.task import Persona, Site
from pathfinder.engine.playback.healer import StepPlayer
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.pages import server_error
from pathfinder.engine.playback.remembering import from_locators, target_of
from pathfinder.engine.playback.turn import Turn
from pathfinder.systems.heal.alignment import align
from pathfinder.systems.heal.asking import Asking
from pathfinder.systems.heal.detour import Detour
from pathfinder.systems.heal.heals import Heal, Limits
from pathfinder.systems.heal.similarity import clear_best, page_is_same
from pathfinder.systems.heal.substitutes import Substitutes
from pathfinder.webprocessor.element import Scene
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, SettleResult

_PLAUSIBLE = 0.18
# What was asked for is not there, or not for us; a form that is refused (400, 422) is a page as
# any.
_NO_PAGE = re.compile(r"HTTP (40[134]|410|5\d\d)\b")
_MOST_CHOICES = 6
_FIELDS = frozenset({"fill", "select", "check", "uncheck"})
_QUICK = 0.3


Attempt = Callable[[StepPlayer, Turn, Remembered, Scene, str], Heal | None]
"""What a heal works on: player, step, memory of the element, page, screenshot before."""


@dataclass
class SceneHealer:
    """The healer of a run.

    open_model: Opens the agent's model when it is first needed; None: no agent.
    memory: Place of a step -> what it acted on when it was last seen to work.
    """

    site: Site
    persona: Persona
    journal: Journal
    open_model: Callable[[], Model] | None = None
    memory: Mapping[str, Target] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self._pending: list[Heal] = []
        self._held: list[Heal] = []
        self._tried: set[tuple[int, str]] = set()
        self._detours = 0
        self._substitutes = Substitutes(self.persona, self.memory)
        self._agent = Asking(self.journal, self.open_model, self.limits.asked)

    @property
    def healed(self) -> int:
        """How many heals held."""
        return len(self._held)

    def recalled(self, turn: Turn, target: Target) -> Target:
        """The step's target with what is remembered of its element.

        A part of another's name is then not enough.
        """
        seen = self.memory.get(turn.place)
        if target.element is not None or seen is None or seen.element is None:
            return target
        names = {
            name.casefold()
            for name in (seen.element.name, seen.element.label, seen.element.text)
            if name
        }
        told = {(locator.name or locator.value).casefold() for locator in target.locators}
        return target.model_copy(update={"element": seen.element}) if names & told else target

    def find(self, player: StepPlayer, turn: Turn, missing: ElementNotFound) -> Target | None:
        """Another target for a step whose locators find nothing."""
        if len(self._held) >= self.limits.similar or server_error(player.rested):
            return None
        scene = player.quick.look()
        if any(_NO_PAGE.match(error) for error in scene.errors):
            return None
        old = self._old(player, turn)
        before = player.notes.shot()
        for attempt in self._attempts(turn, old, scene):
            heal = attempt(player, turn, old, scene, before)
            if heal is not None:
                self._pending.append(heal)
                return heal.new
            if attempt in (self._by_coming_again, self._by_detour):
                scene = player.quick.look()
        return None

    def _attempts(self, turn: Turn, old: Remembered, scene: Scene) -> tuple[Attempt, ...]:
        """What is tried, in order; for what is only waited for nothing is asked or gone round.

        On a page that is known to be another one the agent is asked last: the element may be a page
        further on.
        """
        sure = (self._by_memory, self._by_similarity)
        if turn.step.kind == "wait for element":
            return sure
        last = (
            (self._by_detour, self._by_agent)
            if page_is_same(old, scene) is False
            else (self._by_agent, self._by_detour)
        )
        return (*sure, self._by_coming_again, *last)

    def _old(self, player: StepPlayer, turn: Turn) -> Remembered:
        target = player.target(turn)
        seen = self.memory.get(turn.place)
        return target.element or (seen.element if seen else None) or from_locators(target)

    def _by_memory(
        self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene, before: str
    ) -> Heal | None:
        """By another locator that found it when it was last seen to work."""
        seen = self.memory.get(turn.place)
        if seen is None:
            return None
        found = player.quick.seek(seen, _kind(turn), timeout=0.0)
        if isinstance(found, ElementNotFound) or found.role != (old.role or found.role):
            return None
        element = next(
            (
                one
                for one in scene.actionable
                if one.xpath == found.path and one.frame == found.frame
            ),
            None,
        )
        new = target_of(element, scene) if element else seen
        return Heal(
            "locator", turn, old, new, 1.0, 0.0, before, f"found by {seen.locators[found.locator]}"
        )

    def _by_similarity(
        self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene, before: str
    ) -> Heal | None:
        ranked = self._substitutes.ranked(player, turn, old, scene)
        best = clear_best(ranked)
        if best is None:
            return None
        second = ranked[1].score if len(ranked) > 1 else 0.0
        why = ", ".join(f"{name} {part:.2f}" for name, part in best.parts.items())
        return Heal(
            "similar",
            turn,
            old,
            self._substitutes.give(turn, scene, best),
            best.score,
            second,
            before,
            why,
        )

    def _by_coming_again(
        self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene, before: str
    ) -> Heal | None:
        """Start again from the last good page, where the step that led here only led here."""
        if (turn.number, "again") in self._tried or not player.come_again():
            return None
        self._tried.add((turn.number, "again"))
        target = player.target(turn)
        found = player.quick.seek(target, _kind(turn), timeout=min(1.0, player.pace.timeout))
        return (
            Heal(
                "again",
                turn,
                old,
                target,
                1.0,
                0.0,
                before,
                "there when the page was come to again",
            )
            if isinstance(found, FoundElement)
            else None
        )

    def _by_agent(
        self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene, before: str
    ) -> Heal | None:
        if not self._agent.possible:
            return None
        ranked = [
            match
            for match in self._substitutes.ranked(player, turn, old, scene)
            if match.score >= _PLAUSIBLE
        ][:_MOST_CHOICES]
        if not ranked:
            return None
        chosen, sure = self._agent.choice(
            turn, old, ranked, align(old, scene.actionable, scene).gone
        )
        if chosen is None:
            return None
        new = self._substitutes.give(turn, scene, chosen)
        return Heal(
            "agent",
            turn,
            old,
            new,
            chosen.score,
            0.0,
            before,
            f"the agent's choice, log-odds {sure:.2f}",
        )

    def _by_detour(
        self, player: StepPlayer, turn: Turn, old: Remembered, scene: Scene, before: str
    ) -> Heal | None:
        """On from a page that the scenario does not know, until the step's element is there."""
        if page_is_same(old, scene) or not self._may_detour(player):
            return None
        known = [
            target
            for target in (player.target(turn), self.memory.get(turn.place))
            if target is not None
        ]
        arrived: list[Target] = []

        def has_arrived() -> bool:
            arrived.extend(
                one
                for one in known
                if isinstance(player.quick.seek(one, _kind(turn), timeout=_QUICK), FoundElement)
            )
            return bool(arrived)

        taken = self._detour(player, turn).run(has_arrived, describe(turn.step))
        if taken is None:
            return None
        return Heal(
            "detour",
            turn,
            old,
            arrived[0],
            1.0,
            0.0,
            before,
            f"{counted(len(taken), 'step')} led on",
            tuple(taken),
        )

    def _may_detour(self, player: StepPlayer) -> bool:
        """The flow itself has changed.

        The last step led to a page that is new to this run, and none before it was without effect.
        """
        return (
            self._detours < self.limits.detours
            and not player.pages.idle
            and player.pages.is_new
            and not server_error(player.rested)
        )

    def _detour(self, player: StepPlayer, turn: Turn) -> Detour:
        self._detours += 1
        return Detour(
            player,
            self.site,
            self.persona,
            self.journal,
            turn,
            self._agent.opened if self.open_model else None,
        )

    def go_on(self, player: StepPlayer, turn: Turn, rested: SettleResult) -> bool:
        """Lead on from an unexpected page until all that is expected after the step holds."""
        predicates = player.predicates(turn.step) if turn.step.expect else rested.unmet
        if any(
            one.subject == "url" and one not in rested.unmet for one in predicates
        ) or not self._may_detour(player):
            return False
        before = player.notes.shot()

        def arrived() -> bool:
            return not player.quick.rest(predicates, timeout=_QUICK).unmet

        following = describe(turn.following) if turn.following else "; ".join(map(str, predicates))
        taken = self._detour(player, turn).run(arrived, following)
        if taken is None:
            return False
        self._pending.append(
            Heal(
                "detour",
                turn,
                Remembered(),
                None,
                1.0,
                0.0,
                before,
                f"{counted(len(taken), 'step')} led on",
                tuple(taken),
            )
        )
        return True

    def renamed(self, predicate: Predicate) -> Predicate | None:
        """The same asked of a field by the name that it bears since it was healed.

        What it should hold stays as it is written.
        """
        for heal in self._held if predicate.subject == "field" else ():
            new = heal.new.element if heal.new else None
            told = (
                {
                    (locator.name or locator.value).casefold()
                    for locator in heal.turn.step.target.locators
                }
                if heal.turn.step.target
                else set()
            )
            if (
                new
                and heal.turn.step.kind in _FIELDS
                and predicate.name.casefold() in told
                and new.name.casefold() not in told
            ):
                return replace(predicate, name=new.label or new.name)
        return None

    def settle(self, player: StepPlayer, turn: Turn, *, good: bool) -> None:
        """Write down what came of the heals of this step.

        A click that changed nothing healed nothing.
        """
        for heal in self._pending:
            self.journal.write(heal.as_event(turn.number, player.notes.shot(), good=good))
        self._held += self._pending if good else []
        self._pending = []


def _kind(turn: Turn) -> Kind:
    return (
        Kind.CLICK
        if turn.step.kind
        in ("click", "double click", "check", "uncheck", "hover", "wait for element")
        else Kind.TYPE
    )
