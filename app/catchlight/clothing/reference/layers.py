"""What shows where when a garment is laid over a person: cloth, the skin in its opening, and ground where old clothes stood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.placement import GarmentPlacement, maps, sample
from catchlight.clothing.reference.sitter import Sitter
from catchlight.clothing.reference.throat import local_detail
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_KEEP_CM = 1.4
"""How far beside the rebuilt neck bare skin is the neck's own flank, and stays."""
_CLOSE_CM, _FLANK_CM = 1.6, 3.0
"""Half the width of gaps between neck and collar that are closed by skin, and how far beside the neck they are."""
_LACE_CM, _LACE = 1.8, 0.055
"""How far from old cloth skin may show a piece of it, and mean detail (of its brightness) from which it does."""
_SLOPE = 1.6
"""How steeply a neck goes over into a shoulder."""
_WISPS_CM = 1.5
"""How far beside a head its own wisps reach."""
_RIM_CM = 0.22
"""How far beyond its matte old cloth still colours the picture."""
_SOFT_CM = 0.06
"""Softness of a border between skin that is seen and skin that is rebuilt."""
_HEAD_SHADE, _HEAD_CM, _HAIR_SHADE, _HAIR_CM = 0.16, 1.3, 0.22, 0.35
"""Shade of the head on the cloth below it, its softness; the same of hair that lies on it."""
_COLLAR_SHADE, _COLLAR_CM = 0.30, 0.32
"""Shade of a garment's edge on the skin beside it, and its softness."""


@dataclass(frozen=True)
class Layers:
    """All HxW float32 in 0..1 at working size. cloth: the garment, behind what lies before it. ground: where background is laid
    over the old picture; skin: where rebuilt skin is. shade: of the head and hair on the garment. edge: the garment's shade on
    skin. body: the person's new alpha. backdrop: HxWx3 uint8; flesh: HxWx3 float32, 0..255.
    """

    cloth: FloatPlane
    ground: FloatPlane
    skin: FloatPlane
    shade: FloatPlane
    edge: FloatPlane
    body: FloatPlane
    backdrop: ByteImage
    flesh: FloatImage


def lay(garment: Garment, placement: GarmentPlacement, sitter: Sitter) -> Layers:
    """Tell for each pixel what shows there."""
    height, width = sitter.shape
    whole = (slice(0, height), slice(0, width))
    cloth = sample(garment, *maps(placement, *whole, sitter.shape))[1]
    opening = _opening(cloth > 0.5, placement, sitter)
    # The neck goes on behind a collar that stands off it.
    wanted = _closed((cloth > 0.5) | opening | (sitter.neck > 0.5), _CLOSE_CM * sitter.cm) & ~erode_mask(cloth > 0.5, 2)
    wanted &= opening | (sitter.neck > 0.5) | _beside_neck(sitter)
    opening |= _flare(opening, sitter)
    wanted |= opening
    wanted &= np.arange(height)[:, None] > sitter.chin[1] - 6 * sitter.cm
    seen = _visible_skin(sitter)
    flank = seen & dilate_mask(wanted, _KEEP_CM * sitter.cm)
    front = sitter.front
    # Skin is rebuilt where it is wanted and something else was worn; what is covered anyway costs nothing.
    missing = wanted & ~seen & (front < 0.98) & (cloth < 0.98)
    missing = dilate_mask(missing, 0.12 * sitter.cm) & wanted & (sitter.alpha > 0.02) | (missing & opening)
    skin = blur_plane(missing, max(0.7, _SOFT_CM * sitter.cm)) * (1 - _solid(front))
    kept = np.maximum(front, np.maximum(wanted, flank))
    gone = dilate_mask((sitter.alpha > 0.02) & (kept < 0.5) & ~_beside_head(sitter), _RIM_CM * sitter.cm) & (kept < 0.5)
    ground = blur_plane(gone, 0.7) * (1 - front)
    ground *= 1 - blur_plane(wanted | flank, 0.7)
    flesh = sitter.make_skin(skin) if skin.max() > 0.02 else np.zeros((height, width, 3), np.float32)
    shown = (ground > 0.01) & (cloth < 0.995)
    backdrop = sitter.ground(shown) if shown.any() else sitter.rgb
    left = sitter.alpha * (1 - ground)
    body = np.maximum(np.maximum(left, skin), 1 - (1 - cloth) * (1 - left))
    return Layers(
        cloth,
        ground,
        skin,
        _shade(cloth, sitter),
        _edge(cloth, sitter, wanted | flank),
        np.asarray(body, np.float32),
        backdrop,
        flesh,
    )


def _beside_head(sitter: Sitter) -> Mask:
    """The rim of hair and face above the chin, where no clothes are seen, HxW: it stays as the photo has it."""
    near = dilate_mask(sitter.front > 0.3, _WISPS_CM * sitter.cm) & (sitter.cloth < 0.3)
    near[int(np.clip(sitter.chin[1], 0, sitter.shape[0])) :] = False
    return np.asarray(near)


def _opening(cloth: Mask, placement: GarmentPlacement, sitter: Sitter) -> Mask:
    """What the garment leaves open below the chin, between its left and right, HxW."""
    height, width = cloth.shape
    below = cloth.copy()
    below[: int(np.clip(sitter.chin[1] - sitter.cm, 0, height))] = False
    columns = np.arange(width)
    axis = sitter.axis
    inner_left = np.where(below & (columns < axis), columns, -1).max(axis=1)
    inner_right = np.where(below & (columns > axis), columns, width).min(axis=1)
    both = (inner_left >= 0) & (inner_right < width)
    between = (columns > inner_left[:, None]) & (columns < inner_right[:, None]) & both[:, None]
    return np.asarray(between & ~below)


def _visible_skin(sitter: Sitter) -> Mask:
    """Neck and chest as they are seen, without lace, frayed edges and threads of what was worn over them, HxW."""
    bare = sitter.bare > 0.5
    near = dilate_mask(sitter.cloth > 0.5, _LACE_CM * sitter.cm)
    rough = blur_plane(local_detail(sitter.rgb, sitter.cm), 0.3 * sitter.cm) > _LACE
    return np.asarray(bare & ~(near & dilate_mask(rough & near, 0.25 * sitter.cm)))


def _closed(mask: Mask, reach: float) -> Mask:
    """A mask with its bays filled that are narrower than twice the reach, pixels."""
    return erode_mask(dilate_mask(mask, reach), reach)


def _beside_neck(sitter: Sitter) -> Mask:
    """What lies within ``_KEEP_CM`` of the neck, below the chin, HxW."""
    near = dilate_mask(sitter.neck > 0.5, _FLANK_CM * sitter.cm)
    near[: int(np.clip(sitter.chin[1] - sitter.cm, 0, sitter.shape[0]))] = False
    return near


def _flare(opening: Mask, sitter: Sitter) -> Mask:
    """Where a collar stands off the neck on one side, the slope from the neck down to it, HxW."""
    import cv2

    mask = np.zeros(opening.shape, np.uint8)
    rows = np.flatnonzero(opening.any(axis=1))
    if not len(rows):
        return mask > 0
    top = int(rows[0])
    columns = np.flatnonzero(opening[top])
    for collar, neck in zip((columns[0], columns[-1]), sitter.neck_sides[:, top], strict=True):
        gap = abs(float(neck) - float(collar))
        inside = (neck > collar) if collar == columns[0] else (neck < collar)
        if inside and 2 < gap < _FLANK_CM * sitter.cm:
            corners = [(collar, top + 1), (neck, top + 1), (neck, top - _SLOPE * gap)]
            cv2.fillPoly(mask, [np.round(np.array(corners)).astype(np.int32)], 1)
    return mask > 0


def _solid(plane: FloatPlane) -> FloatPlane:
    return np.asarray(np.clip((plane - np.float32(0.5)) * 2, 0, 1), np.float32)


def _shade(cloth: FloatPlane, sitter: Sitter) -> FloatPlane:
    """How much darker the cloth is below the head and beside hair."""
    cm = sitter.cm
    head = np.clip(sitter.front - sitter.hair, 0, 1)
    below = _shifted(blur_plane(head, _HEAD_CM * cm), 1.5 * cm)
    strands = _shifted(blur_plane(sitter.hair, _HAIR_CM * cm), 0.3 * cm)
    return np.asarray((1 - (1 - _HEAD_SHADE * below) * (1 - _HAIR_SHADE * strands)) * (cloth > 0), np.float32)


def _edge(cloth: FloatPlane, sitter: Sitter, skin: Mask) -> FloatPlane:
    """How much darker skin is beside the garment's edge; what is behind the person is not."""
    shown = blur_plane(skin, 0.7) * np.maximum(sitter.alpha, blur_plane(skin & (cloth < 0.5), 0.7))
    return np.asarray(_COLLAR_SHADE * blur_plane(cloth, _COLLAR_CM * sitter.cm) * shown, np.float32)


def _shifted(plane: FloatPlane, down: float) -> FloatPlane:
    """A plane moved down by so many pixels."""
    rows = round(down)
    moved = np.zeros_like(plane)
    if 0 < rows < plane.shape[0]:
        moved[rows:] = plane[:-rows]
    return moved
