"""The schema of the journal: what is written of each kind, and what every reader makes of it."""

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import ValidationError

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Message, Prompt
from pathfinder.analysis.frames import calls_frame, sessions_frame, steps_frame
from pathfinder.analysis.linguistics.drift import drift
from pathfinder.analysis.linguistics.texts import texts_of
from pathfinder.analysis.pack import unpack
from pathfinder.analysis.sessions import read_session
from pathfinder.core import events
from pathfinder.core.case import StepResult
from pathfinder.core.events import read_event
from pathfinder.core.iolts import iolts_in, iolts_of
from pathfinder.core.journal import FileJournal, parse_event, read_journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.recording.record import record
from pathfinder.report.following import Line, doing, follow
from pathfinder.report.story import read_story
from pathfinder.serve.blind import blinded
from pathfinder.serve.summary import summarize
from pathfinder.suites.trust import trials_in
from tests.fakes.journals import lines

BOX = (10.0, 20.0, 90.0, 18.0)
LINK = events.SeenElement(uid="a_1", tag="a", role="link", name="Help", box=BOX)
ACTED = events.ActedElement(
    **LINK.model_dump(),
    attributes={"href": "/help"},
    locators=(events.LocatorFacts(by="role", value="link", name="Help"),),
)
TASK = events.TaskFacts(goal="find help", site="demo", url="http://127.0.0.1/", persona="ann")
SYSTEM = iolts_of("help", [(1, "action", "press Help")])
WHOLE = (
    events.Session(session="one", task=TASK, models={"oracle": "ollama/gemma2:9b"}, seed=3),
    events.System(**SYSTEM.to_json()),
    events.Reading(step=1, parts=("find help",), by="user"),
    events.Look(step=1, state="s1", heading="Home", url="http://127.0.0.1/", elements=(LINK,)),
    events.Purposes(step=1, scene_name="Home", purposes={"a_1": "asks for help"}, by="model"),
    events.Guard(step=1, guard="banner", what="pressed OK"),
    events.Peek(step=1, uid="a_help_1", url="http://127.0.0.1/h", leads='-> page "Help": Name'),
    events.Survey(
        step=1,
        looked=9,
        pages=(
            events.SurveyedPage(url="http://127.0.0.1/h", says='"Help"; asks: Name', share=0.6),
        ),
    ),
    events.Call(
        step=1,
        role="oracle",
        model="ollama/gemma2:9b",
        prompt=(events.Message(role="user", content="done?"),),
        reply='{"Rationale": "The page offers help."}',
        prompt_tokens=40,
        reply_tokens=5,
        seconds=0.5,
    ),
    events.Choice(step=1, text='open "Help"', uids=("a_1",), rationale="it says so", by="model"),
    events.Input(step=1, uid="i_1", name="Search", value="help", by="rule"),
    events.Act(step=1, action=events.ActionFacts(kind="click", uid="a_1"), element=ACTED),
    events.Stopped(step=1, method="POST", url="/pay", fields=("card",), allow="POST /pay"),
    events.Change(step=1, state_before="s1", state="s2", said="-> page", url_before="/", url="/h"),
    events.Look(step=2, state="s2", heading="Help", url="http://127.0.0.1/h", elements=()),
    events.Judgement(step=1, by="critic", score=1.5, status="progress"),
    events.Back(step=2, state_from="s2", state="s1", how="url", reason="a detour"),
    events.Finding(step=2, kind="validation", message="the form keeps its fields"),
    events.Coverage(step=2, states=3, pages=2, actions=9, actions_tried=4, forms=1, forms_tried=1),
    events.Heal(step=1, kind="similar", new=events.Likeness(name="Support"), good=True),
    events.Rewriting(step=1, text="go to help", instruction="press Help", by="rule"),
    events.Calibration(step=1, agent="readiness", model="m", truth=True, right=(True, False)),
    events.Reached(step=1, reached=False, amiss=("url contains /help",)),
    StepResult(1, "press Help", "action", Status.PASSED).as_event(phase="observe"),
    events.Scene(step=3, site="demo", scene="home", text="Home"),
    events.Perceived(step=3, site="demo", scene="home"),
    events.Error(traceback="Traceback"),
    events.Withheld(requests=("POST /beacon",)),
    events.Verdict(**Verdict(Status.SUCCESS, "done", "Help is here", seconds=2.0).to_json()),
    events.Truth(orders=[{"number": 1}]),
    events.Outcome(label="TP", reached=True, by="site"),
    events.Recorded(file="scenario.json", steps=2, verified=True),
    events.Rated(rater="Ann", label="TP"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    session = tmp_path_factory.mktemp("runs") / "one"
    journal = FileJournal(session)
    for event in WHOLE:
        journal.write(event)
    journal.close()
    return session


def test_every_kind_is_written_and_reads_back_as_it_was(folder: Path) -> None:
    assert {event.event for event in WHOLE} == set(events.KINDS)
    read = read_journal(folder)
    assert [event.at(0) for event in read] == [event.at(0) for event in WHOLE]
    timed = [event.at(one.time) for event, one in zip(WHOLE, read, strict=True)]
    assert [event.to_json() for event in timed] == lines(folder)
    assert all(event.time for event in read)


def test_a_report_a_terminal_and_a_list_tell_the_session(folder: Path) -> None:
    journal = read_journal(folder)
    story = read_story(journal)
    assert (story.status, story.total.calls, len(story.findings)) == ("success", 1, 1)
    assert story.case is not None
    assert [step.status for step in story.case.steps] == ["healed"]
    assert "reached" in story.others
    assert "look" not in story.others
    line = Line()
    for event in journal[:-1]:
        line = follow(line, event)
    assert (line.page, line.tokens) == ("Home", 45)
    assert "critic +1.5" in line.notes
    assert doing(journal[0]) == "opening the site"
    listed = summarize(folder, "one")
    assert (listed.goal, listed.verdict, listed.truth) == ("find help", "success", "TP")


def test_a_blind_rater_is_told_no_model(folder: Path) -> None:
    hidden = blinded(read_journal(folder), "k")
    assert [type(event) for event in hidden] == [type(event) for event in WHOLE]
    assert "gemma" not in json.dumps([event.to_json() for event in hidden])


def test_a_recording_a_model_and_a_calibration_are_read_from_it(folder: Path) -> None:
    journal = read_journal(folder)
    [scenario, *_] = record(journal)
    assert [step.kind for step in scenario.steps] == ["navigate", "click"]
    assert open_model(f"recorded/{folder}").reply(Prompt((Message("user", "done?"),))).text
    assert [trial.right for trial in trials_in(folder, "help")] == [True, False]
    system = iolts_in(journal)
    assert system is not None
    assert system.ended == "pass"


def test_the_analysis_reads_it(folder: Path) -> None:
    session = read_session(folder)
    assert (session.status, session.goal, session.steps) == ("success", "find help", 1)
    assert sessions_frame([session])["calls"].tolist() == [1]
    assert steps_frame([session])["critic"].tolist()[0] == 1.5
    assert calls_frame([session])["prompt_tokens"].tolist() == [40]
    assert [text.whole for text in texts_of([session])] == ["The page offers help."]
    assert [one.calls for one in drift([session])] == [1]


def _packed(folder: Path) -> Iterator[Path]:
    example = Path(__file__).parents[2] / "analysis/example/example.tar.xz"
    yield from unpack(example, folder)


def test_journals_of_earlier_versions_are_read_whole(tmp_path: Path) -> None:
    read = [event for session in _packed(tmp_path / "old") for event in read_journal(session)]
    assert len(read) > 1000
    assert not events.of(read, events.Other)


def test_what_is_unknown_or_missing_is_no_error_when_read() -> None:
    newer = b'{"event": "look", "url": null, "mood": "calm", "elements": [{"uid": "a", "x": 1}]}'
    look = parse_event(newer)
    assert isinstance(look, events.Look)
    assert (look.url, look.elements[0].uid) == ("", "a")
    for line, what in (
        (b'{"event": "weather"}', "weather"),
        (b'{"event": "look", "step": "third"}', "look (unreadable)"),
        (b"[1]", "not an object"),
    ):
        other = parse_event(line)
        assert isinstance(other, events.Other)
        assert other.what == what


def test_what_no_kind_declares_is_not_written() -> None:
    with pytest.raises(ValidationError, match="mood"):
        events.Look(step=1, mood="calm")  # type: ignore[call-arg]


def test_verdicts_and_results_of_steps_have_no_field_that_their_events_lack() -> None:
    assert {each.name for each in fields(Verdict)} <= set(events.Verdict.model_fields)
    assert {each.name for each in fields(StepResult)} <= set(events.Step.model_fields)


def test_older_journals_call_locators_ways() -> None:
    heal = read_event({"event": "heal", "kind": "way", "ways": ["css #buy"], "good": True})
    assert heal == events.Heal(kind="locator", locators=("css #buy",), good=True)
    act = read_event({"event": "act", "element": {"uid": "a_1", "way": 2}})
    assert act == events.Act(element=events.ActedElement(uid="a_1", found_by=2))
