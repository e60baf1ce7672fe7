"""What an actor does to a page, and what is kept of it from one action to the next."""

from collections.abc import Sequence
from dataclasses import dataclass

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import PinataTeam
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep, Decider
from pathfinder.core.verdict import Status
from pathfinder.engine.casework import Casework, Judged
from pathfinder.language.prose.carry import Plan
from pathfinder.language.prose.instructions import read_orders
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.pressing import only_enters
from pathfinder.systems.ata.controls import sender
from pathfinder.webprocessor.element import Element

_CLICKS = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK})


@dataclass
class Doing:
    """Acts, and keeps what was clicked, filled in and pressed.

    eyes: The model looks at pictures with marks.
    rules: Whether rules are asked before the model.
    clicked: Something was clicked in this step.
    filled: Key of the form that was filled in last, and not sent yet.
    pressed: Name of the button that was pressed last, in whatever step.
    chosen: The model chose an element by its letter, or left out what was to be entered, since a
        rule last saw something expected.
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

    def done(self, found: Plan, by: Decider = "rule") -> Judged:
        """Do what is planned."""
        if not found.actions:
            return Judged(Status.PASSED, "action", by, found.reason)
        failed = self.act(found.actions, found.reason)
        if failed:
            return Judged(Status.FAILED, "action", by, f"{found.reason}: {failed}")
        return Judged(Status.PASSED, "action", by, found.reason)

    def act(self, actions: Sequence[Action], said: str) -> str:
        """Do the actions; what went wrong, or nothing."""
        last = self.work.scene.find(actions[-1].uid or "") if actions else None
        results = self.work.act(actions, said)
        self.clicked |= any(action.kind in _CLICKS for action in actions)
        self.filled = last.form if last and last.is_field else ""
        self.pressed = last.name if last and last.role == "button" else self.pressed
        return next((result.message or result.error for result in results if not result.ok), "")

    def press(self, control: Element) -> Judged:
        """Click a control."""
        return self.done(Plan((Action(Kind.CLICK, control.uid),), reason=f"click {control.name!r}"))

    def send(self) -> bool:
        """Send the form that was filled in last, where nothing was pressed since.

        Whether there was one.
        """
        control = sender(self.filled, self.work.scene)
        return control is not None and self.press(control).passed

    def send_after(self, step: CaseStep) -> bool:
        """Send it for a step that asks for more than to enter something.

        Never what the next step sends itself.
        """
        control = sender(self.filled, self.work.scene)
        ahead = " ".join(
            plain(each.text)
            for number, _, each in self.work.case.parts
            if number == self.work.number + 1
        )
        orders = read_orders(step.text)
        if (
            control is None
            or only_enters(orders[-1].text if orders else step.text)
            or plain(control.name) in ahead
        ):
            return False
        return self.press(control).passed

    def call(self, max_tokens: int = 80) -> Call:
        """How the models are asked."""
        return Call(
            self.work.journal, self.work.number, max_tokens=max_tokens, seed=self.work.context.seed
        )
