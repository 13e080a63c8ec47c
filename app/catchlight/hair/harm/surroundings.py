"""What is seen where hair was: colours that neither ground nor cloth has elsewhere, and torn outlines of the body."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatPlane

_WIDE_CM = 0.5
"""Width over which colours are evened before they are compared: folds, weave and grain are finer."""
_LEAST_CM2, _LEAST_CM = 1.0, 1.5
"""Areas and outlines smaller than this say nothing."""
_MOST = 0.9
"""Share of an area below which the difference is that is told: a button or a shadow is no fault."""
_FINE_CM = 0.06
"""The same for what is seen."""
_APIECE = 4
"""How often colours are taken along that width."""
_ROUND_CM = 0.4
"""Half the width of what an outline of cloth has no corners of: folds and collars are larger."""


def colour_novelty(picture: ByteImage, new: Mask, seen: Mask, cm: float) -> float:
    """Difference (OKLab) between colours of what is ``new`` and the nearest that is ``seen`` of the same kind, HxW each; nine
    tenths of the area stay below it. 0 for hardly any. picture: HxWx3.

    Stripes and pictures on cloth come again; a colour that is nowhere else is a smear.
    """
    from scipy.spatial import cKDTree

    least = _LEAST_CM2 * cm * cm
    if new.sum() < least or seen.sum() < least:
        return 0.0
    lab = oklab.from_srgb(picture.astype(np.float32) / np.float32(255))
    pace = max(1, round(_WIDE_CM * cm / _APIECE))
    # Evened as far, the border of two colours that are seen would have every smear of both.
    made, known = (
        _evened(lab, mask, wide * cm)[::pace, ::pace][mask[::pace, ::pace]]
        for mask, wide in ((new, _WIDE_CM / 2), (seen, _FINE_CM))
    )
    if not len(made) or not len(known):
        return 0.0
    apart, _ = cKDTree(known).query(made)
    return float(np.quantile(apart, _MOST))


def outline_roughness(body: FloatPlane, near: Mask, cm: float) -> float:
    """How far an outline departs from its smoothed form, mean in cm, where it runs ``near`` (HxW) what was uncovered; 0 where it
    hardly does. body: HxW in 0..1."""
    solid = body > 0.5
    outline = solid & dilate_mask(~solid, 1) & near
    length = float(outline.sum())
    if length < _LEAST_CM * cm:
        return 0.0
    smooth = blur_plane(solid.astype(np.float32), _ROUND_CM * cm) > 0.5
    return float(((smooth != solid) & dilate_mask(outline, _ROUND_CM * cm)).sum()) / length / cm


def _evened(lab: npt.NDArray[np.floating], mask: Mask, sigma: float) -> npt.NDArray[np.floating]:
    weight = mask.astype(np.float32)
    return np.asarray(
        blur_plane(lab * weight[..., None], sigma) / np.maximum(blur_plane(weight, sigma), 1e-3)[..., None]
    )
