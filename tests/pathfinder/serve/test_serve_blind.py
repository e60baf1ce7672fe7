"""In blind mode no page names a model."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from serve_person import Person, names_in
from serve_sessions import write_session

from pathfinder.core.journal import read_journal
from pathfinder.core.ratings import read_ratings
from pathfinder.serve.blind import HIDDEN, blinded
from pathfinder.serve.summary import key_of

Someone = Callable[..., Person]
T1 = "plan/trials/t1"
MODELS = ("gemma", "mistral", "phi3", "ollama")


def no_model_in(text: str) -> bool:
    return not any(name in text.casefold() for name in MODELS)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?text=gemma",
        "/agreement",
        "/next?",
        "/session/{key}",
        "/session/{key}/report.html",
        "/session/{key}/live",
    ],
)
def test_no_page_names_a_model(runs: Path, person: Someone, path: str) -> None:
    path = path.replace("{key}", key_of(T1))
    assert no_model_in(
        person("Ann", blind=True).see(path).replace("text=gemma", "").replace('value="gemma"', "")
    )
    if "session" in path or path == "/":
        assert not no_model_in(person("Ann").see(path))


def test_a_model_in_the_words_of_an_error_is_hidden(runs: Path) -> None:
    folder = write_session(
        runs / "lost",
        status="inconclusive",
        reason="ollama/Gemma2:9b did not answer; is gemma2 pulled?",
    )
    hidden = json.dumps([event.to_json() for event in blinded(read_journal(folder), "k")])
    assert no_model_in(hidden)
    assert f"{HIDDEN} did not answer; is {HIDDEN} pulled?" in hidden


def test_folder_names_dates_and_the_order_tell_nothing(runs: Path, person: Someone) -> None:
    page = person(blind=True).see("/")
    listed = names_in(page)
    assert sorted(listed) == sorted(
        key_of(name) for name in ("alone", T1, "plan/trials/t2", "plan/trials/t3")
    )
    assert "trials" not in page
    assert names_in(person(blind=True).see("/?constellation=ollama/phi3")) == listed


def test_anybody_can_choose_to_be_blind_and_the_rating_says_so(runs: Path, person: Someone) -> None:
    ann = person("Ann")
    assert not no_model_in(ann.see("/"))
    assert no_model_in(ann.send("/visitor", blind="on"))
    ann.rate(T1, "TP")
    assert read_ratings(runs / T1).by_rater["Ann"].blind
    assert not no_model_in(ann.send("/visitor", blind="off"))


def test_nobody_can_leave_the_servers_blind_mode(person: Someone) -> None:
    ann = person("Ann", blind=True)
    assert no_model_in(ann.send("/visitor", blind="off"))
