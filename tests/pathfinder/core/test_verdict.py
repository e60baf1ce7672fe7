"""What a verdict means to a shell, and whom it blames."""

import pytest

from pathfinder.core.errors import Blame, BrowserDied
from pathfinder.core.verdict import CLAIMS, PROVEN, Status, Verdict

CODES = {
    "success": 0,
    "passed": 0,
    "healed": 0,
    "crawled": 0,
    "failed": 1,
    "stuck": 1,
    "likely": 3,
    "expired": 3,
    "inconclusive": 3,
}


@pytest.mark.parametrize("status", Status)
def test_every_status_has_the_exit_code_of_the_documentation(status: Status) -> None:
    assert Verdict(status, "so").exit_code() == CODES[status]


def test_strict_lets_no_healed_run_pass() -> None:
    codes = {status.value: Verdict(status, "so").exit_code(strict=True) for status in Status}
    assert codes == {**CODES, "healed": 1}


def test_only_what_is_proven_is_a_success_and_a_crawl_claims_nothing() -> None:
    assert {status for status in Status if CODES[status] == 0} == PROVEN | {Status.CRAWLED}
    assert Status.CRAWLED not in CLAIMS
    assert {Status.LIKELY} == CLAIMS - PROVEN


def test_an_error_is_no_verdict_on_the_site() -> None:
    verdict = Verdict.blaming(BrowserDied("it is gone"))
    assert (verdict.status, verdict.blame is Blame.SITE, verdict.exit_code()) == (
        "inconclusive",
        False,
        3,
    )
