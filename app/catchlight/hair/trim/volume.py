"""More or less volume: the outline of the person's own hair moved out or in, pixel by pixel, the face left where it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.hair import background_variation
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim.warp import DisplacementField
from catchlight.imaging.arrays import Floats
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_FULL_CM, _FADE_CM = 7.0, 6.0
"""Distance from the face at which hair moves most, and over which it moves less again beyond."""
_SHARE = 0.55
"""Share of the distance to the face's middle that an amount of 1 moves."""
_FACE_CM = 1.2
"""How far beside the face hair begins to move in full."""
_LOW_CM, _BELOW_CM = 14.4, 9.0
"""Below the face's middle: where nothing moves any more, and the height over which it moves ever less."""
_REACH_CM, _SLOWLY = 6.0, 2.6
"""How far beyond the hair the background goes with it, by itself and by how far hair moves: a shorter way would fold it."""
_THINNER, _BESIDE_CM = 0.2, 0.3
"""Difference in coverage from which the old hair shows instead of the thinner one that is moved over it, and beside that."""
_STRAND_CM = 0.12
"""Softness of what tells old hair from new: from strand to strand it would make dashes of them."""
_LEAST_PX, _ROOM_CM = 0.02, 0.6
"""Least way that counts, and the room that hair leaves below the frame."""
_SOLID, _SPECK_CM, _EAR_CM = 0.8, 0.1, 1.0
"""Hair through which nothing shines, half the width of what shows nothing, and how far round an ear nothing moves."""
_LOCK_CM, _STRAY_CM = 0.35, (0.3, 0.7)
"""Width of a lock, and how far beside locks strands are moved before a sharp background, whose lines look like strands."""


@dataclass(frozen=True)
class EditedHair:
    """picture: HxWx3 uint8. hair: the moved hair, HxW. kept: share of it that is the photo's own, where it was to be drawn.
    sides: whether the photo's own sideburns, ears and nape stay under it. pull: where pixels only moved, None elsewhere.
    lost: whether hair was drawn beside hair whose gloss the camera has lost."""

    picture: ByteImage
    hair: FloatPlane
    kept: float = 0.0
    sides: bool = False
    pull: DisplacementField | None = None
    lost: bool = False


def change_volume(scene: HairScene, bare: CleanPlate, amount: float) -> EditedHair:
    """amount: -0.5 to 0.8. A background out of focus goes with the hair, and every strand stays as it is; before a sharp one
    hair is moved by its matte, and what it leaves free is the plate without hair."""
    pull = _pull(scene, bare, amount)
    x0, y0, x1, y1 = pull.window
    part = (slice(y0, y1), slice(x0, x1))
    picture, worn = scene.rgb.copy(), scene.hair.copy()
    picture[part] = pull.applied(scene.rgb)
    worn[part] = pull.applied(scene.hair).clip(0, 1)
    if background_variation.is_background_soft(scene):
        return EditedHair(picture, worn, pull=pull.of(picture))
    picture[part] = as_bytes(_laid(scene, bare, amount, pull, worn[part]))
    return EditedHair(picture, worn)


def _pull(scene: HairScene, bare: CleanPlate, amount: float) -> DisplacementField:
    """From where each pixel comes."""
    import cv2

    height, width = scene.shape
    cm = scene.cm
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None]
    centre = scene.marks.xy[[234, 454, 10]].mean(axis=0).astype(np.float32)
    dx, dy = x - centre[0], y - centre[1]
    step = np.float32(-amount * _SHARE) * _weight(scene, bare, amount, dy)
    far = float((np.abs(step) * np.hypot(dx, dy)).max()) / cm
    moved = cv2.remap(scene.hair, x + dx * step, y + dy * step, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    beyond = cv2.distanceTransform((moved < 0.3).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
    reach = max(_REACH_CM, _SLOWLY * far)
    step *= blur_plane(1 - _eased(beyond / np.float32(reach)), 0.4 * cm)
    if amount < 0:
        # Beyond the frame there is nothing to be drawn in.
        edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
        step *= _eased(edge / np.float32(max(_SLOWLY * far * cm, 1)))
    # Hair that the frame shows whole does not grow out of it: all of it rises less, as less at its top alone would be flat.
    rises = _rises(scene.hair, np.asarray(moved, np.float32), _ROOM_CM * cm) if amount > 0 else 1.0
    across, down = dx * step, dy * step * np.where(dy < 0, np.float32(rises), np.float32(1))
    window = _window(np.hypot(across, down) > _LEAST_PX)
    x0, y0, x1, y1 = window
    return DisplacementField(window, across[y0:y1, x0:x1].copy(), down[y0:y1, x0:x1].copy(), scene.rgb)


def _rises(before: FloatPlane, after: FloatPlane, room: float) -> float:
    """Share of its way (0..1) that hair (HxW, before and after) may go up, for ``room`` pixels to stay above it."""
    first, last = (float(np.flatnonzero((hair > 0.5).any(axis=1))[:1].sum()) for hair in (before, after))
    return float(np.clip((first - room) / max(first - last, 1e-6), 0, 1))


def _weight(scene: HairScene, bare: CleanPlate, amount: float, dy: FloatPlane) -> FloatPlane:
    """How far each place moves, HxW in 0..1. dy: how far it lies below the face's middle, in pixels."""
    import cv2

    cm = scene.cm
    fixed = dilate_mask(scene.oval > 0.5, 0.25 * cm) | _bare(scene)
    distance = cv2.distanceTransform((~fixed).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
    weight = np.clip((distance - (0 if amount > 0 else 2)) / _FULL_CM, 0, 1)
    weight = weight * (2 - weight) * np.exp(-np.clip(distance - _FULL_CM, 0, None) / _FADE_CM)
    weight = blur_plane(weight, 0.8 * cm) * _eased((_LOW_CM - dy / cm) / _BELOW_CM)
    # Softening reaches into the face, of which nothing may move.
    face = cv2.distanceTransform((scene.oval < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
    weight *= _eased(face / _FACE_CM)
    if amount < 0:
        scalp = cv2.distanceTransform((bare.skull.inside < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
        weight *= np.clip((scalp + 0.3) / 1.5, 0, 1)
    return np.asarray(weight, np.float32)


def _bare(scene: HairScene) -> npt.NDArray[np.bool_]:
    """Skin and clothes, also where they shine through thin hair: roots stay where they are."""
    import cv2

    seen = (scene.alpha > 0.9) & (scene.hair < _SOLID)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_SPECK_CM * scene.cm) + 1,) * 2)
    seen = cv2.morphologyEx(seen.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0
    seen |= (np.maximum(scene.neck, scene.cloth) > 0.5) & (scene.hair < _SOLID)
    # The tip of an ear may be seen between strands.
    return np.asarray(seen | dilate_mask((scene.ear > 0.5) & (scene.hair < _SOLID), _EAR_CM * scene.cm))


def _laid(scene: HairScene, bare: CleanPlate, amount: float, pull: DisplacementField, hair: FloatPlane) -> FloatImage:
    """The window of ``pull`` with the moved hair (its matte) laid over what stays, hxwx3, 0..255."""
    import cv2

    cm = scene.cm
    x0, y0, x1, y1 = pull.window
    part = (slice(y0, y1), slice(x0, x1))
    old = scene.hair[part]
    hair = hair * _beside_locks(hair, cm)
    laid = pull.applied(scene.colours((0, 0, scene.shape[1], scene.shape[0])))
    base = as_float(scene.rgb[part])
    # The plate without hair shows only where hair has really gone.
    if amount < 0:
        gone = blur_plane(np.maximum(old - hair, 0), _STRAND_CM * cm)
        base += (bare.plate[part] - base) * np.clip(gone / 0.15, 0, 1)[..., None]
    laid -= base
    laid *= hair[..., None]
    laid += base
    if amount > 0:
        # Thin hair of the hairline, drawn out over solid hair, would be a line in the colour of skin.
        side = 2 * round(_BESIDE_CM * cm) + 1
        thinnest = cv2.erode(hair, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        share = blur_plane(np.clip((old - thinnest) / _THINNER, 0, 1), 0.5 * _BESIDE_CM * cm)
        share *= np.clip(1 + blur_plane(old - hair, _STRAND_CM * cm) / _THINNER, 0, 1)
        laid += (base - laid) * share[..., None]
    base[...] = scene.rgb[part]
    laid -= base
    laid *= np.clip(pull.length / 0.4, 0, 1)[..., None]
    laid += base
    return np.asarray(laid, np.float32)


def _beside_locks(hair: FloatPlane, cm: float) -> FloatPlane:
    """HxW in 0..1: 1 in locks of hair and close beside them."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_LOCK_CM * cm) | 1,) * 2)
    locks = cv2.morphologyEx((hair > 0.55).astype(np.uint8), cv2.MORPH_OPEN, kernel)
    away = cv2.distanceTransform(1 - locks, cv2.DIST_L2, 5) / np.float32(cm)
    return np.asarray(np.clip((_STRAY_CM[1] - away) / (_STRAY_CM[1] - _STRAY_CM[0]), 0, 1), np.float32)


def _eased(share: Floats) -> Floats:
    """0..1 with a gentle start and end."""
    share = np.clip(share, 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def _window(changed: npt.NDArray[np.bool_]) -> Window:
    """The part of a picture that holds all that changes."""
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
