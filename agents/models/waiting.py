"""How long a reply is waited for."""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

IN_ALL = 5
"""A streamed reply may take so many times as long in all as it may pause."""


def waited(seconds: float) -> str:
    """What a message says of a reply that did not come; it names the option that waits longer."""
    return f"no reply in time: --model-timeout is {seconds:g} seconds; a higher one waits longer"


def in_a_line(error: Exception) -> str:
    """What a reader of replies found wrong, without its line ends."""
    return " ".join(str(error).split())[:200] or type(error).__name__


def within(seconds: float) -> dict[str, list[Callable[[Any], None]]]:
    """Event hooks that end a response which never ends.

    They are for clients of httpx, and of httpx2, which the openai client brings. Such a client's
    own limit starts anew with each byte.
    """

    def limit(response: Any) -> None:
        library = sys.modules[type(response).__module__.partition(".")[0]]
        end = time.monotonic() + seconds
        stream = response.stream

        class Limited(library.SyncByteStream):  # type: ignore[name-defined,misc]
            def __iter__(self) -> Iterator[bytes]:
                for piece in stream:
                    if time.monotonic() > end:
                        raise library.ReadTimeout("the reply goes on and on")
                    yield piece

            def close(self) -> None:
                stream.close()

        response.stream = Limited()

    return {"response": [limit]}
