"""Plays a session to its verdict, as `session.exploration` does."""

from pathfinder.core.verdict import Verdict
from pathfinder.engine.loop import Loop
from pathfinder.engine.playing import PlayerTurns


def play_turns(turns: PlayerTurns) -> Verdict:
    """The verdict of a session."""
    return Loop(turns, turns.journal, turns.task.max_steps).run()
