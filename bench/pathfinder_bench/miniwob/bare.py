"""The bare loop: what the same model does without PathFinder.

The page as a list of lettered elements, the task, one choice, and text if the element takes some.
No guard, no critic, no memory but what was done.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_letters
from typing import Any
from urllib.parse import urlsplit

from pathfinder.agents.models.base import Message, Model, Prompt, ScoringModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import ModelError
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from pathfinder_bench.miniwob.pages import Episode

_LIST = Path(__file__).with_name("elements.js").read_text(encoding="utf-8")
_MOST = 52
_REMEMBERED = 6
_FIELDS = (
    *(f"input {kind} " for kind in ("text", "password", "search", "number", "date", "time")),
    *(f"input {kind} " for kind in ("tel", "email", "url")),
    "textarea ",
)
_LETTERS = ascii_letters[26:] + ascii_letters[:26]
_ROLE = (
    "You use a web page to do a task. You see the task, what you have done so far, and the "
    "elements of the page, a letter each."
)
_WHICH = "Which element do you use next? Answer with its letter."


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
            BrowserDied: The browser is gone.
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
        shown = [f"{letter}. {told}" for letter, (_, told) in zip(_LETTERS, elements, strict=False)]
        place = self._choice(shown)
        if place is None:
            self._note("an answer that could not be read", shown)
            return
        element, told = elements[place]
        text = self._text(shown, told) if told.startswith(_FIELDS) else ""
        error = self._act(element, text)
        done = f"typed {text!r} into" if text else "pressed"
        self._note(f"{done} {told}{f' (failed: {error})' if error else ''}", shown)

    def _choice(self, shown: Sequence[str]) -> int | None:
        """The place of the chosen element: by log-probability where the model gives it."""
        letters = list(_LETTERS[: len(shown)])
        prompt = self._prompt(shown, _WHICH, {"element": {"enum": letters}})
        if isinstance(self.model, ScoringModel) and (
            scores := self.model.score(replace(prompt, schema=None), letters)
        ):
            return max(range(len(letters)), key=scores.logprobs.__getitem__)
        letter = self._answer(prompt, "element")
        return letters.index(letter) if letter in letters else None

    def _text(self, shown: Sequence[str], told: str) -> str:
        asked = f"What do you type into {told}? Answer with the text alone."
        fields = {"text": {"type": "string", "maxLength": 200}}
        return self._answer(self._prompt(shown, asked, fields), "text")

    def _prompt(self, shown: Sequence[str], asked: str, fields: dict[str, Any]) -> Prompt:
        done = "\n".join(self.steps[-_REMEMBERED:]) or "nothing"
        page = "\n".join(shown)
        words = f"Task: {self.episode.utterance}\n\nDone so far:\n{done}\n\nElements:\n{page}"
        messages = (Message("system", _ROLE), Message("user", f"{words}\n\n{asked}"))
        schema = {"type": "object", "properties": fields, "required": list(fields)}
        return Prompt(messages, schema, max_tokens=120, context=8192, seed=self.episode.seed)

    def _answer(self, prompt: Prompt, key: str) -> str:
        """What the model replies; empty where that can't be read."""
        try:
            return str(json.loads(self.model.reply(prompt).text)[key])
        except (ModelError, ValueError, KeyError, TypeError):
            return ""

    def _act(self, element: Any, text: str) -> str:
        """Do it; the error, empty when it went well."""

        def do() -> None:
            if text:
                element.clear()
                element.send_keys(text)
            else:
                element.click()

        return self.browser.attempt(Action(Kind.CLICK), do)[0]

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
