"""Drawn hair that goes on from the photo's own: down to where that stays, and how both outlines meet."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.orientation_field import CELLS_PER_CM, STRAIGHT_AGREEMENT, OrientationField
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh

_LONG_CM = 10.0
"""Length at the sides from which a style leaves the upper part of long hair alone: it falls from the parting either way."""
_SHORT, _SEEN_CM2 = 0.78, 6.0
"""Agreement of directions in short hair without curls; below the nose, where that much is seen, ``STRAIGHT_AGREEMENT``."""
_BELOW_CM, _LEAST_CM, _MORE_CM = 1.5, 1.0, 1.8
"""How far below the mouth hair must hang, and how wide: on both sides, on one at least. Else it is short, or tied."""
_SOLID = 0.85
_INNER_CM, _WIDEST_CM = 6.5, 14.0
"""From here outwards, as seen from the axis of the neck, strands are moved; what is further out is not the head's hair."""
_YIELDS, _LEAST_INNER_CM = 2.5, 4.0
"""Width, by how far an outline is moved, over which strands give way, and where they do at the innermost: none would lie on
others."""
_MOST_CM, _RELAXED_CM = 4.0, 11.0
"""How far an outline is moved, and the height over which it comes back to its own."""
_ENDS_CM, _TURNS = 4.0, (0.2, 0.3)
"""How far above its ends the photo's hair hangs as it would if it were longer, and how far it turns inwards and outwards there
with each cm at most: ends that curl in are no waist of longer hair."""


def has_same_curliness(scene: HairScene, old: FloatPlane, own: OrientationField, style: Groom) -> bool:
    """Whether the photo's hair is as curly as the style's, or as straight. old: hxw, that hair in the cells of ``own``."""
    rows = np.arange(len(old))[:, None] * own.size
    solid = old > _SOLID
    lower = solid & (rows > scene.marks.xy[mesh.NOSE_TIP, 1])
    if lower.sum() > _SEEN_CM2 * CELLS_PER_CM**2:
        return bool((float(own.agreement[lower].mean()) > STRAIGHT_AGREEMENT) == (style.curl is None))
    # Short hair lies less evenly, and says less.
    return bool(solid.any() and (float(own.agreement[solid].mean()) > _SHORT) == (style.curl is None))


def seam_row(scene: HairScene, old: FloatPlane, new: OrientationField, style: Groom) -> float | None:
    """Row down to which long hair stays as it is, whatever the style's parting is; None where it is to be drawn anew.

    old: hxw, the photo's hair, as curly as the style's, in the cells of ``new``.
    """
    falls = style.comb.parting in ("centre", "side")
    if not falls or style.cut.length * min(style.cut.sides, 1.0) < _LONG_CM:
        return None
    row = float(scene.marks.xy[13, 1])
    first = int(max(0, row / new.size))
    aside = (np.arange(old.shape[1]) + 0.5) * new.size - scene.middle
    near = old[first : first + round(_BELOW_CM * CELLS_PER_CM)] * (np.abs(aside) < _WIDEST_CM * scene.cm)
    if not near.size:
        return None
    wide = [float(near[:, aside * side > 0].sum(axis=1).mean()) / CELLS_PER_CM for side in (-1, 1)]
    return row if min(wide) > _LEAST_CM and max(wide) > _MORE_CM else None


def follow_photo_outline(
    pixels: Floats, scene: HairScene, old: FloatPlane, new: OrientationField, row: float
) -> Floats:
    """Strands (NxSx2 pixels) moved aside so that their outline is that of the photo's hair above ``row``, and goes on from it."""
    height, cm = len(old), np.float32(scene.cm)
    columns = np.abs((np.arange(old.shape[1]) + 0.5) * new.size - scene.middle) / cm
    side_of = np.sign((np.arange(old.shape[1]) + 0.5) * new.size - scene.middle)
    shift = np.zeros((2, height), np.float32)
    outer = np.full((2, height), _WIDEST_CM, np.float32)
    for index, side in enumerate((-1, 1)):
        here = (side_of == side) & (columns < _WIDEST_CM)
        seen, drawn = (np.where(plane & here, columns, 0).max(axis=1) for plane in (old > 0.5, new.worn))
        shift[index] = _shift(seen, drawn, round(row / new.size))
        outer[index] = np.maximum(np.where(drawn > 0, drawn, _WIDEST_CM), _INNER_CM + 1)
    inner = np.minimum(_INNER_CM, np.maximum(outer - _YIELDS * np.abs(shift), _LEAST_INNER_CM))
    aside = pixels[..., 0] - np.float32(scene.middle)
    at = np.clip(pixels[..., 1] / np.float32(new.size), 0, height - 1).astype(np.intp)
    half = (aside > 0).astype(np.intp)
    share = np.clip((np.abs(aside) / cm - inner[half, at]) / (outer - inner)[half, at], 0, 1.3)
    result = pixels.copy()
    result[..., 0] += np.sign(aside) * share * (shift[half, at] * cm)
    return result


def _shift(seen: Floats, drawn: Floats, row: int) -> Floats:
    """Cm by which the outline of drawn hair moves outwards in each row of cells. seen, drawn: cm from the neck's axis to the
    photo's outline and to it, 0 where there is none. Below ``row`` it goes on from the photo's, down to where that one's ends
    begin, and comes back to its own little by little."""
    both = (seen > 0) & (drawn > 0)
    rows = np.arange(len(seen))
    if not (both & (rows < row)).any():
        return np.zeros(len(seen), np.float32)
    last = int(np.flatnonzero(both & (rows < row))[-1])
    gone = np.flatnonzero(~both[last:])
    ends = last + (int(gone[0]) if len(gone) else len(seen) - last)
    follows = max(last, ends - round(_ENDS_CM * CELLS_PER_CM))
    outline = np.array(seen, np.float32)
    for index in range(last + 1, follows + 1):
        turned = np.clip(seen[index] - outline[index - 1], -_TURNS[0] / CELLS_PER_CM, _TURNS[1] / CELLS_PER_CM)
        outline[index] = outline[index - 1] + turned
    used = both & (rows <= follows)
    gap = np.clip(np.where(used, outline - drawn, 0), -_MOST_CM, _MOST_CM)
    weight = blur_plane(used[:, None].astype(np.float32), CELLS_PER_CM)[:, 0] + np.float32(1e-3)
    even = blur_plane(np.asarray(gap, np.float32)[:, None], CELLS_PER_CM)[:, 0] / weight
    later = float(even[follows]) * np.exp(-np.clip(rows - follows, 0, None) / (_RELAXED_CM * CELLS_PER_CM))
    return np.asarray(np.where(rows < follows, even, later), np.float32)
