"""What a calibration found, as a page.

Box plots, the table beside the paper's, and which cases the agents can be trusted with.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pathfinder.analysis.consistency import (
    AGENTS,
    Ability,
    Soundness,
    Trial,
    published,
    soundness,
    spread,
    table,
)
from pathfinder.core.case import TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Calibration, of
from pathfinder.core.journal import read_journal
from pathfinder.language.sentences import read_by_grammar
from pathfinder.report.html import environment

_LEFT, _WIDE = 120.0, 480.0


def trials_in(session: Path, case: str) -> list[Trial]:
    """The answers in a session's journal, of all runs."""
    return [
        Trial(asked.model, asked.agent, right, case, run)
        for asked in of(read_journal(session), Calibration)
        for run, right in enumerate(asked.right, 1)
    ]


def write_trust(found: Sequence[Ability], cases: Sequence[TestCase], path: Path) -> None:
    """Write the page."""
    models = list(dict.fromkeys(each.model for each in found))
    plots = [(model, [_plot(each) for each in found if each.model == model]) for model in models]
    told = [row for model in models for row in _cases(model, found, cases)]
    path.parent.mkdir(parents=True, exist_ok=True)
    page = (
        environment("pathfinder.suites")
        .get_template("trust.html.j2")
        .render(plots=plots, rows=table(found), agents=AGENTS, cases=told)
    )
    path.write_text(page, encoding="utf-8")


def write_figures(found: Sequence[Ability], path: Path) -> None:
    """Write what `read_figures` reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = [asdict(each) | {"sigma": each.sigma, "level": each.level} for each in found]
    path.write_text(
        json.dumps({"agents": told, "published_sigma": published()}, indent=2), encoding="utf-8"
    )


def read_figures(path: Path) -> list[Ability]:
    """The figures of a calibration.

    Raises:
        UsageError: The file is not there, or is no such file.
    """
    try:
        told = json.loads(path.read_text(encoding="utf-8"))["agents"]
        return [
            Ability(each["model"], each["agent"], each["n"], each["p"], tuple(each["runs"]))
            for each in told
        ]
    except FileNotFoundError:
        raise UsageError(
            f"{path}: no such file; `pathfinder calibrate SUITE --figures {path}` writes it"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(
            f"{path}: these are no figures of `pathfinder calibrate --figures FILE`"
        ) from None


def trust(case: TestCase, found: Sequence[Ability]) -> Soundness:
    """Whether a case is weakly unsound with one model's agents, and why not."""
    parts = [(part, is_strict(step.text), step.text) for _, part, step in case.parts]
    return soundness(parts, {each.agent: each.p for each in found})


def _cases(model: str, found: Sequence[Ability], cases: Sequence[TestCase]) -> list[dict[str, Any]]:
    own = [each for each in found if each.model == model]
    answers = [(case, trust(case, own)) for case in cases]
    return [
        {
            "model": model,
            "case": case.name,
            "consistency": each.consistency,
            "sound": each.weakly_unsound,
            "reasons": "; ".join(each.reasons),
        }
        for case, each in answers
    ]


def _plot(ability: Ability) -> dict[str, Any]:
    return {
        "agent": ability.agent,
        "places": [
            round(_LEFT + _WIDE * value, 1) for value in spread(ability.runs or (ability.p,))
        ],
    }


def is_strict(text: str) -> bool:
    """Whether code alone reads a step."""
    return not all(read_by_grammar(text, part).unread for part in ("action", "expected"))
