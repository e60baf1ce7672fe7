"""The agents of the `steps` system.

Readiness, navigation, observation and assertion, for what strict forms can't decide.

Source: NLTestRunner (readiness and observe as guard rails, one navigation and one assertion agent;
    fact check-list, template and recipe
patterns). Where the back-end gives log-probabilities, Yes or No is one token instead of the
check-list: small models judge better so.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic, Literal, TypeVar

from pydantic import Field

from pathfinder.agents.agent import Agent, BadReply, Call, Output
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.models.base import Model
from pathfinder.core.evidence import proves, stands_in

ROLES = ("readiness", "navigation", "observer", "assertion")


class Checklist(Output):
    """Facts copied from the page, then the answer that they bear out."""

    Facts: list[str] = Field(max_length=4)
    Answer: Literal["Yes", "No"]


@dataclass(frozen=True)
class Answer:
    """Yes or no.

    sure: Log-odds of Yes, or 1 and -1 where there are no log-probabilities.
    facts: What was quoted for it.
    scored: Whether `sure` are log-odds.
    """

    sure: float
    facts: tuple[str, ...] = ()
    scored: bool = False

    @property
    def yes(self) -> bool:
        """Whether Yes is likelier."""
        return self.sure > 0

    def less(self, baseline: "Answer") -> "Answer":
        """By how much Yes is likelier than for a baseline.

        Itself where there are no log-odds to compare.
        """
        return (
            replace(self, sure=self.sure - baseline.sure)
            if self.scored and baseline.scored
            else self
        )

    def drawn(self, temperature: float, random: Random) -> "Answer":
        """One run's answer.

        Itself at temperature 0 and where it was worded, else Yes as often as the log-odds have it.
        """
        if temperature <= 0 or not self.scored:
            return self
        yes = drawn((self.sure, 0.0), temperature=temperature, random=random) == 0
        return self if yes == self.yes else replace(self, sure=-self.sure)


class YesNoAgent(Agent[Checklist]):
    """Answers Yes or No about a page."""

    output = Checklist

    def answer(self, call: Call, page: str, **scene: Any) -> Answer:
        """The answer, by log-probability where the back-end has it.

        Else with facts, which have to stand on the page.

        Raises:
            ModelError: The model failed, or quoted what is not there four times.
        """
        scores = self.score(call, ("Yes", "No"), **scene, checklist=False)
        if scores is not None:
            return Answer(scores.logprobs[0] - scores.logprobs[1], scored=True)
        reply = self.run(
            replace(call, max_tokens=200),
            check=lambda each: _grounded(each, page),
            **scene,
            checklist=True,
        )
        return Answer(1.0 if reply.Answer == "Yes" else -1.0, tuple(reply.Facts))


class ReadinessAgent(YesNoAgent):
    """Says whether a step can be performed on the page as it is."""

    template = "steps/readiness"

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "readiness"


class ObserverAgent(YesNoAgent):
    """Says whether what happened is what the step asked for."""

    template = "steps/observer"

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "observer"


class AssertionAgent(YesNoAgent):
    """Says whether the page bears out a statement."""

    template = "steps/assertion"

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "assertion"


class Lettered(Output):
    """One of the letters that were offered."""

    Letter: str


T = TypeVar("T", bound=Output)


@dataclass(frozen=True)
class Choice:
    """Letters with their log-probabilities; the one letter replied where there are none."""

    letters: tuple[str, ...]
    logprobs: tuple[float, ...]
    scored: bool = False

    def drawn(self, temperature: float = 0.0, random: Random | None = None) -> str:
        """One run's letter: the likeliest at temperature 0, else drawn."""
        return self.letters[
            drawn(self.logprobs, temperature=temperature, random=random or Random(0))
        ]


class LetterAgent(Agent[T], Generic[T]):
    """Chooses among lettered lines."""

    def choice(self, call: Call, letters: tuple[str, ...], **scene: Any) -> Choice:
        """How likely each letter is; where there are no log-probabilities, the one replied.

        Raises:
            ModelError: The model failed.
        """
        scores = self.score(call, letters, **scene)
        if scores is not None:
            return Choice(letters, scores.logprobs, scored=True)
        reply = self.run(
            replace(call, max_tokens=20),
            schema=enum_schema(self.output, "Letter", list(letters)),
            **scene,
        )
        return Choice((str(reply.Letter),), (0.0,))  # type: ignore[attr-defined]


class NavigationAgent(LetterAgent[Lettered]):
    """Chooses what to do for a step that no rule understands."""

    template = "steps/navigation"
    output = Lettered

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "navigation"


class QuotingAgent(LetterAgent[Lettered]):
    """Points at the line of the page that bears out a statement.

    Played by the assertion agent's model.
    """

    template = "steps/quote"
    output = Lettered

    @property
    def role(self) -> str:
        """It plays the assertion agent."""
        return "assertion"


class Typed(Output):
    """What goes into a field."""

    Value: str


class TypingAgent(Agent[Typed]):
    """Says what a step wants in a field; played by the navigation agent's model."""

    template = "steps/typing"
    output = Typed

    @property
    def role(self) -> str:
        """It plays the navigation agent."""
        return "navigation"


@dataclass
class StepsTeam:
    """Who decides what rules can't."""

    readiness: ReadinessAgent
    navigation: NavigationAgent
    typing: TypingAgent
    observer: ObserverAgent
    assertion: AssertionAgent
    quoting: QuotingAgent


def steps_team(models: Mapping[str, Model]) -> StepsTeam:
    """The team, with a model for each role."""
    return StepsTeam(
        ReadinessAgent(models["readiness"]),
        NavigationAgent(models["navigation"]),
        TypingAgent(models["navigation"]),
        ObserverAgent(models["observer"]),
        AssertionAgent(models["assertion"]),
        QuotingAgent(models["assertion"]),
    )


def _grounded(reply: Checklist, page: str) -> Checklist:
    """The reply, when each of its facts stands on the page, and is long enough to prove anything.

    Raises:
        BadReply: One is not.
    """
    for fact in reply.Facts:
        if not stands_in(fact, page):
            raise BadReply(f"{fact!r} does not stand on the page; copy facts word for word")
        if not proves(fact):
            raise BadReply(f"{fact!r} is too short to prove anything; copy the whole line")
    return reply


def drawn(logprobs: Sequence[float], *, temperature: float, random: Random) -> int:
    """The place of an answer: the likeliest at 0, else drawn as often as its probability has it.

    A back-end with log-probabilities is asked once; each run then draws its answer from them, as
    sampling a one-token reply would.
    """
    best = max(range(len(logprobs)), key=logprobs.__getitem__)
    if temperature <= 0:
        return best
    weights = [math.exp((each - logprobs[best]) / temperature) for each in logprobs]
    return random.choices(range(len(logprobs)), weights)[0]
