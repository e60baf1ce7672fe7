import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from serve_person import Person, names_in
from serve_sessions import write_session

from pathfinder.core.errors import UsageError
from pathfinder.serve import index
from pathfinder.serve.index import Index, check_folder
from pathfinder.serve.summary import key_of

Someone = Callable[..., Person]
T1, T2, T3 = (f"plan/trials/t{n}" for n in (1, 2, 3))


def test_sessions_are_found_in_any_depth_the_newest_first(person: Someone) -> None:
    page = person().see("/")
    assert names_in(page) == ["alone", T3, T2, T1]
    for words in (
        "make a purchase",
        "oscar",
        "ollama/gemma2:9b: system1; ollama/mistral: oracle",
        "Goal reached",
        "Stuck",
        "Out of steps",
    ):
        assert words in page


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("site=oscar", [T2]),
        ("verdict=expired", [T3]),
        ("constellation=ollama/mistral: oracle; ollama/phi3: system1", [T2]),
        ("text=REGISTER", ["alone"]),
        ("text=trials/t1", [T1]),
        ("site=demo&verdict=success", ["alone", T1]),
        ("site=nowhere", []),
    ],
)
def test_filters_narrow_the_list(person: Someone, query: str, names: list[str]) -> None:
    assert names_in(person().see(f"/?{query}")) == names


def test_what_i_have_rated_can_be_filtered_out(person: Someone) -> None:
    ann = person("Ann")
    ann.rate(T1, "TP")
    assert names_in(ann.see("/?rated=unrated")) == ["alone", T3, T2]
    assert names_in(ann.see("/?rated=rated")) == names_in(ann.see("/?rated=TP")) == [T1]
    assert "<b>Ann</b> has rated <b>1</b> of 4" in ann.see("/")
    assert "has rated <b>1</b> of 2" in ann.see("/?site=demo&verdict=success")


def test_a_running_session_is_shown_as_such_and_waits_to_be_rated(
    runs: Path, person: Someone
) -> None:
    write_session(runs / "now", ended=False, started=time.time())
    page = person("Ann").see("/")
    assert f'href="/session/{key_of("now")}/live?"' in page
    assert "running" in page
    assert "of 4" in page


def test_a_session_that_was_killed_long_ago_has_no_verdict(runs: Path, person: Someone) -> None:
    killed = write_session(runs / "killed", ended=False) / "journal.jsonl"
    os.utime(killed, (1_790_000_000, 1_790_000_000))
    assert "no verdict (1)" in person().see("/")


def test_ten_thousand_sessions_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second listing reads no journal again; one that has changed is read alone."""
    for number in range(30):
        write_session(tmp_path / f"p{number % 3}" / f"s{number}", started=1_790_000_000.0 + number)
    read: list[str] = []
    real = index.summarize
    monkeypatch.setattr(
        index, "summarize", lambda folder, name: read.append(name) or real(folder, name)
    )
    found = Index(tmp_path, patience=0)
    assert len(found.sessions()) == 30
    assert len(read) == 30
    found.sessions()
    assert len(read) == 30
    (tmp_path / "p1/s1/trial.json").write_text(json.dumps({"label": "FP"}), encoding="utf-8")
    assert found.sessions()[key_of("p1/s1")].truth == "FP"
    assert read[30:] == ["p1/s1"]


def test_a_session_that_is_removed_leaves_the_list(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_session(tmp_path / name)
    found = Index(tmp_path, patience=0)
    assert len(found.sessions()) == 2
    shutil.rmtree(tmp_path / "a")
    assert [session.name for session in found.sessions().values()] == ["b"]
    assert found.session(key_of("a")) is None


def test_long_lists_come_in_pages(tmp_path: Path) -> None:
    for number in range(120):
        write_session(tmp_path / f"s{number:03}", started=1_790_000_000.0 + number)
    visitor = Person(tmp_path)
    first, last = visitor.see("/?site=demo"), visitor.see("/?site=demo&page=3")
    assert "120 sessions, page 1 of 3" in first
    assert 'href="/?site=demo&amp;page=2"' in first
    assert first.count("<tr>") - 1 == 50
    assert last.count("<tr>") - 1 == 20
    assert "s000" in last
    assert "page 3 of 3" in visitor.see("/?page=99")


def test_a_journal_that_is_damaged_is_listed_with_the_reason(runs: Path, person: Someone) -> None:
    (runs / "broken").mkdir()
    (runs / "broken/journal.jsonl").write_text("not json\nnor this\n", encoding="utf-8")
    visitor = person()
    assert "the journal does not begin with a session event" in visitor.see("/")
    page = visitor.see(f"/session/{key_of('broken')}", 500)
    assert "the journal is damaged here" in page
    assert str(runs) not in page


def test_an_unknown_session_and_an_unknown_page_are_said_to_be(person: Someone) -> None:
    assert "There is no such session" in person().see("/session/nope", 404)
    assert "This page does not exist." in person().see("/nope", 404)


@pytest.mark.parametrize(
    ("made", "said"), [(False, "there is no such folder"), (True, "no session in it")]
)
def test_a_folder_without_sessions_is_one_clear_line(tmp_path: Path, made: bool, said: str) -> None:
    folder = tmp_path / "empty"
    if made:
        folder.mkdir()
    with pytest.raises(UsageError, match=said):
        check_folder(folder)


def test_one_session_alone_can_be_served(runs: Path) -> None:
    check_folder(runs / "alone")
    assert "register" in Person(runs / "alone").see("/")


def test_a_journal_with_a_deeply_nested_line_and_an_odd_address_are_no_error_of_the_server(
    runs: Path, person: Someone
) -> None:
    (runs / "deep").mkdir()
    (runs / "deep" / "journal.jsonl").write_text(
        '{"event": "session", "task": ' + "[" * 100_000 + "\n" + '{"a": ' * 100_000
    )
    (runs / "half").mkdir()
    (runs / "half" / "journal.jsonl").write_text(
        '{"event": "session", "session": "half", "task": {"goal": "buy \\ud83d"}}\n'
    )
    visitor = person().client
    assert visitor.get("/").status_code == 200
    assert (
        "The journal can" in visitor.get(f"/session/{key_of('deep')}").text
    )  # that session's own page says what is damaged
    assert visitor.get(f"/session/{key_of('half')}").status_code == 200
    for path in (
        "/%00",
        "/session/%00",
        "/static/%00",
        f"/session/{key_of('half')}/screenshots/%00.png",
        "/?after=%00&site=%00",
    ):
        assert visitor.get(path).status_code < 500, path


def test_what_will_have_no_verdict_does_not_lead_the_list(tmp_path):
    write_session(tmp_path / "old", started=100.0)
    write_session(tmp_path / "new", started=200.0, ended=False)
    os.utime(tmp_path / "new/journal.jsonl", (0, 0))
    assert [session.name for session in Index(tmp_path).sessions().values()] == ["old", "new"]
