"""Who is blamed for what: one row of docs/faults.md after the other, by the command line."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from tests.fakes.loopback import Exchange, free_port
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.served_pages import served_pages
from tests.sites.trouble import running_trouble

ROOT = Path(__file__).parents[3]
MODEL = ("inconclusive", "model", 3)
PAGE = "<h1>Shop</h1>" + "".join(f"<a href=/{name}>{name}</a> " for name in ("red", "blue", "big"))


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with served_pages({f"/{name}": PAGE for name in ("", "red", "blue", "big")}) as url:
        yield url


class _Server(OllamaServer):
    """An Ollama that is there, and whose model gives trouble as soon as it is asked."""

    broken = False

    def answer(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        if self.broken and path == "/api/chat":
            exchange.json(500, {"error": "out of memory"})
        else:
            super().answer(exchange, path, body)


def explored(url: str, model: str, out: Path, capsys: Any, *more: str) -> tuple[str, str, int]:
    """Status, blame and exit code; verdict.json says the same."""
    words = ["--goal", "buy a lamp", "--url", url, "--model", model, "--out", str(out)]
    code = run(["explore", *words, "--max-steps", "3", "--json", *more])
    said = capsys.readouterr()
    verdict = json.loads(said.out)
    kept = json.loads((next(out.iterdir()) / "verdict.json").read_text())
    assert (kept["status"], kept["blame"]) == (verdict["status"], verdict["blame"])
    assert "Traceback" not in said.err
    return verdict["status"], verdict["blame"], code


@pytest.mark.parametrize(
    ("replies", "trouble"),
    [
        ("fine", {"hangs": True}),
        ("fine", {"drips": True, "pause": 0.1}),
        ("fine", {"loses": True}),
        ("fine", {"broken": True}),
        ("fine", {"cuts": True, "logprobs": False}),
        ("nonsense", {"logprobs": False}),
        (" ", {"logprobs": False}),
        ("fine", {"first_token": [None]}),
    ],
    ids=["hangs", "drips", "is-lost", "500", "cut", "nonsense", "empty", "log-probabilities"],
)
def test_model(replies, trouble, shop, tmp_path, monkeypatch, capsys):
    scripted = ScriptedModel([replies] * 40, scores=[(-0.2, -1.8)] * 40)
    with _Server(scripted) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        for name, value in trouble.items():
            setattr(server, name, value)
        more = ("--model-timeout", "0.5")
        assert explored(shop, "ollama/gemma2", tmp_path / "runs", capsys, *more) == MODEL


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("ollama/gemma2", "no Ollama answers"),
        ("embedded/none.gguf", "no such weights file"),
        ("wizard=ollama/gemma2", "no role 'wizard'"),
    ],
    ids=["dead", "weights", "role"],
)
def test_model_that_is_not_there(model, said, shop, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OLLAMA_HOST", f"http://127.0.0.1:{free_port()}")
    words = ["--goal", "g", "--url", shop, "--model", model, "--out", str(tmp_path / "runs")]
    assert run(["explore", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("page", ["redirect-loop", "drop", "down"])
def test_site(page, tmp_path, capsys):
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    model = f"scripted/{tmp_path / 'rules.yaml'}"
    with running_trouble() as url:
        where = f"http://127.0.0.1:{free_port()}/" if page == "down" else url + page
        found = explored(where, model, tmp_path / "runs", capsys)
    assert found == ("inconclusive", "site", 3)


@pytest.mark.parametrize("page", ["alert-storm", "download", "broken", "restless"])
def test_a_page_that_is_no_help_is_no_verdict_on_the_site(page, tmp_path, capsys):
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    model = f"scripted/{tmp_path / 'rules.yaml'}"
    with running_trouble() as url:
        status, blame, code = explored(url + page, model, tmp_path / "runs", capsys)
    assert status in ("inconclusive", "expired")
    assert (blame, code) == ("nobody", 3)


def test_an_unwritable_folder(shop, tmp_path, capsys):
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    (tmp_path / "runs").write_text("a file")
    model = f"scripted/{tmp_path / 'rules.yaml'}"
    words = ["--goal", "g", "--url", shop, "--model", model, "--out", str(tmp_path / "runs")]
    assert run(["explore", *words]) == 2
    assert "can't write here" in capsys.readouterr().err


def test_every_test_that_the_table_names_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/faults.md").read_text())
    assert len(named) >= 20
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text(), f"{file}::{test}"
