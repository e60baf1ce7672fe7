"""Carries out statements on a page, and checks what they say has to be so.

Described targets are found by one scorer, results are checked by code; a helper is asked which of
several is meant, for the way to what is not on this page, and about what code can't tell.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Scenario, Step, StepKind
from pathfinder.core.statement import Check
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision, Done
from pathfinder.engine.observation import carried_out
from pathfinder.engine.playback.remembering import target_of
from pathfinder.engine.playback.values import seconds_in
from pathfinder.engine.ready import Eye, Ready, described_of, folded, ready
from pathfinder.language.checks import check
from pathfinder.language.dsl.write import say_step
from pathfinder.language.lexicon import name_likeness
from pathfinder.language.sight import Finding, Sight
from pathfinder.webprocessor.element import Element

_LONGEST_WAIT = 10.0
_LONGEST_SLEEP = 60.0
_MOST_FOLDED = 2
_ON_CHECKS: frozenset[StepKind] = frozenset({"assert", "wait", "wait for element", "wait for url"})


class Helper(Protocol):
    """A model beside the code."""

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        """Which of a few elements is meant; None where it can't tell."""

    def act(self, text: str) -> Decision:
        """Carry out a small goal in words, within a few actions."""

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        """Look for the way to what is not on this page, within a few actions."""

    def check(self, text: str) -> Decision:
        """Whether something is so that code can't tell; it never fails by itself."""


@dataclass
class Statements:
    """The statements of a case, one after the other.

    helper: Is asked where code can't tell; None: nobody.
    kept: What went well, each with the locators of what it was done on.
    whole: Whether that is all that was done: what a helper did is not kept.
    """

    actor: Actor
    helper: Helper | None = None
    kept: list[Step] = field(default_factory=list)
    whole: bool = True

    def do(self, step: Step, words: str, *, free: bool = False) -> Decision:
        """Carry out a statement, or check what it says.

        Args:
            step: The statement.
            words: The sentence that it is from.
            free: It is from free words: what is not on this page may be looked for.
        """
        if step.kind == "repeat":
            return self._several(step.then * step.times, words, free=free)
        if step.kind == "if":
            held = self._held(step, 0.0).holds
            return self._several(step.then if held else step.otherwise, words, free=free)
        if step.kind in _ON_CHECKS:
            return self._check(step, words)
        return self._act(step, words, free=free)

    def scenario(self, **facts: Any) -> Scenario | None:
        """What went well, to be done again without a model.

        None where nothing was done, or a helper did a part of it.
        """
        if not self.whole or all(step.kind == "assert" for step in self.kept):
            return None
        return Scenario(steps=tuple(self.kept), **facts)

    def _several(self, steps: Sequence[Step], words: str, *, free: bool) -> Decision:
        decision = Decision(Status.PASSED, "there was nothing to do")
        for step in steps:
            decision = self.do(step, words, free=free)
            if not decision.passed:
                break
        return decision

    def _act(self, step: Step, words: str, *, free: bool) -> Decision:
        filled = _shown(step, self.actor)
        found = self.actor.until(
            lambda: self.ready(filled), lambda each: each.ok or each.blame is Blame.USER
        )
        proven, told = True, ""
        if not found.ok and found.missing and self._unfold(filled):
            found, told = self.ready(filled), ", which was folded up"
        if not found.ok and self.helper is not None:
            if step.kind == "do" or (free and step.kind == "open" and found.missing):
                self.whole = False
                return self.helper.act(step.value if step.kind == "do" else words)
            if chosen := found.several and self.helper.which(words, found.several):
                found, proven = self.ready(filled, chosen), False
            elif free and found.missing and self.helper.seek(words, self._is_here(filled)):
                found, proven, told = self.ready(filled), False, ", which was looked for first"
                self.whole = False
        if not found.ok:
            reason = f"not ready: {found.reason}"
            return Decision(
                Status.INCONCLUSIVE, reason, blame=found.blame, phase="readiness", proven=proven
            )
        self._keep(step, found)
        done = self._perform(found)
        return replace(done, reason=f"{done.reason}{told}", proven=proven)

    def _unfold(self, step: Step) -> bool:
        """Open the menus and details that are closed, until what is meant is there."""
        words = str((step.target and described_of(step.target)) or step.value)
        closed = sorted(
            folded(self.actor.view.scene), key=lambda one: -name_likeness(words, one.name)
        )
        for element in closed[:_MOST_FOLDED] if step.kind != "do" else ():
            self.actor.choose(f"open {element.name!r}", [element.uid], "it is closed", "rule")
            action = Action(Kind.CLICK, element.uid)
            opening = Step(kind="click", target=target_of(element, self.actor.view.scene))
            self.kept.append(opening)
            self.actor.act(action, settled=lambda each: not each.change.nothing)
            if self.ready(step).ok:
                return True
        return False

    def _is_here(self, step: Step) -> Callable[[], bool]:
        return lambda: self.ready(step).ok

    def ready(self, step: Step, chosen: Element | None = None) -> Ready:
        """How a statement would be carried out on the page as it is."""
        actor = self.actor
        context = actor.context
        eye = Eye(actor.sight, context.site, context.persona.vault, actor.form, chosen)
        return ready(step, eye)

    def _perform(self, found: Ready) -> Decision:
        evidence = found.reason
        for action in found.actions:
            ok, evidence, line = self._once(found, action)
            if not ok:
                reason = f"not carried out: {evidence} ({found.reason})"
                return Decision(
                    Status.INCONCLUSIVE, reason, line, blame=Blame.SITE, phase="observe"
                )
        return Decision(Status.PASSED, found.reason, evidence)

    def _once(self, found: Ready, action: Action) -> tuple[bool, str, str]:
        """Do an action: whether it was carried out, what shows it, and what changed."""
        uids = [action.uid] if action.uid else []
        self.actor.choose(found.reason, uids, found.reason, "rule")
        done = self.actor.act(action, settled=lambda each: self._observed(found, action, each)[0])
        return (*self._observed(found, action, done), done.history_line)

    def _observed(self, found: Ready, action: Action, done: Done) -> tuple[bool, str]:
        vault = self.actor.context.persona.vault
        scene = self.actor.view.scene
        return carried_out(action, found.element, scene, done.change, done.results, vault)

    def _keep(self, step: Step, found: Ready) -> None:
        """Keep a statement with the locators of what it is done on, as it is before it is done."""
        if found.element is None or not found.element.uid:
            self.kept += [step] if found.actions else []
            return
        target = target_of(found.element, self.actor.view.scene)
        words = step.target and described_of(step.target)
        for action in found.actions:
            kind = _RECORDED.get(action.kind, step.kind)
            self.kept.append(
                Step(
                    kind=kind,
                    target=target.model_copy(update={"described": words or None}),
                    value=action.written,
                    onto=step.onto,
                    says=say_step(step),
                )
            )

    def _check(self, step: Step, words: str) -> Decision:
        if step.kind == "wait" and (seconds := seconds_in(step.value)) is not None:
            time.sleep(min(seconds, _LONGEST_SLEEP))
            self.actor.look()
            self.kept.append(step)
            return Decision(Status.PASSED, f"waited {step.value} seconds")
        waits = step.kind != "assert"
        patience = max(self.actor.patience, _LONGEST_WAIT) if waits else self.actor.patience
        finding = self._held(step, patience)
        said = say_step(step).removeprefix("assert ")
        if finding.holds:
            self.kept.append(step)
            told = f"waited {said.removeprefix('wait ')}" if waits else f"it holds: {said}"
            return Decision(Status.PASSED, told, finding.quote or finding.reason)
        if finding.holds is None:
            return self._untold(step, said, finding, words)
        if waits:
            reason = f"waited in vain {said.removeprefix('wait ')}; {finding.reason}"
            return Decision(
                Status.INCONCLUSIVE, reason, finding.quote, blame=Blame.SITE, phase="observe"
            )
        reason = f"it does not hold: {said}; {finding.reason}"
        return Decision(Status.FAILED, reason, finding.quote or finding.reason, blame=Blame.SITE)

    def _untold(self, step: Step, said: str, finding: Finding, words: str) -> Decision:
        """What code can't tell from the page: a model may, and then never that it fails."""
        if self.helper is not None and step.kind == "assert":
            return self.helper.check(words)
        reason = f"it can't be told: {said}; {finding.reason}"
        return Decision(Status.INCONCLUSIVE, reason, finding.quote, blame=Blame.USER)

    def _held(self, step: Step, patience: float) -> Finding:
        filled = _shown(step, self.actor)
        return self.actor.until(
            lambda: self.finding(filled), lambda each: bool(each.holds), patience=patience
        )

    def finding(self, step: Step) -> Finding:
        """Whether the page as it is bears out what a statement says has to be so."""
        return finding(step, self.actor.sight)


def finding(step: Step, sight: Sight) -> Finding:
    """Whether a page bears out what a statement says has to be so."""
    if wanted := step.check or _as_check(step):
        return check(wanted, sight)
    value = f"url contains {step.value}" if step.kind == "wait for url" else step.value
    predicate = parse_predicate(value)
    evidence = predicate.evidence(sight.scene)
    shown = getattr(sight.scene, predicate.subject, "")
    told = f"the {predicate.subject} is {shown!r}" if shown and len(shown) < 200 else ""
    return Finding(evidence is not None, told or f"the page says no {value!r}", evidence or "")


def _as_check(step: Step) -> Check | None:
    """What is asserted of an element that is located, as a check of what it is called."""
    of = described_of(step.target) if step.target else None
    if of is None:
        return None
    if step.value.startswith("contains "):
        text = step.value.removeprefix("contains ")
        return Check(kind="value", of=of, comparison="contains", values=(text,))
    state = "absent" if step.value == "hidden" else "visible"
    if of.name and not of.kind:
        return Check(kind="text", of=of, negated=state == "absent")
    return Check(kind="state", of=of, values=(state,))


def _shown(step: Step, actor: Actor) -> Step:
    """The statement with the persona's plain values filled into what it describes."""
    parts: dict[str, Any] = {}
    for key in ("target", "onto", "check"):
        if (part := getattr(step, key)) is not None and "{{" in part.model_dump_json():
            parts[key] = type(part).model_validate(_filled(part.model_dump(), actor))
    return step.model_copy(update=parts) if parts else step


def _filled(value: Any, actor: Actor) -> Any:
    if isinstance(value, str):
        return actor.context.persona.vault.show(value) if "{{" in value else value
    if isinstance(value, dict):
        return {key: _filled(each, actor) for key, each in value.items()}
    return [_filled(one, actor) for one in value] if isinstance(value, list | tuple) else value


_RECORDED: dict[Kind, StepKind] = {
    Kind.CLICK: "click",
    Kind.TYPE: "fill",
    Kind.CLEAR: "fill",
    Kind.SELECT: "select",
    Kind.PRESS: "press",
}
