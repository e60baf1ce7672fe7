"""Running test cases.

A served site, a browser, a session folder with journal and report for each.
"""

import contextlib
import platform
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.models.base import MODEL_TIMEOUT, Model
from pathfinder.agents.thresholds import thresholds_by_model
from pathfinder.core.case import CaseResult, Suite, TestCase
from pathfinder.core.errors import BrowserError, PathFinderError, SettingsError, UsageError
from pathfinder.core.journal import Event, FileJournal
from pathfinder.core.settings import (
    find_site,
    load_persona,
    load_sites,
    site_from_url,
    sites_file,
    userdata_folder,
)
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.core.version import __version__
from pathfinder.engine.loop import Loop
from pathfinder.engine.runner import CaseTurns, RunContext, Runner, find_runner
from pathfinder.engine.safety import policy_of
from pathfinder.session.folder import WatchedJournal, check_writable, finish_report, write_verdict
from pathfinder.session.truth import told_by
from pathfinder.suites.lint import is_doubtful
from pathfinder.suites.model import write_iolts
from pathfinder.suites.premises import OpenBrowser, SiteFixture
from pathfinder.suites.witness import Witness
from pathfinder.webprocessor.browser import Browser, open_browser
from pathfinder.webprocessor.scene import make_scene

_URL = re.compile(r"https?://[^\s'\"]+")


@dataclass(frozen=True)
class SuiteRequest:
    """What the command line asked for.

    site, url: In place of what the suite says.
    models: Role -> model; empty: nobody is asked, and what is not strict is inconclusive.
    model_timeout: Seconds that a model may say nothing.
    repeat: Runs of each case.
    only: Parts of names of cases to run; empty for all.
    """

    runner: str = "steps"
    site: str = ""
    url: str = ""
    persona: str = ""
    model_timeout: float = MODEL_TIMEOUT
    repeat: int = 1
    only: tuple[str, ...] = ()
    seed: int = 0
    sites: Path | None = None
    userdata: Path | None = None
    out: Path = Path("runs")
    headed: bool = False
    webdriver_url: str = ""
    allow_irreversible: bool = False
    truth: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)


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
        models: Role -> model.
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
        self._premises = SiteFixture(request.seed, open_with or self._open)
        self._on_event = on_event
        check_writable(request.out)

    def __enter__(self) -> "SuiteRunner":
        return self

    def __exit__(self, *error: object) -> None:
        self._premises.close()

    def run(self, case: TestCase, *, number: int = 1) -> CaseResult:
        """Run a case once; whatever fails but the command line ends in a verdict.

        Each repeat has a seed of its own for the models.

        Raises:
            UsageError: The case names a site, a persona or a fault that is not there.
        """
        site, persona = self._site(case), self._persona(case)
        folder = self.request.out / _folder_name(case, number)
        journal = WatchedJournal(folder, self._on_event, persona.vault)
        try:
            result = self._run(case, site, persona, journal, self.request.seed + number - 1)
        finally:
            journal.close()
            finish_report(folder)
            with contextlib.suppress(OSError, PathFinderError):  # no room, or nothing to read
                write_iolts(folder)
        return result.at(str(folder))

    def _run(
        self, case: TestCase, site: Site, persona: Persona, journal: FileJournal, seed: int
    ) -> CaseResult:
        witness = Witness(journal, case, persona.values)
        verdict = Loop(
            _Session(self, case, site, persona, witness, seed), witness, contained=True
        ).run()
        write_verdict(journal.folder, verdict)
        if verdict.blame == BrowserError.blame:
            self._premises.close_browsers()
        return CaseResult(case, verdict, witness.results)

    def _turns(
        self, case: TestCase, site: Site, persona: Persona, journal: Witness, seed: int
    ) -> CaseTurns:
        """The turns of the case, with site and browser as new."""
        here = self._premises.fresh(site, case.fault)
        browser = self._premises.browser(
            here, persona, policy_of(here, case.goal or case.name, persona)
        )
        journal.write(
            "session",
            session=journal.folder.name,
            **self._facts(case, here, persona, browser.version),
            seed=seed,
        )
        journal.browser = browser
        context = RunContext(
            browser, journal, self.models, here, persona, seed, self.request.options
        )
        return self.runner.turns(case, context)

    def _tell_truth(self, case: TestCase, site: Site, journal: Witness, browser: Browser) -> None:
        if self.request.truth:
            journal.write("truth", **told_by(site, case.goal, lambda: make_scene(browser.look())))

    def _site(self, case: TestCase) -> Site:
        site = self._named_site(case)
        return replace(site, safe=False) if self.request.allow_irreversible else site

    def _named_site(self, case: TestCase) -> Site:
        if self.request.url:
            return site_from_url(self.request.url)
        name = self.request.site or case.site
        if name:
            file = sites_file(self.request.sites)
            return find_site(load_sites(file), name)
        url = next((found[0] for step in case.steps[:1] if (found := _URL.search(step.text))), "")
        if not url:
            raise SettingsError(
                f"case {case.name!r} names no site; write `site: NAME` in the suite, or give "
                "--site or --url"
            )
        return site_from_url(url)

    def _persona(self, case: TestCase) -> Persona:
        site = self._site(case)
        return load_persona(
            userdata_folder(self.request.userdata),
            self.request.persona or case.persona or site.persona or "alex",
        )

    def _open(self, site: Site, persona: Persona) -> Browser:
        asked = self.request
        return open_browser(
            site.hosts,
            vault=persona.vault,
            headed=asked.headed,
            webdriver_url=asked.webdriver_url,
            device=str(asked.options.get("device", "")),
            safety=policy_of(site, "", persona),
            insecure=site.insecure_certificates,
        )

    def _facts(
        self, case: TestCase, site: Site, persona: Persona, browser: str
    ) -> dict[str, object]:
        return {
            "system": self.request.runner,
            "task": {
                "goal": case.name,
                "site": site.name,
                "url": site.url,
                "hosts": site.hosts,
                "persona": persona.name,
                "safe": site.safe,
                "max_steps": len(case.parts),
                "success": [],
            },
            "case": {
                "name": case.name,
                "source": str(case.source or ""),
                "line": case.line,
                "fault": case.fault,
                "expected": case.expected,
                "tags": case.tags,
                "steps": [
                    {"text": s.text, "part": part, "expected": s.expected, "truth": s.truth}
                    for _, part, s in case.parts
                ],
            },
            "models": {role: model.name for role, model in self.models.items()},
            "thresholds": thresholds_by_model(self.models.values()),
            "options": dict(self.request.options),
            "versions": {
                "pathfinder": __version__,
                "browser": browser,
                "python": platform.python_version(),
            },
            "prompts": prompt_hashes(),
        }


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
            self.runner._tell_truth(self.case, self.site, self.witness, self.witness.browser)
        return verdict


def run_all(
    workshop: SuiteRunner, cases: Iterable[TestCase], *, repeat: int = 1
) -> Iterator[CaseResult]:
    """Every case, `repeat` times each, one after the other."""
    for case in cases:
        for number in range(1, repeat + 1):
            yield workshop.run(case, number=number)


def folder_word(case: TestCase) -> str:
    """What a case is called in the names of its sessions' folders."""
    return re.sub(r"[^a-z0-9]+", "-", case.name.casefold()).strip("-")[:40] or "case"


def _folder_name(case: TestCase, number: int) -> str:
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{folder_word(case)}-{number}-{uuid.uuid4().hex[:4]}"
