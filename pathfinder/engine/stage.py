"""What every system does on a page: look, act, and write both down."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pathfinder.core import events
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import OffOrigin, PageNotReady, SafeModeStop
from pathfinder.core.journal import Journal
from pathfinder.engine.findings import Inspector, promises
from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.refused_fields import with_refused_fields
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.change import Change
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.locate import locators
from pathfinder.webprocessor.scene import make_scene


@dataclass(frozen=True)
class View:
    """What is seen before a step. new: The state was never seen before."""

    step: int
    scene: Scene
    state: State
    new: bool


@dataclass
class Stage:
    """A browser whose looks, actions and changes are journalled as they happen.

    snapshot: Of the last look. searching: An action that leads off the allowed origins is one that
        did not work; else it ends the session.
    """

    browser: Browser
    journal: Journal
    graph: StateGraph
    snapshot: Snapshot = field(default_factory=lambda: Snapshot("about:blank", "", ()))
    searching: bool = False

    def __post_init__(self) -> None:
        self._inspector = Inspector(self.browser, self.journal)
        self._acted = 0
        self._pressed: Element | None = None
        self._scene: Scene | None = None
        self._sent = ""
        self._entered: dict[str, str] = {}

    def look(self, step: int, path: tuple[tuple[Action, ...], ...] = ()) -> View:
        """Look at the page, place it in the graph, and write it down."""
        view = self.see(step, path)
        self.note_look(view)
        return view

    def see(self, step: int, path: tuple[tuple[Action, ...], ...] = ()) -> View:
        """Look at the page and place it in the graph; `note_look` writes it down."""
        began = time.monotonic()
        self.snapshot = self.browser.look()
        scene = make_scene(self.snapshot)
        if self._scene is not None:
            scene = with_refused_fields(self._scene, scene, self._sent, self._entered)
        self._scene = scene
        state, new = self.graph.visit(scene, path)
        self._seconds = time.monotonic() - began
        return View(step, scene, state, new)

    def note_look(self, view: View) -> str:
        """Write down the last look; return its screenshot's path."""
        scene = view.scene
        screenshot = self.journal.keep_screenshot(self.browser.screenshot())
        self.journal.write(
            events.Look(
                step=view.step,
                url=scene.url,
                title=scene.title,
                heading=scene.heading,
                state=view.state.id,
                screenshot=screenshot,
                viewport=scene.viewport,
                scroll=scene.scroll,
                nodes=self.snapshot.nodes,
                seconds=round(self._seconds, 3),
                elements=(
                    *(_seen(e, actionable=True) for e in scene.actionable),
                    *(_seen(e, actionable=False) for e in scene.informational),
                ),
                errors=scene.errors,
            )
        )
        self._inspector.inspect(self._acted or view.step, screenshot)
        return screenshot

    def act(self, step: int, actions: Sequence[Action], scene: Scene) -> tuple[ActionResult, ...]:
        """Do the actions in order, until a click fails.

        An element that has moved on is looked for once more.
        """
        results: list[ActionResult] = []
        self._acted, self._pressed = step, None
        for number, action in enumerate(actions):
            sends = number and number == len(actions) - 1 and action.kind is Kind.CLICK
            filled = self._filled_in(results) if sends else ""
            result = self._perform(step, action, scene)
            if result.error in ("not found", "stale") and action.uid and results:
                scene = make_scene(self.browser.look())
                result = self._perform(step, action, scene)
            results.append(result)
            self._note_act(step, action, result, scene, filled)
            if result.error == "off origin" and not self.searching:
                raise OffOrigin(result.message)
            if action.uid and action.kind is Kind.CLICK and not result.ok:
                break
        self._keep_pressed(actions, results, scene)
        self._keep_sent(actions, scene)
        return tuple(results)

    def _keep_sent(self, actions: Sequence[Action], scene: Scene) -> None:
        """Remember the form that was sent last, and what was entered in this step."""
        last = scene.find(actions[-1].uid or "") if actions else None
        self._sent = last.form if last and last.submits else ""
        self._entered = {one.uid: one.written for one in actions if one.uid and one.value}

    def _keep_pressed(
        self, actions: Sequence[Action], results: Sequence[ActionResult], scene: Scene
    ) -> None:
        """Remember the control that was pressed last, where something has to come of it."""
        last = actions[-1] if actions else None
        if last and last.uid and last.kind is Kind.CLICK and all(result.ok for result in results):
            element = scene.find(last.uid)
            quiet = not any(result.notes for result in results)
            self._pressed = element if element and quiet and promises(element, scene) else None

    def _perform(self, step: int, action: Action, scene: Scene) -> ActionResult:
        """Do one action; where safe mode stops it, write down what was stopped."""
        try:
            return self.browser.perform(action, scene)
        except SafeModeStop as stop:
            self._note_act(step, action, ActionResult(False, "safe mode", str(stop)), scene)
            self.journal.write(events.Stopped(step=step, **stop.facts))
            raise

    def note_change(self, before: View, after: View, change: Change, said: str) -> None:
        """Write down what a step changed."""
        self.journal.write(_change_event(before, after, change, said))
        still = change.nothing and before.scene.scroll == after.scene.scroll
        if self._pressed and still and self._inspector.unanswered():
            pressed, url = self._pressed, before.scene.url
            self._inspector.pressed_in_vain(
                before.step, pressed.role, pressed.name, url=url, place=pressed.xpath
            )

    def _filled_in(self, results: Sequence[ActionResult]) -> str:
        """A screenshot of what was filled in, before it is sent; its path."""
        if not all(result.ok for result in results):
            return ""
        try:
            return self.journal.keep_screenshot(self.browser.screenshot())
        except PageNotReady:
            return ""

    def _note_act(
        self, step: int, action: Action, result: ActionResult, scene: Scene, filled: str = ""
    ) -> None:
        element = scene.find(action.uid) if action.uid else None
        onto = scene.find(action.target) if action.target else None
        acted, dropped = (_acted(one, scene) if one else None for one in (element, onto))
        event = act_event(step, action, result, acted, dropped)
        self.journal.write(event.model_copy(update={"screenshot": filled}))


def act_event(
    step: int,
    action: Action,
    result: ActionResult,
    element: events.ActedElement | None,
    onto: events.ActedElement | None = None,
) -> events.Act:
    """An action, and how it went, for the journal."""
    return events.Act(
        step=step,
        action=events.ActionFacts(**action.to_json()),
        element=element,
        onto=onto,
        result=events.ResultFacts(
            ok=result.ok,
            error=result.error,
            message=result.message,
            notes=result.notes,
            kept=result.kept,
        ),
        seconds=round(result.seconds, 3),
    )


def _seen(element: Element, *, actionable: bool) -> events.SeenElement:
    return events.SeenElement(
        uid=element.uid,
        tag=element.tag,
        role=element.role,
        name=element.name or element.text,
        box=_box(element),
        actionable=actionable,
        layer=element.layer,
    )


def _box(element: Element) -> tuple[float, float, float, float] | None:
    box = element.box
    return (box.x, box.y, box.width, box.height) if box else None


def _acted(element: Element, scene: Scene) -> events.ActedElement:
    href = {"href": urlsplit(element.href).path} if element.href else {}
    return events.ActedElement(
        uid=element.uid,
        tag=element.tag,
        role=element.role,
        name=element.name,
        text=element.text,
        label=element.label,
        context=element.context,
        heading=element.heading,
        attributes={**element.attributes, **href},
        box=_box(element),
        xpath=element.xpath,
        frame=element.frame,
        locators=tuple(
            events.LocatorFacts(by=one.by, value=one.value, name=one.name)
            for one in locators(element, scene)
        ),
    )


def _change_event(before: View, after: View, change: Change, said: str) -> events.Change:
    return events.Change(
        step=before.step,
        state_before=before.state.id,
        state=after.state.id,
        url_before=change.url_before,
        url=change.url,
        said=said,
        appeared=tuple(e.name for e in change.appeared)[:40],
        vanished=tuple(e.name for e in change.vanished)[:40],
        changed=tuple(after.name for _, after in change.changed)[:40],
        errors=change.errors,
        news=change.news[:20],
        nothing=change.nothing,
    )
