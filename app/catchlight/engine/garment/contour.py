"""The outline of a body in a garment: dents filled as padding does, and bumps cut that only the old clothes had."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom.planes import grown, soft
from catchlight.engine.picture import FloatPlane

_DENT_CM, _DENT_CELLS = 3.5, 6
"""Radius of what is too narrow a dent of a shoulder to be one in a coat, and cells for a centimetre on which it is told."""
_BUMP_CM, _BUMP_CELLS = 2.0, 9
"""Radius of what is too narrow a bump of an outline to be a shoulder's or an arm's: a collar's edge, a hood, a matte that took
something dark behind for cloth."""
_OVER_CM, _PLAIN_CM, _FOOT_CM = 0.04, 0.12, 0.5
"""How far a bump may stand out, how far it does where it is plain that it is one, and how far around that it is cut."""
_FAINT = 0.4
"""Share of a pixel from which it belongs to the outline."""
_LOWEST_CM, _HAIR_CM, _TIPS_CM = 9.0, 0.3, 1.2
"""Below, arms and what they hold have shapes of their own; nearer to hair, strands have; and beside a collar its tips."""


def padded(sitter: Sitter, wide: float) -> FloatPlane:
    """The body with the dents of its shoulders filled, as a coat's padding does, HxW in 0..1. wide: half of a collar, cm."""
    body = (sitter.alpha > 0.5) & (sitter.hair < 0.3) & (sitter.v > -PIT_CM)
    full = _morphed(body, _DENT_CM, sitter.cm, _DENT_CELLS, close=True)
    filled = np.clip((soft(full, 0.12 * sitter.cm) - 0.35) * 3.3, 0, 1)
    where = (np.abs(sitter.u) > wide + 2.5) & (sitter.v < 6) & (sitter.hair < 0.05)
    return np.asarray(filled * soft(where.astype(np.float32), 0.3 * sitter.cm), np.float32)


def bumps(sitter: Sitter, outline: FloatPlane, wide: float) -> FloatPlane:
    """What stands out of an ``outline`` (HxW in 0..1) and is too narrow to be a part of it, HxW in 0..1. wide: half of a collar,
    whose tips may stand out, cm."""
    there = outline > _FAINT
    even = _morphed(there, _BUMP_CM, sitter.cm, _BUMP_CELLS, close=False) > 0.5
    plain = there & ~grown(even, _PLAIN_CM * sitter.cm)
    inside = soft(grown(even, _OVER_CM * sitter.cm).astype(np.float32), 0.06 * sitter.cm)
    loose = grown(np.maximum(sitter.hair, sitter.front) > 0.05, _HAIR_CM * sitter.cm)
    where = ~loose & (np.abs(sitter.u) > wide + _TIPS_CM) & (sitter.v > -PIT_CM) & (sitter.v < _LOWEST_CM)
    where &= grown(plain, _FOOT_CM * sitter.cm)
    return np.asarray((1 - inside) * soft(where.astype(np.float32), 0.1 * sitter.cm), np.float32)


def _morphed(body: npt.NDArray[np.bool_], radius_cm: float, cm: float, cells: int, *, close: bool) -> FloatPlane:
    """A mask closed or opened by a disc, on a grid of so many cells for a centimetre; as soft as its cells are large."""
    import cv2

    step = max(1, int(cm / cells))
    small = cv2.resize(body.astype(np.uint8), None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    side = 2 * max(1, round(radius_cm * cm / step)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    pad = cv2.copyMakeBorder(small, side, side, side, side, cv2.BORDER_REPLICATE)
    done: Any = cv2.morphologyEx(pad, cv2.MORPH_CLOSE if close else cv2.MORPH_OPEN, disc)
    size = (body.shape[1], body.shape[0])
    large = cv2.resize(done[side:-side, side:-side].astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)
