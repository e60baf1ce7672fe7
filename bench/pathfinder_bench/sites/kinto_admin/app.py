"""Buckets, collections and records of a household, served by Kinto from memory, told by its API."""

import json
import shutil
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import install_venv, serving

USER, WORD = "nora", "Watering-can-6"
_PACKAGES = (
    "kinto==20.0.0",
    "pyramid==2.0.2",
    "pyramid_multiauth==1.0.2",
    "setuptools==80.9.0",
    "bcrypt==4.3.0",
    "waitress==3.0.2",
)
_SETTINGS = """
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}

[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.admin kinto.plugins.accounts
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.userid_hmac_secret = a site on loopback has no secrets
kinto.account_create_principals = system.Everyone
kinto.bucket_create_principals = system.Authenticated
kinto.project_name = Household
multiauth.policies = account
multiauth.policy.account.use = kinto.plugins.accounts.AccountsPolicy
"""
_PLANT = {
    "type": "object",
    "required": ["name", "place", "days"],
    "properties": {
        "name": {"type": "string", "title": "Plant"},
        "place": {
            "type": "string",
            "title": "Where it stands",
            "enum": ["kitchen", "bathroom", "living room"],
        },
        "days": {"type": "integer", "title": "Days between waterings"},
        "note": {"type": "string", "title": "Note"},
    },
}
_PLANTS: tuple[dict[str, Any], ...] = (
    {"name": "Ficus", "place": "living room", "days": 5, "note": "Turn it now and then"},
    {"name": "Cactus", "place": "kitchen", "days": 30},
    {"name": "Orchid", "place": "bathroom", "days": 11, "note": "Rain water only"},
    {"name": "Basil", "place": "kitchen", "days": 1},
)
_TOOL = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "lent_to": {"type": "string", "title": "Lent to"}},
}
_TOOLS: tuple[dict[str, Any], ...] = (
    {"name": "Ladder", "lent_to": "Mr Okafor"},
    {"name": "Hedge shears"},
)


def install(home: Path) -> None:
    """Install the package; the records are made at each start."""
    install_venv(home, _PACKAGES)


def reset(home: Path) -> None:
    """Nothing is left: the records live in memory."""
    shutil.rmtree(home / "data", ignore_errors=True)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it with its first records."""
    settings = home / "kinto.ini"
    settings.write_text(_SETTINGS.format(port=port), encoding="utf-8")
    command = [str(home / "venv/bin/kinto"), "start", "--ini", str(settings), "--port", str(port)]
    with serving(command, port, path="/v1/") as url:
        _fill(url)
        yield url


def bucket(home: Path, url: str, name: str) -> bool:
    """Whether there is such a bucket."""
    return _asked(url, f"/buckets/{name}") is not None


def collection(home: Path, url: str, bucket: str, name: str) -> bool:
    """Whether the bucket has such a collection."""
    return _asked(url, f"/buckets/{bucket}/collections/{name}") is not None


def no_tools(home: Path, url: str) -> bool:
    """Whether the tools are gone and the plants are not."""
    return not collection(home, url, "house", "tools") and collection(home, url, "house", "plants")


def member(home: Path, url: str, name: str, member: str) -> bool:
    """Whether the house has a group with this member."""
    found = _asked(url, f"/buckets/house/groups/{name}")
    return bool(found) and member in found["members"]


def plant(home: Path, url: str, name: str, place: str, days: str) -> bool:
    """Whether there is exactly one plant of that name, and it is as said."""
    found = [each for each in _plants(url) if each["name"] == name]
    return [(each["place"], each["days"]) for each in found] == [(place, int(days))]


def no_plant(home: Path, url: str, name: str) -> bool:
    """Whether exactly this plant is gone."""
    first = {str(each["name"]) for each in _PLANTS}
    return {each["name"] for each in _plants(url)} == first - {name}


def _plants(url: str) -> list[dict[str, Any]]:
    return list(_asked(url, "/buckets/house/collections/plants/records") or [])


def _fill(url: str) -> None:
    _asked(url, f"/accounts/{USER}", {"password": WORD}, by=None)
    _asked(url, "/buckets/house", {})
    for name, schema, columns, records in (
        ("plants", _PLANT, ["name", "place", "days"], _PLANTS),
        ("tools", _TOOL, ["name", "lent_to"], _TOOLS),
    ):
        place = f"/buckets/house/collections/{name}"
        _asked(url, place, {"schema": schema, "displayFields": columns})
        for record in records:
            number = str(record["name"]).lower().replace(" ", "-")
            _asked(url, f"{place}/records/{number}", record)


def _asked(url: str, path: str, value: Any = None, *, by: str | None = USER) -> Any:
    """What the API says of a path, or puts there; None where nothing is."""
    request = urllib.request.Request(f"{url}/v1{path}", method="GET" if value is None else "PUT")
    request.add_header("Content-Type", "application/json")
    if by:
        word = b64encode(f"{by}:{WORD}".encode()).decode()
        request.add_header("Authorization", f"Basic {word}")
    if value is not None:
        request.data = json.dumps({"data": value}).encode()
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        if error.code in (403, 404) and value is None:
            return None
        raise
