"""What a site makes of a form that a crawl has sent: what it loses, and what it should refuse.

Facts of two looks: what was in the fields before and after, and whether anything was said of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault
from pathfinder.engine.candidates import Candidate, kind_of, label_of
from pathfinder.engine.playing import Outcome
from pathfinder.systems.crawl.values import is_secret, right_actions, wrong_value
from pathfinder.webprocessor.element import Element, Scene, held_by

_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})
_FEW = 3
"""A page that offers less may be one that refuses, and says so in words of its own."""


@dataclass(frozen=True)
class Sent:
    """A form that was sent: the candidate, the actions that filled it in, and whether wrongly."""

    candidate: Candidate
    actions: tuple[Action, ...]
    wrong: bool


@dataclass(frozen=True)
class Amiss:
    """What is wrong with the answer. kind, message: As of a finding."""

    kind: str
    message: str


def amiss(sent: Sent, outcome: Outcome, vault: Vault) -> Iterator[Amiss]:
    """What is wrong with how a form was answered."""
    control = sent.candidate.control
    if (
        control is None
        or not all(result.ok for result in outcome.results)
        or outcome.after.scene.dialog
    ):
        return
    refused = bool(outcome.change.errors or outcome.after.scene.errors)
    again = _again(control, outcome.after.scene)
    named = label_of(again or control)
    if sent.wrong and refused and again:
        if lost := _lost_when_refused(sent, outcome, vault):
            said = f'the form that "{named}" sends comes back without {", ".join(lost)}'
            yield Amiss("lost input", said)
    elif sent.wrong and not refused:
        if taken := _taken(sent, outcome):
            yield Amiss("unchecked input", f'the form that "{named}" sends takes {taken}')
    elif not refused and again and (lost := _lost_when_taken(sent, outcome, vault)):
        said = f'what was entered in {", ".join(lost)} and sent with "{named}" is gone'
        yield Amiss("lost input", said)


def _again(control: Element, scene: Scene) -> Element | None:
    """The same control, on the page that came."""
    return next((e for e in scene.actionable if e.name == control.name and e.submits), None)


def _same(field: Element, scene: Scene) -> Element | None:
    """The same field on the page that came, where it is the only one of its label."""
    found = [e for e in scene.actionable if e.is_field and label_of(e) == label_of(field)]
    return found[0] if len(found) == 1 else None


def _entered(sent: Sent, vault: Vault) -> dict[str, str]:
    """Field's uid -> what was sent of it, entered or held before, of fields that are no secret."""
    typed = {a.uid: vault.show(a.value) for a in sent.actions if a.kind in _ENTERED and a.value}
    return {
        f.uid: typed.get(f.uid, held_by(f))
        for f in sent.candidate.fields
        if not is_secret(f, vault) and kind_of(f) in _ENTERED
    }


def _lost_when_refused(sent: Sent, outcome: Outcome, vault: Vault) -> list[str]:
    """The fields that were right and are empty on the page that says what was wrong."""
    right = right_actions(sent.candidate.fields, vault)
    kept = {a.uid for a in sent.actions if a.kind in _ENTERED and a in right}
    after = outcome.after.scene.actionable
    return [
        label_of(f)
        for f in sent.candidate.fields
        if f.uid in kept and not is_secret(f, vault) and _is_empty(f, after)
    ]


def _is_empty(field: Element, after: Iterable[Element]) -> bool:
    """Whether the same field holds nothing now."""
    same = [e for e in after if e.is_field and label_of(e) == label_of(field)]
    return bool(same) and not any(held_by(e) for e in same)


def _taken(sent: Sent, outcome: Outcome) -> str:
    """What is no address and was taken for one: `"kim.lee" as E-mail`; empty where it was not."""
    entered = {action.uid: action.written for action in sent.actions}
    wrong = [
        f for f in sent.candidate.fields if wrong_value(f) and entered.get(f.uid) == wrong_value(f)
    ]
    if not wrong or outcome.change.nothing or not _is_accepted(wrong[0], outcome):
        return ""
    return f'"{wrong_value(wrong[0])}" as {label_of(wrong[0])}'


def _is_accepted(field: Element, outcome: Outcome) -> bool:
    """Whether the next page came, or the same one with the field cleared and a message."""
    after = outcome.after.scene
    asks_who = any(e.attributes.get("type") == "password" for e in after.actionable)
    if asks_who or len(after.actionable) < _FEW:
        return False
    same = [e for e in after.actionable if e.is_field and label_of(e) == label_of(field)]
    if not same:
        return bool(outcome.change.heading) and outcome.change.place == "page"
    told = any(e.notice == "status" for e in outcome.change.appeared)
    return told and not any(held_by(e) or e.error for e in same)


def _lost_when_taken(sent: Sent, outcome: Outcome, vault: Vault) -> list[str]:
    """The fields of a form that is shown again, and that lost what was entered or hold the old.

    A form that only adds something comes back as it was: one field alone tells nothing, unless
    the page is as it was but for a message.
    """
    entered = _entered(sent, vault)
    pairs = [
        (f, now)
        for f in sent.candidate.fields
        if f.uid in entered and (now := _same(f, outcome.after.scene))
    ]
    kept = [f for f, now in pairs if _equal(held_by(now), entered[f.uid])]
    lost = [(f, now) for f, now in pairs if f not in kept]
    if _is_still(outcome, [f for f, _ in pairs]) and not kept:
        return [label_of(f) for f, now in lost if held_by(f) and _equal(held_by(f), held_by(now))]
    if not kept:
        return []
    asked = parse_qs(urlsplit(outcome.after.scene.url).query)
    return [label_of(f) for f, now in lost if _is_emptied(f, now) or _is_ignored(f, now, asked)]


def _is_emptied(field: Element, now: Element) -> bool:
    return bool(held_by(field)) and not held_by(now)


def _is_ignored(field: Element, now: Element, asked: dict[str, list[str]]) -> bool:
    """Whether the page's address asks for a value that its own choice does not show."""
    is_choice = bool(field.options) and bool(asked.get(field.attributes.get("name", "")))
    return is_choice and _equal(held_by(field), held_by(now))


def _is_still(outcome: Outcome, fields: Sequence[Element]) -> bool:
    """Whether the page is as it was, but for messages and what its fields hold."""
    change = outcome.change
    same_page = urlsplit(change.url_before).path == urlsplit(change.url).path
    messages = all(e.notice for e in (*change.appeared, *change.vanished))
    names = {label_of(f) for f in fields}
    others = [one for one, _ in change.changed if label_of(one) not in names]
    told = any(e.notice == "status" for e in change.appeared)
    return same_page and not change.heading and messages and not others and told


def _equal(one: str, other: str) -> bool:
    """Whether two values are the same but for how they are written."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
