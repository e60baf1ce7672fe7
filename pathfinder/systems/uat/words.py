"""What an instruction of an acceptance test means on a page, where its own words tell.

Before an agent is asked.
"""

import re
from collections.abc import Sequence
from typing import TypeVar

from pathfinder.agents.fields import SYNONYMS, match_field
from pathfinder.language.prose.marked import plain
from pathfinder.webprocessor.element import Element, Scene

T = TypeVar("T")
_ENTERS = re.compile(
    r"(?:provide|enter|give|input|type|fill in|state|tell|supply)\b", re.IGNORECASE
)
_WORD = re.compile(r"[\w-]+")
_EMPTY_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "your",
        "their",
        "his",
        "her",
        "its",
        "own",
        "this",
        "that",
        "to",
        "of",
        "on",
        "in",
        "for",
    ]
)
_FRAME = frozenset({"banner", "navigation", "contentinfo", "search"})
_PRESSED = frozenset({"link", "button", "tab", "menuitem"})


def field_for(instruction: str, scene: Scene, keys: Sequence[str]) -> tuple[Element, str] | None:
    """The empty field that a phrase such as "their given name" means, and the persona's key.

    None where that is not clear.
    """
    if not _ENTERS.match(instruction):
        return None
    words = f" {' '.join(_WORD.findall(plain(instruction)))} "
    named = [
        (len(phrase), last)
        for last, phrases in SYNONYMS.items()
        for phrase in phrases
        if f" {phrase} " in words
    ]
    longest = {last for length, last in named if length == max(named)[0]}
    wanted = [key for key in keys if key.rpartition(".")[2] in longest]
    if len(longest) != 1 or not wanted:
        return None
    fields = [
        e
        for e in scene.actionable
        if e.is_field and e.enabled and not e.value and e.layer != "covered"
    ]
    fitting = [
        (e, found.key) for e in fields if (found := match_field(e, keys)) and found.key in wanted
    ]
    return _only([(e, key) for e, key in fitting if e.landmark not in _FRAME]) or _only(fitting)


def control_for(instruction: str, scene: Scene) -> Element | None:
    """The link or button that is called what "edit the profile" says.

    None where none is, or several are.
    """
    words = _words(instruction)
    called = [
        e
        for e in scene.actionable
        if e.role in _PRESSED
        and e.enabled
        and e.layer != "covered"
        and words
        and _words(e.name) == words
    ]
    return _only([e for e in called if e.landmark not in _FRAME]) or _only(called)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(plain(text))) - _EMPTY_WORDS


def _only(found: Sequence[T]) -> T | None:
    return found[0] if len(found) == 1 else None
