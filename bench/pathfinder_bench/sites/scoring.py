"""What a session on an application is worth, and the tables of many."""

import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pathfinder.core.verdict import CLAIMS, PROVEN, Status
from pathfinder_bench.sites.contract import Goal

_NEITHER = (Status.INCONCLUSIVE, Status.EXPIRED)


@dataclass(frozen=True)
class Outcome:
    """One session: what was asked, what it said, and what is true.

    reached: As told from outside, or by the answer; None for a goal that can't be reached.
    tokens: Of all prompts and replies.
    """

    app: str
    role: str
    goal: str
    kind: str
    number: int
    model: str
    expected: str
    verdict: str
    reached: bool | None
    reason: str = ""
    evidence: str = ""
    steps: int = 0
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    session: str = ""

    @property
    def claims(self) -> bool:
        """It says that the goal is reached, with proof or without."""
        return self.verdict in CLAIMS

    @property
    def right(self) -> bool:
        """It says what is so."""
        if self.expected == "stuck":
            return self.verdict == Status.STUCK
        return self.claims and self.reached is True

    @property
    def false_success(self) -> bool:
        """It says `success` of a goal that was not reached."""
        return self.verdict in PROVEN and self.reached is not True

    @property
    def likely_without_truth(self) -> bool:
        """It says `likely` of a goal that was not reached."""
        return self.verdict == Status.LIKELY and self.reached is not True

    @property
    def false_stuck(self) -> bool:
        """It says `stuck` of a goal that can be reached."""
        return self.verdict == Status.STUCK and self.expected != "stuck"

    @property
    def judged(self) -> str:
        """What it is worth, in a word or two."""
        told = {
            "false success": self.false_success,
            "likely, not so": self.likely_without_truth,
            "false stuck": self.false_stuck,
            "right": self.right,
            "reached, not said": bool(self.reached),
        }
        return next((word for word, is_so in told.items() if is_so), "open")

    def to_json(self) -> dict[str, Any]:
        """As a line of results.jsonl."""
        return asdict(self)


def reached(goal: Goal, truth: bool | None, verdict: Mapping[str, Any]) -> bool | None:
    """Whether a goal was reached: its truth holds, and what it asks for was answered.

    None for a goal that can't be reached. Only a verdict that claims something answers.
    """
    if goal.expected == "stuck":
        return None
    if goal.answer and not (verdict["status"] in CLAIMS and answers(verdict, goal.answer)):
        return False
    return truth is not False


def answers(verdict: Mapping[str, Any], words: str) -> bool:
    """Whether a verdict has these words, whole, in its answer; without one, in what proves it."""
    given = verdict.get("answer") or f"{verdict.get('evidence', '')} {verdict.get('reason', '')}"
    return bool(re.search(rf"(?<!\w){re.escape(_plain(words))}(?!\w)", _plain(str(given))))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@dataclass(frozen=True)
class Row:
    """The sessions of an application, of a kind of goal, or all."""

    role: str
    name: str
    sessions: int
    right: int
    proven: int
    likely: int
    stuck: int
    reached: int
    false_success: int
    likely_without_truth: int
    false_stuck: int
    neither: int
    steps: float
    seconds: float
    seconds_a_step: float
    tokens_a_step: float


def rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """A row an application, a kind and a role, and never tuned and untuned ones in one row."""
    made = []
    for role in dict.fromkeys(each.role for each in outcomes):
        mine = [each for each in outcomes if each.role == role]
        made += _grouped(role, mine, lambda each: each.app)
        made += _grouped(role, mine, lambda each: f"kind: {each.kind}")
        made.append(_row(role, "all", mine))
    return made


def _grouped(role: str, outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> list[Row]:
    found: dict[str, list[Outcome]] = {}
    for each in outcomes:
        found.setdefault(key(each), []).append(each)
    return [_row(role, name, group) for name, group in sorted(found.items())]


def _row(role: str, name: str, group: Sequence[Outcome]) -> Row:
    walked = [each for each in group if each.steps]

    def middle(values: Iterable[float]) -> float:
        return round(statistics.median([*values] or [0.0]), 1)

    return Row(
        role,
        name,
        len(group),
        right=sum(each.right for each in group),
        proven=sum(each.right and each.verdict in PROVEN for each in group),
        likely=sum(each.right and each.verdict == Status.LIKELY for each in group),
        stuck=sum(each.right and each.verdict == Status.STUCK for each in group),
        reached=sum(bool(each.reached) for each in group),
        false_success=sum(each.false_success for each in group),
        likely_without_truth=sum(each.likely_without_truth for each in group),
        false_stuck=sum(each.false_stuck for each in group),
        neither=sum(each.verdict in _NEITHER for each in group),
        steps=middle(each.steps for each in group),
        seconds=middle(each.seconds for each in group),
        seconds_a_step=middle(each.seconds / each.steps for each in walked),
        tokens_a_step=middle(each.tokens / each.steps for each in walked),
    )
