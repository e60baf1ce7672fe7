"""The goal, read once: its parts in order, the values it gives, and what it wants to know.

The model reads; code checks that every copied word stands in the goal, and that no quoted value or
e-mail address of the goal is lost.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import (
    Amender,
    GoalCounter,
    GoalReader,
    GoalSorter,
    Holder,
    Reading,
    ReadValue,
    Remover,
)
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.task import GoalValue
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.systems.explore.clock import in_figures
from pathfinder.systems.explore.ranges import amounts_in, parted

_QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„»]+?)\s*[\"”“»]|(?<!\w)['‘]([^'’]+)['’](?!\w)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_FIGURES = re.compile(r"\d+(?:[.,:/-]\d+)*")
_GIVEN = re.compile(
    r"(?:(?P<of>[^\W\d_]+)[\s,:]+)?"
    r"(?<![\w.@])(?P<figures>\d{1,2}\.?\s[^\W\d_]{3,}\s\d{4}|\d+(?:[.,:/ -]?\d+)*)(?![\w@])"
)
"""A date in words, or figures as they stand together, after a word or none."""
_TOLD = re.compile(r":\s+(\S.*?)[.\s]*$")
_MORE = re.compile(r"([^?？؟]+[?？؟])\s+\S", re.DOTALL)
_LEAST_OF_IT, _MOST_OF_IT = 0.5, 0.6
_MOST_TOKENS = 220
_LONGEST_OF = 3


@dataclass(frozen=True)
class GoalReading:
    """What a goal says.

    parts: What is to be done, in the goal's order. values: What is to be entered or chosen.
    named: What it names without saying what it is of: a box to tick, an option; never entered.
    asks: What the user wants to know; empty where something is to be done.
    by: "model", "user" (every value was given), or "rule" (the model could not read it).
    """

    parts: tuple[str, ...]
    values: tuple[GoalValue, ...] = ()
    asks: str = ""
    by: str = "model"
    named: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[GoalValue, ...]:
        """What may be chosen or ticked because the goal names it."""
        return (*self.values, *(GoalValue("", name) for name in self.named))

    def written(self, forms: Mapping[str, str]) -> "GoalReading":
        """The same with values as the site writes them. forms: Value -> as it is written there."""
        values = tuple(replace(v, value=forms.get(v.value, v.value)) for v in self.values)
        return replace(self, values=values)

    @property
    def question(self) -> str:
        """What is asked, with the parts that say of what."""
        return f"{self.asks} ({', '.join(self.parts)})" if self.parts else self.asks


def read_goal(
    goal: str,
    given: Sequence[GoalValue],
    reader: GoalReader,
    sorter: GoalSorter,
    call: Call,
) -> GoalReading:
    """Read a goal; values that the user gave stand before those that the model read.

    Whether it asks something is a question of its own: a small model that copies finds one in any
    sentence.

    Raises:
        ModelError: The model failed. A goal that it can't read is read by its quotes and figures.
    """
    asks = is_question(goal, sorter, call)
    check = _Checking(goal)
    try:
        read = reader.run(
            replace(call, max_tokens=_MOST_TOKENS), schema=_SCHEMA, check=check, goal=goal, again=""
        )
    except ReplyInvalid:
        if (found := check.copied or check.rest) is None:
            told = [*given, *([] if asks else _lost_figures(given, goal))]
            return GoalReading((goal,), _with_quotes(told, goal), goal if asks else "", by="rule")
        read = found
    asks = bool(read.asks) if asks is None else asks
    known = {value.value for value in given}
    named = tuple(v.value.strip() for v in read.values if _plain(v.value) == _plain(v.of))
    copied = (_trimmed(_turned(v, goal)) for v in read.values if _plain(v.value) != _plain(v.of))
    told = list(dict.fromkeys(v for v in copied if v.value and v.value not in known))
    if not asks:
        told += _lost_amounts(told, goal)
        told = [replace(v, value=in_figures(v.value)) for v in parted(told)]
    values = [*given, *told]
    values += [] if asks else _lost_figures(values, goal)
    parts = tuple(part for part in read.parts if part.strip()) or (goal,)
    wanted = (read.asks or _first_question(goal) or goal) if asks else ""
    return GoalReading(parts, _with_quotes(values, goal), wanted, named=named)


def is_question(goal: str, sorter: GoalSorter, call: Call) -> bool | None:
    """Whether the user wants to know something, and not to have something done.

    What is asked behind a colon may be what is to be written ("Ask the shop: Is it open?"): where
    the model is not sure of the whole, what stands before the colon has to order nothing.

    None where the back-end gives no log-probabilities.
    """
    odds, tail = _asked(goal, sorter, call), _tail(goal)
    if odds is None:
        return None
    by = thresholds_of(sorter.model)
    least = by.question_within if _QUESTION.search(without_quotes(goal)) else by.question
    if not tail.endswith(_MARKS) or odds > by.question_marked or odds <= least:
        return odds > least
    head = _asked(goal[: goal.rindex(tail)].strip(" :"), sorter, call)
    return head is not None and head > by.question_marked


def _asked(text: str, sorter: GoalSorter, call: Call) -> float | None:
    """Log-odds that a text asks something and orders nothing."""
    scores = sorter.score(call, ("question", "order"), goal=text)
    return scores.logprobs[0] - scores.logprobs[1] if scores else None


def is_of_several(goal: str, counter: GoalCounter, call: Call, *, surely: bool = False) -> bool:
    """Whether several things are to be done, and not one; never where the back-end can't tell."""
    by = thresholds_of(counter.model)
    least = by.surely_several if surely else by.several
    scores = counter.score(call, ("several", "one"), goal=goal) if least < inf else None
    return scores is not None and scores.logprobs[0] - scores.logprobs[1] > least


def asks_to_delete(goal: str, remover: Remover, call: Call) -> bool:
    """Whether the user wants something deleted, removed or cancelled."""
    return yes_log_odds(remover, call, goal=goal) > thresholds_of(remover.model).deletes


def asks_to_change(goal: str, amender: Amender, call: Call) -> bool:
    """Whether the user wants something changed that is there already, and nothing new made."""
    least = thresholds_of(amender.model).amends
    return least < inf and yes_log_odds(amender, call, goal=goal) > least


def is_about_the_user(goal: str, holder: Holder, call: Call) -> bool:
    """Whether the user's own account or data are to be changed."""
    least = thresholds_of(holder.model).owns
    return least == -inf or yes_log_odds(holder, call, goal=goal) > least


@dataclass
class _Checking:
    """Takes a reading in the goal's own words; once more where it has none of the goal's figures.

    copied: The reading without them, which has to do where no other has them.
    rest: What stands in the goal of the first that has more, which has to do where no other comes:
        a small model that is asked again copies a worked example.
    """

    goal: str
    copied: Reading | None = None
    rest: Reading | None = None

    def __call__(self, reading: Reading) -> Reading:
        try:
            read = _copied(reading, self.goal)
        except BadReply:
            self.rest = self.rest or _what_is_copied(reading, self.goal)
            raise
        figures = _FIGURES.search(self.goal)
        told = (*(value.value for value in read.values), read.asks)
        if figures is None or any(_FIGURES.search(one) for one in told):
            return read
        if self.copied is None:
            self.copied = read
            raise BadReply(f'"{figures[0]}" stands in no value; copy what the goal gives with it')
        return self.copied


def _copied(reading: Reading, goal: str) -> Reading:
    """Every value and the question in the goal's own words."""
    words = _plain(goal)
    asks = reading.asks.strip(" -")
    for text in [value.value for value in reading.values] + [asks]:
        if _plain(text) not in words:
            raise BadReply(f'"{text}" does not stand in the goal; copy its words')
    kept = [
        value.model_copy(update={"value": _as_written(value.value, goal)})
        for value in reading.values
        if value.value.strip()
    ]
    return reading.model_copy(update={"values": kept, "asks": asks})


def _what_is_copied(reading: Reading, goal: str) -> Reading | None:
    """A reading without what does not stand in the goal; None where no value is left."""
    words = _plain(goal)
    kept = [v for v in reading.values if v.value.strip() and _plain(v.value) in words]
    asks = reading.asks if _plain(reading.asks) in words else ""
    left = reading.model_copy(update={"values": kept, "asks": asks})
    return _copied(left, goal) if kept else None


def _as_written(text: str, goal: str) -> str:
    """A text as the goal writes it, in small and capital letters: a log-in's name goes by them."""
    words = rf"(?<!\w){re.escape(text)}(?!\w)"
    found = re.search(words, goal) or re.search(words, goal, re.IGNORECASE)
    return found[0] if found else text


def _turned(value: ReadValue, goal: str) -> ReadValue:
    """A value that was taken for its name put right: of the goal's words, and more than the name.

    What is of something has a name of a word or two.
    """
    of, words = value.of.split(), value.value.split()
    if len(of) < _LONGEST_OF or len(words) >= len(of) or _plain(value.of) not in _plain(goal):
        return value
    return value.model_copy(update={"value": _as_written(value.of, goal), "of": value.value})


def _trimmed(value: ReadValue) -> GoalValue:
    """A value without what only introduces it: its own name before it, a colon after it."""
    text, of = value.value.strip(" :,;"), value.of.strip()
    if of and text.casefold().startswith(f"{of.casefold()} "):
        text = text[len(of) :].strip(" :,;")
    return GoalValue(of, text.strip("\"“”„'"))


def _with_quotes(values: Sequence[GoalValue], goal: str) -> tuple[GoalValue, ...]:
    """The values, and what the goal quotes that none of them holds.

    Quotes, e-mail addresses, and the words after a colon to the goal's end; parts of those are no
    values of their own, where they stand nowhere else.
    """
    quotes = [one or other for one, other in _QUOTED.findall(goal)]
    addresses, tail = _ADDRESS.findall(goal), _tail(goal)
    held = [*addresses, *(v.value for v in values)]
    if tail and not amounts_in(tail) and _is_one_text(tail, held):
        quotes.append(tail)
    beside = _plain(_without(goal, quotes))
    whole = [
        v
        for v in values
        if not any(_is_part(v.value, quote) for quote in quotes) or _says(beside, v.value)
    ]
    known = [_plain(value.value) for value in whole]
    told = dict.fromkeys((*quotes, *addresses))
    lost = [text for text in told if not any(_says(one, text) for one in known)]
    return (*whole, *(GoalValue(_name_of(text, values), text) for text in lost))


def _lost_amounts(values: Sequence[GoalValue], goal: str) -> list[GoalValue]:
    """The amounts in a row behind the goal's colon, where no value holds the first of them."""
    amounts = amounts_in(_tail(goal))
    known = any(_says(value.value, amount.value) for value in values for amount in amounts[:1])
    return [] if known else amounts


def _lost_figures(values: Sequence[GoalValue], goal: str) -> list[GoalValue]:
    """The goal's figures that no value holds, each by the word before it: "from" of 18:30.

    Source: on 25 applications a small model leaves out twelve figures of goals that do something,
        and eleven of them have to be entered.
    """
    read = [_plain(value.value) for value in values]
    quotes = [one or other for one, other in _QUOTED.findall(goal)]
    return [
        GoalValue(found["of"] or "", found["figures"])
        for found in _GIVEN.finditer(goal)
        if not any(_plain(found["figures"]) in text for text in (*read, *map(_plain, quotes)))
    ]


def is_quoted(value: str, goal: str) -> bool:
    """Whether a value is all that stands in a goal's quotes, or behind its colon."""
    quotes = (one or other for one, other in _QUOTED.findall(goal))
    return any(_plain(value) == _plain(told) for told in (*quotes, _tail(goal)) if told)


def without_quotes(goal: str) -> str:
    """What a goal says beside its quotes."""
    return _QUOTED.sub(" ", goal)


def is_marked(value: str, goal: str) -> bool:
    """Whether a goal shows that a value is meant as it stands.

    It is quoted, or stands behind a colon, has figures or an @ in it, or begins with a capital
    inside a sentence.
    """
    text = _plain(value)
    quotes = [one or other for one, other in _QUOTED.findall(goal)]
    if any(text in _plain(told) for told in (*quotes, _tail(goal))):
        return True
    place = goal.find(value)
    return bool(re.search(r"[\d@]", value)) or (place > 0 and value[:1].isupper())


def _first_question(goal: str) -> str:
    """What a goal begins with up to a question mark, where more follows it; quotes have no end."""
    found = _MORE.match(_QUOTED.sub(lambda quote: "_" * len(quote[0]), goal))
    return goal[: found.end(1)] if found else ""


def _tail(goal: str) -> str:
    """The words after a colon to the goal's end, where they hold no quotes."""
    told = _TOLD.search(_QUOTED.sub(lambda quote: "_" * len(quote[0]), goal))
    tail = goal[told.start(1) : told.end(1)] if told else ""
    return "" if _QUOTED.search(tail) else tail


def _is_one_text(tail: str, values: Iterable[str]) -> bool:
    """Whether the words are one text, and no list of names and values.

    It begins as a sentence does, and no value is read from it, or values that are most of it, or
    the least: there is more in it than they say.
    """
    if tail[:1].islower():
        return False
    parts = {value for value in values if _is_part(value, tail)}
    share = sum(len(part.split()) for part in parts) / len(tail.split())
    return not parts or not _LEAST_OF_IT <= share <= _MOST_OF_IT


def _without(goal: str, texts: Iterable[str]) -> str:
    for text in texts:
        goal = goal.replace(text, " ")
    return goal


def _says(text: str, words: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(_plain(words))}(?!\w)", text))


def _is_part(text: str, quote: str) -> bool:
    return _plain(text) in _plain(quote) and len(_plain(text)) < len(_plain(quote))


def _name_of(quote: str, values: Iterable[GoalValue]) -> str:
    """What its parts were read as, where that is one name."""
    names = {v.of for v in values if _is_part(v.value, quote)}
    return names.pop() if len(names) == 1 else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


_MARKS = ("?", "？", "؟")
_QUESTION = re.compile(r"[?？؟]")
_TEXT = {"type": "string", "maxLength": 90}
_VALUE = {
    "type": "object",
    "properties": {"value": _TEXT, "of": {"type": "string", "maxLength": 30}},
    "required": ["value", "of"],
    "additionalProperties": False,
}
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "parts": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 5},
        "values": {"type": "array", "items": _VALUE, "maxItems": 8},
        "asks": _TEXT,
    },
    "required": ["parts", "values", "asks"],
    "additionalProperties": False,
}
