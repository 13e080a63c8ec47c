"""The warped face at the size at which its shading is worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage, FloatPlane


@dataclass(frozen=True, eq=False)
class Surface:
    """points: the 468 vertices where they have gone. cm: pixels for a centimetre. pixels: RGB 0..255. skin, nose: 0..1."""

    points: Doubles
    cm: float
    ex: Doubles
    ey: Doubles
    pixels: FloatImage
    skin: FloatPlane
    nose: FloatPlane
    gain: FloatPlane

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.pixels.shape[0]), int(self.pixels.shape[1])

    @property
    def frame(self) -> CropWindow:
        return CropWindow(0, 0, self.shape[1], self.shape[0])

    def part(self, frame: CropWindow, log_gain: FloatImage) -> Surface:
        """A window of it, shaded by ``log_gain``, which is as large as the window."""
        return replace(
            self,
            points=self.points - [frame.x0, frame.y0],
            pixels=self.pixels[frame.cut] * np.exp(log_gain),
            skin=self.skin[frame.cut],
            nose=self.nose[frame.cut],
            gain=self.gain[frame.cut],
        )

    def place(self, across_cm: float, down_cm: float) -> Doubles:
        """A step in cm as pixels."""
        step: Doubles = np.asarray((self.ex * across_cm + self.ey * down_cm) * self.cm)
        return step
