import io
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from pathfinder.cli.app import run
from pathfinder.cli.explore import carry_out
from pathfinder.core import events
from pathfinder.core.errors import Blame, Interrupted
from pathfinder.core.verdict import Status, Verdict
from pathfinder.session.request import Request

REQUEST = Request("find help", site="demo", out=Path("runs"))
SESSION = events.Session(
    session="one",
    task=events.TaskFacts(goal="find help", site="demo", url="http://127.0.0.1/"),
)
STUCK = Verdict(
    Status.STUCK,
    "the site says so",
    "No help today",
    by="oracle",
    blame=Blame.SITE,
    steps=3,
    seconds=1.5,
)


@pytest.fixture
def console():
    return Console(file=io.StringIO(), width=120)


def ends_stuck(request, on_event):
    on_event(SESSION)
    on_event(events.Verdict(**STUCK.to_json()))
    return STUCK


def test_the_exit_code_is_the_verdicts_and_the_report_is_named(console):
    assert carry_out(REQUEST, ends_stuck, console, as_json=False) == 1
    said = console.file.getvalue()
    assert "No help today" in said
    assert "runs/one/report.html" in said


def test_json_is_one_line_on_stdout(console, capsys):
    carry_out(REQUEST, ends_stuck, console, as_json=True)
    verdict = json.loads(capsys.readouterr().out)
    assert verdict == {**STUCK.to_json(), "session": "runs/one", "findings": []}


def test_ctrl_c_says_where_the_journal_is(console):
    def interrupted(request, on_event):
        on_event(SESSION)
        raise KeyboardInterrupt

    with pytest.raises(
        Interrupted, match=r"^interrupted; its journal is kept in runs/one$"
    ) as caught:
        carry_out(REQUEST, interrupted, console, as_json=False)
    assert caught.value.exit_code == 130


def test_ctrl_c_before_the_session_says_so(console):
    def interrupted(request, on_event):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="before the session began"):
        carry_out(REQUEST, interrupted, console, as_json=False)


class TwoPages(BaseHTTPRequestHandler):
    """A page with one link, and what it leads to."""

    def do_GET(self) -> None:
        body = (
            "<h1>How can we help?</h1>"
            if self.path == "/help"
            else '<h1>Welcome</h1><a href="/help">Help</a>'
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<title>Two pages</title>{body}".encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site():
    with ThreadingHTTPServer(("127.0.0.1", 0), TwoPages) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_session_from_the_command_line_to_the_report(site, tmp_path, capsys):
    reading = {"parts": ["find help"], "values": [], "asks": ""}
    (tmp_path / "replies.json").write_text(json.dumps([reading]))
    model = f"scripted/{tmp_path / 'replies.json'}"
    words = [
        "explore",
        "--goal",
        "find help",
        "--url",
        site,
        "--success",
        "text present How can we help",
        "--json",
    ]
    code = run([*words, "--model", model, "--out", str(tmp_path / "runs")])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    verdict = json.loads(printed.out)
    assert (verdict["status"], verdict["evidence"], verdict["by"]) == (
        "success",
        "How can we help?",
        "condition",
    )
    session = Path(verdict["session"])
    assert (session / "report.html").is_file()
    assert json.loads((session / "verdict.json").read_text())["status"] == "success"
    assert run(["report", str(session)]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--site", "dmeo"], "sites.yaml: site 'dmeo' is not known; did you mean 'demo'?"),
        (
            ["--site", "demo", "--persona", "alx"],
            "persona 'alx' is not known; did you mean 'alex'?",
        ),
        (["--site", "demo", "--sites", "broken.yaml"], "broken.yaml:2: not YAML: "),
        (
            ["--site", "demo", "--sites", "nowhere.yaml"],
            "nowhere.yaml: can't be read (No such file or directory)",
        ),
        (
            ["--site", "demo", "--without", "gaurds"],
            "--without gaurds: there is no such guard; choose from guards, ",
        ),
        (
            ["--site", "demo", "--success", "it works"],
            "condition 'it works' is not understood; write one of: ",
        ),
        (["--url", "ftp://x"], "--url: 'ftp://x' is not a web address"),
        (
            ["--url", "http://127.0.0.1:9999", "--out", "broken.yaml"],
            "can't write here (Not a directory); choose another folder with --out",
        ),
        (
            ["--url", "http://127.0.0.1:9999", "--model", "embedded/nope"],
            "embedded model 'nope' is not known",
        ),
    ],
)
def test_what_cant_be_done_as_asked_is_one_line_and_exit_2(
    words, said, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("broken.yaml").write_text("demo:\n url: [\n")
    Path("replies.json").write_text('["not asked"]')
    assert run(["explore", "--goal", "find help", "--model", "scripted/replies.json", *words]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert not Path("runs").exists()


def test_a_site_that_does_not_answer_is_no_verdict_and_blamed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("replies.json").write_text('["not asked"]')
    assert (
        run(
            [
                "explore",
                "--goal",
                "find help",
                "--url",
                "http://127.0.0.1:9999",
                "--model",
                "scripted/replies.json",
            ]
        )
        == 3
    )
    printed = capsys.readouterr().out
    assert "http://127.0.0.1:9999 does not answer" in printed
    assert "blame: site" in printed
