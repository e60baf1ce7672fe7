"""A session as a story: steps in order, what they cost by role, and how it ended."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from pathfinder.core.shorten import counted
from pathfinder.report.events import KINDS, Call, Finding, Purposes, SessionFacts, VerdictFacts
from pathfinder.report.pages import Look
from pathfinder.report.record import Event
from pathfinder.report.step import Step
from pathfinder.report.testcase import CaseStory, case_of

CUT_OFF = "cut off"
TOLD_APART = frozenset({"iolts", "step", "truth"})
CLOSING_WORDS = {
    "success": "Goal reached",
    "passed": "Passed",
    "healed": "Passed, healed",
    "likely": "Likely reached, not proven",
    "failed": "Failed",
    "stuck": "Stuck",
    "expired": "Out of steps",
    "inconclusive": "Inconclusive",
    CUT_OFF: "No verdict",
}


@dataclass(frozen=True)
class Totals:
    """What one role's calls cost."""

    role: str
    models: tuple[str, ...]
    calls: int
    prompt_tokens: int
    cached_tokens: int
    reply_tokens: int
    seconds: float
    bad: int


@dataclass(frozen=True)
class Story:
    """All that a journal tells. `others` counts events that are not drawn, by kind."""

    session: SessionFacts
    steps: tuple[Step, ...]
    verdict: VerdictFacts | None
    seconds: float
    others: Mapping[str, int] = field(default_factory=dict)
    case: CaseStory | None = None

    @property
    def status(self) -> str:
        """The verdict's status, or "cut off"."""
        return self.verdict.status if self.verdict and self.verdict.status else CUT_OFF

    @property
    def closing_words(self) -> str:
        """The verdict as a headline."""
        return CLOSING_WORDS.get(self.status, self.status)

    @property
    def reason(self) -> str:
        """Why it ended."""
        if self.verdict:
            return self.verdict.reason
        return (
            f"The run was cut off after {counted(len(self.taken), 'step')}; what it did until "
            "then is below."
        )

    @cached_property
    def taken(self) -> tuple[Step, ...]:
        """The steps that did something: what a user counts as steps."""
        return tuple(step for step in self.steps if step.did_something)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every model call of the session."""
        return tuple(call for step in self.steps for call in step.calls)

    @property
    def bad_replies(self) -> tuple[Call, ...]:
        """Replies that could not be used."""
        return tuple(call for call in self.calls if call.error)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What deserves a look on the site."""
        return tuple(finding for step in self.steps for finding in step.findings)

    @cached_property
    def roles(self) -> tuple[Totals, ...]:
        """What the calls cost, by role, in the order in which the roles first spoke."""
        by_role: dict[str, list[Call]] = defaultdict(list)
        for call in self.calls:
            by_role[call.role].append(call)
        return tuple(totals(role, calls) for role, calls in by_role.items())

    @cached_property
    def total(self) -> Totals:
        """What all calls cost together."""
        return totals("all roles", self.calls)


def tell(journal: Iterable[Mapping[str, Any]]) -> Story:
    """The story in a journal's events, however far they go.

    What can't be read is counted, never raised.
    """
    others: Counter[str] = Counter()
    journal = list(journal)
    events = [event for raw in journal if (event := _read(raw, others)) is not None]
    session = next((event for event in events if isinstance(event, SessionFacts)), SessionFacts())
    verdict = next((event for event in reversed(events) if isinstance(event, VerdictFacts)), None)
    return Story(
        session, _steps(events), verdict, _seconds(events, verdict), others, case_of(journal)
    )


def totals(role: str, calls: Sequence[Call]) -> Totals:
    """Sums over calls."""
    return Totals(
        role=role,
        models=tuple(dict.fromkeys(call.model for call in calls if call.model)),
        calls=len(calls),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        cached_tokens=sum(call.cached_tokens for call in calls),
        reply_tokens=sum(call.reply_tokens for call in calls),
        seconds=sum(call.seconds for call in calls),
        bad=sum(bool(call.error) for call in calls),
    )


def _read(raw: Mapping[str, Any], others: Counter[str]) -> Event | None:
    kind = str(raw.get("event", "unnamed")) if isinstance(raw, Mapping) else "not an object"
    if kind in TOLD_APART:
        return None
    if kind not in KINDS:
        others[kind] += 1
        return None
    try:
        return KINDS[kind].model_validate(raw)
    except ValidationError:
        others[f"{kind} (unreadable)"] += 1
        return None


def _steps(events: Sequence[Event]) -> tuple[Step, ...]:
    """Events by their step. A purpose once given on a page holds there in later steps too."""
    own: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if not isinstance(event, SessionFacts | VerdictFacts):
            own[event.step].append(event)
    known: dict[str, dict[str, str]] = {}
    steps = []
    before: float | None = None
    for number, group in sorted(own.items()):
        end = max(event.time for event in group)
        seconds = end - (min(event.time for event in group) if before is None else before)
        steps.append(Step(number, tuple(group), _purposes(group, known), max(seconds, 0.0)))
        before = end
    return tuple(steps)


def _purposes(events: Sequence[Event], known: dict[str, dict[str, str]]) -> Mapping[str, str]:
    page = next((event.url.partition("?")[0] for event in events if isinstance(event, Look)), "")
    words = known.setdefault(page, {})
    for event in events:
        if isinstance(event, Purposes):
            words.update(event.purposes)
    return dict(words)


def _seconds(events: Sequence[Event], verdict: VerdictFacts | None) -> float:
    if verdict and verdict.seconds:
        return verdict.seconds
    times = [event.time for event in events if event.time]
    return max(times) - min(times) if times else 0.0
