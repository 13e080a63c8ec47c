"""What the hair leaves on the face beside it: where it grows, the shade in which the skin lies, and where the face may change."""

from __future__ import annotations

import numpy as np

from catchlight.hair.head.ellipsoid import Skull
from catchlight.hair.removal import scalp
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

_SPECK_CM2 = 0.6
_SHADE_CM = 1.2
"""How far beside the hair its shade may lie."""
_NEAR = 6.0
"""How steeply that begins: hair lies round a forehead, not only above a place of it."""
_EVEN_CM = 0.25
"""Width over which brightness is compared for the shade."""
_KEPT_CM, _MOST_LIFTED = 0.12, 2.0
"""Width of what skin keeps when the shade goes, and how far the contrast of that grows at most."""
MOST_SHADE_RATIO = 1.5
"""How much more of one of the channels than the plate the photo's skin may have."""
_MIXED_CM, _COARSE, _EVERY, _DARKEST, _ON_CM = 0.25, 4, 2, 0.5, 2.0
"""How near hair a pixel shows something of it, pixels for one of the photo's shade, of which some are looked at, the deepest, and
how far beyond the skin that is seen there is any: in full up to a centimetre less."""
_FACE_CM = 0.7
"""How far beside the hair that was taken away the face changes."""
_FOREHEAD_CM, _SHADED_CM = 1.6, 0.35
"""Height above the brows over which a forehead begins: a border would be seen where its plate is not quite the skin's tone; and
over which the shade is taken from skin that stays."""


def hair_without_specks(scene: HairScene) -> Mask:
    """Hair without specks inside the face: a mole is as dark as a strand."""
    import cv2

    hair = (scene.hair > 0.12).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(hair)
    specks = stats[:, cv2.CC_STAT_AREA] < _SPECK_CM2 * scene.cm**2
    return np.asarray((hair > 0) & ~(specks[labels] & (scene.oval > 0.5)), np.bool_)


def forehead_rows(scene: HairScene, height: float = _FOREHEAD_CM) -> FloatPlane:
    """How far each row is a forehead's, which begins over a ``height`` (cm), Hx1 in 0..1."""
    down = np.arange(scene.shape[0], dtype=np.float32)[:, None]
    brows = np.float32(scene.marks.xy[[105, 334], 1].min())
    return np.asarray(np.clip((brows - down) / np.float32(height * scene.cm), 0, 1), np.float32)


def old_hair_shade(scene: HairScene, roots: Mask, plate: FloatImage, ball: Skull) -> FloatPlane:
    """How far the old hair shades forehead and temples, 0..1: near it, where skin is darker than skin without hair (``plate``)
    would be; in the skull's box. roots: HxW, ``hair_without_specks``."""
    cm, marks = scene.cm, scene.marks.xy
    down, across = np.arange(scene.shape[0])[:, None], np.arange(scene.shape[1])[None]
    above = forehead_rows(scene, _SHADED_CM)
    corners = marks[[33, 263], 0]
    aside = np.clip((np.maximum(corners.min() - across, across - corners.max()) / cm - scalp.BESIDE_EYE_CM) / 0.4, 0, 1)
    temples = aside * np.clip((marks[mesh.NOSE_TIP, 1] - down) / (1.5 * cm), 0, 1)
    near = np.clip(_NEAR * blur_plane(roots & (scene.hair > 0.3), _SHADE_CM * cm), 0, 1)
    darker = blur_plane(vec3.mean(plate - scene.rgb[ball.part]), _EVEN_CM * cm)
    part = ball.part
    seen = np.maximum(scene.oval, scene.skin)[part]  # the hairline may lie above the landmarks' oval
    return np.asarray(
        np.clip((darker - 3) / 8, 0, 1) * near[part] * np.maximum(above, temples)[part] * seen, np.float32
    )


def remove_shade(scene: HairScene, plate: FloatImage, ball: Skull) -> FloatImage:
    """The skin that is seen, with the light and the hue of skin without hair (``plate``): pores, freckles and short lines stay
    when the shade goes; in the skull's box, hxwx3 in 0..255."""
    seen = as_float(scene.rgb[ball.part])
    width = _KEPT_CM * scene.cm
    even, bright = blur_plane(seen, width), blur_plane(plate, width)
    seen -= even
    vec3.scale(seen, np.clip(vec3.mean(bright) / (vec3.mean(even) + np.float32(1)), 1, _MOST_LIFTED))
    seen += bright
    return seen


def photo_shade(scene: HairScene, plate: FloatImage, ball: Skull) -> ByteImage:
    """What of the light on the ``plate`` the photo's skin has, for each channel, 255 for ``MOST_SHADE_RATIO`` times as much: less
    beside the hair, and of another hue, as it mirrors what is there. It goes on a little way to where hair lies; in the skull's
    box, at a quarter of its size."""
    import cv2

    cm = scene.cm
    some = tuple(slice(side.start, side.stop, _EVERY) for side in ball.part)
    near = dilate_mask(scene.hair[some] > 0.1, _MIXED_CM * cm / _EVERY)
    seen = ((scene.skin[some] > 0.6) & (scene.feature[some] < 0.2) & ~near).astype(np.float32)
    size = (max(1, plate.shape[1] // _COARSE), max(1, plate.shape[0] // _COARSE))
    own, lit, weight = (
        np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
        for image in (scene.rgb[some] * seen[..., None], plate[::_EVERY, ::_EVERY] * seen[..., None], seen)
    )
    known = (weight > 0.5).astype(np.float32)
    ratio = np.asarray(own / np.maximum(lit, 1), np.float32)
    # One limit for the channels together: with one for each, deep shade would be purple.
    vec3.scale(ratio, np.maximum(1, np.float32(_DARKEST) / np.maximum(vec3.mean(ratio), np.float32(1e-3))))
    vec3.scale(ratio, np.minimum(1, 1 / np.maximum(vec3.mean(ratio), np.float32(1e-3))))
    left = inpaint.fill_smoothly(np.minimum(ratio, np.float32(MOST_SHADE_RATIO)), known)
    away = cv2.distanceTransform((known < 0.5).astype(np.uint8), cv2.DIST_L2, 3) * np.float32(_COARSE / cm)
    left = 1 - (1 - left) * np.clip(_ON_CM - away, 0, 1)[..., None]
    return as_bytes(np.asarray(left * np.float32(255 / MOST_SHADE_RATIO), np.float32))


def restore_shade(
    part: ByteImage, ball: Skull, left8: ByteImage, zone: FloatPlane, worn: FloatPlane, cm: float, share: float = 1.0
) -> FloatPlane:
    """The photo's own shade (``left8``: see ``photo_shade``) given back to ``part`` (the plate, hxwx3) where new hair
    (``worn``, hxw) lies as near as the old one did: skin there is what it was.

    zone: hxw, 0 where the plate is the photo. share: of that shade, 0..1, which short hair gives less of.
    Returns how far it dims each pixel, hxw."""
    import cv2

    inside = ball.part
    near = np.clip(_NEAR * blur_plane(worn, _SHADE_CM * cm), 0, 1)[inside]
    near *= ball.inside[inside] * (zone[inside] > 0) * np.float32(share)
    left = cv2.resize(left8, near.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    left *= np.float32(MOST_SHADE_RATIO / 255)
    left -= 1
    vec3.scale(left, near)
    part[inside] = as_bytes(part[inside] * (1 + left))
    dims = np.zeros(worn.shape, np.float32)
    dims[inside] = np.maximum(-vec3.mean(left), 0)
    return dims


def face_change_limit(scene: HairScene, roots: Mask) -> FloatPlane:
    """1 but for the face below the brows: there 0 from ``_FACE_CM`` beside the hair on. roots: HxW, ``hair_without_specks``."""
    import cv2

    away = cv2.distanceTransform((~roots).astype(np.uint8), cv2.DIST_L2, 5) * np.float32(1 / scene.cm)
    near = np.clip((np.float32(_FACE_CM) - away) * np.float32(2 / _FACE_CM), 0, 1)
    return np.asarray(np.where(scene.oval > 0, np.maximum(near, forehead_rows(scene)), 1), np.float32)
