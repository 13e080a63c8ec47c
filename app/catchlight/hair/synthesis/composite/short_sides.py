"""Short hair under a short style: sideburns, ears and nape stay as the photo shows them, and the style goes on above."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.orientation_field import CELLS_PER_CM, OrientationField
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.texture import contrast as texture
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import FloatPlane

Rows = tuple[float, float]
"""Rows of the picture from which hair stays, on its left and on its right side."""

_LONGEST_CM, _BACK_CM = 6.0, 10.0
"""Length at the sides up to which a style is short: falling, and combed back."""
_SEAM = np.array([[-7.0, 4.8, -3.0], [7.0, 4.8, -3.0]], np.float32)
"""Canonical places, a little above the ears, at which the photo's hair goes over into the style's."""
_NEAR_CM, _INSIDE_CM, _OUTSIDE_CM, _CROP_CM, _SLICK = 1.2, 1.7, 2.0, 1.0, 0.8
"""Height over which outlines are compared at the seam, and how far the photo's hair may reach less far out than the style's, and
further, where that is long enough to lie over it, and where it stands or clings to the head from that much on: closer to the head
than the photo's, a style would sit in it as in a nest."""
_BELOW_CM, _HANGS_CM = 1.5, 1.0
"""Hair that is wider than this below the mouth is not short."""
_WIDEST_CM, _INNER_CM = 13.0, 4.5
"""From the axis of the neck: what is further out is not the head's hair, and where outlines are looked for."""
_MOVED_CM, _MOVED_LEAST_CM = 6.3, 1.6
"""From where on strands are moved, and how far inside the outline at the least: those of the temples stay at their hairline."""
_CURLY, _STRAIGHT = 0.55, 0.93
"""How well directions agree in hair too curly for a style without curls, and too straight for one with."""
_RELAXED_CM, _WIDER_CM = 6.5, 7.5
"""Height over which an outline comes back to its own, and where the photo's is further out: sooner it would bulge."""
_FOLLOWS_CM, _UP_CM, _EVEN_CM, _BROAD_CM = 0.8, 2.5, 0.3, 0.8
"""How far a row's outlines may be further apart than at the seam, to be followed, how far up they are, and over which height they
are evened, there and above."""
_BOUND_CM, _OPENS, _MOST_PULLED = 6.0, 0.12, 0.95
"""Height over the seam up to which strands that hang over the photo's outline there are pulled in, cm (times the height's
square) by which they may further up, and the share of the rest that is taken."""
_FEATHER_CM, _SKIN_FEATHER_CM, _UNEVEN_CM, _STRAND_CM = 0.7, 2.2, 1.8, 0.12
"""Width of the seam in hair and on skin, and how far single strands shift it: on skin that would leave stripes."""
_TEMPLE_CM, _GAP_CM, _OWN, _OPEN = 1.3, 0.6, 0.2, 0.6
"""How far above the seam hair of the temples runs out, how far before the new hair (a lock on the forehead goes), what counts as
hair, and below which coverage of the new it is seen."""
_FACE_CM, _FACE_FEATHER_CM = 5.0, 1.0
"""Half the width before the face in which nothing stays: there a fringe may hang."""


def seam_rows(
    scene: HairScene, old: FloatPlane, own: OrientationField, new: OrientationField, style: Groom
) -> Rows | None:
    """Where the photo's hair begins to stay, on either side; None where it is unlike the style's. old: hxw, its matte in the
    cells of ``own`` and ``new``."""
    combed_back = style.comb.parting == "back"
    if style.cut.length * style.cut.sides > (_BACK_CM if combed_back else _LONGEST_CM):
        return None
    solid = old > 0.85
    if not solid.any() or not _kind(float(own.agreement[solid].mean()), style):
        return None
    if not _is_short(scene, old, new.size):
        return None
    left, right = sorted((float(x), float(y)) for x, y in scene.head.points(_SEAM))
    rows = left[1], right[1]
    outside = _CROP_CM if combed_back and style.comb.cling > _SLICK else _OUTSIDE_CM
    if not all(_outlines_meet(scene, old, new, side, row, outside) for side, row in zip((-1, 1), rows, strict=True)):
        return None
    contrast = texture.measure_contrast(as_float(scene.rgb), scene.hair > 0.85, scene.cm)
    # Nothing goes on from braids.
    return rows if contrast is not None and not texture.is_braided(contrast) else None


def _is_short(scene: HairScene, old: FloatPlane, size: float) -> bool:
    """Whether none of the photo's hair hangs below the mouth. old: hxw, its matte in cells of ``size`` pixels."""
    aside = (np.arange(old.shape[1]) + 0.5) * size - scene.middle
    mouth = int(max(0, float(scene.marks.xy[13, 1]) / size))
    under = old[mouth : mouth + round(_BELOW_CM * CELLS_PER_CM)] * (np.abs(aside) < _WIDEST_CM * scene.cm)
    if not under.size:
        return False
    widest = max(float(under[:, aside * side > 0].sum(axis=1).mean()) for side in (-1, 1))
    return widest <= _HANGS_CM * CELLS_PER_CM


def _outlines_meet(
    scene: HairScene, old: FloatPlane, new: OrientationField, side: int, row: float, outside_cm: float
) -> bool:
    """Whether the photo's hair and the new reach about as far out on one side below a row of the picture."""
    first = int(max(0, row / new.size))
    here = _gaps(scene, old, new, side)[first : first + round(_NEAR_CM * CELLS_PER_CM)]
    if not np.isfinite(here).any():
        return False
    return -_INSIDE_CM * scene.cm < float(np.nanmedian(here)) < outside_cm * scene.cm


def continue_photo_outline(
    pixels: Floats, scene: HairScene, old: FloatPlane, new: OrientationField, rows: Rows
) -> Floats:
    """Strands (NxSx2 pixels) moved aside so that above ``rows`` their outline goes on from that of the photo's hair, and none of
    them hangs over it."""
    height, cm = len(old), np.float32(scene.cm)
    shift, begins, ends = np.zeros((2, height), np.float32), np.zeros(2, np.float32), np.ones(2, np.float32)
    limit, pull = np.empty((2, height), np.float32), np.empty((2, height), np.float32)
    for index, (side, row) in enumerate(zip((-1, 1), rows, strict=True)):
        gap = _gaps(scene, old, new, side)
        first = int(max(0, row / new.size))
        near = slice(first, first + round(_NEAR_CM * CELLS_PER_CM))
        hung = float(np.nanmedian(gap[near])) if np.isfinite(gap[near]).any() else 0.0
        ends[index] = max(float(_reach(scene, new.worn, new, side)[near].max()) / scene.cm, _INNER_CM)
        begins[index] = min(_MOVED_CM, ends[index] - _MOVED_LEAST_CM)
        lead = (first - np.arange(height, dtype=np.float32)) / np.float32(CELLS_PER_CM)
        most = _FOLLOWS_CM * scene.cm
        uneven = _evened(np.clip(np.where(np.isfinite(gap), gap - hung, 0), -most, most))
        relaxed = hung * _eased(lead / (_WIDER_CM if hung > 0 else _RELAXED_CM))
        if hung > 0:
            relaxed = np.minimum(relaxed, np.clip(_evened(np.where(np.isfinite(gap), gap, hung), _BROAD_CM), 0, None))
        shift[index] = relaxed + np.maximum(uneven * _eased(lead / _UP_CM), -relaxed if hung > 0 else -most)
        own = _reach(scene, old > 0.5, new, side)
        # Where the photo's hair ends, none is pulled towards the face.
        reach = np.where(own > 0, _evened(own) / np.maximum(_evened(np.asarray(own > 0, np.float32)), 1e-3), 0)
        # Further up the photo's outline goes round the head: it is the seam's that none may hang over.
        reach[:first] = np.maximum(reach[:first], reach[min(first, height - 1)])
        limit[index] = np.where(reach > 0, reach + np.float32(_OPENS) * np.clip(lead, 0, None) ** 2 * cm, np.inf)
        pull[index] = _MOST_PULLED * _eased(lead / _BOUND_CM)
    aside = pixels[..., 0] - np.float32(scene.middle)
    at = np.clip(pixels[..., 1] / np.float32(new.size), 0, height - 1).astype(np.intp)
    which = (aside > 0).astype(np.intp)
    share = np.clip((np.abs(aside) / cm - begins[which]) / (ends - begins)[which], 0, 1)
    away = np.abs(aside) + share * shift[which, at]
    away -= pull[which, at] * np.clip(away - limit[which, at], 0, None)
    result = pixels.copy()
    result[..., 0] = np.float32(scene.middle) + np.sign(aside) * away
    return result


def photo_share_at_sides(
    scene: HairScene, window: tuple[int, int, int, int], rows: Rows, seed: int, cover: FloatPlane | None = None
) -> FloatPlane:
    """HxW in 0..1 in a window of the picture: 1 where the photo stays. cover: HxW, the new hair there: the photo's own at the
    temples that it leaves uncovered runs out above the rows, where its hairline would end in a spike."""
    x0, y0, x1, y1 = window
    cm = scene.cm
    aside = np.arange(x0, x1, dtype=np.float32)[None] - np.float32(scene.middle)
    left, right = ((np.arange(y0, y1, dtype=np.float32)[:, None] - np.float32(row)) / np.float32(cm) for row in rows)
    lead = np.where(aside < 0, left, right)
    solid = np.clip(2 * blur_plane(scene.hair[y0:y1, x0:x1], 0.25 * cm) - 1, 0, 1)
    lead += (scene.bundles(_STRAND_CM, seed)[y0:y1, x0:x1] - np.float32(0.5)) * solid * np.float32(_UNEVEN_CM)
    face = blur_plane(scene.oval[y0:y1, x0:x1], 0.3 * cm) * (1 - solid)
    wide = _FEATHER_CM + (_SKIN_FEATHER_CM - _FEATHER_CM) * face
    below = np.clip(lead / wide + np.float32(0.5), 0, 1)
    below *= below * (3 - 2 * below)
    if cover is not None:
        near = dilate_mask(cover >= _OPEN, _GAP_CM * cm)
        bare = blur_plane((scene.hair[y0:y1, x0:x1] > _OWN) & near & (cover < _OPEN), 0.1 * cm)
        fading = np.clip(1 + lead / np.float32(_TEMPLE_CM), 0, 1)
        # Between drawn strands the photo's hair is seen, not the ground under it.
        under = (1 - cover) * solid * near
        np.maximum(below, fading * np.maximum(np.clip(2 * bare, 0, 1), under), out=below)
    beside = np.clip((np.abs(aside) / np.float32(cm) - np.float32(_FACE_CM)) / np.float32(_FACE_FEATHER_CM), 0, 1)
    return np.asarray(below * beside, np.float32)


def _kind(agreement: float, style: Groom) -> bool:
    return agreement > _CURLY if style.curl is None else agreement < _STRAIGHT


def _eased(above: Floats) -> Floats:
    """1 at 0 and below to 0 at 1, without a corner."""
    at = np.clip(above, 0, 1)
    return np.asarray((1 - at) ** 2 * (1 + 2 * at), np.float32)


def _evened(rows: Floats, over_cm: float = _EVEN_CM) -> Floats:
    """A value for each row of cells, without its jumps."""
    return np.asarray(blur_plane(np.asarray(rows, np.float32)[:, None], over_cm * CELLS_PER_CM)[:, 0], np.float32)


def _gaps(scene: HairScene, old: FloatPlane, new: OrientationField, side: int) -> Floats:
    """Pixels by which the photo's hair reaches further out than the new on one side, for each row of cells; nan where one of
    them ends."""
    seen, drawn = (_reach(scene, plane, new, side) for plane in (old > 0.5, new.worn))
    return np.where((seen > 0) & (drawn > 0), seen - drawn, np.nan)


def _reach(scene: HairScene, worn: npt.NDArray[np.bool_], new: OrientationField, side: int) -> Floats:
    """Pixels from the neck's axis to the outline of hair on one side, for each row of cells; 0 where there is none."""
    columns = (np.arange(worn.shape[1]) + 0.5) * new.size - scene.middle
    here = (side * columns > _INNER_CM * scene.cm) & (np.abs(columns) < _WIDEST_CM * scene.cm)
    return np.asarray(np.where(worn & here, np.abs(columns), 0).max(axis=1))
