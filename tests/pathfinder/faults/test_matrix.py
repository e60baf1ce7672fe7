"""Who is blamed for what: one row of docs/faults.md after the other, by the command line."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from pathfinder.webprocessor.authority import Authority
from tests.fakes.loopback import Exchange, free_port
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.processes import DRIVER, TAB, browsers_since, children, kill, started_since
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
    """An Ollama that is there, and whose model gives trouble as soon as it is asked.

    asked: Done when it is asked for the first time.
    """

    broken = False
    asked: Callable[[], None] | None = None

    def answer(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        if self.asked and path == "/api/chat":
            asked, self.asked = self.asked, None
            asked()
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


@pytest.mark.long(but=3)
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


def rules(folder: Path) -> str:
    """A model that goes by rules: the first thing there is, and nothing has helped."""
    (folder / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    return f"scripted/{folder / 'rules.yaml'}"


def test_weights_with_a_wrong_checksum(shop, tmp_path, monkeypatch, capsys):
    weights = tmp_path / "cache/pathfinder/models/smollm2-135m.gguf"
    weights.parent.mkdir(parents=True)
    weights.write_bytes(b"GGUF, but not the right one")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    words = ["--goal", "g", "--url", shop, "--model", "embedded/smollm2-135m"]
    assert run(["explore", *words, "--out", str(tmp_path / "runs")]) == 2
    assert "wrong checksum" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


@contextmanager
def asked_once(then: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A model's name; something happens as soon as it is asked, and it chooses the first thing."""
    first = ScriptedModel(
        lambda prompt: "fine", scores=lambda prompt, choices: [0.0] + [-5.0] * (len(choices) - 1)
    )
    with _Server(first) as server:
        server.asked = then
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield "ollama/gemma2"


@pytest.mark.parametrize(
    "killed",
    [browsers_since, partial(started_since, word=TAB), partial(started_since, word=DRIVER)],
    ids=["browser", "tab", "driver"],
)
def test_browser(killed, shop, tmp_path, monkeypatch, capsys):
    before = children(os.getpid())

    def dies() -> None:
        found = killed(before)
        assert found
        kill(found)

    with asked_once(dies, monkeypatch) as model:
        found = explored(shop, model, tmp_path / "runs", capsys)
    assert found == ("inconclusive", "browser", 3)


def test_a_site_that_goes_down_midway(tmp_path, monkeypatch, capsys):
    with ExitStack() as site:
        url = site.enter_context(served_pages({f"/{name}": PAGE for name in ("", "red", "blue")}))
        with asked_once(site.close, monkeypatch) as model:
            found = explored(url, model, tmp_path / "runs", capsys)
    assert found == ("inconclusive", "site", 3)


def test_a_certificate_that_nobody_vouches_for(tmp_path, capsys):
    with served_pages({"/": PAGE}, Authority().context("127.0.0.1")) as url:
        found = explored(url, rules(tmp_path), tmp_path / "runs", capsys)
    assert found == ("inconclusive", "site", 3)


@pytest.mark.parametrize("page", ["redirect-loop", "drop", "down"])
def test_site(page, tmp_path, capsys):
    model = rules(tmp_path)
    with running_trouble() as url:
        where = f"http://127.0.0.1:{free_port()}/" if page == "down" else url + page
        found = explored(where, model, tmp_path / "runs", capsys)
    assert found == ("inconclusive", "site", 3)


@pytest.mark.long(but=2)
@pytest.mark.parametrize(
    "page",
    ["alert-storm", "download", "broken", "restless", "as-text", "as-bytes"],
)
def test_a_page_that_is_no_help_is_no_verdict_on_the_site(page, tmp_path, capsys):
    model = rules(tmp_path)
    with running_trouble() as url:
        status, blame, code = explored(url + page, model, tmp_path / "runs", capsys)
    assert status in ("inconclusive", "expired")
    assert (blame, code) == ("nobody", 3)


@pytest.mark.long
def test_a_page_that_loads_itself_again_for_ever(tmp_path, capsys):
    with running_trouble() as url:
        page = f"{url}reload-script"
        status, blame, code = explored(page, rules(tmp_path), tmp_path / "runs", capsys)
    assert status in ("inconclusive", "expired")
    assert blame in ("nobody", "site")
    assert code == 3


def test_an_unwritable_folder(shop, tmp_path, capsys):
    (tmp_path / "runs").write_text("a file")
    model = rules(tmp_path)
    words = ["--goal", "g", "--url", shop, "--model", model, "--out", str(tmp_path / "runs")]
    assert run(["explore", *words]) == 2
    assert "can't write here" in capsys.readouterr().err


def test_every_test_that_the_table_names_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/faults.md").read_text())
    assert len(named) >= 20
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text(), f"{file}::{test}"
