"""What must stay as it is: zones of tone, bands of colour, and parts of the picture given as a mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop import space
from catchlight.develop.development import BANDS
from catchlight.develop.stages import chroma
from catchlight.develop.stages.tone_curve import REACH, TABLE, index, look_up
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_ZONES = {"blacks": (-1.0, -0.5, 0.10, 0.28), "shadows": (-1.0, -0.5, 0.18, 0.52), "midtones": (0.12, 0.34, 0.52, 0.8),
          "highlights": (0.52, 0.92, 2.0, 3.0), "whites": (0.74, 0.97, 2.0, 3.0)}  # fmt: skip
"""Of I: from where to where a zone begins, and from where to where it ends."""

Planes = tuple[FloatPlane, FloatPlane, FloatPlane]


def zones(names: Iterable[str]) -> npt.NDArray[np.float64] | None:
    """Over I / REACH (TABLE entries): 1 where a protected zone of tone is, 0 elsewhere; None where none is named."""
    named = [_ZONES[name] for name in names if name in _ZONES]
    if not named:
        return None
    light = np.asarray(np.arange(TABLE) * (REACH / TABLE), np.float64)
    kept = np.zeros(TABLE)
    for begin, whole, fading, end in named:
        rising: Any = _smooth((light - begin) / (whole - begin))
        kept = np.maximum(kept, rising * (1 - _smooth((light - fading) / (end - fading))))
    return kept


class ProtectionMask:
    """Takes developed planes back to the source where something is protected."""

    def __init__(self, names: Iterable[str], mask: ByteImage | None) -> None:
        """mask: HxW, 255 where a protected part of the picture is."""
        names = tuple(names)
        self._mask = mask
        kept = zones(names)
        self._zones: Singles | None = None if kept is None else kept.astype(np.float32)
        self._bands = self._band_table([name for name in BANDS if name in names])
        self.active = self._zones is not None or self._bands is not None or mask is not None

    @staticmethod
    def _band_table(names: list[str]) -> npt.NDArray[np.float32] | None:
        if not names:
            return None
        axis = np.linspace(-chroma.REACH, chroma.REACH, chroma.SIDE)
        p, t = np.meshgrid(axis, axis)
        weights = dict(zip(BANDS, chroma.band_weights(np.degrees(np.arctan2(t, p))), strict=True))
        total: Any = sum(weights[name] for name in names)
        return np.asarray(total * _smooth((np.hypot(p, t) - 0.05) / 0.15), np.float32)

    def kept(self, planes: Planes, linear: FloatImage, top: int, left: int) -> Planes:
        """planes: developed I, P, T of a part; linear: the same part of the source; top, left: its place."""
        import cv2

        lms: Any = cv2.transform(linear, space.rgb_to_lms().astype(np.float32))
        source: Any = cv2.split(cv2.transform(cv2.sqrt(np.maximum(lms, 0)), space.roots_to_ipt().astype(np.float32)))
        i, p, t = planes
        if self._zones is not None:
            # The tone curve keeps the light of these zones already; here their colour.
            weight = look_up(self._zones, index(source[0], REACH))
            share = weight * i / np.maximum(source[0], 1e-3)
            p, t = p * (1 - weight) + source[1] * share, t * (1 - weight) + source[2] * share
        away = self._weight(source, i.shape, top, left)
        if away is not None:
            i, p, t = (plane + (own - plane) * away for plane, own in zip((i, p, t), source, strict=True))
        return i, p, t

    def _weight(self, source: Planes, shape: tuple[int, ...], top: int, left: int) -> FloatPlane | None:
        weight: Any = None
        if self._mask is not None:
            weight = self._mask[top : top + shape[0], left : left + shape[1]].astype(np.float32) / np.float32(255)
        if self._bands is not None:
            import cv2

            scale = np.float32((chroma.SIDE - 1) / (2 * chroma.REACH)) / np.maximum(source[0], 1e-4)
            middle = np.float32((chroma.SIDE - 1) / 2)
            found = cv2.remap(self._bands, source[1] * scale + middle, source[2] * scale + middle, cv2.INTER_LINEAR,
                              borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
            weight = found if weight is None else np.maximum(weight, found)
        return None if weight is None else np.asarray(weight, np.float32)


def _smooth(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    inside = np.clip(x, 0, 1)
    return np.asarray(inside * inside * (3 - 2 * inside), np.float64)
