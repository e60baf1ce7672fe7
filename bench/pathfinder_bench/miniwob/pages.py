"""The pages of the package `miniwob`, served on loopback an episode each.

What a page says of its reward leaves it by a request when its first episode ends. The engine that
is measured sees none of that.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pathfinder.core.errors import UsageError

_BEGIN = Path(__file__).with_name("begin.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Ending:
    """How an episode ended. raw: The page's reward without its deduction for time."""

    raw: float
    reason: str


@dataclass
class Episode:
    """A task with its seed, on a page of its own.

    utterance: What the page asks for; empty until the page was opened.
    ending: What the page said when it ended first; None while it has not.
    """

    task: str
    seed: int
    url: str = ""
    utterance: str = ""
    ending: Ending | None = None

    @property
    def ended(self) -> bool:
        """Whether the page has given its reward."""
        return self.ending is not None

    @property
    def raw(self) -> float:
        """The reward; none was earned in an episode that nobody ended."""
        return self.ending.raw if self.ending else 0.0


@dataclass
class Pages:
    """Serves the tasks' pages. address: "http://127.0.0.1:PORT"."""

    address: str
    episodes: list[Episode] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def episode(self, task: str, seed: int) -> Episode:
        """A page for a task and its seed; opened again, it begins anew, but its reward stands."""
        with self._lock:
            url = f"{self.address}/miniwob/page-{len(self.episodes)}.html"
            made = Episode(task, seed, url)
            self.episodes.append(made)
        return made

    def called(self, path: str) -> Episode | None:
        """The episode whose page this path is."""
        name = path.removeprefix("/miniwob/page-").removesuffix(".html")
        known = name.isdigit() and int(name) < len(self.episodes)
        return self.episodes[int(name)] if known else None


class _Handler(SimpleHTTPRequestHandler):
    pages: Pages

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        if url.path == "/told":
            self._hear({key: values[-1] for key, values in parse_qs(url.query).items()})
            self._answer(b"", "text/plain")
        elif episode := self.pages.called(url.path):
            html = Path(self.directory, "miniwob", f"{episode.task}.html")
            self._answer(_with_start(html.read_text(encoding="utf-8"), episode), "text/html")
        else:
            super().do_GET()

    def _hear(self, told: dict[str, str]) -> None:
        episode = self.pages.called(told.get("page", ""))
        if episode is None:
            return
        episode.utterance = episode.utterance or told.get("utterance", "")
        if "raw" in told and episode.ending is None:
            episode.ending = Ending(float(told["raw"]), told.get("reason", ""))

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def _with_start(html: str, episode: Episode) -> bytes:
    page = urlsplit(episode.url).path
    script = f"<script>({_BEGIN})({json.dumps(page)}, {episode.seed})</script>"
    head, closing, rest = html.rpartition("</body>")
    return (f"{head}{script}{closing}{rest}" if closing else html + script).encode()


def html_folder() -> Path:
    """Where the package keeps its pages; the package itself is not imported.

    Raises:
        UsageError: It is not installed.
    """
    spec = find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(
            "the pages are not installed; run: pip install --no-deps miniwob "
            "(or: pip install 'pathfinder-demoshop[miniwob]')"
        )
    return Path(spec.submodule_search_locations[0]) / "html"


@contextmanager
def served() -> Iterator[Pages]:
    """Serve the pages while the block runs.

    Raises:
        UsageError: The package is not installed.
    """
    folder = html_folder()
    pages = Pages("")
    handler = type("Handler", (_Handler,), {"pages": pages})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        pages.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield pages
        finally:
            server.shutdown()
            thread.join()
