"""What is offered on a page: what can be done there, less what the guards hold back.

Banners are answered by rule.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue, Task
from pathfinder.engine.candidates import (
    Candidate,
    called,
    form_candidates,
    is_for_ticked_rows,
    label_of,
    plain,
    single_candidates,
    ticks_a_row,
)
from pathfinder.engine.consent import consent_button
from pathfinder.engine.gestures import gestures
from pathfinder.engine.goal_words import names_another, naming_words, said_in, says_none
from pathfinder.engine.harmless import logs_out
from pathfinder.engine.irreversible import Words
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.engine.playing import Move
from pathfinder.engine.safety import answer_to, deleting, irreversible, looks_up, writes
from pathfinder.engine.stage import View
from pathfinder.engine.tongues import is_a_language
from pathfinder.engine.unasked import putting_away
from pathfinder.language.values import same_value
from pathfinder.systems.explore.begun import Begun
from pathfinder.systems.explore.guards import Guards, Refusal
from pathfinder.systems.explore.inputs import is_text, persona_values
from pathfinder.systems.explore.order import too_early
from pathfinder.systems.explore.own_account import asks_for_secrets, is_account
from pathfinder.systems.explore.together import together, with_choices
from pathfinder.webprocessor.element import Scene

_A_SWITCH = 2
_AGAIN = 2
_A_TITLE = 3


@dataclass
class Offering:
    """Offers for one session.

    unknown: Words of candidates for which nobody knew an input: a field alone is pressed instead,
    others are not offered again.
    values, parts: What the goal gives, and what it says in order.
    gestures: Those that were made.
    begun: Knows which forms something was entered into.
    unasked: Whether a dialog that is shown opened by itself.
    asks_to_delete: Whether the goal wants something deleted, asked at a step.
    changes: Whether it changes what is there already, and makes nothing new.
    only_asks: Whether the goal asks something, and wants nothing done.
    """

    task: Task
    guards: Guards
    journal: Journal
    unknown: set[str] = field(default_factory=set)
    values: Sequence[GoalValue] = ()
    parts: Sequence[str] = ()
    gestures: set[str] = field(default_factory=set)
    begun: Begun = field(default_factory=Begun)
    unasked: bool = True
    asks_to_delete: Callable[[int], bool] = lambda step: False
    is_about_the_user: Callable[[int], bool] = lambda step: True
    changes: Callable[[int], bool] = lambda step: False
    only_asks: bool = False
    confirms: bool = False

    def answer_banner(self, view: View) -> Move | None:
        """What answers a native dialog, a banner for consent or a dialog that opened by itself.

        None when there is none.
        """
        if not self.guards.on("banner"):
            return None
        if view.scene.dialog:
            deletes = not self.guards.on("deletion") or self.asks_to_delete(view.step)
            answer = answer_to(view.scene.dialog, self.task.site, deletes=deletes)
            self.note_guard(view.step, "banner", f"{answer}ed the dialog: {view.scene.dialog}")
            return Move(
                f'{answer} the dialog "{short(view.scene.dialog)}"',
                (Action(Kind.ANSWER_DIALOG, value=answer),),
            )
        button = consent_button(view.scene)
        if button is None and self.unasked:
            button = putting_away(view.scene, self.task.goal)
        if button is None or button.uid in view.state.tried:
            return None
        view.state.tried[button.uid] = "answered by rule"
        self.note_guard(view.step, "banner", f'pressed "{button.name}"')
        return Move(f'press "{button.name}"', (Action(Kind.CLICK, button.uid),))

    def note_guard(self, step: int, guard: str, what: str) -> None:
        """Write down that a guard stepped in."""
        self.journal.write(events.Guard(step=step, guard=guard, what=what))

    def offered(self, view: View) -> list[Candidate]:
        """What System 1 may choose among."""
        offered, refused = self.guards.sift(self._possible(view), view.state)
        early = (
            too_early(offered, self.values, self.parts) if self.guards.on("values-first") else []
        )
        back = [Refusal("values-first", candidate) for candidate in early]
        if self.guards.on("language"):
            back += [Refusal("language", c) for c in self._other_languages(offered)]
        if self.guards.on("another"):
            back += [Refusal("another", c) for c in offered if self._renames(c, view.scene)]
        if self.guards.on("repeat"):
            back += [Refusal("repeat", c) for c in offered if self._fills_again(c, view.scene)]
        if self.guards.on("log-in"):
            back += [
                Refusal("log-in", c)
                for c in offered
                if self._ends_log_in(c) or self._changes_password(c)
            ]
        if self.guards.on("deletion"):
            back += [Refusal("deletion", c) for c in self._deletions(offered, view)]
        back += [Refusal("asking", c) for c in self._writing(offered, view.scene)]
        back += [Refusal("empty-fields", c) for c in self._waiting_for_a_tick(offered, view.scene)]
        self._note_refusals(view.step, [*refused, *back])
        kept_back = {id(one.candidate) for one in back}
        return [candidate for candidate in offered if id(candidate) not in kept_back]

    def _deletions(self, offered: Iterable[Candidate], view: View) -> list[Candidate]:
        """What deletes something, where the goal asks for no such thing, or not for this thing.

        A page that says no word of any value of the goal is about something else, unless it asks
        again what was pressed before. A thing may be called so, as the goal says: "Empty the bins".
        """
        found = [c for c in offered if deleting(c) and not self._is_called_so(c)]
        strange = not self.confirms and says_none(self.values, view.scene)
        if found and not (strange or self.only_asks) and self.asks_to_delete(view.step):
            return []
        return found

    def keeps_all(self, candidate: Candidate, offered: Sequence[Candidate], view: View) -> bool:
        """Whether it would send a form as it stood there, where the goal changes something.

        Only where a field of it is offered.
        """
        control = candidate.control
        fields = (e for c in offered for e in c.elements if e.is_field)
        if not self.guards.on("unchanged") or control is None:
            return False
        is_open = any(field.form == control.form for field in fields)
        kept = is_open and self.begun.keeps_all(candidate, view.scene, self.task.goal)
        if not kept or not self.changes(view.step):
            return False
        self.note_guard(view.step, "unchanged", f"not done: {candidate.text}")
        return True

    def _is_called_so(self, candidate: Candidate) -> bool:
        """Whether it is a link whose words, three or more, are all said by the goal.

        It leads to a page, by an address that says nothing of an end.
        """
        control = candidate.control
        if control is None or not control.href or "#" in control.href:
            return False
        words = naming_words(called(control))
        named = len(words) >= _A_TITLE and said_in(words, [self.task.goal]) == set(words)
        return named and not Words(self.task.site.irreversible).found_in_address(control.href)

    def _waiting_for_a_tick(self, offered: Iterable[Candidate], scene: Scene) -> list[Candidate]:
        """What is done to the rows of a table that are ticked, where none is, or was."""
        if not self.guards.on("empty-fields"):
            return []
        return [
            c
            for c in offered
            if c.control is not None
            and is_for_ticked_rows(c.control, scene)
            and not self.begun.is_changed(c.control, scene)
        ]

    def _writing(self, offered: Iterable[Candidate], scene: Scene) -> list[Candidate]:
        """What writes something on the site, where the goal only asks.

        A row is ticked to do something to it, or its box is kept at once; a form that a script
        sends, and that is full of words which nobody entered now, keeps them. And where such words
        stand in fields, those beside them belong to the same thing.
        """
        if not (self.only_asks and self.guards.on("asking")):
            return []
        begun = self.begun
        changing = begun.is_for_changing(scene)
        return [
            c
            for c in offered
            if writes(c)
            or ticks_a_row(c)
            or begun.keeps_what_stood_there(c.control, scene)
            or (changing and any(e.is_field for e in c.elements) and not looks_up(c.elements))
        ]

    def _ends_log_in(self, candidate: Candidate) -> bool:
        """Whether it logs the persona out again, where the goal asks for no such thing."""
        control = candidate.control
        if control is None or not self.task.has_account or candidate.fields:
            return False
        asked = first_of(self.task.goal, phrases_of("account", "log-out"))
        return logs_out(control, control.href) and not asked

    def _changes_password(self, candidate: Candidate) -> bool:
        """Whether it asks for a new password and nothing else, and the goal says no word of that.

        It is asked for twice, or once beside the old one.
        """
        texts = [field for field in candidate.fields if is_text(field)]
        twice = self.task.has_account and len(texts) >= _AGAIN
        return twice and asks_for_secrets(texts, self.task.goal)

    def _fills_again(self, candidate: Candidate, scene: Scene) -> bool:
        """Whether it is a field alone that holds a value of the goal, entered and not sent yet."""
        if candidate.kind is not Kind.TYPE or candidate.control or len(candidate.fields) != 1:
            return False
        (field,) = candidate.fields
        held = any(same_value(field.value, value.value) for value in self.values)
        return held and not field.error and self.begun.holds(field, scene)

    def _renames(self, candidate: Candidate, scene: Scene) -> bool:
        """Whether it is a field alone with the name of another thing than the goal is about."""
        alone = len(candidate.fields) == 1 and candidate.control is None
        return alone and names_another(candidate.fields[0], scene, self.task.goal)

    def is_for_the_user(self, candidate: Candidate, view: View) -> bool:
        """Whether it fills in a form of the user's own, and the goal is about another thing.

        What the goal gives does not belong there; an order may ask for more of the user.
        """
        if not (self.guards.on("another") and self.values and candidate.fields):
            return False
        form = candidate.elements[-1].form
        members = [e for e in view.scene.actionable if form and e.form == form]
        own = is_account(members, self.task.persona)
        return own and not self.is_about_the_user(view.step)

    def _other_languages(self, offered: Sequence[Candidate]) -> list[Candidate]:
        """The entries of a switch between languages, where the goal names none of them."""
        own = [
            c
            for c in offered
            if c.control is not None and not c.fields and is_a_language(label_of(c.control))
        ]
        goal = plain(self.task.goal)
        named = any(plain(label_of(c.control)) in goal for c in own if c.control)
        return own if len(own) >= _A_SWITCH and not named and len(own) < len(offered) else []

    def lifted(self, view: View) -> list[Candidate]:
        """What System 1 may choose among where the guards hold back everything."""
        offered, guards = self.guards.lift(self._possible(view), view.state)
        if offered:
            for guard in guards:
                self.note_guard(view.step, guard, "lifted: nothing else is left")
        kept_back = self._deletions(offered, view) if self.guards.on("deletion") else []
        kept_back += self._writing(offered, view.scene)
        return [c for c in offered if not any(c is one for one in kept_back)]

    def _possible(self, view: View) -> list[Candidate]:
        """What can be done on the page at all, in safe mode without what can't be undone."""
        vault, given = self.task.persona.vault, bool(self.values)
        wanted = persona_values(view.scene.actionable, vault, own=given)
        forms = self.guards.on("forms")
        candidates = form_candidates(view.scene, wanted) if forms else single_candidates(view.scene)
        if not forms and self.guards.on("empty-fields"):
            candidates = [c for c in candidates if not _waits(c, candidates)]
        if forms:
            candidates = self.begun.sent_as_they_stand(candidates, view.scene)
            edited = self.begun.as_edited(candidates, view.scene, self.task.goal)
            if self.values and edited != candidates:
                every = self.changes(view.step)
                pairs = zip(candidates, edited, strict=True)
                candidates = [full if every or one.fields else one for one, full in pairs]
            candidates = with_choices(together(candidates, self.values), self.values)
        candidates += gestures(view.scene, self.task.goal, self.gestures)
        known = [c if c.text not in self.unknown else pressing(c) for c in candidates]
        return [
            candidate
            for candidate in known
            if candidate is not None
            and not _is_shown(candidate)
            and not (
                self.task.site.safe and irreversible(candidate, self.task.site, self.task.goal)
            )
        ]

    def _note_refusals(self, step: int, refused: Sequence[Refusal]) -> None:
        for name in dict.fromkeys(r.guard for r in refused if r.guard != "off-host"):
            texts = [short(r.candidate.text, 50) for r in refused if r.guard == name]
            self.note_guard(step, name, f"not offered: {'; '.join(texts)}")


def pressing(candidate: Candidate) -> Candidate | None:
    """Putting the cursor into a field that stands alone and that there is nothing to enter in."""
    if candidate.control is not None or len(candidate.fields) != 1:
        return None
    field = candidate.fields[0]
    text = candidate.text.replace("fill in ", "press ", 1)
    return Candidate(f"{field.uid}#press", text, Kind.CLICK, field)


def _is_shown(candidate: Candidate) -> bool:
    """Whether it is the tab whose panel is shown: to press it does nothing."""
    control = candidate.control
    return (
        control is not None
        and control.role == "tab"
        and control.attributes.get("aria-selected") == "true"
    )


def _waits(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Whether a submit control's form still has an empty field."""
    control = candidate.control
    if control is None or not control.submits:
        return False
    fields = (f for other in others for f in other.fields if f.form == control.form)
    return any(f.required and not (f.value or f.selected) for f in fields)
