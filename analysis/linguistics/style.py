"""Our features of a text.

Hedging, parroting, diversity, orders, and whether what it quotes and names is on the page.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pathfinder.analysis.linguistics.grammar import words
from pathfinder.analysis.linguistics.texts import Text, instruction_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

FEATURES = (
    "hedging",
    "parroting",
    "repetition",
    "diversity",
    "imperatives",
    "quote_fidelity",
    "page_words",
)
_HEDGES = re.compile(
    r"\b(?:may|might|could|would|perhaps|possibly|probably|likely|unlikely|seems?|seemed|appears?|appeared|apparently|presumably"
    r"|suggests?|potentially|generally|usually|typically|maybe|somewhat|i think|i believe|not "
    r"sure|unclear)\b",
    re.I,
)
_PARROTED = 4
_WORD = re.compile(r"\w+")
_WINDOW = 50


def style(text: Text, pieces: Sequence["Doc"]) -> dict[str, float]:
    """Our features of one text; shares are from 0 to 1."""
    tokens = _WORD.findall(text.whole.lower())
    return {
        "hedging": 100 * len(_HEDGES.findall(text.whole)) / (len(tokens) or 1),
        "parroting": parroting(text.whole, instruction_of(text.prompt)),
        "repetition": repetition(text.pieces),
        "diversity": diversity(tokens),
        "imperatives": imperatives(pieces),
        "quote_fidelity": fidelity(text),
        "page_words": page_words(tokens, text.page),
    }


def parroting(text: str, instruction: str) -> float:
    """Share of the text's runs of four words that stand in the instruction."""
    told = set(_runs(_WORD.findall(instruction.lower())))
    runs = _runs(_WORD.findall(text.lower()))
    return sum(run in told for run in runs) / len(runs) if runs else 0.0


def _runs(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    return [
        tuple(tokens[start : start + _PARROTED]) for start in range(len(tokens) - _PARROTED + 1)
    ]


def repetition(pieces: Sequence[str]) -> float:
    """The share of the pieces that were said before in the same reply."""
    told = [" ".join(_WORD.findall(piece.lower())) for piece in pieces]
    return 1 - len(set(told)) / len(told)


def diversity(tokens: Sequence[str]) -> float:
    """Different words per word, as a mean over windows of 50 words.

    Length has no part in it (moving-average type-token ratio).
    """
    if not tokens:
        return 0.0
    size = min(_WINDOW, len(tokens))
    shares = [
        len(set(tokens[start : start + size])) / size for start in range(len(tokens) - size + 1)
    ]
    return sum(shares) / len(shares)


def imperatives(pieces: Sequence["Doc"]) -> float:
    """The share of sentences that give an order.

    They begin with a bare verb, which has no subject.
    """
    sentences = [words(sentence.as_doc()) for piece in pieces for sentence in piece.sents]
    told = [sentence for sentence in sentences if sentence]
    return sum(sentence[0].tag_ == "VB" for sentence in told) / len(told) if told else 0.0


def fidelity(text: Text) -> float:
    """Whether what the reply quotes stands on the page or in the history: 1 or 0.

    Nan when it quotes nothing.
    """
    quoted = _plain(text.quote)
    return (
        float(f" {quoted} " in f" {_plain(text.page)} {_plain(text.prompt)} ")
        if quoted
        else float("nan")
    )


def page_words(tokens: Sequence[str], page: str) -> float:
    """The share of the words, of four letters and more, that stand on the page.

    The rest the model brought along.
    """
    own = [token for token in tokens if len(token) > 3]
    there = set(_WORD.findall(page.lower()))
    return sum(token in there for token in own) / len(own) if own else 0.0


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
