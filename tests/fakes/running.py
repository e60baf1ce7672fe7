"""Runs a test case by a runner, without a suite around it."""

from itertools import count

from pathfinder.core.case import CaseResult, TestCase
from pathfinder.engine.runner import RunContext, Runner


def run_case(runner: Runner, case: TestCase, context: RunContext) -> CaseResult:
    """Run a case from the first step to a verdict.

    Raises:
        PathFinderError: The model, the browser or the site failed in a way that leaves no verdict.
    """
    turns = runner.turns(case, context)
    turns.begin()
    next(number for number in count(1) if turns.turn(number))
    return turns.result
