"""Safe mode: what a session may send to a site that is to stay as it is.

A site in safe mode is only read, but for the requests that `may_send` in sites.yaml lists for the
goal, and the persona's log-in. The
browser asks before each request is sent; words that name what can't be undone are the second net.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl, urljoin, urlsplit

from pathfinder.core.errors import SafeModeStop
from pathfinder.core.sending import READING, SEEN, Request, Sending, fields_of, method_of
from pathfinder.core.task import Persona, Site, of_goal
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.irreversible import Words, has_words_for
from pathfinder.webprocessor.element import Element

_LIFT = "or add --allow-irreversible"
_MOST_NAMES = 12
_LONGEST_TEXT = 100
"""Characters of a control's own text that are read.

A whole card that can be clicked tells a story, and names no action.
"""
_LONGEST_VERB = 20
"""Characters of a field's value that may say what is done; longer ones are tokens."""
_NAMING = (
    "title",
    "aria-label",
    "alt",
    "value",
    "data-test",
    "data-testid",
    "data-test-id",
    "data-qa",
    "data-cy",
)


@dataclass(frozen=True)
class Policy:
    """What a session with a goal may do to a site in safe mode.

    The persona's log-in is known by what it sends.
    """

    site: Site
    goal: str = ""
    persona: Persona | None = None

    @property
    def words(self) -> Words:
        """The words of all languages, and the site's own."""
        return Words(self.site.irreversible)

    def may_send(self, request: Request) -> bool:
        """Whether a request may leave the browser.

        It only reads, or the goal needs it, or it logs the persona in.
        """
        method = method_of(request)
        if method in READING:
            return self.lists(method, request.url) or not self.words.found_in_address(request.url)
        return all(
            self.lists(each, request.url) for each in {method, request.method.upper()}
        ) or self._logs_in(request)

    def lists(self, method: str, url: str) -> bool:
        """Whether sites.yaml lists it for this goal.

        Each star of a path counts as the tester's word.
        """
        return any(pattern.covers(method, url) for pattern in self._patterns)

    @property
    def _patterns(self) -> tuple[Sending, ...]:
        return of_goal(self.site.may_send, self.goal)

    def _logs_in(self, request: Request) -> bool:
        """Whether it is a POST that logs the persona in.

        It holds the password once, who the persona is, and nothing else that was typed.

        A registration holds more of the persona, a change of the password holds two, a deletion
        names itself.
        """
        if (
            self.persona is None
            or method_of(request) != "POST"
            or len(request.body) >= SEEN  # what follows may be anything
            or self.words.found_in_address(request.url)
        ):
            return False
        fields = fields_of(request)
        if any(
            self.words.found(f"{name} / {value}")
            for name, value in fields
            if len(value) <= _LONGEST_VERB and not self._keys(value)
        ):
            return False
        held = [keys for _, value in fields if (keys := self._keys(value))]
        passwords = [keys for keys in held if any(_is_password(key) for key in keys)]
        others = [keys for keys in held if keys not in passwords]
        who = len(others) == 1 and any(
            key.partition(".")[0] == "account" or "email" in key for key in others[0]
        )
        asked = sum("pass" in name.casefold() or "pwd" in name.casefold() for name, _ in fields)
        return len(passwords) == 1 and who and asked <= 1

    def _keys(self, value: str) -> tuple[str, ...]:
        """The persona's keys whose value this is."""
        values = self.persona.values if self.persona else {}
        return tuple(key for key, own in values.items() if own and own == value)

    def stop(self, request: Request) -> SafeModeStop:
        """The error that ends a session before a request, and says how to let it through.

        Values are left out, secrets masked.
        """
        method, address, names = (
            method_of(request),
            self._address(request.url),
            self._names(request),
        )
        fields = f" with {', '.join(names)}" if names else ""
        line = (
            f"may_send: {{{json.dumps(self.goal or '*', ensure_ascii=False)}: "
            f"[{json.dumps(f'{method} {self._path(request.url)}')}]}}"
        )
        remedy = f"to let it through, write `{line}` below {self.site.name} in sites.yaml, {_LIFT}"
        return SafeModeStop(
            f"safe mode stopped before {method} {address}{fields}; {remedy}",
            {"method": method, "url": address, "fields": names, "allow": line},
        )

    def describe(self, request: Request) -> str:
        """A request in a few words."""
        return f"{method_of(request)} {self._address(request.url)}"

    def stop_at(self, what: str, said: str, phrase: str) -> SafeModeStop:
        """The error that ends a session before a control is pressed or a dialog is accepted."""
        said = self._masked(said)
        message = (
            f'safe mode stopped before {what} "{said}": "{phrase}" names what can\'t be '
            "undone; add --allow-irreversible to do it"
        )
        return SafeModeStop(message, {"what": what, "said": said, "phrase": phrase})

    def irreversible(self, element: Element) -> str:
        """The phrase by which an element of a page names what can't be undone.

        Empty where none does, or sites.yaml lists what it sends.
        """
        address = urljoin(
            self.site.url, element.action if element.submits and element.action else element.href
        )
        if (
            address
            and element.submits
            and any(self.lists(method, address) for method in ("POST", "GET"))
        ):
            return ""
        attributes = [element.attributes[name] for name in _NAMING if name in element.attributes]
        return self.names(
            (element.name, element.text, *attributes),
            href=urljoin(self.site.url, element.href) if element.href else "",
        )

    def names(self, texts: tuple[str, ...], *, href: str = "") -> str:
        """The phrase of a control or its link that names what can't be undone; else empty."""
        if href and self.lists("GET", href):
            return ""
        found = next(
            (
                phrase
                for text in texts
                if len(text) <= _LONGEST_TEXT and (phrase := self.words.found(text))
            ),
            "",
        )
        return found or (self.words.found_in_address(href) if href else "")

    def pressing(self, said: Mapping[str, object]) -> SafeModeStop | None:
        """What the control that is about to be pressed says of itself (see page/says.js).

        The error, or None when it may be pressed.
        """
        method, address = str(said.get("method") or ""), str(said.get("address") or "")
        if method and self.lists(method, address):
            return None
        texts = tuple(str(text) for text in said.get("texts") or ())  # type: ignore[attr-defined]
        phrase = self.names(texts, href=address if method == "GET" else "")
        return (
            self.stop_at(
                "pressing",
                next((text for text in texts if text.strip()), address)[:_LONGEST_TEXT],
                phrase,
            )
            if phrase
            else None
        )

    def accepting(self, dialog: str) -> SafeModeStop | None:
        """The error when a native dialog asks about what can't be undone; else None."""
        phrase = self.words.found(dialog)
        return (
            self.stop_at("accepting the dialog", dialog[:_LONGEST_TEXT], phrase) if phrase else None
        )

    def knows(self, language: str) -> bool:
        """Whether there are words for a page's language."""
        return has_words_for(language)

    def _address(self, url: str) -> str:
        """The address without the values of its query."""
        parts = urlsplit(url)
        names = "&".join(
            f"{name}=…"
            for name in dict.fromkeys(
                name for name, _ in parse_qsl(parts.query, keep_blank_values=True)
            )
        )
        return self._masked(
            f"{parts.scheme}://{parts.netloc}{parts.path}{'?' if names else ''}{names}"
        )

    def _path(self, url: str) -> str:
        """The path as a pattern: of another host than the site's first with the host before it."""
        parts = urlsplit(url)
        where = (
            ""
            if parts.netloc == urlsplit(self.site.url).netloc
            else f"{parts.scheme}://{parts.netloc}"
        )
        return f"{where}{self._masked(parts.path or '/')}"

    def _names(self, request: Request) -> list[str]:
        names = dict.fromkeys(self._masked(name)[:40] for name, _ in fields_of(request) if name)
        return list(names)[:_MOST_NAMES]

    def _masked(self, text: str) -> str:
        return self.persona.vault.mask(text) if self.persona else text


def policy_of(site: Site, goal: str, persona: Persona) -> Policy | None:
    """What holds a session back; None on a site that is not in safe mode."""
    return Policy(site, goal, persona) if site.safe else None


def answer_to(dialog: str, site: Site, *, deletes: bool) -> Literal["accept", "dismiss"]:
    """How a native dialog is answered by rule.

    Accepted, but for one that asks about what can't be undone on a site in safe mode, and one that
    asks whether to delete something, where the goal does not (`deletes`).
    """
    words = Policy(site).words
    unwanted = (site.safe and words.found(dialog)) or (not deletes and words.deleting(dialog))
    return "dismiss" if unwanted else "accept"


def deleting(candidate: Candidate) -> bool:
    """Whether its control says that it deletes, cancels or leaves something."""
    control = candidate.control
    if control is None:
        return False
    said = (control.name, control.text, *(control.attributes.get(key, "") for key in _NAMING))
    return any(len(text) <= _LONGEST_TEXT and Words().deleting(text) for text in said)


_NAME_AND_PASSWORD = 2


def writes(candidate: Candidate) -> bool:
    """Whether it fills in or sends a form by which the site keeps something, as its markup says.

    One that is sent by POST, or that a script sends and has a text of several lines, a field that
    may not be empty, or two texts and more in a dialog; not a search, and not a log-in. What the
    markup sends elsewhere by GET only looks something up.
    """
    control, fields = candidate.control, candidate.fields
    if control is not None and not (control.submits or control.is_field):
        return False
    secret = any(field.attributes.get("type") == "password" for field in fields)
    logs_in = secret and len(fields) <= _NAME_AND_PASSWORD
    needs = any(field.required or field.tag == "textarea" for field in fields)
    needs = needs or sum(one.role == "textbox" and one.layer == "dialog" for one in fields) > 1
    posts = any(element.posts for element in candidate.elements)
    by_script = not any(element.action for element in candidate.elements)
    return (posts or (needs and by_script)) and not (looks_up(candidate.elements) or logs_in)


def looks_up(elements: Iterable[Element]) -> bool:
    """Whether one of the elements of a form is for searching."""
    return any(e.role == "searchbox" or e.landmark == "search" for e in elements)


def _is_password(key: str) -> bool:
    return key.rpartition(".")[2].casefold() in ("password", "passphrase", "pin")


def irreversible(candidate: Candidate, site: Site, goal: str = "") -> bool:
    """Whether its words or its link say that it can't be undone: safe mode does not offer it."""
    return candidate.control is not None and bool(
        Policy(site, goal).irreversible(candidate.control)
    )
