"""`pathfinder compile`, `decompile` and `export`, as a user types them."""

import json
from pathlib import Path

import pytest

from pathfinder.cli.app import run

TEXT = '# Buys.\nscenario "Buy"\nsite "demo"\n\nclick "Buy" button\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "buy.dsl"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_compile_prints_json(file, capsys):
    assert run(["compile", str(file)]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert steps == [{"action": "click", "selector": {"role": "button", "name": "Buy"}}]


def test_compile_and_decompile_give_the_file_back(file, tmp_path, capsys):
    out = tmp_path / "buy.json"
    assert run(["compile", str(file), "-o", str(out)]) == 0
    for command in ("decompile", "compile"):
        assert run([command, str(out)]) == 0
        assert capsys.readouterr().out == TEXT


def test_compile_can_put_included_files_in_place(file, tmp_path, capsys):
    (tmp_path / "all.dsl").write_text('include "buy.dsl"\n', encoding="utf-8")
    run(["compile", str(tmp_path / "all.dsl")])
    assert json.loads(capsys.readouterr().out)["steps"] == [
        {"action": "include", "file": "buy.dsl"}
    ]
    run(["compile", str(tmp_path / "all.dsl"), "--inline"])
    assert json.loads(capsys.readouterr().out)["steps"][0]["action"] == "click"


def test_a_mistake_is_one_line_and_exit_code_2(file, capsys):
    file.write_text('click "Buy" buton\n', encoding="utf-8")
    assert run(["compile", str(file)]) == 2
    assert (
        capsys.readouterr().err
        == f"pathfinder: {file}:1:13: unexpected 'buton'; did you mean 'button'?\n"
    )


def test_a_file_that_can_not_be_written_is_named(file, tmp_path, capsys):
    assert run(["compile", str(file), "-o", str(tmp_path / "no/x.json")]) == 2
    assert "choose another file with --out" in capsys.readouterr().err


def test_options_of_a_replay_go_to_the_sites_start_command(file, tmp_path, capsys):
    words = ["replay", str(file), "--out", str(tmp_path / "runs"), "--option"]
    assert run([*words, "fault=add-button-mising"]) == 3
    assert "did you mean 'add-button-missing'" in capsys.readouterr().out
    assert run([*words, "fault"]) == 2
    assert "--option fault: write KEY=VALUE" in capsys.readouterr().err
