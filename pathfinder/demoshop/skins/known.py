"""The skins, by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.core.errors import UsageError
from pathfinder.core.settings import did_you_mean

from . import Skin


@dataclass(frozen=True)
class Look:
    """A skin and what is different in it, for people."""

    skin: Skin
    changes: str


LOOKS: Mapping[str, Look] = {"gift": Look(Skin(asks_for_gift=True), "a step more in the checkout: gift options")}


def skin_called(name: str) -> Skin:
    """The skin with this name; for no name the shop as it is.

    Raises:
        UsageError: There is no such skin.
    """
    if not name:
        return Skin()
    if name not in LOOKS:
        raise UsageError(f"skin {name!r} is not known; {did_you_mean(name, LOOKS)} `pathfinder demo-shop --skin list` prints them all")
    return LOOKS[name].skin


def skins_table() -> str:
    """The skins as lines for the terminal."""
    width = max(len(name) for name in LOOKS)
    return "\n".join(f"{name:{width}}  {look.changes}" for name, look in LOOKS.items())
