"""What a YAML file says, as a pydantic model.

A mistake is one line with the file, the line and the remedy.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pathfinder.core.errors import SettingsError
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import Where, YamlFile

Model = TypeVar("Model", bound=BaseModel)


def checked(
    file: YamlFile, model: type[Model], content: Any, *, where: Where = (), subject: str = ""
) -> Model:
    """The content at that place of the file as a model.

    Args:
        subject: What the content describes, for the message: "site 'demo'".

    Raises:
        SettingsError: Names file, line, subject and key, and what to change.
    """
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise _mistake(file, model, error.errors()[0], where, subject) from None


def _mistake(
    file: YamlFile, model: type[BaseModel], error: ErrorDetails, where: Where, subject: str
) -> SettingsError:
    inside = (*where, *error["loc"][:-1])
    key, last = (str(error["loc"][0]), str(error["loc"][-1])) if error["loc"] else ("", "")
    if error["type"] == "extra_forbidden":
        known = (
            did_you_mean(key, model.model_fields) if key == last else "leave it out, or correct it"
        )
        what = f"key {last!r} is not known; {known}"
    elif error["type"] == "missing":
        above = next((name for name in reversed(inside) if isinstance(name, str)), "")
        what = f"{last!r} is missing; add it{f' below {above!r}' if above else ''}"
    elif error["type"] == "value_error":
        what = ": ".join(part for part in (key, str(_reason(error))) if part)
    else:
        what = f"{key}: {error['msg']}, not {error['input']!r}"
    return file.error((*where, *error["loc"]), f"{subject}: {what}" if subject else what)


def _reason(error: Mapping[str, Any]) -> object:
    return error["ctx"]["error"]
