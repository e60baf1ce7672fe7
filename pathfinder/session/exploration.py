"""One exploration, from the first look to the report.

Its browser, its site, its journal, and what it leaves on disk.
"""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeGuard

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.models.base import Model
from pathfinder.agents.thresholds import thresholds_by_model
from pathfinder.core import events
from pathfinder.core.errors import Blame, BrowserNotStarted, JournalLost, PathFinderError
from pathfinder.core.journal import Journal, read_journal
from pathfinder.core.task import Site, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.facts import facts_of
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import Outcome, Player, PlayerTurns
from pathfinder.engine.proof import FactProof, ValueProof
from pathfinder.session.fixture import OpenBrowser, SiteFixture
from pathfinder.session.folder import (
    session_event,
    session_folder,
    write_verdict,
    write_whole,
)
from pathfinder.session.recording import record_ended
from pathfinder.session.siteserver import resetter
from pathfinder.session.truth import label_of, reached, told_by
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import Profile
from pathfinder.webprocessor.browser import Browser, WebDriverBrowser, open_browser
from pathfinder.webprocessor.element import Scene
from pathfinder.webprocessor.scene import make_scene


@dataclass(frozen=True)
class Exploration:
    """An exploration that is ready to be run: every name is found, every file read.

    models: Role -> model. off: The switches that are off. folder: Made when the session starts.
    record: Whether a success is kept as scenario.json, tried on the site.
    trial: What trial.json is to say beside the verdict's worth; empty for a session that is in no
        plan.
    report: Whether report.html is written. shown: The browser shows the site's page already.
    until: Asked after each step; once it is true the goal is reached.
    measured: The site's facts only measure what the agents claim, as in a plan: a claim that they
        deny ends the session.
    """

    task: Task
    models: Mapping[str, Model]
    profile: Profile
    off: frozenset[str]
    folder: Path
    headed: bool = False
    webdriver_url: str = ""
    browser: OpenBrowser = open_browser
    record: bool = True
    trial: Mapping[str, object] = field(default_factory=dict)
    measured: bool = False
    report: bool = True
    shown: bool = False
    until: Callable[[], object] | None = None


class Playing(Iterator[Outcome]):
    """An exploration under way: iterate to go on by a step, close it to stop.

    verdict: How it ended; None until it has.
    """

    def __init__(self, steps: Generator[Outcome, None, None]) -> None:
        self._steps = steps
        self.verdict: Verdict | None = None

    def __next__(self) -> Outcome:
        return next(self._steps)

    def close(self) -> None:
        """Stop, and write down what there is; nothing when it has ended."""
        self._steps.close()


def run_exploration(session: Exploration, on_event: Callable[[events.Event], None]) -> Verdict:
    """Run an exploration from the first look to the report."""
    playing = explore(session, on_event)
    for _ in playing:
        pass
    assert playing.verdict is not None  # the last step leaves it
    return playing.verdict


def explore(session: Exploration, on_event: Callable[[events.Event], None]) -> Playing:
    """An exploration, step by step.

    Verdict.json is written last: where it is, the session is whole.
    """
    playing = Playing(iter(()))  # type: ignore[arg-type]
    playing = Playing(
        _explored(session, on_event, lambda verdict: setattr(playing, "verdict", verdict))
    )
    return playing


def _explored(
    session: Exploration,
    on_event: Callable[[events.Event], None],
    on_verdict: Callable[[Verdict], None],
) -> Generator[Outcome, None, None]:
    task, folder, label = session.task, session.folder, ""
    ended: Verdict | None = None
    loop: Loop | None = None
    with SiteFixture(
        session.browser, headed=session.headed, webdriver_url=session.webdriver_url
    ) as fixture:
        site = fixture.fresh(task.site, seed=task.seed)
        try:
            with session_folder(
                folder, on_event, task.persona.vault, report=session.report
            ) as journal:
                browser = fixture.browser(
                    site, task.persona, task.goal, downloads=folder / "downloads"
                )
                try:
                    journal.write(opening(session, site, browser.version))
                    turns = _turns(
                        replace(session, task=replace(task, site=site)), browser, journal
                    )
                    loop = Loop(turns, journal, task.max_steps)
                    with contextlib.closing(loop.play()) as play:
                        for _ in play:
                            if turns.outcome is not None:
                                yield turns.outcome
                except JournalLost as error:
                    ended = loop.verdict if loop else None
                    ended = ended or _told(error, on_event)
                finally:
                    ended = ended or (loop.verdict if loop else None)
                    with contextlib.suppress(JournalLost):
                        if ended is not None and ended.blame not in (Blame.HARNESS, Blame.USER):
                            label = _write_truth(journal, site, task.goal, ended, browser)
                            _record(session, site, ended, browser, journal)
                    fixture.close_browsers()
        except BrowserNotStarted as error:
            on_verdict(unstarted := _told(error, on_event))
            end_in_error(session, unstarted)
        finally:
            if ended is not None and not (session.trial and ended.blame is Blame.USER):
                with contextlib.suppress(JournalLost):
                    write_ending(
                        folder, ended, {**session.trial, "label": label} if session.trial else {}
                    )
                on_verdict(ended)


def _record(
    session: Exploration, site: Site, verdict: Verdict, browser: Browser, journal: Journal
) -> None:
    """Keep a session that reached its goal as a scenario, if that was asked for."""
    if (
        session.record
        and verdict.status in (Status.SUCCESS, Status.LIKELY)
        and isinstance(browser, WebDriverBrowser)
    ):
        told = read_journal(session.folder)
        journal.write(record_ended(told, site, session.task.persona, browser, session.folder))


def _told(error: PathFinderError, on_event: Callable[[events.Event], None]) -> Verdict:
    """The verdict of a session that ended before it could write one, told to whom watches it."""
    verdict = Verdict.blaming(error)
    on_event(events.Verdict(**verdict.to_json()).at(time.time()))
    return verdict


def _turns(session: Exploration, browser: Browser, journal: Journal) -> PlayerTurns:
    graph = StateGraph()
    reset = resetter(session.task.site)
    player = make_player(
        session.task,
        session.models,
        journal,
        graph,
        session.profile,
        session.off,
        can_reset=reset is not None,
    )
    facts = FactProof(
        session.task.site, session.task.goal, refutes=not (session.trial or session.measured)
    )
    values = ValueProof(
        lambda: tuple(value.value for value in player.values) if _reads(player) else (),
        lambda: _reads(player) and player.one_thing_to_do,
        lambda url: _reopened(browser, url),
    )
    proofs = (facts, values)
    return PlayerTurns(
        session.task, player, browser, journal, graph, reset, proofs, session.shown, session.until
    )


def _reads(player: Player) -> TypeGuard[Explorer]:
    """Whether a player reads the goal's values."""
    return isinstance(player, Explorer)


def _reopened(browser: Browser, url: str) -> Scene:
    browser.open(url)
    return make_scene(browser.look())


def _write_truth(
    journal: Journal, site: Site, goal: str, verdict: Verdict, browser: Browser
) -> str:
    """Write down what the site and its last page tell, and what the verdict is worth.

    Return the latter.
    """
    told = told_by(site, goal, lambda: make_scene(browser.look()))
    label = label_of(site, goal, told, verdict.status, verdict.blame)
    journal.write(events.Truth(**told))
    if label:
        facts = tuple(str(fact) for fact in facts_of(site, goal))
        journal.write(
            events.Outcome(label=label, reached=reached(site, goal, told), facts=facts, by="site")
        )
    return label


def end_in_error(session: Exploration, verdict: Verdict) -> None:
    """Write down a session that broke off outside the loop.

    Its site or browser did not start, or PathFinder failed.
    """
    folder, vault = session.folder, session.task.persona.vault
    with session_folder(folder, lambda event: None, vault, report=session.report) as journal:
        if not (folder / "journal.jsonl").stat().st_size:
            journal.write(opening(session, session.task.site, ""))
        journal.write(events.Verdict(**verdict.to_json()))
    write_ending(session.folder, verdict, {**session.trial, "label": ""} if session.trial else {})


def write_ending(folder: Path, verdict: Verdict, trial: Mapping[str, object]) -> None:
    """Write trial.json, if there is anything to say, then verdict.json.

    Each is whole or not there.
    """
    if trial:
        write_whole(folder / "trial.json", trial)
    write_verdict(folder, verdict)


def opening(session: Exploration, site: Site, browser: str) -> events.Session:
    """What the journal's first event says.

    Everything that could have changed the session's result.
    """
    task = session.task
    return session_event(
        session.folder,
        site,
        task.persona,
        task.goal,
        seed=task.seed,
        browser=browser,
        max_steps=task.max_steps,
        success=task.success_conditions,
        models=session.trial.get("constellation")
        or {role: model.name for role, model in session.models.items()},
        thresholds=thresholds_by_model(session.models.values()),
        profile=session.profile.name,
        options=session.profile.to_json(),
        without=tuple(sorted(session.off)),
        prompts=prompt_hashes(),
    )
