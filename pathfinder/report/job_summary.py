"""Sessions in the words of a CI server: a summary in Markdown, and annotations of a run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathfinder.core import events
from pathfinder.core.characters import harmless
from pathfinder.core.journal import read_journal
from pathfinder.core.shorten import counted, short
from pathfinder.core.verdict import PROVEN, Status
from pathfinder.report.findings import Found, read_findings, summed_up

_LONGEST = 160
_GOOD = frozenset({*PROVEN, Status.CRAWLED})
_BAD = frozenset({Status.FAILED, Status.STUCK})


@dataclass(frozen=True)
class Told:
    """A session as a summary tells it. title: Its goal, or its case's name."""

    folder: Path
    title: str
    verdict: events.Verdict
    found: tuple[Found, ...]

    @property
    def level(self) -> str:
        """`error` where the site is at fault, `warning` where nothing is said of it, else empty."""
        status = self.verdict.status
        if status in _BAD:
            return "error"
        return "" if status in _GOOD else "warning"


def read_sessions(folders: Iterable[Path]) -> list[Told]:
    """What is to be told of sessions, in their order.

    Raises:
        UsageError: There is no journal in one of them.
    """
    return [_read(folder) for folder in folders]


def _read(folder: Path) -> Told:
    written = read_journal(folder)
    begun = events.first(written, events.Session) or events.Session()
    ended = events.last(written, events.Verdict) or events.Verdict()
    case = begun.case.name if begun.case else ""
    title = case or begun.task.goal or ("a crawl" if begun.profile == "crawl" else folder.name)
    return Told(folder, title, ended, tuple(read_findings([folder])))


def as_markdown(sessions: Sequence[Told]) -> str:
    """A table, a line a session, and below it what was found on the site."""
    good = sum(not one.level for one in sessions)
    lines = [
        f"### PathFinder: {good} of {counted(len(sessions), 'session')} good",
        "",
        "| verdict | what | why | steps | found |",
        "|---|---|---|---|---|",
        *(_row(one) for one in sessions),
    ]
    found = [one for session in sessions for one in session.found]
    lines += ["", *(f"* {_cell(str(one.finding.kind))}: {_where(one)}" for one in found)]
    return "\n".join(lines).rstrip() + "\n"


def _row(one: Told) -> str:
    verdict = one.verdict
    why = verdict.evidence or verdict.reason
    cells = (
        f"**{verdict.status or 'no verdict'}**",
        _cell(one.title),
        _cell(why),
        str(verdict.steps),
        summed_up(one.found).removesuffix(" on the site"),
    )
    return f"| {' | '.join(cells)} |"


def _where(one: Found) -> str:
    url = f" ({_cell(one.finding.url)})" if one.finding.url else ""
    return f"{_cell(one.finding.message)}{url}"


def _cell(text: str) -> str:
    """A text in a cell: of one line, and without what Markdown or HTML would take for its own."""
    plain = short(" ".join(harmless(text).split()), _LONGEST)
    for mark, instead in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("`", "'")):
        plain = plain.replace(mark, instead)
    return plain


def annotations(sessions: Iterable[Told]) -> Iterator[str]:
    """A GitHub Actions line for each session that is not good, and for each finding."""
    for one in sessions:
        if one.level:
            said = one.verdict.evidence or one.verdict.reason
            status = one.verdict.status or "no verdict"
            yield _annotation(one.level, f"{status}: {one.title}", said)
        for found in one.found:
            finding = found.finding
            level = "error" if finding.severity == "error" else "warning"
            yield _annotation(level, finding.kind, f"{finding.message} {finding.url}".strip())


def _annotation(level: str, title: str, message: str) -> str:
    """Source: GitHub Actions, workflow commands; what ends a value is escaped."""
    told = _escaped(short(" ".join(harmless(message).split()), _LONGEST))
    name = _escaped(short(" ".join(harmless(title).split()), _LONGEST))
    return f"::{level} title={name.replace(':', '%3A').replace(',', '%2C')}::{told}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
