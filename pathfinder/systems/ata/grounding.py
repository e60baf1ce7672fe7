"""PinATA's actor: which element words mean, and what is done on it.

Elements are lettered, or marked on a screenshot.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import PinataTeam
from pathfinder.agents.explore import enum_schema
from pathfinder.core.action import Action, Kind
from pathfinder.core.shorten import short
from pathfinder.engine.actor import Actor
from pathfinder.engine.brought import value_for
from pathfinder.engine.candidates import Candidate, describe, kind_of
from pathfinder.engine.shortlist import shortlist
from pathfinder.webprocessor.element import Element
from pathfinder.webprocessor.marks import draw_marks

_MOST_OFFERED = 16
_LONGEST_PLACE = 40


@dataclass(frozen=True)
class Grounding:
    """Asks the actor. eyes: The model looks at pictures with marks."""

    actor: Actor
    team: PinataTeam
    eyes: bool = False

    def offered(self, words: str, used: Collection[str], *, fields: bool) -> list[Element]:
        """What can be used on the page and is most like the words, in reading order.

        Args:
            words: What is to be done.
            used: XPaths of what was used for it.
            fields: Also what is filled in.
        """
        usable = [
            one
            for one in self.actor.usable
            if not (one.fields and not fields) and _element(one).xpath not in used
        ]
        return [_element(one) for one in shortlist(usable, words, most=_MOST_OFFERED)[0]]

    def choose(
        self, words: str, elements: Sequence[Element], call: Call, told: Mapping[str, Any]
    ) -> Element | None:
        """The element that the model means among some; None for none of them.

        Args:
            words: What is to be done.
            elements: Those that may be meant.
            call: How the model is asked.
            told: What else it hears of the case.

        Raises:
            ModelError: The agent failed.
        """
        if not elements:
            return None
        handles = dict(zip(ascii_uppercase, elements, strict=False))
        images: tuple[bytes, ...] = ()
        if self.eyes and (marked := self._marked(elements)):
            handles, images = marked
        nothing = "0" if images else ascii_uppercase[len(handles)]
        scene = {
            **told,
            "order": words,
            "candidates": [
                {"handle": handle, "text": _described(one)} for handle, one in handles.items()
            ],
            "nothing": nothing,
            "picture": bool(images),
        }
        letter = self._asked((*handles, nothing), images, call, scene)
        chosen = handles.get(letter)
        texts = [(handle, describe(one)) for handle, one in handles.items()]
        if chosen is not None:
            said = f"for {words!r}"
            self.actor.choose(describe(chosen), [chosen.uid], said, "model", texts)
        return chosen

    def _marked(
        self, elements: Sequence[Element]
    ) -> tuple[dict[str, Element], tuple[bytes, ...]] | None:
        """The elements by the number that they have in a picture; None where none is in it."""
        actor = self.actor
        marked = draw_marks(actor.context.browser.screenshot(), actor.view.scene, elements)
        by_uid = {one.uid: one for one in elements}
        numbered = {str(number): by_uid[uid] for number, uid in marked.uids.items()}
        return (numbered, (marked.png,)) if numbered else None

    def _asked(
        self,
        choices: tuple[str, ...],
        images: tuple[bytes, ...],
        call: Call,
        scene: Mapping[str, Any],
    ) -> str:
        agent = self.team.actor
        scores = None if images else agent.score(call, choices, **scene)
        if scores is not None:
            return max(zip(scores.logprobs, choices, strict=True))[1]
        schema = enum_schema(agent.output, "Element", list(choices))
        short_reply = replace(call, max_tokens=20, images=images)
        return agent.run(short_reply, schema=schema, **scene).Element

    def action(self, words: str, element: Element, call: Call) -> Action:
        """What is done on an element, with the value that the words or the persona have for it.

        Raises:
            ModelError: The agent failed.
        """
        kind = kind_of(element)
        if kind not in (Kind.TYPE, Kind.SELECT):
            return Action(kind, element.uid)
        vault = self.actor.context.persona.vault
        asked = replace(call, max_tokens=60)
        return Action(kind, element.uid, value_for(element, words, vault, self.team.typist, asked))


def _element(candidate: Candidate) -> Element:
    return candidate.control or candidate.fields[0]


def _described(element: Element) -> str:
    place = short(element.context, _LONGEST_PLACE)
    around = f" ({place})" if place and element.context not in element.name else ""
    return f"{describe(element)}{around}"
