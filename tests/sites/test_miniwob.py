"""The pages of MiniWoB++: the frozen list, rewards from outside, both players, and the tables."""

import json
import re
from collections import Counter
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from pathfinder.agents.models.scripted import ScriptedModel, ruled
from pathfinder.cli.app import run
from pathfinder_bench.miniwob.campaign import Campaign, trials
from pathfinder_bench.miniwob.pages import html_folder, served
from pathfinder_bench.miniwob.play import Played, Table, Trial
from pathfinder_bench.miniwob.tables import interval, rows
from pathfinder_bench.miniwob.tasks import PageTask, all_tasks, chosen, groups

needs_pages = pytest.mark.skipif(
    find_spec("miniwob") is None, reason="pip install --no-deps miniwob"
)
PLAYED = Played("pathfinder", "m", "click-test", 0, 10, 1.0, True, 1, 2.0)


def doing(action, pattern, text=""):
    """A model that does this to the first numbered element that the pattern matches."""

    def reply(prompt):
        page = prompt.messages[-1].content.rpartition("Elements:")[2]
        lines = re.findall(r"^(\d+)\. (.*)$", page, re.MULTILINE)
        number = next((int(number) for number, line in lines if re.search(pattern, line)), 0)
        return json.dumps({"action": action, "element": number, "text": text})

    return ScriptedModel(reply)


def steps_of(played):
    return [json.loads(line)["step"] for line in Path(played.journal).read_text().splitlines()]


@pytest.fixture
def pages():
    with served() as pages:
        yield pages


def played(pages, tmp_path, model, player, task, most=3):
    return Table(pages, model, tmp_path).play(Trial(player, model.name, task, 1, most))


def test_the_list_is_frozen():
    tasks = all_tasks()
    assert len({task.name for task in tasks}) == len(tasks) == 125
    assert Counter(task.half for task in tasks) == {"tuning": 72, "first-look": 53}
    for group in groups():
        assert {task.half for task in tasks if task.group == group} == {"tuning", "first-look"}


@needs_pages
def test_every_listed_task_has_a_page():
    folder = html_folder() / "miniwob"
    assert not [task.name for task in all_tasks() if not (folder / f"{task.name}.html").is_file()]


def test_variants_of_a_task_stand_in_one_half():
    halves = {task.name: task.half for task in all_tasks()}
    assert halves["click-tab-2-easy"] == halves["click-tab-2-hard"] == halves["click-tab"]
    assert halves["email-inbox"] == halves["email-inbox-star-reply"]


def test_a_sample_is_spread_over_the_groups():
    assert {task.group for task in chosen(sample=24)} == set(groups())
    assert chosen(half="first-look", wanted=["type"])
    assert all(task.group == "type" for task in chosen(wanted=["type"]))


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--task=click-tets", "did you mean 'click-test'"),
        ("--group=none", "there is no such group"),
        ("--half=third", "there is no such half; known are: tuning"),
        ("--player=gpt", "choose from pathfinder, bare"),
    ],
)
def test_what_is_not_there_is_said_in_a_line(option, said, capsys, tmp_path):
    assert run(["bench", "miniwob", option, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


@needs_pages
def test_the_bare_loop_types_and_the_page_rewards_it(pages, tmp_path):
    model = doing("type", "text field", text="Ada")
    loop = played(pages, tmp_path, model, "bare", "focus-text", most=2)
    assert (loop.solved, loop.ended, loop.raw, loop.steps, loop.own) == (True, True, 1.0, 1, "")
    assert steps_of(loop)[0].startswith("1. typed 'Ada' into text field #tt (empty)")


@needs_pages
def test_the_bare_loop_chooses_of_a_list_and_is_told_what_changed_nothing(pages, tmp_path):
    model = doing("select", "select", text="Bogus")
    loop = played(pages, tmp_path, model, "bare", "choose-list", most=2)
    assert [step.partition(" 'Bogus'")[0] for step in steps_of(loop)] == [
        "1. selected",
        "2. selected",
    ]
    assert steps_of(loop)[0].endswith("(failed: no such option): nothing changed")
    first, second = model.prompts
    assert "nothing changed" in second.messages[-1].content
    assert (first.temperature, second.temperature) == (0.0, 0.7)


@needs_pages
def test_a_wrong_answer_ends_the_episode_without_a_reward(pages, tmp_path):
    wrong = played(pages, tmp_path, doing("click", "^button"), "bare", "enter-text", most=5)
    assert (wrong.solved, wrong.ended, wrong.raw, wrong.steps) == (False, True, -1.0, 1)


@needs_pages
def test_pathfinder_is_rewarded_by_the_page_and_not_by_itself(pages, tmp_path):
    right = played(pages, tmp_path, ruled(["Click Me"], []), "pathfinder", "click-test")
    assert (right.solved, right.ended, right.own, right.steps) == (True, True, "", 1)


@needs_pages
def test_an_episode_that_the_page_ends_badly_is_no_verdict_of_pathfinder(pages, tmp_path):
    wrong = played(pages, tmp_path, ruled(["TWO"], []), "pathfinder", "click-test-2", most=1)
    assert (wrong.solved, wrong.ended, wrong.raw, wrong.own) == (False, True, -1.0, "")


def test_a_claim_without_a_reward_is_told_apart():
    claim = replace(PLAYED, raw=0.0, ended=False, own="likely")
    assert claim.falsely
    assert not replace(claim, raw=1.0).falsely
    assert not replace(claim, own="expired").falsely


@needs_pages
def test_a_seed_makes_the_same_task_and_the_first_ending_stands(pages):
    from pathfinder.webprocessor.opening import open_browser

    one, again, other = (pages.episode("click-button", seed) for seed in (4, 4, 5))
    browser = open_browser([pages.address.removeprefix("http://")])
    try:
        for episode in (one, again, other):
            browser.open(episode.url)
        assert one.utterance == again.utterance != other.utterance
        browser.driver.execute_script("core.endEpisode(-1)")
        browser.open(other.url)
        browser.driver.execute_script("core.endEpisode(1)")
        assert other.raw == -1.0
        assert browser.driver.execute_script("return core.EPISODE_MAX_TIME") > 1e9
        browser.open(again.url)
        shown = browser.driver.execute_script("return document.body.innerText")
        assert "Time left" not in shown
        assert again.utterance not in shown
    finally:
        browser.close()


@needs_pages
def test_a_run_goes_on_where_it_was_broken_off(pages, tmp_path):
    task = PageTask("focus-text", "type", "tuning")
    wanted = trials([task], ["bare"], "scripted", seeds=2, most=2)
    campaign = Campaign(tmp_path)
    first = replace(PLAYED, **asdict(wanted[0]))
    campaign.file.write_text(json.dumps(asdict(first)) + '\n{"player": "ba')
    table = Table(pages, doing("type", "text field", "x"), tmp_path)
    assert [each.seed for each in campaign.run(wanted, table=table)] == [1]
    assert [each.seed for each in campaign.results()] == [0, 1]
    assert list(campaign.run(wanted, table=table)) == []


@needs_pages
def test_the_command_plays_in_workers_and_prints_the_table(capsys, tmp_path):
    script = tmp_path / "first.json"
    script.write_text(json.dumps([json.dumps({"action": "click", "element": 1, "text": ""})] * 9))
    options = ["--task=click-test", "--seeds=2", "--player=bare", "--workers=2", "--steps=2"]
    command = ["bench", "miniwob", *options, f"--model=scripted/{script}", "--out", str(tmp_path)]
    assert run([*command, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert [(row["group"], row["episodes"], row["solved"]) for row in table] == [
        ("press", 2, 1.0),
        ("all", 2, 1.0),
        ("all", 2, 1.0),
    ]


def test_the_table_counts_by_group_half_and_player():
    bare = replace(PLAYED, player="bare", raw=-1.0)
    found = rows([PLAYED, replace(PLAYED, seed=1, raw=0.0, own="likely"), bare])
    one, other = found[0], found[1]
    assert (one.group, one.player, one.tasks, one.episodes) == ("press", "pathfinder", 1, 2)
    assert (one.solved, one.falsely, one.gave_up) == (0.5, 1, 0)
    assert (other.player, other.solved) == ("bare", 0.0)
    assert found[-1].group == "all"


def test_the_interval_is_wilsons():
    low, high = interval(0.5, 10)
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert interval(0.0, 5)[0] == 0.0
    assert interval(0.0, 5)[1] > 0.4
