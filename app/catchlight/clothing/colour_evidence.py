"""What colours say of a garment beside hair, skin, other clothes and the background of one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing.colour_frequency import ColourEvidence, ColourHistogram
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_SURE, _INSIDE_CM, _FAR_CM, _HAIR_CM2 = 0.7, 0.3, 1.2, 4.0
"""Certainty of parsing, and distance from the border found so far, from which colours are learnt; how much hair they need."""
_TINTED, _DIM, _USUAL = 3.0, (0.1, 0.2), 0.99
"""How many spreads of hair's tint cloth's must lie beside it to be told in any shadow; OKLab lightness from which a tint shows;
and the share of hair whose tint is its own."""
_WHOLLY = 0.75
"""Part of the way from hair's tint to cloth's from which a pixel is cloth in shadow."""


@dataclass(frozen=True)
class ClassMasks:
    """HxW, where there surely is the garment, hair with no cloth behind it, skin, other clothes, and background.

    hairy: where there may be hair.
    """

    ours: Mask
    hair: Mask
    skin: Mask
    clothes: Mask
    ground: Mask
    hairy: Mask


def class_masks(seen: Portrait, mask: FloatPlane, other: FloatPlane) -> ClassMasks:
    """Where the classes surely are. mask: the garment, other: other clothes; both HxW in 0..1."""
    cm = seen.pose.px_per_cm
    hair = seen.parsing.plane([head_parsing.HAIR])
    far = distance_to_mask(mask > 1 - _SURE) > _FAR_CM * cm
    whole = seen.alpha > 0.95 * (float(seen.alpha.max()) or 1.0)
    locks = (hair > _SURE) & far & whole
    high = locks & (np.arange(len(mask))[:, None] < seen.landmarks.xy[mesh.CHIN, 1])
    if float(high.sum()) > _HAIR_CM2 * cm**2:
        locks = high  # no cloth shows through it
    if float(locks.sum()) < _HAIR_CM2 * cm**2:
        locks = np.zeros_like(locks)
    behind = seen.parsing.plane([head_parsing.BACKGROUND])
    return ClassMasks(
        ours=(distance_to_mask(mask < 0.9) > _INSIDE_CM * cm) & (hair < 1 - _SURE),
        hair=locks,
        skin=sure_skin(seen) & far & whole,
        clothes=distance_to_mask(other < 0.9) > _INSIDE_CM * cm,
        ground=(seen.alpha < 0.02) & (behind > 0.5) & far,
        hairy=hair > 1 - _SURE,
    )


def sure_skin(seen: Portrait) -> Mask:
    """Where parsing is sure of skin."""
    return np.asarray(seen.parsing.plane([head_parsing.SKIN, head_parsing.NECK, head_parsing.NOSE]) > _SURE, bool)


def classify_by_colour(lab: FloatImage, sides: ClassMasks) -> ColourEvidence:
    """How far each pixel (lab: HxWx3 OKLab) is of the garment by its colour alone, in light and in the shadow of hair."""
    others = [side for side in (sides.hair, sides.skin, sides.clothes, sides.ground) if side.any()]
    return _in_shadow(lab, ColourHistogram.of(lab).told(sides.ours, others), sides)


def _in_shadow(lab: FloatImage, told: ColourEvidence, sides: ClassMasks) -> ColourEvidence:
    """What is told, and what has the cloth's own tint in whatever shadow of the hair, where hair has no such tint."""
    if not sides.hair.any():
        return told
    tint = lab[..., 1:] / np.maximum(lab[..., :1], np.float32(_DIM[0]))
    ours, theirs = (np.median(tint[side], axis=0) for side in (sides.ours, sides.hair))
    axis = ours - theirs
    along = (tint - theirs) @ (axis / max(float(axis @ axis), 1e-6))
    own = float(np.quantile(along[sides.hair], _USUAL))
    if _TINTED * float(along[sides.hair].std()) > 1 or own > _WHOLLY - 0.1:
        return told
    share = ramp(along, own, _WHOLLY) * ramp(lab[..., 0], *_DIM) * sides.hairy
    sure = np.maximum(told.sure, share)
    return ColourEvidence(np.asarray(np.maximum(told.share, share), np.float32), np.asarray(sure, np.float32))


def distance_to_mask(mask: Any) -> FloatPlane:
    """Distance in pixels to the nearest pixel of a mask; far beyond the picture where there is none."""
    import cv2

    return np.asarray(cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5), np.float32)
