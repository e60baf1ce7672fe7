"""Plans: what they mean, what is wrong with them, and what a trial's id depends on."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.tiny_shop import tiny_experiment
from pathfinder.agents.explore import roles_of
from pathfinder.core.errors import SettingsError
from pathfinder.core.settings import DEFAULTS
from pathfinder.core.task import Persona
from pathfinder.experiments.experiment import Experiment, read_experiment
from pathfinder.experiments.plan import read_plan
from pathfinder.experiments.trials import lay_out

PLAN = """
models: [embedded/a, embedded/b, embedded/c]
roles: [perceptron, system1, entrybot]
fixed: {oracle: embedded/a}
sites: [demo]
goals: [make a purchase]
sessions: 2
max_steps: 15
"""


def plan_of(folder: Path, text: str = PLAN) -> Path:
    path = folder / "plan.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_three_models_in_three_roles_are_27_constellations(tmp_path):
    plan, _ = read_plan(plan_of(tmp_path))
    constellations = plan.expanded()
    assert len(constellations) == 27
    assert constellations[5] == {
        "perceptron": "embedded/a",
        "system1": "embedded/b",
        "entrybot": "embedded/c",
        "oracle": "embedded/a",
        "critic": "embedded/a",
    }
    assert plan.name == "plan"
    assert plan.seeds() == [1, 2]


def test_a_folder_does_not_hide_the_plan_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "userdata/personas").mkdir(parents=True)
    (tmp_path / "userdata/plans").mkdir()
    (tmp_path / "userdata/plans/try.yaml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "try").mkdir()
    assert read_plan(Path("try"))[0].name == "try"


def test_the_paper_profile_has_no_critic(tmp_path):
    plan, _ = read_plan(plan_of(tmp_path, f"{PLAN}profile: paper\n"))
    assert {tuple(one) for one in plan.expanded()} == {roles_of("paper")}
    assert "critic" not in roles_of("paper")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("roles:", "rols:", "plan.yaml:3: key 'rols' is not known; did you mean 'roles'?"),
        (
            "system1",
            "sytem1",
            "plan.yaml:3: roles: there is no role 'sytem1'; did you mean 'system1'?",
        ),
        (
            "embedded/b",
            "embeded/b",
            "plan.yaml:2: models: 'embeded/b' is no model; write one such as",
        ),
        (
            "embedded/b",
            "recorded/runs/x",
            "plan.yaml:2: models: 'recorded/runs/x': a recording plays one session",
        ),
        ("sessions: 2", "sessions: two", "plan.yaml:7: sessions: Input should be a valid integer"),
        (
            "fixed: {oracle: embedded/a}",
            "",
            "role 'oracle' has no model; name one in `fixed`, or add it to `roles`",
        ),
        ("fixed: {oracle:", "fixed: {system1:", "role 'system1' is both in `roles` and in `fixed`"),
        ("sites: [demo]", "", "'sites' is missing; add it"),
        (
            "max_steps: 15",
            "profile: fst",
            "plan.yaml:8: profile: 'fst' is not known; did you mean 'fast'?",
        ),
        (
            "[make a purchase]",
            "[{goal: x, success: it works}]",
            "plan.yaml:6: goals: condition 'it works' is not understood",
        ),
        (
            "[make a purchase]",
            "[{gaol: x}]",
            "plan.yaml:6: 'goal' is missing; add it below 'goals'",
        ),
        (
            "models: [",
            "constellations: [",
            "plan.yaml:1: give either `constellations` or `models` and `roles`, not both",
        ),
    ],
)
def test_a_mistake_is_one_line_with_its_place(tmp_path, monkeypatch, old, new, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError) as caught:
        read_plan(plan_of(Path(), PLAN.replace(old, new, 1)))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_site_is_said_with_the_plans_line(tmp_path):
    with pytest.raises(
        SettingsError,
        match=r"plan.yaml:5: sites: 'dmeo' is not in .*sites.yaml; did you mean 'demo'\?",
    ):
        read_experiment(plan_of(tmp_path, PLAN.replace("[demo]", "[dmeo]")))


@pytest.mark.parametrize(("name", "trials"), [("try", 8), ("demo-27", 54), ("oscar-follow-up", 12)])
def test_the_plans_that_come_with_the_program_are_whole(name, trials):
    laid_out = lay_out(read_experiment(DEFAULTS / f"userdata/plans/{name}.yaml"))
    assert len({trial.id for trial in laid_out}) == trials


def ids(experiment: Experiment) -> list[str]:
    return [trial.id for trial in lay_out(experiment)]


@pytest.fixture
def tiny(tmp_path) -> Experiment:
    return tiny_experiment(tmp_path, sessions=2)


def changed(experiment: Experiment, **plan: object) -> Experiment:
    return replace(experiment, plan=experiment.plan.model_copy(update=plan))


def with_site(experiment: Experiment, **site: object) -> Experiment:
    return replace(
        experiment, sites={name: replace(one, **site) for name, one in experiment.sites.items()}
    )


def test_an_id_changes_with_all_that_can_change_the_result(tiny):
    before = set(ids(tiny))
    persona = Persona("alex", {"name.first": "Alexa"})
    variants = [
        changed(tiny, max_steps=7),
        changed(tiny, oracle_frequency=3),
        changed(tiny, profile="paper"),
        replace(tiny, without=frozenset({"critic"})),
        with_site(tiny, url="http://127.0.0.1:10/"),
        with_site(tiny, success={}),
        replace(tiny, personas=dict.fromkeys(tiny.personas, persona)),
        replace(tiny, scripts={name: f"{text} " for name, text in tiny.scripts.items()}),
    ]
    for variant in variants:
        assert before.isdisjoint(ids(variant))
    assert len(before & set(ids(changed(tiny, seed=2)))) == len(before) / 2, "one seed is in both"


def test_an_id_stays_with_all_that_can_not(tiny, tmp_path):
    before = ids(tiny)
    assert (
        ids(
            with_site(
                tiny, reached={}, unreachable=("make a purchase",), truth="/truth/", name="shop"
            )
        )
        == before
    )
    assert ids(changed(tiny, name="other")) == before
    (tmp_path / "elsewhere").mkdir()
    assert ids(tiny_experiment(tmp_path / "elsewhere", sessions=2, name="another")) == before
    assert ids(changed(tiny, sessions=3))[:2] == before[:2]


def test_a_plan_lifts_safe_mode_only_where_it_says_so(tmp_path):
    (tmp_path / "sites.yaml").write_text(
        "shop:\n  url: http://shop.test/\n  may_send:\n    '*': POST /search\n"
    )
    text = PLAN.replace("[demo]", "[shop]") + f"sites_file: {tmp_path}/sites.yaml\n"
    held = read_experiment(plan_of(tmp_path, text))
    lifted = read_experiment(plan_of(tmp_path, f"{text}allow_irreversible: true\n"))
    assert (held.sites["shop"].safe, lifted.sites["shop"].safe) == (True, False)
    (tmp_path / "sites.yaml").write_text("shop:\n  url: http://shop.test/\n")
    unlisted = read_experiment(plan_of(tmp_path, text))
    assert len({lay_out(one)[0].id for one in (held, lifted, unlisted)}) == 3
