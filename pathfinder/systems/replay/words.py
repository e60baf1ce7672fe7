"""What a scenario says in words: described elements and checks, on the page as it is now."""

import time

from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Step, Target
from pathfinder.core.statement import Check, Described
from pathfinder.engine.playback.healer import StepPlayer
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.remembering import target_of
from pathfinder.engine.playback.turn import StepFailed
from pathfinder.language.checks import check
from pathfinder.language.grounding import ground
from pathfinder.language.sight import Finding, Sight

_PAUSE = 0.1


def located(player: StepPlayer, step: Step, described: Described, *, timeout: float) -> Target:
    """Locators of what a step describes, as soon as the page shows it.

    Raises:
        StepFailed: The page does not show it in time.
        UsageError: Several elements are meant alike.
    """
    deadline = time.monotonic() + timeout
    wanted = Described.model_validate(_filled(player, described.model_dump()))
    while True:
        scene = player.quick.look()
        found = ground(wanted, Sight(scene), step.kind)
        if found.element is not None:
            return target_of(found.element, scene)
        if time.monotonic() >= deadline:
            break
        time.sleep(_PAUSE)
    if found.ambiguous:
        raise UsageError(f"`{describe(step)}`: {found.reason}; say which, or in what place")
    raise StepFailed(found.reason, player.shown())


def told(player: StepPlayer, wanted: Check, *, timeout: float) -> Finding:
    """What becomes of a check, as soon as it holds or when time is over."""
    deadline = time.monotonic() + timeout
    filled = Check.model_validate(_filled(player, wanted.model_dump()))
    while True:
        finding = check(filled, Sight(player.quick.look()))
        if finding.holds or time.monotonic() >= deadline:
            return finding
        time.sleep(_PAUSE)


def _filled(player: StepPlayer, value: object) -> object:
    """The same with variables and the persona's plain values filled in."""
    if isinstance(value, str):
        return player.quick.vault.show(player.variables.words(value)) if "{{" in value else value
    if isinstance(value, dict):
        return {key: _filled(player, each) for key, each in value.items()}
    return [_filled(player, one) for one in value] if isinstance(value, tuple | list) else value
