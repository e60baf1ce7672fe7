"""What orders the forms of a tester's instructions make: a maker for each kind."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pathfinder.core.action import Kind
from pathfinder.language.prose.marked import PHRASE, Marked
from pathfinder.language.prose.targets import ORDINALS, Instruction, Target, read_target

Maker = Callable[[re.Match[str], Marked], Sequence[Instruction] | None]


def navigate(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Open the page ‹/orders›`: an address, the site itself, or a link of that name."""
    where = match["where"]
    address = next((p.text for p in marked.found(where) if p.kind in ("url", "path")), "")
    address = address or next(
        (p.text for p in marked.found(where) if re.match(r"(https?://|/)\S*$", p.text)), ""
    )
    if address:
        return [Instruction(Kind.NAVIGATE, "", value=address)]
    if not marked.found(where) and re.search(
        r"\b(home ?page|front page|start page|site|website|shop|application|app|store)\b",
        where,
        re.I,
    ):
        return [Instruction(Kind.NAVIGATE, "", value="/")]
    if re.match(r"(go|return)\b", match[0], re.I) and re.search(r"\bprevious page\b", where, re.I):
        return [Instruction(Kind.BACK, "")]
    target = read_target(
        re.sub(r"\b(page|section|category|area|screen)\b", " ", where, flags=re.I), marked
    )
    return [Instruction(Kind.CLICK, "", target)] if target.words else None


def click(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Click on X`, a key of the keyboard, or two things quoted one after the other."""
    what = match["what"]
    kind = Kind.DOUBLE_CLICK if re.match(r"double", match[0], re.I) else Kind.CLICK
    if key := re.fullmatch(
        r"(?:the\s+)?(?:key\s+)?(?:‹(\d+)›|(\w+))(?:\s+key)?(?:\s+on the keyboard)?",
        what.strip(),
        re.I,
    ):
        word = marked.phrases[int(key[1])].text if key[1] else key[2]
        is_key = re.search(r"\bkey\b|keyboard", what, re.I) or (
            not key[1] and word.lower() in _KEYS
        )
        if is_key and word.lower() in _KEYS:
            return [Instruction(Kind.PRESS, "", value=word.capitalize())]
    if joined := re.fullmatch(rf"(?P<one>{PHRASE})\s*(?:,|and)\s*(?P<two>{PHRASE})", what.strip()):
        return [Instruction(kind, "", read_target(joined[name], marked)) for name in ("one", "two")]
    target = read_target(what, marked)
    return [Instruction(kind, "", target)] if target.words or target.roles else None


def fill(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Enter A in the field B`."""
    if _brings_several(match, marked):
        return None
    orders = [_filled(match["field"], match["value"], marked)]
    return (
        orders
        if all(order.target and (order.target.words or order.target.roles) for order in orders)
        else None
    )


def _brings_several(match: re.Match[str], marked: Marked) -> bool:
    """Whether what stands where one value is due tells of other fields, too.

    `York, postcode YO1 7HH`, `‹0›, last name Blake`.
    """
    value = match["value"]
    if _CHANGES.match(match[0]) and ":" in match[0] and "," in value:
        return True
    rest = re.sub(PHRASE, "", value).strip(" .,")
    return bool(_ANOTHER.search(value)) or bool(
        marked.found(value) and "," in value and re.search(r"\w", rest)
    )


def _filled(field: str, value: str, marked: Marked) -> Instruction:
    key = re.search(r"\s+and (?:press|hit) (?:the )?(enter)(?: key)?$", value, re.I)
    return Instruction(
        Kind.TYPE,
        "",
        read_target(field, marked),
        value_of(value[: key.start()] if key else value, marked),
    )


def value_of(words: str, marked: Marked) -> str:
    """The value that words tell: what they quote, else the words themselves."""
    phrases = marked.found(words)
    if phrases and not re.sub(PHRASE, "", words).strip(" .,"):
        return marked.fill(words).strip(" ,")
    return (
        phrases[0].text
        if phrases
        else re.sub(r"^(?:the (?:value|text|word)s?|number)\s+", "", words.strip(" .,"), flags=re.I)
    )


def fill_pairs(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Fill in ‹A› with ‹B› and ‹C› with ‹D›`."""
    pairs = re.findall(
        rf"({PHRASE})\s*(?:field\s+)?(?:with|as|to|=|:|\()\s*({PHRASE}|[^,‹]+?)\)?(?=,|\s+and\s+{PHRASE}|$)",
        match["pairs"],
    )
    return [_filled(field, value, marked) for field, value in pairs] if len(pairs) > 1 else None


def fill_each(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Enter A in the field B and C in D`."""
    single = rf"({PHRASE})\s+(?:in|into|as|for|at|to)\s+(?:the\s+)?(?:field\s+)?({PHRASE})"
    pairs = re.findall(single, match["pairs"])
    return [_filled(field, value, marked) for value, field in pairs] if len(pairs) > 1 else None


def select(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Select A from the list B`."""
    target = read_target(match["field"], marked) if match["field"] else None
    return [Instruction(Kind.SELECT, "", target, value_of(match["value"], marked))]


def choose(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Choose X`: an option of some list, a radio button, or else something to click."""
    target = read_target(match["what"], marked)
    return (
        [
            Instruction(
                Kind.SELECT, "", replace(target, words="", literal=target.literal), target.words
            )
        ]
        if target.words
        else None
    )


def tick(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Tick the box X`; to check that something is so is only to look."""
    what = match["what"]
    if re.match(r"(?:that|whether|if|the (?:page|result|message|content)s?\b)", what, re.I):
        return [Instruction(None, "")]
    target = read_target(what, marked)
    if re.match(r"check\b", match[0], re.I) and not (target.literal or target.roles):
        return [Instruction(None, "")]
    kind = Kind.UNCHECK if re.match(r"un|de|clear", match[0], re.I) else Kind.CHECK
    return [Instruction(kind, "", replace(target, roles=("checkbox", "switch", "radio")))]


def scroll(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Scroll to the bottom`, or to an element."""
    where = match["where"] or "down"
    for word in ("bottom", "end", "top", "up", "down"):
        if re.search(rf"\b{word}\b", where, re.I) and not re.search(PHRASE, where):
            return [Instruction(Kind.SCROLL, "", value={"end": "bottom"}.get(word, word))]
    return [Instruction(Kind.SCROLL, "", read_target(re.sub(r"^.*?\bto\b", "", where), marked))]


def dialog(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Accept the dialog`, with the text that a prompt is given."""
    refused = re.match(r"dismiss|cancel|decline|close|refuse", match[0], re.I)
    text = next((phrase.text for phrase in marked.found(match[0])), "")
    answer = (
        "dismiss"
        if refused
        else f"accept: {text}"
        if text and re.search(r"with|enter|answer|type", match[0], re.I)
        else "accept"
    )
    return [Instruction(Kind.ANSWER_DIALOG, "", value=answer)]


def tab(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Switch to the second tab`, by its number or its name."""
    which = match["which"] or match["other"]
    named = next((phrase.text for phrase in marked.found(which)), "")
    number = next((n for word, n in ORDINALS.items() if re.search(rf"\b{word}\b", which, re.I)), 0)
    back = re.search(r"\b(original|previous|old)\b", which, re.I)
    return [
        Instruction(
            Kind.SWITCH_TAB, "", value=named or str(number - 1 if number > 0 else 0 if back else 1)
        )
    ]


def search(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Search for X`."""
    field = Target(roles=("searchbox",))
    value = re.sub(
        r"^(?:the|an?)\s+|\s+(?:with|in|using|via) (?:the|its|this) .*\bsearch.*$",
        "",
        value_of(match["value"], marked),
        flags=re.I,
    )
    return [Instruction(Kind.TYPE, "", field, value), Instruction(Kind.PRESS, "", field, "Enter")]


def search_again(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Search again`, for what the field holds."""
    return [Instruction(Kind.PRESS, "", Target(roles=("searchbox",)), "Enter")]


def log_in(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """Who logs in; the password is the order's value, the user its target's words."""
    user, password = (value_of(match[name] or "", marked) for name in ("user", "password"))
    return (
        [Instruction(None, "", Target(user, True), password, free=True)]
        if user and password
        else None
    )


def just(kind: Kind | None, value: str = "") -> Maker:
    """An order that needs nothing of the words."""
    return lambda match, marked: [Instruction(kind, "", value=value)]


def wait(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Wait for 2 seconds`."""
    return [Instruction(Kind.WAIT, "", value=match["seconds"] or "1")]


def on(kind: Kind, name: str = "what") -> Maker:
    """An order on the one element that the words name."""

    def make(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
        target = read_target(match[name], marked)
        return [Instruction(kind, "", target)] if target.words or target.roles else None

    return make


def upload(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Upload F to the field X`."""
    target = read_target(match["field"] or "", marked)
    return [
        Instruction(
            Kind.UPLOAD, "", replace(target, roles=("file",)), value_of(match["value"], marked)
        )
    ]


def sort(match: re.Match[str], marked: Marked) -> Sequence[Instruction] | None:
    """`Sort by price, lowest first`: an option of the list that sorts."""
    value = re.sub(
        r",?\s+(?:beginning|starting) with (?:the )?(?:very )?(\w+(?: expensive)?)(?: one)?$",
        r", \1 first",
        match["value"],
    )
    return [Instruction(Kind.SELECT, "", None, value_of(value, marked))]


_CHANGES = re.compile(r"(?:edit|update|change)\b", re.I)
_ANOTHER = re.compile(r",\s+(?:and\s+)?[a-z][a-z-]*(?: [a-z]+){0,2}(?: is| with|:)? (?=[A-Z0-9‹])")
_KEYS = frozenset(
    (
        "enter",
        "return",
        "tab",
        "escape",
        "esc",
        "space",
        "backspace",
        "delete",
        "home",
        "end",
        "arrowdown",
        "arrowup",
        "pagedown",
        "pageup",
    )
)
