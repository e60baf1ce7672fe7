"""A YAML file as plain text values, with the line of each: so that an error can say where it is."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pathfinder.core.errors import SettingsError

Where = tuple[str | int, ...]
SECRET_TAG = "!secret"
ENV_TAG = "!env"
_CORE_TAGS = "tag:yaml.org,2002:"
_MOST_VALUES = 200_000
_DEEPEST = 100


@dataclass(frozen=True)
class YamlFile:
    """What a file says.

    Scalars stay as written ("NO", "01234", "1990-05-14"), `!secret x` becomes {"value": "x",
    "secret": "true"}, and so does `!env NAME` with what the environment variable holds.

    lines: Path of keys and indices -> line of the file, from 1.
    """

    path: Path
    content: Any
    lines: Mapping[Where, int]

    def error(self, where: Where, message: str) -> SettingsError:
        """An error that names the file and the line.

        A path that is not in the file counts as its nearest parent.
        """
        known = next(
            where[:length] for length in range(len(where), -1, -1) if where[:length] in self.lines
        )
        return SettingsError(f"{_shown(self.path)}:{self.lines[known]}: {message}")


def read_text(path: Path, *, wanted: str = "a file that is there") -> str:
    """The text of a file that a user names; a byte order mark is left out.

    Raises:
        SettingsError: Not there, or not text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(
            f"{_shown(path)}: can't be read ({error.strerror}); name {wanted}"
        ) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{_shown(path)}: not UTF-8 text; save it as UTF-8") from None


def read_yaml(path: Path) -> YamlFile:
    """Read a YAML file.

    Raises:
        SettingsError: Not there, not text, not YAML, or a key given twice.
    """
    try:
        text = read_text(path)
        root = compose(text)
        lines: dict[Where, int] = {(): 1}
        content = _value(root, (), lines, path) if root else {}
    except yaml.MarkedYAMLError as error:
        raise SettingsError(_explain(path, text, error)) from None
    except yaml.YAMLError as error:
        raise SettingsError(f"{_shown(path)}: not YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise SettingsError(f"{_shown(path)}: nested too deeply; write it flatter") from None
    except ValueError as error:
        raise SettingsError(
            f"{str(path)!r}: can't be read ({error}); name a file that is there"
        ) from None
    return YamlFile(path, content, lines)


def compose(text: str) -> yaml.Node | None:
    """The nodes of a YAML text, of a size that can be worked with.

    A few lines of aliases can stand for more than a memory holds.

    Raises:
        YAMLError: Not YAML, or too large once every alias stands for what it names.
        RecursionError: Nested too deeply.
    """
    root: yaml.Node | None = yaml.compose(text, Loader=_loader(text))
    if root is not None and _size(root, {}) > _MOST_VALUES:
        raise yaml.YAMLError(
            f"more than {_MOST_VALUES:,} values, or an alias that holds itself; write it with "
            "fewer aliases"
        )
    return root


def _loader(text: str) -> type[yaml.SafeLoader] | type[yaml.CSafeLoader]:
    """libyaml's, ten times as fast, for what it can read: what is wrong PyYAML tells better.

    libyaml has no end to how deep it goes, but that of the process.
    """
    if not yaml.__with_libyaml__:
        return yaml.SafeLoader
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                return yaml.SafeLoader
    except yaml.YAMLError:
        return yaml.SafeLoader
    return yaml.CSafeLoader


def load_plain(text: str) -> Any:
    """What a YAML or JSON text says, with numbers, dates and so on as YAML reads them.

    Raises:
        YAMLError: Not YAML, or too large.
        RecursionError: Nested too deeply.
        ValueError: A number or a date that is none.
    """
    root = compose(text)
    return None if root is None else yaml.SafeLoader("").construct_document(root)


def _size(node: yaml.Node, known: dict[int, float]) -> float:
    """How many values a node stands for, aliases spelt out; one that holds itself has no end."""
    if id(node) not in known:
        known[id(node)] = float("inf")
        inner = (
            [part for pair in node.value for part in pair]
            if isinstance(node, yaml.MappingNode)
            else node.value
        )
        known[id(node)] = 1 + (
            0 if isinstance(node, yaml.ScalarNode) else sum(_size(part, known) for part in inner)
        )
    return known[id(node)]


def _explain(path: Path, text: str, error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    line = f":{min(mark.line + 1, len(text.splitlines()))}" if mark else ""
    problem = (error.problem or error.context or "").replace(
        "'<stream end>'", "the end of the file"
    )
    return (
        f"{_shown(path)}{line}: not YAML: {problem}; check the indentation, colons and quotes there"
    )


def _variable(node: yaml.Node, path: Path) -> str:
    """What an environment variable holds, so that no password stands in a file."""
    value = os.environ.get(str(node.value), "")
    if not value:
        raise SettingsError(
            f"{_shown(path)}:{node.start_mark.line + 1}: {ENV_TAG} {node.value}: this environment "
            f"variable is not set; set it, or write {SECRET_TAG} and the value"
        )
    return value


def _value(node: yaml.Node, where: Where, lines: dict[Where, int], path: Path) -> Any:
    lines.setdefault(where, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, where, lines, path)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*where, index), lines, path) for index, item in enumerate(node.value)]
    if node.tag == SECRET_TAG:
        return {"value": node.value, "secret": "true"}
    if node.tag == ENV_TAG:
        return {"value": _variable(node, path), "secret": "true"}
    if not node.tag.startswith(_CORE_TAGS):
        raise SettingsError(
            f"{_shown(path)}:{node.start_mark.line + 1}: unknown tag {node.tag!r}; there are "
            f"{SECRET_TAG} and {ENV_TAG}"
        )
    return "" if node.tag == f"{_CORE_TAGS}null" else node.value


def _mapping(
    node: yaml.MappingNode, where: Where, lines: dict[Where, int], path: Path
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise SettingsError(f"{_shown(path)}:{line}: a key must be plain text")
        if key.value in found:
            raise SettingsError(f"{_shown(path)}:{line}: {key.value!r} is given twice; keep one")
        lines[*where, key.value] = line
        found[key.value] = _value(value, (*where, key.value), lines, path)
    return found


def _shown(path: Path) -> str:
    """The path as short as it can be said from here."""
    here = Path.cwd()
    return (
        str(path.relative_to(here))
        if path.is_absolute() and path.is_relative_to(here)
        else str(path)
    )
