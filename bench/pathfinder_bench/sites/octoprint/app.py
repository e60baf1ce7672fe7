"""The 3D printer of a repair café, served by OctoPrint, told by its files and its API."""

import json
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import yaml

from pathfinder.core.errors import SiteUnreachable
from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_KEY = "a-site-on-loopback-has-no-secrets"
_PATIENCE = 120.0
_BUSY = ("Printing", "Starting", "Finishing")
_Told = dict[str, Any]


def install(home: Path) -> None:
    """Install the package and make the printer's first data."""
    install_venv(home, ["OctoPrint==1.11.8"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py"), str(home / "data")])
    with start(home, free_port()):
        pass  # OctoPrint adds to its data when it starts for the first time
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, with a printer that is not there but prints."""
    where = ["--basedir", str(home.absolute() / "data"), "--iknowwhatimdoing"]
    there = ["--host", "127.0.0.1", "--port", str(port)]
    command = [str(home.absolute() / "venv/bin/octoprint"), "serve", *where, *there]
    with serving(command, port) as url:
        _await_printer(url)
        yield url


def folder(home: Path, url: str, name: str) -> bool:
    """Whether exactly this folder is new among the print files, and empty."""
    before, now = _state(home / "first"), _state(home / "data")
    new = now["files"] - before["files"]
    spaced = {place.replace("_", " ") for place in new}
    return spaced == {f"{name}/"} and now | {"files": now["files"] - new} == before


def account(home: Path, url: str, name: str, password: str) -> bool:
    """Whether exactly this account is new, may be used, and has this password."""
    before, now = _state(home / "first"), _state(home / "data")
    others = {each: kept for each, kept in now["users"].items() if each != name}
    if others != before["users"] or now | {"users": others} != before:
        return False
    return bool(now["users"].get(name, {}).get("active")) and _lets_in(url, name, password)


def width(home: Path, url: str, width: str) -> bool:
    """Whether exactly the printer's width is another."""
    before, now = _state(home / "first"), _state(home / "data")
    bed = now["printer"]["volume"]
    kept = bed | {"width": before["printer"]["volume"]["width"], "custom_box": False}
    same = now | {"printer": now["printer"] | {"volume": kept}} == before
    return same and float(bed["width"]) == float(width)


def titled(home: Path, url: str, title: str) -> bool:
    """Whether exactly the page's title is another."""
    before, now = _state(home / "first"), _state(home / "data")
    return now == before | {"title": title}


def switched_off(home: Path, url: str, name: str) -> bool:
    """Whether exactly this account is there but can't be used."""
    before, now = _state(home / "first"), _state(home / "data")
    user = before["users"][name] | {"active": False}
    return now == before | {"users": before["users"] | {name: user}}


def deleted(home: Path, url: str, names: str) -> bool:
    """Whether exactly these print files, as `one; another`, are gone."""
    before, now = _state(home / "first"), _state(home / "data")
    gone = {name.strip() for name in names.split(";")}
    return now == before | {"files": before["files"] - gone}


def printed(home: Path, url: str, name: str) -> bool:
    """Whether exactly this file is being printed, or has been since the first day."""
    files = _asked(url, "/api/files?recursive=true")["files"]
    done = {file["name"] for file in _flat(files) if file.get("prints", {}).get("success")}
    job = _asked(url, "/api/job")
    busy = str(job["state"]).startswith(_BUSY)
    now = {job["job"]["file"]["name"]} if busy else set()
    return done | now == {name} and _state(home / "data") == _state(home / "first")


def _state(folder: Path) -> _Told:
    """What goals are about: accounts, title, the printer's measures, and print files by path."""
    config = _yaml(folder / "config.yaml")
    uploads = folder / "uploads"
    users = _yaml(folder / "users.yaml")
    return {
        "users": {name: _account(kept) for name, kept in users.items() if name != "_version"},
        "title": config.get("appearance", {}).get("name", ""),
        "materials": [
            (each["name"], each["extruder"], each["bed"])
            for each in config["temperature"]["profiles"]
        ],
        "printer": _yaml(folder / "printerProfiles/_default.profile"),
        "files": {
            place.relative_to(uploads).as_posix() + "/" * place.is_dir()
            for place in uploads.rglob("*")
            if not place.name.startswith(".")
        },
    }


def _account(kept: _Told) -> _Told:
    kept = kept | {"groups": sorted(kept["groups"])}
    return {key: kept[key] for key in ("active", "groups", "password")}


def _yaml(file: Path) -> _Told:
    return dict(yaml.safe_load(file.read_text(encoding="utf-8")) or {})


def _lets_in(url: str, name: str, password: str) -> bool:
    """Whether this name and password are good for a session."""
    try:
        return bool(_asked(url, "/api/login", {"user": name, "pass": password}))
    except urllib.error.HTTPError:
        return False


def _await_printer(url: str) -> None:
    """Wait until the printer is connected; until then what answers is not always HTTP.

    Raises:
        SiteUnreachable: It is not after two minutes.
    """
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError, HTTPException):
            if _asked(url, "/api/job")["state"] == "Operational":
                return
        time.sleep(0.3)
    raise SiteUnreachable(f"{url}: the printer is not connected; see data/logs/octoprint.log")


def _flat(places: list[_Told]) -> list[_Told]:
    """The files of folders and the folders in them."""
    return [
        file
        for place in places
        for file in (_flat(place["children"]) if place["type"] == "folder" else [place])
    ]


def _asked(url: str, path: str, sent: _Told | None = None) -> _Told:
    """What the API tells its owner."""
    body = json.dumps(sent).encode() if sent else None
    head = {"Content-Type": "application/json", "X-Api-Key": _KEY}
    with urllib.request.urlopen(urllib.request.Request(url + path, body, head), timeout=30) as it:
        return dict(json.loads(it.read()))
