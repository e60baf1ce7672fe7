"""XUAT-Copilot: user acceptance tests.

Each step is rewritten, carried out action by action, inspected, and remembered.

Source: Wang et al., "XUAT-Copilot", Algorithm 1 (Instruct2Act). Ours reads the instructions into
    statements, which code carries out and checks; what they leave open is for the agents. Options:
    `single_agent` (the operation agent's model alone, which chooses among few parameters, verifies,
    and is neither inspected nor told what did not work), `reflection: False` (the first invalid
    action ends the step), `rules: False` (all is for the agents), `patience` (seconds until what a
    statement needs is given up).
"""

from collections.abc import Mapping
from typing import Any

from pathfinder.agents.models.base import Model
from pathfinder.agents.uat import (
    InspectionAgent,
    OperationAgent,
    ParameterAgent,
    Pointer,
    Rewriter,
    UatTeam,
)
from pathfinder.core.case import TestCase
from pathfinder.engine.runner import READER, RunContext
from pathfinder.engine.written import WrittenCase
from pathfinder.systems.uat.copilot import Copilot, Variant
from pathfinder.systems.uat.rewriting import Rewriting

ROLES = ("operation", "parameter", "inspection")


class UatRunner:
    """Runs a case as XUAT-Copilot does, and keeps what it did as a scenario."""

    roles: tuple[str, ...] = (*ROLES, READER)
    options: Mapping[str, type] = {
        "single_agent": bool,
        "reflection": bool,
        "rules": bool,
        "patience": float,
    }

    def turns(self, case: TestCase, context: RunContext) -> WrittenCase:
        """The turns of a run: a written step each, until one fails."""
        variant = variant_of(context.options)
        team = team_of(context.models, variant)
        rewriting = Rewriting(team.rewriter if team else None, variant.rules)
        return WrittenCase(
            case,
            context,
            lambda actor, past: Copilot(case, actor, past, rewriting, team, variant),
            rewriting.read,
        )


def variant_of(options: Mapping[str, Any]) -> Variant:
    """The variant that was asked for; a single agent reflects on nothing."""
    single = bool(options.get("single_agent", False))
    return Variant(
        single,
        bool(options.get("reflection", True)) and not single,
        bool(options.get("rules", True)),
    )


def team_of(models: Mapping[str, Model], variant: Variant) -> UatTeam | None:
    """Who plays; a single agent's model plays everyone. None where a role has no model."""
    if not set(ROLES[: 1 if variant.single_agent else None]) <= set(models):
        return None
    operation = models["operation"]
    parameter, inspection = (
        operation if variant.single_agent else models[role] for role in ROLES[1:]
    )
    return UatTeam(
        Rewriter(operation),
        OperationAgent(operation),
        Pointer(operation),
        ParameterAgent(parameter),
        InspectionAgent(inspection),
    )
