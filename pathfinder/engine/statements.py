"""Carries out statements on a page, and checks what they say has to be so.

Described targets are found by one scorer, results are checked by code; a helper is asked which of
several is meant, for the way to what is not on this page, and about what code can't tell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pathfinder.core.action import Action
from pathfinder.core.errors import Blame
from pathfinder.core.scenario import Scenario, Step, StepKind
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision, Done
from pathfinder.engine.assertor import Found
from pathfinder.engine.candidates import called, plain
from pathfinder.engine.denial import Sought, names_in_quotes, seek_named
from pathfinder.engine.expecting import Expecting, filled_in
from pathfinder.engine.login import LogIn
from pathfinder.engine.looking import Shown, ways_to_see_more
from pathfinder.engine.named import quoted
from pathfinder.engine.observation import carried_out
from pathfinder.engine.playback.remembering import STEP_KINDS, recorded_step, target_of
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.ready import Eye, Ready, described_of, ready
from pathfinder.engine.small_goals import DoneSoFar, Pursuit
from pathfinder.language.dsl.write import say_step
from pathfinder.language.lexicon import lexicon
from pathfinder.language.reader import Reading
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.element import Element

_A_NAME = 4
_MOST_TO_LOG_IN = 3
"""To the form, the name, the password: where each has a page of its own."""
_ON_FIELDS: frozenset[StepKind] = frozenset({"fill", "select", "check", "uncheck", "upload"})
_PRESSES: frozenset[StepKind] = frozenset({"click", "double click", "open", "search", "press"})
ON_CHECKS: frozenset[StepKind] = frozenset({"assert", "wait", "wait for element", "wait for url"})


class Helper(Protocol):
    """A model beside the code.

    leads: An instruction in free words is for the player that explores.
    """

    @property
    def leads(self) -> bool: ...

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        """Which of a few elements is meant; None where it can't tell."""

    def act(self, text: str) -> Decision:
        """Carry out a small goal in words, within a few actions."""

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        """Look for the way to what is not on this page, within a few actions."""

    def check(self, text: str, found: Found = ()) -> Decision:
        """Whether something is so that code can't tell, and what code found of parts of it.

        It fails only where code denies a part.
        """


@dataclass
class Statements:
    """The statements of a case, one after the other.

    helper: Is asked where code can't tell; None: nobody.
    expects: What the written step expects, as far as it was read: a small goal that brings it about
        is reached.
    kept: What went well, each with the locators of what it was done on.
    whole: Whether that is all that was done: what a helper did is not kept.
    """

    actor: Actor
    helper: Helper | None = None
    expects: Sequence[Step] = ()
    kept: list[Step] = field(default_factory=list)
    whole: bool = True

    @property
    def expecting(self) -> Expecting:
        """What checks."""
        return Expecting(self.actor, self.helper.check if self.helper else None)

    def do(self, step: Step, words: str, *, free: bool = False, sure: bool = False) -> Decision:
        """Carry out a statement, or check what it says.

        Args:
            step: The statement.
            words: The sentence that it is from.
            free: It is from free words: what is not on this page may be looked for.
            sure: That the sentence says so is beyond doubt: what it names in quotes, and nothing
                on the page may be, fails.
        """
        if step.kind == "repeat":
            return self._several(step.then * step.times, words, free=free, sure=sure)
        if step.kind == "if":
            held = self.expecting.held(step, 0.0).holds
            chosen = step.then if held else step.otherwise
            return self._several(chosen, words, free=free, sure=sure)
        if step.kind in ON_CHECKS:
            decision = self.expecting.check(step, words)
            self.kept += [step] if decision.status is Status.PASSED else []
            return decision
        return self._act(step, words, free=free, sure=sure)

    def do_on(self, step: Step, element: Element | None, *, proven: bool = False) -> Decision:
        """Carry out a statement on an element that was chosen for it.

        Args:
            step: The statement.
            element: What it is done on; None for the whole page.
            proven: That the element is what the words say; else an agent chose it.
        """
        found = self.ready(filled_in(step, self.actor), element)
        return self._carried_out(step, found, proven=proven)

    def denied(self, step: Step, words: str) -> Decision | None:
        """That the page has nothing of what a sentence names in quotes, and a statement needs.

        None where it has, or may have.
        """
        found = self.ready(filled_in(step, self.actor))
        sought = self._sought(step, found, words) if names_in_quotes(step, found, words) else None
        return None if sought is None or sought.found.ok else sought.denied()

    def pursue(self, words: str, sentence: str = "") -> Decision:
        """Carry out a small goal in words: log in by rule where it asks for that, then the rest.

        There is a rest where the words name something that can be pressed once that is done. It is
        for the player that explores, where there is one, else for the helper.

        Args:
            words: The goal.
            sentence: What it is from; it may ask to log in before ("after logging in, add Lena").
        """
        assert self.helper is not None  # the caller has looked
        if self._log_in(words) and not self._named_here(words):
            return Decision(Status.PASSED, "logged in", self.actor.did[-1], proven=False)
        before, found, _ = sentence.partition(words)
        if found:
            self._log_in(before)
        if pursuit := self._pursuit:
            return self.took(pursuit.pursue(words, self._shows_expected()))
        return self.took(self.helper.act(words))

    def obeys(self, reading: Reading) -> bool:
        """Whether an instruction in free words is for the player that explores.

        It is, where there is one, unless what it says needs no element of the page.
        """
        if self._pursuit is None or self.helper is None or not self.helper.leads:
            return False
        acts = (step for step in reading.statements if step.kind not in ON_CHECKS)
        found = [self.ready(filled_in(step, self.actor)) for step in acts]
        return not (found and all(one.ok and one.element is None for one in found))

    def obey(self, reading: Reading) -> Decision:
        """Carry out an instruction in free words, as the player that explores understands it.

        It ends when as much was pressed as it was read as, or the last thing that it was read as,
        and something was filled in where it fills in, or when the site refuses what was entered:
        nothing is sent twice. It is proven where that is what the instruction was read as, too. One
        that only asks to log in is carried out by rule. What it says has to be so is left to be
        checked.

        Raises:
            ModelError: An agent failed.
        """
        pursuit, words = self._pursuit, reading.sentence
        assert pursuit is not None  # the caller has looked
        logged_in, steps = self._logged_in_first(reading)
        steps = [step for step in steps if step.kind not in ON_CHECKS]
        if logged_in and not steps and not (reading.unread and self._named_here(words)):
            return Decision(Status.PASSED, "logged in", self.actor.did[-1], proven=False)
        if logged_in and len(steps) == 1 and steps[0].kind == "do":
            words = steps[0].value
        fills = any(step.kind in _ON_FIELDS for step in steps)
        last = [step for step in steps[-1:] if steps.count(step) == 1]

        def carried_out(so_far: DoneSoFar) -> bool:
            enough = so_far.pressed >= _presses(steps) or self._did(last, so_far.last)
            return so_far.refused or (enough and (so_far.filled or not fills))

        decision, done = pursuit.obey(words, carried_out)
        alike = decision.passed and not logged_in and self._is_read_alike(steps, done)
        return self.took(replace(decision, proven=alike))

    def _logged_in_first(self, reading: Reading) -> tuple[bool, Sequence[Step]]:
        """Log in by rule where an instruction asks for that before all else, and enters nothing.

        Returns:
            Whether it was done, and what else the instruction says.
        """
        steps = reading.statements
        if any(step.kind in _ON_FIELDS for step in steps):
            return False, steps
        goals = [step for step in steps if step.kind == "do"]
        if asking := next((one for one in goals if self._log_in(one.value)), None):
            return True, [one for one in steps if one is not asking]
        first = _named_by(steps[0]) if steps else ""
        ahead, names, _ = reading.sentence.partition(first or "\n")
        return bool(names or not steps) and self._log_in(ahead), steps

    def _did(self, steps: Sequence[Step], outcome: Outcome | None) -> bool:
        """Whether something was done that one of the statements says to press."""
        if outcome is None or not isinstance(outcome.move, Move):
            return False
        sight = Sight(outcome.before.scene)
        presses = (filled_in(step, self.actor) for step in steps if step.kind in _PRESSES)
        found = [self.ready(step, on=sight) for step in presses]
        return any(_means(one, action) for one in found for action in outcome.move.actions)

    def _is_read_alike(self, steps: Sequence[Step], done: Sequence[Outcome]) -> bool:
        """Whether what was done is what statements say, all of it and no more."""
        left = [filled_in(step, self.actor) for step in steps]
        for outcome in done:
            sight = Sight(outcome.before.scene)
            for action in outcome.move.actions if isinstance(outcome.move, Move) else ():
                meant = next(
                    (one for one in left if _means(self.ready(one, on=sight), action)), None
                )
                if meant is None:
                    return False
                left.remove(meant)
        return not left

    @property
    def _pursuit(self) -> Pursuit | None:
        """What pursues small goals; None where all is for the helper."""
        context = self.actor.context
        if context.explorer is None or not context.options.get("rules", True):
            return None
        return Pursuit(self.actor, context.explorer)

    def _shows_expected(self) -> Callable[[], bool] | None:
        """Whether the page shows what the step expects; None where it does so already."""
        if not self.expects or self._holds_expected():
            return None
        return self._holds_expected

    def _holds_expected(self) -> bool:
        return all(self.expecting.held(step, 0.0).holds for step in self.expects)

    def _log_in(self, words: str) -> bool:
        """Log in as the persona, where a sentence asks for it and the page lets it; whether it did.

        Not where it gives values of its own or denies something: it may want to be refused.
        """
        context = self.actor.context
        own_values = quoted(words) or any(map(str.isdigit, words))
        denies = lexicon().negations & set(plain(words).split())
        if own_values or denies or not context.options.get("rules", True):
            return False
        sent = False
        log_in = LogIn(Task(words, context.site, context.persona, has_account=True))
        for _ in range(_MOST_TO_LOG_IN):
            scene = self.actor.view.scene
            move = log_in.move(scene) if log_in.is_asked(words, scene) else None
            if move is None:
                break
            sent = True
            for action in move.actions:
                self._keep_action(action)
                self.actor.choose(move.text, [action.uid or ""], "logging in", "rule")
                self.actor.act(action, settled=lambda each: not each.change.nothing)
        return sent and log_in.has_worked(self.actor.view.scene)

    def took(self, decision: Decision) -> Decision:
        """What a helper did, kept where it says it in statements."""
        self.kept += decision.steps
        self.whole &= not decision.passed or bool(decision.steps)
        return decision

    def scenario(self, **facts: Any) -> Scenario | None:
        """What went well, to be done again without a model.

        None where nothing was done, or a helper did a part of it.
        """
        if not self.whole or all(step.kind == "assert" for step in self.kept):
            return None
        return Scenario(steps=tuple(self.kept), **facts)

    def _several(self, steps: Sequence[Step], words: str, *, free: bool, sure: bool) -> Decision:
        decision = Decision(Status.PASSED, "there was nothing to do")
        for step in steps:
            decision = self.do(step, words, free=free, sure=sure)
            if not decision.passed:
                break
        return decision

    def _act(self, step: Step, words: str, *, free: bool, sure: bool) -> Decision:
        filled = filled_in(step, self.actor)
        found = self.actor.until(
            lambda: self.ready(filled), lambda each: each.ok or each.blame is Blame.USER
        )
        if sure and names_in_quotes(step, found, words):
            return self._denied_or_done(step, found, words)
        if found.missing and (shown := self._seen_more(filled)):
            return self._carried_out(step, self.ready(filled), told=f", {shown.where}")
        if not found.ok and self.helper is not None:
            return self._helped(step, filled, found, words, free=free)
        return self._carried_out(step, found)

    def _helped(
        self, step: Step, filled: Step, found: Ready, words: str, *, free: bool
    ) -> Decision:
        """What can't be carried out as it is, with a helper."""
        assert self.helper is not None  # the caller has looked
        if step.kind == "do" or (free and step.kind == "open" and found.missing):
            return self.pursue(step.value if step.kind == "do" else words, words)
        if chosen := found.several and self.helper.which(words, found.several):
            return self._carried_out(step, self.ready(filled, chosen), proven=False)
        if free and found.missing:
            return self._looked_for(step, filled, found, words)
        return self._carried_out(step, found)

    def _looked_for(self, step: Step, filled: Step, found: Ready, words: str) -> Decision:
        """Carry out what is not on this page: the way there is looked for first.

        The player that explores may carry it out itself on the way.
        """
        assert self.helper is not None  # the caller has looked
        is_here = self._is_here(filled)
        if pursuit := self._pursuit:
            sought = pursuit.pursue(words, is_here)
            if not sought.passed:
                return replace(sought, reason=f"not ready: {found.reason}; {sought.reason}")
            self.took(sought)
            if not is_here():
                return sought
        elif self.helper.seek(words, is_here):
            self.whole = False
        else:
            return self._carried_out(step, found)
        told = ", which was looked for first"
        return self._carried_out(step, self.ready(filled), proven=False, told=told)

    def _carried_out(
        self, step: Step, found: Ready, *, proven: bool = True, told: str = ""
    ) -> Decision:
        """Do what a statement means on this page, where it is ready."""
        if not found.ok:
            reason = f"not ready: {found.reason}"
            return Decision(
                Status.INCONCLUSIVE, reason, blame=found.blame, phase="readiness", proven=proven
            )
        self._keep(step, found)
        done = self._perform(found)
        return replace(done, reason=f"{done.reason}{told}", proven=proven)

    def _denied_or_done(self, step: Step, found: Ready, words: str) -> Decision:
        """What a sentence names in quotes and is not there: looked for with care, then denied."""
        sought = self._sought(step, found, words)
        if not sought.found.ok:
            return sought.denied()
        self.kept += [sought.shown.step] if sought.shown else []
        told = f", {sought.shown.where}" if sought.shown else ""
        return self._carried_out(step, sought.found, told=told)

    def _sought(self, step: Step, found: Ready, words: str) -> Sought:
        filled, field = filled_in(step, self.actor), step.kind in _ON_FIELDS
        return seek_named(self.actor, lambda: self.ready(filled), found, step, words, field=field)

    def _seen_more(self, step: Step) -> Shown | None:
        """What was opened until the statement was ready; None where nothing made it so."""
        words = str((step.target and described_of(step.target)) or step.value)
        for shown in ways_to_see_more(self.actor, words) if step.kind != "do" else ():
            if self.ready(step).ok:
                self.kept.append(shown.step)
                return shown
        return None

    def _is_here(self, step: Step) -> Callable[[], bool]:
        return lambda: self.ready(step).ok

    def ready(self, step: Step, chosen: Element | None = None, *, on: Sight | None = None) -> Ready:
        """How a statement would be carried out on the page as it is, or on another one."""
        actor = self.actor
        context = actor.context
        eye = Eye(on or actor.sight, context.site, context.persona.vault, actor.form, chosen)
        return ready(step, eye)

    def _perform(self, found: Ready) -> Decision:
        evidence = found.reason
        for action in found.actions:
            ok, evidence, done = self._once(found, action)
            if not ok:
                return Decision(
                    Status.INCONCLUSIVE,
                    f"not carried out: {evidence} ({found.reason})",
                    done.history_line,
                    blame=Blame.SITE,
                    phase="observe",
                    idle=done.change.nothing and all(one.ok for one in done.results),
                )
        return Decision(Status.PASSED, found.reason, evidence)

    def _once(self, found: Ready, action: Action) -> tuple[bool, str, Done]:
        """Do an action: whether it was carried out, what shows it, and what it did."""
        uids = [action.uid] if action.uid else []
        self.actor.choose(found.reason, uids, found.reason, "rule")
        done = self.actor.act(action, settled=lambda each: self._observed(found, action, each)[0])
        return (*self._observed(found, action, done), done)

    def _observed(self, found: Ready, action: Action, done: Done) -> tuple[bool, str]:
        vault = self.actor.context.persona.vault
        scene = self.actor.view.scene
        return carried_out(action, found.element, scene, done.change, done.results, vault)

    def _named_here(self, words: str) -> list[str]:
        """Names of what can be pressed on this page that stand in a sentence."""
        names = {plain(called(c.control)) for c in self.actor.usable if c.control}
        return [
            name for name in names if len(name) >= _A_NAME and f" {name} " in f" {plain(words)} "
        ]

    def _keep_action(self, action: Action) -> None:
        """Keep an action with the locators of what it is done on, before it is done."""
        scene = self.actor.view.scene
        if scene.find(action.uid or ""):
            self.kept += [step] if (step := recorded_step(action, scene)) else []

    def _keep(self, step: Step, found: Ready) -> None:
        """Keep a statement with the locators of what it is done on, as it is before it is done."""
        if found.element is None or not found.element.uid:
            self.kept += [step] if found.actions else []
            return
        target = target_of(found.element, self.actor.view.scene)
        words = step.target and described_of(step.target)
        for action in found.actions:
            kind = STEP_KINDS.get(action.kind, step.kind)
            self.kept.append(
                Step(
                    kind=kind,
                    target=target.model_copy(update={"described": words or None}),
                    value=action.written,
                    onto=step.onto,
                    says=say_step(step),
                )
            )


def _named_by(step: Step) -> str:
    """The words of a sentence that a statement is about."""
    of = described_of(step.target) if step.target else None
    return of.name if of else step.value


def _presses(steps: Sequence[Step]) -> int:
    """How often statements press something; what they do not say how to do counts once."""
    unsaid = not steps or any(step.kind == "do" for step in steps)
    return sum(step.kind in _PRESSES for step in steps) + int(unsaid)


def _means(found: Ready, action: Action) -> bool:
    """Whether a statement would do an action: the same on the same element."""
    return any(
        (one.kind, one.uid, one.value) == (action.kind, action.uid, action.value)
        for one in found.actions
    )
