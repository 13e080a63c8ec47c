"""Where a groom leaves the photo's own hair as it is: what is seen already need not be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.hair import orientation_field
from catchlight.hair.compositing import rim_light
from catchlight.hair.orientation_field import CELLS_PER_CM, OrientationField
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import short_sides
from catchlight.hair.synthesis.render.groom import HairLayers
from catchlight.imaging.arrays import Mask
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.filters.planes import as_bytes, blur_plane
from catchlight.imaging.picture import ByteImage, FloatPlane

_ROWS = 256

_APART = 0.62
"""Difference between two directions (doubled angles, times agreement) up to which hair lies alike: 18 degrees."""
_LOOSE = 0.35
"""Difference in agreement up to which hair is as curly as other hair."""
_SOLID, _SOME = 0.85, 0.35
_THIN_CM, _PATCH_CM = 0.45, 0.8
"""Half the width up to which a difference of outlines does not count, and that which own hair must have to stay."""
_LEAST_CM2, _BESIDE, _MOSTLY = 8.0, 0.4, 0.5
"""Area of a patch that stays, its share at least in that of the largest, and in all hair worn that of them together, where no
upper part does."""
_ENDS_CM, _BESIDE_CM, _FEATHER_CM, _UNEVEN_CM = 1.3, 0.35, 0.35, 1.1
"""How far inside its outline new hair is drawn where the old goes on, and elsewhere; width of the seam, and how far single
strands shift it."""
_ACROSS = 1.5
"""How much sooner own strands end, by how far they have come into hair that lies otherwise: they would lie across it."""
_RAGGED_CM, _RAGGED_OVER_CM = 4.0, 2.0
"""How far single strands shift the seam where longer hair goes on from the photo's, and the height above the row down to which
that stays over which they come to do so: ends of hair lie over longer hair one by one, nowhere along a line."""
_TIPS_CM, _HANGS_CM = 2.4, 1.5
"""How far above its ends the photo's hair goes over into longer hair, and how far below it that must begin."""
_STEP_CM, _SLOPE = 0.2, 0.6
"""How far new hair may lie outside the old where that goes on below it, and how much more for each cm further down."""
_STRAND_CM, _FINE_STRAND_CM, _FINE_SHARE = 0.12, 0.06, 0.5
_DENSE_CM, _DENSE, _SHOWS = 0.4, 0.97, 0.8
"""Around which width hair is dense or thin, coverage there from which nothing shines through, and at which all that may does."""
_SKIN_FEATHER_CM, _RAMP_CM = 1.4, 2.5
_ROOT_CM = 0.6
"""How far into the hair that it grows from a fringe begins to be seen."""


def photo_hair_share(scene: HairScene, bare: CleanPlate, hair: HairLayers, seed: int) -> FloatPlane | None:
    """HxW 0..1 in the hair's window: 1 where the photo stays. None where it nowhere does."""
    if scene.own is not None and hair.lower is not None:
        return short_sides.photo_share_at_sides(scene, hair.window, hair.lower, seed, hair.front.cover)
    if scene.own is None or hair.lie is None:
        return None
    part, below = scene.part(hair.window), bare.part(hair.window)
    own = orientation_field.orientation_of_photo(scene.own, hair.window, scene.cm)
    cells = _CellComparison.of(part, below, hair, hair.lie, own)
    stays = _large_patches(cells, has_upper=hair.upper is not None)
    if stays is None:
        return None
    lead = _to_pixels(_lead_of_photo(cells, stays), hair.lie.size, hair.window)
    x0, y0, x1, y1 = hair.window
    uneven = _single(scene, hair.upper is not None, seed)[y0:y1, x0:x1]
    return _share_by_lead(lead, uneven, part, below, hair)


@dataclass(frozen=True)
class _CellComparison:
    """The photo's hair against the new, in cells, hxw each. old: coverage of the photo's. covered: that of the new. stays: both
    are there and lie alike. gone, more: there is only the photo's, only the new. other: both are there and lie otherwise. upper:
    above the row down to which the photo's hair stays. hanging: a fringe before the person."""

    old: FloatPlane
    covered: FloatPlane
    stays: Mask
    gone: Mask
    more: Mask
    other: Mask
    upper: Mask
    hanging: Mask

    @classmethod
    def of(
        cls, part: HairScene, below: CleanPlate, hair: HairLayers, new: OrientationField, own: OrientationField
    ) -> _CellComparison:
        """part, below: in the hair's window. new, own: how the new hair lies, and the photo's."""
        old = orientation_field.resample_to_cells(part.hair, new)
        worn = np.maximum(hair.front.cover, hair.back.cover * (1 - below.body))
        covered = orientation_field.resample_to_cells(worn, new)
        alike = np.hypot(own.across - new.across, own.down - new.down) < _APART
        alike &= np.abs(own.agreement - new.agreement) < _LOOSE
        stays = (old > _SOLID) & (covered > _SOLID) & alike
        gone = _opened((old > _SOME) & (covered < _SOME), _THIN_CM)
        more = _opened((covered > _SOME) & (old < _SOME), _THIN_CM)
        other = (old > 0.5) & (covered > 0.5) & ~alike
        upper, hanging = np.zeros(old.shape, bool), np.zeros(old.shape, bool)
        if hair.upper is not None:
            lower = (np.arange(len(old))[:, None] - np.float32(hair.upper / new.size)) / np.float32(CELLS_PER_CM)
            upper |= lower < 0
            # Where outlines do not quite meet, new hair widens little by little.
            near = _distance(old > _SOME) < _STEP_CM + _SLOPE * np.clip(lower, 0, None)
            person = orientation_field.resample_to_cells(part.alpha, new) > 0.9
            hanging = (new.fringe > 0.25) & (covered > 0.3) & person
            gone, more, other = gone & ~upper, more & ~upper & near, other & ~upper
            stays |= upper & (old > _SOLID)
        return cls(old, covered, _opened(stays, _PATCH_CM), gone, more, other, upper, hanging)


def _large_patches(cells: _CellComparison, *, has_upper: bool) -> Mask | None:
    """The patches of the photo's hair that are large enough to stay, hxw; None where all of them are too little."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.stays.astype(np.uint8))
    area = stats[:, cv2.CC_STAT_AREA] * (np.arange(len(stats)) > 0)
    large = area > max(_LEAST_CM2 * CELLS_PER_CM**2, 0 if has_upper else _BESIDE * area.max())
    stays = np.asarray(large[labels], bool)
    # A patch of the photo in drawn hair would be seen: without an upper part that stays it must be most of what is worn.
    least = 1 if has_upper else _MOSTLY * (cells.covered > _SOLID).sum()
    return None if stays.sum() < least else stays


def _lead_of_photo(cells: _CellComparison, stays: Mask) -> FloatPlane:
    """Cm by which the photo's hair has the better of the new, hxw: 0 at the seam."""
    away = np.minimum(
        np.minimum(_distance(cells.gone) - _ENDS_CM, _distance(cells.more) - _BESIDE_CM),
        _distance(cells.other) - _BESIDE_CM,
    )
    # Where new hair hangs below the ends of the old, those are no ends any more.
    away = np.minimum(away, _distance(cells.more & _under(cells.old > 0.5)) - _TIPS_CM)
    lead = np.clip(away, -3, 3) - _distance(stays | cells.upper) - np.float32(_ACROSS) * _distance(~cells.other)
    if cells.hanging.any():
        rooted = _ROOT_CM * (cells.old > _SOLID)
        lead = np.minimum(lead, _distance(cells.hanging) - _distance(~cells.hanging) + rooted)
    return np.asarray(lead, np.float32)


def _to_pixels(cells: FloatPlane, size: float, window: Window) -> FloatPlane:
    """A plane of cells of ``size`` pixels in all the pixels of a window."""
    import cv2

    x0, y0, x1, y1 = window
    matrix = np.array([[size, 0, 0.5 * size - 0.5], [0, size, 0.5 * size - 0.5]])
    return np.asarray(
        cv2.warpAffine(cells, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def _share_by_lead(
    lead: FloatPlane, uneven: FloatPlane, part: HairScene, below: CleanPlate, hair: HairLayers
) -> FloatPlane:
    """HxW 0..1, where the photo stays. lead: HxW, cm by which it has the better. uneven: HxW in -0.5..0.5, of each strand. part,
    below: in the hair's window."""
    solid, cover = part.hair, hair.front.cover
    # Strands interlock in hair; beside it, on skin and cloth, nothing may show where the seam runs.
    down = np.arange(len(solid), dtype=np.float32)[:, None] - np.float32(hair.upper or 0)
    lead = lead + uneven * solid * (
        np.float32(_UNEVEN_CM) if hair.upper is None else _ragged(down / np.float32(part.cm))
    )
    keep = np.clip(lead / (_SKIN_FEATHER_CM + (_FEATHER_CM - _SKIN_FEATHER_CM) * solid) + np.float32(0.5), 0, 1)
    # Where there is new hair and none of the old, it is drawn: little by little below what stays whatever it is.
    drawn = np.clip(2 * (cover - solid), 0, 1)
    if hair.upper is None:
        # A lock that the new hair does not cover would be left by itself on the skin.
        keep *= 1 - rim_light.visible_head_skin(part, below) * np.clip(1 - 2 * cover, 0, 1)
    else:
        # Through thin hair at an outline the background shines, where there is hair now.
        thin = np.clip((_DENSE - blur_plane(solid, _DENSE_CM * part.cm)) / np.float32(_DENSE - _SHOWS), 0, 1)
        np.maximum(drawn, cover * thin, out=drawn)
    keep *= 1 - drawn * np.clip(down / np.float32(_RAMP_CM * part.cm), 0, 1)
    # Between the strands of a fringe the hair that it grows from is seen, not the forehead under it.
    keep = np.maximum(keep, (1 - cover) * np.clip(4 * solid - 3, 0, 1) * (down < 0))
    return np.asarray(keep, np.float32)


def _single(scene: HairScene, finely: bool, seed: int) -> FloatPlane:
    """HxW in -0.5..0.5, a value for each strand of the photo's hair. finely: with thinner ones in those."""
    found = scene.bundles(_STRAND_CM, seed) - np.float32(0.5)
    if finely:
        found += (scene.bundles(_FINE_STRAND_CM, seed) - np.float32(0.5) - found) * np.float32(_FINE_SHARE)
    return found


def _ragged(below: FloatPlane) -> FloatPlane:
    """Cm by which single strands shift the seam, where it lies ``below`` (cm) the row down to which hair stays."""
    share = np.clip(below / np.float32(_RAGGED_OVER_CM) + 1, 0, 1)
    return np.asarray(_UNEVEN_CM + (_RAGGED_CM - _UNEVEN_CM) * share, np.float32)


def blend_with_photo(
    picture: ByteImage, worn: FloatPlane, scene: HairScene, hair: HairLayers, stays: FloatPlane
) -> float:
    """The photo laid back into ``picture`` (HxWx3) and its hair into ``worn`` (HxW) where it stays; changes both. Returns the
    photo's share of the hair worn."""
    x0, y0, x1, y1 = hair.window
    part = (slice(y0, y1), slice(x0, x1))
    for top in range(0, y1 - y0, _ROWS):
        rows = (slice(y0 + top, min(y0 + top + _ROWS, y1)), part[1])
        share = stays[top : top + _ROWS, :, None]
        picture[rows] = as_bytes(picture[rows] * (1 - share) + scene.rgb[rows] * share)
    worn[part] += (scene.hair[part] - worn[part]) * stays
    return float((worn[part] * stays).sum() / max(float(worn.sum()), 1.0))


def _under(mask: Mask) -> Mask:
    """The cells that lie up to ``_HANGS_CM`` below some of a mask."""
    import cv2

    kernel = np.ones((round(_HANGS_CM * CELLS_PER_CM), 1), np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel, anchor=(0, len(kernel) - 1)), bool)


def _opened(mask: Mask, half_cm: float) -> Mask:
    """A mask without what is thinner than twice ``half_cm``."""
    import cv2

    side = 2 * round(half_cm * CELLS_PER_CM) + 1
    kernel: Any = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel), bool)


def _distance(mask: Mask) -> FloatPlane:
    """Cm to the nearest cell of a mask; far where there is none."""
    import cv2

    if not mask.any():
        return np.full(mask.shape, 99, np.float32)
    return np.asarray(
        cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(CELLS_PER_CM), np.float32
    )
