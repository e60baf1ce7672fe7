"""The one llama.cpp server that all other tools ask, in a process of its own."""

import json
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from pathfinder.agents.models.base import ModelOptions
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.engine import load
from pathfinder.core.errors import ModelMissing
from pathfinder.session.siteserver import stop
from pathfinder.webprocessor.keeper import kept

CONTEXT = 16384
"""Tokens that a prompt may have with its reply."""


@dataclass(frozen=True)
class Served:
    """A server that speaks OpenAI's chat format. key: What a request has to show."""

    url: str
    key: str


@contextmanager
def served(model: str) -> Iterator[Served]:
    """Serve an embedded model's weights, one request at a time.

    Raises:
        ModelMissing: They are not here, or could not be loaded.
    """
    find_weights(weights_name(model))
    command = kept(sys.executable, "-m", "pathfinder_bench.peers.served", model)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise ModelMissing(f"{model}: its server did not start; it says above why")
        yield Served(**json.loads(line))
    finally:
        stop(process)
        process.stdout.close()


def weights_name(model: str) -> str:
    """A model's name without the back-end that it is opened by."""
    return model.removeprefix("embedded/").removeprefix("served/")


def main(model: str) -> None:
    """Serve until the process is ended."""
    key = secrets.token_urlsafe(24)
    weights = find_weights(weights_name(model))
    llama = load(weights, ModelOptions(context=CONTEXT), key=key, slots=1)
    print(json.dumps(asdict(Served(llama.listening_address, key))), flush=True)
    signal.pause()  # its keeper ends it


if __name__ == "__main__":
    main(sys.argv[1])
