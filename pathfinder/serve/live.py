"""A running session as it goes: its journal's end as server-sent events."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from pathfinder.core.events import Call, Event, Look, Session, Verdict, first
from pathfinder.core.journal import parse_event
from pathfinder.report.following import Line, doing, follow
from pathfinder.serve.blind import blinded
from pathfinder.serve.pages import filter_of, find, is_blind, page, service_of

router = APIRouter()
_PAUSE = 0.5
_BEAT = 15.0


@router.get("/session/{key}/live")
def show_live(request: Request, key: str) -> Response:
    """The page that follows a session."""
    return page(request, "live.html.j2", session=find(request, key), wanted=filter_of(request))


@router.get("/session/{key}/events")
async def stream(request: Request, key: str) -> Response:
    """Steps, screenshots and the verdict, as they are written; ends after the verdict."""
    session = await asyncio.to_thread(find, request, key)
    batches = tail(session.folder / "journal.jsonl", service_of(request).closing)
    told = tell_steps(key, batches, blind=is_blind(request))
    return StreamingResponse(
        told, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def tail(journal: Path, closing: Callable[[], bool]) -> AsyncIterator[list[Event]]:
    """The events of a journal in batches as they come; ends after the verdict.

    A batch is empty when nothing came for a while.
    """
    place, heard = 0, time.monotonic()
    while not closing():
        place, events = await asyncio.to_thread(read_on, journal, place)
        if events or time.monotonic() - heard > _BEAT:
            heard = time.monotonic()
            yield events
        if first(events, Verdict):
            return
        await asyncio.sleep(_PAUSE)


def read_on(journal: Path, place: int) -> tuple[int, list[Event]]:
    """The whole lines after a place in a journal, and the place after them."""
    with journal.open("rb") as file:
        file.seek(place)
        text = file.read()
    whole = text[: text.rfind(b"\n") + 1]
    # The page that tells the whole session says where a journal is damaged.
    return place + len(whole), [
        event for line in whole.splitlines() if (event := parse_event(line)) is not None
    ]


async def tell_steps(
    key: str, batches: AsyncIterator[list[Event]], *, blind: bool
) -> AsyncIterator[str]:
    """The journal's batches as messages for the page: `step`, `picture`, `doing` and `verdict`."""
    naming: list[Event] = []
    lines: dict[int, Line] = {}
    async for batch in batches:
        if not batch:
            yield ": nothing new\n\n"
        naming += [event for event in batch if isinstance(event, Session | Call)]
        shown = blinded([*naming, *batch], key)[len(naming) :] if blind else batch
        for event in shown:
            line = lines.get(event.step, Line(number=event.step))
            lines[event.step] = line = follow(line, event)
            for message in _messages(key, event, line):
                yield message


def _messages(key: str, event: Event, line: Line) -> Iterator[str]:
    if isinstance(event, Look) and event.screenshot:
        src = f"/session/{key}/{event.screenshot}"
        yield _message("picture", {"src": src, "page": line.page or event.heading})
    if line.number and (line.page or line.worth_showing):
        yield _message(
            "step",
            {
                "number": line.number,
                "page": line.page,
                "choice": line.choice,
                "why": line.why,
                "outcome": line.outcome,
                "mood": line.mood,
                "notes": " · ".join(line.notes),
                "tokens": line.tokens,
            },
        )
    if words := doing(event):
        yield _message("doing", {"words": words})
    if isinstance(event, Verdict):
        yield _message("verdict", event.model_dump(include={"status", "reason", "evidence"}))


def _message(kind: str, values: dict[str, object]) -> str:
    return f"event: {kind}\ndata: {json.dumps(values, ensure_ascii=False)}\n\n"
