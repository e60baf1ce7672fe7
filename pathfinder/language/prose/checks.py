"""Whether what a tester expects is to be seen.

Decided by rules on the page, as far as the words allow.
"""

import re
from collections.abc import Callable

from pathfinder.language.prose.claims import Claim
from pathfinder.language.prose.groups import AMOUNT
from pathfinder.language.prose.layout import arranged, quantified
from pathfinder.language.prose.marked import PHRASE, plain
from pathfinder.language.prose.matching import find_matches, name_score
from pathfinder.language.prose.sight import Finding, Sight, says
from pathfinder.language.prose.sorting import in_order
from pathfinder.language.prose.states import in_state, meant_by
from pathfinder.language.prose.targets import Target, read_target
from pathfinder.language.prose.values import paired
from pathfinder.webprocessor.element import FIELDS

Rule = Callable[[Claim, Sight], Finding | None]
_THING = (
    r"(?:button|link|field|text box|box|checkbox|check box|radio "
    r"button|option|tab|menu|list|drop-?down|input|image|picture|icon|heading)"
)
_MESSAGE = re.compile(
    r"\b(message|error|warning|notice|notification|confirmation|alert|hint|says?)\b", re.I
)
_PAGE = re.compile(
    r"\b(?:page|screen|heading|headline|title|section|form|dialog)\s+(?:named |called |titled "
    r"|with the (?:title|heading) |for )?"
    rf"(?P<after>{PHRASE})"
    rf"|(?P<before>{PHRASE})\s+(?:\w+\s+)?(?:page|screen|heading|title)\b",
    re.I,
)
_ON_CONDITION = re.compile(r"\b(?:over|above|from|orders?|if|when|once)\b", re.I)
_IS_FREE = re.compile(
    r"(?P<what>[^,]{3,60}?) (?:is|are|comes?|remains?) (?:now |also |still |then )?(?:free|for "
    r"free)(?: of charge)?$",
    re.I,
)
_STOP = frozenset(
    {
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "there",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "from",
        "by",
        "as",
        "into",
        "you",
        "your",
        "user",
        "page",
        "site",
        "screen",
        "displayed",
        "display",
        "displays",
        "shown",
        "show",
        "shows",
        "appears",
        "appear",
        "opens",
        "open",
        "opened",
        "visible",
        "seen",
        "see",
        "can",
        "now",
        "still",
        "again",
        "also",
        "one",
        "should",
        "must",
        "has",
        "have",
        "had",
        "will",
        "under",
        "below",
        "above",
        "next",
        "top",
        "bottom",
        "left",
        "right",
        "following",
        "present",
        "listed",
        "list",
        "contains",
        "contain",
    }
)


def check(claim: Claim, sight: Sight) -> Finding | None:
    """Whether the claim holds; None when no rule can tell."""
    for rule in _RULES:
        found = rule(claim, sight)
        if found is not None:
            return found
    return None


def _new_tab(claim: Claim, sight: Sight) -> Finding | None:
    if not re.search(
        r"\b(new|second|another|other|separate)\s+(browser\s+)?(tab|window)\b", claim.words, re.I
    ):
        return None
    opened = "new tab" in sight.notes or sight.scene.tabs > 1
    found = Finding(
        opened != claim.negative,
        "a new tab has opened" if opened else "no new tab has opened",
        f"{sight.scene.tabs} tab(s): {sight.scene.title}",
    )
    return found if not found.holds or not claim.phrases else _said(claim, sight)


def _print(claim: Claim, sight: Sight) -> Finding | None:
    if not re.search(r"\bprint(?:ing)?\s+(?:dialog|preview|window|box)", claim.words, re.I):
        return None
    asked = "print dialog" in sight.notes
    return Finding(
        asked != claim.negative,
        "the page asked to print" if asked else "nothing asked to print",
        ", ".join(sight.notes),
    )


def _native_dialog(claim: Claim, sight: Sight) -> Finding | None:
    if not re.search(r"\b(dialog|alert|prompt|pop-?\s?up|confirmation)\b", claim.words, re.I):
        return None
    said = sight.scene.dialog or next(
        (note.partition(": ")[2] for note in sight.notes if note.startswith("dialog: ")), ""
    )
    if not said:
        return None
    missing = [phrase for phrase in claim.phrases if not says(phrase, [said])]
    return Finding(
        bool(missing) == claim.negative,
        "a native dialog is open" if not missing else f"the dialog does not say {missing[0]!r}",
        said,
    )


def _address(claim: Claim, sight: Sight) -> Finding | None:
    if (
        not re.search(
            r"\b(URL|address of the page|page's address|address bar|web address)\b", claim.words
        )
        or not claim.phrases
    ):
        return None
    if any(
        element.role in FIELDS and name_score("URL", element) > 95
        for element in sight.scene.actionable
    ):
        return None
    missing = [phrase for phrase in claim.phrases if plain(phrase) not in plain(sight.scene.url)]
    return Finding(
        bool(missing) == claim.negative, f"the address is {sight.scene.url}", sight.scene.url
    )


def _title(claim: Claim, sight: Sight) -> Finding | None:
    named = re.search(rf"\b(?:tab|browser|window)(?:'s)?\s+title\b.*?({PHRASE})", claim.words, re.I)
    if not named:
        return None
    wanted = claim.marked.fill(named[1])
    holds = bool(says(wanted, [sight.scene.title]))
    return Finding(
        holds != claim.negative, f"the title is {sight.scene.title!r}", sight.scene.title
    )


def _page(claim: Claim, sight: Sight) -> Finding | None:
    """`The page ‹X› is displayed`: its heading or title says X."""
    named = _PAGE.search(claim.words)
    if not named or re.search(
        r"\b(link|button|field|message|field)s?\b", claim.words[: named.start()], re.I
    ):
        return None
    wanted = claim.marked.fill(named["after"] or named["before"])
    scene = sight.scene
    headings = [
        each.text or each.name
        for each in scene.informational
        if each.role == "heading" and each.layer != "covered"
    ]
    found = says(wanted, [scene.heading, scene.title]) or next(
        (h for h in headings if plain(h) == plain(wanted)), ""
    )
    if (
        not found
        and not claim.negative
        and re.search(r"\b(section|form|dialog)\b", claim.words, re.I)
    ):
        return None
    here = Finding(
        bool(found) != claim.negative,
        f"the page is {scene.heading or scene.title!r}",
        found or scene.heading or scene.title,
    )
    others = [phrase for phrase in claim.phrases if phrase != wanted]
    if not here.holds or not (others or claim.amounts):
        return here
    rest = paired(claim, sight, leave_out=wanted) or _all_said(
        others + list(claim.amounts), claim, sight
    )
    return rest or here


def _errors(claim: Claim, sight: Sight) -> Finding | None:
    """`An error message is displayed`, without its words."""
    if claim.phrases or not re.search(r"\b(error|warning)s?\b", claim.words, re.I):
        return None
    shown = sight.scene.errors
    if claim.negative:
        return Finding(
            not shown,
            f"the page shows {shown[0]!r}" if shown else "the page shows no error",
            shown[0] if shown else "",
        )
    return Finding(True, "the page shows an error", shown[0]) if shown else None


def _free(claim: Claim, sight: Sight) -> Finding | None:
    """`Express delivery is free`: the line of what is named says so, or what it costs.

    That it may be free on a condition tells nothing.
    """
    named = _IS_FREE.match(claim.words)
    if not named or claim.negative:
        return None
    wanted = [
        word
        for word in re.findall(r"[\w'-]+", plain(claim.marked.fill(named["what"])))
        if word not in _STOP
    ]
    lines = [
        line
        for line in (*sight.lines, *sight.rows)
        if all(_has(word, plain(line)) for word in wanted)
    ]
    plainly = [line for line in lines if not _ON_CONDITION.search(line)]
    told = [
        line
        for line in plainly
        if bool(AMOUNT.search(line)) != bool(re.search(r"\bfree\b", line, re.I))
    ]
    if not told or not wanted:
        return None
    best = min(told, key=len)
    return Finding(
        {float(amount.replace(",", "")) for amount in AMOUNT.findall(best)} <= {0.0},
        f"it says {best!r}",
        best,
    )


def _absent(claim: Claim, sight: Sight) -> Finding | None:
    """Words that must not be there; what the page says in a passing notice does not count."""
    if not claim.negative or not claim.phrases:
        return None
    things = [each for each in sight.elements if not each.notice]
    if outside := re.search(
        r"\b(?:from|in|on) the (?P<place>[\w ]*?(?:list|table|page|row|section|results?))\b",
        claim.words,
        re.I,
    ):
        things = (
            [each for each in things if each.landmark not in ("banner", "contentinfo")]
            if outside
            else things
        )
    thing = re.search(rf"\b({_THING})s?\b", claim.words, re.I)
    wanted = claim.phrases[0]
    if thing and not _MESSAGE.search(claim.words):
        target = read_target(claim.words, claim.marked)
        found = next((match.element.name for match in find_matches(target, sight.scene)), "")
    else:
        found = next(
            (each.text or each.name for each in things if says(wanted, (each.text, each.name))), ""
        )
    return Finding(
        not found, f"the page has {found!r}" if found else f"{wanted!r} is not on the page", found
    )


def _control(claim: Claim, sight: Sight) -> Finding | None:
    """`A button ‹X› is displayed`: something to use has that name."""
    thing = re.search(
        rf"\b({_THING})s?(?:\s+(?!with\b|for\b|and\b)[\w-]+){{0,2}}\s+{PHRASE}", claim.words, re.I
    ) or re.search(rf"{PHRASE}\s+(?:[\w-]+\s+)?({_THING})\b", claim.words, re.I)
    if not thing or claim.negative or _MESSAGE.search(claim.words) or len(claim.phrases) != 1:
        return None
    if re.match(rf"(?:the |a )?(?:text|words?|sentence|phrase)\s+{PHRASE}", claim.words, re.I):
        return None
    if thing[1].lower() in ("list", "heading", "image", "picture", "icon", "option", "menu"):
        return None
    target = read_target(claim.words, claim.marked)
    matches = find_matches(target, sight.scene) or find_matches(
        Target(target.words, target.literal), sight.scene
    )
    if matches:
        return Finding(True, f"the page has {matches[0].element.name!r}", matches[0].element.name)
    disabled = meant_by(target, sight)
    if disabled:
        return Finding(True, f"the page has {disabled.name!r}, disabled", disabled.name)
    if thing[1].lower() == "box" and sight.line_with(target.words):
        return None
    return Finding(False, f"no {thing[1].lower()} {target.words!r} on the page")


def _said(claim: Claim, sight: Sight) -> Finding | None:
    """Quoted words and sums of money are on the page."""
    wanted = [*claim.phrases, *claim.amounts]
    return None if not wanted or claim.negative else _all_said(wanted, claim, sight)


def _all_said(wanted: list[str], claim: Claim, sight: Sight) -> Finding | None:
    seen = []
    for words in wanted:
        line = sight.line_with(words)
        if not line:
            return Finding(False, f"{words!r} is not on the page", _nearest(words, sight))
        seen.append(line)
    return Finding(True, "the page says so", " · ".join(dict.fromkeys(seen))[:200])


def _nearest(words: str, sight: Sight) -> str:
    from rapidfuzz import process

    best = process.extractOne(plain(words), sight.plain_lines, score_cutoff=60)
    return sight.lines[best[2]] if best else ""


def _words(claim: Claim, sight: Sight) -> Finding | None:
    """Words without quotes: they hold when a heading, a message or a line says all that matter."""
    if claim.negative or claim.phrases or _IS_FREE.match(claim.words):
        return None
    wanted = [word for word in re.findall(r"[\w'-]+", plain(claim.text)) if word not in _STOP]
    if not wanted:
        return None
    places = [sight.scene.heading, sight.scene.title, *sight.scene.errors, *sight.lines]
    if sight.change and sight.change.news:
        places = [*sight.change.news, *places]
    best = next(
        (place for place in places if place and all(_has(word, plain(place)) for word in wanted)),
        "",
    )
    return Finding(True, "the page says so", best) if best else None


def _has(word: str, text: str) -> bool:
    stem = re.sub(r"(?:ies|es|s|ed|ing)$", "", word) if len(word) > 4 else word
    return bool(re.search(rf"(?<!\w){re.escape(stem)}", text))


_RULES: tuple[Rule, ...] = (
    _print,
    _native_dialog,
    _new_tab,
    _address,
    _title,
    in_state,
    in_order,
    quantified,
    arranged,
    _page,
    paired,
    _errors,
    _free,
    _absent,
    _control,
    _said,
    _words,
)
