"""A model that plays replies from a list, a file or a function: for tests, demonstrations and rules."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from agents.models.base import Message, Prompt, Reply, Scores
from pathfinder.core.errors import ModelError, ReplyEmpty, SettingsError

Scorer = Callable[[Prompt, Sequence[str]], Sequence[float]]


class ScriptedModel:
    """Plays replies one after the other; keeps what it was asked.

    Args:
        replies: The replies in order, or a function of the prompt. A function may raise what a model raises.
        scores: Log-probabilities, a sequence a call, or a function of prompt and choices. Without it `score` gives None.

    Token counts are words, so that totals in a report add up to something.
    """

    def __init__(
        self,
        replies: Sequence[str] | Callable[[Prompt], str] = (),
        *,
        scores: Sequence[Sequence[float]] | Scorer | None = None,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.prompts: list[Prompt] = []
        self.asked: list[tuple[Prompt, tuple[str, ...]]] = []
        self._replies = replies if callable(replies) else list(replies)
        self._scores = scores if callable(scores) or scores is None else [tuple(each) for each in scores]
        self._next = 0
        self._next_score = 0

    def reply(self, prompt: Prompt) -> Reply:
        """Play the next reply.

        Raises:
            ModelError: No reply is left.
            ReplyEmpty: The script's reply is empty.
        """
        started = time.perf_counter()
        self.prompts.append(prompt)
        text = self._replies(prompt) if callable(self._replies) else self._take(self._replies)
        if not text.strip():
            raise ReplyEmpty(f"{self.name}: the reply is empty")
        return Reply(text, words(prompt.messages), 0, len(text.split()), time.perf_counter() - started)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Play the next scores; None when the script has none."""
        if self._scores is None:
            return None
        self.asked.append((prompt, tuple(choices)))
        if callable(self._scores):
            logprobs = tuple(self._scores(prompt, choices))
        elif self._next_score < len(self._scores):
            logprobs = self._scores[self._next_score]
            self._next_score += 1
        else:
            raise ModelError(f"{self.name}: asked for {self._next_score + 1} scores, the script has {self._next_score}")
        if len(logprobs) != len(choices):
            raise ModelError(f"{self.name}: {len(logprobs)} scores for {len(choices)} choices")
        best = max(range(len(choices)), key=logprobs.__getitem__)
        return Scores(logprobs, Reply(choices[best], words(prompt.messages), 0, 1))

    def _take(self, replies: list[str]) -> str:
        if self._next == len(replies):
            raise ModelError(f"{self.name}: asked for {self._next + 1} replies, the script has {self._next}")
        self._next += 1
        return replies[self._next - 1]


def words(messages: Sequence[Message]) -> int:
    """Words of the messages: what stands in for tokens where nobody counts them."""
    return sum(len(message.content.split()) for message in messages)


def read_script(path: Path) -> ScriptedModel:
    """The script in a JSON or YAML file: a list of replies, each a text or an object that is sent as JSON.

    A mapping may hold `replies` and `scores` (lists of log-probabilities).

    Raises:
        SettingsError: No such file, or not a script; names file and line.
    """
    content = _load(path)
    script = content if isinstance(content, dict) else {"replies": content}
    replies, scores = script.get("replies", []), script.get("scores")
    if not isinstance(replies, list) or not (scores is None or isinstance(scores, list)):
        raise SettingsError(f"{path}: a script is a list of replies, or a mapping with the lists 'replies' and 'scores'")
    texts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in replies]
    return ScriptedModel(texts, scores=scores, name=f"scripted/{path}")


def _load(path: Path) -> object:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))  # JSON is YAML
    except OSError as error:
        raise SettingsError(f"{path}: can't read this script ({error.strerror})") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SettingsError(f"{path}:{line}: not YAML or JSON ({error.problem})") from None
