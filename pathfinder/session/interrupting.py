"""Interrupting what a command has started: processes that follow it, and threads."""

import ctypes
import os
import signal
import threading
import time
from collections.abc import Iterable
from types import FrameType

_LOOK_SECONDS = 0.3
_CLOSING_SECONDS = 20.0


def end_with_parent() -> None:
    """End this process as on Ctrl-C, when it is told to or when who has started it is gone.

    The browser and the site have to be closed.
    """
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # what runs in the background would ignore it
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
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


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_CLOSING_SECONDS)
    os._exit(1)
