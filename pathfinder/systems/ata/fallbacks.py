"""Fallbacks for instructions that no form of words covers, by what the page offers."""

from dataclasses import dataclass

from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep
from pathfinder.core.verdict import Status
from pathfinder.engine.casework import Judged
from pathfinder.language.filling import Filling, brings_no_value, leaves_out, searches
from pathfinder.language.prose.carry import Plan
from pathfinder.language.prose.instructions import AS_WHOM
from pathfinder.language.prose.marked import mark, mark_names, plain
from pathfinder.language.prose.pressing import (
    control_meant,
    finds,
    goes_on,
    goes_there,
    link_mentioned,
    names_icon,
    only_enters,
    only_goes_there,
    only_one_found,
    spoken_of,
    without_place,
)
from pathfinder.language.prose.targets import Instruction
from pathfinder.systems.ata.controls import choice_of_whom, form_meant, just_said, only_link
from pathfinder.systems.ata.doing import Doing
from pathfinder.webprocessor.element import Element

_MOST_LINKS = 4
_FILLS = frozenset({None, Kind.TYPE, Kind.SELECT})
_PRESSES = frozenset({None, Kind.CLICK})


@dataclass(frozen=True)
class Ways:
    """The fallbacks, in the order in which they are tried."""

    doing: Doing

    def carry_out(self, order: Instruction, step: CaseStep) -> Judged | None:
        """Fill in what an order says, or use the control that it means.

        None where the page has nothing for it.
        """
        for way in (
            self._as_whom,
            self._by_links,
            self._fill_in_for,
            self._by_name,
            self._by_reference,
        ):
            if judged := way(order, step):
                return judged
        return None

    def _as_whom(self, order: Instruction, step: CaseStep) -> Judged | None:
        """`As a guest, …`, `check out as a guest`: the one choice that says so.

        What goes on from there is still to be done.
        """
        if order.kind is not None:
            return None
        judged = (
            self.doing.press(choice)
            if (choice := choice_of_whom(order.text, self.doing.work.scene))
            else None
        )
        if AS_WHOM.match(order.text):
            who = control_meant(order.text, self.doing.work.scene)
            return judged or (
                self.doing.press(who)
                if who
                else Judged(Status.PASSED, reason="that is who is here")
            )
        return None if goes_on(order.text) else judged

    def _by_links(self, order: Instruction, step: CaseStep) -> Judged | None:
        leads = order.kind is None or (order.kind is Kind.CLICK and finds(order.text))
        return self._way_there(order) if leads and self._only_leads(order) else None

    def _fill_in_for(self, order: Instruction, step: CaseStep) -> Judged | None:
        return self._fill_in(order, step) if order.kind in _FILLS else None

    def _by_name(self, order: Instruction, step: CaseStep) -> Judged | None:
        """The control that an order names."""
        scene = self.doing.work.scene
        if order.kind is Kind.SELECT:
            control = control_meant(order.value, scene)
            return self.doing.press(control) if control else None
        named = (
            order.target.words
            if order.target and order.target.around and not names_icon(order.text)
            else order.text
        )
        control = control_meant(named, scene) or control_meant(without_place(named), scene)
        return self._press_on(control, order, step) if control and order.kind in _PRESSES else None

    def _by_reference(self, order: Instruction, step: CaseStep) -> Judged | None:
        """`Open the product that is found`, `click on it`.

        What the page, or what was said before, tells.
        """
        link = only_link(self.doing.work) if only_one_found(order.text) else None
        link = link or (
            link_mentioned(just_said(self.doing.work, step), self.doing.work.scene)
            if spoken_of(order.text)
            else None
        )
        return self.doing.press(link) if link else None

    def _only_leads(self, order: Instruction) -> bool:
        """Whether an order brings nothing to be entered.

        What it quotes may be the link of a page to go to.
        """
        link = link_mentioned(order.text, self.doing.work.scene) if goes_there(order.text) else None
        quoted = {plain(phrase.text) for phrase in mark(order.text).phrases}
        return brings_no_value(order.text) or (link is not None and quoted == {plain(link.name)})

    def _press_on(self, control: Element, order: Instruction, step: CaseStep) -> Judged:
        """Use a control.

        What a free order says is filled in on the page that it leads to, and sent where that is
        what goes on.
        """
        page = self.doing.work.scene.url
        judged = self.doing.press(control)
        if not judged.passed or not order.free or self.doing.work.scene.url == page:
            return judged
        filled = self._fill_in(order, step)
        if filled and filled.passed and goes_on(order.text):
            self.doing.send()
        return filled or judged

    def _fill_in(self, order: Instruction, step: CaseStep) -> Judged | None:
        """Enter what the order says into the fields of this page.

        Nothing where it has no field for it.
        """
        form = form_meant(step.text, self.doing.work.scene)
        chosen = order.kind is Kind.SELECT
        filling = Filling(self.doing.team.filler, self.doing.work.context.persona.secret)
        actions = filling.actions(
            order.text, self.doing.work.scene, self.doing.call(), form=form, chosen=chosen
        )
        if not actions:
            return None
        judged = self.doing.done(Plan(actions, reason=f"fill in what {order.text!r} says"), "model")
        self.doing.chosen |= leaves_out(order.text, [action.written for action in actions])
        field = self.doing.work.scene.find(actions[0].uid or "")
        if (
            judged.passed
            and field
            and len(actions) == 1
            and searches(field)
            and not only_enters(order.text)
        ):
            self.doing.act((Action(Kind.PRESS, field.uid, "Enter"),), "start the search")
        return judged

    def _way_there(self, order: Instruction) -> Judged | None:
        """Use the control that does what the order says.

        The links that it names lead there, where it is on another page.
        """
        judged: Judged | None = None
        for _ in range(_MOST_LINKS):
            if doing := control_meant(order.text, self.doing.work.scene, doing=True):
                return self.doing.press(doing)
            link = link_mentioned(order.text, self.doing.work.scene)
            if link is None and judged is None and self._searched(order):
                link = link_mentioned(order.text, self.doing.work.scene)
            if link is None:
                return judged if goes_on(order.text) else None
            judged = self.doing.press(link)
            if not judged.passed or only_goes_there(order.text, link):
                return judged
        return None

    def _searched(self, order: Instruction) -> bool:
        """Search the site for the one thing that an order names and leaves open how to get to.

        Whether it could.
        """
        names = [
            phrase.text for phrase in mark_names(mark(order.text)).phrases if phrase.kind == "name"
        ]
        fields = [
            e for e in self.doing.work.scene.actionable if searches(e) and e.is_field and e.enabled
        ]
        if not finds(order.text) or len(names) != 1 or len(fields) != 1:
            return False
        typed = Action(Kind.TYPE, fields[0].uid, names[0])
        return not self.doing.act(
            (typed, Action(Kind.PRESS, fields[0].uid, "Enter")), f"search for {names[0]}"
        )
