"""Events of steps: what was asked, chosen, entered and judged, and how a written step went."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from pathfinder.core.events.pages import Box
from pathfinder.core.events.record import Event, Record


class Message(Record):
    """A turn of a prompt. images: Hashes of the pictures that went with it."""

    role: str = ""
    content: str = ""
    images: tuple[str, ...] = ()


class Call(Event):
    """A model's call. error: why the reply could not be used, or nothing."""

    event: Literal["call"] = "call"
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

    @property
    def tokens(self) -> int:
        """Of its prompt and its reply."""
        return self.prompt_tokens + self.reply_tokens

    @property
    def new_tokens(self) -> int:
        """The same without what the model had in memory: that is not read again."""
        return self.tokens - self.cached_tokens


class AskedValue(Record):
    """A value that a goal gives. of: What it is of."""

    of: str = ""
    value: str = ""


class Reading(Event):
    """The goal as it was read before the first step.

    named: What it names without saying of what. asks: What it wants to know, or nothing.
    """

    event: Literal["reading"] = "reading"
    parts: tuple[str, ...] = ()
    values: tuple[AskedValue, ...] = ()
    named: tuple[str, ...] = ()
    asks: str = ""
    by: str = ""

    def describe(self) -> str:
        """Parts, values and question in a line: `1. add a bill; person "Tom"; asks how much`."""
        parts = (f"{number}. {part}" for number, part in enumerate(self.parts, 1))
        read = [f'{value.of} "{value.value}"'.strip() for value in self.values]
        read += [f'"{name}"' for name in self.named]
        return "; ".join([*parts, *read, *([f"asks {self.asks}"] if self.asks else [])])


class Candidate(Record):
    """One thing that could have been done."""

    id: str = ""
    text: str = ""
    uids: tuple[str, ...] = ()


class Choice(Event):
    """What was chosen, among what, and why. cut: How many candidates were not offered."""

    event: Literal["choice"] = "choice"
    candidates: tuple[Candidate, ...] = ()
    chosen: str = ""
    text: str = ""
    uids: tuple[str, ...] = ()
    rationale: str = ""
    by: str = ""
    cut: int = 0


class Input(Event):
    """What a field was given; persona values are placeholders."""

    event: Literal["input"] = "input"
    uid: str = ""
    name: str = ""
    value: str = ""
    by: str = ""
    rationale: str = ""


class Judgement(Event):
    """What a judge thought.

    score: Log-odds of Yes, where the judge gave one. grounded: The evidence was found where it is
    said to be, and proves the status.
    """

    event: Literal["judgement"] = "judgement"
    by: str = ""
    score: float | None = None
    status: str = ""
    evidence: str = ""
    grounded: bool = True
    rationale: str = ""


class Guard(Event):
    """A guard that stepped in."""

    event: Literal["guard"] = "guard"
    guard: str = ""
    what: str = ""


class Peek(Event):
    """What a link leads to, looked at before one was chosen. leads: In words, as of a step."""

    event: Literal["peek"] = "peek"
    uid: str = ""
    url: str = ""
    leads: str = ""


class SurveyedPage(Record):
    """A page that was looked over: what it asks, offers and says.

    share: How likely it is, among the others, that the goal is done there.
    """

    url: str
    says: str = ""
    share: float = 0.0


class Survey(Event):
    """The pages within reach, looked over before the first choice, likeliest first.

    looked: How many were looked at in all.
    """

    event: Literal["survey"] = "survey"
    looked: int = 0
    pages: tuple[SurveyedPage, ...] = ()


class Back(Event):
    """Going back to an earlier state. how: "url" or "replay"."""

    event: Literal["back"] = "back"
    state_from: str = ""
    state: str = ""
    how: str = ""
    reason: str = ""


class Step(Event):
    """How a written step or assertion went.

    phase: Of the `steps` system, where it ended. truth: What a suite records that it should be.
    untold: Whether what is expected is so could not be told, after which the case went on.
    """

    event: Literal["step"] = "step"
    number: int = 0
    text: str = ""
    part: str = ""
    status: str = ""
    by: str = ""
    blame: str = ""
    reason: str = ""
    evidence: str = ""
    screenshot: str = ""
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    reached: bool | None = None
    phase: str = ""
    truth: bool | None = None
    untold: bool = False


class TransitionFacts(Record):
    """One arrow. taken: By the run, as far as it is known when the system is drawn."""

    source: str = ""
    target: str = ""
    label: str = ""
    kind: Literal["input", "output", "internal"] = "internal"
    number: int = 0
    taken: bool = False


class System(Event):
    """The transition system of a test case."""

    event: Literal["iolts"] = "iolts"
    name: str = ""
    states: tuple[str, ...] = ()
    initial: str = ""
    verdicts: tuple[str, ...] = ()
    transitions: tuple[TransitionFacts, ...] = ()
    run: tuple[int, ...] = ()


class Rewriting(Event):
    """A step as an instruction and what it expects."""

    event: Literal["rewriting"] = "rewriting"
    text: str = ""
    instruction: str = ""
    expected: str = ""
    by: str = ""


class Calibration(Event):
    """An agent's answers to one question, a run each. right: Which of them are the truth's."""

    event: Literal["calibration"] = "calibration"
    agent: str = ""
    model: str = ""
    text: str = ""
    truth: bool | str | None = None
    answers: tuple[bool | str, ...] = ()
    right: tuple[bool, ...] = ()


class Likeness(Record):
    """An element as a heal tells it: the one remembered, or the one taken in its place.

    box, neighbours, page, contract: As in `pathfinder.core.scenario.Remembered`.
    """

    tag: str = ""
    role: str = ""
    name: str = ""
    text: str = ""
    label: str = ""
    context: str = ""
    heading: str = ""
    attributes: dict[str, str] = Field(default_factory=dict)
    box: Box | None = None
    neighbours: tuple[str, ...] = ()
    page: str = ""
    contract: str = ""


class Patch(Record):
    """What a heal changes in its scenario: another target, or steps before or after the step."""

    place: str = ""
    target: dict[str, Any] = Field(default_factory=dict)
    before: tuple[dict[str, Any], ...] = ()
    after: tuple[dict[str, Any], ...] = ()

    @property
    def changes(self) -> bool:
        """Whether there is anything to write into the scenario."""
        return bool(self.target or self.before or self.after)


class Heal(Event):
    """A step that was done otherwise than it is written.

    kind: "locator" ("way" in older journals), "similar", "again", "agent" or "detour".
    locators: Those that found nothing. good: What was expected after it held.
    """

    older_names: ClassVar[Mapping[str, str]] = {"ways": "locators"}

    event: Literal["heal"] = "heal"
    kind: Annotated[str, BeforeValidator(lambda kind: "locator" if kind == "way" else kind)] = ""
    place: str = ""
    text: str = ""
    old: Likeness = Likeness()
    locators: tuple[str, ...] = ()
    new: Likeness = Likeness()
    score: float = 0.0
    second: float = 0.0
    why: str = ""
    screenshot_before: str = ""
    screenshot_after: str = ""
    patch: Patch = Patch()
    good: bool = False
