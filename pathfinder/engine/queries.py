"""Searches and filters: what was entered only asks the site for something, and changes nothing."""

from collections.abc import Iterable
from urllib.parse import unquote_plus

from pathfinder.engine.candidates import called, plain
from pathfinder.engine.goal_words import is_in
from pathfinder.webprocessor.element import Scene


def asked_for(before: Scene, after: Scene, entered: Iterable[str]) -> list[str]:
    """Of what was entered, what the address asks for now and did not ask for before.

    A form that is sent so (method GET) only looks something up, whatever it is called.
    """
    former, now = _query(before), _query(after)
    return [value for value in entered if _holds(now, value) and not _holds(former, value)]


def found_on(scene: Scene, values: Iterable[str]) -> list[str]:
    """Of what was asked for, what the page has: a thing of that name, or its words elsewhere.

    A page that says "No results for ..." has nothing of it.
    """
    query = _query(scene)
    names = {plain(called(e)) for e in scene.actionable if not e.is_field}
    texts = [e.text for e in (*scene.informational, *scene.actionable)]
    return [
        value
        for value in values
        if plain(value) in names or (not _holds(query, value) and is_in(value, texts))
    ]


def _holds(query: str, value: str) -> bool:
    return bool(plain(value)) and plain(value) in plain(query)


def _query(scene: Scene) -> str:
    return unquote_plus(scene.url.partition("?")[2])
