"""Which known word somebody may have meant."""

from collections.abc import Iterable

_CLOSE_ENOUGH = 60


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like this one, if any is."""
    from rapidfuzz import fuzz, process, utils

    best = process.extractOne(
        word, known, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=_CLOSE_ENOUGH
    )
    return best[0] if best else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message about an unknown word: the one most like it, or all."""
    words = list(known)
    like = nearest(word, words)
    return f"did you mean {like!r}?" if like else f"known are: {', '.join(words) or 'none'}"
