"""llama.cpp in this process, through xllamacpp.

One engine a weights file, shared by all who use it.
"""

import atexit
import os
import secrets
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pathfinder.agents.models.base import ModelOptions, Reply
from pathfinder.agents.models.waiting import IN_ALL
from pathfinder.core.errors import ModelMissing

Request = dict[str, Any]

BATCH = 128
"""Prompt tokens decoded at a time; Ctrl-C takes effect between two batches."""

SLOTS = 12
"""Prompts kept in memory, one for each beginning: system text and worked examples.

Agents that take turns each find what they said before. Each has a context of its own: in one that
they share, each new token looks at what all of them hold, which was measured to take three times as
long.
"""


@dataclass
class Answer:
    """A reply as it grows, chunk by chunk of the stream."""

    text: str = ""
    finish: str = ""
    error: str = ""
    heard: float = 0.0
    usage: dict[str, Any] = field(default_factory=dict)
    first_tokens: list[tuple[str, float]] = field(default_factory=list)

    def add(self, chunk: dict[str, Any]) -> None:
        """Take in one chunk; reading the prompt gives some too."""
        self.heard = time.monotonic()
        if "error" in chunk:
            self.error = chunk["error"].get("message", "llama.cpp failed")
        for choice in chunk.get("choices", ()):
            self.text += choice.get("delta", {}).get("content") or ""
            self.finish = choice.get("finish_reason") or self.finish
            if not self.first_tokens and choice.get("logprobs"):
                self._first_token(choice["logprobs"])
        self.usage = chunk.get("usage") or self.usage

    def _first_token(self, given: Any) -> None:
        try:
            likeliest = given["content"][0]["top_logprobs"]
            self.first_tokens = [(each["token"].strip(), each["logprob"]) for each in likeliest]
        except (LookupError, TypeError, AttributeError):
            self.error = "llama.cpp gave log-probabilities that can't be read"

    def reply(self, seconds: float) -> Reply:
        """The finished reply with its token counts."""
        cached = self.usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
        return Reply(
            self.text,
            self.usage.get("prompt_tokens", 0),
            cached,
            self.usage.get("completion_tokens", 0),
            seconds,
        )


class Engine:
    """One llama.cpp server on one weights file; answers one request at a time.

    llama.cpp runs in a thread of its own, so that Ctrl-C and the time limit are noticed while it
    works. It can be interrupted between two tokens or two batches of a prompt, and the engine stays
    usable. Within a batch it can't be: it is left to itself, and who asks next waits for it as long
    as for a reply.
    """

    def __init__(self, path: Path, options: ModelOptions, slots: int = SLOTS) -> None:
        self._server = load(path, options, slots=slots)
        self._most = slots
        self._turn = threading.Lock()
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None
        self._slots: dict[str, int] = {}

    def ask(self, request: Request, timeout: float, beginning: str = "") -> Answer | None:
        """The answer; None when llama.cpp pauses for longer than `timeout`, or goes on and on.

        Args:
            request: As `handle_chat_completions` takes it.
            timeout: Seconds.
            beginning: What prompts of this kind have in common; empty for their system text.
        """
        with self._turn:
            if not self._finish_last(timeout):
                return None
            slot = self._slot(beginning or request["messages"][0]["content"])
            request = request | {"id_slot": slot}
            answer, done = Answer(), threading.Event()
            self._stop = stop = threading.Event()
            self._worker = threading.Thread(
                target=self._run, args=(request, answer, stop, done), name="llama.cpp", daemon=True
            )
            self._worker.start()
            try:
                in_time = _in_time(answer, done, timeout)
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
            number = (
                len(self._slots)
                if len(self._slots) < self._most
                else self._slots.pop(next(iter(self._slots)))
            )
        self._slots[beginning] = number  # dicts keep the order of use
        return number

    def _run(
        self, request: Request, answer: Answer, stop: threading.Event, done: threading.Event
    ) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            answer.add(chunk)
            return stop.is_set()

        try:
            stream = {
                "stream": True,
                "stream_options": {"include_usage": True},
                "return_progress": True,
            }
            self._server.handle_chat_completions(request | stream, on_chunk)
        except Exception as error:
            answer.error = str(error) or type(error).__name__
        finally:
            done.set()

    def _finish_last(self, timeout: float | None = None) -> bool:
        """Whether what was asked before has ended."""
        if self._worker is not None:
            self._worker.join(timeout)
            if self._worker.is_alive():
                return False
            self._worker = None
        return True

    def close(self) -> None:
        """Stop what is being generated and wait for it.

        A process must not end under llama.cpp's feet.
        """
        self._stop.set()
        self._finish_last()


def _in_time(answer: Answer, done: threading.Event, timeout: float) -> bool:
    """Whether the answer ends before it pauses for too long, or takes too long in all."""
    began = time.monotonic()
    end = began + IN_ALL * timeout
    while (left := min(max(began, answer.heard) + timeout, end) - time.monotonic()) > 0:
        if done.wait(left):
            return True
    return done.is_set()


def load(path: Path, options: ModelOptions, *, key: str = "", slots: int = SLOTS) -> Any:
    """A llama.cpp server on these weights.

    Args:
        slots: Prompts kept in memory, each with a context of its own.
        key: What a request over the loopback has to show; one that nobody knows where it is empty.

    Raises:
        ModelMissing: xllamacpp is not installed, or the file is no model.
    """
    os.environ.setdefault(
        "OMP_WAIT_POLICY", "passive"
    )  # spinning threads starve the browser and each other
    try:
        import xllamacpp  # type: ignore[import-untyped]
    except ImportError:
        raise ModelMissing(
            "the embedded model needs xllamacpp; install it with `pip install "
            "'pathfinder-testing[embedded]'`"
        ) from None
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = options.context * slots
    params.n_parallel = slots
    params.kv_unified = False
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    params.n_batch = params.n_ubatch = BATCH
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = options.threads or cores()
    params.verbosity = -1
    params.warmup = False
    params.ui = False
    params.api_keys = [key or secrets.token_urlsafe(24)]
    try:
        return xllamacpp.Server(params)
    except Exception as error:
        raise ModelMissing(
            f"{path}: llama.cpp can't load this file ({error or type(error).__name__})"
        ) from None


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_engines: dict[tuple[Path, int, int], Engine] = {}
_loading = threading.Lock()


def engine(path: Path, options: ModelOptions, slots: int = SLOTS) -> Engine:
    """The engine for these weights, loaded on first use and shared by all roles."""
    key = _key(path, options)
    with _loading:
        if key not in _engines:
            _engines[key] = Engine(path, options, slots)
        return _engines[key]


def release(path: Path, options: ModelOptions) -> None:
    """Stop the engine of these weights; its memory is free once its models are gone.

    The next who asks loads them anew.
    """
    with _loading:
        loaded = _engines.pop(_key(path, options), None)
    if loaded:
        loaded.close()


def _key(path: Path, options: ModelOptions) -> tuple[Path, int, int]:
    return path.resolve(), options.context, options.threads


@atexit.register
def _close_engines() -> None:
    for each in _engines.values():
        each.close()
    _engines.clear()
