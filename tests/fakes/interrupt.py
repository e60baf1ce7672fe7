"""Ctrl-C, as a user presses it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable


def interrupt(code: str, generating: Callable[[], bool]) -> str:
    """What code says that is run, and told to end by Ctrl-C once it is generating.

    What it waits for has to last longer than it is given to end.

    Raises:
        subprocess.TimeoutExpired: It went on.
    """
    # a background job ignores Ctrl-C
    heard = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"
    with subprocess.Popen(
        [sys.executable, "-c", heard], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            return _press_ctrl_c(process, generating)
        finally:
            process.kill()


def _press_ctrl_c(process: "subprocess.Popen[str]", generating: Callable[[], bool]) -> str:
    deadline = time.monotonic() + 20
    while not generating() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 0, output
    return output
