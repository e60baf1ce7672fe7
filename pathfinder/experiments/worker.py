"""A worker process: gets jobs through a pipe, plays them, and ends when who started it is gone.

Started as `python -m pathfinder.experiments.worker FD`, where FD is its end of the pipe.
"""

import contextlib
import sys
from multiprocessing.connection import Connection

from pathfinder.core.errors import UsageError
from pathfinder.experiments.play import Job, Play
from pathfinder.session.interrupting import end_with_parent


def main(descriptor: int) -> None:
    """Play what comes through the pipe until there is no more."""
    end_with_parent()
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


if __name__ == "__main__":
    main(int(sys.argv[1]))
