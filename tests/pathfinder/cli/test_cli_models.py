import pytest
from typer.testing import CliRunner

from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.models import app
from pathfinder.core.errors import ModelMissing
from tests.fakes.loopback import free_port
from tests.fakes.ollama_server import OllamaServer

RUNNER = CliRunner(env={"COLUMNS": "200"})


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", f"http://127.0.0.1:{free_port()}")


def test_list_says_size_licence_and_how_to_get_what_is_not_here(tmp_path):
    (tmp_path / "pathfinder" / "models").mkdir(parents=True)
    (tmp_path / "pathfinder" / "models" / "smollm2-135m.gguf").write_text("")
    said = RUNNER.invoke(app, ["list"]).stdout
    lines = {line.split()[0]: line for line in said.splitlines() if line.startswith("embedded/")}
    assert "1.1 GB" in lines["embedded/qwen2.5-coder-1.5b"]
    assert "no: pathfinder models pull qwen2.5-coder-1.5b" in lines["embedded/qwen2.5-coder-1.5b"]
    assert (
        lines["embedded/smollm2-135m"].endswith("Apache-2.0  yes ")
        or lines["embedded/smollm2-135m"].split()[-1] == "yes"
    )
    assert "(used when none is named)" in lines[EMBEDDED_DEFAULT]
    assert "No Ollama answers" in said


def test_list_says_what_ollama_has(monkeypatch):
    with OllamaServer(ScriptedModel()) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        said = RUNNER.invoke(app, ["list"]).stdout
    assert "ollama/gemma2  5.4 GB" in said


def test_list_says_what_is_kept_of_prompts_and_clear_removes_it(tmp_path):
    folder = tmp_path / "pathfinder" / "prefixes"
    folder.mkdir(parents=True)
    assert "clear-prefixes" not in RUNNER.invoke(app, ["list"]).stdout
    for number in range(2):
        name = "-".join((f"{number}" * 16, "a" * 16, "b" * 16))
        (folder / f"{name}.prefix").write_bytes(bytes(20_000_000))
    said = RUNNER.invoke(app, ["list"]).stdout
    assert f"2 files, 40 MB, in {folder}" in " ".join(said.split())
    assert "`pathfinder models clear-prefixes` removes it" in " ".join(said.split())
    assert RUNNER.invoke(app, ["clear-prefixes"]).stdout.startswith("2 files removed")
    assert list(folder.iterdir()) == []


def test_ask_prints_reply_tokens_and_seconds(tmp_path):
    (tmp_path / "script.yaml").write_text("[A shop sells things.]")
    ran = RUNNER.invoke(app, ["ask", f"scripted/{tmp_path / 'script.yaml'}", "What is a shop?"])
    assert ran.exit_code == 0
    assert ran.stdout == "A shop sells things.\n"
    assert "4 prompt tokens, 4 reply tokens, 0.0 s" in ran.stderr


def test_pull_of_an_unknown_name():
    ran = RUNNER.invoke(app, ["pull", "qwen2.5-coder-1b"])
    assert isinstance(ran.exception, ModelMissing)
    assert "did you mean 'qwen2.5-coder-1.5b'" in str(ran.exception)
