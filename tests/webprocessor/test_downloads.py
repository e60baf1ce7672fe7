"""Downloads end at a size, whatever a site sends."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.webprocessor.downloads import DownloadCap, finished_in
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.webdriver import WebDriverBrowser

MEGABYTE = 2**20


class Endless(BaseHTTPRequestHandler):
    """A page with a link to a file that never ends."""

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path != "/file":
            body = b"<h1>Files</h1><a href=/file>The file</a>"
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Disposition", "attachment; filename=endless.bin")
        self.end_headers()
        try:
            while not self.server.over:  # type: ignore[attr-defined]
                self.wfile.write(bytes(MEGABYTE))
                time.sleep(0.01)
        except OSError:
            self.server.ended.set()  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Endless) as made:
        made.over, made.ended = False, threading.Event()  # type: ignore[attr-defined]
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        yield made
        made.over = True  # type: ignore[attr-defined]
        made.shutdown()


def until_noted(browser: WebDriverBrowser) -> list[str]:
    notes: list[str] = []
    deadline = time.monotonic() + 30
    while not notes and time.monotonic() < deadline:
        notes = browser.cap.notes() if browser.cap else []
        time.sleep(0.1)
    return notes


def test_a_file_without_end_is_cut_off_and_removed(
    server: ThreadingHTTPServer, tmp_path: Path
) -> None:
    host = f"127.0.0.1:{server.server_port}"
    browser = open_browser([host], downloads=tmp_path)
    try:
        assert browser.cap is not None
        assert browser.gateway is not None
        browser.cap.close()
        browser.cap = DownloadCap(
            tmp_path, browser.gateway.cut, most_file=8 * MEGABYTE, most_in_all=64 * MEGABYTE
        )
        browser.open(f"http://{host}/")
        scene = make_scene(browser.look())
        link = next(e.uid for e in scene.actionable if e.name == "The file")
        result = browser.perform(Action(Kind.CLICK, link), scene)
        noted = [note for note in result.notes if "stopped" in note] or until_noted(browser)
        assert noted == ["download stopped: a file may have 8 MB"]
        assert server.ended.wait(10)  # type: ignore[attr-defined]
        assert browser.open(f"http://{host}/").ok
    finally:
        browser.close()
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 8 * MEGABYTE


def test_a_file_that_gets_another_name_meanwhile_is_removed_and_said_once(tmp_path: Path) -> None:
    hidden, named = tmp_path / ".org.chromium.Chromium.d3xKl2", tmp_path / "endless.bin.crdownload"
    hidden.write_bytes(bytes(3 * MEGABYTE))

    def cut() -> None:
        if hidden.exists():
            hidden.rename(named)

    cap = DownloadCap(tmp_path, cut, most_file=2 * MEGABYTE)
    deadline = time.monotonic() + 10
    while (named.exists() or hidden.exists()) and time.monotonic() < deadline:
        time.sleep(0.01)
    cap.close()
    assert cap.notes() == ["download stopped: a file may have 2 MB"]
    assert list(tmp_path.iterdir()) == []


def test_many_files_end_at_what_all_may_have(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.bin").write_bytes(bytes(MEGABYTE))
    cap = DownloadCap(tmp_path, lambda: None, most_file=2 * MEGABYTE, most_in_all=3 * MEGABYTE)
    deadline = time.monotonic() + 10
    while len(list(tmp_path.iterdir())) > 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    cap.close()
    assert len(list(tmp_path.iterdir())) == 3
    assert cap.notes() == ["download stopped: all downloads may have 3 MB"] * 2


@pytest.mark.parametrize(
    ("name", "arriving"),
    [
        ("endless.bin", False),
        ("endless.bin.crdownload", True),
        ("endless.bin.part", True),
        (".org.chromium.Chromium.d3xKl2", True),
    ],
)
def test_a_file_that_is_still_arriving_is_cut_off_under_each_of_its_names(
    name: str, arriving: bool, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(bytes(2 * MEGABYTE))
    assert finished_in(tmp_path) == (frozenset() if arriving else {name})
    cut = threading.Event()
    cap = DownloadCap(tmp_path, cut.set, most_file=MEGABYTE)
    deadline = time.monotonic() + 10
    while (tmp_path / name).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    cap.close()
    assert cut.is_set() is arriving


def test_a_browser_without_a_folder_keeps_no_file(
    server: ThreadingHTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    host = f"127.0.0.1:{server.server_port}"
    browser = open_browser([host])
    try:
        browser.open(f"http://{host}/")
        scene = make_scene(browser.look())
        link = next(e.uid for e in scene.actionable if e.name == "The file")
        browser.perform(Action(Kind.CLICK, link), scene)
        assert server.ended.wait(10)  # type: ignore[attr-defined]
    finally:
        browser.close()
    assert [file for file in tmp_path.rglob("*") if "endless" in file.name] == []


class Calendar(BaseHTTPRequestHandler):
    """A page that leads to a file."""

    def do_GET(self) -> None:
        is_file = self.path == "/dates.ics"
        body = b"BEGIN:VCALENDAR" if is_file else b"<a href=/dates.ics>Dates</a>"
        self.send_response(200)
        self.send_header("Content-Type", "text/calendar" if is_file else "text/html")
        if is_file:
            self.send_header("Content-Disposition", "attachment; filename=dates.ics")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_no_file_is_kept_unasked_in_any_tab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of what is looked at beside the page, nor after that."""
    monkeypatch.chdir(tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), Calendar) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        host = f"127.0.0.1:{server.server_port}"
        browser = open_browser([host])
        try:
            browser.open(f"http://{host}/")
            browser.peek(f"http://{host}/dates.ics")
            browser.open(f"http://{host}/dates.ics")
        finally:
            browser.close()
            server.shutdown()
    assert list(tmp_path.iterdir()) == []
