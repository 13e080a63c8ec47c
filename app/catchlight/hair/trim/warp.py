"""A picture drawn out or together like rubber: each pixel comes from a place nearby, at whatever size the picture has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.byte_planes import Window
from catchlight.imaging.picture import ByteImage, FloatPlane

_ROWS = 256
_ROOM = 4
"""Pixels round about that the interpolation reads."""


@dataclass(frozen=True)
class DisplacementField:
    """window: the part of the worked picture that moves. across, down: hxw, from how far away, in its pixels, each pixel comes.
    picture: HxWx3 uint8, the worked picture after nothing but this."""

    window: Window
    across: FloatPlane
    down: FloatPlane
    picture: ByteImage

    @property
    def length(self) -> FloatPlane:
        """How far each pixel moved, in pixels."""
        return np.asarray(np.hypot(self.across, self.down), np.float32)

    def of(self, picture: ByteImage) -> DisplacementField:
        return replace(self, picture=picture)

    def applied(self, plane: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The window of a worked picture or plane (HxW...), pulled."""
        import cv2

        x0, y0, x1, y1 = self.window
        to_x = self.across + np.arange(x0, x1, dtype=np.float32)[None]
        to_y = self.down + np.arange(y0, y1, dtype=np.float32)[:, None]
        return np.asarray(cv2.remap(plane, to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))

    def laid(self, pixels: npt.NDArray[Any], onto: npt.NDArray[Any], shape: tuple[int, ...]) -> None:
        """``pixels`` (HxWx3 or x4, of any size) pulled into ``onto``, like them. shape: of the worked picture of the same."""
        import cv2

        sx, sy = pixels.shape[1] / shape[1], pixels.shape[0] / shape[0]
        x0, y0, x1, y1 = self.window
        left, right = int(np.floor(x0 * sx)), min(pixels.shape[1], int(np.ceil(x1 * sx)))
        top, bottom = int(np.floor(y0 * sy)), min(pixels.shape[0], int(np.ceil(y1 * sy)))
        far = int(np.ceil(float(np.abs(self.down).max()) * sy)) + _ROOM
        columns = np.arange(left, right, dtype=np.float32)[None]
        for first in range(top, bottom, _ROWS):
            last = min(bottom, first + _ROWS)
            size = (right - left, last - first)
            matrix = np.array(
                [
                    [sx, 0, (x0 + 0.5) * sx - 0.5 - left],
                    [0, sy, (y0 + 0.5) * sy - 0.5 - first],
                ]
            )
            to_x, to_y = (
                cv2.warpAffine(plane, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                for plane in (self.across, self.down)
            )
            low, high = max(0, first - far), min(pixels.shape[0], last + far)
            to_x = to_x * np.float32(sx) + columns
            to_y = to_y * np.float32(sy) + np.arange(first - low, last - low, dtype=np.float32)[:, None]
            source = np.ascontiguousarray(pixels[low:high, :, :3])
            onto[first:last, left:right, :3] = cv2.remap(
                source, to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
            )
