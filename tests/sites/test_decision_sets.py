"""Decision sets: recorded from walks, kept as files, scored by the engine's own code."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.agents.models.adapters import Adapter
from pathfinder.agents.models.base import Message, Prompt, Reply
from pathfinder.agents.models.scripted import ScriptedModel, ruled
from pathfinder.cli.app import run
from pathfinder.core.errors import ModelError, ReplyTruncated, UsageError
from pathfinder_bench.decisions.baseline import WITHOUT_MODEL, read_baseline, without_model
from pathfinder_bench.decisions.beside import beside
from pathfinder_bench.decisions.figures import by_app, figures_of, worse
from pathfinder_bench.decisions.kept import KeptModel
from pathfinder_bench.decisions.labelling import record
from pathfinder_bench.decisions.pages import first_step, pages_of
from pathfinder_bench.decisions.replaying import all_roles, bring
from pathfinder_bench.decisions.scoring import Scored, score_all, score_choice, score_page
from pathfinder_bench.decisions.sets import (
    FOLDER,
    SETS,
    Asked,
    Recorded,
    counted,
    element_at,
    known_sets,
    of_kind,
    read_set,
    write_set,
)
from pathfinder_bench.sites.contract import Step, find_apps, load_app

NOTES = Path(__file__).parent / "apps/notes"
OURS = Path(__file__).parents[2] / FOLDER


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    app, home = load_app(NOTES), tmp_path_factory.mktemp("homes") / "notes"
    app.code.install(home)
    return record(app, home, say=lambda walk: None)


@pytest.fixture(scope="module")
def ours():
    return [read_set(OURS, name) for name in known_sets(OURS)]


def test_who_only_gives_an_address_does_not_log_in():
    """A shop asks for it on the way to the till."""
    recorded = read_set(OURS / "untrained", "pretix")
    walks = recorded.labels.walks
    assert first_step(recorded, walks["ticket"]) == 0
    assert first_step(recorded, walks["call-off"]) == 2


@pytest.mark.long
def test_a_route_becomes_one_move_with_its_decisions(notes):
    labels = notes.labels
    assert list(labels.walks) == ["buy-soap", "buy-soap-refused-1", "gate"]
    [move] = labels.walks["buy-soap"].moves
    assert [act.value for act in move.acts] == ["Soap", "Garden", "", ""]
    [choice] = labels.choices
    scene = notes.scene(move.before)
    assert [element_at(scene, at).name for at in choice.right] == ["Note", "Place", "Urgent"]
    assert [(value.values, value.source) for value in labels.fields] == [
        (("Soap",), "goal"),
        (("Garden",), "goal"),
    ]
    assert [(one.walk, one.says) for one in labels.refusals if one.refusal] == [
        ("buy-soap-refused-1", "A note needs words.")
    ]


def test_beside_a_page_lie_those_that_links_lead_to_and_none_that_was_sent(ours):
    forum = next(one for one in ours if one.labels.app == "spirit")
    choice = next(one for one in forum.labels.choices if one.walk == "tomatoes" and one.step > 2)
    looked_at = beside(forum, choice)
    walk = forum.labels.walks["tomatoes"]
    form, sent = (forum.scene(walk.moves[-1].before).url, forum.scene(walk.moves[-1].after).url)
    assert looked_at.peek(form).url == form
    assert (looked_at.peek(sent), looked_at.peek("http://spirit.test/nowhere")) == (None, None)


def test_the_page_of_a_goal_is_where_its_walk_does_something(ours):
    """It is chosen among those that links lead to, by the engine's own survey."""
    forum = next(one for one in ours if one.labels.app == "spirit")
    page = next(one for one in pages_of(forum) if one.walk == "lives-in")
    assert page.right == (f"{forum.scene(forum.labels.walks['lives-in'].moves[-1].before).url}",)
    model = ScriptedModel(
        scores=lambda prompt, choices: (
            (0.0, -9.0) if "asks: First name" in prompt.messages[-1].content else (-9.0, 0.0)
        )
    )
    scored = score_page(forum, page, all_roles(model))
    assert (scored.right, scored.offered, scored.said) == (True, True, page.right[0])
    assert 0 < scored.chance < 0.5
    assert [right for *_, right in scored.among].count(1.0) == 1


def test_a_choice_knows_of_the_survey_what_a_session_would(ours):
    """It was made where the goal begins, once logged in, and what was left since is used up."""
    forum = next(one for one in ours if one.labels.app == "spirit")
    walk = forum.labels.walks["lives-in"]
    first, last = [forum.scene(walk.moves[at].before).url for at in (2, -1)]
    choices = [one for one in forum.labels.choices if one.walk == "lives-in"]
    here = bring(forum, choices[-1], player([]), surveyed=True)
    assert choices[-1].step > 2
    assert (first in here.explorer.surveying.signs, first in here.explorer.surveying.shares) == (
        True,
        False,
    )
    assert last in here.explorer.surveying.shares
    assert not bring(forum, choices[-1], player([])).explorer.surveying.signs


def test_nobody_is_logged_in_by_rule_on_a_way_that_does_without(ours):
    shop = next(one for one in ours if one.labels.app == "demoshop")
    scored = [
        score_choice(shop, one, player([]))
        for one in shop.labels.choices
        if one.walk in ("norway", "phone")
    ]
    assert [one.kind for one in scored if one.name.startswith("norway")].count("rule") <= 1
    assert any(one.right and one.kind == "rule" for one in scored if one.name.startswith("phone"))


def test_what_was_true_is_done_and_a_refusal_is_not(notes):
    done = {(one.walk, one.side, one.goal): one.done for one in notes.labels.done}
    assert done["buy-soap", None, ""] is True
    assert done["buy-soap-refused-1", None, ""] is False
    assert done["gate", None, ""] is True
    assert done["gate", None, "buy-soap"] is False


@pytest.mark.long
def test_a_walk_that_breaks_off_is_said_and_left_out(tmp_path):
    app = load_app(NOTES)
    first, *others = app.goals
    steps = (*first.route[:1], Step(press="Launch"))
    broken = replace(app, goals=(first.model_copy(update={"route": steps}), *others))
    broken.code.install(tmp_path)
    said = []
    labels = record(broken, tmp_path, goals=["buy-soap"], say=said.append).labels
    assert list(labels.walks) == ["buy-soap-refused-1"]
    assert labels.choices == ()
    assert said[1].startswith('buy-soap is left out: step 2, press "Launch"')


def test_a_set_is_the_same_after_it_was_written_and_read(notes, tmp_path):
    write_set(tmp_path, notes)
    read = read_set(tmp_path, "notes")
    assert read.labels == notes.labels
    pages = notes.labels.walks["buy-soap"].moves[0]
    assert read.scene(pages.before) == notes.scene(pages.before)
    first = (tmp_path / "notes.scenes.xz").read_bytes()
    write_set(tmp_path, read)
    assert (tmp_path / "notes.scenes.xz").read_bytes() == first
    assert "127.0.0.1" not in json.dumps(read.pages)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("notes.json", b"{}", "notes.json: app: Field required"),
        ("notes.scenes.xz", b"no pages", "not a file of scenes"),
    ],
)
def test_a_file_that_is_none_is_named(notes, tmp_path, name, text, said):
    write_set(tmp_path, notes)
    (tmp_path / name).write_bytes(text)
    with pytest.raises(UsageError, match=said):
        read_set(tmp_path, "notes")


def player(prefer, agree=()):
    """A model that prefers what bears these words, and says yes where these stand."""
    return all_roles(ruled(prefer, agree))


def test_the_engine_chooses_on_the_page_of_the_walk(notes):
    [right] = score_all(notes, "choices", player(["Note and press"], ["Note and press"]))
    assert (right.right, right.offered, right.kind) == (True, True, "model")
    assert right.said == 'fill in Note and press "Add"'
    [choice] = notes.labels.choices
    ticked = choice.model_copy(update={"right": choice.right[-1:]})
    urgent = Recorded(notes.labels.model_copy(update={"choices": (ticked,)}), notes.pages)
    [wrong] = score_all(urgent, "choices", player(["Note and press"], ["Note and press"]))
    assert (wrong.right, wrong.offered) == (False, True)
    assert 0 < wrong.chance < 1


def test_what_is_pressed_in_a_field_is_not_what_goes_into_it():
    """Vendure's log-in has no button by its markup: it is sent by the Enter key."""
    recorded = read_set(OURS / "later", "vendure")
    own = [one for one in recorded.labels.fields if (one.walk, one.step) == ("coupon", 1)]
    only = Recorded(recorded.labels.model_copy(update={"fields": tuple(own)}), recorded.pages)
    made = score_all(only, "fields", player(["Log in"]))
    assert [(one.said, one.right) for one in made] == [("Hazel-rod-93", True)]


@pytest.mark.parametrize(
    ("read", "right", "said"),
    [
        ({"soap": "note", "garden": "place"}, True, ""),
        ({"urgently": "note", "garden": "place"}, False, 'not "Soap" in Note'),
    ],
)
def test_a_form_is_right_where_all_of_it_is(notes, read, right, said):
    values = [{"value": value, "of": of} for value, of in read.items()]
    goal = "Note that soap is needed in the garden, not for the plants, urgently"
    goals = notes.labels.goals | {"buy-soap": Asked(goal=goal, kind="create")}
    recorded = Recorded(notes.labels.model_copy(update={"goals": goals}), notes.pages)
    reading = json.dumps({"parts": [goal], "values": values, "asks": ""})
    [form] = score_all(recorded, "forms", all_roles(ScriptedModel([reading, *["{}"] * 9])))
    assert (form.right, form.said, form.name) == (right, said, "buy-soap/1")


def test_done_and_refused_are_told_by_what_the_model_says(notes):
    yes = list(score_all(notes, "done", player([], ["."])))
    assert {one.name: one.said for one in yes if one.label}["buy-soap/1"] == "yes"
    no = list(score_all(notes, "done", player([])))
    assert [one.said for one in no if one.kind == "done"] == ["no"] * len(
        [one for one in no if one.kind == "done"]
    )
    heard = list(score_all(notes, "refusals", player([], ["A note needs words"])))
    assert [one.said for one in heard if one.label] == ["yes"]
    assert {one.said for one in heard if not one.label} <= {"no"}


def test_a_sample_is_half_of_what_is_so_and_spread_over_the_set(notes):
    whole = list(score_all(notes, "done", player([])))
    some = list(score_all(notes, "done", player([]), sample=2))
    first = {label: next(one for one in whole if one.label is label) for label in (True, False)}
    assert some == [first[True], first[False]]
    assert len(list(score_all(notes, "done", player([]), sample=100))) == len(whole)


PROMPT = Prompt((Message("user", "Which?"),))


def test_a_reply_is_asked_for_once_also_by_the_next_process(tmp_path):
    real = ScriptedModel(["one"], scores=[[-0.1, -2.0]], name="scripted/x")
    first = KeptModel("scripted/x", tmp_path, opened=lambda name: real)
    assert first.reply(PROMPT).text == "one"
    assert first.score(PROMPT, ("A", "B")).logprobs == (-0.1, -2.0)
    assert first.asked == 2
    first.close()
    again = KeptModel("scripted/x", tmp_path, opened=lambda name: pytest.fail("asked again"))
    assert again.reply(PROMPT).text == "one"
    assert again.score(PROMPT, ("A", "B")).logprobs == (-0.1, -2.0)
    assert again.asked == 0
    again.close()


def test_a_reply_that_was_cut_off_stays_so(tmp_path):
    class Cut:
        name = "scripted/cut"

        def reply(self, prompt):
            raise ReplyTruncated("too long")

    for times in (1, 0):
        model = KeptModel("scripted/cut", tmp_path, opened=lambda name: Cut())
        with pytest.raises(ReplyTruncated, match="too long"):
            model.reply(PROMPT)
        assert model.asked == times
        model.close()


def test_a_model_without_log_probabilities_is_refused(tmp_path):
    class Mute:
        name = "mute"

        def reply(self, prompt):
            return Reply("-")

    model = KeptModel("mute", tmp_path, opened=lambda name: Mute())
    with pytest.raises(ModelError, match="mute gives no log-probabilities"):
        model.score(PROMPT, ("Yes", "No"))
    model.close()


def scored(label, score, *, threshold=0.0, name="done"):
    said = score is not None and score > threshold
    return Scored(name, "notes", "x", said == label, label, score)


def test_figures_are_those_worked_out_by_hand():
    four = [scored(True, 2.0), scored(True, None), scored(False, 1.0), scored(False, -1.0)]
    # Of four pairs (2,1), (2,-1), (none,1), (none,-1) two are in order.
    assert figures_of("done", four) == {"n": 4, "right": 0.5, "auc": 0.5, "false": 1, "missed": 1}
    heard = [scored(True, 1.0), scored(True, -1.0), scored(False, 2.0)]
    told = figures_of("refusals", heard)
    assert (told["precision"], told["recall"]) == (0.5, 0.5)


def test_only_a_figure_that_fell_is_worse():
    before = by_app([scored(True, 1.0), scored(False, -1.0)])
    assert worse(before, before) == []
    [auc, false, right] = worse(before, by_app([scored(True, 1.0), scored(False, 2.0)]))
    assert [each.figure for each in (auc, false, right)] == ["auc", "false", "right"]
    assert (right.before, right.now) == (1.0, 0.5)
    assert worse(by_app([scored(True, -1.0), scored(False, 2.0)]), before) == []


@pytest.fixture
def measure(notes, tmp_path):
    """Runs the command on the notes' set with a model that prefers and agrees to these words."""
    write_set(tmp_path / "sets", notes)

    def command(name, prefer, agree, *words):
        script = tmp_path / f"{name}.yaml"
        script.write_text(json.dumps({"prefer": prefer, "agree": agree}), encoding="utf-8")
        places = ["--folder", str(tmp_path / "sets"), "--out", str(tmp_path / name)]
        return run(["bench", "decisions", *places, "--model", f"scripted/{script}", *words])

    return command


def test_the_command_prints_a_table_and_ends_well_where_nothing_is_worse(measure, capsys):
    assert measure("good", ["Note and press"], ["."], "--record") == 0
    told = capsys.readouterr().out
    assert "choices" in told
    assert "100%" in told
    assert measure("good", ["Note and press"], ["."], "--set", "choices", "--json") == 0
    assert json.loads(capsys.readouterr().out)["notes"]["choices"]["right"] == 1.0


def test_the_command_says_on_which_applications_the_model_was_trained(measure, capsys, monkeypatch):
    adapter = Adapter("x", Path("x"), "0" * 16, frozenset(), frozenset({"notes", "others"}))
    assert measure("good", [], [], "--set", "choices") == 0
    assert "was trained on" not in capsys.readouterr().out
    monkeypatch.setattr("pathfinder.agents.models.adapters.adapter_of", lambda name: adapter)
    assert measure("good", [], [], "--set", "choices") == 0
    assert "was trained on 1 of these 1 applications (notes)" in capsys.readouterr().out


def test_the_command_ends_with_1_where_a_figure_fell(measure, tmp_path, capsys):
    assert measure("model", ["Note and press"], ["needs words"], "--record") == 0
    changed = tmp_path / "model.yaml"
    (tmp_path / "model" / "cache").rename(tmp_path / "old")
    assert changed.is_file()
    assert measure("model", ["Note and press"], ["nothing"], "--set", "refusals", "--wrong") == 1
    told = capsys.readouterr().out
    assert "worse than the baseline: refusals, recall 0, was 1" in told
    assert "refusals notes buy-soap-refused-1/1: no" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "choice"], "--set choice: there is no such set; did you mean 'choices'"),
        (["--app", "note"], "--app note: no set of that name; did you mean 'notes'"),
        (["--folder", "/nowhere"], "/nowhere: there are no decision sets here"),
    ],
)
def test_what_is_not_there_is_said(measure, capsys, words, said):
    assert measure("any", [], [], *words) == 2
    assert said in capsys.readouterr().err


def test_what_is_kept_for_a_first_look_is_not_recorded(tmp_path, capsys):
    shutil.copytree(NOTES, tmp_path / "notes")
    sheet = tmp_path / "notes/site.yaml"
    sheet.write_text(sheet.read_text().replace("role: tuning", "role: first-look"))
    assert run(["bench", "sites", "walk", "notes", "--apps", str(tmp_path)]) == 2
    assert "kept for the first look" in capsys.readouterr().err


def test_our_sets_hold_together(ours):
    assert counted(ours)["choices"] > 0
    tuning = {app.name for app in find_apps(role="tuning")}
    for recorded in ours:
        labels = recorded.labels
        assert labels.app in tuning
        for name in SETS:
            for one in of_kind(labels, name):
                walk = labels.walks[one.walk]
                side = getattr(one, "side", None)
                move = walk.moves[one.step] if side is None else walk.sides[side].move
                assert side is None or walk.sides[side].step == one.step
                scene = recorded.scene(move.before)
                ats = [*getattr(one, "right", ()), *([one.at] if name == "fields" else [])]
                assert [at for at in ats if element_at(scene, at) is None] == []


@pytest.mark.long
def test_our_sets_are_read_as_well_as_when_the_baseline_was_recorded(ours):
    before = read_baseline(OURS)[WITHOUT_MODEL]
    assert worse(before, without_model(ours), slack=0.0) == []
    assert before["all"]["choices"]["n"] == counted(ours)["choices"]
