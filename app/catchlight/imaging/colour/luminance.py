"""Luminance: how much each primary of sRGB adds to the brightness of a colour in linear light.

References: IEC 61966-2-1 (sRGB); ITU-R BT.709-6, item 3.2.
"""

from __future__ import annotations

import numpy as np

LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)
"""Weights of linear red, green and blue; they sum to 1."""
