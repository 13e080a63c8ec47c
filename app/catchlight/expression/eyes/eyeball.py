"""Eyes behind moving lids: the eyeball stays where it is, the lids hide or reveal it."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import CREASES, EYES, UNDER
from catchlight.expression.eyes import eyelid, gaze
from catchlight.expression.mouth.interior import FacePatch
from catchlight.expression.soft_shapes import ContourBand, CropWindow, height_of
from catchlight.expression.warp.face_warp import Warp
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage

_MARGIN_CM = 0.7
_SHUT, _CLOSING = 0.12, 0.35
"""Opening (as a factor) below which no eyeball shows, and below which the lid is drawn."""


def draw_eyes(reading: FaceReading, shape: Shape, warp: Warp, image: FloatImage) -> list[FacePatch]:
    """Every eye whose lids move, drawn over the warped ``image`` of the crop."""
    drawn = []
    for eye, factor in enumerate(shape.lids):
        if abs(factor - 1) >= 0.01 or shape.gaze:
            drawn.append(_eye(reading, shape, warp, image, eye, factor))
    return drawn


def _eye(reading: FaceReading, shape: Shape, warp: Warp, image: FloatImage, eye: int, factor: float) -> FacePatch:
    upper, lower = EYES[eye]
    frame = reading.frame([*upper, *lower, *CREASES[eye], *UNDER[eye]], _MARGIN_CM)
    chains = reading.mesh.lids[eye]
    top, bottom = (warp.after[chain, :2] for chain in chains)
    pixels = image[frame.cut].copy()
    changed = np.zeros(frame.shape, np.float32)
    if factor > _SHUT:
        inside = gaussian_blur(frame.polygon(np.vstack([top, bottom[::-1]])), max(0.5, reading.blur * 0.7), EXACT)
        before = [warp.before[chain, :2] for chain in chains]
        ball = _eyeball(reading, frame, (top, bottom), (before[0], before[1]), eye, factor, shape.gaze)
        pixels = pixels * (1 - inside[..., None]) + ball * inside[..., None]
        changed = np.clip(inside * 4, 0, 1)
    if factor < _CLOSING:
        shut = float(np.clip((_CLOSING - factor) / 0.3, 0, 1))
        after = reading.points[:, :2] + shape.moved[:, :2]
        pixels, drawn = eyelid.draw_closed_lid(reading, frame, pixels, eye, after, (top, bottom), shut)
        changed = np.maximum(changed, drawn)
    return FacePatch(frame, pixels, changed)


def _eyeball(
    reading: FaceReading,
    frame: CropWindow,
    lids: tuple[Doubles, Doubles],
    before: tuple[Doubles, Doubles],
    eye: int,
    factor: float,
    way: float,
) -> FloatImage:
    """The picture's own eye, its iris ``way`` pixels across from where it was; what lids reveal is completed from its rim."""
    import cv2

    ex, ey = reading.ex, reading.ey
    x, y = frame.grid()
    between = ContourBand.of(*lids, ex, ey, (x, y))
    across, shade = gaze.slide_iris(reading, between, eye, way) if way else (between.across, None)
    top, bottom = (height_of(contour, ex, ey, across) for contour in before)
    pupil = float(reading.irises[eye * 5] @ ey)
    up = np.clip((pupil - between.down) / np.maximum(1, pupil - between.upper), 0, 1)
    low = np.clip((between.down - pupil) / np.maximum(1, between.lower - pupil), 0, 1)
    # The rim of the old opening is lashes and their shadow: what is revealed is taken from inside it.
    inset = 0.03 * reading.cm
    dy = np.maximum(0, top + inset - between.upper) * up**2.4 - np.maximum(0, between.lower - bottom) * low**2.4
    dx = across - between.across
    source_x = np.asarray(x + dx * ex[0] + dy * ey[0], np.float32)
    source_y = np.asarray(y + dx * ex[1] + dy * ey[1], np.float32)
    ball = cv2.remap(reading.pixels, source_x, source_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    if factor < 1:
        under = np.clip((between.down - between.upper) / reading.cm, 0, 9)
        ball = ball * (1 - 0.45 * min(1.0, (1 - factor) * 2) * np.exp(-under / 0.07))[..., None]
    if shade is not None:
        ball = ball * shade[..., None]
    return np.asarray(ball, np.float32)
