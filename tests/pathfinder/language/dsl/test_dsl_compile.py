"""From scripts to scenarios: includes, variables, and the scenarios that come with PathFinder."""

from pathlib import Path

import pytest
from make_script import make_script

from pathfinder.core.scenario import Locator, Remembered, Scenario, Step, Target
from pathfinder.core.secrets import written
from pathfinder.core.settings import DEFAULTS, load_persona, load_sites
from pathfinder.language.dsl import (
    compile_file,
    compile_script,
    inline,
    read_file,
    read_text,
    script_of,
    write_text,
)
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.explain import DslError

SCENARIOS = sorted((DEFAULTS / "userdata/scenarios").glob("*.dsl"))
FILES = sorted((DEFAULTS / "userdata/scenarios").rglob("*.dsl"))


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.dsl").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.dsl"


def test_a_file_becomes_a_scenario(tmp_path):
    path = write(
        tmp_path,
        buy='site "demo"\nuse persona "alex"\n# First.\nclick "Buy" button\n  expect URL contains '
        '"/done"',
    )
    scenario = compile_file(path)
    target = Target(locators=(Locator(by="role", value="button", name="Buy"),))
    step = Step(
        kind="click", target=target, expect=("url contains /done",), says='click "Buy" button'
    )
    assert scenario == Scenario(name="buy", site="demo", persona="alex", steps=(step,))


def test_included_files_stand_in_their_place(tmp_path):
    path = write(
        tmp_path,
        main='repeat 2 times\n include "part.dsl"\nend',
        part='# Part.\nscenario "Part"\ngo back',
    )
    assert [step.kind for step in compile_file(path).all_steps()] == ["repeat", "back"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a": 'go back\ninclude "a.dsl"'}, "a.dsl:2:1: 'a.dsl' includes itself"),
        (
            {"a": 'include "b.dsl"', "b": 'include "c.dsl"', "c": 'include "b.dsl"'},
            "c.dsl:1:1: 'b.dsl' includes itself",
        ),
        ({"a": 'include "bb.dsl"', "b": "go back"}, "did you mean 'b.dsl'?"),
        ({"a": 'include "b.dsl"', "b": "go"}, "b.dsl:1:3: the line ends too early"),
        ({"a": 'press "{{totl}}"'}, "variable 'totl' is not set before it; write `set totl to"),
        ({"a": 'set total to "1"\npress "{{totl}}"'}, "did you mean 'total'?"),
        ({"a": 'click "{{x}}" button'}, "variable 'x' is not set"),
    ],
)
def test_what_can_not_be_compiled_is_explained(tmp_path, files, said):
    with pytest.raises(DslError) as error:
        compile_file(write(tmp_path, **files))
    assert said in str(error.value)


def test_a_variable_that_is_set_may_be_used():
    script = read_text(
        'set city to "Leeds"\nevaluate "return 1" as one\nfill textbox with label "City" as '
        '"{{city}} {{one}} {{persona.x.y}}"'
    )
    assert len(compile_script(script).steps) == 3


@pytest.mark.parametrize("seed", range(60))
def test_a_scenario_written_as_a_script_has_the_same_steps(seed):
    steps = steps_of(make_script(seed))
    assert steps_of(read_text(write_text(script_of(Scenario(steps=steps))))) == steps


def test_what_only_a_recording_knows_is_left_out_of_a_script():
    target = Target(
        locators=(Locator(by="id", value="pay"), Locator(by="css", value="#pay")),
        element=Remembered(tag="button"),
    )
    script = script_of(
        Scenario(name="x", session="runs/1", steps=(Step(kind="click", target=target, says="pay"),))
    )
    assert (
        write_text(script) == 'scenario "x"\n\nclick element with id "pay" or css selector "#pay"\n'
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_that_comes_with_pathfinder_is_written_as_pathfinder_writes_it(path):
    assert write_text(read_file(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_that_comes_with_pathfinder_is_whole(path):
    scenario = compile_file(path)
    assert scenario.site in load_sites(DEFAULTS / "sites.yaml")
    assert sum(step.kind == "assert" for step in scenario.all_steps()) >= 4
    persona = load_persona(DEFAULTS / "userdata", scenario.persona or "alex")
    assert "{{" not in persona.vault.typed(written(scenario.to_json()))


def test_there_are_the_twelve_scenarios_of_the_paper():
    names = [compile_file(path).name.split()[0] for path in SCENARIOS]
    assert names == [f"TS{number}" for number in range(1, 13)]


def test_inlining_leaves_no_include():
    path = SCENARIOS[0]
    assert "include" not in write_text(inline(read_file(path), path.parent))
