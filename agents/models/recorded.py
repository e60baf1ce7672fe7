"""A model that replays the replies of a session's journal."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pathfinder.agents.models.base import Message, Prompt, Reply, Scores
from pathfinder.core.errors import ModelError, ReplyEmpty, ReplyTruncated, UsageError
from pathfinder.core.journal import Event, read_journal


class RecordedModel:
    """Replays a journal's `call` events.

    A prompt that was asked word for word gets the reply that it got then; any other gets the next
    one in order. `role` limits the
    replay to one role's calls. `plays` is the model that replied then: its thresholds hold.
    """

    def __init__(self, session: Path, *, role: str = "") -> None:
        self.name = f"recorded/{session}"
        self._role = role
        calls = [
            each
            for each in read_journal(session)
            if each.get("event") == "call" and role in ("", each.get("role"))
        ]
        if not calls:
            raise UsageError(
                f"{session}: no model call{f' of role {role!r}' if role else ''} is recorded here"
            )
        self.plays = str(calls[0].get("model", ""))
        self._calls = calls
        self._left = dict(enumerate(calls))

    def reply(self, prompt: Prompt) -> Reply:
        """The recorded reply, with the tokens and seconds it cost then.

        Raises:
            ReplyTruncated, ReplyEmpty: As it was recorded.
            ModelError: No call is left.
        """
        call = self._take(prompt)
        if not call["reply"] and call.get("error"):
            kind = ReplyTruncated if "cut off" in call["error"] else ReplyEmpty
            raise kind(f"{self.name}: {call['error']}")
        return _reply(call)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """The recorded scores ("Yes -0.12, No -2.20").

        None when the prompt's next call is no such call.
        """
        call = self._find(prompt)
        logprobs = read_scores(call["reply"], choices) if call else None
        if logprobs is None:
            return None
        return Scores(logprobs, _reply(self._take(prompt)))

    def _find(self, prompt: Prompt) -> Event | None:
        wanted = fingerprint(_plain(prompt.asked))
        same = (call for call in self._left.values() if fingerprint(call["prompt"]) == wanted)
        return next(same, None) or next(iter(self._left.values()), None)

    def _take(self, prompt: Prompt) -> Event:
        call = self._find(prompt)
        if call is None:
            who = f" of role '{self._role}'" if self._role else ""
            raise ModelError(
                f"{self.name}: all {len(self._calls)} recorded calls{who} are used up; this run "
                "asks for more"
            )
        self._left = {number: each for number, each in self._left.items() if each is not call}
        return call


def read_scores(text: str, choices: Sequence[str]) -> tuple[float, ...] | None:
    """The log-probabilities that a journal holds as "Yes -0.12, No -2.20".

    None when the text is something else.
    """
    parts = [part.rpartition(" ") for part in text.split(", ")]
    if [choice for choice, _, _ in parts] != list(choices):
        return None
    try:
        return tuple(float(number) for _, _, number in parts)
    except ValueError:
        return None


def fingerprint(messages: Iterable[dict[str, Any]]) -> str:
    """SHA-256 of what was said, turn by turn."""
    turns = [(message["role"], message["content"]) for message in messages]
    return hashlib.sha256(json.dumps(turns, ensure_ascii=False).encode()).hexdigest()


def _plain(messages: Iterable[Message]) -> list[dict[str, Any]]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _reply(call: Event) -> Reply:
    prompt, cached, reply = (
        int(call.get(f"{which}_tokens", 0)) for which in ("prompt", "cached", "reply")
    )
    return Reply(call["reply"], prompt, cached, reply, float(call.get("seconds", 0.0)))
