"""A command that is told to end while Python drops what is raised."""

import signal
import subprocess
import sys

import pytest

CODE = """
import os, time, weakref
from pathfinder.session.interrupting import {start}

class Thing:
    pass

def finalize(_):
    os.kill(os.getpid(), {number})
    for _ in range(10):
        pass

{start}()
thing = Thing()
watched = weakref.ref(thing, finalize)
try:
    del thing
    time.sleep(30)
except KeyboardInterrupt:
    print("interrupted")
"""


def run_in_background(code: str) -> "subprocess.CompletedProcess[str]":
    """Run it as a shell runs what is in its background: Ctrl-C is ignored."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )


@pytest.mark.parametrize("start", ["end_on_signals", "end_with_parent"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_heard_also_in_a_finalizer(start: str, number: signal.Signals) -> None:
    done = run_in_background(CODE.format(start=start, number=int(number)))
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_what_else_is_dropped_is_told_as_ever() -> None:
    code = CODE.replace("os.kill(os.getpid(), {number})", "raise ValueError('broken')")
    code = code.format(start="end_on_signals").replace("time.sleep(30)", "pass")
    done = run_in_background(code)
    assert "ValueError: broken" in done.stderr
