"""The accounts of a rowing club, served by hledger-web from a journal, told by its own API."""

import json
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import install_apt, serving

_JOURNAL = "weir-lane.journal"
_FIRST = Path(__file__).parent / _JOURNAL
_CENT = 0.005


def install(home: Path) -> None:
    """Unpack the package."""
    install_apt(home, ["hledger-web=1.25-1"])


def reset(home: Path) -> None:
    """Bring the first journal back; the server keeps others beside it when it is edited."""
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    shutil.copy(_FIRST, home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it; everyone who comes may look, add and edit."""
    command = [str(home.absolute() / "apt/usr/bin/hledger-web"), "--serve", "--host", "127.0.0.1"]
    may = ["--capabilities", "view,add,manage"]
    file = str(home.absolute() / "data" / _JOURNAL)
    environment = {"LC_ALL": "C.UTF-8"}
    with serving([*command, "--port", str(port), "-f", file, *may], port, env=environment) as url:
        yield url


def booked(home: Path, url: str, date: str, account: str, amount: str, words: str = "") -> bool:
    """Whether this account has exactly one entry of that day and amount, with these words in it.

    Args:
        amount: As the account sees it: negative where money goes out of it.
        words: In the description, or in the name of an account of the same entry.
    """
    found = [each for each in _entries(url) if each["tdate"] == date and _has(each, words)]
    return sum(_moved(each, account, float(amount)) for each in found) == 1


def two_booked(home: Path, url: str, date: str, account: str, first: str, second: str) -> bool:
    """Whether both are booked, each given as `-12.00 coffee`."""
    halves = (each.partition(" ") for each in (first, second))
    return all(booked(home, url, date, account, amount, words) for amount, _, words in halves)


def corrected(home: Path, url: str, date: str, first: str, second: str, amount: str) -> bool:
    """Whether the one entry of that day moves this much from one account to another.

    Every other entry has to be there as on the first day.
    """
    entries = _entries(url)
    found = [each for each in entries if each["tdate"] == date]
    others = _FIRST.read_text(encoding="utf-8").count("\n20") - 1
    return (
        len(found) == 1
        and len(entries) - 1 == others
        and _moved(found[0], first, -float(amount))
        and _moved(found[0], second, float(amount))
    )


def _has(entry: Any, words: str) -> bool:
    said = [entry["tdescription"], *(posting["paccount"] for posting in entry["tpostings"])]
    return words.casefold() in " ".join(said).casefold()


def _moved(entry: Any, account: str, amount: float) -> bool:
    return any(
        posting["paccount"] == account
        and abs(sum(each["aquantity"]["floatingPoint"] for each in posting["pamount"]) - amount)
        < _CENT
        for posting in entry["tpostings"]
    )


def _entries(url: str) -> list[Any]:
    request = urllib.request.Request(f"{url}/transactions", headers={"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return list(json.load(answer))
