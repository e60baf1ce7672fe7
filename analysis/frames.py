"""Journals as data frames: a row a session, a step, a call. CSV and Parquet."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from pathfinder.analysis.labels import reached_by_truth
from pathfinder.analysis.sessions import PERCEIVE, Session
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import Event

FORMATS = ("csv", "parquet")
_TOKENS = ("prompt_tokens", "cached_tokens", "reply_tokens")


def sessions_frame(sessions: Iterable[Session]) -> pd.DataFrame:
    """A row a session.

    What was asked, who played (`model_ROLE`), how it ended, what it cost, and whether it was right.
    """
    return pd.DataFrame([_session(session) for session in sessions if session.system != PERCEIVE])


def _session(session: Session) -> dict[str, Any]:
    calls = session.of("call")
    label, labelled_by = session.label
    truths = session.of("truth")
    return {
        "session": session.name,
        "folder": str(session.folder),
        "system": session.system,
        "site": session.site,
        "goal": session.goal,
        "profile": session.facts.get("profile", ""),
        "seed": session.facts.get("seed"),
        "constellation": " / ".join(session.models.values()),
        **{f"model_{role}": name for role, name in session.models.items()},
        "status": session.status,
        "decided_by": session.verdict.get("by", ""),
        "blame": session.verdict.get("blame", ""),
        "reached": reached_by_truth(session.goal, truths[-1]) if truths else None,
        "label": label,
        "labelled_by": labelled_by,
        "steps": session.steps,
        "seconds": session.seconds,
        "calls": len(calls),
        "bad_replies": sum(bool(call.get("error")) for call in calls),
        **{name: sum(int(call.get(name) or 0) for call in calls) for name in _TOKENS},
        "model_seconds": sum(float(call.get("seconds") or 0) for call in calls),
    }


def steps_frame(sessions: Iterable[Session]) -> pd.DataFrame:
    """A row a step of a session.

    What was chosen and why, what it did, and what the judges thought.
    """
    return pd.DataFrame(
        [row for session in sessions if session.system != PERCEIVE for row in _steps(session)]
    )


def _steps(session: Session) -> Iterator[dict[str, Any]]:
    steps: dict[int, list[Event]] = {}
    for event in session.events:
        if event.get("step"):
            steps.setdefault(int(event["step"]), []).append(event)
    for number, events in sorted(steps.items()):
        yield {"session": session.name, "site": session.site, "step": number, **_step(events)}


def _step(events: Sequence[Event]) -> dict[str, Any]:
    look, choice, change = (_last(events, kind) for kind in ("look", "choice", "change"))
    judgements = [event for event in events if event.get("event") == "judgement"]
    acts = [event for event in events if event.get("event") == "act"]
    times = [float(event["time"]) for event in events if event.get("time")]
    return {
        "url": look.get("url", ""),
        "state": look.get("state", ""),
        "elements": len(look.get("elements") or ()),
        "chosen": choice.get("text", ""),
        "chosen_by": choice.get("by", ""),
        "rationale": choice.get("rationale", ""),
        "candidates": len(choice.get("candidates") or ()),
        "actions": len(acts),
        "failed_actions": sum(not (act.get("result") or {}).get("ok", True) for act in acts),
        "said": change.get("said", ""),
        "changed_nothing": bool(change.get("nothing", False)),
        "critic": next(
            (
                event.get("score")
                for event in reversed(judgements)
                if event.get("score") is not None
            ),
            None,
        ),
        "judged": judgements[-1].get("status", "") if judgements else "",
        "grounded": judgements[-1].get("grounded") if judgements else None,
        "seconds": max(times) - min(times) if times else 0.0,
    }


def _last(events: Sequence[Event], kind: str) -> Event:
    return next((event for event in reversed(events) if event.get("event") == kind), {})


def calls_frame(sessions: Iterable[Session]) -> pd.DataFrame:
    """A row a model call.

    Who was asked, what was answered, what it cost, and why it could not be used. Prompts are left
    out.
    """
    rows = [
        {
            "session": session.name,
            "site": session.site,
            "step": call.get("step", 0),
            "role": call.get("role", ""),
            "model": call.get("model", ""),
            "attempt": call.get("attempt", 1),
            "temperature": call.get("temperature", 0.0),
            **{name: int(call.get(name) or 0) for name in _TOKENS},
            "seconds": float(call.get("seconds") or 0),
            "error": call.get("error", ""),
            "reply": call.get("reply", ""),
        }
        for session in sessions
        for call in session.of("call")
    ]
    return pd.DataFrame(rows)


def export(
    sessions: Sequence[Session], folder: Path, formats: Iterable[str] = FORMATS
) -> list[Path]:
    """Write sessions, steps and calls into a folder, in each format; return the files."""
    frames = {
        "sessions": sessions_frame(sessions),
        "steps": steps_frame(sessions),
        "calls": calls_frame(sessions),
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [
        write_frame(frame, folder / f"{name}.{kind}")
        for name, frame in frames.items()
        for kind in formats
    ]


def write_frame(frame: pd.DataFrame, file: Path) -> Path:
    """Write a data frame as the file's ending says.

    Raises:
        UsageError: An ending that is not known.
    """
    kind = file.suffix.removeprefix(".")
    if kind == "csv":
        frame.to_csv(file, index=False)
    elif kind == "parquet":
        frame.to_parquet(file, index=False)
    else:
        raise UsageError(
            f"{file}: can't be told what to write by its ending; choose from {', '.join(FORMATS)}"
        )
    return file
