"""The notebook of an observatory's friends, served by DokuWiki, told by its files."""

import base64
import gzip
import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds
from pathfinder_bench.sites.serving import (
    bring_back,
    install_apt,
    packages_of,
    php,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_EXTENSIONS = ("ctype", "dom", "iconv", "mbstring", "simplexml", "tokenizer", "xml")
_PASSWORD, _SALT = "Gibbous-lantern-46", b"dome"
_SETTINGS = {
    "title": "Thistle Hill Observatory",
    "useacl": "1",
    "superuser": "@admin",
    "passcrypt": "ssha",
    "disableactions": "register,resendpwd",
    "recent_days": "7300",
}
_SETTING = re.compile(r"^\$conf\['([^=]+)'\]\s*=\s*'?(.*?)'?;\s*$", re.MULTILINE)


def install(home: Path) -> None:
    """Unpack the packages, point the application at its home, and fill it."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    for folder in ("app", "data"):
        shutil.rmtree(home / folder, ignore_errors=True)
    _place(home, root)
    _settle(home / "data/conf")
    for name, (who, when, text) in _notebook()["pages"].items():
        _write(home / "data/wiki", name, who, when, text)
    run_tool([*_interpreter(home), str(home.absolute() / "app/bin/indexer.php"), "--quiet"])
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    where = ["-S", f"127.0.0.1:{port}", "-t", str(home.absolute() / "app")]
    workers = {"PHP_CLI_SERVER_WORKERS": "3"}
    with serving([*_interpreter(home), *where], port, path="/doku.php", env=workers) as url:
        yield url


def joined(home: Path, url: str, login: str, name: str, email: str, password: str) -> bool:
    """Whether exactly this member is new, may do what all may, and has this password."""
    changed = _changed(home)
    one = changed.get(f"member {login}", {})
    wanted = {"new": True, "name": name, "email": email, "groups": "user"}
    return len(changed) == 1 and holds(one, wanted) and _opens(str(one["password"]), password)


def written(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly one page is new, about this by its address, and says so."""
    changed = _changed(home)
    if len(changed) != 1:
        return False
    [(name, one)] = changed.items()
    address = name.replace("_", " ").replace("-", " ")
    return (
        name.startswith("page ")
        and one.get("new") is True
        and title.casefold() in address
        and words in one["text"]
    )


def rewritten(home: Path, url: str, page: str, words: str, without: str) -> bool:
    """Whether exactly this page is another, and says this and no longer that."""
    changed = _changed(home)
    text = changed.get(f"page {page}", {}).get("text", "")
    return len(changed) == 1 and words in text and without not in text


def lists(home: Path, url: str, number: str) -> bool:
    """Whether exactly the number of changes that are listed at a time is another."""
    return _changed(home) == {"setting recent": {"new": True, "value": number}}


def left(home: Path, url: str, gone: str, moved: str, email: str) -> bool:
    """Whether exactly this member is gone, and another has this address."""
    return _changed(home) == {
        f"member {gone}": {"gone": True},
        f"member {moved}": {"email": email},
    }


def _changed(home: Path) -> dict[str, Row]:
    """What is not as on the first day."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(data: Path) -> dict[str, Row]:
    """All pages, files, members, settings and rights."""
    state: dict[str, Row] = {}
    for file in (data / "wiki/pages").rglob("*.txt"):
        name = ":".join(file.relative_to(data / "wiki/pages").with_suffix("").parts)
        state[f"page {name}"] = {"text": " ".join(file.read_text(encoding="utf-8").split())}
    for file in (data / "wiki/media").rglob("*.*"):
        state[f"file {file.name}"] = {"size": file.stat().st_size}
    conf = data / "conf"
    for line in _lines(conf / "users.auth.php"):
        login, password, name, email, groups = line.split(":")
        row = {"password": password, "name": name, "email": email, "groups": groups}
        state[f"member {login}"] = row
    for key, value in _SETTING.findall((conf / "local.php").read_text(encoding="utf-8")):
        state[f"setting {key}"] = {"value": value}
    for line in _lines(conf / "acl.auth.php"):
        place, who, right = line.split()
        state[f"right {place} {who}"] = {"right": right}
    return state


def _lines(file: Path) -> list[str]:
    """The lines that are entries."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith(("#", "<?php"))]


def _notebook() -> Row:
    """The members and pages of the first day."""
    return dict(read_yaml(_HERE / "notebook.yaml").content)


def _place(home: Path, root: Path) -> None:
    """Copy the application, which looks for its parts and data at fixed places, into its home."""
    app, data = home.absolute() / "app", home.absolute() / "data"
    shutil.copytree(root / "usr/share/dokuwiki", app, ignore=_links)
    for part in ("tpl", "plugins"):
        shutil.copytree(root / "var/lib/dokuwiki/lib" / part, app / "lib" / part)
    shutil.copytree(root / "var/lib/dokuwiki/data", data / "wiki")
    shutil.copytree(root / "etc/dokuwiki", data / "conf", ignore=_links)
    (data / "sessions").mkdir()
    moved = {
        "/usr/share/dokuwiki": app,
        "/var/lib/dokuwiki/data": data / "wiki",
        "/etc/dokuwiki": data / "conf",
        "/usr/share/": f"{root}/usr/share/",
    }
    for file in [*app.rglob("*.php"), *(data / "conf").rglob("*.php")]:
        first = text = file.read_bytes()
        for old, new in moved.items():
            text = text.replace(f"'{old}".encode(), f"'{new}".encode())
        if text != first:
            file.write_bytes(text)


def _links(folder: str, names: list[str]) -> list[str]:
    """Those that only say where something lies on a machine that has it installed."""
    return [name for name in names if Path(folder, name).is_symlink()]


def _settle(conf: Path) -> None:
    """Write its settings, its members and their rights; it asks no other machine for news."""
    told = "".join(f"$conf['{key}'] = '{value}';\n" for key, value in _SETTINGS.items())
    told += "$conf['plugin']['authldap']['attributes'] = array();\n"  # it adds this when it saves
    (conf / "local.php").write_text(f"<?php\n{told}", encoding="utf-8")
    required = conf / "plugins.required.php"
    text = required.read_text(encoding="utf-8")
    off = "".join(f"$plugins['{name}'] = 0;\n" for name in ("extension", "popularity"))
    required.write_text(f"{text}\n{off}", encoding="utf-8")
    digest = hashlib.sha1(_PASSWORD.encode() + _SALT).digest()
    password = "{SSHA}" + base64.b64encode(digest + _SALT).decode()
    members = "".join(
        f"{login}:{password}:{name}:{email}:{groups}\n"
        for login, name, email, groups in _notebook()["members"]
    )
    for file, entries in {"users": members, "acl": "*\t@ALL\t0\n*\t@user\t8\n"}.items():
        begin = "# <?php exit()?>\n"
        (conf / f"{file}.auth.php").write_text(begin + entries, encoding="utf-8")


def _write(wiki: Path, name: str, who: str, when: str, text: str) -> None:
    """Enter a page as it was written on that day."""
    at = int(datetime.fromisoformat(when).replace(tzinfo=UTC).timestamp())
    path = name.replace(":", "/")
    page, entries = wiki / f"pages/{path}.txt", wiki / f"meta/{path}.changes"
    old = wiki / f"attic/{path}.{at}.txt.gz"
    for file in (page, entries, old):
        file.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    old.write_bytes(gzip.compress(text.encode(), mtime=at))
    os.utime(page, (at, at))
    line = "\t".join([str(at), "127.0.0.1", "C", name, who, "", "", str(len(text.encode()))])
    entries.write_text(f"{line}\n", encoding="utf-8")
    everything = wiki / "meta/_dokuwiki.changes"
    known = everything.read_text(encoding="utf-8").splitlines() if everything.exists() else []
    everything.write_text("\n".join(sorted([*known, line])) + "\n", encoding="utf-8")


def _opens(kept: str, password: str) -> bool:
    """Whether a password is the one that is kept."""
    raw = base64.b64decode(kept.removeprefix("{SSHA}"))
    return hashlib.sha1(password.encode() + raw[20:]).digest() == raw[:20]


def _interpreter(home: Path) -> list[str]:
    """PHP with its parts."""
    root = home.absolute() / "apt"
    settings = {
        "include_path": f".:{root / 'usr/share/php'}",
        "allow_url_fopen": "0",
        "session.save_path": str(home.absolute() / "data/sessions"),
        "sendmail_path": "/bin/true",
    }
    return php(root, _EXTENSIONS, settings)
