"""Runs a program that must not outlive PathFinder: `python -I -S keeper.py PROGRAM ARGUMENT...`.

A driver with its browser, or a site that PathFinder serves. The program gets a session and a folder
for temporary files of its own. When it ends, or when the keeper's standard input does, which it
does however PathFinder ends, everything that it has started is ended and the folder is removed.
"""

import contextlib
import ctypes
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_ENDING_SECONDS = 5.0
_ASKED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_NOT_FOUND = 127
_PR_SET_PDEATHSIG = 1


def kept(program: str, *words: str) -> list[str]:
    """The command that runs a program under a keeper; its standard input has to be a pipe."""
    return [sys.executable, *keeper_arguments(program), *words]


def keeper_arguments(program: str) -> list[str]:
    """What Python is started with to keep a program."""
    return ["-I", "-S", str(Path(__file__).resolve()), program]


def main(command: Sequence[str]) -> int:
    """Run the command to its end, or to PathFinder's; its exit code."""
    with contextlib.suppress(PermissionError):  # it leads a session already
        os.setsid()
    folder = tempfile.mkdtemp(prefix="pathfinder-")
    try:
        woken = _signals()
        pid = _start(command, folder)
        while not _ended(pid):
            heard, _, _ = select.select([0, woken], [], [])
            if 0 in heard and not os.read(0, 4096):
                break
            if woken in heard and set(os.read(woken, 64)) & set(_ASKED):
                break
        return _end(pid)
    finally:
        _kill_session()
        shutil.rmtree(folder, ignore_errors=True)


def _signals() -> int:
    """A file descriptor that can be read once the program has ended, or its end is asked for."""
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    for each in (*_ASKED, signal.SIGCHLD):
        signal.signal(each, lambda number, frame: None)
    return woken


def _start(command: Sequence[str], folder: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        for each in (*_ASKED, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(each, signal.SIG_DFL)
        if sys.platform == "linux":  # nothing else tells it that the keeper itself was killed
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.execvpe(command[0], list(command), os.environ | {"TMPDIR": folder})
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(_NOT_FOUND)


_codes: dict[int, int] = {}


def _ended(pid: int) -> bool:
    if pid not in _codes:
        gone, status = os.waitpid(pid, os.WNOHANG)
        if gone:
            _codes[pid] = os.waitstatus_to_exitcode(status)
    return pid in _codes


def _end(pid: int) -> int:
    """Ask the program to end, make it end, and say with what code it did."""
    deadline = time.monotonic() + _ENDING_SECONDS
    for number in (signal.SIGTERM, signal.SIGKILL):
        if _ended(pid):
            break
        os.kill(pid, number)
        while not _ended(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
    if not _ended(pid):
        _codes[pid] = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return max(_codes[pid], 0)


def _kill_session() -> None:
    """Kill what the program has left running, until nothing is there any more."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while (left := list(_session())) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def _session() -> Iterator[int]:
    """The other processes of this session that live; none where there is no /proc."""
    own = os.getpid()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, *numbers = entry.read_text().rpartition(")")[2].split()
            if int(numbers[2]) == own and int(entry.parent.name) != own and state not in "ZX":
                yield int(entry.parent.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
