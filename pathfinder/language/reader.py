"""A tester's sentence as statements: the model reads, code checks what it copied.

A sentence that is a statement of the scenario language already needs no model.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Reply
from pathfinder.agents.thresholds import Thresholds, thresholds_of
from pathfinder.agents.words import (
    LANGUAGE,
    LANGUAGES,
    ExpectedReader,
    Said,
    WordsReader,
    steps_schema,
)
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.scenario import Step
from pathfinder.core.statement import STATES
from pathfinder.language.around import numbers_in, says
from pathfinder.language.certainty import Signs, signs_of
from pathfinder.language.copied import CopyCheck
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.dsl.read import read_text
from pathfinder.language.dsl.write import say_step
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.said import statement_of
from pathfinder.language.spans import QUOTED, clauses, spans

Part = Literal["action", "expected"]
By = Literal["model", "grammar", "tester"]
_MOST_TOKENS, _TRIES = 320, 2
_MOST_ASSERTING = 4


@dataclass(frozen=True)
class Reading:
    """What a sentence says.

    before: The sentence of the step before, where one was told. doubts: Why a person should look at
    it. unread: Why it could not be read; it has no statements then. signs: What a model's reading
    was weighed by; None where it is in doubt anyhow.
    """

    sentence: str
    part: Part
    statements: tuple[Step, ...] = ()
    before: str = ""
    by: By = "model"
    doubts: tuple[str, ...] = ()
    unread: str = ""
    signs: Signs | None = field(default=None, compare=False)

    @property
    def lines(self) -> tuple[str, ...]:
        """Its statements as the scenario language writes them."""
        return tuple(say_step(step) for step in self.statements)

    @property
    def checks(self) -> bool:
        """Whether it only says what has to be so."""
        return bool(self.statements) and all(step.kind == "assert" for step in self.statements)

    @property
    def doubt(self) -> str:
        """Why what it says may not be meant, and what to write instead; empty where it is sure."""
        if not self.doubts:
            return ""
        lines = "; ".join(f"`{line}`" for line in self.lines)
        return (
            f"how it was read is in doubt ({'; '.join(self.doubts)}); it was read as {lines}: "
            "say it in other words, or correct it with `pathfinder read`"
        )


def read_words(
    sentence: str, part: Part, reader: WordsReader, call: Call, *, before: str = ""
) -> Reading:
    """Read an instruction or an expected result.

    Args:
        sentence: In the tester's words.
        part: Which of both it is.
        reader: The agent.
        call: How it is asked.
        before: The sentence of the step before, for "it" and "the same again".

    Raises:
        ModelError: The model failed. A sentence that it can't read is marked so.
    """
    if statements := by_grammar(sentence, part):
        return Reading(sentence, part, statements, before, by="grammar")
    reading = _read(sentence, part, reader, call, before)
    if part == "action" and _is_to_be_checked(reading):
        expected = _read(sentence, "expected", reader, call, before)
        return reading if expected.unread else replace(expected, part="action")
    return reading


def _is_to_be_checked(reading: Reading) -> bool:
    """Whether an instruction begins as one that checks something, and was read as a small goal."""
    kinds = {step.kind for step in reading.statements}
    begins = _without_asserting(reading.sentence) != reading.sentence
    return begins and "do" in kinds and kinds <= {"do", "assert"}


def _read(sentence: str, part: Part, reader: WordsReader, call: Call, before: str) -> Reading:
    """What the model says."""
    told = _without_asserting(sentence) if part == "expected" else sentence
    check, heard = CopyCheck(told, before, acts=part == "action"), list[Reply]()
    one = _asked_of(reader, part, f"{told} {before}")
    try:
        said = one.run(
            replace(call, max_tokens=_MOST_TOKENS),
            schema=_schema(told, part, before),
            check=check,
            heard=heard.append,
            tries=_TRIES,
            kind="Instruction" if part == "action" else "Expected",
            sentence=told,
            before=before,
        )
    except ReplyInvalid as error:
        return Reading(sentence, part, (), before, unread=str(error).partition("the last: ")[2])
    if not said.steps:
        return Reading(sentence, part, (), before, unread="it says nothing that a page can show")
    statements = tuple(statement_of(step) for step in said.steps)
    signs = signs_of(heard, check)
    return Reading(
        sentence,
        part,
        statements,
        before,
        doubts=check.doubts or _remarks(check, signs, thresholds_of(reader.model)),
        signs=None if check.doubts else signs,
    )


def _remarks(check: CopyCheck, signs: Signs, by: Thresholds) -> tuple[str, ...]:
    """Why a reading is not sure by what is weighed; nothing where it is."""
    if signs.weighed(by) >= by.read_sure:
        return ()
    return check.remarks or ("the model was not sure of it",)


def _asked_of(reader: WordsReader, part: Part, text: str) -> WordsReader:
    """The reader of a part of a step, with examples in the language of the text where it can be."""
    language = lexicon().language_of(text)
    kind = WordsReader if part == "action" else ExpectedReader
    return kind(reader.model, language if language in LANGUAGES else LANGUAGE)


def _schema(sentence: str, part: Part, before: str) -> dict[str, Any]:
    """What a reply may be: each of its words is one of the sentence, or of the one before."""
    return steps_schema(
        expected=part == "expected",
        checks=part == "expected" or _asserts(sentence),
        says=frozenset(_said(f"{sentence} {before}" if part == "action" else sentence)),
        names=spans(sentence, before),
        numbers=tuple(numbers_in(f"{sentence} {before}")),
        clauses=clauses(sentence, before),
    )


def _said(sentence: str) -> Iterator[Said]:
    """What a sentence has words for: that something is not so, a sum, how often."""
    known, own = lexicon(), tokens_of(QUOTED.sub(" ", sentence))
    states, _ = known.parted(known.states, own)
    numbers = {known.numbers.get(one) for one in own}
    if known.negations & set(own) or set(STATES.values()) & set(states) or 0 in numbers:
        yield "no"
    if says(known.summing, sentence):
        yield "sum"
    if known.times & set(own):
        yield "times"


def _without_asserting(sentence: str) -> str:
    """An expected result without "make sure that", which says nothing of the page."""
    words = sentence.split()
    for size in range(min(_MOST_ASSERTING, len(words) - 1), 0, -1):
        if tokens_of(" ".join(words[:size])) in lexicon().asserting:
            return " ".join(words[size:])
    return sentence


def _asserts(sentence: str) -> bool:
    """Whether an instruction has something checked as well."""
    said = f" {' '.join(tokens_of(sentence))} "
    return any(f" {' '.join(words)} " in said for words in lexicon().asserting)


def by_grammar(sentence: str, part: Part) -> tuple[Step, ...]:
    """The statements that a sentence is already; none where it is a person's words."""
    line = sentence.strip()
    lines = (line, f"assert {line}") if part == "expected" else (line,)
    for one in lines:
        try:
            return tuple(step.model_copy(update={"says": ""}) for step in steps_of(read_text(one)))
        except DslError:
            continue
    return ()
