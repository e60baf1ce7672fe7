"""llama.cpp in this process, through xllamacpp.

One engine a weights file, shared by all who use it.
"""

import atexit
import contextlib
import os
import secrets
import threading
import time
from pathlib import Path
from typing import Any

from pathfinder.agents.models import native
from pathfinder.agents.models.adapters import Adapter
from pathfinder.agents.models.base import SLOTS, ModelOptions
from pathfinder.agents.models.llama import (
    STREAMED,
    Answer,
    Request,
    beginning_of,
    is_moved,
    keep_beginning,
    moved,
)
from pathfinder.agents.models.prefixes import Prefixes, Slots
from pathfinder.agents.models.waiting import IN_ALL
from pathfinder.core.errors import ModelMissing

BATCH = 128
"""Prompt tokens decoded at a time; Ctrl-C takes effect between two batches."""


class Engine:
    """One llama.cpp server on one weights file; answers one request at a time.

    llama.cpp runs in a thread of its own, so that Ctrl-C and the time limit are noticed while it
    works. It can be interrupted between two tokens or two batches of a prompt, and the engine stays
    usable. Within a batch it can't be: it is left to itself, and who asks next waits for it as long
    as for a reply.
    """

    def __init__(
        self,
        path: Path,
        options: ModelOptions,
        slots: int = SLOTS,
        adapter: Adapter | None = None,
    ) -> None:
        key = secrets.token_urlsafe(24)
        kept = {
            on: Prefixes.of(path, options, adapter if on else None, slots) for on in (False, True)
        }
        self._prefixes = kept
        self._server = load(
            path, options, key=key, slots=slots, prefixes=kept[False], adapter=adapter
        )
        self._key, self._most, self._adapter = key, slots, adapter
        self._turn = threading.Lock()
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None
        self._slots: dict[str, int] = {}
        self._begun: set[int] = set()

    def ask(self, request: Request, timeout: float, common: int = 1) -> Answer | None:
        """The answer; None when llama.cpp pauses for longer than `timeout`, or goes on and on.

        Args:
            request: As `handle_chat_completions` takes it.
            timeout: Seconds.
            common: How many messages all prompts of this kind begin with. Where there is more than
                a system text, they are kept on disk.
        """
        with self._turn:
            if not self._finish_last(timeout):
                return None
            slot = self._slot("\n".join(each["content"] for each in request["messages"][:common]))
            request = request | {"id_slot": slot}
            answer, done = Answer(), threading.Event()
            self._stop = stop = threading.Event()
            self._worker = threading.Thread(
                target=self._run,
                args=(request, common, answer, stop, done),
                name="llama.cpp",
                daemon=True,
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
            self._begun.discard(number)
        self._slots[beginning] = number  # dicts keep the order of use
        return number

    def _run(
        self,
        request: Request,
        common: int,
        answer: Answer,
        stop: threading.Event,
        done: threading.Event,
    ) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            answer.add(chunk)
            return stop.is_set()

        try:
            if common > 1 and request["id_slot"] not in self._begun:
                self._begin(request, common, answer, stop)
            if not stop.is_set():
                self._server.handle_chat_completions(request | STREAMED, on_chunk)
        except Exception as error:
            answer.error = str(error) or type(error).__name__
        finally:
            done.set()

    def _begin(self, request: Request, common: int, answer: Answer, stop: threading.Event) -> None:
        """Have the request's slot hold what prompts of its kind begin with.

        It is loaded, or read by itself and kept: read together with what follows it, rounding would
        make the answers differ from those on what was loaded. What llama.cpp refuses here it reads
        with the prompt, and says then what is wrong.
        """
        number, beginning, first = request["id_slot"], beginning_of(request, common), Answer()

        def on_chunk(chunk: dict[str, Any]) -> bool:
            first.add(chunk)
            answer.heard = first.heard
            return stop.is_set()

        slots, on = None, is_moved(request)
        if prefixes := self._prefixes[on]:
            told = moved(self._adapter, on=on)
            slots = Slots(self._server.listening_address, self._key, prefixes, told)
        if not (slots and slots.load(number, slots.prefixes.find(beginning["messages"]))):
            with contextlib.suppress(Exception):
                whole = beginning | STREAMED | {"cache_prompt": False}
                self._server.handle_chat_completions(whole, on_chunk)
            if stop.is_set():
                return
            answer.read_before = keep_beginning(slots, beginning, first)
        self._begun.add(number)

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


def load(
    path: Path,
    options: ModelOptions,
    *,
    key: str = "",
    slots: int = SLOTS,
    prefixes: Prefixes | None = None,
    adapter: Adapter | None = None,
) -> Any:
    """A llama.cpp server on these weights: what was built for this processor, or xllamacpp's.

    Args:
        slots: Prompts kept in memory, each with a context of its own.
        key: What a request over the loopback has to show; one that nobody knows where it is empty.
        prefixes: Where slots are saved to and loaded from.
        adapter: What the weights are moved by, as each request says.

    Raises:
        ModelMissing: xllamacpp is not installed, or the file is no model.
    """
    os.environ.setdefault(
        "OMP_WAIT_POLICY", "passive"
    )  # spinning threads starve the browser and each other
    if built := native.program():
        return native.NativeServer(built, path, key, _flags(options, slots, prefixes, adapter))
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
    # Fused, attention takes half as long again for a few new tokens after a long beginning.
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.ui = False
    params.api_keys = [key or secrets.token_urlsafe(24)]
    if prefixes:
        params.slot_save_path = f"{prefixes.folder}{os.sep}"  # names are put after it as it is
    if adapter:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter.path), 1.0)]
    try:
        return xllamacpp.Server(params)
    except Exception as error:
        raise ModelMissing(
            f"{path}: llama.cpp can't load this file ({error or type(error).__name__})"
        ) from None


def _flags(
    options: ModelOptions, slots: int, prefixes: Prefixes | None, adapter: Adapter | None
) -> list[str]:
    """The same for a server of its own."""
    threads, batch = str(options.threads or cores()), str(BATCH)
    flags = ["--ctx-size", str(options.context * slots), "--parallel", str(slots)]
    flags += ["--no-kv-unified", "--cache-ram", "0", "--no-cache-idle-slots", "--flash-attn", "off"]
    flags += ["--batch-size", batch, "--ubatch-size", batch, "--no-warmup", "--no-ui"]
    flags += ["--threads", threads, "--threads-batch", threads, "--verbosity", "1", "--jinja"]
    flags += ["--lora", str(adapter.path)] if adapter else []
    return flags + (["--slot-save-path", f"{prefixes.folder}{os.sep}"] if prefixes else [])


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_Key = tuple[Path, int, int, bool, str]
_engines: dict[_Key, Engine] = {}
_loading = threading.Lock()


def engine(
    path: Path, options: ModelOptions, slots: int = SLOTS, adapter: Adapter | None = None
) -> Engine:
    """The engine for these weights, loaded on first use and shared by all roles."""
    key = _key(path, options, adapter)
    with _loading:
        if key not in _engines:
            _engines[key] = Engine(path, options, slots, adapter)
        return _engines[key]


def release(path: Path, options: ModelOptions, adapter: Adapter | None = None) -> None:
    """Stop the engine of these weights; its memory is free once its models are gone.

    The next who asks loads them anew.
    """
    with _loading:
        loaded = _engines.pop(_key(path, options, adapter), None)
    if loaded:
        loaded.close()


def _key(path: Path, options: ModelOptions, adapter: Adapter | None) -> _Key:
    version = adapter.version if adapter else ""
    return path.resolve(), options.context, options.threads, options.prefixes, version


@atexit.register
def _close_engines() -> None:
    for each in _engines.values():
        each.close()
    _engines.clear()
