"""A step of a case as a small goal: the player that explores pursues it, a few steps long."""

from collections.abc import Callable
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
from pathfinder.engine.playing import MakesPlayer, Outcome, PlayerTurns, Return

MOST_STEPS = 5
_LONGEST = 120
_OUTSIDE = "caller"
_OFF = frozenset({"log-in", "survey"})


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
        turns = self._turns(words, reached)
        turns.begin()
        done: list[Outcome] = []
        verdict: Verdict | None = None
        for number in range(1, self.most + 1):
            verdict = turns.turn(number)
            if turns.steps > len(done) and turns.outcome is not None:
                done.append(turns.outcome)
                self.actor.heard(turns.outcome.results)
            if verdict:
                break
        self.actor.look()
        return _decision(done, verdict)

    def _turns(self, words: str, reached: Callable[[], bool] | None) -> PlayerTurns:
        actor = self.actor
        context = actor.context
        site = replace(context.site, success={}, stuck={}, reached={})
        task = Task(
            words, site, context.persona, max_steps=self.most, seed=context.seed, has_account=True
        )
        journal = _InStep(actor.stage.journal, actor.number)
        graph = actor.stage.graph.anew()
        player = self.make(task, journal, graph, context.browser, _OFF)

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
    what = short("; ".join(f"{one.move.text} {one.history_line}" for one in done), 4 * _LONGEST)
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
