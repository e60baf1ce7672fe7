"""How figures and texts are written in the report."""

import math
import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

from pathfinder.core.shorten import noun

_PLACEHOLDER = re.compile(r"\{\{\s*persona\.([\w.-]+)\s*\}\}")
_KEPT = 3000
_SURE = ((0.95, "very likely"), (0.7, "likely"), (0.3, "open"), (0.05, "unlikely"), (0, "no"))
_SHARES = re.compile(r"(?P<share>\d+)%, before (?P<other>\d+)% for (?P<next>.+)", re.S)
_ODDS = re.compile(
    r"(?:whether all of it is done: )?(?:the assertor's )?"
    r"log-odds of Yes (?:are )?(?P<score>-?\d+(?:\.\d+)?)"
    r"(?:, of a step that does nothing (?P<base>-?\d+(?:\.\d+)?))?"
    r"(?:; before it (?P<ahead>-?\d+(?:\.\d+)?); (?P<more>[+-]\d+)% of the goal's words)?"
)
_MINUTE = 60


def duration(seconds: float) -> str:
    """`0.34 s`, `8.1 s`, `2 min 05 s`."""
    if seconds < 1:
        return f"{seconds:.2f} s"
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes} min {rest:02d} s"


def number(value: float) -> str:
    """Digits in groups of three: `12 840`."""
    return f"{round(value):,}".replace(",", "\u202f")


def count(amount: int, one: str, plural: str = "") -> str:
    """`1 step`, `3 steps`."""
    return f"{number(amount)} {noun(amount, one, plural)}"


def percent(part: float, whole: float) -> str:
    """A share, `56 %`; a dash where there is no whole."""
    return f"{100 * part / whole:.0f}\u202f%" if whole else "–"


def moment(unix: float) -> str:
    """Date and time of an event, UTC."""
    return datetime.fromtimestamp(unix, UTC).strftime("%-d %B %Y, %H:%M UTC") if unix else ""


def likelihood(score: float) -> float:
    """Log-odds as a share from 0 to 1.

    How sure the critic is that the step brought the goal closer.
    """
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def sureness(score: float) -> str:
    """Log-odds in a word, with the share behind it: `likely, 88 %`."""
    share = likelihood(score)
    word = next(word for bound, word in _SURE if share >= bound)
    return f"{word}, {percent(share, 1)}"


def in_words(rationale: str) -> str:
    """A rationale that code wrote as figures, in words; what a model wrote stays as it is."""
    if match := _SHARES.fullmatch(rationale.strip()):
        told = f"the model’s choice, {match['share']}\u202f% sure"
        return f"{told}; next came “{match['next']}”, {match['other']}\u202f%"
    return _ODDS.sub(_odds, rationale)


def _odds(match: re.Match[str]) -> str:
    told = [f"the model’s answer: {sureness(float(match['score']))}"]
    if match["base"]:
        told[0] += f" (where nothing happens: {sureness(float(match['base']))})"
    if float(match["ahead"] or 0):  # 0 where nobody asked
        told.append(f"before it was done: {sureness(float(match['ahead']))}")
    if more := int(match["more"] or 0):
        less = "more" if more > 0 else "less"
        told.append(f"the page says {abs(more)}\u202f% {less} of the goal’s words")
    return "; ".join(told)


def as_html(text: object) -> Markup:
    """Text from a page or a journal, escaped; persona placeholders are set as chips."""
    safe = str(escape(str(text).replace("-> ", "→ ")))
    return Markup(
        _PLACEHOLDER.sub(
            r'<span class="persona" title="a value of the persona; never shown here">\1</span>',
            safe,
        )
    )


def shortened(text: str, kept: int = _KEPT) -> str:
    """A long prompt with its middle left out."""
    if len(text) <= 2 * kept:
        return text
    return (
        f"{text[:kept]}\n\n[… {number(len(text) - 2 * kept)} characters left out here; the "
        f"journal holds them …]\n\n{text[-kept:]}"
    )
