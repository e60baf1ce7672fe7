"""A folder of sessions, and browsers that are not real."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from serve_person import Person
from serve_sessions import write_session

sys.path.append(
    str(Path(__file__).parent.parent / "report")
)  # make_session draws sessions for both


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Three sessions in a plan, one beside it."""
    root = tmp_path / "runs"
    write_session(root / "plan/trials/t1", started=1_790_000_100, label="TP")
    write_session(
        root / "plan/trials/t2",
        started=1_790_000_200,
        models=("ollama/phi3", "ollama/mistral"),
        status="stuck",
        site="oscar",
    )
    write_session(root / "plan/trials/t3", started=1_790_000_300, status="expired")
    write_session(root / "alone", started=1_790_000_400, goal="register")
    return root


@pytest.fixture
def person(runs: Path) -> Callable[..., Person]:
    return lambda name="", **options: Person(runs, name, **options)
