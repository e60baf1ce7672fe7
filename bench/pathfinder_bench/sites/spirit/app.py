"""A forum of allotment gardeners, served by Django from SQLite."""

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
    """Install the package and make the forum's first data."""
    set_up(home, "en")


def set_up(home: Path, language: str) -> None:
    """Install the package and make the first data of a forum in that language."""
    install_venv(home, ["django-spirit==0.14.3", "Django==5.2.19"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py")], env=_environment(home, language))
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    with forum(home, port, "en") as url:
        yield url


@contextmanager
def forum(home: Path, port: int, language: str) -> Iterator[str]:
    """Serve the forum in that language."""
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--insecure"]
    with serving([*command, f"127.0.0.1:{port}"], port, env=_environment(home, language)) as url:
        yield url


def topic(home: Path, url: str, title: str, category: str, words: str = "") -> bool:
    """Whether rosa has begun a topic of that title there, with these words in it."""
    return bool(
        _asked(
            home,
            "select 1 from spirit_topic_topic topic "
            "join spirit_category_category place on place.id = topic.category_id "
            "join auth_user person on person.id = topic.user_id "
            "join spirit_comment_comment comment on comment.topic_id = topic.id "
            "where lower(topic.title) = lower(?) and place.title = ? and person.username = 'rosa' "
            "and comment.comment like ? and not topic.is_removed",
            title,
            category,
            f"%{words}%",
        )
    )


def answer(home: Path, url: str, title: str, words: str) -> bool:
    """Whether rosa has answered in that topic, with these words."""
    return bool(
        _asked(
            home,
            "select 1 from spirit_comment_comment comment "
            "join spirit_topic_topic topic on topic.id = comment.topic_id "
            "join auth_user person on person.id = comment.user_id "
            "where topic.title = ? and person.username = 'rosa' and comment.comment like ?",
            title,
            f"%{words}%",
        )
    )


def renamed(home: Path, url: str, old: str, new: str) -> bool:
    """Whether a topic has the new title, and none the old one."""
    titles = [title for (title,) in _asked(home, "select title from spirit_topic_topic")]
    return new in titles and old not in titles


def person(home: Path, url: str, name: str, email: str) -> bool:
    """Whether someone has registered by that name."""
    return bool(
        _asked(home, "select 1 from auth_user where username = ? and email = ?", name, email)
    )


def place_of(home: Path, url: str, name: str, place: str) -> bool:
    """Whether someone's profile says that they live there."""
    return bool(
        _asked(
            home,
            "select 1 from spirit_user_userprofile profile "
            "join auth_user person on person.id = profile.user_id "
            "where person.username = ? and profile.location = ?",
            name,
            place,
        )
    )


def answered_and_lives(home: Path, url: str, title: str, words: str, place: str) -> bool:
    """Whether rosa has answered in a topic and her profile says where she lives."""
    return answer(home, url, title, words) and place_of(home, url, "rosa", place)


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    file = home.absolute() / "data/forum.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def _environment(home: Path, language: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
        "FORUM_DATA": str(home.absolute() / "data"),
        "FORUM_LANGUAGE": language,
    }
