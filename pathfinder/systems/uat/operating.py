"""The operation agent: which skill, on which element of the page, comes next for an instruction.

Source: Wang et al., "XUAT-Copilot". Elements are named by letters: a model with log-probabilities
    points at one, others answer in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.uat import UatTeam
from pathfinder.core.shorten import short
from pathfinder.engine.actor import Actor
from pathfinder.engine.candidates import describe
from pathfinder.language.values import plain
from pathfinder.systems.uat.skills import SKILLS, Skill, find_skill, skill_for
from pathfinder.systems.uat.words import FRAME
from pathfinder.webprocessor.element import Element

MOST_OFFERED = 16
MEMORY = 4


@dataclass(frozen=True)
class Asked:
    """What the operation agent is asked for.

    instruction: What is to be done. following: The instruction after it. memory: What was done in
    the steps before, a line each. invalid: What was tried for it and did not work.
    """

    instruction: str
    following: str = ""
    memory: Sequence[str] = ()
    invalid: Sequence[str] = ()


@dataclass
class Operating:
    """The operation agent at work on a case.

    task: What the case is for. reflection: Whether it hears what did not work.
    """

    actor: Actor
    team: UatTeam
    task: str
    reflection: bool

    def choice(
        self, asked: Asked, call: Call, *, offered: Sequence[Element] | None = None
    ) -> tuple[Skill, Element | None] | None:
        """The next skill and element; None when nothing is left to do.

        Args:
            asked: What is to be done, and what was.
            call: How the model is asked.
            offered: The elements that may be meant; None: all of the page, as it has them.
        """
        elements = self._offered(asked) if offered is None else offered
        handles = dict(zip(ascii_uppercase, elements[:MOST_OFFERED], strict=False))
        nothing = ascii_uppercase[len(handles)]
        scene = self._context(asked) | {
            "candidates": [
                {"handle": letter, "text": describe(element)} for letter, element in handles.items()
            ],
            "nothing": nothing,
        }
        choices = (*handles, nothing)
        scores = self.team.pointer.score(call, choices, **scene)
        if scores is None:
            chosen = self._in_words(scene, handles, choices, call)
        else:
            element = handles.get(max(zip(scores.logprobs, choices, strict=True))[1])
            chosen = (skill_for(element), element) if element else None
        self._note(chosen, handles, asked.instruction)
        return chosen

    def _note(
        self,
        chosen: tuple[Skill, Element | None] | None,
        handles: dict[str, Element],
        instruction: str,
    ) -> None:
        element = chosen[1] if chosen else None
        if element is None:
            return
        told = [(letter, describe(one)) for letter, one in handles.items()]
        said = f"for {instruction!r}"
        self.actor.choose(describe(element), [element.uid], said, "model", told)

    def _in_words(
        self, scene: dict[str, Any], handles: dict[str, Element], choices: Sequence[str], call: Call
    ) -> tuple[Skill, Element | None] | None:
        """The paper's reply (reasoning, plan, answer), from a model without log-probabilities."""
        schema = enum_schema(self.team.operation.output, "Element", list(choices), longest=160)
        schema["properties"]["Skill"] = {"type": "string", "enum": [skill.name for skill in SKILLS]}
        told = [
            {"name": skill.name, "arguments": skill.arguments, "description": skill.description}
            for skill in SKILLS
        ]
        reply = self.team.operation.run(
            replace(call, max_tokens=240), schema=schema, skills=told, **scene
        )
        skill, element = find_skill(reply.Skill), handles.get(reply.Element)
        return None if skill is None or (skill.arguments and element is None) else (skill, element)

    def _context(self, asked: Asked) -> dict[str, Any]:
        scene = self.actor.view.scene
        return {
            "task": self.task,
            "memory": [*asked.memory, *self.actor.did[-MEMORY:]],
            "instruction": asked.instruction,
            "following": short(asked.following, 120),
            "heading": scene.heading or scene.title,
            "errors": "; ".join(scene.errors[:2]),
            "invalid": asked.invalid if self.reflection else [],
        }

    def _offered(self, asked: Asked) -> list[Element]:
        instruction, invalid = asked.instruction, asked.invalid
        usable = [
            e
            for e in self.actor.view.scene.actionable
            if e.layer != "covered" and (e.name or e.text) and not (e.is_field and e.value)
        ]
        fresh = [
            e for e in usable if not any(e.name and e.name in line for line in invalid)
        ] or usable
        ranked = sorted(fresh, key=lambda e: -_likely(e, instruction))
        kept = {id(e) for e in ranked[:MOST_OFFERED]}
        return [e for e in fresh if id(e) in kept]


def _likely(element: Element, instruction: str) -> float:
    """How likely an instruction means it: by its words.

    What the page is about comes before what frames every page.
    """
    alike = fuzz.token_set_ratio(plain(instruction), plain(f"{element.name} {element.context}"))
    return (
        alike
        + 12 * (element.is_field and element.required)
        + 20 * (element.landmark not in FRAME or element.layer == "dialog")
    )
