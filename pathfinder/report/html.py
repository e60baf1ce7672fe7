"""report.html: one file that a person reads, made from a session's journal and screenshots."""

import base64
import hashlib
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

from pathfinder.core.events import Look
from pathfinder.core.journal import read_journal
from pathfinder.core.predicate import as_option, as_setting
from pathfinder.core.shorten import noun
from pathfinder.report import words
from pathfinder.report.drawing import draw
from pathfinder.report.images import Picture, embed
from pathfinder.report.overlay import close_up, outlines
from pathfinder.report.story import Story, read_story


def write_report(session_folder: Path) -> Path:
    """Write `report.html` into a session's folder and return its path.

    The journal may end anywhere.

    Raises:
        UsageError: No journal there, or one that is damaged before its last line.
    """
    story = read_story(read_journal(session_folder))
    report = session_folder / "report.html"
    draft = report.with_suffix(".html.part")
    draft.write_text(render(story, session_folder), encoding="utf-8")
    draft.replace(report)
    return report


def render(story: Story, session_folder: Path) -> str:
    """The whole page, with its pictures inside."""
    pictures = embed(session_folder, screenshots(story))
    name = story.session.session or os.fspath(session_folder.resolve().name)
    return environment().get_template("report.html.j2").render(page_values(story, name, pictures))


def screenshots(story: Story) -> tuple[str, ...]:
    """The paths of the screenshots that the page shows, relative to the session's folder."""
    looks = (event for step in story.steps for event in step.events if isinstance(event, Look))
    after = (step.screenshot for step in (story.case.steps if story.case else ()))
    heals = (
        shot
        for step in story.steps
        for heal in step.heals
        for shot in (heal.screenshot_before, heal.screenshot_after)
    )
    filled = (step.filled for step in story.steps)
    several = (*(look.screenshot for look in looks), *after, *heals, *filled)
    return tuple(dict.fromkeys(path for path in several if path))


def page_values(story: Story, name: str, pictures: Mapping[str, Picture]) -> dict[str, object]:
    """What the template report.html.j2, or one that extends it, is rendered with."""
    return {
        "story": story,
        "name": name,
        "pictures": pictures,
        "drawing": draw(story),
        "script_hash": script_hash(),
    }


@cache
def script_hash() -> str:
    """What the page's content policy allows to run: the report's own script and no other."""
    script = environment().get_template("report.js").render()
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


@cache
def environment(*packages: str) -> Environment:
    """The templates of the report; those of other packages, named before it, may extend them."""
    made = Environment(
        loader=ChoiceLoader(
            [PackageLoader(package) for package in (*packages, "pathfinder.report")]
        ),
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = (
        words.duration,
        words.number,
        words.count,
        noun,
        words.percent,
        words.moment,
        words.likelihood,
        words.sureness,
        words.in_words,
        words.as_html,
        words.shortened,
    )
    made.filters.update({function.__name__: function for function in shown})
    made.globals.update(
        outlines=outlines, close_up=close_up, as_setting=as_setting, as_option=as_option
    )
    return made
