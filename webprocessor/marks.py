"""Set-of-marks screenshots: numbered boxes drawn on the picture, never on the page."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from pathfinder.webprocessor.element import Element, Scene

_COLOURS = ("#d81b60", "#1e88e5", "#00695c", "#e65100", "#6a1b9a", "#33691e", "#4e342e", "#283593")
_LABEL = 13
Font = ImageFont.ImageFont | ImageFont.FreeTypeFont
Area = tuple[float, float, float, float]


@dataclass(frozen=True)
class Marked:
    """A picture with numbers, each number's UID, and its label's place in pixels."""

    png: bytes
    uids: dict[int, str]
    labels: dict[int, Area]


def draw_marks(png: bytes, scene: Scene, elements: Sequence[Element] | None = None) -> Marked:
    """Number the elements that can be seen in the viewport.

    Labels cover neither each other nor, where there is room, what they name.

    Source: PinATA's actor, which marks the page itself; here the page is left as it is.

    Args:
        png: The viewport, at any scale.
        elements: Those to number, in this order; the Scene's actionable ones when not given.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    scale = picture.width / scene.viewport[0] if scene.viewport[0] else 1.0
    seen = [
        each
        for each in (scene.actionable if elements is None else elements)
        if _in_view(each, scene)
    ]
    draw, font = (
        ImageDraw.Draw(picture),
        ImageFont.load_default(size=_LABEL * max(1.0, scale * 0.75)),
    )
    taken: list[Area] = []
    for number, element in enumerate(seen, 1):
        taken.append(_mark(draw, font, number, _area(element, scale), picture.size, taken))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return Marked(
        out.getvalue(),
        {number: element.uid for number, element in enumerate(seen, 1)},
        dict(enumerate(taken, 1)),
    )


def _in_view(element: Element, scene: Scene) -> bool:
    box = element.box
    if box is None or element.layer == "covered" or box.width <= 0 or box.height <= 0:
        return False
    width, height = scene.viewport
    return box.x < width and box.y < height and box.x + box.width > 0 and box.y + box.height > 0


def _area(element: Element, scale: float) -> Area:
    box = element.box
    assert box is not None
    return (box.x * scale, box.y * scale, (box.x + box.width) * scale, (box.y + box.height) * scale)


def _mark(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
    number: int,
    area: Area,
    size: tuple[int, int],
    taken: list[Area],
) -> Area:
    """Draw one box and its label; return where the label is."""
    colour = _COLOURS[number % len(_COLOURS)]
    draw.rectangle(area, outline=colour, width=2)
    left, top, right, bottom = draw.textbbox((0, 0), str(number), font=font)
    label = _free_place(area, (right - left + 6, bottom - top + 6), size, taken)
    draw.rectangle(label, fill=colour)
    draw.text((label[0] + 3 - left, label[1] + 3 - top), str(number), fill="white", font=font)
    return label


def _free_place(
    area: Area, label: tuple[float, float], size: tuple[int, int], taken: Sequence[Area]
) -> Area:
    """Beside the element if there is room, else on its corner, else where room is left."""
    wide, high = label
    x, y, right, bottom = area
    corners = [
        (x, y - high),
        (right, y),
        (x - wide, y),
        (x, bottom),
        (right - wide, y),
        (x, y),
        (right - wide, bottom - high),
    ]
    corners += [(x + step * wide, y - high) for step in range(1, 6)] + [
        (x, bottom + step * high) for step in range(1, 6)
    ]
    places = [_inside((left, top, left + wide, top + high), size) for left, top in corners]
    return next(
        (place for place in places if not any(_overlap(place, other) for other in taken)), places[0]
    )


def _inside(area: Area, size: tuple[int, int]) -> Area:
    across = min(max(area[0], 0), size[0] - (area[2] - area[0]))
    down = min(max(area[1], 0), size[1] - (area[3] - area[1]))
    return (across, down, across + area[2] - area[0], down + area[3] - area[1])


def _overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
