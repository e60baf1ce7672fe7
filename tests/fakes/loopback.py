"""What the loopback model servers share.

A real HTTP server on 127.0.0.1 that can be slow, refuse, or drop the line.
"""

import argparse
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from pathfinder.agents.models import Model, Prompt, Reply, open_model
from pathfinder.core.errors import ModelError, ReplyEmpty, ReplyTruncated

USUAL = object()
"""A server's own answer, and no other in its place."""


class Exchange:
    """One request as a server sees it, and the ways to answer."""

    def __init__(self, handler: BaseHTTPRequestHandler) -> None:
        self._handler = handler

    def header(self, name: str) -> str:
        return str(self._handler.headers.get(name, ""))

    def json(self, status: int, body: dict[str, Any]) -> None:
        self.raw(status, json.dumps(body).encode(), "application/json")

    def raw(self, status: int, body: bytes, kind: str = "text/html") -> None:
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", kind)
        self._handler.send_header("Content-Length", str(len(body)))
        self._handler.end_headers()
        self._handler.wfile.write(body)

    def start(self, status: int, kind: str) -> None:
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", kind)
        self._handler.send_header("Connection", "close")
        self._handler.end_headers()

    def line(self, body: dict[str, Any]) -> None:
        self.send(json.dumps(body).encode() + b"\n")

    def send(self, piece: bytes) -> None:
        self._handler.wfile.write(piece)
        self._handler.wfile.flush()

    def drop(self) -> None:
        self._handler.connection.shutdown(socket.SHUT_RDWR)


class LoopbackServer:
    """Serves a model on 127.0.0.1 while it is entered.

    requests: The bodies that came in, in order.
    status: Answers everything with this error status, when set.
    garbage: Answers everything with a web page, when set.
    cuts: Says of every reply that it ended at the token limit.
    delay: Seconds before an answer.
    pause: Seconds between two pieces of a streamed answer.
    hangs: Never answers what a model is asked.
    drips: Answers what a model is asked piece by piece, and never ends.
    first_token: In place of what it would say of the first token's log-probabilities.
    """

    def __init__(self, model: Model, *, port: int = 0) -> None:
        self.model = model
        self.requests: list[dict[str, Any]] = []
        self.status = 0
        self.garbage = False
        self.cuts = False
        self.delay = 0.0
        self.pause = 0.0
        self.hangs = False
        self.drips = False
        self.first_token: Any = USUAL
        self._closing = threading.Event()
        self._turn = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def answer(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        raise NotImplementedError

    def ask(self, prompt: Prompt) -> tuple[Reply, str]:
        """The model's reply and why it ended: "stop" or "length"."""
        try:
            return self.model.reply(prompt), "length" if self.cuts else "stop"
        except ReplyTruncated:
            return Reply("{", reply_tokens=prompt.max_tokens), "length"
        except ReplyEmpty:
            return Reply(""), "stop"

    @staticmethod
    def first_tokens(prompt: Prompt) -> tuple[str, ...]:
        """The tokens that a reply could begin with.

        The letters where the prompt asks for one, else Yes and No.
        """
        asked = prompt.messages[-1].content
        letters = re.findall(r"^([A-Z])\. ", asked, re.MULTILINE)
        return tuple(letters) if asked.endswith("one letter.") else ("Yes", "No")

    def handle(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        if body:
            self.requests.append(body)
        time.sleep(self.delay)
        if self.hangs and "messages" in body:
            self._closing.wait()
            return
        if self.garbage:
            exchange.raw(200, b"<html>It works!</html>")
        elif self.status:
            exchange.json(
                self.status,
                {"error": {"message": "out of memory"}}
                if path.startswith("/v1")
                else {"error": "out of memory"},
            )
        else:
            with self._turn:
                try:
                    self.answer(exchange, path, body)
                except ModelError as error:
                    exchange.json(500, {"error": str(error)})

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer({})

            def do_POST(self) -> None:
                self._answer(
                    json.loads(
                        self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}"
                    )
                )

            def _answer(self, body: dict[str, Any]) -> None:
                try:
                    server.handle(Exchange(self), self.path, body)
                except OSError:
                    self.close_connection = True  # the client has gone

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler

    def serve(self) -> None:
        """Serve until interrupted."""
        self._http.serve_forever()

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def drip(self, exchange: Exchange, piece: bytes) -> None:
        """Send a piece, and again, until the client has gone or the server ends."""
        while not self._closing.wait(self.pause):
            exchange.send(piece)

    def __exit__(self, *unused: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve_from_command_line(
    make: Callable[[Model, int, str], LoopbackServer], *, usual_port: int
) -> None:
    """Serve one of our models under its short name until Ctrl-C."""
    parser = argparse.ArgumentParser(description=make.__doc__)
    parser.add_argument("--port", type=int, default=usual_port)
    parser.add_argument("--model", default="embedded/qwen2.5-coder-1.5b")
    parser.add_argument(
        "--name", default="", help="what clients call the model; by default the end of its name"
    )
    asked = parser.parse_args()
    name = asked.name or asked.model.rpartition("/")[2]
    server = make(open_model(asked.model), asked.port, name)
    print(f"{name} at {server.url}", flush=True)
    try:
        server.serve()
    except KeyboardInterrupt:
        print("stopped", flush=True)
