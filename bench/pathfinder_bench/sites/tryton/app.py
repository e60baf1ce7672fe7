"""The office of two piano tuners, served by Tryton from SQLite."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.differences import Row, holds
from pathfinder_bench.sites.serving import (
    bring_back,
    install_npm,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_DATABASE = "office"
_MODULES = ("ir", "res", "party", "product", "timesheet")
_STATE = {
    "party": (
        "select id, name as title, active, "
        "(select group_concat(name, '; ') from (select category.name from \"party_party-party_category\" rel "
        "join party_category category on category.id = rel.category "
        "where rel.party = party.id order by category.name)) as categories, "
        "(select group_concat(type || ' ' || value, '; ') from (select type, value "
        "from party_contact_mechanism way where way.party = party.id and way.active "
        "and value <> '' order by type, value)) as ways, "
        "(select group_concat(words, '; ') from (select trim(coalesce(street_name, '') || "
        "coalesce(street_unstructured, '') || ' ' || coalesce(city, '')) as words "
        "from party_address address where address.party = party.id and address.active "
        "order by address.id) where words <> '') as places from party_party party"
    ),
    "category": "select id, name as title, active from party_category",
    "product": (
        "select id, name as title, active, type, "
        "(select group_concat(cast(list_price as text)) from product_list_price price "
        "where price.template = template.id and price.product is null) as first_price, "
        "(select group_concat(cast(coalesce(own.list_price, common.list_price) as text), '; ') "
        "from product_product product left join product_list_price own on own.product = product.id "
        "left join product_list_price common on common.template = template.id "
        "and common.product is null where product.template = template.id) as price "
        "from product_template template"
    ),
    "work": "select id, name as title from timesheet_work",
    "hours": (
        "select line.id, work.name as title, party.name as who, line.date, line.duration "
        "from timesheet_line line join timesheet_work work on work.id = line.work "
        "join company_employee employee on employee.id = line.employee "
        "join party_party party on party.id = employee.party"
    ),
    "person": "select id, login as title, name, email, active from res_user",
}


def install(home: Path) -> None:
    """Install the packages and make the office's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    install_npm(home, packages_of(_HERE, "npm"))
    if (home / "first").is_dir():
        return
    for folder in ("data", "web"):
        shutil.rmtree(home / folder, ignore_errors=True)
    shutil.copytree(home / "node_modules/tryton-sao", home / "web")
    (home / "web/node_modules").symlink_to(home.absolute() / "node_modules")
    (home / "data").mkdir()
    (home / "data" / f"{_DATABASE}.sqlite").touch()
    (home / "owner.txt").write_text("a site on loopback has no secrets", encoding="utf-8")
    environment = _environment(home) | {"TRYTONPASSFILE": str(home.absolute() / "owner.txt")}
    admin = [str(home.absolute() / "venv/bin/trytond-admin"), "--database", _DATABASE]
    how = ["--activate-dependencies", "--email", "owner@example.com", "--language", "en"]
    run_tool([*admin, *how, "--update", *_MODULES], env=environment)
    run_tool([str(venv_python(home)), str(_HERE / "served/fill.py")], env=environment)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(home.absolute() / "venv/bin/trytond"), "--database", _DATABASE]
    environment = _environment(home) | {"TRYTOND_WEB__LISTEN": f"127.0.0.1:{port}"}
    with serving(command, port, env=environment) as url:
        yield url


def worked(home: Path, url: str, who: str, work: str, date: str, hours: str) -> bool:
    """Whether exactly these hours are new."""
    wanted = {"title": work, "who": who, "date": date, "duration": float(hours) * 3600}
    new = _new(home)
    return len(new) == 1 and holds(new[0], wanted)


def priced(home: Path, url: str, product: str, price: str) -> bool:
    """Whether exactly this product costs so much now, by its own price or its only variant's."""
    changed = _changed(home)
    differs = changed.get(("product", product), {})
    same = len(changed) == 1 and {"price"} <= set(differs) <= {"price", "first_price"}
    return same and all(float(new) == float(price) for new in differs.values())


def customer(home: Path, url: str, name: str, category: str) -> bool:
    """Whether exactly this customer is new, and in this category."""
    new = _new(home)
    wanted = {"title": name, "active": 1, "categories": category}
    return len(new) == 1 and holds(new[0], wanted)


def put_away(home: Path, url: str, name: str) -> bool:
    """Whether exactly this customer is there but no longer active."""
    return _changed(home) == {("party", name): {"active": 0}}


def _new(home: Path) -> list[Row]:
    """Those that are new, or nothing where anything else has changed."""
    changed = list(_changed(home).values())
    return changed if all(one.get("new") for one in changed) else []


def _changed(home: Path) -> dict[tuple[str, str], Row]:
    """What is not as on the first day, by its sort and title: the columns that differ, or all.

    Of two of one sort and title, the later would hide the other, so it gets its number as well.
    """
    before, now = _state(home / "first"), _state(home / "data")
    changed: dict[tuple[str, str], Row] = {}
    for key in before | now:
        old, new = before.get(key), now.get(key)
        if old == new:
            continue
        title = str((old or new or {})["title"])
        place = (key[0], f"{title} {key[1]}" if (key[0], title) in changed else title)
        if old and new:
            changed[place] = {column: new[column] for column in new if new[column] != old[column]}
        else:
            changed[place] = new | {"new": True} if new else {"gone": True}
    return changed


def _state(folder: Path) -> dict[tuple[str, int], Row]:
    """All that goals are about, by sort and number."""
    file = folder.absolute() / f"{_DATABASE}.sqlite"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        return {
            (sort, row["id"]): dict(row)
            for sort, question in _STATE.items()
            for row in database.execute(question)
        }


def _environment(home: Path) -> dict[str, str]:
    return {
        "TRYTOND_DATABASE__URI": "sqlite://",
        "TRYTOND_DATABASE__PATH": str(home.absolute() / "data"),
        "TRYTOND_WEB__ROOT": str(home.absolute() / "web"),
        "TRYTOND_SESSION__TIMEOUT": "3600",
    }
