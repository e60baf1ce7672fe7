"""Fields of which a page says that they were filled in wrongly, in words that stand beside them.

Many pages only write it there, in a class of their own: nothing in the markup says what it is. But
it was not there before the form was sent, it stands in a box with this field alone, and the form
has come back with what was entered: one that has been taken is empty.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from pathfinder.engine.candidates import plain
from pathfinder.engine.goal_words import is_in
from pathfinder.engine.rows import in_row
from pathfinder.engine.safety import looks_up
from pathfinder.webprocessor.element import Element, Scene

_HIGHEST = 4
"""So many boxes up a field is looked for, as for messages that the markup marks."""
_FEWEST_WORDS = 2
_OWN_BOXES = 2
_NOT_SAID = frozenset({"img", "label", "legend", "option"})


def with_refused_fields(
    before: Scene, after: Scene, sent: str, entered: Mapping[str, str] = MappingProxyType({})
) -> Scene:
    """The page, its fields with what it says is wrong with them.

    Args:
        before: The page before, with what was known of its fields.
        after: The page.
        sent: Key of the form that was sent in between; empty where none was.
        entered: UID of a field before -> what was entered or chosen there in between; a list may
            show it beside.
    """
    fields = _groups(after.actionable)
    known = {_named(e): e.error for e in before.actionable if e.is_field and e.error}
    gone = [e for e in before.actionable if e.is_field and e.form == sent and sent]
    sent_fields = {_named(e) for e in gone}
    back = [e for e in after.actionable if e.is_field and _named(e) in sent_fields]
    full = {_named(e) for e in gone if not _is_secret(e) and (e.value or e.uid in entered)}
    is_back = len(_groups(back)) >= _OWN_BOXES and full <= {_named(e) for e in back if e.value}
    came_back = is_back and not looks_up(back)
    if not (came_back or known):
        return after
    old = {*before.text.split("\n"), *before.names} - {*known.values()}
    said: dict[str, str] = {}
    for text in after.informational:
        field = _beside(text, fields) if _may_refuse(text) and text.text not in old else None
        if field is None or field.error or field.uid in said:
            continue
        if _ticks_a_row(field) or any(_is_its_name(text, e) for e in fields[_group(field)]):
            continue
        is_new = came_back and _named(field) in sent_fields and text.text not in known.values()
        is_told = is_new and not is_in(text.text, [field.value, field.selected, *entered.values()])
        if is_told or known.get(_named(field)) == text.text:
            said |= {e.uid: text.text for e in fields[_group(field)]}
    if not said:
        return after
    return replace(
        after,
        actionable=tuple(
            replace(e, error=said[e.uid]) if e.uid in said else e for e in after.actionable
        ),
        errors=tuple(dict.fromkeys((*after.errors, *said.values()))),
    )


def _may_refuse(text: Element) -> bool:
    words = plain(text.text).split()
    in_words = sum(not word.isdigit() for word in words)
    return in_words >= _FEWEST_WORDS and text.role not in _NOT_SAID and text.notice != "status"


def _ticks_a_row(field: Element) -> bool:
    """Whether it is a box in a row: what is new beside it is about the thing that it ticks."""
    return field.role == "checkbox" and in_row(field)


def _is_its_name(text: Element, field: Element) -> bool:
    """Whether it is what a box or button to be chosen is called, and perhaps more."""
    names = [plain(name) for name in (field.label, field.name)]
    return field.checked is not None and any(plain(text.text).startswith(n) for n in names if n)


def _is_secret(field: Element) -> bool:
    """Whether it is emptied by many a page that shows it again."""
    return field.attributes.get("type") == "password"


def _groups(elements: Iterable[Element]) -> dict[Hashable, list[Element]]:
    """Fields that are one question: radio buttons of one name; each other field alone."""
    groups: dict[Hashable, list[Element]] = defaultdict(list)
    for one in elements:
        if one.is_field:
            groups[_group(one)].append(one)
    return groups


def _group(field: Element) -> Hashable:
    name = field.attributes.get("name", "")
    return (field.form, name) if field.role == "radio" and name else field.uid


def _named(field: Element) -> Hashable:
    """What a field is known by when its page has been loaded anew."""
    return field.role, field.attributes.get("name", "") or plain(field.label or field.name)


def _beside(text: Element, fields: dict[Hashable, list[Element]]) -> Element | None:
    """The one field in the smallest box around a text that holds any."""
    box = text.xpath
    for _ in range(_HIGHEST):
        box = box.rpartition("/")[0]
        inside = [
            group
            for group in fields.values()
            if any(e.frame == text.frame and e.xpath.startswith(f"{box}/") for e in group)
        ]
        if inside or not box:
            return inside[0][0] if len(inside) == 1 and box else None
    return None
