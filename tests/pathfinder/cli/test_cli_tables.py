"""Tables are whole: in a terminal of 80 columns, in a pipe, and in a file."""

import io
import json
from dataclasses import asdict
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from pathfinder.cli.app import run
from pathfinder.cli.tables import show
from pathfinder_bench.healing import Outcome, Trial, keep
from pathfinder_bench.testers import Line
from pathfinder_demoshop.faults import known_faults

MODEL = "embedded/qwen2.5-coder-1.5b"
SUITE = """
site: demo
cases:
  - name: buy
    expected: passed
    steps: ["Click on 'X'"]
"""


def shown(table: Table, width: int, *, terminal: bool) -> list[str]:
    file = io.StringIO()
    show(
        table,
        Console(file=file, width=width, force_terminal=terminal, color_system=None, soft_wrap=True),
    )
    return file.getvalue().splitlines()


def reasons() -> Table:
    table = Table("what", "why", box=None, pad_edge=False)
    table.add_column("how many", justify="right")
    table.add_row(
        "a-very-long-name-without-a-space", "many words that can stand in several lines", "1234567"
    )
    return table


def test_a_table_wraps_words_on_a_terminal_and_keeps_numbers() -> None:
    lines = shown(reasons(), 40, terminal=True)
    assert max(map(len, lines)) <= 40
    assert lines[1].endswith("1234567")
    assert "…" not in "".join(lines)
    assert {"words", "several", "lines"} <= set(" ".join(lines).split())


def test_a_terminal_that_is_too_narrow_for_the_numbers_is_left() -> None:
    assert shown(reasons(), 20, terminal=True)[1].endswith("1234567")


def test_a_table_does_not_wrap_in_a_file() -> None:
    lines = shown(reasons(), 40, terminal=False)
    assert len(lines) == 2
    assert (
        "a-very-long-name-without-a-space  many words that can stand in several lines   1234567"
        in lines[1]
    )


def test_the_table_of_the_testers_fits_into_eighty_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = tmp_path / "one.suite.yaml"
    suite.write_text(SUITE, encoding="utf-8")
    line = Line(
        f"pinata × {MODEL}",
        "one",
        "buy",
        "passed",
        0,
        "passed",
        0,
        1,
        1,
        "rule",
        "",
        12.5,
        3,
        45678,
        "",
    )
    (tmp_path / "results.jsonl").write_text(json.dumps(asdict(line)) + "\n", encoding="utf-8")
    assert (
        run(
            [
                "bench",
                "testers",
                str(suite),
                "--runner",
                "pinata",
                "--model",
                MODEL,
                "--out",
                str(tmp_path),
            ]
        )
        == 0
    )
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert {
        "accuracy",
        "specificity",
        "sensitivity",
        "AER",
        "HER",
        "SMER",
        "TruAcc",
        "seconds",
        "calls",
    } <= set(printed.split())
    assert printed.count(f"pinata × {MODEL}") == 4
    assert "45678" in printed


def test_the_tables_of_healing_keep_their_reasons_in_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reason = "step 4, press Add to cart: expected text contains Added to your basket; " * 3
    fault, broken = next(
        (name, fault.breaks[0]) for name, fault in known_faults().items() if fault.breaks
    )
    keep(Outcome(Trial(broken, fault=fault, heal=True), "failed", reason=reason.strip()), tmp_path)
    options = [
        "--scenario",
        broken,
        "--skin",
        "none",
        "--fault",
        fault,
        "--repeat",
        "0",
        "--report",
        "--out",
        str(tmp_path),
    ]
    assert run(["bench", "healing", *options]) == 0
    assert reason.strip() in capsys.readouterr().out
