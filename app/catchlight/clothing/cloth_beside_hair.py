"""Cloth beside hair and before the background: colours say where it is, and a matte along them how much of it.

Parsing and superpixels follow hair by its outline; what shows between locks, and single strands over cloth, are finer, and a
shoulder out of focus is softer than any of them says. How usual a colour is on sure cloth, on hair that lies too high to be mixed
with any, on skin and on the background is counted once for the picture; a closed-form matte (Levin, Lischinski and Weiss 2006)
carries that along strands and across the outline.

References:
    A. Levin, D. Lischinski, Y. Weiss, "A closed-form solution to natural image matting", IEEE PAMI 30(2), 2008,
    doi:10.1109/TPAMI.2007.1177.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing import colour_evidence
from catchlight.clothing.colour_frequency import ColourEvidence
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.matting.closed_form import solve_colour_lines
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_LONGEST, _MARGIN = 900, 12
"""Longer side at which strands are told, in pixels (their lines of colour hold for finer pictures too), and pixels around."""
_HAIR, _BESIDE_CM, _REACH_CM = 0.3, 0.7, 4.0
"""Share from which there is hair, how far beside it its strands are looked for, and how far from cloth found so far more of it
may show between them."""
_SAID, _ASIDE_CM, _OFF_CM, _AROUND_CM = 0.9, 3.0, 9.0, 0.3
"""How sure colours must be of cloth farther away, how far beside hair and from other cloth such pieces are looked for, like a
lapel between hair and skin, and how far around them the matte goes."""
_OUTLINE_CM, _SMOOTH_CM = 0.3, 0.06
"""How far on both sides of the outline before the background cloth may be out of focus, and within what length an outline without
hair shows nothing but noise."""
_TELLS = 0.4
"""How sure colours must be, on the mean, of cloth that is surely such, to tell it from hair: a dark weave beside brown hair has
0.27 and was taken for strands; of nine strangers' clothes six have 0.47 to 0.98, the others 0.12 to 0.35."""
_CUT = 0.08
"""Shares nearer to 0 and 1 than this are none and all."""


@dataclass(frozen=True)
class ClothMatte:
    """share: HxW float32, the part of each pixel that is cloth, in ``where``: beside hair, and along the outline."""

    share: FloatPlane
    where: Mask


def estimate_cloth_matte(portrait: Portrait, cloth: FloatPlane) -> ClothMatte | None:
    """Cloth beside hair and background, at the portrait's own size; None where neither borders on it.

    cloth: HxW in 0..1, all clothes as far as they are known without looking at strands.
    """
    seen = view.view(portrait, None, _LONGEST)
    full = (portrait.picture.width, portrait.picture.height)
    mask = resize(cloth, (seen.picture.width, seen.picture.height))
    sides = colour_evidence.class_masks(seen, mask, np.zeros_like(mask))
    if not sides.ours.any():
        return None
    image = seen.picture.rgb8.astype(np.float32) / np.float32(255)
    told = colour_evidence.classify_by_colour(oklab.from_srgb(image), sides)
    outline = _outline(seen, mask)
    tells = sides.hair.any() and float(told.sure[sides.ours].mean()) > _TELLS
    hairy = _beside_hair(seen, mask, told) if tells else np.zeros_like(outline)
    where = outline | hairy
    if not where.any():
        return None
    smooth = _SMOOTH_CM * seen.pose.px_per_cm
    lines = resize(_lines(_calm(image, hairy, smooth), mask, where, told), full)
    finest = portrait.picture.rgb8.astype(np.float32) / np.float32(255)
    smooth *= full[0] / seen.picture.width
    finest = _calm(finest, resize(hairy.astype(np.float32), full) > 0.5, smooth)
    share = (finest * lines[..., :3]).sum(axis=2) + lines[..., 3]
    share = np.clip((share - _CUT) / (1 - 2 * _CUT), 0, 1)
    return ClothMatte(np.asarray(share, np.float32), resize(where.astype(np.float32), full) > 0.5)


def _outline(seen: Portrait, mask: FloatPlane) -> Mask:
    """Where cloth may end before the background."""
    reach = _OUTLINE_CM * seen.pose.px_per_cm
    behind = seen.alpha < 0.5 * (float(seen.alpha.max()) or 1.0)
    near = (colour_evidence.distance_to_mask(mask > 0.5) < reach) & (colour_evidence.distance_to_mask(behind) < reach)
    # What borders on a wall and is no cloth is skin or hair: not this outline's.
    return np.asarray(near & (colour_evidence.distance_to_mask(~behind & (mask < 0.5)) > reach), bool)


def _beside_hair(seen: Portrait, mask: FloatPlane, told: ColourEvidence) -> Mask:
    """Where hair may lie over cloth, or cloth show between locks."""
    cm = seen.pose.px_per_cm
    to_hair = colour_evidence.distance_to_mask(seen.parsing.plane([head_parsing.HAIR]) > _HAIR)
    to_cloth = colour_evidence.distance_to_mask(mask > 0.5)
    person = seen.alpha > 0.5 * (float(seen.alpha.max()) or 1.0)
    where = (to_hair < _BESIDE_CM * cm) & (to_cloth < _REACH_CM * cm) & person
    if not (where & (mask > 0.5)).any():
        return np.zeros_like(where)
    below = np.arange(len(mask))[:, None] > seen.landmarks.xy[mesh.CHIN, 1]
    like = (told.share > _SAID) & (told.sure > _SAID) & below & (to_hair < _ASIDE_CM * cm) & (to_cloth < _OFF_CM * cm)
    return np.asarray(
        where | ((colour_evidence.distance_to_mask(like & person & (mask < 0.5)) < _AROUND_CM * cm) & person), bool
    )


def _calm(image: FloatImage, hairy: Mask, sigma: float) -> FloatImage:
    """The picture without the noise that would fray an outline; as it is where there are strands."""
    import cv2

    soft: Any = cv2.GaussianBlur(image, (0, 0), max(sigma, 0.3))
    return np.where(hairy[..., None], image, soft).astype(np.float32)


def _lines(image: FloatImage, mask: FloatPlane, where: Mask, told: ColourEvidence) -> FloatImage:
    """HxWx4: slopes by red, green and blue, and offset, of the share of cloth."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    box = np.s_[
        max(0, rows[0] - _MARGIN) : rows[-1] + _MARGIN + 1, max(0, columns[0] - _MARGIN) : columns[-1] + _MARGIN + 1
    ]
    start = np.where(where, mask + told.sure * (told.share - mask), mask)
    result = np.zeros((*mask.shape, 4), np.float32)
    result[..., 3] = mask
    result[box] = solve_colour_lines(image[box], start[box], where[box], told.sure[box])
    return result
