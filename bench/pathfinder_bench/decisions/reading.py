"""The set of sentences: what testers write, labelled with the statements that it says.

A file of bench/decisions/reading is what one hand wrote for one part: for settling the reader, or
for a first look that nobody settles anything on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Model
from pathfinder.agents.words import WordsReader
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Call as Asked
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Step
from pathfinder.language.dsl import read_text
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.reader import Part, Reading, read_words
from pathfinder_bench.decisions.hands import Form, HandFile, read_hands
from pathfinder_bench.decisions.meaning import same_meaning

Kind = Literal["action", "check"]
PARTS: Mapping[Kind, Part] = {"action": "action", "check": "expected"}


class Sentence(Form):
    """A sentence and what it says.

    context: The sentence of the step before, where it matters. statements: Lines of the scenario
    language; none where no page could show it. also: Other readings that are right, too.
    """

    sentence: str
    language: str
    kind: Kind
    statements: tuple[str, ...]
    also: tuple[tuple[str, ...], ...] = ()
    context: str = ""
    style: str = ""

    @property
    def readings(self) -> tuple[tuple[Step, ...], ...]:
        """Every reading that is right."""
        return tuple(map(_steps, (self.statements, *self.also)))


class Sentences(HandFile):
    """A file of them."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class ScoredSentence:
    """How a sentence was read. seconds: That the model took, with what was asked again."""

    hand: str
    part: str
    label: Sentence
    reading: Reading
    seconds: float

    @property
    def right(self) -> bool:
        """Whether it was read wholly right; what says nothing has to stay unread."""
        if self.reading.unread:
            return not self.label.statements
        return any(same_meaning(self.reading.statements, each) for each in self.label.readings)

    @property
    def sure(self) -> bool:
        """Whether it was read without any doubt."""
        return not (self.reading.unread or self.reading.doubts)

    @property
    def misread(self) -> bool:
        """Whether it was read wrongly without any doubt: a site may be blamed for that."""
        return self.sure and not self.right


def read_sentences(folder: Path, *, first_look: bool = False) -> list[Sentences]:
    """The files of a folder; those kept for a first look only where that is asked for.

    Raises:
        UsageError: There is none, or one is not of this form; names it.
    """
    files = read_hands(folder, Sentences, first_look=first_look)
    for file, one in files.items():
        for label in one.sentences:
            try:
                _ = label.readings
            except DslError as error:
                raise UsageError(f"{file}: {label.sentence!r}: {error}") from None
    return [*files.values()]


def score_sentences(files: Iterable[Sentences], model: Model) -> list[ScoredSentence]:
    """Read every sentence."""
    reader = WordsReader(model)
    return [_scored(one, label, reader) for one in files for label in one.sentences]


def figures(scored: Sequence[ScoredSentence]) -> dict[str, dict[str, float]]:
    """How many were read right, surely and wrongly, by kind, language, hand and style, and over all."""
    groups: dict[str, Callable[[ScoredSentence], str]] = {
        "kind": lambda one: one.label.kind,
        "language": lambda one: one.label.language,
        "hand": lambda one: f"hand {one.hand}",
        "style": lambda one: f"style {one.label.style}",
        "part": lambda one: one.part,
    }
    out: dict[str, dict[str, float]] = {}
    for group in groups.values():
        for name in sorted({group(one) for one in scored}):
            out[name] = _figures([one for one in scored if group(one) == name])
    return {**out, "all": _figures(scored)}


def _figures(scored: Sequence[ScoredSentence]) -> dict[str, float]:
    seconds = sorted(one.seconds for one in scored)
    return {
        "n": len(scored),
        "right": round(sum(one.right for one in scored) / len(scored), 4),
        "sure": sum(one.sure for one in scored),
        "misread": sum(one.misread for one in scored),
        "unread": sum(bool(one.reading.unread) for one in scored),
        "seconds": round(seconds[len(seconds) // 2], 1),
    }


def _scored(file: Sentences, label: Sentence, reader: WordsReader) -> ScoredSentence:
    journal = MemoryJournal()
    part = PARTS[label.kind]
    reading = read_words(label.sentence, part, reader, Call(journal, 1), before=label.context)
    asked = [event for event in journal.events if isinstance(event, Asked)]
    seconds = sum(event.seconds or 0.0 for event in asked)
    return ScoredSentence(file.hand, file.part, label, reading, seconds)


def _steps(lines: Sequence[str]) -> tuple[Step, ...]:
    return steps_of(read_text("\n".join(lines), source="statements"))
