"""`pathfinder constellations` as a user sees it."""

import json
from pathlib import Path

import pytest

from bench.tiny_shop import tiny_experiment
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from pathfinder.core.secrets import Vault
from pathfinder.core.verdict import Status, Verdict
from pathfinder.experiments.folder import ExperimentFolder
from pathfinder.experiments.play import Shelf
from pathfinder.experiments.trials import lay_out
from pathfinder.session.folder import SessionFolder
from tests.fakes.loopback import free_port
from tests.fakes.ollama_server import OllamaServer


@pytest.fixture
def plan(tmp_path) -> Path:
    """A plan of eight trials, of which one is done and one broke off."""
    experiment = tiny_experiment(tmp_path, sessions=2)
    folder = ExperimentFolder(tmp_path / "runs" / "tiny")
    for trial, verdict in zip(
        lay_out(experiment),
        (
            Verdict(Status.SUCCESS, "bought"),
            Verdict(Status.INCONCLUSIVE, "it died", blame="browser"),
        ),
        strict=False,
    ):
        folder.trial(trial.id).mkdir(parents=True)
        written = SessionFolder(folder.trial(trial.id), Vault(), trial.facts("fast"))
        written.end(verdict)
    return experiment.path


def test_status_says_how_far_a_plan_has_come(plan, capsys):
    assert run(["constellations", "status", str(plan), "--out", str(plan.parent / "runs")]) == 0
    said = capsys.readouterr().out
    assert "2 of 8 done" in said
    assert "blames browser  1, mostly: it died" in said
    assert (
        run(["constellations", "status", str(plan), "--out", str(plan.parent / "runs"), "--json"])
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert (told["planned"], told["left"], told["verdicts"], told["blames"]) == (
        8,
        6,
        {"success": 1, "inconclusive": 1},
        {"browser": 1},
    )


def test_a_site_that_does_not_answer_is_said_before_the_first_session(plan, capsys):
    sites = plan.parent / "sites.yaml"
    sites.write_text(sites.read_text().replace(":9/", f":{free_port()}/"), encoding="utf-8")
    assert run(["constellations", "run", str(plan), "--out", str(plan.parent / "runs")]) == 3
    said = capsys.readouterr()
    assert "8 sessions" in said.out
    assert said.err.startswith("pathfinder: site 'tiny' does not answer at http://127.0.0.1:")
    assert len(said.err.splitlines()) == 1


def test_a_plan_that_is_not_there_is_a_usage_error(tmp_path, capsys):
    assert run(["constellations", "run", str(tmp_path / "none.yaml")]) == 2
    assert "none.yaml: can't be read" in capsys.readouterr().err


def test_a_workers_models_are_shared_and_its_scripts_begin_anew():
    with OllamaServer(ScriptedModel()) as server:
        shelf = Shelf(scripts={"scripted/a.yaml": '["yes"]'})
        first = shelf.constellation(
            {"oracle": "ollama/gemma2", "critic": "ollama/gemma2", "system1": "scripted/a.yaml"},
            {"ollama/gemma2": server.url},
        )
        second = shelf.constellation(
            {"oracle": "ollama/gemma2", "system1": "scripted/a.yaml"}, {"ollama/gemma2": server.url}
        )
    assert first["oracle"] is first["critic"] is second["oracle"]
    assert first["system1"] is not second["system1"]
    assert shelf.loaded == {"ollama/gemma2"}
