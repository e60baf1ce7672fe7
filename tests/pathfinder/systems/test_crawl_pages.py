"""A crawl in a browser: the demo shop, which is well, and a page that is not."""

from pathlib import Path

from pathfinder.cli.app import run
from pathfinder.core import events
from pathfinder.core.journal import read_journal
from tests.fakes.served_pages import served_pages

ILL = """
<h1>Ill</h1>
<a href="/gone">Offers</a> <button>Subscribe</button>
<button onclick="missing()">Count</button>
"""


def crawled(tmp_path: Path, *words: str) -> tuple[int, list[events.Event]]:
    """Crawl, and return the exit code and what was written down."""
    out = tmp_path / "runs"
    code = run(["explore", "--goal", "", *words, "--out", str(out), "--fail-on", "warning"])
    [session] = out.iterdir()
    return code, list(read_journal(session))


def test_nothing_is_found_in_a_shop_that_is_well(tmp_path):
    code, written = crawled(tmp_path, "--site", "demo", "--max-steps", "25")
    assert not [event for event in written if isinstance(event, events.Finding)]
    [coverage] = [event for event in written if isinstance(event, events.Coverage)]
    assert coverage.pages > 5
    assert coverage.forms_tried > 0
    assert code == 0


def test_what_is_wrong_is_found_and_fails_the_run(tmp_path):
    with served_pages({"/": ILL}) as url:
        code, written = crawled(tmp_path, "--url", url, "--max-steps", "8")
    kinds = {event.kind for event in written if isinstance(event, events.Finding)}
    assert {"broken link", "control does nothing", "exception"} <= kinds
    assert code == 1
