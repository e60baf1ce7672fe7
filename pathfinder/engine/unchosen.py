"""Options that say that nothing was chosen yet: "Please select", "---"."""

from pathfinder.engine.phrases import first_of, phrases_of, tokens_of


def is_unchosen(option: str) -> bool:
    """Whether an option has no word, or one that asks to choose, in any of the known languages."""
    return not tokens_of(option) or bool(first_of(option, phrases_of("unchosen", "option")))
