"""Judging: the progress critic after each action, and the Oracle with its evidence checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Team, enum_schema
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.errors import Blame
from pathfinder.core.evidence import proves
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.page_words import page_lines
from pathfinder.engine.playing import Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.refusals import RefusalTracker

_MOST_LINES = 8
_ORACLE_STEPS = 3
_PATIENCE = 4
_TOLD_STEPS = 1
_NOTHING = "-> nothing changed"


@dataclass
class Judge:
    """Asks critic and Oracle, and believes them only as far as their words can be checked."""

    task: Task
    team: Team
    journal: Journal
    guards: Guards
    baselines: dict[str, float] = field(default_factory=dict)
    best: float = 0.0
    furthest: float = 0.0
    complaints: RefusalTracker = field(default_factory=RefusalTracker)
    asked: set[str] = field(default_factory=set)

    def progress(self, outcome: Outcome, history: Sequence[str], call: Call) -> float | None:
        """How much closer the step brought the goal.

        Log-odds of Yes, less those of a step that changed nothing.

        Returns:
            None when nothing changed: that needs no judge.
        """
        if outcome.change.nothing:
            self._note(call.step, "critic", None, "no change", "", True, outcome.said)
            return None
        raw = self._log_odds(outcome.move.text, outcome.said, history, call)
        score = raw - self._baseline(call)
        self.furthest = max(self.furthest, score)
        self._note(
            call.step,
            "critic",
            score,
            "detour" if self.is_detour(score) else "progress",
            "",
            True,
            f"log-odds of Yes {raw:.2f}, of a step that does nothing {raw - score:.2f}",
        )
        return score

    def _baseline(self, call: Call) -> float:
        if self.task.goal not in self.baselines:
            self.baselines[self.task.goal] = self._log_odds("press a button", _NOTHING, (), call)
        return self.baselines[self.task.goal]

    def _log_odds(self, step: str, result: str, history: Sequence[str], call: Call) -> float:
        scene = {
            "goal": self.task.goal,
            "before": history[-_TOLD_STEPS:],
            "step": short(step, 80),
            "result": short(result, 110),
        }
        return yes_log_odds(self.team.critic, call, **scene)

    def is_detour(self, score: float) -> bool:
        """Whether a score says that the step led away."""
        return score < thresholds_of(self.team.critic.model).critic_detour

    def worth_asking(self, score: float | None) -> bool:
        """Whether a score is the session's best so far, and no strict condition decides anyway."""
        if score is None or score <= self.best:
            return False
        self.best = score
        return not self.task.success_conditions

    def refused(self, outcome: Outcome, history: Sequence[str], call: Call) -> Verdict | None:
        """Stuck, when the site refuses in its own words and the search has got nowhere.

        Each sentence is asked about once.

        Raises:
            ModelError: The model failed.
        """
        self.complaints.hear(outcome)
        if (
            self.furthest >= thresholds_of(self.team.critic.model).critic_got_somewhere
            or call.step < _PATIENCE
        ):
            return None
        for complaint in self.complaints.grave():
            if complaint.text in self.asked:
                continue
            self.asked.add(complaint.text)
            scene = {
                "goal": self.task.goal,
                "history": history[-_ORACLE_STEPS:],
                "heading": complaint.heading,
            }
            sure = yes_log_odds(
                self.team.doubter, call, **scene, evidence=complaint.text, status="stuck"
            )
            known = thresholds_of(self.team.doubter.model)
            proven = sure > (
                known.refusal_answered if complaint.answered else known.refusal_repeated
            )
            why = "the answer to a form" if complaint.answered else "said on several pages"
            self._note(
                call.step,
                "oracle",
                sure,
                "stuck" if proven else "in progress",
                complaint.text,
                proven,
                why,
            )
            if proven:
                return Verdict(
                    Status.STUCK,
                    "the site says that the goal can't be reached",
                    complaint.text,
                    by="oracle",
                    blame=Blame.SITE,
                )
        return None

    def ask_oracle(self, view: View, history: Sequence[str], call: Call) -> Verdict | None:
        """Let the Oracle judge.

        A verdict only when a line of the page bears it out and stands up to a second question.

        Raises:
            ModelError: The model failed.
        """
        handles = dict(
            zip(
                ascii_uppercase,
                [line for line in page_lines(view.scene) if proves(line)][:_MOST_LINES],
                strict=False,
            )
        )
        if not handles:
            return None
        scene = {
            "goal": self.task.goal,
            "heading": view.scene.heading or view.scene.title,
            "history": history[-_ORACLE_STEPS:],
            "lines": [{"handle": h, "text": short(line, 80)} for h, line in handles.items()],
        }
        status = self._status(scene, call)
        if status == "in progress":
            self._note(call.step, "oracle", None, status, "", False, "")
            return None
        letter = self._letter(
            tuple(handles), {**scene, "question": "evidence", "status": status}, call
        )
        return self._confirmed(scene, status, handles[letter], call)

    def _status(self, scene: dict[str, Any], call: Call) -> str:
        """The status that the Oracle is surest of.

        Strict success conditions that don't hold refute success unasked.
        """
        statuses = ("stuck",) if self.task.success_conditions else ("success", "stuck")
        sure = {
            status: yes_log_odds(self.team.oracle, call, **scene, question=status, status=status)
            for status in statuses
        }
        best = max(sure, key=lambda status: sure[status])
        return best if sure[best] > 0 else "in progress"

    def _letter(self, letters: tuple[str, ...], scene: dict[str, Any], call: Call) -> str:
        scores = self.team.quoter.score(call, letters, **scene)
        if scores is not None:
            return max(zip(scores.logprobs, letters, strict=True))[1]
        schema = enum_schema(self.team.quoter.output, "Evidence", list(letters))
        return self.team.quoter.run(replace(call, max_tokens=20), schema=schema, **scene).Evidence

    def _confirmed(
        self, scene: dict[str, Any], status: str, evidence: str, call: Call
    ) -> Verdict | None:
        asked = {key: scene[key] for key in ("goal", "history", "heading")}
        sure = yes_log_odds(self.team.doubter, call, **asked, evidence=evidence, status=status)
        proven = sure > thresholds_of(self.team.doubter.model).oracle_proves
        self._note(
            call.step,
            "oracle",
            sure,
            status if proven else "in progress",
            evidence,
            proven,
            "asked again whether this line proves it",
        )
        if not proven:
            return None
        if status == "success":
            return Verdict(
                Status.LIKELY, "the Oracle found the goal reached", evidence, by="oracle"
            )
        return Verdict(
            Status.STUCK,
            "the site says that the goal can't be reached",
            evidence,
            by="oracle",
            blame=Blame.SITE,
        )

    def _note(
        self,
        step: int,
        by: str,
        score: float | None,
        status: str,
        evidence: str,
        grounded: bool,
        rationale: str,
    ) -> None:
        note_judgement(self.journal, step, by, score, status, evidence, grounded, rationale)
