"""A worker process: gets jobs through a pipe, plays them, and ends when who started it is gone.

Started as `python -m pathfinder.experiments.worker FD`, where FD is its end of the pipe.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from types import FrameType

from pathfinder.core.errors import UsageError
from pathfinder.experiments.play import Job, Play

_LOOK_SECONDS = 0.3
_CLOSING_SECONDS = 20.0


def main(descriptor: int) -> None:
    """Play what comes through the pipe until there is no more."""
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # what runs in the background would ignore it
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGHUP, _interrupt)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    with (
        Connection(descriptor) as pipe,
        contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError),
    ):
        play: Play = pipe.recv()
        pipe.send(None)
        while True:
            job: Job = pipe.recv()
            pipe.send(_played(play, job))


def _played(play: Play, job: Job) -> tuple[frozenset[str], str]:
    """The models loaded, and why the job was refused, if it was."""
    try:
        return play(job), ""
    except UsageError as error:
        return frozenset(), str(error)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _end_with(parent: int) -> None:
    """When the process that started this one is gone, end as on Ctrl-C.

    The browser and the site have to be closed.
    """
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_CLOSING_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
