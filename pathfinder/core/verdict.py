"""How a session ended."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal, get_args

from pathfinder.core.errors import Blame, Early, PathFinderError


class Status(StrEnum):
    """The verdicts, in the words of the reports."""

    SUCCESS = "success"
    PASSED = "passed"
    LIKELY = "likely"
    FAILED = "failed"
    STUCK = "stuck"
    EXPIRED = "expired"
    INCONCLUSIVE = "inconclusive"
    HEALED = "healed"
    CRAWLED = "crawled"


_EXIT = {
    Status.SUCCESS: 0,
    Status.PASSED: 0,
    Status.HEALED: 0,
    Status.CRAWLED: 0,
    Status.FAILED: 1,
    Status.STUCK: 1,
    Status.LIKELY: 3,
    Status.EXPIRED: 3,
    Status.INCONCLUSIVE: 3,
}

PROVEN = frozenset({Status.SUCCESS, Status.PASSED, Status.HEALED})
"""Reached, with proof."""

ENDED_EARLY = frozenset(get_args(Early))
"""What a verdict is `by` when the session could not go on."""

CLAIMS = PROVEN | {Status.LIKELY}
"""Reached, or said to be by a model: what the published systems count as success."""

Label = Literal["TP", "FP", "TN", "FN", ""]
_NOT_THEIRS = (Blame.BROWSER, Blame.HARNESS, Blame.USER, Blame.SITE)


@dataclass(frozen=True)
class Verdict:
    """The verdict, on what evidence, and whom it blames.

    by: Who decided: "condition" (a strict predicate), "fact" (what the site says outside its
        pages), "rule", "oracle" or "model", "limit",
        "caller" (code that started the session), "user", or what ended it early: "error",
        "safe mode", "origins" (the page led off them).
    evidence: Words copied from the page or the history.
    answer: Of a goal that asks for something: the line of the page that answers.
    condition: Of a likely one: the strict condition that would prove it; empty where there is none
        to give.
    """

    status: Status
    reason: str
    evidence: str = ""
    by: str = ""
    blame: Blame = Blame.NOBODY
    steps: int = 0
    seconds: float = 0.0
    condition: str = ""
    answer: str = ""

    @classmethod
    def blaming(cls, error: PathFinderError) -> "Verdict":
        """No verdict on the site: the error ended the session, and says whom it blames."""
        return cls(Status.INCONCLUSIVE, str(error), by=error.by, blame=error.blame)

    def exit_code(self, *, strict: bool = False) -> int:
        """The process exit code.

        0 good, 1 the site is at fault, 3 no verdict on the site, or none that is proven.
        """
        if strict and self.status is Status.HEALED:
            return 1
        return _EXIT[self.status]

    def to_json(self) -> dict[str, Any]:
        """The verdict for the journal and for `--json`."""
        return {**asdict(self), "seconds": round(self.seconds, 3), "exit": self.exit_code()}


def outcome(status: str, reached: bool | None, *, reachable: bool = True, blame: str = "") -> Label:
    """What a verdict is worth.

    Empty when the truth is not known, or when the session broke off through no fault of its agents.

    Args:
        status: The verdict's status; empty when the session was cut off.
        reached: Whether the goal was really reached; None where nobody knows.
        reachable: Whether the site lets it be reached at all.
        blame: Whom an inconclusive verdict blames.
    """
    if not status:
        return ""
    if status in CLAIMS:
        return "" if reached is None else "TP" if reached else "FP"
    if status == Status.INCONCLUSIVE and blame in _NOT_THEIRS:
        return ""
    if not reachable:
        return "TN"
    return "" if reached is None else "FN"
