"""Skins: the same shop in another dress, for scripts that were recorded before it changed."""

from collections.abc import Callable
from dataclasses import dataclass

from ..markup import Edit


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True)
class Skin:
    """What a skin changes; without arguments nothing.

    Attributes:
        edits: Done to every page.
        style, script: Turn the shop's style sheet and script into those that fit the edited pages.
        asks_for_gift: The checkout has one step more.
    """

    edits: tuple[Edit, ...] = ()
    style: Callable[[str], str] = _as_it_is
    script: Callable[[str], str] = _as_it_is
    asks_for_gift: bool = False
