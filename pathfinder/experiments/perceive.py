"""Asks models' Perceptrons about the same saved scenes, to compare what they write.

Source: PathFinder, the linguistic profile of what models write. The prompt is the paper's.
    `Effort.purposes` is ours: on a slow machine it
asks for the purposes of a few named elements, with texts of bounded length, in place of all.
"""

import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pathfinder.agents.agent import Call, prompt_hashes
from pathfinder.agents.explore import Perception, Perceptron
from pathfinder.agents.fence import Fence
from pathfinder.agents.models.base import Model
from pathfinder.core import events
from pathfinder.core.errors import ReplyInvalid, UsageError
from pathfinder.core.journal import FileJournal, Journal, read_journal
from pathfinder.core.version import __version__
from pathfinder.systems.explore.paper import PERCEPTION_TOKENS, page_characters
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.encode import Encoded, Limits, encode

SYSTEM = "perceive"
_PAPER = PROFILES["paper"]
_BESIDE = frozenset({"banner", "navigation", "contentinfo", "complementary"})
_LONGEST_TEXT = 200
_LONGEST_PURPOSE = 160


@dataclass(frozen=True)
class SavedScene:
    """A page that is asked about.

    Whose it is, what it is called, and what a user could see on it.
    """

    site: str
    name: str
    scene: Scene


@dataclass(frozen=True)
class Effort:
    """How much is asked.

    purposes: how many elements' purposes; 0 for all, in a reply without bounds, as the paper asks.
    """

    purposes: int = 0
    characters: int = page_characters(_PAPER)
    temperature: float = _PAPER.temperature
    max_tokens: int = PERCEPTION_TOKENS
    seed: int = 0


@dataclass(frozen=True)
class Perceived:
    """How one question went. error: why there is no perception, or nothing."""

    model: str
    site: str
    scene: str
    error: str = ""


def journal_folder(out: Path, model: str) -> Path:
    """Where a model's replies are kept: one journal a model."""
    return out / re.sub(r"[^\w.-]+", "_", model)


def perceive(
    model: Model,
    scenes: Iterable[SavedScene],
    goal: str,
    out: Path,
    *,
    effort: Effort | None = None,
    limit: int = 0,
) -> Iterator[Perceived]:
    """Ask about each scene that this model's journal has no answer to yet.

    Each answer is on disk before the next is asked for.

    Args:
        model: Whom to ask.
        scenes: What to ask about, in order.
        goal: What the pages are looked at for.
        out: The folder that holds a folder a model.
        effort: How much to ask for.
        limit: Stop after so many questions; 0 for all.

    Raises:
        UsageError: The journal there was made for another goal or with other options.
        ModelError: The back-end failed; replies that can't be used are no such failure, they are
            written down.
    """
    effort = effort or Effort()
    folder = journal_folder(out, model.name)
    done, step = _so_far(folder, goal, effort)
    journal = FileJournal(folder)
    try:
        if not step:
            journal.write(_opening(folder, model, goal, effort))
        open_questions = [each for each in scenes if (each.site, each.name) not in done]
        for number, saved in enumerate(open_questions[: limit or None], step + 1):
            yield _ask(model, saved, goal, effort, journal, number)
    finally:
        journal.close()


def _ask(
    model: Model, saved: SavedScene, goal: str, effort: Effort, journal: Journal, step: int
) -> Perceived:
    encoded = encode(saved.scene, limits=Limits(prompt=effort.characters), goal=goal)
    journal.write(
        events.Scene(
            step=step,
            site=saved.site,
            scene=saved.name,
            url=saved.scene.url,
            text=saved.scene.text,
            cut=len(encoded.cut),
        )
    )
    call = Call(
        journal,
        step,
        temperature=effort.temperature,
        max_tokens=effort.max_tokens,
        context=_PAPER.perceptron_context,
        seed=effort.seed,
    )
    asked = asked_elements(saved.scene, encoded, effort.purposes)
    error = ""
    try:
        perception = Perceptron(model).run(
            call,
            schema=bounded_schema(asked) if asked else None,
            goal=goal,
            page=Fence(encoded.text),
        )
        _note(journal, step, perception)
    except ReplyInvalid as failure:
        error = str(failure)
    journal.write(events.Perceived(step=step, site=saved.site, scene=saved.name, error=error))
    return Perceived(model.name, saved.site, saved.name, error)


def _note(journal: Journal, step: int, perception: Perception) -> None:
    purposes = {each.Element: each.Purpose for each in perception.ActionableElementsPurpose}
    scene_name, summary = perception.SceneIdentification, perception.WebPageSummary
    journal.write(
        events.Purposes(
            step=step, scene_name=scene_name, summary=summary, purposes=purposes, by="model"
        )
    )


def asked_elements(scene: Scene, encoded: Encoded, count: int) -> list[Element]:
    """The elements whose purpose is asked.

    Those in the middle of the page before those in its frame, as they are shown.
    """
    shown = [element for element in scene.actionable if element.uid in encoded.shown]
    own = [element for element in shown if element.landmark not in _BESIDE]
    return [*own, *(element for element in shown if element.landmark in _BESIDE)][:count]


def bounded_schema(elements: Iterable[Element]) -> dict[str, Any]:
    """A perception of these elements, in this order, in texts of bounded length."""
    text = {"type": "string", "maxLength": _LONGEST_TEXT}
    purposes = [_purpose(element) for element in elements]
    listed = {
        "type": "array",
        "prefixItems": purposes,
        "minItems": len(purposes),
        "maxItems": len(purposes),
    }
    return _all_of(
        {"SceneIdentification": text, "WebPageSummary": text, "ActionableElementsPurpose": listed}
    )


def _purpose(element: Element) -> dict[str, Any]:
    return _all_of(
        {
            "Element": {"const": element.uid},
            "Purpose": {"type": "string", "maxLength": _LONGEST_PURPOSE},
        }
    )


def _all_of(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _so_far(folder: Path, goal: str, effort: Effort) -> tuple[set[tuple[str, str]], int]:
    """The scenes that are answered, and the last step's number.

    A line that a kill cut off is taken away first.
    """
    file = folder / "journal.jsonl"
    if not file.is_file() or not _mended(file):
        return set(), 0
    told = read_journal(file)
    begun = events.first(told, events.Session) or events.Session()
    if begun.task.goal != goal or begun.options != asdict(effort):
        raise UsageError(
            f"{folder}: these replies are for a different goal or other options; choose "
            "another folder with --out"
        )
    done = {(event.site, event.scene) for event in events.of(told, events.Perceived)}
    return done, max((event.step for event in told), default=0)


def _mended(file: Path) -> bool:
    """Whether anything is left once the journal ends in a whole line."""
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        file.write_bytes(whole)
    return bool(whole)


def _opening(folder: Path, model: Model, goal: str, effort: Effort) -> events.Session:
    return events.Session(
        session=folder.name,
        system=SYSTEM,
        task=events.TaskFacts(goal=goal, site="", url=""),
        models={"perceptron": model.name},
        profile=_PAPER.name,
        options=asdict(effort),
        seed=effort.seed,
        versions={"pathfinder": __version__, "python": platform.python_version()},
        prompts={
            name: value
            for name, value in prompt_hashes().items()
            if name in ("explore/perceptron", "explore/scene")
        },
    )
