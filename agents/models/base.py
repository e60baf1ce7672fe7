"""What every model back-end is: a prompt in, a reply out."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

MODEL_TIMEOUT = 120.0
"""Seconds that a model may let pass without a word, where nobody says how many."""

LONGEST_CONTEXT = 12288
"""Tokens that the embedded model can hold at most."""

NO_PREFIXES = "PATHFINDER_NO_PREFIXES"
"""Set where embedded models are to keep nothing of what they read on disk."""

SLOTS = 12
"""Prompts kept in memory, one for each beginning: system text and worked examples.

Agents that take turns each find what they said before. Each has a context of its own: in one that
they share, each new token looks at what all of them hold, which was measured to take three times as
long.
"""


@dataclass(frozen=True)
class ModelOptions:
    """How a model is opened; a back-end takes what concerns it.

    timeout: Seconds that may pass without a token; of a server that does not stream, in all.
    context: Tokens that a prompt of the embedded model may have with its reply; longer ones, up to
        LONGEST_CONTEXT, are read by an engine of their own.
    threads: Of the embedded model; 0 for as many as there are cores.
    url: The server's address; empty for the environment's (OLLAMA_HOST, OPENAI_BASE_URL) or the
        usual one.
    prefixes: Whether the embedded model keeps on disk, as it has read it, what prompts begin with;
        if nothing is said, it does unless PATHFINDER_NO_PREFIXES is set.
    """

    timeout: float = MODEL_TIMEOUT
    context: int = 4096
    threads: int = 0
    url: str = ""
    prefixes: bool = field(default_factory=lambda: not os.environ.get(NO_PREFIXES))


@dataclass(frozen=True)
class Message:
    """One turn of a conversation. role: "system", "user" or "assistant". images: PNG bytes."""

    role: str
    content: str
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """What is asked, and how.

    schema: JSON Schema that the reply must follow, or nothing for free text.
    max_tokens: Limit of the reply.
    context: Tokens the model must be able to hold (num_ctx).
    examples: How many messages after the first are worked examples: the same in every prompt of an
        agent, so that a back-end which keeps what prompts have in common reads them once.
    logprobs: Whether the log-probability of each token of the reply is wanted, where a back-end
        gives it.
    asks: The agent's prompt file; empty for a question that none of them asks.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 512
    context: int = 4096
    seed: int = 0
    examples: int = 0
    logprobs: bool = False
    asks: str = ""

    @property
    def asked(self) -> tuple[Message, ...]:
        """The messages without the worked examples."""
        return (*self.messages[:1], *self.messages[1 + self.examples :])


@dataclass(frozen=True)
class Reply:
    """What came back, and what it cost.

    tokens: Each token of the text with its log-probability, where that was wanted and given.
    """

    text: str
    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    tokens: tuple[tuple[str, float], ...] = ()


class Model(Protocol):
    """A language model.

    `name` is what the user calls it: "embedded/qwen2.5-coder-1.5b", "ollama/gemma2".
    """

    name: str

    def reply(self, prompt: Prompt) -> Reply:
        """Answer.

        Raises:
            ModelMissing, ModelUnreachable, ModelTimeout, ModelHTTPError, ReplyTruncated,
            ReplyEmpty.
        """


@dataclass(frozen=True)
class Scores:
    """Log-probabilities of the choices as first token (`logprobs`), and the call's cost."""

    logprobs: tuple[float, ...]
    reply: Reply


@runtime_checkable
class ScoringModel(Model, Protocol):
    """A model whose back-end gives log-probabilities."""

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Log-probability of each choice; None when this server does not give them."""
