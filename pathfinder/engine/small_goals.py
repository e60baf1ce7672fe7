"""A step of a case as a small goal: the player that explores pursues it, a few steps long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.events import Event
from pathfinder.core.journal import Journal, JournalAround
from pathfinder.core.scenario import Step
from pathfinder.core.shorten import short
from pathfinder.core.task import Task
from pathfinder.core.verdict import CLAIMS, Status, Verdict
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.playback.remembering import recorded_step
from pathfinder.engine.playing import MakesPlayer, Move, Outcome, PlayerTurns, Return
from pathfinder.webprocessor.element import Scene

MOST_STEPS = 5
_LONGEST, _LONGEST_PLACE = 120, 40
_VERBS = {Kind.TYPE: ("enter", "in"), Kind.SELECT: ("choose", "in"), Kind.NAVIGATE: ("go", "by")}
_TICKS = {Kind.CHECK: "tick", Kind.UNCHECK: "untick", Kind.CLEAR: "empty"}
_FILLS = frozenset({Kind.TYPE, Kind.SELECT, *_TICKS})
_OUTSIDE, _READING = "caller", "reading"
_OFF = frozenset({"log-in", "survey"})
_OFF_TO_OBEY = _OFF | {
    "lookahead",
    "critic",
    "judge",
    "backtrack",
    "cycle",
    "empty-fields",
    "errors",
    "unsaid",
}
"""An instruction says what is done, and may leave a form half empty; nothing is searched for it."""


@dataclass(frozen=True)
class DoneSoFar:
    """What was done for an instruction.

    pressed: How many steps pressed something, but for what only prepares another. filled: Whether
    something was filled in. refused: Whether the page then answered the last press with an error.
    last: The last step.
    """

    pressed: int
    filled: bool
    refused: bool = False
    last: Outcome | None = None


CarriedOut = Callable[[DoneSoFar], bool]
"""Whether an instruction is carried out, asked after each step."""


@dataclass(frozen=True)
class Pursuit:
    """Pursues small goals on the page that a case has come to.

    make: Makes the player.
    most: Steps that a goal may take.
    """

    actor: Actor
    make: MakesPlayer
    most: int = MOST_STEPS

    def pursue(self, words: str, reached: Callable[[], bool] | None = None) -> Decision:
        """Pursue what a sentence asks for, until it is reached; nobody is logged in for it.

        Args:
            words: The sentence.
            reached: Whether it is, as far as code can tell from the page; else the player says so.

        Raises:
            ModelError: An agent failed.
        """
        return _decision(*self._played(self._turns(words, reached, _OFF)))

    def obey(self, words: str, carried_out: CarriedOut) -> tuple[Decision, list[Outcome]]:
        """Carry out an instruction: what it says is chosen step by step, and not searched for.

        Args:
            words: The instruction.
            carried_out: Asked after each step.

        Returns:
            What came of it, and what was done.

        Raises:
            ModelError: An agent failed.
        """
        done, verdict = self._played(self._turns(words, None, _OFF_TO_OBEY), carried_out)
        if verdict is None or verdict.by != _READING:
            return _decision(done, verdict), done
        what = _told(done)
        passed = Decision(Status.PASSED, f"as an agent understands it: {what}", what, by="model")
        return replace(passed, proven=False, steps=_recorded(done)), done

    def _played(
        self, turns: PlayerTurns, carried_out: CarriedOut | None = None
    ) -> tuple[list[Outcome], Verdict | None]:
        turns.begin()
        done: list[Outcome] = []
        verdict: Verdict | None = None
        for number in range(1, self.most + 1):
            verdict = turns.turn(number)
            if turns.steps > len(done) and turns.outcome is not None:
                done.append(turns.outcome)
                self.actor.heard(turns.outcome.results)
                self.actor.did.append(done_line(turns.outcome))
                if verdict is None and carried_out and carried_out(_so_far(done)):
                    verdict = Verdict(Status.LIKELY, "the instruction is carried out", by=_READING)
            if verdict:
                break
        self.actor.look()
        return done, verdict

    def _turns(
        self, words: str, reached: Callable[[], bool] | None, off: frozenset[str]
    ) -> PlayerTurns:
        actor = self.actor
        context = actor.context
        site = replace(context.site, success={}, stuck={}, reached={})
        task = Task(
            words, site, context.persona, max_steps=self.most, seed=context.seed, has_account=True
        )
        journal = _InStep(actor.stage.journal, actor.number)
        graph = actor.stage.graph.anew()
        player = self.make(task, journal, graph, context.browser, off)

        def is_reached() -> bool:
            actor.refresh()
            return bool(reached and reached())

        until = is_reached if reached else None
        return PlayerTurns(task, player, context.browser, journal, graph, shown=True, until=until)


class _InStep(JournalAround):
    """A journal in which all that a small goal takes belongs to the case's step."""

    def __init__(self, journal: Journal, number: int) -> None:
        super().__init__(journal)
        self._number = number

    def write(self, event: Event) -> None:
        """Write the event down under the step's number."""
        numbered = "step" in type(event).model_fields
        super().write(event.model_copy(update={"step": self._number}) if numbered else event)


def _decision(done: list[Outcome], verdict: Verdict | None) -> Decision:
    """What a goal came to: the player chose each action, and may have been wrong."""
    what = _told(done)
    reached = verdict is not None and verdict.status in CLAIMS
    if verdict is not None and reached:
        said = "" if verdict.by == _OUTSIDE else f": {verdict.evidence or verdict.answer}"
        by = "the page" if verdict.by == _OUTSIDE else f"the {verdict.by}"
        told = f"looked for the way: {what}" if what else "there was nothing to do"
        return Decision(
            Status.PASSED,
            f"{told}; it is carried out, {by} says{said}",
            verdict.evidence or what,
            by="model",
            proven=False,
            steps=_recorded(done),
        )
    site_says = f"; the site says {verdict.evidence!r}" if verdict and verdict.evidence else ""
    return Decision(
        Status.INCONCLUSIVE,
        f"not carried out, as far as the agents can see: {what or 'nothing serves it'}{site_says}",
        what,
        by="model",
        blame=Blame.MODEL,
        phase="observe",
        proven=False,
    )


def _told(done: Sequence[Outcome]) -> str:
    return short("; ".join(f"{one.move.text} {one.history_line}" for one in done), 4 * _LONGEST)


def _so_far(done: Sequence[Outcome]) -> DoneSoFar:
    """What was done, but for what could not be."""
    worked = [one for one in done if all(result.ok for result in one.results)]
    pressed = [one for one in worked if _presses(one)]
    filled = any(action.kind in _FILLS for one in worked for action in _actions(one))
    refused = filled and bool(pressed[-1:] == done[-1:] and done[-1].change.errors)
    return DoneSoFar(len(pressed), filled, refused, done[-1] if done else None)


def _presses(one: Outcome) -> bool:
    """Whether a step pressed something, for its own sake."""
    prepares = isinstance(one.move, Move) and one.move.prepares
    return not prepares and any(action.kind not in _FILLS for action in _actions(one))


def done_line(outcome: Outcome) -> str:
    """What a step did, with the values that it entered, and what came of it."""
    scene = outcome.before.scene
    told = ", ".join(_said(action, scene) for action in _actions(outcome))
    return short(f"{told} {outcome.history_line}", 2 * _LONGEST)


def _said(action: Action, scene: Scene) -> str:
    """An action in words."""
    element = scene.find(action.uid or "")
    name = f'"{(element.name or element.text) if element else action.written}"'
    if action.kind in _VERBS:
        verb, at = _VERBS[action.kind]
        return f'{verb} "{short(action.written, _LONGEST)}" {at} {name}'
    place = f" ({short(element.context, _LONGEST_PLACE)})" if element and element.context else ""
    return f"{_TICKS.get(action.kind, 'press')} {name}{place}"


def _recorded(done: list[Outcome]) -> tuple[Step, ...]:
    """What was done, as statements with the locators of what it was done on."""
    steps = (recorded_step(action, one.before.scene) for one in done for action in _actions(one))
    return tuple(step for step in steps if step)


def _actions(outcome: Outcome) -> tuple[Action, ...]:
    """What a step did; going back is done by the address."""
    move = outcome.move
    if isinstance(move, Return):
        return (Action(Kind.NAVIGATE, value=move.state.url),)
    return move.actions
