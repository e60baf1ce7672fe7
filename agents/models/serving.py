"""One llama.cpp server a model, shared by all sessions on this machine.

Each process that loads a model holds weights of its own; a server holds them once. It is started by
who needs it first, found by all others through a file in the user's cache, and ends by itself when
nobody has used it for a while. Who uses it holds a lock, which a process loses however it ends.
"""

import contextlib
import fcntl
import hashlib
import http.client
import json
import os
import secrets
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import platformdirs

from pathfinder.agents.models.adapters import Adapter
from pathfinder.agents.models.base import NO_PREFIXES, ModelOptions
from pathfinder.agents.models.engine import load
from pathfinder.agents.models.llama import (
    STREAMED,
    Answer,
    Request,
    beginning_of,
    is_moved,
    keep_beginning,
    moved,
)
from pathfinder.agents.models.prefixes import Prefixes, Slots
from pathfinder.agents.models.waiting import IN_ALL
from pathfinder.agents.models.wire import chunks, connection, headers
from pathfinder.core.errors import ModelMissing, ModelUnreachable

SHARED = "PATHFINDER_SHARED_MODELS"
"""Set in a process and those that it starts, where they are to share their embedded models."""

IDLE = 60.0
"""Seconds without a user after which a server that was started for others ends."""

SHARED_SLOTS = 20
"""Prompts that a server keeps in memory, for all who use it."""

_STARTED_WITHIN = 300.0
_ANSWERS_WITHIN = 5.0
_LOOK = 0.5


def share_models() -> None:
    """Let this process, and those that it starts, use servers for embedded models."""
    os.environ[SHARED] = "1"


def models_are_shared() -> bool:
    """Whether embedded models are to be used through a server."""
    return bool(os.environ.get(SHARED))


@dataclass(frozen=True)
class Server:
    """A server that is there. key: What a request has to show; readable by this user only."""

    url: str
    pid: int
    key: str

    def answers(self) -> bool:
        """Whether it is up and lets us in."""
        line = connection(self.url, _ANSWERS_WITHIN)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(line):
            line.request("GET", "/health", headers=headers(self.key))
            return line.getresponse().status == http.client.OK
        return False


@dataclass(frozen=True)
class Place:
    """Where a model's server is found: its files in the cache."""

    folder: Path
    name: str

    @classmethod
    def of(
        cls,
        weights: Path,
        options: ModelOptions,
        folder: Path | None = None,
        adapter: Adapter | None = None,
    ) -> "Place":
        """The place of these weights with these threads and this adapter."""
        key = f"{weights.resolve()}|{options.threads}"
        key += f"|{adapter.version}" if adapter else ""
        name = hashlib.sha256(key.encode()).hexdigest()[:16]
        place = cls(folder or platformdirs.user_cache_path("pathfinder") / "served", name)
        place.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return place

    @property
    def log(self) -> Path:
        """What the server said last."""
        return self.folder / f"{self.name}.log"

    def read(self) -> Server | None:
        """The server that was written down; None when there is none."""
        try:
            return Server(**json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, server: Server) -> None:
        """Write a server down, whole or not at all."""
        part = self._file.with_suffix(f".{os.getpid()}")
        part.touch(mode=0o600)
        part.write_text(json.dumps(asdict(server)), encoding="utf-8")
        part.replace(self._file)

    def forget(self) -> None:
        """Strike the server out."""
        self._file.unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name}.json"

    @contextlib.contextmanager
    def starting(self, *, wait: bool = True) -> Iterator[bool]:
        """Alone with this place: nobody else starts or ends its server. Gives whether we are."""
        with (self.folder / f"{self.name}.lock").open("a") as file:
            yield _locked(file, fcntl.LOCK_EX, wait=wait)

    def use(self) -> int:
        """Hold the server as one of its users, until what is given is closed, or the process ends.

        Returns:
            A file descriptor, which programs started by this process do not inherit.
        """
        descriptor = os.open(self.folder / f"{self.name}.users", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        return descriptor

    def unused(self) -> bool:
        """Whether nobody holds the server now."""
        with (self.folder / f"{self.name}.users").open("a") as file:
            return _locked(file, fcntl.LOCK_EX, wait=False)


def _locked(file: IO[str], kind: int, *, wait: bool) -> bool:
    try:
        fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def serve(
    place: Place,
    weights: Path,
    options: ModelOptions,
    *,
    idle: float,
    adapter: Adapter | None = None,
) -> Iterator[Server]:
    """Load the weights and serve them; give the server once it answers, then go on until it ends.

    Args:
        idle: Seconds without a user after which it ends; 0 for never.
        adapter: What the weights are moved by, as each request says.

    Raises:
        ModelMissing: The weights can't be loaded, or are served already; says where.
    """
    with place.starting() as _:
        there = place.read()
        if there and there.answers():
            raise ModelMissing(f"{weights.name} is served already, at {there.url}")
        key, prefixes = secrets.token_urlsafe(24), Prefixes.of(weights, options, slots=SHARED_SLOTS)
        llama = load(
            weights, options, key=key, slots=SHARED_SLOTS, prefixes=prefixes, adapter=adapter
        )
        server = Server(llama.listening_address, os.getpid(), key)
        _load_last_used(server, weights, options, adapter)
        place.write(server)
    try:
        yield server
        _until_unused(place, idle)
    finally:
        if place.read() == server:
            place.forget()


def _load_last_used(
    server: Server, weights: Path, options: ModelOptions, adapter: Adapter | None
) -> None:
    """Have the slots hold what was used last: with the adapter first, then without."""
    left = SHARED_SLOTS
    for on in (True, False) if adapter else (False,):
        if prefixes := Prefixes.of(weights, options, adapter if on else None, SHARED_SLOTS):
            slots = Slots(server.url, server.key, prefixes, moved(adapter, on=on))
            left -= slots.load_last_used(left, first=SHARED_SLOTS - left)


def _until_unused(place: Place, idle: float) -> None:
    """Wait until nobody has used the server for a while, and nobody is about to."""
    last = time.monotonic()
    while True:
        time.sleep(_LOOK)
        if not place.unused():
            last = time.monotonic()
        elif idle and time.monotonic() - last > idle:
            with place.starting(wait=False) as alone:
                if alone and place.unused():
                    place.forget()
                    return


class RemoteEngine:
    """A server's engine, asked as the one in this process is.

    It is started if it is not there; this process is one of its users until it closes it.
    """

    def __init__(
        self,
        weights: Path,
        options: ModelOptions,
        folder: Path | None = None,
        adapter: Adapter | None = None,
    ) -> None:
        self._weights, self._options, self._adapter = weights, options, adapter
        self._place = Place.of(weights, options, folder, adapter)
        self._prefixes = {
            on: Prefixes.of(weights, options, adapter if on else None, SHARED_SLOTS)
            for on in (False, True)
        }
        self._begun: set[str] = set()
        self.close = weakref.finalize(self, os.close, self._place.use())
        """Be a user no more; done by itself when nobody has the engine any longer."""
        self._server = self._found()

    def ask(self, request: Request, timeout: float, common: int = 1) -> Answer | None:
        """The answer; None when the server pauses for longer than `timeout`, or goes on and on.

        The server finds by itself what prompts have in common. What is more than a system text
        (`common`, as of `Engine.ask`) is kept on disk, for servers that start after it.

        Raises:
            ModelUnreachable: The server is gone, and could not be started again.
        """
        try:
            return self._asked(request, timeout, common)
        except (ConnectionError, http.client.HTTPException):
            self._server = self._found()
        try:
            return self._asked(request, timeout, common)
        except (ConnectionError, http.client.HTTPException) as error:
            raise ModelUnreachable(
                f"{self._weights.name} at {self._server.url}: the server ended in the middle of an "
                f"answer ({error or type(error).__name__}); what it said last is in "
                f"{self._place.log}"
            ) from None

    def _asked(self, request: Request, timeout: float, common: int) -> Answer | None:
        read_before = self._begin(request, timeout, common)
        answer = None if read_before is None else self._streamed(request, timeout)
        if answer and read_before:
            answer.read_before = read_before
        return answer

    def _begin(self, request: Request, timeout: float, common: int) -> int | None:
        """Have what prompts of this kind begin with read by itself and kept, where it is not yet.

        Returns:
            The tokens that were read for it; None when the server pauses for too long.
        """
        beginning = beginning_of(request, common)
        text = json.dumps(beginning["messages"])
        on = is_moved(request)
        prefixes = self._prefixes[on]
        if prefixes is None or common < 2 or text in self._begun:
            return 0
        read = 0
        if prefixes.find(beginning["messages"]) is None:
            first = self._streamed(beginning, timeout)
            if first is None:
                return None
            told = moved(self._adapter, on=on)
            slots = Slots(self._server.url, self._server.key, prefixes, told)
            read = keep_beginning(slots, beginning, first)
        self._begun.add(text)
        return read

    def _streamed(self, request: Request, timeout: float) -> Answer | None:
        answer, end = Answer(), time.monotonic() + IN_ALL * timeout
        with contextlib.closing(connection(self._server.url, timeout)) as line:
            try:
                body = json.dumps(request | STREAMED)
                line.request("POST", "/v1/chat/completions", body, headers(self._server.key))
                for chunk in chunks(line.getresponse()):
                    answer.add(chunk)
                    if time.monotonic() > end:
                        return None
            except TimeoutError:
                return None
        return answer

    def _found(self) -> Server:
        """The server that is there, or a new one."""
        with self._place.starting():
            there = self._place.read()
            if there and there.answers():
                return there
            self._place.forget()
            process = self._start()
        return self._awaited(process)

    def _start(self) -> "subprocess.Popen[bytes]":
        words = [sys.executable, "-m", "pathfinder", "models", "serve", str(self._weights)]
        words += ["--adapter", self._adapter.name] if self._adapter else []
        words += ["--idle", str(IDLE), "--threads", str(self._options.threads)]
        words += ["--folder", str(self._place.folder)]
        keeping = {} if self._options.prefixes else {NO_PREFIXES: "1"}
        with self._place.log.open("wb") as log:
            return subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | keeping,
                start_new_session=True,
            )

    def _awaited(self, process: "subprocess.Popen[bytes]") -> Server:
        """The server once it answers.

        Where two were started at once, the second ends, and the first is the one for both.
        """
        threading.Thread(target=process.wait, daemon=True).start()  # so that it leaves no zombie
        deadline = time.monotonic() + _STARTED_WITHIN
        while time.monotonic() < deadline:
            there = self._place.read()
            if there and there.answers():
                return there
            if process.poll() is not None and there is None:
                break
            time.sleep(_LOOK)
        said = self._place.log.read_text(encoding="utf-8", errors="replace").strip()
        raise ModelMissing(
            f"{self._weights.name}: its server did not start ({said.splitlines()[-1:] or 'silent'})"
        )
