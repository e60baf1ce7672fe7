"""Screenshots that show no secret."""

import io
from collections.abc import Iterable, Sequence

from PIL import Image, ImageFilter
from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException
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
    try:
        return _boxes_in(driver, vault, ())
    finally:
        driver.switch_to.default_content()


def _boxes_in(driver: WebDriver, vault: Vault, path: Sequence[int]) -> tuple[list[_Box], float]:
    """The same of a frame; of one within that can't be read, all of it counts."""
    driver.switch_to.default_content()
    for index in path:
        driver.switch_to.frame(index)
    boxes, held, said, width, frames = answer_of(driver, "secret_boxes", bool(vault.secret))
    shown = [tuple(place) for text, *place in held if vault.mask_field(text) != text]
    told = vault.masker.shown_by([text for text, *_ in said])
    shown += [tuple(place) for (_, *place), secret in zip(said, told, strict=True) if secret]
    for within, left, top, *size in frames:
        try:
            inside, _ = _boxes_in(driver, vault, (*path, *within))
        except UnexpectedAlertPresentException:
            raise
        except WebDriverException:
            inside = [(0, 0, *size)]
        shown += [(left + x, top + y, w, h) for x, y, w, h in inside]
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
