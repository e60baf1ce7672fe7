"""A language model in this process: llama.cpp through xllamacpp, with JSON schemas enforced as a grammar."""

import atexit
import json
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agents.models.base import ModelOptions, Prompt, Reply, Scores
from agents.models.catalogue import find_weights
from agents.models.schema import closed
from agents.models.scoring import choice_logprobs, top_tokens
from agents.models.skeleton import Skeleton, skeleton
from pathfinder.core.errors import ModelError, ModelMissing, ModelTimeout, ReplyEmpty, ReplyTruncated

BATCH = 128
"""Prompt tokens decoded at a time; Ctrl-C takes effect between two batches."""

SLOTS = 6
"""Prompts kept in memory, one a system text, so that agents that take turns each find what they said before."""

COMPACT = {"x-guidance": {"whitespace_flexible": False, "item_separator": ",", "key_separator": ":"}}
"""Tells the grammar to leave out white space, which costs a small model a third of its tokens."""

Request = dict[str, Any]


class EmbeddedModel:
    """A model of the catalogue, or a .gguf file, run by llama.cpp in this process.

    Models of the same weights share one engine: loaded once, one call at a time, each call reusing what it has in common with
    earlier prompts.
    """

    def __init__(self, name: str, options: ModelOptions | None = None, *, folder: Path | None = None) -> None:
        self.name = f"embedded/{name}"
        self._options = options or ModelOptions()
        self._engine = engine(find_weights(name, folder), self._options)

    def reply(self, prompt: Prompt) -> Reply:
        """Answer; a schema is enforced word by word.

        Raises:
            ModelTimeout, ReplyTruncated, ReplyEmpty.
            ModelError: The prompt does not fit, or llama.cpp failed.
        """
        form = skeleton(prompt.schema) if prompt.schema else None
        if form:
            return self._fill_in(prompt, form)
        request = self._request(prompt) | {"max_tokens": prompt.max_tokens}
        if prompt.schema is not None:
            request["grammar"] = grammar(prompt.schema)
        answer, seconds = self._ask(request)
        self._refuse_cut(answer, prompt.max_tokens)
        if not answer.text.strip():
            raise ReplyEmpty(f"{self.name}: the reply is empty")
        return answer.reply(seconds)

    def _fill_in(self, prompt: Prompt, form: Skeleton) -> Reply:
        """Have the model write only what the schema leaves open; each further value reads on where the last one ended."""
        request, reply = self._request(prompt) | {"stop": ['"']}, Reply("")
        for blank in form.blanks:
            text = reply.text + blank.before
            left = 1 if blank.is_one_token else max(1, prompt.max_tokens - reply.reply_tokens)
            so_far = [*request["messages"], {"role": "assistant", "content": text}]
            answer, seconds = self._ask(request | {"messages": so_far, "grammar": blank.grammar, "max_tokens": left})
            if not blank.is_one_token:
                self._refuse_cut(answer, prompt.max_tokens)
            reply = _joined(reply, answer.reply(seconds), text + answer.text)
        return replace(reply, text=reply.text + form.after)

    def _refuse_cut(self, answer: "Answer", limit: int) -> None:
        if answer.finish == "length":
            raise ReplyTruncated(f"{self.name}: the reply was cut off at {limit} tokens: …{answer.text[-60:]}")

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores:
        """Log-probability of each choice as the reply's first token."""
        request = self._request(prompt) | {"max_tokens": 1, "logprobs": True, "top_logprobs": top_tokens(choices)}
        answer, seconds = self._ask(request)
        return Scores(choice_logprobs(answer.first_tokens, choices), answer.reply(seconds))

    def _request(self, prompt: Prompt) -> Request:
        if any(message.images for message in prompt.messages):
            raise ModelError(f"{self.name}: this model can't look at images; use one that can, such as ollama/gemma3")
        return {
            "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            "temperature": prompt.temperature,
            "seed": prompt.seed,
            "chat_template_kwargs": {"enable_thinking": False},
        }

    def _ask(self, request: Request) -> tuple["Answer", float]:
        started = time.perf_counter()
        answer = self._engine.ask(request, self._options.timeout)
        if answer is None:
            raise ModelTimeout(f"{self.name}: no reply within {self._options.timeout:g} seconds")
        if answer.error:
            raise ModelError(f"{self.name}: {answer.error}")
        return answer, time.perf_counter() - started


def _joined(first: Reply, then: Reply, text: str) -> Reply:
    """Both replies' costs; of a later prompt only what was read anew counts."""
    if not first.text:
        return replace(then, text=text)
    read = first.prompt_tokens + then.prompt_tokens - then.cached_tokens
    return Reply(text, read, first.cached_tokens, first.reply_tokens + then.reply_tokens, first.seconds + then.seconds)


def grammar(schema: dict[str, Any]) -> str:
    """The schema as a grammar of llguidance, for JSON without white space."""
    return "%llguidance {}\nstart: %json " + json.dumps(closed(schema) | COMPACT)


@dataclass
class Answer:
    """A reply as it grows, chunk by chunk of the stream."""

    text: str = ""
    finish: str = ""
    error: str = ""
    usage: dict[str, Any] = field(default_factory=dict)
    first_tokens: list[tuple[str, float]] = field(default_factory=list)

    def add(self, chunk: dict[str, Any]) -> None:
        """Take in one chunk."""
        if "error" in chunk:
            self.error = chunk["error"].get("message", "llama.cpp failed")
        for choice in chunk.get("choices", ()):
            self.text += choice.get("delta", {}).get("content") or ""
            self.finish = choice.get("finish_reason") or self.finish
            if not self.first_tokens and choice.get("logprobs"):
                likeliest = choice["logprobs"]["content"][0]["top_logprobs"]
                self.first_tokens = [(each["token"], each["logprob"]) for each in likeliest]
        self.usage = chunk.get("usage") or self.usage

    def reply(self, seconds: float) -> Reply:
        """The finished reply with its token counts."""
        cached = self.usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
        return Reply(self.text, self.usage.get("prompt_tokens", 0), cached, self.usage.get("completion_tokens", 0), seconds)


class Engine:
    """One llama.cpp server on one weights file; answers one request at a time.

    llama.cpp runs in a thread of its own, so that Ctrl-C and the time limit are noticed while it works; it is told to stop at
    its next token or batch, and the engine stays usable.
    """

    def __init__(self, path: Path, options: ModelOptions) -> None:
        self._server = load(path, options)
        self._turn = threading.Lock()
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None
        self._slots: dict[str, int] = {}

    def ask(self, request: Request, timeout: float) -> Answer | None:
        """The answer; None when there is none in time."""
        with self._turn:
            self._finish_last()
            request = request | {"id_slot": self._slot(request["messages"][0]["content"])}
            answer, done = Answer(), threading.Event()
            self._stop = stop = threading.Event()
            self._worker = threading.Thread(target=self._run, args=(request, answer, stop, done), name="llama.cpp", daemon=True)
            self._worker.start()
            try:
                in_time = done.wait(timeout)
            except BaseException:  # Ctrl-C
                stop.set()
                raise
            if not in_time:
                stop.set()
            return answer if in_time else None

    def _slot(self, beginning: str) -> int:
        """The slot of prompts that begin so; the one used longest ago for a new beginning."""
        number = self._slots.pop(beginning, None)
        if number is None:
            number = len(self._slots) if len(self._slots) < SLOTS else self._slots.pop(next(iter(self._slots)))
        self._slots[beginning] = number  # dicts keep the order of use
        return number

    def _run(self, request: Request, answer: Answer, stop: threading.Event, done: threading.Event) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            answer.add(chunk)
            return stop.is_set()

        try:
            stream = {"stream": True, "stream_options": {"include_usage": True}, "return_progress": True}
            self._server.handle_chat_completions(request | stream, on_chunk)
        except Exception as error:
            answer.error = str(error) or type(error).__name__
        finally:
            done.set()

    def _finish_last(self) -> None:
        if self._worker is not None:
            self._worker.join()
            self._worker = None

    def close(self) -> None:
        """Stop what is being generated and wait for it: a process must not end under llama.cpp's feet."""
        self._stop.set()
        self._finish_last()


def load(path: Path, options: ModelOptions) -> Any:
    """A llama.cpp server on these weights.

    Raises:
        ModelMissing: xllamacpp is not installed, or the file is no model.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads starve the browser, and themselves: measured 5-10 times slower
    try:
        import xllamacpp  # type: ignore[import-untyped]
    except ImportError:
        raise ModelMissing("the embedded model needs xllamacpp; install it with `pip install 'pathfinder-testing[embedded]'`") from None
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = options.context
    params.n_parallel = SLOTS
    params.kv_unified = True  # the slots share the context
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    params.n_batch = params.n_ubatch = BATCH
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = options.threads or len(os.sched_getaffinity(0))
    params.verbosity = -1
    params.warmup = False
    params.ui = False
    try:
        return xllamacpp.Server(params)
    except Exception as error:
        raise ModelMissing(f"{path}: llama.cpp can't load this file ({error or type(error).__name__})") from None


_engines: dict[tuple[Path, int, int], Engine] = {}
_loading = threading.Lock()


def engine(path: Path, options: ModelOptions) -> Engine:
    """The engine for these weights, loaded on first use and shared by all roles."""
    key = (path.resolve(), options.context, options.threads)
    with _loading:
        if key not in _engines:
            _engines[key] = Engine(path, options)
        return _engines[key]


@atexit.register
def _close_engines() -> None:
    for each in _engines.values():
        each.close()
    _engines.clear()
