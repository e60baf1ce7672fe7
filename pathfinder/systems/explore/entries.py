"""What goes into a form's fields.

The goal's values come first. The persona's follow by rule where the goal gives none, or where a
field can only be about the user; the EntryBot is asked for the rest, in one reply.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import Entries, FormEntryBot, Placer
from pathfinder.agents.fields import match_field
from pathfinder.agents.offers import asks_for, from_reply, offered
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault, keys_in, reference
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, kind_of, label_of, plain, same_text, usable
from pathfinder.engine.goal_words import is_in, names_another
from pathfinder.engine.unchosen import is_unchosen
from pathfinder.systems.explore.placing import place
from pathfinder.systems.explore.reading import is_marked
from pathfinder.systems.explore.wanted import fits, in_a_row, is_named, own_name, wanted_options
from pathfinder.webprocessor.element import Element, Scene

_GOOD_OPTION = 80
_PARROTED = 85
_MOST_OPTIONS = 12
_SAME_LABEL = 84
_MOST_PLACES = 6
_ONE_OF_EACH = 2
"""One field and one value: there is nothing to be parted."""
_A_TEXT = 12
_LONGEST_REPLY = 80
_NUMBER = r"^(-?[0-9]{1,12}([.][0-9]{1,4})?)?$"
"""What a field for numbers takes, and what stands in the goal as a word."""
_ELLIPSES = ("…", "...")
# What only the user of a site enters there, whatever is done.
_OWN = frozenset({"password", "card_number", "cvc", "expiry", "expiry_month", "expiry_year"})


@dataclass(frozen=True)
class Input:
    """What goes into one field, and who says so: "rule", "goal" or "model".

    also: Further options, of a list that takes several.
    """

    field: Element
    action: Action
    by: str
    rationale: str = ""
    also: tuple[Action, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that is done to the field, in order."""
        return (self.action, *self.also)

    @property
    def written(self) -> str:
        """What is entered, as an author would write it."""
        return ", ".join(one.written or str(one.kind) for one in self.actions)

    @property
    def is_there(self) -> bool:
        """Whether the field holds it already."""
        value, held = self.action.value, self.field.selected or self.field.value
        return isinstance(value, str) and bool(held) and same_text(value, held) and not self.also


def persona_values(fields: Iterable[Element], vault: Vault) -> dict[str, str]:
    """UID -> the persona's value as a page shows it, for fields whose label asks for it."""
    matches = {field.uid: match_field(field, vault.keys) for field in fields if field.is_field}
    return {uid: vault.shown(match.key) for uid, match in matches.items() if match}


@dataclass
class FormFiller:
    """Fills in the fields of a candidate.

    placer: Asked where values of the goal were left out; None to leave them out.
    values: What the goal gives to be entered or chosen.
    entered: What was entered before, on this page or another; no place is looked for it.
    choices: What may be chosen because the goal names it; those values where none are given.
    """

    goal: str
    vault: Vault
    entrybot: FormEntryBot
    placer: Placer | None = None
    values: Sequence[GoalValue] = ()
    entered: Collection[str] = ()
    choices: Sequence[GoalValue] = ()

    def fill(
        self,
        fields: Iterable[Element],
        scene: Scene,
        call: Call,
        filled_in: Iterable[Element] = (),
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
        given = self._given(fields, scene)
        by_rule = {field.uid: given.get(field.uid) or self._by_rule(field) for field in fields}
        open_fields = [
            f
            for f in fields
            if by_rule[f.uid] is None and (self.values or not _can_stay_empty(f, fields))
        ]
        choices = [f for f in open_fields if options_of(f, scene)]
        texts = [f for f in open_fields if f not in choices]
        asked = {
            uid: one
            for group in (choices, texts)
            if group
            for uid, one in self._ask(group, scene, call).items()
        }
        asked |= self._parted(fields, by_rule, asked, scene, call)
        filled = {field.uid: by_rule[field.uid] or asked.get(field.uid) for field in fields}
        filled |= self._placed([*fields, *filled_in], filled, scene, call)
        given_out = {one.written for one in filled.values() if one and one.by == "goal"}
        return [one for one in filled.values() if one and not _is_twice(one, given_out)]

    def _without_names(self, fields: Iterable[Element]) -> list[GoalValue]:
        """The goal's values without what is the name of a text field and not marked as a value."""
        names = {plain(field.label or label_of(field)) for field in fields if _is_text(field)}
        return [
            v for v in self.values if plain(v.value) not in names or is_marked(v.value, self.goal)
        ]

    def _placed(
        self,
        fields: Sequence[Element],
        filled: Mapping[str, Input | None],
        scene: Scene,
        call: Call,
    ) -> dict[str, Input]:
        """UID -> a value of the goal that was left out, where nothing surer was entered."""
        texts = [f for f in fields if _is_text(f) and not names_another(f, scene, self.goal)]
        again = self._to_be_parted_again(texts)
        left = again or self._left_out(fields, filled.values())
        doubtful = [f.uid for f in texts if again or self._is_doubtful(f, filled)]
        said = {v.value for v in left if is_marked(v.value, self.goal)}
        held = {f.uid for f in fields if f.value}
        given = {f.uid for f in fields if any(same_text(v.value, f.value) for v in self.values)}

        def may_take(uid: str, text: str) -> bool:
            return bool(again) or uid not in held or (text in said and uid not in given)

        return self._places(fields, doubtful, left, may_take, scene, call)

    def _parted(
        self,
        fields: Sequence[Element],
        by_rule: Mapping[str, Input | None],
        asked: Mapping[str, Input],
        scene: Scene,
        call: Call,
    ) -> dict[str, Input]:
        """UID -> the value of the goal whose place a field is, where the EntryBot says otherwise.

        It may say a part of the value: a name's first word.

        Source: measured on 32 forms of 12 applications that the goal gives two values or more for:
            105 such values, 70 where the EntryBot alone was asked, 78 so.
        """
        texts = [f for f in fields if by_rule[f.uid] is None and _is_text(f)]
        texts = [f for f in texts if not names_another(f, scene, self.goal)]
        left = self._left_out(fields, by_rule.values())
        if len(texts) + len(left) <= _ONE_OF_EACH:
            return {}
        places = self._places(
            fields, [f.uid for f in texts], left, lambda uid, text: True, scene, call
        )
        return {uid: one for uid, one in places.items() if not self._is_part(asked.get(uid), one)}

    def _is_part(self, said: Input | None, whole: Input) -> bool:
        """Whether it is a part of a value, and no value itself."""
        if said is None or not is_in(said.action.written, [whole.action.written]):
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
    ) -> dict[str, Input]:
        """UID -> one of the values left, as the Placer says; of the fields of the UIDs asked."""
        if self.placer is None or not left or not asked:
            return {}
        by_uid = {field.uid: field for field in fields}
        placed = place(
            self.placer,
            call,
            {f.uid: self._described(f, scene).removesuffix(" (optional)") for f in fields},
            asked[:_MOST_PLACES],
            left,
            lambda uid, text: (
                fits(by_uid[uid], text)
                and not _is_refused(by_uid[uid], text)
                and may_take(uid, text)
            ),
            goal=self.goal,
            heading=scene.heading or scene.title,
        )
        return {
            f.uid: Input(f, Action(Kind.TYPE, f.uid, placed[f.uid].value), "model", "its place")
            for f in fields
            if f.uid in placed
        }

    def _to_be_parted_again(self, fields: Sequence[Element]) -> list[GoalValue]:
        """The goal's values that a form holds, where one of them stands in a field that refuses it.

        Another may belong there. Empty where the form holds but one, or refuses none.
        """
        held = [v for v in self.values if any(same_text(v.value, f.value) for f in fields)]
        refused = any(_is_refused(f, v.value) for f in fields for v in held)
        return held if refused and len(held) > 1 else []

    def _left_out(
        self, fields: Iterable[Element], filled: Iterable[Input | None]
    ) -> list[GoalValue]:
        """Values of the goal that no field gets, and none holds already."""
        texts = [one.action.written for one in filled if one is not None]
        texts += [*(field.selected or field.value for field in fields), *self.entered]
        return [v for v in self.values if not is_in(v.value, texts)]

    def _is_doubtful(self, field: Element, filled: Mapping[str, Input | None]) -> bool:
        """Whether a field gets nothing, what another gets too, or what the goal does not give."""
        one = filled.get(field.uid)
        if one is None or one.is_there:
            return True
        if one.by == "goal":
            return False
        others = [o for uid, o in filled.items() if o is not None and uid != field.uid]
        twice = any(o.action.written == one.action.written for o in others)
        return twice or not any(same_text(one.action.written, v.value) for v in self.values)

    def _given(self, fields: Sequence[Element], scene: Scene) -> dict[str, Input]:
        """UID -> the goal's value, where what it is of is the field's label.

        Of lists and choices what the goal names; of fields alike, one each of the values in a row.
        A password that is asked for once more is the one entered before.
        """
        given = {f.uid: one for f in fields if (one := self._named_by_goal(f, scene))}
        given |= self._in_a_row([f for f in fields if f.uid not in given])
        by_label = self._by_label([f for f in fields if f.uid not in given])
        last: Input | None = None
        for field in fields:
            if field.uid in given:
                continue
            value = by_label.get(field.uid)
            if value is None and last is not None and _is_secret(field) and _is_secret(last.field):
                value = last.action.written
            if value is not None:
                action = Action(kind_of(field), field.uid, value)
                last = given[field.uid] = Input(field, action, "goal", "the goal gives it")
        return given

    def _named_by_goal(self, field: Element, scene: Scene) -> Input | None:
        """The options, or the radio button of a group, that the goal names."""
        choices = self.choices or self.values
        if field.role == "radio":
            named = [e for e in _group(field, scene) if is_named(own_name(e), choices)]
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

    def _by_label(self, fields: Sequence[Element]) -> dict[str, str]:
        """UID -> the goal's value of what the field is called; of a series the likest gets it.

        "Amount 1" and "Amount 2" are two amounts; secrets are asked for twice.
        """
        found = {f.uid: one for f in fields if (one := self._value_for(f))}
        best: dict[str, tuple[float, str]] = {}
        for uid, (value, likeness) in found.items():
            if likeness > best.get(value, (0.0, ""))[0]:
                best[value] = (likeness, uid)
        secret = {f.uid for f in fields if _is_secret(f)}
        return {
            uid: value
            for uid, (value, _) in found.items()
            if uid in secret or best[value][1] == uid
        }

    def _value_for(self, field: Element) -> tuple[str, float] | None:
        """What of the goal's is of the field's label, and how like they are, 0 to 100."""
        if kind_of(field) not in (Kind.TYPE, Kind.SELECT) or field.role == "radio":
            return None
        label = plain(field.label or label_of(field))
        found = process.extractOne(
            label, {v.value: plain(v.of) for v in self.values}, scorer=fuzz.ratio
        )
        if found is None or found[1] < _SAME_LABEL:
            return None
        if not field.options:
            taken = fits(field, found[2]) and not _is_refused(field, found[2])
            return (str(found[2]), found[1]) if taken else None
        nearest = process.extractOne(found[2], field.options, scorer=fuzz.ratio)
        return (nearest[0], found[1]) if nearest and nearest[1] >= _SAME_LABEL else None

    def _by_rule(self, field: Element) -> Input | None:
        if kind_of(field) in (Kind.CHECK, Kind.UNCHECK):
            why = "it is required" if field.required else "the goal names it"
            return Input(field, Action(kind_of(field), field.uid), "rule", why)
        match = match_field(field, self.vault.keys)
        if (
            match
            and self._is_the_users(match.key)
            and self._belongs(field, match.key)
            and not _is_refused(field, self.vault.shown(match.key))
        ):
            return self._from_persona(field, match.key)
        only = _real_options(field)
        if field.tag == "select" and len(only) == 1:
            return Input(field, Action(Kind.SELECT, field.uid, only[0]), "rule", "the only option")
        return None

    def _is_the_users(self, key: str) -> bool:
        """Whether a field is about the user without asking the EntryBot.

        Where the goal gives values, a name or an address may be somebody else's.
        """
        return not self.values or key.rpartition(".")[2] in _OWN

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

    def _ask(self, fields: list[Element], scene: Scene, call: Call) -> dict[str, Input]:
        handles = {str(number): field for number, field in enumerate(fields, 1)}
        described = [
            {"handle": handle, "text": self._described(field, scene)}
            for handle, field in handles.items()
        ]
        open_to = {key for f in fields for key in offered(f, self.vault)}
        keys = [key for key in self.vault.keys if key in open_to]
        reply = self.entrybot.run(
            replace(call, max_tokens=60 + 40 * len(fields)),
            schema=_schema(handles, scene),
            check=lambda entries: _all_there(entries, handles),
            goal=self.goal,
            values=[{"value": each.value, "of": each.of} for each in self.values],
            heading=scene.heading or scene.title,
            keys=keys,
            fields=described,
        )
        made = {
            f.uid: self._from_reply(f, reply.SelectedInput.get(h, ""), scene)
            for h, f in handles.items()
        }
        return {uid: one for uid, one in made.items() if one is not None}

    def _described(self, field: Element, scene: Scene) -> str:
        text = short(field.label or label_of(field))
        options = options_of(field, scene)
        if options:
            text += (
                f" (one of: {', '.join(short(option, 30) for option in options[:_MOST_OPTIONS])})"
            )
        elif field.attributes.get("type") in ("number", "date", "password"):
            text += f" ({field.attributes['type']})"
        elif field.value:
            text += f' (now "{short(field.value, 30)}")'
        if field.error:
            text += f' - "{short(field.value, 30)}" was refused: {short(field.error)}'
        return text + ("" if field.required else " (optional)")

    def _from_reply(self, field: Element, answer: str, scene: Scene) -> Input | None:
        if not answer.strip() or (not field.options and _is_label(answer, field)):
            return None
        if field.role == "radio":
            chosen = next((e for e in _group(field, scene) if e.name == answer), field)
            return Input(field, Action(Kind.CLICK, chosen.uid), "model")
        if kind_of(field) is Kind.SELECT:
            return Input(field, Action(Kind.SELECT, field.uid, answer), "model")
        if not field.required and same_text(answer, self.goal):
            return None
        if _is_cut(answer, field) and answer.strip() not in self.goal:
            return None
        value = from_reply(answer, field, self.vault)
        own = any(same_text(answer, each.value) for each in self.values)
        if isinstance(value, str) and ((_is_secret(field) and not own) or keys_in(value)):
            return None
        if isinstance(value, str) and (not fits(field, value) or _is_refused(field, value)):
            return None
        return Input(field, Action(Kind.TYPE, field.uid, value), "model")


def filled_in(candidate: Candidate, scene: Scene) -> list[Element]:
    """The texts that a form holds already which is to be sent, or which refuses one of them."""
    control = candidate.control
    form = control.form if control is not None and control.submits else ""
    form = form or next((f.form for f in candidate.fields if f.error and f.value), "")
    return [
        e
        for e in usable(scene)
        if form and e.form == form and e.value and _is_text(e) and e not in candidate.fields
    ]


def _is_refused(field: Element, value: str) -> bool:
    """Whether the page says that a field can't hold what it holds, and this is it."""
    return bool(field.error) and same_text(field.value, value)


def _click(field: Element, choice: Element) -> Input:
    """A radio button of the field's group, that the goal names."""
    return Input(field, Action(Kind.CLICK, choice.uid), "goal", "the goal gives it")


def _is_text(field: Element) -> bool:
    return field.is_field and kind_of(field) is Kind.TYPE and not field.options


def _is_secret(field: Element) -> bool:
    return field.attributes.get("type") == "password"


def options_of(field: Element, scene: Scene) -> list[str]:
    """What a field offers to choose from.

    A select's options, or the names of a group of radio buttons.
    """
    if field.role == "radio":
        return [e.name for e in _group(field, scene)]
    return [option for option in _real_options(field) if option != field.selected]


def _group(radio: Element, scene: Scene) -> list[Element]:
    name = radio.attributes.get("name", "")
    return [
        e
        for e in scene.actionable
        if e.role == "radio" and e.attributes.get("name", "") == name and e.form == radio.form
    ]


def _real_options(field: Element) -> list[str]:
    return [o for n, o in enumerate(field.options) if o.strip() and not (n == 0 and is_unchosen(o))]


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


def _is_twice(one: Input, given_out: Collection[str]) -> bool:
    """Whether the model puts what the goal gives for another field into one that may stay empty."""
    needed = one.field.required or one.field.error or _is_secret(one.field)
    return one.by == "model" and one.written in given_out and not needed


def _is_cut(answer: str, field: Element) -> bool:
    """Whether a reply is a text of the prompt that was shortened there, or what the field holds.

    To enter it would destroy what is there.
    """
    told = plain(answer)
    ends_early = len(answer) >= _LONGEST_REPLY
    begins = len(told) >= _A_TEXT and plain(field.value).startswith(told)
    return answer.rstrip().endswith(_ELLIPSES) or begins or (bool(field.value) and ends_early)


def _is_label(text: str, field: Element) -> bool:
    label = field.label or label_of(field)
    return (
        bool(text.strip())
        and fuzz.ratio(text.casefold().removesuffix("(optional)").strip(), label.casefold())
        > _PARROTED
    )


def _schema(handles: Mapping[str, Element], scene: Scene) -> dict[str, object]:
    properties: dict[str, object] = {}
    for handle, field in handles.items():
        options = options_of(field, scene)
        text = {"type": "string", "maxLength": _LONGEST_REPLY}
        if field.role == "spinbutton":
            text["pattern"] = _NUMBER
        properties[handle] = {"type": "string", "enum": options} if options else text
    inner = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"SelectedInput": inner},
        "required": ["SelectedInput"],
        "additionalProperties": False,
    }


def _all_there(entries: Entries, handles: Mapping[str, Element]) -> Entries:
    given = entries.SelectedInput
    missing = [
        h
        for h, f in handles.items()
        if f.required and (not given.get(h, "").strip() or _is_label(given[h], f))
    ]
    if missing:
        raise BadReply(f"field {missing[0]} needs an input, and its label is none")
    return entries
