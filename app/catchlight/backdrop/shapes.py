"""Opaque shapes laid on a sheet, each over those before it, all filled at once.

A scene is made of thousands of small shapes. A library that lets other threads in at each of them, as OpenCV does, waits for its
turn thousands of times, and so does whoever shares the interpreter: a window would stand still while a wood is drawn.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.backdrop.scene_canvas import SceneCanvas
from catchlight.imaging.arrays import Singles

_FAR = 20_000
"""Pixels beyond the frame at which a corner is as good as any farther one."""


class Shapes:
    """Polygons in shares of the frame's height, each with one linear light, in the order of laying."""

    def __init__(self, canvas: SceneCanvas) -> None:
        self._canvas = canvas
        self._corners: list[npt.NDArray[np.float64]] = []
        self._lights: list[Singles] = []

    def polygon(self, points: npt.ArrayLike, light: Singles) -> None:
        """points: Nx2, N at least 3."""
        self._corners.append(np.asarray(points, np.float64))
        self._lights.append(light)

    def box(self, x0: float, y0: float, x1: float, y1: float, light: Singles) -> None:
        if x1 >= self._canvas.left and x0 <= self._canvas.right:
            self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], light)

    def fill(self, sheet: Singles) -> None:
        """Lay all of them on ``sheet``: HxWx4 premultiplied light and coverage, contiguous, changed in place."""
        from PIL import Image, ImageDraw

        if not self._corners:
            return
        height, width = self._canvas.shape
        numbers = Image.new("I", (width, height), 0)
        draw = ImageDraw.Draw(numbers)
        places, begin = self._pixels(), 0
        for number, corners in enumerate(self._corners, 1):
            end = begin + corners.size
            draw.polygon(places[begin:end], fill=number)
            begin = end
        lights = np.ones((len(self._lights) + 1, 4), np.float32)
        lights[1:, :3] = self._lights
        laid = np.asarray(numbers).ravel()
        covered = np.flatnonzero(laid)
        # A pixel's four values are moved as one: several times as fast.
        sheet.view("V16").reshape(-1)[covered] = lights.view("V16").reshape(-1)[laid[covered]]

    def _pixels(self) -> list[float]:
        """x and y of all corners, one after the other."""
        canvas = self._canvas
        places = np.concatenate(self._corners) * canvas.unit + [canvas.shape[1] / 2 - 0.5, canvas.margin - 0.5]
        return [*np.rint(np.clip(places, -_FAR, _FAR)).ravel().tolist()]
