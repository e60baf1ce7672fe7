"""What a tool said of a goal, what is true of it, and the tables of many."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from pathfinder.core.verdict import Status
from pathfinder_bench.sites.contract import Goal
from pathfinder_bench.sites.scoring import reached


class Claim(BaseModel):
    """What a tool said of a goal.

    claimed: `success`, `failure`, or nothing where it did not come to an end.
    answer: Of a goal that asks for something.
    """

    claimed: Literal["success", "failure", ""] = ""
    answer: str = ""
    words: str = ""
    error: str = ""
    steps: int = 0
    seconds: float = 0.0


class Counted(Protocol):
    """A model's call with its tokens."""

    @property
    def prompt_tokens(self) -> int: ...
    @property
    def reply_tokens(self) -> int: ...


@dataclass(frozen=True)
class Cost:
    """What a goal has cost.

    most: The largest prompt, in tokens. unanswered: Calls that were refused, or that the tool gave
        up.
    """

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    most: int = 0
    unanswered: int = 0

    @classmethod
    def of(cls, calls: Sequence[Counted]) -> "Cost":
        """What these calls have cost together."""
        return cls(
            len(calls),
            sum(call.prompt_tokens for call in calls),
            sum(call.reply_tokens for call in calls),
            max((call.prompt_tokens for call in calls), default=0),
        )


@dataclass(frozen=True)
class Outcome:
    """One goal by one tool.

    expected: `stuck` of a goal that can't be reached. role: Whether PathFinder was tuned on the
    application.
    reached: As told from outside, or by the answer; None for a goal that can't be reached.
    """

    tool: str
    app: str
    role: str
    goal: str
    kind: str
    model: str
    expected: str
    claimed: str
    reached: bool | None
    seconds: float
    steps: int
    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    most: int = 0
    unanswered: int = 0
    words: str = ""
    error: str = ""

    @property
    def right(self) -> bool:
        """It says what is so, either way."""
        return self.claimed == ("success" if self.reached else "failure")

    @property
    def done(self) -> bool:
        """It says that the goal is reached, and so it is."""
        return self.claimed == "success" and self.reached is True

    @property
    def false_success(self) -> bool:
        """It says that the goal is reached, and it is not."""
        return self.claimed == "success" and self.reached is not True

    def to_json(self) -> dict[str, Any]:
        """As a line of results.jsonl, with what follows from it."""
        return {**asdict(self), "right": self.right, "false_success": self.false_success}

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> "Outcome":
        """The same from its line."""
        kept = {key: value for key, value in line.items() if key in cls.__dataclass_fields__}
        return cls(**kept)


def is_reached(goal: Goal, truth: bool | None, claim: Claim) -> bool | None:
    """Whether a goal was reached, and answered where it asks for something."""
    status = Status.LIKELY if claim.claimed == "success" else Status.INCONCLUSIVE
    return reached(goal, truth, {"status": status, "answer": claim.answer})


@dataclass(frozen=True)
class Row:
    """The goals of a tool, on applications of one role or on all."""

    tool: str
    role: str
    goals: int
    reached: int
    done: int
    right: int
    false_success: int
    no_verdict: int
    seconds: float
    calls: float
    prompt_tokens: float
    reply_tokens: float
    most: int


HEADS = {
    "goals": "goals",
    "reached": "reached",
    "done": "reached\nand said",
    "right": "right",
    "false_success": "false\nsuccess",
    "no_verdict": "no\nverdict",
    "seconds": "seconds",
    "calls": "model\ncalls",
    "prompt_tokens": "prompt\ntokens",
    "reply_tokens": "reply\ntokens",
    "most": "largest\nprompt",
}


def rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """A row a tool and role, and one for all its goals; costs are medians of a goal."""
    made = []
    for tool in dict.fromkeys(each.tool for each in outcomes):
        mine = [each for each in outcomes if each.tool == tool]
        roles = dict.fromkeys(each.role for each in mine)
        if len(roles) > 1:
            made += [_row(tool, role, [one for one in mine if one.role == role]) for role in roles]
        made.append(_row(tool, "all" if len(roles) > 1 else next(iter(roles)), mine))
    return made


def _row(tool: str, role: str, group: Sequence[Outcome]) -> Row:
    def middle(values: Iterable[float]) -> float:
        return round(statistics.median(values))

    return Row(
        tool,
        role,
        len(group),
        reached=sum(bool(each.reached) for each in group),
        done=sum(each.done for each in group),
        right=sum(each.right for each in group),
        false_success=sum(each.false_success for each in group),
        no_verdict=sum(not each.claimed for each in group),
        seconds=middle(each.seconds for each in group),
        calls=middle(each.calls for each in group),
        prompt_tokens=middle(each.prompt_tokens for each in group),
        reply_tokens=middle(each.reply_tokens for each in group),
        most=max(each.most for each in group),
    )


GOAL_HEADS = ("app", "goal", "tool", "said", "reached", "right")


def goal_cells(outcome: Outcome) -> tuple[str, ...]:
    """A goal's line, in the order of GOAL_HEADS, and then seconds, steps, calls and tokens."""
    truth = {True: "yes", False: "no", None: "can't be"}[outcome.reached]
    said = outcome.claimed or "nothing"
    steps = outcome.steps or "–"
    numbers = (steps, outcome.calls, outcome.prompt_tokens, outcome.reply_tokens)
    right = "false success" if outcome.false_success else "yes" if outcome.right else "no"
    names = (outcome.app, outcome.goal, outcome.tool, said, truth, right)
    return (*names, f"{outcome.seconds:.0f}", *map(str, numbers))


def row_cells(row: Row) -> tuple[str, ...]:
    """A row's line: tool, role, and what HEADS has."""
    return (row.tool, row.role, *(f"{getattr(row, key):g}" for key in HEADS))


NUMBER_HEADS = ("seconds", "steps", "model\ncalls", "prompt\ntokens", "reply\ntokens")


def as_markdown(outcomes: Sequence[Outcome]) -> str:
    """Both tables in Markdown."""
    goals = _table((*GOAL_HEADS, *NUMBER_HEADS), map(goal_cells, outcomes), words=len(GOAL_HEADS))
    summary = _table(("tool", "role", *HEADS.values()), map(row_cells, rows(outcomes)), words=2)
    return f"{summary}\n{goals}"


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]], *, words: int) -> str:
    rule = ["---"] * words + ["---:"] * (len(heads) - words)
    cells = [[head.replace("\n", " ") for head in heads], rule, *lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)
