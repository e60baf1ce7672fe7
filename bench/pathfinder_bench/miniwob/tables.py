"""What a run shows: a row a group, the players side by side, with intervals."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from pathfinder_bench.miniwob.play import Played
from pathfinder_bench.miniwob.tasks import all_tasks

_Z = 1.96


@dataclass(frozen=True)
class Row:
    """A player in a group.

    solved: The share of episodes that the page rewarded. low, high: Its 95 % interval.
    falsely: Episodes that PathFinder called reached without a reward. gave_up: Those it called
        stuck.
    """

    group: str
    half: str
    player: str
    model: str
    tasks: int
    episodes: int
    solved: float
    low: float
    high: float
    steps: float
    seconds: float
    falsely: int
    gave_up: int

    def to_json(self) -> dict[str, Any]:
        """The row as a mapping."""
        return asdict(self)


def rows(played: Sequence[Played]) -> list[Row]:
    """A row a group and player, then of each half, then of all."""
    listed = {task.name: task for task in all_tasks()}
    known = [each for each in played if each.task in listed]
    made: list[Row] = []
    for group in dict.fromkeys(task.group for task in listed.values()):
        made += _of_players(group, "", [p for p in known if listed[p.task].group == group])
    for half in dict.fromkeys(task.half for task in listed.values()):
        made += _of_players("all", half, [p for p in known if listed[p.task].half == half])
    return [*made, *_of_players("all", "", known)]


def _of_players(group: str, half: str, played: Sequence[Played]) -> list[Row]:
    players = dict.fromkeys((each.player, each.model) for each in played)
    return [
        _row(group, half, [p for p in played if (p.player, p.model) == player])
        for player in players
    ]


def _row(group: str, half: str, played: Sequence[Played]) -> Row:
    count, tasks = len(played), len({each.task for each in played})
    share = sum(each.solved for each in played) / count
    low, high = interval(share, tasks)
    return Row(
        group,
        half,
        played[0].player,
        played[0].model,
        tasks,
        count,
        share,
        low,
        high,
        sum(each.steps for each in played) / count,
        sum(each.seconds for each in played) / count,
        sum(each.falsely for each in played),
        sum(each.own == "stuck" for each in played),
    )


def interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    Args:
        count: Tasks and not episodes: seeds of one task are not independent of each other.
    """
    middle = (share + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    reach = _Z * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2)) / (1 + _Z**2 / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)
