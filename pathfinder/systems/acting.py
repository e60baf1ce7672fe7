"""PinATA's actor: carries out an order by rules, or grounds it with a model; and what the orchestrator does when it can't be done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from rapidfuzz import fuzz

from agents.agent import Call
from agents.ata import PinataTeam
from agents.explore import enum_schema
from agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep, Decider
from pathfinder.core.secrets import placeholder
from pathfinder.core.verdict import Status
from pathfinder.systems.candidates import kind_of, said, short
from pathfinder.systems.casework import Casework, Judged
from pathfinder.systems.judging import yes_log_odds
from pathfinder.systems.prose.carry import Plan, plan
from pathfinder.systems.prose.marked import mark, plain
from pathfinder.systems.prose.targets import Order
from pathfinder.systems.strict.forms import Command
from pathfinder.systems.strict.page import Page
from pathfinder.systems.strict.read import NotStrict, read_sentence
from pathfinder.systems.strict.readiness import readiness
from webprocessor.element import Element
from webprocessor.marks import draw_marks

_MOST_OFFERED = 12
_MOST_ACTIONS = 4
_TOLD = 4
_CLICKS = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK})


@dataclass
class Acting:
    """The actor at work.

    eyes: The model looks at pictures with marks.
    rules: Whether rules are asked before the model.
    clicked: Something was clicked in this step.
    """

    work: Casework
    team: PinataTeam
    eyes: bool = False
    rules: bool = True
    clicked: bool = False

    def carry_out(self, order: Order, step: CaseStep) -> Judged:
        """Carry out one order, once."""
        if self.work.scene.dialog and order.kind is not Kind.ANSWER_DIALOG:
            self._act((Action(Kind.ANSWER_DIALOG, value="accept"),), "accept the dialog")
        if not self.rules:
            return self._by_model(order, step)
        found = self._plan(order)
        if found.ok and found.sure:
            return self._done(found)
        if found.sure:
            return Judged(Status.FAILED, "action", "rule", found.reason)
        if order.free and found.ok:
            return self._in_two(order, found)
        return self._by_model(order, step, found)

    def _plan(self, order: Order) -> Plan:
        """What the rules for prose make of the words; where they leave a doubt, the strict form's action if there is one."""
        found = plan(order, self.work.scene, self.work.context.site)
        return found if found.ok and found.sure else self._strict(order) or found

    def _strict(self, order: Order) -> Plan | None:
        if order.free or order.kind is None or order.kind is Kind.SELECT:
            return None
        try:
            form = read_sentence(order.text)
        except NotStrict:
            return None
        if not isinstance(form, Command) or form.kind != order.kind:
            return None
        page = Page(self.work.scene, self.work.stage.snapshot, self.work.context.persona.vault)
        ready = readiness(form, page, self.work.context.site)
        return Plan((ready.action,), reason=ready.reason) if ready.action else None

    def _in_two(self, order: Order, first: Plan) -> Judged:
        """An order whose first part leads to another page: plan the rest there."""
        judged = self._done(first)
        rest = plan(order, self.work.scene, self.work.context.site)
        if judged.passed and rest.ok and rest.reason != first.reason:
            return self._done(rest)
        return judged if rest.ok else Judged(Status.FAILED, "action", "rule", rest.reason)

    def _done(self, found: Plan, by: Decider = "rule") -> Judged:
        if not found.actions:
            return Judged(Status.PASSED, "action", by, found.reason)
        failed = self._act(found.actions, found.reason)
        if failed:
            return Judged(Status.FAILED, "action", by, f"{found.reason}: {failed}")
        return Judged(Status.PASSED, "action", by, found.reason)

    def _act(self, actions: Sequence[Action], said: str) -> str:
        """Do the actions; what went wrong, or nothing."""
        results = self.work.act(actions, said)
        self.clicked |= any(action.kind in _CLICKS for action in actions)
        return next((result.message or result.error for result in results if not result.ok), "")

    def uncover(self, order: Order) -> bool:
        """Open what may hide the element: menus and sections that are folded up, those first whose name is like the order's words."""
        folded = [e for e in self.work.scene.actionable if e.attributes.get("aria-expanded") == "false" or e.tag == "summary"]
        ranked = sorted(folded, key=lambda e: -fuzz.token_set_ratio(plain(order.text), plain(e.name)))
        for element in ranked[:2]:
            self._act((Action(Kind.CLICK, element.uid),), f"open {element.name!r}")
            if self._plan(order).ok:
                return True
        return False

    def _by_model(self, order: Order, step: CaseStep, found: Plan | None = None) -> Judged:
        """Let the model choose an element; a free order may take several."""
        acted = ""
        for _ in range(_MOST_ACTIONS if order.free else 1):
            element = self._ground(order, step)
            if element is None:
                break
            action = self._action(order, element, step)
            if failed := self._act((action,), f"{action.kind} {element.name!r}"):
                return Judged(Status.FAILED, "action", "model", f"{action.kind} {element.name!r}: {failed}")
            acted = f"{action.kind} {element.name!r}"
            if order.free and self._is_done(order):
                break
        if acted:
            return Judged(Status.PASSED, "action", "model", acted)
        if found and found.ok:
            return self._done(found)
        reason = found.reason if found and not order.free else f"nothing on the page {self.work.scene.heading!r} fits {order.text!r}"
        return Judged(Status.FAILED, "action", "model", reason)

    def _ground(self, order: Order, step: CaseStep) -> Element | None:
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
        chosen = self._choose(handles, nothing, images, self._scene(order, step))
        return handles.get(chosen)

    def _choose(self, handles: dict[str, Element], nothing: str, images: tuple[bytes, ...], scene: dict[str, Any]) -> str:
        candidates = [{"handle": handle, "text": _told(element)} for handle, element in handles.items()]
        scene = {**scene, "candidates": candidates, "nothing": nothing, "picture": bool(images)}
        choices = (*handles, nothing)
        scores = None if images else self.team.actor.score(self.call(), choices, **scene)
        if scores is not None:
            return max(zip(scores.logprobs, choices, strict=True))[1]
        schema = enum_schema(self.team.actor.output, "Element", list(choices))
        return self.team.actor.run(replace(self.call(max_tokens=20), images=images), schema=schema, **scene).Element

    def _scene(self, order: Order, step: CaseStep) -> dict[str, Any]:
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

    def call(self, max_tokens: int = 80) -> Call:
        """How the models are asked."""
        return Call(self.work.journal, self.work.number, max_tokens=max_tokens, seed=self.work.context.seed)

    def _offered(self, order: Order) -> list[Element]:
        """The elements most like the order's words, in reading order."""
        usable = [e for e in self.work.scene.actionable if e.layer != "covered" and (e.name or e.text)]
        wanted = plain(order.text)
        ranked = sorted(usable, key=lambda e: -fuzz.token_set_ratio(wanted, plain(f"{e.name} {e.context}")))
        kept = {id(e) for e in ranked[:_MOST_OFFERED]}
        return [e for e in usable if id(e) in kept]

    def _action(self, order: Order, element: Element, step: CaseStep) -> Action:
        kind = kind_of(element)
        if kind in (Kind.TYPE, Kind.SELECT):
            return Action(kind, element.uid, self._value(order, element, step))
        return Action(kind, element.uid)

    def _value(self, order: Order, element: Element, step: CaseStep) -> str:
        """What to enter: the order's value, its quoted words, the persona's, or else what the model says."""
        if order.value:
            return order.value
        vault = self.work.context.persona.vault
        phrases = [phrase.text for phrase in mark(order.text).phrases if phrase.kind in ("quote", "placeholder", "email")]
        if len(phrases) == 1:
            return phrases[0]
        if not phrases and (own := match_field(element, vault.keys)):
            return placeholder(own.key)
        scene: dict[str, Any] = {
            "memory": self.work.memory[-_TOLD:],
            "step": step.text,
            "field": element.name,
            "options": ", ".join(element.options[:12]),
        }
        return self.team.typist.run(replace(self.call(), max_tokens=60), **scene).Value

    def _is_done(self, order: Order) -> bool:
        scene: dict[str, Any] = {
            "memory": self.work.memory[-_TOLD:],
            "order": order.text,
            "done": self.work.done[-_MOST_ACTIONS:],
            "question": "done",
        }
        return yes_log_odds(self.team.orchestrator, self.call(), **scene) > 0


def _told(element: Element) -> str:
    around = f" ({short(element.context, 40)})" if element.context and element.context not in element.name else ""
    return f"{said(element)}{around}"
