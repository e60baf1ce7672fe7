"""What a crawl enters: what a field can hold, and once what it should refuse."""

from collections.abc import Iterable, Sequence

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Value, Vault, reference
from pathfinder.engine.candidates import kind_of
from pathfinder.webprocessor.element import Element, held_by

_RIGHT = {
    "email": "kim.lee@example.com",
    "url": "https://www.example.com/",
    "tel": "0117 496 0123",
    "number": "2",
    "range": "2",
    "date": "2030-05-14",
    "time": "09:30",
    "datetime-local": "2030-05-14T09:30",
    "month": "2030-05",
    "week": "2030-W20",
    "color": "#336699",
    "password": "Green-River-27",
}
"""A value that a field of a type can hold. Source: HTML, states of the input element."""
_WRONG = {"email": "kim.lee", "url": "example", "number": "999999999"}
_ADDRESSES = frozenset({"email", "url"})
_LONG = 4
_NUMERIC = frozenset({"numeric", "decimal"})
_TEXT, _WORD = "A few words to try it", "lamp"
_TYPED = frozenset({Kind.TYPE})


def right_actions(fields: Iterable[Element], vault: Vault) -> list[Action]:
    """What fills in fields: the persona's values where a label asks for them, else by type."""
    return [action for field in fields if (action := _right(field, vault))]


def wrong_actions(fields: Sequence[Element], vault: Vault) -> list[Action]:
    """The same with one field wrong: of the wrong form, or left empty though it is required.

    Empty where no field can be wrong.
    """
    spoilt = next((f for f in fields if _type(f) in _WRONG), None)
    missing = next((f for f in fields if f.required and kind_of(f) in _TYPED), None)
    if spoilt is None and missing is None:
        return []
    right = {field.uid: _right(field, vault) for field in fields}
    if spoilt is not None:
        right[spoilt.uid] = Action(Kind.TYPE, spoilt.uid, _WRONG[_type(spoilt)])
    elif missing is not None:
        right[missing.uid] = None
    return [action for action in right.values() if action]


def wrong_value(field: Element) -> str:
    """What no field of that type should take; empty where that depends on the site."""
    return _WRONG[_type(field)] if _type(field) in _ADDRESSES else ""


def is_secret(field: Element, vault: Vault) -> bool:
    """Whether a field asks for a secret, which no form should give back."""
    match = match_field(field, vault.keys)
    return _type(field) == "password" or bool(match and match.key in vault.secret)


def _type(field: Element) -> str:
    return field.attributes.get("type", "")


def _right(field: Element, vault: Vault) -> Action | None:
    kind = kind_of(field)
    if kind is Kind.SELECT:
        options = [option for option in field.options if option.strip()]
        is_open = options and held_by(field) in ("", options[0])
        return Action(kind, field.uid, options[-1]) if is_open else None
    if kind is not Kind.TYPE:
        return Action(kind, field.uid)
    if field.value and not field.error and field.value not in _WRONG.values():
        return _another(field)
    return Action(kind, field.uid, _text(field, vault))


def _another(field: Element) -> Action | None:
    """One more, where a field holds a number; what else it holds is left as it is."""
    numeric = field.role == "spinbutton" or field.attributes.get("inputmode") in _NUMERIC
    if numeric and field.value.isdecimal() and len(field.value) < _LONG:
        return Action(Kind.TYPE, field.uid, str(int(field.value) + 1))
    return None


def _is_for_secrets(field: Element) -> bool:
    """Whether a field says itself that a password, or a card's details, belong there."""
    return _type(field) == "password" or field.attributes.get("autocomplete", "").startswith("cc-")


def _text(field: Element, vault: Vault) -> Value:
    match = match_field(field, vault.keys)
    if match and (match.key not in vault.secret or _is_for_secrets(field)):
        return reference(match.key)
    if field.role == "spinbutton":
        return field.attributes.get("min") or _RIGHT["number"]
    if field.role == "searchbox":
        return _WORD
    return _RIGHT.get(_type(field), _TEXT)
