"""What a page shows only when more is asked of it: what is folded up, in another tab, further down.

Nothing is opened that leads to another page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.core.action import Action, Kind
from pathfinder.core.scenario import Step, StepKind
from pathfinder.engine.actor import Actor
from pathfinder.engine.consent import consent_button
from pathfinder.engine.playback.remembering import target_of
from pathfinder.language.lexicon import lexicon, name_likeness, tokens_of
from pathfinder.webprocessor.element import Element, Scene

FEW = 2
_MOST_OPENED = 8
_MOST_SCROLLS = 5


@dataclass(frozen=True)
class Shown:
    """What was done to see more of a page.

    step: The same as a statement. where: Where that is, in words. goes_on: More may be beyond.
    """

    step: Step
    where: str
    goes_on: bool = False


def ways_to_see_more(actor: Actor, words: str, *, everything: bool = False) -> Iterator[Shown]:
    """See more of a page, a little more at each turn.

    Args:
        actor: Who looks.
        words: What is looked for: what is called alike is opened first.
        everything: Also what is not likely to hold it: every menu, every tab, the page's end.
    """
    yield from _uncovered(actor)
    yield from _opened(actor, words, _MOST_OPENED if everything else FEW)
    if everything:
        yield from _tabs(actor)
        yield from further_down(actor)


def folded(scene: Scene) -> list[Element]:
    """The controls that show more when they are used: closed menus, details, "Show more"."""
    return [
        one
        for one in scene.actionable
        if one.layer != "covered"
        and (
            one.attributes.get("aria-expanded") == "false"
            or _is_closed(one, scene)
            or (one.hovers and not one.is_field)
            or (one.role == "button" and tokens_of(one.name) in lexicon().revealing)
        )
    ]


def _is_closed(element: Element, scene: Scene) -> bool:
    details = element.xpath.rpartition("/")[0] + "/"
    others = (
        one
        for one in (*scene.actionable, *scene.informational)
        if not one.xpath.startswith(element.xpath)
    )
    return element.tag == "summary" and not any(
        one.xpath.startswith(details) and one.frame == element.frame for one in others
    )


def _uncovered(actor: Actor) -> Iterator[Shown]:
    """Answer a cookie banner that covers the page."""
    scene = actor.view.scene
    covered = any(one.layer == "covered" for one in scene.actionable)
    button = consent_button(scene) if covered else None
    if button and (shown := _use(actor, button, "click", "which a banner had covered")):
        yield shown


def _opened(actor: Actor, words: str, most: int) -> Iterator[Shown]:
    """Open one after the other what is folded up, also what is folded up in it."""
    tried: set[str] = set()
    for _ in range(most):
        closed = [one for one in folded(actor.view.scene) if one.uid not in tried]
        if not closed:
            return
        element = max(closed, key=lambda one: name_likeness(words, one.name))
        tried.add(element.uid)
        if shown := open_folded(actor, element):
            yield shown


def open_folded(actor: Actor, element: Element) -> Shown | None:
    """Open what is folded up; None where that leads to another page."""
    hover = element.hovers and element.attributes.get("aria-expanded") != "false"
    return _use(actor, element, "hover" if hover else "click", "which was folded up")


def _tabs(actor: Actor) -> Iterator[Shown]:
    """Open the other tabs of the page, those that are no links."""
    closed = [
        one.uid
        for one in actor.view.scene.actionable
        if one.role == "tab" and not one.href and one.attributes.get("aria-selected") != "true"
    ]
    for uid in closed[:_MOST_OPENED]:
        element = actor.view.scene.find(uid)
        if element and (shown := _use(actor, element, "click", "which was in another tab")):
            yield shown


def _use(actor: Actor, element: Element, kind: StepKind, where: str) -> Shown | None:
    """Open it; None where that leads to another page, from where the way back is taken."""
    actor.choose(f"open {element.name!r}", [element.uid], "it is closed", "rule")
    step = Step(kind=kind, target=target_of(element, actor.view.scene))
    page = _page(actor)
    action = Action(Kind.HOVER if kind == "hover" else Kind.CLICK, element.uid)
    actor.act(action, settled=lambda each: not each.change.nothing)
    if _page(actor) == page:
        return Shown(step, where)
    actor.act(Action(Kind.BACK), settled=lambda each: not each.change.nothing)
    return None


def further_down(actor: Actor) -> Iterator[Shown]:
    """Scroll to the page's end, where it goes on below, as often as that shows more."""
    for _ in range(_MOST_SCROLLS):
        scene = actor.view.scene
        everything = (*scene.actionable, *scene.informational)
        if not any(one.box and one.box.y > scene.viewport[1] for one in everything):
            return
        done = actor.act(Action(Kind.SCROLL, value="bottom"), settled=lambda each: True)
        grew = not done.change.nothing
        yield Shown(Step(kind="scroll", value="bottom"), "which is further down", grew)
        if not grew:
            return


def _page(actor: Actor) -> str:
    return actor.view.scene.url.partition("#")[0]
