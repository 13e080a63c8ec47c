"""A picture at halved sizes: every network looks at a small part of it, and should not pay for the whole."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, Picture, to_rgb8

_SMALLEST = 64
_BAND = 500_000
"""Pixels of 16 bit that are made to bytes at once."""


class Pyramid:
    """HxWx3 uint8 and its halves, each made at first use. Thread safe.

    Pixel centres are at integers, so a point x of the picture lies at (x + 0.5) / 2 - 0.5 on the next level.
    """

    def __init__(self, source: ByteImage | Picture) -> None:
        """source: HxWx3, or a picture; of one of 16 bit no copy of all its pixels is held, unless somebody asks for ``rgb``."""
        self._source = source
        self._halves: list[ByteImage] = []
        self._lock = threading.Lock()

    @classmethod
    def of(cls, picture: Picture) -> Pyramid:
        return cls(picture)

    @property
    def rgb(self) -> ByteImage:
        """The picture itself."""
        return self._source.rgb8 if isinstance(self._source, Picture) else self._source

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""
        pixels = self._source.pixels if isinstance(self._source, Picture) else self._source
        return int(pixels.shape[0]), int(pixels.shape[1])

    def level(self, scale: float) -> tuple[ByteImage, int]:
        """The smallest level that is still at least ``scale`` of the picture, and how often it was halved."""
        wanted = 0
        while 0.5 ** (wanted + 1) >= scale and min(self.shape) * 0.5 ** (wanted + 1) >= _SMALLEST:
            wanted += 1
        if not wanted:
            return self.rgb, 0
        with self._lock:
            while len(self._halves) < wanted:
                self._halves.append(_halved(self._halves[-1]) if self._halves else self._half())
            return self._halves[wanted - 1], wanted

    def _half(self) -> ByteImage:
        if not isinstance(self._source, Picture) or self._source.depth == 8:
            return _halved(self.rgb)
        height, width = (length // 2 * 2 for length in self.shape)
        made = np.empty((height // 2, width // 2, 3), np.uint8)
        rows = max(2, _BAND // width // 2 * 2)
        for top in range(0, height, rows):
            bottom = min(top + rows, height)
            made[top // 2 : bottom // 2] = _halved(to_rgb8(self._source.pixels[top:bottom]))
        return made

    def cut(self, matrix: geometry.Matrix, size: tuple[int, int]) -> ByteImage:
        """``geometry.cut`` from the level that has just enough pixels. matrix: 2x3, picture to result."""
        level, halved = self.level(min(1.0, 1.5 * geometry.scale_of(matrix)))
        return np.asarray(geometry.warp_affine(level, geometry.compose(matrix, _grown(halved)), size), np.uint8)

    def reduced(self, box: tuple[int, int, int, int], longest: int) -> tuple[ByteImage, geometry.Matrix]:
        """A window (x0, y0, x1, y1) with its longer side at most ``longest``, and the 2x3 matrix from picture to it."""
        import cv2

        x0, y0, x1, y1 = box
        scale = min(1.0, longest / max(x1 - x0, y1 - y0))
        level, halved = self.level(scale)
        step = 2**halved
        left, top = x0 // step, y0 // step
        right, bottom = min(level.shape[1], -(-x1 // step)), min(level.shape[0], -(-y1 // step))
        part: Any = np.ascontiguousarray(level[top:bottom, left:right])
        size = (max(1, round((right - left) * step * scale)), max(1, round((bottom - top) * step * scale)))
        if size != (right - left, bottom - top):
            part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        sx, sy = size[0] / ((right - left) * step), size[1] / ((bottom - top) * step)
        matrix = np.array([[sx, 0, (0.5 - left * step) * sx - 0.5], [0, sy, (0.5 - top * step) * sy - 0.5]])
        return np.asarray(part, np.uint8), matrix


def _halved(rgb: ByteImage) -> ByteImage:
    """Half the size. Odd sizes lose a row: the halves stay aligned with the picture."""
    import cv2

    even = rgb[: rgb.shape[0] // 2 * 2, : rgb.shape[1] // 2 * 2]
    size = (even.shape[1] // 2, even.shape[0] // 2)
    return np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grown(halved: int) -> geometry.Matrix:
    """From pixels of a level to pixels of the picture."""
    step = 2.0**halved
    return np.array([[step, 0, 0.5 * step - 0.5], [0, step, 0.5 * step - 0.5]])
