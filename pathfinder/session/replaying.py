"""Replaying scenarios: the site is served, the browser opened, the journal kept.

Nothing here asks a model but a healer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pathfinder.agents.models import default_model_name, open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core import events
from pathfinder.core.errors import JournalLost, PathFinderError, UsageError
from pathfinder.core.events import Event
from pathfinder.core.scenario import Scenario, Target
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.loop import bug
from pathfinder.engine.playback.healer import Healer
from pathfinder.session.fixture import SiteFixture
from pathfinder.session.folder import (
    WatchedJournal,
    check_writable,
    folder_name,
    session_event,
    session_folder,
    write_verdict,
)
from pathfinder.session.memory import read_memory, write_memory
from pathfinder.session.replay_options import Options, check_safe, scenario_site
from pathfinder.session.setup import persona_of
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.browser import WebDriverBrowser
from pathfinder.webprocessor.quick import QuickBrowser

OnEvent = Callable[[Event], None]


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
    with ReplaySession(options or Options()) as theatre:
        return theatre.play(scenario, on_event).verdict


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
        self._fixture = SiteFixture(headed=options.headed, webdriver_url=options.webdriver_url)

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
        folder = options.out / (options.session or session_name(scenario))
        try:
            verdict = self._begun(scenario, site, persona, seed, folder, on_event, file)
        except (UsageError, JournalLost):
            raise
        except Exception as error:
            if isinstance(error, PathFinderError):
                verdict = Verdict.blaming(error)
            elif self.contained:
                verdict = bug(error)
            else:
                raise
            self._end_in_error(scenario, site, persona, seed, folder, on_event, verdict)
        return ReplayResult(scenario, verdict, folder)

    def _begun(
        self,
        scenario: Scenario,
        site: Site,
        persona: Persona,
        seed: int,
        folder: Path,
        on_event: OnEvent,
        file: Path | None,
    ) -> Verdict:
        """Serve the site, open the browser and play."""
        fresh = self._fixture.fresh(site, seed=seed, extra=self.options.extra)
        browser = self._fixture.browser(fresh, persona, scenario.goal or scenario.name)
        assert isinstance(browser, WebDriverBrowser)  # as the fixture opens them
        report = self.options.report
        with session_folder(folder, on_event, persona.vault, report=report) as journal:
            verdict = self._played(scenario, fresh, persona, seed, browser, journal, file)
            write_verdict(folder, verdict)
        return verdict

    def _end_in_error(
        self,
        scenario: Scenario,
        site: Site,
        persona: Persona,
        seed: int,
        folder: Path,
        on_event: OnEvent,
        verdict: Verdict,
    ) -> None:
        """Write down a replay whose site or browser did not start, or that broke off."""
        report = self.options.report
        with session_folder(folder, on_event, persona.vault, report=report) as journal:
            if not (folder / "journal.jsonl").stat().st_size:
                journal.write(self._opening(folder, scenario, site, persona, seed, "", None))
            journal.write(events.Verdict(**verdict.to_json()))
            write_verdict(folder, verdict)

    def _played(
        self,
        scenario: Scenario,
        site: Site,
        persona: Persona,
        seed: int,
        browser: WebDriverBrowser,
        journal: WatchedJournal,
        file: Path | None,
    ) -> Verdict:
        options = self.options
        memory = read_memory(file, scenario) if file else {}
        healer = self._make_healer(persona, site, journal, memory) if options.heal else None
        journal.write(
            self._opening(journal.folder, scenario, site, persona, seed, browser.version, file)
        )
        player = Replayer(
            scenario,
            site,
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

    def _make_healer(
        self, persona: Persona, site: Site, journal: WatchedJournal, memory: Mapping[str, Target]
    ) -> Healer:
        return SceneHealer(site, persona, journal, self._opener(), memory)

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

    def _opening(
        self,
        folder: Path,
        scenario: Scenario,
        site: Site,
        persona: Persona,
        seed: int,
        browser: str,
        file: Path | None,
    ) -> events.Session:
        model = self._model_name() if self.options.heal else "none"
        goal = scenario.goal or scenario.name
        return session_event(
            folder,
            site,
            persona,
            goal,
            seed=seed,
            browser=browser,
            system="replay",
            file=str(file or ""),
            scenario=scenario.model_dump(mode="json", exclude_defaults=True),
            models={"heal": model} if model != "none" else {},
            thresholds={model: thresholds_for(model).name} if model != "none" else {},
            options={
                "timeout": self.options.pace.timeout,
                "heal": self.options.heal,
                "extra": " ".join(self.options.extra),
            },
        )


def session_name(scenario: Scenario) -> str:
    """A folder's name that sorts by time and tells the scenario."""
    what = "".join(
        c if c.isalnum() or c in "-_" else "-" for c in scenario.name or scenario.goal or "scenario"
    ).strip("-")[:40]
    return folder_name("replay", what)
