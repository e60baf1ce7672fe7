"""A list of notes, as small as an application can be."""

import json
import sys
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import serving


def install(home):
    home.mkdir(parents=True, exist_ok=True)


def reset(home):
    (home / "notes.json").write_text('["Water the plants, Garden"]')


@contextmanager
def start(home, port):
    server = Path(__file__).parent / "server.py"
    with serving([sys.executable, str(server), str(port), str(home / "notes.json")], port) as url:
        yield url


def noted(home, url, line):
    return line in json.loads((home / "notes.json").read_text())
