"""`pathfinder doctor`: what is here, what is missing, and how to get it."""

from typing import TYPE_CHECKING

from pathfinder.cli.tables import show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.checkup import Check

_LOOKS = {"ok": "green", "optional": "dim", "warning": "yellow", "missing": "red"}


def doctor() -> int:
    """Say what is here and what is missing.

    Exits with 0 when a session with default options can run.
    """
    from pathfinder.cli.checkup import can_run, examine
    from pathfinder.cli.terminal import Console

    console = Console()
    with console.status("looking around"):
        checks = examine()
    show(_table(checks), console)
    good = can_run(checks)
    console.print(
        "\nA session can run." if good else "\nA session can't run yet: it needs what is missing.",
        style="green" if good else "red",
    )
    return 0 if good else 1


def _table(checks: "list[Check]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    for check in checks:
        found = Text(check.found)
        if check.state != "ok":
            found.append(
                f"\n→ {check.remedy}", style="bold" if check.state != "optional" else "dim"
            )
        table.add_row(Text(check.state, style=_LOOKS[check.state]), check.name, found)
    return table
