"""A suite's run as one page: figures, repeated runs, and every case with its steps."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

from pathfinder.analysis.consistency import observed
from pathfinder.report.html import environment
from pathfinder.suites.outcome import Outcome, amiss, repeats


def write_page(outcome: Outcome, path: Path, *, title: str = "Test cases") -> None:
    """Write the page; its links to the sessions' reports are relative to it."""
    figures = outcome.to_json()
    measures = outcome.measures
    shoulds = [amiss(result) if measures else "" for result in outcome.results]
    for case, should in zip(figures["cases"], shoulds, strict=True):
        case["link"] = _link(case["session"], path)
        case["amiss"] = should
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        environment("pathfinder.suites")
        .get_template("suite.html.j2")
        .render(
            title=title,
            figures=figures,
            told=outcome.told,
            measures=measures,
            repeated=_repeated(outcome),
        ),
        encoding="utf-8",
    )


def _link(session: str, page: Path) -> str:
    return (
        Path(os.path.relpath(Path(session) / "report.html", page.parent)).as_posix()
        if session
        else ""
    )


def _repeated(outcome: Outcome) -> list[dict[str, Any]]:
    rows = []
    for name, runs in repeats(outcome.results).items():
        if len(runs) < 2:
            continue
        verdicts = Counter(str(run.verdict.status) for run in runs)
        rows.append(
            {
                "name": name,
                "runs": len(runs),
                "verdicts": ", ".join(
                    f"{number} {status}" for status, number in verdicts.most_common()
                ),
                "observed": observed([[str(step.status) for step in run.results] for run in runs]),
            }
        )
    return rows
