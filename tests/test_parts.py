"""`make test` and `make test-long` together run every test, and none twice."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import keep_part


def _items(*names: str, mark: pytest.Mark | None = None) -> list[Any]:
    return [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: mark) for name in names]


def _kept(items: list[Any], part: str) -> list[str]:
    deselected: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    kept = list(items)
    keep_part(cast(pytest.Config, SimpleNamespace(hook=hook)), kept, part)
    assert len(kept) + len(deselected) == len(items)
    return [item.nodeid for item in kept]


def test_a_long_test_is_left_to_the_long_part() -> None:
    items = _items("a.py::one") + _items("a.py::two", mark=pytest.mark.long.mark)
    assert _kept(items, "short") == ["a.py::one"]
    assert _kept(items, "long") == ["a.py::two"]


def test_of_a_long_family_the_first_cases_are_short() -> None:
    items = _items(*(f"a.py::two[{n}]" for n in range(4)), mark=pytest.mark.long(but=1).mark)
    assert _kept(items, "short") == ["a.py::two[0]"]
    assert _kept(items, "long") == ["a.py::two[1]", "a.py::two[2]", "a.py::two[3]"]
