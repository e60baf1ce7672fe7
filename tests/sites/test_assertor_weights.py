"""The script that settles how an expected result is weighed."""

from bench import assertor_weights
from bench.assertor_weights import settled
from pathfinder.engine.assertor import ClaimSigns
from pathfinder_bench.decisions.written import ScoredWords


def scored(app, kind, word, *, held=0.5, denied=0.0, missing=0.2):
    signs = ClaimSigns(word, held, denied, missing)
    return ScoredWords(app, "x", kind, "a sentence", "likely", "", signs=signs)


def clear(app):
    so = [scored(app, "holds", 1.0 + n / 10, held=1.0) for n in range(10)]
    not_so = [scored(app, "fails", -1.0 - n / 10, held=0.0, denied=1.0) for n in range(10)]
    return [*so, *not_so]


def test_what_tells_the_two_apart_is_weighed_and_the_cuts_lie_between():
    found = settled([*clear("one"), *clear("two"), scored("one", "holds", 0.9, denied=0.5)])
    assert found.weights["assertor_word"] > 0
    assert found.weights["assertor_held"] > 0 > found.weights["assertor_denied"]
    assert (found.auc, found.so, found.not_so, found.passed) == (1.0, 21, 20, 21)
    assert found.denies < found.holds <= found.sure
    assert found.denied > 0
    assert "21 of 21 that are so pass" in found.described


def test_each_application_is_judged_by_what_the_others_say():
    inverse = [
        scored(one.app, "fails" if one.kind == "holds" else "holds", one.signs.word)
        for one in clear("odd")
    ]
    assert settled([*clear("one"), *clear("two"), *inverse]).auc < 0.9


def test_what_was_not_weighed_is_left_out():
    strict = ScoredWords("one", "x", "holds", "a sentence", "passed", "")
    assert settled([*clear("one"), *clear("two"), strict]).so == 20


def test_the_script_prints_lines_for_a_file_of_thresholds(monkeypatch, tmp_path, capsys):
    played = [*clear("one"), *clear("two")]
    monkeypatch.setattr(assertor_weights, "score_written", lambda *_, actions: iter(played))
    assertor_weights.main(["--model", "scripted", "--cache", str(tmp_path)])
    out = capsys.readouterr().out
    assert "assertor_word: " in out
    assert "assertor_denies: -" in out
    assert "assertor_sure: " in out
