"""Whether a step led where it should.

Seen by nobody who plays, so that a tester's own verdict is not its truth.
"""

from collections.abc import Mapping
from dataclasses import replace

from pathfinder.core import events
from pathfinder.core.case import StepResult, TestCase
from pathfinder.core.errors import PathFinderError
from pathfinder.core.journal import FileJournal, JournalAround
from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.scene import make_scene


class Witness(JournalAround):
    """A journal that checks the page as each step ends.

    It writes down which of the step's conditions do not hold there.

    browser: Where it looks; None before there is one.
    results: What was written down of each step, also of a run that broke off.
    """

    def __init__(
        self,
        journal: FileJournal,
        case: TestCase,
        values: Mapping[str, str],
        browser: Browser | None = None,
    ) -> None:
        super().__init__(journal)
        self.folder = journal.folder
        self.browser = browser
        self._conditions = {
            number: tuple(parse_predicate(_filled(text, values)) for text in step.reached)
            for number, _, step in case.parts
            if step.reached
        }
        self._results: dict[int, StepResult] = {}

    def write(self, event: events.Event) -> None:
        """Add the event; at the end of a step, also what is true of it."""
        super().write(event)
        if isinstance(event, events.Step):
            reached = self._look(event.step, self._conditions.get(event.step, ()))
            self._results[event.step] = replace(StepResult.of(event), reached=reached)

    @property
    def results(self) -> tuple[StepResult, ...]:
        """How each step went, with whether it led where it should."""
        return tuple(self._results.values())

    def _look(self, number: int, conditions: tuple[Predicate, ...]) -> bool | None:
        if not conditions or self.browser is None:
            return None
        try:
            page = make_scene(self.browser.look())
        except PathFinderError:
            return None
        amiss = tuple(str(each) for each in conditions if each.evidence(page) is None)
        super().write(events.Reached(step=number, reached=not amiss, amiss=amiss, url=page.url))
        return not amiss


def _filled(text: str, values: Mapping[str, str]) -> str:
    """A condition with the persona's values.

    A secret is what the page's copy of it is masked as.
    """
    for key, value in values.items():
        text = text.replace(f"${{{key}}}", value)
    return text
