"""Interrupting a command, and what it has started: processes that follow it, and threads."""

import atexit
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from types import FrameType

_LOOK_SECONDS = 0.3
_CLOSING_SECONDS = 20.0
_AGAIN_SECONDS = 0.05
_ENDINGS = (signal.SIGTERM, signal.SIGHUP)
_ended = threading.Event()
atexit.register(_ended.set)


def end_on_signals() -> None:
    """End as on Ctrl-C when this process is told to end; what it was started to ignore, it does."""
    for number in _ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _interrupt_once)
    sys.unraisablehook = _interrupt_again


def end_with_parent() -> None:
    """End this process as on Ctrl-C, when it is told to or when who has started it is gone.

    The browser and the site have to be closed.
    """
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # what runs in the background would ignore it
    for number in _ENDINGS:
        signal.signal(number, _interrupt)
    sys.unraisablehook = _interrupt_again
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def interrupt_threads(threads: Iterable[threading.Thread]) -> None:
    """Raise KeyboardInterrupt in threads, as Ctrl-C does in the main one.

    Each hears it when what it waits for has answered.
    """
    for thread in threads:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident or 0), ctypes.py_object(KeyboardInterrupt)
        )


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _interrupt_once(number: int, frame: FrameType | None) -> None:
    """End as on Ctrl-C; what ends the session must not be cut short by being told twice."""
    for each in _ENDINGS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _interrupt_again(dropped: "sys.UnraisableHookArgs") -> None:
    """Interrupt a moment later when the first time was in a finalizer: Python drops what it raises.

    Nobody would hear of it, and the process would go on.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if dropped.exc_type is not KeyboardInterrupt or not in_main or _ended.is_set():
        sys.__unraisablehook__(dropped)
        return
    if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, signal.SIG_DFL):  # as in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=_interrupt_unless_ended, daemon=True).start()


def _interrupt_unless_ended() -> None:
    if not _ended.wait(_AGAIN_SECONDS):
        os.kill(os.getpid(), signal.SIGINT)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_CLOSING_SECONDS)
    os._exit(1)
