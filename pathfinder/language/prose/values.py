"""`The X is Y`: what stands with a label, in a field, or in a row."""

import re
from collections.abc import Iterator

from pathfinder.language.prose.claims import Claim
from pathfinder.language.prose.groups import AMOUNT, group_of
from pathfinder.language.prose.marked import PHRASE, plain
from pathfinder.language.prose.matching import FAIR, name_score
from pathfinder.language.prose.sight import Finding, Sight, says
from pathfinder.language.prose.targets import Target, read_target
from pathfinder.webprocessor.element import FIELDS, Element

_VALUE = rf"(?:{PHRASE}|[£$€]\s?\d[\d,]*(?:\.\d+)?|\d+(?:\.\d+)?\b(?!\s*[a-z]))"
_RELATION = re.compile(
    rf"^(?P<label>.+?)\s+(?P<verb>is|are|shows?|reads?|says?|displays?|contains?|has|have|"
    rf"holds?|equals?|amounts? to|adds up to|"
    r"costs?|changes? "
    r"to|becomes?|stays?|remains?|(?:of|at|with)(?=\s+(?:exactly\s+)?[£$€\d])|=)\s*:?\s+"
    r"(?:now\s+|still\s+|again\s+|set to\s+|filled with\s+|changed to\s+|at\s+|exactly\s+|"
    rf"the\s+(?:value|text|amount|number|status|price|quantity)\s+(?:of\s+)?)*(?P<value>{_VALUE})",
    re.I,
)
_COLON = re.compile(
    r"^(?:.*\b(?:shows?|lists?|displays?|contains?|with|has)\s+(?:the\s+)?)?"
    rf"(?P<label>[\w ]{{2,30}}|{PHRASE})\s*[:=]\s*(?P<value>{_VALUE})",
    re.I,
)
_COMPLAINT = re.compile(r"\b(?:errors?|warnings?|complains?|complaint)\b", re.I)
_COUNTER = re.compile(r"\b(counter|badge|indicator)\b", re.I)
_VAGUE = re.compile(
    r"\b(counter|badge|indicator|number|amount|value|sum|column|cell|figure|on the "
    r"(?:page|screen)|in the (?:header|summary|list|table))\b",
    re.I,
)


def paired(claim: Claim, sight: Sight, leave_out: str = "") -> Finding | None:
    """Whether a value stands where its label is.

    None when the claim is no such pair or the label is not on the page.

    What an error says of a field is not what the field holds.
    """
    if claim.negative or (claim.phrases and _COMPLAINT.search(claim.words)):
        return None
    words = claim.words
    found = [
        result
        for label, value, verb in _pairs(words)
        if (result := _pair(label, value, verb, claim, sight, leave_out))
    ]
    return next((each for each in found if not each.holds), found[0] if found else None)


def _pairs(words: str) -> Iterator[tuple[str, str, str]]:
    for part in re.split(r",\s+(?:and\s+)?|\s+and\s+", words):
        match = _COLON.search(part) or _RELATION.search(part)
        if match:
            yield match["label"], match["value"], (match.groupdict().get("verb") or "is").lower()


def _pair(
    label: str, value: str, verb: str, claim: Claim, sight: Sight, leave_out: str
) -> Finding | None:
    wanted = (
        claim.marked.fill(value).replace(" ", "")
        if AMOUNT.match(value)
        else claim.marked.fill(value)
    )
    if wanted == leave_out:
        return None
    target = read_target(_VAGUE.sub(" ", label), claim.marked)
    if target.words == leave_out:
        return None
    return (
        (_counter(target, wanted, sight) if _COUNTER.search(label) else None)
        or _field(target, wanted, verb, sight)
        or _in_group(target, wanted, sight)
        or (_beside(target, wanted, sight) if target.words else None)
    )


def _counter(target: Target, wanted: str, sight: Sight) -> Finding | None:
    """What a counter shows: the number that can be seen, whatever a screen reader is told."""
    counted = (
        [each for each in sight.labelled(target.words) if each.actionable] if target.words else []
    )
    shown = [
        number
        for each in counted
        for number in re.findall(r"\d+", each.text) or re.findall(r"\d+", each.name)
    ]
    if not shown or not wanted.isdigit():
        return None
    return Finding(
        wanted in shown,
        f"it shows {', '.join(dict.fromkeys(shown))}",
        counted[0].text or counted[0].name,
    )


def _field(target: Target, wanted: str, verb: str, sight: Sight) -> Finding | None:
    """What a field holds, or a list has chosen."""
    fields = [
        each
        for each in sight.scene.actionable
        if each.role in FIELDS and each.checked is None and _fits(target, each)
    ]
    if not fields or not target.words:
        return None
    best = max(fields, key=lambda each: name_score(target.words, each))
    held = best.selected or best.value
    holds = plain(held) == plain(wanted) or (
        verb.startswith(("contain", "show", "display")) and bool(says(wanted, [held]))
    )
    if not holds and verb.startswith(("contain", "offer", "has", "list")) and best.options:
        return Finding(
            bool(says(wanted, best.options)),
            f"{best.name!r} offers {', '.join(best.options)}",
            ", ".join(best.options),
        )
    return Finding(holds, f"{best.name!r} holds {held!r}", held)


def _fits(target: Target, field: Element) -> bool:
    if target.around and plain(target.around) not in plain(
        f"{field.context} {field.name} {field.heading}"
    ):
        return False
    return name_score(target.words, field) >= FAIR


def _in_group(target: Target, wanted: str, sight: Sight) -> Finding | None:
    """A value in the card or row that is named.

    `‹Lamp› costs £5`, `the status of ‹1001› is ‹Sent›`.
    """
    named = target.around or (target.words if target.literal else "")
    group = group_of(named, sight) if named else None
    if group is None:
        return None
    found = says(wanted, group.texts)
    if found:
        return Finding(True, f"{group.name!r} says so", found)
    alike = [
        text for text in group.texts if bool(AMOUNT.search(text)) == bool(AMOUNT.match(wanted))
    ]
    if AMOUNT.match(wanted) and not alike:
        return None
    return Finding(
        False, f"{group.name!r} does not say {wanted!r}", " · ".join(dict.fromkeys(alike))[:160]
    )


def _beside(target: Target, wanted: str, sight: Sight) -> Finding | None:
    """A value that stands with its label."""
    labels = sight.labelled(target.words)
    seen = [text for label in labels for text in sight.beside(label) if text]
    if found := says(wanted, seen):
        return Finding(True, f"it stands with {target.words!r}", found)
    kind = (
        AMOUNT
        if AMOUNT.match(wanted)
        else re.compile(r"(?<![\w.])\d+(?![\w.])")
        if wanted.isdigit()
        else None
    )
    others = [text for text in seen if kind and kind.search(text)]
    if not others:
        return None
    return Finding(False, f"{target.words!r} stands with {others[0]!r}, not {wanted!r}", others[0])
