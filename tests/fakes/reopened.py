"""Models opened as a fresh process would: with nothing read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pathfinder.agents.models.embedded import EmbeddedModel


@contextmanager
def reopened(opened: Callable[..., EmbeddedModel]) -> Iterator[Callable[..., EmbeddedModel]]:
    """Open a model by a function; the one that was open before is closed, the last in the end."""
    there: list[EmbeddedModel] = []

    def open_one(*args: Any) -> EmbeddedModel:
        if there:
            there.pop().close()
        there.append(opened(*args))
        return there[0]

    try:
        yield open_one
    finally:
        for model in there:
            model.close()
