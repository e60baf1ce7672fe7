"""What the exports to Playwright share.

The same locators and actions, said in Python or in TypeScript.
"""

from abc import abstractmethod

from pathfinder.core.scenario import Step, Target
from pathfinder.export.choosing import FIELDS, in_code
from pathfinder.export.source import variable_name
from pathfinder.export.writer import Writer
from pathfinder.language.dsl.script import Condition

_METHODS = {"select text": "select_text", "drag": "drag_to"}
_SCROLLS = {
    "top": "0, 0",
    "bottom": "0, document.body.scrollHeight",
    "up": "0, scrollY - innerHeight",
}


class Playwright(Writer):
    """Writes Playwright code. A subclass says how calls are written."""

    dialogs_first = True

    @abstractmethod
    def call(self, on: str, method: str, *given: str, **options: str) -> str:
        """A call that waits: `await page.goto(…)`. Methods are named as in Python."""

    @abstractmethod
    def chain(self, on: str, method: str, *given: str, **options: str) -> str:
        """A call that makes a locator."""

    @abstractmethod
    def let(self, name: str, value: str) -> str:
        """Keep a value under a name."""

    @abstractmethod
    def regex(self, expression: str) -> str:
        """A regular expression from a string expression; case doesn't matter."""

    @abstractmethod
    def on_dialog(self, method: str, *given: str) -> str:
        """Answer the next dialog."""

    true = "True"

    def step(self, step: Step) -> list[str]:
        match step.kind:
            case "assert" | "wait for element":
                return [self.asks(step)]
            case "wait for url":
                return [self.page("url", "contains", step.value)]
            case "wait" if not step.value.replace(".", "", 1).isdecimal():
                return [self.holds(step.value)]
            case "set":
                value = (
                    self.call(self.locator(step.target), "inner_text")
                    if step.target
                    else self.say(step.value)
                )
                return [self.let(variable_name(step.name), value)]
            case "evaluate":
                run = self.call("page", "evaluate", f'"() => {{ " + {self.say(step.value)} + " }}"')
                return [
                    self.let(variable_name(step.name), self.text_of(run))
                    if step.name
                    else self.done(run)
                ]
            case "answer dialog":
                return [self._dialog(step.value)]
            case _:
                return [self.done(self._act(step))]

    def text_of(self, value: str) -> str:
        """A value as text."""
        return f"str({value})"

    def done(self, call: str) -> str:
        """A call as a statement."""
        return call

    def _act(self, step: Step) -> str:
        on = self.locator(step.target) if step.target else "page"
        value = self.say(step.value)
        match step.kind:
            case "navigate":
                return self.call(
                    "page", "goto", f"BASE_URL + {value}" if step.value.startswith("/") else value
                )
            case "double click":
                return self.call(on, "dblclick")
            case "fill":
                return self.call(on, "fill", value)
            case "select":
                return self.call(on, "select_option", label=value)
            case "press":
                return self.call(on if step.target else "page.keyboard", "press", value)
            case "upload":
                return self.call(on, "set_input_files", value)
            case "back":
                return self.call("page", "go_back")
            case "scroll":
                return self._scroll(step, on)
            case "wait":
                return self.call("page", "wait_for_timeout", str(round(float(step.value) * 1000)))
            case _:
                given = [self.locator(step.onto)] if step.onto else []
                return self.call(on, _METHODS.get(step.kind, step.kind), *given)

    def _scroll(self, step: Step, on: str) -> str:
        if step.target:
            return self.call(on, "scroll_into_view_if_needed")
        return self.call(
            "page",
            "evaluate",
            f'"scrollTo({_SCROLLS.get(step.value, "0, scrollY + innerHeight")})"',
        )

    def _dialog(self, value: str) -> str:
        if value.startswith("accept: "):
            return self.on_dialog("accept", self.say(value.removeprefix("accept: ")))
        return self.on_dialog("dismiss" if value == "dismiss" else "accept")

    def locator(self, target: Target | None) -> str:
        """The locator of an element: the first that can be seen."""
        if target is None:
            return "page"
        locator = in_code(target)
        value = self.say(locator.value)
        if locator.by == "label" or (
            locator.by == "role" and locator.name and locator.value in FIELDS
        ):
            return f"labelled(page, {self.say(locator.name or locator.value)})"
        if locator.by == "role":
            options = {"name": self.say(locator.name), "exact": self.true} if locator.name else {}
            return f"{self.chain('page', 'get_by_role', value, **options)}.{self.first}"
        if locator.by in ("text", "placeholder"):
            exact = {"exact": self.true} if locator.by == "text" and target.element else {}
            found = self.chain("page", f"get_by_{locator.by}", value, **exact)
        elif locator.by == "testid":
            found = self.chain("page", "get_by_test_id", value)
        else:
            found = self.chain("page", "locator", self._selector(locator.by, locator.value))
        return f"{self.chain(found, 'filter', visible=self.true)}.{self.first}"

    first = "first"

    def _selector(self, by: str, value: str) -> str:
        if by in ("css", "xpath"):
            return self.say(value if by == "css" else f"xpath={value}")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return self.say(f'[{by}="{escaped}"]')

    def page(self, subject: str, verb: str, value: str) -> str:
        said = self.say(value)
        if subject == "element":
            element = self.chain(f"named(page, {said})", "filter", visible=self.true)
            return self.expect(
                f"{element}.{self.first}", "to_be_hidden" if verb == "absent" else "to_be_visible"
            )
        if subject == "text":
            method = "not_to_contain_text" if verb == "absent" else "to_contain_text"
            wanted = self.regex(said) if verb == "matches" else said
            case = {} if verb == "matches" else {"ignore_case": self.true}
            return self.expect(
                self.chain("page", "locator", '"body"'),
                method,
                wanted,
                **case,
                use_inner_text=self.true,
            )
        wanted = {
            "matches": said,
            "contains": f"escaped({said})",
            "is": f'"^" + escaped({said}) + "$"',
        }[verb]
        return self.expect("page", f"to_have_{subject}", self.regex(wanted))

    def expect(self, on: str, method: str, *given: str, **options: str) -> str:
        """An assertion that waits."""
        return self.done(self.call(f"expect({on})", method, *given, **options))

    def field(self, name: str, verb: str, value: str) -> str:
        field = f"labelled(page, {self.say(name)})"
        wanted = self.say(value) if verb == "is" else self.regex(f"escaped({self.say(value)})")
        return self.expect(field, "to_have_value", wanted)

    def element(self, target: Target, state: str, text: str) -> str:
        if state == "contains":
            return self.expect(
                self.locator(target), "to_contain_text", self.say(text), ignore_case=self.true
            )
        shown = "to_be_hidden" if state == "hidden" else "to_be_visible"
        return self.expect(self.locator(target), shown)

    def question(self, condition: Condition) -> str:
        if condition.target is None:
            return self.asked_of_page(condition.value)
        element = self.locator(condition.target)
        if condition.value.startswith("contains "):
            element = self.chain(
                element, "filter", has_text=self.say(condition.value.removeprefix("contains "))
            )
        return self.negated(self.call("", "soon", element), condition.value == "hidden")

    @abstractmethod
    def negated(self, question: str, wanted: bool) -> str:
        """A question, or its contrary when that is wanted."""

    def asked_of_page(self, predicate: str) -> str:
        """A question about the page as it is now."""
        subject, _, rest = predicate.partition(" ")
        verb, _, value = rest.partition(" ")
        if subject == "url" and verb == "contains":
            return self.contained(self.say(value), self.whole_url)
        element = self.chain("page", "get_by_text", self.say(value))
        return self.negated(
            self.call(
                "", "soon", f"{self.chain(element, 'filter', visible=self.true)}.{self.first}"
            ),
            verb == "absent",
        )

    whole_url = "page.url"

    @abstractmethod
    def contained(self, part: str, whole: str) -> str:
        """Whether a text is in another."""
