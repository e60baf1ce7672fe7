"""The journal's events as the report reads them.

Typed, with a default for everything a cut-off or older journal may lack.
"""

from typing import Any

from pydantic import Field

from pathfinder.report.pages import Act, Change, Look
from pathfinder.report.record import Event, Record


class TaskFacts(Record):
    """What was to be done."""

    goal: str = ""
    site: str = ""
    url: str = ""
    hosts: tuple[str, ...] = ()
    persona: str = ""
    safe: bool = False
    max_steps: int = 0
    success: tuple[str, ...] = ()


class SessionFacts(Event):
    """The first event: the task, and everything that shaped the run."""

    session: str = ""
    task: TaskFacts = TaskFacts()
    models: dict[str, str] = Field(default_factory=dict)
    profile: str = ""
    options: dict[str, Any] = Field(default_factory=dict)
    without: tuple[str, ...] = ()
    seed: int | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    prompts: dict[str, str] = Field(default_factory=dict)


class Purposes(Event):
    """What the page and its elements are for, in view of the goal."""

    scene_name: str = ""
    summary: str = ""
    purposes: dict[str, str] = Field(default_factory=dict)
    by: str = ""


class Message(Record):
    """A turn of a prompt."""

    role: str = ""
    content: str = ""


class Call(Event):
    """A model's call. error: why the reply could not be used, or nothing."""

    role: str = ""
    model: str = ""
    prompt: tuple[Message, ...] = ()
    reply: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    attempt: int = 1
    temperature: float = 0.0
    error: str = ""


class Candidate(Record):
    """One thing that could have been done."""

    id: str = ""
    text: str = ""
    uids: tuple[str, ...] = ()


class Choice(Event):
    """What was chosen, among what, and why."""

    candidates: tuple[Candidate, ...] = ()
    chosen: str = ""
    text: str = ""
    uids: tuple[str, ...] = ()
    rationale: str = ""
    by: str = ""


class Input(Event):
    """What a field was given; persona values are placeholders."""

    uid: str = ""
    name: str = ""
    value: str = ""
    by: str = ""
    rationale: str = ""


class Judgement(Event):
    """What a judge thought. score: log-odds of Yes, where the critic gave one."""

    by: str = ""
    score: float | None = None
    status: str = ""
    evidence: str = ""
    grounded: bool = True
    rationale: str = ""


class Guard(Event):
    """A guard that stepped in."""

    guard: str = ""
    what: str = ""


class Back(Event):
    """Going back to an earlier state."""

    state_from: str = ""
    state: str = ""
    how: str = ""
    reason: str = ""


class Finding(Event):
    """Something about the site that deserves a look."""

    kind: str = ""
    message: str = ""
    evidence: str = ""


class VerdictFacts(Event):
    """How the session ended.

    Status is empty when it was cut off. condition: What would prove a likely one.
    """

    status: str = ""
    reason: str = ""
    evidence: str = ""
    by: str = ""
    blame: str = ""
    steps: int = 0
    seconds: float = 0.0
    exit: int = 3
    condition: str = ""


class Likeness(Record):
    """An element as a heal tells it: the one remembered, or the one taken in its place."""

    role: str = ""
    name: str = ""
    label: str = ""
    context: str = ""


class Heal(Event):
    """A step that was done otherwise than it is written. good: what was expected after it held."""

    kind: str = ""
    text: str = ""
    old: Likeness = Likeness()
    ways: tuple[str, ...] = ()
    new: Likeness = Likeness()
    score: float = 0.0
    second: float = 0.0
    why: str = ""
    screenshot_before: str = ""
    screenshot_after: str = ""
    patch: dict[str, Any] = Field(default_factory=dict)
    good: bool = False


KINDS: dict[str, type[Event]] = {
    "session": SessionFacts,
    "look": Look,
    "purposes": Purposes,
    "call": Call,
    "choice": Choice,
    "input": Input,
    "act": Act,
    "change": Change,
    "judgement": Judgement,
    "guard": Guard,
    "back": Back,
    "finding": Finding,
    "heal": Heal,
    "verdict": VerdictFacts,
}
