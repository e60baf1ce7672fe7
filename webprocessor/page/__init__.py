"""The scripts that run in a page. None of them changes it."""

from functools import cache
from importlib.resources import files

_READING = (
    "basics",
    "roots",
    "places",
    "heard",
    "kinds",
    "shown",
    "editors",
    "legible",
    "icons",
    "number",
    "described",
    "names",
    "context",
    "forms",
    "hovering",
    "moving",
    "layers",
    "rows",
    "walk",
)
_PARTS = {
    "look": (*_READING, "address", "look"),
    "find": (*_READING, "armed", "grip", "find"),
    "settle": ("armed", "address", "roots", "settle"),
    "seek": (*_READING, "address", "armed", "grip", "locators", "seek"),
    "reached": (*_READING, "reached"),
    "reading": ("number", "reading"),
    "behind": (*_READING, "behind"),
    "pick_icon": (*_READING, "pick_icon"),
    "suggested": ("entries", "suggested"),
    "calendar": ("entries", "calendar"),
    "aria_option": ("entries", "aria_option"),
    "expect": ("basics", "address", "armed", "expect"),
}


# The driver refuses an answer that holds half a surrogate pair, with an error that says nothing of
# it.
_WHOLE = """
const whole = thing =>
  typeof thing === "string" ? thing.toWellFormed()
  : Array.isArray(thing) ? thing.map(whole)
  : thing && typeof thing === "object" && Object.getPrototypeOf(thing) === Object.prototype
    ? Object.fromEntries(
        Object.entries(thing).map(([key, part]) => [key.toWellFormed(), whole(part)]))
  : thing;
const given = [...arguments], last = given.at(-1);
if (typeof last === "function") given[given.length - 1] = answer => last(whole(answer));
return whole((function () {
%s
}).apply(this, given));
"""


@cache
def script(name: str) -> str:
    """A script by name, with the parts that it shares with others.

    The texts in its answer are whole.
    """
    return _WHOLE % "\n".join(
        (files(__name__) / f"{part}.js").read_text(encoding="utf-8")
        for part in _PARTS.get(name, (name,))
    )
