"""Searches and filters: what was entered only asks the site for something, and changes nothing."""

from collections.abc import Iterable
from urllib.parse import parse_qsl

from pathfinder.engine.candidates import called, plain
from pathfinder.engine.goal_words import is_in
from pathfinder.webprocessor.element import Element, Scene


def asked_for(
    before: Scene, after: Scene, entered: Iterable[str], sender: Element | None = None
) -> list[str]:
    """Of what was entered, what the address asks for now and did not ask for before.

    A form that is sent so (method GET) only looks something up, whatever it is called; one that is
    sent by POST does not, where the page that thanks for it has what was entered in its address.

    Source: of the ways through 30 applications, 12 end so by POST.

    Args:
        sender: What sent it, as far as that is known.
    """
    if sender is not None and sender.posts:
        return []
    former, now = _asked(before), _asked(after)
    return [value for value in entered if plain(value) in now - former]


def found_on(scene: Scene, values: Iterable[str]) -> list[str]:
    """Of what was asked for, what the page has: a thing of that name, or its words elsewhere.

    A page that says "No results for ..." has nothing of it.
    """
    asked = _asked(scene)
    names = {plain(called(e)) for e in scene.actionable if not e.is_field}
    texts = [e.text for e in (*scene.informational, *scene.actionable)]
    return [
        value
        for value in values
        if plain(value) in names or (plain(value) not in asked and is_in(value, texts))
    ]


def _asked(scene: Scene) -> set[str]:
    """The values of an address's query, in plain words; also of one within the fragment."""
    query = scene.url.partition("?")[2].partition("#")[0]
    return {plain(value) for _, value in parse_qsl(query)} - {""}
