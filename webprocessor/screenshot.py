"""Screenshots that show no secret."""

import io
from collections.abc import Iterable

from PIL import Image, ImageFilter
from selenium.webdriver.remote.webdriver import WebDriver

from webprocessor.page import script

_Box = tuple[float, float, float, float]


def secret_boxes(driver: WebDriver) -> tuple[list[_Box], float]:
    """Where filled password and card fields are, and the width of the viewport, in CSS pixels."""
    boxes, width = driver.execute_script(script("secret_boxes"))
    return [(x, y, w, h) for x, y, w, h in boxes], float(width)


def blurred(png: bytes, boxes: Iterable[_Box], width: float) -> bytes:
    """The image with each box made unreadable."""
    areas = list(boxes)
    if not areas:
        return png
    image = Image.open(io.BytesIO(png)).convert("RGB")
    scale = image.width / width if width else 1.0
    for x, y, w, h in areas:
        area = tuple(round(edge * scale) for edge in (max(x, 0), max(y, 0), x + w, y + h))
        _smear(image, (area[0], area[1], min(area[2], image.width), min(area[3], image.height)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _smear(image: Image.Image, area: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = area
    if right - left < 1 or bottom - top < 1:
        return
    part = image.crop(area)
    # Eight coarse cells hold no glyph; the blur only makes them look calm.
    coarse = part.resize((8, 1), Image.Resampling.BOX).resize(part.size, Image.Resampling.BICUBIC)
    image.paste(coarse.filter(ImageFilter.GaussianBlur(4)), area)


def blank(size: tuple[int, int]) -> bytes:
    """A grey picture, for when a native dialog keeps the page from being seen."""
    out = io.BytesIO()
    Image.new("RGB", size, (224, 224, 224)).save(out, "PNG")
    return out.getvalue()
