"""The processes that a test has started, to be killed in the middle of something."""

import contextlib
import os
import signal
from pathlib import Path

DRIVER = "chromedriver"
TAB = "--type=renderer"


def children(pid: int) -> list[int]:
    """Every process below one."""
    own: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            own += map(int, thread.read_text().split())
    return own + [below for child in own for below in children(child)]


def kill(pids: list[int]) -> None:
    """Kill what is still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def started_since(before: list[int], word: str) -> list[int]:
    """The processes of this one that were started since and have a word in their command."""
    return [
        pid for pid in children(os.getpid()) if pid not in before and word in " ".join(_words(pid))
    ]


def browsers_since(before: list[int]) -> list[int]:
    """The browsers, without what they have started themselves."""
    found = started_since(before, "/chromium")
    return [pid for pid in found if not any(each.startswith("--type=") for each in _words(pid))]


def _words(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return []
