"""A library of electronic books, served by Calibre-Web from two SQLite files."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_READER = "nina"


def install(home: Path) -> None:
    """Install the package, let it make its settings, and give it a library."""
    install_venv(home, ["calibreweb==0.6.27"])
    if (home / "first").is_dir():
        return
    data = home.absolute() / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir()
    with start(home, free_port()):
        pass
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py"), str(data)])
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    data = home.absolute() / "data"
    _settle(data, port)
    command = [str(home.absolute() / "venv/bin/cps"), "-p", str(data / "app.db"), "-m"]
    log = ["-i", "127.0.0.1", "-o", str(data / "log.txt")]
    environment = {"CALIBRE_PORT": str(port)}
    with serving([*command, *log], port, path="/login", env=environment, cwd=data) as url:
        yield url


def _settle(data: Path, port: int) -> None:
    """Write down where it listens and where its books lie; before the first start nothing is kept."""
    settings = data / "app.db"
    if settings.is_file():
        with closing(sqlite3.connect(settings)) as database:
            library = str(data / "library")
            database.execute(
                "update settings set config_port = ?, config_calibre_dir = ?", (port, library)
            )
            database.commit()


def shelf(home: Path, url: str, name: str, books: str = "") -> bool:
    """Whether the reader has such a shelf, with exactly these books, as `One; Another`."""
    found = _asked(
        home,
        "app.db",
        "select link.book_id from shelf join user on user.id = shelf.user_id "
        "left join book_shelf_link link on link.shelf = shelf.id "
        "where shelf.name = ? and user.name = ?",
        name,
        _READER,
    )
    titles = _titles(home)
    wanted = sorted(each.strip() for each in books.split(";") if each.strip())
    return bool(found) and wanted == sorted(titles[n] for (n,) in found if n)


def renamed(home: Path, url: str, old: str, new: str) -> bool:
    """Whether a book has another title."""
    titles = set(_titles(home).values())
    return new in titles and old not in titles


def tagged(home: Path, url: str, title: str, tag: str) -> bool:
    """Whether a book has this tag."""
    return bool(
        _asked(
            home,
            "library/metadata.db",
            "select 1 from books join books_tags_link link on link.book = books.id "
            "join tags on tags.id = link.tag where books.title = ? and tags.name = ?",
            title,
            tag,
        )
    )


def read(home: Path, url: str, title: str) -> bool:
    """Whether the reader has read exactly this book."""
    question = (
        "select link.book_id from book_read_link link join user on user.id = link.user_id "
        "where link.read_status = 1 and user.name = ?"
    )
    titles = _titles(home)
    return [titles[number] for (number,) in _asked(home, "app.db", question, _READER)] == [title]


def account(home: Path, url: str, name: str, email: str) -> bool:
    """Whether somebody has such an account."""
    question = "select 1 from user where name = ? and email = ?"
    return bool(_asked(home, "app.db", question, name, email))


def _titles(home: Path) -> dict[object, str]:
    """Each book's title by its number."""
    found = _asked(home, "library/metadata.db", "select id, title from books")
    return {number: str(title) for number, title in found}


def _asked(home: Path, file: str, question: str, *values: object) -> list[tuple[object, ...]]:
    place = home.absolute() / "data" / file
    with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()
