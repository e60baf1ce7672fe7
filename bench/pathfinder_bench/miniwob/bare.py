"""The bare loop: what the same model does without PathFinder.

The page as a list of numbered elements, the task, what it did so far and whether that changed
anything; one reply, held to a grammar: an action, an element's number, a text. No guard, no critic,
no search.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pathfinder.agents.models.base import Message, Model, Prompt
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import ModelError
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import ActionError
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from pathfinder_bench.miniwob.pages import Episode

_LIST = Path(__file__).with_name("elements.js").read_text(encoding="utf-8")
_MOST = 60
_REMEMBERED = 10
_LONGEST = 60
_AFTER_NOTHING = 0.7
_ACTIONS = ("click", "type", "select")
_ROLE = """\
You use a web page to do a task, one action at a time. You see the task, what you have done so far, \
and the elements of the page, a number each.
Answer in JSON: "action" is "click", "type" (replaces what a field holds) or "select" (an option of \
a list); "element" is the number of the element; "text" is what is typed, or the option, else empty.
Do what the task says in its order. Press a button that submits only when all the rest is done. \
Never repeat an action that changed nothing.

Task: Enter "Oslo" as the town and press Go.
Done so far:
nothing
Elements:
1. text field "Town" (empty)
2. button "Go"
Answer: {"action": "type", "element": 1, "text": "Oslo"}

Task: Enter "Oslo" as the town and press Go.
Done so far:
1. typed 'Oslo' into text field "Town" (empty)
Elements:
1. text field "Town" holds "Oslo"
2. button "Go"
Answer: {"action": "click", "element": 2, "text": ""}

Task: Choose Pears and tick Ripe, then order.
Done so far:
1. selected 'Pears' in select #fruit with options "Apples", "Pears" chosen: "Apples"
Elements:
1. select #fruit with options "Apples", "Pears" chosen: "Pears"
2. checkbox "Ripe" (not checked)
3. button "Order"
Answer: {"action": "click", "element": 2, "text": ""}"""


@dataclass
class BareLoop:
    """Plays an episode.

    steps: What was done, a line each. idle: The last of it changed nothing: the next is asked for
    with some temperature, or it would be the same.
    """

    model: Model
    browser: WebDriverBrowser
    episode: Episode
    log: Path
    steps: list[str] = field(default_factory=list)
    idle: bool = False

    def play(self, most: int) -> None:
        """Act until the page gives its reward, or so many steps are taken.

        Raises:
            BrowserDied: The browser is gone.
        """
        self.browser.open(self.episode.url)
        elements = self._elements()
        for _ in range(most):
            if not elements or self.episode.ended:
                return
            done, shown = self._step(elements), [told for _, told in elements]
            elements = [] if self.episode.ended else self._elements()
            self.idle = bool(elements) and [told for _, told in elements] == shown
            self._note(f"{done}: nothing changed" if self.idle else done, shown)

    def _elements(self) -> list[tuple[Any, str]]:
        found = self.browser.driver.execute_script(_LIST, _MOST)
        return [(element, told) for element, told in found]

    def _step(self, elements: Sequence[tuple[Any, str]]) -> str:
        """Ask, and do what is answered; what was done, in words."""
        answer = self._answer([told for _, told in elements])
        if answer is None:
            return "an answer that could not be read"
        action, place, text = answer
        element, told = elements[place]
        error = self._act(action, element, text)
        done = {
            "click": "clicked",
            "type": f"typed {text!r} into",
            "select": f"selected {text!r} in",
        }
        return f"{done[action]} {told[:_LONGEST]}{f' (failed: {error})' if error else ''}"

    def _answer(self, shown: Sequence[str]) -> tuple[str, int, str] | None:
        """The action, the place of its element, and its text; None where that can't be read."""
        try:
            answer = json.loads(self.model.reply(self._prompt(shown)).text)
            action, place = str(answer["action"]), int(answer["element"]) - 1
            text = str(answer.get("text", ""))
        except (ModelError, ValueError, KeyError, TypeError):
            return None
        return (action, place, text) if action in _ACTIONS and 0 <= place < len(shown) else None

    def _prompt(self, shown: Sequence[str]) -> Prompt:
        done = "\n".join(self.steps[-_REMEMBERED:]) or "nothing"
        page = "\n".join(f"{number}. {told}" for number, told in enumerate(shown, 1))
        words = f"Task: {self.episode.utterance}\nDone so far:\n{done}\nElements:\n{page}\nAnswer:"
        fields = {
            "action": {"enum": list(_ACTIONS)},
            "element": {"enum": list(range(1, len(shown) + 1))},
            "text": {"type": "string", "maxLength": 400},
        }
        schema = {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        }
        messages = (Message("system", _ROLE), Message("user", words))
        temperature = _AFTER_NOTHING if self.idle else 0.0
        return Prompt(
            messages, schema, temperature, max_tokens=160, context=8192, seed=len(self.steps)
        )

    def _act(self, action: str, element: Any, text: str) -> str:
        """Do it; the error, empty when it went well."""

        def do() -> None:
            if action == "type":
                element.clear()
                element.send_keys(text)
            elif action == "select":
                self._select(element, text)
            else:
                element.click()

        return self.browser.attempt(Action(Kind.CLICK), do)[0]

    def _select(self, element: Any, text: str) -> None:
        there, options = self.browser.driver.execute_script(script("choose"), element, text)
        if not there:
            raise ActionError("no such option", f"there are {', '.join(options)}")

    def _note(self, done: str, shown: Sequence[str]) -> None:
        self.steps.append(f"{len(self.steps) + 1}. {done}")
        line = {"step": self.steps[-1], "task": self.episode.utterance, "elements": shown}
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def play_bare(model: Model, episode: Episode, most: int, folder: Path) -> tuple[int, Path]:
    """Play an episode in a browser of its own; the steps taken, and the file that tells of them."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"bare-{episode.task}-{episode.seed}.jsonl"
    log.unlink(missing_ok=True)
    browser = open_browser([urlsplit(episode.url).netloc])
    try:
        loop = BareLoop(model, browser, episode, log)
        loop.play(most)
        return len(loop.steps), log
    finally:
        browser.close()
