"""What a scenario waits for and asserts, and what it keeps of a page."""

import time

from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.core.scenario import Step
from pathfinder.core.statement import Check
from pathfinder.engine.playback.healer import StepPlayer
from pathfinder.engine.playback.turn import SOON, StepFailed, Turn
from pathfinder.engine.playback.values import seconds_in
from pathfinder.language.dsl.words import say_check
from pathfinder.systems.replay.elements import Met, Unmet, until_met
from pathfinder.systems.replay.words import located, told
from pathfinder.webprocessor.quick_answers import ElementNotFound

_GLANCE = 1.0
_LONGEST_SLEEP = 60.0


def wait(player: StepPlayer, turn: Turn) -> None:
    """Wait for what an assertion, or a wait, asks for.

    Raises:
        StepFailed: It did not come about in time.
    """
    step, value = turn.step, player.variables.fill(turn.step.value)
    if step.check is not None:
        _check(player, turn, step.check)
        return
    if step.target is not None:
        _wait_for_element(player, turn)
        return
    if step.kind == "wait" and (seconds := seconds_in(value)) is not None:
        time.sleep(min(seconds, _LONGEST_SLEEP))
        player.notes.look(turn.number, None)
        return
    predicate = (
        Predicate("url", "contains", value)
        if step.kind == "wait for url"
        else parse_predicate(value)
    )
    renamed = player.healer.renamed(predicate) if player.healer else None
    rested = player.quick.rest(
        [predicate], timeout=player.patience if renamed else player.pace.timeout
    )
    if rested.unmet and renamed:
        predicate = renamed
        rested = player.quick.rest([predicate], timeout=player.pace.timeout)
    player.notes.look(turn.number, None)
    if rested.unmet and not (
        step.kind != "assert" and player.healer and player.healer.go_on(player, turn, rested)
    ):
        player.notes.judged(turn.number, [predicate], rested.unmet)
        raise StepFailed(f"expected {predicate}", player.shown(), rested.unmet)
    player.notes.judged(turn.number, [predicate], ())


def _check(player: StepPlayer, turn: Turn, wanted: Check) -> None:
    """Wait until a check holds; one that the page does not tell of fails like one it denies."""
    finding = told(player, wanted, timeout=player.pace.timeout)
    player.notes.look(turn.number, None)
    if not finding.holds:
        raise StepFailed(f"expected {say_check(wanted)}: {finding.reason}", finding.quote)
    player.notes.keep_evidence(finding.quote or finding.reason)


def _wait_for_element(player: StepPlayer, turn: Turn) -> None:
    """Wait until an element can be seen, or is hidden, or holds a text."""
    wanted = player.variables.fill(turn.step.value)
    met = until_met(player.quick, player.target(turn), wanted, timeout=player.pace.timeout)
    if (
        isinstance(met, Unmet)
        and turn.step.kind == "wait for element"
        and wanted in ("", "visible")
    ):
        met = _met_elsewhere(player, turn, met)
    player.notes.look(turn.number, met.held)
    if met.held is not None:
        player.keep(turn, met.held)
    if isinstance(met, Unmet):
        locators = "; ".join(str(locator) for locator in player.target(turn).locators)
        raise StepFailed(f"{met.reason} (waited for {locators})", player.shown())
    player.notes.keep_evidence(met.evidence)


def _met_elsewhere(player: StepPlayer, turn: Turn, unmet: Unmet) -> Met | Unmet:
    """What is only waited for may be healed, as what is acted on; what is asserted never is."""
    other = (
        player.healer.find(player, turn, ElementNotFound("not found", unmet.reason))
        if player.healer
        else None
    )
    if player.healer is None or other is None:
        return unmet
    player.targets[turn.place] = other
    met = until_met(player.quick, other, "", timeout=min(SOON, player.pace.timeout))
    if isinstance(met, Met):
        player.healer.settle(player, turn, good=True)
    return met


def keep_text(player: StepPlayer, turn: Turn) -> None:
    """Keep an element's text as a variable.

    Raises:
        StepFailed: There is no such element.
    """
    target = player.target(turn)
    if target.described and not target.locators:
        target = located(player, turn.step, target.described, timeout=player.pace.timeout)
    met = until_met(player.quick, target, "", timeout=player.pace.timeout)
    player.notes.look(turn.number, met.held)
    if isinstance(met, Unmet) or met.held is None:
        raise StepFailed("there is no such element to take a text from", player.shown())
    player.variables.set(turn.step.name, player.quick.text_of(met.held))


def holds(player: StepPlayer, step: Step) -> bool:
    """Whether the condition of an `if` holds, after a short wait."""
    seconds = min(_GLANCE, player.pace.timeout)
    if step.check is not None:
        return bool(told(player, step.check, timeout=seconds).holds)
    if step.target is not None:
        target = player.variables.into(step.target)
        return isinstance(
            until_met(player.quick, target, player.variables.fill(step.value), timeout=seconds), Met
        )
    return not player.quick.rest(
        [parse_predicate(player.variables.fill(step.value))], timeout=seconds
    ).unmet
