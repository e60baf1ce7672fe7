"""Tables of actions and expected results, from all formats and from published suites."""

import csv
import os
import zipfile
from pathlib import Path

import openpyxl
import pytest

from pathfinder.core.errors import SettingsError
from pathfinder.suites.casetable import read_table

ROOT = Path(__file__).resolve().parents[3]
CSV = '''í,TC-1-F :: Register,,Fail,
#,Actions,Expected Result,Expected Failure,
1,Go to the site http://shop.example/,"The home page is displayed.
It contains:
- a search field",,
2,"Click on ""Register""",A form appears,"Reason for failure: there is no ""Register""",
3,Choose an account,A prompt appears,,
,,,,
►,TC-2-P :: Log in,
,Fault,dead-button
#,Actions,Expected Result
1,Log in,"The name is displayed, once"
'''
MARKDOWN = """# Suite of a tester

## TC-2-P :: Log in

Site: demo
Fault: dead-button

| # | Actions | Expected Result | Expected Failure |
|---|---------|-----------------|------------------|
| 1 | Log in | The name is displayed,<br>once \\| twice | |
"""
PUBLISHED = Path(os.environ.get("PATHFINDER_PUBLISHED", ROOT.parent / "shared")) / "suites" / "ata"


def test_a_published_table_is_read_with_its_verdict_and_failing_step(tmp_path):
    (tmp_path / "suite.csv").write_text(CSV, encoding="utf-8")
    suite = read_table(tmp_path / "suite.csv")
    register, log_in = suite.cases
    assert (register.name, register.expected, register.failing_step, register.line) == (
        "TC-1-F :: Register",
        "failed",
        2,
        1,
    )
    assert register.steps[0].expected.splitlines()[-1] == "- a search field"
    assert register.steps[1].note == 'Reason for failure: there is no "Register"'
    assert [step.truth for step in register.steps] == [True, False, None]
    assert [step.line for step in register.steps] == [3, 6, 7]
    assert (log_in.expected, log_in.failing_step, log_in.fault, log_in.steps[0].truth) == (
        "passed",
        0,
        "dead-button",
        True,
    )
    assert suite.warnings == ()


def test_a_workbook_is_read_like_the_csv(tmp_path):
    (tmp_path / "suite.csv").write_text(CSV, encoding="utf-8")
    book = openpyxl.Workbook()
    for row in csv.reader(CSV.splitlines(keepends=True)):
        book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.save(tmp_path / "suite.xlsx")
    by_csv, by_book = (read_table(tmp_path / f"suite.{kind}") for kind in ("csv", "xlsx"))
    plain = [
        [
            (
                case.name,
                case.expected,
                case.failing_step,
                [(s.text, s.expected, s.note) for s in case.steps],
            )
            for case in suite.cases
        ]
        for suite in (by_csv, by_book)
    ]
    assert plain[0] == plain[1]


def test_a_markdown_table_is_read(tmp_path):
    (tmp_path / "suite.md").write_text(MARKDOWN, encoding="utf-8")
    (case,) = read_table(tmp_path / "suite.md").cases
    assert (case.name, case.site, case.fault, case.expected) == (
        "TC-2-P :: Log in",
        "demo",
        "dead-button",
        "passed",
    )
    assert case.steps[0].expected == "The name is displayed,\nonce | twice"


def test_what_is_not_read_is_said_with_its_line(tmp_path):
    (tmp_path / "suite.csv").write_text(CSV + "see also the other sheet,,\n", encoding="utf-8")
    (warning,) = read_table(tmp_path / "suite.csv").warnings
    assert warning.startswith(f"{tmp_path}/suite.csv:13: ")


def test_an_older_encoding_is_read_and_said(tmp_path):
    (tmp_path / "suite.csv").write_bytes(CSV.replace("►", "-").encode("cp1252"))
    suite = read_table(tmp_path / "suite.csv")
    assert len(suite.cases) == 2
    assert "Windows-1252" in suite.warnings[0]


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.csv", b"a,b\n1,2\n"), ("a.xlsx", b"no workbook"), ("a.md", b"# only a heading\n")],
)
def test_a_file_without_a_case_is_a_mistake_that_names_it(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SettingsError, match=name):
        read_table(tmp_path / name)


def test_a_small_workbook_that_unfolds_without_end_is_refused(tmp_path):
    book = openpyxl.Workbook()
    book.active["XFD1048576"] = "far"
    book.save(tmp_path / "far.xlsx")
    with zipfile.ZipFile(tmp_path / "deep.xlsx", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"a" * 101 * 2**20)
    for name, said in (("far", "reaches to row 1048576"), ("deep", "more than 100 MB")):
        with pytest.raises(SettingsError, match=f"{name}.xlsx.*{said}"):
            read_table(tmp_path / f"{name}.xlsx")


@pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published suites are not beside this checkout"
)
def test_the_published_benchmark_loses_no_cell():
    path = PUBLISHED / "postmill_failing.csv"
    suite = read_table(path)
    assert (len(suite.cases), sum(len(case.steps) for case in suite.cases), suite.warnings) == (
        16,
        82,
        (),
    )
    assert all(case.expected == "failed" and case.failing_step for case in suite.cases)
    kept = {
        text
        for case in suite.cases
        for step in case.steps
        for text in (step.text, step.expected, step.note)
    }
    kept |= {case.name for case in suite.cases}
    with path.open(encoding="utf-8", newline="") as file:
        cells = {
            cell.strip()
            for row in csv.reader(file)
            for cell in row
            if row[0] != "#" and not cell.strip().isdigit()
        }
    assert cells - kept <= {"", "Fail", "►", "í"}
