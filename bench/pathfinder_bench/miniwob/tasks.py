"""The frozen list of tasks, and which of them a run plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pathfinder.core.errors import UsageError
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import load_plain

HALVES = ("tuning", "first-look")


@dataclass(frozen=True)
class PageTask:
    """A task of the list.

    name: The page's file without its ending.
    group: The kind of interaction that it needs.
    half: "tuning", or "first-look": only scored, never looked into.
    """

    name: str
    group: str
    half: str


def all_tasks() -> list[PageTask]:
    """The 125 tasks, as listed."""
    text = Path(__file__).with_name("tasks.yaml").read_text(encoding="utf-8")
    return [PageTask(each["task"], each["group"], each["half"]) for each in load_plain(text)]


def groups() -> list[str]:
    """The groups in the list's order."""
    return list(dict.fromkeys(task.group for task in all_tasks()))


def chosen(
    names: Sequence[str] = (), wanted: Sequence[str] = (), half: str = "", sample: int = 0
) -> list[PageTask]:
    """The tasks of these names, groups and half; with `sample`, so many, spread over the groups.

    Raises:
        UsageError: No such task, group or half.
    """
    _check("task", names, [task.name for task in all_tasks()])
    _check("group", wanted, groups())
    _check("half", [half] if half else [], HALVES)
    tasks = [
        task
        for task in all_tasks()
        if (not names or task.name in names)
        and (not wanted or task.group in wanted)
        and (not half or task.half == half)
    ]
    if not sample or sample >= len(tasks):
        return tasks
    return [tasks[place * len(tasks) // sample] for place in range(sample)]


def _check(what: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise UsageError(
                f"--{what} {name}: there is no such {what}; {did_you_mean(name, known)}"
            )
