"""The bare loop: what the same model does without PathFinder.

The page as a list of lettered elements, the task, one choice, and text if the element takes some.
No guard, no critic, no memory but what was done.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlsplit

from pathfinder.agents.models.base import Message, Model, Prompt
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import ModelError
from pathfinder.webprocessor.browser import WebDriverBrowser, open_browser
from pathfinder_bench.miniwob.pages import Episode

_LIST = Path(__file__).with_name("elements.js").read_text(encoding="utf-8")
_MOST = 60
_REMEMBERED = 6
_FIELDS = (
    *(f"input {kind} " for kind in ("text", "password", "search", "number", "date", "time")),
    *(f"input {kind} " for kind in ("tel", "email", "url")),
    "textarea ",
)
_LETTERS = [*ascii_uppercase, *(f"{a}{b}" for a in ascii_uppercase for b in ascii_uppercase)]
_ROLE = (
    "You use a web page to do a task. You see the task, what you have done so far, and the "
    "elements of the page, a letter each. Reply with the letter of the one element to use next, "
    "and with the text to type into it if it takes text, else with no text."
)


@dataclass
class BareLoop:
    """Plays an episode. steps: What was done, a line each."""

    model: Model
    browser: WebDriverBrowser
    episode: Episode
    log: Path
    steps: list[str] = field(default_factory=list)

    def play(self, most: int) -> None:
        """Act until the page gives its reward, or so many steps are taken.

        Raises:
            ModelUnreachable, BrowserDied: What the loop stands on is gone.
        """
        self.browser.open(self.episode.url)
        for _ in range(most):
            elements = self._elements()
            if not elements or self.episode.ended:
                return
            self._step(elements)

    def _elements(self) -> list[tuple[Any, str]]:
        found = self.browser.driver.execute_script(_LIST, _MOST)
        return [(element, told) for element, told in found]

    def _step(self, elements: Sequence[tuple[Any, str]]) -> None:
        prompt = self._prompt([told for _, told in elements])
        place, text, said = self._choice(prompt, len(elements))
        if place is None:
            self._note("an answer that could not be read", prompt, said)
            return
        element, told = elements[place]
        error = self._act(element, told, text)
        typed = f"typed {text!r} into" if text and told.startswith(_FIELDS) else "pressed"
        self._note(f"{typed} {told}{f' (failed: {error})' if error else ''}", prompt, said)

    def _prompt(self, lines: Sequence[str]) -> Prompt:
        done = "\n".join(self.steps[-_REMEMBERED:]) or "nothing"
        shown = "\n".join(
            f"{letter}. {line}" for letter, line in zip(_LETTERS, lines, strict=False)
        )
        asked = f"Task: {self.episode.utterance}\n\nDone so far:\n{done}\n\nElements:\n{shown}"
        schema = {
            "type": "object",
            "properties": {
                "element": {"enum": _LETTERS[: len(lines)]},
                "text": {"type": "string", "maxLength": 200},
            },
            "required": ["element", "text"],
        }
        messages = (Message("system", _ROLE), Message("user", asked))
        return Prompt(messages, schema, max_tokens=120, context=8192, seed=self.episode.seed)

    def _choice(self, prompt: Prompt, count: int) -> tuple[int | None, str, str]:
        """The place of the chosen element, the text for it, and the whole reply."""
        said = ""
        try:
            said = self.model.reply(prompt).text
            reply = json.loads(said)
            place = _LETTERS.index(reply["element"])
            return (place if place < count else None), str(reply.get("text", "")), said
        except (ModelError, ValueError, KeyError, TypeError) as error:
            return None, "", said or str(error)

    def _act(self, element: Any, told: str, text: str) -> str:
        """Do it; the error, empty when it went well."""

        def do() -> None:
            if text and told.startswith(_FIELDS):
                element.clear()
                element.send_keys(text)
            else:
                element.click()

        return self.browser.attempt(Action(Kind.CLICK), do)[0]

    def _note(self, done: str, prompt: Prompt, said: str) -> None:
        self.steps.append(f"{len(self.steps) + 1}. {done}")
        line = {"step": self.steps[-1], "prompt": prompt.messages[-1].content, "reply": said}
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
