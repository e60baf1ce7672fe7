"""What a wrong verdict of a tester was: one of five kinds of mistake, read off its journal by rule.

    conformity           did not keep to the case: left a step out, or did what a later step asks
    unnecessary action   did more than the step asks
    perception           did not find, or could not use, what is on the page; or used another thing
    in place of what is not there
    verifiability        judged an expected result wrongly
    navigation           anything else: lost its way, or came to no verdict

The first that fits counts, at the first step that went wrong: the one at which a verdict fell that
should not have, else the one at which
it should have. Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?", where people
sorted PinATA's limitations into five;
departure: the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rapidfuzz import fuzz

from pathfinder.core.action import Kind
from pathfinder.core.events import Act, Call, Event, Judgement, Session, Step, first, of
from pathfinder.language.sentences import read_by_grammar
from pathfinder.language.values import plain

Mistake = Literal["conformity", "unnecessary action", "perception", "verifiability", "navigation"]
MISTAKES: tuple[Mistake, ...] = get_args(Mistake)
_ON_THE_WAY = frozenset({Kind.SCROLL, Kind.WAIT, Kind.ANSWER_DIALOG, Kind.HOVER, Kind.SWITCH_TAB})
_LOOKING = ("assert", "wait", "scroll", "hover")
_MENTIONED = 90


@dataclass(frozen=True)
class Played:
    """What a tester did in one step.

    text: The step's words.
    used: Names of what was acted on, or the kind of an action on the whole page.
    agents: A model chose.
    judged: An expected result was judged.
    result: How the step was written down; empty when it was not.
    """

    text: str
    used: tuple[str, ...]
    agents: bool
    judged: bool
    result: Step

    @property
    def asked(self) -> int | None:
        """How many actions the words ask for; None when no grammar can tell."""
        reading = read_by_grammar(self.text, "action")
        acting = [step for step in reading.statements if step.kind not in _LOOKING]
        return None if reading.unread else len(acting)


def mistake(events: Sequence[Event], *, wrong_at: int, let_through: bool) -> Mistake:
    """The mistake that a trial made.

    Args:
        events: The trial's journal.
        wrong_at: Number of the first step that went wrong, from 1.
        let_through: It should have failed there, and went on.
    """
    texts = _texts(events)
    played = [_played(events, number, text) for number, text in enumerate(texts[:wrong_at], 1)]
    for number, each in enumerate(played, 1):
        if found := _not_as_asked(
            each, ahead=texts[number:], last=number == wrong_at and not let_through
        ):
            return found
    here = played[-1] if played else None
    if here is None or here.result.status not in ("passed", "likely", "failed"):
        return "navigation"
    if let_through:
        return "verifiability" if here.judged else "perception"
    if here.result.status == "failed":
        return "perception" if here.result.part == "action" else "verifiability"
    return "navigation"


def _not_as_asked(played: Played, *, ahead: Sequence[str], last: bool) -> Mistake | None:
    """Whether agents did less or more than a step asks; rules do what they read."""
    asked = played.asked
    if not asked or (last and not played.used):
        return None
    if not played.used:
        return "conformity"
    surplus = played.used[asked:]
    if not played.agents or not surplus:
        return None
    strange = [name for name in played.used if not _mentions(played.text, name)]
    return (
        "conformity"
        if any(_mentions(text, name) for name in strange for text in ahead)
        else "unnecessary action"
    )


def _texts(events: Sequence[Event]) -> list[str]:
    session = first(events, Session) or Session()
    return [step.text for step in session.case.steps]


def _played(events: Sequence[Event], number: int, text: str) -> Played:
    own = [event for event in events if event.step == number]
    acts = [act for act in of(own, Act) if act.result.ok and act.action.kind not in _ON_THE_WAY]
    result = first(own, Step) or Step()
    return Played(
        text,
        tuple((act.element.name if act.element else "") or act.action.kind for act in acts),
        bool(of(own, Call)),
        bool(of(own, Judgement)) or result.part == "assertion",
        result,
    )


def _mentions(text: str, name: str) -> bool:
    return bool(name) and fuzz.partial_ratio(plain(name), plain(text)) >= _MENTIONED
