import json
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pathfinder.cli.app import run
from pathfinder.cli.checkup import State, can_run, examine

ROOT = Path(__file__).parents[3]


@pytest.fixture
def found(tmp_path):
    """What the doctor finds, by the name of the check."""
    return lambda: {check.name: check for check in examine(tmp_path)}


@pytest.fixture
def on_path(tmp_path, monkeypatch):
    """Put only these programs on the PATH: name -> what it prints."""

    def put(programs: dict[str, str]) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, said in programs.items():
            (folder / name).write_text(f"#!/bin/sh\necho '{said}'\n")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return put


def test_this_machine_can_run_a_browser(found):
    checks = found()
    assert (
        checks["python"].state
        is checks["chromium"].state
        is checks["chromedriver"].state
        is State.OK
    )
    assert checks["browser starts"].state is State.OK


def test_no_browser_says_how_to_install_one(found, on_path):
    on_path({})
    checks = found()
    assert checks["chromium"].state is State.MISSING
    assert checks["chromium"].remedy == "apt-get install chromium chromium-driver"
    assert not can_run(checks.values())


def test_a_driver_of_another_version_is_missing(found, on_path):
    on_path({"chromium": "Chromium 156.0.1", "chromedriver": "ChromeDriver 150.0.2 (abc)"})
    driver = found()["chromedriver"]
    assert driver.state is State.MISSING
    assert "150.0.2" in driver.found
    assert "156" in driver.remedy


def test_weights_that_are_not_here_are_missing_only_when_they_are_the_default(
    found, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    check = found()["embedded/qwen2.5-coder-1.5b"]
    assert (check.state, check.remedy) == (
        State.MISSING,
        "pathfinder models pull qwen2.5-coder-1.5b",
    )
    monkeypatch.setenv("PATHFINDER_MODEL", "ollama/gemma2")
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    checks = found()
    assert checks["embedded/qwen2.5-coder-1.5b"].state is State.OPTIONAL
    assert checks["ollama"].state is State.MISSING


def test_every_extra_is_looked_for(found):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"dev"}
    assert {f"extra {extra}" for extra in extras} <= found().keys()


def test_ollama_is_asked_for_its_models(found, monkeypatch):
    class Ollama(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"models": [{"name": "gemma2:2b"}]}).encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Ollama) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{server.server_port}")
        check = found()["ollama"]
        server.shutdown()
    assert check.state is State.OK
    assert "gemma2:2b" in check.found


def test_the_command_prints_the_remedies(on_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    on_path({})
    assert run(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "→ apt-get install chromium chromium-driver" in printed
    assert "can't run yet" in printed
