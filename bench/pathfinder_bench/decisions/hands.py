"""Files of what somebody wrote for a set: sentences by a hand, for tuning or for a first look."""

from pathlib import Path
from typing import Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from pathfinder.core.errors import UsageError


class Form(BaseModel):
    """A part of such a file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class HandFile(Form):
    """A file. hand: Who wrote it, by a letter. part: What it may be used for."""

    hand: str
    part: Literal["tuning", "first-look"]


T = TypeVar("T", bound=HandFile)


def read_hands(folder: Path, form: type[T], *, first_look: bool = False) -> dict[Path, T]:
    """The files of a folder; those kept for a first look only where that is asked for.

    Raises:
        UsageError: There is none, or one is not of this form; names it.
    """
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise UsageError(f"{folder}: there are no sentences here; name their folder by --folder")
    read = {file: _read(file, form) for file in files}
    return {file: one for file, one in read.items() if first_look or one.part == "tuning"}


def _read(file: Path, form: type[T]) -> T:
    try:
        return form.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError) as error:
        raise UsageError(f"{file}: can't be read: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
