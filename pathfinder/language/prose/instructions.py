"""From a tester's action to orders: what to do, to what, with which value.

Read by rules, without a model.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest

from rapidfuzz import fuzz, process

from pathfinder.core.action import Kind
from pathfinder.language.prose.forms import FORMS
from pathfinder.language.prose.marked import PHRASE, Marked, mark, mark_names
from pathfinder.language.prose.targets import Instruction

_VERBS = (
    "go (?:back|to)|open|navigate|visit|browse|click|press|tap|hit|double[- "
    "]click|follow|choose|select|pick|enter|type|input|write|put|"
    "insert|fill|complete|set|change|update|replace|edit|clear|empty|check|tick|uncheck|untick|deselect|scroll|hover|move|drag|upload|"
    "attach|wait|accept|dismiss|confirm|cancel|switch|return|reload|refresh|search|sort|filter|log|sign|submit|send|leave|look|read|verify|"
    "review|observe|note|make "
    "sure|add|remove|delete|close|use|agree|answer|repeat|start|stay|do|apply|place|pay|save|continue|proceed|"
    "publish|raise|lower|take|give|correct|view|keep|try|key in|"
    "register|create|subscribe|reduce|increase|mistype|request|rate"
)
_VERB = rf"(?:{_VERBS})(?![\w-])"
_NEXT = re.compile(rf"^(?:on\s+(?:the\s+)?\S|(?:the\s+)?(?:{PHRASE}|[A-Z]))")
_ADDS_BOTH = re.compile(
    rf"(?P<verb>[Aa]dd|[Pp]ut) (?P<one>(?:\w+ )?(?:[A-Z][^,]*|{PHRASE})) and (?P<two>(?:\w+ "
    rf")?(?:[A-Z][^,]*|{PHRASE})) "
    r"(?P<where>(?:to|into|in) (?:the |your )?\w+)"
)
_NAMED = rf"(?:the )?(?:(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*|{PHRASE})"
_OF_BOTH = re.compile(
    rf"(?P<verb>(?:click|press|tap|tick)(?: on)?) the (?P<thing>\w+)s of (?P<one>{_NAMED}) and "
    rf"(?:of )?(?P<two>{_NAMED})(?=\W|$)",
    re.I,
)
_BEGINS = re.compile(
    rf"^(?P<place>(?:from|on|in|at|under|via)\s+(?:the\s+|your\s+)?(?:[\w-]+\s+){{0,4}}?(?:[\w-]+|{PHRASE})),?\s+(?={_VERB}(?!\s+(?:field|box|form|page|menu)))",
    re.I,
)
_WHOLE = re.compile(r"\b(?:page|site|shop|website|home|screen)\b", re.I)
_ENTERS = re.compile(r"(?:enter|type|fill|give|write|set|complete)\b", re.I)
_SPLIT = re.compile(
    rf"(?:\s*[.;]\s+|\s+[>→»]\s+(?=(?-i:[A-Z])|‹)|"
    rf"\s*\n+\s*[-*•]?\s*|\s+-\s+(?={_VERB})|,?\s+(?:and|but)\s+(?:then|after "
    r"that|afterwards)\s+|,?\s+then\s+|"
    rf",?\s+and\s+(?={_VERB})|,\s+(?={_VERB}))",
    re.I,
)
_ASIDE = re.compile(rf"\s+and,\s+(?:in|on|at|from)\s+[^,‹]{{3,40}},\s+(?={_VERB})", re.I)
_OPENING = re.compile(
    r"^(?:(?:now|then|next|finally|please|again|first|also|(?:try|choose|decide|opt) to)\b,?\s+)+",
    re.I,
)
_DOES = r"\s(?:select|choose|pick|click|press|tick|untick|enter|type|fill|open|set)\b"
_PLACE = re.compile(
    rf"^(?:in|on|at|from|under|within|inside)\s+(?:the\s+)?(?!.*{_DOES})[^,:]+$", re.I
)
_CONFIRM = re.compile(
    r"(?:confirm|accept)(?: it)?|(?:press|click|tap)(?: on)? (?:the button )?[\"']?OK[\"']?", re.I
)
_SIMPLE_VERBS = [verb for verb in _VERBS.split("|") if verb.isalpha()]


def read_orders(action: str) -> tuple[Instruction, ...]:
    """The orders in a tester's action, in order; one that no rule understands is `free`."""
    marked = mark(action)
    orders = [order for part in _told_again(_parts(marked.text)) for order in _read(part, marked)]
    return tuple(
        order
        for before, order in pairwise((None, *orders))
        if order and not _is_answered(before, order)
    )


def _is_answered(before: Instruction | None, order: Instruction) -> bool:
    """`… in the prompt and confirm`: answering a dialog has confirmed it already."""
    return (
        before is not None
        and before.kind is Kind.ANSWER_DIALOG
        and bool(_CONFIRM.fullmatch(order.text))
    )


def _told_again(parts: Iterable[str]) -> Iterator[str]:
    """The instructions; one without a verb is joined to the one before, or gets its verb.

    `click A, then on B` -> `click A`, `click on B`; `enter A as the name, then B` -> `enter A as
    the name, B`.
    """
    going, entering = "", ""
    for part in (each for told in parts for each in _each_added(_unopened(told))):
        if re.fullmatch(PHRASE, part):
            part = f"click {part}"
        has_verb = re.match(_VERB, part, re.I)
        if entering and not has_verb:
            entering += f", {part}"
            continue
        if entering:
            yield entering
            entering = ""
        if going and not has_verb and _NEXT.match(part) and not AS_WHOM.match(part):
            yield going.format(part)
            continue
        verb = re.match(r"(?:click|press|tap|open|choose|go to)(?: on)?\b", part, re.I)
        adding = re.match(
            r"(?P<verb>add|put|remove)\b.*?(?P<where> (?:to|into|in|from) (?:the |your )?\w+)$",
            part,
            re.I,
        )
        going = (
            f"{verb[0].removesuffix(' on')} {{}}"
            if verb
            else f"{adding['verb']} {{}}{adding['where']}"
            if adding
            else ""
        )
        if _ENTERS.match(part):
            entering = part
        else:
            yield part
    if entering:
        yield entering


def _each_added(part: str) -> Iterator[str]:
    """`add A and one B to the basket` -> `add A to the basket`, `add one B to the basket`.

    `click the hearts of A and of B` likewise.
    """
    if several := _OF_BOTH.match(part):
        yield from (
            f"{several['verb']} the {several['thing']} of {several[name]}"
            for name in ("one", "two")
        )
        return
    both = _ADDS_BOTH.fullmatch(part)
    yield from (
        (f"{both['verb']} {both[name]} {both['where']}" for name in ("one", "two"))
        if both
        else (part,)
    )


def _unopened(part: str) -> str:
    """An instruction without `then`, and with the place that it begins with told at its end."""
    part = _OPENING.sub("", part)
    begins = _BEGINS.match(part)
    if not begins:
        return part
    rest = part[begins.end() :]
    return rest if _WHOLE.search(begins["place"]) else f"{rest} {begins['place']}"


def _parts(text: str) -> Iterator[str]:
    """The single instructions in a text.

    A place said first (`In the menu, …`) joins what follows, a head its list.
    """
    listing, place, afterwards = False, "", ""
    items: list[str] = []
    parts = [
        part
        for each in _SPLIT.split(_ASIDE.sub(" and ", text))
        if (part := each.strip().lstrip("-•*, ").rstrip(" .,;-"))
    ]
    for part, following in zip_longest(parts, parts[1:], fillvalue=""):
        listed = _LISTED.match(part)
        if listing and not re.match(_VERB, part, re.I):
            items.append(f"fill in {listed['field']} with {listed['value']}" if listed else part)
        elif part.endswith(":") and _SENDS.match(part):
            listing, afterwards = True, part.rstrip(": ")
        elif part.endswith(":") or (
            _HEAD.match(part) and (_LISTED.match(following) or _HEADED.search(part))
        ):
            listing = True
        elif _PLACE.match(part) and not place:
            place = "" if _WHOLE.search(part) else part
        else:
            yield from _listed(items)
            items.clear()
            yield f"{part} {place}".strip()
            place = ""
    yield from _listed(items)
    if afterwards:
        yield afterwards
    if place:
        yield place


def _listed(items: list[str]) -> Iterator[str]:
    """A list of fields: each by itself where all say which and what, else as one instruction."""
    if all(item.startswith("fill in ") for item in items):
        yield from items
    else:
        yield f"fill in {', '.join(item.removeprefix('fill in ') for item in items)}"


def same_again(text: str, before: str) -> str:
    """An instruction to do the same with another thing, told whole.

    By the step before, with the one name that it has replaced.
    """
    asked = _SAME.search(text)
    names = {phrase.text for phrase in mark_names(mark(before)).phrases}
    if not asked or len(names) != 1:
        return text
    told = before.strip(" .").replace(names.pop(), asked["what"].strip())
    return f"{text[: asked.start()]}{told}{text[asked.end() :]}"


_LOGS_IN_AT = re.compile(
    rf"(?P<log>(?:log|sign)[ -]?in)\b[^‹]*?[( ](?P<where>{PHRASE})\)?(?P<rest>.*)$", re.I
)
_SAME = re.compile(
    r"\b(?:do|repeat) (?:the same|this|that|it)(?: thing| again)? (?:for|with) (?:an?|one|the)?\s*"
    r"(?P<what>.+?)(?=$|[,.;]|\s+and\b|\s+then\b)",
    re.I,
)
AS_WHOM = re.compile(r"as an? [\w -]{3,30}$", re.I)
"""Who the tester is at this point of the page: `As a guest, …`."""
_SENDS = re.compile(r"(?:continue|save|submit|send|proceed|publish|place|confirm)\b", re.I)
_HEADED = re.compile(r"\b(?:as follows|the following(?: \w+)?|with)$", re.I)
_LISTED = re.compile(r"^(?P<field>[^:=]{2,40}|‹\d+›)\s*[:=]\s*(?P<value>\S.*)$")
_HEAD = re.compile(
    r"^(?:fill|complete|enter|type)\b[^‹]*\b(?:fields?|details|form|following|values?|data|"
    r"follows)(?: with)?$",
    re.I,
)


def _read(part: str, marked: Marked) -> Iterator[Instruction]:
    said = marked.quoted(part)
    part = re.sub(r"^go on\b", "continue", _OPENING.sub("", part), flags=re.I)
    part = re.sub(r"^key in\b", "enter", part, flags=re.I)
    part = _with_known_verb(part)
    if (where := _LOGS_IN_AT.match(part)) and marked.found(where["where"])[0].kind in (
        "path",
        "url",
    ):
        yield Instruction(
            Kind.NAVIGATE, f"open {marked.fill(where['where'])}", value=marked.fill(where["where"])
        )
        part = f"{where['log']}{where['rest']}"
    for pattern, make in FORMS:
        match = pattern.match(part)
        if match is None:
            continue
        made = make(match, marked)
        if made is not None:
            yield from (replace(order, text=order.text or said) for order in made)
            return
    yield Instruction(None, said, free=True)


def _with_known_verb(part: str) -> str:
    """The instruction with a small slip in its verb corrected: `Clik on` -> `click on`."""
    first, space, rest = part.partition(" ")
    if re.match(_VERB, first, re.I) or not space or len(first) < 4:
        return part
    likely = process.extractOne(first.lower(), _SIMPLE_VERBS, scorer=fuzz.ratio, score_cutoff=84)
    return f"{likely[0]} {rest}" if likely else part
