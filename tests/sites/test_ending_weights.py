"""The script that settles what tells whether an instruction is carried out."""

import json
from pathlib import Path

from bench import ending_weights
from bench.ending_weights import Weighed, settled, weighed_of
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.engine.ending import EndSigns
from pathfinder_bench.decisions.written import Written, WrittenFile

SETS = Path("bench/decisions")
READ = json.dumps({"Steps": []})


def clear(app):
    done = [Weighed(app, EndSigns(1.0 - n / 40, 0, unfilled=False), ended=True) for n in range(10)]
    half = [Weighed(app, EndSigns(n / 40, 1, unfilled=n % 2 == 0), ended=False) for n in range(10)]
    return [*done, *half]


def test_what_tells_the_two_apart_is_weighed():
    found = settled([*clear("one"), *clear("two")])
    assert found.weights["ended_used"] > 0 > found.weights["ended_more"]
    assert (found.number, found.auc, found.found, found.false) == (40, 1.0, 1.0, 0.0)
    assert "100% of what is carried out ends, and 0% of what is not" in found.described


def test_each_application_is_judged_by_what_the_others_say():
    inverse = [Weighed("odd", one.signs, not one.ended) for one in clear("odd")]
    assert settled([*clear("one"), *clear("two"), *inverse]).auc < 0.9


def test_an_instruction_is_done_by_its_move_and_not_with_another_behind_it():
    written = [
        Written(move="piccolo/crane/0", action="Log in as 'rosalind'", holds=(), fails=()),
        Written(move="piccolo/crane/4", action="Pick 'Harbour crane'", holds=(), fails=()),
    ]
    file = WrittenFile(hand="x", part="tuning", sentences=tuple(written))
    found = list(weighed_of([file], ScriptedModel(lambda prompt: READ), SETS))
    assert [one.ended for one in found] == [True, False, True, False]
    assert [round(one.signs.used, 2) for one in found] == [1.0, 0.33, 1.0, 0.67]


def test_the_script_prints_lines_for_a_file_of_thresholds(monkeypatch, tmp_path, capsys):
    played = [*clear("one"), *clear("two")]
    monkeypatch.setattr(ending_weights, "weighed_of", lambda *_: iter(played))
    ending_weights.main(["--model", "scripted", "--cache", str(tmp_path)])
    out = capsys.readouterr().out
    assert "\nended: " in out
    assert "ended_more: -" in out
