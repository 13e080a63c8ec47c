"""What the tests of decoding share: how far a picture is from the right one, and damaged copies of files."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt
import PIL.Image
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture


def distance(picture: Picture, right: npt.NDArray[Any]) -> float:
    """Mean absolute difference of the colours, in 0..255."""
    assert picture.pixels.shape[:2] == right.shape[:2]
    scale = 257 if picture.depth == 16 else 1
    return float(np.abs(picture.pixels[..., :3] / scale - right).mean())


def opened(data: bytes) -> Picture | str:
    """The picture, or the sentence that refuses it; any other exception fails the test that asks."""
    try:
        return codec.decode(data, name="photo")
    except UnsupportedImage as refusal:
        said = refusal.message
    assert not any(word in said for word in ("0x", "Error", "float", "NoneType", "object", "()"))
    return said


def heic(pixels: npt.NDArray[Any], **options: Any) -> bytes:
    import pillow_heif

    out = io.BytesIO()
    pillow_heif.from_pillow(PIL.Image.fromarray(pixels)).save(out, quality=95, **options)
    return out.getvalue()
