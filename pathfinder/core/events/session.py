"""Events of a whole session: what was to be done, how it ended, and what is true of it."""

from typing import Any, Literal

from pydantic import ConfigDict, Field, FiniteFloat

from pathfinder.core.events.record import Event, Record


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


class WrittenStep(Record):
    """A step of a test case as it is written."""

    text: str = ""
    part: str = ""
    expected: str = ""
    truth: bool | None = None


class CaseFacts(Record):
    """The test case that was played."""

    name: str = ""
    source: str = ""
    line: int = 0
    fault: str = ""
    expected: str = ""
    tags: tuple[str, ...] = ()
    steps: tuple[WrittenStep, ...] = ()


class Session(Event):
    """The first event: the task, and everything that shaped the run.

    models: Role -> model. thresholds: Model -> file. prompts: Template -> SHA-256.
    case, scenario, file: What was played, by a tester or a replay.
    """

    event: Literal["session"] = "session"
    session: str = ""
    system: str = "explore"
    task: TaskFacts = TaskFacts()
    case: CaseFacts = CaseFacts()
    scenario: dict[str, Any] = Field(default_factory=dict)
    file: str = ""
    models: dict[str, str] = Field(default_factory=dict)
    thresholds: dict[str, str] = Field(default_factory=dict)
    profile: str = ""
    options: dict[str, Any] = Field(default_factory=dict)
    without: tuple[str, ...] = ()
    seed: int | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    prompts: dict[str, str] = Field(default_factory=dict)


class Verdict(Event):
    """How the session ended.

    Status is empty when it was cut off. condition: What would prove a likely one. answer: To the
    question that the goal asks, in the site's own words.
    """

    event: Literal["verdict"] = "verdict"
    status: str = ""
    reason: str = ""
    evidence: str = ""
    by: str = ""
    blame: str = ""
    steps: int = 0
    seconds: FiniteFloat = 0.0
    exit: int = 3
    condition: str = ""
    answer: str = ""


class Truth(Event):
    """What the site itself says after the session: its fields are the names of its facts."""

    model_config = ConfigDict(extra="allow")

    event: Literal["truth"] = "truth"

    @property
    def facts(self) -> dict[str, Any]:
        """Fact -> what the site says."""
        return self.model_extra or {}


class Outcome(Event):
    """What the verdict is worth beside the truth: TP, FP, TN or FN."""

    event: Literal["outcome"] = "outcome"
    label: str = ""
    reached: bool | None = None
    facts: tuple[str, ...] = ()
    by: str = ""


class Withheld(Event):
    """Requests that pages sent by themselves and that safe mode kept back."""

    event: Literal["withheld"] = "withheld"
    requests: tuple[str, ...] = ()


class Error(Event):
    """A fault of PathFinder itself."""

    event: Literal["error"] = "error"
    traceback: str = ""


class Recorded(Event):
    """What became of recording the session as a scenario."""

    event: Literal["scenario"] = "scenario"
    file: str = ""
    steps: int = 0
    verified: bool | None = None
    error: str = ""


class Scene(Event):
    """A saved page that a model is asked about. cut: How many of its elements were not shown."""

    event: Literal["scene"] = "scene"
    site: str = ""
    scene: str = ""
    url: str = ""
    text: str = ""
    cut: int = 0


class Perceived(Event):
    """A saved page that was answered to the end. error: Why it has no perception, or nothing."""

    event: Literal["perceived"] = "perceived"
    site: str = ""
    scene: str = ""
    error: str = ""


class Rated(Event):
    """A person's word on the session, in `ratings.jsonl`."""

    event: Literal["rating"] = "rating"
    rater: str = ""
    label: str = ""
    comment: str = ""
    blind: bool = False
