"""Listening on a port, and serving there: for the pages that PathFinder itself serves."""

import signal
import socket
from types import FrameType
from typing import Protocol

from pathfinder.core.errors import UsageError

_ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Server(Protocol):
    """What serves; uvicorn's is one."""

    def run(self, sockets: list[socket.socket] | None = None) -> None: ...

    def handle_exit(self, sig: int, frame: FrameType | None) -> None: ...


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 for any that is free.

    Raises:
        UsageError: No such host here, or another program has the port.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise UsageError(f"--host {host}: there is no such host ({error.strerror})") from None
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise UsageError(
            f"port {port} of {host} can't be used ({error.strerror}); choose another one with "
            "--port, or --port 0 for any"
        ) from None
    listener.listen(128)
    return listener


def address_of(listener: socket.socket) -> str:
    """The address to give a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_until_signalled(server: Server, listener: socket.socket, ready: str) -> None:
    """Say that it is ready, and serve until Ctrl-C or a signal ends it.

    The server hears of every signal that ends a command: an exception in the middle of its event
    loop would break off what it is about to do, with a traceback.
    """
    for number in _ENDINGS:
        if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, server.handle_exit)
    print(ready, flush=True)
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
