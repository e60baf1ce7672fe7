"""Observed and estimated consistency of repeated runs, against numbers worked by hand."""

import json

import pytest

from pathfinder.analysis.consistency import Trial, abilities
from pathfinder.analysis.sessions import read_sessions
from pathfinder.cli.app import run
from pathfinder.core.errors import UsageError
from pathfinder.suites.repeated import error_of, repeated
from pathfinder.suites.trust import write_figures

STEPS = [("Open '/'", "action"), ("Look around", "action"), ("Assert that it is nice", "assertion")]
GOOD = (("passed", "rule"), ("passed", "model"), ("passed", "model"))
BAD = (("passed", "rule"), ("passed", "model"), ("failed", "model"))
STUCK = (("passed", "rule"), ("inconclusive", "model"))
TRIALS = [
    *(Trial("m", "readiness", right) for right in (True,) * 9 + (False,)),
    *(Trial("m", "navigation", right) for right in (True,) * 8 + (False,) * 2),
    *(Trial("m", "assertion", right) for right in (True,) * 7 + (False,) * 3),
]
ESTIMATED = 2.42 / 3
"""A strict step counts 1, an action .9 of .8, an assertion .7."""


@pytest.fixture
def sessions(tmp_path):
    """Writes the journals of runs of one case."""

    def write(runs, *, name="A", by="model"):
        for number, steps in enumerate(runs):
            told = [{"text": text, "part": part} for text, part in STEPS]
            facts = {
                "system": "steps",
                "models": dict.fromkeys(("readiness", "navigation", "observer", "assertion"), "m"),
            }
            events = [
                {
                    "event": "session",
                    **facts,
                    "options": {"temperature": 0.1},
                    "case": {"name": name, "source": "", "steps": told},
                },
                *(
                    {"event": "step", "number": n, "status": status, "by": who}
                    for n, (status, who) in enumerate(steps, 1)
                ),
                {"event": "verdict", "status": steps[-1][0], "by": by},
            ]
            folder = tmp_path / "runs" / f"{name}-{number}"
            folder.mkdir(parents=True)
            (folder / "journal.jsonl").write_text(
                "".join(json.dumps(event) + "\n" for event in events), encoding="utf-8"
            )
        return tmp_path / "runs"

    return write


def test_observed_and_estimated_consistency_of_a_case(sessions):
    (row,) = repeated(read_sessions([sessions([GOOD, GOOD, BAD, STUCK])]), abilities(TRIALS))
    assert row.observed == pytest.approx((4 / 4 + 3 / 4 + 2 / 4) / 3)
    assert row.estimated == pytest.approx(ESTIMATED)
    assert row.error == pytest.approx((ESTIMATED - 0.75) / 0.75)
    assert (row.runs, row.steps, row.asked) == (4, 3, 2)
    assert row.verdicts == {"passed": 2, "failed": 1, "inconclusive": 1}


def test_the_error_is_the_mean_over_the_cases(sessions):
    sessions([GOOD, GOOD])
    rows = repeated(read_sessions([sessions([GOOD, BAD], name="B")]), abilities(TRIALS))
    assert [row.observed for row in rows] == pytest.approx([1.0, 2.5 / 3])
    assert error_of(rows) == pytest.approx(
        ((1 - ESTIMATED) + (2.5 / 3 - ESTIMATED) / (2.5 / 3)) / 2
    )


def test_runs_that_broke_do_not_count(sessions):
    sessions([GOOD, GOOD])
    runs = sessions([STUCK, STUCK], name="B", by="error")
    assert [row.case for row in repeated(read_sessions([runs]), abilities(TRIALS))] == ["A"]


def test_a_model_without_figures_is_named(sessions):
    found = abilities([trial for trial in TRIALS if trial.agent != "assertion"])
    with pytest.raises(UsageError, match="no figures for m as assertion"):
        repeated(read_sessions([sessions([GOOD, GOOD])]), found)


def test_the_command_tells_table_json_and_page(sessions, tmp_path, capsys):
    runs, figures, page = (
        sessions([GOOD, GOOD, BAD, STUCK]),
        tmp_path / "figures.json",
        tmp_path / "page.html",
    )
    write_figures(abilities(TRIALS), figures)
    command = [
        "analyze",
        "consistency",
        str(runs),
        "--calibration",
        str(figures),
        "--html",
        str(page),
    ]
    assert run(command) == 0
    assert "mean relative error of the estimate: 0.076 over 1 cases" in capsys.readouterr().out
    assert run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mean_relative_error"] == pytest.approx(
        ESTIMATED / 0.75 - 1
    )
    assert "2 passed, 1 failed, 1 inconclusive" in page.read_text(encoding="utf-8")


def test_figures_that_are_none_are_refused(sessions, tmp_path, capsys):
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]", encoding="utf-8")
    assert (
        run(["analyze", "consistency", str(sessions([GOOD, GOOD])), "--calibration", str(wrong)])
        == 2
    )
    assert "these are no figures" in capsys.readouterr().err
