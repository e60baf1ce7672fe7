"""Replaying scenarios: the site is served, the browser opened, the journal kept.

Nothing here asks a model but a healer.
"""

import platform
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.agents.models import default_model_name, open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.errors import JournalLost, PathFinderError, UsageError
from pathfinder.core.journal import Event
from pathfinder.core.scenario import Scenario, Target
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status, Verdict
from pathfinder.core.version import __version__
from pathfinder.engine.loop import bug
from pathfinder.engine.playback.healer import Healer
from pathfinder.engine.safety import policy_of
from pathfinder.session.folder import (
    WatchedJournal,
    check_writable,
    finish_report,
    resetter,
    write_verdict,
)
from pathfinder.session.memory import read_memory, write_memory
from pathfinder.session.replay_options import Options, check_safe, site_of
from pathfinder.session.siteserver import served
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.browser import WebDriverBrowser, open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.watch import Safety

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
        self._open = ExitStack()
        self._sites: dict[object, Site] = {}
        self._browsers: dict[object, WebDriverBrowser] = {}

    def __enter__(self) -> "ReplaySession":
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

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
        site = site_of(scenario, options)
        site = replace(site, safe=False) if options.allow_irreversible else site
        check_safe(scenario, site)
        persona = load_persona(
            userdata_folder(options.userdata),
            options.persona or scenario.persona or site.persona or "alex",
        )
        seed = options.seed if options.seed is not None else scenario.seed or 0
        folder = options.out / (options.session or session_name(scenario))
        try:
            verdict = self._begun(scenario, site, persona, seed, folder, on_event, file)
        except (UsageError, JournalLost):
            raise
        except PathFinderError as error:
            verdict = Verdict.blaming(error)
            self._end_in_error(scenario, site, persona, seed, folder, on_event, verdict)
        except Exception as error:
            if not self.contained:
                raise
            verdict = bug(error)
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
        with self._fresh(site, seed) as fresh:
            safety = policy_of(fresh, scenario.goal or scenario.name, persona)
            browser = self._browser(fresh, persona, safety)
            browser.forget()
            browser.keep_safe(safety)
            journal = WatchedJournal(folder, on_event, persona.vault)
            try:
                verdict = self._played(scenario, fresh, persona, seed, browser, journal, file)
                write_verdict(folder, verdict)
            finally:
                journal.close()
                if self.options.report:
                    finish_report(folder)
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
        journal = WatchedJournal(folder, on_event, persona.vault)
        if not (folder / "journal.jsonl").stat().st_size:
            facts = self._facts(scenario, site, persona, seed, "")
            journal.write("session", session=folder.name, file="", **facts)
        journal.write("verdict", **verdict.to_json())
        journal.close()
        write_verdict(folder, verdict)
        if self.options.report:
            finish_report(folder)

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
            "session",
            session=journal.folder.name,
            file=str(file or ""),
            **self._facts(scenario, site, persona, seed, browser.version),
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

    @contextmanager
    def _fresh(self, site: Site, seed: int) -> Iterator[Site]:
        """The site in its first state: reset where it can be, else started anew, else as it is."""
        if site.start and not site.reset:
            with served(site, seed=seed, extra=self.options.extra) as one:
                yield one
            return
        key = (site.name, site.url, seed)
        if key not in self._sites:
            self._sites[key] = self._open.enter_context(
                served(site, seed=seed, extra=self.options.extra)
            )
        elif reset := resetter(self._sites[key]):
            reset()
        yield self._sites[key]

    def _browser(self, site: Site, persona: Persona, safety: Safety | None) -> WebDriverBrowser:
        key = (site.hosts, persona.name, site.safe, site.insecure_certificates)
        browser = self._browsers.get(key)
        if browser is None or not browser.alive():
            options = self.options
            browser = open_browser(
                site.hosts,
                vault=persona.vault,
                headed=options.headed,
                webdriver_url=options.webdriver_url,
                safety=safety,
                insecure=site.insecure_certificates,
            )
            self._open.callback(browser.close)
            self._browsers[key] = browser
        return browser

    def _facts(
        self, scenario: Scenario, site: Site, persona: Persona, seed: int, browser: str
    ) -> dict[str, object]:
        return {
            "system": "replay",
            "scenario": scenario.model_dump(mode="json", exclude_defaults=True),
            "task": {
                "goal": scenario.goal or scenario.name,
                "site": site.name,
                "url": site.url,
                "hosts": site.hosts,
                "persona": persona.name,
                "safe": site.safe,
                "max_steps": 0,
                "success": [],
            },
            "models": {"heal": self._model_name()}
            if self.options.heal and self._model_name() != "none"
            else {},
            "thresholds": self._thresholds(),
            "options": {
                "timeout": self.options.pace.timeout,
                "heal": self.options.heal,
                "extra": " ".join(self.options.extra),
            },
            "without": [],
            "seed": seed,
            "versions": {
                "pathfinder": __version__,
                "browser": browser,
                "python": platform.python_version(),
            },
        }

    def _thresholds(self) -> dict[str, str]:
        name = self._model_name()
        return {name: thresholds_for(name).name} if self.options.heal and name != "none" else {}


def session_name(scenario: Scenario) -> str:
    """A folder's name that sorts by time and tells the scenario."""
    what = "".join(
        c if c.isalnum() or c in "-_" else "-" for c in scenario.name or scenario.goal or "scenario"
    ).strip("-")[:40]
    return f"{time.strftime('%Y%m%d-%H%M%S')}-replay-{what}-{uuid.uuid4().hex[:4]}"
