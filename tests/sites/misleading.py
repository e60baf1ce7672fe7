"""A loopback site with one form and one answer, for claims that are not so.

What the answer says, each test chooses.

    with running_answer("Thank you for signing up to our newsletter!") as site:
        browser.open(site.url)

`GET /truth/<name>` answers with what the site holds: an empty list, unless the test says otherwise.
"""

import html
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

_PAGE = '<!doctype html><html lang="en"><title>Shop</title><h1>{heading}</h1>{body}</html>'
_FORM = (
    '<form method="post" action="/{n}" novalidate>'
    '<label>Email <input name="email" type="email" required></label><button>{press}</button></form>'
)


@dataclass(frozen=True)
class Answering:
    """What the site says to a form that was sent; `{sent}` is what it held.

    first: Said on the first page already.
    """

    says: str
    first: str = ""
    press: str = "Send"
    truth: Mapping[str, list[object]] = field(default_factory=dict)
    truth_after: Mapping[str, list[object]] | None = None


@dataclass(frozen=True)
class Running:
    """The site as it runs. asked: The truth paths that were asked for, in order."""

    url: str
    asked: list[str]


@contextmanager
def running_answer(site: Answering) -> Iterator[Running]:
    """The site, on a free port."""
    asked: list[str] = []
    sent: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/truth/"):
                name = self.path.removeprefix("/truth/")
                asked.append(name)
                told = site.truth_after if sent and site.truth_after is not None else site.truth
                self._give(json.dumps(told.get(name, [])), "application/json")
            else:
                self._page("Welcome", f"<p>{html.escape(site.first)}</p>")

        def do_POST(self) -> None:
            fields = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            sent.append(fields.get("email", ""))
            told = html.escape(site.says.replace("{sent}", sent[-1]))
            self._page(f"Page {len(sent)}", f'<p role="status">{told}</p>')

        def _page(self, heading: str, above: str) -> None:
            form = _FORM.format(n=len(sent), press=site.press)
            self._give(_PAGE.format(heading=heading, body=above + form), "text/html; charset=utf-8")

        def _give(self, text: str, kind: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Running(f"http://127.0.0.1:{server.server_port}/", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
