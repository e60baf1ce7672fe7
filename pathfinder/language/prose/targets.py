"""What an order is, and which element its words mean."""

import re
from dataclasses import dataclass

from pathfinder.core.action import Kind
from pathfinder.language.prose.marked import PHRASE, Marked

ORDINALS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "fifth": 5,
    "5th": 5,
    "last": -1,
    "top": 1,
}
ROLES = {
    "button": ("button",),
    "link": ("link",),
    "tab": ("tab", "link"),
    "icon": (),
    "symbol": (),
    "checkbox": ("checkbox", "switch"),
    "check box": ("checkbox", "switch"),
    "radio button": ("radio",),
    "radio": ("radio",),
    "switch": ("switch", "checkbox"),
    "field": (
        "textbox",
        "searchbox",
        "combobox",
        "spinbutton",
        "date",
        "listbox",
        "file",
        "slider",
    ),
    "text box": ("textbox", "searchbox", "spinbutton"),
    "input": ("textbox", "searchbox", "combobox", "spinbutton", "date"),
    "box": ("textbox", "searchbox", "checkbox", "spinbutton", "combobox"),
    "drop-down list": ("combobox", "listbox"),
    "drop-down menu": ("combobox", "listbox", "button"),
    "dropdown": ("combobox", "listbox"),
    "drop-down": ("combobox", "listbox"),
    "list": ("combobox", "listbox"),
    "menu item": ("menuitem", "link", "button"),
    "menu entry": ("menuitem", "link", "button"),
    "suggestion": ("option",),
    "option": ("radio", "option", "checkbox"),
}
_ROLE = "|".join(sorted(map(re.escape, ROLES), key=len, reverse=True))
_REGIONS = {
    "header": "banner",
    "top bar": "banner",
    "banner": "banner",
    "footer": "contentinfo",
    "bottom of the page": "contentinfo",
    "navigation": "navigation",
    "main menu": "navigation",
    "menu bar": "navigation",
    "navigation bar": "navigation",
    "side menu": "navigation",
    "dialog": "dialog",
    "pop-up": "dialog",
    "popup": "dialog",
    "drawer": "dialog",
    "sidebar": "complementary",
}
_REGION = "|".join(sorted(map(re.escape, _REGIONS), key=len, reverse=True))
_PREPOSITION = (
    r"(?:of|for|in|on|at|under|next "
    r"to|beside|within|inside|from|below|above|near|belonging to|to the right of|to "
    r"the left of|with)"
)
_AROUND = re.compile(
    rf"\b{_PREPOSITION}\s+(?:the\s+|an?\s+)?(?P<kind>[a-z "
    rf"-]{{0,40}}?)\s*(?P<phrase>{PHRASE})(?P<tail>(?:\s+[a-z]+){{0,2}})\s*$",
    re.I,
)
_PROPER = r"[A-Z][\w'’-]*(?:\s+(?:(?:&|of|in|a|the)\s+)*[A-Z][\w'’-]*)+"
_AROUND_NAME = re.compile(
    r"\b(?:of|for|at|under|next to|beside|below|above|belonging "
    rf"to)\s+(?:the\s+)?(?P<name>{_PROPER})$"
)
_PART = r"(?:box|section|list|panel|block|area|group|heading|part)"
_BOXED = re.compile(rf"\b(?:in|under|below)\s+(?:the\s+)?{_PART}\s+(?P<phrase>{PHRASE})", re.I)
_SIDE = re.compile(
    r"\s+(?:on|at|to)\s+(?:the|your|its)\s+(?:\w+\s+)?(?:left|right|top|bottom|side)\b.*$", re.I
)
_IN_REGION = re.compile(
    rf"\b(?:in|on|at|from|inside)\s+(?:the\s+|"
    rf"your\s+)?(?:[a-z]+\s+)?(?P<region>{_REGION})\b(?:\s+of the (?:page|site))?",
    re.I,
)
_BESIDE = re.compile(
    r"\b(?:next to|beside|in the row of|in the card of|on the card "
    r"of)\s+(?:the\s+)?(?P<name>[^‹]+)$",
    re.I,
)
_FILLERS = re.compile(
    r"^(?:on|at|to|in|into|the|a|an|your|this|that|its|again|now)\s+|(?:^|\s+)(?:again|now|"
    r"once|once more|there)$",
    re.I,
)


@dataclass(frozen=True)
class Target:
    """Which element is meant.

    words: Its name as the tester says it; empty when only its kind or place is said.
    literal: The name was quoted: it has to be on the page so.
    roles: Roles that an element of this kind has; empty for any.
    around: Words that stand around it: of its row, card, section or form.
    region: Landmark that it lies in, or "dialog".
    ordinal: Which of several alike, from 1; -1 the last; 0 when not said.
    """

    words: str = ""
    literal: bool = False
    roles: tuple[str, ...] = ()
    around: str = ""
    region: str = ""
    ordinal: int = 0


THE_BUTTON = Target(roles=ROLES["button"])
"""`the button`, of which nothing else is said."""


@dataclass(frozen=True)
class Instruction:
    """One thing to do.

    kind: of an action; None only to look. free: Not understood by rule; `text` is for a model to
    read.
    """

    kind: Kind | None
    text: str
    target: Target | None = None
    value: str = ""
    free: bool = False


def read_target(words: str, marked: Marked) -> Target:
    """The element that words such as `the second ‹0› button in the row of ‹1›` mean."""
    region = ""
    if place := _IN_REGION.search(words):
        region, words = (
            _REGIONS[place["region"].lower()],
            (words[: place.start()] + words[place.end() :]).strip(),
        )
    around = ""
    words = re.sub(
        r"^(?:the\s+)?(?:picture|image|photo|thumbnail|title|name|tile)\s+of\s+(?=\S)",
        "",
        words,
        flags=re.I,
    )
    words = _SIDE.sub("", words)
    if (boxed := _BOXED.search(words)) and _named_before(words[: boxed.start()]):
        around, words = marked.fill(boxed["phrase"]), words[: boxed.start()].strip()
    elif (named := _AROUND_NAME.search(words)) and _named_before(words[: named.start()]):
        around, words = named["name"], words[: named.start()].strip()
    elif (
        len(re.findall(PHRASE, words)) > 1
        and (outer := _AROUND.search(words))
        and re.search(PHRASE, words[: outer.start()])
    ) or ((outer := _AROUND.search(words)) and _named_before(words[: outer.start()])):
        around, words = marked.fill(outer["phrase"]), words[: outer.start()].strip()
    ordinal = next(
        (number for word, number in ORDINALS.items() if re.search(rf"\b{word}\b", words, re.I)), 0
    )
    roles = next((ROLES[match.lower()] for match in re.findall(rf"\b({_ROLE})\b", words, re.I)), ())
    phrases = marked.found(words)
    if phrases:
        return Target(phrases[0].text, True, roles, around, region, ordinal)
    return Target(_name(words), False, roles, around, region, ordinal)


def _named_before(words: str) -> bool:
    """Whether the words name something by themselves.

    `the remove link (of ‹0›)`, but not `the button (with ‹0›)`.
    """
    return bool(re.search(r"[a-z]", _name(words), re.I) or re.search(PHRASE, words))


def _name(words: str) -> str:
    """Unquoted words without articles and words for kinds: `the basket icon` -> `basket`."""
    words = re.sub(rf"\b({'|'.join(ORDINALS)})\b", " ", words, flags=re.I)
    words = re.sub(rf"\b({_ROLE})\b", " ", words, flags=re.I)
    last = ""
    while last != words:
        last, words = words, _FILLERS.sub("", words.strip())
    name = " ".join(words.split()).strip(" .,:")
    return "" if name.lower() in ("the", "a", "an", "that", "this") else name
