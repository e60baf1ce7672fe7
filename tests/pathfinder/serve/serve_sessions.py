"""Session folders as runs leave them, without pictures: a journal, a verdict, a trial."""

import json
from pathlib import Path
from typing import Any

from pathfinder.core.verdict import Status, Verdict

ROLES = ("system1", "oracle")


def write_session(
    folder: Path,
    *,
    status: str = "success",
    models: tuple[str, str] = ("ollama/gemma2:9b", "ollama/mistral"),
    site: str = "demo",
    goal: str = "make a purchase",
    started: float = 1_790_000_000.0,
    reason: str = "It is done.",
    label: str = "",
    ended: bool = True,
    system: str = "",
) -> Path:
    """A session of one step; one that has not `ended` has no verdict."""
    folder.mkdir(parents=True)
    events: list[dict[str, Any]] = [
        {
            "event": "session",
            "time": started,
            "session": folder.name,
            "models": dict(zip(ROLES, models, strict=True)),
            "task": {"goal": goal, "site": site},
            "profile": "fast",
            **({"system": system} if system else {}),
        },
        {
            "event": "look",
            "time": started + 1,
            "step": 1,
            "state": "s1",
            "heading": "Lamps",
            "url": "http://127.0.0.1/",
            "title": "Lamps",
        },
        {
            "event": "call",
            "time": started + 2,
            "step": 1,
            "role": "system1",
            "model": models[0],
            "reply": f"I am {models[0]}",
        },
        {
            "event": "choice",
            "time": started + 2,
            "step": 1,
            "text": "open “Basket”",
            "chosen": "a",
            "uids": [],
        },
    ]
    if ended:
        verdict = Verdict(Status(status), reason, steps=3, seconds=12.5).to_json()
        events.append({"event": "verdict", "time": started + 13, **verdict})
        (folder / "verdict.json").write_text(json.dumps(verdict), encoding="utf-8")
    if label:
        (folder / "trial.json").write_text(
            json.dumps({"id": folder.name, "label": label}), encoding="utf-8"
        )
    (folder / "journal.jsonl").write_text(
        "".join(json.dumps(event) + "\n" for event in events), encoding="utf-8"
    )
    return folder
