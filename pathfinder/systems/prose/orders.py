"""From a tester's action to orders: what to do, to what, with which value; read by rules, without a model."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rapidfuzz import fuzz, process

from pathfinder.core.action import Kind
from pathfinder.systems.prose.forms import FORMS
from pathfinder.systems.prose.marked import Marked, mark
from pathfinder.systems.prose.targets import Order

_VERBS = (
    "go (?:back|to)|open|navigate|visit|browse|click|press|tap|hit|double[- ]click|follow|choose|select|pick|enter|type|input|write|put|"
    "insert|fill|complete|set|change|update|replace|edit|clear|empty|check|tick|uncheck|untick|deselect|scroll|hover|move|drag|upload|"
    "attach|wait|accept|dismiss|confirm|cancel|switch|return|reload|refresh|search|sort|filter|log|sign|submit|send|leave|look|read|verify|"
    "review|observe|note|make sure|add|remove|delete|close|use|agree|answer|repeat|start|stay|do"
)
_VERB = rf"(?:{_VERBS})\b"
_SPLIT = re.compile(
    rf"(?:\s*[.;]\s+|\s*\n+\s*[-*•]?\s*|\s+-\s+(?={_VERB})|,?\s+(?:and|but)\s+then\s+|,?\s+then\s+|"
    rf",?\s+and\s+(?={_VERB})|,\s+(?={_VERB}))",
    re.I,
)
_PLACE = re.compile(r"^(?:in|on|at|from|under|within|inside)\s+(?:the\s+)?[^,:]+$", re.I)
_CONFIRM = re.compile(r"(?:confirm|accept)(?: it)?|(?:press|click|tap)(?: on)? (?:the button )?[\"']?OK[\"']?", re.I)
_SIMPLE_VERBS = [verb for verb in _VERBS.split("|") if verb.isalpha()]


def read_orders(action: str) -> tuple[Order, ...]:
    """The orders in a tester's action, in order; one that no rule understands is `free`."""
    marked = mark(action)
    orders = [order for part in _parts(marked.text) for order in _read(part, marked)]
    return tuple(order for before, order in pairwise((None, *orders)) if order and not _is_answered(before, order))


def _is_answered(before: Order | None, order: Order) -> bool:
    """`… in the prompt and confirm`: answering a dialog has confirmed it already."""
    return before is not None and before.kind is Kind.ANSWER_DIALOG and bool(_CONFIRM.fullmatch(order.text))


def _parts(text: str) -> Iterator[str]:
    """The single instructions in a text; a place said first (`In the menu, …`) joins what follows, a head its list."""
    listing, place = False, ""
    for part in _SPLIT.split(text):
        part = part.strip().lstrip("-•*, ").rstrip(" .,;")
        if not part:
            continue
        listed = re.match(r"^(?P<field>[^:=]{2,40}|‹\d+›)\s*[:=]\s*(?P<value>\S.*)$", part)
        if listing and listed and not re.match(_VERB, part, re.I):
            yield f"fill in {listed['field']} with {listed['value']}"
        elif part.endswith(":") or _HEAD.match(part):
            listing = True
        elif _PLACE.match(part) and not place:
            place = part
        else:
            yield f"{part} {place}".strip()
            place = ""
    if place:
        yield place


_HEAD = re.compile(r"^(?:fill|complete|enter|type)\b[^‹]*\b(?:fields?|details|form|following|values?|data)$", re.I)


def _read(part: str, marked: Marked) -> Iterator[Order]:
    said = marked.quoted(part)
    part = _with_known_verb(part)
    for pattern, make in FORMS:
        match = pattern.match(part)
        if match is None:
            continue
        made = make(match, marked)
        if made is not None:
            yield from (replace(order, text=order.text or said) for order in made)
            return
    yield Order(None, said, free=True)


def _with_known_verb(part: str) -> str:
    """The instruction with a small slip in its verb corrected: `Clik on` -> `click on`."""
    first, space, rest = part.partition(" ")
    if re.match(_VERB, first, re.I) or not space or len(first) < 4:
        return part
    likely = process.extractOne(first.lower(), _SIMPLE_VERBS, scorer=fuzz.ratio, score_cutoff=84)
    return f"{likely[0]} {rest}" if likely else part
