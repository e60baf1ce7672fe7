"""The script that settles thresholds on decision sets."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.thresholds import (
    LINES,
    Line,
    chosen,
    deletions,
    settled,
    surveyed,
    unlearned,
    weighed,
    with_done,
    with_weights,
    written,
)
from pathfinder.agents.models.adapters import parted
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import SHIPPED, read_thresholds
from pathfinder.core.errors import UsageError
from pathfinder.systems.explore.signs import Signs
from pathfinder_bench.decisions.scoring import Scored
from pathfinder_bench.decisions.sets import FOLDER, known_sets, read_set

DONE = Line("done", "done", "done")
OURS = Path(__file__).parents[2] / FOLDER


def decisions(app, no, yes, *, kind="done"):
    """Scores of what is not done, and of what is."""
    return [
        Scored("done", app, str(score), True, label, score, kind=kind)
        for label, scores in ((False, no), (True, yes))
        for score in scores
    ]


def test_nothing_is_settled_on_what_a_model_was_trained_on():
    adapted, plain = EMBEDDED_DEFAULT, parted(EMBEDDED_DEFAULT)[0]
    assert len(unlearned(OURS, plain)) == len(known_sets(OURS))
    with pytest.raises(UsageError, match="was trained on all of these; name others by --folder"):
        unlearned(OURS, adapted)
    left = {each.labels.app for each in unlearned(OURS / "untrained", adapted)}
    assert {"calibreweb", "hoteldruid", "piccolo", "tryton"} < left
    assert not left & {"oscar", "trac"}


def test_a_threshold_lies_between_what_is_not_and_what_is():
    found = settled(
        DONE, decisions("one", [-3, -2, -1], [1, 2, 3]) + decisions("two", [-3, 0, -2], [2, 4, 2])
    )
    assert (found.value, found.count, found.apps) == (0.5, 12, 2)
    # On the second's decisions alone 1 is settled, and one of the first scores no more.
    assert (found.right, found.false, found.missed) == (11, 0, 1)


def test_left_out_applications_are_judged_by_what_the_others_say():
    other = decisions("two", [4, 5, 6], [8, 9, 10])
    found = settled(DONE, decisions("one", [-6, -5, -4], [0, 1, 2]) + other)
    # By the second's threshold nothing of the first is done, by the first's all of the second.
    assert (found.false, found.missed) == (3, 3)


def test_a_dear_mistake_is_avoided():
    mixed = decisions("one", [-2, -1, 1.5], [1, 2, 3]) + decisions("two", [-2, -1, 0], [1, 2, 3])
    cheap = settled(DONE, mixed)
    dear = settled(Line("done", "done", "done", false=5.0), mixed)
    assert (cheap.value, dear.value) == (0.5, 1.75)


@pytest.mark.parametrize(
    "some",
    [
        decisions("one", [-1] * 10, [1] * 10),
        decisions("one", [-1, -2], [1]) + decisions("two", [-1], [2]),
        decisions("one", [], [1] * 10) + decisions("two", [], [2] * 10),
        decisions("one", [-1] * 9, [1] * 9, kind="answer") + decisions("two", [-1], [1]),
    ],
    ids=["one application", "too few", "of one label", "of another kind"],
)
def test_too_little_settles_nothing(some):
    assert settled(DONE, some) is None


def test_the_file_stays_a_file_of_thresholds(tmp_path):
    known = {file.stem: file.read_text(encoding="utf-8") for file in SHIPPED.glob("*.yaml")}
    found = settled(
        DONE, decisions("one", [-3, -2, -1], [1, 2, 3]) + decisions("two", [-3, 0, -2], [2, 4, 2])
    )
    file = tmp_path / "scripted.yaml"
    file.write_text(written(known["scripted"], [found]), encoding="utf-8")
    before, after = read_thresholds(SHIPPED / "scripted.yaml"), read_thresholds(file)
    assert after == before.model_copy(update={"done": 0.5})
    assert "# bench/decisions, 12 decisions of 2 applications" in file.read_text(encoding="utf-8")


def test_every_line_is_one_of_the_files():
    known = read_thresholds(SHIPPED / "strictest.yaml")
    assert [line.name for line in LINES if not hasattr(known, line.name)] == []


def signed(app):
    """Decisions in which a report tells what is done, and the model's word nothing."""
    return [
        Scored("done", app, f"{n}", True, done, 0.0, kind="done", signs=signs)
        for n in range(8)
        for done in (False, True)
        for signs in (Signs(n % 2, sent=1.0, reported=float(done)),)
    ]


def test_what_tells_weighs_most():
    both = weighed(signed("one") + signed("two"))
    assert both is not None
    weights, again = both
    assert weights.of["done_reported"] > 1
    assert abs(weights.of["done_asked"]) < 0.1
    assert all((one.score > 0) == one.label for one in again)
    assert weighed(signed("one")) is None


def test_the_weights_are_written_with_their_threshold():
    mixed = decisions("one", [-3, -2, -1], [1, 2, 3]) + decisions("two", [-3, 0, -2], [2, 4, 2])
    found, weights = with_done([settled(DONE, mixed)], signed("one") + signed("two"))
    assert (found[0].right, found[0].false, found[0].missed) == (32, 0, 0)
    told = Signs(0.5, sent=1.0, reported=0.5)
    file = read_thresholds(SHIPPED / "scripted.yaml").model_copy(update=weights.of)
    assert abs(told.weighed(file) - found[0].value) < 0.5
    text = with_weights("done_asked: 1\ndone_left: 0\n", {"done_left": -2.5})
    assert text == "done_asked: 1\ndone_left: -2.5\n"


def test_what_tells_the_right_page_weighs_most():
    """The words are right where the odds are even, the odds or what is asked where they are not."""
    page = ((1.0, 0.2, 0.0, 0.0), (1.0, 1.0, 0.0, 1.0), (-1.0, 0.9, 0.0, 0.0))
    other = ((2.0, 0.5, 0.0, 1.0), (-2.0, 0.6, 0.0, 0.0))
    form = ((0.5, 0.5, 1.0, 1.0), (0.5, 0.5, 0.0, 0.0))
    scored = [
        Scored("pages", app, f"{n}", True, among=among)
        for app in ("one", "two")
        for n, among in enumerate([page, other, form] * 4)
    ]
    found = surveyed(scored)
    assert found is not None
    assert (found.right, found.count) == (24, 24)
    assert min(found.of.values()) > 1
    assert surveyed([one for one in scored if one.app == "one"]) is None


def test_a_letter_that_says_nothing_weighs_nothing_in_a_choice():
    """The guide is right of what is known alike, what is known of what the guide says alike."""
    led = ((-0.1, -2.0, 0.5, 0.0), (-3.0, 2.0, 0.5, 1.0), (-2.0, -1.0, 0.0, 0.0))
    known = ((-2.0, 1.0, 2.0, 1.0), (-2.0, 1.0, 0.0, 0.0))
    scored = [
        Scored("choices", app, f"{n}", True, among=among)
        for app in ("one", "two")
        for n, among in enumerate([led, known] * 4)
    ]
    found = chosen(scored)
    assert found is not None
    assert (found.right, found.count) == (16, 16)
    assert found.of["choice_guide"] > 0.3
    assert found.of["choice_letter"] < 0.05
    assert chosen([replace(one, set="pages") for one in scored]) is None


def test_a_goal_asks_for_a_deletion_where_its_way_presses_what_deletes():
    asked = []

    def scores(prompt, choices):
        asked.append(prompt.messages[-1].content)
        return [-1.0, -3.0]

    model = ScriptedModel(scores=scores)
    scored = deletions(read_set(OURS, "demoshop_admin"), model)
    assert {one.name for one in scored if one.label} == {"lantern", "marta"}
    assert len(scored) == len(asked) > 5
    assert {one.score for one in scored} == {2.0}
    assert any('"Take the Paper Globe Lantern out of the shop"' in text for text in asked)
