"""Which element of a page a phrase means, with a score.

Exact words, synonyms, case and small typos.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pathfinder.language.strict.forms import Noun, Phrase
from pathfinder.webprocessor.element import FIELDS, Element

GOOD = 80.0
SURE = 95.0
_TIE = 3.0
_SHORTEST_FUZZY = 4
_SYNONYMS = (
    ("log in", "login", "sign in", "signin", "log on"),
    ("log out", "logout", "sign out", "signout", "log off"),
    ("sign up", "signup", "register", "create account", "create an account"),
    ("basket", "cart", "shopping cart", "bag", "shopping basket"),
    ("checkout", "check out", "go to checkout", "proceed to checkout"),
    ("e-mail", "email", "email address", "e-mail address"),
    ("postcode", "post code", "zip", "zip code", "postal code"),
    ("surname", "last name", "family name"),
    ("forename", "first name", "given name"),
    ("wish list", "wishlist", "favourites", "favorites"),
    ("delete", "remove"),
    ("ok", "okay"),
)
_ROLES: dict[Noun, frozenset[str]] = {
    "button": frozenset({"button", "menuitem", "tab", "switch"}),
    "link": frozenset({"link", "menuitem"}),
    "field": frozenset(
        {"textbox", "searchbox", "spinbutton", "combobox", "date", "slider", "file", "checkbox"}
    ),
    "list": frozenset({"combobox", "listbox", "list", "menu"}),
    "checkbox": frozenset({"checkbox", "switch"}),
    "radio": frozenset({"radio"}),
    "heading": frozenset({"heading"}),
    "image": frozenset({"img", "image"}),
    "tab": frozenset({"tab"}),
    "file": frozenset({"file"}),
}
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "\u202f": " "}
)


@dataclass(frozen=True)
class Match:
    """An element that a phrase may mean.

    score: 0 to 100; how: "exact", "synonym", "part", "typo" or "attribute".
    """

    element: Element
    score: float
    how: str

    @property
    def called(self) -> str:
        """The element as a person would name it."""
        return called(self.element)


@dataclass(frozen=True)
class Choice:
    """What a phrase was taken to mean.

    others: Elements that fit as well, where none could be preferred; why: what preferred this one.
    """

    best: Match | None
    others: tuple[Match, ...] = ()
    why: str = ""

    @property
    def ambiguous(self) -> bool:
        """Whether several elements fit equally well."""
        return bool(self.others)


def plain(text: str) -> str:
    """Text as it is compared.

    Case, white space, kinds of quotes and a closing colon or star don't matter.
    """
    folded = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold()
    return re.sub(r"\s*[:*]+$", "", " ".join(folded.split()))


def called(element: Element) -> str:
    """An element as a person would name it, with what it belongs to."""
    name = element.name or element.text or element.label or element.uid
    return f"{element.role or element.tag} {name!r}" + (
        f" of {element.context!r}" if element.context else ""
    )


def of_noun(element: Element, noun: Noun) -> bool:
    """Whether an element is such a thing."""
    return noun in ("", "text") or element.role in _ROLES[noun]


def matches(phrase: Phrase, elements: Iterable[Element]) -> list[Match]:
    """The elements that the phrase may mean, best first; those below GOOD are left out."""
    found = [match for element in elements if (match := match_one(phrase, element)).score >= GOOD]
    return sorted(found, key=lambda match: -match.score)


def nearest(phrase: Phrase, elements: Iterable[Element], *, most: int = 3) -> tuple[Match, ...]:
    """What comes closest to a phrase, for a message about why it was not found."""
    scored = [
        replace(
            match_one(phrase, e), score=fuzz.WRatio(plain(phrase.words), plain(e.name or e.text))
        )
        for e in elements
    ]
    unique = {
        match.called: match
        for match in sorted(scored, key=lambda match: match.score)
        if match.score > 55
    }
    return tuple(sorted(unique.values(), key=lambda match: -match.score)[:most])


def match_one(phrase: Phrase, element: Element) -> Match:
    """How well the phrase names the element."""
    wanted = plain(phrase.words)
    best = max(((_score(wanted, plain(name))) for name in _names(element)), default=(0.0, ""))
    technical = (
        96.0
        if _squeezed(wanted) in {_squeezed(value) for value in _technical(element)} and wanted
        else 0.0
    )
    score, how = max(best, (technical, "attribute"))
    return Match(element, score, how)


def choose(phrase: Phrase, found: Sequence[Match], *, form: str = "") -> Choice:
    """The one element that is meant, preferring by what the step and the page say.

    Several when nothing tells them apart.

    form: Key of the form that was filled in last: a control that sends it is meant rather than its
        namesake elsewhere.
    """
    group, why = (
        _placed(phrase, [match for match in found if match.score >= found[0].score - _TIE])
        if found
        else ([], "")
    )
    if not group:
        return Choice(None, why=why)
    if phrase.ordinal:
        place = phrase.ordinal - 1 if phrase.ordinal > 0 else len(group) - 1
        return (
            Choice(group[place], why="by its number")
            if place < len(group)
            else Choice(None, why=f"there are only {len(group)}")
        )
    for reason, keep in _preferences(phrase, form):
        kept = [match for match in group if keep(match)]
        if kept and len(kept) < len(group):
            group, why = kept, reason
    group = _one_a_target(group)
    return Choice(group[0], tuple(group[1:]), why)


def _placed(phrase: Phrase, group: list[Match]) -> tuple[list[Match], str]:
    """Those that stand with the words that the step names."""
    if not phrase.near:
        return group, ""
    wanted = plain(phrase.near)
    scored = [
        (
            max((_score(wanted, plain(text))[0] for text in _around(match.element)), default=0.0),
            match,
        )
        for match in group
    ]
    top = max((score for score, _ in scored), default=0.0)
    if top < GOOD:
        return [], f"none of them belongs to {phrase.near!r}"
    return [
        match for score, match in scored if score >= top - _TIE
    ], f"it belongs to {phrase.near!r}"


def _around(element: Element) -> tuple[str, ...]:
    return tuple(
        text
        for text in (element.context, element.heading, element.name, element.form.replace("-", " "))
        if text
    )


def _preferences(phrase: Phrase, form: str) -> list[tuple[str, Callable[[Match], bool]]]:
    return [
        ("it is not behind a dialog", lambda match: match.element.layer != "covered"),
        ("it is in the dialog on top", lambda match: match.element.layer == "dialog"),
        ("it can be seen", lambda match: not match.element.obstructed),
        (
            "it sends the form that was filled in",
            lambda match: bool(form) and match.element.form == form and match.element.submits,
        ),
        ("it is named exactly so", lambda match: match.score >= 99.9),
        (
            "it is not one card among many",
            lambda match: not match.element.context or bool(phrase.near),
        ),
    ]


def _one_a_target(group: list[Match]) -> list[Match]:
    """Links that lead to the same page are one."""
    seen: dict[str, Match] = {}
    for number, match in enumerate(group):
        seen.setdefault(match.element.href.split("#")[0] or f"#{number}", match)
    return list(seen.values())


def _names(element: Element) -> tuple[str, ...]:
    given = [
        element.name,
        element.label,
        element.text,
        element.attributes.get("placeholder", ""),
        element.attributes.get("title", ""),
    ]
    if ": " in element.name and element.role in ("radio", "checkbox"):
        given.append(element.name.rsplit(": ", 1)[1])
    if element.tag == "input" and element.role == "button":
        given.append(element.value)
    return tuple(dict.fromkeys(name for name in given if name))


def _technical(element: Element) -> list[str]:
    """The names that only the markup shows; test cases written by developers use them."""
    keys = ("id", "name") if element.role in FIELDS or element.actionable else ()
    return [element.attributes[key] for key in keys if element.attributes.get(key)]


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _score(wanted: str, name: str) -> tuple[float, str]:
    if not wanted or not name:
        return 0.0, ""
    if wanted == name:
        return 100.0, "exact"
    if _squeezed(wanted) == _squeezed(name) and _squeezed(wanted):
        return 98.0, "exact"
    if any(wanted in group and name in group for group in _SYNONYMS):
        return 92.0, "synonym"
    if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", name):
        return 80.0 + 15.0 * len(wanted) / len(name), "part"
    if min(len(wanted), len(name)) < _SHORTEST_FUZZY:
        return 0.0, ""
    ratio = fuzz.ratio(wanted, name)
    return (
        (ratio - 4.0, "typo") if ratio >= 84.0 and not _other_numbers(wanted, name) else (0.0, "")
    )


def _other_numbers(one: str, other: str) -> bool:
    """A digit is never a typo: "2 items" is not "3 items"."""
    return re.findall(r"\d+", one) != re.findall(r"\d+", other)
