"""Forms that something was entered into, and that were not sent yet.

They may be sent as they stand: a field that was not asked for, and that nobody has a value for,
does not hold back the rest. And until they are, nothing is done.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from pathfinder.core.action import Kind
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import (
    Candidate,
    describe_field,
    kind_of,
    label_of,
    listed,
    single,
    usable,
)
from pathfinder.engine.discarding import discards
from pathfinder.engine.safety import deleting, looks_up
from pathfinder.systems.explore.inputs import filled_in, is_edited
from pathfinder.systems.explore.said_options import is_said
from pathfinder.webprocessor.element import Element, Scene

_MOST_TOLD = 2
_LONGEST = 20
_Place = tuple[str, tuple[int, ...], str]


@dataclass
class Begun:
    """Knows which fields hold something else than when their page was opened, or sent last.

    entered: What fields came to hold since the session began, wherever.
    touched: Addresses of the pages on which a field was changed, or something sent.
    """

    changed: set[_Place] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)

    def learn(
        self,
        before: Scene,
        after: Scene,
        pressed: Element | None = None,
        *,
        taken: bool = False,
    ) -> None:
        """See what a step on a page has left in its fields; a form that was sent is begun anew.

        Args:
            before, after: The page.
            pressed: What was pressed.
            taken: The site has taken something by it: what was chosen waits for nothing.
        """
        held = {_place(e, before): _held(e) for e in before.actionable if e.is_field}
        new = {
            place: e
            for e in after.actionable
            if e.is_field and held.get(place := _place(e, after), _held(e)) != _held(e)
        }
        chosen = {place for place, e in new.items() if kind_of(e) is not Kind.TYPE}
        self.changed |= new.keys() - (chosen if taken else set())
        self.entered |= set(map(_held, new.values()))
        if new or (pressed is not None and pressed.submits):
            self.touched.add(page_at(before.url))
        if pressed is not None and pressed.submits:
            self.changed -= {_place(e, after) for e in after.actionable if e.form == pressed.form}

    def is_begun(self, control: Element | None, scene: Scene) -> bool:
        """Whether something was entered into the form of a control."""
        form = control.form if control else ""
        return bool(form) and any(e.form == form and self.holds(e, scene) for e in scene.actionable)

    def keeps_what_stood_there(self, control: Element | None, scene: Scene) -> bool:
        """Whether a form that a script sends holds words, and nothing that was entered there."""
        if (
            control is None
            or not control.submits
            or control.action
            or self.is_begun(control, scene)
        ):
            return False
        return bool(_words_sent(control, scene))

    def is_idle(self, candidate: Candidate, scene: Scene, own: Collection[str] = ()) -> bool:
        """Whether it sends words as they stood there, and nothing was entered on the page.

        Not where it looks something up with them, or deletes what they are about, nor where the
        goal's values get their places among them.

        own: Values of the user, which a form may hold for them to be sent.
        """
        control = candidate.control
        if control is None or candidate.changes or not self._sends_as_it_stood(candidate, scene):
            return False
        return bool(_words_sent(control, scene) - self.entered - set(own))

    def keeps_all(self, candidate: Candidate, scene: Scene, goal: str) -> bool:
        """Whether it sends a form that holds something, and nothing was done on the page before.

        Not where it looks something up with it, or deletes what it is about, and not where a list
        of it stands already at what the goal says.

        Source: on the known ways through 33 applications it holds for none of 119 forms that are
            sent for goals that change something, and for one of 86 of several parts.
        """
        control = candidate.control
        if control is None or not self._sends_as_it_stood(candidate, scene):
            return False
        if page_at(scene.url) in self.touched:
            return False
        members = [e for e in usable(scene) if e.form and e.form == control.form and e.is_field]
        held = any(_held(e) for e in members) and (control.posts or not control.action)
        chosen = any(e.role != "textbox" and is_said(_held(e), goal) for e in members)
        return held and not chosen and not looks_up(members)

    def _sends_as_it_stood(self, candidate: Candidate, scene: Scene) -> bool:
        """Whether it sends a form, enters nothing, and nothing was entered on the page before.

        A text may stand in a frame of its own, beside the form.
        """
        control = candidate.control
        opens = candidate.fields and not candidate.changes
        if control is None or not control.submits or opens or deleting(candidate):
            return False
        return not any(_place(e, scene) in self.changed for e in scene.actionable)

    def is_for_changing(self, scene: Scene) -> bool:
        """Whether a page's fields hold somebody's words, which were not entered in this session.

        Not where it looks something up with them.
        """
        return any(
            _names(e) and e.value not in self.entered and not (e.action or looks_up([e]))
            for e in scene.actionable
        )

    def is_changed(self, control: Element, scene: Scene) -> bool:
        """Whether a field of a control's form holds something else now, or nothing any more."""
        members = (e for e in scene.actionable if e.form == control.form)
        return any(_place(e, scene) in self.changed for e in members)

    def waits(self, scene: Scene) -> bool:
        """Whether a form that something was entered into can still be sent."""
        forms = {e.form for e in scene.actionable if e.form and self.holds(e, scene)}
        sending = (e for e in usable(scene) if e.submits and e.form in forms)
        return any(not deleting(single(e)) for e in sending)

    def untouched(self, control: Element, scene: Scene) -> list[Element]:
        """The fields of a control's form that nothing was entered into."""
        return [
            e
            for e in usable(scene)
            if e.form == control.form and e.is_field and not self.holds(e, scene)
        ]

    def sent_as_they_stand(self, candidates: Iterable[Candidate], scene: Scene) -> list[Candidate]:
        """The candidates, and before a form whose open fields are all optional its button alone.

        That tells what was entered, and what the form is about: the first text that stood there.
        """
        out: list[Candidate] = []
        for candidate in candidates:
            control = candidate.control
            if control is not None and asks_for_nothing(candidate):
                members = [e for e in scene.actionable if e.form == control.form]
                if entered := [e for e in members if self.holds(e, scene)]:
                    named = [e for e in members if e not in entered and _names(e)][:1]
                    out.append(single(control, _told(entered, named), members))
            out.append(candidate)
        return out

    def as_edited(
        self, candidates: Iterable[Candidate], scene: Scene, goal: str
    ) -> list[Candidate]:
        """The candidates; what sends a full form that nothing was entered into says what it holds.

        `change Title, Day and press "Save"`: the goal's values get their places in it before. So
        does one of which only a field or two are open that may stay so.
        """
        return [self._editing(candidate, scene, goal) or candidate for candidate in candidates]

    def _editing(self, candidate: Candidate, scene: Scene, goal: str) -> Candidate | None:
        control = candidate.control
        if control is None or discards(control, goal) or candidate.actions:
            return None
        alone = candidate
        if candidate.fields and is_edited(candidate.fields, filled_in(candidate, scene), scene):
            alone = replace(single(control), fields=())
        held = _edited_by(control, scene) if self._sends_as_it_stood(alone, scene) else []
        if not held:
            return None
        named = listed([describe_field(field) for field in (*held, *candidate.fields)])
        return replace(candidate, text=f"change {named} and {alone.text}", changes=tuple(held))

    def holds(self, element: Element, scene: Scene) -> bool:
        """Whether a field holds what was entered there and not sent yet."""
        return element.is_field and bool(_held(element)) and _place(element, scene) in self.changed


def _edited_by(control: Element, scene: Scene) -> list[Element]:
    """The fields of a form that hold something, which a control sends to be kept, not looked up."""
    if not (control.posts or not control.action):
        return []
    members = [e for e in usable(scene) if e.form and e.form == control.form and e.is_field]
    if looks_up(members) or any(e.attributes.get("type") == "password" for e in members):
        return []
    return [e for e in members if kind_of(e) in (Kind.TYPE, Kind.SELECT) and _held(e)]


def asks_for_nothing(candidate: Candidate) -> bool:
    """Whether it sends a form none of whose open fields has to be filled in; a search has to."""
    control, fields = candidate.control, candidate.fields
    asks = any(f.required or f.error or f.role == "searchbox" for f in fields)
    return control is not None and control.submits and bool(fields) and not asks


def _place(element: Element, scene: Scene) -> _Place:
    return page_at(scene.url), element.frame, element.xpath


def _held(element: Element) -> str:
    """What a field holds, as a word; empty for nothing. What a box is sent as says nothing."""
    if element.checked is not None:
        return "ticked" if element.checked else ""
    return element.value or element.selected


def _names(element: Element) -> bool:
    """Whether a field holds words of its own, as what something is called by."""
    return kind_of(element) is Kind.TYPE and any(map(str.isalpha, element.value))


def _words_sent(control: Element, scene: Scene) -> set[str]:
    """The words that stand in a control's form; none where it looks something up with them."""
    members = [e for e in scene.actionable if e.form and e.form == control.form]
    return set() if looks_up(members) else {e.value for e in members if _names(e)}


def _told(entered: Iterable[Element], named: Iterable[Element] = ()) -> str:
    """`Ticket "1", Size "M"`; of a password that it is there. named: What is told after these."""
    told = [
        label_of(e)
        if e.attributes.get("type") == "password" or e.checked
        else f'{short(label_of(e), _LONGEST)} "{short(_held(e), _LONGEST)}"'
        for e in entered
    ]
    rest = len(told) - _MOST_TOLD
    more = f" and {rest} more" if rest > 0 else ""
    about = (f', for "{short(e.value, _LONGEST)}"' for e in named)
    return ", ".join(told[:_MOST_TOLD]) + more + "".join(about)
