"""Journals as data frames: a row a session, a step, a call. CSV and Parquet."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from pathfinder.analysis.labels import reached_by_truth
from pathfinder.analysis.sessions import PERCEIVE, Session
from pathfinder.core import events
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Call, Event

FORMATS = ("csv", "parquet")
_TOKENS = ("prompt_tokens", "cached_tokens", "reply_tokens")


def sessions_frame(sessions: Iterable[Session]) -> pd.DataFrame:
    """A row a session.

    What was asked, who played (`model_ROLE`), how it ended, what it cost, and whether it was right.
    """
    return pd.DataFrame([_session(session) for session in sessions if session.system != PERCEIVE])


def _session(session: Session) -> dict[str, Any]:
    calls = session.of(Call)
    label, labelled_by = session.label
    truths = session.of(events.Truth)
    return {
        "session": session.name,
        "folder": str(session.folder),
        "system": session.system,
        "site": session.site,
        "goal": session.goal,
        "profile": session.facts.profile,
        "seed": session.facts.seed,
        "constellation": " / ".join(session.models.values()),
        **{f"model_{role}": name for role, name in session.models.items()},
        "status": session.status,
        "decided_by": session.verdict.by,
        "blame": session.verdict.blame,
        "reached": reached_by_truth(session.goal, truths[-1].facts) if truths else None,
        "label": label,
        "labelled_by": labelled_by,
        "steps": session.steps,
        "seconds": session.seconds,
        "calls": len(calls),
        "bad_replies": sum(bool(call.error) for call in calls),
        **{name: sum(getattr(call, name) for call in calls) for name in _TOKENS},
        "model_seconds": sum(call.seconds for call in calls),
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
        if event.step:
            steps.setdefault(event.step, []).append(event)
    for number, group in sorted(steps.items()):
        yield {"session": session.name, "site": session.site, "step": number, **_step(group)}


def _step(group: Sequence[Event]) -> dict[str, Any]:
    look = events.last(group, events.Look) or events.Look()
    choice = events.last(group, events.Choice) or events.Choice()
    change = events.last(group, events.Change) or events.Change()
    judgements, acts = events.of(group, events.Judgement), events.of(group, events.Act)
    scores = [judgement.score for judgement in judgements if judgement.score is not None]
    times = [event.time for event in group if event.time]
    return {
        "url": look.url,
        "state": look.state,
        "elements": len(look.elements),
        "chosen": choice.text,
        "chosen_by": choice.by,
        "rationale": choice.rationale,
        "candidates": len(choice.candidates),
        "actions": len(acts),
        "failed_actions": sum(not act.result.ok for act in acts),
        "said": change.said,
        "changed_nothing": change.nothing,
        "critic": scores[-1] if scores else None,
        "judged": judgements[-1].status if judgements else "",
        "grounded": judgements[-1].grounded if judgements else None,
        "seconds": max(times) - min(times) if times else 0.0,
    }


def calls_frame(sessions: Iterable[Session]) -> pd.DataFrame:
    """A row a model call.

    Who was asked, what was answered, what it cost, and why it could not be used. Prompts are left
    out.
    """
    rows = [
        {
            "session": session.name,
            "site": session.site,
            "step": call.step,
            "role": call.role,
            "model": call.model,
            "attempt": call.attempt,
            "temperature": call.temperature,
            **{name: getattr(call, name) for name in _TOKENS},
            "seconds": call.seconds,
            "error": call.error,
            "reply": call.reply,
        }
        for session in sessions
        for call in session.of(Call)
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
