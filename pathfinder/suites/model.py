"""The transition system of a session, with the way its run took, as files that other tools read."""

import json
from pathlib import Path

from pathfinder.core.iolts import iolts_in
from pathfinder.core.journal import read_journal


def write_iolts(folder: Path) -> None:
    """Write iolts.json, iolts.dot and iolts.mmd beside a session's journal.

    Nothing when it was no test case.
    """
    system = iolts_in(read_journal(folder))
    if system is None:
        return
    (folder / "iolts.json").write_text(
        json.dumps(system.to_json(), indent=2, ensure_ascii=False), encoding="utf-8"
    )
    (folder / "iolts.dot").write_text(system.to_dot(), encoding="utf-8")
    (folder / "iolts.mmd").write_text(system.to_mermaid(), encoding="utf-8")
