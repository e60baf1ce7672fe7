"""Scenarios as files."""

import json
from pathlib import Path

import pytest

from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.scenario import (
    Locator,
    Remembered,
    Scenario,
    Step,
    Target,
    load_scenario,
    schema,
)

DOCS = Path(__file__).parents[3] / "docs"
BUTTON = Target(
    locators=(Locator(by="role", value="button", name="Pay"), Locator(by="id", value="pay")),
    element=Remembered(tag="button", name="Pay"),
)
SCENARIO = Scenario(
    name="pay",
    site="demo",
    steps=(
        Step(kind="navigate", value="/"),
        Step(
            kind="repeat",
            times=2,
            then=(Step(kind="click", target=BUTTON, expect=("url contains /paid",)),),
        ),
    ),
)


def test_a_scenario_reads_back_as_it_was_written(tmp_path):
    (tmp_path / "scenario.json").write_text(SCENARIO.to_json())
    assert load_scenario(tmp_path) == SCENARIO
    assert load_scenario(tmp_path / "scenario.json") == SCENARIO
    assert [step.kind for step in SCENARIO.all_steps()] == ["navigate", "repeat", "click"]


def test_locators_under_their_former_name_are_still_read(tmp_path):
    (tmp_path / "old.json").write_text(SCENARIO.to_json().replace('"locators"', '"ways"'))
    assert load_scenario(tmp_path / "old.json") == SCENARIO
    assert '"ways"' not in load_scenario(tmp_path / "old.json").to_json()


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{"kind": "jump"}], "steps.0.kind: Input should be 'navigate'"),
        ([{"kind": "click"}], "steps.0: a step 'click' needs a target"),
        ([{"kind": "set", "value": "1"}], "steps.0: a step 'set' needs the name of the variable"),
        ([{"kind": "if"}], "steps.0: a step 'if' needs a value, a target or a check"),
        ([{"kind": "navigate"}], "steps.0: a step 'navigate' needs a value"),
        (
            [{"kind": "click", "target": {"locators": []}}],
            "steps.0.target: a target needs a locator, or to be described",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path, steps, said):
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"steps": steps}))
    with pytest.raises(SettingsError) as error:
        load_scenario(file)
    assert str(error.value).startswith(f"{file}: {said}")


def test_a_missing_scenario_is_one_line(tmp_path):
    with pytest.raises(UsageError, match="can't be read"):
        load_scenario(tmp_path / "none.json")


def test_the_published_schema_is_that_of_the_code():
    assert json.loads((DOCS / "scenario.schema.json").read_text(encoding="utf-8")) == schema(), (
        "write it anew: python -c 'import json; from pathfinder.core.scenario import schema; "
        "print(json.dumps(schema(), indent=2))'"
    )


def test_a_file_that_is_no_scenario_is_said_to_be_none_with_what_to_name(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Read me")
    with pytest.raises(
        SettingsError,
        match=r"README\.md: not a scenario: Invalid JSON.*name a scenario\.json, a \.dsl file",
    ):
        load_scenario(tmp_path / "README.md")
