"""The persistent script of an acceptance test.

What a passed case did, as scenario.json beside its journal.
"""

from pathlib import Path

from pathfinder.core.case import CaseResult
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Session, TaskFacts, Verdict
from pathfinder.core.verdict import Status
from pathfinder.engine.casework import Casework
from pathfinder.engine.recording.record import record


def keep_script(work: Casework, result: CaseResult) -> Path | None:
    """Write what a passed case did as a scenario.

    None where it did not even likely pass, did nothing, or has no folder.
    """
    folder = work.meter.folder
    if folder is None or result.verdict.status not in (Status.PASSED, Status.LIKELY):
        return None
    context, case = work.context, work.case
    task = TaskFacts(
        goal=case.goal or case.name,
        site=context.site.name,
        url=context.site.url,
        persona=context.persona.name,
    )
    session = Session(session=folder.name, task=task, seed=context.seed)
    verdict = Verdict(status=result.verdict.status, by=result.verdict.by)
    try:
        scenario = record([session, *work.meter.events, verdict], context.persona)[
            -1
        ]  # the whole way: each step of the case counts
    except UsageError:
        return None  # a case that only looks leaves nothing to do again
    path = folder / "scenario.json"
    path.write_text(scenario.to_json(), encoding="utf-8")
    return path
