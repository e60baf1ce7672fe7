"""What sessions found wrong with a site, for people and for other tools: lines, SARIF, JUnit."""

import json
import os
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.core.characters import harmless
from pathfinder.core.events import Event, Finding, of
from pathfinder.core.journal import read_journal
from pathfinder.core.shorten import counted
from pathfinder.core.version import __version__

SEVERITIES = ("error", "warning")
"""From the worst down."""
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Found:
    """A finding, and the folder of the session that made it."""

    finding: Finding
    session: Path

    def __str__(self) -> str:
        one = self.finding
        where = f"  {one.url}" if one.url else ""
        return f"{one.severity:<8} {one.kind}: {one.message}{where}  (step {one.step})"

    def to_json(self) -> dict[str, Any]:
        """The finding as one object, with its session and its screenshot's path."""
        one = self.finding
        shot = os.fspath(self.session / one.screenshot) if one.screenshot else ""
        kept = one.model_dump(include={"step", "kind", "severity", "message", "url", "evidence"})
        return {**kept, "screenshot": shot, "session": os.fspath(self.session)}


def read_findings(sessions: Iterable[Path]) -> list[Found]:
    """What the journals of sessions say was found, in their order.

    Raises:
        UsageError: There is no journal in one of them.
    """
    return [
        Found(finding, session)
        for session in sessions
        for finding in of(read_journal(session), Finding)
    ]


def found_in(events: Iterable[Event]) -> dict[str, str]:
    """A session's findings as properties of its row in a summary: `finding 1` and so on."""
    told = (f"{one.severity}: {one.kind}: {one.message}" for one in of(events, Finding))
    return {f"finding {number}": line for number, line in enumerate(told, 1)}


def reach(found: Iterable[Found], severity: str) -> bool:
    """Whether any is as severe as that, or more."""
    grave = SEVERITIES[: SEVERITIES.index(severity) + 1]
    return any(one.finding.severity in grave for one in found)


def summed_up(found: Sequence[Found]) -> str:
    """`2 errors, 1 warning on the site`; empty for nothing."""
    severities = Counter(one.finding.severity for one in found)
    told = ", ".join(counted(severities[one], one) for one in SEVERITIES if severities[one])
    return f"{told} on the site" if told else ""


def as_sarif(found: Sequence[Found]) -> dict[str, Any]:
    """The findings as a SARIF 2.1.0 log: a rule a kind, a result a finding."""
    kinds = sorted({one.finding.kind for one in found})
    driver = {
        "name": "PathFinder",
        "version": __version__,
        "rules": [{"id": _id(kind), "shortDescription": {"text": kind}} for kind in kinds],
    }
    run = {"tool": {"driver": driver}, "results": [_result(one) for one in found]}
    return {"$schema": _SARIF, "version": "2.1.0", "runs": [run]}


def _result(one: Found) -> dict[str, Any]:
    finding = one.finding
    place = {"physicalLocation": {"artifactLocation": {"uri": finding.url or "about:blank"}}}
    return {
        "ruleId": _id(finding.kind),
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [place],
        "properties": one.to_json(),
    }


def _id(kind: str) -> str:
    return kind.replace(" ", "-")


def as_junit(found: Sequence[Found], sessions: Sequence[Path]) -> ET.Element:
    """The `testsuites` element: a suite a session, a case a finding; errors are failures.

    A session without findings is one case that passes.
    """
    root = ET.Element("testsuites", name="findings")
    for session in sessions:
        own = [one for one in found if one.session == session]
        numbers = {
            "tests": str(max(len(own), 1)),
            "failures": str(sum(one.finding.severity == "error" for one in own)),
        }
        suite = ET.SubElement(root, "testsuite", numbers, name=session.name)
        if not own:
            ET.SubElement(suite, "testcase", name="nothing was found", classname=session.name)
        for one in own:
            suite.append(_case(one))
    ET.indent(root)
    return root


def _case(one: Found) -> ET.Element:
    finding = one.finding
    name = harmless(f"{finding.kind}: {finding.message}")
    case = ET.Element("testcase", name=name, classname=one.session.name)
    told = harmless("\n".join(f"{key}: {value}" for key, value in one.to_json().items() if value))
    if finding.severity == "error":
        ET.SubElement(case, "failure", type=_id(finding.kind), message=name).text = told
    else:
        ET.SubElement(case, "system-out").text = told
    return case


def write_sarif(found: Sequence[Found], file: Path) -> None:
    """Write the SARIF log; folders are made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_sarif(found), indent=2, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def write_junit(found: Sequence[Found], sessions: Sequence[Path], file: Path) -> None:
    """Write the JUnit file; folders are made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(ET.tostring(as_junit(found, sessions), "utf-8", xml_declaration=True))
