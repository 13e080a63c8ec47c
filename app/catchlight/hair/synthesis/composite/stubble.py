"""The scalp below drawn hair: darkened by roots, but for a thin line in a parting."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.head.ellipsoid import Hairline, azimuth
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.hair.synthesis.guides import parting, root_directions
from catchlight.imaging import vec3
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane
from catchlight.imaging.picture import ByteImage, FloatPlane

_SCALP, _ROOTS = 0.72, 18.0
"""How far roots darken the scalp, and brightness (0..255) that they leave above that of the darkest strands."""
_COVERED, _COVERED_CM, _MIDDLE = 0.9, (1.5, 3.0), (0.3, 0.7)
"""How far it has the colour of hair where longer hair lies over it, between which distances from the hairline it comes to, and
between which of its tones that is: where that hair parts a little, more of it is seen, and no skin."""
_ROOTED_CM = 1.5
"""How far within the hairline the scalp has its full tone below hair."""
_TINTED, _HUES = 0.35, (0.7, 1.25)
"""How far the scalp has the hue of roots, and the range of that by its channels: it has less blood in it than a forehead."""
_PARTED, _WIDER, _PALE = 0.45, 1.3, 0.2
"""How much less than elsewhere roots darken the scalp in a parting, how far beside that, in halves of its width, and how much
less colour it has than a forehead: 0.58, 0.67 and 0.67 of that's red, green and blue in a photograph of black hair, 0.44, 0.43
and 0.49, and 0.74, 0.71 and 0.72 in two others."""


def darken_scalp(
    part: ByteImage, bare: CleanPlate, style: Groom, palette: StrandColours, hairline: Hairline, cm: float
) -> FloatPlane:
    """Roots' shadow on the scalp (hxwx3), so that a parting is no bald line; soft at the hairline. Changes ``part``, and returns
    how far it is hair that is seen there (hxw in 0..1), which has its shade already."""
    import cv2

    point = bare.skull.point
    rooted = (point[..., 1] > hairline.height(azimuth(point))).astype(np.uint8)
    within = cv2.distanceTransform(rooted, cv2.DIST_L2, 5) / np.float32(cm)
    share = np.clip(within / _ROOTED_CM, 0, 1)
    inside = np.minimum(bare.skull.inside, bare.body)[bare.skull.part]
    share = share * share * (3 - 2 * share) * inside * style.fibre.scalp
    mixed = np.asarray(_TINTED * share, np.float32)
    pale: FloatPlane | None = None
    if root_directions.shows_parting(style):
        from_it = parting.offset_from_parting(style.comb.parting_at, point) / (
            np.float32(_WIDER) * parting.half_width(within)
        )
        line = np.exp(-from_it * from_it)
        pale = np.asarray(_PALE * share * line, np.float32)
        share *= 1 - np.float32(_PARTED) * line
    covered = np.clip((within - _COVERED_CM[0]) / (_COVERED_CM[1] - _COVERED_CM[0]), 0, 1)
    covered = np.asarray(_COVERED * covered * share, np.float32)
    tones = cv2.cvtColor(palette.tones[None], cv2.COLOR_LAB2RGB)[0] * 255
    tone = tones[: len(tones) // 4].mean(axis=0)
    low, high = (round(share * len(tones)) for share in _MIDDLE)
    dark = tone.mean() + _ROOTS
    bright = vec3.mean(part)
    left = 1 - np.float32(_SCALP) * share * np.clip(1 - dark / (blur_plane(bright, 0.1 * cm) + np.float32(1)), 0, 1)
    seen = mixed > 0
    # Shade has the skin's own hue, paint of the hair's would be grey: a scalp with roots in it has something of both.
    skin, tint = as_float(part[seen]), np.clip(tone / max(tone.mean(), 1), *_HUES)
    skin += mixed[seen][:, None] * (bright[seen][:, None] * tint - skin)
    if pale is not None:
        skin += pale[seen][:, None] * (skin.mean(axis=1, keepdims=True) - skin)
    vec3.scale(skin, left[seen])
    skin += covered[seen][:, None] * (tones[low:high].mean(axis=0) - skin)
    part[seen] = as_bytes(skin)
    return covered
