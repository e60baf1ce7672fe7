"""Snapshots of HTML that a test writes down or a shop answers.

Each is taken in Chromium once in a run of the tests.
"""

import atexit
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pathfinder_demoshop as demoshop
from pathfinder.webprocessor.element import Snapshot
from pathfinder.webprocessor.saved import PageReader


def snapshot_of(html: str, url: str, *, status: int = 200) -> Snapshot:
    """What Chromium shows of the HTML at a URL.

    The same HTML is read again at no other host or port.
    """
    found = _read(html, urlsplit(url)._replace(scheme="", netloc="").geturl())
    elements = tuple(
        replace(each, href=urljoin(url, each.href)) if each.href else each
        for each in found.elements
    )
    return replace(
        found, url=url, elements=elements, notes=(f"HTTP {status}",) if status >= 400 else ()
    )


@cache
def _read(html: str, path: str) -> Snapshot:
    return _reader().read(html, path)


@cache
def _reader() -> PageReader:
    reader = PageReader(Path(demoshop.__file__).parent)  # where its style sheet lies
    atexit.register(reader.close)
    return reader
