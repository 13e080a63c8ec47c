"""Shading that follows the skin: cheeks that turn to the light, folds that deepen, creases that melt."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.harm import moustache
from catchlight.expression.shading import crease_removal, folds
from catchlight.expression.shading.surface import Surface
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.picture import FloatImage, FloatPlane

_MELTING = 0.92
_CLOSED = 0.4


def change(reading: FaceReading, surface: Surface, shape: Shape) -> tuple[FloatImage, FloatPlane | None]:
    """Log gain of every channel at the field's size, 0 where nothing is shaded anew; and where creases melt, if any do."""
    lines, flattened = folds.fold_gains(reading, surface, shape)
    log_gain = flattened
    log_gain += (np.log(np.clip(surface.gain, 0.7, 1.4)) + lines)[..., None]
    log_gain *= np.clip(surface.skin * 1.2, 0, 1)[..., None]
    smile = sum(shape.changes.get(f"mouthSmile{side}", 0.0) for side in ("Left", "Right")) / 2
    teeth = sum(shape.changes.get(f"mouthUpperUp{side}", 0.0) for side in ("Left", "Right")) / 2
    amount = float(np.clip(-(0.75 * smile + 0.55 * teeth), 0, 1)) * _MELTING
    if reading.mouth.closed:
        # A closed smile has shallow creases, and hair beside the mouth is easily taken for one.
        amount *= _CLOSED
    # What is dark beside the mouth under a moustache is hair, not a crease.
    amount *= 1 - reading.ground.moustache
    if amount > 0.1:
        near = crease_removal.window(surface)
        hair = moustache.lip_hair_mask(reading, near, surface.points, surface.cm)
        gain, share = crease_removal.flatten_creases(surface.part(near, log_gain[near.cut]), amount, hair)
        log_gain[near.cut] += gain
        melted = np.zeros(surface.shape, np.float32)
        melted[near.cut] = share
        return log_gain, melted
    return log_gain, None
