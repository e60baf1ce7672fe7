"""One turn of the loop, as the journal's events tell it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from pathfinder.core.events import (
    Act,
    Back,
    Call,
    Change,
    Choice,
    Event,
    Finding,
    Guard,
    Heal,
    Input,
    Judgement,
    Look,
    Peek,
    Purposes,
    SeenElement,
    Survey,
    of,
)

Kind = TypeVar("Kind", bound=Event)


@dataclass(frozen=True)
class Step:
    """One turn of the loop.

    `purposes` holds the words for each UID; `seconds` is wall time from the end of the step before.
    """

    number: int
    events: tuple[Event, ...]
    purposes: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def _all(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(of(self.events, kind))

    def _last(self, kind: type[Kind]) -> Kind | None:
        return next(iter(self._all(kind)[::-1]), None)

    @cached_property
    def look(self) -> Look | None:
        """The page that the step began with."""
        return next(iter(self._all(Look)), None)

    @cached_property
    def scene(self) -> Purposes | None:
        """What the page is for."""
        return self._last(Purposes)

    @cached_property
    def choice(self) -> Choice | None:
        """What was chosen; nothing in the last look of a session."""
        return self._last(Choice)

    @cached_property
    def change(self) -> Change | None:
        """What the step's actions changed."""
        return self._last(Change)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every model call, bad replies included."""
        return self._all(Call)

    @property
    def inputs(self) -> tuple[Input, ...]:
        """What fields were given."""
        return self._all(Input)

    @property
    def acts(self) -> tuple[Act, ...]:
        """What was done in the browser."""
        return self._all(Act)

    @property
    def filled(self) -> str:
        """The screenshot of its form, filled in, before it was sent; empty where none was kept."""
        return next((act.screenshot for act in self.acts if act.screenshot), "")

    @property
    def failures(self) -> tuple[Act, ...]:
        """Actions that did not go through."""
        return tuple(act for act in self.acts if not act.result.ok)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What the critic, the conditions and the Oracle said."""
        return self._all(Judgement)

    @property
    def guards(self) -> tuple[Guard, ...]:
        """Guards that stepped in."""
        return self._all(Guard)

    @property
    def peeks(self) -> tuple[Peek, ...]:
        """What links lead to, looked at before one was chosen."""
        return self._all(Peek)

    @property
    def surveys(self) -> tuple[Survey, ...]:
        """The pages within reach, looked over before the first choice."""
        return self._all(Survey)

    @property
    def backs(self) -> tuple[Back, ...]:
        """Returns to an earlier state."""
        return self._all(Back)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What deserves a look on the site."""
        return self._all(Finding)

    @property
    def heals(self) -> tuple[Heal, ...]:
        """What was done otherwise than it is written."""
        return self._all(Heal)

    @property
    def doing(self) -> str:
        """What it did, in a few words."""
        if self.choice:
            return self.choice.text
        return "went back" if self.backs else self.ruled

    @property
    def ruled(self) -> str:
        """What a rule did where nobody chose."""
        if self.choice or self.backs or not self.acts:
            return ""
        act = self.acts[0]
        return f"{act.action.kind} {act.element.name if act.element else act.action.value}".strip()

    @property
    def score(self) -> float | None:
        """The progress critic's last score in this step."""
        scored = [j.score for j in self.judgements if j.by == "critic" and j.score is not None]
        return scored[-1] if scored else None

    @property
    def chosen_uids(self) -> tuple[str, ...]:
        """The elements that were chosen or acted upon, in order, once each."""
        acted = (act.action.uid for act in self.acts)
        return tuple(
            dict.fromkeys(
                uid for uid in (*(self.choice.uids if self.choice else ()), *acted) if uid
            )
        )

    @property
    def chosen_elements(self) -> tuple[SeenElement, ...]:
        """The chosen elements as the look saw them."""
        seen = {element.uid: element for element in (self.look.elements if self.look else ())}
        return tuple(seen[uid] for uid in self.chosen_uids if uid in seen)

    @property
    def tokens(self) -> int:
        """Tokens read and written in all calls; what a model had in memory is not read again."""
        return sum(call.new_tokens for call in self.calls)

    @property
    def outcome(self) -> str:
        """What happened, in a few words for the strip of thumbnails."""
        if self.backs:
            return "back"
        if self.change is None:
            return "end" if self.choice is None else "cut"
        return "same" if self.change.nothing else "moved"

    @property
    def did_something(self) -> bool:
        """Whether the step chose or did anything; the last look of a session did not."""
        return self.choice is not None or bool(self.acts)
