"""What a botanical society has written down, in Spanish, served by MediaWiki, told by SQLite."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, rows_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_apt,
    packages_of,
    php,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_EXTENSIONS = (
    "ctype",
    "dom",
    "fileinfo",
    "iconv",
    "intl",
    "mbstring",
    "pdo",
    "pdo_sqlite",
    "posix",
    "simplexml",
    "tokenizer",
    "xml",
    "xmlreader",
)
_STATE = {
    "page": "select page_namespace || ':' || replace(page_title, '_', ' '), old_text as text,"
    " (select group_concat(pr_type || ' ' || pr_level) from page_restrictions"
    " where pr_page = page_id) as limits from page join slots on slot_revision_id = page_latest"
    " join content on content_id = slot_content_id"
    " join text on old_id = substr(content_address, 4)",
    "title": "select pt_namespace || ':' || pt_title, pt_create_perm from protected_titles",
    "file": "select img_name, img_sha1 from image",
    "person": "select user_name, user_real_name, user_email, user_password,"
    " (select group_concat(ug_group || coalesce(' until ' || ug_expiry, ''))"
    " from user_groups where ug_user = user_id) as groups from user",
    "block": "select ipb_id, ipb_address, ipb_expiry, ipb_sitewide from ipblocks",
}


def install(home: Path) -> None:
    """Unpack the packages, have the application make its tables, and fill them."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    app, data = home.absolute() / "app", home.absolute() / "data"
    for folder in (app, data):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "usr/share/mediawiki", app, ignore=_links)
    (app / "extensions-core").rename(app / "extensions")
    data.mkdir()
    society = read_yaml(_HERE / "society.yaml").content
    account = read_yaml(_HERE / "site.yaml").content["persona"]["account"]
    told = {
        "dbtype": "sqlite",
        "dbname": "society",
        "dbpath": str(data),
        "lang": "es",
        "scriptpath": "",
        "server": "http://localhost",
        "skins": "Vector",
        "pass": account["password"],
    }
    options = [f"--{key}={value}" for key, value in told.items()]
    _run(home, app / "maintenance/install.php", *options, society["name"], account["username"])
    settings = app / "LocalSettings.php"
    more = (_HERE / "served/settings.php").read_text(encoding="utf-8").removeprefix("<?php")
    settings.write_text(settings.read_text(encoding="utf-8") + more, encoding="utf-8")
    first = data / "society.json"
    first.write_text(json.dumps(society), encoding="utf-8")
    _run(home, _HERE / "served/fill.php", str(first))
    _run(home, app / "maintenance/runJobs.php")
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    where = ["-S", f"127.0.0.1:{port}", "-t", str(home.absolute() / "app")]
    workers = {"PHP_CLI_SERVER_WORKERS": "4"}
    with serving([*_interpreter(home), *where], port, path="/index.php", env=workers) as url:
        yield url


def written(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly one page is new, of about this name, and says so."""
    (sort, name), one = the_only(_changed(home))
    return (
        sort == "page"
        and name.startswith("0:")
        and title.casefold() in name.casefold()
        and holds(one, {"new": True, "limits": ""})
        and words in one["text"]
    )


def rewritten(home: Path, url: str, page: str, old: str, new: str) -> bool:
    """Whether exactly this sentence is another, on this page, and all else is as it was."""
    text = _state(home / "first")["page", f"0:{page}"]["text"]
    ways = [text.replace(f"{old}.", f"{new}{end}") for end in (".", "")]
    return _changed(home) in [{("page", f"0:{page}"): {"text": way}} for way in ways]


def tidied(home: Path, url: str, old: str, new: str, gone: str) -> bool:
    """Whether exactly the one page has another name, and the other is gone.

    The old name may lead to the new one.
    """
    changed = _changed(home)
    left = changed.pop(("page", f"0:{old}"), {})
    leads = f"[[{new}]]" in left.get("text", "") and left["text"].startswith("#REDIR")
    return (left == {"gone": True} or leads) and changed == {
        ("page", f"0:{new}"): _state(home / "first")["page", f"0:{old}"] | {"new": True},
        ("page", f"0:{gone}"): {"gone": True},
    }


def promoted(home: Path, url: str, name: str, group: str) -> bool:
    """Whether exactly this person is in this group, for ever."""
    return _changed(home) == {("person", name): {"groups": group}}


def restored(home: Path, url: str, page: str) -> bool:
    """Whether exactly this page is as its last version but one was."""
    versions = read_yaml(_HERE / "society.yaml").content["pages"][page]
    return _changed(home) == {("page", f"0:{page}"): {"text": _plain(versions[-2][2])}}


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and name: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(data: Path) -> dict[tuple[str, Any], Row]:
    """All pages and files, people, what they may do and who is kept out."""
    state = rows_of(data / "society.sqlite", _STATE)
    for (sort, _), row in state.items():
        if sort == "page":
            row["text"] = _plain(row["text"])
    return state


def _plain(text: str | bytes) -> str:
    """A text without how its lines are broken."""
    return " ".join((text.decode() if isinstance(text, bytes) else text).split())


def _links(folder: str, names: list[str]) -> list[str]:
    """Those that only say where something lies on a machine that has it installed."""
    return [name for name in names if Path(folder, name).is_symlink()]


def _run(home: Path, script: Path, *words: str) -> None:
    """Run one of the application's scripts to its end."""
    place = {"MW_INSTALL_PATH": str(home.absolute() / "app")}
    run_tool([*_interpreter(home), str(script), *words], env=place)


def _interpreter(home: Path) -> list[str]:
    """PHP with its parts."""
    settings = {
        "zend_extension": "opcache",
        "opcache.enable_cli": "1",
        "memory_limit": "256M",
        "sendmail_path": "/bin/true",
    }
    return php(home.absolute() / "apt", _EXTENSIONS, settings)
