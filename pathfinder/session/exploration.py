"""One exploration, from the first look to the report.

Its browser, its site, its journal, and what it leaves on disk.
"""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeGuard
from urllib.parse import urlsplit

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.models.base import Model
from pathfinder.agents.thresholds import thresholds_by_model
from pathfinder.core import events
from pathfinder.core.errors import Blame, BrowserNotStarted, JournalLost
from pathfinder.core.journal import Journal, read_journal
from pathfinder.core.masking import masked
from pathfinder.core.task import Site, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.facts import facts_of
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import Outcome, Player, PlayerTurns
from pathfinder.engine.proof import FactProof, ValueProof
from pathfinder.engine.whereabouts import Whereabouts
from pathfinder.session.fixture import OpenBrowser, SiteFixture
from pathfinder.session.folder import OnEvent, SessionFolder, session_event, write_whole
from pathfinder.session.recording import record_ended
from pathfinder.session.siteserver import resetter
from pathfinder.session.truth import ask_site, label_of, reached
from pathfinder.systems.crawl.crawler import Crawler
from pathfinder.systems.crawl.kept import FILE, Kept
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import CRAWL, Profile
from pathfinder.webprocessor.addresses import Asking
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Scene
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.peeking import Peeking
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.webdriver import WebDriverBrowser


@dataclass(frozen=True)
class Exploration:
    """An exploration that is ready to be run: every name is found, every file read.

    models: Role -> model. off: The switches that are off. folder: Made when the session starts.
    record: Whether a success is kept as scenario.json, tried on the site.
    trial: What trial.json is to say beside the verdict's worth; empty for a session that is in no
        plan.
    report: Whether report.html is written. shown: The browser shows the site's page already.
    until: Asked after each step; once it is true the goal is reached.
    crawled: What an earlier crawl knows, for one that goes on from there.
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
    crawled: Kept | None = None

    @property
    def written(self) -> SessionFolder:
        """Where it is written down."""
        return SessionFolder(self.folder, self.task.persona.vault, self.trial, self.report)


def run_exploration(session: Exploration, on_event: OnEvent) -> Verdict:
    """Run an exploration from the first look to the report."""
    playing = Playing(session, on_event)
    for _ in playing:
        pass
    assert playing.verdict is not None  # the last step leaves it
    return playing.verdict


class Playing(Iterator[Outcome]):
    """An exploration under way: iterate to go on by a step, close it to stop.

    verdict: How it ended; None until it has.
    """

    def __init__(self, session: Exploration, on_event: OnEvent) -> None:
        self.session = session
        self.verdict: Verdict | None = None
        self._on_event = on_event
        self._label = ""
        self._steps = self._played()

    def __next__(self) -> Outcome:
        return next(self._steps)

    def close(self) -> None:
        """Stop, and write down what there is; nothing when it has ended."""
        self._steps.close()

    def _played(self) -> Generator[Outcome, None, None]:
        session, task = self.session, self.session.task
        with SiteFixture(
            session.browser, headed=session.headed, webdriver_url=session.webdriver_url
        ) as fixture:
            site = fixture.fresh(task.site, seed=task.seed)
            try:
                yield from self._written(fixture, site)
            except BrowserNotStarted as error:
                self.verdict = Verdict.blaming(error)
                end_in_error(session, self.verdict, self._on_event)

    def _written(self, fixture: SiteFixture, site: Site) -> Generator[Outcome, None, None]:
        """The session in its folder, whose verdict.json is written last."""
        session, task = self.session, self.session.task
        try:
            with session.written.journal(self._on_event) as journal:
                downloads = session.folder / "downloads"
                browser = fixture.browser(
                    site, task.persona, task.goal, downloads=downloads, folder=session.folder
                )
                try:
                    yield from self._walked(site, browser, journal)
                finally:
                    self._weigh(site, browser, journal)
                    fixture.close_browsers()
        finally:
            self._end()

    def _walked(
        self, site: Site, browser: Browser, journal: Journal
    ) -> Generator[Outcome, None, None]:
        session = replace(self.session, task=replace(self.session.task, site=site))
        try:
            journal.write(opening(session, site, browser.version))
            turns = _turns(session, browser, journal)
            loop = Loop(turns, journal, session.task.max_steps)
            try:
                with contextlib.closing(loop.play()) as play:
                    for _ in play:
                        if turns.outcome is not None:
                            yield turns.outcome
            finally:
                self.verdict = loop.verdict
        except JournalLost as error:
            self.verdict = self.verdict or self._unwritten(error)

    def _unwritten(self, error: JournalLost) -> Verdict:
        """The verdict that could not be written down; who watches the session hears of it."""
        verdict = Verdict.blaming(error)
        self._on_event(events.Verdict(**verdict.to_json()).at(time.time()))
        return verdict

    def _weigh(self, site: Site, browser: Browser, journal: Journal) -> None:
        """Ask the site what the verdict is worth, and record the way there."""
        verdict = self.verdict
        if verdict is None or verdict.blame in (Blame.HARNESS, Blame.USER):
            return
        with contextlib.suppress(JournalLost):
            self._label = _write_truth(journal, site, self.session.task.goal, verdict, browser)
            _record(self.session, site, verdict, browser, journal)

    def _end(self) -> None:
        """Write the verdict, if there is one; a trial that a user stopped is played again."""
        verdict = self.verdict
        if verdict is None or (self.session.trial and verdict.blame is Blame.USER):
            return
        with contextlib.suppress(JournalLost):
            self.session.written.end(verdict, self._label)


def _record(
    session: Exploration, site: Site, verdict: Verdict, browser: Browser, journal: Journal
) -> None:
    """Keep a session that reached its goal as a scenario, if that was asked for."""
    if (
        session.record
        and verdict.status in (Status.SUCCESS, Status.LIKELY)
        and isinstance(browser, WebDriverBrowser)
    ):
        written = read_journal(session.folder)
        journal.write(record_ended(written, site, session.task.persona, browser, session.folder))


def _turns(session: Exploration, browser: Browser, journal: Journal) -> PlayerTurns:
    graph = StateGraph(urlsplit(session.task.site.url).netloc)
    reset = resetter(session.task.site)
    player: Player = (
        _crawler(session, browser, journal, graph)
        if session.profile.name == CRAWL
        else make_player(
            session.task,
            session.models,
            journal,
            graph,
            session.profile,
            session.off,
            can_reset=reset is not None,
        )
    )
    if _reads(player) and isinstance(browser, Peeking):
        player.lookahead.browser = browser
    facts = FactProof(
        session.task.site, session.task.goal, refutes=not (session.trial or session.measured)
    )
    values = ValueProof(
        lambda: tuple(value.value for value in player.values) if _reads(player) else (),
        lambda: _reads(player) and player.one_thing_to_do,
        lambda url: _reopened(browser, url),
        Whereabouts(session.task.goal),
    )
    proofs = (facts, values)
    return PlayerTurns(
        session.task, player, browser, journal, graph, reset, proofs, session.shown, session.until
    )


def _crawler(
    session: Exploration, browser: Browser, journal: Journal, graph: StateGraph
) -> Crawler:
    """The player of a crawl, which is kept in the session's folder as it goes."""

    def on_kept(kept: Kept) -> None:
        write_whole(session.folder / FILE, masked(kept.to_json(), journal.mask))

    crawler = Crawler(session.task, journal, graph, session.off, session.crawled, on_kept)
    if isinstance(browser, Asking):
        crawler.ask = browser.statuses
        crawler.reopen = partial(_reopened, browser)
    return crawler


def _reads(player: Player) -> TypeGuard[Explorer]:
    """Whether a player reads the goal's values."""
    return isinstance(player, Explorer)


def _reopened(browser: Browser, url: str) -> Scene:
    browser.open(url)
    return make_scene(browser.look())


def _write_truth(
    journal: Journal, site: Site, goal: str, verdict: Verdict, browser: Browser
) -> str:
    """Write down what the site and its last page say, and what the verdict is worth.

    Return the latter.
    """
    said = ask_site(site, goal, lambda: make_scene(browser.look()))
    label = label_of(site, goal, said, verdict.status, verdict.blame)
    journal.write(events.Truth(**said))
    if label:
        facts = tuple(str(fact) for fact in facts_of(site, goal))
        journal.write(
            events.Outcome(label=label, reached=reached(site, goal, said), facts=facts, by="site")
        )
    return label


def end_in_error(
    session: Exploration, verdict: Verdict, on_event: OnEvent = lambda event: None
) -> None:
    """Write down a session that broke off outside the loop."""
    session.written.end_in_error(opening(session, session.task.site, ""), verdict, on_event)


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
