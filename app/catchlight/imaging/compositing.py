"""Laying a cut-out on a ground, in linear light."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import ByteImage, FloatPlane


def on_colour(fore: ByteImage, alpha: FloatPlane, ground: tuple[int, int, int]) -> ByteImage:
    """HxWx3 uint8: ``fore`` (decontaminated) over a plain sRGB colour, blended in linear light where alpha is soft."""
    result = np.where((alpha > 0)[..., None], fore, np.array(ground, np.uint8))
    soft = (alpha > 0) & (alpha < 1)
    a = alpha[soft][:, None]
    back = srgb.to_linear(np.array(ground, np.float32) / np.float32(255))
    blended = srgb.to_linear(fore[soft].astype(np.float32) / np.float32(255)) * a + back * (1 - a)
    result[soft] = np.round(srgb.to_srgb(blended) * 255).astype(np.uint8)
    return result
