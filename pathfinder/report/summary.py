"""The results of many runs on one page, each with a link to its own report."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pathfinder.report.html import environment
from pathfinder.report.junit import Row


def write_summary(rows: Sequence[Row], file: Path, *, title: str) -> None:
    """Write the page: how many ended how, and a row each."""
    counts = Counter(str(row.verdict.status) for row in rows)
    file.parent.mkdir(parents=True, exist_ok=True)
    page = (
        environment()
        .get_template("summary.html.j2")
        .render(
            title=title,
            rows=[{"row": row, "link": _link(row, file)} for row in rows],
            counts=counts.most_common(),
            seconds=sum(row.verdict.seconds for row in rows),
            tokens=sum(row.tokens for row in rows),
        )
    )
    file.write_text(page, encoding="utf-8")


def _link(row: Row, page: Path) -> str:
    if row.report is None or not row.report.is_file():
        return ""
    return Path(os.path.relpath(row.report.resolve(), page.parent.resolve())).as_posix()
