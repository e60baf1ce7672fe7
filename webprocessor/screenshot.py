"""Screenshots that show no secret."""

import io
from collections.abc import Iterable

from PIL import Image, ImageFilter
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.asking import answer_of

_Box = tuple[float, float, float, float]


def secret_boxes(driver: WebDriver, vault: Vault) -> tuple[list[_Box], float]:
    """Where secrets are seen, and the width of the viewport, in CSS pixels.

    Filled password and card fields, and whatever other field or text shows a secret of the vault:
    the page tells what they say, and is
    never told what is looked for.
    """
    boxes, held, said, width = answer_of(driver, "secret_boxes", bool(vault.secret))
    shown = [tuple(place) for text, *place in held if vault.mask_field(text) != text]
    told = vault.masker.shown_by([text for text, *_ in said])
    shown += [tuple(place) for (_, *place), secret in zip(said, told, strict=True) if secret]
    return [(x, y, w, h) for x, y, w, h in (*boxes, *shown)], float(width)


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
