"""The one way out of a browser.

A proxy on loopback that lets through what a site allows, and refuses and notes the rest.

Each connection of the browser has one of its own to the server, so that closing, keeping alive and
streaming work as they do without it.
"""

import contextlib
import socket
import threading
from collections.abc import Callable

from pathfinder.webprocessor.checkpoint import Checkpoint, Request
from pathfinder.webprocessor.network import NetworkLog
from pathfinder.webprocessor.talk import Talk
from pathfinder.webprocessor.wire import Gone


class Gateway(Checkpoint):
    """A proxy for one browser, on a free port of 127.0.0.1, in threads that end with it."""

    def __init__(
        self,
        allows: Callable[[str], bool],
        judge: Callable[[Request], bool] | None = None,
        *,
        insecure: bool = False,
        log: NetworkLog | None = None,
    ) -> None:
        super().__init__(allows, judge, insecure=insecure, log=log)
        self._threads: set[threading.Thread] = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._acceptor = threading.Thread(target=self._accept, name="gateway", daemon=True)
        self._acceptor.start()

    def close(self) -> None:
        """End every connection, and the threads with them."""
        with self._lock:
            self._closed = True
            wires, threads = tuple(self._open), tuple(self._threads)
        for wire in wires:
            wire.shut()
        with contextlib.suppress(OSError):
            socket.create_connection(
                ("127.0.0.1", self.port), timeout=1
            ).close()  # wakes the accepting thread
        for thread in (self._acceptor, *threads):
            thread.join(timeout=5)
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                continue
            thread = threading.Thread(target=self._serve, args=(sock,), name="gateway", daemon=True)
            with self._lock:
                if self._closed:
                    sock.close()
                    return
                self._threads.add(thread)
            thread.start()

    def _serve(self, sock: socket.socket) -> None:
        try:
            with self.hold(sock) as browser, contextlib.suppress(Gone):
                Talk(self, browser).run()
        finally:
            with self._lock:
                self._threads.discard(threading.current_thread())
