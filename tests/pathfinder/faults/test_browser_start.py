"""A browser that is installed but does not start is no mistake of the user.

One that is missing is.
"""

import json
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from tests.fakes.served_pages import served_pages

CASES = """site: nowhere
cases:
  - name: one
    steps: ["Open '/'"]
  - name: two
    steps: ["Open '/'"]
"""


@pytest.fixture
def broken_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("chromedriver", "chromium"):
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


@pytest.mark.usefixtures("broken_driver")
def test_an_exploration_ends_inconclusive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    with served_pages({"/": "<h1>Shop</h1>"}) as url:
        words = [
            "--goal",
            "get there",
            "--url",
            url,
            "--model",
            f"scripted/{tmp_path / 'rules.yaml'}",
            "--out",
            str(tmp_path / "runs"),
        ]
        code = run(["explore", *words, "--json"])
    said = capsys.readouterr()
    verdict = json.loads(said.out)
    assert (code, verdict["status"], verdict["blame"]) == (3, "inconclusive", "harness"), said.err
    assert "did not start" in verdict["reason"]
    session = next((tmp_path / "runs").iterdir())
    assert json.loads((session / "verdict.json").read_text())["blame"] == "harness"
    assert (session / "report.html").is_file()


@pytest.mark.usefixtures("broken_driver")
def test_each_case_of_a_suite_has_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s.suite.yaml").write_text(CASES)
    with served_pages({"/": "<h1>Shop</h1>"}) as url:
        words = [
            str(tmp_path / "s.suite.yaml"),
            "--url",
            url,
            "--model",
            "none",
            "--out",
            str(tmp_path / "runs"),
        ]
        code = run(["test", *words, "--json"])
    said = capsys.readouterr()
    assert code == 3, said.err
    assert json.loads(said.out)["verdicts"] == {"inconclusive": 2}
    assert said.err.count("did not start") == 2


def test_a_missing_driver_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    words = [
        "--goal",
        "g",
        "--url",
        "http://127.0.0.1:9/",
        "--model",
        f"scripted/{tmp_path / 'rules.yaml'}",
        "--out",
        str(tmp_path / "r"),
    ]
    assert run(["explore", *words]) == 2
    assert "no Chromium found; install it" in capsys.readouterr().err
