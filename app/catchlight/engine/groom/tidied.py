"""Tidying the person's own hair: single strands beside it taken away, and hair laid along its own direction."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom import fill, ground, stray
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.moved import Moved
from catchlight.engine.groom.scene import Scene, as_bytes, as_float, grown, soft
from catchlight.engine.hair import flow
from catchlight.engine.picture import FloatImage, FloatPlane

Mask = npt.NDArray[np.bool_]

_LOCK_CM, _DENSE, _PART = 0.5, 0.65, 0.05
"""Width of the thinnest lock, the hair in it, and how large a part of the hair is by the largest to be more than a strand."""
_AMONG_CM, _SHEER = 0.2, 0.35
"""Width over which strands side by side are one lock, and how much of it they cover where one sees through between them."""
_ENDS_CM, _BESIDE_CM, _HAND_CM = 0.9, 0.25, 0.2
"""Length over which strands grow thin beside locks, how far beside the matte some were missed, and the width from which something
is no strand."""
_BEYOND_CM, _DYED_CM = 1.5, 0.1
"""How far beyond where hair may show strands are looked for, and how far round them the background is not to be gone by."""
_SKIN = 0.3
"""Share of skin from which strands stay: taken away over a face, they leave airbrushed skin and a hairline like a wig's."""
_STEP_CM, _DETAIL = 0.035, 0.9
"""A sixteenth of the way along which hair is laid, and how much stays of what is finer than a pixel, the photo's grain above all:
without it hair is paint."""
_FINE_CM, _CONTRAST, _STEEPEST = 0.05, 0.8, 1.7
"""Width of strands, how much of their contrast laid hair keeps, and how far that is raised for it: a mean has little."""


def tidy(scene: Scene, bare: Bare, flyaways: float, smooth: float) -> Moved:
    """flyaways, smooth: 0..1."""
    picture, hair = as_float(scene.rgb), scene.hair
    if smooth > 0:
        picture = _smoothed(scene, picture, smooth)
    if flyaways > 0:
        # A background that is out of focus is laid along the strands alone and goes on as it is between them; of a sharp one
        # the strands cannot be told, and what was rebuilt of it lies wherever hair may show.
        near, behind = _before_calm(scene, bare) if ground.is_loose(scene) else (_hairy(scene), bare.backdrop)
        loose = _loose(scene, bare, near) * np.float32(flyaways)
        apart = behind - picture
        triples.scale(apart, loose)
        picture = picture + apart
        hair = hair * (1 - loose)
    return Moved(as_bytes(np.asarray(picture, np.float32)), np.asarray(hair, np.float32))


def _hairy(scene: Scene) -> Mask:
    """Where the matte has hair, with room for what it missed of it."""
    return grown(scene.hair > 0.02, _BESIDE_CM * scene.cm)


def _before_calm(scene: Scene, bare: Bare) -> tuple[Mask, FloatImage]:
    """Where strands lie before a background that is out of focus, and that background without them, HxWx3 in 0..255."""
    within = (scene.hair < 0.02) & grown(bare.zone > 0.02, _BEYOND_CM * scene.cm)
    near = _hairy(scene) | grown(stray.strands(scene, within), 0.5 * _BESIDE_CM * scene.cm)
    seen = ~grown(near, _DYED_CM * scene.cm) & (scene.alpha < 0.03)
    behind = fill.smooth(as_float(scene.rgb), seen.astype(np.float32))
    triples.shift(behind, fill.noise(np.random.default_rng(0), scene.shape) * fill.grain(scene.rgb, seen))
    return near, behind


def _loose(scene: Scene, bare: Bare, near: Mask) -> FloatPlane:
    """How far what is seen beside the locks gives way to the background, HxW in 0..1: strands grow thin before they end."""
    away = _from_locks(scene)
    share = np.clip(away / np.float32(_ENDS_CM), 0, 1)
    share *= share * (3 - 2 * share)
    share *= soft(near, max(0.8, 0.5 * _BESIDE_CM * scene.cm))
    return np.asarray(share * (1 - bare.body) * (1 - _skin(scene)) * (1 - _others(scene)), np.float32)


def _from_locks(scene: Scene) -> FloatPlane:
    """How far from a lock each pixel is, HxW in cm."""
    import cv2

    cm = scene.cm
    side = max(3, round(_LOCK_CM * cm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    dense = (scene.hair > _DENSE) | (soft(scene.hair, _AMONG_CM * cm) > _SHEER)
    locks = cv2.morphologyEx(dense.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(locks)
    areas = stats[:, cv2.CC_STAT_AREA].astype(float)
    areas[0] = 0
    locks = (areas > _PART * areas.max())[labels].astype(np.uint8)
    return np.asarray(cv2.distanceTransform(1 - locks, cv2.DIST_L2, 5) / np.float32(cm), np.float32)


def _others(scene: Scene) -> FloatPlane:
    """What of the person is no hair, hands and clothes, with a soft edge, HxW in 0..1."""
    import cv2

    side = max(3, round(_HAND_CM * scene.cm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    inside = cv2.morphologyEx((scene.alpha - scene.hair > 0.3).astype(np.uint8), cv2.MORPH_OPEN, kernel)
    return np.asarray(soft(grown(inside, 0.1 * scene.cm), max(0.8, 0.08 * scene.cm)), np.float32)


def _skin(scene: Scene) -> FloatPlane:
    """Face, ears and neck, with a soft edge, HxW in 0..1."""
    bare = np.maximum.reduce([scene.oval, scene.skin, scene.ear, scene.neck]) > _SKIN
    return np.asarray(soft(grown(bare, 0.1 * scene.cm), max(0.8, 0.08 * scene.cm)), np.float32)


def _smoothed(scene: Scene, picture: FloatImage, amount: float) -> FloatImage:
    """Frizz averaged away along the strands, their lines kept (line integral convolution of the picture itself)."""
    import cv2

    grey = cv2.cvtColor(scene.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / np.float32(255)
    rows, columns = np.nonzero((scene.hair > 0.3).any(axis=1))[0], np.nonzero((scene.hair > 0.3).any(axis=0))[0]
    if not len(rows):
        return picture
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    lines = flow.direction(grey[part], scene.hair[part], scene.cm)
    laid = _along(picture[part], lines, max(0.8, _STEP_CM * scene.cm))
    triples.shift(laid, _lost_contrast(picture[part], laid, scene.hair[part] > 0.95, scene.cm))
    share = (
        np.clip((scene.hair[part] - 0.5) / 0.4, 0, 1) * amount * (1 - _skin(scene)[part] * (scene.hair[part] < 0.98))
    )[..., None]
    detail = picture[part] - cv2.GaussianBlur(picture[part], (0, 0), 1.0)
    result = picture.copy()
    result[part] = picture[part] * (1 - share) + (laid + np.float32(_DETAIL) * detail) * share
    return result


def _lost_contrast(before: FloatImage, laid: FloatImage, solid: Mask, cm: float) -> FloatPlane:
    """What to add to ``laid`` (hxwx3) for its strands to stand apart nearly as they did in ``before``, hxw."""
    fine, own = (light - soft(light, max(1.0, _FINE_CM * cm)) for light in map(triples.mean, (laid, before)))
    if not solid.any():
        return np.zeros_like(fine)
    ratio = float(own[solid].std()) / max(float(fine[solid].std()), 1e-3)
    return np.asarray(fine * np.float32(np.clip(_CONTRAST * ratio, 1, _STEEPEST) - 1), np.float32)


def _along(image: FloatImage, lines: npt.NDArray[np.float32], step: float) -> FloatImage:
    """Mean of the picture along each pixel's streamline."""
    import cv2

    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    total: Any = image.copy()
    count = 1.0
    for sign in (1.0, -1.0):
        at_x, at_y = x.copy(), y.copy()
        last_x, last_y = lines[..., 0] * np.float32(sign), lines[..., 1] * np.float32(sign)
        for _ in range(8):
            at_x += np.float32(step) * last_x
            at_y += np.float32(step) * last_y
            here: Any = cv2.remap(lines, at_x, at_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
            turn = np.where(here[..., 0] * last_x + here[..., 1] * last_y < 0, np.float32(-1), np.float32(1))
            last_x, last_y = here[..., 0] * turn, here[..., 1] * turn
            total += cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            count += 1
    return np.asarray(total / np.float32(count), np.float32)
