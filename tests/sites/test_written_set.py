"""The set `written`: sentences about recorded moves, and what became of them."""

from pathlib import Path

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import UsageError
from pathfinder.webprocessor.scene import make_scene
from pathfinder_bench.cli_written import bench_written
from pathfinder_bench.decisions.sets import at_of, element_at, read_set
from pathfinder_bench.decisions.written import (
    FOLDERS,
    ScoredWords,
    StillBrowser,
    Written,
    WrittenFile,
    figures,
    read_written,
    score_written,
)

SETS = Path("bench/decisions")
FILES = read_written(SETS / "written", first_look=True)
SIGN_UP = "wiki/petra-refused-2/1"


def moves(app):
    folder = next(one for one in FOLDERS if (SETS / one / f"{app}.json").is_file())
    recorded = read_set(SETS / folder, app)
    return recorded, recorded.labels.walks


@pytest.mark.long
def test_every_sentence_is_about_a_recorded_move_and_each_expects_both_ways():
    for file in FILES:
        for one in file.sentences:
            app, walk, step = one.move.split("/")
            _, walks = moves(app)
            assert walks[walk].moves[int(step)].acts, one.move
            assert one.action.strip()
            assert one.holds, one.move
            assert one.fails, one.move


def test_no_application_has_sentences_of_both_parts():
    apps = {
        part: {
            one.move.split("/")[0] for file in FILES if file.part == part for one in file.sentences
        }
        for part in ("tuning", "first-look")
    }
    assert not apps["tuning"] & apps["first-look"]


def test_sentences_of_the_first_look_are_scored_only_when_asked_for():
    assert {file.part for file in read_written(SETS / "written")} == {"tuning"}


def test_a_wrong_name_is_said_in_a_line(tmp_path):
    with pytest.raises(UsageError, match="--app wikki: there are no sentences about it"):
        bench_written(SETS, "scripted", tmp_path, apps=["wikki"])
    with pytest.raises(UsageError, match="wiki/petra-refused-2/99: no such move was recorded"):
        list(score_written(written(move="wiki/petra-refused-2/99"), ScriptedModel(), SETS))
    with pytest.raises(UsageError, match="there is no set of 'nowhere'"):
        list(score_written(written(move="nowhere/x/1"), ScriptedModel(), SETS))


def still(recorded, move):
    before, after = recorded.snapshot(move.before), recorded.snapshot(move.after)
    return StillBrowser(before, after, move.acts[-1].at)


def test_a_still_browser_takes_what_is_entered_and_shows_the_page_after_at_the_end():
    recorded, walks = moves("wiki")
    move = walks["petra-refused-2"].moves[1]
    browser = still(recorded, move)
    for act in move.acts:
        scene = make_scene(browser.look())
        element = element_at(scene, act.at)
        browser.perform(Action(act.do, element.uid, act.value or None), scene)
        if act.do is Kind.TYPE:
            taken = element_at(make_scene(browser.look()), act.at)
            assert taken.value
    assert browser.look() == recorded.snapshot(move.after)
    assert [at for _, at in browser.did] == [act.at for act in move.acts]


def test_what_is_not_the_moves_own_leaves_the_page_as_it_is():
    recorded, walks = moves("wiki")
    move = walks["petra-refused-2"].moves[1]
    browser = still(recorded, move)
    scene = make_scene(browser.look())
    other = next(one for one in scene.actionable if one.name == "About")
    browser.perform(Action(Kind.CLICK, other.uid), scene)
    assert browser.look() == recorded.snapshot(move.before)
    assert browser.did[0][1] == at_of(other)


def written(**sentences):
    given = {"move": SIGN_UP, "action": "", "holds": (), "fails": (), **sentences}
    one = Written(**given)
    return [WrittenFile(hand="x", part="tuning", sentences=(one,))]


def test_expected_results_are_checked_on_the_page_after_the_move():
    words = "The two password fields didn’t match."
    file = written(holds=(f'text "{words}"',), fails=('text "Welcome, petra"',))
    _, holds, fails = score_written(file, ScriptedModel(), SETS)
    assert (holds.came, holds.right, holds.harm) == ("passed", True, False)
    assert (fails.came, fails.right, fails.harm) == ("failed", True, False)


def test_an_action_is_done_where_it_is_the_moves_own():
    action = 'fill the "Username" field as "petra"'
    acted, *_ = score_written(written(action=action), ScriptedModel(), SETS)
    assert acted.came == "left"
    acted, *_ = score_written(written(action='click "About"'), ScriptedModel(), SETS)
    assert (acted.came, acted.harm) == ("other", True)


def test_a_secret_that_is_entered_is_the_moves_own():
    action = 'fill the "Mot de passe" field as "{{persona.account.password}}"'
    file = written(move="juntagrico_fr/adresse/0", action=action)
    acted, *_ = score_written(file, ScriptedModel(), SETS)
    assert acted.came == "left"


def test_harm_is_a_false_pass_a_false_blame_and_what_nobody_asked_for():
    def scored(kind, came):
        return ScoredWords("wiki", "x", kind, "a sentence", came, "")

    assert scored("fails", "likely").harm
    assert scored("holds", "failed").harm
    assert scored("action", "other").harm
    assert not scored("fails", "inconclusive").harm
    assert not scored("holds", "likely").harm
    found = figures(
        [scored("fails", "likely"), scored("fails", "failed"), scored("holds", "likely")]
    )
    assert found["fails"] == {"n": 2, "right": 1, "harm": 1, "likely": 1, "failed": 1}
    assert found["holds, hand x"]["right"] == 1


def test_a_file_that_is_not_of_this_form_is_named(tmp_path):
    with pytest.raises(UsageError, match="there are no sentences here"):
        read_written(tmp_path)
    (tmp_path / "a.yaml").write_text("hand: a\npart: tuning\nsentences: [{move: x/y/1}]\n")
    with pytest.raises(UsageError, match=r"a.yaml: sentences.0.action"):
        read_written(tmp_path)
