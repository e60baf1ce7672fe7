"""PinATA's actor: carries out an order by rules, or grounds it with a model.

And what the orchestrator does when it can't be done.
"""

from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep
from pathfinder.core.verdict import Status
from pathfinder.engine.casework import Judged
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.playback.turn import KINDS
from pathfinder.engine.ready import Eye, ready
from pathfinder.language.prose.carry import Plan, plan
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.matching import folded
from pathfinder.language.prose.pressing import link_to_read, sends
from pathfinder.language.prose.targets import THE_BUTTON, Instruction
from pathfinder.language.sight import Sight
from pathfinder.language.strict import read_strict
from pathfinder.language.strict_checks import NotStrict
from pathfinder.systems.ata.controls import button_again
from pathfinder.systems.ata.doing import Doing
from pathfinder.systems.ata.fallbacks import Ways
from pathfinder.systems.ata.grounding import Grounding

_MOST_ACTIONS = 4
_TOLD = 4
_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})


@dataclass
class Acting(Doing):
    """The actor at work."""

    def carry_out(self, order: Instruction, step: CaseStep) -> Judged:
        """Carry out one order, once."""
        if self.work.scene.dialog and order.kind is not Kind.ANSWER_DIALOG:
            self.act((Action(Kind.ANSWER_DIALOG, value="accept"),), "accept the dialog")
        if not self.rules:
            return self._by_model(order, step)
        if (order.target == THE_BUTTON or sends(order.text)) and self.send():
            return Judged(Status.PASSED, "action", "rule", "send the form")
        if order.target == THE_BUTTON and (again := button_again(self.pressed, self.work.scene)):
            return self.press(again)
        if (
            order.kind is None
            and not order.free
            and (page := link_to_read(order.text, self.work.scene))
        ):
            return self.press(page)
        found = self._plan(order)
        if found.ok and found.sure:
            return self.done(found)
        if found.sure:
            return Judged(Status.FAILED, "action", "rule", found.reason)
        if order.free and found.ok:
            return self._in_two(order, found)
        return self._freely(order, step, found)

    def _plan(self, order: Instruction) -> Plan:
        """What the rules for prose make of the words.

        Where they leave a doubt, the strict form's action if there is one.
        """
        found = plan(order, self.work.scene, self.work.context.site)
        return found if found.ok and found.sure else self._strict(order) or found

    def _strict(self, order: Instruction) -> Plan | None:
        if order.free or order.kind is None or order.kind is Kind.SELECT:
            return None
        try:
            statements = read_strict(order.text).statements
        except NotStrict:
            return None
        if len(statements) != 1 or KINDS.get(statements[0].kind) != order.kind:
            return None
        context = self.work.context
        sight = Sight(self.work.scene, self.work.stage.snapshot)
        found = ready(statements[0], Eye(sight, context.site, context.persona.vault))
        return Plan(found.actions, reason=found.reason) if found.actions else None

    def _in_two(self, order: Instruction, first: Plan) -> Judged:
        """An order whose first part leads to another page: plan the rest there."""
        judged = self.done(first)
        rest = plan(order, self.work.scene, self.work.context.site)
        if judged.passed and rest.ok and rest.reason != first.reason:
            return self.done(rest)
        return judged if rest.ok else Judged(Status.FAILED, "action", "rule", rest.reason)

    def uncover(self, order: Instruction) -> bool:
        """Open what may hide the element.

        Menus and sections that are folded up, those first whose name is like the order's words.
        """
        ranked = sorted(
            folded(self.work.scene),
            key=lambda e: -fuzz.token_set_ratio(plain(order.text), plain(e.name)),
        )
        for element in ranked[:2]:
            self.act((Action(Kind.CLICK, element.uid),), f"open {element.name!r}")
            if self._plan(order).ok:
                return True
        return False

    def _freely(self, order: Instruction, step: CaseStep, found: Plan) -> Judged:
        """What no form of words tells: by what the page has for it, else as the model chooses."""
        if judged := Ways(self).carry_out(order, step):
            return judged
        if order.kind in _ENTERED and order.target and order.target.words:
            return Judged(Status.FAILED, "action", "model", found.reason)
        return self._by_model(order, step, found)

    def _by_model(self, order: Instruction, step: CaseStep, found: Plan | None = None) -> Judged:
        """Let the model choose an element; a free order may take several."""
        grounding, acted, used = Grounding(self.work, self.team, self.eyes), "", set[str]()
        for _ in range(_MOST_ACTIONS if order.free else 1):
            element = grounding.element(order, step, self.call())
            if element is None or element.xpath in used:
                break
            used.add(element.xpath)
            self.chosen = True
            action = grounding.action(order, element, step, self.call())
            if failed := self.act((action,), f"{action.kind} {element.name!r}"):
                return Judged(
                    Status.FAILED, "action", "model", f"{action.kind} {element.name!r}: {failed}"
                )
            acted = f"{action.kind} {element.name!r}"
            if order.free and self._is_done(order):
                break
        if acted:
            return Judged(Status.PASSED, "action", "model", acted)
        if found and found.ok:
            return self.done(found)
        reason = (
            found.reason
            if found and not order.free
            else f"nothing on the page {self.work.scene.heading!r} fits {order.text!r}"
        )
        return Judged(Status.FAILED, "action", "model", reason)

    def _is_done(self, order: Instruction) -> bool:
        scene: dict[str, Any] = {
            "memory": self.work.memory[-_TOLD:],
            "order": order.text,
            "done": self.work.done[-_MOST_ACTIONS:],
            "question": "done",
        }
        return yes_log_odds(self.team.orchestrator, self.call(), **scene) > 0
