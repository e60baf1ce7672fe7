"""What llama.cpp is asked, and its answer as it comes, whichever process it runs in."""

import time
from dataclasses import dataclass, field
from typing import Any

from pathfinder.agents.models.adapters import Adapter
from pathfinder.agents.models.base import Reply
from pathfinder.agents.models.prefixes import Slots

Request = dict[str, Any]

STREAMED: Request = {
    "stream": True,
    "stream_options": {"include_usage": True},
    "return_progress": True,
}


_MOVED = "lora"
_READING = ("id_slot", "chat_template_kwargs", _MOVED)


def moved(adapter: Adapter | None, *, on: bool) -> Request:
    """What a request says of the adapter that the engine has loaded; nothing where it has none.

    It is always said: a slot that was read with it is not read on without it.
    """
    return {_MOVED: [{"id": 0, "scale": float(on)}]} if adapter else {}


def is_moved(request: Request) -> bool:
    """Whether a request is answered with the adapter."""
    return any(one["scale"] for one in request.get(_MOVED, ()))


def beginning_of(request: Request, common: int) -> Request:
    """A request that has the first `common` messages of this one read, and says nothing."""
    kept = {key: value for key, value in request.items() if key in _READING}
    return kept | {"messages": request["messages"][:common], "max_tokens": 0, "verbose": True}


@dataclass
class Answer:
    """A reply as it grows, chunk by chunk of the stream."""

    text: str = ""
    finish: str = ""
    error: str = ""
    heard: float = 0.0
    usage: dict[str, Any] = field(default_factory=dict)
    first_tokens: list[tuple[str, float]] = field(default_factory=list)
    tokens: list[tuple[str, float]] = field(default_factory=list)
    read_before: int = 0
    """Tokens of the prompt that were read for it just before, and so do not count as cached."""
    slot: int = -1
    """Where it was read; known only of a server that was asked for it (`verbose`)."""

    def add(self, chunk: dict[str, Any]) -> None:
        """Take in one chunk; reading the prompt gives some too."""
        self.heard = time.monotonic()
        if "error" in chunk:
            self.error = chunk["error"].get("message", "llama.cpp failed")
        for choice in chunk.get("choices", ()):
            self.text += choice.get("delta", {}).get("content") or ""
            self.finish = choice.get("finish_reason") or self.finish
            if choice.get("logprobs"):
                self._tokens(choice["logprobs"])
        self.usage = chunk.get("usage") or self.usage
        self.slot = chunk.get("__verbose", {}).get("id_slot", self.slot)

    def _tokens(self, given: Any) -> None:
        try:
            if not self.tokens:
                likeliest = given["content"][0]["top_logprobs"]
                self.first_tokens = [(each["token"].strip(), each["logprob"]) for each in likeliest]
            self.tokens += [(each["token"], each["logprob"]) for each in given["content"]]
        except (LookupError, TypeError, AttributeError):
            self.error = "llama.cpp gave log-probabilities that can't be read"

    def reply(self, seconds: float) -> Reply:
        """The finished reply with its token counts."""
        cached = self.usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
        return Reply(
            self.text,
            self.usage.get("prompt_tokens", 0),
            max(0, cached - self.read_before),
            self.usage.get("completion_tokens", 0),
            seconds,
            tuple(self.tokens),
        )


def keep_beginning(slots: Slots | None, request: Request, first: Answer) -> int:
    """Keep on disk what was read for `beginning_of`; return the tokens that were read anew."""
    read = first.reply(0)
    if slots and read.prompt_tokens and first.slot >= 0:
        slots.save(first.slot, request["messages"], read.prompt_tokens)
    return read.prompt_tokens - read.cached_tokens
