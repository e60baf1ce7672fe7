"""The transition system of a session, with the way its run took, as files that other tools read."""

import json
from pathlib import Path

from pathfinder.core.iolts import Iolts, Transition, run_of
from pathfinder.core.journal import read_journal


def write_iolts(folder: Path) -> None:
    """Write iolts.json, iolts.dot and iolts.mmd beside a session's journal.

    Nothing when it was no test case.
    """
    system = iolts_in(folder)
    if system is None:
        return
    (folder / "iolts.json").write_text(
        json.dumps(system.to_json(), indent=2, ensure_ascii=False), encoding="utf-8"
    )
    (folder / "iolts.dot").write_text(system.to_dot(), encoding="utf-8")
    (folder / "iolts.mmd").write_text(system.to_mermaid(), encoding="utf-8")


def iolts_in(folder: Path) -> Iolts | None:
    """The transition system in a session's journal; None when there is none."""
    events = read_journal(folder)
    drawn = next((event for event in events if event["event"] == "iolts"), None)
    if drawn is None:
        return None
    fields = ("source", "target", "label", "kind", "number")
    transitions = tuple(
        Transition(**{key: each[key] for key in fields}) for each in drawn["transitions"]
    )
    return run_of(
        Iolts(drawn["name"], transitions), [event for event in events if event["event"] == "step"]
    )
