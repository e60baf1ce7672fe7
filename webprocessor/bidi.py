"""A connection to a driver's WebDriver BiDi.

Source: WebDriver BiDi, "Transport". Read in a thread of its own, so that nothing piles up in the
driver while nobody asks.
"""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any

from websocket import WebSocket, WebSocketException, create_connection

_SECONDS = 5.0

Fields = Mapping[str, Any]


class Bidi:
    """Asks a driver, and hands on its events.

    Args:
        url: The session's, of its capability `webSocketUrl`.
        on_event: Is handed an event's name and parameters, in the thread that reads.
        seconds: How long is waited for the connection, and for an answer; after a question that
            was not answered in time, not at all until an answer comes.

    Raises:
        OSError, WebSocketException: Nothing that speaks WebSocket answers there in time.
    """

    def __init__(
        self, url: str, on_event: Callable[[str, Fields], None], *, seconds: float = _SECONDS
    ) -> None:
        self._on_event = on_event
        self._seconds = self._patience = seconds
        self._asked = 0
        self._answers: dict[int, Fields] = {}
        self._ended = False
        self._news = threading.Condition()
        self._socket: WebSocket = create_connection(url, timeout=seconds, suppress_origin=True)
        self._socket.settimeout(None)
        self._reader = threading.Thread(target=self._read, name="bidi", daemon=True)
        self._reader.start()

    def ask(self, method: str, parameters: Fields) -> Fields:
        """What a command is answered.

        All events that the driver sent before its answer have been handed on by then.

        Returns:
            The result; empty where there is none: an error, no answer in time, nobody there.
        """
        with self._news:
            self._asked += 1
            number = self._asked
        command = {"id": number, "method": method, "params": parameters}
        try:
            self._socket.send(json.dumps(command))
        except (OSError, WebSocketException):
            return {}
        with self._news:
            heard = self._news.wait_for(
                lambda: self._ended or number in self._answers, self._patience
            )
            self._patience = self._patience if heard else 0.0
            return dict(self._answers.pop(number, {}).get("result") or {})

    def close(self) -> None:
        """End the connection, and the thread with it."""
        sock = self._socket.sock
        if sock:  # the driver has not ended it
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)  # wakes the thread
        self._reader.join(timeout=self._seconds)
        if sock:
            sock.close()

    def _read(self) -> None:
        """Take messages in until the connection ends, whoever ends it."""
        with contextlib.suppress(OSError, WebSocketException, ValueError):
            while True:
                self._take(json.loads(self._socket.recv()))
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _take(self, message: Fields) -> None:
        if "method" in message:
            self._on_event(str(message["method"]), message.get("params") or {})
        elif isinstance(number := message.get("id"), int):
            with self._news:
                self._answers[number] = message
                self._patience = self._seconds
                self._news.notify_all()
