"""The task board of a bakery's team: one page of Vue, and Flask with a JSON file behind it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import differences
from pathfinder_bench.sites.serving import (
    bring_back,
    install_npm,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent


def install(home: Path) -> None:
    """Install Flask and Vue, and make the first cards."""
    install_venv(home, packages_of(_HERE, "pip"))
    install_npm(home, packages_of(_HERE, "npm"))
    if not (home / "first").is_dir():
        make_first(home, _HERE / "served/first.py", "board.json")


def reset(home: Path) -> None:
    """Bring the first cards back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/board.py"), str(port)]
    env = {
        "BOARD_DATA": str(home.absolute() / "data/board.json"),
        "VUE_FILE": str(home.absolute() / "node_modules/vue/dist/vue.global.prod.js"),
    }
    with serving(command, port, env=env) as url:
        yield url


def added(home: Path, url: str, title: str, who: str, due: str) -> bool:
    """Whether there is exactly one more card, with that in its title, for that person and day."""
    _, changed = _compared(home)
    [card] = changed.values() if len(changed) == 1 else [{}]
    if "new" not in card or card["archived"] or card["column"] == "Done":
        return False
    return title.lower() in card["title"].lower() and (card["assignee"], card["due"]) == (who, due)


def moved(home: Path, url: str, title: str, column: str) -> bool:
    """Whether exactly that card's column is another."""
    before, changed = _compared(home)
    return changed == {_card(before, title): {"column": column}}


def removed(home: Path, url: str, title: str) -> bool:
    """Whether exactly that card is gone."""
    before, changed = _compared(home)
    return changed == {_card(before, title): {"gone": True}}


def taken_and_ticked(home: Path, url: str, title: str, who: str, step: str) -> bool:
    """Whether that card is another's and exactly this step more is done; nothing else."""
    before, changed = _compared(home)
    key = _card(before, title)
    steps = [{**one, "done": one["done"] or one["text"] == step} for one in before[key]["steps"]]
    return changed == {key: {"assignee": who, "steps": steps}}


def _card(cards: dict[int, dict[str, Any]], title: str) -> int:
    [key] = [key for key, card in cards.items() if card["title"] == title]
    return key


def _compared(home: Path) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    before = _cards(home / "first/board.json")
    return before, differences(before, _cards(home / "data/board.json"))


def _cards(file: Path) -> dict[int, dict[str, Any]]:
    return {card["id"]: card for card in json.loads(file.read_text(encoding="utf-8"))["cards"]}
