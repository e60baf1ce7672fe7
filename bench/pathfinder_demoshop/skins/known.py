"""The skins, by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.core.errors import UsageError
from pathfinder.core.suggest import did_you_mean

from . import Skin
from .nested import nest, relax_style
from .rearranged import rearrange, restyle
from .renamed import rename, rename_in_script, rename_in_style
from .reworded import reword


@dataclass(frozen=True)
class Look:
    """A skin and what is different in it, for people."""

    skin: Skin
    changes: str


LOOKS: Mapping[str, Look] = {
    "renamed": Look(
        Skin((rename,), rename_in_style, rename_in_script), "ids and classes have other names"
    ),
    "reworded": Look(Skin((reword,)), "controls say the same in other words"),
    "rearranged": Look(
        Skin((rearrange,), restyle), "everything stands elsewhere, in other colours"
    ),
    "nested": Look(Skin((nest,), relax_style), "elements sit in others than before"),
    "gift-step": Look(Skin(asks_for_gift=True), "the checkout asks one question more"),
    "all": Look(
        Skin(
            (rearrange, nest, reword, rename),
            lambda style: rename_in_style(relax_style(restyle(style))),
            rename_in_script,
            asks_for_gift=True,
        ),
        "all of it together",
    ),
}


def skin_called(name: str) -> Skin:
    """The skin with this name; for no name the shop as it is.

    Raises:
        UsageError: There is no such skin.
    """
    if not name:
        return Skin()
    if name not in LOOKS:
        raise UsageError(
            f"skin {name!r} is not known; {did_you_mean(name, LOOKS)} `pathfinder demo-shop "
            "--skin list` prints them all"
        )
    return LOOKS[name].skin


def skins_table() -> str:
    """The skins as lines for the terminal."""
    width = max(len(name) for name in LOOKS)
    return "\n".join(f"{name:{width}}  {look.changes}" for name, look in LOOKS.items())
