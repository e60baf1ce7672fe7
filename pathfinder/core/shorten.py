"""Texts cut to a length."""

_LONGEST_NAME = 60


def short(text: str, longest: int = _LONGEST_NAME) -> str:
    """One line, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[:longest].rsplit(" ", 1)[0] + "…"
