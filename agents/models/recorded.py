"""A model that replays the replies of a session's journal."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from pathfinder.agents.models.base import Message, Prompt, Reply, Scores
from pathfinder.core import events
from pathfinder.core.errors import ModelError, ReplyEmpty, ReplyTruncated, UsageError
from pathfinder.core.events import Call, of
from pathfinder.core.journal import read_journal


class RecordedModel:
    """Replays a journal's `call` events.

    A prompt that was asked word for word gets the reply that it got then; any other gets the next
    one in order. `role` limits the
    replay to one role's calls. `plays` is the model that replied then: its thresholds hold.
    """

    def __init__(self, session: Path, *, role: str = "") -> None:
        self.name = f"recorded/{session}"
        self._role = role
        calls = [call for call in of(read_journal(session), Call) if role in ("", call.role)]
        if not calls:
            raise UsageError(
                f"{session}: no model call{f' of role {role!r}' if role else ''} is recorded here"
            )
        self.plays = calls[0].model
        self._calls = calls
        self._left = dict(enumerate(calls))

    def reply(self, prompt: Prompt) -> Reply:
        """The recorded reply, with the tokens and seconds it cost then.

        Raises:
            ReplyTruncated, ReplyEmpty: As it was recorded.
            ModelError: No call is left.
        """
        call = self._take(prompt)
        if not call.reply and call.error:
            kind = ReplyTruncated if "cut off" in call.error else ReplyEmpty
            raise kind(f"{self.name}: {call.error}")
        return _reply(call)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """The recorded scores ("Yes -0.12, No -2.20").

        None when the prompt's next call is no such call.
        """
        call = self._find(prompt)
        logprobs = read_scores(call.reply, choices) if call else None
        if logprobs is None:
            return None
        return Scores(logprobs, _reply(self._take(prompt)))

    def _find(self, prompt: Prompt) -> Call | None:
        wanted = fingerprint(prompt.asked)
        same = (call for call in self._left.values() if fingerprint(call.prompt) == wanted)
        return next(same, None) or next(iter(self._left.values()), None)

    def _take(self, prompt: Prompt) -> Call:
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


def fingerprint(messages: Iterable[Message | events.Message]) -> str:
    """SHA-256 of what was said, turn by turn."""
    turns = [(message.role, message.content) for message in messages]
    return hashlib.sha256(json.dumps(turns, ensure_ascii=False).encode()).hexdigest()


def _reply(call: Call) -> Reply:
    return Reply(
        call.reply, call.prompt_tokens, call.cached_tokens, call.reply_tokens, call.seconds
    )
