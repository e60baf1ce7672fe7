"""Many results: as JUnit XML, and as a page."""

import xml.etree.ElementTree as ET
from pathlib import Path

from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status, Verdict
from pathfinder.report.junit import Row, write_junit
from pathfinder.report.summary import write_summary

ROWS = (
    Row("buy", Verdict(Status.PASSED, "every step was done", seconds=1.5), "shop"),
    Row(
        "pay",
        Verdict(
            Status.FAILED, "expected Total <£5>", "Total £6\x07", blame=Blame.SITE, seconds=2.0
        ),
        "shop",
        details=("1. open: passed",),
    ),
    Row("look", Verdict(Status.INCONCLUSIVE, "the browser is gone", blame=Blame.BROWSER), "shop"),
    Row("again", Verdict(Status.HEALED, "one step was healed"), "shop", tokens=12),
)


def test_only_the_site_makes_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "out/junit.xml"
    write_junit(ROWS, file)
    suite = ET.parse(file).getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "1", "1")
    failure = suite.find("./testcase[@name='pay']/failure")
    assert failure is not None
    assert failure.get("message") == "expected Total <£5>"
    assert failure.text == "Total £6\nblame: site\n1. open: passed"
    assert suite.find("./testcase[@name='look']/error") is not None
    healed = [
        one.get("value") for one in suite.iterfind("./testcase[@name='again']/properties/property")
    ]
    assert healed == ["healed", "12"]


def test_the_page_counts_verdicts_and_links_reports(tmp_path: Path) -> None:
    report = tmp_path / "runs/one/report.html"
    report.parent.mkdir(parents=True)
    report.write_text("a report")
    page = tmp_path / "summary.html"
    write_summary(
        [*ROWS, Row("linked", Verdict(Status.PASSED, "done"), report=report)],
        page,
        title="Replayed",
    )
    text = page.read_text(encoding="utf-8")
    assert "2 passed" in text
    assert 'href="runs/one/report.html"' in text
    assert "expected Total &lt;£5&gt;" in text
