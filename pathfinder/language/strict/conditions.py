"""From a parse tree to conditions."""

import re
from dataclasses import replace
from typing import Any, cast

from lark import Token, Tree

from pathfinder.language.strict.forms import (
    ANY,
    All,
    Any_,
    Attribute,
    Being,
    Compare,
    Condition,
    Count,
    HasOption,
    Holds,
    Limit,
    Not,
    Phrase,
    Shown,
    State,
    Things,
)
from pathfinder.language.strict.phrases import (
    Phrases,
    Value,
    first,
    is_negated,
    last_token,
    noun_of,
    token,
)

_HIDDEN = re.compile(r"hidden|invisible|absent|missing|gone|removed", re.I)
_DISABLED = re.compile(r"disabled|inactive|gr[ea]yed", re.I)
_ENABLED = re.compile(r"enabled|active|clickable", re.I)


class _Subjects(tuple[Phrase, ...]):
    """Phrases said of together. one: It is enough that one of them is so."""

    one = False


class _Comparison(str):
    """How a value is compared. negated: The sentence says that it is not so."""

    negated = False


class Conditions(Phrases):
    """Turns what is to be checked into conditions."""

    def disjunction(self, items: list[Any]) -> Condition:
        parts = tuple(item for item in items if not isinstance(item, Token))
        return parts[0] if len(parts) == 1 else Any_(parts)

    def conjunction(self, items: list[Any]) -> Condition:
        parts = tuple(item for item in items if not isinstance(item, Token))
        return parts[0] if len(parts) == 1 else All(parts)

    def unit(self, items: list[Any]) -> Condition:
        return cast(Condition, next(item for item in items if not isinstance(item, Token)))

    def negation(self, items: list[Any]) -> Condition:
        return Not(items[-1])

    def subjects(self, items: list[Any]) -> _Subjects:
        found = _Subjects(item for item in items if isinstance(item, Phrase))
        found.one = any(isinstance(item, Token) and item.type in ("OR", "EITHER") for item in items)
        return found

    def compare(self, items: list[Any]) -> _Comparison:
        return self.equals(items)

    def equals(self, items: list[Any]) -> _Comparison:
        return _comparison("is", is_negated(items))

    def contains(self, items: list[Any]) -> _Comparison:
        return _comparison("contains")

    def contains_not(self, items: list[Any]) -> _Comparison:
        return _comparison("contains", True)

    def starts(self, items: list[Any]) -> _Comparison:
        return _comparison("starts with")

    def ends(self, items: list[Any]) -> _Comparison:
        return _comparison("ends with")

    def limit(self, items: list[Any]) -> Limit:
        return cast(
            Limit,
            {"EXACTLY": "exactly", "AT_LEAST": "at least", "AT_MOST": "at most"}[items[0].type],
        )

    def times(self, items: list[Any]) -> Count:
        once = token(items, "ONCE").casefold()
        number = {"once": 1, "twice": 2}.get(once) or first(items, int)
        limit = cast(
            Limit,
            next((item for item in items if item in ("exactly", "at least", "at most")), "exactly"),
        )
        return Count(limit, int(number))

    def state(self, items: list[Any]) -> Token:
        return cast(Token, items[0])

    def is_state(self, items: list[Any]) -> Condition:
        subjects, negated = first(items, _Subjects), is_negated(items)
        word = next(
            item
            for item in items
            if isinstance(item, Token) and item.type in ("STATE", "CHECKED", "SELECTED")
        )
        count, near = (
            first(items, Count) or ANY,
            next((i for i in items if isinstance(i, Tree) and i.data == "near"), None),
        )
        if near:
            placed = _Subjects(replace(phrase, near=str(near.children[0])) for phrase in subjects)
            placed.one, subjects = subjects.one, placed
        return _joined(subjects, negated, lambda phrase, no: _of_state(phrase, word, no, count))

    def appears(self, items: list[Any]) -> Condition:
        count = first(items, Count) or ANY
        return _joined(first(items, _Subjects), False, lambda phrase, no: Shown(phrase, count))

    def appears_not(self, items: list[Any]) -> Condition:
        count = first(items, Count) or ANY
        return _joined(first(items, _Subjects), True, lambda phrase, no: Not(Shown(phrase, count)))

    def kind_of_thing(self, items: list[Any]) -> Condition:
        number, limit = (
            first(items, int),
            next((item for item in items if item in ("exactly", "at least", "at most")), None),
        )
        count = Count(limit or "exactly", number) if number is not None else ANY
        noun = next(item for item in items if isinstance(item, Tree) and item.data == "plural")
        return (
            _not(Things(noun_of(str(last_token(noun)))), is_negated(items))
            if count == ANY
            else Things(noun_of(str(last_token(noun))), count)
        )

    def things_with(self, items: list[Any]) -> Condition:
        things = self.kind_of_thing([item for item in items if not isinstance(item, Value)])
        count = things.count if isinstance(things, Things) else ANY
        noun = noun_of(
            str(last_token(next(i for i in items if isinstance(i, Tree) and i.data == "plural")))
        )
        return _not(Shown(Phrase(str(first(items, Value)), noun), count), is_negated(items))

    def so_many(self, items: list[Any]) -> Condition:
        return Shown(Phrase(str(first(items, Value))), Count(items[0], int(items[1])))

    def named_things(self, items: list[Any]) -> Condition:
        return _joined(
            first(items, _Subjects), is_negated(items), lambda phrase, no: _not(Shown(phrase), no)
        )

    def page_has(self, items: list[Any]) -> Condition:
        condition, count = (
            items[-1] if not isinstance(items[-1], Count) else items[-2],
            first(items, Count),
        )
        return (
            Shown(condition.phrase, count)
            if count and isinstance(condition, Shown)
            else cast(Condition, condition)
        )

    def page_has_not(self, items: list[Any]) -> Condition:
        return Not(items[-1])

    def there_is(self, items: list[Any]) -> Condition:
        count = first(items, Count)
        condition = next(i for i in items if isinstance(i, Shown | Things | Not | All | Any_))
        if count and isinstance(condition, Shown):
            condition = Shown(condition.phrase, count)
        return _not(condition, is_negated(items))

    def attribute(self, items: list[Any]) -> Tree[Any]:
        word = token(items, "ATTRIBUTE").casefold()
        return Tree(
            "attribute", ["heading" if "heading" in word else "url" if word == "address" else word]
        )

    def attribute_is(self, items: list[Any]) -> Condition:
        compare, name = first(items, _Comparison), first(items, Tree)
        return _not(
            Attribute(name.children[0], cast(Compare, str(compare)), str(first(items, Value))),
            compare.negated,
        )

    def holds(self, items: list[Any]) -> Condition:
        compare, phrase = first(items, _Comparison), first(items, Phrase)
        value = str(next(item for item in items if isinstance(item, Value)))
        if phrase.noun == "list" and compare == "contains":
            return _not(HasOption(phrase, value), compare.negated)
        return _not(Holds(phrase, cast(Compare, str(compare)), value), compare.negated)

    def is_empty(self, items: list[Any]) -> Condition:
        return Being(first(items, Phrase), "empty", not is_negated(items))

    def selected_in(self, items: list[Any]) -> Condition:
        return _not(
            HasOption(first(items, Phrase), str(first(items, Value)), selected=True),
            is_negated(items),
        )

    def has_option(self, items: list[Any]) -> Condition:
        return HasOption(first(items, Phrase), str(first(items, Value)))

    def has_option_not(self, items: list[Any]) -> Condition:
        return Not(HasOption(first(items, Phrase), str(first(items, Value))))


def _comparison(kind: str, negated: bool = False) -> _Comparison:
    found = _Comparison(kind)
    found.negated = negated
    return found


def _not(condition: Condition, when: bool) -> Condition:
    return Not(condition) if when else condition


def _joined(subjects: _Subjects, negated: bool, make: Any) -> Condition:
    """One condition a subject.

    Of several that are "not" so, "or" means none of them, as people say it.
    """
    conditions = tuple(make(phrase, negated) for phrase in subjects)
    if len(conditions) == 1:
        return cast(Condition, conditions[0])
    return Any_(conditions) if subjects.one and not negated else All(conditions)


def _of_state(phrase: Phrase, word: Token, negated: bool, count: Count) -> Condition:
    if word.type == "SELECTED" and phrase.near:
        return _not(HasOption(Phrase(phrase.near), phrase.words, selected=True), negated)
    if word.type in ("CHECKED", "SELECTED"):
        state: State = "checked" if word.type == "CHECKED" else "selected"
        return Being(phrase, state, not negated)
    if _DISABLED.match(word):
        return Being(phrase, "enabled", negated)
    if _ENABLED.match(word):
        return Being(phrase, "enabled", not negated)
    return _not(Shown(phrase, count), negated != bool(_HIDDEN.match(word)))
