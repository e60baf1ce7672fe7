"""The acceptance-test copilot's agents, asked for what the instructions' statements leave open.

The operation agent chooses a skill and an element, the parameter agent what is entered; together
they are a statement, which code carries out. What did nothing is reflected on; the inspection agent
says whether the page fits the next instruction.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Assertor
from pathfinder.agents.offers import asks_for, offered
from pathfinder.agents.uat import UatTeam
from pathfinder.core.case import Decider, StepResult, TestCase
from pathfinder.core.errors import Blame
from pathfinder.core.secrets import keys_in, placeholder
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.assertor import Asserting, Found
from pathfinder.engine.casework import remembered
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.named import quoted
from pathfinder.engine.page_words import page_says
from pathfinder.engine.statements import Statements
from pathfinder.engine.written import NeedsModel
from pathfinder.language.sentences import read_by_grammar
from pathfinder.language.values import plain
from pathfinder.systems.uat.operating import MEMORY, MOST_OFFERED, Asked, Operating
from pathfinder.systems.uat.parameters import select_parameter
from pathfinder.systems.uat.rewriting import Rewriting
from pathfinder.systems.uat.skills import Skill, skill_for, statements_of
from pathfinder.systems.uat.words import control_for, field_for
from pathfinder.webprocessor.element import Element, Scene

_MOST_ACTIONS = 8
_MOST_INVALID = 3
_MOST_WAY = 3
_QUIET = frozenset({"scroll", "hover", "wait"})
_NOBODY = "no strict form reads it, and there is no model that could"


@dataclass(frozen=True)
class Variant:
    """Which parts play, for the comparison with the paper's ablations."""

    single_agent: bool = False
    reflection: bool = True
    rules: bool = True


@dataclass
class Copilot:
    """Instruct2Act for what is left open in a case.

    results: The steps that have ended: what is remembered.
    team: The agents; None: nobody, and only what words tell is done.
    invalid: What was tried for the instruction and did not work.
    waiting: Fields that had to be filled in before the last action; a form that was sent may come
        back empty.
    """

    case: TestCase
    actor: Actor
    results: Sequence[StepResult]
    rewriting: Rewriting
    team: UatTeam | None
    variant: Variant
    invalid: list[str] = field(default_factory=list)
    waiting: frozenset[str] = frozenset()
    leads = False

    def __post_init__(self) -> None:
        self._statements = Statements(self.actor)
        self._operating = None
        if self.team:
            task = self.case.goal or self.case.name
            self._operating = Operating(self.actor, self.team, task, self.variant.reflection)

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        """Which of a few elements an instruction means, as the operation agent points at it."""
        if self._operating is None:
            return None
        chosen = self._operating.choice(self._asked(words), self._call(), offered=elements)
        return chosen[1] if chosen else None

    def act(self, text: str) -> Decision:
        """Carry out an instruction that nobody could read, skill by skill.

        Raises:
            ModelError: An agent failed.
            NeedsModel: There is no agent, and the page has nothing that is called so.
        """
        self.invalid, self._statements = [], Statements(self.actor)
        if self.variant.rules and (told := self._by_words(text)):
            return told
        if self._operating is None:
            raise NeedsModel(_NOBODY)
        for _ in range(_MOST_ACTIONS):
            chosen = self._operating.choice(self._asked(text), self._call())
            if chosen is None:
                break
            if not self._execute(*chosen, text):
                if not self.variant.reflection or len(self.invalid) >= _MOST_INVALID:
                    return self._given_up(self.invalid[-1])
                continue
            if self.variant.single_agent or self._fits_next(text):
                break
        if not self._statements.kept:
            heading = self.actor.view.scene.heading
            return self._given_up(f"nothing on the page {heading!r} serves {text!r}")
        return self._done(by="model", proven=False)

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        """Look for the way to what is not on this page, a few of the agent's choices long."""
        self.invalid = []
        for _ in range(_MOST_WAY if self._operating else 0):
            assert self._operating is not None  # else there is no way to look for
            chosen = self._operating.choice(self._asked(words), self._call())
            if chosen is None or chosen[0].text:
                break
            self._execute(*chosen, words)
            if here():
                return True
        return False

    def check(self, text: str, found: Found = ()) -> Decision:
        """Whether something is so that code can't tell, as the inspection agent's model judges."""
        if self.team is None:
            return Decision(Status.INCONCLUSIVE, _NOBODY, blame=Blame.USER)
        return Asserting(self.actor, Assertor(self.team.inspection.model)).check(text, found)

    def _by_words(self, instruction: str) -> Decision | None:
        """By the words of the page that are the instruction's own.

        None where they leave it open.
        """
        vault, scene = self.actor.context.persona.vault, self.actor.view.scene
        found = field_for(instruction, scene, vault.keys)
        if found and (found[1] not in vault.secret or asks_for(*found)):
            element, value = found[0], placeholder(found[1])
        elif control := control_for(instruction, scene):
            element, value = control, ""
        else:
            return None
        for step, on in statements_of(skill_for(element), element, value, scene, vault):
            decision = self._statements.do_on(step, on, proven=True)
            if not decision.passed:
                return decision
        return self._done(by="rule", proven=True)

    def _execute(self, skill: Skill, element: Element | None, instruction: str) -> bool:
        """Do it; what could not be done, or changed nothing, is an invalid action to reflect on."""
        scene, vault = self.actor.view.scene, self.actor.context.persona.vault
        value = self._parameter(element, instruction) if skill.text and element else ""
        told = f"{skill.name} {element.name!r}" if element else skill.name
        self.waiting, kept = _waiting(scene), len(self._statements.kept)
        wrong = "there is nothing to do it on"
        for step, on in statements_of(skill, element, value, scene, vault):
            decision = (
                self._statements.do(step, instruction)
                if step.kind == "wait"
                else self._statements.do_on(step, on)
            )
            wrong = self._wrong(decision, skill, scene)
            if wrong:
                break
        if wrong:
            del self._statements.kept[kept:]
            self.invalid.append(f"{told}: {wrong}")
        return not wrong

    def _wrong(self, decision: Decision, skill: Skill, before: Scene) -> str:
        """What is wrong with an action; empty where it did something."""
        if not decision.passed:
            return "nothing changed" if decision.idle else decision.reason
        now = self.actor.view.scene
        still = before == replace(now, scroll=before.scroll)
        return "nothing changed" if still and skill.kind in _QUIET else ""

    def _parameter(self, element: Element, instruction: str) -> str:
        """What to enter: the instruction's own words, else a parameter by name."""
        assert self.team is not None  # an agent has chosen the element
        phrases = [*quoted(instruction), *map(placeholder, keys_in(instruction))]
        named = [text for text in phrases if plain(text) not in plain(element.name)]
        if len(named) == 1:
            return named[0]
        keys = offered(element, self.actor.context.persona.vault)
        few = keys[:MOST_OFFERED] if self.variant.single_agent else keys
        chosen = select_parameter(self.team.parameter, element, instruction, few, self._call())
        return chosen.value if chosen else ""

    def _fits_next(self, instruction: str) -> bool:
        """Whether the page fits the next instruction.

        By rule, where its words name what is here, else the inspection agent says so.

        At the end: no field is left that has to be filled in.
        """
        assert self.team is not None  # an agent has chosen what was done
        scene, following = self.actor.view.scene, self.rewriting.following(self.actor.number)
        if not following:
            return not _waiting(scene) & self.waiting
        if self.variant.rules and self._is_for(following):
            return True
        told = {
            "instruction": instruction,
            "done": self.actor.did[-MEMORY:],
            "heading": scene.heading or scene.title,
            "says": page_says(scene, (), longest=300),
            "following": following,
        }
        return yes_log_odds(self.team.inspection, self._call(), **told) > 0

    def _is_for(self, following: str) -> bool:
        """Whether the page has what the next instruction is done on."""
        statements = read_by_grammar(following, "action").statements
        if len(statements) == 1 and statements[0].target is not None:
            return self._statements.ready(statements[0]).ok
        return control_for(following, self.actor.view.scene) is not None

    def _done(self, *, by: Decider, proven: bool) -> Decision:
        steps, reason = tuple(self._statements.kept), "; ".join(self.actor.did[-2:])

        return Decision(
            Status.PASSED, reason, self.actor.did[-1], by=by, proven=proven, steps=steps
        )

    def _given_up(self, reason: str) -> Decision:
        """An agent chose what was done, so that nobody else need be at fault."""
        return Decision(
            Status.INCONCLUSIVE,
            reason,
            by="model",
            blame=Blame.MODEL,
            phase="observe",
            proven=False,
        )

    def _asked(self, words: str) -> Asked:
        number = self.actor.number
        return Asked(
            words, self.rewriting.following(number), remembered(self.results), self.invalid
        )

    def _call(self) -> Call:
        """How the models are asked."""
        actor = self.actor
        return Call(actor.stage.journal, actor.number, max_tokens=80, seed=actor.context.seed)


def _waiting(scene: Scene) -> frozenset[str]:
    """Fields that have to be filled in and are empty."""
    return frozenset(e.name for e in scene.actionable if e.is_field and e.required and not e.value)
