"""PinATA's actor: which element an instruction means, and what is done on it.

Elements are lettered, or marked on a screenshot.
"""

from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import PinataTeam
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.fields import match_field
from pathfinder.agents.offers import asks_for, from_reply
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep
from pathfinder.core.secrets import Value, reference, written
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import describe, kind_of
from pathfinder.engine.casework import Casework
from pathfinder.language.filling import brings_no_value
from pathfinder.language.prose.marked import mark, plain
from pathfinder.language.prose.targets import Instruction
from pathfinder.webprocessor.element import Element
from pathfinder.webprocessor.marks import draw_marks

_MOST_OFFERED = 12
_TOLD = 4


@dataclass
class Grounding:
    """Asks the actor. eyes: The model looks at pictures with marks."""

    work: Casework
    team: PinataTeam
    eyes: bool = False

    def element(self, order: Instruction, step: CaseStep, call: Call) -> Element | None:
        """The element that the model means; None for none."""
        offered = self._offered(order)
        if not offered:
            return None
        images: tuple[bytes, ...] = ()
        handles = dict(zip(ascii_uppercase, offered, strict=False))
        if self.eyes:
            marked = draw_marks(self.work.context.browser.screenshot(), self.work.scene)
            by_uid = {element.uid: element for element in self.work.scene.actionable}
            handles = {str(number): by_uid[uid] for number, uid in marked.uids.items()} or handles
            images = (marked.png,) if marked.uids else ()
        nothing = "0" if images else ascii_uppercase[len(handles)]
        chosen = self._choose(handles, nothing, images, call, self._scene(order, step))
        return handles.get(chosen)

    def _choose(
        self,
        handles: dict[str, Element],
        nothing: str,
        images: tuple[bytes, ...],
        call: Call,
        scene: dict[str, Any],
    ) -> str:
        candidates = [
            {"handle": handle, "text": _describe(element)} for handle, element in handles.items()
        ]
        scene = {**scene, "candidates": candidates, "nothing": nothing, "picture": bool(images)}
        choices = (*handles, nothing)
        scores = None if images else self.team.actor.score(call, choices, **scene)
        if scores is not None:
            return max(zip(scores.logprobs, choices, strict=True))[1]
        schema = enum_schema(self.team.actor.output, "Element", list(choices))
        return self.team.actor.run(
            replace(call, max_tokens=20, images=images), schema=schema, **scene
        ).Element

    def _scene(self, order: Instruction, step: CaseStep) -> dict[str, Any]:
        parts = self.work.case.parts
        ahead = [each.text for number, _, each in parts if number == self.work.number + 1]
        return {
            "memory": self.work.memory[-_TOLD:],
            "number": self.work.number,
            "steps": len(parts),
            "step": step.text,
            "ahead": short(ahead[0], 120) if ahead else "",
            "heading": self.work.scene.heading or self.work.scene.title,
            "order": order.text,
        }

    def _offered(self, order: Instruction) -> list[Element]:
        """The elements most like the order's words, in reading order."""
        usable = [
            e for e in self.work.scene.actionable if e.layer != "covered" and (e.name or e.text)
        ]
        if order.kind in (None, Kind.CLICK) and brings_no_value(order.text):
            usable = [e for e in usable if not e.is_field or e.role in ("radio", "checkbox")]
        wanted = plain(order.text)
        ranked = sorted(
            usable, key=lambda e: -fuzz.token_set_ratio(wanted, plain(f"{e.name} {e.context}"))
        )
        kept = {id(e) for e in ranked[:_MOST_OFFERED]}
        return [e for e in usable if id(e) in kept]

    def action(self, order: Instruction, element: Element, step: CaseStep, call: Call) -> Action:
        """What is done on the element, with the instruction's, persona's or model's value."""
        kind = kind_of(element)
        if kind in (Kind.TYPE, Kind.SELECT):
            return Action(kind, element.uid, self._value(order, element, step, call))
        return Action(kind, element.uid)

    def _value(self, order: Instruction, element: Element, step: CaseStep, call: Call) -> Value:
        """What to enter.

        The order's value, its quoted words, the persona's, or else what the model says.
        """
        if order.value:
            return written(order.value)
        vault = self.work.context.persona.vault
        phrases = [
            phrase.text
            for phrase in mark(order.text).phrases
            if phrase.kind in ("quote", "placeholder", "email")
        ]
        if len(phrases) == 1:
            return written(phrases[0])
        own = match_field(element, vault.keys)
        if not phrases and own and (own.key not in vault.secret or asks_for(element, own.key)):
            return reference(own.key)
        scene: dict[str, Any] = {
            "memory": self.work.memory[-_TOLD:],
            "step": step.text,
            "field": element.name,
            "options": ", ".join(element.options[:12]),
        }
        return from_reply(
            self.team.typist.run(replace(call, max_tokens=60), **scene).Value, element, vault
        )


def _describe(element: Element) -> str:
    around = (
        f" ({short(element.context, 40)})"
        if element.context and element.context not in element.name
        else ""
    )
    return f"{describe(element)}{around}"
