"""JSON Schemas as a back-end enforces them."""

from typing import Any

Schema = dict[str, Any]


def closed(schema: Schema) -> Schema:
    """The schema without room for fields that it does not name.

    A small model would go on inventing them.
    """
    return {key: _closed(value) for key, value in schema.items()} | _additional(schema)


def _closed(value: Any) -> Any:
    if isinstance(value, dict):
        return closed(value)
    return [_closed(each) for each in value] if isinstance(value, list) else value


def _additional(schema: Schema) -> Schema:
    is_object = schema.get("type") == "object" and isinstance(schema.get("properties"), dict)
    return (
        {"additionalProperties": False}
        if is_object and "additionalProperties" not in schema
        else {}
    )
