"""A session as a story: steps in order, what they cost by role, and how it ended."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pathfinder.core import events
from pathfinder.core.events import Call, Event, Finding, Look, Other, Purposes, Session, Verdict
from pathfinder.core.shorten import counted
from pathfinder.report.step import Step
from pathfinder.report.testcase import CaseStory, case_of

CUT_OFF = "cut off"
DRAWN = (
    Look,
    Purposes,
    Call,
    events.Choice,
    events.Input,
    events.Act,
    events.Change,
    events.Judgement,
    events.Guard,
    events.Peek,
    events.Survey,
    events.Back,
    Finding,
    events.Heal,
)
TOLD_APART = (Session, Verdict, events.System, events.Step, events.Truth, events.Reading)
CLOSING_WORDS = {
    "success": "Goal reached",
    "passed": "Passed",
    "healed": "Passed, healed",
    "likely": "Likely reached, not proven",
    "failed": "Failed",
    "stuck": "Stuck",
    "expired": "Out of steps",
    "crawled": "Crawled",
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

    session: Session
    steps: tuple[Step, ...]
    verdict: Verdict | None
    seconds: float
    others: Mapping[str, int] = field(default_factory=dict)
    case: CaseStory | None = None
    reading: events.Reading | None = None

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

    @property
    def count(self) -> int:
        """How many steps it took, as the verdict counts them; before there is one, those seen."""
        return self.verdict.steps if self.verdict and self.verdict.steps else len(self.taken)

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


def read_story(journal: Sequence[Event]) -> Story:
    """The story in a journal's events, however far they go; what is not drawn is counted."""
    drawn = [event for event in journal if isinstance(event, DRAWN)]
    others = Counter(
        event.what if isinstance(event, Other) else event.event
        for event in journal
        if not isinstance(event, (*DRAWN, *TOLD_APART))
    )
    verdict = events.last(journal, Verdict)
    return Story(
        events.first(journal, Session) or Session(),
        _steps(drawn),
        verdict,
        _seconds(journal, verdict),
        others,
        case_of(journal),
        events.first(journal, events.Reading),
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


def _steps(drawn: Sequence[Event]) -> tuple[Step, ...]:
    """Events by their step. A purpose once given on a page holds there in later steps too."""
    own: dict[int, list[Event]] = defaultdict(list)
    for event in drawn:
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


def _purposes(group: Sequence[Event], known: dict[str, dict[str, str]]) -> Mapping[str, str]:
    look = events.first(group, Look)
    words = known.setdefault(look.url.partition("?")[0] if look else "", {})
    for event in events.of(group, Purposes):
        words.update(event.purposes)
    return dict(words)


def _seconds(journal: Sequence[Event], verdict: Verdict | None) -> float:
    if verdict and verdict.seconds:
        return verdict.seconds
    times = [event.time for event in journal if event.time]
    return max(times) - min(times) if times else 0.0
