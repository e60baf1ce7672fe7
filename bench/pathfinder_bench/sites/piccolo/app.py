"""The toys of a toy library and who has them, kept by Piccolo, told by SQLite."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_STATE = {
    "toy": "select id, name, sort, shelf, pieces, state, note from toy",
    "family": "select id, name, phone, email from family",
    "loan": "select id, toy, family, weeks from loan",
    "account": "select id, username, first_name, last_name, email, password, active from piccolo_user",
}


def install(home: Path) -> None:
    """Install the packages and make the library's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    library = home.absolute() / "data/library.json"
    library.write_text(json.dumps(read_yaml(_HERE / "library.yaml").content), encoding="utf-8")
    run_tool([*_command(home, "fill.py"), str(library)], env=_environment(home), cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [*_command(home, "serve.py"), str(port)]
    with serving(command, port, env=_environment(home), cwd=home) as url:
        yield url


def given(home: Path, url: str, name: str, sort: str, pieces: str, shelf: str) -> bool:
    """Whether exactly one thing is new: this toy."""
    changed = _changed(home)
    wanted = {"new": True, "name": name, "pieces": int(pieces), "shelf": shelf}
    return len(changed) == 1 and all(
        key[0] == "toy" and holds(one, wanted) and str(one["sort"]).casefold() == sort
        for key, one in changed.items()
    )


def counted(home: Path, url: str, name: str, pieces: str) -> bool:
    """Whether exactly one thing is another: how many pieces this toy has."""
    return _changed(home) == {_key(home, "toy", name=name): {"pieces": int(pieces)}}


def moved_away(home: Path, url: str, gone: str, other: str, phone: str) -> bool:
    """Whether exactly the one family is gone, and the other has this number."""
    return _changed(home) == {
        _key(home, "family", name=gone): {"gone": True},
        _key(home, "family", name=other): {"phone": phone},
    }


def lent(home: Path, url: str, toy: str, family: str, weeks: str) -> bool:
    """Whether exactly this loan is new; the toy may say that it is lent."""
    changed, what = _changed(home), _key(home, "toy", name=toy)
    if changed.get(what) == {"state": "Lent"}:
        del changed[what]
    whose = _key(home, "family", name=family)[1]
    wanted = {"new": True, "toy": what[1], "family": whose, "weeks": int(weeks)}
    return len(changed) == 1 and all(
        key[0] == "loan" and holds(one, wanted) for key, one in changed.items()
    )


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All that goals are about, by sort and number."""
    return rows_of(folder / "library.sqlite3", _STATE)


def _key(home: Path, sort: str, **wanted: str) -> tuple[str, Any]:
    """The one of the first day that is so."""
    return key_of(_state(home / "first"), sort, wanted)


def _command(home: Path, script: str) -> list[str]:
    return [str(venv_python(home)), str(_HERE / "served" / script)]


def _environment(home: Path) -> dict[str, str]:
    return {
        "PICCOLO_CONF": "piccolo_conf",
        "PYTHONPATH": str(_HERE / "served"),
        "LIBRARY_HOME": str(home.absolute()),
    }
