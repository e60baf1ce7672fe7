"""The session in the terminal while it runs: who plays which role, a line a step, the verdict."""

import sys
import time
from collections import defaultdict
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.panel import Panel
from rich.status import Status
from rich.table import Table
from rich.text import Text

from pathfinder.cli.tables import COLOURS
from pathfinder.cli.terminal import Console
from pathfinder.core.events import Event, Look, Reading, Session, Verdict
from pathfinder.core.predicate import as_option, as_setting
from pathfinder.core.shorten import counted
from pathfinder.report.following import Line, doing, follow

_MOODS = {"good": "green", "bad": "yellow", "back": "dark_orange", "plain": ""}
_WIDE, _NOTES, _COST = 110, 25, 18


class Progress:
    """Prints journal events as they come. With `quiet` it prints nothing at all.

    Args:
        console: Where to; on something that is not a terminal the lines are plain text, one a step,
            never cut.
        report: Path of the report to name at the end.
    """

    def __init__(
        self, console: Console, *, quiet: bool = False, report: Path | None = None
    ) -> None:
        self.console = console
        self.quiet = quiet
        self.report = report
        self._lines: dict[int, Line] = {}
        self._goal = ""
        self._since = time.time()
        self._status: Status | None = None

    def __enter__(self) -> Self:
        if self.console.is_terminal and not self.quiet:
            self._status = self.console.status("starting", spinner="dots")
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finish(before=sys.maxsize, now=time.time())
        self._stop()

    def on_event(self, event: Event) -> None:
        """Show one event of the journal."""
        if self.quiet:
            return
        if isinstance(event, Session):
            self._open(event)
        elif isinstance(event, Verdict):
            self._close(event)
        elif isinstance(event, Reading):
            self.console.print(_titled("read", event.describe()), soft_wrap=True)
        else:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        """Add an event to its step.

        What judges a step comes after the look that begins the next one.
        """
        step = event.step
        if not isinstance(event, Look):
            self._finish(before=step, now=_time_of(event))
        self._lines[step] = follow(self._lines.get(step, Line(number=step)), event)
        self._say(step, event)

    def _open(self, event: Session) -> None:
        self._goal = event.task.goal
        for line in _opening(event):
            self.console.print(line, soft_wrap=True)
        self._since = _time_of(event)

    def _finish(self, *, before: int, now: float) -> None:
        """Print the steps that are over, if they did anything."""
        for number in sorted(step for step in self._lines if step < before):
            line = self._lines.pop(number)
            if line.worth_showing:
                self.console.print(
                    _row(line, now - self._since, self.console),
                    soft_wrap=not self.console.is_terminal,
                )
                self._since = now

    def _say(self, step: int, event: Event) -> None:
        words = doing(event)
        if self._status and words:
            self._status.update(Text(f"step {step}: {words}" if step else words, style="dim"))

    def _close(self, event: Verdict) -> None:
        self._finish(before=sys.maxsize, now=_time_of(event))
        self._stop()
        self.console.print(
            _verdict(event, self._goal, self.report, self.console),
            soft_wrap=not self.console.is_terminal,
        )

    def _stop(self) -> None:
        if self._status:
            self._status.stop()
            self._status = None


def _time_of(event: Event) -> float:
    """When the event was written: a journal told again shows the same seconds."""
    return event.time or time.time()


def _opening(event: Session) -> list[Text]:
    task = event.task
    return [
        _titled("models", _by_model(event.models)),
        *_thresholds(event.thresholds),
        _titled("goal", task.goal, f"  as {task.persona}" if task.persona else ""),
        _titled("site", f"{task.site} {task.url}".strip(), _conditions(event)),
    ]


def _titled(title: str, value: str, rest: str = "") -> Text:
    return Text.assemble((f"{title:<7}", "dim"), (value or "-", "bold"), (rest, "dim"))


def _by_model(models: dict[str, str]) -> str:
    """`embedded/x plays system1, critic; ollama/y plays oracle`."""
    roles: dict[str, list[str]] = defaultdict(list)
    for role, model in models.items():
        roles[model].append(role)
    return "; ".join(f"{model} plays {', '.join(names)}" for model, names in roles.items())


def _thresholds(files: dict[str, str]) -> list[Text]:
    """Which file of thresholds is in force, and what it means where a model has none."""
    if not files:
        return []
    unknown = [model for model, file in files.items() if file == "strictest"]
    rest = (
        f"  (nobody settled any on {', '.join(unknown)}: its numbers alone prove nothing)"
        if unknown
        else ""
    )
    return [
        _titled(
            "trust",
            f"thresholds of {', '.join(f'{file}.yaml' for file in dict.fromkeys(files.values()))}",
            rest,
        )
    ]


def _conditions(event: Session) -> str:
    facts = [
        f"profile {event.profile}" if event.profile else "",
        f"seed {event.seed}",
        f"without {', '.join(event.without)}" if event.without else "",
    ]
    return "  " + ", ".join(fact for fact in facts if fact)


def _row(line: Line, seconds: float, console: Console) -> Table | Text:
    return (
        _wide_row(line, seconds, console.width)
        if console.is_terminal
        else _plain_row(line, seconds)
    )


def _plain_row(line: Line, seconds: float) -> Text:
    rest = "; ".join((line.outcome or line.why, *line.notes))
    return Text(
        f"{line.number:>3}  {line.page}  |  {line.choice}  ->  {rest}  |  {_cost(line, seconds)}"
    )


def _wide_row(line: Line, seconds: float, width: int) -> Table:
    """One line on a terminal: number, page, choice, outcome, cost.

    Columns stay in line and are cut where they must be.
    """
    wide = width >= _WIDE
    notes = _NOTES if wide else 0
    free = max(width - 3 - _COST - notes - 4 - bool(notes), 30)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=3, justify="right", style="dim")
    for share, style in ((0.24, "cyan"), (0.4, "bold"), (0.36, _MOODS[line.mood])):
        grid.add_column(width=int(free * share), no_wrap=True, overflow="ellipsis", style=style)
    if wide:
        grid.add_column(
            width=notes, no_wrap=True, overflow="ellipsis", style=_MOODS[line.mood] or "dim"
        )
    grid.add_column(width=_COST, no_wrap=True, overflow="ellipsis", justify="right", style="dim")
    cells = [
        str(line.number),
        line.page,
        line.choice,
        line.outcome or line.why,
        *([", ".join(line.notes)] if wide else []),
        _cost(line, seconds),
    ]
    grid.add_row(*map(Text, cells))
    return grid


def _cost(line: Line, seconds: float) -> str:
    return f"{seconds:.1f} s {line.tokens:>5} tok"


def _verdict(event: Verdict, goal: str, report: Path | None, console: Console) -> Panel | Text:
    status = event.status
    colour = COLOURS.get(status, "white")
    lines = [(event.reason, "")]
    if event.evidence:
        lines.append((f"“{event.evidence}”", "italic"))
    lines.append((_figures(event), "dim"))
    if event.condition:
        lines += [(f"would prove it: {words}", "") for words in _proving(goal, event.condition)]
    if report:
        lines.append((f"report: {report}", ""))
    if not console.is_terminal:
        return Text("\n".join([f"verdict: {status}", *(text for text, _ in lines)]))
    body = Text("\n").join(Text(text, style=style) for text, style in lines)
    return Panel(
        body,
        title=Text(status, style=f"bold {colour}"),
        title_align="left",
        border_style=colour,
        padding=(0, 1),
    )


def _proving(goal: str, condition: str) -> list[str]:
    """The condition to paste: as an option, and as a line of sites.yaml."""
    return [as_option(condition), f"or in sites.yaml: {as_setting(goal, condition)}"]


def _figures(event: Verdict) -> str:
    who = f", blame: {event.blame}" if event.blame not in ("", "nobody") else ""
    by = f"by {event.by}, " if event.by else ""
    return f"{by}{counted(event.steps, 'step')}, {event.seconds:.1f} s{who}"
