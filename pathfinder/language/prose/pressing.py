"""Find the control of an instruction that describes it instead of quoting its label.

"continue", "save the address", "put the kettle into the basket".
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.matching import stands_by
from pathfinder.webprocessor.element import Element, Scene

_PRESSED = frozenset({"button", "link", "tab", "menuitem"})
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_EMPTY = frozenset(
    {
        "a",
        "an",
        "the",
        "to",
        "of",
        "on",
        "in",
        "into",
        "at",
        "for",
        "from",
        "with",
        "by",
        "and",
        "or",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "your",
        "you",
        "our",
        "their",
        "his",
        "her",
        "my",
        "now",
        "then",
        "again",
        "once",
        "more",
        "one",
        "please",
        "also",
        "just",
        "only",
        "same",
        "name",
        "title",
        "picture",
        "image",
        "link",
        "button",
        "page",
        "entry",
        "item",
        "form",
        "new",
        "via",
        "answer",
        "click",
        "press",
        "tap",
        "open",
        "choose",
        "go",
        "visit",
        "view",
        "follow",
        "select",
        "use",
        "hit",
        "push",
        "them",
        "any",
        "too",
        "well",
        "as",
    }
)
_SAME = {
    "put": "add",
    "proceed": "continue",
    "dismiss": "close",
    "basket": "cart",
    "sign": "log",
    "submit": "send",
}
_ICONS = {
    "magnifying glass": "search",
    "magnifier": "search",
    "cross": "close",
    "bin": "remove",
    "trash can": "remove",
    "heart": "wish list",
}
_ICON = re.compile(rf"\b({'|'.join(_ICONS)})s?\b")
_NAME = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")
_GOES = re.compile(
    r"\W*(?:please\s+)?(?:go|look|have a look|take a look|open|visit|view|see|show|display|call "
    r"up|browse|find|navigate|return|read)\b",
    re.I,
)
_SPOKEN_OF = re.compile(
    r"\W*(?:open|go to|visit|view|click|see|follow)(?: on)?\s+(?:it|its|that|this|the found)\b",
    re.I,
)
_SENDS = re.compile(
    r"(?:confirm|submit|send|save|finish|apply)(?: (?:it|this|them|these|the form|again|your "
    r"(?:entry|entries|message)|once more))*",
    re.I,
)
_FINDS = re.compile(
    r"\W*(?:please\s+)?(?:(?:find|look up)\b|(?:open|visit|go to|view)\b.*\bpage (?:of|for)\b)",
    re.I,
)
_READS = re.compile(r"\W*read (?:the )?(?:page |section )?[\"“]([^\"”]+)[\"”]", re.I)
_ONLY_ONE = re.compile(
    r"\W*(?:open|go to|visit|view|click|choose|follow)(?: on)? (?:the|that) (?:only |single |one )?"
    r"(?:product|result|hit|item|article|match)"
    r"(?: (?:that is |that was |which is )?(?:found|shown|listed))?$",
    re.I,
)
_ONLY_ENTERS = re.compile(
    r"\W*(?:(?:now|then|please)\s+)?(?:enter|type|fill|write|input|insert|put|key "
    r"in|set|change|correct|select|choose|pick|tick|"
    r"untick|check|uncheck|clear|empty)\b",
    re.I,
)
_GOES_ON = re.compile(r"\W*(?:proceed|continue|check ?out|log|sign|register|subscribe)\b", re.I)
_PLACE = re.compile(
    r"(?P<rest>.*\S)\s+(?:from|in|on|at|out of)\s+(?:the|this|that|your|these)\s+[\w ]+$", re.I
)
_WHERETO = re.compile(r"\b(?:to|from|into|out of) (.+)$", re.I)
_MARKS = re.compile(r"[.,:;()\"“”]")
_FRAME = frozenset({"banner", "navigation", "contentinfo"})
_CLEAR = 0.15
_DOES = 0.5


def control_meant(text: str, scene: Scene, *, doing: bool = False) -> Element | None:
    """The only control whose name the instruction says, or of whose name it says a part.

    None when none is, or several are.

    Words that the name has not may say in which card, row or section it stands.

    Args:
        text: The instruction.
        scene: The page.
        doing: Only one that is called after what the instruction does: "Add to basket" for "add a
            kettle to the basket".
    """
    said, verb = _words(text), "" if names_icon(text) else _first(text)
    scored = [
        (score + _DOES * (verb == _first(each.name)), each)
        for each in _usable(scene)
        if (score := _score(said, each))
    ]
    icons = _words(" ".join(_ICON.findall(plain(text))))
    scored = [(score, each) for score, each in scored if icons <= _words(each.name)]
    if doing:
        called = [
            each for each in _usable(scene) if each.role == "button" and verb == _first(each.name)
        ]
        scored = (
            [(score, each) for score, each in scored if each in called]
            or [(0.0, each) for each in _standing_by(text, called, scene)]
            or [(0.0, each) for each in _by_object(text, called)]
        )
    best = max((score for score, _ in scored), default=0.0)
    found = [element for score, element in scored if best - score < _CLEAR]
    return _only(found) or _only(_standing_by(text, found, scene)) or _only(_by_object(text, found))


def without_place(text: str) -> str:
    """An instruction without where on the page its thing is.

    `open the throw from the results` -> `open the throw`.
    """
    placed = _PLACE.match(text)
    return placed["rest"] if placed and _words(placed["rest"]) else text


def _by_object(text: str, elements: Sequence[Element]) -> list[Element]:
    """Those whose name and card have most of the target's words, if any has one.

    Where a control brings it (`Add the jug to the wish list`) has to be said.
    """
    said, whole = _words(without_place(text)) - {_first(text)}, _words(text)
    meant = [each for each in elements if _words(" ".join(_WHERETO.findall(each.name))) <= whole]
    shared = [len(said & _words(f"{each.name} {each.context} {each.heading}")) for each in meant]
    most = max(shared, default=0)
    return [each for each, number in zip(meant, shared, strict=True) if most and number == most]


def names_icon(text: str) -> bool:
    """Whether an instruction calls a control after its picture: `the heart of the lamp`."""
    return bool(_ICON.search(plain(text)))


def link_mentioned(text: str, scene: Scene) -> Element | None:
    """The link to another page whose whole name the instruction has first.

    The longest of those that begin there.
    """
    said = f" {plain(_MARKS.sub(' ', text))} "
    links = [
        each
        for each in _usable(scene)
        if each.role == "link" and len(each.name) > 3 and f" {plain(each.name)} " in said
    ]
    elsewhere = [each for each in links if each.href.split("#")[0] != scene.url.split("#")[0]]
    return min(
        elsewhere,
        key=lambda each: (said.index(f" {plain(each.name)} "), -len(each.name)),
        default=None,
    )


def link_to_read(text: str, scene: Scene) -> Element | None:
    """The link of the page that is to be read: `read "About us"`.

    None where that is what stands on this page.
    """
    said = _READS.match(text)
    links = [
        each
        for each in _usable(scene)
        if said and each.role == "link" and plain(each.name) == plain(said[1])
    ]
    return next(
        (each for each in links if each.href.split("#")[0] != scene.url.split("#")[0]), None
    )


def spoken_of(text: str) -> bool:
    """Whether an instruction is to go to something that was named before.

    `open its page`, `click on it`.
    """
    return bool(_SPOKEN_OF.match(text))


def sends(text: str) -> bool:
    """Whether an instruction is to send what was filled in, and says no more.

    `confirm`, `submit it again`.
    """
    return bool(_SENDS.fullmatch(text.strip(" .!")))


def only_one_found(text: str) -> bool:
    """Whether an instruction is to go to the one thing that a search has found.

    `open the product that is found`.
    """
    return bool(_ONLY_ONE.match(text))


def only_enters(text: str) -> bool:
    """Whether an instruction asks for no more than to enter something.

    `type X in the field Y`, but not `filter by X`.
    """
    return bool(_ONLY_ENTERS.match(text))


def goes_there(text: str) -> bool:
    """Whether an instruction is to go somewhere, or to find something.

    `find the lamp in "Lighting"`.
    """
    return bool(_GOES.match(text))


def finds(text: str) -> bool:
    """Whether it is left open how to get there.

    `open the page of the lamp`, `find the lamp`, but not `open the lamp`.
    """
    return bool(_FINDS.match(text))


def goes_on(text: str) -> bool:
    """Whether an instruction is over only when another page has come.

    `proceed to checkout as a guest`.
    """
    return bool(_GOES_ON.match(text))


def only_goes_there(text: str, link: Element) -> bool:
    """Whether an instruction asks for no more than to follow a link.

    By its verb, or because it says nothing but the link's name.
    """
    return bool(_GOES.match(text)) or _words(text) <= _words(link.name)


def _usable(scene: Scene) -> Iterable[Element]:
    dialog = any(element.layer == "dialog" for element in scene.actionable)
    for element in scene.actionable:
        if (
            element.role in _PRESSED
            and element.enabled
            and element.layer == ("dialog" if dialog else element.layer)
            and element.name
        ):
            yield element


def _score(said: frozenset[str], element: Element) -> float:
    """How much of a name and of the words that say it are the same.

    0 where neither holds all of the other.
    """
    named = _words(re.sub(r"[,:]?\s*\(?\d+\s*\w*\)?$", "", element.name)) or _words(element.name)
    if not named or not said:
        return 0.0
    if named <= said:
        share = 1.0 + len(named) / len(said)
    elif said <= named:
        share = 0.5 + len(said) / len(named)
    else:
        return 0.0
    return share + 0.1 * bool(element.submits) - 0.3 * (element.landmark in _FRAME)


def _standing_by(text: str, elements: list[Element], scene: Scene) -> list[Element]:
    """Those that stand in a card, row or section that the text names."""
    said = f" {plain(text)} "
    around = {each.context or each.heading for each in elements} - {""}
    named = [
        words for words in around if f" {plain(words)} " in re.sub(r"[.,:;]", " ", said)
    ] or _NAME.findall(text[1:])
    return [each for each in elements if any(stands_by(each, words, scene) for words in named)]


def _only(elements: list[Element]) -> Element | None:
    """The one element, or the first of several that lead to the same place."""
    hrefs = {element.href for element in elements}
    return (
        elements[0]
        if len(elements) == 1 or (elements and len(hrefs) == 1 and hrefs != {""})
        else None
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_telling(text))


def _first(text: str) -> str:
    """The first word that tells something: the verb of an instruction, and of a button's name."""
    return next(_telling(text), "")


def _telling(text: str) -> Iterator[str]:
    named = _ICON.sub(lambda match: _ICONS[match[1]], plain(text))
    words = (
        word.rstrip("s") if len(word) > 3 else word
        for word in _WORD.findall(named)
        if word not in _EMPTY
    )
    return (_SAME.get(word, word) for word in words)
