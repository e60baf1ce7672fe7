"""The five kinds of mistake, each on a journal made for it, and on one that a tester left."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.core import events
from pathfinder_bench.mistakes import MISTAKES, mistake
from pathfinder_bench.testers import Line, table

STEPS = ('Click the link "Terms"', 'Click the button "Save"', "Look at the page")
ASKED = "call"


def act(step, name, *, kind="click", ok=True):
    return events.Act(
        step=step,
        action=events.ActionFacts(kind=kind),
        element=events.ActedElement(name=name),
        result=events.ResultFacts(ok=ok),
    )


def ended(step, status, part="assertion"):
    return events.Step(step=step, status=status, part=part)


def journal(*told):
    steps = tuple(events.WrittenStep(text=text, expected="it is so") for text in STEPS)
    return [events.Session(case=events.CaseFacts(steps=steps)), *told]


def write(folder, told):
    lines = "\n".join(json.dumps(event.to_json()) for event in told)
    (folder / "journal.jsonl").write_text(lines, encoding="utf-8")


FIRST = (act(1, "Terms"), ended(1, "passed"))
CALL = events.Call(step=2)
JUDGED = events.Judgement(step=2)


@pytest.mark.parametrize(
    ("told", "wrong_at", "let_through", "expected"),
    [
        ((*FIRST, act(2, "Save"), JUDGED, ended(2, "failed")), 2, False, "verifiability"),
        ((*FIRST, act(2, "Save"), JUDGED, ended(2, "passed")), 2, True, "verifiability"),
        ((*FIRST, ended(2, "failed", "action")), 2, False, "perception"),
        ((*FIRST, act(2, "Saved items"), ended(2, "passed", "action")), 2, True, "perception"),
        ((*FIRST, ended(2, "passed"), ended(3, "failed")), 3, False, "conformity"),
        (
            (*FIRST, CALL, act(2, "Save"), act(2, "Delete"), ended(2, "failed")),
            2,
            False,
            "unnecessary action",
        ),
        (
            (
                events.Call(step=1),
                act(1, "Terms"),
                act(1, "Save"),
                ended(1, "passed"),
                ended(2, "failed"),
            ),
            2,
            False,
            "conformity",
        ),
        ((*FIRST, act(2, "Save"), ended(2, "inconclusive", "action")), 2, False, "navigation"),
        (FIRST, 2, False, "navigation"),
        ((), 1, False, "navigation"),
    ],
)
def test_a_mistake_is_told_by_what_was_done(told, wrong_at, let_through, expected):
    assert mistake(journal(*told), wrong_at=wrong_at, let_through=let_through) == expected


def test_looking_further_is_no_mistake():
    told = journal(
        *FIRST,
        CALL,
        act(2, "", kind="scroll"),
        act(2, "Save", ok=False),
        act(2, "Save"),
        JUDGED,
        ended(2, "failed"),
    )
    assert mistake(told, wrong_at=2, let_through=False) == "verifiability"


LINE = Line("pinata × m", "shop", "one", "passed", 0, "passed", 0, 3, 3, "rule", "", 1.0, 0, 0, "")


def test_the_table_counts_mistakes_of_wrong_trials_only(tmp_path: Path):
    folder = tmp_path / "session"
    folder.mkdir()
    told = journal(*FIRST, act(2, "Save"), JUDGED, ended(2, "failed"))
    write(folder, told)
    wrong = replace(LINE, case="two", verdict="failed", step=2, done=1, session=str(folder))
    lost = replace(
        LINE, case="three", verdict="inconclusive", done=1, session=str(tmp_path / "gone")
    )
    row = table([LINE, wrong, lost])["pinata × m"]
    assert row["mistakes"] == {**dict.fromkeys(MISTAKES, 0), "verifiability": 1}
    assert [each["mistake"] for each in row["wrong"]] == ["verifiability", ""]


def test_a_fault_that_was_let_through_is_looked_for_at_its_step(tmp_path: Path):
    told = journal(*FIRST, act(2, "Save"), JUDGED, ended(2, "passed"), ended(3, "passed"))
    write(tmp_path, told)
    line = replace(LINE, expected="failed", failing_step=2, steps=2, done=2, session=str(tmp_path))
    assert table([line])["pinata × m"]["wrong"][0]["mistake"] == "verifiability"
