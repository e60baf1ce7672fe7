"""Checks what statements say has to be so, by code on the page as it is.

What does not hold is looked at again, further down and in what is folded up, before it is denied.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pathfinder.core.errors import Blame
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Step
from pathfinder.core.statement import Check
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.looking import folded, further_down, open_folded
from pathfinder.engine.playback.values import seconds_in
from pathfinder.engine.ready import described_of
from pathfinder.language.checks import check
from pathfinder.language.dsl.write import say_step
from pathfinder.language.sight import Finding, Sight
from pathfinder.language.values import has_words

_LONGEST_WAIT = 10.0
_LONGEST_SLEEP = 60.0
_SHORTEST = 2


@dataclass(frozen=True)
class Expecting:
    """What has to be so, looked at by the actor.

    judge: Is asked about a sentence that code can't tell from the page; None: nobody.
    """

    actor: Actor
    judge: Callable[[str], Decision] | None = None

    def check(self, step: Step, words: str) -> Decision:
        """Whether what a statement says has to be so is so, or becomes so.

        Args:
            step: The statement.
            words: The sentence that it is from.
        """
        if step.kind == "wait" and (seconds := seconds_in(step.value)) is not None:
            time.sleep(min(seconds, _LONGEST_SLEEP))
            self.actor.look()
            return Decision(Status.PASSED, f"waited {step.value} seconds")
        waits = step.kind != "assert"
        patience = max(self.actor.patience, _LONGEST_WAIT) if waits else self.actor.patience
        found = self.held(step, patience) if waits else self.found(step)
        said = say_step(step).removeprefix("assert ")
        if found.holds:
            told = f"waited {said.removeprefix('wait ')}" if waits else f"it holds: {said}"
            return Decision(Status.PASSED, told, found.quote or found.reason)
        if found.holds is None:
            return self._untold(step, said, found, words)
        if waits:
            reason = f"waited in vain {said.removeprefix('wait ')}; {found.reason}"
            return Decision(
                Status.INCONCLUSIVE, reason, found.quote, blame=Blame.SITE, phase="observe"
            )
        reason = f"it does not hold: {said}; {found.reason}"
        return Decision(Status.FAILED, reason, found.quote or found.reason, blame=Blame.SITE)

    def found(self, step: Step) -> Finding:
        """What the page says of a statement that has to be so, with what is further down in it."""
        found = self.held(step, self.actor.patience)
        return self._looked_further(step, found) if found.holds is False else found

    def _untold(self, step: Step, said: str, found: Finding, words: str) -> Decision:
        """What code can't tell from the page: a model may, and then never that it fails."""
        if self.judge is not None and step.kind == "assert":
            return self.judge(words)
        reason = f"it can't be told: {said}; {found.reason}"
        return Decision(Status.INCONCLUSIVE, reason, found.quote, blame=Blame.USER)

    def held(self, step: Step, patience: float) -> Finding:
        """Whether the page bears out a statement, within so many seconds."""
        filled = filled_in(step, self.actor)
        return self.actor.until(
            lambda: finding(filled, self.actor.sight),
            lambda each: bool(each.holds),
            patience=patience,
        )

    def _looked_further(self, step: Step, denied: Finding) -> Finding:
        """What is not on the page may be further down, or folded up under a name of its own."""
        check = step.check
        if check is None or check.of is None or check.negated or "absent" in check.values:
            return denied
        for _ in self._further(check.of.name):
            found = finding(filled_in(step, self.actor), self.actor.sight)
            if found.holds:
                return found
        return denied

    def _further(self, name: str) -> Iterator[object]:
        if self.actor.view.scene.dialog:
            return
        yield from further_down(self.actor)
        for one in folded(self.actor.view.scene):
            if len(one.name) > _SHORTEST and has_words(name, one.name):
                yield open_folded(self.actor, one)


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


def filled_in(step: Step, actor: Actor) -> Step:
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
