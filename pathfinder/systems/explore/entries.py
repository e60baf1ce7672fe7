"""What goes into a form's fields.

The goal's values come first. The persona's follow by rule where the goal gives none, or where a
field can only be about the user; the EntryBot is asked for the rest, in one reply.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import inf
from types import MappingProxyType

from rapidfuzz import fuzz, process

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot, Placer
from pathfinder.agents.fields import match_field
from pathfinder.agents.offers import asks_for
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault, Written, reference
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import kind_of, label_of, plain, same_text
from pathfinder.engine.goal_words import is_address, is_in, names_another
from pathfinder.engine.login import asks_to_log_in
from pathfinder.engine.safety import looks_up
from pathfinder.language.lexicon import lexicon
from pathfinder.language.values import says_day
from pathfinder.systems.explore.as_shown import as_shown
from pathfinder.systems.explore.asking import Asking, described
from pathfinder.systems.explore.doubts import (
    Doubts,
    can_do_without,
    without_ticks_twice,
    without_twice,
)
from pathfinder.systems.explore.given import Given
from pathfinder.systems.explore.inputs import (
    OWN,
    PLACED,
    Input,
    is_edited,
    is_refused,
    is_secret,
    is_text,
    options_of,
    real_options,
)
from pathfinder.systems.explore.persons import names_parted
from pathfinder.systems.explore.placing import LEAST, Gains, place
from pathfinder.systems.explore.reading import is_marked, is_quoted, without_quotes
from pathfinder.systems.explore.replacing import replaced
from pathfinder.systems.explore.wanted import as_taken, fits, is_for_numbers
from pathfinder.webprocessor.element import Element, Scene

_GOOD_OPTION = 80
_MOST_PLACES = 10
_TWICE = 2
_A_NAME = 4
"""So many words a name may have, or a value with what it is."""
_ADDRESSES = ("account.email",)
_ONE_OF_EACH = 2
"""One field and one value: there is nothing to be parted."""


@dataclass
class FormFiller:
    """Fills in the fields of a candidate.

    placer: Asked where values of the goal were left out; None to leave them out.
    values: What the goal gives to be entered or chosen.
    entered: What was entered before, on this page or another; no place is looked for it.
    choices: What may be chosen because the goal names it; those values where none are given.
    keeps_names: Whether the name of another thing than the goal is about is left as it is.
    changes: Whether the goal changes what is there already: what it makes new replaces nothing.
    known: What the Placer said of the form's fields.
    places: What a field is called -> what was entered there last.
    """

    goal: str
    vault: Vault
    entrybot: FormEntryBot
    placer: Placer | None = None
    values: Sequence[GoalValue] = ()
    entered: Collection[str] = ()
    choices: Sequence[GoalValue] = ()
    keeps_names: bool = True
    changes: Callable[[], bool] = lambda: True
    known: Gains = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)

    def fill(
        self,
        fields: Iterable[Element],
        scene: Scene,
        call: Call,
        filled_in: Sequence[Element] = (),
    ) -> list[Input]:
        """One input a field, in order; an optional field that nobody has a value for is left out.

        What the goal calls a field ("log in with the private code") is no value for one. Choices
        and texts are asked for apart: beside a list of options a small model answers a text
        field with its label.

        Args:
            fields: What is to be filled in.
            scene: The page.
            call: How agents are asked.
            filled_in: Fields of the same form that hold something, and are changed only to hold a
                value of the goal.

        Raises:
            ModelError: EntryBot failed.
        """
        fields = list(fields)
        if (values := self._without_names((*fields, *filled_in))) != list(self.values):
            return replace(self, values=values).fill(fields, scene, call, filled_in)
        held = [*fields, *filled_in]
        given = Given(self.values, self.choices).of(fields, scene) | self._replaced(fields, scene)
        by_rule = {
            f.uid: given.get(f.uid) or self._taken_back(f, held) or self._by_rule(f) for f in fields
        }
        by_rule |= self._changed(fields, filled_in, by_rule, scene)
        open_fields = [
            f
            for f in fields
            if by_rule[f.uid] is None
            and (self.values or not _can_stay_empty(f, fields))
            and not (self.keeps_names and names_another(f, scene, self.goal))
        ]
        choices = [f for f in open_fields if options_of(f, scene)]
        edited = is_edited(fields, filled_in, scene)
        texts = [f for f in open_fields if f not in choices and not edited]
        asking = Asking(self.goal, self.vault, self.entrybot, self.values)
        asked = {
            uid: one
            for group in (choices, texts)
            if group
            for uid, one in asking.of(group, scene, call).items()
        }
        asked = self._joined({uid: self._as_quoted(one) for uid, one in asked.items()})
        asked |= self._parted(fields, filled_in, by_rule, asked, scene, call)
        asked = self._once(fields, asked, scene, call)
        doubts = Doubts(self.goal, self.values, self.entered, self.places, self.known)
        asked = doubts.believed(asked, by_rule, texts, scene)
        filled = {f.uid: by_rule.get(f.uid) or asked.get(f.uid) for f in held}
        filled |= self._placed(held, filled, scene, call)
        filled |= names_parted(filled, self.values, scene)
        filled |= self._whose_password(filled, scene)
        filled = _without_hosts(filled, scene)
        inputs = [self._as_shown(one, scene) for one in filled.values() if one]
        return without_ticks_twice(without_twice(inputs))

    def _as_quoted(self, one: Input) -> Input:
        """What the goal quotes, where the EntryBot says that and more which the goal does not."""
        text = plain(one.action.written)
        held = [v.value for v in self.values if f" {plain(v.value)} " in f" {text} "]
        if not is_text(one.field) or len(held) != 1 or text == plain(held[0]):
            return one
        if not is_quoted(held[0], self.goal) or is_in(text, [without_quotes(self.goal)]):
            return one
        return replace(one, action=replace(one.action, value=held[0]))

    def _as_shown(self, one: Input, scene: Scene) -> Input:
        """A value of the goal in the form in which its field writes it, and without its name."""
        value = one.action.written
        if not is_text(one.field) or not any(same_text(value, v.value) for v in self.values):
            return one
        shown = as_shown(one.field, as_taken(one.field, value), scene)
        if shown == value:
            return one
        action = replace(one.action, value=shown)
        why = one.rationale if one.rationale == PLACED else "as the field has it"
        return replace(one, action=action, meant=value, rationale=why)

    def _changed(
        self,
        fields: Iterable[Element],
        held: Sequence[Element],
        filled: Mapping[str, Input | None],
        scene: Scene,
    ) -> dict[str, Input]:
        """UID -> what the goal gives for a field, by its name, that holds something else.

        In a form for something new that is what it holds beforehand.
        """
        taken = [one.action.written for one in filled.values() if one and one.by == "goal"]
        texts = [f for f in held if is_text(f) and not is_secret(f)]
        texts = [f for f in texts if not (self.keeps_names and names_another(f, scene, self.goal))]
        named = Given([v for v in self.values if v.value not in taken]).named(texts)
        found = {uid: one for uid, one in named.items() if not one.is_there}
        found = found if found and (not is_edited(fields, held) or self.changes()) else {}
        return found | self._replaced(texts, scene)

    def _replaced(self, fields: Iterable[Element], scene: Scene) -> dict[str, Input]:
        """UID -> what a field holds with one value of the goal in the place of another.

        Where the goal changes what is there.
        """
        found: dict[str, Input] = {}
        for one in fields:
            if not is_text(one) or is_secret(one):
                continue
            others = (e for e in scene.actionable if e.form == one.form and e.uid != one.uid)
            beside = [e.value for e in others if is_text(e)]
            made = replaced(one.value, self.values, self.entered, beside)
            if made is not None and self.changes():
                text, value = made
                action = Action(Kind.TYPE, one.uid, text)
                why = "in the place of what it holds"
                found[one.uid] = Input(one, action, "goal", why, meant=value.value)
        return found

    def _without_names(self, fields: Sequence[Element]) -> list[GoalValue]:
        """The goal's values without what is the name of a text field and not marked as a value.

        "My password" says no more, but in quotes, nor does "my" alone where one logs in.
        """
        names = {plain(field.label or label_of(field)) for field in fields if is_text(field)}
        called = {_without_fillers(name) for name in names}
        called |= {""} if any(map(is_secret, fields)) else set()

        def is_name(value: str) -> bool:
            text = plain(value)
            if (short := _without_fillers(text)) != text and short in called:
                return not is_quoted(value, self.goal)
            return text in names and not is_marked(value, self.goal)

        return [v for v in self.values if not is_name(v.value)]

    def _placed(
        self,
        fields: Sequence[Element],
        filled: Mapping[str, Input | None],
        scene: Scene,
        call: Call,
    ) -> dict[str, Input]:
        """UID -> a value of the goal that was left out, where nothing surer was entered."""
        texts = [f for f in fields if is_text(f) and not names_another(f, scene, self.goal)]
        again = self._to_be_parted_again(texts)
        left = again or self._left_out(fields, filled.values(), scene)
        doubted = [f for f in texts if again or self._is_doubtful(f, filled)]
        doubtful = [f.uid for f in (doubted if again else _needed_first(doubted, left))]
        may_replace = self._may_replace([f for f in fields if f.value], left)

        def may_take(uid: str, text: str) -> bool:
            return bool(again) or may_replace(uid, text)

        return self._places(fields, doubtful, left, may_take, scene, call)

    def _parted(
        self,
        fields: Sequence[Element],
        filled_in: Sequence[Element],
        by_rule: Mapping[str, Input | None],
        asked: Mapping[str, Input],
        scene: Scene,
        call: Call,
    ) -> dict[str, Input]:
        """UID -> the value of the goal whose place a field is, where the EntryBot says otherwise.

        It may say a part of the value: a name's first word. Also of fields that hold something, for
        what belongs there goes nowhere else. A line alone for which it says one of them, or a part
        of one, gets the likeliest; but for a search.

        Source: measured on 32 forms of 12 applications that the goal gives two values or more for:
            105 such values, 70 where the EntryBot alone was asked, 78 so.
        """
        every = [*fields, *filled_in]
        sure = [*by_rule.values(), *(one for one in asked.values() if one.by == "goal")]
        given = {one.field.uid for one in sure if one}
        texts = [f for f in every if f.uid not in given and is_text(f)]
        texts = [f for f in texts if not names_another(f, scene, self.goal)]
        left = self._left_out(every, sure, scene)
        texts = _needed_first(texts, left)
        alone = len(texts) == 1 and not looks_up(texts) and self._is_of_one(asked, left)
        if len(texts) + len(left) <= _ONE_OF_EACH and not alone:
            return {}
        may_take = self._may_replace(filled_in, left)
        least = -inf if alone else LEAST
        answers = {uid: one.action.written for uid, one in asked.items()}
        uids = [f.uid for f in texts]
        places = self._places(every, uids, left, may_take, scene, call, least, answers)
        return {uid: one for uid, one in places.items() if not self._is_part(asked.get(uid), one)}

    def _joined(self, asked: Mapping[str, Input]) -> dict[str, Input]:
        """The answers, known for the goal's where two make up a value: a first and a last name."""
        known = dict(asked)
        for one, other in permutations(asked, 2):
            told = f"{asked[one].action.written} {asked[other].action.written}"
            whole = next((v.value for v in self.values if same_text(told, v.value)), "")
            if whole and all(is_text(asked[uid].field) for uid in (one, other)):
                for uid in (one, other):
                    part = "a part of what the goal gives"
                    known[uid] = replace(asked[uid], by="goal", rationale=part, meant=whole)
        return known

    def _may_replace(
        self, held: Iterable[Element], values: Iterable[GoalValue]
    ) -> Callable[[str, str], bool]:
        """Whether the field of a UID may take a text: one that holds something only what is marked.

        A number, also one in letters, only where it holds one; and none that holds a value of the
        goal.
        """
        marked = {v.value for v in values if is_marked(v.value, self.goal)}
        full = {f.uid: f for f in held}
        given = {f.uid for f in held if any(same_text(v.value, f.value) for v in self.values)}

        def may(uid: str, text: str) -> bool:
            if uid not in full:
                return True
            is_number = as_taken(full[uid], text).isdigit()
            holds_one = any(map(str.isdigit, full[uid].value))
            return uid not in given and (holds_one if is_number else text in marked)

        return may

    def _once(
        self, fields: Sequence[Element], asked: Mapping[str, Input], scene: Scene, call: Call
    ) -> dict[str, Input]:
        """What the EntryBot says, without what it repeats in fields that may stay empty.

        A value of the goal is left in the one of them whose the Placer says that it is. Twice may
        be meant: a name and a short name, an address and the same again.
        """
        said: dict[str, list[str]] = {}
        for uid, one in asked.items():
            if is_text(one.field) and not is_secret(one.field):
                said.setdefault(plain(one.action.written), []).append(uid)
        kept = dict(asked)
        for text, uids in said.items():
            loose = [uid for uid in uids if can_do_without(asked[uid].field)]
            if len(uids) <= _TWICE or not loose:
                continue
            kept = {uid: one for uid, one in kept.items() if uid not in loose}
            value = [v for v in self.values if plain(v.value) == text]
            if value and len(loose) == len(uids):
                kept |= self._places(fields, loose, value[:1], lambda uid, text: True, scene, call)
        return kept

    @staticmethod
    def _is_of_one(asked: Mapping[str, Input], left: Sequence[GoalValue]) -> bool:
        """Whether the answer is one of the values left, or a part of one."""
        said = [one.action.written for one in asked.values()]
        return any(is_in(text, [value.value]) for text in said for value in left)

    def _is_part(self, said: Input | None, whole: Input) -> bool:
        """Whether it is a part of a value, and no value itself; of a text it is none."""
        text = whole.action.written
        if said is None or len(text.split()) > _A_NAME or not is_in(said.action.written, [text]):
            return False
        return not any(same_text(said.action.written, v.value) for v in self.values)

    def _places(
        self,
        fields: Sequence[Element],
        asked: Sequence[str],
        left: Sequence[GoalValue],
        may_take: Callable[[str, str], bool],
        scene: Scene,
        call: Call,
        least: float = LEAST,
        answers: Mapping[str, str] = MappingProxyType({}),
    ) -> dict[str, Input]:
        """UID -> one of the values left, as the Placer says; of the fields of the UIDs asked.

        least: Of what it is surer that it belongs nowhere goes nowhere. answers: The EntryBot's.
        """
        if self.placer is None or not left or not asked:
            return {}
        by_uid = {field.uid: field for field in fields}
        named = [uid for uid in asked if label_of(by_uid[uid]) or by_uid[uid].label]
        likest = sorted(named or asked, key=lambda uid: -_likeness(by_uid[uid], left))
        placed = place(
            self.placer,
            call,
            {f.uid: described(f, scene, self.goal).removesuffix(" (optional)") for f in fields},
            likest[:_MOST_PLACES],
            left,
            lambda uid, text: self._can_take(by_uid[uid], text) and may_take(uid, text),
            self.known,
            least,
            answers,
            goal=self.goal,
            heading=scene.heading or scene.title,
        )
        return {
            f.uid: Input(f, Action(Kind.TYPE, f.uid, placed[f.uid].value), "model", PLACED)
            for f in fields
            if f.uid in placed
        }

    def _can_take(self, field: Element, text: str) -> bool:
        taken = as_taken(field, text)
        can_hold = fits(field, taken) and not is_for_numbers(field, taken, self.values)
        return can_hold and not is_refused(field, text)

    def _to_be_parted_again(self, fields: Sequence[Element]) -> list[GoalValue]:
        """The goal's values that a form holds, where one of them stands in a field that refuses it.

        Another may belong there. Empty where the form holds but one, or refuses none.
        """
        held = [v for v in self.values if any(same_text(v.value, f.value) for f in fields)]
        refused = any(is_refused(f, v.value) for f in fields for v in held)
        return held if refused and len(held) > 1 else []

    def _left_out(
        self, fields: Iterable[Element], filled: Collection[Input | None], scene: Scene
    ) -> list[GoalValue]:
        """Values of the goal that no field gets, and none of the form holds already.

        A name within an address is not entered by that. Of "Codlin room" a list may take "Codlin".
        """
        texts = [text for one in filled if one for text in (one.action.written, one.meant)]
        forms = {field.form for field in fields} - {""}
        beside = [e for e in scene.actionable if e.form in forms and e.is_field]
        held = {field.selected or field.value for field in (*fields, *beside)}
        texts += [*held, *self.entered]
        words = [text for text in texts if " " in text or not is_address(text)]
        chosen = [o for one in filled if one and one.by == "goal" for o in one.options_named]
        return [
            v
            for v in self.values
            if not (
                is_in(v.value, words)
                or any(same_text(v.value, text) or says_day(text, v.value) for text in texts)
                or any(is_in(option, [v.value]) for option in chosen)
            )
        ]

    def _is_doubtful(self, field: Element, filled: Mapping[str, Input | None]) -> bool:
        """Whether a field gets nothing, what another gets too, or what the goal does not give."""
        one = filled.get(field.uid)
        if one is None or one.is_there:
            return True
        if one.by == "goal" or one.action.kind is Kind.CLEAR:
            return False
        others = [o for uid, o in filled.items() if o is not None and uid != field.uid]
        twice = any(o.action.written == one.action.written for o in others)
        return twice or not any(same_text(one.action.written, v.value) for v in self.values)

    def _by_rule(self, field: Element) -> Input | None:
        if kind_of(field) in (Kind.CHECK, Kind.UNCHECK):
            why = "it is required" if field.required else "the goal names it"
            return Input(field, Action(kind_of(field), field.uid), "rule", why)
        match = match_field(field, self.vault.keys)
        if (
            match
            and self._is_the_users(match.key)
            and self._belongs(field, match.key)
            and not is_refused(field, self.vault.shown(match.key))
        ):
            return self._from_persona(field, match.key)
        only = real_options(field)
        if field.tag == "select" and len(only) == 1:
            return Input(field, Action(Kind.SELECT, field.uid, only[0]), "rule", "the only option")
        return None

    def _taken_back(self, field: Element, held: Iterable[Element]) -> Input | None:
        """A field that may stay empty cleared, where the page refuses what was entered there.

        What was made up, or what another field of the form holds, too: it is that one's.
        """
        text = field.value or self.places.get(field.label or field.name, "")
        if not (field.error and text and is_text(field)) or field.required:
            return None
        if not any(same_text(text, one) for one in (*self.entered, *self.places.values())):
            return None
        others = [one.value for one in held if one.uid != field.uid and one.value]
        if is_in(text, [self.goal]) and not is_in(text, others):
            return None
        why = "refused, and it may stay empty"
        return Input(field, Action(Kind.CLEAR, field.uid), "rule", why)

    def _whose_password(self, filled: Mapping[str, Input | None], scene: Scene) -> dict[str, Input]:
        """UID -> the persona's own name where one logs in, beside the persona's own password.

        Not where the goal marks another as a value ("log in as Ben"): that is somebody else's.
        """
        asked = asks_to_log_in(scene)
        name, secret = (filled.get(one.uid) for one in asked) if asked else (None, None)
        if not (name and secret and name.by == "model" and secret.by == "rule"):
            return {}
        value = secret.action.value
        account = value.keys[0].rpartition(".")[0] if isinstance(value, Written) else ""
        keys = [
            key for key in (f"{account}.username", f"{account}.email") if key in self.vault.keys
        ]
        match = match_field(name.field, keys)
        if is_marked(name.action.written, self.goal) or not keys:
            return {}
        own = self._from_persona(name.field, match.key if match else keys[0])
        return {name.field.uid: own} if own else {}

    def _is_the_users(self, key: str) -> bool:
        """Whether a field is about the user without asking the EntryBot.

        Where the goal gives values, a name or an address may be somebody else's.
        """
        return not self.values or key.rpartition(".")[2] in OWN

    def _belongs(self, field: Element, key: str) -> bool:
        """Whether a value may go into a field: a secret one only where it is asked for."""
        return key not in self.vault.secret or asks_for(field, key)

    def _from_persona(self, field: Element, key: str) -> Input | None:
        if kind_of(field) is not Kind.SELECT or key in self.vault.secret:
            return Input(
                field,
                Action(kind_of(field), field.uid, reference(key)),
                "rule",
                f"its label matches {key}",
            )
        found = process.extractOne(
            self.vault.shown(key), field.options, scorer=fuzz.WRatio, score_cutoff=_GOOD_OPTION
        )
        return (
            Input(
                field, Action(Kind.SELECT, field.uid, found[0]), "rule", f"its label matches {key}"
            )
            if found
            else None
        )


def _without_hosts(filled: Mapping[str, Input | None], scene: Scene) -> dict[str, Input | None]:
    """What goes into each field, of an address its name alone where its host has its own field."""
    told = {uid: one.action.written for uid, one in filled.items() if one}
    held = {e.uid: e.selected or e.value for e in scene.actionable if e.is_field} | told
    out = dict(filled)
    for uid, one in filled.items():
        name, _, host = told.get(uid, "").rpartition("@")
        if not one or not name or match_field(one.field, _ADDRESSES):
            continue
        if any(same_text(host, value) for value in held.values()):
            out[uid] = replace(one, action=replace(one.action, value=name))
    return out


def _without_fillers(text: str) -> str:
    return " ".join(word for word in text.split() if word not in lexicon().fillers)


def _needed_first(texts: list[Element], values: Collection[GoalValue]) -> list[Element]:
    """The texts that must be filled in, where there are no fewer of them than values; else all.

    Source: on the known ways of 33 applications 42 forms have so many of them, and in 41 all of the
        goal's values go there.
    """
    needed = [
        f
        for f in texts
        if f.required and not f.value and any(fits(f, as_taken(f, v.value)) for v in values)
    ]
    return needed if needed and len(values) <= len(needed) else texts


def _likeness(field: Element, values: Iterable[GoalValue]) -> float:
    """How like the name of a field is to what one of the values is of, 0 to 100."""
    name = plain(field.label or label_of(field))
    return max(fuzz.token_set_ratio(name, plain(value.of)) for value in values)


def _can_stay_empty(field: Element, fields: list[Element]) -> bool:
    """An optional text in a form that asks for others: nobody needs it."""
    asked = any(f.required for f in fields)
    return (
        asked
        and not field.required
        and not field.error
        and not field.options
        and field.role != "radio"
    )
