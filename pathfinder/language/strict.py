"""Sentences in strict words, read into statements by a grammar: what is meant stands in quotes.

The forms are in sentence.lark; loose.lark reads a step that names one thing without quotes.
Source: NLTestRunner, tables 1 and 2, with counts, states, lists and connectives of ours.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedInput
from lark.exceptions import VisitError
from pydantic import ValidationError

from pathfinder.core.scenario import Step, StepKind, Target
from pathfinder.core.statement import Described
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.strict_checks import Atom, Checks, NotStrict, atoms_of, shown
from pathfinder.language.strict_naming import Value, first, is_token, word_of

_KEY = re.compile(
    r"(enter|return|escape|esc|tab|space|backspace|delete|arrow ?\w+|page ?\w+|home|end|f\d+"
    r"|(ctrl|control|alt|shift)\+.+)",
    re.I,
)
_ADDRESS = re.compile(r"(https?://|/|www\.)\S*")
_END = re.compile(r"[.!;](?=\s)")
_LONGEST_LOOSE = 5


@dataclass(frozen=True)
class Strict:
    """What a strict sentence says. loose: The name that stood in it without quotes."""

    statements: tuple[Step, ...]
    loose: str = ""

    @property
    def checks(self) -> bool:
        """Whether it only says what has to be so."""
        return all(step.kind == "assert" for step in self.statements)


@cache
def read_strict(text: str) -> Strict:
    """The statements of a strict sentence.

    Raises:
        NotStrict: It is none; the message says which words are in the way.
    """
    try:
        return Strict(_parsed(text))
    except NotStrict as error:
        if not (quoted := _with_quotes(text)):
            raise
        try:
            return Strict(_parsed(quoted[0]), quoted[1])
        except NotStrict:
            raise error from None


def loose_name(text: str) -> str:
    """The name that a strict step says without quotes; nothing where it has none."""
    try:
        return read_strict(text).loose
    except NotStrict:
        return ""


@cache
def read_expected(text: str) -> Strict:
    """The same for what is expected, with or without "Assert that" before it.

    Raises:
        NotStrict: It is none, or says what to do.
    """
    try:
        found = Strict(_whole_or_parts(text, _expected))
    except NotStrict:
        if not (quoted := _with_quoted_label(text)):
            raise
        found = Strict(_expected(quoted[0]), quoted[1])
    if not found.checks or not found.statements:
        raise NotStrict(f"{text!r} says what to do, not what has to be so")
    return found


def _expected(sentence: str) -> tuple[Step, ...]:
    """What a sentence says to be so; what it only names is to be seen."""
    asserted = f"Assert that {sentence.rstrip(' .!;')}"
    for each in (sentence, asserted):
        with suppress(NotStrict):
            return _read(each)
    try:
        return _read(f"{asserted} is shown")
    except NotStrict:
        return _read(asserted)


def is_assertion(text: str) -> bool:
    """Whether a sentence begins as one that checks something."""
    known = lexicon()
    begin = [word for word in tokens_of(text) if word not in known.polite]
    return any(begin[: len(words)] == [*words] for words in known.asserting)


def _parsed(text: str) -> tuple[Step, ...]:
    return _whole_or_parts(text, _read)


def _whole_or_parts(text: str, read: Callable[[str], tuple[Step, ...]]) -> tuple[Step, ...]:
    """The statements of one strict sentence, or of several."""
    try:
        return read(" ".join(text.split()))
    except NotStrict:
        if len(parts := _parts(text)) < 2:
            raise
        return tuple(step for one in parts for step in read(one))


def _parts(text: str) -> list[str]:
    """The sentences of a text: each ends with a full stop that is in no quotes."""
    line = " ".join(text.split())
    quotes = [one.span() for one in QUOTED.finditer(line)]
    ends = [
        one.end()
        for one in _END.finditer(line)
        if not any(begin < one.start() < end - 1 for begin, end in quotes)
    ]
    bounds = pairwise((0, *ends, len(line)))
    return [part for begin, end in bounds if (part := line[begin:end].strip())] or [line]


def _read(line: str) -> tuple[Step, ...]:
    try:
        return tuple(_Sentences().transform(_parser("sentence").parse(line)))
    except UnexpectedInput as error:
        raise NotStrict(_where(line, error)) from None
    except VisitError as error:
        raise NotStrict(_reason(error.orig_exc)) from None


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return str(error.errors()[0]["msg"])
    return str(error)


def _where(text: str, error: UnexpectedInput) -> str:
    place = getattr(error, "pos_in_stream", None)
    if not isinstance(place, int) or place < 0 or place >= len(text):
        return "the sentence ends too early"
    return f"not a strict form from {text[place : place + 30]!r} on"


def _with_quotes(text: str) -> tuple[str, str] | None:
    """A step with quotes around the name that it ends in, and the name."""
    try:
        tree = _parser("loose").parse(" ".join(text.split()).rstrip(" .!;"))
    except UnexpectedInput:
        return None
    verb, *words = (cast(Token, one) for one in tree.children)
    noun = words.pop() if len(words) > 1 and words[-1].type == "NOUN" else ""
    name = " ".join(words)
    if len(words) > _LONGEST_LOOSE:
        return None
    return f'{verb} "{name}" {noun}'.strip(), name


def _with_quoted_label(text: str) -> tuple[str, str] | None:
    """An expected result with quotes around the label that has a value, and the label."""
    try:
        tree = _parser("label").parse(" ".join(text.split()).rstrip(" .!;"))
    except UnexpectedInput:
        return None
    *words, be, value = (str(one) for one in tree.children)
    return f'The "{" ".join(words)}" {be} {value}', " ".join(words)


@cache
def _parser(name: str) -> Lark:
    grammar = Path(__file__).with_name(f"{name}.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="earley", lexer="basic", ambiguity="resolve")


class _Sentences(Checks):
    """Turns the parse tree of a sentence into statements."""

    def start(self, items: list[Any]) -> list[Step]:
        return cast("list[Step]", items[0])

    def assertion(self, items: list[Any]) -> list[Step]:
        return [_assert(atom) for atom in atoms_of(items)]

    def command(self, items: list[Any]) -> list[Step]:
        each = (one if isinstance(one, list) else [one] for one in items)
        return [step for some in each for step in some if isinstance(step, Step)]

    def navigate(self, items: list[Any]) -> Step:
        of = first(items, Described)
        words = of.name if of else str(first(items, Value))
        if _ADDRESS.fullmatch(words):
            return Step(kind="navigate", value=words)
        plain = of is None or not (of.kind or of.place or of.ordinal)
        return Step(kind="open", value=words) if plain else _on("click", of)

    follow = navigate

    def click(self, items: list[Any]) -> Step:
        double = any(is_token(one, "DOUBLE_CLICK") for one in items)
        return _on("double click" if double else "click", first(items, Described))

    def click_pressed(self, items: list[Any]) -> Step:
        of = first(items, Described)
        key = _KEY.fullmatch(of.name) and not of.kind
        return Step(kind="press", value=of.name) if key else _on("click", of)

    def fill_with(self, items: list[Any]) -> Step:
        return _on("fill", first(items, Described), str(first(items, Value)))

    type_into = entry = fill_with

    def fill_each(self, items: list[Any]) -> list[Step]:
        return [one for one in items if isinstance(one, Step)]

    def clear(self, items: list[Any]) -> Step:
        return _on("fill", first(items, Described))

    def select_from(self, items: list[Any]) -> Step:
        return _on("select", first(items, Described), str(first(items, Value)))

    def select_it(self, items: list[Any]) -> Step:
        of = first(items, Described)
        if of.place:
            return _on("select", Described(name=of.place), of.name)
        return _on("click", of.model_copy(update={"kind": of.kind or "option"}))

    def check(self, items: list[Any]) -> Step:
        return _on("check", first(items, Described))

    def uncheck(self, items: list[Any]) -> Step:
        return _on("uncheck", first(items, Described))

    def press_value(self, items: list[Any]) -> Step:
        words, of = str(first(items, Value)), first(items, Described)
        if _KEY.fullmatch(words):
            return Step(kind="press", value=words, target=Target(described=of) if of else None)
        return _on("click", Described(name=words, place=of.name if of else ""))

    def press_key(self, items: list[Any]) -> Step:
        of = first(items, Described)
        target = Target(described=of) if of else None
        return Step(kind="press", value=word_of(items, "KEY_NAME"), target=target)

    def hover(self, items: list[Any]) -> Step:
        return _on("hover", first(items, Described))

    def scroll_page(self, items: list[Any]) -> Step:
        way = word_of(items, "DIRECTION").casefold()
        return Step(kind="scroll", value="bottom" if way == "end" else way)

    def scroll_to(self, items: list[Any]) -> Step:
        return _on("scroll", first(items, Described))

    def back(self, items: list[Any]) -> Step:
        return Step(kind="back")

    def reload(self, items: list[Any]) -> Step:
        return Step(kind="reload")

    def wait_seconds(self, items: list[Any]) -> Step:
        return Step(kind="wait", value=str(first(items, int)))

    def wait_until(self, items: list[Any]) -> Step:
        found = atoms_of(items)
        if len(found) != 1:
            raise NotStrict("a wait waits for one thing")
        return _assert(found[0]).model_copy(update={"kind": "wait"})

    def wait_for(self, items: list[Any]) -> Step:
        return Step(kind="wait", check=shown(first(items, Described)))

    def accept(self, items: list[Any]) -> Step:
        return Step(kind="answer dialog", value="accept")

    def answer(self, items: list[Any]) -> Step:
        return Step(kind="answer dialog", value=f"accept: {first(items, Value)}")

    def look(self, items: list[Any]) -> None:
        return None

    def dismiss(self, items: list[Any]) -> Step:
        return Step(kind="answer dialog", value="dismiss")

    def upload(self, items: list[Any]) -> Step:
        return _on("upload", first(items, Described), str(first(items, Value)))

    def tab(self, items: list[Any]) -> Step:
        return _on("click", Described(name=str(first(items, Value)), kind="tab"))

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        wrapped = {"navigate", "fill", "select", "press", "scroll", "wait", "dialog"}
        return children[0] if data in wrapped and len(children) == 1 else Tree(data, children)


def _on(kind: StepKind, of: Described, value: str = "") -> Step:
    return Step(kind=kind, target=Target(described=of), value=value)


def _assert(atom: Atom) -> Step:
    if isinstance(atom, str):
        return Step(kind="assert", value=atom)
    return Step(kind="assert", check=atom)
