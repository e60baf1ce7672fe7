"""One side of a connection that carries HTTP/1.1.

Heads and bodies in order, and bytes both ways.
"""

import contextlib
import select
import socket
import ssl
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_CHUNK = 65536
_LONGEST_HEAD = 512 * 1024
_WAIT = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Gone(Exception):
    """The other side ended the connection, or does not speak HTTP/1.1."""


@dataclass(frozen=True)
class Head:
    """The first line and the header fields of a message, as they came."""

    first: str
    fields: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """A field's values in one, in lower case; empty where it has none."""
        return ", ".join(value for key, value in self.fields if key.lower() == name).lower()

    def without(self, *names: str) -> "Head":
        """The head without some fields."""
        return Head(
            self.first, tuple(field for field in self.fields if field[0].lower() not in names)
        )

    def __bytes__(self) -> bytes:
        lines = [self.first, *(f"{key}: {value}" for key, value in self.fields)]
        return "".join(f"{line}\r\n" for line in (*lines, "")).encode("latin-1")


class Wire:
    """A socket with what was read ahead of it."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.ahead = b""
        self.ended = False

    def fill(self, beside: "Wire | None" = None) -> bool:
        """Read some more; whether there was any.

        Meanwhile `beside` is watched, whose end is the end of both.

        Raises:
            Gone: `beside` ended.
        """
        while beside and not self._pending():
            ready = _ready(
                [self.sock, *([] if beside.ended or len(beside.ahead) > _CHUNK else [beside.sock])],
                [],
            )
            if (
                beside.sock.fileno() in ready
                and self.sock.fileno() not in ready
                and not beside.fill()
            ):
                raise Gone("the browser left")
            if self.sock.fileno() in ready:
                break
        try:
            more = self.sock.recv(_CHUNK)
        except OSError:
            more = b""
        self.ahead += more
        self.ended = not more
        return bool(more)

    def _pending(self) -> bool:
        return isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0

    def send(self, data: bytes) -> None:
        """Send it all.

        Raises:
            Gone: The other side does not take it.
        """
        try:
            self.sock.sendall(data)
        except OSError as error:
            raise Gone(str(error)) from None

    def head(self, beside: "Wire | None" = None) -> Head | None:
        """The next message's head; None where the other side ended before it.

        Raises:
            Gone: It ended within it, or what came is no head.
        """
        while True:
            begun = self.ahead.lstrip(b"\r\n")
            ends = [at for at in (begun.find(b"\r\n\r\n"), begun.find(b"\n\n")) if at >= 0]
            if ends:
                break
            if len(begun) > _LONGEST_HEAD:
                raise Gone("the head does not end")
            if not self.fill(beside):
                if begun:
                    raise Gone("the head was cut short")
                return None
        raw = begun[: min(ends)]
        self.ahead = begun[min(ends) + (4 if begun.startswith(b"\r\n\r\n", min(ends)) else 2) :]
        return _head(raw.decode("latin-1"))

    def line(self, beside: "Wire | None" = None) -> bytes:
        """The next line with its end."""
        while b"\n" not in self.ahead:
            if len(self.ahead) > _CHUNK or not self.fill(beside):
                raise Gone("the body was cut short")
        line, end, self.ahead = self.ahead.partition(b"\n")
        return line + end

    def exactly(self, length: int, beside: "Wire | None" = None) -> Iterator[bytes]:
        """The next `length` bytes, piece by piece."""
        while length:
            if not self.ahead and not self.fill(beside):
                raise Gone("the body was cut short")
            piece, self.ahead = self.ahead[:length], self.ahead[length:]
            length -= len(piece)
            yield piece

    def until_end(self, beside: "Wire | None" = None) -> Iterator[bytes]:
        """Everything until the other side ends."""
        while self.ahead or self.fill(beside):
            piece, self.ahead = self.ahead, b""
            yield piece

    def chunks(self, beside: "Wire | None" = None) -> Iterator[tuple[bytes, bytes]]:
        """A chunked body: what goes over the wire, and the part of it that is content."""
        while True:
            line = self.line(beside)
            try:
                size = int(line.split(b";")[0].strip(), 16)
            except ValueError:
                raise Gone("a chunk has no size") from None
            yield line, b""
            if not size:
                break
            for piece in self.exactly(size, beside):
                yield piece, piece
            yield self.line(beside), b""
        while True:
            line = self.line(beside)
            yield line, b""
            if not line.strip():
                return

    def shut(self) -> None:
        """End the connection, which wakes whoever waits on it."""
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of the socket."""
        with contextlib.suppress(OSError):
            self.sock.close()


def body(
    wire: Wire, head: Head, *, bare: bool, until_end: bool, beside: Wire | None = None
) -> Iterator[tuple[bytes, bytes]]:
    """A message's body, piece by piece: as it goes over the wire, and its content.

    Args:
        bare: It has none, whatever its head says: the answer to HEAD, 204, 304.
        until_end: Without a length it goes on until the connection ends (an answer); else there is
            none (a request).

    Raises:
        Gone: It was cut short.
    """
    if bare:
        return
    if "chunked" in head.get("transfer-encoding"):
        yield from wire.chunks(beside)
    elif length := head.get("content-length"):
        yield from ((piece, piece) for piece in wire.exactly(_length(length), beside))
    elif until_end:
        yield from ((piece, piece) for piece in wire.until_end(beside))


def carry(one: Wire, other: Wire) -> None:
    """Carry bytes both ways until both sides have ended, or one is gone."""
    for wire in (one, other):
        wire.sock.setblocking(False)
    ways = [_Way(one, other), _Way(other, one)]
    while not all(way.done for way in ways):
        moved = [way.move() for way in ways]
        if None in moved:
            return
        if not any(moved):
            _ready(
                [way.source.sock for way in ways if way.reads],
                [way.sink.sock for way in ways if way.source.ahead],
            )


class _Way:
    """One direction of two."""

    def __init__(self, source: Wire, sink: Wire) -> None:
        self.source, self.sink, self.done = source, sink, False

    @property
    def reads(self) -> bool:
        return not self.source.ahead and not self.done

    def move(self) -> bool | None:
        """Read or write what can be; whether anything was, None when a side is gone."""
        try:
            return self._move()
        except _WAIT:
            return False
        except OSError:
            return None

    def _move(self) -> bool | None:
        if self.reads:
            self.source.ahead = self.source.sock.recv(_CHUNK)
            if not self.source.ahead:
                self.done = True
                if isinstance(self.sink.sock, ssl.SSLSocket):
                    return None
                self.sink.sock.shutdown(socket.SHUT_WR)
                return True
        if self.source.ahead:
            self.source.ahead = self.source.ahead[self.sink.sock.send(self.source.ahead) :]
            return True
        return False


def _ready(readers: Sequence[socket.socket], writers: Sequence[socket.socket]) -> set[int]:
    """The sockets (their descriptors) that can be read or written, waiting until one can."""
    poll = select.poll()
    wanted: dict[int, int] = {}
    for sockets, event in ((readers, select.POLLIN), (writers, select.POLLOUT)):
        for sock in sockets:
            wanted[sock.fileno()] = wanted.get(sock.fileno(), 0) | event
    if -1 in wanted:
        raise Gone("the connection is closed")
    for descriptor, events in wanted.items():
        poll.register(descriptor, events)
    return {descriptor for descriptor, _ in poll.poll()}


def _head(text: str) -> Head:
    first, *lines = text.replace("\r\n", "\n").split("\n")
    fields: list[tuple[str, str]] = []
    for line in lines:
        if line[:1] in (" ", "\t") and fields:
            fields[-1] = (fields[-1][0], f"{fields[-1][1]} {line.strip()}")
            continue
        name, colon, value = line.partition(":")
        if colon:
            fields.append((name.strip(), value.strip()))
    return Head(first.strip(), tuple(fields))


def _length(said: str) -> int:
    """A body's length; the same one said twice is one."""
    lengths = {part.strip() for part in said.split(",")}
    if len(lengths) != 1 or not (only := lengths.pop()).isdigit():
        raise Gone("a body of two lengths")
    return int(only)
