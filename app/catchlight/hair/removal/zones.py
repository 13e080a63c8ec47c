"""Where the old hair is, or may show: the part of a picture that the plate without hair replaces."""

from __future__ import annotations

import numpy as np

from catchlight.hair.mask import stray_strands
from catchlight.hair.removal import hairline_shade
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

BUSY_DETAIL = 2.2
"""Mean fine detail (0..255) of a background from which it must be rebuilt with patches."""
_UNLIKE, _PLAIN_CM = 120.0, 0.06
"""Distance from the hair's colour (of 0..255 each) from which cloth beside it cannot be hair, and how far round it must be so."""
_FACE_CM, _FOREHEAD_CM = 0.35, 1.0
"""How far beside hair the face and the forehead may show its shadow, and short hairs."""
_EACH, _COARSE = 3, 4
"""Each how many pixels tell the hair's colour, and how much coarser a wide surrounding is told."""
_ROOM_CM, _CALM_ROOM_CM, _WISPS_CM = 0.45, 1.3, 6.5
_BRIGHT_CM, _BESIDE_CM, _BORDER_CM, _THIN_CM, _LONG_CM = 5.0, 0.15, 0.1, 0.1, 0.6
"""How far from the hair a strand may lie on cloth, the width by which it stands out from that, how far from a border of cloth
it is looked for and beside it nothing is kept, its own width at most, and its length at least: what is shorter is a thread."""


def find_hair_zone(scene: HairScene, roots: Mask, fine: float) -> FloatPlane:
    """Where hair is, or may show: the matte with some room, more before a calm background, without the features of the face."""
    import cv2

    cm = scene.cm
    zone = dilate_mask(roots, _ROOM_CM * cm) | (dilate_mask(scene.hair > 0.02, 2) & (scene.skin < 0.5))
    # On the forehead the old hair's shadow and short hairs go too; the rest of the face keeps all it shows.
    reach = _FACE_CM + (_FOREHEAD_CM - _FACE_CM) * hairline_shade.forehead_rows(scene)
    away = cv2.distanceTransform((~(roots & (scene.hair > 0.3))).astype(np.uint8), cv2.DIST_L2, 5)
    zone |= (away < reach * np.float32(cm) + np.float32(0.5)) & (scene.skin > 0.5)
    wisps = _wisps(scene)
    if fine <= BUSY_DETAIL:
        zone |= dilate_mask((scene.hair > 0.05) | wisps, _CALM_ROOM_CM * cm) & (scene.alpha < 0.5)
    zone &= ~_plain(scene)
    zone |= wisps | _bright(scene)
    zone &= ~dilate_mask(scene.feature > 0.5, 2)
    return zone.astype(np.float32)


def _plain(scene: HairScene) -> Mask:
    """Cloth beside the hair that is seen for what it is: sure, and far from the hair's colour."""
    solid = scene.hair > 0.7
    worn = (scene.alpha > 0.97) & (scene.hair < 0.03) & (scene.cloth > 0.5) & (scene.oval < 0.1)
    if solid.sum() < 500 or not worn.any():
        return np.zeros(scene.shape, bool)
    rows, columns = np.flatnonzero(worn.any(axis=1)), np.flatnonzero(worn.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    tint = _tint(scene, solid)
    unlike = np.zeros(scene.shape, bool)
    unlike[part] = _apart(as_float(scene.rgb[part]), tint) > _UNLIKE
    return erode_mask(worn & unlike, _PLAIN_CM * scene.cm)


def _wisps(scene: HairScene) -> Mask:
    """Strands on cloth that the matte has missed: of the hair's colour, unlike the cloth round them; none on cloth like hair."""
    solid = scene.hair > 0.7
    found = np.zeros(scene.shape, bool)
    worn = (scene.alpha > 0.9) & (scene.hair < 0.3) & (scene.oval < 0.1)
    worn &= scene.skin + scene.neck + scene.feature < 0.3
    near = _around(scene.hair > 0.5, _WISPS_CM * scene.cm) & worn
    if solid.sum() < 500 or not near.any():
        return found
    tint = _tint(scene, solid)
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    rgb = as_float(scene.rgb[part])
    plain = erode_mask(worn[part] & (_apart(rgb, tint) > 45), 1)
    if plain.sum() < 500 or np.linalg.norm(np.median(rgb[plain], axis=0) - tint) < 100:
        return found
    local = inpaint.fill_and_blur(rgb, plain.astype(np.float32), 0.4 * scene.cm)
    seen = blur_plane(rgb, 1.0)
    like = _apart(seen, tint) < 0.75 * _apart(seen, local)
    like &= near[part] & (_apart(local, tint) > 50)
    if like.sum() > 0.03 * int(near.sum()):
        return found
    room = round(0.2 * scene.cm) + 1
    found[part] = like
    wider = tuple(slice(max(0, at.start - room), at.stop + room) for at in part)
    found[wider] = dilate_mask(found[wider], 0.2 * scene.cm) & (scene.alpha[wider] > 0.5)
    return found


def _bright(scene: HairScene) -> Mask:
    """Single strands on cloth that is darker than they are, with what is close to them: long lines near the hair."""
    found = np.zeros(scene.shape, bool)
    cm = scene.cm
    worn = (scene.cloth > 0.6) & (scene.alpha > 0.95) & (scene.hair < 0.1)
    near = _around(scene.hair > 0.5, _BRIGHT_CM * cm) & worn
    if near.sum() < 500:
        return found
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    light, weight = vec3.mean(scene.rgb[part]), worn[part].astype(np.float32)
    local = blur_plane(light * weight, _BESIDE_CM * cm) / (blur_plane(weight, _BESIDE_CM * cm) + np.float32(1e-3))
    # At its own border cloth is lighter or darker than itself.
    inside = near[part] & erode_mask(worn[part], _BORDER_CM * cm)
    strands = stray_strands.find_lines(blur_plane(light, 0.7) - local, inside, max(_THIN_CM * cm, 3.0), _LONG_CM * cm)
    found[part] = dilate_mask(strands, _BORDER_CM * cm)
    return found & worn


def _tint(scene: HairScene, solid: Mask) -> FloatImage:
    """The hair's colour."""
    some = (slice(None, None, _EACH),) * 2
    return np.asarray(np.median(scene.rgb[some][solid[some]], axis=0), np.float32)


def _around(mask: Mask, pixels: float) -> Mask:
    """A mask widened by so much that a pixel more or less makes no difference."""
    import cv2

    size = tuple(max(1, length // _COARSE) for length in reversed(mask.shape))
    small = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    wide = dilate_mask(small > 0, pixels / _COARSE).astype(np.uint8)
    return np.asarray(cv2.resize(wide, mask.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0)


def _apart(rgb: FloatImage, other: FloatImage) -> FloatPlane:
    """Distance between colours."""
    squares = sum((rgb[..., channel] - other[..., channel]) ** 2 for channel in range(3))
    return np.asarray(np.sqrt(squares), np.float32)
