"""The website of a game park, served with its editor by Django from SQLite, in German."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_STATE = {
    "page": (
        "select page.id, page.title, page.live, page.live and page.has_unpublished_changes "
        "as draft, above.title as below, coalesce(news.text, plain.text) as text, "
        "news.page_ptr_id is not null as news, prices.for_adults, prices.for_children, prices.for_families "
        "from wagtailcore_page page left join wagtailcore_page above "
        "on above.path = substr(page.path, 1, length(page.path) - 4) "
        "left join park_newspage news on news.page_ptr_id = page.id "
        "left join park_plainpage plain on plain.page_ptr_id = page.id "
        "left join park_admissionpage prices on prices.page_ptr_id = page.id"
    ),
    "contact": "select id, name as title, task, phone, email from park_contact",
    "editor": (
        "select id, username as title, first_name, last_name, email, is_active, password "
        "from auth_user"
    ),
    "redirect": (
        "select id, old_path as title from wagtailredirects_redirect where not automatically_created"
    ),
}
_Rows = dict[str, Any]


def install(home: Path) -> None:
    """Install the package and make the website's first data."""
    install_venv(home, ["wagtail==8.0.1", "Django==5.2.19"])
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


def news(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly this item is new among the news, for all to read."""
    wanted = {"title": title, "live": 1, "draft": 0, "below": "Aktuelles", "news": 1}
    new = _new(home, "page")
    return len(new) == 1 and _holds(new[0], wanted) and _plain(new[0]["text"]) == words


def contact(home: Path, url: str, name: str, task: str, phone: str) -> bool:
    """Whether exactly this person is new among those to ask."""
    new = _new(home, "contact")
    return len(new) == 1 and _holds(new[0], {"title": name, "task": task, "phone": phone})


def admission(home: Path, url: str, adults: str) -> bool:
    """Whether adults pay so much now, and nothing else has changed."""
    changed = _changed(home)
    prices = changed.get(("page", "Eintrittspreise"), {})
    said = str(prices.get("for_adults", "")).removesuffix("€").removesuffix("Euro").strip()
    return len(changed) == 1 and set(prices) == {"for_adults"} and said == adults


def hidden(home: Path, url: str, title: str) -> bool:
    """Whether exactly this page is there but no visitor sees it."""
    return _changed(home) == {("page", title): {"live": 0}}


def moved(home: Path, url: str, title: str, below: str) -> bool:
    """Whether exactly this page lies below another now, still for all to read."""
    return _changed(home) == {("page", title): {"below": below}}


def phones(home: Path, url: str, phones: str) -> bool:
    """Whether exactly these people, as `One: 12; Another: 34`, have these numbers now."""
    wanted = dict(part.strip().split(": ") for part in phones.split(";"))
    return _changed(home) == {("contact", name): {"phone": new} for name, new in wanted.items()}


def surname(home: Path, url: str, last: str) -> bool:
    """Whether exactly Karla's last name is another."""
    return _changed(home) == {("editor", "karla"): {"last_name": last}}


def _new(home: Path, sort: str) -> list[_Rows]:
    """Those of a sort that are new, or nothing where anything else has changed."""
    before, now = _state(home / "first"), _state(home / "data")
    if {key: now.get(key) for key in before} != before:
        return []
    new = [key for key in now if key not in before]
    return [now[key] for key in new] if all(key[0] == sort for key in new) else []


def _changed(home: Path) -> dict[tuple[str, str], _Rows]:
    """What is not as on the first day, by its sort and first title: the columns that differ."""
    before, now = _state(home / "first"), _state(home / "data")
    changed: dict[tuple[str, str], _Rows] = {
        (key[0], now[key]["title"]): {"new": True} for key in now if key not in before
    }
    for key, one in before.items():
        other = now.get(key, dict.fromkeys(one, "gone"))
        differs = {column: other[column] for column in one if other[column] != one[column]}
        if differs:
            changed[key[0], one["title"]] = differs
    return changed


def _state(folder: Path) -> dict[tuple[str, int], _Rows]:
    """All that goals are about, by sort and number."""
    file = folder.absolute() / "park.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        return {
            (sort, row["id"]): dict(row)
            for sort, question in _STATE.items()
            for row in database.execute(question)
        }


def _holds(one: _Rows, wanted: _Rows) -> bool:
    return {key: one[key] for key in wanted} == wanted


def _plain(text: object) -> str:
    return " ".join(str(text or "").split()).rstrip(".")


def _environment(home: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
        "PARK_DATA": str(home.absolute() / "data"),
    }
