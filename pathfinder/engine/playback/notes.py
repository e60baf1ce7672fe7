"""What a replay writes down.

The events that all systems write, from what is known without a full look.
"""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from pathfinder.core import events
from pathfinder.core.action import Action, ActionResult
from pathfinder.core.case import StepResult
from pathfinder.core.errors import Blame, BrowserError, PathFinderError
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Step, Target
from pathfinder.core.verdict import Status
from pathfinder.engine.findings import Inspector
from pathfinder.engine.stage import act_event
from pathfinder.webprocessor.quick_answers import FoundElement, LocatingBrowser, Page, SettleResult
from pathfinder.webprocessor.uid import slug

_VERBS = {
    "navigate": "open",
    "fill": "fill in",
    "select": "choose in",
    "check": "tick",
    "uncheck": "untick",
    "click": "press",
}


class Notes:
    """Writes the events of a replay.

    evidence: What the last check found to hold.
    """

    def __init__(self, journal: Journal, quick: LocatingBrowser, *, screenshots: bool) -> None:
        self.journal = journal
        self.quick = quick
        self.screenshots = screenshots
        self.page = Page()
        self.evidence = ""
        self.picture = ""
        self._looked = False
        self._inspector = Inspector(quick, journal)
        self._states: dict[tuple[str, str], str] = {}

    def begin(self, number: int, words: str) -> None:
        """A step begins."""
        self._looked = False
        self.picture = ""
        self.journal.write(events.Choice(step=number, text=words, by="scenario"))

    def look(self, number: int, held: FoundElement | None) -> str:
        """The page as it is, with what will be acted on.

        The UID that stands for it in this step.
        """
        if held is not None:
            self.page = held.page
        uid = f"{held.tag}_{slug(held.name, 24) or held.role or 'element'}_{number}" if held else ""
        if self._looked:
            return uid
        self._looked = True
        self.picture = self.shot()
        look = events.Look(
            step=number,
            url=self.page.url,
            title=self.page.title,
            heading=self.page.heading,
            state=self._state(self.page),
            screenshot=self.picture,
        )
        seen = {"viewport": held.viewport, "elements": (_seen(held, uid),)} if held else {}
        self.journal.write(look.model_copy(update=seen))
        if self.screenshots:
            self._inspector.inspect(number, self.picture)
        return uid

    def last_look(self, number: int) -> None:
        """How the page is at the end; a browser that is gone is no reason to lose the verdict."""
        self._looked = False
        try:
            self.look(number, None)
        except BrowserError:
            return

    def shot(self) -> str:
        """A screenshot of now; its path, or nothing where none is kept."""
        if not self.screenshots:
            return ""
        try:
            return self.journal.keep_screenshot(self.quick.screenshot())
        except BrowserError:
            raise
        except PathFinderError:
            return ""

    def _state(self, page: Page) -> str:
        return self._states.setdefault(
            (urlsplit(page.url).path, page.heading), f"s{len(self._states) + 1}"
        )

    def acted(
        self,
        number: int,
        action: Action,
        held: FoundElement | None,
        result: ActionResult,
        target: Target | None = None,
    ) -> None:
        """An action, and by which locator its element was found."""
        element = None
        if held is not None:
            found_by = target.locators[held.locator : held.locator + 1] if target else ()
            locators = tuple(events.LocatorFacts(**one.model_dump()) for one in found_by)
            seen = _seen(held, action.uid or "").model_dump()
            element = events.ActedElement(**seen, locators=locators, found_by=held.locator)
        self.journal.write(act_event(number, action, result, element))

    def unanswered(self) -> bool:
        """Whether it is sure that nothing came of the last press, where it changed nothing."""
        return self.screenshots and self._inspector.unanswered()

    def pressed_in_vain(self, number: int, held: FoundElement) -> None:
        """A control that did nothing, after which something did not come as expected."""
        self._inspector.pressed_in_vain(
            number, held.role, held.name, url=self.page.url, place=held.path
        )

    def changed(self, number: int, before: SettleResult, after: SettleResult, step: Step) -> None:
        """What a step changed, as far as it is cheaply known."""
        self.page = after.page if after.dialog is None else self.page
        nothing = before.signature == after.signature and after.dialog is None
        self.journal.write(
            events.Change(
                step=number,
                state_before=self._state(before.page),
                state=self._state(self.page),
                url_before=before.page.url,
                url=self.page.url,
                said="nothing changed" if nothing else _describe_change(before, after, step),
                errors=(f"HTTP {after.status}",) if after.status >= 400 else (),
                nothing=nothing,
            )
        )

    def judged(
        self, number: int, predicates: Sequence[Predicate], unmet: Iterable[Predicate]
    ) -> None:
        """Whether what is expected holds."""
        missing = list(unmet)
        held = [str(one) for one in predicates if one not in missing]
        if held and not missing:
            self.keep_evidence(held[-1])
        self.journal.write(
            events.Judgement(
                step=number,
                by="condition",
                status="failed" if missing else "passed",
                rationale="; ".join(f"does not hold: {one}" for one in missing) or "; ".join(held),
            )
        )

    def keep_evidence(self, evidence: str) -> None:
        """Keep what was found to hold."""
        self.evidence = evidence

    def result(
        self,
        number: int,
        step: Step,
        status: Status,
        seconds: float,
        reason: str = "",
        evidence: str = "",
    ) -> None:
        """How a step went, in one event."""
        one = StepResult(
            number=number,
            text=describe(step),
            part="assertion"
            if step.kind in ("assert", "wait for url", "wait for element")
            else "action",
            status=status,
            blame=Blame.SITE if status is Status.FAILED else Blame.NOBODY,
            reason=reason,
            evidence=evidence,
            screenshot=self.picture,
            seconds=seconds,
        )
        self.journal.write(one.as_event())


def _seen(held: FoundElement, uid: str) -> events.SeenElement:
    box = held.box
    return events.SeenElement(
        uid=uid,
        tag=held.tag,
        role=held.role,
        name=held.name,
        box=(box.x, box.y, box.width, box.height),
    )


def _describe_change(before: SettleResult, after: SettleResult, step: Step) -> str:
    if after.dialog is not None:
        return f'dialog "{after.dialog}"'
    if after.page.heading != before.page.heading or after.page.url != before.page.url:
        return f'-> page "{after.page.heading or after.page.title or after.page.url}"'
    if step.kind in ("fill", "select"):
        return f"{_named(step)} is now {step.value!r}"
    return "the page changed"


def describe(step: Step) -> str:
    """A step in words: `press "Pay"`, `fill in "City"`."""
    if step.says:
        return step.says
    verb = _VERBS.get(step.kind, step.kind)
    if step.target is not None and step.kind in ("fill", "select"):
        return f"{verb} {_named(step)}" + (f": {step.value}" if step.kind == "select" else "")
    if step.target is not None:
        return f"{verb} {_named(step)}" + (f" {step.value}" if step.value else "")
    return f"{verb} {step.value}".strip()


def _named(step: Step) -> str:
    target = step.target
    if target is None:
        return ""
    remembered = target.element
    name = remembered.label or remembered.name or remembered.text if remembered else ""
    return f'"{name or target.words}"'
