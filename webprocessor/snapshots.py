"""Snapshots in a file.

What was captured once can be looked at again without a browser, layout facts included.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pathfinder.core.errors import UsageError
from pathfinder.webprocessor.element import Snapshot

_KEPT = TypeAdapter(dict[str, Snapshot])


def write_snapshots(path: Path, snapshots: Mapping[str, Snapshot]) -> None:
    """Write named Snapshots as compressed JSON; the same Snapshots always make the same file."""
    text = _KEPT.dump_json(dict(snapshots), exclude_defaults=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text, compresslevel=9, mtime=0))


def read_snapshots(path: Path) -> dict[str, Snapshot]:
    """The Snapshots of a file by their names, in the order in which they were saved.

    Raises:
        UsageError: No such file, or one that holds something else.
    """
    if not path.is_file():
        raise UsageError(f"{path}: there are no saved scenes here")
    try:
        return _KEPT.validate_json(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, ValidationError):
        raise UsageError(
            f"{path}: not a file of saved scenes; make one with `python -m bench.save_scenes`"
        ) from None
