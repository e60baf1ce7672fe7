"""Looks for a colour in screenshots: a secret painted in it was not blurred."""

from pathlib import Path

from PIL import Image, ImageColor

_ENOUGH = 20


def has_colour(path: Path, colour: str) -> bool:
    """Whether at least twenty pixels of an image have exactly this colour."""
    wanted = ImageColor.getrgb(colour)
    with Image.open(path) as image:
        counts = image.convert("RGB").getcolors(maxcolors=1 << 24) or []
    return any(number >= _ENOUGH and found == wanted for number, found in counts)
