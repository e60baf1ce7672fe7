"""Refusals: sentences with which a site says that the goal can't be reached.

Without one, met more than once, nothing is ever called stuck. Which sentence refuses is the
model's to say, in any language; that it stands on the page, and how often it was met, is code's.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Doubter
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.action import Kind
from pathfinder.core.errors import Blame
from pathfinder.core.evidence import proves
from pathfinder.core.journal import Journal
from pathfinder.core.origin import page_at
from pathfinder.core.task import GoalValue
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import is_for_ticked_rows, kind_of, label_of
from pathfinder.engine.goal_words import is_in, naming_words, said_in
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.playing import Move, Outcome
from pathfinder.systems.explore.closed_lists import left_to_say
from pathfinder.systems.explore.said_options import is_said
from pathfinder.systems.explore.signs import said_by, with_unused_figures
from pathfinder.webprocessor.element import Element, Scene

_SHORTEST = 3
_MOST_ASKED = 2
_TOLD_STEPS = 3
_PATIENCE = 4
_ATTEMPTS = 2
_ENTERED = frozenset({Kind.TYPE, Kind.SELECT, Kind.CHECK})
_A_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)")
_AROUND = frozenset({"banner", "navigation", "contentinfo", "header", "nav", "footer"})


@dataclass
class RefusalTracker:
    """Hears what a site says after each step, and knows what refuses.

    met: Refusing sentence -> the attempts that it was shown after: where, and what was done.
    answered: Those of them that came as the site's message after something was sent or pressed.
    harmless: Sentences that do not refuse; none is asked about twice.
    """

    goal: str
    doubter: Doubter
    journal: Journal
    met: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    harmless: set[str] = field(default_factory=set)

    def hear(
        self, outcome: Outcome, history: Sequence[str], call: Call, *, whole: bool = False
    ) -> Verdict | None:
        """Stuck, when the site has refused again, in answer to another attempt.

        What a model chose to enter can be corrected, and words in passing are not enough. Once is
        enough where a field is marked with it that holds the option or the number which the goal
        says, and nothing else of the goal is left to say.

        Args:
            outcome: The step.
            history: The steps before it.
            call: How the model is asked.
            whole: All names and figures of the goal were entered, or stand on the page.

        Raises:
            ModelError: The model failed.
        """
        if outcome.change.nothing or can_be_corrected(outcome, self.goal):
            return None
        attempt = (outcome.before.state.key, outcome.move.text)
        for text, is_answer in _sentences(outcome, self.goal)[:_MOST_ASKED]:
            limits = thresholds_of(self.doubter.model)
            limit = limits.refuses if is_answer else limits.refuses_in_passing
            if text not in self.met and not self._refuses(text, limit, outcome, history, call):
                continue
            self.met.setdefault(text, set()).add(attempt)
            if is_answer:
                self.answered.add(text)
            of_goal = whole and _is_of_goals_own(text, outcome.after.scene, self.goal)
            enough = len(self.met[text]) >= _ATTEMPTS or of_goal
            if text in self.answered and enough and call.step >= _PATIENCE:
                return _stuck(text)
        return None

    @property
    def most_met(self) -> str:
        """The sentence that refused after most attempts; empty where none did."""
        return max(self.met, key=lambda text: len(self.met[text]), default="")

    def given_up(self) -> Verdict | None:
        """Stuck, when nothing is left to try and the site has refused; None when it has not."""
        return _stuck(self.most_met) if self.met else None

    def _refuses(
        self, text: str, limit: float, outcome: Outcome, history: Sequence[str], call: Call
    ) -> bool:
        if text in self.harmless:
            return False
        scene = outcome.after.scene
        sure = yes_log_odds(
            self.doubter,
            call,
            goal=self.goal,
            history=history[-_TOLD_STEPS:],
            heading=scene.heading or scene.title,
            evidence=text,
        )
        refuses = sure > limit
        status = "stuck" if refuses else "in progress"
        told = "whether the site refuses"
        note_judgement(self.journal, call.step, "oracle", sure, status, text, refuses, told)
        if not refuses:
            self.harmless.add(text)
        return refuses


def is_all_said(goal: str, values: Iterable[GoalValue], told: Sequence[str]) -> bool:
    """Whether all names and figures of a goal stand among what was entered or a page says."""
    figured = [value for value in values if any(map(str.isdigit, value.value))]
    rest = reduce(lambda text, value: text.replace(value.value, " "), figured, goal)
    return not left_to_say(rest, with_unused_figures(figured, told), told)


def can_be_corrected(outcome: Outcome, goal: str) -> bool:
    """Whether what the site says need not be about the goal, but about what was entered.

    A model chose some of it, a field that was filled in is marked as wrong, or the form that was
    sent held nothing that the goal or the persona gives. What is said at a list that holds the
    option which the goal says, or at a field that holds its number, is about the goal, whatever
    else was chosen.
    """
    move, scene = outcome.move, outcome.after.scene
    if not isinstance(move, Move):
        return False
    entered = {a.uid for a in move.actions if a.kind in _ENTERED}
    marked = [e for e in scene.actionable if e.error]
    own = [e for e in marked if is_goals_own(e, goal)]
    wrong = any(e.uid in entered and e not in own for e in marked)
    return wrong or (move.chosen and not own) or _is_sent_for_nothing(outcome, entered, goal)


def _is_sent_for_nothing(outcome: Outcome, entered: Container[str | None], goal: str) -> bool:
    """Whether a form was sent whose texts are empty, or hold nothing that the goal gives.

    Or one that does something to rows, of which none was ticked. What sends no form of its own may
    send those that nothing else sends; there all are empty.
    """
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    control = candidate.control if candidate else None
    if control is None or control.role == "link":
        return False
    if is_for_ticked_rows(control, outcome.before.scene):
        return True
    shown = outcome.before.scene.actionable
    own = control.submits and control.form
    others = {e.form for e in shown if e.submits}
    texts = [
        e
        for e in shown
        if e.is_field
        and kind_of(e) is Kind.TYPE
        and (e.form == control.form if own else e.form not in others)
    ]
    given = [
        e for e in texts if e.uid in entered or (e.value and (not own or is_in(e.value, [goal])))
    ]
    return bool(texts) and not given


def _stuck(text: str) -> Verdict:
    reason = "the site says that the goal can't be reached"
    return Verdict(Status.STUCK, reason, text, by="oracle", blame=Blame.SITE)


def is_goals_own(field: Element, goal: str) -> bool:
    """Whether the goal says what is chosen in a list, or the number that a field holds.

    Of a field that it speaks of: another may have got the number by mistake.
    """
    if field.options:
        return bool(field.selected) and is_said(field.selected, goal)
    held, names = field.value.strip(), naming_words(field.label or label_of(field))
    is_a_number = bool(_A_NUMBER.fullmatch(held)) and held in _A_NUMBER.findall(goal)
    return is_a_number and bool(said_in(names, [goal]))


def _is_of_goals_own(error: str, scene: Scene, goal: str) -> bool:
    """Whether a field is marked with it, told with its name or without, that holds such."""
    return any(
        e.error and (error in e.error or e.error in error) and is_goals_own(e, goal)
        for e in scene.actionable
    )


def _sentences(outcome: Outcome, goal: str) -> list[tuple[str, bool]]:
    """What may refuse, and whether it is the answer to something that was sent or pressed.

    Messages of the page first, but for those that belong to a field: what was entered was wrong
    there, and can be entered better, but for what the goal says. What stands there still answers
    nothing, unless a form was sent again.
    """
    scene, change = outcome.after.scene, outcome.change
    sent = _acted(outcome)
    moved = outcome.before.state.key != outcome.after.state.key
    shown = scene.informational if moved else change.appeared
    errors = scene.errors if moved else change.errors
    errors = tuple(text for text in errors if not is_of_a_field(text, scene, goal))
    stood = (
        set()
        if _is_anew(outcome)
        else {*outcome.before.scene.errors, *said_by(outcome.before.scene)}
    )
    notices = [_words(e) for e in outcome.change.appeared if e.notice and not e.actionable]
    plain_text = [
        _words(e)
        for e in shown
        if not e.actionable
        and e.landmark not in _AROUND
        and not e.notice
        and _words(e).endswith((".", "!"))
    ]
    told = {text: sent for text in (*errors, *notices)} | {
        text: False for text in plain_text if text not in errors
    }
    return [
        (text, answer)
        for text, answer in told.items()
        if len(text.split()) >= _SHORTEST and proves(text) and text not in stood
    ]


def _words(element: Element) -> str:
    return " ".join((element.text or element.name).split())


def _acted(outcome: Outcome) -> bool:
    """Something was sent or pressed, and not only a link followed."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    return candidate is None or candidate.control is None or candidate.control.role != "link"


def _is_anew(outcome: Outcome) -> bool:
    """Whether the page was fetched, or a form of it sent: what it says, it says now."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    sends = candidate is None or candidate.control is None or candidate.control.submits
    before, after = outcome.before.scene.url, outcome.after.scene.url
    return sends or page_at(before) != page_at(after)


def is_of_a_field(error: str, scene: Scene, goal: str = "") -> bool:
    """Whether a field of the page is marked with it that holds nothing which the goal says."""
    return any(
        e.error and (e.error in error or error in e.error) and not is_goals_own(e, goal)
        for e in scene.actionable
    )
