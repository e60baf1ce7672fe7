"""Product pictures, drawn: a coloured ground, a shadow and one plain shape."""

import random
from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageDraw

SIDE = 440
_GROUNDS = ("#f3e3cf", "#dfe9e1", "#dbe6f0", "#f1dcdc", "#ece4f2", "#f5edcb")
_INKS = ("#b5643c", "#3f6f5b", "#34597f", "#9c3d4b", "#5d4a86", "#8a6a1f")
Pen = ImageDraw.ImageDraw


def picture(title: str, shape: str) -> bytes:
    """A JPEG of the product; the same title gives the same picture."""
    rng = random.Random(title)
    image = Image.new("RGB", (SIDE, SIDE), rng.choice(_GROUNDS))
    pen = ImageDraw.Draw(image)
    pen.ellipse((90, 350, 350, 390), fill="#cfc6bb")
    ink = rng.choice(_INKS)
    _SHAPES[shape](pen, ink)
    out = BytesIO()
    image.save(out, "JPEG", quality=85)
    return out.getvalue()


def _lamp(pen: Pen, ink: str) -> None:
    pen.rounded_rectangle((160, 352, 280, 372), 8, fill="#5b4636")
    pen.line((220, 360, 220, 210), fill="#5b4636", width=12)
    pen.polygon(((160, 90), (280, 90), (330, 230), (110, 230)), fill=ink)
    pen.polygon(((110, 230), (330, 230), (310, 244), (130, 244)), fill="#fff3c4")


def _globe(pen: Pen, ink: str) -> None:
    pen.line((220, 0, 220, 100), fill="#5b4636", width=4)
    pen.ellipse((110, 100, 330, 320), fill="#fffaf0", outline=ink, width=4)
    for inset in (30, 60, 90):
        pen.ellipse((110, 100 + inset, 330, 320 - inset), outline=ink, width=2)


def _mug(pen: Pen, ink: str) -> None:
    pen.ellipse((260, 190, 350, 310), outline=ink, width=24)
    pen.rounded_rectangle((120, 150, 300, 370), 24, fill=ink)
    pen.ellipse((120, 132, 300, 172), fill="#4a3326", outline=ink, width=8)


def _can(pen: Pen, ink: str) -> None:
    pen.arc((120, 80, 300, 300), 180, 360, fill="#5b4636", width=16)
    pen.polygon(((280, 280), (380, 150), (396, 164), (290, 330)), fill=ink)
    pen.rounded_rectangle((110, 190, 310, 370), 30, fill=ink)


def _board(pen: Pen, ink: str) -> None:
    pen.rounded_rectangle((120, 130, 320, 370), 26, fill=ink)
    pen.rounded_rectangle((198, 60, 242, 150), 18, fill=ink)
    pen.ellipse((210, 74, 230, 94), fill="#fffaf0")
    for x in (160, 200, 240, 280):
        pen.line((x, 150, x, 350), fill="#fffaf0", width=1)


def _apron(pen: Pen, ink: str) -> None:
    pen.arc((170, 40, 270, 150), 180, 360, fill=ink, width=8)
    pen.polygon(
        (
            (170, 95),
            (270, 95),
            (290, 190),
            (330, 200),
            (320, 370),
            (120, 370),
            (110, 200),
            (150, 190),
        ),
        fill=ink,
    )
    pen.rectangle((170, 250, 270, 320), outline="#fffaf0", width=4)


def _book(pen: Pen, ink: str) -> None:
    pen.rectangle((140, 90, 316, 370), fill="#fffaf0")
    pen.rectangle((130, 80, 306, 360), fill=ink)
    pen.rectangle((130, 80, 150, 360), fill="#2b2b2b")
    pen.rectangle((174, 130, 284, 150), fill="#fffaf0")
    pen.rectangle((174, 164, 250, 174), fill="#fffaf0")


def _pot(pen: Pen, ink: str) -> None:
    for left, right in ((120, 230), (160, 280), (210, 330)):
        pen.ellipse((left, 70, right, 260), fill="#4f7f4a", outline="#3b6338", width=3)
    pen.polygon(((140, 230), (300, 230), (270, 370), (170, 370)), fill=ink)
    pen.rectangle((126, 210, 314, 244), fill=ink)


def _tools(pen: Pen, ink: str) -> None:
    for x in (150, 270):
        pen.rounded_rectangle((x, 70, x + 26, 220), 12, fill="#b98a55")
    pen.polygon(((138, 220), (188, 220), (184, 320), (163, 370), (142, 320)), fill=ink)
    for x in (250, 276, 302):
        pen.line((x, 240, x, 370), fill=ink, width=10)
    pen.rectangle((246, 220, 308, 244), fill=ink)


def _house(pen: Pen, ink: str) -> None:
    pen.line((220, 0, 220, 90), fill="#5b4636", width=4)
    pen.polygon(((220, 80), (350, 180), (90, 180)), fill="#5b4636")
    pen.rectangle((120, 180, 320, 370), fill=ink)
    pen.ellipse((180, 210, 260, 290), fill="#2b2b2b")
    pen.rectangle((216, 310, 224, 345), fill="#2b2b2b")


_SHAPES: dict[str, Callable[[Pen, str], None]] = {
    "lamp": _lamp,
    "globe": _globe,
    "mug": _mug,
    "can": _can,
    "board": _board,
    "apron": _apron,
    "book": _book,
    "pot": _pot,
    "tools": _tools,
    "house": _house,
}
