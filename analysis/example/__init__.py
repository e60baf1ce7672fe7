"""The example that comes with the program: where it is, and what it holds."""

from importlib.resources import as_file, files
from pathlib import Path

from pathfinder.analysis.pack import unpack


def unpacked_example(folder: Path) -> Path:
    """Unpack the example into a new folder; return the folder.

    Raises:
        UsageError: The folder is not new, or can't be written.
    """
    with as_file(files("pathfinder.analysis.example").joinpath("example.tar.xz")) as packed:
        unpack(packed, folder)
    return folder


def about_example() -> str:
    """What was run, on what machine, and what it is too small for."""
    return (
        files("pathfinder.analysis.example")
        .joinpath("README.md")
        .read_text(encoding="utf-8")
        .strip()
    )
