"""What a page shows in lines, as a tester reads it: its rows, with what fields hold and is ticked.

Those that matter to a sentence are picked by its words, so that each of them is covered once.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import log

from pathfinder.core.shorten import short
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.element import Element, held_by

_LONGEST = 260
_MOST, _MOST_LETTERS, _MOST_TOLD = 12, 1000, 3
_AGAIN = 0.4
"""What a word counts for that a line has which was picked before."""
_LEAST = 0.3
_GAP = 6
"""So many lines apart two are told with what stands between them."""
_WHOLE = 3000
"""A page of no more letters is told whole. Of 164 expected results of 20 applications a model told
apart what is so and what is not with an auc of .90 by whole pages, .86 by the lines picked."""
_LETTERS = 400
"""So many letters of a line are worth another line."""


def told_lines(sight: Sight) -> list[str]:
    """What can be read on a page in reading order, a row a line."""
    seen = (row for row in sight.rows if row[0].layer != "covered")
    rows = (short(" | ".join(_parts(row)), _LONGEST) for row in seen)
    return [line for line in dict.fromkeys(rows) if line]


def _parts(row: Sequence[Element]) -> list[str]:
    """What the elements of a row say from left to right, nothing twice.

    What a button is called says nothing for others: "More about Anna" stands beside "Anna".
    """
    from_left = sorted(row, key=lambda one: one.box.x if one.box else 0)
    parts = dict.fromkeys((_told(one), one.role == "button") for one in from_left)
    return [
        told
        for told, presses in parts
        if _bare(told)
        and not any(_within(told, other) for other, button in parts if presses or not button)
    ]


def _within(told: str, other: str) -> bool:
    return len(told) < len(other) and _bare(told) in _bare(other)


def _told(element: Element) -> str:
    """An element with what it holds, and whether it is ticked or disabled."""
    name = " ".join((element.name or element.label or element.text).split())
    told = " ".join((element.text or element.name).split())
    if element.checked is not None:
        told = f"{name} ({'ticked' if element.checked else 'not ticked'})"
    elif element.is_field:
        held = held_by(element)
        told = f'{name}: "{held}"' if held else f"{name}: empty"
    elif element.role == "heading":
        told = f"# {told}"
    elif element.role == "button":
        told = f"[{told}]"
    return f"{told}{'' if element.enabled else ' (disabled)'}"


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def lines_about(
    words: str, lines: Sequence[str], told: Collection[str] = (), *, most: int = _MOST
) -> list[str]:
    """The lines that matter to a sentence, in their order; all where that is little.

    Args:
        words: The sentence.
        lines: All of the page.
        told: Messages and news: a few of them are always among them.
        most: So many at most.
    """
    if most > 1 and sum(map(len, lines)) <= _WHOLE:
        return list(lines)
    fillers = lexicon().fillers
    wanted = [word for word in dict.fromkeys(tokens_of(words)) if word not in fillers]
    has = [set(tokens_of(line)) for line in lines]
    found = Counter(word for one in has for word in one)
    worth = {word: log((len(lines) + 1) / (found[word] + 0.5)) for word in wanted if found[word]}
    picked = [at for at, line in enumerate(lines) if line in told][:_MOST_TOLD]
    for at in _covering(lines, has, worth, picked):
        picked.append(at)
        if len(picked) >= most or sum(len(lines[one]) for one in picked) > _MOST_LETTERS:
            break
    return [lines[at] for at in sorted(_closed_up(picked, lines) if most > 1 else picked)]


def _closed_up(picked: Sequence[int], lines: Sequence[str]) -> list[int]:
    """Those that were picked, with what stands between two of them where that is little.

    A list is told whole, so that its entries can be counted and compared.
    """
    found, left = sorted(picked), _MOST_LETTERS - sum(len(lines[at]) for at in picked)
    gaps = [range(one + 1, other) for one, other in pairwise(found) if 1 < other - one <= _GAP]
    for gap in sorted(gaps, key=len):
        left -= sum(len(lines[at]) for at in gap)
        if left < 0:
            break
        found += gap
    return found


def _covering(
    lines: Sequence[str], has: Sequence[Collection[str]], worth: dict[str, float], picked: list[int]
) -> Iterator[int]:
    """The line, again and again, that says most of what was not said yet."""
    seen = Counter(word for at in picked for word in has[at] if word in worth)

    def gained(at: int) -> float:
        own = sum(worth[word] * _AGAIN ** seen[word] for word in worth if word in has[at])
        return own / (1 + len(lines[at]) / _LETTERS)

    while left := [at for at in range(len(lines)) if at not in picked]:
        best = max(left, key=gained)
        if gained(best) <= _LEAST:
            return
        yield best
        seen.update(word for word in has[best] if word in worth)
