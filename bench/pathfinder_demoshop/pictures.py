"""Product pictures: a drawing in one of six palettes, as SVG."""

from functools import cache
from pathlib import Path
from string import Template

SHAPES = Path(__file__).with_name("shapes")
PALETTES = (
    ("#e4ebf0", "#33536b", "#1f3547", "#9fb8c8", "#d9a441"),
    ("#e6ece2", "#6f8f6b", "#3f5a40", "#b9cdb2", "#c98b5b"),
    ("#f4e6dc", "#c4623f", "#7f3a24", "#e7b08f", "#33536b"),
    ("#f3eee4", "#d8c3a0", "#7c6443", "#fdf9f0", "#b5654a"),
    ("#f1eada", "#b8863f", "#6b4a1e", "#e3c98f", "#4c6a58"),
    ("#e6e4e0", "#4a4a4d", "#232326", "#a9a6a0", "#b8863f"),
)


@cache
def picture(shape: str, palette: int) -> str:
    """The picture of a shape (a file in `shapes/`) in a palette.

    Background, main, dark, light, accent.
    """
    ground, main, dark, light, accent = PALETTES[palette % len(PALETTES)]
    file = SHAPES / f"{shape}.svg"
    drawing = (file if file.exists() else SHAPES / "parcel.svg").read_text(encoding="utf-8")
    return Template(drawing).substitute(
        ground=ground, main=main, dark=dark, light=light, accent=accent
    )
