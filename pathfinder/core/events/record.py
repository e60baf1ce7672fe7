"""What every event of the journal is: typed, frozen, strict when written, forgiving when read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    FiniteFloat,
    ValidationInfo,
    model_validator,
)

_READING = "reading"


class Record(BaseModel):
    """An event, or a part of one.

    Written, it takes no field that it does not declare. Read, it leaves out unknown fields, and
    gives those that are missing or null their default: newer and older journals have others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)
    older_names: ClassVar[Mapping[str, str]] = {}
    """What a field was called in older journals -> what it is called now."""

    @model_validator(mode="before")
    @classmethod
    def _forgiving(cls, fields: Any, info: ValidationInfo) -> Any:
        if info.context != _READING or not isinstance(fields, Mapping):
            return fields
        renamed = {cls.older_names.get(key, key): value for key, value in fields.items()}
        known = cls.model_fields if cls.model_config.get("extra") == "forbid" else renamed
        return {key: value for key, value in renamed.items() if key in known and value is not None}


class Event(Record):
    """What every event has.

    event: Its kind. time: Unix seconds. step: 0 before the first action, and of the whole session.
    """

    event: str = ""
    time: FiniteFloat = 0.0
    step: int = 0

    def to_json(self) -> dict[str, Any]:
        """The event as it stands in the journal: its kind, and what whoever wrote it gave."""
        return {"event": self.event, **self.model_dump(mode="json", exclude_unset=True)}

    def at(self, moment: float) -> Self:
        """The same event with its time, to the millisecond."""
        return self.model_copy(update={"time": round(moment, 3)})


class Other(Event):
    """An event of a kind that is not known, or whose fields can't be read.

    what: Its kind, with the words "(unreadable)" where it has one that is known.
    """

    what: str = ""


E = TypeVar("E", bound=Event)


def read_as(kind: type[E], fields: Mapping[str, Any]) -> E:
    """An event of a kind from the JSON of any version's journal.

    Raises:
        pydantic.ValidationError: A field that holds what it can't.
    """
    return kind.model_validate(fields, context=_READING)


def of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def first(events: Iterable[Event], kind: type[E]) -> E | None:
    """The first event of a kind."""
    return next((event for event in events if isinstance(event, kind)), None)


def last(events: Sequence[Event], kind: type[E]) -> E | None:
    """The last event of a kind."""
    return first(reversed(events), kind)
