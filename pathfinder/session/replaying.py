"""Replaying scenarios: the site is served, the browser opened, the journal kept.

Nothing here asks a model but a healer.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.agents.models import default_model_name, open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core import events
from pathfinder.core.errors import JournalLost, PathFinderError, UsageError
from pathfinder.core.scenario import Scenario
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.loop import verdict_of
from pathfinder.session.fixture import SiteFixture, opener
from pathfinder.session.folder import (
    OnEvent,
    SessionFolder,
    WatchedJournal,
    check_writable,
    folder_name,
    session_event,
)
from pathfinder.session.memory import read_memory, write_memory
from pathfinder.session.replay_options import Options, check_safe, scenario_site
from pathfinder.session.setup import persona_of
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser


@dataclass(frozen=True)
class ReplayResult:
    """A replay that has ended, and the folder that holds its journal."""

    scenario: Scenario
    verdict: Verdict
    session: Path


def replay(
    scenario: Scenario, options: Options | None = None, on_event: OnEvent = lambda event: None
) -> Verdict:
    """Replay a scenario once, on a site and in a browser that are started for it.

    Raises:
        UsageError: With one line that says what to change.
    """
    with ReplaySession(options or Options()) as session:
        return session.play(scenario, on_event).verdict


class ReplaySession:
    """Sites and browsers that stay open from one replay to the next.

    Each replay sees a fresh site and a fresh visitor.

    Args:
        options: Hold for all replays; `session` only for a single one.
        contained: A fault of PathFinder itself is the verdict of the replay that has it.
        model: The healer's, in place of the one that the options name.
    """

    def __init__(
        self, options: Options, model: Model | None = None, *, contained: bool = False
    ) -> None:
        self.options = options
        self.contained = contained
        self._model = model
        self._fixture = SiteFixture(
            opener(
                options.browser,
                accessibility=options.accessibility,
                state=options.state,
                save_state=options.save_state,
                har=options.har,
            ),
            headed=options.headed,
            webdriver_url=options.webdriver_url,
        )

    def __enter__(self) -> "ReplaySession":
        return self

    def __exit__(self, *error: object) -> None:
        self._fixture.close()

    def play(
        self,
        scenario: Scenario,
        on_event: OnEvent = lambda event: None,
        *,
        file: Path | None = None,
    ) -> ReplayResult:
        """Replay a scenario once.

        `file` is where it was read from, for what is remembered beside it.

        Raises:
            UsageError: With one line that says what to change.
        """
        options = self.options
        check_writable(options.out)
        site = scenario_site(scenario, options)
        check_safe(scenario, site)
        persona = persona_of(options, scenario.persona, site.persona)
        seed = options.seed if options.seed is not None else scenario.seed or 0
        replay = _Replay(scenario, site, persona, seed, file)
        folder = options.out / (options.session or session_name(scenario))
        written = SessionFolder(folder, persona.vault, report=options.report)
        try:
            verdict = self._begun(replay, written, on_event)
        except (UsageError, JournalLost):
            raise
        except Exception as error:
            if not (self.contained or isinstance(error, PathFinderError)):
                raise
            verdict = verdict_of(error)
            written.end_in_error(self._opening(replay, folder), verdict, on_event)
        return ReplayResult(scenario, verdict, folder)

    def _begun(self, replay: "_Replay", written: SessionFolder, on_event: OnEvent) -> Verdict:
        """Serve the site, open the browser and play."""
        site = self._fixture.fresh(replay.site, seed=replay.seed, extra=self.options.extra)
        browser = self._fixture.browser(site, replay.persona, replay.goal, folder=written.path)
        assert isinstance(browser, WebDriverBrowser)  # as the fixture opens them
        with written.journal(on_event) as journal:
            verdict = self._played(replace(replay, site=site), browser, journal)
        written.end(verdict)
        return verdict

    def _played(
        self, replay: "_Replay", browser: WebDriverBrowser, journal: WatchedJournal
    ) -> Verdict:
        options, scenario, file = self.options, replay.scenario, replay.file
        memory = read_memory(file, scenario) if file else {}
        healer = (
            SceneHealer(replay.site, replay.persona, journal, self._opener(), memory)
            if options.heal
            else None
        )
        journal.write(self._opening(replay, journal.folder, browser.version))
        player = Replayer(
            scenario,
            replay.site,
            QuickBrowser(browser),
            journal,
            options.pace,
            healer,
            remember=options.remember,
        )
        verdict = player.run(contained=self.contained)
        if options.remember and file and verdict.status is Status.PASSED:
            write_memory(file, scenario, player.kept)
        return verdict

    def _opener(self) -> Callable[[], Model] | None:
        """What opens the healer's model, once, when it is first needed.

        None with `--model none`.
        """
        name = self._model_name()
        if name == "none":
            return None

        def opened() -> Model:
            if self._model is None:
                options = ModelOptions(timeout=self.options.model_timeout)
                self._model = open_model(name, options=options)
            return self._model

        return opened

    def _model_name(self) -> str:
        models = self.options.models
        return models.get("heal") or models.get("") or default_model_name()

    def _opening(self, replay: "_Replay", folder: Path, browser: str = "") -> events.Session:
        model = self._model_name() if self.options.heal else "none"
        return session_event(
            folder,
            replay.site,
            replay.persona,
            replay.goal,
            seed=replay.seed,
            browser=browser,
            system="replay",
            file=str(replay.file or ""),
            scenario=replay.scenario.model_dump(mode="json", exclude_defaults=True),
            models={"heal": model} if model != "none" else {},
            thresholds={model: thresholds_for(model).name} if model != "none" else {},
            options={
                "timeout": self.options.pace.timeout,
                "heal": self.options.heal,
                "extra": " ".join(self.options.extra),
            },
        )


@dataclass(frozen=True)
class _Replay:
    """A replay of which every name is found. file: Where the scenario was read from."""

    scenario: Scenario
    site: Site
    persona: Persona
    seed: int
    file: Path | None

    @property
    def goal(self) -> str:
        return self.scenario.goal or self.scenario.name


def session_name(scenario: Scenario) -> str:
    """A folder's name that sorts by time and tells the scenario."""
    what = "".join(
        c if c.isalnum() or c in "-_" else "-" for c in scenario.name or scenario.goal or "scenario"
    ).strip("-")[:40]
    return folder_name("replay", what)
