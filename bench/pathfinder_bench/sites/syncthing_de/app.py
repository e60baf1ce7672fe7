"""Folders that the computers of an office share, served by Syncthing, told by its API."""

import json
import shutil
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import bring_back, free_port, install_apt, run_tool, serving

_KEY = "a site on loopback has no secrets"
_DEVICES = {
    "Laptop Karin": "7WVDZSV-VOBDQQX-DZSZPSA-LTXKNBU-UWXQX2Z-YJS3KV7-TA6W3H6-FYXRKQV",
    "Server Keller": "YAHWQBN-YBN3PS6-XJWNMWI-WCQ3UW4-OAQNTGX-ZUU7JOD-ROK3GJX-6ABOUAN",
    "Tablet Baustelle": "ZH2XLS2-TSPKE67-ZIHBS7X-SFYWJE7-SW5674O-HREUWYB-JFTYH2D-JNFA5QW",
}
_FOLDERS = {
    "plaene": ("Pläne", "Plaene 2026", ("Server Keller",), ("Grundriss EG.txt", "Schnitt A.txt")),
    "fotos": ("Fotos Baustelle", "Fotos", ("Server Keller", "Tablet Baustelle"), ("Giebel.txt",)),
    "angebote": ("Angebote", "Angebote", ("Laptop Karin",), ("Dachdecker.txt", "Fenster.txt")),
}
_ALONE = {
    "globalAnnounceEnabled": False,
    "localAnnounceEnabled": False,
    "relaysEnabled": False,
    "natEnabled": False,
    "crashReportingEnabled": False,
    "urAccepted": -1,
    "autoUpgradeIntervalH": 0,
    "startBrowser": False,
    "listenAddresses": ["tcp://127.0.0.1:0"],
    "unackedNotificationIDs": [],
}


def install(home: Path) -> None:
    """Unpack the package and make the office's folders."""
    install_apt(home, ["syncthing=1.19.2~ds1-1+b4"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    run_tool([_program(home), "generate", "--no-default-folder", _where(home)], env=_env(home))
    with start(home, free_port()) as url:
        _fill(home, url)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it; it talks to no other machine."""
    there = [f"--gui-address=http://127.0.0.1:{port}", f"--gui-apikey={_KEY}"]
    quiet = ["--no-browser", "--no-restart", "--no-upgrade", "--no-default-folder"]
    command = [_program(home), "serve", _where(home), *there, *quiet]
    with serving(command, port, path="/rest/noauth/health", env=_env(home)) as url:
        yield url


def folder(home: Path, url: str, label: str, path: str, instead_of: str = "") -> bool:
    """Whether there is one folder of that label there, and no longer the other."""
    labels = sorted(each["label"] for each in _folders(url))
    wanted = sorted({*(name for name, *_ in _FOLDERS.values()), label} - {instead_of})
    found = [each for each in _folders(url) if each["label"] == label]
    return labels == wanted and Path(found[0]["path"]).name == path


def paused(home: Path, url: str, label: str) -> bool:
    """Whether exactly this folder rests."""
    return [each["label"] for each in _folders(url) if each["paused"]] == [label]


def device(home: Path, url: str, name: str, number: str) -> bool:
    """Whether there is a device of that name and number."""
    return [each["deviceID"] for each in _devices(url) if each["name"] == name] == [number]


def resting(home: Path, url: str, names: str) -> bool:
    """Whether exactly these devices rest, as `Laptop Karin; Server Keller`."""
    found = sorted(each["name"] for each in _devices(url) if each["paused"])
    return found == sorted(each.strip() for each in names.split(";"))


def shared(home: Path, url: str, label: str, name: str) -> bool:
    """Whether this device shares the folder."""
    numbers = [each["deviceID"] for each in _devices(url) if each["name"] == name]
    found = [each["devices"] for each in _folders(url) if each["label"] == label]
    return bool(found) and {each["deviceID"] for each in found[0]}.issuperset(numbers or {"none"})


def slowed(home: Path, url: str, name: str, kib: str) -> bool:
    """Whether no more than this many KiB a second go to the device."""
    found = [each["maxSendKbps"] for each in _devices(url) if each["name"] == name]
    return found == [int(kib)]


def no_device(home: Path, url: str, name: str) -> bool:
    """Whether exactly this device is gone."""
    return {each["name"] for each in _devices(url)} & set(_DEVICES) == set(_DEVICES) - {name}


def _fill(home: Path, url: str) -> None:
    _sent(url, "/rest/config/options", _ALONE, "PATCH")
    own = _asked(url, "/rest/system/status")["myID"]
    _sent(url, f"/rest/config/devices/{own}", {"name": "Büro Hagedorn"}, "PATCH")
    for name, number in _DEVICES.items():
        about = {"deviceID": number, "name": name, "addresses": ["tcp://127.0.0.1:9"]}
        _sent(url, "/rest/config/devices", about, "POST")
    for name, (label, path, with_whom, files) in _FOLDERS.items():
        (home / "data" / path).mkdir()
        for file in files:
            (home / "data" / path / file).write_text(f"{label}\n", encoding="utf-8")
        members = [{"deviceID": own}, *({"deviceID": _DEVICES[each]} for each in with_whom)]
        where = {"label": label, "path": f"~/{path}"}
        _sent(url, "/rest/config/folders", {"id": name, **where, "devices": members}, "POST")


def _folders(url: str) -> Any:
    return _asked(url, "/rest/config/folders")


def _devices(url: str) -> Any:
    return _asked(url, "/rest/config/devices")


def _asked(url: str, path: str) -> Any:
    request = urllib.request.Request(url + path, headers={"X-API-Key": _KEY})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _sent(url: str, path: str, value: Mapping[str, Any], method: str) -> None:
    request = urllib.request.Request(
        url + path, json.dumps(value).encode(), {"X-API-Key": _KEY}, method=method
    )
    urllib.request.urlopen(request, timeout=30).close()


def _program(home: Path) -> str:
    return str(home.absolute() / "apt/usr/bin/syncthing")


def _where(home: Path) -> str:
    return f"--home={home.absolute() / 'data/syncthing'}"


def _env(home: Path) -> dict[str, str]:
    return {"HOME": str(home.absolute() / "data"), "STNOUPGRADE": "1", "STNORESTART": "1"}
