"""Listening on a port: for the pages that PathFinder itself serves."""

import socket

from pathfinder.core.errors import UsageError


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
