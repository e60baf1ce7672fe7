"""Going on from a page that the scenario does not know.

A few careful steps forward, until a test says that the way is found again.

The actions are those of a user who only wants to get on: fill in what the persona knows, and press
what leads on. Nothing that
can't be undone, nothing that the scenario has done already, no page that the run has been on, no
state twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.fields import match_field
from pathfinder.agents.heal import Pathfinder
from pathfinder.agents.models.base import Model
from pathfinder.agents.offers import asks_for
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import Journal
from pathfinder.core.scenario import Step, Target
from pathfinder.core.secrets import Written, reference
from pathfinder.core.shorten import short
from pathfinder.core.task import Persona, Site
from pathfinder.engine.candidates import Candidate, form_candidates, label_of
from pathfinder.engine.graph import state_key
from pathfinder.engine.page_words import page_says
from pathfinder.engine.playback.healer import StepPlayer
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.remembering import target_of
from pathfinder.engine.playback.turn import Turn
from pathfinder.engine.safety import irreversible
from pathfinder.engine.shortlist import region
from pathfinder.webprocessor.element import Element, Scene

_MOST_STEPS = 3
_MOST_CHOICES = 8
_SURE = 0.0
_BUTTON = frozenset({"button"})


@dataclass
class Detour:
    """One way round.

    taken: The steps that were taken, as a scenario would have them.
    """

    player: StepPlayer
    site: Site
    persona: Persona
    journal: Journal
    turn: Turn
    open_model: Callable[[], Model] | None
    taken: list[Step] = field(default_factory=list)

    def run(self, arrived: Callable[[], bool], following: str) -> list[Step] | None:
        """Go on until `arrived`; the steps that led there, or None when none did."""
        states: set[str] = set()
        pages = set(self.player.pages.seen)
        for _ in range(_MOST_STEPS):
            scene = self.player.quick.look()
            if state_key(scene) in states or scene.errors:
                return None
            states.add(state_key(scene))
            chosen = self._choose(self._offered(scene), scene, following)
            if chosen is None or not self._do(chosen, scene):
                return None
            page = self.player.rested.page.url.partition("?")[0].partition("#")[0]
            if page in pages and page != scene.url.partition("?")[0].partition("#")[0]:
                return None
            if arrived():
                return self.taken
        return None

    def _offered(self, scene: Scene) -> list[Candidate]:
        """What leads on, and may be done: forms and buttons of the page's own content."""
        candidates = form_candidates(scene, {})
        known = {
            field.uid
            for candidate in candidates
            for field in candidate.fields
            if self._value(field)
        }
        open_fields = [
            c for c in candidates if all(f.uid in known or not f.required for f in c.fields)
        ]
        return [c for c in open_fields if self._leads_on(c) and self._permitted(c)]

    def _value(self, element: Element) -> Written | None:
        """The reference to the persona's value for a field; nothing where none belongs there."""
        match = (
            match_field(element, self.persona.vault.keys)
            if element.role in ("textbox", "searchbox")
            else None
        )
        allowed = match and (match.key not in self.persona.secret or asks_for(element, match.key))
        return reference(match.key) if match and allowed else None

    @staticmethod
    def _leads_on(candidate: Candidate) -> bool:
        control = candidate.control
        if control is None or region(candidate) != 0 or control.is_field:
            return False
        looks = control.attributes.get("class", "")
        return (
            control.submits
            or control.role in _BUTTON
            or (control.role == "link" and ("btn" in looks or "button" in looks))
        )

    def _permitted(self, candidate: Candidate) -> bool:
        control = candidate.control
        if (
            irreversible(candidate, self.site, self.player.scenario.goal)
            or control is None
            or (control.href and not self.site.allows(control.href))
        ):
            return False
        done = {_plain(self._pressed(turn)) for turn in self.player.done[:-1]}
        return not any(
            _plain(label_of(control)) and _plain(label_of(control)) in words for words in done
        )

    def _pressed(self, turn: Turn) -> str:
        """What a step acted on: where it was healed, not what its words say."""
        healed = self.player.targets.get(turn.place)
        return healed.element.name if healed and healed.element else describe(turn.step)

    def _choose(self, offered: list[Candidate], scene: Scene, following: str) -> Candidate | None:
        """The only way on, the only form, or what the agent chooses.

        "none of these" is one of its answers.
        """
        submits = [
            candidate
            for candidate in offered
            if candidate.control is not None and candidate.control.submits
        ]
        if len(offered) == 1 or len(submits) == 1:
            return (submits or offered)[0]
        if not offered or self.open_model is None:
            return None
        handles = dict(zip(ascii_uppercase, offered[:_MOST_CHOICES], strict=False))
        none = ascii_uppercase[len(handles)]
        told = [
            {"handle": handle, "text": short(candidate.text, 90)}
            for handle, candidate in handles.items()
        ]
        asked: dict[str, Any] = {
            "last": short(describe(self.turn.step), 80),
            "next": short(following, 80),
            "heading": scene.heading or scene.title,
            "says": page_says(scene, [c.text for c in offered], longest=140),
            "candidates": [*told, {"handle": none, "text": "none of these"}],
        }
        agent = Pathfinder(self.open_model())
        call = Call(self.journal, self.turn.number, max_tokens=20)
        letters = (*handles, none)
        scores = agent.score(call, letters, **asked)
        if scores is None:
            return handles.get(
                agent.run(
                    call, schema=enum_schema(agent.output, "Element", list(letters)), **asked
                ).Element
            )
        ranks = dict(zip(letters, scores.logprobs, strict=True))
        best = max(handles, key=lambda letter: ranks[letter])
        return handles[best] if ranks[best] - ranks[none] >= _SURE else None

    def _do(self, candidate: Candidate, scene: Scene) -> bool:
        """Fill in what the persona knows, and press.

        Whether all went well and something changed.
        """
        before = self.player.rested.signature
        for element in candidate.fields:
            value = self._value(element)
            if value and not self._act(element, scene, Kind.TYPE, value):
                return False
        control = candidate.control
        if control is None or not self._act(control, scene, Kind.CLICK):
            return False
        self.player.rested = self.player.quick.rest((), timeout=self.player.pace.timeout)
        return self.player.rested.signature != before

    def _act(
        self, element: Element, scene: Scene, kind: Kind, value: Written | None = None
    ) -> bool:
        target = target_of(element, scene)
        action = Action(kind, element.uid, value)
        result = self.player.quick.browser.perform(action, scene)
        self.player.notes.acted(self.turn.number, action, None, result)
        self.taken.append(_step(target, kind, action.written))
        return result.ok


def _step(target: Target, kind: Kind, value: str) -> Step:
    return Step(kind="fill" if kind is Kind.TYPE else "click", target=target, value=value)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
