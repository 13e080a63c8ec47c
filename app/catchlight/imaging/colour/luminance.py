"""Luminance, of linear light, and luma, of the stored values: how much each primary adds to the brightness of a colour.

References: IEC 61966-2-1 (sRGB); ITU-R BT.709-6, item 3.2 (luminance); ITU-R BT.601-7, section 2.5.1 (luma).
"""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatImage, FloatPlane

LUMINANCE_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""Of linear red, green and blue; they sum to 1."""
LUMINANCE = np.array(LUMINANCE_WEIGHTS, np.float32)
LUMA = np.array([0.299, 0.587, 0.114], np.float32)
"""Weights of red, green and blue as sRGB stores them; they sum to 1."""


def luma(pixels: FloatImage) -> FloatPlane:
    """HxW luma of HxWx3 stored values, or N of Nx3, in their unit."""
    return np.asarray(pixels @ LUMA, np.float32)
