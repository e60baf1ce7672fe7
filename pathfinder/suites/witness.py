"""Whether a step led where it should: seen by nobody who plays, so that a tester's own verdict is not its truth."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pathfinder.core.case import TestCase
from pathfinder.core.errors import PathFinderError
from pathfinder.core.journal import FileJournal
from pathfinder.core.predicate import Predicate, parse_predicate
from webprocessor.browser import Browser
from webprocessor.scene import make_scene


class Witness:
    """A journal that looks at the page as each step ends, and writes down which of the step's conditions do not hold there.

    reached: Number of a step -> whether all of them hold; a step without conditions is not in it.
    """

    def __init__(self, journal: FileJournal, browser: Browser, case: TestCase, values: Mapping[str, str]) -> None:
        self._journal = journal
        self._browser = browser
        self._conditions = {
            number: tuple(parse_predicate(_filled(text, values)) for text in step.reached) for number, _, step in case.parts if step.reached
        }
        self.reached: dict[int, bool] = {}

    @property
    def folder(self) -> Path:
        """Where the journal is kept."""
        return self._journal.folder

    def write(self, event: str, /, **fields: Any) -> None:
        """Add the event; at the end of a step, also what is true of it."""
        self._journal.write(event, **fields)
        if event == "step" and (conditions := self._conditions.get(int(fields["step"]))):
            self._look(int(fields["step"]), conditions)

    def keep_screenshot(self, png: bytes) -> str:
        """Keep the image in the journal."""
        return self._journal.keep_screenshot(png)

    def _look(self, number: int, conditions: tuple[Predicate, ...]) -> None:
        try:
            page = make_scene(self._browser.look())
        except PathFinderError:
            return
        amiss = [str(each) for each in conditions if each.evidence(page) is None]
        self.reached[number] = not amiss
        self._journal.write("reached", step=number, reached=not amiss, amiss=amiss, url=page.url)


def _filled(text: str, values: Mapping[str, str]) -> str:
    """A condition with the persona's values; a secret is what the page's copy of it is masked as."""
    for key, value in values.items():
        text = text.replace(f"${{{key}}}", value)
    return text
