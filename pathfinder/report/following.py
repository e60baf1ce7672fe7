"""What each step of a running session comes to, in one line."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pathfinder.core.journal import Event


@dataclass(frozen=True)
class Line:
    """A step as the terminal shows it. outcome: what followed; mood: good, bad, back or plain."""

    number: int = 0
    page: str = ""
    choice: str = ""
    why: str = ""
    outcome: str = ""
    mood: str = "plain"
    tokens: int = 0
    notes: tuple[str, ...] = field(default=())

    @property
    def worth_showing(self) -> bool:
        """Whether the step did anything; the last look of a session did not."""
        return bool(self.choice or self.outcome)


def follow(line: Line, event: Event) -> Line:
    """The line after one more event of its step."""
    reader = _READERS.get(str(event.get("event")))
    return reader(line, event) if reader else line


def doing(event: Event) -> str:
    """What goes on after an event, for the status line."""
    kind, role = event.get("event"), event.get("role", "")
    if kind == "call":
        return (
            f"{role} answered, in {event.get('seconds', 0):.1f} s"
            if not event.get("error")
            else f"{role} is asked again"
        )
    return _DOING.get(str(kind), "")


_DOING = {
    "session": "opening the site",
    "look": "thinking",
    "purposes": "choosing",
    "choice": "acting",
    "input": "typing",
    "act": "waiting until the page is quiet",
    "change": "judging",
    "back": "going back",
}


def _look(line: Line, event: Event) -> Line:
    if line.page:
        return line
    page = event.get("heading") or event.get("title") or event.get("url") or ""
    return replace(line, number=int(event.get("step") or 0), page=_one_line(page))


def _choice(line: Line, event: Event) -> Line:
    return replace(line, choice=_one_line(event.get("text")), why=_one_line(event.get("rationale")))


def _act(line: Line, event: Event) -> Line:
    result = event.get("result") or {}
    if not line.choice:
        action, element = event.get("action") or {}, event.get("element") or {}
        line = replace(
            line,
            choice=_one_line(
                f"{action.get('kind')} {element.get('name') or action.get('value') or ''}"
            ),
            why="by rule",
        )
    if result.get("ok", True):
        return line
    return replace(
        line, outcome=_one_line(f"{result.get('error')}: {result.get('message')}"), mood="bad"
    )


def _change(line: Line, event: Event) -> Line:
    said = (
        "nothing changed"
        if event.get("nothing")
        else _one_line(event.get("said")).removeprefix("-> ")
    )
    return replace(
        line,
        outcome=said or "the page changed",
        mood="bad" if event.get("errors") or event.get("nothing") else line.mood,
    )


def _judgement(line: Line, event: Event) -> Line:
    if event.get("by") == "critic":
        score = event.get("score")
        note = (
            f"critic {score:+.1f}"
            if isinstance(score, int | float)
            else f"critic: {event.get('status')}"
        )
        mood = "good" if event.get("status") == "progress" and line.mood == "plain" else line.mood
        return replace(line, notes=(*line.notes, note), mood=mood)
    return replace(line, notes=(*line.notes, f"{event.get('by')}: {event.get('status')}"))


def _back(line: Line, event: Event) -> Line:
    return replace(
        line,
        choice=f"↩ go back to {event.get('state')}",
        why=_one_line(event.get("reason")),
        mood="back",
    )


def _call(line: Line, event: Event) -> Line:
    prompt, cached, reply = (
        int(event.get(f"{which}_tokens") or 0) for which in ("prompt", "cached", "reply")
    )
    tokens = prompt - cached + reply  # what a model had in memory is not read again
    notes = (*line.notes, f"bad reply: {event.get('role')}") if event.get("error") else line.notes
    return replace(line, tokens=line.tokens + tokens, notes=notes)


def _one_line(text: Any) -> str:
    return " ".join(str(text or "").split())


_READERS: dict[str, Callable[[Line, Event], Line]] = {
    "look": _look,
    "choice": _choice,
    "act": _act,
    "change": _change,
    "judgement": _judgement,
    "back": _back,
    "call": _call,
}
