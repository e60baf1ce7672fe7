"""Models asked about the same saved scenes.

What is written down, and what is asked again after a kill.
"""

import json

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from pathfinder.core.errors import UsageError
from pathfinder.experiments.perceive import Effort, asked_elements, bounded_schema, perceive
from pathfinder.experiments.scenes import mixed, scenes_of, shipped_sites
from pathfinder.webprocessor.encode import encode
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.snapshots import read_snapshots, write_snapshots
from tests.fakes.journals import lines
from tests.fakes.snapshots import snapshot_of

GOAL = "make a purchase"
PERCEPTION = {
    "SceneIdentification": "home page",
    "WebPageSummary": "It sells lamps.",
    "ActionableElementsPurpose": [],
}


def perceptive(prompt: Prompt) -> str:
    return json.dumps(PERCEPTION)


@pytest.fixture(scope="module")
def scenes():
    return mixed([scenes_of(site) for site in shipped_sites()])


def test_twenty_scenes_of_each_shop_come_with_the_program(scenes):
    assert shipped_sites() == ["demo", "oscar"]
    assert [sum(scene.site == site for scene in scenes) for site in shipped_sites()] == [20, 20]
    assert {scene.site for scene in scenes[:2]} == {"demo", "oscar"}
    headings = {scene.scene.heading for scene in scenes if scene.site == "demo"}
    assert {"Your basket", "Payment", "Thank you for your order"} <= headings
    assert all(scene.scene.actionable for scene in scenes)


def test_each_scene_is_asked_about_once_with_the_papers_prompt(scenes, tmp_path):
    model = ScriptedModel(perceptive)
    done = list(perceive(model, scenes[:3], GOAL, tmp_path, effort=Effort(characters=2000)))
    assert [(each.site, each.scene, each.error) for each in done] == [
        (scene.site, scene.name, "") for scene in scenes[:3]
    ]
    told = "\n".join(message.content for message in model.prompts[0].messages)
    assert "Determine the current high-level scene of the web page" in told
    assert f"Goal: {GOAL}" in told
    assert scenes[0].scene.url in told
    events = lines(tmp_path / "scripted")
    assert [event["event"] for event in events] == [
        "session",
        *["scene", "call", "purposes", "perceived"] * 3,
    ]
    assert events[3]["scene_name"] == "home page"
    assert list(perceive(model, scenes[:3], GOAL, tmp_path, effort=Effort(characters=2000))) == []


def test_a_kill_loses_only_the_question_in_flight(scenes, tmp_path):
    list(perceive(ScriptedModel(perceptive), scenes, GOAL, tmp_path, limit=2))
    journal = tmp_path / "scripted/journal.jsonl"
    text = journal.read_text()
    journal.write_text(text[: text.rindex('{"event": "perceived"') + 20])
    again = list(perceive(ScriptedModel(perceptive), scenes, GOAL, tmp_path, limit=2))
    assert [(each.site, each.scene) for each in again] == [
        (scene.site, scene.name) for scene in scenes[1:3]
    ]
    answered = [
        (event["site"], event["scene"]) for event in lines(journal) if event["event"] == "perceived"
    ]
    assert answered == [(scene.site, scene.name) for scene in scenes[:3]]


def test_a_model_that_never_answers_is_written_down_and_the_next_scene_asked(scenes, tmp_path):
    done = list(
        perceive(ScriptedModel(lambda prompt: "I am not sure."), scenes, GOAL, tmp_path, limit=2)
    )
    assert [each.error.partition(":")[0] for each in done] == ["perceptron (scripted)"] * 2
    calls = [event for event in lines(tmp_path / "scripted") if event["event"] == "call"]
    assert [call["attempt"] for call in calls] == [1, 2, 3, 4] * 2


def test_replies_asked_for_otherwise_are_not_mixed(scenes, tmp_path):
    list(perceive(ScriptedModel(perceptive), scenes, GOAL, tmp_path, limit=1))
    with pytest.raises(
        UsageError,
        match="for a different goal or other options; choose another folder with --out",
    ):
        list(perceive(ScriptedModel(perceptive), scenes, "log in", tmp_path, limit=1))


def test_a_few_purposes_are_asked_of_the_middle_of_the_page(scenes):
    home = next(scene for scene in scenes if (scene.site, scene.name) == ("demo", "basket"))
    few = asked_elements(home.scene, encode(home.scene), 3)
    assert len(few) == 3
    assert not {element.landmark for element in few} & {"banner", "navigation", "contentinfo"}
    listed = bounded_schema(few)["properties"]["ActionableElementsPurpose"]
    assert [item["properties"]["Element"]["const"] for item in listed["prefixItems"]] == [
        element.uid for element in few
    ]


@pytest.fixture
def saved_page(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/look.css").write_text("nav { display: none }")
    page = tmp_path / "mine/start page.html"
    page.write_text(
        """<link rel=stylesheet href=look.css><nav><a href=/more>More</a></nav><h1>Welcome</h1><a href=/shop>Café</a>
        <script>document.querySelector("h1").textContent = "Run again"</script>""",
        encoding="utf-8",
    )
    return page


def test_a_users_own_page_is_read_with_its_style_and_without_its_scripts(saved_page):
    (scene,) = scenes_of("mine", saved_page.parents[1])
    assert (scene.name, scene.scene.url, scene.scene.heading) == (
        "start page",
        "start page.html",
        "Welcome",
    )
    assert [(link.name, link.href) for link in scene.scene.actionable] == [("Café", "/shop")]
    with pytest.raises(
        UsageError, match=r"no saved scenes of site 'yours' \(shipped: demo, oscar\)"
    ):
        scenes_of("yours", saved_page.parents[1])


def test_a_users_own_page_is_read_once_and_again_when_it_has_changed(saved_page, monkeypatch):
    first = scenes_of("mine", saved_page.parents[1])
    monkeypatch.setenv("PATH", "")
    assert scenes_of("mine", saved_page.parents[1]) == first
    saved_page.write_text("<h1>Changed</h1>")
    with pytest.raises(
        UsageError,
        match=r"start page\.html: a saved page is read in Chromium once; no .* found; install it "
        r"with",
    ):
        scenes_of("mine", saved_page.parents[1])


def test_a_users_own_page_in_another_encoding_is_refused(saved_page):
    saved_page.write_bytes("<h1>Café</h1>".encode("latin-1"))
    with pytest.raises(UsageError, match="not UTF-8"):
        scenes_of("mine", saved_page.parents[1])


def test_a_snapshot_is_the_same_after_it_was_saved(tmp_path):
    snapshot = snapshot_of(
        "<title>T</title><h1>Hello</h1><form><label>Name <input name=n required></label></form>",
        "http://127.0.0.1/a",
    )
    write_snapshots(tmp_path / "s.json.gz", {"hello": snapshot})
    found = read_snapshots(tmp_path / "s.json.gz")["hello"]
    assert found == snapshot
    assert make_scene(found) == make_scene(snapshot)
    (tmp_path / "bad.json.gz").write_bytes(b"no")
    with pytest.raises(UsageError, match="not a file of saved scenes"):
        read_snapshots(tmp_path / "bad.json.gz")


PLAN = """
name: words
models: scripted/{script}
roles: [perceptron, system1, entrybot]
fixed: {{oracle: scripted/{script}}}
sites: [demo, oscar]
goals: make a purchase
"""


def test_the_command_asks_every_perceptron_of_a_plan(tmp_path, capsys):
    (tmp_path / "script.yaml").write_text(json.dumps([json.dumps(PERCEPTION)] * 40))
    (tmp_path / "words.yaml").write_text(PLAN.format(script=tmp_path / "script.yaml"))
    asked = [
        "constellations",
        "perceive",
        str(tmp_path / "words.yaml"),
        "--out",
        str(tmp_path / "runs"),
        "--limit",
    ]
    assert run([*asked, "3"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("scripted/") == 3
    assert f"{tmp_path}/runs/words/perceive: see `pathfinder analyze linguistics" in printed
    assert run([*asked, "1"]) == 0
    (journal,) = (tmp_path / "runs/words/perceive").glob("*/journal.jsonl")
    assert [event["event"] for event in lines(journal)].count("perceived") == 4
