import subprocess
import sys

import pytest

import pathfinder
from pathfinder.cli.app import run


def test_version(capsys):
    assert run(["version"]) == 0
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"pathfinder {pathfinder.__version__}\n" * 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["explore", "--site", "demo"],
            "pathfinder: Missing option '--goal'. See `pathfinder explore --help`.",
        ),
        (
            ["explore", "--goal", "buy"],
            "pathfinder: name one site: --site NAME (of sites.yaml) or --url URL",
        ),
        (
            ["explore", "--goal", "buy", "--site", "demo", "--url", "http://a"],
            "pathfinder: name one site: --site NAME",
        ),
        (
            ["explore", "--goal", " ", "--site", "demo", "--profile", "paper"],
            "pathfinder: --profile paper: a crawl, without a goal, has no profile",
        ),
        (
            ["explore", "--goal", "buy", "--site", "demo", "--profile", "quick"],
            "pathfinder: profile 'quick' is not known; known are: fast, paper",
        ),
        (
            ["explore", "--goal", "buy", "--site", "demo", "--model", "orcale=x/y"],
            "pathfinder: --model orcale=x/y: no role 'orcale'; did you mean 'oracle'?",
        ),
        (
            ["test", "demo-plain", "--repeat", "0"],
            "pathfinder: Invalid value for '--repeat': Input should be greater than or equal to 1. "
            "See `pathfinder test --help`.",
        ),
        (
            ["explore", "--goal", "buy", "--site", "demo", "--model", "olama/x"],
            "pathfinder: model 'olama/x' is not known; a model's name is one of embedded/…, ",
        ),
        (["explore", "--gaol", "buy"], "pathfinder: No such option: --gaol"),
        (
            ["models", "pul"],
            "pathfinder: No such command 'pul'. Did you mean 'pull'? See `pathfinder models "
            "--help`.",
        ),
        (
            ["export", "buy.dsl", "--to", "cobol"],
            "pathfinder: --to: 'cobol' is not known; known are: pytest-selenium, playwright-python",
        ),
        (["exlpore"], "pathfinder: No such command 'exlpore'."),
    ],
)
def test_a_bad_command_line_is_one_line_and_exit_2(arguments, said, capsys):
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(said)
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_no_arguments_show_the_help():
    done = subprocess.run(
        [sys.executable, "-m", "pathfinder"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "explore" in done.stdout


def test_a_group_without_a_command_shows_its_help(capsys):
    assert run(["models"]) == 0
    assert "pull" in capsys.readouterr().out


def test_what_the_web_pages_need_is_named_when_it_is_not_there(tmp_path, monkeypatch, capsys):
    for module in ("pathfinder.serve.app", "pathfinder.serve.server"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "python_multipart", None)
    assert run(["serve", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "run: pip install 'pathfinder-testing[serve]'" in told
    assert told.count("\n") == 1
