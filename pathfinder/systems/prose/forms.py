"""The forms of a tester's instructions: each a pattern, and what orders it makes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pathfinder.core.action import Kind
from pathfinder.systems.prose.marked import PHRASE, Marked
from pathfinder.systems.prose.targets import ORDINALS, ROLES, Order, Target, read_target

Maker = Callable[[re.Match[str], Marked], Sequence[Order] | None]


def _navigate(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    where = match["where"]
    address = next((p.text for p in marked.found(where) if p.kind in ("url", "path")), "")
    address = address or next((p.text for p in marked.found(where) if re.match(r"(https?://|/)\S*$", p.text)), "")
    if address:
        return [Order(Kind.NAVIGATE, "", value=address)]
    if not marked.found(where) and re.search(
        r"\b(home ?page|front page|start page|site|website|shop|application|app|store)\b", where, re.I
    ):
        return [Order(Kind.NAVIGATE, "", value="/")]
    if re.match(r"(go|return)\b", match[0], re.I) and re.search(r"\bprevious page\b", where, re.I):
        return [Order(Kind.BACK, "")]
    target = read_target(re.sub(r"\b(page|section|category|area|screen)\b", " ", where, flags=re.I), marked)
    return [Order(Kind.CLICK, "", target)] if target.words else None


def _click(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    what = match["what"]
    kind = Kind.DOUBLE_CLICK if re.match(r"double", match[0], re.I) else Kind.CLICK
    if key := re.fullmatch(r"(?:the\s+)?(?:key\s+)?(?:‹(\d+)›|(\w+))(?:\s+key)?(?:\s+on the keyboard)?", what.strip(), re.I):
        word = marked.phrases[int(key[1])].text if key[1] else key[2]
        is_key = re.search(r"\bkey\b|keyboard", what, re.I) or (not key[1] and word.lower() in _KEYS)
        if is_key and word.lower() in _KEYS:
            return [Order(Kind.PRESS, "", value=word.capitalize())]
    if joined := re.fullmatch(rf"(?P<one>{PHRASE})\s*(?:,|and)\s*(?P<two>{PHRASE})", what.strip()):
        return [Order(kind, "", read_target(joined[name], marked)) for name in ("one", "two")]
    target = read_target(what, marked)
    return [Order(kind, "", target)] if target.words or target.roles else None


def _fill(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    if _brings_several(match, marked):
        return None
    orders = [_filled(match["field"], match["value"], marked)]
    return orders if all(order.target and (order.target.words or order.target.roles) for order in orders) else None


def _brings_several(match: re.Match[str], marked: Marked) -> bool:
    """Whether what stands where one value is due tells of other fields, too: `York, postcode YO1 7HH`, `‹0›, last name Blake`."""
    value = match["value"]
    if _CHANGES.match(match[0]) and ":" in match[0] and "," in value:
        return True
    rest = re.sub(PHRASE, "", value).strip(" .,")
    return bool(_ANOTHER.search(value)) or bool(marked.found(value) and "," in value and re.search(r"\w", rest))


def _filled(field: str, value: str, marked: Marked) -> Order:
    key = re.search(r"\s+and (?:press|hit) (?:the )?(enter)(?: key)?$", value, re.I)
    return Order(Kind.TYPE, "", read_target(field, marked), _value(value[: key.start()] if key else value, marked))


def _type_anywhere(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    """`Type X`, without a field: the only one there is, or the one that has the focus."""
    return [Order(Kind.TYPE, "", Target(roles=ROLES["field"]), _value(match["value"], marked))]


def _value(words: str, marked: Marked) -> str:
    phrases = marked.found(words)
    if phrases and not re.sub(PHRASE, "", words).strip(" .,"):
        return marked.fill(words).strip(" ,")
    return phrases[0].text if phrases else re.sub(r"^(?:the (?:value|text|word)s?|number)\s+", "", words.strip(" .,"), flags=re.I)


def _fill_pairs(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    pairs = re.findall(rf"({PHRASE})\s*(?:field\s+)?(?:with|as|to|=|:|\()\s*({PHRASE}|[^,‹]+?)\)?(?=,|\s+and\s+{PHRASE}|$)", match["pairs"])
    return [_filled(field, value, marked) for field, value in pairs] if len(pairs) > 1 else None


def _fill_each(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    """`Enter A in the field B and C in D`."""
    single = rf"({PHRASE})\s+(?:in|into|as|for|at|to)\s+(?:the\s+)?(?:field\s+)?({PHRASE})"
    pairs = re.findall(single, match["pairs"])
    return [_filled(field, value, marked) for value, field in pairs] if len(pairs) > 1 else None


def _select(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    target = read_target(match["field"], marked) if match["field"] else None
    return [Order(Kind.SELECT, "", target, _value(match["value"], marked))]


def _choose(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    """`Choose X`: an option of some list, a radio button, or else something to click."""
    target = read_target(match["what"], marked)
    return [Order(Kind.SELECT, "", replace(target, words="", literal=target.literal), target.words)] if target.words else None


def _tick(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    what = match["what"]
    if re.match(r"(?:that|whether|if|the (?:page|result|message|content)s?\b)", what, re.I):
        return [Order(None, "")]
    target = read_target(what, marked)
    if re.match(r"check\b", match[0], re.I) and not (target.literal or target.roles):
        return [Order(None, "")]
    kind = Kind.UNCHECK if re.match(r"un|de|clear", match[0], re.I) else Kind.CHECK
    return [Order(kind, "", replace(target, roles=("checkbox", "switch", "radio")))]


def _scroll(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    where = match["where"] or "down"
    for word in ("bottom", "end", "top", "up", "down"):
        if re.search(rf"\b{word}\b", where, re.I) and not re.search(PHRASE, where):
            return [Order(Kind.SCROLL, "", value={"end": "bottom"}.get(word, word))]
    return [Order(Kind.SCROLL, "", read_target(re.sub(r"^.*?\bto\b", "", where), marked))]


def _dialog(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    refused = re.match(r"dismiss|cancel|decline|close|refuse", match[0], re.I)
    text = next((phrase.text for phrase in marked.found(match[0])), "")
    answer = "dismiss" if refused else f"accept: {text}" if text and re.search(r"with|enter|answer|type", match[0], re.I) else "accept"
    return [Order(Kind.ANSWER_DIALOG, "", value=answer)]


def _tab(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    which = match["which"] or match["other"]
    named = next((phrase.text for phrase in marked.found(which)), "")
    number = next((n for word, n in ORDINALS.items() if re.search(rf"\b{word}\b", which, re.I)), 0)
    back = re.search(r"\b(original|previous|old)\b", which, re.I)
    return [Order(Kind.SWITCH_TAB, "", value=named or str(number - 1 if number > 0 else 0 if back else 1))]


def _search(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    field = Target(roles=("searchbox",))
    value = re.sub(
        r"^(?:the|an?)\s+|\s+(?:with|in|using|via) (?:the|its|this) .*\bsearch.*$", "", _value(match["value"], marked), flags=re.I
    )
    return [Order(Kind.TYPE, "", field, value), Order(Kind.PRESS, "", field, "Enter")]


def _search_again(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    return [Order(Kind.PRESS, "", Target(roles=("searchbox",)), "Enter")]


def _log_in(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    """Who logs in; the password is the order's value, the user its target's words."""
    user, password = (_value(match[name] or "", marked) for name in ("user", "password"))
    return [Order(None, "", Target(user, True), password, free=True)] if user and password else None


def _just(kind: Kind | None, value: str = "") -> Maker:
    return lambda match, marked: [Order(kind, "", value=value)]


def _wait(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    return [Order(Kind.WAIT, "", value=match["seconds"] or "1")]


def _on(kind: Kind, name: str = "what") -> Maker:
    def make(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
        target = read_target(match[name], marked)
        return [Order(kind, "", target)] if target.words or target.roles else None

    return make


def _upload(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    target = read_target(match["field"] or "", marked)
    return [Order(Kind.UPLOAD, "", replace(target, roles=("file",)), _value(match["value"], marked))]


def _sort(match: re.Match[str], marked: Marked) -> Sequence[Order] | None:
    """`Sort by price, lowest first`: an option of the list that sorts."""
    value = re.sub(r",?\s+(?:beginning|starting) with (?:the )?(?:very )?(\w+(?: expensive)?)(?: one)?$", r", \1 first", match["value"])
    return [Order(Kind.SELECT, "", None, _value(value, marked))]


_CHANGES = re.compile(r"(?:edit|update|change)\b", re.I)
_ANOTHER = re.compile(r",\s+(?:and\s+)?[a-z][a-z-]*(?: [a-z]+){0,2}(?: is| with|:)? (?=[A-Z0-9‹])")
_KEYS = frozenset(
    ("enter", "return", "tab", "escape", "esc", "space", "backspace", "delete", "home", "end", "arrowdown", "arrowup", "pagedown", "pageup")
)
_DIALOG = (
    r"(?:native |browser |javascript |confirmation )?(?:dialog|alert|prompt|confirmation|message box|pop-?up)(?: box| window| dialog)?"
)


def _form(pattern: str, make: Maker) -> tuple[re.Pattern[str], Maker]:
    return re.compile(pattern + r"\s*$", re.I | re.S), make


FORMS: tuple[tuple[re.Pattern[str], Maker], ...] = (
    _form(r"(?:go|navigate|step) back(?: in the browser| one page| to the previous page| with the browser)?.*", _just(Kind.BACK)),
    _form(r"(?:press|click|use) (?:on )?the (?:browser'?s )?back button(?: of the browser)?", _just(Kind.BACK)),
    _form(r"(?:reload|refresh)\b.*", _just(Kind.PRESS, "F5")),
    _form(r"wait(?: for)?(?: about)?(?: (?P<seconds>\d+(?:\.\d+)?) ?(?:s|seconds?)\b)?.*", _wait),
    _form(rf"(?:accept|confirm|dismiss|cancel|close|decline|answer) (?:in )?(?:the |that )?{_DIALOG}\b.*", _dialog),
    _form(rf"(?:press|click|choose) (?:on )?‹\d+› in the (?:native|browser|javascript) {_DIALOG}", _dialog),
    _form(rf"(?:enter|type) {PHRASE} (?:in|into) the (?:native |browser )?(?:prompt|dialog)\b.*", _dialog),
    _form(
        r"(?:(?:switch|change|return)(?: back)? to (?:the )?(?P<which>(?:[\w-]+\s+){0,2}tab(?: ‹\d+›)?|‹\d+› tab)"
        r"|go (?:back )?to the (?P<other>(?:new|first|second|third|other|original|previous|browser)(?:ly opened)? (?:browser )?tab))",
        _tab,
    ),
    _form(rf"(?:search|look)(?: again| there| once more|, this time)* for:? (?P<value>{PHRASE}|[^‹]+)", _search),
    _form(r"(?:search|look)(?: again| once more)|start the search\b.*", _search_again),
    _form(r"(?:without \w+ing\b.*|(?:keep|leave)\b[^‹\d]*)", _just(None)),
    _form(
        r"(?:log|sign)[ -]?in(?: again| properly| correctly)?(?::|,? (?:as|with|using))(?: the)?(?: following)?"
        r"(?: details| account| credentials| user(?:name)?| e-?mail(?: address)?)*:? "
        rf"(?P<user>{PHRASE}|\S+)(?: ?/ ?| and | with |, | \()(?:the )?(?:password:? )?(?P<password>{PHRASE}|[^\s()]+)\)?",
        _log_in,
    ),
    _form(r"(?:look at|read|verify|review|observe|note|make sure|see|watch|stay|compare|inspect|do nothing|check that)\b.*", _just(None)),
    _form(
        r"(?:fill(?: in| out)?|complete|enter|set|type)(?: the)?(?: fields?| form)?:? "
        rf"(?P<pairs>{PHRASE}(?: field)?\s*(?:with|as|to|=|:|\().*)",
        _fill_pairs,
    ),
    _form(
        rf"(?:enter|type|input|write|put|insert|fill in)(?: the)? (?P<pairs>{PHRASE} (?:in|into|as|for|at|to) .*{PHRASE}.*{PHRASE}.*)",
        _fill_each,
    ),
    _form(r"(?:upload|attach)(?: the)?(?: file)? (?P<value>‹\d+›|\S+)(?: (?:to|in|into|as|at) (?P<field>.+))?", _upload),
    _form(
        r"(?:enter|type|input|write|put|insert|fill in)(?: the)?(?: (?:value|text|word|words|number|amount))? "
        rf"(?P<value>{PHRASE}|\d[\d.,:/-]*) "
        r"(?:in|into|as|for|at|to|under)(?: the)? (?P<field>.+)",
        _fill,
    ),
    _form(r"(?:enter|type)(?: the following)?(?: text| value)? in(?:to)?(?: the)? (?P<field>.+?): (?P<value>.+)", _fill),
    _form(
        r"(?:enter|type|input|write|put|use|give)(?: the)? "
        rf"(?P<value>{PHRASE}|(?:(?!and )[^\s,‹]+ ?){{1,4}}?) as (?:the |your )?(?P<field>[\w -]{{3,30}})",
        _fill,
    ),
    _form(
        r"(?:fill(?: in| out)?|complete|set|change|update|replace|edit|overwrite|enter|type)(?: in)?(?: the)? (?P<field>.+?)"
        rf"(?: from {PHRASE})?(?:(?: with| to| by| as)(?: the (?:value|text))?:?|:) (?P<value>.+)",
        _fill,
    ),
    _form(
        rf"(?:enter|type|input|write) (?P<value>{PHRASE}|\d[\d.,]*)",
        lambda m, t: [Order(Kind.TYPE, "", Target(roles=ROLES["field"]), _value(m["value"], t))],
    ),
    _form(r"(?:clear|empty)(?: the)?(?P<what> .+(?:field|box|input)|(?: field)? ‹\d+›)", _on(Kind.CLEAR)),
    _form(r"(?:uncheck|untick|deselect|check|tick|agree to|accept)(?: the)? (?P<what>.+)", _tick),
    _form(
        rf"(?:select|choose|pick|set)(?: the)?(?: option| value| entry| item)? (?P<value>{PHRASE}|[\w ]+?)(?: option| value)? "
        r"(?:from|in|under|for|as|at|of)(?: the)? "
        rf"(?P<field>{PHRASE}.*|.+?(?:list|drop-?down.*|menu|field|box|filters?|group|section)|[\w ]{{1,24}})",
        _select,
    ),
    _form(
        r"(?:(?:have|get) (?:the |all )?(?:\w+ )?\w+ sorted|sort(?: (?:the|these|those|all|them|it|this))?(?: \w+){0,2}?) "
        rf"(?:by|from|in order of)(?: the)? (?P<value>{PHRASE}|.+)(?P<field>)",
        _sort,
    ),
    _form(
        r"sort\b.*?[,:] (?P<value>(?:the )?(?:lowest|highest|cheapest|dearest|most expensive|newest|oldest)(?: \w+)? first)(?P<field>)",
        _sort,
    ),
    _form(r"(?:select|choose|pick)(?: the)? (?P<what>.+)", _choose),
    _form(r"scroll(?P<where> .+)?", _scroll),
    _form(r"(?:hover(?: over| on)?|move the (?:mouse|pointer) (?:over|to|onto))(?: the)? (?P<what>.+)", _on(Kind.HOVER)),
    _form(r"(?:click|double[- ]click|press|tap|hit|push|follow)(?: on)? (?P<what>.+)", _click),
    _form(
        r"(?:confirm|finish|end|submit|save|send)(?: it| this| that)? (?:with|by|via|using)(?: clicking| pressing)?(?: on)? (?P<what>.+)",
        _click,
    ),
    _form(r"(?:go|navigate|browse|return|open|visit|start|switch)(?: back)?(?: to| at| on| up)?(?: the)? (?P<where>.+)", _navigate),
    _form(r"(?:submit|send)(?: the)?(?: form| it)", _just(Kind.PRESS, "Enter")),
)
