"""Recording a session.

Its shortest way to the goal becomes scenario.json, tried once on the site where that can be reset.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.core.events import Act, Event, Recorded, Session, Verdict, first, last
from pathfinder.core.journal import MemoryJournal, read_journal
from pathfinder.core.scenario import Scenario, Step
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status
from pathfinder.engine.playback.turn import Pace
from pathfinder.engine.recording.expectations import Wording
from pathfinder.engine.recording.record import goal_predicates, record
from pathfinder.session.fixture import SiteFixture, opener
from pathfinder.session.replay_options import Options, scenario_site
from pathfinder.session.setup import persona_of
from pathfinder.session.siteserver import resetter
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser


def record_session(folder: Path, options: Options, *, verify: bool = True) -> Scenario:
    """Record a session that was run before, and write scenario.json beside its journal.

    Raises:
        UsageError: No such session, or it did not reach its goal.
    """
    events = read_journal(folder)
    draft = record(events)[0]
    persona = persona_of(options, draft.persona)
    site = scenario_site(draft, options)
    if not (verify and (site.start or site.reset)):
        return keep(record(events, persona)[0], folder)
    with SiteFixture(
        opener(options.browser), headed=options.headed, webdriver_url=options.webdriver_url
    ) as fixture:
        there = fixture.fresh(site, seed=draft.seed or 0, extra=options.extra)
        browser = fixture.browser(there, persona, draft.goal or draft.name)
        assert isinstance(browser, WebDriverBrowser)  # as the fixture opens them
        return keep(Recorder(there, persona, browser).best(events), folder)


def keep(scenario: Scenario, folder: Path) -> Scenario:
    """Write scenario.json; an unverified one too, for it says that it is."""
    (folder / "scenario.json").write_text(scenario.to_json(), encoding="utf-8")
    return scenario


class Recorder:
    """Finds the shortest recording that replays, on a site that can be reset."""

    def __init__(
        self, site: Site, persona: Persona, browser: WebDriverBrowser, pace: Pace | None = None
    ) -> None:
        self.site = site
        self.persona = persona
        self.browser = browser
        self.pace = pace or Pace(screenshots=False)
        self.reset = resetter(site)

    def best(self, events: Sequence[Event]) -> Scenario:
        """The shortest scenario that replays; else the longest, unverified.

        Expectations that a healthy site does not meet are left out.

        Raises:
            UsageError: The session did not reach its goal.
        """
        drafts = record(events, self.persona, pin=self.reset is not None)
        if self.reset is None:
            return record(events, self.persona)[-1 if len(drafts) == 1 else 1]
        goal = set(_goal(events, self.persona))
        for draft in drafts:
            checked = self._checked(draft, goal)
            if checked is not None:
                return checked
        return drafts[-1].model_copy(update={"verified": False})

    def _checked(self, draft: Scenario, goal: set[str]) -> Scenario | None:
        """The draft without what did not hold when it was replayed.

        None when it does not replay.
        """
        first = self._play(draft, lenient=True)
        if first is None:
            return None
        missed, used = first
        unheld = {text for texts in missed.values() for text in texts}
        if unheld & goal:
            return None
        scenario = as_found(without(draft, missed), used)
        if unheld and self._play(scenario, lenient=False) is None:
            return None
        return scenario.model_copy(update={"verified": True})

    def _play(
        self, scenario: Scenario, *, lenient: bool
    ) -> tuple[dict[str, list[str]], dict[int, int]] | None:
        """Replay on the reset site; None when it failed.

        What did not hold, by place; and by which of its locators each step found its element.
        """
        if self.reset is not None:
            self.reset()
        self.browser.forget()
        journal = MemoryJournal()
        player = Replayer(
            scenario, self.site, QuickBrowser(self.browser), journal, self.pace, lenient=lenient
        )
        if player.run().status is not Status.PASSED:
            return None
        acts = [event for event in journal.events if isinstance(event, Act) and event.element]
        return player.unheld, {act.step: act.element.found_by for act in acts if act.element}


def as_found(scenario: Scenario, used: Mapping[int, int]) -> Scenario:
    """The scenario with the locator first by which each element was found.

    Args:
        scenario: A recording, whose steps stand in a row.
        used: Number of a step, from 1 -> index of the locator.
    """
    steps = tuple(_found_by(step, used.get(at, 0)) for at, step in enumerate(scenario.steps, 1))
    return scenario.model_copy(update={"steps": steps})


def _found_by(step: Step, index: int) -> Step:
    if not index or step.target is None:
        return step
    several = step.target.locators
    locators = (several[index], *several[:index], *several[index + 1 :])
    return step.model_copy(update={"target": step.target.model_copy(update={"locators": locators})})


def _goal(events: Sequence[Event], persona: Persona) -> tuple[str, ...]:
    session, verdict = first(events, Session) or Session(), last(events, Verdict) or Verdict()
    return goal_predicates(session, verdict, Wording(persona))


def without(scenario: Scenario, unheld: dict[str, list[str]]) -> Scenario:
    """The scenario without the expectations that did not hold."""
    steps = tuple(
        _without(step, unheld.get(str(index), [])) for index, step in enumerate(scenario.steps)
    )
    return scenario.model_copy(update={"steps": steps})


def _without(step: Step, unheld: Sequence[str]) -> Step:
    return (
        step.model_copy(
            update={"expect": tuple(text for text in step.expect if text not in unheld)}
        )
        if unheld
        else step
    )


def record_ended(
    events: Sequence[Event],
    site: Site,
    persona: Persona,
    browser: WebDriverBrowser,
    folder: Path,
    pace: Pace | None = None,
) -> Recorded:
    """Record the session that has just ended, in its own browser.

    What to note of it in the journal.

    A recording that fails is noted, and never costs the session its verdict.
    """
    try:
        scenario = keep(Recorder(site, persona, browser, pace).best(events), folder)
    except (PathFinderError, UsageError) as error:
        return Recorded(error=str(error))
    return Recorded(file="scenario.json", steps=len(scenario.steps), verified=scenario.verified)
