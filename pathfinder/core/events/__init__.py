"""The journal's events: one schema, for whoever writes a journal and for whoever reads one.

An event is an object of one line of `journal.jsonl`; its field `event` tells the kinds apart.
Every field has a default, for what a cut-off or older journal may lack.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pathfinder.core.events.pages import (
    Act as Act,
)
from pathfinder.core.events.pages import (
    ActedElement as ActedElement,
)
from pathfinder.core.events.pages import (
    ActionFacts as ActionFacts,
)
from pathfinder.core.events.pages import (
    Change as Change,
)
from pathfinder.core.events.pages import (
    Coverage as Coverage,
)
from pathfinder.core.events.pages import (
    Finding as Finding,
)
from pathfinder.core.events.pages import (
    LocatorFacts as LocatorFacts,
)
from pathfinder.core.events.pages import (
    Look as Look,
)
from pathfinder.core.events.pages import (
    Purposes as Purposes,
)
from pathfinder.core.events.pages import (
    Reached as Reached,
)
from pathfinder.core.events.pages import (
    ResultFacts as ResultFacts,
)
from pathfinder.core.events.pages import (
    SeenElement as SeenElement,
)
from pathfinder.core.events.pages import (
    Stopped as Stopped,
)
from pathfinder.core.events.record import (
    Event as Event,
)
from pathfinder.core.events.record import (
    Other as Other,
)
from pathfinder.core.events.record import (
    Record as Record,
)
from pathfinder.core.events.record import (
    first as first,
)
from pathfinder.core.events.record import (
    last as last,
)
from pathfinder.core.events.record import (
    of as of,
)
from pathfinder.core.events.record import (
    read_as as read_as,
)
from pathfinder.core.events.session import (
    CaseFacts as CaseFacts,
)
from pathfinder.core.events.session import (
    Error as Error,
)
from pathfinder.core.events.session import (
    Outcome as Outcome,
)
from pathfinder.core.events.session import (
    Perceived as Perceived,
)
from pathfinder.core.events.session import (
    Rated as Rated,
)
from pathfinder.core.events.session import (
    Recorded as Recorded,
)
from pathfinder.core.events.session import (
    Scene as Scene,
)
from pathfinder.core.events.session import (
    Session as Session,
)
from pathfinder.core.events.session import (
    TaskFacts as TaskFacts,
)
from pathfinder.core.events.session import (
    Truth as Truth,
)
from pathfinder.core.events.session import (
    Verdict as Verdict,
)
from pathfinder.core.events.session import (
    Withheld as Withheld,
)
from pathfinder.core.events.session import (
    WrittenStep as WrittenStep,
)
from pathfinder.core.events.steps import (
    AskedValue as AskedValue,
)
from pathfinder.core.events.steps import (
    Back as Back,
)
from pathfinder.core.events.steps import (
    Calibration as Calibration,
)
from pathfinder.core.events.steps import (
    Call as Call,
)
from pathfinder.core.events.steps import (
    Candidate as Candidate,
)
from pathfinder.core.events.steps import (
    Choice as Choice,
)
from pathfinder.core.events.steps import (
    Guard as Guard,
)
from pathfinder.core.events.steps import (
    Heal as Heal,
)
from pathfinder.core.events.steps import (
    Input as Input,
)
from pathfinder.core.events.steps import (
    Judgement as Judgement,
)
from pathfinder.core.events.steps import (
    Likeness as Likeness,
)
from pathfinder.core.events.steps import (
    Message as Message,
)
from pathfinder.core.events.steps import (
    Patch as Patch,
)
from pathfinder.core.events.steps import (
    Peek as Peek,
)
from pathfinder.core.events.steps import (
    Reading as Reading,
)
from pathfinder.core.events.steps import (
    Rewriting as Rewriting,
)
from pathfinder.core.events.steps import (
    Step as Step,
)
from pathfinder.core.events.steps import (
    Survey as Survey,
)
from pathfinder.core.events.steps import (
    SurveyedPage as SurveyedPage,
)
from pathfinder.core.events.steps import (
    System as System,
)
from pathfinder.core.events.steps import (
    TransitionFacts as TransitionFacts,
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
