"""What testers and pages call things, as data per language, and how alike two names are.

The words are in words/LANGUAGE.yaml; those of all languages are known at once, for a tester's words
and a page's need not be in one language.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

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
HOME: Tokens = ("home",)
"""What a site's first page is called, as the first of its group of synonyms."""


def tokens_of(text: str) -> Tokens:
    """The words of a text as they are compared."""
    return tuple(_TOKEN.findall(text.casefold()))


@dataclass(frozen=True)
class Lexicon:
    """The words of all languages.

    kinds, parts, states, comparisons: What is said -> what it is called here. synonyms: What is
    said -> the first of its group. pointing: Words that point back to the step before. asserting:
    How a sentence begins that checks something. polite: Words that say nothing, as "please".
    wording: Verbs and small words, which no statement has to hold. placing: How a place begins.
    doubling: How a double click is called. keys: Keys that are pressed, and seldom buttons.
    owning: What stands between a name and whose it is.
    counting: What a step of a test is counted by. when: What says when something holds.
    modifiers: Keys that are held. summing: What says that numbers are added up.
    times: What makes a number say how often.
    common: Language -> the words of it that are not names of its own for things. revealing: What a
    button is called that only shows more of the page.
    """

    languages: tuple[str, ...]
    common: Mapping[str, frozenset[str]]
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
    placing: frozenset[Tokens]
    summing: frozenset[Tokens]
    doubling: frozenset[Tokens]
    keys: frozenset[Tokens]
    owning: frozenset[str]
    when: frozenset[str]
    counting: frozenset[str]
    modifiers: frozenset[str]
    times: frozenset[str]
    revealing: frozenset[Tokens]
    going: frozenset[Tokens]
    bringing: frozenset[Tokens]
    joining: frozenset[str]
    meant: frozenset[str]
    stating: frozenset[Tokens]
    orders: frozenset[Tokens]
    sequence: frozenset[str]
    composed: frozenset[Tokens]
    woolly: frozenset[Tokens]
    backward: frozenset[Tokens]

    def language_of(self, text: str) -> str:
        """The language that most of its small words are in; empty where it has none."""
        tokens = tokens_of(text)
        hits = {name: sum(one in own for one in tokens) for name, own in self.common.items()}
        best = max(hits.values(), default=0)
        return next((name for name, count in hits.items() if count == best > 0), "")

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

    def begins(self, text: str, phrases: Collection[Tokens]) -> int:
        """With how many words a text begins that make one of some phrases, politely or not.

        0 where it begins otherwise.
        """
        tokens = tokens_of(text)
        polite = next((n for n, one in enumerate(tokens) if one not in self.polite), len(tokens))
        sizes = [len(one) for one in phrases if tokens[polite : polite + len(one)] == one]
        return polite + max(sizes) if sizes else 0

    def holds(self, text: str, phrases: Collection[Tokens]) -> str:
        """The first of some phrases in a text; empty where it holds none."""
        tokens = tokens_of(text)
        return next((" ".join(tokens[a:b]) for a, b in _runs(tokens, phrases)), "")

    def is_home(self, name: str) -> bool:
        """Whether a name means the page that a site begins with: "the home page of the shop".

        It begins with a word for it, and goes on with a small word, if at all: "home insurance" is
        another page.
        """
        tokens = tokens_of(name)
        while tokens and tokens[0] in self.fillers:
            tokens = tokens[1:]
        homes = (phrase for phrase, means in self.synonyms.items() if means == HOME)
        rests = [tokens[len(one) :] for one in homes if tokens[: len(one)] == one]
        return any(not rest or rest[0] in self.fillers for rest in rests)

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


def _runs(tokens: Tokens, phrases: Collection[Tokens]) -> Iterator[tuple[int, int]]:
    """Where phrases begin and end in a text, in its order."""
    sizes = sorted({len(one) for one in phrases}, reverse=True)
    for at in range(len(tokens)):
        yield from ((at, at + n) for n in sizes if tokens[at : at + n] in phrases)


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
        common={name: _common(one) for name, one in files.items()},
        kinds=_table(each["kinds"] for each in content),
        parts=_table(each["parts"] for each in content),
        states=_table(each["states"] for each in content),
        synonyms={tokens_of(word): tokens_of(group[0]) for group in groups for word in group},
        fillers=_words(content, "fillers"),
        comparisons=_table(each["comparisons"] for each in content),
        negations=_words(content, "negations"),
        numbers=numbers,
        ordinals=ordinals,
        pointing=_words(content, "pointing"),
        asserting=_phrases(content, "asserting"),
        polite=_words(content, "polite"),
        wording=_words(content, "wording"),
        placing=_phrases(content, "placing"),
        summing=_phrases(content, "summing"),
        doubling=_phrases(content, "doubling"),
        keys=_phrases(content, "keys"),
        owning=_words(content, "owning"),
        when=_words(content, "when"),
        counting=_words(content, "counting"),
        modifiers=_words(content, "modifiers"),
        times=_words(content, "times"),
        revealing=_phrases(content, "revealing"),
        going=_phrases(content, "going"),
        bringing=_phrases(content, "bringing"),
        joining=_words(content, "joining"),
        meant=_words(content, "meant"),
        stating=_phrases(content, "stating"),
        orders=_phrases(content, "orders"),
        sequence=_words(content, "sequence"),
        composed=_phrases(content, "composed"),
        woolly=_phrases(content, "woolly"),
        backward=_phrases(content, "backward"),
    )


def _words(content: Iterable[Mapping[str, Any]], key: str) -> frozenset[str]:
    return frozenset(word.casefold() for one in content for word in one[key])


def _phrases(content: Iterable[Mapping[str, Any]], key: str) -> frozenset[Tokens]:
    return frozenset(tokens_of(phrase) for one in content for phrase in one[key])


_SMALL = ("fillers", "negations", "numbers", "ordinals", "pointing", "polite", "wording")


def _common(content: Mapping[str, Any]) -> frozenset[str]:
    """The words of a language by which it is told from others."""
    kinds = (
        phrase for key in ("kinds", "states") for each in content[key].values() for phrase in each
    )
    small = (word for key in _SMALL for word in content[key])
    phrases = (*kinds, *small, *content["asserting"], *content["placing"])
    return frozenset(token for phrase in phrases for token in tokens_of(str(phrase)))


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
