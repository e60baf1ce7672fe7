"""The gateway as a browser meets it.

What it carries comes out as it went in, and what it refuses is said.
"""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator

import pytest

from pathfinder.core.origin import allowed
from pathfinder.webprocessor.authority import Authority
from pathfinder.webprocessor.checkpoint import Request
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.wire import Gone, Wire, body

Serve = Callable[[Wire], None]


class Server:
    """Answers each connection with a function of ours; keeps what it was asked."""

    def __init__(self) -> None:
        self.serve: Serve = lambda wire: None
        self.heads: list[str] = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._run, args=(sock,), daemon=True).start()

    def _run(self, sock: socket.socket) -> None:
        with sock, contextlib.suppress(Gone):
            self.serve(Wire(sock))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def asked(self, wire: Wire) -> tuple[str, bytes] | None:
        """The next request: its first line, and its body."""
        head = wire.head()
        if head is None:
            return None
        self.heads.append(bytes(head).decode())
        return head.first, b"".join(
            content for _, content in body(wire, head, bare=False, until_end=False)
        )

    def answers(self, *answers: bytes) -> None:
        """Give these answers in order on each connection, then end it."""

        def serve(wire: Wire) -> None:
            for answer in answers:
                if self.asked(wire) is None:
                    return
                wire.send(answer)

        self.serve = serve


@pytest.fixture
def server() -> Iterator[Server]:
    with contextlib.closing(Server()) as made:
        yield made


@pytest.fixture
def gateway(server: Server) -> Iterator[Gateway]:
    with contextlib.closing(
        Gateway(lambda url: allowed(url, [f"127.0.0.1:{server.port}"]))
    ) as made:
        yield made


@pytest.fixture
def browser(gateway: Gateway) -> Iterator[Wire]:
    sock = socket.create_connection(("127.0.0.1", gateway.port), timeout=10)
    with sock:
        yield Wire(sock)


def ask(browser: Wire, method: str, url: str, fields: str = "", content: bytes = b"") -> None:
    browser.send(
        f"{method} {url} HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n{fields}\r\n".encode()
        + content
    )


def answer(browser: Wire, *, bare: bool = False) -> tuple[str, bytes]:
    head = browser.head()
    assert head is not None
    return head.first, b"".join(
        content for _, content in body(browser, head, bare=bare, until_end=True)
    )


def test_a_connection_is_kept_for_the_next_request(server: Server, browser: Wire) -> None:
    server.answers(
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo",
    )
    for word in (b"one", b"two"):
        ask(browser, "GET", f"{server.url}/a?b=c")
        assert answer(browser) == ("HTTP/1.1 200 OK", word)
    assert server.connections == 1
    assert server.heads[0].startswith(f"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n")
    assert "Proxy" not in server.heads[0]


def test_bodies_of_every_framing(server: Server, browser: Wire) -> None:
    server.answers(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: "
        b"chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: 1\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 304 Not Modified\r\nContent-Length: 900\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nuntil the end",
    )
    ask(browser, "GET", f"{server.url}/chunked")
    assert answer(browser)[1] == b"abcde"
    for path, method in (("204", "GET"), ("304", "GET"), ("head", "HEAD")):
        ask(browser, method, f"{server.url}/{path}")
        assert answer(browser, bare=True)[1] == b""
    ask(browser, "GET", f"{server.url}/continue")
    assert answer(browser, bare=True)[0] == "HTTP/1.1 100 Continue"
    assert answer(browser)[0] == "HTTP/1.1 200 OK"
    ask(browser, "GET", f"{server.url}/end")
    assert answer(browser)[1] == b"until the end"
    assert browser.head() is None


def test_what_is_sent_arrives_whole(server: Server, browser: Wire) -> None:
    large = b"0123456789" * 400_000

    def serve(wire: Wire) -> None:
        while asked := server.asked(wire):
            wire.send(
                b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(asked[1]), asked[1])
            )

    server.serve = serve
    sending = threading.Thread(
        target=ask,
        args=(browser, "POST", f"{server.url}/", f"Content-Length: {len(large)}\r\n", large),
    )
    sending.start()
    assert answer(browser)[1] == large
    sending.join()
    ask(
        browser,
        "PUT",
        f"{server.url}/",
        "Transfer-Encoding: chunked\r\n",
        b"4\r\nwiki\r\n5\r\npedia\r\n0\r\n\r\n",
    )
    assert answer(browser)[1] == b"wikipedia"


def test_a_stream_comes_as_it_is_sent_and_ends_with_the_browser(
    server: Server, browser: Wire
) -> None:
    left = threading.Event()

    def serve(wire: Wire) -> None:
        server.asked(wire)
        wire.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        if not wire.fill():
            left.set()

    server.serve = serve
    ask(browser, "GET", f"{server.url}/events")
    assert browser.head()
    assert browser.line() == b"data: 1\n"
    browser.shut()
    assert left.wait(10)


def test_a_browser_that_leaves_before_the_answer_ends_the_request(
    server: Server, browser: Wire
) -> None:
    began, left = threading.Event(), threading.Event()

    def serve(wire: Wire) -> None:
        server.asked(wire)
        began.set()
        if not wire.fill():
            left.set()

    server.serve = serve
    ask(browser, "GET", f"{server.url}/hangs")
    assert began.wait(10)
    browser.shut()
    assert left.wait(10)


@pytest.mark.parametrize("tunnelled", [False, True])
def test_a_socket_carries_both_ways(server: Server, browser: Wire, tunnelled: bool) -> None:
    def serve(wire: Wire) -> None:
        server.asked(wire)
        wire.send(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
            b"Upgrade\r\n\r\nhello"
        )
        for piece in wire.until_end():
            wire.send(piece.upper())

    server.serve = serve
    where = server.url
    if tunnelled:
        browser.send(f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n\r\n".encode())
        assert answer(browser, bare=True)[0] == "HTTP/1.1 200 Connection established"
        where = ""
    ask(browser, "GET", f"{where}/socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n")
    assert answer(browser, bare=True)[0].startswith("HTTP/1.1 101")
    assert b"".join(browser.exactly(5)) == b"hello"
    browser.send(b"frames")
    assert b"".join(browser.exactly(6)) == b"FRAMES"


def test_what_is_not_allowed_is_refused_and_noted(
    server: Server, gateway: Gateway, browser: Wire
) -> None:
    with contextlib.closing(Server()) as other:
        ask(browser, "POST", f"{other.url}/steal?x=1", "Content-Length: 3\r\n", b"a=1")
        first, page = answer(browser)
        assert first.split()[1] == "403"
        assert f"127.0.0.1:{other.port}".encode() in page
        for target in (f"127.0.0.1:{other.port}", "127.0.0.1"):
            with socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as sock:
                sock.sendall(f"CONNECT {target} HTTP/1.1\r\n\r\n".encode())
                assert Wire(sock).head().first.split()[1] == "403"  # type: ignore[union-attr]
        assert other.connections == 0
        told = gateway.notes()
        assert told[0] == f"refused, off the allowed origins: POST {other.url}"
        assert told[1].startswith("refused, off the allowed origins: CONNECT https://127.0.0.1")
        assert gateway.notes() == []


@pytest.mark.parametrize(
    "target", ["/path", "ftp://127.0.0.1/", "http://a b/", "https://127.0.0.1/", "*"]
)
def test_what_is_no_request_of_a_browser(gateway: Gateway, browser: Wire, target: str) -> None:
    ask(browser, "GET", target)
    assert answer(browser)[0].split()[1] in ("400", "403")


def test_a_tunnel_is_for_its_own_origin_only(server: Server, browser: Wire) -> None:
    with contextlib.closing(Server()) as other:
        browser.send(f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n\r\n".encode())
        answer(browser, bare=True)
        ask(browser, "GET", f"{other.url}/")
        assert answer(browser)[0].split()[1] == "400"
        assert other.connections == 0


def test_a_server_that_is_not_there_is_remembered_with_the_reason(
    server: Server, gateway: Gateway, browser: Wire
) -> None:
    server.close()
    ask(browser, "GET", f"{server.url}/")
    assert browser.head()
    assert gateway.servers.failure(f"{server.url}/other") == "ERR_CONNECTION_REFUSED"


def test_a_server_that_says_nothing_is_not_asked_twice(
    server: Server, gateway: Gateway, browser: Wire
) -> None:
    server.serve = lambda wire: server.asked(wire) and None
    ask(browser, "POST", f"{server.url}/pay", "Content-Length: 3\r\n", b"a=1")
    assert browser.head()
    assert (server.connections, gateway.servers.failure(server.url)) == (1, "ERR_EMPTY_RESPONSE")


def test_the_judge_sees_a_request_before_it_is_sent(
    server: Server, gateway: Gateway, browser: Wire
) -> None:
    seen: list[Request] = []
    gateway.judge = lambda request: not seen.append(request) and request.method == "GET"  # type: ignore[func-returns-value]
    server.answers(*[b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"] * 2)
    ask(browser, "GET", f"{server.url}/look", "Cookie: a=b\r\nX-Thing: 1\r\n")
    assert answer(browser)[1] == b"ok"
    large = b"a=" + b"1" * 100_000
    ask(
        browser,
        "POST",
        f"{server.url}/do",
        f"Content-Type: text/plain\r\nContent-Length: {len(large)}\r\n",
        large,
    )
    assert answer(browser)[0].split()[1] == "403"
    assert [head.split()[0] for head in server.heads] == ["GET"]
    assert "Cookie" not in seen[0].headers
    assert seen[0].headers["X-Thing"] == "1"
    assert (seen[1].method, seen[1].url, seen[1].content_type) == (
        "POST",
        f"{server.url}/do",
        "text/plain",
    )
    assert seen[1].body == large[:65536]
    assert [str(request) for request in gateway.stopped] == [f"POST {server.url}/do"]


def test_no_answer_opens_the_browsers_own_log_in_dialog(server: Server, browser: Wire) -> None:
    server.answers(
        b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=x\r\n"
        b"WWW-Authenticate: Bearer\r\nContent-Length: 2\r\n\r\nno"
    )
    ask(browser, "GET", f"{server.url}/look")
    head = browser.head()
    assert head is not None
    assert head.first.split()[1] == "401"
    assert [value for name, value in head.fields if name == "WWW-Authenticate"] == ["Bearer"]


def named(name: str) -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == name}


def test_closing_ends_threads_and_connections(server: Server) -> None:
    before = set(threading.enumerate())
    gateway = Gateway(lambda url: True)
    asked, left = threading.Event(), threading.Event()

    def serve(wire: Wire) -> None:
        server.asked(wire)
        asked.set()
        if not wire.fill():
            left.set()

    server.serve = serve
    with (
        socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as sock,
        socket.create_connection(("127.0.0.1", gateway.port)),
    ):
        ask(Wire(sock), "GET", f"{server.url}/hangs")
        assert asked.wait(10)
        while len(own := named("gateway") - before) < 3:
            threading.Event().wait(0.01)
        gateway.close()
        assert not any(thread.is_alive() for thread in own)
        assert left.wait(10)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", gateway.port), timeout=1)


def test_a_certificate_that_is_not_valid_is_refused_unless_it_is_to_be_taken(
    server: Server,
) -> None:
    context = Authority().context("127.0.0.1")

    def serve(wire: Wire) -> None:
        with (
            contextlib.suppress(OSError),
            context.wrap_socket(wire.sock, server_side=True) as secured,
        ):
            inside = Wire(secured)
            server.asked(inside)
            inside.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    server.serve = serve
    assert _over_tls(server, insecure=True) == ("HTTP/1.1 200 OK", "")
    first, why = _over_tls(server, insecure=False)
    assert first.split()[1] == "502"
    assert why.startswith("ERR_CERT_")


def _over_tls(server: Server, *, insecure: bool) -> tuple[str, str]:
    """The first line of an answer that a judge let through, and why there was none."""
    gateway = Gateway(lambda url: True, lambda request: True, insecure=insecure)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with (
        contextlib.closing(gateway),
        socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as sock,
    ):
        sock.sendall(f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n\r\n".encode())
        assert Wire(sock).head()
        with trusting.wrap_socket(sock, server_hostname="127.0.0.1") as secured:
            secured.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            head = Wire(secured).head()
            assert head
            return head.first, gateway.servers.failure(f"https://127.0.0.1:{server.port}")


def test_what_a_server_has_taken_is_counted(
    server: Server, gateway: Gateway, browser: Wire
) -> None:
    """Not what only reads, and not what it answered with an error."""
    ok, bad = (b"HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n" % code for code in (200, 422))
    server.answers(ok, ok, bad, ok)
    counted = []
    for method in ("GET", "POST", "PATCH", "DELETE"):
        ask(browser, method, f"{server.url}/card/3", "Content-Length: 0\r\n")
        answer(browser)
        counted.append(gateway.taken)
    assert counted == [0, 1, 1, 2]
