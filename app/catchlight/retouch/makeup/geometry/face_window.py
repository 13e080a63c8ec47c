"""A window of the picture in which make-up is drawn, and what lies over the face there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Window
from catchlight.portrait import view
from catchlight.portrait.parsing import face_parts, hair_parts
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame, eye_frames, head_window
from catchlight.retouch.makeup.geometry.lens_opening import lens_opening

_LONGEST = 1600
"""Longer side at which hair, hats and rims are told, as the areas of an edit are."""
_FINE, _LARGEST = 4, 5_000_000
"""Points a pixel along each side at which strokes are drawn, and how many there may be."""
_SHIFT = 4
"""Fractional bits of OpenCV's coordinates."""


@dataclass(frozen=True)
class FaceWindow:
    """box: x0, y0, x1, y1 in pixels of the picture."""

    person: Portrait
    box: Window

    @staticmethod
    def around(person: Portrait, points: Doubles, margin: float) -> FaceWindow:
        """The window around points Nx2 with a margin in pixels."""
        height, width = person.picture.height, person.picture.width
        low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        x0, y0 = (int(value) for value in np.clip(np.floor(low), 0, [width - 1, height - 1]))
        x1, y1 = (int(value) for value in np.clip(np.ceil(high) + 1, [x0 + 1, y0 + 1], [width, height]))
        return FaceWindow(person, (x0, y0, x1, y1))

    @property
    def shape(self) -> tuple[int, int]:
        return self.box[3] - self.box[1], self.box[2] - self.box[0]

    def pixels(self) -> Doubles:
        """HxWx2: where each pixel of the window lies in the picture."""
        rows, columns = np.mgrid[self.box[1] : self.box[3], self.box[0] : self.box[2]]
        return np.stack([columns, rows], axis=-1).astype(np.float64)

    def polygons(self, shapes: Sequence[Doubles]) -> FloatPlane:
        """Filled polygons (each Nx2, pixels of the picture), antialiased, float32 in 0..1."""
        import cv2

        height, width = self.shape
        fine = _FINE if height * width * _FINE**2 <= _LARGEST else 2
        plane = np.zeros((height * fine, width * fine), np.uint8)
        for shape in shapes:
            points = ((shape - self.box[:2] + 0.5) * fine - 0.5) * (1 << _SHIFT)
            cv2.fillPoly(plane, [np.round(points).astype(np.int32)], 255, shift=_SHIFT)
        small = cv2.resize(plane.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small / 255, np.float32)

    def outside_openings(self, eyes: Sequence[EyeFrame]) -> FloatPlane:
        """0 in the eyes' openings, also on pixels that lie half in one, 1 outside; a soft step of a pixel between."""
        inside = self.polygons([eye.opening for eye in eyes])
        return np.asarray(np.clip(1 - 2 * inside, 0, 1), np.float32)

    def uncovered(self) -> FloatPlane:
        """How much of each pixel is the face itself: no hair, hat or rim of glasses lies over it; 0..1."""
        window = head_window(self.person)
        seen = view.view(self.person, window, _LONGEST)
        free = seen.kept("uncovered", lambda: _uncovered(seen))
        return np.asarray(view.resample_window(free, window, self.box), np.float32)


def _uncovered(seen: Portrait) -> FloatPlane:
    """Over a view of the head."""
    over = np.maximum(ramp(hair_parts.hair(seen), 0.15, 0.6), ramp(hair_parts.hat(seen), 0.1, 0.5))
    free = 1 - over
    glasses = face_parts.glasses(seen)
    if float((glasses > 0.5).sum()) > (0.8 * seen.pose.px_per_cm) ** 2:
        free = free * lens_opening(seen, glasses, eye_frames(seen))
    return np.asarray(free * seen.alpha, np.float32)


def eyes_window(person: Portrait, eyes: Sequence[EyeFrame]) -> FaceWindow:
    """The window around eyes and brows. eyes: at least one."""
    points = np.concatenate([np.concatenate([eye.opening, eye.brow_top]) for eye in eyes])
    return FaceWindow.around(person, points, 0.7 * max(eye.width for eye in eyes))
