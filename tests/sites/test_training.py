"""What an adapter is trained on: the questions of the decision sets, with their right answers."""

import random
from pathlib import Path

import pytest

from bench.training.questions import Questioner
from pathfinder.agents.models.scripted import ruled
from pathfinder_bench.decisions.labelling import record
from pathfinder_bench.decisions.sets import FOLDER, Recorded, read_set
from pathfinder_bench.sites.contract import load_app

NOTES = Path(__file__).parent / "apps/notes"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    app, home = load_app(NOTES), tmp_path_factory.mktemp("homes") / "notes"
    app.code.install(home)
    recorded = record(app, home, say=lambda walk: None)
    said: list[str] = []
    questioner = Questioner(recorded, random.Random(1))
    questioner.ask_all(ruled([], []), said.append)
    assert said == []
    return questioner.lines


def of(asked, agent, of_set):
    return [one for one in asked if (one["agent"], one["set"]) == (agent, of_set)]


@pytest.fixture
def steps(asked):
    """Each candidate's words, and whether it is right."""
    return {
        one["messages"][-1][1].partition("Next step: ")[2].partition("\n")[0]: one["right"] == [0]
        for one in of(asked, "Guide", "choices")
    }


@pytest.mark.long
def test_each_candidate_is_asked_about_and_what_leads_on_is_right(steps):
    """The form, and the box of it that the known way ticks."""
    assert [right for step, right in steps.items() if 'press "Add"' in step] == [True]
    assert [right for step, right in steps.items() if "Urgent" in step] == [True]


def test_what_leads_elsewhere_is_wrong():
    books = read_set(FOLDER, "hledger")
    [first, *_] = books.labels.choices
    alone = {"choices": (first,), "walks": {first.walk: books.labels.walks[first.walk]}}
    none = {name: () for name in ("progress", "done", "refusals", "fields")}
    one = Recorded(books.labels.model_copy(update={**none, **alone}), books.pages)
    questioner = Questioner(one, random.Random(1))
    questioner.ask_all(ruled([], []), print)
    rights = [each["right"] for each in of(questioner.lines, "Guide", "choices")]
    assert rights.count([0]) == 1
    assert rights.count([1]) > 4
    pages = [each["right"] for each in of(questioner.lines, "Finder", "pages")]
    assert [0] in pages
    assert [1] in pages


@pytest.mark.long
def test_the_letters_that_are_right_stand_before_what_leads_on(asked, steps):
    lists = of(asked, "QuickSystem1", "choices")
    assert lists
    for one in lists:
        told = dict(
            line.split(". ", 1) for line in one["messages"][-1][1].splitlines() if line[1:3] == ". "
        )
        right = {one["choices"][number] for number in one["right"]}
        assert right == {letter for letter, step in told.items() if steps.get(step)}


def test_what_is_done_and_what_refuses_is_as_labelled(asked):
    done = {one["key"]: one["right"] for one in of(asked, "Confirmer", "done")}
    assert done["notes/done/buy-soap/1"] == [0]
    assert done["notes/done/buy-soap-refused-1/1"] == [1]
    refused = [one for one in of(asked, "Doubter", "refusals") if one["right"] == [0]]
    assert ["A note needs words." in one["messages"][-1][1] for one in refused] == [True]


def test_a_question_has_its_worked_examples_before_what_is_asked(asked):
    for one in asked:
        assert 1 < one["before"] < len(one["messages"])
        assert one["messages"][one["before"]][0] == "user"
        assert max(one["right"]) < len(one["choices"])
