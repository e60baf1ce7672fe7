"""XUAT-Copilot: user acceptance tests.

Each step is rewritten, carried out action by action, inspected, and remembered.

Source: Wang et al., "XUAT-Copilot", Algorithm 1 (Instruct2Act). Ours carries out by rule what an
    instruction says in so many words; what it
leaves open is for the agents. Options: `single_agent` (the operation agent's model alone, which
chooses among few parameters, verifies, and
is neither inspected nor told what did not work), `reflection: False` (the first invalid action ends
the step), `rules: False`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Assertor
from pathfinder.agents.offers import asks_for, offered
from pathfinder.agents.uat import (
    InspectionAgent,
    OperationAgent,
    ParameterAgent,
    Pointer,
    Rewriter,
    UatTeam,
)
from pathfinder.core import events
from pathfinder.core.action import Action
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.secrets import Value, keys_in, reference, written
from pathfinder.core.verdict import Status
from pathfinder.engine.asserting import Asserting
from pathfinder.engine.casework import Casework, Judged, StepwiseCase, player
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.page_words import page_says
from pathfinder.engine.runner import RunContext
from pathfinder.language.prose.carry import plan
from pathfinder.language.prose.instructions import read_orders
from pathfinder.language.prose.marked import mark, plain
from pathfinder.systems.uat.operating import MEMORY, MOST_OFFERED, Operating
from pathfinder.systems.uat.parameters import select_parameter
from pathfinder.systems.uat.rewriting import Instruction, rewrite
from pathfinder.systems.uat.script import keep_script
from pathfinder.systems.uat.skills import Skill, actions_of, skill_for
from pathfinder.systems.uat.words import control_for, field_for
from pathfinder.webprocessor.element import Element, Scene

_MOST_ACTIONS = 8
_MOST_INVALID = 3


@dataclass(frozen=True)
class Variant:
    """Which parts play, for the comparison with the paper's ablations."""

    single_agent: bool = False
    reflection: bool = True
    rules: bool = True


class UatRunner:
    """Runs a case as XUAT-Copilot does, and keeps what it did as a script."""

    roles: tuple[str, ...] = ("operation", "parameter", "inspection")
    options: Mapping[str, type] = {"single_agent": bool, "reflection": bool, "rules": bool}

    def turns(self, case: TestCase, context: RunContext) -> StepwiseCase:
        """The turns of a run: a written step each, until one fails."""
        variant = variant_of(context.options)
        team = team_of(context, variant)
        work = Casework(case, context)
        copilot = Copilot(
            work,
            team,
            Asserting(work, Assertor(team.inspection.model), rules=variant.rules),
            variant,
        )
        return StepwiseCase(
            work, copilot.step, lambda: copilot.unproven, partial(keep_script, work)
        )


def variant_of(options: Mapping[str, Any]) -> Variant:
    """The variant that was asked for; a single agent reflects on nothing."""
    single = bool(options.get("single_agent", False))
    return Variant(
        single,
        bool(options.get("reflection", True)) and not single,
        bool(options.get("rules", True)),
    )


def team_of(context: RunContext, variant: Variant) -> UatTeam:
    """Who plays; a single agent's model plays everyone."""
    operation = player(context, "operation")
    parameter, inspection = (
        operation if variant.single_agent else player(context, role)
        for role in ("parameter", "inspection")
    )
    return UatTeam(
        Rewriter(operation),
        OperationAgent(operation),
        Pointer(operation),
        ParameterAgent(parameter),
        InspectionAgent(inspection),
    )


@dataclass
class Copilot:
    """Instruct2Act, step by step.

    unproven: An agent chose, or put in its own words, what was done since a rule last saw something
        expected.
    waiting: Fields that had to be filled in before the last action; a form that was sent may come
        back empty.
    """

    work: Casework
    team: UatTeam
    asserting: Asserting
    variant: Variant
    invalid: list[str] = field(default_factory=list)
    waiting: frozenset[str] = frozenset()
    unproven: bool = False

    def __post_init__(self) -> None:
        self.operating = Operating(self.work, self.team, self.variant.reflection)

    def step(self, number: int, step: CaseStep) -> Judged:
        """Rewrite a step, carry it out, and verify what it expects."""
        self.work.begin(number)
        self.invalid = []
        instruction = self._rewritten(step.text)
        following = self._following(number)
        judged = (
            self._carry_out(instruction, following)
            if instruction.text
            else Judged(Status.PASSED, reason="there was nothing to do")
        )
        self.unproven |= "model" in (instruction.by, judged.by)
        expected = self.work.context.persona.vault.show(
            ". ".join(each for each in (instruction.expected, step.expected) if each)
        )
        if judged.passed and expected:
            judged = self.asserting.judge(expected, instruction.text)
            self.unproven &= not (judged.passed and judged.by == "rule")
        judged = judged.doubted() if self.unproven else judged
        self.work.end(step, judged)
        return judged

    def _rewritten(self, text: str) -> Instruction:
        instruction = rewrite(text)
        if instruction is None:
            said = self.team.rewriter.run(self.call(), step=text).Instruction
            instruction = Instruction(str(written(said, keys_in(text))), by="model")
        self.work.journal.write(
            events.Rewriting(
                step=self.work.number,
                text=text,
                instruction=instruction.text,
                expected=instruction.expected,
                by=instruction.by,
            )
        )
        return instruction

    def _following(self, number: int) -> str:
        later = [step.text for place, _, step in self.work.case.parts if place == number + 1]
        following = rewrite(later[0]) if later else None
        return (following.text or following.expected) if following else "".join(later)

    def _carry_out(self, instruction: Instruction, following: str) -> Judged:
        """By rule as far as the words go.

        Then by the agents, with reflection on what did not work.
        """
        if self.variant.rules and (
            judged := self._by_rules(instruction) or self._by_words(instruction.text)
        ):
            return judged
        for _ in range(_MOST_ACTIONS):
            chosen = self.operating.choice(instruction.text, following, self.invalid, self.call())
            if chosen is None:
                break
            skill, element = chosen
            if not self._execute(skill, element, instruction.text):
                if not self.variant.reflection or len(self.invalid) >= _MOST_INVALID:
                    return Judged(Status.FAILED, "action", "model", self.invalid[-1])
                continue
            if self.variant.single_agent or self._fits_next(instruction.text, following):
                break
        if self.work.done:
            return Judged(Status.PASSED, "action", "model", "; ".join(self.work.done[-2:]))
        return Judged(
            Status.FAILED,
            "action",
            "model",
            f"nothing on the page {self.work.scene.heading!r} serves {instruction.text!r}",
        )

    def _by_rules(self, instruction: Instruction) -> Judged | None:
        """Every order of the instruction by rule; None when one needs the agents."""
        for order in read_orders(instruction.text):
            found = plan(order, self.work.scene, self.work.context.site)
            if not found.ok and found.sure:
                return Judged(Status.FAILED, "action", "rule", found.reason)
            if not (found.ok and found.sure):
                return None
            results = self.work.act(found.actions, found.reason) if found.actions else ()
            failed = next((result for result in results if not result.ok), None)
            if failed:
                return Judged(
                    Status.FAILED,
                    "action",
                    "rule",
                    f"{found.reason}: {failed.message or failed.error}",
                )
        return Judged(
            Status.PASSED, "action", "rule", "; ".join(self.work.done) or "there was nothing to do"
        )

    def _by_words(self, instruction: str) -> Judged | None:
        """By the words of the page that are the instruction's own.

        None where they leave it open.
        """
        if self.work.done:
            return None
        vault = self.work.context.persona.vault
        found = field_for(instruction, self.work.scene, vault.keys)
        if found and (found[1] not in vault.secret or asks_for(*found)):
            element, value = found[0], reference(found[1])
        elif control := control_for(instruction, self.work.scene):
            element, value = control, written("")
        else:
            return None
        skill = skill_for(element)
        results = self.work.act(
            actions_of(skill, element, value, self.work.scene, vault),
            f"{skill.name} {element.name!r}",
        )
        failed = next((result for result in results if not result.ok), None)
        if failed:
            return Judged(Status.FAILED, "action", "rule", failed.message or failed.error)
        return Judged(Status.PASSED, "action", "rule", "; ".join(self.work.done))

    def _execute(self, skill: Skill, element: Element | None, instruction: str) -> bool:
        """Do it; what could not be done, or changed nothing, is an invalid action to reflect on."""
        value = self._parameter(element, instruction) if skill.text and element else ""
        actions: tuple[Action, ...] = actions_of(
            skill, element, value, self.work.scene, self.work.context.persona.vault
        )
        before, self.waiting = self.work.scene, _waiting(self.work.scene)
        told = f"{skill.name} {element.name!r}" if element else skill.name
        results = self.work.act(actions, told) if actions else ()
        failed = next((result for result in results if not result.ok), None)
        unchanged = before == replace(self.work.scene, scroll=before.scroll) and not self.work.notes
        if not results or failed or unchanged:
            self.invalid.append(
                f"{told}: {(failed and (failed.message or failed.error)) or 'nothing changed'}"
            )
            return False
        return True

    def _parameter(self, element: Element, instruction: str) -> Value:
        """What to enter: the instruction's own words, else a parameter by name."""
        phrases = [
            phrase.text
            for phrase in mark(instruction).phrases
            if phrase.kind in ("quote", "placeholder")
        ]
        named = [text for text in phrases if plain(text) not in plain(element.name)]
        if len(named) == 1:
            return written(named[0])
        keys = offered(element, self.work.context.persona.vault)
        few = keys[:MOST_OFFERED] if self.variant.single_agent else keys
        chosen = select_parameter(self.team.parameter, element, instruction, few, self.call())
        return chosen.value if chosen else ""

    def _fits_next(self, instruction: str, following: str) -> bool:
        """Whether the page fits the next instruction.

        By rule, where its words name what is here, else the inspection agent says so.

        At the end: no field is left that has to be filled in.
        """
        if not following:
            return not _waiting(self.work.scene) & self.waiting
        if self.variant.rules and self._is_for(following):
            return True
        scene = self.work.scene
        told = {
            "instruction": instruction,
            "done": self.work.done[-MEMORY:],
            "heading": scene.heading or scene.title,
            "says": page_says(scene, (), longest=300),
            "following": following,
            "question": "next",
        }
        return yes_log_odds(self.team.inspection, self.call(), **told) > 0

    def _is_for(self, following: str) -> bool:
        orders, scene = read_orders(following), self.work.scene
        if len(orders) == 1 and not orders[0].free and orders[0].target is not None:
            found = plan(orders[0], scene, self.work.context.site)
            return found.ok and found.sure
        return control_for(following, scene) is not None

    def call(self) -> Call:
        """How the models are asked."""
        return Call(self.work.journal, self.work.number, max_tokens=80, seed=self.work.context.seed)


def _waiting(scene: Scene) -> frozenset[str]:
    """Fields that have to be filled in and are empty."""
    return frozenset(e.name for e in scene.actionable if e.is_field and e.required and not e.value)
