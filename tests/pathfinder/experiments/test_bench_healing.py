"""The healing benchmark's arithmetic, on outcomes written by hand."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from pathfinder.core.errors import UsageError
from pathfinder.session.replay_options import Options
from pathfinder_bench.healing import RESULTS, Outcome, Trial, conduct, keep, lay_out, read_outcomes
from pathfinder_bench.healing_tables import by_skin, costs, mutants, rates, recovery_rate, tables

PUBLISHED = {
    "dsl_table5": {
        "pass_rate_stable_ui": [0.725, 0.85],
        "pass_rate_changed_ui": [0.163, 0.825],
        "recovery_rate": [0.2, 0.85],
    },
    "dsl_table6": {"TS1": [1283, 0.004, 602.04, 35.94]},
}


def outcome(
    scenario: str,
    status: str,
    *,
    heal: bool = False,
    skin: str = "",
    fault: str = "",
    **more: object,
) -> Outcome:
    return Outcome(Trial(scenario, skin=skin, fault=fault, heal=heal), status, **more)  # type: ignore[arg-type]


# Of four scenarios a skin breaks three; healing brings two of them back, one of these with a model.
SKINNED = (
    outcome("ts01-a", "passed", skin="all"),
    outcome("ts02-b", "failed", skin="all"),
    outcome("ts03-c", "failed", skin="all"),
    outcome("ts04-d", "failed", skin="all"),
    outcome("ts01-a", "passed", skin="all", heal=True, seconds=4.0),
    outcome("ts02-b", "healed", skin="all", heal=True, heals=("similar",)),
    outcome(
        "ts03-c", "healed", skin="all", heal=True, heals=("similar", "agent"), calls=2, tokens=400
    ),
    outcome("ts04-d", "failed", skin="all", heal=True),
)


def test_every_scenario_meets_every_condition() -> None:
    trials = lay_out(
        ["ts01", "ts02"],
        ["renamed", "all"],
        {"dead": ("ts02", "ts01"), "elsewhere": ("ts09",), "harmless": ()},
        repeats=3,
    )
    assert len(trials) == 2 * 3 + 2 * 2 * 2 + 1
    assert trials[-1] == Trial("ts02", fault="dead", heal=True)
    assert trials[-1].extra == ("--fault", "dead")
    assert len(set(trials)) == len(trials)


def test_the_recovery_rate_counts_what_was_broken_without_healing() -> None:
    assert recovery_rate(SKINNED) == pytest.approx(2 / 3)
    assert recovery_rate([]) is None


def test_table_five_has_the_papers_figures_beside_ours() -> None:
    stable = (outcome("ts01-a", "passed"), outcome("ts02-b", "passed"))
    table = rates((*stable, *SKINNED), PUBLISHED)
    assert table.rows == (
        ("pass rate, stable UI", "72.5 %", "85.0 %", "100.0 %", "–"),
        ("pass rate, changed UI", "16.3 %", "82.5 %", "25.0 %", "75.0 %"),
        ("recovery rate", "20.0 %", "85.0 %", "–", "66.7 %"),
    )


def test_table_six_has_a_row_a_scenario() -> None:
    table = costs((outcome("ts01-a", "passed", seconds=3.0), *SKINNED), PUBLISHED)
    assert table.rows[0] == ("ts01-a", "1283", "602", "36", "0", "3.0", "0", "4.0")
    assert table.rows[2][-2] == "400"


def test_a_skin_is_summed_up() -> None:
    assert by_skin(SKINNED).rows == (
        ("all", "1 of 4", "3 of 4", "66.7 %", "1", "100", "similar 2, agent 1"),
    )


def test_a_mutant_that_is_healed_is_wrong() -> None:
    table = mutants(
        (
            outcome("ts01-a", "failed", fault="dead", heal=True),
            outcome("ts02-b", "healed", fault="gone", heal=True),
        )
    )
    assert table.title == "Mutants: 1 of 2 failed, as they should"


def test_without_outcomes_the_tables_are_dashes() -> None:
    assert rates((), {}).rows[0] == ("pass rate, stable UI", "–", "–", "–", "–")
    assert len(tables((), {})) == 4


def test_an_interrupted_benchmark_goes_on_where_it_stopped(tmp_path: Path) -> None:
    played: list[str] = []

    def play(
        trials: Sequence[Trial], files: Mapping[str, Path], options: Options
    ) -> Iterator[Outcome]:
        for trial in trials:
            played.append(trial.scenario)
            yield Outcome(
                trial, "inconclusive" if trial.scenario == "ts02" and len(played) < 3 else "passed"
            )

    trials = [Trial("ts01"), Trial("ts02")]
    conduct(trials, {}, tmp_path, Options(), play=play)
    again = conduct([*trials, Trial("ts03")], {}, tmp_path, Options(), play=play)
    assert played == ["ts01", "ts02", "ts02", "ts03"]
    assert [each.status for each in again] == ["passed"] * 3


def test_a_line_cut_off_by_a_kill_does_not_count_and_a_wrong_one_is_explained(
    tmp_path: Path,
) -> None:
    keep(outcome("ts01", "passed", heals=("way",)), tmp_path)
    with (tmp_path / RESULTS).open("a") as file:
        file.write('{"trial": {"scen')
    [kept] = read_outcomes(tmp_path)
    assert kept.heals == ("way",)
    with (tmp_path / RESULTS).open("a") as file:
        file.write("\n{}\n")
    with pytest.raises(UsageError, match=r"results\.jsonl:2: not an outcome"):
        read_outcomes(tmp_path)
