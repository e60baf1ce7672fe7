"""The pages that a walking club watches, kept by changedetection.io, told by its files."""

import base64
import hashlib
import json
import shutil
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds
from pathfinder_bench.sites.serving import (
    HOST,
    NotInstalled,
    bring_back,
    free_port,
    install_venv,
    packages_of,
    serving,
)

_HERE = Path(__file__).parent
_PASSWORD, _SALT = "Samphire-and-stile-52", b"sea wall and saltmarsh, 32 bytes"
_PATIENCE = 60.0
_UNITS = {"weeks": 604800, "days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}
_KEPT = (
    "url",
    "title",
    "paused",
    "notification_muted",
    "notification_urls",
    "ignore_text",
    "include_filters",
    "subtractive_selectors",
    "extract_text",
    "trigger_text",
    "text_should_not_be_present",
)


def install(home: Path) -> None:
    """Install the package, have it look at all pages twice, and close it with a password."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    told = read_yaml(_HERE / "pages.yaml").content
    _say(home, told["before"])
    with start(home, free_port()) as url:
        for what, known in (("watch", "watch"), ("tag", "tags")):  # it comes with some of its own
            for number in _ask(home, url, known):
                _ask(home, url, f"{what}/{number}", method="DELETE")
        groups = {name: _ask(home, url, "tag", {"title": name})["uuid"] for name in told["groups"]}
        for one in told["watched"]:
            each = {"title": one["title"], "url": one["url"]}
            each |= {"tags": [groups[one["group"]]]} if "group" in one else {}
            pause = {"weeks": int(one["weeks"])} if "weeks" in one else {"days": 1}
            each |= {"time_between_check": pause, "time_between_check_use_default": False}
            _ask(home, url, "watch", each)
        _look(home, url, len(told["watched"]))
        _say(home, told["now"])
        _look(home, url, len(told["watched"]))
    settings = _settings(home / "data")
    key = hashlib.pbkdf2_hmac("sha256", _PASSWORD.encode(), _SALT, 100_000)
    password = base64.b64encode(_SALT + key).decode()
    settings["settings"]["application"]["password"] = password
    (home / "data/changedetection.json").write_text(json.dumps(settings), encoding="utf-8")
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, and the pages that it watches."""
    root, inner = home.absolute(), free_port()
    proxy = f"http://{HOST}:{inner}"
    environment = {
        "HTTP_PROXY": proxy,
        "HTTPS_PROXY": proxy,
        "NO_PROXY": "",
        "DISABLE_VERSION_CHECK": "true",
        "LLM_FEATURES_DISABLED": "true",
        "LOGGER_LEVEL": "WARNING",
    }
    pages = [sys.executable, str(_HERE / "served/pages.py"), str(inner), str(root / "pages.json")]
    command = [str(root / "venv/bin/changedetection.io"), "-h", HOST, "-p", str(port)]
    if not (root / "data/changedetection.json").exists():
        command.append("-C")
    with (
        serving(pages, inner),
        serving([*command, "-d", str(root / "data")], port, env=environment, cwd=root) as url,
    ):
        yield url


def watched(home: Path, url: str, address: str, title: str) -> bool:
    """Whether exactly this page is watched besides, by this name."""
    new = {"new": True, "title": title, "paused": False}
    changed = _changed(home)
    return list(changed) == [f"page {address}"] and holds(changed[f"page {address}"], new)


def every(home: Path, url: str, title: str, hours: str) -> bool:
    """Whether exactly one thing is another: this page is looked at every so many hours."""
    return _changed(home) == {_page(home, title): {"every": int(hours) * 3600}}


def sorted_out(home: Path, url: str, gone: str, title: str, group: str) -> bool:
    """Whether exactly this page is watched no longer, and another belongs to this group."""
    return _changed(home) == {
        _page(home, gone): {"gone": True},
        _page(home, title): {"groups": [group]},
    }


def ignores(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly one thing is another: a line with these words is not heeded of this page."""
    changed = _changed(home)
    one = changed.get(_page(home, title), {})
    told = one.get("ignore_text", [])
    return (
        len(changed) == 1
        and set(one) == {"ignore_text"}
        and len(told) == 1
        and words.casefold() in told[0].casefold()
    )


def _changed(home: Path) -> dict[str, Row]:
    """What is not as on the first day."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(data: Path) -> dict[str, Row]:
    """All pages with how they are watched, all groups, and the settings."""
    tags = {each["uuid"]: each for each in _read(data, "tag.json")}
    state = {f"group {each['title']}": {"is": "group"} for each in tags.values()}
    for one in _read(data, "watch.json"):
        row = {key: one[key] for key in _KEPT}
        row["groups"] = sorted(tags[each]["title"] for each in one["tags"] if each in tags)
        pause = one["time_between_check"]
        usual = one["time_between_check_use_default"]
        row["every"] = 0 if usual else sum((pause.get(key) or 0) * _UNITS[key] for key in _UNITS)
        state[f"page {one['url']}"] = row
    told = _settings(data)["settings"]
    state["settings"] = {
        "password": told["application"]["password"],
        "every": told["requests"]["time_between_check"],
        "ignored": told["application"]["global_ignore_text"],
        "paused": told["application"]["all_paused"],
    }
    return state


def _read(data: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(each.read_text(encoding="utf-8")) for each in data.glob(f"*/{name}")]


def _settings(data: Path) -> dict[str, Any]:
    file = data / "changedetection.json"
    settings: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return settings


def _page(home: Path, title: str) -> str:
    """The page of that name on the first day."""
    [key] = [key for key, one in _state(home / "first").items() if one.get("title") == title]
    return key


def _say(home: Path, pages: dict[str, list[str]]) -> None:
    """Write down what the watched pages say from now on."""
    (home / "pages.json").write_text(json.dumps(pages), encoding="utf-8")


def _look(home: Path, url: str, number: int) -> None:
    """Have it look at every page, and wait until it has."""
    began = int(time.time())
    time.sleep(1.5)
    _ask(home, url, "watch?recheck_all=1")
    while time.time() < began + _PATIENCE:
        watches = _ask(home, url, "watch").values()
        if sum(each["last_checked"] > began for each in watches) == number:
            return
        time.sleep(0.5)
    raise NotInstalled("changedetection.io did not look at its pages")


def _ask(
    home: Path, url: str, what: str, fields: Row | None = None, method: str = ""
) -> dict[str, Any]:
    """Ask its API."""
    key = _settings(home / "data")["settings"]["application"]["api_access_token"]
    headers = {"x-api-key": key, "Content-Type": "application/json"}
    body = json.dumps(fields).encode() if fields else None
    how = method or ("POST" if fields else "GET")
    request = urllib.request.Request(f"{url}/api/v1/{what}", body, headers, method=how)
    with urllib.request.urlopen(request, timeout=30) as answer:
        said: dict[str, Any] = json.loads(answer.read() or b"{}")
    return said
