"""Developed planes to pixels: into the gamut, through the channels' curves, down to 8 or 16 bit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop import space
from catchlight.develop.development import Development
from catchlight.develop.stages import tone_curve, vignette
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatPlane, Pixels

Tables = tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16], npt.NDArray[np.uint16]]


def tables(settings: Development, deep: bool) -> Tables:
    """For each channel the roots of linear light to sRGB, 16 bit where ``deep``, else 8 bit and 8 more below it."""
    # Only what they depend on: the same tables serve while other sliders move.
    return _tables(
        Development(
            fade=settings.fade,
            red_curve=settings.red_curve,
            green_curve=settings.green_curve,
            blue_curve=settings.blue_curve,
        ),
        deep,
    )


@lru_cache(maxsize=4)
def _tables(settings: Development, deep: bool) -> Tables:
    top = 65535 if deep else 255 * 256
    red, green, blue = (tone_curve.encoding(settings, channel, top) for channel in range(3))
    return red, green, blue


def write(i: FloatPlane, p: FloatPlane, t: FloatPlane, encoding: Tables, result: Pixels, top: int, left: int) -> None:
    """Fill a part of the result, whose place in the picture is row ``top``, column ``left``."""
    import cv2

    roots: Any = cv2.transform(cv2.merge([i, p, t]), space.ipt_to_roots().astype(np.float32))
    cv2.threshold(roots, 0, 0, cv2.THRESH_TOZERO, dst=roots)
    cv2.multiply(roots, roots, dst=roots)
    planes: Any = space.planes(roots, space.lms_to_rgb())
    ends = [cv2.minMaxLoc(plane)[:2] for plane in planes]
    if min(low for low, _ in ends) < 0 or max(high for _, high in ends) > 1:
        _fit(planes)
    coded = [
        tone_curve.look_up(table, tone_curve.index(cv2.sqrt(plane, dst=plane), 1.0))
        for table, plane in zip(encoding, planes, strict=True)
    ]
    # OpenCV takes no view of three channels of four as a target: it would write beside it.
    target = result if result.shape[2] == 3 else None
    if result.dtype != np.uint8:
        made = cv2.merge(coded, dst=target)
    else:
        below_bit = vignette.dither(top, left, i.shape)
        for plane in coded:
            plane += below_bit
        # Down to whole levels: what is converted is rounded, and no 256th part rounds up from here.
        made = cv2.convertScaleAbs(cv2.merge(coded), dst=target, alpha=1 / 256, beta=-0.498)
    if target is None:
        result[..., :3] = made


def _fit(planes: Any) -> None:
    """Bring linear RGB (three planes, in place) into 0..1 along the line to the grey of the same light: hues stay."""
    import cv2

    r, g, b = planes
    high = cv2.max(cv2.max(r, g), b)
    low = cv2.min(cv2.min(r, g), b)
    outside = np.flatnonzero((high > 1.0) | (low < 0.0))
    red, green, blue = (plane.reshape(-1).take(outside) for plane in planes)
    grey = np.clip(LUMINANCE[0] * red + LUMINANCE[1] * green + LUMINANCE[2] * blue, 0, 1)
    over = np.maximum(high.reshape(-1).take(outside) - grey, np.float32(1e-6))
    under = np.maximum(grey - low.reshape(-1).take(outside), np.float32(1e-6))
    share = np.minimum(np.minimum((1 - grey) / over, grey / under), 1)
    for plane, values in zip(planes, (red, green, blue), strict=True):
        plane.reshape(-1)[outside] = np.maximum(grey + (values - grey) * share, 0)
