"""Ctrl-C, as a user presses it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable


def interrupt(code: str, generating: Callable[[], bool]) -> tuple[float, str]:
    """Run code, press Ctrl-C once it is generating.

    Seconds it took to end after that, and its output.
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


def _press_ctrl_c(
    process: "subprocess.Popen[str]", generating: Callable[[], bool]
) -> tuple[float, str]:
    deadline = time.monotonic() + 20
    while not generating() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 0, output
    return time.monotonic() - started, output
