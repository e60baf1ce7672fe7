"""PathFinder from Python.

`Agent` pursues goals, `replay` replays scenarios, `check` runs a test case.

from pathfinder import Agent

with Agent(model="embedded/qwen2.5-coder-1.5b", persona="kim") as agent:
result = agent.run("make a purchase", url="http://127.0.0.1:8600/")
assert result.status == "success", result.reason
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.agents.explore import ROLES
from pathfinder.agents.models import default_model_name, open_model
from pathfinder.agents.models.base import Model
from pathfinder.core.case import CaseResult, CaseStep, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import Scenario
from pathfinder.core.task import GoalValue, Persona, Site, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.playing import Outcome
from pathfinder.session.exploration import Exploration, Playing
from pathfinder.session.folder import check_writable, folder_name
from pathfinder.session.replay_options import Options
from pathfinder.session.replay_suite import read_scenario
from pathfinder.session.replaying import ReplaySession
from pathfinder.session.setup import Setup, persona_of, site_of
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.systems.explore.guards import check_switches
from pathfinder.systems.explore.profiles import find_profile
from pathfinder.webprocessor.webdriver import BorrowedBrowser

_JUDGES = ("critic", "judge")


@dataclass(frozen=True)
class Step:
    """One step of a session. action: What was done. outcome: What it changed. url: Where it led."""

    number: int
    action: str
    outcome: str
    url: str


@dataclass(frozen=True)
class Result:
    """How a session ended.

    status: A `Status`, which equals its word: "success", "likely", "passed", "failed", "stuck",
        "expired", ….
    evidence: Words copied from the page, or what was seen outside it.
    steps: Of an exploration; empty for replays and test cases, whose journal has them.
    journal: journal.jsonl of the session's folder.
    """

    verdict: Verdict
    journal: Path
    steps: tuple[Step, ...] = ()

    @property
    def status(self) -> Status:
        """How it ended, in a word."""
        return self.verdict.status

    @property
    def reason(self) -> str:
        """Why it ended so."""
        return self.verdict.reason

    @property
    def evidence(self) -> str:
        """On what the verdict rests."""
        return self.verdict.evidence

    @property
    def report(self) -> Path:
        """The report of the session: one page, if it was asked for."""
        return self.journal.with_name("report.html")


class Agent:
    """Pursues goals on web sites; its models stay loaded from one goal to the next.

    Args:
        model: A model's name for every role, names by role, or a model of your own; empty for the
            default.
        persona: A name in userdata/personas, or values by key, such as {"email":
            "ann@example.com"}; a key in `secret` is
            never written down.
        secret: Keys of `persona` that are secret, when it is a mapping.
        profile: "fast", "paper", or one that an installed package offers.
        without: Guards and parts of the search to switch off, as `--without`.
        out: Folder in which each session gets one of its own.
        sites, userdata: None: those of the current folder, else those that come with PathFinder.

    Raises:
        UsageError: Something named is not there; the message says what to change.
    """

    def __init__(
        self,
        *,
        model: str | Mapping[str, str] | Model = "",
        persona: str | Mapping[str, str] = "",
        secret: Sequence[str] = (),
        profile: str = "fast",
        without: Sequence[str] = (),
        out: Path | str = "runs",
        headed: bool = False,
        sites: Path | None = None,
        userdata: Path | None = None,
    ) -> None:
        self.models = _models(model)
        self.profile = find_profile(profile)
        self.out = Path(out)
        self.result: Result | None = None
        """How the last session ended."""
        self._given = None if isinstance(persona, str) else persona
        self._secret = frozenset(secret)
        self._off = check_switches(without)
        self._setup = Setup(
            persona=persona if isinstance(persona, str) else "",
            sites=sites,
            userdata=userdata,
            headed=headed,
        )

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the models."""
        for model in set(self.models.values()):
            if close := getattr(model, "close", None):
                close()

    def run(self, goal: str, **options: Any) -> Result:
        """Pursue a goal to its verdict; `options` are those of `steps`.

        Raises:
            UsageError: The site, the persona or an option is not known.
        """
        for _ in self.steps(goal, **options):
            pass
        assert self.result is not None  # the last step leaves it
        return self.result

    def steps(
        self,
        goal: str,
        *,
        url: str = "",
        site: str = "",
        driver: WebDriver | None = None,
        until: Callable[[], object] | None = None,
        judge: bool = True,
        success: Sequence[str] = (),
        values: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        max_steps: int = 0,
        seed: int = 0,
        report: bool = True,
    ) -> Iterator[Step]:
        """Pursue a goal, and hand out each step when it is done; leave the loop to stop.

        `result` then says how it ended.

        Args:
            url, site: Where: an address, or a name in sites.yaml. Not needed with `driver`.
            driver: A Selenium driver with the page already open: it is not loaded again, reset or
                closed.
            until: Asked after each step; once it is true the goal is reached, by proof from
                outside.
            judge: Whether models may judge; without, only `until` and `success` end a session with
                success.
            success: Strict conditions, such as "text present Thank you".
            values: Values of this goal, by what a field calls them; they come before the persona's.
            max_steps: 0 for the profile's.
            report: Whether report.html is written.

        Raises:
            UsageError: The site, the persona or an option is not known.
        """
        place = self._site(url, site, driver)
        persona = self._person(place, values or {})
        conditions = tuple(parse_predicate(text) for text in success)
        task = Task(
            goal,
            place,
            persona,
            conditions,
            max_steps or self.profile.max_steps,
            seed,
            tuple(GoalValue(of, value) for of, value in (values or {}).items()),
            has_account=bool(self._given or self._setup.persona or place.persona),
        )
        off = self._off | check_switches(without) | frozenset(() if judge else _JUDGES)
        check_writable(self.out)
        session = Exploration(
            task,
            self.models,
            self.profile,
            off,
            self.out / folder_name(place.name, seed),
            headed=self._setup.headed,
            record=driver is None,
            report=report,
            until=until,
        )
        if driver is not None:
            borrowed = BorrowedBrowser(driver, place.hosts, vault=persona.vault)
            session = replace(session, browser=lambda *hosts, **options: borrowed, shown=True)
        return self._played(session)

    def _played(self, session: Exploration) -> Iterator[Step]:
        self.result = None
        taken: list[Step] = []
        playing = Playing(session, lambda event: None)
        try:
            for outcome in playing:
                taken.append(_step(outcome))
                yield taken[-1]
        finally:
            playing.close()
            if playing.verdict is not None:
                journal = session.folder / "journal.jsonl"
                self.result = Result(playing.verdict, journal, tuple(taken))

    def _site(self, url: str, name: str, driver: WebDriver | None) -> Site:
        if driver is not None and not (url or name):
            url = driver.current_url
            if not urlsplit(url).hostname:
                raise UsageError(
                    f"driver: {url!r} is no page of a site; open one first, or give url=…"
                )
        if bool(url) == bool(name):
            raise UsageError(
                "name the site with either site=NAME (from sites.yaml), url=URL, or a driver"
            )
        return site_of(self._setup, name=name, url=url)

    def _person(self, site: Site, values: Mapping[str, str]) -> Persona:
        if self._given is None:
            persona = persona_of(self._setup, site.persona)
        else:
            persona = Persona("given", dict(self._given), self._secret)
        rest = {key: value for key, value in persona.values.items() if key not in values}
        return replace(persona, values={**values, **rest})


def replay(
    scenario: Scenario | Path | str,
    *,
    url: str = "",
    site: str = "",
    persona: str = "",
    heal: bool = False,
    model: str = "",
    out: Path | str = "runs",
    report: bool = True,
) -> Result:
    """Replay a scenario: a file, the folder of a session, or a Scenario.

    Args:
        url, site, persona: In place of what the scenario says.
        heal: Whether steps may be healed; `model` plays the healer, "none" for no model.

    Raises:
        UsageError: The scenario, the site or the persona is not there.
    """
    wanted = (
        scenario
        if isinstance(scenario, Scenario)
        else read_scenario(_scenario_file(Path(scenario)))
    )
    options = Options(
        site=site,
        url=url,
        persona=persona,
        heal=heal,
        models={"": model} if model else {},
        out=Path(out),
        report=report,
    )
    with ReplaySession(options) as session:
        played = session.play(wanted)
    return Result(played.verdict, played.session / "journal.jsonl")


def check(
    case: TestCase | Sequence[str],
    *,
    assertions: Sequence[str] = (),
    url: str = "",
    site: str = "",
    persona: str = "",
    runner: str = "steps",
    model: str | Model = "none",
    out: Path | str = "runs",
) -> Result:
    """Run a written test case: its steps, then its assertions.

    Args:
        case: A TestCase, or its steps in words.
        runner: "steps", "uat", "pinata", "seeact", or one that an installed package offers.
        model: "none": nobody is asked, and what no rule reads is inconclusive.

    Raises:
        UsageError: The site, the persona or the runner is not there.
    """
    if not isinstance(case, TestCase):
        steps = tuple(CaseStep(text) for text in case)
        case = TestCase(
            name=steps[0].text[:60], steps=steps, assertions=tuple(map(CaseStep, assertions))
        )
    request = SuiteRequest(runner=runner, site=site, url=url, persona=persona, out=Path(out))
    with SuiteRunner(request, {}) as suite:
        if model != "none":
            opened = open_model(model) if isinstance(model, str) else model
            suite.models = dict.fromkeys(suite.runner.roles, opened)
        result: CaseResult = suite.run(case)
    return Result(result.verdict, Path(result.session) / "journal.jsonl")


def _models(given: str | Mapping[str, str] | Model) -> dict[str, Model]:
    if isinstance(given, str):
        return dict.fromkeys(ROLES, open_model(given or default_model_name()))
    if not isinstance(given, Mapping):
        return dict.fromkeys(ROLES, given)
    if unknown := set(given) - {*ROLES, ""}:
        raise UsageError(f"model: no role {sorted(unknown)[0]!r}; roles are {', '.join(ROLES)}")
    default = given.get("") or default_model_name()
    names = {role: given.get(role) or default for role in ROLES}
    opened = {name: open_model(name) for name in dict.fromkeys(names.values())}
    return {role: opened[name] for role, name in names.items()}


def _step(outcome: Outcome) -> Step:
    url = outcome.after.scene.url
    return Step(
        outcome.before.step, outcome.move.text, outcome.history_line.removeprefix("-> "), url
    )


def _scenario_file(path: Path) -> Path:
    return path / "scenario.json" if path.is_dir() else path
