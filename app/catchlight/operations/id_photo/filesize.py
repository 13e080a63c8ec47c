"""A file that is no larger than a target: quality first, then chroma, then size, never padding."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.documents import Document
from catchlight.engine import codec
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.picture import Picture
from catchlight.operations.base import File, OutputFormat

LEAST_QUALITY = 35
_QUALITY = 95
_STEPS = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)


def fitted(
    picture: Picture, document: Document, wanted: OutputFormat | None, most_kb: int | None, source_type: str
) -> tuple[File, Picture]:
    """The file of a photo, and the picture in it (smaller where the size had to give way).

    most_kb: target in kB (1000 bytes) or None. Sizes go down only inside the document's digital range. Raises
    UnusablePicture ``cannot_reach_size`` with the smallest size that was possible.
    """
    media_type = _type(picture, wanted, most_kb, source_type)
    if most_kb is None:
        return File(codec.encode(picture, media_type), media_type), picture
    smallest = float("inf")
    for scaled in _sizes(picture, document):
        for quality, chroma in _settings(media_type, scaled, most_kb):
            data = codec.encode(scaled, media_type, quality=quality, chroma=chroma)
            smallest = min(smallest, len(data))
            if len(data) <= most_kb * 1000:
                return File(data, media_type), scaled
    hint = "" if media_type == "image/jpeg" else " Choose JPEG with a background colour for smaller files."
    raise UnusablePicture(
        f"{most_kb} kB cannot be reached: the smallest good file has {smallest / 1000:.0f} kB.{hint}",
        code="cannot_reach_size",
    )


def _type(picture: Picture, wanted: OutputFormat | None, most_kb: int | None, source_type: str) -> str:
    if wanted is not None:
        return f"image/{wanted}"
    if picture.has_alpha:
        return "image/png"
    if most_kb is not None and source_type not in ("image/jpeg", "image/webp"):
        return "image/jpeg"
    return source_type if source_type in codec.WRITABLE else "image/png"


def _settings(media_type: str, picture: Picture, most_kb: int) -> list[tuple[int, str]]:
    """Quality and chroma to try, best first: the best quality that fits is found by halving, finer chroma first."""
    if media_type not in ("image/jpeg", "image/webp"):
        return [(_QUALITY, "4:4:4")]
    found = []
    for chroma in ("4:4:4", "4:2:0") if media_type == "image/jpeg" else ("4:4:4",):
        low, high = LEAST_QUALITY, _QUALITY
        while low < high:
            middle = (low + high + 1) // 2
            if len(codec.encode(picture, media_type, quality=middle, chroma=chroma)) <= most_kb * 1000:
                low = middle
            else:
                high = middle - 1
        found.append((low, chroma))
    return found


def _sizes(picture: Picture, document: Document) -> list[Picture]:
    """The picture at its own size, then smaller ones that the document still allows."""
    allowed = document.digital
    sizes = [picture]
    if allowed is None:
        return sizes
    for step in _STEPS[1:]:
        width, height = round(picture.width * step), round(picture.height * step)
        if width >= (allowed.width.low or 0) and height >= (allowed.height.low or 0):
            sizes.append(_resized(picture, width, height, step))
    return sizes


def _resized(picture: Picture, width: int, height: int, step: float) -> Picture:
    import cv2

    pixels = np.asarray(cv2.resize(picture.pixels, (width, height), interpolation=cv2.INTER_AREA))
    return picture.with_(pixels=pixels, dpi=None if picture.dpi is None else picture.dpi * step)
