"""Laying a cut-out on a ground, in linear light."""

from __future__ import annotations

import numpy as np

from catchlight.engine import colour
from catchlight.engine.picture import ByteImage, FloatPlane


def on_colour(fore: ByteImage, alpha: FloatPlane, ground: tuple[int, int, int]) -> ByteImage:
    """HxWx3 uint8: ``fore`` (decontaminated) over a plain sRGB colour, blended in linear light."""
    blended = colour.to_linear(fore.astype(np.float32) / np.float32(255)) * alpha[..., None]
    back = colour.to_linear(np.array(ground, np.float32) / np.float32(255))
    blended += back * (1 - alpha[..., None])
    result = np.round(colour.to_srgb(blended) * 255).astype(np.uint8)
    result[alpha <= 0] = ground
    result[alpha >= 1] = fore[alpha >= 1]
    return result
