"""llama.cpp built for this processor: building it, running it, ending it."""

import gc
import io
import os
import sys
import tarfile
import time
from pathlib import Path

import pytest

from pathfinder.agents.models import engine, native, prefixes
from pathfinder.agents.models.base import ModelOptions
from pathfinder.agents.models.native import NativeServer
from pathfinder.core.errors import ModelMissing, ModelUnreachable

SERVER = f"""#!{sys.executable}
import http.server, json, os, pathlib, sys
port, weights = int(sys.argv[sys.argv.index("--port") + 1]), sys.argv[sys.argv.index("--model") + 1]
if "broken" in weights:
    sys.exit("error: no model in it")
pathlib.Path(weights).with_suffix(".pid").write_text(str(os.getpid()))
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        ours = self.headers["Authorization"] == "Bearer " + os.environ["LLAMA_API_KEY"]
        self.send_response(200 if ours else 401)
        self.end_headers()
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.do_GET()
        for word in (asked["messages"][0]["content"], *sys.argv[1:]):
            self.wfile.write(b"data: " + json.dumps({{"said": word}}).encode() + b"\\n\\n")
    def log_message(self, *args):
        pass
http.server.HTTPServer(("127.0.0.1", port), Handler).serve_forever()
"""
CMAKE = """#!/bin/sh
if [ "$1" = --build ]; then
  mkdir -p "$2/bin"; printf '#!/bin/sh\\necho version 1\\n' > "$2/bin/llama-server"
  chmod +x "$2/bin/llama-server"; echo "[ 40%] Building CXX"; echo "[100%] Linking"
fi
"""
ASKED = {"messages": [{"content": "good day"}]}


def executable(path: Path, text: str) -> Path:
    """A program with this text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(native.platformdirs, "user_cache_path", lambda name: tmp_path)
    return tmp_path


@pytest.fixture
def server(tmp_path: Path) -> NativeServer:
    built = executable(tmp_path / "llama-server", SERVER)
    return NativeServer(built, tmp_path / "w.gguf", "key", ["--threads", "3"])


def ends(process: int) -> bool:
    """Whether a process is gone within a while."""
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_it_is_asked_with_its_key_and_stops_when_nobody_listens(server: NativeServer) -> None:
    heard: list[str] = []
    server.handle_chat_completions(ASKED, lambda chunk: bool(heard.append(chunk["said"])))
    assert heard[0] == "good day"
    assert heard[-2:] == ["--threads", "3"]
    few: list[str] = []
    server.handle_chat_completions(ASKED, lambda chunk: few.append(chunk["said"]) or True)
    assert few == ["good day"]


def test_it_ends_when_nobody_has_it_any_longer(tmp_path: Path) -> None:
    built = executable(tmp_path / "llama-server", SERVER)
    server = NativeServer(built, tmp_path / "w.gguf", "key", [])
    process = int((tmp_path / "w.pid").read_text())
    os.kill(process, 0)
    del server
    gc.collect()
    assert ends(process)


def test_it_ends_with_who_started_it_however_that_ends(tmp_path: Path) -> None:
    built = executable(tmp_path / "llama-server", SERVER)
    child = os.fork()
    if child == 0:
        kept = NativeServer(built, tmp_path / "w.gguf", "key", [])
        os._exit(9 if kept else 0)
    os.waitpid(child, 0)
    assert ends(int((tmp_path / "w.pid").read_text()))


def test_a_process_that_has_ended_is_said(server: NativeServer) -> None:
    server.close()
    with pytest.raises(ModelUnreachable, match=r"own process has ended \(.+refused\)"):
        server.handle_chat_completions(ASKED, lambda chunk: False)


def test_a_file_that_it_cannot_load_is_said_with_its_reason(tmp_path: Path) -> None:
    built = executable(tmp_path / "llama-server", SERVER)
    with pytest.raises(ModelMissing, match=r"broken\.gguf: llama\.cpp can't load .*no model in it"):
        NativeServer(built, tmp_path / "broken.gguf", "key", [])


def test_a_model_is_loaded_by_what_was_built(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    built = executable(tmp_path / "llama-server", SERVER)
    monkeypatch.setattr(native, "program", lambda: built)
    options = ModelOptions(threads=2, context=512)
    heard: list[str] = []
    server = engine.load(tmp_path / "w.gguf", options, slots=3)
    server.handle_chat_completions(ASKED, lambda chunk: bool(heard.append(chunk["said"])))
    assert heard[heard.index("--ctx-size") + 1] == "1536"
    assert heard[heard.index("--flash-attn") + 1] == "off"
    assert heard[heard.index("--threads-batch") + 1] == "2"


def test_beginnings_are_kept_apart_from_those_of_the_library(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    weights = tmp_path / "w.gguf"
    weights.touch()
    monkeypatch.setattr(prefixes, "prefixes_folder", lambda: tmp_path / "prefixes")
    monkeypatch.setattr(native, "program", lambda: None)
    plain = prefixes.Prefixes.of(weights, ModelOptions(prefixes=True))
    monkeypatch.setattr(native, "program", lambda: tmp_path / "llama-server-1")
    own = prefixes.Prefixes.of(weights, ModelOptions(prefixes=True))
    assert plain
    assert own
    assert plain.model != own.model


class TestBuild:
    @pytest.fixture(autouse=True)
    def tools(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, text in {"cmake": CMAKE, "make": "", "c++": ""}.items():
            executable(cache / "tools" / name, text)
        monkeypatch.setenv("PATH", f"{cache / 'tools'}{os.pathsep}/usr/bin{os.pathsep}/bin")
        self.said: list[str] = []
        self.done: list[int] = []

    def build(self) -> Path:
        return native.build(self.said.append, self.done.append)

    def source(self, cache: Path) -> None:
        """As it lies there after it was fetched."""
        path = native._path()
        assert path
        work = path.with_name(f"building-{path.name}")
        (work / "xllamacpp-1" / "thirdparty" / "llama.cpp").mkdir(parents=True)

    def test_what_was_fetched_is_built_and_found(self, cache: Path) -> None:
        assert native.program() is None
        self.source(cache)
        built = self.build()
        assert native.program() == built
        assert self.done == [40, 100]
        assert self.said[-1].startswith("compiling")
        assert [path.name for path in built.parent.iterdir()] == [built.name]

    def test_the_source_is_the_librarys_own(self, cache: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
        fetched: list[list[str]] = []
        run = native._run

        def fetch(words: list[str], *rest: object) -> None:
            if "pip" not in words:
                return run(words, *rest)  # type: ignore[arg-type]
            fetched.append(words)
            with tarfile.open(Path(words[-2]) / "x.tar.gz", "w:gz") as archive:
                name = "xllamacpp-1/thirdparty/llama.cpp/CMakeLists.txt"
                archive.addfile(tarfile.TarInfo(name), io.BytesIO())
            return None

        monkeypatch.setattr(native, "_run", fetch)
        self.build()
        assert fetched[0][-1] == f"xllamacpp=={native.metadata.version('xllamacpp')}"
        assert fetched[0][-4:-2] == ["xllamacpp", "--dest"]

    def test_a_missing_tool_is_said_with_how_to_get_it(self, cache: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
        monkeypatch.setattr(native.shutil, "which", lambda name: None if "c++" in name else name)
        monkeypatch.setitem(native._TOOLS, "g++", ("c++",))
        with pytest.raises(ModelMissing, match=r"^g\+\+ not found.*apt-get install g\+\+$"):
            self.build()

    def test_what_fails_is_said_with_the_log_that_stays(self, cache: Path) -> None:
        self.source(cache)
        executable(cache / "tools" / "cmake", "#!/bin/sh\necho no compiler; exit 1\n")
        with pytest.raises(ModelMissing, match=r"`cmake -S .* failed \(exit code 1\)") as caught:
            self.build()
        log = Path(str(caught.value).rpartition(" in ")[2])
        assert log.read_text() == "no compiler\n"
        assert native.program() is None

    def test_what_does_not_run_is_not_used(self, cache: Path) -> None:
        self.source(cache)
        text = CMAKE.replace("echo version 1", "exit 3")
        executable(cache / "tools" / "cmake", text)
        with pytest.raises(ModelMissing, match="does not run"):
            self.build()
        assert native.program() is None
