"""From files to suites, whatever they are written in."""

from collections.abc import Iterable
from pathlib import Path

from pathfinder.core.case import Suite
from pathfinder.core.errors import SettingsError
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import read_text
from pathfinder.suites.casetable import SUFFIXES as TABLES
from pathfinder.suites.casetable import holds_table, read_table
from pathfinder.suites.ours import read_markdown, read_ours
from pathfinder.suites.published import read_published

SUFFIXES = (".json", ".yaml", ".yml", ".md", *TABLES)


def find_suites(names: Iterable[str], userdata: Path) -> list[Path]:
    """The files that names stand for.

    A file, every suite of a folder, or the name of a suite in userdata/suites.

    Raises:
        SettingsError: There is no such suite; says which comes closest.
    """
    found: list[Path] = []
    for name in names:
        path = Path(name)
        folder = userdata / "suites"
        known = {
            file.name.split(".")[0]: file for file in sorted(folder.glob("*")) if is_suite(file)
        }
        if path.is_dir():
            found += [file for file in sorted(path.iterdir()) if is_suite(file)]
        elif path.is_file():
            found.append(path)
        elif name in known:
            found.append(known[name])
        else:
            raise SettingsError(
                f"suite {name!r}: no such file, and none of that name in {folder}; "
                f"{did_you_mean(name, known)}"
            )
    return found


def is_suite(file: Path) -> bool:
    """Whether a file of a folder may be a suite, by its name."""
    return file.suffix in SUFFIXES and not file.name.endswith(".read.yaml")


def read_suite(path: Path) -> Suite:
    """The suite of a file: YAML, Markdown, the JSON of NLTestRunner, or a table (CSV, XLSX).

    Raises:
        SettingsError: It can't be read as one; names file and line.
    """
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        return read_ours(path)
    if suffix in TABLES:
        return read_table(path)
    if suffix not in SUFFIXES:
        raise SettingsError(f"{path}: a suite is a file that ends in {', '.join(SUFFIXES)}")
    text = read_text(path)
    if suffix == ".json":
        return read_published(text, path)
    return read_table(path) if holds_table(text) else read_markdown(text, path)
