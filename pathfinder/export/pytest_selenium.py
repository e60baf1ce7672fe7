"""Export to pytest and Selenium."""

from pathfinder.core.scenario import Locator, Step, Target
from pathfinder.export.choosing import FIELDS, in_code, is_ticked
from pathfinder.export.source import variable_name
from pathfinder.export.writer import PythonWriter
from pathfinder.language.dsl.script import Condition

_KEYS = {
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Home",
    "End",
    "Space",
    "PageUp",
    "PageDown",
    "Control",
    "Shift",
    "Alt",
    "Meta",
}


class PytestSelenium(PythonWriter):
    """Writes a pytest module that uses Selenium."""

    template = "pytest-selenium.py.j2"

    def step(self, step: Step) -> list[str]:
        match step.kind:
            case "assert" | "wait for element":
                return [self.asks(step)]
            case "wait for url":
                return [self.page("url", "contains", step.value)]
            case "wait":
                return [
                    f"time.sleep({step.value})"
                    if step.value.replace(".", "", 1).isdecimal()
                    else self.holds(step.value)
                ]
            case "press":
                return [self._press(step)]
            case "set":
                value = (
                    f"find(driver, {self._locator(step.target)}).text"
                    if step.target
                    else self.say(step.value)
                )
                return [f"{variable_name(step.name)} = {value}"]
            case "evaluate":
                kept = f"{variable_name(step.name)} = " if step.name else ""
                run = f"driver.execute_script({self.say(step.value)})"
                return [f"{kept}str({run})" if kept else run]
            case _:
                return [self._act(step)]

    def _act(self, step: Step) -> str:
        on = f"driver, {self._locator(step.target)}" if step.target else ""
        value = self.say(step.value)
        found = f"find({on})"
        address = f"BASE_URL + {value}" if step.value.startswith("/") else value
        return {
            "navigate": f"driver.get({address})",
            "click": f"press({on})" if is_ticked(step.target) else f"click({on})",
            "double click": f"ActionChains(driver).double_click({found}).perform()",
            "hover": f"ActionChains(driver).move_to_element({found}).perform()",
            "focus": f'driver.execute_script("arguments[0].focus()", {found})',
            "select text": self._select_text(step, found),
            "drag": self._drag(step, found),
            "fill": f"fill({on}, {value})",
            "select": f"Select({found}).select_by_visible_text({value})",
            "check": f"tick({on})",
            "uncheck": f"tick({on}, wanted=False)",
            "upload": f"find({on}, shown=False).send_keys(os.path.abspath({value}))",
            "scroll": self._scroll(step, found),
            "back": "driver.back()",
            "reload": "driver.refresh()",
            "answer dialog": self._dialog(step.value),
        }[step.kind]

    def _select_text(self, step: Step, found: str) -> str:
        script = (
            "const [el, part] = arguments; if (el.setSelectionRange) { const at = part ? "
            "el.value.indexOf(part) : 0; el.focus(); el.setSelectionRange(at, at + (part || "
            "el.value).length) } else { getSelection().selectAllChildren(el) }"
        )
        return f'driver.execute_script("{script}", {found}, {self.say(step.value)})'

    def _drag(self, step: Step, found: str) -> str:
        onto = f"find(driver, {self._locator(step.onto)})" if step.onto else found
        return f"ActionChains(driver).drag_and_drop({found}, {onto}).perform()"

    def _scroll(self, step: Step, found: str) -> str:
        if step.target:
            script = "arguments[0].scrollIntoView({behavior: 'instant'})"
            return f'driver.execute_script("{script}", {found})'
        where = {
            "top": "0, 0",
            "bottom": "0, document.body.scrollHeight",
            "up": "0, scrollY - innerHeight",
        }
        place = where.get(step.value, "0, scrollY + innerHeight")
        return f'driver.execute_script("scrollTo({place})")'

    def _dialog(self, value: str) -> str:
        if value.startswith("accept: "):
            return f"answer_dialog(driver, text={self.say(value.removeprefix('accept: '))})"
        return f"answer_dialog(driver{', accept=False' if value == 'dismiss' else ''})"

    def _press(self, step: Step) -> str:
        keys = " + ".join(
            f"Keys.{key.upper().replace('PAGE', 'PAGE_')}" if key in _KEYS else self.say(key)
            for key in step.value.split("+")
        )
        element = (
            f"find(driver, {self._locator(step.target)})"
            if step.target
            else "driver.switch_to.active_element"
        )
        return f"{element}.send_keys({keys})"

    def page(self, subject: str, verb: str, value: str) -> str:
        if subject == "element":
            return (
                f"expect(driver, lambda: {'not ' if verb == 'absent' else ''}is_there(driver, "
                f"named({self.say(value)})))"
            )
        whole = {"url": "driver.current_url", "title": "driver.title", "text": "page_text(driver)"}[
            subject
        ]
        said = self.say(value)
        if verb == "matches":
            return f"expect(driver, lambda: re.search({said}, {whole}, re.IGNORECASE))"
        wanted = f"folded({said})"
        if verb == "is":
            return f"expect(driver, lambda: folded({whole}) == {wanted})"
        return (
            f"expect(driver, lambda: {wanted} {'not in' if verb == 'absent' else 'in'} "
            f"folded({whole}))"
        )

    def field(self, name: str, verb: str, value: str) -> str:
        held = f'folded(find(driver, labelled({self.say(name)})).get_attribute("value"))'
        return (
            f"expect(driver, lambda: folded({self.say(value)}) "
            f"{'==' if verb == 'is' else 'in'} {held})"
        )

    def element(self, target: Target, state: str, text: str) -> str:
        locator = self._locator(target)
        if state == "contains":
            return (
                f"expect(driver, lambda: folded({self.say(text)}) in folded(find(driver, "
                f"{locator}).text))"
            )
        return (
            f"expect(driver, lambda: {'not ' if state == 'hidden' else ''}is_there(driver, "
            f"{locator}))"
        )

    def question(self, condition: Condition) -> str:
        asked = self.asks(Step(kind="assert", value=condition.value, target=condition.target))
        return asked.replace("expect(", "soon(", 1)

    def _locator(self, target: Target | None) -> str:
        assert target is not None  # a step on an element has one
        locator = in_code(target)
        value = self.say(locator.value)
        if locator.by == "text" and target.element:
            return f"saying({value})"
        if locator.by in ("role", "label", "text"):
            return self._by_words(locator)
        if locator.by == "xpath":
            return f"(By.XPATH, {value})"
        if locator.by in ("id", "name"):
            return f"(By.{locator.by.upper()}, {value})"
        if locator.by == "css":
            return f"(By.CSS_SELECTOR, {value})"
        attribute = {
            "testid": "data-testid",
            "placeholder": "placeholder",
            "aria-label": "aria-label",
        }[locator.by]
        return f'(By.XPATH, "//*[@{attribute}=" + quoted({value}) + "]")'

    def _by_words(self, locator: Locator) -> str:
        if locator.by == "label" or (
            locator.by == "role" and locator.name and locator.value in FIELDS
        ):
            return f"labelled({self.say(locator.name or locator.value)})"
        if locator.by == "text":
            return f"containing({self.say(locator.value)})"
        return (
            f"role({self.say(locator.value)}, {self.say(locator.name)})"
            if locator.name
            else f"role({self.say(locator.value)})"
        )
