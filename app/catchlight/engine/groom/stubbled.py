"""The scalp below drawn hair: darkened by roots, but for a thin line in a parting."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.engine import triples
from catchlight.engine.groom import combing, roots
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.head import Hairline, azimuth
from catchlight.engine.groom.palette import Palette
from catchlight.engine.groom.planes import as_bytes, as_float, soft
from catchlight.engine.picture import ByteImage

_SCALP, _ROOTS = 0.72, 18.0
"""How far roots darken the scalp, and brightness (0..255) that they leave above that of the darkest strands."""
_COVERED, _BELOW, _COVERED_CM = 0.94, 4.0, (1.5, 3.0)
"""The same where longer hair lies over it, and between which distances from the hairline it comes to be so: where that parts a
little no skin is seen."""
_ROOTED_CM, _SHAVEN_CM = 0.8, 3.5
"""How far within the hairline the scalp has its full tone below hair, and where it is shaven: no edge is seen there."""
_TINTED, _HUES = 0.35, (0.7, 1.25)
"""How far the scalp has the hue of roots, and the range of that by its channels: it has less blood in it than a forehead."""
_PARTED_CM, _PARTED = 0.1, 0.27
"""Half the width of the line of scalp in a parting, and how much less than elsewhere roots darken it."""


def darken(part: ByteImage, bare: Bare, style: Groom, palette: Palette, hairline: Hairline, cm: float) -> None:
    """Roots' shadow on the scalp, so that a parting is no bald line; soft at the hairline."""
    import cv2

    point = bare.skull.point
    rooted = (point[..., 1] > hairline.height(azimuth(point))).astype(np.uint8)
    within = cv2.distanceTransform(rooted, cv2.DIST_L2, 5) / np.float32(cm)
    share = np.clip(within / (_ROOTED_CM if style.fibre.strands else _SHAVEN_CM), 0, 1)
    inside = np.minimum(bare.skull.inside, bare.body)[bare.skull.part]
    share = share * share * (3 - 2 * share) * inside * style.fibre.scalp
    if style.cut.fade:
        share = share * roots.kept(style.cut.fade, point)
    mixed = np.asarray(_TINTED * share, np.float32)
    if combing.shows_parting(style):
        from_it = (point[..., 0] - np.float32(style.comb.parting_at)) / np.float32(_PARTED_CM)
        share *= 1 - np.float32(_PARTED) * np.exp(-from_it * from_it)
    tone = cv2.cvtColor(palette.tones[None, : len(palette.tones) // 4], cv2.COLOR_LAB2RGB)[0].mean(axis=0) * 255
    bright = triples.mean(part)
    covered = np.clip((within - _COVERED_CM[0]) / (_COVERED_CM[1] - _COVERED_CM[0]), 0, 1)
    covered *= style.fibre.strands > 0 and style.cut.length > combing.STANDS_CM
    dark = np.float32(tone.mean() + _ROOTS) - np.float32(_ROOTS - _BELOW) * covered
    most = _SCALP + np.float32(_COVERED - _SCALP) * covered
    left = 1 - most * share * np.clip(1 - dark / (soft(bright, 0.1 * cm) + np.float32(1)), 0, 1)
    seen = mixed > 0
    # Shade has the skin's own hue, paint of the hair's would be grey: a scalp with roots in it has something of both.
    skin, tint = as_float(part[seen]), np.clip(tone / max(tone.mean(), 1), *_HUES)
    skin += mixed[seen][:, None] * (bright[seen][:, None] * tint - skin)
    triples.scale(skin, left[seen])
    part[seen] = as_bytes(skin)
