"""What of the goal's values a control would set: options, ticks and choices that are named so."""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from pathfinder.core.action import Kind
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, called, label_of, plain, same_text
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.values import dates_in, has_words, says_day
from pathfinder.systems.explore.clock import is_time, is_time_meant
from pathfinder.systems.explore.inputs import real_options
from pathfinder.systems.explore.replacing import as_amount
from pathfinder.webprocessor.element import Element

_APART = re.compile(r"[\s,;/|]+")
_EXPLAINED = re.compile(r"\s*[,:;(\[–—]|\s-\s")
"""What begins after the name of an option, where more is said of it."""
_LISTED = re.compile(r"\s*[,;/|]\s*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ALONE = re.compile(rf"(?<![\w.,]){_NUMBER.pattern}(?![\w,])")
_SHAPES = {
    "email": re.compile(r"^[^\s@]+@[^\s@]+$"),
    "url": re.compile(r"^\S+$"),
    "tel": re.compile(r"^[\W_]*\d[\W\d_]*(?:(?:x|ext)[.\s\d]*)?$", re.IGNORECASE),
    **dict.fromkeys(("month", "week", "time"), re.compile(r"\d")),
    **dict.fromkeys(("date", "datetime-local"), re.compile(r"(?<!\d)\d{1,2}(?!\d)")),
}
"""What fields of a type hold: a day has more than a year. Source: HTML, states of the input."""
_NUMERIC = frozenset({"slider", "spinbutton"})
_LONGEST_NAME = 40
_A_TELEPHONE = 7
"""A number of fewer figures is seldom one."""
SAME_LABEL = 84
"""From which likeness on, of 100, the goal and a field call something the same."""


def wanted_options(field: Element, values: Iterable[GoalValue]) -> tuple[str, ...]:
    """The options that the goal names and that are not chosen yet.

    Of a list that takes one there is one, or none: where the goal names several, it is another list
    that is meant for the others. Where it names none, the one that begins with a value and explains
    it, else the one that says most of what it gives, two values at least: "Fri 21 May, 17:15 to
    Skye" of a day and a time.
    """
    values = list(values)
    named = [o for o in field.options if any(_is_option(o, v.value) for v in values)]
    if "multiple" in field.attributes:
        chosen = field.selected.split(", ")
        return tuple(o for o in named if not any(same_text(o, one) for one in chosen))
    named = named or headed(field, values) or list(says_most(real_options(field), values))
    return tuple(named) if len(named) == 1 and not same_text(named[0], field.selected) else ()


def headed(field: Element, values: Iterable[GoalValue]) -> list[str]:
    """The one option that begins with a value of the goal and only explains it after that.

    "Morning (7:30-12:00)", "Orchard Bank, Skelby HD2 7QA"; not "8, rue Courte".
    """
    told = {plain(value.value) for value in values}
    heads = {
        option: plain(_EXPLAINED.split(option, maxsplit=1)[0]) for option in real_options(field)
    }
    found = [option for option, head in heads.items() if head in told and not head.isdigit()]
    return found if len(found) == 1 else []


def _is_option(option: str, value: str) -> bool:
    return same_text(option, value) or (is_time(option) and is_time_meant(option, value))


def says_most(options: Sequence[str], values: Iterable[GoalValue]) -> tuple[str, ...]:
    """The options that say more values of the goal than any other does, and more than one."""
    given = {plain(value.value): value.value for value in values}.values()
    counts = {option: sum(_says(option, value) for value in given) for option in options}
    most = max(counts.values(), default=0)
    return tuple(option for option, count in counts.items() if count == most > 1)


def _says(option: str, value: str) -> bool:
    """Whether an option says a value in its words, or its day."""
    return has_words(option, value) or says_day(option, value)


def sets_values(candidate: Candidate, values: Sequence[GoalValue]) -> tuple[str, ...]:
    """The values of the goal that acting on it sets where code alone can tell: by their names.

    Of a whole form those of its lists and choices; what its text fields get is not known before,
    but for fields alike that the goal gives values in a row for.
    """
    if candidate.gesture:
        return ()
    fields = candidate.fields or candidate.elements
    named = tuple(name for field in fields for name in _sets(field, candidate, values))
    alike = len({(f.role, label_of(f)) for f in candidate.fields}) == 1 and not named
    return in_a_row(candidate.fields, values) if alike else named


def _sets(field: Element, candidate: Candidate, values: Sequence[GoalValue]) -> tuple[str, ...]:
    if field.options:
        return wanted_options(field, values)
    if field.role == "radio" or _ticks(field, candidate):
        name = own_name(field)
        return (name,) if not field.checked and is_named(name, values) else ()
    return ()


def _ticks(field: Element, candidate: Candidate) -> bool:
    return field.checked is False and (candidate.kind is Kind.CHECK or field in candidate.fields)


def own_name(choice: Element) -> str:
    """What a radio button or tick box is called, without its group: "Large" of "Size: Large"."""
    group, _, name = label_of(choice).partition(": ")
    return name if name and same_text(group, choice.context) else label_of(choice)


def is_named(name: str, values: Iterable[GoalValue]) -> bool:
    """Whether a name is a value of the goal."""
    return any(same_text(name, value.value) for value in values)


def names_value(candidate: Candidate, values: Sequence[GoalValue]) -> bool:
    """Whether a link or button is called as a value of the goal."""
    control = candidate.control
    if control is None or candidate.fields:
        return False
    return is_named(label_of(control), values)


def in_words(candidate: Candidate, text: str, values: Sequence[GoalValue]) -> str:
    """A candidate's words, with the options that the goal names: `choose "Red" in "Colour"`."""
    lists = [field for field in candidate.fields if field.options]
    options = quoted([o for field in lists for o in wanted_options(field, values)])
    if not options:
        return text
    if candidate.kind is Kind.SELECT:
        return text.replace("choose in ", f"choose {options} in ", 1)
    return f"{text} (with {options})"


def quoted(names: Iterable[str]) -> str:
    """Names between quotation marks: `"Red", "Green" and "Blue"`; or empty."""
    *rest, last = [f'"{short(name, _LONGEST_NAME)}"' for name in dict.fromkeys(names)] or [""]
    return f"{', '.join(rest)} and {last}" if rest else last


def in_a_row(fields: Sequence[Element], values: Sequence[GoalValue]) -> tuple[str, ...]:
    """What the goal gives for fields alike, in their order; empty where it gives fewer or more.

    Either so many values of one thing, or one that lists so many: "11, 19, 5" for three sliders.
    """
    of_one = [
        [v.value for v in values if plain(v.of) == plain(first.of)]
        for first in values
        if fields and _may_be(fields[0], first.of)
    ]
    numeric = bool(fields) and all(field.role in _NUMERIC for field in fields)
    apart = _APART if numeric else _LISTED
    listed = [apart.split(value.value.strip("[](){} ")) for value in values]
    for row in (*of_one, *listed):
        if len(row) == len(fields) > 1 and all(map(fits, fields, row)):
            return tuple(row)
    return ()


def _may_be(field: Element, of: str) -> bool:
    """Whether a field has no name of its own, or one that shares a word with what is asked for."""
    name = plain(called(field))
    return not name or bool(set(name.split()) & set(plain(of).split())) or field.role in _NUMERIC


def _is_numeric(field: Element) -> bool:
    """Whether a field is for a number, by its role or by what its keyboard is to be."""
    return field.role in _NUMERIC or field.attributes.get("inputmode") in ("numeric", "decimal")


def fits(field: Element, text: str) -> bool:
    """Whether a field can hold a text, by its type: one for e-mail takes nothing else."""
    if field.role in _NUMERIC:
        return bool(_NUMBER.fullmatch(text))
    shape = _SHAPES.get(field.attributes.get("type", ""))
    return bool(text) and (shape is None or bool(shape.search(text)))


def is_email(text: str) -> bool:
    """Whether a text is an e-mail address."""
    return bool(_SHAPES["email"].search(text))


def is_telephone(text: str) -> bool:
    """Whether a text may be a telephone number: figures enough, and no day."""
    figures = sum(map(str.isdigit, text))
    return figures >= _A_TELEPHONE and bool(_SHAPES["tel"].search(text)) and not dates_in(text)


def without_label(field: Element, text: str) -> str:
    """A value without the name of its field beside it: "F2" of "shelf F2", "3" of "3 pieces".

    What is left begins with a capital letter where the name does not, or its first word after the
    name has a figure, or it is a number before it. "Mill Street" stays what it is. A word alone may
    be the last one of a longer name: "code SPRING10" in "Coupon code".
    """
    name, words = plain(field.label or label_of(field)), text.split()
    if words and words[0].islower() and name.endswith(f" {plain(words[0])}"):
        name = plain(words[0])
    size = len(name.split())
    if not name or len(words) <= size:
        return text
    first, last = words[:size], words[-size:]
    rest, before = " ".join(words[size:]), " ".join(words[:-size])
    coded = any(map(str.isdigit, words[size]))
    if _is_name(first, name) and (coded or _is_common(first[0], rest)):
        return rest
    told = _NUMBER.fullmatch(before) or _is_common(last[0], before)
    return before if _is_name(last, name) and told else text


def as_taken(field: Element, text: str) -> str:
    """A value as its field takes it: without the field's name, of a number its figures alone.

    A field is for numbers by its role, or as it holds one: "12 kites" is 12 there, "12 Monkeys" may
    be a title. One that holds an amount in words keeps these words.
    """
    alone = without_label(field, text)
    number, _, thing = alone.partition(" ")
    counted = bool(_NUMBER.fullmatch(number)) and not thing[:1].isupper() and " " not in thing
    is_number = _is_numeric(field) or (counted and _NUMBER.fullmatch(field.value.strip()))
    numbers = (_ALONE.findall(alone) or _in_letters(alone)) if is_number else []
    return numbers[0] if len(numbers) == 1 else as_amount(field.value, alone)


def _in_letters(text: str) -> list[str]:
    """The number that a text says in a word, of one thing alone: "4" of "four people"."""
    known, (number, *things) = lexicon().numbers, tokens_of(text) or ("",)
    return [str(known[number])] if known.get(number) and len(things) <= 1 else []


def _is_common(word: str, other: str) -> bool:
    """Whether a word is written small beside one that is not: a noun beside a name."""
    return word[:1].islower() and other[:1].isupper()


def _is_name(words: Iterable[str], name: str) -> bool:
    return fuzz.ratio(plain(" ".join(words)), name) >= SAME_LABEL


def is_for_numbers(field: Element, text: str, values: Iterable[GoalValue]) -> bool:
    """Whether a text is words alone, and a field holds a number that the goal does not give."""
    number = any(map(str.isdigit, field.value)) and not any(map(str.isalpha, field.value))
    given = any(same_text(field.value, value.value) for value in values)
    return number and not given and not any(map(str.isdigit, text))
