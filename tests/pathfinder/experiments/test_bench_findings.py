"""The benchmark of findings: what counts as found, what is kept, and a run on the real shop."""

import json
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder_bench.findings import Campaign, Found, Trial, as_markdown, rows, summed_up, trials
from pathfinder_demoshop.faults.known import fault_called

FAULT = "payment-breaks-down"
USUAL = ("slow page", "warning", "the server took 3.1 s to answer")
NEW = ("failed request", "error", "POST /checkout/payment: 500")


class Played(Campaign):
    """A campaign whose sessions are not played."""

    def _play(self, trial: Trial) -> Found:
        trouble = "no end" if trial == Trial(FAULT, "crawl") else ""
        return Found(trial, "passed", (USUAL,), 1.0, "there", trouble)


def test_what_has_ended_is_not_played_again_and_what_has_no_result_is(tmp_path: Path) -> None:
    wanted = trials([FAULT])
    assert len(list(Played(tmp_path).run(wanted, workers=2))) == 4
    assert [found.trial for found in Played(tmp_path).run(wanted)] == [Trial(FAULT, "crawl")]
    assert {found.trial for found in Campaign(tmp_path).results()} == set(wanted) - {
        Trial(FAULT, "crawl")
    }


def test_a_fault_is_found_by_what_the_healthy_shop_does_not_have() -> None:
    found = [
        Found(Trial("", "crawl"), "crawled", (USUAL,)),
        Found(Trial("", "replay"), "passed"),
        Found(Trial(FAULT, "crawl"), "crawled", (USUAL,)),
        Found(Trial(FAULT, "replay"), "failed", (USUAL, NEW)),
    ]
    healthy, faulty = table = rows(found, [fault_called(FAULT)])
    assert healthy.crawl == ("warning: slow page: the server took 3.1 s to answer",)
    assert faulty.crawl == ()
    assert faulty.replay == (*healthy.crawl, "error: failed request: POST /checkout/payment: 500")
    assert faulty.is_found
    assert faulty.failed
    assert summed_up(table) == (
        "1 of 1 faults are found: 0 by the crawl, 1 by the replay; the replay fails on 1"
    )


def test_what_was_not_tried_is_said_in_the_table() -> None:
    text = as_markdown(rows([Found(Trial("", "crawl"), "crawled")], []))
    assert "| none | – | – | not tried | – |" in text


@pytest.mark.long
def test_a_payment_that_breaks_down_is_found_by_a_replay(tmp_path, capsys) -> None:
    out = ["--out", str(tmp_path / "out"), "--markdown", str(tmp_path / "table.md"), "--json"]
    assert run(["bench", "findings", "--fault", FAULT, "--way", "replay", *out]) == 0
    table = {row["fault"]: row for row in json.loads(capsys.readouterr().out)}
    assert table["none"]["replay"] == []
    assert table[FAULT]["replay"] == ["error: failed request: POST /checkout/payment: 500"]
    assert "POST /checkout/payment: 500" in (tmp_path / "table.md").read_text(encoding="utf-8")
    assert run(["bench", "findings", "--way", "guess", "--out", str(tmp_path)]) == 2
