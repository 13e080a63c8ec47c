"""Ties: narrow, in the middle, with shirt on both sides that has another colour than they do.

A tie that is none gives its colour to half a shirt; one that is taken for the jacket, which often has its colour, takes that of
the jacket. Form and colour must agree.
"""

from __future__ import annotations

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask

_WIDE_CM, _KNOT_CM, _KNOT_WIDE_CM = 11.5, 4.0, 7.0
"""How wide a tie may be, how far down its knot goes, and how wide that may be."""
_LEAST_CM2, _SOME_CM2 = 8.0, 3.0
"""Area of a tie, and of a piece in a tie's place that is not to be passed over."""
_REACH_CM, _FLANK_CM2 = 6.0, 2.0
"""How far beside a tie its shirt is looked for, and how much of it is needed on either side."""
_APART, _ALIKE, _WEIGHTS = 0.05, 0.3, np.array([0.4, 1.0, 1.0], np.float32)
"""Difference of colour (OKLab) below which shirt looks like the tie, how much of it may on either side, and the weights of that
difference: a fold shades a shirt, and does not tint it."""
_ASIDE_CM, _ROW_CM = 4.5, 1.0
"""How far beside the middle a tie may lie, and the height in which shirt is looked for on both sides of it."""


def is_tie(found: Cloth, tie: PatchMask, shirt: PatchMask) -> bool:
    """Whether a piece has a tie's form, and a colour that the shirt has on neither side of it."""
    if found.size_of(tie) < _LEAST_CM2:
        return False
    across, down, colour = found.across, found.down, found.patches.colour
    top = float(np.quantile(down[tie], 0.02))
    knot = tie & (down < top + _KNOT_CM)
    if _width(found, tie) > _WIDE_CM or _width(found, knot) > _KNOT_WIDE_CM:
        return False
    own, middle = np.median(colour[tie], axis=0), float(np.median(across[tie]))
    level = shirt & (down < float(np.quantile(down[tie], 0.98)) + _ROW_CM) & (np.abs(across - middle) < _REACH_CM)
    for side in (-1, 1):
        flank = level & (side * (across - middle) > 0)
        if found.size_of(flank) < _FLANK_CM2:
            return False
        alike = flank & (np.linalg.norm((colour - own) * _WEIGHTS, axis=1) < _APART)
        if found.size_of(alike) > _ALIKE * found.size_of(flank):
            return False
    return True


def find_tie_in_shirt(found: Cloth, jacket: PatchMask, shirt: PatchMask) -> PatchMask:
    """What of the jacket hangs between two sides of the shirt: a tie of the jacket's colour, if anything."""
    across, down = found.across, found.down
    middle = jacket & (np.abs(across) < _ASIDE_CM)
    kept = np.zeros_like(middle)
    for place in np.flatnonzero(middle):
        beside = shirt & (np.abs(down - down[place]) < _ROW_CM) & (np.abs(across - across[place]) < _REACH_CM)
        kept[place] = (beside & (across < across[place])).any() and (beside & (across > across[place])).any()
    return kept


def is_too_large(found: Cloth, piece: PatchMask) -> bool:
    """Whether a piece in a tie's place is too large to be passed over."""
    return found.size_of(piece) > _SOME_CM2


def _width(found: Cloth, piece: PatchMask) -> float:
    """Widest row of a piece, cm."""
    rows = np.floor(found.down[piece] / _ROW_CM)
    across = found.across[piece]
    size = np.sqrt(found.patches.area[piece]) / found.cm
    widths = [np.ptp(across[rows == row]) + float(size[rows == row].mean()) for row in np.unique(rows)]
    return float(np.quantile(widths, 0.9)) if widths else 0.0
