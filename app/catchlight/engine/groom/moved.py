"""More or less volume: the outline of the person's own hair moved out or in, pixel by pixel, the face left where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.scene import Scene, as_bytes, as_float, grown, soft
from catchlight.engine.groom.stored import Window
from catchlight.engine.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_FULL_CM, _FADE_CM = 7.0, 6.0
"""Distance from the face at which hair moves most, and over which it moves less again beyond."""
_SHARE = 0.55
"""Share of the distance to the face's middle that an amount of 1 moves."""
_BELOW_CM = 9.0
_THINNER, _BESIDE_CM = 0.2, 0.3
"""Difference in coverage from which the old hair shows instead of the thinner one that is moved over it, and beside that."""
_STRAND_CM = 0.12
"""Softness of what tells old hair from new: from strand to strand it would make dashes of them."""
_ROOM_CM = 6.0
"""How far hair moves at most."""


@dataclass(frozen=True)
class Moved:
    """picture: HxWx3 uint8. hair: the moved hair, HxW. kept: share of it that is the photo's own, where it was to be drawn.
    sides: whether the photo's own sideburns, ears and nape stay under it."""

    picture: ByteImage
    hair: FloatPlane
    kept: float = 0.0
    sides: bool = False


def volume(scene: Scene, bare: Bare, amount: float) -> Moved:
    """amount: -0.5 to 0.8; what hair leaves free is the plate without hair."""
    import cv2

    height, width = scene.shape
    cm = scene.cm
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None]
    centre = scene.marks.xy[[234, 454, 10]].mean(axis=0).astype(np.float32)
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
    del weight, distance, solid, fixed, body
    moves = np.abs(step) * np.hypot(dx, dy)
    window = _window(grown(scene.hair > 0, _ROOM_CM * cm) & (moves > 0.02))
    x0, y0, x1, y1 = window
    part = (slice(y0, y1), slice(x0, x1))
    to_x = (x - dx * step)[part] - np.float32(x0)
    to_y = (y - dy * step)[part] - np.float32(y0)
    changed = np.clip(moves[part] / 0.4, 0, 1)
    del x, y, dx, dy, step, moves

    def at(plane: Floats, border: int) -> Floats:
        return np.asarray(cv2.remap(plane, to_x, to_y, cv2.INTER_CUBIC, borderMode=border), np.float32)

    old = scene.hair[part]
    hair = at(old, cv2.BORDER_CONSTANT).clip(0, 1)
    laid = at(scene.colours(window), cv2.BORDER_REPLICATE)
    # The plate without hair shows only where hair has really gone.
    ground = as_float(scene.rgb[part])
    if amount < 0:
        gone = soft(np.maximum(old - hair, 0), _STRAND_CM * cm)
        ground += (bare.plate[part] - ground) * np.clip(gone / 0.15, 0, 1)[..., None]
    laid -= ground
    laid *= hair[..., None]
    laid += ground
    if amount > 0:
        # Thin hair of the hairline, drawn out over solid hair, would be a line in the colour of skin.
        side = 2 * round(_BESIDE_CM * cm) + 1
        thinnest = cv2.erode(hair, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        share = soft(np.clip((old - thinnest) / _THINNER, 0, 1), 0.5 * _BESIDE_CM * cm)
        share *= np.clip(1 + soft(old - hair, _STRAND_CM * cm) / _THINNER, 0, 1)
        laid += (ground - laid) * share[..., None]
    ground[...] = scene.rgb[part]
    laid -= ground
    laid *= changed[..., None]
    laid += ground
    picture, worn = scene.rgb.copy(), scene.hair.copy()
    picture[part], worn[part] = as_bytes(laid), hair
    return Moved(picture, worn)


def _window(changed: npt.NDArray[np.bool_]) -> Window:
    """The part of a picture that holds all that changes."""
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
