"""What the EntryBot is asked of a form's fields, and what of its reply is entered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import Entries, FormEntryBot
from pathfinder.agents.fields import match_field
from pathfinder.agents.offers import from_reply, offered
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Value, Vault, Written, keys_in, reference
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import kind_of, label_of, plain, same_text
from pathfinder.engine.goal_words import goal_words, is_in, said_in
from pathfinder.systems.explore.inputs import Input, group_of, is_refused, is_secret, options_of
from pathfinder.systems.explore.wanted import fits, is_for_numbers, says_most
from pathfinder.webprocessor.element import Element, Scene

_PARROTED = 85
_MOST_OPTIONS = 12
_A_TEXT = 12
_LONGEST_REPLY = 80
_NUMBER = r"^(-?[0-9]{1,12}([.][0-9]{1,4})?)?$"
"""What a field for numbers takes, and what stands in the goal as a word."""
_ELLIPSES = ("…", "...")


@dataclass(frozen=True)
class Asking:
    """Asks the EntryBot for fields that no rule fills in."""

    goal: str
    vault: Vault
    entrybot: FormEntryBot
    values: Sequence[GoalValue] = ()

    def of(self, fields: Sequence[Element], scene: Scene, call: Call) -> dict[str, Input]:
        """UID -> what the model says, for fields in one reply; what can't be entered is left out.

        Raises:
            ModelError: It failed.
        """
        handles = {str(number): field for number, field in enumerate(fields, 1)}
        told = [
            {"handle": handle, "text": described(field, scene, self.goal, self.values)}
            for handle, field in handles.items()
        ]
        open_to = {key for f in fields for key in offered(f, self.vault)}
        keys = [key for key in self.vault.keys if key in open_to]
        reply = self.entrybot.run(
            replace(call, max_tokens=60 + 40 * len(fields)),
            schema=_schema(handles, scene, self.values),
            check=lambda entries: _all_there(entries, handles),
            goal=self.goal,
            values=[{"value": each.value, "of": each.of} for each in self.values],
            heading=scene.heading or scene.title,
            keys=keys,
            fields=told,
        )
        made = {
            f.uid: self._from_reply(f, reply.SelectedInput.get(h, ""), scene)
            for h, f in handles.items()
        }
        return {uid: one for uid, one in made.items() if one is not None}

    def _from_reply(self, field: Element, answer: str, scene: Scene) -> Input | None:
        if not answer.strip() or (not field.options and _is_label(answer, field)):
            return None
        if field.role == "radio":
            chosen = next((e for e in group_of(field, scene) if e.name == answer), field)
            return Input(field, Action(Kind.CLICK, chosen.uid), "model")
        if kind_of(field) is Kind.SELECT:
            return Input(field, Action(Kind.SELECT, field.uid, answer), "model")
        own = any(same_text(answer, each.value) for each in self.values)
        whole = own or field.required or len(answer) < _LONGEST_REPLY
        if not whole or (not field.required and same_text(answer, self.goal)):
            return None
        if _is_cut(answer, field) and answer.strip() not in self.goal:
            return None
        value = self._by_label(field, from_reply(answer, field, self.vault))
        if isinstance(value, str) and ((is_secret(field) and not own) or keys_in(value)):
            return None
        if isinstance(value, str) and (
            not fits(field, value)
            or is_refused(field, value)
            or is_for_numbers(field, value, self.values)
        ):
            return None
        return Input(field, Action(Kind.TYPE, field.uid, value), "model")

    def _by_label(self, field: Element, value: Value) -> Value:
        """What the user has of what a field is called by, where the answer is another of theirs.

        Or is made up around a word of theirs: "Ann@example.com". Then the field is about them.
        """
        match = match_field(field, offered(field, self.vault))
        if match is None:
            return value
        if isinstance(value, Written):
            return reference(match.key) if len(value.keys) == 1 else value
        own = [self.vault.shown(key) for key in self.vault.keys if key not in self.vault.secret]
        words = plain(value).split()
        theirs = said_in(words, own)
        made_up = theirs and len(theirs) < len(words) and not is_in(value, [self.goal])
        return reference(match.key) if made_up else value


def _open_to(field: Element, scene: Scene, values: Sequence[GoalValue]) -> Sequence[str]:
    """The options of a field; of a list that says several of the goal's values in one those."""
    options = options_of(field, scene)
    return (says_most(options, values) if field.options else ()) or options


def described(field: Element, scene: Scene, goal: str, values: Sequence[GoalValue] = ()) -> str:
    """A field in the words of a prompt; of many options those that say most of the goal's words."""
    text = short(field.label or label_of(field))
    options = _open_to(field, scene, values)
    if options:
        words = goal_words(goal)
        likest = sorted(options, key=lambda option: -len(said_in(words, [option])))[:_MOST_OPTIONS]
        told = (short(option, 30) for option in options if option in likest)
        text += f" (one of: {', '.join(told)})"
    elif field.attributes.get("type") in ("number", "date", "password"):
        text += f" ({field.attributes['type']})"
    elif field.value:
        text += f' (now "{short(field.value, 30)}")'
    if field.error:
        text += f' - "{short(field.value, 30)}" was refused: {short(field.error)}'
    return text + ("" if field.required else " (optional)")


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


def _schema(
    handles: Mapping[str, Element], scene: Scene, values: Sequence[GoalValue]
) -> dict[str, object]:
    properties: dict[str, object] = {}
    for handle, field in handles.items():
        options = list(_open_to(field, scene, values))
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
