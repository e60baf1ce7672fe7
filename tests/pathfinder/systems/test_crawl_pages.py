"""A crawl in a browser: the demo shop, which is well, and a page that is not."""

from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core import events
from pathfinder.core.journal import read_journal
from pathfinder.systems.crawl.kept import read_kept
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


@pytest.mark.long
def test_nothing_is_found_in_a_shop_that_is_well(tmp_path):
    code, written = crawled(tmp_path, "--site", "demo", "--max-steps", "18")
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


@pytest.mark.long
def test_a_crawl_is_gone_on_with(tmp_path, capsys):
    first, second = tmp_path / "first", tmp_path / "second"
    words = ["explore", "--goal", "", "--max-steps", "5"]
    assert run([*words, "--site", "demo", "--out", str(first)]) == 0
    [session] = first.iterdir()
    before = read_kept(session)
    assert run([*words, "--resume", str(session), "--out", str(second)]) == 0
    [session] = second.iterdir()
    after = read_kept(session)
    assert set(before.coverage.done) < set(after.coverage.done)
    assert len(after.states) > len(before.states)
    assert [state.id for state in after.states][: len(before.states)] == [
        state.id for state in before.states
    ]


def test_only_a_crawl_of_the_same_site_is_gone_on_with(tmp_path, capsys):
    resume = ["--resume", str(tmp_path)]
    assert run(["explore", "--goal", "", *resume]) == 2
    assert "there is no crawl.json here" in capsys.readouterr().err
    (tmp_path / "crawl.json").write_text('{"site": "demo", "url": "http://127.0.0.1:8600/"}')
    assert run(["explore", "--goal", "buy", *resume]) == 2
    assert "only a crawl can be gone on with" in capsys.readouterr().err
    assert run(["explore", "--goal", "", "--site", "demo-empty", *resume]) == 2
    assert "a crawl of demo, not of demo-empty" in capsys.readouterr().err
