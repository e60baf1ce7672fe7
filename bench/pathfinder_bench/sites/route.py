"""A known way through an application, played on a browser."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import PathFinderError
from pathfinder.core.shorten import short
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.scene import make_scene
from pathfinder_bench.sites.contract import Step

_PATIENCE = 6.0
_KINDS = {
    "press": Kind.CLICK,
    "fill": Kind.TYPE,
    "choose": Kind.SELECT,
    "check": Kind.CHECK,
    "uncheck": Kind.UNCHECK,
    "hover": Kind.HOVER,
}
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "date", "combobox"})
_ROW = re.compile(r"/(tr|li|article)(\[\d+\])?(?=/)")
_FORM = re.compile(r"/(fieldset|form)(\[\d+\])?(?=/)")
_TICKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


class RouteBroken(PathFinderError):
    """A step of a route can't be done: the application is not as its goals.yaml says."""


@dataclass(frozen=True)
class Seen:
    """A page: all that was captured, and what a user sees of it."""

    snapshot: Snapshot
    scene: Scene


@dataclass(frozen=True)
class Moment:
    """A step about to be done.

    number: From 1. control: What it is done to; None for `open`, `key` and `dialog`.
    """

    number: int
    step: Step
    seen: Seen
    control: Element | None
    action: Action


class Hook:
    """Told of each step of a route; as it is, it does nothing."""

    def before(self, moment: Moment) -> None:
        """The step's control is found; nothing is done yet."""

    def after(self, moment: Moment, seen: Seen, result: ActionResult) -> None:
        """The step is done, and this is the page that it led to."""


def look(browser: Browser) -> Seen:
    """The page as it is now."""
    snapshot = browser.look()
    return Seen(snapshot, make_scene(snapshot))


def play_route(browser: Browser, url: str, steps: Sequence[Step], hook: Hook | None = None) -> Seen:
    """Do the steps, from the page that the browser shows; return the last page.

    Args:
        url: The application's address, which paths are relative to.

    Raises:
        RouteBroken: A step's control is not there, or refuses; names the step.
    """
    hook = hook or Hook()
    seen = look(browser)
    for number, step in enumerate(steps, 1):
        moment = _prepared(browser, url, number, step, seen)
        hook.before(moment)
        result = browser.perform(moment.action, moment.seen.scene)
        if not result.ok:
            raise RouteBroken(
                f"step {number}, {step}: {result.error}, {short(result.message, 120)}"
            )
        seen = look(browser)
        hook.after(moment, seen, result)
    return seen


def _prepared(browser: Browser, url: str, number: int, step: Step, seen: Seen) -> Moment:
    if step.open is not None:
        return Moment(
            number, step, seen, None, Action(Kind.NAVIGATE, value=urljoin(url, step.open))
        )
    if step.key is not None:
        return Moment(number, step, seen, None, Action(Kind.PRESS, value=step.key))
    if step.dialog is not None:
        return Moment(number, step, seen, None, Action(Kind.ANSWER_DIALOG, value=step.dialog))
    seen, control = _awaited(browser, number, step, seen)
    value = step.value if step.fill is not None else step.option or None
    return Moment(number, step, seen, control, Action(_KINDS[step.verb], control.uid, value))


def _awaited(browser: Browser, number: int, step: Step, seen: Seen) -> tuple[Seen, Element]:
    """The step's control, waited for where a page is still building it."""
    deadline = time.monotonic() + _PATIENCE
    while not (fitting := controls(seen.scene, step)) and time.monotonic() < deadline:
        time.sleep(0.2)
        seen = look(browser)
    if len(fitting) < step.nth:
        near = ", ".join(f'"{short(e.name, 30)}"' for e in _suited(seen.scene, step) if e.name)
        raise RouteBroken(
            f"step {number}, {step}: {len(fitting)} such on {seen.scene.url} "
            f"({seen.scene.heading or seen.scene.title}); there are {short(near, 900) or 'none'}"
        )
    return seen, fitting[step.nth - 1]


def controls(scene: Scene, step: Step) -> list[Element]:
    """The controls of the page that a step may mean, in reading order.

    Those of exactly its name (also the one in the markup), else those whose name begins with it,
    else those that have it in their name. No name means those that have none.
    """
    suited = [element for element in _suited(scene, step) if _inside(scene, element, step.within)]
    wanted = _plain(step.name)
    exact = [element for element in suited if wanted in _names(element) | _technical(element)]
    if exact or not wanted:
        return exact
    begins = [e for e in suited if any(name.startswith(wanted) for name in _names(e))]
    return begins or [e for e in suited if any(wanted in name for name in _names(e))]


def _suited(scene: Scene, step: Step) -> Iterator[Element]:
    for element in scene.actionable:
        if element.layer == "covered":
            continue
        if step.verb == "fill" and not (element.role in _TYPED and element.tag != "select"):
            continue
        if step.verb == "choose" and not element.options:
            continue
        if step.verb in ("check", "uncheck") and element.role not in _TICKED:
            continue
        if step.verb == "press" and element.role in _TYPED and element.tag in ("input", "select"):
            continue
        yield element


def _names(element: Element) -> set[str]:
    """What a control is called; nothing but "" where it has no name at all."""
    spoken = (element.name, element.label, element.attributes.get("placeholder", ""))
    return {_plain(name) for name in spoken if name} or {""}


def _technical(element: Element) -> set[str]:
    """Names in the markup, for fields that have no other that will last."""
    return {
        _plain(element.attributes[key]) for key in ("name", "id") if element.attributes.get(key)
    }


def _inside(scene: Scene, element: Element, words: str) -> bool:
    """Whether these words stand over a control, or in its row, card or form."""
    places = (element.context, element.heading, element.landmark)
    wanted = _plain(words)
    if not wanted or any(wanted in _plain(place) for place in places):
        return True
    inner = [*_ROW.finditer(element.xpath)] or [*_FORM.finditer(element.xpath)]
    around = element.xpath[: inner[-1].end()] + "/" if inner else "nowhere"
    return any(
        other.xpath.startswith(around) and wanted in _plain(f"{other.text} {other.name}")
        for other in (*scene.informational, *scene.actionable)
    )


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
