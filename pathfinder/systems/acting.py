"""PinATA's actor: carries out an order by rules, or grounds it with a model; and what the orchestrator does when it can't be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from agents.agent import Call
from agents.ata import PinataTeam
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep, Decider
from pathfinder.core.verdict import Status
from pathfinder.systems.casework import Casework, Judged
from pathfinder.systems.controls import button_again, choice_of_whom, form_meant, just_said, only_link, sender
from pathfinder.systems.filling import Filling, brings_no_value, leaves_out, searches
from pathfinder.systems.grounding import Grounding
from pathfinder.systems.judging import yes_log_odds
from pathfinder.systems.prose.carry import Plan, plan
from pathfinder.systems.prose.marked import mark, mark_names, plain
from pathfinder.systems.prose.matching import folded
from pathfinder.systems.prose.orders import AS_WHOM
from pathfinder.systems.prose.pressing import (
    control_meant,
    goes_on,
    goes_there,
    link_mentioned,
    names_icon,
    only_enters,
    only_goes_there,
    only_one_found,
    opens,
    sends,
    spoken_of,
    without_place,
)
from pathfinder.systems.prose.targets import THE_BUTTON, Order
from pathfinder.systems.strict.forms import Command
from pathfinder.systems.strict.page import Page
from pathfinder.systems.strict.read import NotStrict, read_sentence
from pathfinder.systems.strict.readiness import readiness
from webprocessor.element import Element

_MOST_ACTIONS = 4
_TOLD = 4
_FILLS = frozenset({None, Kind.TYPE, Kind.SELECT})
_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})
_PRESSES = frozenset({None, Kind.CLICK})
_CLICKS = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK})


@dataclass
class Acting:
    """The actor at work.

    eyes: The model looks at pictures with marks.
    rules: Whether rules are asked before the model.
    clicked: Something was clicked in this step.
    filled: Key of the form that was filled in last, and not sent yet.
    pressed: Name of the button that was pressed last, in whatever step.
    chosen: The model chose an element by its letter since a rule last saw something expected.
    """

    work: Casework
    team: PinataTeam
    eyes: bool = False
    rules: bool = True
    clicked: bool = False
    filled: str = ""
    pressed: str = ""
    chosen: bool = False

    def begin(self) -> None:
        """Begin a step."""
        self.clicked, self.filled = False, ""

    def carry_out(self, order: Order, step: CaseStep) -> Judged:
        """Carry out one order, once."""
        if self.work.scene.dialog and order.kind is not Kind.ANSWER_DIALOG:
            self._act((Action(Kind.ANSWER_DIALOG, value="accept"),), "accept the dialog")
        if not self.rules:
            return self._by_model(order, step)
        if (order.target == THE_BUTTON or sends(order.text)) and self.send():
            return Judged(Status.PASSED, "action", "rule", "send the form")
        if order.target == THE_BUTTON and (again := button_again(self.pressed, self.work.scene)):
            return self._press(again)
        found = self._plan(order)
        if found.ok and found.sure:
            return self._done(found)
        if found.sure:
            return Judged(Status.FAILED, "action", "rule", found.reason)
        if order.free and found.ok:
            return self._in_two(order, found)
        return self._freely(order, step, found)

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
        last = self.work.scene.find(actions[-1].uid or "") if actions else None
        results = self.work.act(actions, said)
        self.clicked |= any(action.kind in _CLICKS for action in actions)
        self.filled = last.form if last and last.is_field else ""
        self.pressed = last.name if last and last.role == "button" else self.pressed
        return next((result.message or result.error for result in results if not result.ok), "")

    def uncover(self, order: Order) -> bool:
        """Open what may hide the element: menus and sections that are folded up, those first whose name is like the order's words."""
        ranked = sorted(folded(self.work.scene), key=lambda e: -fuzz.token_set_ratio(plain(order.text), plain(e.name)))
        for element in ranked[:2]:
            self._act((Action(Kind.CLICK, element.uid),), f"open {element.name!r}")
            if self._plan(order).ok:
                return True
        return False

    def _freely(self, order: Order, step: CaseStep, found: Plan) -> Judged:
        """What no form of words tells: by what the page has for it, else as the model chooses."""
        for way in (self._as_whom, self._by_links, self._fill_in_for, self._by_name, self._by_reference):
            if judged := way(order, step):
                return judged
        if order.kind in _ENTERED and order.target and order.target.words:
            return Judged(Status.FAILED, "action", "model", found.reason)
        return self._by_model(order, step, found)

    def _as_whom(self, order: Order, step: CaseStep) -> Judged | None:
        """`As a guest, …`, `check out as a guest`: the one choice that says so; what goes on from there is still to be done."""
        if order.kind is not None:
            return None
        judged = self._press(choice) if (choice := choice_of_whom(order.text, self.work.scene)) else None
        if AS_WHOM.match(order.text):
            who = control_meant(order.text, self.work.scene)
            return judged or (self._press(who) if who else Judged(Status.PASSED, reason="that is who is here"))
        return None if goes_on(order.text) else judged

    def _by_links(self, order: Order, step: CaseStep) -> Judged | None:
        return self._way_there(order) if order.kind is None and self._only_leads(order) else None

    def _fill_in_for(self, order: Order, step: CaseStep) -> Judged | None:
        return self._fill_in(order, step) if order.kind in _FILLS else None

    def _by_name(self, order: Order, step: CaseStep) -> Judged | None:
        """The control that an order names."""
        scene = self.work.scene
        if order.kind is Kind.SELECT:
            control = control_meant(order.value, scene)
            return self._press(control) if control else None
        named = order.target.words if order.target and order.target.around and not names_icon(order.text) else order.text
        control = control_meant(named, scene) or control_meant(without_place(named), scene)
        return self._press_on(control, order, step) if control and order.kind in _PRESSES else None

    def _by_reference(self, order: Order, step: CaseStep) -> Judged | None:
        """`Open the product that is found`, `click on it`: what the page, or what was said before, tells."""
        link = only_link(self.work) if only_one_found(order.text) else None
        link = link or (link_mentioned(just_said(self.work, step), self.work.scene) if spoken_of(order.text) else None)
        return self._press(link) if link else None

    def _only_leads(self, order: Order) -> bool:
        """Whether an order brings nothing to be entered; what it quotes may be the link of a page to go to."""
        link = link_mentioned(order.text, self.work.scene) if goes_there(order.text) else None
        quoted = {plain(phrase.text) for phrase in mark(order.text).phrases}
        return brings_no_value(order.text) or (link is not None and quoted == {plain(link.name)})

    def _press_on(self, control: Element, order: Order, step: CaseStep) -> Judged:
        """Use a control; what a free order says is filled in on the page that it leads to, and sent where that is what goes on."""
        page = self.work.scene.url
        judged = self._press(control)
        if not judged.passed or not order.free or self.work.scene.url == page:
            return judged
        filled = self._fill_in(order, step)
        if filled and filled.passed and goes_on(order.text):
            self.send()
        return filled or judged

    def _fill_in(self, order: Order, step: CaseStep) -> Judged | None:
        """Enter what the order says into the fields of this page; nothing where it has no field for it."""
        form = form_meant(step.text, self.work.scene)
        chosen = order.kind is Kind.SELECT
        actions = Filling(self.team.filler).actions(order.text, self.work.scene, self.call(), form=form, chosen=chosen)
        if not actions:
            return None
        judged = self._done(Plan(actions, reason=f"fill in what {order.text!r} says"), "model")
        self.chosen |= leaves_out(order.text, [action.value or "" for action in actions])
        field = self.work.scene.find(actions[0].uid or "")
        if judged.passed and field and len(actions) == 1 and searches(field) and not only_enters(order.text):
            self._act((Action(Kind.PRESS, field.uid, "Enter"),), "start the search")
        return judged

    def send(self) -> bool:
        """Send the form that was filled in last, where nothing was pressed since; whether there was one."""
        control = sender(self.filled, self.work.scene)
        return control is not None and self._press(control).passed

    def send_after(self, step: CaseStep) -> bool:
        """Send it for a step that asks for more than to enter something; never what the next step sends itself."""
        control = sender(self.filled, self.work.scene)
        ahead = " ".join(plain(each.text) for number, _, each in self.work.case.parts if number == self.work.number + 1)
        if control is None or only_enters(step.text) or plain(control.name) in ahead:
            return False
        return self._press(control).passed

    def _way_there(self, order: Order) -> Judged | None:
        """Use the control that does what the order says; the links that it names lead there, where it is on another page."""
        judged: Judged | None = None
        for _ in range(_MOST_ACTIONS):
            if doing := control_meant(order.text, self.work.scene, doing=True):
                return self._press(doing)
            link = link_mentioned(order.text, self.work.scene)
            if link is None and judged is None and self._searched(order):
                link = link_mentioned(order.text, self.work.scene)
            if link is None:
                return judged if goes_on(order.text) else None
            judged = self._press(link)
            if not judged.passed or only_goes_there(order.text, link):
                return judged
        return None

    def _searched(self, order: Order) -> bool:
        """Search the site for the one thing that an order to open something names; whether it could."""
        names = [phrase.text for phrase in mark_names(mark(order.text)).phrases if phrase.kind == "name"]
        fields = [e for e in self.work.scene.actionable if searches(e) and e.is_field and e.enabled]
        if not opens(order.text) or len(names) != 1 or len(fields) != 1:
            return False
        typed = Action(Kind.TYPE, fields[0].uid, names[0])
        return not self._act((typed, Action(Kind.PRESS, fields[0].uid, "Enter")), f"search for {names[0]}")

    def _press(self, control: Element) -> Judged:
        return self._done(Plan((Action(Kind.CLICK, control.uid),), reason=f"click {control.name!r}"))

    def _by_model(self, order: Order, step: CaseStep, found: Plan | None = None) -> Judged:
        """Let the model choose an element; a free order may take several."""
        grounding, acted, used = Grounding(self.work, self.team, self.eyes), "", set[str]()
        for _ in range(_MOST_ACTIONS if order.free else 1):
            element = grounding.element(order, step, self.call())
            if element is None or element.xpath in used:
                break
            used.add(element.xpath)
            self.chosen = True
            action = grounding.action(order, element, step, self.call())
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

    def call(self, max_tokens: int = 80) -> Call:
        """How the models are asked."""
        return Call(self.work.journal, self.work.number, max_tokens=max_tokens, seed=self.work.context.seed)

    def _is_done(self, order: Order) -> bool:
        scene: dict[str, Any] = {
            "memory": self.work.memory[-_TOLD:],
            "order": order.text,
            "done": self.work.done[-_MOST_ACTIONS:],
            "question": "done",
        }
        return yes_log_odds(self.team.orchestrator, self.call(), **scene) > 0
