"""The faults that faults.yaml lists, and the shop with one of them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from pathfinder.core.errors import UsageError
from pathfinder.core.suggest import did_you_mean

from ..visit import View
from .defects import DEFECTS

FAULTS = Path(__file__).parent.parent / "faults.yaml"
NO_FAULT = "none"
EVERYWHERE = "*"


class Fault(BaseModel):
    """One thing that is wrong with a shop.

    Attributes:
        kind: What sort of fault, such as `missing control`.
        area: `shop`, `account` or `admin`.
        page: Where a tester sees it.
        step: What a tester does when it shows.
        seen: What a tester sees, or misses.
        breaks: The scenarios of userdata/scenarios that can't pass with it.
        at: The routes whose views are faulty, `*` for all.
        does: What is done to them: the names of defects, and what each is given.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    kind: str = ""
    area: str = ""
    page: str = ""
    step: str = ""
    seen: str = ""
    breaks: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    does: Mapping[str, Any] = {}

    def on_route(self, route: str, view: View) -> View:
        """The view that answers at a route of a shop with this fault."""
        if route not in self.at and EVERYWHERE not in self.at:
            return view
        for defect, given in self.does.items():
            view = DEFECTS[defect](given)(view)
        return view


@cache
def known_faults() -> Mapping[str, Fault]:
    """Every fault, by its name."""
    loaded = yaml.safe_load(FAULTS.read_text(encoding="utf-8"))
    return {each["name"]: Fault(**each) for each in loaded}


def fault_called(name: str) -> Fault:
    """The fault with this name; for no name one that does nothing.

    Raises:
        UsageError: There is no such fault.
    """
    if not name:
        return Fault(name=NO_FAULT)
    faults = known_faults()
    if name not in faults:
        raise UsageError(
            f"fault {name!r} is not known; {did_you_mean(name, faults)} `pathfinder demo-shop "
            "--fault list` prints them all"
        )
    return faults[name]


def faults_table() -> str:
    """The faults as lines for the terminal: name, kind, page, what a tester sees."""
    rows = [(each.name, each.kind, each.page, each.seen) for each in known_faults().values()]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join((*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]))
        for row in rows
    )
