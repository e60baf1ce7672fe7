"""What a page says in lines, and whether words are quoted from it."""

import re
from collections.abc import Iterable, Sequence

from pathfinder.core.evidence import proves, stands_in
from pathfinder.core.shorten import short
from pathfinder.webprocessor.element import Scene


def page_says(scene: Scene, told: Iterable[str], *, longest: int) -> str:
    """The most informative texts of a page in one line, without those that are given anyway."""
    known = " ".join((scene.heading, *told)).casefold()
    return short(
        " · ".join(line for line in page_lines(scene) if line.casefold() not in known), longest
    )


def page_lines(scene: Scene) -> list[str]:
    """What can be read on a page, a line each.

    Errors and headings first, then the rest in reading order.
    """
    on_top = [e for e in scene.informational if e.layer == "dialog"] or scene.informational
    texts = [e.text for e in on_top]
    headings = [e.text for e in on_top if e.role == "heading"]
    lines = [
        " ".join(text.split()) for text in (*scene.errors, *_read_heading(scene), *headings, *texts)
    ]
    return [line for line in dict.fromkeys(lines) if re.search(r"\w{2,}", line)]


def _read_heading(scene: Scene) -> tuple[str, ...]:
    """The main heading where it can be read, and is not what a picture is said to show."""
    return (
        ()
        if any(e.name == scene.heading and not e.text for e in scene.informational)
        else (scene.heading,)
    )


def is_quoted(evidence: str, scene: Scene, history: Sequence[str]) -> bool:
    """Whether the words can prove something, and stand whole on the page or in the history."""
    return proves(evidence) and stands_in(
        evidence, " ".join((*_read_heading(scene), scene.title, scene.text, *history))
    )
