"""More or less volume: the outline of the person's own hair moved out or in, pixel by pixel, the face left where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.scene import Scene, as_bytes, as_float, grown, soft
from catchlight.engine.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_FULL_CM, _FADE_CM = 7.0, 6.0
"""Distance from the face at which hair moves most, and over which it moves less again beyond."""
_SHARE = 0.55
"""Share of the distance to the face's middle that an amount of 1 moves."""
_BELOW_CM = 9.0


@dataclass(frozen=True)
class Moved:
    """picture: HxWx3 uint8. hair: the moved hair, HxW."""

    picture: ByteImage
    hair: FloatPlane


def volume(scene: Scene, bare: Bare, amount: float) -> Moved:
    """amount: -0.5 to 0.8; what hair leaves free is the plate without hair."""
    import cv2

    height, width = scene.shape
    cm = scene.cm
    y, x = np.mgrid[:height, :width].astype(np.float32)
    centre = scene.marks.xy[[234, 454, 10]].mean(axis=0)
    dx, dy = x - centre[0], y - centre[1]
    fixed = grown(scene.oval > 0.5, 0.25 * cm)
    body = (np.maximum.reduce([scene.ear, scene.neck, scene.cloth]) > 0.5) & (scene.hair < 0.5)
    solid = fixed | body
    distance = cv2.distanceTransform((~solid).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
    weight = np.clip((distance - (0 if amount > 0 else 2)) / _FULL_CM, 0, 1)
    weight = weight * (2 - weight) * np.exp(-np.clip(distance - _FULL_CM, 0, None) / _FADE_CM)
    weight = soft(weight, 0.8 * cm) * np.clip(1.6 - dy / (_BELOW_CM * cm), 0, 1)
    if amount < 0:
        scalp = cv2.distanceTransform((bare.skull.inside < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
        weight *= np.clip((scalp + 0.3) / 1.5, 0, 1)
    step = np.float32(amount * _SHARE) * weight
    to_x, to_y = (x - dx * step).astype(np.float32), (y - dy * step).astype(np.float32)

    def at(plane: Floats, border: int) -> Floats:
        return np.asarray(cv2.remap(plane, to_x, to_y, cv2.INTER_CUBIC, borderMode=border), np.float32)

    hair = at(scene.hair, cv2.BORDER_CONSTANT).clip(0, 1)
    moved = at(scene.colours, cv2.BORDER_REPLICATE)
    before = as_float(scene.rgb)
    # The plate without hair shows only where hair has really gone.
    share = np.clip((scene.hair - hair) / 0.15, 0, 1)[..., None] if amount < 0 else np.zeros((1, 1, 1), np.float32)
    ground = before * (1 - share) + bare.plate * share
    changed = np.clip(np.abs(step) * np.hypot(dx, dy) / 0.4, 0, 1)[..., None]
    laid = ground * (1 - hair[..., None]) + moved * hair[..., None]
    return Moved(as_bytes(np.asarray(before * (1 - changed) + laid * changed, np.float32)), hair)
