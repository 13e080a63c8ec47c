"""Windows and masks as files that engines read: re-encoded, so that nothing of the photo's file comes along."""

from __future__ import annotations

import base64
import io

import numpy as np

from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import ByteImage, FloatPlane


def picture_png(picture: ByteImage) -> bytes:
    """HxWx3 as PNG, pixels alone."""
    return _png(np.ascontiguousarray(picture))


def mask_png(mask: FloatPlane) -> bytes:
    """One file for both conventions: RGB is white where something is to be painted (sd-server, A1111, ComfyUI by its red
    channel), and alpha is 0 there (OpenAI)."""
    inside = mask > 0.5
    plane = np.zeros((*mask.shape, 4), np.uint8)
    plane[..., :3] = np.where(inside, 255, 0)[..., None]
    plane[..., 3] = np.where(inside, 0, 255)
    return _png(plane)


def grey_pixel_png() -> bytes:
    """What files of the sitter on an engine are overwritten with."""
    return _png(np.full((1, 1, 3), 128, np.uint8))


def as_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _png(pixels: Bytes) -> bytes:
    import PIL.Image

    out = io.BytesIO()
    PIL.Image.fromarray(pixels).save(out, "png", compress_level=3)
    return out.getvalue()
