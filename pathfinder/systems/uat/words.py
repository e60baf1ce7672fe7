"""What an instruction of an acceptance test means on a page, where its own words tell.

Before an agent is asked.
"""

from collections.abc import Sequence
from typing import TypeVar

from pathfinder.agents.fields import SYNONYMS, match_field
from pathfinder.language.grounding import PRESSED
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.systems.uat.rewriting import load_rules
from pathfinder.webprocessor.element import Element, Scene

T = TypeVar("T")
FRAME = frozenset({"banner", "navigation", "contentinfo", "search"})
"""The landmarks that frame every page."""


def field_for(instruction: str, scene: Scene, keys: Sequence[str]) -> tuple[Element, str] | None:
    """The empty field that a phrase such as "their given name" means, and the persona's key.

    None where that is not clear.
    """
    wanted = _keys_meant(instruction, keys)
    fields = [
        one
        for one in scene.actionable
        if one.is_field and one.enabled and not one.value and one.layer != "covered"
    ]
    fitting = [
        (one, found.key)
        for one in fields
        if (found := match_field(one, keys)) and found.key in wanted
    ]
    return _only([pair for pair in fitting if pair[0].landmark not in FRAME]) or _only(fitting)


def control_for(instruction: str, scene: Scene) -> Element | None:
    """The link or button that is called what "edit the profile" says.

    None where none is, or several are.
    """
    words = _words(instruction)
    called = [
        one
        for one in scene.actionable
        if words and one.role in PRESSED and one.enabled and one.layer != "covered"
        if _words(one.name) == words
    ]
    return _only([one for one in called if one.landmark not in FRAME]) or _only(called)


def _keys_meant(instruction: str, keys: Sequence[str]) -> list[str]:
    """The persona's keys that the longest phrase for one of its values means."""
    tokens = tokens_of(instruction)
    if not any(tokens[: len(verb)] == verb for verb in load_rules().entering):
        return []
    words = f" {' '.join(tokens)} "
    named = [
        (len(phrase), last)
        for last, phrases in SYNONYMS.items()
        for phrase in phrases
        if f" {phrase} " in words
    ]
    longest = {last for length, last in named if length == max(named)[0]}
    return [key for key in keys if {key.rpartition(".")[2]} == longest]


def _words(text: str) -> frozenset[str]:
    return frozenset(lexicon().canonical(text))


def _only(found: Sequence[T]) -> T | None:
    return found[0] if len(found) == 1 else None
