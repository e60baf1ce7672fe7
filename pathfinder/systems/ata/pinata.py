"""PinATA: orchestrator, actor and assertor, which share a memory.

The orchestrator plans each step with feedback, the actor carries it out, the assertor judges, and
each step has its verdict. Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?". Ours
reads the words of a case into statements first, which code carries out and checks; the agents are
asked where code can't tell. With `rules: False` they are asked always, as in the paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Actor as ActorAgent
from pathfinder.agents.ata import Assertor, Orchestrator, PinataTeam, Typist
from pathfinder.agents.models.base import Model
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.case import StepResult, TestCase
from pathfinder.core.errors import Blame
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.assertor import Asserting, ClaimSigns, Found
from pathfinder.engine.casework import leave_unread, read_case, remembered
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.runner import READER, RunContext
from pathfinder.engine.written import WrittenCase
from pathfinder.systems.ata.grounding import Grounding
from pathfinder.webprocessor.element import Element

ROLES = ("orchestrator", "actor", "assertor")
_MOST_ACTIONS = 4
_MOST_WAY = 3
_LONGEST = 120


class PinataRunner:
    """Runs a case as PinATA does.

    Options: `patience` (seconds until what a statement needs is given up), `vision` (whether
        pictures are sent; else when the model says it can look), `rules` (no: all is for the
        agents).
    """

    roles: tuple[str, ...] = (*ROLES, READER)
    acts = "actor"
    options: Mapping[str, type] = {"patience": float, "vision": bool, "rules": bool}

    def turns(self, case: TestCase, context: RunContext) -> WrittenCase:
        """The turns of a run: a written step each, until one fails."""
        read = read_case if context.options.get("rules", True) else leave_unread
        return WrittenCase(case, context, lambda actor, past: _agents(case, actor, past), read)


def sees(context: RunContext, model: Model) -> bool:
    """Whether pictures are sent to the model.

    As asked, else when the model says that it can look at them.
    """
    wanted = context.options.get("vision")
    return bool(getattr(model, "sees", False)) if wanted is None else bool(wanted)


def _agents(case: TestCase, actor: Actor, results: Sequence[StepResult]) -> "Orchestration | None":
    """The agents, where there is a model for each."""
    models = actor.context.models
    if not set(ROLES) <= set(models):
        return None
    orchestrator, acting, assertor = (models[role] for role in ROLES)
    team = PinataTeam(Orchestrator(orchestrator), ActorAgent(acting), Typist(acting))
    eyes = sees(actor.context, acting)
    asserting = Asserting(actor, Assertor(assertor), eyes)
    return Orchestration(case, actor, team, results, Grounding(actor, team, eyes), asserting)


@dataclass(frozen=True)
class Orchestration:
    """Plans what code can't carry out, with feedback, and remembers for all agents.

    results: The steps that have ended: the long-term memory.
    """

    case: TestCase
    actor: Actor
    team: PinataTeam
    results: Sequence[StepResult]
    grounding: Grounding
    asserting: Asserting
    leads = True

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        """Which of a few elements a sentence means, as the actor chooses."""
        return self.grounding.choose(words, elements, self._call(), self._told())

    def act(self, text: str) -> Decision:
        """Carry out a small goal.

        The actor chooses, action by action, until the orchestrator says that it is done.
        """
        used: set[str] = set()
        for _ in range(_MOST_ACTIONS):
            element = self._next(text, used)
            if element is None:
                break
            if self._do(text, element) and self.carried_out(text, self.actor.did[-_MOST_ACTIONS:]):
                return self._ended(Status.PASSED, "it is carried out, the orchestrator says")
        return self._ended(Status.INCONCLUSIVE, "not carried out, as far as the agents can see")

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        """Look for the way to what is not on this page, a few of the actor's choices long."""
        used: set[str] = set()
        for _ in range(_MOST_WAY):
            element = self._next(words, used, fields=False)
            if element is None:
                break
            self._do(words, element)
            if here():
                return True
        return False

    def check(self, text: str, found: Found = ()) -> Decision:
        """Whether something is so that code can't tell, as the assertor judges it."""
        return self.asserting.check(text, found)

    def signs(self, claim: str, found: Found = ()) -> ClaimSigns:
        """What speaks for and against an expected result, on the page as it is."""
        return self.asserting.signs(claim, found)

    def _next(self, words: str, used: set[str], *, fields: bool = True) -> Element | None:
        offered = self.grounding.offered(words, used, fields=fields)
        element = self.grounding.choose(words, offered, self._call(), self._told())
        used |= {element.xpath} if element else set()
        return element

    def _do(self, words: str, element: Element) -> bool:
        """Use an element as the words say; whether anything came of it."""
        action = self.grounding.action(words, element, self._call())
        done = self.actor.act(action, settled=lambda each: not each.change.nothing)
        return not done.change.nothing

    def carried_out(self, order: str, done: Sequence[str]) -> bool:
        """Whether all of an instruction is, the orchestrator says."""
        known = thresholds_of(self.team.orchestrator.model)
        scene = {"order": order, "done": done}
        return yes_log_odds(self.team.orchestrator, self._call(), **scene) > known.carried_out

    def _ended(self, status: Status, told: str) -> Decision:
        """What came of a goal: an agent chose each action, and may have been wrong."""
        what = "; ".join(self.actor.did) or "nothing on the page serves it"
        passed = status is Status.PASSED
        blame, phase = (Blame.NOBODY, "") if passed else (Blame.MODEL, "observe")
        return Decision(
            status, f"{told}: {what}", what, by="model", blame=blame, phase=phase, proven=False
        )

    def _told(self) -> dict[str, Any]:
        parts, number = self.case.parts, self.actor.number
        ahead = [step.text for at, _, step in parts if at == number + 1]
        scene = self.actor.view.scene
        return {
            "memory": remembered(self.results),
            "number": number,
            "steps": len(parts),
            "step": parts[number - 1][2].text,
            "ahead": short(ahead[0], _LONGEST) if ahead else "",
            "heading": scene.heading or scene.title,
        }

    def _call(self) -> Call:
        actor = self.actor
        return Call(actor.stage.journal, actor.number, max_tokens=80, seed=actor.context.seed)
