"""Hair beside the neck that the hair's matte has not: ends of tied or braided hair that show behind it, taken for background."""

from __future__ import annotations

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import as_float, dilate_mask

_MOUTH, _DOWN_CM, _ASIDE_CM = (61, 291), 3.0, 7.5
"""Landmarks of the corners of the mouth, from which on down it is looked for; how far below the chin, and how far beside the
middle of the face."""
_NO_GROUND, _SURE_GROUND = 0.7, 0.9
"""Share of background up to which a place may be something else, and from which it tells what the background looks like."""
_NONE, _OUTSIDE, _SOLID = 0.3, 0.1, 0.7
"""Share of anything else up to which a place is none of it, and of the face's outline; and of hair that tells its colour."""
_SLIVER_CM, _LEAST_CM2 = 0.12, 0.4
"""Half the width of what is only the border of something else, and the least area."""
_LIKE = 0.8
"""How near its mean colour must be to the hair's, against how near it is to the background's there."""
_ROOM_CM = 0.45
"""How far beside it single hairs are."""
_EVEN_CM, _FEWEST = 0.5, 100
"""Width over which the background is told there, and pixels that tell it, or the hair."""


def find_hair_at_nape(scene: HairScene) -> Mask:
    """Where such hair is, with some room, HxW."""
    import cv2

    found = np.zeros(scene.shape, bool)
    cm, middle = scene.cm, scene.middle
    top = int(scene.marks.xy[list(_MOUTH), 1].min())
    rows = slice(max(0, top), int(max(0, min(scene.shape[0], scene.chin[1] + _DOWN_CM * cm))))
    columns = slice(int(max(0, middle - _ASIDE_CM * cm)), int(max(0, min(scene.shape[1], middle + _ASIDE_CM * cm))))
    part = (rows, columns)
    solid = scene.hair > _SOLID
    ground = (scene.backdrop[part] > _SURE_GROUND) & (scene.alpha[part] < 0.1)
    if solid.sum() < _FEWEST or ground.sum() < _FEWEST:
        return found
    other = (scene.backdrop[part] < _NO_GROUND) & (scene.hair[part] < _NONE) & (scene.cloth[part] < _NONE)
    other &= (scene.neck[part] + scene.skin[part] + scene.ear[part] < _NONE) & (scene.oval[part] < _OUTSIDE)
    thick = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, disc(_SLIVER_CM * cm))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(thick)
    tint = np.median(scene.rgb[solid], axis=0)
    rgb = as_float(scene.rgb[part])
    around = inpaint.fill_and_blur(rgb, ground.astype(np.float32), _EVEN_CM * cm)
    for number in range(1, count):
        if stats[number, cv2.CC_STAT_AREA] < _LEAST_CM2 * cm * cm:
            continue
        piece = labels == number
        colour, beside = rgb[piece].mean(axis=0), around[piece].mean(axis=0)
        if np.linalg.norm(colour - tint) < _LIKE * np.linalg.norm(colour - beside):
            found[part] |= piece
    return dilate_mask(found, _ROOM_CM * cm)
