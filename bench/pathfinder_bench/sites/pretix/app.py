"""A shop for tickets, served by pretix from SQLite."""

import json
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
_BUYER = "lena.vogt@example.com"
_SETTINGS = """
[pretix]
instance_name=Harbour tickets
url={url}
datadir={data}
currency=EUR
registration=off

[locale]
default=en
timezone=UTC

[database]
backend=sqlite3
name={data}/db.sqlite3

[django]
secret=a site on loopback has no secrets
"""


def install(home: Path) -> None:
    """Install the package and make the shop; its tables take minutes."""
    install_venv(home, ["pretix==2026.8.0"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    environment = _environment(home, "http://127.0.0.1")
    python = str(venv_python(home))
    run_tool([python, "-m", "pretix", "migrate"], env=environment)
    run_tool([python, str(_SERVED / "fill.py")], env=environment)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    environment = _environment(home, f"http://127.0.0.1:{port}")
    command = [str(venv_python(home)), str(_SERVED / "serve.py"), str(port)]
    with serving(command, port, path="/harbour/", env=environment) as url:
        yield url


def ordered(home: Path, url: str, event: str, items: str) -> bool:
    """Whether an order of the buyer has exactly these, as `Ticket; Concert shirt M`."""
    wanted = sorted(each.strip() for each in items.split(";"))
    return wanted in _orders(home, event).values()


def paid_as(home: Path, url: str, event: str, items: str, price: str) -> bool:
    """Whether an order of the buyer has exactly these, for this much in all."""
    found = _asked(home, "select code, total from pretixbase_order where status != 'c'")
    totals = {str(code): float(str(total)) for code, total in found}
    wanted = sorted(each.strip() for each in items.split(";"))
    return any(
        had == wanted and abs(totals[code] - float(price)) < 0.005
        for code, had in _orders(home, event).items()
    )


def cancelled(home: Path, url: str, code: str) -> bool:
    """Whether the order is cancelled."""
    return _asked(home, "select status from pretixbase_order where code = ?", code) == [("c",)]


def waiting(home: Path, url: str, item: str) -> bool:
    """Whether the buyer waits for such a ticket."""
    found = _asked(
        home,
        "select item.name from pretixbase_waitinglistentry entry "
        "join pretixbase_item item on item.id = entry.item_id where lower(entry.email) = ?",
        _BUYER,
    )
    return item in [_words(name) for (name,) in found]


def customer_named(home: Path, url: str, name: str) -> bool:
    """Whether the buyer's account is in this name."""
    question = "select name_cached from pretixbase_customer where email = ?"
    return _asked(home, question, _BUYER) == [(name,)]


def _orders(home: Path, event: str) -> dict[str, list[str]]:
    """The buyer's orders of an event that stand, by code: what is in each."""
    found = _asked(
        home,
        "select orders.code, item.name, choice.value from pretixbase_order orders "
        "join pretixbase_event event on event.id = orders.event_id "
        "join pretixbase_orderposition place on place.order_id = orders.id "
        "join pretixbase_item item on item.id = place.item_id "
        "left join pretixbase_itemvariation choice on choice.id = place.variation_id "
        "where event.slug = ? and lower(orders.email) = ? and orders.status != 'c' "
        "and not place.canceled",
        event,
        _BUYER,
    )
    orders: dict[str, list[str]] = {}
    for code, name, size in found:
        orders.setdefault(str(code), []).append(f"{_words(name)} {_words(size)}".strip())
    return {code: sorted(names) for code, names in orders.items()}


def _words(value: object) -> str:
    """A name as the database has it: plain, or by language."""
    text = str(value or "")
    return str(json.loads(text)["en"]) if text.startswith("{") else text


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    file = home.absolute() / "data/db.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def _environment(home: Path, url: str) -> dict[str, str]:
    """Where pretix finds its settings, written anew as they hold the address."""
    settings = home.absolute() / "pretix.cfg"
    data = home.absolute() / "data"
    settings.write_text(_SETTINGS.format(url=url, data=data), encoding="utf-8")
    return {
        "PRETIX_CONFIG_FILE": str(settings),
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
    }
