"""Where a replay has been: the pages it came to, and the steps that led nowhere."""

from dataclasses import dataclass, field

from pathfinder.core.scenario import Step
from pathfinder.engine.playback.notes import describe
from pathfinder.webprocessor.quick_answers import SettleResult

_PRESSES = frozenset({"click", "double click", "press"})
_CHOICES = frozenset({"label", "radio", "option", "tab"})
_SERVER_ERROR = 500


@dataclass
class Pages:
    """The pages of a run.

    seen: Their addresses, without query.
    is_new: The last step led to a page that the run had not been on, and nothing has been acted on
        there yet.
    came_from: The address from which the last step led away; empty when it stayed.
    idle: Steps that acted and changed nothing, in words.
    """

    seen: list[str] = field(default_factory=list)
    is_new: bool = False
    came_from: str = ""
    idle: list[str] = field(default_factory=list)

    def note(
        self, step: Step, before: SettleResult, after: SettleResult, *, role: str = ""
    ) -> None:
        """Take in where a step led.

        Args:
            role: Of what the step acted on: to choose what is chosen already changes nothing, and
                is not in vain.
        """
        if role not in _CHOICES and in_vain(step, before, after):
            self.idle.append(describe(step))
        page = _plain(after.page.url)
        came = page != _plain(before.page.url) or after.page.heading != before.page.heading
        self.is_new = came and page not in self.seen
        self.came_from = before.page.url if came else ""
        if page and page not in self.seen:
            self.seen.append(page)


def in_vain(step: Step, before: SettleResult, after: SettleResult) -> bool:
    """Whether a step pressed something, and nothing came of it."""
    return step.kind in _PRESSES and before.signature == after.signature and after.dialog is None


def server_error(rested: SettleResult) -> bool:
    """Whether the server itself says that it failed."""
    return rested.status >= _SERVER_ERROR


def _plain(url: str) -> str:
    return url.partition("?")[0].partition("#")[0]
