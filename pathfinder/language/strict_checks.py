"""What a strict sentence says has to be so, as checks."""

import re
from collections.abc import Sequence
from typing import Any, cast

from lark import Token, Tree

from pathfinder.core.statement import Check, CheckKind, Comparison, Described
from pathfinder.language.strict_naming import (
    Compared,
    Naming,
    Subjects,
    Times,
    Value,
    first,
    is_negated,
    is_token,
    is_tree,
    kind_of,
    last_word,
    limit_of,
    place_of,
    word_of,
)

_ABSENT = frozenset({"hidden", "invisible", "absent", "missing", "gone", "removed"})
_ENABLED = frozenset({"enabled", "active", "clickable"})
_DISABLED = frozenset({"disabled", "inactive", "greyed", "grayed"})

Atom = Check | str
"""A check, or a predicate of the page's address or title."""
Atoms = tuple[Atom, ...]
"""What has to be so, all of it."""


class NotStrict(ValueError):
    """A sentence that the grammar can't read; the message says where it stops being strict."""


class Checks(Naming):
    """Turns what has to be so into checks."""

    def disjunction(self, items: list[Any]) -> Atoms:
        parts = [one for one in items if not isinstance(one, Token)]
        return cast(Atoms, parts[0]) if len(parts) == 1 else (_either(parts),)

    def conjunction(self, items: list[Any]) -> Atoms:
        return tuple(atom for one in items if not isinstance(one, Token) for atom in one)

    def negation(self, items: list[Any]) -> Atoms:
        return _not(items[-1])

    def subjects(self, items: list[Any]) -> Subjects:
        found = Subjects(one for one in items if isinstance(one, Described))
        found.one = any(is_token(one, "OR", "EITHER") for one in items)
        return found

    def compare(self, items: list[Any]) -> Compared:
        return self.equals(items)

    def equals(self, items: list[Any]) -> Compared:
        return Compared("is", is_negated(items))

    def contains(self, items: list[Any]) -> Compared:
        shows = word_of(items, "CONTAIN").casefold().startswith(("show", "display"))
        return Compared("contains", shows=shows)

    def contains_not(self, items: list[Any]) -> Compared:
        return Compared("contains", negated=True)

    def starts(self, items: list[Any]) -> Compared:
        return Compared("starts with")

    def ends(self, items: list[Any]) -> Compared:
        return Compared("ends with")

    def limit(self, items: list[Any]) -> Tree[Any]:
        known = {"EXACTLY": "is", "AT_LEAST": "at least", "AT_MOST": "at most"}
        return Tree("limit", [known[items[0].type]])

    def times(self, items: list[Any]) -> Times:
        once = {"once": 1, "twice": 2}.get(word_of(items, "ONCE").casefold())
        return Times(limit_of(items), once or first(items, int))

    def state(self, items: list[Any]) -> Token:
        return cast(Token, items[0])

    def is_state(self, items: list[Any]) -> Atoms:
        subjects, place = first(items, Subjects), place_of(items)
        if place:
            placed = Subjects(one.model_copy(update={"place": place}) for one in subjects)
            placed.one, subjects = subjects.one, placed
        word = next(one for one in items if is_token(one, "STATE", "CHECKED", "SELECTED"))
        times = first(items, Times)
        return _each(subjects, lambda of: _of_state(of, word, times), negated=is_negated(items))

    def appears(self, items: list[Any]) -> Atoms:
        times = first(items, Times)
        return _each(first(items, Subjects), lambda of: shown(of, times))

    def appears_not(self, items: list[Any]) -> Atoms:
        times = first(items, Times)
        return _each(first(items, Subjects), lambda of: shown(of, times), negated=True)

    def kind_of_thing(self, items: list[Any]) -> Atoms:
        kind = kind_of(str(last_word(items)))
        number = first(items, int)
        times = Times(limit_of(items), number) if number is not None else None
        counted = shown(Described(kind=kind or "text"), times, many=True)
        return _not((counted,)) if is_negated(items) and number is None else (counted,)

    def things_with(self, items: list[Any]) -> Atoms:
        of = Described(name=str(first(items, Value)), kind=kind_of(str(last_word(items))))
        number = first(items, int)
        found = shown(of, Times(limit_of(items), number) if number is not None else None)
        return _not((found,)) if is_negated(items) else (found,)

    def so_many(self, items: list[Any]) -> Atoms:
        times = Times(limit_of(items), first(items, int))
        return (shown(Described(name=str(first(items, Value))), times),)

    def named_things(self, items: list[Any]) -> Atoms:
        return _each(first(items, Subjects), shown, negated=is_negated(items))

    def page_has(self, items: list[Any]) -> Atoms:
        return _counted(atoms_of(items), first(items, Times))

    def page_has_not(self, items: list[Any]) -> Atoms:
        return _not(atoms_of(items))

    def there_is(self, items: list[Any]) -> Atoms:
        found = _counted(atoms_of(items), first(items, Times))
        return _not(found) if is_negated(items) else found

    def attribute(self, items: list[Any]) -> Tree[Any]:
        word = word_of(items, "ATTRIBUTE").casefold()
        known = "heading" if "heading" in word else "url" if word == "address" else word
        return Tree("attribute", [known])

    def attribute_is(self, items: list[Any]) -> Atoms:
        name = next(str(one.children[0]) for one in items if is_tree(one, "attribute"))
        compared, value = first(items, Compared), str(first(items, Value))
        if name == "heading":
            of = Described(name=value, kind="heading")
            found: Atom = Check(kind="state", of=of, values=("visible",))
            return _not((found,)) if compared.negated else (found,)
        return (_predicate(name, compared, value),)

    def holds(self, items: list[Any]) -> Atoms:
        compared, of = first(items, Compared), first(items, Described)
        value = str(first(items, Value))
        if of.kind == "list" and compared.comparison == "contains" and not compared.shows:
            return self.has_option(items) if not compared.negated else self.has_option_not(items)
        check = _compared_value(of, compared.comparison, value)
        return _not((check,)) if compared.negated else (check,)

    def is_empty(self, items: list[Any]) -> Atoms:
        check = _state(first(items, Described), "empty")
        return _not((check,)) if is_negated(items) else (check,)

    def selected_in(self, items: list[Any]) -> Atoms:
        check = _chosen(first(items, Described), str(first(items, Value)))
        return _not((check,)) if is_negated(items) else (check,)

    def has_option(self, items: list[Any]) -> Atoms:
        place = first(items, Described).name
        of = Described(name=str(first(items, Value)), kind="option", place=place)
        return (_state(of, "visible"),)

    def has_option_not(self, items: list[Any]) -> Atoms:
        return _not(self.has_option(items))


def shown(of: Described, times: Times | None = None, *, many: bool = False) -> Check:
    """That it can be seen, or so many times."""
    if times or many:
        kind = of.kind or "text"
        counted = of.model_copy(update={"kind": kind})
        limit = times or Times("at least", 1)
        return Check(
            kind="count", of=counted, comparison=limit.comparison, values=(str(limit.number),)
        )
    if of.kind or of.ordinal:
        return _state(of, "visible")
    return Check(kind="text", of=of)


def _counted(found: Atoms, times: Times | None) -> Atoms:
    one = found[0] if len(found) == 1 else None
    if times and isinstance(one, Check) and one.kind in ("text", "state"):
        return (shown(one.about, times),)
    return found


def _of_state(of: Described, word: Token, times: Times | None) -> Check:
    said = word.casefold()
    if word.type == "SELECTED" and of.place:
        return _chosen(Described(name=of.place), of.name)
    if word.type in ("CHECKED", "SELECTED"):
        option = of.model_copy(update={"kind": of.kind or "option"})
        return _state(of, "checked") if word.type == "CHECKED" else _state(option, "selected")
    if said.split()[0] in _DISABLED or said in _ENABLED:
        return _state(of, "enabled" if said in _ENABLED else "disabled")
    found = shown(of, times)
    return cast(Check, _not((found,))[0]) if said in _ABSENT else found


def _state(of: Described, state: str) -> Check:
    return Check(kind="state", of=of, values=(state,))


def _chosen(of: Described, value: str) -> Check:
    return _compared_value(of.model_copy(update={"kind": of.kind or "list"}), "is", value)


def _compared_value(of: Described, comparison: Comparison, value: str) -> Check:
    kind: CheckKind = "value"
    return Check(kind=kind, of=of, comparison=comparison, values=(value,))


def _predicate(name: str, compared: Compared, value: str) -> str:
    """A predicate of address or title; where it has no word for it, as a regular expression."""
    how = compared.comparison
    if name == "url" and how == "is" and value.startswith("/"):
        path = re.escape(value.split("?")[0].rstrip("/"))
        pattern = rf"^\w+://[^/]+{path}/?([?#].*)?$"
    elif how in ("is", "contains") and not compared.negated:
        return f"{name} {how} {value}"
    else:
        ends = {"is": "^{}$", "contains": "{}", "starts with": "^{}", "ends with": "{}$"}
        pattern = ends[how].format(re.escape(value))
    return (
        f"{name} matches ^(?!.*{pattern.strip('^')})"
        if compared.negated
        else (f"{name} matches {pattern}")
    )


def _each(subjects: Subjects, make: Any, *, negated: bool = False) -> Atoms:
    """A check a subject. Of several that are "not" so, "or" means none of them, as people say."""
    checks = tuple(make(of) for of in subjects)
    if negated:
        return tuple(atom for check in checks for atom in _not((check,)))
    return (_either([(check,) for check in checks]),) if subjects.one else checks


def _either(parts: Sequence[Atoms]) -> Check:
    checks = [part[0] for part in parts if len(part) == 1 and isinstance(part[0], Check)]
    if len(checks) != len(parts):
        raise NotStrict("'or' stands between single checks of what the page shows")
    several = [one for check in checks for one in (alone(check), *check.either)]
    return several[0].model_copy(update={"either": tuple(several[1:])})


def _not(atoms: Atoms) -> Atoms:
    """That it is not so: of several not all, of alternatives none."""
    if len(atoms) > 1:
        return (_either([_not((atom,)) for atom in atoms]),)
    if isinstance(atoms[0], str):
        raise NotStrict("'not' stands beside what is compared, not before it")
    return tuple(map(_denied, (alone(atoms[0]), *atoms[0].either)))


def _denied(check: Check) -> Check:
    return Check.model_validate({**check.model_dump(), "negated": not check.negated})


def alone(check: Check) -> Check:
    """A check without its alternatives."""
    return check.model_copy(update={"either": ()})


def atoms_of(items: list[Any]) -> Atoms:
    """What has to be so, among the parts of a rule."""
    return next(one for one in items if isinstance(one, tuple) and not isinstance(one, Subjects))
