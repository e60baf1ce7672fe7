"""What a decision set is: scenes, walks through them, and labelled decisions on the walks.

An application has two files in bench/decisions: APP.json, which a person can read and correct, and
APP.scenes.xz with every page once.
"""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from pathfinder.core.action import Kind
from pathfinder.core.errors import UsageError
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.scene import make_scene

SETS = ("choices", "progress", "done", "refusals", "fields")
"""What an application's file labels."""
SCORED = ("choices", "pages", *SETS[1:], "forms")
"""The same with what follows from its walks alone."""
FOLDER = Path("bench/decisions")
_SNAPSHOT = TypeAdapter(Snapshot)
_NOT_SETS = ("baseline",)


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Act(_Line):
    """One action of a move.

    at: The element, as `at_of` names it; empty for keys, dialogs and addresses.
    value: What was typed or chosen; of a press of a key, the key.
    source: Whose value it is: the goal's, the persona's, or made up.
    """

    do: Kind
    at: str = ""
    value: str = ""
    source: Literal["", "goal", "persona", "invented"] = ""


class Move(_Line):
    """What was done in one step, from one page to another: a form is filled in and sent as one."""

    before: str
    acts: tuple[Act, ...]
    after: str


class Side(_Line):
    """A move that was tried from a page of a walk, and left the walk where it was.

    step: The walk's move that was due there, from 0.
    """

    step: int
    move: Move


class Walk(_Line):
    """A way through the application for one goal.

    end: "goal" where it reached the goal, "refused" where the site said no in the end.
    """

    goal: str
    end: Literal["goal", "refused"]
    moves: tuple[Move, ...]
    sides: tuple[Side, ...] = ()


class Asked(_Line):
    """A goal of the application, as a tester typed it."""

    goal: str
    kind: str
    answer: str = ""


class Decision(_Line):
    """Where a decision is made: in a walk, with so many of its moves done before.

    side: Which of the walk's side moves was made instead of the walk's own; None for its own.
    """

    walk: str
    step: int
    side: int | None = None


class Choice(Decision):
    """Which control next. right: The controls (or fields of the form) that lead on."""

    right: tuple[str, ...]


class Progress(Decision):
    """Whether the move brought the goal closer."""

    closer: bool


class Done(Decision):
    """Whether the goal is reached after the move. goal: Where it is not the walk's own."""

    done: bool
    goal: str = ""


class Refusing(Decision):
    """Whether a sentence that came after the move says that the site refused it."""

    says: str
    refusal: bool


class FieldValue(_Line):
    """What belongs in one field of a form. values: Any of them is right."""

    walk: str
    step: int
    at: str
    values: tuple[str, ...]
    source: Literal["goal", "persona", "invented"]


class AppSet(_Line):
    """Everything that was recorded and labelled on one application.

    start: The page's address where every walk begins.
    persona: Dotted key -> value; account: Whether it has an account there.
    """

    app: str
    language: str
    start: str
    persona: dict[str, str]
    secret: tuple[str, ...] = ()
    account: bool = False
    goals: dict[str, Asked]
    walks: dict[str, Walk]
    choices: tuple[Choice, ...] = ()
    progress: tuple[Progress, ...] = ()
    done: tuple[Done, ...] = ()
    refusals: tuple[Refusing, ...] = ()
    fields: tuple[FieldValue, ...] = ()


@dataclass(frozen=True)
class Recorded:
    """An application's set with its pages."""

    labels: AppSet
    pages: Mapping[str, Any]

    @cached_property
    def _scenes(self) -> dict[str, Scene]:
        return {}

    def scene(self, page: str) -> Scene:
        """A page as a user sees it, named as the engine names it today."""
        if page not in self._scenes:
            self._scenes[page] = make_scene(self.snapshot(page))
        return self._scenes[page]

    def snapshot(self, page: str) -> Snapshot:
        """Everything that was captured of a page."""
        return _SNAPSHOT.validate_python(self.pages[page])


def at_of(element: Element) -> str:
    """What an element is known by in a set, however it is named: its frames and its XPath."""
    return f"{'.'.join(map(str, element.frame))}|{element.xpath}"


def element_at(scene: Scene, at: str) -> Element | None:
    """The element that a set means."""
    return next((e for e in scene.actionable if at_of(e) == at), None)


def page_of(snapshot: Snapshot, renamed: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """A page as it is kept, and its name: a hash of what is on it.

    Args:
        renamed: What is replaced wherever it stands: the address where the page was served.
    """
    kept = _rounded(_SNAPSHOT.dump_python(snapshot, mode="json", exclude_defaults=True))
    kept.pop("seconds", None)
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True)
    for old, new in renamed.items():
        text = text.replace(old, new)
    return hashlib.sha256(text.encode()).hexdigest()[:12], json.loads(text)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list) else value


def write_set(folder: Path, recorded: Recorded) -> None:
    """Write an application's two files; the same set always makes the same files."""
    labels = recorded.labels
    folder.mkdir(parents=True, exist_ok=True)
    told = labels.model_dump(mode="json", exclude_defaults=True)
    (folder / f"{labels.app}.json").write_text(_readable(told) + "\n", encoding="utf-8")
    used = sorted(set(pages_used(labels)))
    text = json.dumps({page: recorded.pages[page] for page in used}, ensure_ascii=False)
    (folder / f"{labels.app}.scenes.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def pages_used(labels: AppSet) -> Iterator[str]:
    """The names of the pages that a set's walks pass."""
    for walk in labels.walks.values():
        for move in (*walk.moves, *(side.move for side in walk.sides)):
            yield from (move.before, move.after)


def _readable(told: Mapping[str, Any]) -> str:
    """JSON with a line a goal, a walk and a decision."""
    return "{\n" + ",\n".join(f"{_json(key)}: {_lines(told[key])}" for key in told) + "\n}"


def _lines(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f" {_json(each)}" for each in value) + "\n]"
    if isinstance(value, dict) and any(isinstance(each, dict) for each in value.values()):
        return (
            "{\n" + ",\n".join(f" {_json(k)}: {_json(each)}" for k, each in value.items()) + "\n}"
        )
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_set(folder: Path, app: str) -> Recorded:
    """Read an application's set.

    Raises:
        UsageError: A file is missing, or is not of this form; names it.
    """
    file, scenes = folder / f"{app}.json", folder / f"{app}.scenes.xz"
    try:
        labels = AppSet.model_validate_json(file.read_bytes())
        pages = json.loads(lzma.decompress(scenes.read_bytes()))
    except OSError as error:
        raise UsageError(f"{error.filename}: can't read this set ({error.strerror})") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(f"{file}: {where}: {first['msg']}") from None
    except (lzma.LZMAError, ValueError):
        raise UsageError(f"{scenes}: not a file of scenes; record the set again") from None
    return Recorded(labels, pages)


def known_sets(folder: Path) -> list[str]:
    """The applications that have a set in a folder."""
    return sorted(file.stem for file in folder.glob("*.json") if file.stem not in _NOT_SETS)


def of_kind(labels: AppSet, name: str) -> tuple[Any, ...]:
    """The decisions of one of the labelled sets."""
    return tuple(getattr(labels, name))


def counted(sets: Iterable[Recorded]) -> dict[str, int]:
    """How many decisions there are, by set."""
    all_sets = [recorded.labels for recorded in sets]
    return {name: sum(len(of_kind(labels, name)) for labels in all_sets) for name in SETS}
