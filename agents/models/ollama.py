"""Models of an Ollama server, through its official client."""

import base64
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import ollama

from pathfinder.agents.models.base import Message, ModelOptions, Prompt, Reply, Scores
from pathfinder.agents.models.schema import closed
from pathfinder.agents.models.scoring import choice_logprobs
from pathfinder.agents.models.waiting import IN_ALL, in_a_line, waited, within
from pathfinder.core.errors import (
    ModelHTTPError,
    ModelMissing,
    ModelTimeout,
    ModelUnreachable,
    ReplyEmpty,
    ReplyTruncated,
)

QUICK = 3.0
"""Seconds within which a server that is there says so."""

TOP_LOGPROBS = 20
"""The most that Ollama gives."""


class OllamaModel:
    """A model that an Ollama server has pulled.

    Source: Ollama's API, `/api/chat`. The context is asked for with every prompt (`num_ctx`), for
        Ollama cuts a longer prompt silently.
    """

    def __init__(self, name: str, options: ModelOptions | None = None) -> None:
        self.name = f"ollama/{name}"
        self._model = name
        self.timeout = (options or ModelOptions()).timeout
        self.url = (options.url if options else "") or os.environ.get("OLLAMA_HOST", "")
        self._client = ollama.Client(
            self.url or None, timeout=self.timeout, event_hooks=within(IN_ALL * self.timeout)
        )
        self._gives_logprobs = True
        self.sees = False

    def check(self) -> None:
        """Ask the server whether it has the model, and whether the model `sees` pictures.

        Raises:
            ModelMissing: No server there, or it does not have the model.
        """
        try:
            with _explained(self), _client(self.url) as client:
                self.sees = "vision" in (client.show(self._model).capabilities or ())
        except (ModelUnreachable, ModelTimeout):
            raise ModelMissing(
                f"{self.name}: no Ollama answers at {shown_url(self.url)}; start it with `ollama "
                "serve`, or set OLLAMA_HOST"
            ) from None

    def reply(self, prompt: Prompt) -> Reply:
        """Answer; Ollama enforces the schema.

        Raises:
            ModelMissing, ModelUnreachable, ModelTimeout, ModelHTTPError, ReplyTruncated,
            ReplyEmpty.
        """
        text, last, seconds = self._ask(
            prompt, format=closed(prompt.schema) if prompt.schema else None
        )
        if last.get("done_reason") == "length":
            raise ReplyTruncated(
                f"{self.name}: the reply was cut off at {prompt.max_tokens} tokens: …{text[-60:]}"
            )
        if not text.strip():
            raise ReplyEmpty(f"{self.name}: the reply is empty")
        return _reply(text, last, seconds)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Log-probability of each choice.

        None from an Ollama that gives no log-probabilities (before 0.12.11).
        """
        if not self._gives_logprobs:
            return None
        text, last, seconds = self._ask(prompt, limit=1, logprobs=True, top_logprobs=TOP_LOGPROBS)
        self._gives_logprobs = "logprobs" in last
        if not self._gives_logprobs:
            return None
        likeliest = last["logprobs"][0].top_logprobs or [last["logprobs"][0]]
        return Scores(
            choice_logprobs([(each.token, each.logprob) for each in likeliest], choices),
            _reply(text, last, seconds),
        )

    def _ask(
        self, prompt: Prompt, *, limit: int = 0, **extra: Any
    ) -> tuple[str, dict[str, Any], float]:
        """The reply's text, its last chunk's facts, and the seconds.

        The facts hold the first token's log-probabilities, if there are any.
        """
        started = time.perf_counter()
        text, facts = "", dict[str, Any]()
        with _explained(self):
            for chunk in self._client.chat(
                self._model,
                [_message(each) for each in prompt.messages],
                stream=True,
                think=False,
                options={
                    "num_ctx": prompt.context,
                    "num_predict": limit or prompt.max_tokens,
                    "temperature": prompt.temperature,
                    "seed": prompt.seed,
                },
                **extra,
            ):
                text += chunk.message.content or ""
                if chunk.logprobs:
                    facts.setdefault("logprobs", chunk.logprobs)
                if chunk.done:
                    facts |= {
                        "done_reason": chunk.done_reason,
                        "prompt": chunk.prompt_eval_count,
                        "reply": chunk.eval_count,
                    }
        if "done_reason" not in facts:
            raise ModelUnreachable(
                f"{self.name}: the connection was lost in the middle of the reply"
            )
        return text, facts, time.perf_counter() - started


def _reply(text: str, facts: dict[str, Any], seconds: float) -> Reply:
    return Reply(text, facts["prompt"] or 0, 0, facts["reply"] or 0, seconds)


def _message(message: Message) -> dict[str, Any]:
    plain = {"role": message.role, "content": message.content}
    images = [base64.b64encode(each).decode("ascii") for each in message.images]
    return plain | ({"images": images} if images else {})


@contextmanager
def _explained(model: OllamaModel) -> Iterator[None]:
    """Turn the client's errors into ours."""
    where = f"{model.name} at {shown_url(model.url)}"
    try:
        yield
    except ollama.ResponseError as error:
        if error.status_code == 404:
            name = model.name.partition("/")[2]
            raise ModelMissing(
                f"{where}: the server does not have this model; get it with `ollama pull {name}`"
            ) from None
        raise ModelHTTPError(f"{where}: {_status(error)}") from None
    except httpx.TimeoutException:
        raise ModelTimeout(f"{where}: {waited(model.timeout)}") from None
    except (ConnectionError, httpx.TransportError) as error:
        raise ModelUnreachable(
            f"{where}: the connection was refused or lost ({type(error).__name__}); is `ollama "
            "serve` running?"
        ) from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:  # the client trusts it
        raise ModelHTTPError(
            f"{where}: what answers there does not speak Ollama's format ({in_a_line(error)})"
        ) from None


def _status(error: ollama.ResponseError) -> str:
    status = f"status {error.status_code}: " if error.status_code > 0 else ""
    return f"{status}{str(error.error).strip()[:200] or 'no explanation'}"


def shown_url(url: str) -> str:
    """The server's address as a person reads it."""
    return url or "127.0.0.1:11434"


@contextmanager
def _client(url: str) -> Iterator[ollama.Client]:
    """A client that does not wait long."""
    client = ollama.Client(url or None, timeout=QUICK)
    try:
        yield client
    finally:
        client.close()  # type: ignore[no-untyped-call]


def pulled(url: str = "") -> list[tuple[str, int]] | None:
    """Name and size in bytes of what a reachable Ollama has; None when none can be reached."""
    try:
        with _client(url or os.environ.get("OLLAMA_HOST", "")) as client:
            return [(each.model or "", each.size or 0) for each in client.list().models]
    except (ollama.ResponseError, httpx.HTTPError, ConnectionError, ValueError):
        return None


def reachable(url: str = "") -> bool:
    """Whether an Ollama answers there."""
    return pulled(url) is not None
