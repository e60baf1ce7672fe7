"""Running test cases.

A served site, a browser, a session folder with journal and report for each.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.models.base import Model
from pathfinder.agents.thresholds import thresholds_by_model
from pathfinder.core import events
from pathfinder.core.case import CaseResult, Suite, TestCase
from pathfinder.core.errors import (
    BrowserError,
    PageError,
    PathFinderError,
    SettingsError,
    UsageError,
)
from pathfinder.core.events import Event
from pathfinder.core.iolts import iolts_in
from pathfinder.core.journal import FileJournal, read_journal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import MakesPlayer
from pathfinder.engine.runner import CaseTurns, Pursues, RunContext, Runner, find_runner
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import Asked, asked
from pathfinder.session.fixture import OpenBrowser, SiteFixture, opener
from pathfinder.session.folder import (
    SessionFolder,
    check_writable,
    folder_name,
    session_event,
)
from pathfinder.session.setup import Setup, persona_of, site_of
from pathfinder.session.truth import ask_site
from pathfinder.suites.addresses import moved_case, moved_reading
from pathfinder.suites.lint import is_doubtful
from pathfinder.suites.readings import load_readings, readings_file
from pathfinder.suites.witness import Witness
from pathfinder.systems.explore.players import explorer_by
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.scene import make_scene

_URL = re.compile(r"https?://[^\s'\"]+")


@dataclass(frozen=True)
class SuiteRequest(Setup):
    """What the command line asked for.

    site, url, persona: In place of what the suite says.
    repeat: Runs of each case.
    only: Parts of names of cases to run; empty for all.
    moves: Addresses in sentences -> where the site stands now.
    """

    runner: str = "steps"
    repeat: int = 1
    only: tuple[str, ...] = ()
    seed: int = 0
    truth: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)


def chosen(
    suites: Iterable[Suite], only: tuple[str, ...], *, clear: bool = False
) -> list[TestCase]:
    """The cases to run, each with its suite's site.

    With `clear` those that the clarity check lets pass.

    Raises:
        UsageError: `only` names none, or none is clear.
    """
    cases = [
        replace(case, site=case.site or suite.site) for suite in suites for case in suite.cases
    ]
    kept = [
        case
        for case in cases
        if not only or any(name.casefold() in case.name.casefold() for name in only)
    ]
    if not kept:
        known = ", ".join(repr(case.name) for case in cases[:6])
        raise UsageError(
            f"--only {' '.join(only)}: no such case; cases are "
            f"{known}{', …' if len(cases) > 6 else ''}"
        )
    if clear and not (kept := [case for case in kept if not is_doubtful(case)]):
        raise UsageError("--clear: no case is clear; `pathfinder lint` says what to write instead")
    return kept


class SuiteRunner:
    """Keeps the site served and the browser open from case to case; each case finds both as new.

    Args:
        request: What was asked for.
        models: Role -> model; empty: nobody is asked, and what is not strict is inconclusive.
        open_with: In place of Chromium.
        on_event: Is handed every journal event.
    """

    def __init__(
        self,
        request: SuiteRequest,
        models: Mapping[str, Model],
        *,
        open_with: OpenBrowser | None = None,
        on_event: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.request = request
        self.models = models
        self.runner: Runner = find_runner(request.runner)
        self._fixture = SiteFixture(
            open_with
            or opener(
                request.browser,
                accessibility=request.accessibility,
                state=request.state,
                save_state=request.save_state,
                har=request.har,
            ),
            headed=request.headed,
            webdriver_url=request.webdriver_url,
            device=str(request.options.get("device", "")),
        )
        self._on_event = on_event
        self._readings: dict[Path | None, dict[Asked, Reading]] = {}
        check_writable(request.out)

    def __enter__(self) -> "SuiteRunner":
        return self

    def __exit__(self, *error: object) -> None:
        self._fixture.close()

    def run(self, case: TestCase, *, number: int = 1) -> CaseResult:
        """Run a case once; whatever fails but the command line ends in a verdict.

        Each repeat has a seed of its own for the models.

        Raises:
            UsageError: The case names a site, a persona or a fault that is not there.
        """
        case = moved_case(case, self.request.moves)
        site = self._site(case)
        persona = persona_of(self.request, case.persona, site.persona)
        folder = self.request.out / folder_name(folder_word(case), number)
        written = SessionFolder(folder, persona.vault)
        try:
            with written.journal(self._on_event) as journal:
                result = self._run(case, site, persona, journal, self.request.seed + number - 1)
            written.end(result.verdict)
        finally:
            with contextlib.suppress(OSError, PathFinderError):  # no room, or nothing to read
                _write_iolts(folder)
        return result.at(str(folder))

    def _run(
        self, case: TestCase, site: Site, persona: Persona, journal: FileJournal, seed: int
    ) -> CaseResult:
        witness = Witness(journal, case, persona.values)
        verdict = Loop(
            _Session(self, case, site, persona, witness, seed), witness, contained=True
        ).run()
        if verdict.blame in (BrowserError.blame, PageError.blame) and verdict.by == "error":
            self._fixture.close_browsers()
        return CaseResult(case, verdict, witness.results)

    def _turns(
        self, case: TestCase, site: Site, persona: Persona, journal: Witness, seed: int
    ) -> CaseTurns:
        """The turns of the case, with site and browser as new."""
        if case.fault and not site.start:
            raise SettingsError(
                f"fault {case.fault!r}: the site {site.name!r} is not started here, and can't be "
                "served with a fault"
            )
        extra = ("--fault", case.fault) if case.fault else ()
        here = self._fixture.fresh(site, seed=self.request.seed, extra=extra)
        browser = self._fixture.browser(
            here, persona, case.goal or case.name, folder=journal.folder
        )
        journal.write(
            session_event(
                journal.folder,
                here,
                persona,
                case.name,
                seed=seed,
                browser=browser.version,
                max_steps=len(case.parts),
                system=self.request.runner,
                case=_case_facts(case),
                models={role: model.name for role, model in self.models.items()},
                thresholds=thresholds_by_model(self.models.values()),
                options=dict(self.request.options),
                prompts=prompt_hashes(),
            )
        )
        journal.browser = browser
        context = RunContext(
            browser,
            journal,
            self.models,
            here,
            persona,
            seed,
            self.request.options,
            self._read(case.source),
            self._explorer(),
        )
        return self.runner.turns(case, context)

    def _explorer(self) -> MakesPlayer | None:
        """What pursues small goals, all by the model that acts; None where nobody is asked."""
        model = self.models.get(self.runner.acts) if isinstance(self.runner, Pursues) else None
        return explorer_by(model) if model else None

    def _read(self, suite: Path | None) -> dict[Asked, Reading]:
        """What the sentences of a suite say, as its file has it; runs add what they read."""
        if suite not in self._readings:
            file = load_readings(readings_file(suite)).readings if suite else ()
            known = [moved_reading(one, self.request.moves) for one in file]
            self._readings[suite] = {
                asked(one.sentence, one.part, one.before): one for one in known
            }
        return self._readings[suite]

    def _write_truth(self, case: TestCase, site: Site, journal: Witness, browser: Browser) -> None:
        if self.request.truth:
            facts = ask_site(site, case.goal, lambda: make_scene(browser.look()))
            journal.write(events.Truth(**facts))

    def _site(self, case: TestCase) -> Site:
        """What was asked for, else the case's, else the address that its first step opens."""
        name, url = self.request.site or case.site, self.request.url
        if not url and not name:
            found = _URL.search(case.steps[0].text) if case.steps else None
            url = found[0] if found else ""
        if not url and not name:
            raise SettingsError(
                f"case {case.name!r} names no site; write `site: NAME` in the suite, or give "
                "--site or --url"
            )
        return site_of(self.request, name=name, url=url)


@dataclass
class _Session:
    """The turns of a case, from starting its site to telling the truth of it."""

    runner: SuiteRunner
    case: TestCase
    site: Site
    persona: Persona
    witness: Witness
    seed: int

    @property
    def steps(self) -> int:
        return len(self.witness.results)

    @property
    def withheld(self) -> Sequence[str]:
        return self.witness.browser.withheld if self.witness.browser else ()

    def begin(self) -> None:
        self._turns = self.runner._turns(
            self.case, self.site, self.persona, self.witness, self.seed
        )
        self._turns.begin()

    def turn(self, number: int) -> Verdict | None:
        verdict = self._turns.turn(number)
        if verdict and self.witness.browser:
            self.runner._write_truth(self.case, self.site, self.witness, self.witness.browser)
        return verdict


def run_all(
    runner: SuiteRunner, cases: Iterable[TestCase], *, repeat: int = 1
) -> Iterator[CaseResult]:
    """Every case, `repeat` times each, one after the other."""
    for case in cases:
        for number in range(1, repeat + 1):
            yield runner.run(case, number=number)


def _write_iolts(folder: Path) -> None:
    """Write iolts.json and iolts.mmd beside a session's journal; nothing when it was no case."""
    system = iolts_in(read_journal(folder))
    if system is not None:
        told = json.dumps(system.to_json(), indent=2, ensure_ascii=False)
        (folder / "iolts.json").write_text(told, encoding="utf-8")
        (folder / "iolts.mmd").write_text(system.to_mermaid(), encoding="utf-8")


def _case_facts(case: TestCase) -> events.CaseFacts:
    return events.CaseFacts(
        name=case.name,
        source=str(case.source or ""),
        line=case.line,
        fault=case.fault,
        expected=case.expected,
        tags=case.tags,
        steps=tuple(
            events.WrittenStep(text=s.text, part=part, expected=s.expected, truth=s.truth)
            for _, part, s in case.parts
        ),
    )


def folder_word(case: TestCase) -> str:
    """What a case is called in the names of its sessions' folders."""
    return re.sub(r"[^a-z0-9]+", "-", case.name.casefold()).strip("-")[:40] or "case"
