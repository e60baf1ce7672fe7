"""The journal's events: one schema, for whoever writes a journal and for whoever reads one.

An event is an object of one line of `journal.jsonl`; its field `event` tells the kinds apart.
Every field has a default, for what a cut-off or older journal may lack.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pathfinder.core.events.pages import (
    Act,
    ActedElement,
    ActionFacts,
    Change,
    Finding,
    LocatorFacts,
    Look,
    Purposes,
    Reached,
    ResultFacts,
    SeenElement,
    Stopped,
)
from pathfinder.core.events.record import Event, Other, Record, first, last, of, read_as
from pathfinder.core.events.session import (
    CaseFacts,
    Error,
    Outcome,
    Perceived,
    Rated,
    Recorded,
    Scene,
    Session,
    TaskFacts,
    Truth,
    Verdict,
    Withheld,
    WrittenStep,
)
from pathfinder.core.events.steps import (
    AskedValue,
    Back,
    Calibration,
    Call,
    Candidate,
    Choice,
    Guard,
    Heal,
    Input,
    Judgement,
    Likeness,
    Message,
    Patch,
    Reading,
    Rewriting,
    Step,
    System,
    TransitionFacts,
)

KINDS: dict[str, type[Event]] = {
    kind.model_fields["event"].default: kind for kind in Event.__subclasses__() if kind is not Other
}
"""Every kind of event, by the word in its field `event`."""


def read_event(fields: Any) -> Event:
    """The event in a line's JSON; what is no event that is known is `Other`, never an error."""
    if not isinstance(fields, Mapping):
        return Other(what="not an object")
    name = str(fields.get("event", "unnamed"))
    kind = KINDS.get(name)
    try:
        return read_as(kind, fields) if kind else Other(what=name)
    except ValidationError:
        return Other(what=f"{name} (unreadable)")


__all__ = [
    "KINDS",
    "Act",
    "ActedElement",
    "ActionFacts",
    "AskedValue",
    "Back",
    "Calibration",
    "Call",
    "Candidate",
    "CaseFacts",
    "Change",
    "Choice",
    "Error",
    "Event",
    "Finding",
    "Guard",
    "Heal",
    "Input",
    "Judgement",
    "Likeness",
    "LocatorFacts",
    "Look",
    "Message",
    "Other",
    "Outcome",
    "Patch",
    "Perceived",
    "Purposes",
    "Rated",
    "Reached",
    "Reading",
    "Record",
    "Recorded",
    "ResultFacts",
    "Rewriting",
    "Scene",
    "SeenElement",
    "Session",
    "Step",
    "Stopped",
    "System",
    "TaskFacts",
    "TransitionFacts",
    "Truth",
    "Verdict",
    "Withheld",
    "WrittenStep",
    "first",
    "last",
    "of",
    "read_as",
    "read_event",
]
