"""SeeAct-ATA: one prompt plans, acts and verifies, with textual choices as grounding.

Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?", which adapts SeeAct's prompt. The
    sections of the reply are
the paper's; they are the fields of a JSON object here, so that a small model can't leave one out.
Ours holds the agent's words against the statements that the case is read into (`judging`).
"""

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Tester, Testing
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.fence import Fence
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.offers import from_reply
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseResult, Part, TestCase
from pathfinder.core.errors import Blame
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Decision
from pathfinder.engine.candidates import describe
from pathfinder.engine.casework import GOOD, Casework, read_case
from pathfinder.engine.page_words import page_lines
from pathfinder.engine.runner import RunContext
from pathfinder.systems.ata.judging import Judging
from pathfinder.systems.ata.pinata import sees
from pathfinder.webprocessor.element import Element

_MOST_OFFERED = 24
_MOST_LINES = 30
_HISTORY = 8
_ACTIONS_A_STEP = 4
_REPLY_TOKENS = 320
_CONTEXT = 8192
_KINDS = {"CLICK": Kind.CLICK, "TYPE": Kind.TYPE, "SELECT": Kind.SELECT, "PRESS ENTER": Kind.PRESS}


class SeeActRunner:
    """Runs a case as SeeAct-ATA does.

    Options: `patience` (seconds until what is expected is given up).
    """

    roles: tuple[str, ...] = ("tester",)
    options: Mapping[str, type] = {"patience": float}

    def turns(self, case: TestCase, context: RunContext) -> "_Session":
        """The turns of a run.

        A question to the agent each, until it says PASS or FAIL, or its actions are used up.
        """
        nobody = ScriptedModel(name="nobody as tester")
        return _Session(case, context, Tester(context.models.get("tester", nobody)))


class _Session:
    """One case in the hands of one agent."""

    def __init__(self, case: TestCase, context: RunContext, tester: Tester) -> None:
        self.work, self.context, self.tester = Casework(case, context), context, tester
        self.steps = [step for _, _, step in case.parts]
        self.current = 1
        self.history: list[str] = []

    @property
    def result(self) -> CaseResult:
        """How the case went so far."""
        return self.work.result(unproven=not self.judging.proven)

    def begin(self) -> None:
        """Read the case as far as the grammar goes, and open the site."""
        readings = read_case(self.work.case, self.context, self.work.meter)
        self.actor = self.work.open()
        self.judging = Judging(self.actor, readings)
        self._begin()

    def _begin(self) -> None:
        self.work.begin()
        self.actor.begin(self.current)
        self.judging.begin(self.current)

    def turn(self, number: int) -> Verdict | None:
        """Ask, and do what the agent says."""
        most = _ACTIONS_A_STEP * len(self.steps)
        if number > most:
            reason = f"no verdict after {most} actions"
            return self._ended(
                Decision(Status.INCONCLUSIVE, reason, by="model", blame=Blame.MODEL), "action"
            )
        testing, elements = self._ask()
        if not self._advance(_number(testing.CurrentStep, len(self.steps))):
            return self.result.verdict
        match testing.Action:
            case "FAIL":
                part = _part(testing)
                said, seen = testing.NextAction, testing.ScreenshotDetails
                return self._ended(self.judging.failed(part, said, seen), part)
            case "PASS":
                self._advance(len(self.steps) + 1)
            case "NONE":
                self._advance(self.current + 1)
            case _:
                self._act(testing, elements)
        ended = self.current > len(self.steps) or self._has_failed
        return self.result.verdict if ended else None

    @property
    def _has_failed(self) -> bool:
        return bool(self.work.results) and self.work.results[-1].status not in GOOD

    def _ended(self, decision: Decision, part: Part) -> Verdict:
        self._end(decision, part)
        return self.result.verdict

    def _ask(self) -> tuple[Testing, dict[str, Element]]:
        usable = [
            e
            for e in self.actor.view.scene.actionable
            if e.layer != "covered" and (e.name or e.text)
        ]
        handles = dict(zip(ascii_uppercase, usable[:_MOST_OFFERED], strict=False))
        nothing = "Z"
        schema = enum_schema(Testing, "Element", [*handles, nothing], longest=120)
        schema["properties"]["CurrentStep"] = {
            "type": "string",
            "enum": [str(n) for n in range(1, len(self.steps) + 1)],
        }
        eyes = sees(self.context, self.tester.model)
        images = (self.context.browser.screenshot(),) if eyes else ()
        call = Call(
            self.work.meter,
            self.current,
            max_tokens=_REPLY_TOKENS,
            context=_CONTEXT,
            seed=self.context.seed,
            images=images,
        )
        scene: dict[str, Any] = {
            "name": self.work.case.name,
            "steps": [
                self._row(number, step.text, step.expected)
                for number, step in enumerate(self.steps, 1)
            ],
            "history": self.history[-_HISTORY:],
            "page": self._page(),
            "candidates": [
                {"handle": letter, "text": describe(element)} for letter, element in handles.items()
            ],
            "nothing": nothing,
        }
        return self.tester.run(call, schema=schema, **scene), handles

    def _row(self, number: int, text: str, expected: str) -> dict[str, object]:
        progress = (
            "DONE" if number < self.current else "CURRENT" if number == self.current else "TODO"
        )
        return {
            "number": number,
            "text": text,
            "expected": self.context.persona.vault.show(expected),
            "progress": progress,
        }

    def _page(self) -> Fence:
        scene = self.actor.view.scene
        lines = [short(line, 120) for line in page_lines(scene)[:_MOST_LINES]]
        dialog = [f"A dialog of the browser is open: {scene.dialog}"] if scene.dialog else []
        return Fence("\n".join([f"URL: {scene.url}", f"Title: {scene.title}", *dialog, *lines]))

    def _advance(self, to: int) -> bool:
        """End the steps before `to`, as code finds them; whether all of them may pass.

        The agent has gone on; it never goes back.
        """
        while self.current < to:
            self._end(self.judging.passed(), "assertion")
            if self._has_failed:
                return False
            self.current += 1
            if self.current <= len(self.steps):
                self._begin()
        return True

    def _end(self, decision: Decision, part: Part) -> None:
        step = self.steps[self.current - 1]
        self.work.end(self.current, part, step, decision, self.actor.seen)

    def _act(self, testing: Testing, elements: dict[str, Element]) -> None:
        action = self._action(testing, elements.get(testing.Element))
        if action is None:
            self.history.append(f"{testing.Action}: there was no element to do it on")
            return
        told = (
            f"{testing.Action} {elements[testing.Element].name!r}"
            if action.uid
            else f"{testing.Action} {testing.Value}".strip()
        )
        self.judging.acts(action)
        done = self.actor.act(action, settled=lambda each: not each.change.nothing)
        self.history.append(f"{told} -> {done.history_line}")

    def _action(self, testing: Testing, element: Element | None) -> Action | None:
        if testing.Action == "SCROLL":
            return Action(Kind.SCROLL, value="down")
        if testing.Action == "GO BACK":
            return Action(Kind.BACK)
        if testing.Action == "ACCEPT DIALOG":
            return Action(Kind.ANSWER_DIALOG, value="accept")
        if testing.Action == "NAVIGATE":
            return Action(Kind.NAVIGATE, value=testing.Value or self.context.site.url)
        kind = _KINDS[testing.Action]
        if kind is Kind.PRESS:
            return Action(kind, element.uid if element else None, "Enter")
        if element is None:
            return None
        entered = kind in (Kind.TYPE, Kind.SELECT) and testing.Value
        return Action(
            kind,
            element.uid,
            from_reply(testing.Value, element, self.context.persona.vault) if entered else None,
        )


def _number(text: str, most: int) -> int:
    return min(int(text), most) if text.isdigit() else 1


def _part(testing: Testing) -> Part:
    return "assertion" if testing.AssertionControl == "NOT VERIFIED" else "action"
