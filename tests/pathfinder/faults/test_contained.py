"""What breaks one session: it ends in a verdict, and those beside it go on."""

import json
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.errors import JournalLost
from pathfinder.core.scenario import Scenario, Step
from pathfinder.engine.playing import PlayerTurns
from pathfinder.session.replaying import ReplaySession
from pathfinder.systems.replay.player import Replayer
from tests.fakes.journals import lines
from tests.fakes.served_pages import served_pages

BUG = "this is a bug in PathFinder"


@pytest.fixture
def words(tmp_path: Path):
    """A folder of two scenarios, and the words that replay it."""
    (tmp_path / "scenarios").mkdir()
    with served_pages({"/": "<h1>Shop</h1>"}) as url:
        for name in ("first", "second"):
            steps = (Step(kind="navigate", value=url),)
            text = Scenario(name=name, url=url, steps=steps).to_json()
            (tmp_path / "scenarios" / f"{name}.json").write_text(text)
        yield [
            "replay",
            str(tmp_path / "scenarios"),
            *("--out", str(tmp_path / "runs")),
            *("--model", "none", "--json"),
        ]


def test_a_bug_in_one_replay_is_its_own_verdict(words, tmp_path, monkeypatch, capsys):
    begin = Replayer.begin

    def broken(self: Replayer) -> None:
        if self.scenario.name == "first":
            raise KeyError("what was never there")
        begin(self)

    monkeypatch.setattr(Replayer, "begin", broken)
    code = run(words)
    first, second = json.loads(capsys.readouterr().out)
    assert (code, second["status"]) == (3, "passed")
    assert (first["status"], first["blame"]) == ("inconclusive", "harness")
    assert "bug in PathFinder: KeyError" in first["reason"]
    assert json.loads(Path(first["session"], "verdict.json").read_text())["blame"] == "harness"
    errors = [event for event in lines(Path(first["session"])) if event["event"] == "error"]
    assert "what was never there" in errors[0]["traceback"]


def test_a_browser_that_does_not_start_is_each_replays_verdict(
    words, tmp_path, monkeypatch, capsys
):
    (tmp_path / "bin").mkdir()
    for name in ("chromedriver", "chromium"):
        (tmp_path / "bin" / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    code = run(words)
    done = json.loads(capsys.readouterr().out)
    assert code == 3
    assert [(each["status"], each["blame"]) for each in done] == [("inconclusive", "harness")] * 2
    for each in done:
        events = [event["event"] for event in lines(Path(each["session"]))]
        assert events == ["session", "verdict"]
        assert Path(each["session"], "report.html").is_file()


def test_a_replay_that_cannot_be_written_down_ends_the_run_in_one_line(words, monkeypatch, capsys):
    asked = []

    def lost(self: ReplaySession, *given: object) -> None:
        asked.append(given)
        raise JournalLost("runs: can't be written (No space left on device)")

    monkeypatch.setattr(ReplaySession, "_begun", lost)
    assert run([*words, "--repeat", "20"]) == 3
    said = capsys.readouterr()
    assert said.err.strip() == "pathfinder: runs: can't be written (No space left on device)"
    assert len(asked) < 40


def test_a_bug_in_an_exploration_leaves_its_verdict(tmp_path, monkeypatch, capsys):
    def broken(self: PlayerTurns, number: int) -> None:
        raise KeyError("what was never there")

    monkeypatch.setattr(PlayerTurns, "turn", broken)
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    with served_pages({"/": "<h1>Shop</h1>"}) as url:
        model = f"scripted/{tmp_path / 'rules.yaml'}"
        words = ["--goal", "g", "--url", url, "--model", model, "--out", str(tmp_path / "runs")]
        assert run(["explore", *words]) == 3
    assert BUG in capsys.readouterr().err
    session = next((tmp_path / "runs").iterdir())
    verdict = json.loads((session / "verdict.json").read_text())
    assert (verdict["status"], verdict["blame"]) == ("inconclusive", "harness")
    events = lines(session)
    assert [event["event"] for event in events[-2:]] == ["error", "verdict"]
    assert "what was never there" in events[-2]["traceback"]
