"""One server a model: found by all, started by the first, gone when nobody uses it."""

import http.server
import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pathfinder.agents.models import Message, ModelOptions, Prompt, open_model, serving
from pathfinder.agents.models.catalogue import weights_path
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.serving import Place, RemoteEngine, Server, share_models
from pathfinder.core.errors import ModelUnreachable

OPTIONS = ModelOptions(threads=1)
ASKED = {"messages": [{"role": "user", "content": "hello"}]}
real_weights = pytest.mark.skipif(
    not weights_path("smollm2-135m").is_file(), reason="needs `pathfinder models pull smollm2-135m`"
)


class Llama(http.server.BaseHTTPRequestHandler):
    """Streams an answer as llama.cpp does; `/health` needs the key, too."""

    def do_GET(self) -> None:
        self.send_response(200 if self.headers["Authorization"] == "Bearer key" else 401)
        self.end_headers()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        said = self.server.says  # type: ignore[attr-defined]
        if said is None:  # it ends in the middle
            self.connection.close()
            return
        self.send_response(200)
        self.end_headers()
        for chunk in said:
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def llama() -> Iterator[http.server.ThreadingHTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Llama) as server:
        server.says = [  # type: ignore[attr-defined]
            {"choices": [{"delta": {"content": "Good "}}]},
            {"choices": [{"delta": {"content": "day"}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
        ]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def place(tmp_path: Path, server: http.server.ThreadingHTTPServer, key: str = "key") -> Place:
    """A place where that server is written down for `w.gguf`."""
    there = Place.of(tmp_path / "w.gguf", OPTIONS, tmp_path / "served")
    there.write(Server(f"http://127.0.0.1:{server.server_port}", os.getpid(), key))
    return there


def test_a_server_that_is_there_is_found_and_asked(tmp_path: Path, llama) -> None:  # type: ignore[no-untyped-def]
    place(tmp_path, llama)
    answer = RemoteEngine(tmp_path / "w.gguf", OPTIONS, tmp_path / "served").ask(ASKED, 5)
    assert answer
    assert (answer.text, answer.finish, answer.reply(0).reply_tokens) == ("Good day", "stop", 2)


def test_the_key_is_readable_by_nobody_else_and_a_wrong_one_is_no_server(tmp_path, llama) -> None:  # type: ignore[no-untyped-def]
    there = place(tmp_path, llama)
    (file,) = there.folder.glob("*.json")
    assert file.stat().st_mode & 0o077 == 0
    server = there.read()
    assert server
    assert server.answers()
    assert not Server(server.url, server.pid, "another").answers()


def test_a_server_that_ends_in_the_middle_is_said(tmp_path, llama, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    place(tmp_path, llama)
    engine = RemoteEngine(tmp_path / "w.gguf", OPTIONS, tmp_path / "served")
    llama.says = None
    with pytest.raises(ModelUnreachable, match=r"w\.gguf at http://127\.0\.0\.1:\d+: the server"):
        engine.ask(ASKED, 5)


def test_an_error_of_the_server_is_the_answers(tmp_path: Path, llama) -> None:  # type: ignore[no-untyped-def]
    place(tmp_path, llama)
    llama.says = [{"error": {"message": "too long for the context"}}]
    answer = RemoteEngine(tmp_path / "w.gguf", OPTIONS, tmp_path / "served").ask(ASKED, 5)
    assert answer
    assert answer.error == "too long for the context"


def test_a_server_is_unused_once_its_last_user_is_gone(tmp_path: Path, llama) -> None:  # type: ignore[no-untyped-def]
    there = place(tmp_path, llama)
    assert there.unused()
    users = [RemoteEngine(tmp_path / "w.gguf", OPTIONS, tmp_path / "served") for _ in range(2)]
    users[0].close()
    assert not there.unused()
    users[1].close()
    assert there.unused()


def test_embedded_models_go_through_the_server_where_they_are_shared(tmp_path, llama, monkeypatch):  # type: ignore[no-untyped-def]
    weights = tmp_path / "w.gguf"
    weights.write_bytes(b"")
    monkeypatch.setattr(serving.platformdirs, "user_cache_path", lambda name: tmp_path)
    place(tmp_path, llama)
    monkeypatch.setenv(serving.SHARED, "")
    share_models()
    model = open_model(f"embedded/{weights}", options=OPTIONS)
    assert model.reply(Prompt((Message("user", "hello"),))).text == "Good day"
    assert model.name == f"embedded/{weights}"
    served = open_model(f"served/{weights}", options=OPTIONS)
    assert (served.name, getattr(served, "plays", "")) == (
        f"served/{weights}",
        f"embedded/{weights}",
    )


@pytest.mark.embedded
@real_weights
def test_the_first_starts_it_all_share_it_and_it_ends_unused(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(serving, "IDLE", 0.5)
    monkeypatch.setattr(serving.platformdirs, "user_cache_path", lambda name: tmp_path)
    weights = weights_path("smollm2-135m")
    prompt = Prompt((Message("user", "Is water wet? Answer Yes or No."),), max_tokens=1)
    models = [EmbeddedModel(str(weights), OPTIONS, served=True) for _ in range(2)]
    there = Place.of(weights, OPTIONS)
    server = there.read()
    assert server
    alone = open_model("embedded/smollm2-135m", options=OPTIONS).score(prompt, ("Yes", "No"))  # type: ignore[attr-defined]
    for model in models:
        shared = model.score(prompt, ("Yes", "No"))
        assert shared.logprobs == pytest.approx(alone.logprobs, abs=0.3)
    assert there.read() == server
    for model in models:
        model.close()
    while there.read():  # it strikes itself out before it ends
        time.sleep(0.1)
    while server.answers():
        time.sleep(0.1)
