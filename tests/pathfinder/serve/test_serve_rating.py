from collections.abc import Callable
from pathlib import Path

import pytest
from serve_person import Person
from serve_sessions import write_session

from pathfinder.core.events import Rated
from pathfinder.core.ratings import add_rating, read_ratings
from pathfinder.serve.summary import key_of
from tests.fakes.journals import lines

Someone = Callable[..., Person]
T1, T2, T3 = (f"plan/trials/t{n}" for n in (1, 2, 3))


def test_a_rating_is_written_down_beside_the_journal(runs: Path, person: Someone) -> None:
    journal = (runs / T1 / "journal.jsonl").read_bytes()
    person("Ann").rate(T1, "TP", "the order\nis there")
    [event] = lines(runs / T1 / "ratings.jsonl")
    assert {
        "event": "rating",
        "rater": "Ann",
        "label": "TP",
        "comment": "the order\nis there",
        "blind": False,
    }.items() <= event.items()
    assert event["time"] > 1_700_000_000
    assert (runs / T1 / "journal.jsonl").read_bytes() == journal


def test_after_a_rating_comes_the_next_session_of_the_filter(person: Someone) -> None:
    ann = person("Ann")
    page = ann.rate(T3, "FN", query="verdict=expired")
    assert "Every session that passes the filter is rated." in page
    page = ann.rate("alone", "FP", query="rated=unrated")
    assert f'action="/session/{key_of(T2)}/rating?rated=unrated"' in page
    assert f'href="/session/{key_of("alone")}?rated=unrated" data-key="b"' in page


def test_all_of_it_can_be_rated_one_after_the_other(runs: Path, person: Someone) -> None:
    ann = person("Ann")
    page = ann.see("/next?")
    for _ in range(4):
        action = page.partition('action="/session/')[2].partition("/rating")[0]
        label = "TP" if "it said success" in page else "TN"
        page = ann.send(f"/session/{action}/rating?", label=label)
    assert "Every session is rated." in page
    assert [read_ratings(runs / name).label_of("Ann") for name in (T1, T2, T3, "alone")] == [
        "TP",
        "TN",
        "TN",
        "TP",
    ]


def test_what_is_likely_is_a_verdict_of_its_own_and_is_rated_as_a_claim(
    runs: Path, person: Someone
) -> None:
    write_session(runs / "perhaps", status="likely")
    ann = person("Ann")
    assert "likely (1)" in ann.see("/")
    assert key_of("perhaps") in ann.see("/?verdict=likely")
    assert key_of(T1) not in ann.see("/?verdict=likely")
    assert "a model said that it is likely" in ann.see(f"/session/{key_of('perhaps')}")
    ann.rate("perhaps", "FP")
    assert read_ratings(runs / "perhaps").label_of("Ann") == "FP"


def test_a_rating_can_be_changed_and_withdrawn(runs: Path, person: Someone) -> None:
    ann = person("Ann")
    ann.rate(T1, "TP")
    ann.rate(T1, "FP")
    assert read_ratings(runs / T1).label_of("Ann") == "FP"
    page = ann.rate(T1, "withdraw")
    assert read_ratings(runs / T1).by_rater == {}
    assert f"/session/{key_of(T1)}/rating" in page
    assert len(lines(runs / T1 / "ratings.jsonl")) == 3


@pytest.mark.parametrize(
    ("name", "label", "status", "said"),
    [
        (T1, "TN", 400, "This session said success: it can only be TP or FP."),
        (T2, "TP", 400, "This session did not say success: it can only be TN or FN."),
        (T1, "XX", 400, "There is no label &#39;XX&#39;; choose from TP, FP, TN, FN."),
        ("now", "FN", 409, "This session is still running"),
    ],
)
def test_a_rating_that_can_not_be_is_refused(
    runs: Path, person: Someone, name: str, label: str, status: int, said: str
) -> None:
    write_session(runs / "now", ended=False)
    assert said in person("Ann").rate(name, label, status=status)
    assert not (runs / name / "ratings.jsonl").exists()


def test_who_rates_has_to_have_a_name(runs: Path, person: Someone) -> None:
    nobody = person()
    assert "say who you are" in nobody.see(f"/session/{key_of(T1)}")
    nobody.see("/")
    assert "Say who rates" in nobody.rate(T1, "TP", status=400)


def test_a_name_is_one_line_and_stays_text(person: Someone) -> None:
    visitor = person("  <b>Ann\n\x07 of   Ghent</b>  ")
    assert 'value="&lt;b&gt;Ann of Ghent&lt;/b&gt;"' in visitor.see("/")


def test_others_ratings_are_shown_after_ones_own(runs: Path, person: Someone) -> None:
    add_rating(runs / T1, Rated(rater="Ben", label="FP", comment="no order number"))
    ann = person("Ann")
    page = ann.see(f"/session/{key_of(T1)}")
    assert "no order number" not in page
    assert "1 person has rated this session, and the site’s own truth check is known" in page
    ann.rate(T1, "TP", "I saw it")
    page = ann.see(f"/session/{key_of(T1)}")
    for words in ("Ben", "no order number", "I saw it", "truth check says"):
        assert words in page


def test_two_raters_and_their_kappa(runs: Path, person: Someone) -> None:
    """By hand: TP TP, TN TN, FN TN, TP FP: equal 2 of 4; by chance (2·1 + 1·2) / 16 = 0.25.

    Kappa (0.5 - 0.25) / 0.75 = 0.33.
    """
    ratings = {T1: ("TP", "TP"), T2: ("TN", "TN"), T3: ("FN", "TN"), "alone": ("TP", "FP")}
    ann = person("Ann")
    ben = person("Ben", beside=ann)
    for name, (first, second) in ratings.items():
        ann.rate(name, first)
        ben.rate(name, second)
    page = ann.see("/agreement")
    assert "<b>0.33</b><span>Cohen’s κ of the four labels</span><small>fair" in page
    assert "2 sessions they see differently" in page
    assert "Ann and truth check" in page
    assert 'href="/session/' + key_of("alone") in page


def test_without_ratings_the_page_on_raters_says_so(person: Someone) -> None:
    assert "Nobody has rated yet." in person().see("/agreement")


def test_a_comment_stays_text(runs: Path, person: Someone) -> None:
    ann = person("Ann")
    ann.rate(T1, "TP", "</textarea><script>alert(1)</script>")
    assert "<script>alert(1)" not in ann.see(f"/session/{key_of(T1)}")
