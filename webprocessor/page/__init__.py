"""The scripts that run in a page. None of them changes it."""

from functools import cache
from importlib.resources import files

_READING = ("basics", "places", "kinds", "shown", "icons", "names", "context", "forms", "layers", "rows", "walk")
_PARTS = {
    "look": (*_READING, "look"),
    "find": (*_READING, "armed", "grip", "find"),
    "settle": ("armed", "settle"),
    "seek": (*_READING, "armed", "grip", "ways", "seek"),
    "pick_icon": (*_READING, "pick_icon"),
    "expect": ("basics", "armed", "expect"),
}


@cache
def script(name: str) -> str:
    """A script by name, with the parts that it shares with others."""
    return "\n".join((files(__name__) / f"{part}.js").read_text(encoding="utf-8") for part in _PARTS.get(name, (name,)))
