"""Sites that PathFinder starts itself: the demo shop and test servers, a fresh one a session."""

import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO
from urllib.parse import urlsplit

from pathfinder.core.errors import SiteUnreachable, UsageError
from pathfinder.core.task import Site
from pathfinder.webprocessor.keeper import kept

_START_SECONDS = 60.0


@contextmanager
def served(site: Site, *, seed: int, extra: Sequence[str] = ()) -> Iterator[Site]:
    """The site at an address where it answers.

    Started here, on a free port, when sites.yaml says how.

    Args:
        extra: Words that follow the start command, such as `--fault NAME` for the demo shop.

    Raises:
        UsageError: There are such words, but no start command for them.
        SiteUnreachable: Its command ended, or did not answer in a minute.
    """
    if extra and not site.start:
        raise UsageError(
            f"site {site.name!r} has no start command that could take {' '.join(extra)}; name a "
            "site that PathFinder starts"
        )
    if not site.start:
        yield site
        return
    port = _free_port()
    command = [*(_word(word, port, seed) for word in site.start), *extra]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        process = subprocess.Popen(
            kept(*command), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said
        )
        try:
            url = (
                urlsplit(site.url)._replace(netloc=f"{urlsplit(site.url).hostname}:{port}").geturl()
            )
            _wait_for(url, process, " ".join(command), said)
            yield site.at(url)
        finally:
            stop(process)


def resetter(site: Site) -> Callable[[], None] | None:
    """What brings a site back to its first state; None where nothing does."""
    if not site.reset:
        return None
    url = site.url.rstrip("/") + site.reset

    def reset() -> None:
        try:
            urllib.request.urlopen(urllib.request.Request(url, method="POST"), timeout=30).close()
        except OSError as error:
            raise SiteUnreachable(f"{url}: the site could not be reset ({error})") from error

    return reset


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a process that serves, by force where it does not end by itself."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdin:
        process.stdin.close()


def _word(word: str, port: int, seed: int) -> str:
    return (
        sys.executable
        if word == "python"
        else word.replace("{port}", str(port)).replace("{seed}", str(seed))
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(url: str, process: "subprocess.Popen[bytes]", command: str, said: IO[str]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            said.seek(0)
            last = said.read().strip().rpartition("\n")[2]
            if last.endswith("No module named pathfinder_demoshop"):
                raise UsageError(
                    "the demo shop is not installed; run: pip install 'pathfinder-testing[demo]'"
                )
            raise SiteUnreachable(
                f"the site's start command ended at once ({command}): {last or 'it said nothing'}"
            )
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SiteUnreachable(
        f"{url}: the site started with '{command}' did not answer in {_START_SECONDS:.0f} s"
    )
