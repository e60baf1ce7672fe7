"""The handbook of a choir, served by Django from SQLite."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"


def install(home: Path) -> None:
    """Install the package and write the handbook."""
    install_venv(home, ["wiki==0.13.0", "Django==5.2.19"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py")], env=_environment(home))
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--insecure"]
    with serving([*command, f"127.0.0.1:{port}"], port, env=_environment(home)) as url:
        yield url


def says(home: Path, url: str, title: str, words: str) -> bool:
    """Whether an article of that title has these words in it now."""
    return any(
        title.lower() == name.lower() and words.lower() in text.lower()
        for _, name, text in _articles(home)
    )


def says_and_no_more(home: Path, url: str, title: str, words: str, gone: str) -> bool:
    """Whether an article has these words, and others no longer."""
    return says(home, url, title, words) and not says(home, url, title, gone)


def deleted(home: Path, url: str, slug: str) -> bool:
    """Whether just the article at that address has been deleted."""
    gone = {path for path, title, _ in _articles(home, deleted=True)}
    return gone == {slug}


def person(home: Path, url: str, name: str, email: str) -> bool:
    """Whether someone has signed up by that name."""
    return bool(
        _asked(home, "select 1 from auth_user where username = ? and email = ?", name, email)
    )


def both_say(home: Path, url: str, title: str, words: str, other: str, more: str) -> bool:
    """Whether two articles have their words in them."""
    return says(home, url, title, words) and says(home, url, other, more)


def _articles(home: Path, *, deleted: bool = False) -> list[tuple[str, str, str]]:
    """Slug, title and text of each article as it is now."""
    found = _asked(
        home,
        "select coalesce(place.slug, ''), revision.title, revision.content from wiki_urlpath place "
        "join wiki_article article on article.id = place.article_id "
        "join wiki_articlerevision revision on revision.id = article.current_revision_id "
        "where revision.deleted = ?",
        deleted,
    )
    return [(str(slug), str(title), str(text)) for slug, title, text in found]


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    file = home.absolute() / "data/wiki.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def _environment(home: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
        "WIKI_DATA": str(home.absolute() / "data"),
    }
