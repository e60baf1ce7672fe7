"""What speaks for a goal being reached after a step, beside the model's word.

Source: settled on the decision sets; the confirmer's word alone puts fewer of their pairs in order.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import exp
from urllib.parse import urljoin

from rapidfuzz import fuzz

from pathfinder.agents.thresholds import Thresholds
from pathfinder.core.action import Kind
from pathfinder.core.origin import page_at
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, called, plain
from pathfinder.engine.discarding import discards
from pathfinder.engine.goal_words import (
    goal_words,
    is_in,
    said_in,
    said_on,
    says_none,
    telling_words,
)
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.queries import asked_for, found_on
from pathfinder.language.values import same_value, says_day
from pathfinder.systems.explore.clock import is_time_meant
from pathfinder.systems.explore.reading import is_quoted
from pathfinder.webprocessor.element import Element, Scene

_PRESSED = frozenset({"button", "menuitem"})
_STEEP = 2.0
_SAME_NAME = 80
NAMED = 0.5
_NO_WORDS = frozenset({"password", "search", "hidden", "date"})
_SHORT = 2
_TOGETHER = 2
_A_TEXT = 5
"""So many words are no name."""
_FIGURES = re.compile(r"\d+")
_ROW = re.compile(r"^(.*/(?:tr|li)(?:\[\d+\])?)/")


@dataclass(frozen=True)
class Signs:
    """What is weighed, each once.

    asked: Log-odds of Yes that all of the goal is done.
    sent: 1 where a button was pressed, with nothing left that waits to be sent; else 0.
    reported: From 0 to 1, how surely the site says that something has been done.
    shown: 1 where what was sent shows a value of the goal that was entered; else 0.
    left: 1 where a value of the goal was not used yet; else 0.
    covered: From 0 to 1, how much of the goal what was done is called by.
    """

    asked: float
    sent: float = 0.0
    reported: float = 0.0
    shown: float = 0.0
    left: float = 0.0
    covered: float = 0.0

    @property
    def evident(self) -> bool:
        """Whether the page itself bears it out: it reports something, or shows what was sent.

        What was sent proves itself, and not what is left to be entered.
        """
        return self.reported >= NAMED or bool(self.shown and not self.left)

    @property
    def described(self) -> str:
        """In words, for the journal."""
        said = (
            (self.sent, "a button was pressed"),
            (self.reported, f"the site reports something ({self.reported:.0%} sure)"),
            (self.shown, "it shows what was entered"),
            (self.left, "a value of the goal was not used yet"),
            (1.0, f"{self.covered:.0%} of the goal's words stood where it was done"),
        )
        told = [words for sign, words in said if sign >= NAMED]
        return "; ".join([f"log-odds of Yes {self.asked:.2f}", *told])

    def weighed(self, by: Thresholds) -> float:
        """One number, to be held against the threshold `done`."""
        return (
            by.done_asked * self.asked
            + by.done_sent * self.sent
            + by.done_reported * self.reported
            + by.done_shown * self.shown
            + by.done_left * self.left
            + by.done_covered * self.covered
        )


def sent(outcome: Outcome, goal: str) -> bool:
    """Whether a button was pressed that may have changed something, or a link that did.

    Or what was chosen or pressed was taken by the site at once. No link led elsewhere, no form was
    put away and nothing looked up.
    """
    control = _pressed(outcome)
    is_button = control is not None and (control.submits or control.role in _PRESSED)
    return (
        (is_button or did_something(outcome) or kept_at_once(outcome))
        and not put_away(outcome, goal)
        and not is_search(outcome)
    )


def did_something(outcome: Outcome) -> bool:
    """Whether a link to another address came back to where it stands, with news: it is no way."""
    control = _pressed(outcome)
    if control is None or not control.href or control.submits:
        return False
    before, after = outcome.before.scene, outcome.after.scene
    here = page_at(before.url)
    return (
        bool(outcome.change.news)
        and page_at(after.url) == here
        and page_at(urljoin(here, control.href)) != here
    )


def kept_at_once(outcome: Outcome) -> bool:
    """Whether the site has taken something, and shows the same page: no link was followed."""
    before, after = outcome.before.scene, outcome.after.scene
    return outcome.kept and page_at(before.url) == page_at(after.url)


def is_search(outcome: Outcome) -> bool:
    """Whether the page that came is what was asked for by what the form held."""
    return bool(_looked_up(outcome))


def in_vain(outcome: Outcome) -> bool:
    """Whether something was looked up that the page which came does not have."""
    asked = _looked_up(outcome)
    return bool(asked) and not found_on(outcome.after.scene, asked)


def _looked_up(outcome: Outcome) -> list[str]:
    before, after = outcome.before.scene, outcome.after.scene
    control = _pressed(outcome)
    form = control.form if control else ""
    held = [_held(e) for e in before.actionable if form and e.form == form and e.is_field]
    actions = outcome.move.actions if isinstance(outcome.move, Move) else ()
    entered = [action.written for action in actions]
    return asked_for(before, after, filter(None, (*held, *entered)), control)


def put_away(outcome: Outcome, goal: str) -> bool:
    """Whether a control was pressed that leaves a form without sending it."""
    control = _pressed(outcome)
    return control is not None and discards(control, goal)


def _pressed(outcome: Outcome) -> Element | None:
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    return candidate.control if candidate else None


def unsent(outcome: Outcome, goal: str) -> set[str]:
    """What the fields held that went away together with the form that was put away."""
    if not put_away(outcome, goal):
        return set()
    before, after = (
        {_held(e) for e in view.scene.actionable if e.is_field}
        for view in (outcome.before, outcome.after)
    )
    return before - after


def _held(field: Element) -> str:
    return field.value or field.selected


def how_surely(log_odds: float, threshold: float) -> float:
    """Log-odds that a sentence reports something, from 0 to 1: 0.5 at the threshold."""
    return 1 / (1 + exp(-_STEEP * (log_odds - threshold)))


def telling(outcome: Outcome, lines: Iterable[str]) -> list[str]:
    """The lines that don't merely repeat what was pressed: a page is headed so that it opened."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    names = [called(element).casefold() for element in (candidate.elements if candidate else ())]
    return [
        line
        for line in dict.fromkeys(lines)
        if not any(fuzz.ratio(line.casefold(), name) > _SAME_NAME for name in names if name)
    ]


def waits_in(lines: Iterable[str], goal: str) -> str:
    """Where a site says that something waits to be ordered or sent: its cart, a draft.

    Empty where it says so of nothing, or the goal names such a place itself.
    """
    places = phrases_of("waiting", "place")
    if first_of(goal, places):
        return ""
    return next((place for line in lines if (place := first_of(line, places))), "")


def unused(values: Iterable[GoalValue], used: Iterable[str]) -> list[GoalValue]:
    """The goal's values that nothing which was entered or pressed so far holds.

    A noun is used in any of its forms: "toys" where "toy" was opened.
    """
    told = list(used)
    return [
        value
        for value in values
        if not is_in(value.value, told)
        and not any(says_day(text, value.value) for text in told)
        and not (value.value.isalpha() and value.value.islower() and said_in([value.value], told))
    ]


def with_unused_figures(values: Iterable[GoalValue], used: Iterable[str]) -> list[GoalValue]:
    """The goal's values with a figure that nothing which was entered or pressed has.

    However it is written there: "12 May 2026" is used in 05/12/2026 and in "Tue 12 May", "7:30 pm"
    in 19:30, and so is "7:30".
    """
    texts = list(used)
    told = set(_FIGURES.findall(" ".join(texts)))
    return [
        value
        for value in values
        if not set(_FIGURES.findall(value.value)) <= told
        and not any(_has_value(text, value.value) for text in texts)
    ]


def _has_value(text: str, value: str) -> bool:
    return same_value(text, value) or says_day(text, value) or is_time_meant(text, value)


def unwritten(values: Iterable[GoalValue], used: Iterable[str], goal: str) -> list[GoalValue]:
    """The goal's texts that stand nowhere: quoted, or behind its colon, and of words enough.

    Other words are hardly meant to be written as they are: "she plays on her own".
    """
    left = [value for value in unused(values, used) if len(value.value.split()) >= _A_TEXT]
    return [value for value in left if is_quoted(value.value, goal)]


def worked_on(done: Sequence[Candidate], values: Iterable[GoalValue]) -> list[str]:
    """What was pressed or chosen, in words: but for things that were only looked at.

    Of several things of a kind that the goal names, one that was opened counts when something was
    pressed or sent before the next of them was opened.
    """
    named = [value for value in values if value.of]
    kinds = Counter(value.of for value in named)
    several = {value.value for value in named if kinds[value.of] > 1}
    held = [{value for value in several if is_in(value, [one.text])} for one in done]
    told = []
    for number, candidate in enumerate(done):
        others = (
            at
            for at in range(number + 1, len(done))
            if _opens(done[at]) and held[at] - held[number]
        )
        until = done[number + 1 : next(others, len(done))]
        looked_at = _opens(candidate) and held[number] and all(map(_opens, until))
        if not looked_at:
            told.append(candidate.text)
    return told


def _opens(candidate: Candidate) -> bool:
    """Whether it is a link that is followed."""
    control = candidate.control
    return control is not None and bool(control.href) and not candidate.fields


def shows(
    outcome: Outcome,
    new: Iterable[GoalValue],
    values: Iterable[GoalValue],
    entered: Sequence[str],
) -> bool:
    """Whether a page says a value of the goal that was entered, outside its fields.

    Or, in a line that came with the step, two of them together. Days and times as pages write them.

    Args:
        new: The values that the site did not show before.
        values: All that were read; the site may have shown each for something else.
        entered: What was entered so far.
    """
    said = _said(outcome.after.scene)
    if any(_is_said(v.value, said) for v in new if is_in(v.value, entered)):
        return True
    sent_now = [v.value for v in values if is_in(v.value, entered) and len(plain(v.value)) > _SHORT]
    before = said_by(outcome.before.scene)
    fresh = (line for line in said_by(outcome.after.scene) if line not in before)
    return any(sum(_is_said(v, [line]) for v in sent_now) >= _TOGETHER for line in fresh)


def _is_said(value: str, texts: Sequence[str]) -> bool:
    """Whether texts hold a value, a day or a time in any form in which pages write them."""
    days = any(says_day(text, value) or is_time_meant(text, value) for text in texts)
    return days or is_in(value, texts)


def new_rows(outcome: Outcome, values: Iterable[GoalValue], entered: Sequence[str]) -> list[str]:
    """Rows that came with a step and have a cell for a value of the goal that was entered."""
    wanted = {plain(v.value) for v in values if is_in(v.value, entered)}
    before = {"; ".join(cells) for cells in _rows(outcome.before.scene)}
    rows = [cells for cells in _rows(outcome.after.scene) if wanted & set(map(plain, cells))]
    return [row for row in map("; ".join, rows) if row not in before]


def _rows(scene: Scene) -> list[list[str]]:
    """What stands in each row or entry of a list, cell by cell."""
    rows: dict[tuple[object, str], list[str]] = defaultdict(list)
    for element in scene.informational:
        if found := _ROW.match(element.xpath):
            rows[element.frame, found[1]].append(" ".join(element.text.split()))
    return [list(dict.fromkeys(filter(None, cells))) for cells in rows.values()]


def said_by(scene: Scene) -> set[str]:
    """What a page says, line by line, as it is told to a model."""
    return {" ".join(e.text.split()) for e in scene.informational} | {scene.heading} - {""}


def out_of_place(
    outcome: Outcome, known: Iterable[GoalValue], used: Iterable[str]
) -> list[GoalValue]:
    """Things that the site had before, and that neither were used nor stand where it was done.

    To type the name of one into the form of another changes the other.
    """
    scenes = (outcome.before.scene, outcome.after.scene)
    told = [text for scene in scenes for text in (scene.heading, scene.title, *_said(scene))]
    told += [e.selected for scene in scenes for e in scene.actionable if e.selected]
    return unused(known, [*used, *told])


def speaks_of_none(outcome: Outcome, values: Iterable[GoalValue], goal: str) -> bool:
    """Whether nothing of what the goal gives was entered, or said on the page, where it was sent.

    Nor a word of the goal, where it gives nothing.

    Source: measured on forms sent and buttons pressed in 13 applications: so it is for 168 of 370
        by which no goal was reached, and for 2 of 80 by which one was.
    """
    move = outcome.move
    entered = [one.written for one in move.actions] if isinstance(move, Move) else []
    return says_none(values, outcome.before.scene, entered, goal)


def worked_with(outcome: Outcome) -> list[str]:
    """What a step is called by: its page, what was used there, and what was entered."""
    move, scene = outcome.move, outcome.before.scene
    if not isinstance(move, Move):
        return [scene.heading, scene.title]
    used = move.candidate.elements if move.candidate else ()
    entered = [one.written for one in move.actions]
    return [scene.heading, scene.title, move.text, *map(called, used), *entered]


def covered(goal: str, texts: Iterable[str]) -> float:
    """The share of the goal's words that stand in the texts; all of them where it has but few."""
    words = telling_words(goal)
    return len(said_in(words, texts)) / len(words) if words else 1.0


def adds_something(outcome: Outcome, entered: Collection[str]) -> bool:
    """Whether a form was sent that makes something new.

    Nothing stood in its texts but what was entered, and afterwards no field holds that: a form that
    changes something shows what is there, or goes on to show what it is now.

    Args:
        entered: What was entered so far, as the fields hold it.
    """
    texts = [_held(field) for field in outcome.before.scene.actionable if _is_text(field)]
    after = {_held(field) for field in outcome.after.scene.actionable if field.is_field}
    move = outcome.move
    typed = isinstance(move, Move) and any(one.kind is Kind.TYPE for one in move.actions)
    begun = typed or bool(set(texts) & set(entered))
    blank = bool(texts) and set(texts) <= {"", *entered}
    return begun and blank and not after & set(entered)


def _is_text(field: Element) -> bool:
    """Whether a field takes words or a number that a user would see again."""
    other = field.attributes.get("type", "") in _NO_WORDS
    return field.role in ("textbox", "spinbutton") and not other


def gained(before: Scene, after: Scene, goal: str) -> float:
    """The share of the goal's words that a page says now, less the share that it said before.

    Words but for endings; short ones say nothing.
    """
    wanted = goal_words(goal)
    said, said_before = said_on(wanted, after), said_on(wanted, before)
    return (len(said) - len(said_before)) / max(1, len(wanted))


def known_before(
    scene: Scene, values: Iterable[GoalValue], entered: Sequence[str]
) -> set[GoalValue]:
    """The values that a page shows and that were not entered yet: to show them proves nothing."""
    said = _said(scene)
    return {v for v in values if _is_said(v.value, said) and not is_in(v.value, entered)}


def named_on(scene: Scene, values: Iterable[GoalValue]) -> set[GoalValue]:
    """The values that are the whole of a heading, a text or a control's name: things of the site.

    One that stands only among other words ("topic" in "Create topic") may be a word like any other.
    """
    names = {plain(text) for text in (scene.heading, *_said(scene))}
    return {value for value in values if plain(value.value) in names}


def _said(scene: Scene) -> list[str]:
    """All that a page says outside its fields."""
    texts = [e.text for e in scene.informational]
    return texts + [called(e) for e in scene.actionable if not e.is_field]
