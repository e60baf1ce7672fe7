"""A loopback site whose pages cause trouble.

Dialogs, tabs, hangs, endless reloads, broken servers, hostile text.

    with running_trouble() as url:
        browser.open(f"{url}alert")

`GET /` links to every page. `GET /requests` says which requests came, as JSON: a test sees there
whether a browser left its host
(the off-host pages lead to elsewhere.localhost, which is this server too, so that a request that
should not be made is noticed).
"""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

PAGES = Path(__file__).parent / "trouble_pages"
USER, PASSWORD = "alex.morgan@example.com", "Correct-Horse-7"
BIG = 10 * 1024 * 1024
REQUIRED = {"1": ("full_name", "postcode"), "2": ("delivery", "email")}
_TEMPLATES = Environment(loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined)


@dataclass(frozen=True)
class Request:
    """What a visitor sent."""

    method: str
    host: str
    path: str
    fields: dict[str, str]
    authorization: str = ""

    def to_json(self) -> dict[str, str]:
        """For `/requests`."""
        return {"method": self.method, "host": self.host, "path": self.path}


@dataclass(frozen=True)
class Answer:
    """What goes back; `short_by` bytes of the body are promised and never come."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(
        default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"}
    )
    short_by: int = 0


class TroubleServer(ThreadingHTTPServer):
    """Serves the pages.

    `stopping` is set when the server goes, which lets hanging answers end; `seen` are the requests
    so far.
    """

    daemon_threads = True

    def __init__(self, *, other: str = "", seen: list[Request] | None = None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/"
        self.other = other or self.url
        self.elsewhere = f"http://elsewhere.localhost:{self.server_port}/"
        self.seen = [] if seen is None else seen
        self.stopping = threading.Event()

    def page(self, name: str, **values: object) -> Answer:
        """A page from its template."""
        names = sorted(path.stem for path in PAGES.glob("*.html") if path.stem != "layout")
        template: Template = _TEMPLATES.get_template(f"{name}.html")
        text = template.render(
            other=self.other,
            elsewhere=self.elsewhere,
            password=PASSWORD,
            pages=[*names, *ROUTES],
            **values,
        )
        return Answer(text.encode())

    def answer(self, request: Request) -> Answer | None:
        """The answer to a request; None closes the connection without one."""
        name = request.path.strip("/") or "index"
        if name in ROUTES:
            return ROUTES[name](self, request)
        name = "spa" if name.startswith("spa/") else name
        if name != "layout" and (PAGES / f"{name}.html").is_file():
            return self.page(name, fields=request.fields, errors={})
        return Answer(
            b"<title>Not found</title><h1>404 Not found</h1><p>There is no such page.</p>", 404
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The URL, while this serves."""
        thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self.url
        finally:
            self.stopping.set()
            self.shutdown()
            self.server_close()
            thread.join()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no news here."""


@contextmanager
def running_trouble() -> Iterator[str]:
    """The base URL of the site, with a slash at the end.

    A second origin serves what the cross-origin pages need.
    """
    seen: list[Request] = []
    with (
        TroubleServer(seen=seen).serving() as other,
        TroubleServer(other=other, seen=seen).serving() as url,
    ):
        yield url


class _Handler(BaseHTTPRequestHandler):
    server: TroubleServer

    def do_GET(self) -> None:
        self._take({})

    def do_POST(self) -> None:
        self._take(
            dict(
                parse_qsl(
                    self.rfile.read(int(self.headers.get("Content-Length", 0))).decode(),
                    keep_blank_values=True,
                )
            )
        )

    def _take(self, posted: dict[str, str]) -> None:
        url = urlsplit(self.path)
        fields = dict(parse_qsl(url.query, keep_blank_values=True)) | posted
        request = Request(
            self.command,
            self.headers.get("Host", ""),
            url.path,
            fields,
            self.headers.get("Authorization", ""),
        )
        if url.path not in ("/requests", "/favicon.ico"):
            self.server.seen.append(request)
        answer = self.server.answer(request)
        if answer is not None:
            self._give(answer)
        self.close_connection = True

    def _give(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body) + answer.short_by))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: `/requests` has it."""


def _redirect(to: str) -> Answer:
    return Answer(status=302, headers={"Location": to})


def _basic_auth(server: TroubleServer, request: Request) -> Answer:
    wanted = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    if request.authorization == f"Basic {wanted}":
        return Answer(b"<title>Members</title><h1>Members only</h1><button>Open the safe</button>")
    headers = {"WWW-Authenticate": 'Basic realm="Members"', "Content-Type": "text/html"}
    return Answer(b"<title>Log in</title><h1>401 Log in first</h1>", 401, headers)


def _big(server: TroubleServer, request: Request) -> Answer:
    row = b"<p>" + b"All work and no play makes a long page. " * 50 + b"</p>\n"
    head, tail = (
        b"<title>Big</title><h1>A big page</h1><button>At the top</button>\n",
        b"<button>At the bottom</button>",
    )
    return Answer(head + row * (BIG // len(row) + 1) + tail)


def _hang(server: TroubleServer, request: Request) -> None:
    server.stopping.wait()


def _slow(server: TroubleServer, request: Request) -> Answer:
    server.stopping.wait(float(request.fields.get("seconds", "2")))
    return Answer(b"<title>Slow</title><h1>Here at last</h1>")


def _drop(server: TroubleServer, request: Request) -> None:
    """Nothing: the connection closes."""


def _cut_off(server: TroubleServer, request: Request) -> Answer:
    return Answer(
        b"<title>Cut off</title><h1>The first half</h1><button>Still here</button>", short_by=5000
    )


def _broken(server: TroubleServer, request: Request) -> Answer:
    return Answer(
        b"<title>Error</title><h1>500 Internal Server Error</h1><p>Something broke on our "
        b"side.</p>",
        500,
    )


def _download(server: TroubleServer, request: Request) -> Answer:
    return Answer(
        b"item,price\nlamp,39\n",
        headers={
            "Content-Type": "text/csv",
            "Content-Disposition": 'attachment; filename="prices.csv"',
        },
    )


def _as(content_type: str) -> Callable[["TroubleServer", Request], Answer]:
    """A page that is sent as something else."""
    return lambda server, request: Answer(
        b"<title>Shop</title><h1>Shop</h1><button>Buy</button>",
        headers={"Content-Type": content_type},
    )


def _redirect_off_host(server: TroubleServer, request: Request) -> Answer:
    return _redirect(f"{server.elsewhere}landing")


def _redirect_loop(server: TroubleServer, request: Request) -> Answer:
    return _redirect("/redirect-loop")


def _requests(server: TroubleServer, request: Request) -> Answer:
    return Answer(
        json.dumps([each.to_json() for each in server.seen]).encode(),
        headers={"Content-Type": "application/json"},
    )


def _form(server: TroubleServer, request: Request) -> Answer:
    """Two pages of required fields, then a thank-you.

    A page comes back with its errors until it is right.
    """
    step = request.fields.get("step", "1")
    if request.method == "GET":
        return server.page("form", fields={}, errors={}, step="1")
    errors = {
        name: "This field is required."
        for name in REQUIRED[step]
        if not request.fields.get(name, "").strip()
    }
    if step == "2" and "email" not in errors and "@" not in request.fields["email"]:
        errors["email"] = "Enter a valid e-mail address."
    if errors or step == "1":
        return server.page(
            "form", fields=request.fields, errors=errors, step=step if errors else "2"
        )
    return server.page("form", fields=request.fields, errors={}, step="done")


ROUTES: dict[str, Callable[[TroubleServer, Request], Answer | None]] = {
    "as-bytes": _as("application/octet-stream"),
    "as-text": _as("text/plain"),
    "basic-auth": _basic_auth,
    "big": _big,
    "broken": _broken,
    "cut-off": _cut_off,
    "drop": _drop,
    "file": _download,
    "form": _form,
    "hang": _hang,
    "redirect-loop": _redirect_loop,
    "redirect-off-host": _redirect_off_host,
    "requests": _requests,
    "slow": _slow,
}
