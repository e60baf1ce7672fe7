"""The live view: what a running session writes comes out as messages, until its verdict."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from serve_person import Person
from serve_sessions import write_session

from pathfinder.core.events import Choice, Event, Look, Session, Verdict
from pathfinder.serve.live import read_on, tail, tell_steps
from pathfinder.serve.summary import key_of


def messages(text: str) -> list[tuple[str, dict[str, object]]]:
    """Kind and values of each message in a stream."""
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines())
        for block in text.split("\n\n")
        if block.startswith("event")
    ]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


def test_steps_picture_and_verdict_of_a_session(runs: Path, person: Callable[..., Person]) -> None:
    told = messages(person().see(f"/session/{key_of('alone')}/events"))
    assert [kind for kind, _ in told][-1] == "verdict"
    steps = [values for kind, values in told if kind == "step"]
    assert {"number": 1, "page": "Lamps", "choice": "open “Basket”"}.items() <= steps[-1].items()
    assert told[-1][1]["status"] == "success"


def test_what_is_appended_is_heard_and_the_verdict_ends_it(tmp_path: Path) -> None:
    journal = write_session(tmp_path / "now", ended=False) / "journal.jsonl"

    async def listen() -> list[list[Event]]:
        heard = []
        async for batch in tail(journal, lambda: False):
            heard.append(batch)
            if len(heard) == 1:
                with journal.open("a", encoding="utf-8") as file:
                    file.write('{"event": "verdict", "status": "stuck"}\n')
        return heard

    first, last = asyncio.run(listen())
    assert [event.event for event in first] == ["session", "look", "call", "choice"]
    assert [event.event for event in last] == ["verdict"]


def test_a_line_that_is_being_written_waits_for_its_end(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_text('{"event": "look"}\n{"event": "cho', encoding="utf-8")
    place, events = read_on(journal, 0)
    assert [event.event for event in events] == ["look"]
    with journal.open("a", encoding="utf-8") as file:
        file.write('ice"}\n')
    assert [event.event for event in read_on(journal, place)[1]] == ["choice"]


def test_it_ends_when_the_server_does(tmp_path: Path) -> None:
    journal = write_session(tmp_path / "now", ended=False) / "journal.jsonl"

    async def listen() -> int:
        return len([batch async for batch in tail(journal, lambda: True)])

    assert asyncio.run(listen()) == 0


def test_a_blind_viewer_sees_no_model(tmp_path: Path) -> None:
    async def batches() -> AsyncIterator[list[Event]]:
        yield [Session(models={"oracle": "ollama/gemma2"})]
        yield [
            Look(step=1, heading="Lamps"),
            Choice(step=1, text="gemma2 says go"),
        ]
        yield [Verdict(status="inconclusive", reason="ollama/gemma2 is gone")]

    async def listen(blind: bool) -> str:
        return "".join([message async for message in tell_steps("k", batches(), blind=blind)])

    assert "gemma" in asyncio.run(listen(blind=False))
    assert "gemma" not in asyncio.run(listen(blind=True))


def test_a_session_without_a_verdict_has_its_page_too(
    runs: Path, person: Callable[..., Person]
) -> None:
    write_session(runs / "now", ended=False, started=time.time())
    page = person("Ann").see(f"/session/{key_of('now')}")
    assert "This session is still running." in page
    assert 'id="rating"' not in page
    assert f'data-events="/session/{key_of("now")}/events"' in person().see(
        f"/session/{key_of('now')}/live"
    )
