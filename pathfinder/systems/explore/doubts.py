"""What of the EntryBot's answers is not entered.

A small model that is asked for a whole form has an answer for every field of it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pathfinder.core.action import Kind
from pathfinder.core.secrets import Vault, Written
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import label_of, plain, same_text
from pathfinder.engine.goal_words import is_in, naming_words, said_in
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.systems.explore.inputs import PLACED, Input, is_secret, is_text
from pathfinder.systems.explore.placing import LEAST, Gains
from pathfinder.systems.explore.reading import is_marked
from pathfinder.systems.explore.said_options import is_said
from pathfinder.webprocessor.element import Element, Scene

_SOME_WORDS = 3
_A_FEW = 3
_TO_LOG_IN = 2
"""A name and a password; who is asked for more registers, or is asked to change it."""
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:/-]\d+)*(?!\w)")


@dataclass(frozen=True)
class Doubts:
    """What speaks against an answer for a field that may stay as it is.

    values: What the goal gives.
    entered: What was entered before, and not only to look something up.
    places: What a field is called -> what was entered there last.
    known: What the Placer said of the form's fields.

    Source: of 79 forms of 14 applications that the goal gives values for, 38 were filled in wholly
        as their known ways do without it and what else tells a value's place, and 52 with it; of
        26 forms of six others, that none of that was made from, 10 and 14. Since then it was looked
        at on all of them (docs/decisions.md, "Whole forms").
    """

    goal: str
    values: Sequence[GoalValue]
    entered: Collection[str]
    places: Mapping[str, str]
    known: Gains

    def believed(
        self,
        asked: Mapping[str, Input],
        by_rule: Mapping[str, Input | None],
        lines: Sequence[Element],
        scene: Scene,
    ) -> dict[str, Input]:
        """UID -> what is left of the answers.

        While the page shows an error that is no field's own, what is made up, too.

        Args:
            asked: The answers.
            by_rule: What rules enter.
            lines: The text fields that were asked for.
            scene: The page.
        """
        entered = [one for one in (*by_rule.values(), *asked.values()) if one]
        missing = bool(scene.errors) and not any(e.error for e in scene.actionable)
        begun = any(map(self._is_given, entered)) and not missing
        others = [e for e in scene.actionable if e.value and e.uid not in by_rule]
        fields = [e for e in scene.actionable if e.is_field]
        names = {plain(e.label or label_of(e)) for e in fields}
        wrong = [*scene.errors, *(e.error for e in fields)]
        return {
            uid: one
            for uid, one in asked.items()
            if not (
                (begun and self._is_anyones(one))
                or ((begun or (self.values and one.field.value)) and self._is_made_up(one))
                or self._is_nothing(one)
                or self._is_instead(one)
                or _is_held(one, others)
                or self._is_a_name(one, names)
                or self._is_what_is_wrong(one, wrong)
                or self._is_elsewhere(one)
                or (len(lines) > 1 and self._is_doubted(one))
            )
        }

    def _is_anyones(self, one: Input) -> bool:
        """Whether it is an option that the goal does not speak of, of a list that needs none.

        It speaks of it where it says half of its words; small ones say nothing.
        """
        loose = bool(one.field.options) and can_do_without(one.field)
        text = one.action.written
        words = naming_words(text) or plain(text).split()
        said = said_in(map(plain, words), [self.goal])
        return loose and (not said or 2 * len(said) < len(words))

    def _is_made_up(self, one: Input) -> bool:
        """Whether a line that may stay as it is would get what neither goal nor persona gives."""
        line = is_text(one.field) and not _is_a_text(one)
        own = isinstance(one.action.value, Written) or self._is_given(one)
        needed = one.field.error or (one.field.required and not one.field.value)
        return line and not own and not needed

    def _is_nothing(self, one: Input) -> bool:
        """Whether it is a nought that the goal does not give, for a line that may stay empty."""
        return _is_loose_line(one.field) and one.written == "0" and not self._is_given(one)

    def _is_instead(self, one: Input) -> bool:
        """Whether another option is chosen in the place of the goal's, which the page refuses."""
        chosen = one.field.selected if one.field.options else ""
        named = any(same_text(chosen, v.value) for v in self.values)
        return bool(chosen) and (named or is_said(chosen, self.goal))

    def _is_a_name(self, one: Input, names: Collection[str]) -> bool:
        """Whether a line that may stay empty would get what a field is called, and no value."""
        text = one.action.written
        is_one = plain(text) in names and not any(same_text(text, v.value) for v in self.values)
        return _is_loose_line(one.field) and is_one

    def _is_what_is_wrong(self, one: Input, wrong: Iterable[str]) -> bool:
        """Whether a line that may stay empty would get what the page says is wrong with others."""
        text = one.action.written
        told = any(is_in(text, [said]) for said in wrong) and not self._is_given(one)
        return _is_loose_line(one.field) and len(text.split()) >= _SOME_WORDS and told

    def _is_given(self, one: Input) -> bool:
        """Whether it is the goal's: a part of a value, or words of its own.

        Such as are marked, or such as a field asks for that the goal speaks of, too.
        """
        text = one.written
        if one.by == "goal" or _NUMBER.fullmatch(text):
            return one.by == "goal" or text in _numbers_in(self.goal)
        if any(is_in(text, [value.value]) for value in self.values):
            return True
        asked = plain(one.field.label or label_of(one.field)).split()
        said = is_in(text, [self.goal])
        return said and (is_marked(text, self.goal) or bool(said_in(asked, [self.goal])))

    def _is_elsewhere(self, one: Input) -> bool:
        """Whether a line that may stay empty would get what was entered in another field alone."""
        name = one.field.label or one.field.name
        text = one.written
        had = {place for place, other in self.places.items() if same_text(other, text)}
        had = had if any(same_text(other, text) for other in self.entered) else set()
        return _is_loose_line(one.field) and bool(had) and name not in had

    def _is_doubted(self, one: Input) -> bool:
        """Whether the Placer says that a line that may stay empty is not the place of a value.

        Of one of the goal's, or one that it is most of; as far as it was asked.
        """
        if not _is_loose_line(one.field) or one.rationale == PLACED or _is_a_text(one):
            return False
        gains = [
            gain
            for (uid, told), known in self.known.items()
            if uid == one.field.uid
            for value, gain in zip(told, known, strict=True)
            if _is_most_of(one.action.written, value.value)
        ]
        return bool(gains) and max(gains) <= LEAST


def without_twice(inputs: Sequence[Input]) -> list[Input]:
    """The inputs, but for the model's that put what is another field's into one that needs none.

    Another's is also what was chosen of a list, with a word more: "Codlin room" for "Codlin".
    """
    sure = [one for one in inputs if one.is_sure]
    given_out = {text for one in sure for text in (one.written, one.meant) if text}
    chosen = [option for one in sure for option in one.options_named]
    return [
        one
        for one in inputs
        if one.by != "model"
        or one.is_sure
        or one.field.required
        or one.field.error
        or is_secret(one.field)
        or not (
            any(same_text(one.written, text) for text in given_out)
            or (is_text(one.field) and _says_option(one.written, chosen))
        )
    ]


def without_ticks_twice(inputs: Sequence[Input]) -> list[Input]:
    """The inputs, but for boxes called as what is chosen for the goal in a list of the form.

    Who does something is chosen there, and may be ticked beside it for something else.
    """
    chosen = [one for one in inputs if one.action.kind is Kind.SELECT and one.by == "goal"]
    given = {plain(one.written) for one in chosen}
    return [
        one
        for one in inputs
        if one.action.kind is not Kind.CHECK
        or one.by == "goal"
        or one.field.required
        or plain(label_of(one.field)) not in given
    ]


def _numbers_in(text: str) -> set[str]:
    """The numbers of a text, in figures; in letters those above one, which may be an article."""
    known = lexicon().numbers
    written = {str(known[word]) for word in tokens_of(text) if known.get(word, 0) > 1}
    return {*_NUMBER.findall(text), *written}


def _says_option(text: str, options: Iterable[str]) -> bool:
    """Whether a few words say what was chosen of a list, and little more: "Codlin room"."""
    return len(text.split()) <= _A_FEW and any(is_in(option, [text]) for option in options)


def can_do_without(field: Element) -> bool:
    """Whether a field is empty and may stay so."""
    return not (field.required or field.error or field.value)


def _is_loose_line(field: Element) -> bool:
    return is_text(field) and can_do_without(field)


def _is_most_of(part: str, text: str) -> bool:
    return is_in(part, [text]) and 2 * len(part) > len(text)


def _is_a_text(one: Input) -> bool:
    """Whether it is some words for a field of several lines."""
    return one.field.tag == "textarea" and len(one.action.written.split()) >= _SOME_WORDS


def _is_held(one: Input, held: Iterable[Element]) -> bool:
    """Whether a line that may stay empty would get what other fields of its form hold already."""
    beside = [field.value for field in held if field.form == one.field.form]
    words = set(plain(one.action.written).split())
    there = {word for text in beside for word in plain(text).split()}
    same = any(same_text(one.action.written, text) for text in beside)
    return _is_loose_line(one.field) and (same or (len(words) > 1 and words <= there))


def only_said(inputs: Sequence[Input], goal: str, vault: Vault) -> list[Input]:
    """What a goal says itself, and what the persona logs in with."""
    logs_in = len(inputs) <= _TO_LOG_IN and any(is_secret(one.field) for one in inputs)
    return [one for one in inputs if logs_in or one.is_sure or _is_said(one, goal, vault)]


def _is_said(one: Input, goal: str, vault: Vault) -> bool:
    words = plain(vault.show(one.action.written) or label_of(one.field)).split()
    return said_in(words, [goal]) == set(words)
