"""The website of a museum, served with its editor by Lektor, told by its files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import bring_back, install_venv, serving

_FIRST = Path(__file__).parent / "project"
_ITEMS = ("bauble", "cafe", "roman-cups")


def install(home: Path) -> None:
    """Install the package."""
    install_venv(home, ["lektor==3.3.14"])


def reset(home: Path) -> None:
    """Bring the first pages back, and nothing built."""
    bring_back(_FIRST, home / "data")
    shutil.rmtree(home / "built", ignore_errors=True)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, pages and editor."""
    where = ["--project", str(home.absolute() / "data"), "--language", "en"]
    there = ["--host", "127.0.0.1", "--port", str(port), "-O", str(home.absolute() / "built")]
    command = [str(home.absolute() / "venv/bin/lektor"), *where, "server", *there]
    environment = {"XDG_CACHE_HOME": str(home.absolute() / "cache"), "LC_ALL": "C.UTF-8"}
    with serving(command, port, env=environment) as url:
        yield url


def item(home: Path, url: str, title: str, author: str, words: str) -> bool:
    """Whether there is one new news item, with these."""
    new = [file for file in _files(home, "news/*") if file.parent.name not in _ITEMS]
    found = [_fields(file) for file in new]
    return (
        len(found) == 1
        and found[0].get("title") == title
        and found[0].get("author") == author
        and words in found[0].get("body", "")
    )


def page(home: Path, url: str, title: str, words: str) -> bool:
    """Whether there is a page of this title that says so, straight below the first."""
    found = [_fields(file) for file in _files(home, "*")]
    return [words in each.get("body", "") for each in found if each.get("title") == title] == [True]


def admission(home: Path, url: str, price: str) -> bool:
    """Whether the page about visiting has this price, and else what it had."""
    first = (_FIRST / "content/visit/contents.lr").read_text(encoding="utf-8")
    [file] = _files(home, "visit")
    return _words(file.read_text(encoding="utf-8")) == _words(first.replace("7.50 EUR", price))


def retitled(home: Path, url: str, name: str, title: str) -> bool:
    """Whether this news item has this title now, and its text still."""
    found = [_fields(file) for file in _files(home, f"news/{name}")]
    first = _fields(_FIRST / f"content/news/{name}/contents.lr")
    return [(each.get("title"), each.get("body")) for each in found] == [(title, first["body"])]


def both_by(home: Path, url: str, first: str, second: str, author: str) -> bool:
    """Whether someone is the author of both news items."""
    files = [file for name in (first, second) for file in _files(home, f"news/{name}")]
    return [_fields(file).get("author") for file in files] == [author, author]


def deleted(home: Path, url: str, name: str) -> bool:
    """Whether exactly this news item is gone."""
    left = sorted(file.parent.name for file in _files(home, "news/*"))
    return left == sorted(set(_ITEMS) - {name})


def _files(home: Path, place: str) -> list[Path]:
    return sorted((home / "data/content").glob(f"{place}/contents.lr"))


def _fields(file: Path) -> dict[str, str]:
    """A page's fields: `name: value` each, or a value of lines, between lines of `---`."""
    parts = f"\n{file.read_text(encoding='utf-8')}\n".split("\n---\n")
    halves = (part.strip().partition(":") for part in parts)
    return {name.strip(): value.strip() for name, _, value in halves}


def _words(text: str) -> list[str]:
    return text.split()
