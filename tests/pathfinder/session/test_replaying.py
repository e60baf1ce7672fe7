"""Replays as a user asks for them.

Which site, which scenarios, what is remembered, what a heal changes in a file.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pathfinder.cli.app import app
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.scenario import Locator, Scenario, Step, Target, load_scenario
from pathfinder.core.task import Site
from pathfinder.session.memory import memory_file, read_memory, write_memory
from pathfinder.session.replay_options import Options, check_safe, scenario_site
from pathfinder.session.replay_suite import read_jobs

PAY = Step(
    kind="click", target=Target(locators=(Locator(by="role", value="button", name="Pay now"),))
)
PAID = Scenario(name="pay", site="demo", steps=(Step(kind="navigate", value="/"), PAY))
OTHER = Target(locators=(Locator(by="role", value="button", name="Settle"),))


def test_the_site_is_the_scenarios_or_the_one_asked_for() -> None:
    assert scenario_site(PAID, Options()).name == "demo"
    moved = scenario_site(PAID, Options(url="http://127.0.0.1:9000/"))
    assert (moved.name, moved.url, moved.start, moved.reset) == (
        "demo",
        "http://127.0.0.1:9000/",
        (),
        "",
    )
    assert (
        scenario_site(
            PAID.model_copy(update={"site": "", "url": "http://127.0.0.1:9/"}), Options()
        ).url
        == "http://127.0.0.1:9/"
    )
    with pytest.raises(UsageError, match="names no site"):
        scenario_site(PAID.model_copy(update={"site": ""}), Options())
    with pytest.raises(UsageError, match="either --site"):
        scenario_site(PAID, Options(site="demo", url="http://127.0.0.1/"))


def test_a_site_in_safe_mode_is_not_paid_by_a_scenario() -> None:
    safe = Site("shop", "http://shop.test/")
    with pytest.raises(UsageError, match="--allow-irreversible"):
        check_safe(PAID, safe)
    check_safe(PAID, replace(safe, safe=False))


def test_scenarios_come_from_files_and_folders_but_not_what_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(PAID.to_json())
    write_memory(tmp_path / "a.json", PAID, {"1": OTHER})
    jobs = read_jobs([tmp_path], repeat=2)
    assert [(job.file.name, job.name) for job in jobs] == [("a.json", "pay"), ("a.json", "pay #2")]
    with pytest.raises(UsageError, match="no scenario to replay"):
        read_jobs([])


def test_what_is_remembered_holds_only_for_steps_that_are_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_memory(file, PAID, {"1": OTHER})
    assert read_memory(file, PAID) == {"1": OTHER}
    older = memory_file(file).read_text().replace('"locator":', '"way":')
    memory_file(file).write_text(older)
    assert read_memory(file, PAID) == {"1": OTHER}
    rewritten = PAID.model_copy(
        update={"steps": (PAID.steps[0], PAY.model_copy(update={"target": OTHER}))}
    )
    assert read_memory(file, rewritten) == {}
    memory_file(file).write_text("{}")
    with pytest.raises(SettingsError, match="--remember"):
        read_memory(file, PAID)


def healed_session(folder: Path, file: Path, status: str = "healed") -> Path:
    """A journal of a replay whose second step was healed."""
    folder.mkdir()
    patch = {"place": "1", "target": OTHER.model_dump(mode="json", exclude_defaults=True)}
    events = (
        {
            "event": "session",
            "session": "s",
            "file": str(file),
            "scenario": PAID.model_dump(mode="json", exclude_defaults=True),
        },
        {
            "event": "heal",
            "good": True,
            "kind": "agent",
            "text": "press",
            "score": 0.5,
            "why": "chosen",
            "new": {"name": "Settle"},
            "patch": patch,
        },
        {"event": "verdict", "status": status},
    )
    (folder / "journal.jsonl").write_text("\n".join(json.dumps(event) for event in events))
    return folder


def test_a_heal_is_shown_as_a_diff_and_written_after_a_yes(tmp_path: Path) -> None:
    file = tmp_path / "pay.json"
    file.write_text(PAID.to_json())
    session = healed_session(tmp_path / "run", file)
    asked = CliRunner().invoke(app, ["heal", "apply", str(session)], input="n\n")
    assert '-            "name": "Pay now"' in asked.output
    assert '+            "name": "Settle"' in asked.output
    assert load_scenario(file) == PAID
    CliRunner().invoke(app, ["heal", "apply", str(session), "--yes"])
    assert load_scenario(file).steps[1].target == OTHER


def test_nothing_is_written_of_a_replay_that_failed_or_a_scenario_that_has_changed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "pay.json"
    file.write_text(PAID.to_json())
    failed = healed_session(tmp_path / "failed", file, "failed")
    assert isinstance(
        CliRunner().invoke(app, ["heal", "apply", str(failed), "--yes"]).exception, UsageError
    )
    file.write_text(PAID.model_copy(update={"steps": (PAY,)}).to_json())
    changed = healed_session(tmp_path / "changed", file)
    answer = CliRunner().invoke(app, ["heal", "apply", str(changed), "--yes"])
    assert "its steps have changed since" in str(answer.exception)
