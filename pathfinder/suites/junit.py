"""A suite's run as JUnit XML.

A case that the site failed is a failure, one without a verdict, or only likely, an error.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as xml

from pathfinder.core.case import CaseResult, StepResult
from pathfinder.core.verdict import Status

_CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(results: Iterable[CaseResult], path: Path, *, name: str = "pathfinder") -> None:
    """Write the file; folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        xml.tostring(as_junit(list(results), name), encoding="utf-8", xml_declaration=True)
    )


def as_junit(results: list[CaseResult], name: str) -> xml.Element:
    """The `testsuites` element: a suite a file, a case a run."""
    whole = xml.Element("testsuites", _numbers(results), name=name)
    for source in dict.fromkeys(str(result.case.source or name) for result in results):
        own = [result for result in results if str(result.case.source or name) == source]
        suite = xml.SubElement(
            whole, "testsuite", _numbers(own), name=Path(source).name.split(".")[0]
        )
        for result in own:
            _case(suite, result, source)
    return whole


def _case(suite: xml.Element, result: CaseResult, source: str) -> None:
    facts = {
        "name": result.case.name,
        "classname": Path(source).name.split(".")[0],
        "time": f"{result.verdict.seconds:.3f}",
    }
    if result.case.source:
        facts |= {"file": source, "line": str(result.case.line)}
    case = xml.SubElement(suite, "testcase", facts)
    _properties(case, result)
    verdict = result.verdict
    if verdict.status is Status.FAILED:
        failure = xml.SubElement(
            case, "failure", message=_clean(verdict.reason), type=f"blame: {verdict.blame}"
        )
        failure.text = _clean(_details(result))
    elif verdict.status is not Status.PASSED:
        error = xml.SubElement(
            case,
            "error",
            message=_clean(verdict.reason),
            type=f"{verdict.status}, blame: {verdict.blame}",
        )
        error.text = _clean(_details(result))
    xml.SubElement(case, "system-out").text = _clean(
        "\n".join(_line(step) for step in result.results)
    )


def _properties(case: xml.Element, result: CaseResult) -> None:
    facts = {
        "verdict": str(result.verdict.status),
        "blame": str(result.verdict.blame),
        "by": result.verdict.by,
        "session": result.session,
    }
    shots = {
        f"screenshot {s.number}": f"{result.session}/{s.screenshot}"
        for s in result.results
        if s.screenshot
    }
    properties = xml.SubElement(case, "properties")
    for key, value in {**facts, **shots}.items():
        if value:
            xml.SubElement(properties, "property", name=key, value=_clean(value))


def _details(result: CaseResult) -> str:
    proving = (
        f"\nwould prove it: Assert that {result.verdict.condition}"
        if result.verdict.condition
        else ""
    )
    report = f"\nreport: {result.session}/report.html" if result.session else ""
    return (
        f"{result.verdict.reason}\nevidence: {result.verdict.evidence or 'none'}\nblame: "
        f"{result.verdict.blame}{proving}{report}"
    )


def _line(step: StepResult) -> str:
    blame = f", blame: {step.blame}" if step.status is not Status.PASSED else ""
    shot = f" [{step.screenshot}]" if step.screenshot else ""
    return f"{step.number}. {step.status} by {step.by}{blame}: {step.text} - {step.reason}{shot}"


def _numbers(results: list[CaseResult]) -> dict[str, str]:
    status = [result.verdict.status for result in results]
    return {
        "tests": str(len(results)),
        "failures": str(sum(each is Status.FAILED for each in status)),
        "errors": str(sum(each not in (Status.FAILED, Status.PASSED) for each in status)),
        "time": f"{sum(result.verdict.seconds for result in results):.3f}",
    }


def _clean(text: str) -> str:
    """Text without the control characters that XML can't hold."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
