"""The window of a picture that an engine sees: as little as it needs, at a size that it can work at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imagine.port import Abilities
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window

CONTEXT = 0.6
"""What is seen around a mask, as a share of its box: half of it on either side."""
_LEAST_CONTEXT = 32
"""Pixels of context on each side at least, where the picture has them."""


@dataclass(frozen=True)
class RequestWindow:
    """box: x0, y0, x1, y1 of the picture. inner: width and height in pixels to which its content is resampled. size: of what the
    engine gets, the content at its top left and its own edge carried on beyond."""

    box: Window
    inner: tuple[int, int]
    size: tuple[int, int]

    def cut(self, pixels: Pixels) -> ByteImage:
        """The window of an 8 or 16 bit picture (HxWx3 or x4, alpha left out) as the engine gets it."""
        import cv2

        x0, y0, x1, y1 = self.box
        part: Any = np.ascontiguousarray(pixels[y0:y1, x0:x1, :3])
        if part.dtype == np.uint16:
            part = np.asarray((part.astype(np.uint32) + 128) // 257, np.uint8)
        small = part if self.inner == (x1 - x0, y1 - y0) else cv2.resize(part, self.inner, interpolation=self._way)
        return np.asarray(self._padded(np.asarray(small, np.uint8), cv2.BORDER_REPLICATE), np.uint8)

    def cut_mask(self, mask: FloatPlane) -> FloatPlane:
        """A mask over the box (HxW, 0..1) as the engine gets it: whatever is touched at all is to be painted."""
        import cv2

        touched = np.asarray(mask > 0, np.float32)
        small = (
            touched if self.inner == touched.shape[1::-1] else cv2.resize(touched, self.inner, interpolation=self._way)
        )
        return np.asarray(self._padded(np.asarray(small > 0, np.float32), cv2.BORDER_CONSTANT), np.float32)

    def restore(self, answer: ByteImage) -> FloatImage:
        """An answer at the box's own size, HxWx3 float32 in 0..1."""
        import cv2

        width, height = self.inner
        inner = answer[:height, :width].astype(np.float32) / np.float32(255)
        size = (self.box[2] - self.box[0], self.box[3] - self.box[1])
        if size == self.inner:
            return np.asarray(inner, np.float32)
        way = cv2.INTER_CUBIC if size[0] > width else cv2.INTER_AREA
        return np.asarray(np.clip(cv2.resize(inner, size, interpolation=way), 0, 1), np.float32)

    @property
    def _way(self) -> int:
        import cv2

        return cv2.INTER_AREA if self.inner[0] < self.box[2] - self.box[0] else cv2.INTER_CUBIC

    def _padded(self, image: Any, border: int) -> Any:
        import cv2

        right, below = self.size[0] - self.inner[0], self.size[1] - self.inner[1]
        return cv2.copyMakeBorder(image, 0, below, 0, right, border, value=0) if right or below else image


def plan_window(touched: Window, shape: tuple[int, int], abilities: Abilities) -> RequestWindow:
    """The window for a mask whose box is ``touched``, in a picture of ``shape`` (height, width).

    At least as large as the engine's model was made for, as far as the picture goes: a window that need not be enlarged gives a
    sharper answer. Never the whole picture where that is not needed.
    """
    height, width = shape
    x0, y0, x1, y1 = touched
    wide, high = (_with_context(side, abilities.native) for side in (x1 - x0, y1 - y0))
    if abilities.least == abilities.most:
        wide = high = max(wide, high)
    left, right = _around((x0 + x1) / 2, min(wide, width), width)
    top, bottom = _around((y0 + y1) / 2, min(high, height), height)
    box = (min(left, x0), min(top, y0), max(right, x1), max(bottom, y1))
    longest = max(box[2] - box[0], box[3] - box[1])
    limit = min(max(abilities.native, abilities.least), abilities.most)
    scale = min(1.0, limit / longest)
    inner = (max(1, round((box[2] - box[0]) * scale)), max(1, round((box[3] - box[1]) * scale)))
    return RequestWindow(box, inner, (_side(inner[0], abilities), _side(inner[1], abilities)))


def _with_context(side: int, native: int) -> int:
    return max(side + max(round(CONTEXT * side), 2 * _LEAST_CONTEXT), native)


def _around(middle: float, length: int, whole: int) -> tuple[int, int]:
    start = min(max(0, round(middle - length / 2)), whole - length)
    return start, start + length


def _side(inner: int, abilities: Abilities) -> int:
    """The side of a request that holds ``inner`` pixels: of the right multiple and within the bounds."""
    step = abilities.multiple
    wanted = max(inner, abilities.least)
    return -(-wanted // step) * step if abilities.least != abilities.most else abilities.least
