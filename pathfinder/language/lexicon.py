"""What testers and pages call things, as data per language, and how alike two names are.

The words are in words/LANGUAGE.yaml; those of all languages are known at once, for a tester's words
and a page's need not be in one language.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from rapidfuzz import fuzz

from pathfinder.core.yamlfile import read_yaml

WORDS = Path(__file__).parent / "words"
SURE = 0.84
"""From here on two names mean the same thing."""
MAYBE = 0.62
"""Below it they have nothing to do with each other."""
_TOKEN = re.compile(r"[^\W_]+|[\U0001F300-\U0001FAFF]")
_PLURAL = ("s", "es", "n", "en", "e")
_LONG_ENOUGH = 4
_TYPING_ERROR = 0.85

Tokens = tuple[str, ...]


def tokens_of(text: str) -> Tokens:
    """The words of a text as they are compared."""
    return tuple(_TOKEN.findall(text.casefold()))


@dataclass(frozen=True)
class Lexicon:
    """The words of all languages.

    kinds, parts, states, comparisons: What is said -> what it is called here. synonyms: What is
    said -> the first of its group. pointing: Words that point back to the step before. asserting:
    How a sentence begins that checks something. polite: Words that say nothing, as "please".
    wording: Verbs and small words, which no statement has to hold.
    """

    languages: tuple[str, ...]
    kinds: Mapping[Tokens, tuple[str, ...]]
    parts: Mapping[Tokens, tuple[str, ...]]
    states: Mapping[Tokens, tuple[str, ...]]
    synonyms: Mapping[Tokens, tuple[str, ...]]
    fillers: frozenset[str]
    comparisons: Mapping[Tokens, tuple[str, ...]]
    negations: frozenset[str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    pointing: frozenset[str]
    asserting: frozenset[Tokens]
    polite: frozenset[str]
    wording: frozenset[str]

    @cached_property
    def _longest(self) -> int:
        known = (*self.kinds, *self.parts, *self.synonyms)
        return max((len(one) for one in known), default=1)

    def named(self, table: Mapping[Tokens, tuple[str, ...]], text: str) -> tuple[str, ...]:
        """What a text as a whole is called in a table; its plural, too; nothing where unknown."""
        tokens = tuple(one for one in tokens_of(text) if one not in self.fillers)
        found = table.get(tokens, ())
        for end in _PLURAL if tokens and not found else ():
            single = (*tokens[:-1], tokens[-1].removesuffix(end))
            found = found or (table.get(single, ()) if single != tokens else ())
        return found

    def parted(
        self, table: Mapping[Tokens, tuple[str, ...]], tokens: Sequence[str]
    ) -> tuple[list[str], list[str]]:
        """What a table knows of a text, and the words that are left."""
        known: list[str] = []
        left: list[str] = []
        at = 0
        while at < len(tokens):
            sizes = range(min(self._longest, len(tokens) - at), 0, -1)
            size = next((n for n in sizes if tuple(tokens[at : at + n]) in table), 0)
            if size:
                known += table[tuple(tokens[at : at + size])]
            else:
                left.append(tokens[at])
            at += size or 1
        return known, left

    def canonical(self, text: str) -> Tokens:
        """The words of a text, each group of synonyms as its first, without fillers."""
        tokens = tokens_of(text)
        out: list[str] = []
        at = 0
        while at < len(tokens):
            sizes = range(min(self._longest, len(tokens) - at), 0, -1)
            size = next((n for n in sizes if tokens[at : at + n] in self.synonyms), 0)
            if size:
                out += self.synonyms[tokens[at : at + size]]
            elif tokens[at] not in self.fillers:
                out.append(tokens[at])
            at += size or 1
        return tuple(out)


@cache
def lexicon() -> Lexicon:
    """The words of every language that has a file."""
    files = {path.stem: read_yaml(path).content for path in sorted(WORDS.glob("*.yaml"))}
    content = tuple(files.values())
    numbers, ordinals = (
        {word.casefold(): int(number) for one in content for word, number in one[key].items()}
        for key in ("numbers", "ordinals")
    )
    groups = [group for one in content for group in one["synonyms"]]
    return Lexicon(
        languages=tuple(files),
        kinds=_table(each["kinds"] for each in content),
        parts=_table(each["parts"] for each in content),
        states=_table(each["states"] for each in content),
        synonyms={tokens_of(word): tokens_of(group[0]) for group in groups for word in group},
        fillers=frozenset(word.casefold() for one in content for word in one["fillers"]),
        comparisons=_table(each["comparisons"] for each in content),
        negations=frozenset(word.casefold() for one in content for word in one["negations"]),
        numbers=numbers,
        ordinals=ordinals,
        pointing=frozenset(word.casefold() for one in content for word in one["pointing"]),
        asserting=frozenset(tokens_of(words) for one in content for words in one["asserting"]),
        polite=frozenset(word.casefold() for one in content for word in one["polite"]),
        wording=frozenset(word.casefold() for one in content for word in one["wording"]),
    )


def _table(groups: Iterable[Mapping[str, Sequence[str]]]) -> dict[Tokens, tuple[str, ...]]:
    table: dict[Tokens, tuple[str, ...]] = {}
    for group in groups:
        for name, words in group.items():
            for word in words:
                key = tokens_of(word)
                table[key] = tuple(dict.fromkeys((*table.get(key, ()), name)))
    return table


def alike(one: str, other: str) -> float:
    """How like two texts are, from 0 to 1; the order of words and their numbers do not matter."""
    a, b = _letters(one), _letters(other)
    if not a or not b:
        return 1.0 if one.strip() == other.strip() else 0.0
    return float(max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b))) / 100


def name_likeness(wanted: str, name: str) -> float:
    """How well a name fits what somebody calls a thing, from 0 to 1.

    1 is the same words; synonyms and left out fillers cost little, words that are only in the name
    more, words that the name lacks most.
    """
    one, other = tokens_of(wanted), tokens_of(name)
    if not one or not other:
        return 1.0 if wanted.strip() == name.strip() != "" else 0.0
    if one == other:
        return 1.0
    known = lexicon()
    mine, theirs = known.canonical(wanted) or one, known.canonical(name) or other
    if mine == theirs:
        return 0.97 if "".join(one) == "".join(other) else 0.9
    held = [any(_same_word(word, each) for each in theirs) for word in mine]
    share = sum(held) / len(held)
    spare = 1 - min(1.0, len(mine) / len(theirs))
    by_words = share * (0.94 - 0.14 * spare) if share == 1 else share * 0.7
    letters = alike(wanted, name) if _digits(one) == _digits(other) else 0.0
    return max(by_words, letters * (0.9 if letters >= _TYPING_ERROR else 0.55))


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    longer = min(len(one), len(other)) >= _LONG_ENOUGH
    return longer and not one.isdigit() and fuzz.ratio(one, other) >= 100 * _TYPING_ERROR


def _digits(tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if token.isdigit()]


def _letters(text: str) -> str:
    return " ".join(re.sub(r"[\W\d_]+", " ", text.casefold()).split())
