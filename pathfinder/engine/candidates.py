"""Candidates: what System 1 chooses among. Single elements, or a whole form as one."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pathfinder.core.action import Action, Kind
from pathfinder.core.shorten import short
from pathfinder.engine.rows import heads_a_column, in_head, in_row, none_is_ticked, sorts
from pathfinder.engine.unchosen import is_unchosen
from pathfinder.webprocessor.element import Element, Scene

_MOST_SENDERS = 3
_TICKING = (Kind.CHECK, Kind.UNCHECK)
_MOST_FIELDS_NAMED = 6
_ROOM_FOR_NAMES = 60
_LONGEST_FACT = 24
_MOST_FACTS = 3
_CARD = re.compile(r"^(.*/(?:li|article|tr)(?:\[\d+\])?)/")
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "date", "slider"})
_CHOSEN = frozenset({"combobox", "listbox"})
_TICKED = frozenset({"checkbox", "switch"})
_BOXES = frozenset({"tr", "li", "div", "article", "section", "td"})
_UNNAMED = {
    "textbox": "text field",
    "searchbox": "search field",
    "spinbutton": "number field",
    "slider": "slider",
    "date": "date field",
    "combobox": "list",
    "listbox": "list",
    "checkbox": "tick box",
    "radio": "choice",
    "switch": "switch",
}
_WRITTEN_INTO = frozenset({"input", "textarea"})


@dataclass(frozen=True)
class Candidate:
    """One thing that can be done next.

    key: What the guards know it by: the same from look to look, and another when the form's state
        is another.
    fields: Fields to fill in, in reading order; empty for a single element that needs no input.
    control: The element that is acted on at the end; None when filling in is all.
    kind: How the control (or the single field) is acted on.
    actions: What it comes to, where that is not the kind of action on the control alone.
    gesture: The way to act that the goal calls for by name ("copy"); else empty.
    changes: Fields that hold something, and that values of the goal may go into before.
    """

    key: str
    text: str
    kind: Kind
    control: Element | None
    fields: tuple[Element, ...] = ()
    actions: tuple[Action, ...] = ()
    gesture: str = ""
    changes: tuple[Element, ...] = ()

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements that it touches, in order."""
        return (*self.fields, *([self.control] if self.control else []))

    @property
    def uids(self) -> list[str]:
        """UIDs of all its elements."""
        return [element.uid for element in self.elements]


def single_candidates(scene: Scene) -> list[Candidate]:
    """Every usable element as a candidate of its own.

    What profile `paper` offers, and `fast` without forms.
    """
    elements = usable(scene)
    forms = _by_form(elements)
    singles = [single(e, card_facts(e, scene), forms.get(e.form, [])) for e in elements]
    return numbered([*singles, *hovers(elements)])


def numbered(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates; where several read alike, each says which of them it is.

    Links that lead to one page are one thing to a reader, and are left as they are.
    """
    alike = Counter(_as_read(candidate) for candidate in candidates if not _leads(candidate))
    met: Counter[str] = Counter()
    out = []
    for candidate in candidates:
        read = _as_read(candidate)
        if alike[read] < 2 or _leads(candidate):
            out.append(candidate)
            continue
        met[read] += 1
        out.append(replace(candidate, text=f"{candidate.text}, {met[read]} of {alike[read]}"))
    return out


def _as_read(candidate: Candidate) -> str:
    """What candidates are alike by: their words, or their kind where the page has no name."""
    element = candidate.elements[-1]
    nameless = len(candidate.elements) == 1 and element.is_field and not called(element)
    return label_of(element) if nameless else candidate.text


def _leads(candidate: Candidate) -> bool:
    return bool(candidate.control and candidate.control.href and "#" not in candidate.control.href)


def hovers(elements: Iterable[Element]) -> list[Candidate]:
    """Pointing at what opens something while the pointer rests on it."""
    return [
        Candidate(f"{e.uid}~{Kind.HOVER}", f'point at "{short(label_of(e))}"', Kind.HOVER, e)
        for e in elements
        if e.hovers
    ]


def usable(scene: Scene) -> list[Element]:
    """The elements that can be acted on now: what a dialog covers can't.

    A row or card that can be pressed is left out where it holds a link: that leads where it does.
    """
    links = [(e.frame, e.xpath) for e in scene.actionable if e.role == "link"]
    return [
        e
        for e in scene.actionable
        if e.enabled
        and e.layer != "covered"
        and e.role != "file"
        and (not e.readonly or e.answers)
        and not (e.tag in _BOXES and _holds_one(e, links))
    ]


def _holds_one(box: Element, links: Iterable[tuple[tuple[int, ...], str]]) -> bool:
    return any(frame == box.frame and path.startswith(f"{box.xpath}/") for frame, path in links)


def single(element: Element, facts: str = "", form: Iterable[Element] = ()) -> Candidate:
    """The one obvious action on an element.

    Args:
        element: What is acted on.
        facts: What its card or row says of it.
        form: The members of its form: to send it again with other values is another action.
    """
    kind = kind_of(element)
    if kind in (Kind.TYPE, Kind.SELECT):
        return Candidate(
            f"{element.uid}={element.value or element.selected}{element.error}",
            describe(element),
            kind,
            None,
            (element,),
        )
    state = (
        "|".join(f"{e.value}{e.selected}{e.checked or ''}" for e in form if e.is_field)
        if element.submits
        else ""
    )
    if element.submits and none_is_ticked(form):
        facts = "nothing is ticked"
    return Candidate(
        f"{element.uid}#{state}", describe(element) + (f": {facts}" if facts else ""), kind, element
    )


def is_for_ticked_rows(control: Element, scene: Scene) -> bool:
    """Whether what it does can only be done to rows that are ticked, and none is.

    Its form has rows with boxes, and nothing else that is typed but in the head of their table.
    """
    members = [e for e in usable(scene) if e.form and e.form == control.form]
    typed = [e for e in members if kind_of(e) is Kind.TYPE and not in_head(e)]
    return control.submits and not in_head(control) and not typed and none_is_ticked(members)


def ticks_a_row(candidate: Candidate) -> bool:
    """Whether it ticks or unticks a box in the row of a table."""
    box = candidate.control
    return box is not None and kind_of(box) in _TICKING and in_row(box)


def card_facts(element: Element, scene: Scene) -> str:
    """Short words beside a link or button in its card or row: "£12.00, Out of stock".

    Of a tick box in the row of a table, too.
    """
    card = _CARD.match(element.xpath)
    told = element.role in ("link", "button") or (element.role == "checkbox" and in_row(element))
    if not told or not card or not element.name or heads_a_column(element):
        return ""
    inside = [
        e
        for e in scene.informational
        if e.xpath.startswith(card[1] + "/") and e.frame == element.frame
    ]
    texts = [" ".join(e.text.split()) for e in inside if e.text]
    telling = [
        t
        for t in dict.fromkeys(texts)
        if len(t) <= _LONGEST_FACT and plain(t) not in plain(element.name)
    ]
    return ", ".join(telling[:_MOST_FACTS])


def kind_of(element: Element) -> Kind:
    """How a user acts on an element."""
    if element.readonly:
        return Kind.CLICK
    if element.role in _TYPED:
        return Kind.TYPE
    if element.role == "combobox" and element.tag != "select":
        # A list of choices that is drawn, not typed into: pressing it opens it.
        return Kind.TYPE if element.tag in _WRITTEN_INTO else Kind.CLICK
    if element.role in _CHOSEN:
        return Kind.SELECT
    if element.role in _TICKED:
        return Kind.UNCHECK if element.checked else Kind.CHECK
    return Kind.DOUBLE_CLICK if element.twice else Kind.CLICK


def describe(element: Element) -> str:
    """The action in words: `open "Oak lamp"`, `press "Add to basket" (Oak lamp)`."""
    name = f'"{short(label_of(element))}"'
    where = short(element.context, 40)
    state = ", ".join(part for part in (_held(element), element.state) if part)
    shown = [part for part in (where if plain(where) not in plain(name) else "", state) if part]
    told = f" ({'; '.join(shown)})" if shown else ""
    match kind_of(element):
        case Kind.TYPE:
            return f"{'set' if element.role == 'slider' else 'fill in'} {name}{told}"
        case Kind.SELECT:
            return f"choose in {name}{told}"
        case Kind.CHECK:
            return f"tick {name}{told}"
        case Kind.UNCHECK:
            return f"untick {name}{told}"
        case Kind.DOUBLE_CLICK:
            return f"double-click {name}{told}"
        case _:
            verb = {"link": "open", "radio": "choose"}.get(element.role, "press")
            verb = "sort by" if sorts(element) else verb
            return f"{verb} {name}{told}"


def _held(element: Element) -> str:
    """What a field holds, and the bounds of a slider: `now "3", 0 to 10`."""
    if not element.is_field or element.checked is not None:
        return ""
    held = element.selected or element.value
    now = f'now "{short(held, 30)}"' if held else ""
    if element.role != "slider":
        return now
    given = element.attributes
    least, most = (given.get(key) or given.get(f"aria-value{key}", "") for key in ("min", "max"))
    known = (least and most) or element.tag == "input"
    bounds = f"{least or 0} to {most or 100}" if known else ""
    return ", ".join(part for part in (now, bounds) if part)


def label_of(element: Element) -> str:
    """The best words for an element."""
    return called(element) or _UNNAMED.get(element.role, element.uid)


def called(element: Element) -> str:
    """What the page calls an element; empty where it says nothing."""
    return element.name or element.label or element.text or element.attributes.get("title", "")


def plain(text: str) -> str:
    """Words as they are compared: case and punctuation do not matter."""
    return re.sub(r"\W+", " ", text.casefold()).strip()


def form_candidates(scene: Scene, wanted: Mapping[str, str]) -> list[Candidate]:
    """Forms as one candidate each, and every other element singly, in reading order.

    Args:
        wanted: UID -> what the persona would have in that field, for fields that rules can match; a
            field that holds it is done.
    """
    elements = usable(scene)
    forms = _by_form(elements)
    made: set[str] = set()
    out: list[Candidate] = []
    for element in elements:
        members = forms.get(element.form, [])
        open_fields = [e for e in members if needs_input(e, wanted) and not _answered(e, members)]
        sends = _sending(open_fields, members)
        if not open_fields or not (element in open_fields or element in sends):
            if not (element.is_field and _settled(element, wanted)):
                out.append(single(element, card_facts(element, scene), members))
        elif element.form not in made:
            made.add(element.form)
            out += _of_form(one_of_each_group(open_fields), sends)
    return numbered([*out, *hovers(elements)])


def _by_form(elements: Iterable[Element]) -> dict[str, list[Element]]:
    forms: dict[str, list[Element]] = {}
    for element in elements:
        if element.form:
            forms.setdefault(element.form, []).append(element)
    return forms


def _sending(fields: Sequence[Element], members: Iterable[Element]) -> list[Element]:
    """The controls that send what is entered into fields of a form.

    Fields in the head of a table look up its rows: what is there to be pressed sends them, and what
    stands elsewhere in the form is for the rows that are ticked.
    """
    sends = [e for e in members if e.submits]
    above = [e for e in sends if in_head(e)]
    return above if above and all(map(in_head, fields)) else sends


def _of_form(fields: list[Element], submits: list[Element]) -> Iterator[Candidate]:
    state = "|".join(f"{f.uid}={f.value or f.selected}!{f.error}" for f in fields)
    named = listed([describe_field(f) for f in fields])
    if not submits:
        yield Candidate(f"form:{state}", f"fill in {named}", Kind.TYPE, None, tuple(fields))
    for control in _senders(submits):
        text = f'fill in {named} and press "{short(label_of(control), 40)}"'
        yield Candidate(f"form:{state}>{control.uid}", text, Kind.CLICK, control, tuple(fields))


def _senders(submits: Sequence[Element]) -> list[Element]:
    """The few controls that may send a form: its last, then those that it has once, as they stand.

    "Add another" and "Remove" beside each part of a form send it, too, and come first.
    """
    times = Counter(plain(label_of(control)) for control in submits)
    once = [c for c in submits if times[plain(label_of(c))] == 1]
    firsts = {plain(label_of(c)): c for c in reversed(submits)}
    ranked = [*submits[-1:], *once, *reversed(firsts.values())]
    likely = list({control.uid: control for control in ranked}.values())[:_MOST_SENDERS]
    return [control for control in submits if any(control is one for one in likely)]


def describe_field(field: Element) -> str:
    """What a field of a form is called, and that it is asked for again where it was refused."""
    label = short(group_label(field) or field.label or label_of(field), 30)
    return f"{label} again ({short(field.error, 50)})" if field.error else label


def group_label(field: Element) -> str:
    """What a group of radio buttons asks; nothing for other fields."""
    return field.name.partition(":")[0] if field.role == "radio" and ":" in field.name else ""


def listed(names: list[str]) -> str:
    """The first of them, as many as leave room for what is pressed then, and how many more."""
    names = list(dict.fromkeys(names))
    lengths = accumulate(len(name) + 2 for name in names)
    fitting = sum(length <= _ROOM_FOR_NAMES for length in lengths)
    told = names[: max(1, min(fitting, _MOST_FIELDS_NAMED))]
    rest = len(names) - len(told)
    return ", ".join(told) + (f" and {rest} more" if rest > 0 else "")


def needs_input(element: Element, wanted: Mapping[str, str]) -> bool:
    """Whether a field still waits for the user.

    Empty, wrong, or not what the persona would have there.
    """
    if not element.is_field or element.readonly:
        return False
    if element.error:
        return True
    if element.role in _TICKED:
        return element.required and not element.checked
    if element.role == "radio":
        return element.checked is False
    if element.uid in wanted and element.role in _TYPED:
        return not same_text(element.value, wanted[element.uid])
    if element.role in _CHOSEN and element.tag == "select":
        return not element.value and (element.required or is_unchosen(element.selected))
    return not element.value and (element.required or kind_of(element) is Kind.TYPE)


def _settled(element: Element, wanted: Mapping[str, str]) -> bool:
    """A chosen radio button, or a field with what the persona would have there: nothing to do."""
    if element.role == "radio" and element.checked:
        return True
    return element.uid in wanted and same_text(
        element.value or element.selected, wanted[element.uid]
    )


def same_text(one: str, other: str) -> bool:
    """Equal but for case, white space and punctuation, as sites reformat what is typed."""
    return re.sub(r"\W+", "", one.casefold()) == re.sub(r"\W+", "", other.casefold())


def _answered(radio: Element, members: Iterable[Element]) -> bool:
    """Whether another radio button of the group is chosen."""
    name = radio.attributes.get("name", "")
    return radio.role == "radio" and any(
        e.role == "radio" and e.checked and e.attributes.get("name", "") == name for e in members
    )


def one_of_each_group(fields: list[Element]) -> list[Element]:
    """Of radio buttons with one name only the first."""
    seen: set[str] = set()
    out = []
    for field in fields:
        group = field.attributes.get("name", field.uid) if field.role == "radio" else field.uid
        if group not in seen:
            seen.add(group)
            out.append(field)
    return out
