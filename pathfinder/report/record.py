"""What an event of the journal is to a report: typed, and never refused for what it lacks."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator


class Record(BaseModel):
    """One event. Unknown fields are ignored, missing ones and nulls take their default."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, fields: Any) -> Any:
        return (
            {key: value for key, value in fields.items() if value is not None}
            if isinstance(fields, dict)
            else fields
        )


class Event(Record):
    """What every event has. time: Unix seconds. step: 0 before the first action."""

    time: float = 0.0
    step: int = 0
