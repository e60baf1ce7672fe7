"""Readiness of strict commands, decided by code.

Source: NLTestRunner, table 1: click(x) needs x on the page and of type link or button; select(x, v)
    a list with option v;
check(x) a checkbox that is not checked; and so on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from rapidfuzz import fuzz, process

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.secrets import keys_in, written
from pathfinder.core.task import Site
from pathfinder.language.strict.forms import Command, Phrase
from pathfinder.language.strict.match import (
    SURE,
    Choice,
    Match,
    called,
    choose,
    matches,
    nearest,
    of_noun,
    plain,
)
from pathfinder.language.strict.page import Page
from pathfinder.webprocessor.element import Element

_GOOD_OPTION = 88.0
_TEXT_FIELDS = frozenset(
    {"textbox", "searchbox", "spinbutton", "combobox", "date", "slider", "file"}
)
_LISTS = frozenset({"combobox", "listbox"})
_CHOICES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox"})
_NEEDS = {
    Kind.CLICK: "link or button",
    Kind.DOUBLE_CLICK: "link or button",
    Kind.TYPE: "field",
    Kind.CLEAR: "field",
    Kind.SELECT: "list or option",
    Kind.CHECK: "checkbox",
    Kind.UNCHECK: "checkbox",
    Kind.UPLOAD: "file field",
}


@dataclass(frozen=True)
class Readiness:
    """Whether a command can be performed on the page as it is, and how.

    action: What to do; None when not ready.
    reason: What it means on this page, or what stands in the way and what was seen instead.
    blame: Of a command that is not ready: the site's page, or the user's words.
    """

    action: Action | None
    reason: str = ""
    element: Element | None = None
    blame: Blame = Blame.SITE
    score: float = 100.0

    @property
    def ok(self) -> bool:
        """Whether it can be performed."""
        return self.action is not None


def readiness(command: Command, page: Page, site: Site, *, form: str = "") -> Readiness:
    """Whether the command can be performed now. form: Key of the form that was filled in last."""
    if command.kind is Kind.NAVIGATE:
        return _navigation(command, page, site)
    if command.target is None:
        return _page_wide(command, page)
    target = command.target
    able = [e for e in page.scene.actionable if _fits(e, command) and of_noun(e, target.noun)]
    if command.kind is Kind.SELECT and not command.value:
        return _choice_without_list(command, page)
    if command.kind in (Kind.SCROLL, Kind.HOVER):
        able = [e for e in page.visible if e.uid]
    found = _sure_enough(target, matches(target, able))
    choice = choose(target, found, form=form)
    if choice.best is None:
        return _nothing(command, target, able, page, choice.why)
    if choice.ambiguous and command.kind is not Kind.SCROLL:
        return _ambiguous(target, choice)
    return _with(command, choice.best, choice, page)


def _navigation(command: Command, page: Page, site: Site) -> Readiness:
    url = command.value or page.scene.url
    whole = urljoin(site.url, url)
    if not site.allows(whole):
        return Readiness(
            None, f"{url} is not on a host that the site {site.name!r} allows", blame=Blame.USER
        )
    return Readiness(Action(Kind.NAVIGATE, value=whole), f"open {whole}")


def _page_wide(command: Command, page: Page) -> Readiness:
    if command.kind is Kind.ANSWER_DIALOG and not page.scene.dialog:
        return Readiness(None, "no native dialog is open")
    return Readiness(Action(command.kind, value=command.value or None), str(command))


def _fits(element: Element, command: Command) -> bool:
    if command.kind in (Kind.TYPE, Kind.CLEAR):
        return (
            element.role in _TEXT_FIELDS or (element.role in _LISTS and bool(command.value))
        ) and not element.readonly
    if command.kind is Kind.SELECT:
        return element.role in _LISTS or bool(element.options) or element.role == "radio"
    if command.kind in (Kind.CHECK, Kind.UNCHECK):
        return element.role in _CHOICES
    if command.kind is Kind.UPLOAD:
        return element.role == "file" or element.attributes.get("type") == "file"
    return True


def _sure_enough(target: Phrase, found: list[Match]) -> list[Match]:
    """Words without quotes have to be an element's very name."""
    return [match for match in found if match.score >= SURE] if target.loose else found


def _nothing(
    command: Command, target: Phrase, able: Sequence[Element], page: Page, why: str
) -> Readiness:
    what = _NEEDS.get(command.kind, "element")
    where = repr(page.scene.heading or page.scene.title or page.scene.url)
    said = [f"no {'' if target.noun else what + ' '}{target} on the page {where}"]
    other = matches(target, page.visible)
    if why:
        said.append(why)
    elif other and other[0].score >= SURE:
        disabled = not other[0].element.enabled
        said.append(
            f"{other[0].called} is there, but {'it is disabled' if disabled else f'is no {what}'}"
        )
    close = nearest(target, able)
    if close:
        said.append(
            "closest: " + ", ".join(f"{match.called} ({match.score:.0f})" for match in close)
        )
    return Readiness(None, "; ".join(said))


def _ambiguous(target: Phrase, choice: Choice) -> Readiness:
    group = [match for match in (choice.best, *choice.others) if match]
    told = ", ".join(dict.fromkeys(match.called for match in group[:4]))
    more = f" and {len(group) - 4} more" if len(group) > 4 else ""
    remedy = f"say which, as in: the 1st {target.words!r}, or {target.words!r} of 'ROW OR CARD'"
    return Readiness(
        None,
        f"{len(group)} elements are called {target.words!r}: {told}{more}; {remedy}",
        blame=Blame.USER,
    )


def _with(command: Command, match: Match, choice: Choice, page: Page) -> Readiness:
    element = match.element
    meant = (
        match.called
        + (f" ({match.how}, {match.score:.0f})" if match.how != "exact" else "")
        + (f", as {choice.why}" if choice.why else "")
    )
    if command.kind in (Kind.CHECK, Kind.UNCHECK) and element.checked is (
        command.kind is Kind.CHECK
    ):
        return Readiness(
            None, f"{match.called} is {'already' if element.checked else 'not'} checked", element
        )
    if command.kind is Kind.UPLOAD and not Path(command.value).is_file():
        return Readiness(None, f"{command.value} is not a file", element, Blame.USER)
    value = command.value
    kind = command.kind
    secret = set(keys_in(value)) & page.vault.secret
    if kind is Kind.SELECT or (kind is Kind.TYPE and element.tag == "select"):
        kind = Kind.SELECT
        option = None if secret else _option(page.vault.show(value), element.options)
        if element.options and option is None and not secret:
            return Readiness(
                None,
                f"{match.called} has no option {value!r}; it has {', '.join(element.options[:12])}",
                element,
            )
        return Readiness(
            Action(kind, element.uid, option or written(value) or None),
            meant,
            element,
            score=match.score,
        )
    return Readiness(
        Action(kind, element.uid, (written(value) if kind is Kind.TYPE else value) or None),
        meant,
        element,
        score=match.score,
    )


def _choice_without_list(command: Command, page: Page) -> Readiness:
    """`Select 'Express delivery'`.

    A radio button of that name, or the one list that has such an option.
    """
    target = command.target
    assert target is not None  # the caller has looked
    radios = [e for e in page.scene.actionable if e.role in ("radio", "option", "tab", "checkbox")]
    choice = choose(target, matches(target, radios))
    if choice.best and not choice.ambiguous:
        element = choice.best.element
        return Readiness(
            Action(Kind.CLICK, element.uid), choice.best.called, element, score=choice.best.score
        )
    lists = [
        (e, option)
        for e in page.scene.actionable
        if e.options and (option := _option(target.words, e.options))
    ]
    if len(lists) == 1:
        return Readiness(
            Action(Kind.SELECT, lists[0][0].uid, lists[0][1]),
            f"{lists[0][1]!r} in {called(lists[0][0])}",
            lists[0][0],
        )
    if len(lists) > 1:
        return Readiness(
            None,
            f"{len(lists)} lists have the option {target.words!r}; say in which list",
            blame=Blame.USER,
        )
    return _nothing(command, target, radios, page, "")


def _option(wanted: str, options: Sequence[str]) -> str | None:
    same = next((option for option in options if plain(option) == plain(wanted)), None)
    if same or not options:
        return same
    part = [option for option in options if plain(option).startswith(plain(wanted))]
    if len(part) == 1:
        return part[0]
    best = process.extractOne(
        plain(wanted),
        [plain(option) for option in options],
        scorer=fuzz.ratio,
        score_cutoff=_GOOD_OPTION,
    )
    return options[best[2]] if best and not re.search(r"\d", wanted) else None
