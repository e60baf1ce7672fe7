"""Acting on what a scenario remembers, in few WebDriver calls and without a look.

What replay is quick by.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from selenium.common.exceptions import (
    JavascriptException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import OffOrigin, SiteUnreachable, UsageError
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Target
from pathfinder.core.secrets import Value, keys_in
from pathfinder.webprocessor.act import act, act_on
from pathfinder.webprocessor.asking import ask
from pathfinder.webprocessor.bounds import left_for
from pathfinder.webprocessor.element import Box, Scene
from pathfinder.webprocessor.hands import ResolvedElement
from pathfinder.webprocessor.navigate import ERROR_PAGES, go
from pathfinder.webprocessor.notices import Notice
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, Page, SettleResult
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.troubles import TROUBLE, fatal, message
from pathfinder.webprocessor.webdriver import WebDriverBrowser

POINTED = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK, Kind.CHECK, Kind.UNCHECK, Kind.HOVER})


class QuickBrowser:
    """A browser that is led by targets: seek, act, wait for what is expected.

    Each is one or two WebDriver calls.
    """

    def __init__(self, browser: WebDriverBrowser) -> None:
        self.browser = browser
        self.driver = browser.driver
        self.vault = browser.vault

    def navigate(self, url: str) -> None:
        """Go to a URL, without waiting for more than its document.

        Raises:
            HostNotAllowed, SiteUnreachable, BrowserDied, TabCrashed.
        """
        self.browser.bounds.allow(url)
        self.browser.traces.note(url)
        self.browser.watch.begin()
        try:
            go(self.driver, url)
        except (UnexpectedAlertPresentException, TimeoutException):
            return
        except TROUBLE as error:
            raise fatal(error) or self.browser.bounds.unreachable(url, message(error)) from None

    def seek(
        self, target: Target, kind: Kind, *, timeout: float, shown_only: bool = False
    ) -> FoundElement | ElementNotFound:
        """Find what a target's locators name, best first, and wait until a user could act on it.

        Raises:
            BrowserDied, TabCrashed.
        """
        wanted = self._wanted(target, kind, shown_only)
        began = time.monotonic()
        while True:
            left = max(timeout - (time.monotonic() - began), 0.0)
            answer = ask(self.driver, "seek", wanted, left)
            self._check_home(answer)
            found = self._found(answer)
            if isinstance(found, FoundElement) or not answer.get("frames"):
                return found
            in_frame = self._seek_in_frames(wanted, int(answer["frames"]))
            if in_frame is not None or time.monotonic() - began >= timeout:
                return in_frame or found

    def _check_home(self, answer: dict[str, Any]) -> str:
        """See that the page is of an allowed origin.

        The URL in whose place the browser shows its error page, if it does.

        Raises:
            OffOrigin: It is not.
        """
        here = str(answer.get("url") or "about:blank")
        failed = here.startswith(ERROR_PAGES)
        here = self.driver.current_url if failed else here
        if not self.browser.bounds.allows(here):
            raise OffOrigin(self.vault.mask(left_for(here)))
        return here if failed else ""

    def text_of(self, held: FoundElement) -> str:
        """The words that an element shows, or what a field holds; empty when it has just gone.

        Raises:
            BrowserDied, TabCrashed.
        """
        try:
            return self.vault.mask(
                held.grip.element.text or str(held.grip.element.get_property("value") or "")
            )
        except TROUBLE as error:
            if dead := fatal(error):
                raise dead from None
            return ""

    def _wanted(self, target: Target, kind: Kind, shown_only: bool) -> dict[str, Any]:
        memory = target.element
        return {
            "locators": [
                {
                    "by": locator.by,
                    "value": self.vault.show(locator.value),
                    "name": self.vault.show(locator.name),
                }
                for locator in target.locators
            ],
            "memory": {
                "role": memory.role,
                "name": self.vault.show(memory.name),
                "context": self.vault.show(memory.context),
            }
            if memory
            else None,
            "pointed": kind in POINTED,
            "shownOnly": shown_only,
        }

    def _seek_in_frames(self, wanted: dict[str, Any], count: int) -> FoundElement | None:
        """Look into the frames one level down.

        The driver stays in the frame where something was found, for the action.
        """
        for index in range(count):
            try:
                self.driver.switch_to.frame(index)
                found = self._found(ask(self.driver, "seek", wanted, 0.0))
            except WebDriverException:
                found = ElementNotFound("not found", "")
            if isinstance(found, FoundElement):
                return replace(found, frame=(index,))
            self.driver.switch_to.default_content()
        return None

    def _found(self, answer: dict[str, Any]) -> FoundElement | ElementNotFound:
        page = self._page(answer)
        if "element" not in answer:
            said = self.vault.mask(str(answer.get("message", "")))
            return ElementNotFound(
                str(answer.get("error", "not found")), said, page, bool(answer.get("hidden"))
            )
        name = self.vault.mask(answer["name"])
        return FoundElement(
            grip=ResolvedElement(answer["element"], answer["target"], answer["facts"], name),
            page=page,
            locator=answer["locator"],
            count=answer["count"],
            tag=answer["tag"],
            role=answer["role"],
            name=name,
            box=Box(*answer["box"]),
            viewport=(answer["viewport"][0], answer["viewport"][1]),
            path=answer["path"],
        )

    def _page(self, answer: dict[str, Any]) -> Page:
        return Page(
            *(self.vault.mask(str(answer.get(key, ""))) for key in ("url", "title", "heading"))
        )

    def notices(self) -> tuple[Notice, ...]:
        """What is wrong with the site's pages and was not told yet."""
        return self.browser.notices()

    def answered_a_press(self) -> bool | None:
        """Whether a press was answered out of sight; None where nobody can tell."""
        return self.browser.answered_a_press()

    def act(
        self, action: Action, held: FoundElement | None = None, onto: FoundElement | None = None
    ) -> ActionResult:
        """Do an action, on an element or on the page; wait for nothing.

        Raises:
            BrowserDied, TabCrashed, BrowserSilent, PageFrozen, SiteUnreachable.
        """
        began = time.monotonic()
        self.browser.watch.begin()
        hands = self.browser.hands(action)
        hands.onto = onto.grip if onto else None
        error, said = self.browser.attempt(
            action, lambda: act(hands, action) if held is None else act_on(hands, held.grip, action)
        )
        if held is not None and held.frame:
            self.driver.switch_to.default_content()
        self.browser.watch.check()
        notes = (
            *hands.notes,
            *self.browser.watch.notes(),
            *self.browser.bounds.refused(),
            *(self.browser.tabs.follow() if action.kind in POINTED else ()),
        )
        return ActionResult(not error, error, said, time.monotonic() - began, notes)

    def rest(
        self,
        predicates: Sequence[Predicate],
        *,
        timeout: float,
        field: FoundElement | None = None,
        typed: Value = "",
    ) -> SettleResult:
        """Wait until the page has loaded, its requests have ended, and the predicates hold.

        Or until the time is over.

        What the quick test on the page's text says no to is judged once more on a full look.

        Args:
            predicates: What is expected.
            timeout: Seconds before giving up.
            field: The field that was typed into, if one was.
            typed: What was typed into it; the page is asked what it holds, and never told what it
                should.

        Raises:
            SiteUnreachable: The browser shows its own error page: the site does not answer.
            BrowserDied, TabCrashed.
            SafeModeStop: A request was stopped that the last action led to.
        """
        self.browser.watch.check()
        try:
            return self._rest(predicates, timeout, field, typed)
        finally:
            self.browser.watch.check()

    def _rest(
        self,
        predicates: Sequence[Predicate],
        timeout: float,
        field: FoundElement | None,
        typed: Value,
    ) -> SettleResult:
        asked = {
            "predicates": [self._asked(one) for one in predicates],
            "field": field.grip.element if field and not field.frame else None,
        }
        try:
            answer = ask(self.driver, "expect", asked, timeout)
        except JavascriptException:
            answer = ask(self.driver, "expect", {**asked, "field": None}, timeout)
        if "dialog" in answer:
            return SettleResult(Page(), tuple(predicates), dialog=self.vault.mask(answer["dialog"]))
        if error_page := self._check_home(answer):
            raise SiteUnreachable(f"{error_page}: the site does not answer")
        unmet = tuple(predicates[index] for index in answer.get("unmet", range(len(predicates))))
        if unmet:
            unmet = self._judged(unmet, timeout)
        return SettleResult(
            page=self._page(answer),
            unmet=unmet,
            kept=_kept(answer.get("held"), self.vault.typed(typed)),
            status=int(answer.get("status", 0)),
            signature=str(answer.get("signature", "")),
        )

    def _asked(self, predicate: Predicate) -> list[str]:
        """A predicate for the page.

        One that names a secret is no business of the page's, and left to a look.
        """
        shown = self.vault.show(predicate.value)
        return [
            "secret" if set(keys_in(predicate.value)) & self.vault.secret else predicate.subject,
            predicate.verb,
            shown,
        ]

    def _judged(self, predicates: tuple[Predicate, ...], timeout: float) -> tuple[Predicate, ...]:
        """The predicates that do not hold on a full look.

        Those that only a look can judge get the whole time.
        """
        seen = {"element", "field", "secret"}
        deadline = time.monotonic() + (
            timeout if any(self._asked(one)[0] in seen for one in predicates) else 0.0
        )
        while True:
            scene = self.look()
            unmet = tuple(one for one in predicates if self.evidence(one, scene) is None)
            if not unmet or time.monotonic() >= deadline:
                return unmet
            time.sleep(0.1)

    def evidence(self, predicate: Predicate, scene: Scene) -> str | None:
        """What on the page makes a predicate true.

        Plain persona values are filled in, secret ones are placeholders there too.
        """
        return replace(predicate, value=self.vault.show(predicate.value)).evidence(scene)

    def evaluate(self, code: str) -> str:
        """Run a script in the page; what it returns, as text.

        Raises:
            UsageError: The script is wrong.
        """
        self.browser.watch.begin()
        try:
            answer = self.driver.execute_script(code)
        except JavascriptException as error:
            raise UsageError(f"the script {code!r} does not run: {message(error)}") from None
        return "" if answer is None else self.vault.mask(str(answer))

    def look(self) -> Scene:
        """The whole page, named.

        Raises:
            PageNotReady, BrowserDied, TabCrashed.
        """
        return make_scene(self.browser.look())

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""
        return self.browser.screenshot()


def _kept(held: str | None, typed: str) -> bool:
    """Whether a field holds what was typed, but for how the site writes it.

    Spaces in a card number, capitals in a postcode.
    """
    if held is None or not typed:
        return True
    one, other = (re.sub(r"[\W_]", "", text.lower()) for text in (typed, held))
    alike = one == other or (other != "" and (one in other or other in one))
    return alike or (_number(typed) is not None and _number(typed) == _number(held))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
