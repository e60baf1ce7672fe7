"""Results as JUnit XML, for continuous integration."""

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pathfinder.core.verdict import Status, Verdict

_GOOD = frozenset({Status.PASSED, Status.SUCCESS, Status.HEALED})
_BAD = frozenset({Status.FAILED, Status.STUCK})


@dataclass(frozen=True)
class Row:
    """A result as every summary shows it.

    group: The suite or file that it belongs to.
    report: The session's report.html, if there is one.
    details: Lines for whoever looks closer, such as one for each step.
    """

    name: str
    verdict: Verdict
    group: str = ""
    report: Path | None = None
    tokens: int = 0
    details: tuple[str, ...] = field(default=())


def write_junit(rows: Iterable[Row], file: Path, *, name: str = "pathfinder") -> None:
    """Write a suite.

    What the site failed is a failure, what has no verdict on the site is an error, healed is a pass
    that says so.
    """
    rows = list(rows)
    suite = ET.Element(
        "testsuite",
        name=name,
        tests=str(len(rows)),
        failures=str(sum(row.verdict.status in _BAD for row in rows)),
        errors=str(sum(row.verdict.status not in _BAD | _GOOD for row in rows)),
        time=f"{sum(row.verdict.seconds for row in rows):.3f}",
    )
    for row in rows:
        suite.append(_case(row))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _case(row: Row) -> ET.Element:
    verdict = row.verdict
    case = ET.Element(
        "testcase",
        name=_clean(row.name),
        classname=_clean(row.group or "pathfinder"),
        time=f"{verdict.seconds:.3f}",
    )
    if verdict.status not in _GOOD:
        kind = "failure" if verdict.status in _BAD else "error"
        told = ET.SubElement(case, kind, type=str(verdict.status), message=_clean(verdict.reason))
        told.text = _clean(
            "\n".join(
                line for line in (verdict.evidence, f"blame: {verdict.blame}", *row.details) if line
            )
        )
    properties = ET.SubElement(case, "properties")
    ET.SubElement(properties, "property", name="status", value=str(verdict.status))
    if row.tokens:
        ET.SubElement(properties, "property", name="tokens", value=str(row.tokens))
    if row.report:
        ET.SubElement(case, "system-out").text = str(row.report)
    return case


def _clean(text: str) -> str:
    """Without the control characters that XML can't hold."""
    return "".join(c for c in text if c in "\t\n" or ord(c) >= 32)
