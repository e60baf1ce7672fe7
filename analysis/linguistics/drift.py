"""Format drift: how often a model's reply could not be used, and why.

And the slips that were forgiven.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pathfinder.analysis.sessions import Session
from pathfinder.core.events import Call

# Why a reply could not be used, from the reason that the journal holds.
_REASONS = (
    ("cut off", r"cut off|too long"),
    ("empty", r"empty"),
    ("not JSON", r"JSON|EOF|expected value|trailing|control character"),
    ("unknown element", r"no element|there is no"),
    ("field missing", r"required|missing"),
    ("wrong value", r"Input should|valid"),
)


@dataclass(frozen=True)
class Drift:
    """One model's replies.

    bad: could not be used, by reason; slips: were used although the form was not kept, by kind.
    """

    model: str
    calls: int
    bad: Counter[str]
    slips: Counter[str]

    @property
    def bad_share(self) -> float:
        """The share of calls whose reply could not be used."""
        return sum(self.bad.values()) / self.calls if self.calls else 0.0

    @property
    def slip_share(self) -> float:
        """Slips a call."""
        return sum(self.slips.values()) / self.calls if self.calls else 0.0


def drift(sessions: Iterable[Session]) -> list[Drift]:
    """Drift by model; calls that only score a word have no form to drift from, and are left out."""
    by_model: dict[str, list[Call]] = {}
    for session in sessions:
        for call in session.of(Call):
            if not is_score(call.reply):
                by_model.setdefault(call.model, []).append(call)
    return [_of(model, calls) for model, calls in sorted(by_model.items())]


def _of(model: str, calls: list[Call]) -> Drift:
    bad = Counter(reason_of(call.error) for call in calls if call.error)
    slips = Counter(slip for call in calls if not call.error for slip in slips_of(call.reply))
    return Drift(model, len(calls), bad, slips)


def is_score(reply: str) -> bool:
    """Log-probabilities of choices, as the journal holds them: "Yes -0.12, No -2.20"."""
    return bool(
        re.fullmatch(
            r"[^{}\n]{1,40} -?(?:\d+\.\d+|inf)(?:, [^{}\n]{1,40} -?(?:\d+\.\d+|inf))*", reply
        )
    )


def reason_of(error: str) -> str:
    """The kind of a bad reply."""
    return next((name for name, pattern in _REASONS if re.search(pattern, error, re.I)), "other")


def slips_of(reply: str) -> list[str]:
    """What was not kept in a reply that could be used.

    Words around the JSON, code fences, texts that run on or stay empty.
    """
    start, end = reply.find("{"), reply.rfind("}")
    around = (reply[:start] + reply[end + 1 :]).strip() if 0 <= start < end else reply.strip()
    slips = ["code fence"] if "```" in around else ["words around the JSON"] if around else []
    try:
        fields = json.loads(reply[start : end + 1])
    except ValueError:
        return [*slips, "not JSON"]
    values = list(_strings(fields))
    slips += ["empty text"] if any(not value.strip() for value in values) else []
    return slips + (["runs on"] if any(_runs_on(value) for value in values) else [])


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value


def _runs_on(text: str) -> bool:
    """The same few characters five times in a row: a model that has lost its way."""
    return bool(re.search(r"(.{2,40}?)\1{4,}", text))
