"""Refusals: sentences with which a site says that the goal can't be reached.

Without one, met more than once, nothing is ever called stuck. Which sentence refuses is the
model's to say, in any language; that it stands on the page, and how often it was met, is code's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Doubter
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.errors import Blame
from pathfinder.core.evidence import proves
from pathfinder.core.journal import Journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.playing import Move, Outcome
from pathfinder.webprocessor.element import Element, Scene

_SHORTEST = 3
_MOST_ASKED = 2
_TOLD_STEPS = 3
_PATIENCE = 4
_ANSWERED = 2
_MET = 3
_AROUND = frozenset({"banner", "navigation", "contentinfo", "header", "nav", "footer"})


@dataclass
class RefusalTracker:
    """Hears what a site says after each step, and knows what refuses.

    met: Refusing sentence -> the steps after which it was shown.
    answered: Those of them that came as the site's message after something was sent or pressed.
    harmless: Sentences that do not refuse; none is asked about twice.
    """

    goal: str
    doubter: Doubter
    journal: Journal
    met: dict[str, list[int]] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    harmless: set[str] = field(default_factory=set)

    def hear(self, outcome: Outcome, history: Sequence[str], call: Call) -> Verdict | None:
        """Stuck, when the site has refused again what it refused before.

        As the answer to what was sent twice, or on three pages.

        Raises:
            ModelError: The model failed.
        """
        for text, is_answer in _sentences(outcome)[:_MOST_ASKED]:
            if text not in self.met and not self._refuses(text, outcome, history, call):
                continue
            self.met.setdefault(text, []).append(call.step)
            if is_answer:
                self.answered.add(text)
            enough = _ANSWERED if text in self.answered else _MET
            if call.step >= _PATIENCE and len(self.met[text]) >= enough:
                return _stuck(text)
        return None

    def given_up(self) -> Verdict | None:
        """Stuck, when nothing is left to try and the site has refused; None when it has not."""
        often = max(self.met, key=lambda text: len(self.met[text]), default="")
        return _stuck(often) if often else None

    def _refuses(self, text: str, outcome: Outcome, history: Sequence[str], call: Call) -> bool:
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
        refuses = sure > thresholds_of(self.doubter.model).refuses
        status = "stuck" if refuses else "in progress"
        told = "whether the site refuses"
        note_judgement(self.journal, call.step, "oracle", sure, status, text, refuses, told)
        if not refuses:
            self.harmless.add(text)
        return refuses


def _stuck(text: str) -> Verdict:
    reason = "the site says that the goal can't be reached"
    return Verdict(Status.STUCK, reason, text, by="oracle", blame=Blame.SITE)


def _sentences(outcome: Outcome) -> list[tuple[str, bool]]:
    """What may refuse, and whether it is the answer to something that was sent or pressed.

    Messages of the page first, but for those that belong to a field: what was entered was wrong
    there, and can be entered better.
    """
    scene = outcome.after.scene
    sent = _acted(outcome)
    errors = [text for text in scene.errors if not _of_a_field(text, scene)]
    notices = [_words(e) for e in outcome.change.appeared if e.notice and not e.actionable]
    plain_text = [
        _words(e)
        for e in scene.informational
        if e.landmark not in _AROUND and not e.notice and _words(e).endswith((".", "!"))
    ]
    told = {text: sent for text in (*errors, *notices)} | {
        text: False for text in plain_text if text not in errors
    }
    return [
        (text, answer)
        for text, answer in told.items()
        if len(text.split()) >= _SHORTEST and proves(text)
    ]


def _words(element: Element) -> str:
    return " ".join((element.text or element.name).split())


def _acted(outcome: Outcome) -> bool:
    """Something was sent or pressed, and not only a link followed."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    return candidate is None or candidate.control is None or candidate.control.role != "link"


def _of_a_field(error: str, scene: Scene) -> bool:
    return any(e.error and (e.error in error or error in e.error) for e in scene.actionable)
