"""A model that plays replies from a list, a file or a function.

For tests, demonstrations and rules.
"""

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from pathfinder.agents.models.base import Message, Prompt, Reply, Scores
from pathfinder.core.errors import ModelError, ReplyEmpty, SettingsError
from pathfinder.core.yamlfile import load_plain, read_text

Scorer = Callable[[Prompt, Sequence[str]], Sequence[float]]


class ScriptedModel:
    """Plays replies one after the other; keeps what it was asked.

    Args:
        replies: The replies in order, or a function of the prompt. A function may raise what a
            model raises.
        scores: Log-probabilities, a sequence a call, or a function of prompt and choices. Without
            it `score` gives None; with it, a script without replies says the least that the schema
            allows.

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
        self._scores = (
            scores if callable(scores) or scores is None else [tuple(each) for each in scores]
        )
        if scores is not None and not callable(replies) and not replies:
            self._replies = least_reply
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
        return Reply(
            text, words(prompt.messages), 0, len(text.split()), time.perf_counter() - started
        )

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
            raise ModelError(
                f"{self.name}: asked for {self._next_score + 1} scores, the script has "
                f"{self._next_score}"
            )
        if len(logprobs) != len(choices):
            raise ModelError(f"{self.name}: {len(logprobs)} scores for {len(choices)} choices")
        best = max(range(len(choices)), key=logprobs.__getitem__)
        return Scores(logprobs, Reply(choices[best], words(prompt.messages), 0, 1))

    def _take(self, replies: list[str]) -> str:
        if self._next == len(replies):
            raise ModelError(
                f"{self.name}: asked for {self._next + 1} replies, the script has {self._next}"
            )
        self._next += 1
        return replies[self._next - 1]


def words(messages: Sequence[Message]) -> int:
    """Words of the messages: what stands in for tokens where nobody counts them."""
    return sum(len(message.content.split()) for message in messages)


def read_script(path: Path) -> ScriptedModel:
    """The script in a JSON or YAML file, as `parse_script` reads it.

    Raises:
        SettingsError: No such file, or not a script; names file and line.
    """
    return parse_script(read_text(path, wanted="a script that is there"), f"scripted/{path}")


def parse_script(text: str, name: str) -> ScriptedModel:
    """A script: a list of replies, each a text or an object that is sent as JSON.

    A mapping may hold `replies` and `scores` (lists of log-probabilities), or rules in their place:
    `prefer`, patterns of which the
    first that a lettered line of the prompt matches is chosen, and `agree`, patterns of the
    questions that are answered with Yes.

    Raises:
        SettingsError: Not a script; names it and the line.
    """
    where = name.removeprefix("scripted/")
    content = _load(text, where)
    script = content if isinstance(content, dict) else {"replies": content}
    if "prefer" in script or "agree" in script:
        return ruled(
            _patterns(script, "prefer", where), _patterns(script, "agree", where), name=name
        )
    replies, scores = script.get("replies", []), script.get("scores")
    if not isinstance(replies, list) or not (scores is None or isinstance(scores, list)):
        raise SettingsError(
            f"{where}: a script is a list of replies, or a mapping with the lists 'replies' and "
            "'scores'"
        )
    texts = [
        each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in replies
    ]
    return ScriptedModel(texts, scores=scores, name=name)


def ruled(prefer: Sequence[str], agree: Sequence[str], *, name: str = "scripted") -> ScriptedModel:
    """A model that goes by rules: see `parse_script`.

    What is to be typed, it takes from what the schema allows; between words that no rule knows it
    does not decide.
    """

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        if tuple(choices) == ("Yes", "No"):
            says_yes = any(re.search(pattern, asked) for pattern in agree)
            return [-0.1, -3.0] if says_yes else [-3.0, -0.1]
        lines = {
            letter: text for letter, text in re.findall(r"^([A-Z])\. (.*)$", asked, re.MULTILINE)
        }
        if not lines:
            return [-1.0] * len(choices)
        found = next(
            (
                letter
                for pattern in prefer
                for letter, text in lines.items()
                if re.search(pattern, text)
            ),
            choices[0],
        )
        return [0.0 if choice == found else -5.0 for choice in choices]

    return ScriptedModel(least_reply, scores=scores, name=name)


def least_reply(prompt: Prompt) -> str:
    """The least that the prompt's schema allows, as JSON."""
    return json.dumps(_least((prompt.schema or {"type": "object"}), prompt.schema or {}))


def _least(schema: dict[str, Any], whole: dict[str, Any]) -> Any:
    """The least that a JSON schema allows."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {key: _least(inner, whole) for key, inner in schema.get("properties", {}).items()}
    return [] if schema.get("type") == "array" else "-"


def _patterns(script: dict[str, Any], key: str, where: str) -> list[str]:
    patterns = script.get(key, [])
    if not isinstance(patterns, list) or not all(isinstance(each, str) for each in patterns):
        raise SettingsError(f"{where}: '{key}' is a list of patterns")
    return patterns


def _load(text: str, where: str) -> object:
    try:
        return load_plain(text)  # JSON is YAML
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SettingsError(f"{where}:{line}: not YAML or JSON ({error.problem})") from None
    except RecursionError:
        raise SettingsError(f"{where}: nested too deeply; a script is a list of replies") from None
    except (yaml.YAMLError, ValueError) as error:
        raise SettingsError(f"{where}: not YAML or JSON ({' '.join(str(error).split())})") from None
