"""The words that a goal is about, and which of them are said somewhere."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from rapidfuzz import fuzz

from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import called, plain
from pathfinder.language.lexicon import lexicon
from pathfinder.webprocessor.element import Element, Scene

_SAME_WORD = 80
_LONG_WORD = 4
_FEWEST = 3
_A_NAME = 8
"""Letters from which on a field's value in a heading is the name of what that is about."""
_AS_WRITTEN = frozenset("/\\~@_")
_FIGURES = re.compile(r"\d+")


def goal_words(goal: str) -> list[str]:
    """Its longer words and its numbers, once each, without verbs and words that name nothing."""
    empty = lexicon().fillers | lexicon().wording
    words = dict.fromkeys(plain(goal).split())
    return [w for w in words if (len(w) >= _LONG_WORD or w.isdigit()) and w not in empty]


def telling_words(goal: str) -> list[str]:
    """The same; none where they are too few to miss: a purchase goes by many names."""
    words = goal_words(goal)
    return words if len(words) >= _FEWEST else []


def naming_words(text: str) -> list[str]:
    """Its words that may name something, once each, as they are compared.

    All but fillers and the small words of any language.
    """
    words = (word for word in plain_words(text) if tells(word))
    return [w for w in dict.fromkeys(map(str.casefold, words)) if w not in lexicon().fillers]


def plain_words(text: str) -> list[str]:
    """The words of a text, in small and capital letters as they stand."""
    return re.sub(r"\W+", " ", text).split()


def tells(word: str) -> bool:
    """Whether a word may name something: no small word of any language, such as "und"."""
    short = len(word) < _LONG_WORD and word.islower()
    return not (short and any(word in own for own in lexicon().common.values()))


def same_word(one: str, other: str) -> bool:
    """Equal but for endings and small errors; short words and numbers only as they are.

    Words begin alike: "gate" is not "stage", nor "none" "one".

    Source: of 82 pairs of words of goals and of their pages, in 30 applications, that are as alike
        and begin otherwise, some six mean the same ("mail", "email").
    """
    if len(one) < _LONG_WORD or one[0] != other[:1]:
        return one == other
    figures = _FIGURES.findall(one), _FIGURES.findall(other)
    if all(figures) and figures[0] != figures[1]:
        return False
    return fuzz.ratio(one, other) >= _SAME_WORD


def is_in(value: str, texts: Iterable[str]) -> bool:
    """Whether texts hold a value, however a site writes it.

    A path or an address is itself only as it is written: its letters alone may be another value.
    """
    told = " ".join(texts)
    if is_address(value):
        return value.casefold() in told.casefold()
    return plain(value) in plain(told)


def is_address(text: str) -> bool:
    """Whether a text may be a path or an address, by its signs."""
    return bool(_AS_WRITTEN & set(text))


def said_in(words: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Those of the words that stand in one of the texts."""
    said = set(plain(" ".join(texts)).split())
    return {word for word in words if any(same_word(word, other) for other in said)}


def weight_for(goal: str) -> Callable[[str], float]:
    """How many of a goal's words a text says."""
    words = goal_words(goal)
    return lambda text: len(said_in(words, [text]))


def said_on(words: Collection[str], scene: Scene) -> set[str]:
    """Those of the words that a page says: in its headings, texts and names, and in its fields."""
    texts = [scene.heading, scene.title, *(e.text for e in scene.informational)]
    texts += [text for e in scene.actionable for text in (called(e), e.value)]
    return said_in(words, texts)


def says_none(
    values: Iterable[GoalValue], scene: Scene, texts: Sequence[str] = (), goal: str = ""
) -> bool:
    """Whether neither a page nor one of the texts says a word of any of the values; no if none is.

    A page that does not is about something else.

    Args:
        goal: Its own words are looked for where no value has any.
    """
    words = [word for value in values for word in naming_words(value.value)] or telling_words(goal)
    return bool(words) and not said_on(words, scene) and not said_in(words, texts)


def names_another(field: Element, scene: Scene, goal: str) -> bool:
    """Whether a field holds the name of what the page is about, and the goal is about another.

    To change it would rename that thing; a goal that asks for a new one means another form. A goal
    that says more than half of the name is about that thing.
    """
    told = plain(field.value)
    headings = [plain(text) for text in (scene.heading, scene.title)]
    about = told in headings or (
        len(told) >= _A_NAME and any(f" {told} " in f" {text} " for text in headings)
    )
    words = naming_words(told)
    return bool(told) and about and 2 * len(said_in(words, [goal])) <= len(words)
