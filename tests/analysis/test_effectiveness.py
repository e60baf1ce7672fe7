"""Table II from journals, against numbers worked out by hand."""

import json

import pandas as pd
import pytest

from pathfinder.analysis.effectiveness import Cell, Trial, effectiveness, f1, trials_of
from pathfinder.analysis.figures import draw_figures, pareto
from pathfinder.analysis.frames import export
from pathfinder.analysis.hypotheses import hypotheses
from pathfinder.analysis.labels import agreed
from pathfinder.analysis.sessions import read_session, read_sessions
from pathfinder.analysis.tables import (
    comma_separated,
    effectiveness_grid,
    labels_grid,
    latex,
    markdown,
)
from pathfinder.cli.app import run
from pathfinder.core.events import Rated
from pathfinder.core.verdict import outcome
from tests.analysis.made import constellation, rate, session

BIG, SMALL = "embedded/big-7b", "embedded/small-1b"


@pytest.fixture
def runs(tmp_path):
    """Two constellations on two sites.

    Mixed: demo TP TP FN, oscar TP FP. Small alone: demo TP FN FN, oscar FN, and one unscored.
    """
    mixed, alone = constellation(SMALL, BIG, SMALL), constellation(SMALL, SMALL, SMALL)
    for number, (status, orders) in enumerate([("success", 1), ("success", 1), ("expired", 0)]):
        session(
            tmp_path / f"deep/mixed-{number}",
            models=mixed,
            status=status,
            orders=orders,
            steps=4 + number,
            seconds=60 * (1 + number),
        )
    session(tmp_path / "mixed-oscar-1", models=mixed, site="oscar")
    session(tmp_path / "mixed-oscar-2", models=mixed, site="oscar", orders=0)
    for number, (status, orders) in enumerate([("success", 1), ("stuck", 0), ("expired", 1)]):
        session(tmp_path / f"alone-{number}", models=alone, status=status, orders=orders)
    session(
        tmp_path / "alone-oscar",
        models=alone,
        site="oscar",
        status="inconclusive",
        blame="model",
        orders=0,
    )
    session(
        tmp_path / "alone-oscar-broken",
        models=alone,
        site="oscar",
        status="inconclusive",
        blame="browser",
        orders=0,
    )
    return tmp_path


def test_f1_is_the_harmonic_mean_of_precision_and_recall():
    precision, recall = 3 / 5, 3 / 4
    assert f1({"TP": 3, "FP": 2, "FN": 1, "TN": 9}) == pytest.approx(
        2 * precision * recall / (precision + recall)
    )
    assert f1({"TN": 4}) is None


def test_the_table_has_f1_a_site_across_sites_and_medians(runs):
    table = effectiveness(trials_of(read_sessions([runs])))
    first, second = table.rows
    assert table.sites == ("demo", "oscar")
    assert table.varied == ("system1",)
    assert [table.name(row) for row in table.rows] == ["big-7b", "small-1b"]
    assert first.cells["demo"].f1 == pytest.approx(4 / 5)
    assert first.cells["oscar"].f1 == pytest.approx(2 / 3)
    assert first.across == pytest.approx((4 / 5 + 2 / 3) / 2)
    assert second.cells["demo"].f1 == pytest.approx(2 / 4)
    assert second.across == pytest.approx(0.25)
    assert (first.cells["demo"].steps, first.cells["demo"].minutes) == (5, 2)
    assert (table.sessions, table.unscored) == (10, 1)
    low, high = first.interval
    assert 0 <= low < first.across < high <= 1


def test_in_markdown_a_sentence_is_no_row_of_the_table(runs, capsys):
    assert run(["table", str(runs), "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[next(index for index, line in enumerate(lines) if line.startswith("H1")) - 1] == ""


def test_hypotheses_are_tested_where_every_constellation_was(runs):
    session(runs / "other", models=constellation(BIG, BIG, BIG))
    h1, _ = hypotheses(effectiveness(trials_of(read_sessions([runs]))))
    # Demo alone: mixed 4/5; of one model 2/4 and 1.
    assert h1.test.difference == pytest.approx(4 / 5 - (2 / 4 + 1) / 2)
    assert h1.sentence.endswith("oscar left aside: not all constellations were there.")


def test_the_terminal_shows_table_labels_and_hypotheses(runs, capsys):
    assert run(["table", str(runs), "--labels", "--format", "markdown"]) == 0
    printed = capsys.readouterr().out
    assert "| system1 | F1 demo | F1 oscar | F1 across |" in printed
    assert "| big-7b | 0.800 | 0.667 | 0.733 |" in printed
    assert "1 of 10 sessions are unscored" in printed
    assert "H1 (several models are better than one)" in printed
    assert "H2 (larger models are better)" in printed
    assert run(["table", str(runs)]) == 0
    assert "0.733" in capsys.readouterr().out


def test_the_forms_hold_the_same_numbers(runs):
    grid = effectiveness_grid(effectiveness(trials_of(read_sessions([runs]))))
    assert "big-7b,0.800,0.667,0.733," in comma_separated(grid)
    assert r"big-7b & \textbf{0.800} & \textbf{0.667} & \textbf{0.733}" in latex(grid)
    assert r"95 \% interval" in latex(grid)
    assert markdown(grid).count("\n| ") == 4
    assert ("small-1b", "demo", "1", "0", "0", "2", "0", "0") in labels_grid(
        effectiveness(trials_of(read_sessions([runs])))
    ).rows


def test_the_export_has_a_row_a_session_a_step_a_call(runs, tmp_path):
    asked = {
        "role": "oracle",
        "model": SMALL,
        "reply": "{}",
        "prompt_tokens": 12,
        "reply_tokens": 3,
        "seconds": 0.5,
        "error": "not JSON",
    }
    session(runs / "with-calls", calls=(asked, asked))
    files = export(read_sessions([runs]), tmp_path / "out")
    assert sorted(file.name for file in files) == [
        f"{name}.{kind}" for name in ("calls", "sessions", "steps") for kind in ("csv", "parquet")
    ]
    sessions = pd.read_parquet(tmp_path / "out/sessions.parquet").set_index("session")
    assert len(sessions) == 11
    assert sessions.loc["mixed-2", ["label", "labelled_by", "steps", "seconds"]].tolist() == [
        "FN",
        "truth",
        6,
        180,
    ]
    assert sessions.loc["with-calls", ["calls", "bad_replies", "prompt_tokens"]].tolist() == [
        2,
        2,
        24,
    ]
    assert sessions.loc["mixed-0", "model_system1"] == BIG
    assert len(pd.read_csv(tmp_path / "out/steps.csv")) == sum(sessions["steps"])
    assert pd.read_csv(tmp_path / "out/calls.csv")["role"].tolist() == ["oracle", "oracle"]


def test_the_figures_are_files(runs, tmp_path):
    files = draw_figures(
        effectiveness(trials_of(read_sessions([runs]))),
        tmp_path / "figures",
        kinds=("svg",),
        source="made by hand",
    )
    assert [file.name for file in files] == ["roles.svg", "cost.svg", "sites.svg"]
    assert all(b"<svg" in file.read_bytes() for file in files)


def test_what_nothing_beats_in_both_is_on_the_front():
    assert pareto([(3, 0.9), (1, 0.5), (2, 0.4), (2, 0.7), (5, 0.9)]) == [1, 3, 0]


@pytest.mark.parametrize(
    ("status", "reached", "reachable", "blame", "label"),
    [
        ("success", True, True, "", "TP"),
        ("success", False, True, "", "FP"),
        ("likely", True, True, "", "TP"),
        ("likely", False, True, "", "FP"),
        ("success", False, False, "", "FP"),
        ("expired", False, True, "", "FN"),
        ("stuck", True, True, "", "FN"),
        ("stuck", False, False, "", "TN"),
        ("inconclusive", False, True, "model", "FN"),
        ("inconclusive", False, True, "harness", ""),
        ("success", None, True, "", ""),
        ("", False, True, "", ""),
    ],
)
def test_a_verdict_and_the_truth_make_a_label(status, reached, reachable, blame, label):
    assert outcome(status, reached, reachable=reachable, blame=blame) == label


def test_persons_come_before_the_trial_and_the_trial_before_the_truth(tmp_path):
    folder = session(tmp_path / "one", trial={"id": "one", "label": "FN"})
    assert read_session(folder).label == ("FN", "trial")
    rate(folder, ("ann", "TP"), ("bob", "FP"))
    assert read_session(folder).label == ("", "disputed")
    rate(folder, ("ann", "TP"), ("bob", "FP"), ("bob", "TP"))
    assert read_session(folder).label == ("TP", "person")


def test_raters_vote_with_their_last_word():
    assert (
        agreed(
            [
                Rated(rater="a", label="TP", time=1),
                Rated(rater="a", label="FN", time=2),
                Rated(rater="b", label="FN", time=1),
                Rated(rater="c", label="TP", time=1),
            ]
        )
        == "FN"
    )
    assert agreed([Rated(rater="a", label="unclear", time=1)]) == ""


def test_a_session_that_was_cut_off_still_counts_its_steps(tmp_path):
    folder = session(tmp_path / "cut", status="", orders=None)
    found = read_session(folder)
    assert (found.status, found.steps, found.label) == ("cut off", 3, ("", ""))
    assert found.seconds == pytest.approx(3.5)


def test_sessions_of_the_same_name_are_told_apart(tmp_path):
    for group in ("a", "b"):
        session(tmp_path / group / "seed-1")
    session(tmp_path / "alone")
    assert sorted(found.name for found in read_sessions([tmp_path])) == [
        "a/seed-1",
        "alone",
        "b/seed-1",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "pathfinder: name folders of sessions, such as runs"),
        (["{tmp}/nowhere"], "there is no such folder"),
        (
            ["{tmp}"],
            "no session here (a folder with journal.jsonl); `pathfinder example` unpacks some",
        ),
    ],
)
def test_a_table_of_nothing_is_one_line(arguments, said, tmp_path, capsys):
    assert run(["table", *(word.format(tmp=tmp_path) for word in arguments)]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


def test_a_trial_that_is_not_json_is_named(tmp_path, capsys):
    session(tmp_path / "one", trial={})
    (tmp_path / "one/trial.json").write_text(json.dumps({"id": 1})[:-1])
    assert run(["table", str(tmp_path)]) == 2
    assert "trial.json: not JSON" in capsys.readouterr().err


def test_a_false_success_is_counted_apart_from_a_false_claim() -> None:
    trials = tuple(
        Trial((), "demo", "FP", 1, 1.0, status) for status in ("success", "likely", "likely")
    )
    assert (Cell(trials).counts["FP"], Cell(trials).false_successes) == (3, 1)
