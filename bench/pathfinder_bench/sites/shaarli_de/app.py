"""Bookmarks of bee-keepers, in German, served by Shaarli, told by its datastore."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.serving import (
    bring_back,
    install_apt,
    packages_of,
    php,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_EXTENSIONS = ("ctype", "iconv", "intl", "mbstring", "tokenizer", "dom", "simplexml", "gettext")
_WHO, _PASSWORD, _SALT = "heike", "Drohnenflug-62", "a site on loopback has no secrets"


def install(home: Path) -> None:
    """Unpack the packages, point the application at its home, and fill it."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    for folder in ("app", "data"):
        shutil.rmtree(home / folder, ignore_errors=True)
    _place(home, root)
    for folder in ("data", "data/tmp", "data/pagecache", "data/sessions"):
        (home / folder).mkdir()
    _settle(home.absolute() / "data")
    bookmarks = home / "data/bookmarks.json"
    bookmarks.write_text(json.dumps(_first()), encoding="utf-8")
    _php(home, "fill.php", home / "data/datastore.php", bookmarks)
    bookmarks.unlink()
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first bookmarks back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it; it fetches nothing from the addresses that are bookmarked."""
    where = ["-S", f"127.0.0.1:{port}", "-t", str(home.absolute() / "app")]
    command = [*_interpreter(home), *where, str(_HERE / "served/route.php")]
    with serving(command, port, env={"PHP_CLI_SERVER_WORKERS": "3"}) as url:
        yield url


def saved(home: Path, url: str, address: str, title: str, tag: str) -> bool:
    """Whether exactly this bookmark is new, for all to see."""
    found = [each for each in _new(home) if each["url"] == address]
    return _one_more(home) and [
        (each["title"], each["tags"], each["private"]) for each in found
    ] == [(title, [tag], False)]


def noted(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly this note is new."""
    found = [each for each in _new(home) if each["url"].startswith("/shaare/")]
    said = [(each["title"], " ".join(each["text"].split()).rstrip(".")) for each in found]
    return _one_more(home) and said == [(title, words)]


def private(home: Path, url: str, titles: str) -> bool:
    """Whether these bookmarks, as `One; Another`, are hidden now, and nothing else has changed."""
    chosen = _split(titles)
    wanted = [each | {"private": each["private"] or each["title"] in chosen} for each in _first()]
    return _same(home, wanted)


def retitled(home: Path, url: str, old: str, new: str) -> bool:
    """Whether a bookmark has another title, and nothing else has changed."""
    return _same(
        home,
        [each | {"title": new if each["title"] == old else each["title"]} for each in _first()],
    )


def tag_renamed(home: Path, url: str, old: str, new: str) -> bool:
    """Whether all that had a tag have another instead, and nothing else has changed."""
    wanted = [
        each | {"tags": [new if tag == old else tag for tag in each["tags"]]} for each in _first()
    ]
    return _same(home, wanted)


def deleted(home: Path, url: str, titles: str) -> bool:
    """Whether exactly these bookmarks, as `One; Another`, are gone."""
    return _same(home, [each for each in _first() if each["title"] not in _split(titles)])


def _first() -> list[dict[str, Any]]:
    """The bookmarks of the first day."""
    listed = read_yaml(_HERE / "bookmarks.yaml").content
    return [{**each, "private": each.get("private") == "true"} for each in listed]


def _now(home: Path) -> list[dict[str, Any]]:
    told = json.loads(_php(home, "tell.php", home / "data/datastore.php"))
    return [dict(each) for each in told]


def _new(home: Path) -> list[dict[str, Any]]:
    """Those whose titles were not there on the first day."""
    titles = {each["title"] for each in _first()}
    return [each for each in _now(home) if each["title"] not in titles]


def _one_more(home: Path) -> bool:
    titles = {each["title"] for each in _new(home)}
    left = [each for each in _now(home) if each["title"] not in titles]
    return len(titles) == 1 and _plain(left) == _plain(_first())


def _same(home: Path, wanted: list[dict[str, Any]]) -> bool:
    return _plain(_now(home)) == _plain(wanted)


def _plain(bookmarks: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """What counts of each; a note's address is of its own making."""
    return sorted(
        (
            each["title"],
            "" if each["url"].startswith("/shaare/") else each["url"],
            " ".join(each["text"].split()),
            each["private"],
            *sorted(each["tags"]),
        )
        for each in bookmarks
    )


def _split(titles: str) -> set[str]:
    return {each.strip() for each in titles.split(";")}


def _place(home: Path, root: Path) -> None:
    """Copy the application, which looks for its parts and data at fixed places, into its home."""
    app, data = home.absolute() / "app", home.absolute() / "data"
    shutil.copytree(root / "usr/share/shaarli", app, ignore=shutil.ignore_patterns("cache", "doc"))
    for file in app.rglob("*.php"):
        text = file.read_text(encoding="utf-8")
        moved = text.replace("/var/lib/shaarli/data", str(data))
        moved = moved.replace("/var/cache/shaarli", str(data)).replace(
            "/usr/share/shaarli", str(app)
        )
        if moved != text:
            file.write_text(moved, encoding="utf-8")


def _settle(data: Path) -> None:
    """Write its settings: the owner, the language, and that it asks no other machine."""
    password = hashlib.sha1(f"{_PASSWORD}{_WHO}{_SALT}".encode()).hexdigest()
    settings = {
        "credentials": {"login": _WHO, "hash": password, "salt": _SALT},
        "security": {"session_protection_disabled": True},
        "general": {
            "title": "Imkerverein Schlei",
            "timezone": "UTC",
            "retrieve_description": False,
            "enable_async_metadata": False,
            "enabled_plugins": [],
        },
        "updates": {"check_updates": False},
        "thumbnails": {"mode": "none"},
        "translation": {"language": "de", "mode": "php"},
    }
    words = json.dumps(settings, ensure_ascii=False)
    (data / "config.json.php").write_text(f"<?php /*\n{words}\n*/ ?>", encoding="utf-8")


def _php(home: Path, script: str, *values: Path) -> str:
    command = [*_interpreter(home), str(_HERE / "served" / script)]
    return run_tool([*command, *(str(value.absolute()) for value in values)])


def _interpreter(home: Path) -> list[str]:
    """PHP with its parts."""
    root = home.absolute() / "apt"
    settings = {
        "include_path": f".:{home.absolute() / 'app'}:{root / 'usr/share/php'}",
        "allow_url_fopen": "0",
        "session.save_path": str(home.absolute() / "data/sessions"),
        "log_errors": "1",
    }
    return php(root, _EXTENSIONS, settings)
