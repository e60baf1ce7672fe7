"""A pass-through before a model server that counts what each call costs."""

import json
import select
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from pathfinder_bench.peers.served import Served
from pathfinder_bench.sites.serving import HOST

_PIECE = 65536
_SLOTS_SECONDS = 20.0
_HOP = ("connection", "transfer-encoding", "content-length", "keep-alive")


@dataclass(frozen=True)
class Metered:
    """One call of a model.

    status: 0 where the client went away before an answer. characters: Of the request.
    prompt_tokens, reply_tokens: As the server says at the end; of a call without one, what it has
        read and written until then.
    error: What the server refused it with.
    """

    status: int
    characters: int
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    error: str = ""


@dataclass
class Meter:
    """A meter that runs. url: What a client is given as the server's address, with /v1."""

    url: str
    calls: list[Metered] = field(default_factory=list)


@contextmanager
def metered(server: Served) -> Iterator[Meter]:
    """Pass requests on to a server and answers back, streamed ones piece by piece.

    A request whose client has gone is given up, so that the server does not work on it. All calls
    are there once the meter has ended.
    """
    http = _Http((HOST, 0), _Handler)
    http.upstream, http.calls = server, []
    threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield Meter(f"http://{HOST}:{http.server_port}/v1", http.calls)
    finally:
        http.shutdown()
        http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    upstream: Served
    calls: list[Metered]


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def do_GET(self) -> None:
        self._pass_on(b"")

    def do_POST(self) -> None:
        self._pass_on(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _pass_on(self, body: bytes) -> None:
        began, status, said = time.monotonic(), 0, b""
        with suppress(OSError, HTTPException):
            status, said = self._answered(_with_usage(body))
        self.close_connection = True
        if body:
            seconds = round(time.monotonic() - began, 2)
            self.server.calls.append(_read(status, said, characters=len(body), seconds=seconds))

    def _answered(self, body: bytes) -> tuple[int, bytes]:
        """The status and the whole answer, passed on as it came; 0 where nobody waits for it."""
        to, key = urlsplit(self.server.upstream.url), self.server.upstream.key
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        with closing(HTTPConnection(to.hostname or HOST, to.port)) as upstream:
            upstream.request(self.command, self.path, body or None, headers)
            if not _waits_for(self.connection, upstream.sock):
                return 0, self._so_far()
            answer = upstream.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _HOP:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            return self._copied(answer)

    def _copied(self, answer: HTTPResponse) -> tuple[int, bytes]:
        said = b""
        while piece := answer.read1(_PIECE):
            said += piece
            try:
                self.wfile.write(piece)
                self.wfile.flush()
            except OSError:
                return 0, self._so_far()
        return answer.status, said

    def _so_far(self) -> bytes:
        """What llama.cpp has read and written for a call that nobody waits for any more."""
        url, key = f"{self.server.upstream.url}/slots", self.server.upstream.key
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})
        with suppress(OSError, ValueError, LookupError, TypeError):
            with urllib.request.urlopen(request, timeout=_SLOTS_SECONDS) as answer:
                slots = [slot for slot in json.load(answer) if slot["is_processing"]]
            read = sum(slot["n_prompt_tokens"] for slot in slots)
            written = sum(part["n_decoded"] for slot in slots for part in slot["next_token"])
            usage = {"prompt_tokens": read, "completion_tokens": written}
            return json.dumps({"usage": usage}).encode()
        return b""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _waits_for(client: socket.socket, upstream: socket.socket) -> bool:
    """Wait for the server's answer; whether the client is still there then."""
    while True:
        ready, _, _ = select.select([client, upstream], [], [])
        if upstream in ready:
            return True
        if not client.recv(1, socket.MSG_PEEK):
            return False
        time.sleep(0.1)  # it sends its next request before it has the answer


def _with_usage(body: bytes) -> bytes:
    """The request; of a streamed answer the tokens are asked for too."""
    with suppress(ValueError):
        asked = json.loads(body)
        if asked.get("stream"):
            options = (asked.get("stream_options") or {}) | {"include_usage": True}
            return json.dumps(asked | {"stream_options": options}).encode()
    return body


def _read(status: int, said: bytes, *, characters: int, seconds: float) -> Metered:
    text, usage, error = said.decode("utf-8", "replace"), dict[str, Any](), ""
    lines = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
    for line in lines or [text]:
        with suppress(ValueError, AttributeError):
            told = json.loads(line)
            usage = told.get("usage") or usage
            error = str((told.get("error") or {}).get("message") or error)
    return Metered(
        status,
        characters,
        int(usage.get("prompt_tokens") or 0),
        int(usage.get("completion_tokens") or 0),
        seconds,
        error,
    )
