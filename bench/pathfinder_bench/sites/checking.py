"""Whether an application is what its goals.yaml says: each route played in a real browser."""

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.opening import open_browser
from pathfinder_bench.sites.contract import Goal, SiteApp, Step
from pathfinder_bench.sites.route import Hook, Seen, play_route
from pathfinder_bench.sites.serving import free_port

_PATIENCE = 5.0
_UNFINISHED = "install-unfinished"


@dataclass(frozen=True)
class Checked:
    """One goal, or one refusal of it. wrong: What is not as goals.yaml says; empty when all is."""

    app: str
    goal: str
    what: str
    wrong: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Stand:
    """An application that is served in its first state, and a browser on its start page."""

    app: SiteApp
    home: Path
    url: str
    browser: Browser

    def reached(self, goal: Goal, *, patience: float = 0.0) -> bool | None:
        """What the goal's truth says, asked until it is so, or for that many seconds.

        A page may still be saving.
        """
        deadline = time.monotonic() + patience
        while True:
            told = self.app.holds(goal, self.home, self.url)
            if told is not False or time.monotonic() > deadline:
                return told
            time.sleep(0.3)

    def play(self, steps: Sequence[Step], hook: Hook | None = None) -> Seen:
        """Do a route's steps."""
        return play_route(self.browser, self.url, steps, hook)


@contextmanager
def installing(app: SiteApp, homes: Path) -> Iterator[Path]:
    """The folder to install an application into; it counts as installed once this has ended well.

    What was left half done is begun anew.
    """
    home = homes / app.name
    if (home / _UNFINISHED).exists():
        shutil.rmtree(home)
    home.mkdir(parents=True, exist_ok=True)
    unfinished = home / _UNFINISHED
    unfinished.touch()
    yield home
    unfinished.unlink()


def home_of(app: SiteApp, homes: Path) -> Path:
    """Where an application is installed.

    Raises:
        UsageError: It is not, or not wholly; says how.
    """
    home = homes / app.name
    if not home.is_dir() or (home / _UNFINISHED).exists():
        wholly = "wholly " if home.is_dir() else ""
        raise UsageError(
            f"{app.name} is not {wholly}installed; run: pathfinder bench sites install {app.name}"
        )
    return home


@contextmanager
def at_start(app: SiteApp, home: Path) -> Iterator[Stand]:
    """The application with fresh data, and a new browser on its start page."""
    app.code.reset(home)
    with app.code.start(home, free_port()) as url:
        hosts = (url.partition("//")[2], *app.sheet.hosts)
        with closing(open_browser(hosts)) as browser:
            browser.open(url + app.sheet.start)
            yield Stand(app, home, url, browser)


def check(app: SiteApp, home: Path, goals: Sequence[Goal]) -> Iterator[Checked]:
    """Play each route and each refusal on fresh data."""
    for goal in goals:
        yield _checked(app, home, goal, "route" if goal.route else "start", goal.route, "")
        for number, refusal in enumerate(goal.refused, 1):
            yield _checked(app, home, goal, f"refusal {number}", refusal.steps, refusal.says)


def _checked(
    app: SiteApp, home: Path, goal: Goal, what: str, steps: Sequence[Step], says: str
) -> Checked:
    began = time.monotonic()
    try:
        with at_start(app, home) as stand:
            wrong = _wrong_at_start(stand, goal)
            if not wrong and steps:
                seen = stand.play(steps)
                wrong = _not_said(seen, says) if says else _wrong_at_end(stand, goal, seen)
                if says and stand.reached(goal):
                    wrong = wrong or "the truth holds though the site said no"
    except PathFinderError as error:
        wrong = str(error)
    return Checked(app.name, goal.id, what, wrong, round(time.monotonic() - began, 1))


def _wrong_at_start(stand: Stand, goal: Goal) -> str:
    return "the truth holds before anything is done" if stand.reached(goal) else ""


def _wrong_at_end(stand: Stand, goal: Goal, seen: Seen) -> str:
    if stand.reached(goal, patience=_PATIENCE) is False:
        return f"the truth does not hold after the route, on {seen.scene.url}"
    return _not_said(seen, goal.answer) if goal.answer else ""


def _not_said(seen: Seen, words: str) -> str:
    """Whether the page does not say that; a field's own message and an open dialog's count."""
    shown = (seen.scene.text, seen.scene.dialog, *seen.scene.errors, *seen.scene.names)
    said = " ".join("\n".join(shown).split())
    if words in said:
        return ""
    return f"{seen.scene.url} does not say {words!r}"
