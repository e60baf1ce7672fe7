"""The `steps` system: a written test case, step by step, with guard rails around each.

Source: NLTestRunner, algorithm 1: for each action readiness, the action itself, observe; then the
assertions one by one, and the first false one fails the case. Agents are asked which of several is
meant, for the way to what is not on a page, about small goals, and about what code can't tell.
"""

from collections.abc import Mapping, Sequence

from pathfinder.agents.steps import ROLES, steps_team
from pathfinder.core.case import StepResult, TestCase
from pathfinder.engine.actor import Actor
from pathfinder.engine.runner import READER, RunContext
from pathfinder.engine.written import WrittenCase
from pathfinder.systems.steps.agents import AgentSteps


class StepsRunner:
    """Runs test cases statement by statement.

    Options: `patience` (seconds until what a statement needs is given up), `temperature` (at which
        the agents' answers are drawn).
    """

    roles = (*ROLES, READER)
    options: Mapping[str, type] = {"patience": float, "temperature": float}

    def turns(self, case: TestCase, context: RunContext) -> WrittenCase:
        """The turns of a run: a written step or assertion each."""
        return WrittenCase(case, context, _agents)


def _agents(actor: Actor, results: Sequence[StepResult]) -> AgentSteps | None:
    """The agents, where there is a model for each."""
    context = actor.context
    if not set(ROLES) <= set(context.models):
        return None
    heat = float(context.options.get("temperature", 0.0))
    return AgentSteps(actor, steps_team(context.models), temperature=heat)
