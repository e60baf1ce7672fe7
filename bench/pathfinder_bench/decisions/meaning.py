"""Whether two readings say the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Step, Target
from pathfinder.core.statement import Check, Described
from pathfinder.language.grounding import kin_of
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.values import number_in, plain

_SAID = frozenset({"", "heading", "message", "item", "text", "image", "icon", "img"})
_SEARCH = ("search",)


@dataclass(frozen=True)
class _Thing:
    """What is described, as it is compared. kind: Empty agrees with all."""

    name: Tokens
    kind: frozenset[str]
    ordinal: int
    place: Tokens

    def agrees(self, other: "_Thing") -> bool:
        same = (self.name, self.ordinal, self.place) == (other.name, other.ordinal, other.place)
        return same and (not self.kind or not other.kind or bool(self.kind & other.kind))


@dataclass(frozen=True)
class _Deed:
    """A statement as it is compared."""

    kind: str
    on: tuple[_Thing, ...] = ()
    said: tuple[str, ...] = ()

    def agrees(self, other: "_Deed") -> bool:
        same = self.kind == other.kind or (self.kind, other.kind) == ("fill", "select")
        alike = same and (self.said, len(self.on)) == (other.said, len(other.on))
        return alike and all(a.agrees(b) for a, b in zip(self.on, other.on, strict=True))


def same_meaning(one: Sequence[Step], other: Sequence[Step]) -> bool:
    """Whether two readings say the same; checks that follow each other may come in any order.

    One may fill in what the other selects: what is filled into a list is selected there.
    """
    mine, theirs = _deeds(one), _deeds(other)
    if len(mine) != len(theirs):
        return False
    acts = [[deed for deed in deeds if not _checks(deed)] for deeds in (mine, theirs)]
    if len(acts[0]) != len(acts[1]) or not all(map(_Deed.agrees, *acts)):
        return False
    left = [deed for deed in theirs if _checks(deed)]
    for deed in (deed for deed in mine if _checks(deed)):
        found = next((at for at, each in enumerate(left) if deed.agrees(each)), None)
        if found is None:
            return False
        left.pop(found)
    return True


def _checks(deed: _Deed) -> bool:
    return deed.kind.startswith("assert")


def _deeds(steps: Iterable[Step]) -> list[_Deed]:
    deeds: list[_Deed] = []
    for step in steps:
        if step.kind == "repeat":
            deeds += _deeds(step.then) * step.times
            continue
        deed = _deed(step)
        if deeds and _sends(deed) and deeds[-1].kind == "fill" and _is_search(deeds[-1]):
            deed = _Deed("search", (), deeds.pop().said)
        deeds.append(deed)
    return deeds


def _sends(deed: _Deed) -> bool:
    """Whether a deed sends what was typed: Enter, or a button that is called to search."""
    return deed == _Deed("press", (), ("enter",)) or (deed.kind == "open" and _is_search(deed))


def _is_search(deed: _Deed) -> bool:
    return bool(deed.on) and lexicon().synonyms.get(deed.on[0].name) == _SEARCH


def _deed(step: Step) -> _Deed:
    if step.kind in ("assert", "wait") and step.check:
        return _check(step.kind, step.check)
    if step.kind == "assert" and not step.target:
        return _predicate(step.value)
    if step.kind in ("open", "do", "search"):
        words = _bare(step.value)
        if step.kind == "open":
            return _Deed("open", (_thing(Described(name=step.value)),))
        return _Deed(step.kind, (), words if step.kind == "do" else (_value(step.value),))
    kind = "open" if step.kind == "click" else step.kind
    value = step.value.casefold() if step.kind == "press" else _value(step.value)
    on = tuple(_target(one) for one in (step.target, step.onto) if one)
    return _Deed(kind, on, (value,) if value or step.kind == "fill" else ())


def _check(kind: str, check: Check) -> _Deed:
    of, what = check.of, check.kind
    negated, values = check.negated, check.values
    if what == "state" and of and values[0] in ("visible", "absent") and of.kind in _SAID:
        negated = values[0] == "absent"
        what, values, of = "text", (), of.model_copy(update={"kind": ""})
    if what == "count":
        values = (str(min(number.values)),) if (number := number_in(values[0])) else values
    others = (str(_check(kind, one)) for one in check.either)
    said = (what, check.comparison, str(negated), *map(_value, values), *others)
    return _Deed(kind, (_thing(of),) if of else (), said)


def _predicate(text: str) -> _Deed:
    predicate = parse_predicate(text)
    if predicate.subject == "text" and predicate.verb in ("present", "absent"):
        words = Described(name=predicate.value)
        return _check("assert", Check(kind="text", of=words, negated=predicate.verb == "absent"))
    return _Deed("assert", (), (predicate.subject, predicate.verb, plain(predicate.value)))


def _target(target: Target) -> _Thing:
    if target.described:
        return _thing(target.described)
    first = target.locators[0]
    kind = first.value if first.by == "role" else ""
    return _thing(Described(name=first.name or first.value, kind=kind))


def _thing(described: Described) -> _Thing:
    """A kind that is said in the name counts as the kind: "the search box" is a box "search"."""
    known = lexicon()
    kinds, rest = known.parted(known.kinds, tokens_of(described.name))
    name = tuple(word for word in rest if word not in known.fillers)
    if not name and "searchbox" not in (*kinds, described.kind):
        name, kinds = _bare(described.name), []
    if "searchbox" in (*kinds, described.kind):
        name = _SEARCH
    kind = frozenset(one for each in (*kinds, described.kind) if each for one in kin_of(each))
    return _Thing(name, kind, described.ordinal, _place(described.place))


def _place(words: str) -> Tokens:
    known = lexicon()
    _, rest = known.parted(known.kinds, tokens_of(words))
    left = tuple(word for word in rest if word not in known.fillers)
    return left or _bare(words)


def _bare(words: str) -> Tokens:
    fillers = lexicon().fillers
    tokens = tokens_of(words)
    return tuple(word for word in tokens if word not in fillers) or tokens


def _value(text: str) -> str:
    return " ".join(text.split()).strip(" .,;\"'“”„«»‘’")
