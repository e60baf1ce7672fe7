"""Sessions in a CI server: the summary, the annotations, and the action whose steps are run here."""

import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import yaml

from pathfinder.cli.app import app, run
from pathfinder.core import events
from pathfinder.core.errors import Blame
from pathfinder.core.journal import FileJournal

ROOT = Path(__file__).parents[3]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
SCRIPTS = {step["name"]: step["run"] for step in STEPS if "run" in step}
SUITE = """suite: one
site: demo
cases:
  - name: The shop opens
    steps:
      - Open '/'
    assertions:
      - "'Shop by category' is displayed"
  - name: The shop sells boats
    steps:
      - Open '/'
    assertions:
      - "'Boats for sale' is displayed"
"""


def session(folder: Path, name: str, status: str, *, evidence: str = "", found: str = "") -> None:
    with closing(FileJournal(folder / name)) as journal:
        journal.write(events.Session(session=name, task=events.TaskFacts(goal=f"goal of {name}")))
        if found:
            journal.write(events.Finding(kind="broken link", message=found, severity="error"))
        verdict = {"status": status, "reason": "why", "evidence": evidence, "steps": 3}
        journal.write(events.Verdict(**verdict, blame=Blame.NOBODY))


def test_a_summary_has_a_row_a_session(tmp_path, capsys):
    session(tmp_path, "a", "success", evidence="Thank <b>you</b> | now")
    session(tmp_path, "b", "failed", found="/help is not there")
    assert run(["summary", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "### PathFinder: 1 of 2 sessions good" in said
    assert "| **success** | goal of a | Thank &lt;b>you&lt;/b> \\| now | 3 |  |" in said
    assert "| **failed** | goal of b | why | 3 | 1 error |" in said
    assert "* broken link: /help is not there" in said


def test_annotations_name_what_is_not_good_and_what_was_found(tmp_path, capsys):
    session(tmp_path, "a", "success")
    session(tmp_path, "b", "failed", evidence="50% off,\nnever: sold", found="/help")
    session(tmp_path, "c", "inconclusive")
    run(["summary", str(tmp_path), "--annotate"])
    assert capsys.readouterr().out.splitlines() == [
        "::error title=failed%3A goal of b::50%25 off, never: sold",
        "::error title=broken link::/help",
        "::warning title=inconclusive%3A goal of c::why",
    ]


def test_a_summary_is_added_to_a_file(tmp_path):
    session(tmp_path / "runs", "a", "success")
    file = tmp_path / "summary.md"
    file.write_text("before\n")
    run(["summary", str(tmp_path / "runs"), "--markdown", str(file)])
    assert file.read_text().startswith("before\n### PathFinder: 1 of 1 session good")


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_actions_scripts_have_no_slip(name, tmp_path):
    script = tmp_path / "step.sh"
    script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{SCRIPTS[name]}")
    checker = Path(sys.executable).with_name("shellcheck")
    checked = subprocess.run([checker, str(script)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_action_asks_for_what_it_uses():
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(ACTION["inputs"])
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    called = set(re.findall(r"pathfinder (\w+) ", "\n".join(SCRIPTS.values())))
    assert called - {"models"} <= known


def played(folder: Path, **given: str) -> tuple[subprocess.CompletedProcess, str]:
    """The action's steps that test and sum up, as the server runs them."""
    summary = folder / "summary.md"
    paths = [str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(paths),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "bench")]),
        "GITHUB_STEP_SUMMARY": str(summary),
        **dict.fromkeys(("GOAL", "SUITE", "SITE", "URL", "MAX_STEPS", "FAIL_ON"), ""),
        "MODEL": "none",
        **given,
    }
    done = [
        subprocess.run(
            ["bash", "-eo", "pipefail", "-c", SCRIPTS[name]],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        for name in ("Test", "Sum up")
    ]
    assert done[1].returncode == 0, done[1].stderr
    done[0].stdout += done[1].stdout
    return done[0], summary.read_text()


@pytest.mark.long
def test_the_action_runs_a_suite_and_fails_with_it(tmp_path):
    (tmp_path / "one.suite.yaml").write_text(SUITE)
    done, summary = played(tmp_path, SUITE="one.suite.yaml")
    assert done.returncode == 1
    assert "1 of 2 sessions good" in summary
    assert "::error title=failed%3A The shop sells boats::" in done.stdout
    assert (tmp_path / "pathfinder.xml").is_file()


@pytest.mark.long
def test_the_action_crawls_where_no_goal_is_given(tmp_path):
    done, summary = played(tmp_path, SITE="demo", MAX_STEPS="3")
    assert done.returncode == 0, done.stderr
    assert "| **crawled** | a crawl |" in summary


def test_the_image_installs_what_is_here_as_a_user_without_rights():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    asked = [line.split()[0] for line in lines if line[:1].isupper()]
    assert (asked[0], asked[-2:]) == ("FROM", ["ENTRYPOINT", "CMD"])
    assert asked.index("USER") > asked.index("COPY")
    assert not any("://" in line for line in lines)
