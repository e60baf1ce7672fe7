"""Texts for people: cut to a length, and counted."""

_LONGEST_NAME = 60


def short(text: str, longest: int = _LONGEST_NAME) -> str:
    """One line, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[:longest].rsplit(" ", 1)[0] + "…"


def counted(number: int, one: str, plural: str = "") -> str:
    """`1 step`, `3 steps`."""
    return f"{number} {noun(number, one, plural)}"


def noun(number: int, one: str, plural: str = "") -> str:
    """The noun alone, as it stands below a figure that is set large."""
    return one if number == 1 else plural or one + "s"
