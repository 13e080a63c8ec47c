"""Where an edit acts: a window of the picture and a soft mask over it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Window

_FAINT = 0.02
"""Coverage that is not worth touching a pixel for: soft masks have long tails."""


@dataclass(frozen=True)
class Area:
    """Where an edit acts. box: x0, y0, x1, y1 in the picture; mask: float32 in 0..1, as large as the box."""

    box: Window
    mask: FloatPlane

    @property
    def empty(self) -> bool:
        return not self.mask.size or float(self.mask.max()) < 0.1

    def trimmed(self) -> Area:
        """Without faint coverage, and no larger than what is left."""
        import cv2

        if not self.mask.size:
            return self
        most = np.float32(_FAINT)
        rows = np.flatnonzero(cv2.reduce(self.mask, 1, cv2.REDUCE_MAX).ravel() > most)
        columns = np.flatnonzero(cv2.reduce(self.mask, 0, cv2.REDUCE_MAX).ravel() > most)
        if not len(rows):
            return Area((self.box[0], self.box[1], self.box[0], self.box[1]), self.mask[:0, :0])
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        mask = self.mask[top:bottom, left:right] - most
        mask /= np.float32(1 - 2 * _FAINT)
        np.clip(mask, 0, 1, out=mask)
        x0, y0 = self.box[0] + int(left), self.box[1] + int(top)
        box = (x0, y0, x0 + int(right - left), y0 + int(bottom - top))
        return Area(box, mask)

    def on(self, shape: tuple[int, int]) -> FloatPlane:
        """The mask on a whole picture of ``shape`` (height, width)."""
        plane = np.zeros(shape, np.float32)
        x0, y0, x1, y1 = self.box
        plane[y0:y1, x0:x1] = self.mask
        return plane
