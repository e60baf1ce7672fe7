"""What each step of a running session comes to, in one line."""

from dataclasses import dataclass, field, replace

from pathfinder.core.events import Act, Back, Call, Change, Choice, Event, Judgement, Look


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
    match event:
        case Look() if not line.page:
            return replace(line, number=event.step, page=_one_line(event.name))
        case Choice():
            return replace(line, choice=_one_line(event.text), why=_one_line(event.rationale))
        case Act():
            return _act(line, event)
        case Change():
            return _change(line, event)
        case Judgement():
            return _judgement(line, event)
        case Back():
            back = f"↩ go back to {event.state}"
            return replace(line, choice=back, why=_one_line(event.reason), mood="back")
        case Call():
            bad = (f"bad reply: {event.role}",) if event.error else ()
            return replace(line, tokens=line.tokens + event.new_tokens, notes=(*line.notes, *bad))
    return line


def doing(event: Event) -> str:
    """What goes on after an event, for the status line."""
    if isinstance(event, Call):
        answered = f"{event.role} answered, in {event.seconds:.1f} s"
        return f"{event.role} is asked again" if event.error else answered
    return _DOING.get(event.event, "")


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


def _act(line: Line, event: Act) -> Line:
    if not line.choice:
        on = (event.element.name if event.element else "") or event.action.value
        line = replace(line, choice=_one_line(f"{event.action.kind} {on}"), why="by rule")
    if event.result.ok:
        return line
    failed = _one_line(f"{event.result.error}: {event.result.message}")
    return replace(line, outcome=failed, mood="bad")


def _change(line: Line, event: Change) -> Line:
    said = "nothing changed" if event.nothing else _one_line(event.said).removeprefix("-> ")
    mood = "bad" if event.errors or event.nothing else line.mood
    return replace(line, outcome=said or "the page changed", mood=mood)


def _judgement(line: Line, event: Judgement) -> Line:
    note, mood = f"{event.by}: {event.status}", line.mood
    if event.by == "critic":
        note = note if event.score is None else f"critic {event.score:+.1f}"
        mood = "good" if event.status == "progress" and mood == "plain" else mood
    return replace(line, notes=(*line.notes, note), mood=mood)


def _one_line(text: str) -> str:
    return " ".join(text.split())
