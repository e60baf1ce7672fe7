"""The shared folders of an orienteering club, served by copyparty, told by the files in them."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_ACCOUNT = "winifred:Re-entrant-and-knoll-73"
_WRITTEN = datetime(2027, 2, 1, 9, tzinfo=UTC).timestamp()
_KEPT = ".hist"  # where it keeps what a text said before it was changed


def install(home: Path) -> None:
    """Install the packages, and write the first files."""
    install_venv(home, packages_of(_HERE, "pip"))
    shutil.rmtree(home / "first", ignore_errors=True)
    for name, text in read_yaml(_HERE / "folders.yaml").content.items():
        file = home / "first/files" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (home / "first/settings").mkdir()
    for path in (home / "first/files").rglob("*"):
        os.utime(path, (_WRITTEN, _WRITTEN))


def reset(home: Path) -> None:
    """Bring the first files back; nobody is logged in."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve them to those who have an account."""
    data = home.absolute() / "data"
    command = [str(venv_python(home)), "-m", "copyparty", "-q", "-i", "127.0.0.1"]
    command += ["-p", str(port), "--usernames", "-a", _ACCOUNT, "--name", "Harrow Fell Orienteers"]
    command += ["-v", f"{data / 'files'}::rwmd,{_ACCOUNT.partition(':')[0]}"]
    env = {"XDG_CONFIG_HOME": str(data / "settings"), "PRTY_NO_MDNS": "1", "TZ": "UTC"}
    with serving(command, port, path="/?h", env=env, cwd=data) as url:
        yield url


def made(home: Path, url: str, folder: str) -> bool:
    """Whether exactly this folder is new, with nothing in it."""
    return _changed(home) == {folder: {"text": None, "new": True}}


def noted(home: Path, url: str, folder: str, title: str, words: str) -> bool:
    """Whether exactly one text is new, in this folder and of this name, and says so."""
    changed = _changed(home)
    if len(changed) != 1:
        return False
    [(name, one)] = changed.items()
    path = Path(name)
    called = path.stem.replace("-", " ").replace("_", " ").casefold()
    return (
        (str(path.parent), called) == (folder, title)
        and one.get("new") is True
        and words in (one["text"] or "")
    )


def rewritten(home: Path, url: str, file: str, words: str, without: str) -> bool:
    """Whether exactly this text is another, and says this and no longer that."""
    changed = _changed(home)
    text = changed.get(file, {}).get("text") or ""
    return len(changed) == 1 and words in text and without not in text


def moved(home: Path, url: str, old: str, new: str, gone: str = "") -> bool:
    """Whether exactly this file lies elsewhere, as it was, and the one named `gone` nowhere.

    Args:
        new: Without an ending: who says what a file is to be called leaves that out.
    """
    changed = _changed(home)
    lost = [changed.pop(name, {}) == {"gone": True} for name in (old, gone) if name]
    one = _state(home / "first/files")[old] | {"new": True}
    return all(lost) and list(changed.values()) == [one] and _called(*changed) == new


def _changed(home: Path) -> dict[str, Row]:
    """The files and folders that are not as on the first day."""
    return differences(_state(home / "first/files"), _state(home / "data/files"))


def _state(top: Path) -> dict[str, Row]:
    """All files with what they say, and all folders."""
    return {
        str(path.relative_to(top)): {"text": None if path.is_dir() else _said(path)}
        for path in top.rglob("*")
        if _KEPT not in path.parts
    }


def _called(name: str) -> str:
    return name.removesuffix(Path(name).suffix)


def _said(file: Path) -> str:
    return " ".join(file.read_text(encoding="utf-8", errors="replace").split())
