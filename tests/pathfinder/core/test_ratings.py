from pathlib import Path

from pathfinder.core.events import Rated
from pathfinder.core.ratings import FILE, WITHDRAWN, add_rating, read_ratings
from tests.fakes.journals import lines


def test_a_rating_is_a_journal_event_with_rater_and_time(tmp_path: Path) -> None:
    kept = add_rating(
        tmp_path, Rated(rater="Ann", label="TP", comment="the order is there", blind=True)
    )
    [event] = lines(tmp_path / FILE)
    assert event == {
        "event": "rating",
        "time": kept.time,
        "rater": "Ann",
        "label": "TP",
        "comment": "the order is there",
        "blind": True,
    }
    assert kept.time > 0
    assert read_ratings(tmp_path).by_rater == {"Ann": kept}


def test_the_last_word_of_each_rater_counts(tmp_path: Path) -> None:
    for rater, label in (("Ann", "TP"), ("Ben", "FP"), ("Ann", "FN")):
        add_rating(tmp_path, Rated(rater=rater, label=label))
    found = read_ratings(tmp_path)
    assert {name: rating.label for name, rating in found.by_rater.items()} == {
        "Ann": "FN",
        "Ben": "FP",
    }
    assert found.label_of("Ben") == "FP"
    assert found.agreed == ""
    assert len(lines(tmp_path / FILE)) == 3


def test_a_withdrawn_rating_is_none(tmp_path: Path) -> None:
    add_rating(tmp_path, Rated(rater="Ann", label="TP"))
    add_rating(tmp_path, Rated(rater="Ben", label="TN"))
    add_rating(tmp_path, Rated(rater="Ann", label=WITHDRAWN))
    found = read_ratings(tmp_path)
    assert list(found.by_rater) == ["Ben"]
    assert found.agreed == "TN"


def test_a_line_cut_off_by_a_kill_takes_no_other_rating_with_it(tmp_path: Path) -> None:
    add_rating(tmp_path, Rated(rater="Ann", label="TP"))
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write('{"event": "rating", "rater": "Ben", "la')
    add_rating(tmp_path, Rated(rater="Cem", label="FP"))
    found = read_ratings(tmp_path)
    assert list(found.by_rater) == ["Ann", "Cem"]
    assert found.unreadable == 1


def test_what_is_no_rating_is_counted(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '[1]\n{"event": "rating", "rater": "Ann", "label": "maybe"}\n{"event": "look"}\n',
        encoding="utf-8",
    )
    assert read_ratings(tmp_path).unreadable == 3


def test_without_a_file_nobody_rated(tmp_path: Path) -> None:
    assert read_ratings(tmp_path).by_rater == {}
