"""One entry of the store: what was made, from what, how, and where it lies."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record

UPLOAD = "upload"
"""``operation`` of a picture that came in by itself, not as the result of an edit."""
THUMBNAIL_SIDE = 256


class Generation(BaseModel):
    """A stored picture. Digests are ``Picture.digest``; ``source`` is None for an upload."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    id: str
    operation: str
    parent: str | None = None
    parameters: dict[str, Any] = {}
    details: dict[str, Any] = {}
    record: Record = Record()
    source: str | None = None
    result: str
    media_type: str
    width: int
    height: int
    bytes: int
    name: str = ""
    owner: str | None = None
    """Name of the token under which it was made; None for what was made on this machine, or with the server's own token."""
    created: datetime


class GenerationPage(BaseModel):
    """A part of the list, newest first; ``next`` asks for the following part, None at the end."""

    model_config = ConfigDict(frozen=True)

    generations: tuple[Generation, ...]
    next: str | None


def thumbnail(picture: Picture) -> bytes:
    """The picture at most 256 px large: PNG where it has alpha, else JPEG."""
    import numpy as np

    from catchlight.imaging.filters.alpha import reduce_by_area
    from catchlight.imaging.io import codec

    pixels: Any
    stride = max(1, min(picture.width, picture.height) // (4 * THUMBNAIL_SIDE))
    pixels = np.ascontiguousarray(picture.pixels[::stride, ::stride])
    if picture.depth == 16:
        pixels = (pixels >> 8).astype(np.uint8)
    scale = min(1.0, THUMBNAIL_SIDE / max(pixels.shape[:2]))
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    small = Picture(np.asarray(reduce_by_area(pixels, size), np.uint8))
    return codec.encode(small, "image/png" if small.has_alpha else "image/jpeg", quality=85)
