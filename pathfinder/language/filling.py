"""Which fields of a page an instruction fills in, and with what.

A model copies the values, and none is entered that it made up.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Entry, Filler, entries_schema
from pathfinder.agents.offers import asks_for
from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import written
from pathfinder.core.shorten import short
from pathfinder.language.prose.carry import option_meant
from pathfinder.language.prose.marked import mark, plain
from pathfinder.webprocessor.element import Element, Scene

_MOST_FIELDS = 14
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "date", "combobox", "listbox"})
_SEARCH = re.compile(r"\b(search|look for|find)\b", re.I)
_SURE_VALUE = re.compile(
    r"\d|@|‹\d+›|\b(?:search|enter|type|fill|write|replace|correct|select|choose|take|pick|set)\b",
    re.I,
)
_VALUE = re.compile(rf"{_SURE_VALUE.pattern}|(?<=\w )(?-i:[A-Z])", re.I)
_TELLING = re.compile(
    r"(?<![\w\"“])[\w.+-]+@[\w.-]+\w|(?<=[\"“])[^\"”\n]+(?=[\"”])|(?<![\w£$€@.-])[A-Z0-9-]*\d[\w./-]*\w(?![\w@])"
)
_NEWS = re.compile(r"newsletter|subscri|sign ?up|news", re.I)
_REMARK = re.compile(r"\s*\((?:optional|required)\)|\s*\*$", re.I)


@dataclass(frozen=True)
class Blank:
    """A field as a tester sees it: one to type into, a list, or the radio buttons of one question.

    options: What a list offers, or the radio buttons, in order.
    radios: The radio buttons; empty for another field.
    """

    name: str
    element: Element
    options: tuple[str, ...] = ()
    radios: tuple[Element, ...] = ()


@dataclass
class Filling:
    """Fills in fields for free instructions. secret: The persona's secret keys."""

    filler: Filler
    secret: Collection[str] = ()

    def actions(
        self, instruction: str, scene: Scene, call: Call, *, form: str = "", chosen: bool = False
    ) -> tuple[Action, ...]:
        """The actions that fill in what the instruction says.

        None where it brings no value or the page has no field for it.

        Args:
            instruction: In the tester's words.
            scene: The page.
            call: How the model is asked.
            form: Key of the only form that is meant, if that is known.
            chosen: Only what is chosen among options, and nothing that is typed.

        Raises:
            ModelError: The model failed.
        """
        blanks = [
            blank
            for blank in blanks_of(scene, instruction)
            if not form or blank.element.form == form
        ]
        blanks = [blank for blank in blanks if blank.options or not chosen]
        if not blanks or not (
            _VALUE.search(mark(instruction).text) or _names_option(instruction, blanks)
        ):
            return ()
        entries = self._entries(instruction, blanks, scene, call)
        if wrong := {entry.Field for entry in entries if _swallows(entry, blanks)}:
            entries = self._entries(
                instruction, [blank for blank in blanks if blank.name not in wrong], scene, call
            )
        return tuple(_actions(grounded(entries, instruction), blanks, self.secret))

    def _entries(
        self, instruction: str, blanks: Sequence[Blank], scene: Scene, call: Call
    ) -> list[Entry]:
        if not blanks:
            return []
        told = [
            {"name": blank.name, "options": short(", ".join(blank.options), 160)}
            for blank in blanks
        ]
        schema = entries_schema([blank.name for blank in blanks])
        call = replace(call, max_tokens=40 * len(blanks) + 40)
        return self.filler.run(
            call, schema=schema, heading=scene.heading or scene.title, fields=told, step=instruction
        ).Fields


def brings_no_value(instruction: str) -> bool:
    """Whether an instruction says nothing that is surely to be entered.

    No quote, digit or address, and no word for entering.
    """
    return not _SURE_VALUE.search(mark(instruction).text)


def blanks_of(scene: Scene, instruction: str) -> list[Blank]:
    """The fields of the page that an instruction may mean.

    A dialog's where one is open, the content's before the frame's.
    """
    dialog = any(element.layer == "dialog" for element in scene.actionable)
    usable = [
        e
        for e in scene.actionable
        if e.enabled
        and not e.readonly
        and (e.layer == "dialog" if dialog else e.layer != "covered")
    ]
    meant = [e for e in usable if _SEARCH.search(instruction) if searches(e)]
    content = [e for e in usable if not searches(e)]
    own = [
        e
        for e in content
        if e.landmark not in ("banner", "contentinfo")
        or (_NEWS.search(instruction) and _NEWS.search(e.name))
    ]
    return list(_named(_blanks([*meant, *own])))[:_MOST_FIELDS]


def searches(element: Element) -> bool:
    """Whether an element is a search field."""
    return (
        element.role == "searchbox"
        or element.landmark == "search"
        or plain(element.name).startswith("search")
    )


def _blanks(elements: Sequence[Element]) -> Iterator[Blank]:
    asked: set[tuple[str, str]] = set()
    for element in elements:
        if element.role == "radio":
            group = (
                element.form,
                element.attributes.get("name") or element.name.partition(": ")[0],
            )
            own = tuple(
                e
                for e in elements
                if e.role == "radio"
                and group == (e.form, e.attributes.get("name") or e.name.partition(": ")[0])
            )
            if group not in asked:
                asked.add(group)
                question = next(
                    (e.name.partition(": ")[0] for e in own if ": " in e.name),
                    element.heading or "Choice",
                )
                yield Blank(
                    question, element, tuple(e.name.partition(": ")[2] or e.name for e in own), own
                )
        elif element.role in _TYPED and element.attributes.get("type") != "file" and element.name:
            yield Blank(_REMARK.sub("", element.name), element, tuple(element.options))


def _named(blanks: Iterable[Blank]) -> Iterator[Blank]:
    """The same with names that tell them apart.

    Twins bear the heading of their form, and a mark where that is the same.
    """
    known = list(blanks)
    names = [blank.name for blank in known]
    used: set[str] = set()
    for blank in known:
        name = (
            blank.name
            if names.count(blank.name) == 1
            else f"{blank.element.heading or blank.element.context}: {blank.name}"
        )
        while name in used:
            name += "'"
        used.add(name)
        yield replace(blank, name=name)


def _names_option(instruction: str, blanks: Sequence[Blank]) -> bool:
    said = plain(instruction)
    return any(
        len(option) > 2 and plain(option.partition(",")[0]) in said
        for blank in blanks
        for option in blank.options
    )


def grounded(entries: Iterable[Entry], instruction: str) -> list[Entry]:
    """The entries whose value the instruction says, and says of this field alone.

    No part of what it says of another.
    """
    said = plain(instruction)
    found = [
        entry
        for entry in entries
        if re.search(r"\w", entry.Value) and _said(plain(entry.Value), said)
    ]
    return [entry for entry in found if not any(_is_part(entry, other, said) for other in found)]


def leaves_out(instruction: str, values: Sequence[str]) -> bool:
    """Whether an instruction has a quote, number or address that no entered value has."""
    entered = " ".join(map(plain, values))
    return any(plain(said) not in entered for said in _TELLING.findall(instruction))


def _swallows(entry: Entry, blanks: Sequence[Blank]) -> bool:
    """Whether a value names another of the fields.

    It is then what the instruction says of several.
    """
    value = plain(entry.Value)
    return any(
        blank.name != entry.Field and len(blank.name) > 6 and _said(plain(blank.name), value)
        for blank in blanks
    )


def _said(value: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text))


def _is_part(entry: Entry, other: Entry, text: str) -> bool:
    """Whether the value is said only where the other, longer one is."""
    value, whole = plain(entry.Value), plain(other.Value)
    return value != whole and _said(value, whole) and not _said(value, text.replace(whole, " "))


def _twin(by_name: Mapping[str, Blank], name: str, filled: Mapping[str, str]) -> str:
    """The empty field of the same kind and form after a filled one.

    What is said twice goes into both.
    """
    place = list(by_name).index(name)
    element = by_name[name].element
    for other in list(by_name)[place + 1 :]:
        own = by_name[other].element
        if (
            other not in filled
            and own.form == element.form
            and own.attributes.get("type") == element.attributes.get("type")
        ):
            return other
    return name


def _actions(
    entries: Iterable[Entry], blanks: Sequence[Blank], secret: Collection[str]
) -> Iterator[Action]:
    """The actions for entries that the instruction grounds.

    A secret that a model gave to a field that does not ask for it is left out.
    """
    by_name = {blank.name: blank for blank in blanks}
    filled: dict[str, str] = {}
    for entry in entries:
        name = _twin(by_name, entry.Field, filled) if entry.Field in filled else entry.Field
        if name in by_name:
            filled[name] = entry.Value
    for name, value in filled.items():
        blank = by_name[name]
        if not blank.options:
            typed = written(value)
            if all(key not in secret or asks_for(blank.element, key) for key in typed.keys):
                yield Action(Kind.TYPE, blank.element.uid, typed)
            continue
        option = option_meant(value, blank.options)
        if not option:
            continue
        chosen = next(
            (
                radio
                for radio, text in zip(blank.radios, blank.options, strict=False)
                if text == option
            ),
            None,
        )
        yield (
            Action(Kind.CLICK, chosen.uid)
            if chosen
            else Action(Kind.SELECT, blank.element.uid, option)
        )
