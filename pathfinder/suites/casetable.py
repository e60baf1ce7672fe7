"""Test cases as tables of actions and expected results: CSV, XLSX, and the pipe tables of Markdown.

A case is a row with its name (and, in the fourth column, its verdict), a row of headings that
begins with `#`, and a numbered row a step:

    ►,TC-1 :: Log in,,Pass,
    #,Actions,Expected Result,Expected Failure,
    1,Click on “Log in”,The log-in form is displayed,,

Source of the format: the benchmark of "Are Autonomous Web Agents Good Testers?". The mark before a
name varies and may be missing;
between name and headings, rows such as `,Fault,dead-button` may say what else is known of the case.
In Markdown a heading names the
case, and lines such as `Fault: dead-button` say the rest.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pathfinder.core.case import CaseStep, Expected, Suite, TestCase
from pathfinder.core.errors import SettingsError

SUFFIXES = (".csv", ".xlsx")
_MOST_BYTES = 100 * 2**20
"""Of a workbook when it is unpacked: a small file can hold gigabytes of one letter."""
_MOST_CELLS = 10_000_000
"""Of a sheet, empty ones too: one cell far out makes billions."""
_VERDICTS: dict[str, Expected] = {
    "pass": "passed",
    "passed": "passed",
    "ok": "passed",
    "fail": "failed",
    "failed": "failed",
    "ko": "failed",
}
_KEYS = ("site", "persona", "fault", "verdict", "goal", "tags")
_ENDING = re.compile(r"^[^:]*-([PF])\b")
_PIPE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^[\s|:-]+$")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$")
_KEY_LINE = re.compile(rf"^\s*[-*]?\s*({'|'.join(_KEYS)})\s*:\s*(.+?)\s*$", re.I)


@dataclass(frozen=True)
class Row:
    """A row's cells without white space around them, and its line (or row) in the file."""

    cells: tuple[str, ...]
    line: int

    def __getitem__(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is in it."""
        return not any(self.cells)


@dataclass
class _Draft:
    """A case as far as it has been read."""

    name: str
    line: int
    facts: dict[str, str] = field(default_factory=dict)
    steps: list[CaseStep] = field(default_factory=list)
    headed: bool = False


def read_table(path: Path) -> Suite:
    """The cases of a table; what could not be read is in the suite's warnings, with its line.

    Raises:
        SettingsError: The file can't be read, or holds no case.
    """
    warnings: list[str] = []
    drafts = list(_drafts(list(_rows(path, warnings)), path, warnings))
    cases = tuple(_case(draft, path) for draft in drafts)
    if not cases:
        raise SettingsError(
            f"{path}: no test case here; a case is a row with its name, a row of headings that "
            "begins with #, and numbered steps"
        )
    return Suite(path.stem, cases, warnings=tuple(warnings))


def holds_table(text: str) -> bool:
    """Whether a Markdown text holds a pipe table of numbered steps."""
    return bool(re.search(r"^\s*\|\s*#\s*\|", text, re.M))


def _rows(path: Path, warnings: list[str]) -> Iterator[Row]:
    if path.suffix.lower() == ".xlsx":
        yield from _sheet_rows(path)
        return
    text = _text(path, warnings)
    yield from (
        _markdown_rows(text)
        if path.suffix.lower() in (".md", ".markdown")
        else _csv_rows(text, path)
    )


def _text(path: Path, warnings: list[str]) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SettingsError(
            f"{path}: can't be read ({error.strerror}); name a file that is there"
        ) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        warnings.append(f"{path}:{line}: not UTF-8; read as Windows-1252")
        return content.decode("cp1252", errors="replace")


def _csv_rows(text: str, path: Path) -> Iterator[Row]:
    first = text.partition("\n")[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    begins = 1
    try:
        for cells in reader:
            yield Row(tuple(cell.strip() for cell in cells), begins)
            begins = reader.line_num + 1
    except csv.Error as error:
        raise SettingsError(
            f"{path}:{begins}: not a table ({error}); a quote may not be closed"
        ) from None


def _sheet_rows(path: Path) -> Iterator[Row]:
    import openpyxl  # type: ignore[import-untyped]  # only when there is such a file: it is heavy

    try:
        with zipfile.ZipFile(path) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > _MOST_BYTES:
            raise ValueError(f"unpacked it has more than {_MOST_BYTES // 2**20} MB")
        book = openpyxl.load_workbook(path, data_only=True)
    except Exception as error:  # openpyxl lets zipfile's, XML's and its own errors through
        raise SettingsError(f"{path}: can't be read as an XLSX workbook ({error})") from None
    for sheet in book.worksheets:
        if sheet.max_row * sheet.max_column > _MOST_CELLS:
            raise SettingsError(
                f"{path}: its sheet {sheet.title!r} reaches to row {sheet.max_row} and column "
                f"{sheet.max_column}; delete what stands far from the cases"
            )
        for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
            yield Row(tuple("" if cell is None else str(cell).strip() for cell in cells), number)


def _markdown_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.match(line):
            yield Row(("►", heading[1]), number)
        elif key := _KEY_LINE.match(line):
            yield Row(("", key[1], key[2]), number)
        elif _PIPE_ROW.match(line) and not _RULE.match(line):
            cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
            yield Row(
                tuple(
                    re.sub(r"<br\s*/?>", "\n", cell.replace("\\|", "|")).strip() for cell in cells
                ),
                number,
            )


def _drafts(rows: Sequence[Row], path: Path, warnings: list[str]) -> Iterator[_Draft]:
    draft: _Draft | None = None
    for place, row in enumerate(rows):
        if row.is_blank:
            continue
        if row[0] == "#" and draft:
            draft.headed = True
        elif draft and draft.headed and _is_number(row[0]):
            draft.steps.append(
                CaseStep(
                    row[1],
                    row[2],
                    line=row.line,
                    note=" ".join(cell for cell in row.cells[3:] if cell),
                )
            )
        elif draft and not draft.headed and row[1].lower() in _KEYS and not row[0]:
            draft.facts[row[1].lower()] = row[2]
        elif name := _name(row, rows[place + 1 :]):
            if draft and draft.headed:
                yield draft
            draft = _Draft(name, row.line, {"verdict": row[3]})
        else:
            warnings.append(
                f"{path}:{row.line}: neither a case's name, nor headings, nor a numbered step: "
                f"{' | '.join(filter(None, row.cells))[:80]}"
            )
    if draft and draft.headed:
        yield draft


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"\d+(\.0)?\.?", cell))


def _name(row: Row, later: Sequence[Row]) -> str:
    """The name in a row that begins a case: before the next step there is a row of headings."""
    following = next((each for each in later if each[0] == "#" or _is_number(each[0])), None)
    if following is None or following[0] != "#" or re.search(r"\w\w", row[0]):
        return ""
    return row[1]


def _case(draft: _Draft, path: Path) -> TestCase:
    failing = next((number for number, step in enumerate(draft.steps, 1) if step.note), 0)
    facts = draft.facts
    expected = _expected(draft, failing)
    steps = tuple(
        replace(step, truth=_truth(number, expected, failing))
        for number, step in enumerate(draft.steps, 1)
    )
    return TestCase(
        name=draft.name,
        steps=steps,
        site=facts.get("site", ""),
        persona=facts.get("persona", ""),
        goal=facts.get("goal", ""),
        fault=facts.get("fault", ""),
        expected=expected,
        failing_step=failing if expected == "failed" else 0,
        source=path,
        line=draft.line,
        tags=tuple(filter(None, re.split(r"[,\s]+", facts.get("tags", "")))),
    )


def _expected(draft: _Draft, failing: int) -> Expected:
    said = _VERDICTS.get(draft.facts.get("verdict", "").strip().lower(), "")
    ending = _ENDING.match(draft.name)
    if said or not ending:
        return said or ("failed" if failing else "")
    return "passed" if ending[1] == "P" else "failed"


def _truth(number: int, expected: str, failing: int) -> bool | None:
    """Whether a step is to go well; nobody knows what follows the one that fails."""
    if expected == "passed" or (failing and number < failing):
        return True
    return False if number == failing else None
