"""One input of a form, and what a field is like."""

from collections.abc import Iterable
from dataclasses import dataclass

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault
from pathfinder.engine.candidates import Candidate, kind_of, same_text, usable
from pathfinder.engine.unchosen import is_unchosen
from pathfinder.webprocessor.element import Element, Scene


@dataclass(frozen=True)
class Input:
    """What goes into one field, and who says so: "rule", "goal" or "model".

    also: Further options, of a list that takes several.
    meant: The goal's value, where the field writes it in another form.
    """

    field: Element
    action: Action
    by: str
    rationale: str = ""
    also: tuple[Action, ...] = ()
    meant: str = ""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that is done to the field, in order."""
        return (self.action, *self.also)

    @property
    def written(self) -> str:
        """What is entered, as an author would write it."""
        return ", ".join(one.written or str(one.kind) for one in self.actions)

    @property
    def options_named(self) -> list[str]:
        """The options that it chooses, but for mere numbers."""
        options = [one.written for one in self.actions if self.field.options]
        return [option for option in options if any(map(str.isalpha, option))]

    @property
    def is_sure(self) -> bool:
        """Whether it is a value of the goal that was given to this field and to no other."""
        return self.by == "goal" or self.rationale == PLACED

    @property
    def is_there(self) -> bool:
        """Whether the field holds it already."""
        value, held = self.action.value, self.field.selected or self.field.value
        return isinstance(value, str) and bool(held) and same_text(value, held) and not self.also


PLACED = "its place"
"""Why an input is made whose field was found by asking for the value's place."""
OWN = frozenset({"password", "card_number", "cvc", "expiry", "expiry_month", "expiry_year"})
"""What only the user of a site enters, whatever is done; a name or a town may be another's."""


def persona_values(fields: Iterable[Element], vault: Vault, *, own: bool = False) -> dict[str, str]:
    """UID -> the persona's value as a page shows it, for fields whose label asks for it.

    own: Only of what nobody but the user enters.
    """
    matches = {field.uid: match_field(field, vault.keys) for field in fields if field.is_field}
    return {
        uid: vault.shown(match.key)
        for uid, match in matches.items()
        if match and (not own or match.key.rpartition(".")[2] in OWN)
    }


def filled_in(candidate: Candidate, scene: Scene) -> list[Element]:
    """The texts that a form holds already which is to be sent, or which refuses one of them."""
    control = candidate.control
    form = control.form if control is not None and control.submits else ""
    form = form or next((f.form for f in candidate.fields if f.error and f.value), "")
    return [
        e
        for e in usable(scene)
        if form and e.form == form and e.value and is_text(e) and e not in candidate.fields
    ]


def is_edited(
    fields: Iterable[Element], held: Iterable[Element], scene: Scene | None = None
) -> bool:
    """Whether a form is there to change what it holds: most of it, and it needs no other text.

    Source: on the known ways of 30 applications it holds for 34 of 479 forms with open fields; an
        open text is filled in in two of them, with what the goal gives.

    Args:
        fields: Its open fields.
        held: Those that hold something.
        scene: The page, with the lists that stand at something; None to count texts alone.
    """
    empty = [field for field in fields if is_text(field)]
    full = [field for field in held if is_text(field)]
    forms = {field.form for field in full} - {""}
    every = scene.actionable if scene else ()
    full += [e for e in every if e.form in forms and e.selected in real_options(e)]
    texts = any(map(is_text, full))
    needs = any(field.required or field.error for field in empty)
    return texts and len(full) > len(empty) and not needs


def is_refused(field: Element, value: str) -> bool:
    """Whether the page says that a field can't hold what it holds, and this is it."""
    return bool(field.error) and same_text(field.value, value)


def is_text(field: Element) -> bool:
    """Whether something is typed into it."""
    return field.is_field and kind_of(field) is Kind.TYPE and not field.options


def is_secret(field: Element) -> bool:
    """Whether what is typed into it is not shown."""
    return field.attributes.get("type") == "password"


def options_of(field: Element, scene: Scene) -> list[str]:
    """What a field offers to choose from.

    A select's options, or the names of a group of radio buttons.
    """
    if field.role == "radio":
        return [e.name for e in group_of(field, scene)]
    return [option for option in real_options(field) if option != field.selected]


def group_of(radio: Element, scene: Scene) -> list[Element]:
    """The radio buttons of which one is chosen."""
    name = radio.attributes.get("name", "")
    return [
        e
        for e in scene.actionable
        if e.role == "radio" and e.attributes.get("name", "") == name and e.form == radio.form
    ]


def real_options(field: Element) -> list[str]:
    """A list's options without the one that says that nothing is chosen."""
    return [o for n, o in enumerate(field.options) if o.strip() and not (n == 0 and is_unchosen(o))]
