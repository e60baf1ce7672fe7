"""Results as JUnit XML, for continuous integration."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathfinder.core.verdict import Status, Verdict

_GOOD = frozenset({Status.PASSED, Status.SUCCESS, Status.HEALED})
_BAD = frozenset({Status.FAILED, Status.STUCK})
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The control characters that XML can't hold."""


@dataclass(frozen=True)
class Row:
    """A result as every summary shows it.

    group: What it belongs to.
    report: The session's report.html, if there is one.
    details: Lines for whoever looks closer, such as one for each step.
    file, line: Where it is written; the results of a file are a suite.
    properties: What else there is to know.
    expected: It did not pass, and was not to.
    """

    name: str
    verdict: Verdict
    group: str = ""
    report: Path | None = None
    tokens: int = 0
    details: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    properties: Mapping[str, str] = field(default_factory=dict)
    expected: bool = False

    @property
    def good(self) -> bool:
        """Whether nothing is amiss."""
        return self.expected or self.verdict.status in _GOOD

    @property
    def bad(self) -> bool:
        """Whether the site failed it."""
        return not self.expected and self.verdict.status in _BAD


def write_junit(rows: Iterable[Row], file: Path, *, name: str = "pathfinder") -> None:
    """Write the file; folders are made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    root = as_junit(list(rows), name)
    file.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def as_junit(rows: Sequence[Row], name: str) -> ET.Element:
    """The `testsuites` element: a suite a file, a case a result.

    What the site failed is a failure, what has no verdict on the site, or is only likely, is an
    error, healed is a pass that says so.
    """
    root = ET.Element("testsuites", _numbers(rows), name=name)
    for file in dict.fromkeys(row.file for row in rows):
        own = [row for row in rows if row.file == file]
        suite = ET.SubElement(root, "testsuite", _numbers(own), name=own[0].group if file else name)
        suite.extend(_case(row) for row in own)
    ET.indent(root)
    return root


def _numbers(rows: Sequence[Row]) -> dict[str, str]:
    return {
        "tests": str(len(rows)),
        "failures": str(sum(row.bad for row in rows)),
        "errors": str(sum(not row.bad and not row.good for row in rows)),
        "time": f"{sum(row.verdict.seconds for row in rows):.3f}",
    }


def _case(row: Row) -> ET.Element:
    verdict = row.verdict
    case = ET.Element(
        "testcase",
        {"file": row.file, "line": str(row.line)} if row.file else {},
        name=_clean(row.name),
        classname=_clean(row.group or "pathfinder"),
        time=f"{verdict.seconds:.3f}",
    )
    facts = {
        "status": f"{verdict.status}, as expected" if row.expected else str(verdict.status),
        "tokens": str(row.tokens) if row.tokens else "",
        **row.properties,
    }
    properties = ET.SubElement(case, "properties")
    for key, value in facts.items():
        if value:
            ET.SubElement(properties, "property", name=key, value=_clean(value))
    if not row.good:
        kind = "failure" if row.bad else "error"
        of = f"{verdict.status}, blame: {verdict.blame}"
        ended = ET.SubElement(case, kind, type=of, message=_clean(verdict.reason))
        proof = f"would prove it: Assert that {verdict.condition}" if verdict.condition else ""
        lines = (verdict.evidence, f"blame: {verdict.blame}", proof, *row.details)
        ended.text = _clean("\n".join(line for line in lines if line))
    report = [str(row.report)] if row.report else []
    ET.SubElement(case, "system-out").text = _clean("\n".join((*row.details, *report)))
    return case


def _clean(text: str) -> str:
    return _UNFIT.sub("", text)
