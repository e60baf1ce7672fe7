"""Models of any server that speaks OpenAI's chat format: vLLM, llama.cpp, LM Studio, a cloud."""

import base64
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from pathfinder.agents.models.base import Message, ModelOptions, Prompt, Reply, Scores
from pathfinder.agents.models.schema import closed
from pathfinder.agents.models.scoring import choice_logprobs
from pathfinder.agents.models.waiting import in_a_line, waited, within
from pathfinder.core.errors import (
    ModelHTTPError,
    ModelMissing,
    ModelTimeout,
    ModelUnreachable,
    ReplyEmpty,
    ReplyTruncated,
)

if TYPE_CHECKING:
    import openai

QUICK = 3.0
"""Seconds within which a server that is there says so."""

TOP_LOGPROBS = 20
"""The most that servers agree to give."""

LONGEST_PAUSE = 60.0
"""Seconds that a busy server may ask for before it is asked again."""


class _Likely(BaseModel):
    token: str
    logprob: float


class _First(_Likely):
    top_logprobs: list[_Likely]


class _Logprobs(BaseModel):
    content: list[_First] | None = None


class _Text(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Text
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Cached(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _Cached | None = None


class _Answer(BaseModel):
    """What is read of an answer; the client itself takes anything for one."""

    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    The address is the options', or OPENAI_BASE_URL's, or OpenAI's own; the key is OPENAI_API_KEY,
    which a local server does not need.
    """

    def __init__(self, name: str, options: ModelOptions | None = None) -> None:
        options = options or ModelOptions()
        self.name = f"openai/{name}"
        self._model = name
        self.url = options.url or os.environ.get("OPENAI_BASE_URL", "")
        self.timeout = options.timeout
        self._client = connect(self.name, self.url, options.timeout)
        self._gives_logprobs = True

    def check(self) -> None:
        """Ask the server whether it is there, and whether it lets us in.

        Raises:
            ModelMissing: No server there, or the key is refused.
        """
        try:
            with _explained(self):
                self._client.with_options(timeout=QUICK).models.list()
        except (ModelUnreachable, ModelTimeout):
            raise ModelMissing(
                f"{self.name}: no server answers at {self._client.base_url}; start it, or set "
                "OPENAI_BASE_URL"
            ) from None
        except (ModelHTTPError, ModelMissing) as error:
            if "status 401" in str(error) or "status 403" in str(error):
                raise ModelMissing(
                    f"{self.name}: {self._client.base_url} refuses the key; set OPENAI_API_KEY"
                ) from None

    def reply(self, prompt: Prompt) -> Reply:
        """Answer; the schema is sent as `response_format`.

        Raises:
            ModelMissing, ModelUnreachable, ModelTimeout, ModelHTTPError, ReplyTruncated,
            ReplyEmpty.
        """
        extra: dict[str, Any] = {}
        if prompt.schema:
            schema = {"name": "reply", "schema": closed(prompt.schema), "strict": True}
            extra = {"response_format": {"type": "json_schema", "json_schema": schema}}
        answer, seconds = self._ask(prompt, prompt.max_tokens, **extra)
        choice = answer.choices[0]
        text = choice.message.content or ""
        if choice.finish_reason == "length":
            raise ReplyTruncated(
                f"{self.name}: the reply was cut off at {prompt.max_tokens} tokens: …{text[-60:]}"
            )
        if not text.strip():
            raise ReplyEmpty(f"{self.name}: the reply is empty")
        return _reply(text, answer, seconds)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Log-probability of each choice; None from a server that gives no log-probabilities."""
        if not self._gives_logprobs:
            return None
        try:
            answer, seconds = self._ask(prompt, 1, logprobs=True, top_logprobs=TOP_LOGPROBS)
        except ModelHTTPError as error:
            if not any(
                status in str(error) for status in ("status 400", "status 422", "status 501")
            ):
                raise
            self._gives_logprobs = False  # the server knows no such parameter
            return None
        found = answer.choices[0].logprobs
        if found is None or not found.content:
            self._gives_logprobs = False
            return None
        likeliest = [(each.token, each.logprob) for each in found.content[0].top_logprobs]
        return Scores(
            choice_logprobs(likeliest, choices),
            _reply(answer.choices[0].message.content or "", answer, seconds),
        )

    def _ask(self, prompt: Prompt, limit: int, **extra: Any) -> tuple[_Answer, float]:
        started = time.perf_counter()
        limit_name = (
            "max_tokens" if self.url else "max_completion_tokens"
        )  # OpenAI's own newer models know only the latter
        request: dict[str, Any] = {
            "model": self._model,
            "temperature": prompt.temperature,
            "seed": prompt.seed,
            limit_name: limit,
        }
        with _explained(self):
            messages = [_message(each) for each in prompt.messages]
            answer = self._asked_twice(messages=messages, **request, **extra)
        return answer, time.perf_counter() - started

    def _asked_twice(self, **request: Any) -> _Answer:
        """The answer; a busy server is asked once more, one that is too slow is not."""
        import openai

        ask = self._client.chat.completions.with_raw_response.create
        try:
            raw = ask(**request)
        except openai.APITimeoutError:
            raise
        except (
            openai.APIConnectionError,
            openai.RateLimitError,
            openai.InternalServerError,
        ) as error:
            time.sleep(_pause(error))
            raw = ask(**request)
        return _Answer.model_validate_json(raw.content)


def connect(name: str, url: str, timeout: float) -> "openai.OpenAI":
    """A client for that server.

    Raises:
        ModelMissing: The extra is not installed, or neither key nor address is set.
    """
    try:
        import openai
    except ImportError:
        raise ModelMissing(
            f"{name} needs the openai client; install it with `pip install "
            "'pathfinder-testing[openai]'`"
        ) from None
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key and not url:
        raise ModelMissing(
            f"{name}: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server of your own such as "
            "http://127.0.0.1:8080/v1"
        )
    return openai.OpenAI(
        api_key=key or "none",
        base_url=url or None,
        timeout=timeout,
        max_retries=0,
        http_client=openai.DefaultHttpxClient(event_hooks=within(timeout)),
    )


def _pause(error: "openai.APIError") -> float:
    """Seconds until the server is asked again: what it says, if that is not long."""
    said = error.response.headers.get("retry-after", "") if hasattr(error, "response") else ""
    seconds = float(said) if said.isdigit() else 0.5
    return seconds if seconds <= LONGEST_PAUSE else 0.5


def _reply(text: str, answer: _Answer, seconds: float) -> Reply:
    usage = answer.usage
    if usage is None:
        return Reply(text, seconds=seconds)
    details = usage.prompt_tokens_details
    return Reply(
        text,
        usage.prompt_tokens,
        (details and details.cached_tokens) or 0,
        usage.completion_tokens,
        seconds,
    )


def _message(message: Message) -> Any:
    if not message.images:
        return {"role": message.role, "content": message.content}
    urls = [
        f"data:image/png;base64,{base64.b64encode(each).decode('ascii')}" for each in message.images
    ]
    images = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return {"role": message.role, "content": [{"type": "text", "text": message.content}, *images]}


@contextmanager
def _explained(model: OpenAIModel) -> Iterator[None]:
    """Turn the client's errors into ours."""
    import openai

    where = f"{model.name} at {model.url or 'OpenAI'}"
    try:
        yield
    except openai.APITimeoutError:
        raise ModelTimeout(f"{where}: {waited(model.timeout)}") from None
    except openai.APIConnectionError as error:
        raise ModelUnreachable(
            f"{where}: the connection was refused or lost ({error.__cause__ or error})"
        ) from None
    except openai.NotFoundError as error:
        raise ModelMissing(
            f"{where}: the server does not have this model (status 404: {_explanation(error)})"
        ) from None
    except openai.APIStatusError as error:
        raise ModelHTTPError(
            f"{where}: status {error.status_code}: {_explanation(error)}"
        ) from None
    except ValueError as error:
        raise ModelHTTPError(
            f"{where}: what answers there does not speak OpenAI's chat format ({in_a_line(error)})"
        ) from None


def _explanation(error: "openai.APIStatusError") -> str:
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("message"), str):
        return str(body["message"])[:200]
    return error.message[:200]
