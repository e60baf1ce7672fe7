"""The texts in journals.

What a model wrote in one reply, in pieces, with the page and the prompt that it answered.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pathfinder.analysis.sessions import PERCEIVE, Session
from pathfinder.core.events import Call, Look, Perceived, Scene

# What is copied rather than written: names of elements, handles, statuses. A quote is kept apart.
_COPIED = frozenset({"Element", "SelectedElement", "TaskStatus", "SelectedInput", "Answer"})
_QUOTES = frozenset({"Evidence"})


@dataclass(frozen=True)
class Text:
    """One reply. pieces: its free texts in order; quote: what it claims to have copied.

    page, prompt: what it answered to.

    group: What makes texts comparable: the scene's name, or the page of the session.
    label: Of its session: TP, FP, TN, FN or nothing.
    """

    model: str
    role: str
    site: str
    group: str
    session: str
    step: int
    pieces: tuple[str, ...]
    quote: str = ""
    page: str = ""
    prompt: str = ""
    label: str = ""

    @property
    def whole(self) -> str:
        """All pieces, each ended as a sentence."""
        return " ".join(
            piece if piece.endswith((".", "!", "?")) else f"{piece}." for piece in self.pieces
        )


def texts_of(sessions: Iterable[Session]) -> list[Text]:
    """Every usable reply that holds words of the model's own."""
    return [text for session in sessions for text in _texts(session)]


def _texts(session: Session) -> Iterator[Text]:
    places = _places(session)
    answered = _answered(session)
    for call in session.of(Call):
        if call.error or (session.system == PERCEIVE and call.step not in answered):
            continue
        pieces, quote = pieces_of(call.reply)
        if pieces:
            site, group, page = places.get(call.step, (session.site, "", ""))
            told = prompt_text(call)
            yield Text(
                call.model,
                call.role,
                site,
                group,
                session.name,
                call.step,
                pieces,
                quote,
                page or told,
                told,
                session.label[0],
            )


def _answered(session: Session) -> set[int]:
    """The steps of saved scenes that were answered to the end; a kill can leave others."""
    return {event.step for event in session.of(Perceived)}


def _places(session: Session) -> dict[int, tuple[str, str, str]]:
    """Step -> site, what the page is called, and its text where the journal has it."""
    looks = {look.step: (session.site, look.name, "") for look in session.of(Look)}
    return looks | {one.step: (one.site, one.scene, one.text) for one in session.of(Scene)}


def pieces_of(reply: str) -> tuple[tuple[str, ...], str]:
    """The free texts of a reply in JSON, and its quote; nothing when it holds no words."""
    try:
        fields = json.loads(_json_part(reply))
    except ValueError:
        return (), ""
    pieces: list[str] = []
    quotes: list[str] = []
    _collect(fields, "", pieces, quotes)
    return tuple(pieces), " ".join(quotes)


def _collect(value: Any, name: str, pieces: list[str], quotes: list[str]) -> None:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _collect(inner, str(key), pieces, quotes)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, name, pieces, quotes)
    elif isinstance(value, str) and name not in _COPIED:
        words = " ".join(value.split())
        if name in _QUOTES:
            quotes.append(words)
        elif name and re.search(r"[^\W\d_]", words):
            pieces.append(words)


def _json_part(text: str) -> str:
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def prompt_text(call: Call) -> str:
    """The prompt as one text, all turns."""
    return "\n".join(message.content for message in call.prompt)


def instruction_of(prompt: str) -> str:
    """The prompt without what was read from the page."""
    return re.sub(r"<page>.*?</page>", "", prompt, flags=re.S)
