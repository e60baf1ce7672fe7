"""What the goal itself gives for a form's fields, by what they are called."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import kind_of, label_of, plain
from pathfinder.systems.explore.inputs import Input, group_of, is_refused, is_secret, is_text
from pathfinder.systems.explore.replacing import common_ends
from pathfinder.systems.explore.wanted import (
    SAME_LABEL,
    as_taken,
    fits,
    in_a_row,
    is_email,
    is_named,
    is_telephone,
    own_name,
    wanted_options,
    without_label,
)
from pathfinder.webprocessor.element import Element, Scene

_TWICE = 2
_TYPES = {"email": ("email", is_email), "tel": ("phone", is_telephone)}
"""Type of a field -> what one without it is called, and what goes there."""


@dataclass(frozen=True)
class Given:
    """The goal's values, by rule alone.

    values: What is to be entered. choices: What may be chosen; those values where none are given.
    """

    values: Sequence[GoalValue]
    choices: Sequence[GoalValue] = ()

    def of(self, fields: Sequence[Element], scene: Scene) -> dict[str, Input]:
        """UID -> the goal's value, where what it is of is the field's label.

        Of lists and choices what the goal names; of fields alike, one each of the values in a row.
        A password that is asked for once more is the one entered before.
        """
        given = {f.uid: one for f in fields if (one := self._named_by_goal(f, scene))}
        given |= self._in_a_row([f for f in fields if f.uid not in given])
        given |= self._by_type([f for f in fields if f.uid not in given])
        taken = {one.written for one in given.values()}
        open_fields = [f for f in fields if f.uid not in given]
        by_label = {u: v for u, v in self._by_label(open_fields).items() if v not in taken}
        last: Input | None = None
        for field in fields:
            if field.uid in given:
                continue
            value = by_label.get(field.uid)
            if value is None and last is not None and is_secret(field) and is_secret(last.field):
                value = last.action.written
            if value is not None:
                action = Action(kind_of(field), field.uid, value)
                last = given[field.uid] = Input(field, action, "goal", "the goal gives it")
        return given

    def _named_by_goal(self, field: Element, scene: Scene) -> Input | None:
        """The options, or the radio button of a group, that the goal names."""
        choices = self.choices or self.values
        if field.role == "radio":
            named = [e for e in group_of(field, scene) if is_named(own_name(e), choices)]
            return _click(field, named[0]) if len(named) == 1 else None
        actions = [
            Action(kind_of(field), field.uid, option) for option in wanted_options(field, choices)
        ]
        if not actions:
            return None
        return Input(field, actions[0], "goal", "the goal gives it", tuple(actions[1:]))

    def _in_a_row(self, fields: Sequence[Element]) -> dict[str, Input]:
        groups: dict[tuple[str, str], list[Element]] = {}
        for field in fields:
            if kind_of(field) is Kind.TYPE:
                groups.setdefault((field.role, label_of(field)), []).append(field)
        return {
            field.uid: Input(field, Action(Kind.TYPE, field.uid, value), "goal", "in their order")
            for alike in groups.values()
            for field, value in zip(alike, in_a_row(alike, self.values), strict=False)
        }

    def named(self, fields: Sequence[Element]) -> dict[str, Input]:
        """UID -> the goal's value, of those whose label alone says that it is meant for them."""
        by_uid = {field.uid: field for field in fields}
        return {
            uid: Input(by_uid[uid], Action(kind_of(by_uid[uid]), uid, value), "goal", "it is named")
            for uid, value in self._by_label(fields).items()
        }

    def _by_type(self, fields: Sequence[Element]) -> dict[str, Input]:
        """The one e-mail address, and the one telephone number, for the one field that takes it.

        By its type, or by its name where none has that type. Where two have to be filled in, it is
        asked for once more.
        """
        found: dict[str, Input] = {}
        for kind, (key, is_one) in _TYPES.items():
            takes = [f for f in fields if f.attributes.get("type") == kind]
            takes = takes or [f for f in fields if is_text(f) and match_field(f, (key,))]
            told = {v.value for v in self.values if is_one(v.value)}
            again = len(takes) == _TWICE and all(field.required for field in takes)
            if (len(takes) == 1 or again) and len(told) == 1:
                (text,) = told
                found |= {
                    f.uid: Input(
                        f, Action(kind_of(f), f.uid, text), "goal", "it takes nothing else"
                    )
                    for f in takes
                    if not is_refused(f, text)
                }
        return found

    def _by_label(self, fields: Sequence[Element]) -> dict[str, str]:
        """UID -> the goal's value of what the field is called; of a series the likest gets it.

        "Amount 1" and "Amount 2" are two amounts; secrets are asked for twice.
        """
        ends = common_ends(_label(f) for f in fields)
        found = {f.uid: one for f in fields if (one := self._value_for(f, ends))}
        best: dict[str, tuple[float, str]] = {}
        for uid, (value, likeness) in found.items():
            if likeness > best.get(value, (0.0, ""))[0]:
                best[value] = (likeness, uid)
        secret = {f.uid for f in fields if is_secret(f)}
        return {
            uid: value
            for uid, (value, _) in found.items()
            if uid in secret or best[value][1] == uid
        }

    def _value_for(self, field: Element, ends: Collection[str]) -> tuple[str, float] | None:
        """What of the goal's is of the field's label, and how like they are, 0 to 100.

        Of a text also what says the label itself. ends: Words that tell no field from another.
        """
        if kind_of(field) not in (Kind.TYPE, Kind.SELECT) or field.role == "radio":
            return None
        of = {v.value: plain(v.of) for v in self.values}
        called = [process.extractOne(name, of, scorer=fuzz.ratio) for name in _names(field, ends)]
        found = max((one for one in called if one), key=lambda one: one[1], default=None)
        if found is None or found[1] < SAME_LABEL:
            return None if field.options else self._value_saying(field)
        if not field.options:
            taken = as_taken(field, found[2])
            can_hold = fits(field, taken) and not is_refused(field, taken)
            return (str(found[2]), found[1]) if can_hold else None
        nearest = process.extractOne(found[2], field.options, scorer=fuzz.ratio)
        return (nearest[0], found[1]) if nearest and nearest[1] >= SAME_LABEL else None

    def _value_saying(self, field: Element) -> tuple[str, float] | None:
        """The first of the goal's values that says the field's label itself, and how like."""
        for value in self.values:
            alone = without_label(field, value.value)
            if alone != value.value and fits(field, alone) and not is_refused(field, alone):
                return value.value, 100.0
        return None


def _label(field: Element) -> str:
    return plain(field.label or label_of(field))


def _names(field: Element, ends: Collection[str]) -> list[str]:
    """What a field is called, and that without an end that others have, too: "Notes Optional"."""
    label = _label(field)
    *words, last = label.split() or [""]
    return [label, " ".join(words)] if words and last in ends else [label]


def _click(field: Element, choice: Element) -> Input:
    """A radio button of the field's group, that the goal names."""
    return Input(field, Action(Kind.CLICK, choice.uid), "goal", "the goal gives it")
