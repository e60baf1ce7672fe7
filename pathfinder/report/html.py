"""report.html: one file that a person reads, made from a session's journal and screenshots."""

import base64
import hashlib
import os
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from pathfinder.core.journal import read_journal
from pathfinder.report import words
from pathfinder.report.drawing import draw
from pathfinder.report.events import Look
from pathfinder.report.images import embed
from pathfinder.report.overlay import close_up, outlines
from pathfinder.report.story import Story, tell


def write_report(session_folder: Path) -> Path:
    """Write `report.html` into a session's folder and return its path. The journal may end anywhere.

    Raises:
        UsageError: No journal there, or one that is damaged before its last line.
    """
    story = tell(read_journal(session_folder))
    report = session_folder / "report.html"
    draft = report.with_suffix(".html.part")
    draft.write_text(render(story, session_folder), encoding="utf-8")
    draft.replace(report)
    return report


def render(story: Story, session_folder: Path) -> str:
    """The whole page."""
    looks = [event for step in story.steps for event in step.events if isinstance(event, Look)]
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            story=story,
            name=story.session.session or os.fspath(session_folder.resolve().name),
            pictures=embed(session_folder, (look.screenshot for look in looks)),
            drawing=draw(story),
            script_hash=_script_hash(),
        )
    )


@cache
def _script_hash() -> str:
    """What the page's content policy allows to run: the report's own script and no other."""
    script = _environment().get_template("report.js").render()
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pathfinder.report"),
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = (words.duration, words.number, words.count, words.percent, words.moment, words.likelihood, words.told, words.shortened)
    environment.filters.update({function.__name__: function for function in shown})
    environment.globals.update(outlines=outlines, close_up=close_up)
    return environment
