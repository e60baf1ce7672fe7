"""What the words around a name say: its kind, how often, what it is compared with."""

import re
from collections.abc import Sequence

from pathfinder.agents.words import SaidStep
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.spans import QUOTED

_BETWEEN = frozenset(":,;.()|=<>/")
_CONTROLS = ("button", "link", "field", "checkbox", "radio", "tab", "icon", "list", "column")
_MOST_TIMES = 9
LONGEST_BOUND = 4
_CLAUSE = re.compile(r"[,;]\s|\.\s")


def times_of(step: SaidStep) -> int:
    """How often a step is done."""
    number = lexicon().numbers.get(step.times.casefold(), step.times)
    return min(int(number), _MOST_TIMES) if str(number).isdecimal() and int(number) else 1


def numbers_in(sentence: str) -> list[str]:
    """The numbers of a sentence, as it writes them; those of "no more than" say none."""
    known = lexicon()
    _, left = known.parted(known.comparisons, tokens_of(sentence))
    words = [word.strip("\"“„«‘'([<>=:,.;!?)]»”’") for word in sentence.split()]
    named = known.numbers.keys() & set(left)
    return [
        word
        for word in dict.fromkeys(words)
        if word.casefold() in named or any(letter.isdigit() for letter in word)
    ]


def says(phrases: frozenset[Tokens], sentence: str, *, without: str = "") -> bool:
    """Whether one of the phrases stands in the sentence, outside of a name."""
    text = f" {' '.join(tokens_of(sentence.replace(without, ' ') if without else sentence))} "
    return any(f" {' '.join(one)} " in text for one in phrases)


def clause_of(name: str, sentence: str) -> Tokens:
    """The words outside of quotes of the clause that a name stands in."""
    clause = next((one for one in _CLAUSE.split(sentence) if name in one), sentence)
    return tokens_of(QUOTED.sub(" ", clause))


def kind_said(words: Sequence[str]) -> str:
    """The kind that words are, as a whole; empty where they are none."""
    found = lexicon().kinds.get(tokens_of(" ".join(words)), ())
    return found[0] if found and found[0] != "searchbox" else ""


def kind_of(words: Sequence[str], *, ends: bool) -> str:
    """The kind that words end with, or begin with; empty where they do not."""
    for size in range(min(3, len(words)), 0, -1):
        if kind := kind_said(words[-size:] if ends else words[:size]):
            return kind
    return ""


def around(name: str, sentence: str) -> tuple[list[str], list[str]]:
    """The words that stand directly before and behind a name, with no mark between."""
    at = sentence.find(name)
    if at < 0 or not name:
        return [], []
    before = sentence[:at].rstrip("\"“„«‘' ")
    after = sentence[at + len(name) :].lstrip("\"”“»’' ")
    if before[-1:] in _BETWEEN:
        before = ""
    if after[:1] in _BETWEEN:
        after = ""
    behind = next((at for at, letter in enumerate(after) if letter in _BETWEEN), len(after))
    return before.split()[-4:], after[:behind].split()[:3]


def parted_name(name: str) -> tuple[str, str]:
    """A name without the kind that ends it, or begins it before a capital."""
    words = name.split()
    for size in range(min(3, len(words)), 0, -1):
        own = size < len(words) and words[-1].islower() and kind_said(words[-size:])
        if own and own in _CONTROLS:
            return " ".join(words[:-size]), own
        begins = size < len(words) and not words[size][:1].islower()
        if begins and (kind := kind_said(words[:size])):
            return " ".join(words[size:]), kind
    return name, ""
