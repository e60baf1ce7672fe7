"""Screenshots small enough to live inside the page."""

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

WIDTH = 1120
_BUDGET = 2_600_000
_QUALITIES = (74, 60, 45, 30, 18)


@dataclass(frozen=True)
class Picture:
    """A screenshot as it is embedded: `key` names it in the page, `uri` is a data URI."""

    key: str
    uri: str


def embed(folder: Path, names: Iterable[str], *, budget: int = _BUDGET) -> dict[str, Picture]:
    """Each screenshot once, as WebP; missing and unreadable ones are left out.

    Args:
        folder: The session's folder.
        names: Paths of screenshots relative to it; what lies outside is left out.
        budget: Bytes that all of them together should keep to; quality falls until they do.
    """
    images = {
        name: image for name in dict.fromkeys(names) if name and (image := _open(folder, name))
    }
    encoded: dict[str, bytes] = {}
    for quality in _QUALITIES:
        encoded = {name: _webp(image, quality) for name, image in images.items()}
        if sum(map(len, encoded.values())) <= budget:
            break
    return {
        name: Picture(f"shot{number}", _uri(data))
        for number, (name, data) in enumerate(encoded.items(), 1)
    }


def _open(folder: Path, name: str) -> Image.Image | None:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        return None
    try:
        with Image.open(path) as image:
            image.load()
            return _narrow(image.convert("RGB"))
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError):
        return None


def _narrow(image: Image.Image) -> Image.Image:
    if image.width <= WIDTH:
        return image
    return image.resize(
        (WIDTH, max(1, round(image.height * WIDTH / image.width))), Image.Resampling.LANCZOS
    )


def _webp(image: Image.Image, quality: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=quality, method=2)
    return buffer.getvalue()


def _uri(data: bytes) -> str:
    return f"data:image/webp;base64,{base64.b64encode(data).decode('ascii')}"
