"""A tester's sentence as statements: the model reads, code checks what it copied.

A sentence that is a statement of the scenario language already needs no model.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ValidationError

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.words import SaidStep, SaidSteps, WordsReader, steps_schema
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.scenario import Step, StepKind, Target
from pathfinder.core.statement import ASCENDING, DESCENDING, STATES, Check, Described
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.dsl.read import read_text
from pathfinder.language.dsl.write import say_step
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.meaning import same_meaning

Part = Literal["action", "expected"]
By = Literal["model", "grammar", "tester"]
_QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„»«]+?)\s*[\"”“»]|(?<!\w)['‘]([^'’]+)['’](?!\w)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_MOST_TOKENS = 320
_LONG_GAP = 6
_WARMER = 0.3
_STATES = frozenset((*STATES, *STATES.values()))


@dataclass(frozen=True)
class Reading:
    """What a sentence says.

    before: The sentence of the step before, where one was told. doubts: Why a person should look at
    it. unread: Why it could not be read; it has no statements then.
    """

    sentence: str
    part: Part
    statements: tuple[Step, ...] = ()
    before: str = ""
    by: By = "model"
    doubts: tuple[str, ...] = ()
    unread: str = ""

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
    try:
        said = reader.run(
            replace(call, max_tokens=_MOST_TOKENS),
            schema=steps_schema(expected=part == "expected"),
            check=lambda reply: _checked(reply, sentence, before),
            kind="Instruction" if part == "action" else "Expected",
            sentence=sentence,
            before=before,
        )
    except ReplyInvalid as error:
        return Reading(sentence, part, (), before, unread=str(error).partition("the last: ")[2])
    if not said.steps:
        return Reading(sentence, part, (), before, unread="it says nothing that a page can show")
    statements = tuple(statement_of(step) for step in said.steps)
    return Reading(sentence, part, statements, before, doubts=tuple(_doubts(said, sentence)))


def read_twice(
    sentence: str, part: Part, reader: WordsReader, call: Call, *, before: str = ""
) -> Reading:
    """Read a sentence, and once more at a higher temperature: a reading that changes is doubtful.

    The arguments and errors are those of `read_words`.
    """
    first = read_words(sentence, part, reader, call, before=before)
    if first.unread or first.by != "model":
        return first
    warmer = replace(call, temperature=call.temperature + _WARMER, seed=call.seed + 1)
    second = read_words(sentence, part, reader, warmer, before=before)
    if same_meaning(first.statements, second.statements):
        return first
    other = "; ".join(second.lines) or f"not at all: {second.unread}"
    return replace(first, doubts=(*first.doubts, f"read otherwise the second time: {other}"))


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


def statement_of(said: SaidStep) -> Step:
    """The statement that a step of a reply stands for.

    Raises:
        BadReply: It lacks what its kind needs.
    """
    make = _MAKERS.get(said.do)
    try:
        if make:
            return make(said)
        return Step(kind="assert", check=_check(said))
    except ValidationError as error:
        raise BadReply(f"{said.do}: {error.errors()[0]['msg']}") from None


def _checked(reply: SaidSteps, sentence: str, before: str) -> SaidSteps:
    """The reply, mended, where everything in it is copied and nothing of the sentence is lost."""
    steps = tuple(_mended(step, sentence) for step in reply.steps)
    source = _plain(f"{sentence} {before}")
    for step in steps:
        for text in _copied(step):
            if _plain(text) not in source and not _same_number(text, sentence):
                raise BadReply(f'"{text}" does not stand in the sentence; copy its words')
        statement_of(step)
    told = " ".join(_plain(text) for step in steps for text in (*_copied(step), step.nth))
    if lost := next((one for one in must_use(sentence) if one not in told), ""):
        raise BadReply(f'"{lost}" of the sentence is used nowhere')
    return SaidSteps(steps=steps)


def _mended(step: SaidStep, sentence: str) -> SaidStep:
    """A step without quotes around its texts.

    A quote that took the place of a field's name is its value.
    """
    bare = {key: _bare(getattr(step, key)) for key in ("what", "place", "value")}
    quotes = {_plain(one) for one in quotes_in(sentence)}
    swapped = _plain(bare["what"]) in quotes and _plain(bare["value"]) not in quotes
    if step.do == "fill" and swapped and bare["value"]:
        bare["what"], bare["value"] = bare["value"], bare["what"]
    return step.model_copy(update={**bare, "items": tuple(map(_bare, step.items))})


def _copied(step: SaidStep) -> Iterator[str]:
    """The texts of a step that have to be copied: all but a state that is named as it is here."""
    value = "" if step.do == "state" and step.value in _STATES else step.value
    yield from (text for text in (step.what, step.place, value, *step.items) if text.strip())


def _same_number(text: str, sentence: str) -> bool:
    """Whether a number is said as a word."""
    numbers = lexicon().numbers
    return text.isdigit() and any(numbers.get(one) == int(text) for one in tokens_of(sentence))


def must_use(sentence: str) -> list[str]:
    """The quotes, e-mail addresses and numbers of a sentence, as they are compared."""
    found = [*quotes_in(sentence), *_ADDRESS.findall(sentence)]
    known = " ".join(found)
    numbers = [one for one in _NUMBER.findall(sentence) if one not in known]
    return [_plain(one) for one in (*found, *numbers)]


def quotes_in(sentence: str) -> list[str]:
    """What stands between quotation marks."""
    return [one or other for one, other in _QUOTED.findall(sentence)]


def _doubts(said: SaidSteps, sentence: str) -> Iterator[str]:
    """Why a person should look at a reading."""
    goals = [step.what for step in said.steps if step.do == "goal"]
    yield from (f"{goal!r} does not say how" for goal in goals)
    used = {word for step in said.steps for text in _copied(step) for word in tokens_of(text)}
    gap: list[str] = []
    for word in (*tokens_of(sentence), ""):
        if word and word not in used:
            gap.append(word)
            continue
        if len(gap) >= _LONG_GAP:
            yield f"{' '.join(gap)!r} is used nowhere"
        gap = []


def _described(said: SaidStep) -> Described:
    word = said.nth.casefold().rstrip(".")
    number = lexicon().ordinals.get(word, 0)
    if not number and (digits := re.match(r"\d+", word)):
        number = int(digits[0])
    return Described(name=said.what, kind=said.kind, ordinal=number, place=said.place)


def _on(kind: StepKind, *, value: bool = False) -> Callable[[SaidStep], Step]:
    return lambda said: Step(
        kind=kind,
        target=Target(described=_described(said)),
        value=said.value if value else "",
    )


def _press(said: SaidStep) -> Step:
    key = said.value or said.what
    field = Target(described=_described(said)) if said.value and said.what else None
    return Step(kind="press", value=key, target=field)


def _open(said: SaidStep) -> Step:
    name = said.what or said.value
    if name.startswith(("/", "http://", "https://")):
        return Step(kind="navigate", value=name)
    if said.place or said.nth:
        return _on("click")(said)
    return Step(kind="open", value=name)


def _wait(said: SaidStep) -> Step:
    if not said.what:
        return Step(kind="wait", value=said.value)
    check = Check(kind="text", of=_described(said), negated=said.denied)
    return Step(kind="wait", check=check)


def _drag(said: SaidStep) -> Step:
    onto = Target(described=Described(name=said.value))
    return Step(kind="drag", target=Target(described=_described(said)), onto=onto)


def _check(said: SaidStep) -> Check:
    sorts = said.how in (ASCENDING, DESCENDING)
    values: tuple[str, ...] = (said.how,) if sorts else (said.value,) if said.value else ()
    if said.do == "order":
        values = values if sorts else said.items
    if said.do == "count":
        values = tuple(str(lexicon().numbers.get(one.casefold(), one)) for one in values)
    if said.do == "state":
        values = (_state(said.value),)
    if said.do in ("page", "text"):
        values = ()
        said = said if said.what else said.model_copy(update={"what": said.value})
    of = None if said.do == "order" and not (said.what or said.place) else _described(said)
    return Check.model_validate(
        {
            "kind": said.do,
            "of": of,
            "comparison": said.how if said.do in ("value", "count", "sum") and not sorts else "is",
            "values": values,
            "negated": said.denied,
        }
    )


def _state(word: str) -> str:
    known = lexicon()
    found = known.named(known.states, word)
    if not found:
        raise BadReply(
            f"{word!r} is no state that is known; use one of visible, absent, enabled, …"
        )
    return found[0]


def _address(said: SaidStep) -> Step:
    return Step(kind="assert", value=f"url contains {said.value or said.what}")


_MAKERS: Mapping[str, Callable[[SaidStep], Step]] = {
    "click": _on("click"),
    "double click": _on("double click"),
    "fill": _on("fill", value=True),
    "select": _on("select", value=True),
    "tick": _on("check"),
    "untick": _on("uncheck"),
    "upload": _on("upload", value=True),
    "hover": _on("hover"),
    "scroll": _on("scroll"),
    "drag": _drag,
    "press": _press,
    "search": lambda said: Step(kind="search", value=said.value or said.what),
    "open": _open,
    "back": lambda said: Step(kind="back"),
    "reload": lambda said: Step(kind="reload"),
    "wait": _wait,
    "goal": lambda said: Step(kind="do", value=said.what or said.value),
    "address": _address,
}


def _bare(text: str) -> str:
    return " ".join(text.split()).strip("\"'“”„«»‘’ ")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
