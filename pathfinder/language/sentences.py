"""What a case's sentences say: as it was read before, by a grammar, or by a model."""

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field, replace

from pathfinder.agents.agent import Call
from pathfinder.agents.words import WordsReader
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.case import Part as CasePart
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.reader import Part, Reading, by_grammar, read_words
from pathfinder.language.strict import read_expected, read_strict
from pathfinder.language.strict_checks import NotStrict

_ALONE = "a model alone read it; `pathfinder read` keeps what a person has looked over"
_LABEL = "{!r} stands in no quotes, and may not be what the page calls it"

Asked = tuple[str, Part, str]
"""A sentence, which part of a step it is, and the sentence before it where it points back."""


def asked(sentence: str, part: Part, before: str = "") -> Asked:
    """How a sentence is looked up: on one line, with the one before where it points back to it."""
    text = " ".join(sentence.split())
    points = lexicon().pointing & set(tokens_of(text))
    return (text, part, " ".join(before.split()) if points else "")


def asked_of(case: TestCase) -> Iterator[tuple[CaseStep, Asked, Asked | None]]:
    """Each step of a case with how its words, and what it expects, are looked up."""
    before = ""
    for _, part, step in case.parts:
        own = asked(step.text, part_of(part), before)
        expected = asked(step.expected, "expected", step.text) if step.expected else None
        yield step, own, expected
        before = step.text


def part_of(part: CasePart) -> Part:
    """What a reader calls a part of a case."""
    return "action" if part == "action" else "expected"


def read_by_grammar(sentence: str, part: Part) -> Reading:
    """What a statement of the scenario language or a strict sentence says; unread where neither.

    An action may check something as well, and says so by how it begins.
    """
    if statements := by_grammar(sentence, part):
        return Reading(sentence, part, statements, by="grammar")
    try:
        found = (read_expected if part == "expected" else read_strict)(sentence)
    except NotStrict as error:
        return Reading(sentence, part, by="grammar", unread=f"no strict form reads it: {error}")
    doubts = (_LABEL.format(found.loose),) if part == "expected" and found.loose else ()
    return Reading(sentence, part, found.statements, by="grammar", doubts=doubts)


@dataclass
class Sentences:
    """Reads each sentence of a case once.

    known: What was read before; what a model reads is added.
    reader: The model that reads; None: nobody.
    """

    known: MutableMapping[Asked, Reading] = field(default_factory=dict)
    reader: WordsReader | None = None

    def case(self, case: TestCase, call: Call) -> "CaseReadings":
        """What all sentences of a case say.

        Raises:
            ModelError: The model failed.
        """
        steps = list(asked_of(case))
        texts = tuple(self.read(own, call) for _, own, _ in steps)
        expected = tuple(self.read(one, call) if one else None for _, _, one in steps)
        return CaseReadings(texts, expected)

    def read(self, one: Asked, call: Call) -> Reading:
        """What a sentence says.

        Raises:
            ModelError: The model failed. A sentence that it can't read is marked so.
        """
        if found := self.kept(one):
            return found
        if not one[0]:
            return Reading("", one[1], by="grammar")
        reading = read_by_grammar(*one[:2])
        if reading.unread and self.reader is not None:
            reading = _only_read(read_words(*one[:2], self.reader, call, before=one[2]))
            self.known[one] = reading
        return reading

    def kept(self, one: Asked) -> Reading | None:
        """What a sentence was read as before; None where it was not."""
        found = self.known.get(one) or self.known.get((*one[:2], ""))
        return found if found and not found.unread else None


def _only_read(reading: Reading) -> Reading:
    """What a model alone has read: no site is blamed for it before a person has looked it over."""
    return reading if reading.unread else replace(reading, doubts=(*reading.doubts, _ALONE))


@dataclass(frozen=True)
class CaseReadings:
    """What the sentences of a case say, step by step; None where nothing is expected."""

    texts: tuple[Reading, ...]
    expected: tuple[Reading | None, ...]


def unread_readings(case: TestCase) -> CaseReadings:
    """The sentences of a case as nobody has read them."""
    whole = [
        [
            Reading(*one[:2], unread="nobody reads it" if one[0] else "") if one else None
            for one in asked
        ]
        for _, *asked in asked_of(case)
    ]
    return CaseReadings(tuple(own for own, _ in whole if own), tuple(one for _, one in whole))
