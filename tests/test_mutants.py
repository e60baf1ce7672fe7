"""The list of mutants fits the code, and its runner tells what is caught from what survives."""

from pathlib import Path

import pytest

from bench.mutants import MUTANTS, ROOT, BadMutant, Mutant, attempt, mutated, read, run

PRICE = "def price(count):\n    return 3 * count\n"
WEAK = "from shop import price\n\ndef test_one():\n    assert price(0) == 0\n"
STRONG = "from shop import price\n\ndef test_two():\n    assert price(2) == 6\n"


@pytest.mark.parametrize("mutant", read(MUTANTS), ids=lambda mutant: mutant.name)
def test_a_mutant_stands_in_the_code_and_has_its_tests(mutant: Mutant) -> None:
    assert mutated(mutant, ROOT) != (ROOT / mutant.file).read_text(encoding="utf-8")


def test_there_are_enough_of_each_kind() -> None:
    areas = [mutant.area for mutant in read(MUTANTS)]
    assert len(areas) >= 40
    assert all(
        areas.count(area) >= 8
        for area in ("verdicts", "guards", "healing", "masking", "safe mode", "hosts")
    )


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    for folder in ("tests", "pathfinder"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pathfinder/shop.py").write_text(PRICE)
    path = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1] / 'pathfinder'))\n"
    (tmp_path / "tests/test_weak.py").write_text(path + WEAK)
    (tmp_path / "tests/test_strong.py").write_text(path + STRONG)
    return tmp_path


def mutant(*tests: str, text: str = "3 * count", instead: str = "4 * count") -> Mutant:
    return Mutant("prices", "a lamp costs four", "pathfinder/shop.py", text, instead, tests)


def test_a_mutant_is_caught_by_a_test_that_fails_and_survives_one_that_passes(shop: Path) -> None:
    caught, survived = run(
        [mutant("tests/test_strong.py"), mutant("tests/test_weak.py")], shop, at_once=1
    )
    assert (caught.caught, caught.by) == (True, "tests/test_strong.py::test_two")
    assert (survived.caught, survived.trouble) == (False, "")
    assert (shop / "pathfinder/shop.py").read_text() == PRICE


def test_a_mutant_that_is_no_program_is_not_caught(shop: Path) -> None:
    result = attempt(mutant("tests/test_strong.py", instead="3 *"), shop)
    assert not result.caught
    assert "pytest ended with" in result.trouble


def test_tests_that_fail_anyway_catch_nothing(shop: Path) -> None:
    (shop / "tests/test_weak.py").write_text("def test_never():\n    assert False\n")
    with pytest.raises(BadMutant, match="fail without a mutant"):
        list(run([mutant("tests/test_weak.py")], shop, at_once=1))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"text": "5 * count"}, "its text is there 0 times"),
        ({"text": "count"}, "its text is there 2 times"),
    ],
)
def test_a_mutant_that_no_longer_fits_is_named(
    shop: Path, given: dict[str, str], told: str
) -> None:
    with pytest.raises(BadMutant, match=told):
        mutated(mutant("tests/test_weak.py", **given), shop)
    with pytest.raises(BadMutant, match=r"there is no test tests/test_gone\.py"):
        mutated(mutant("tests/test_gone.py"), shop)


def test_a_list_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("masking:\n- breaks: nothing\n")
    with pytest.raises(BadMutant, match="masking: nothing: file, instead, tests, text missing"):
        read(tmp_path / "m.yaml")
    (tmp_path / "m.yaml").write_text("- masking\n")
    with pytest.raises(BadMutant, match="not a list of mutants by area"):
        read(tmp_path / "m.yaml")
