"""A garment read from the photo of somebody who wears it: cut out to its edge, or refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing import garment_matte
from catchlight.clothing.reference import anchors as places
from catchlight.clothing.reference import donor_checks
from catchlight.clothing.reference.garment import Anchors, Garment
from catchlight.clothing.reference.unsuited import unsuited
from catchlight.clothing.segment import cloth_edge, fasteners
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.edge_blur import measure_edge_blur
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatPlane
from catchlight.matting.foreground import foreground
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize, view

LONGEST = 3000
"""Longer side up to which a garment is kept."""
_GREY = 6
"""Greatest difference of two channels (of 255) up to which a picture has no colours, at 99 % of its pixels."""
_SOLID = 128
_THREAD_CM, _PIECE, _INNER_CM = (0.35, 0.8), (0.02, 0.2), 10.0
"""Half the width below which something only hangs on the clothes, the share of their largest piece from which another is one,
each near the middle and beside it, and how far the middle reaches."""


@dataclass(frozen=True)
class Worn:
    """What is known of a garment in its wearer's picture before it is judged. cloth: HxW, its matte. solid: the same as a mask.
    axis: column of the neck's axis. chin: x, y. cm: pixels."""

    seen: Portrait
    cloth: FloatPlane
    solid: Mask
    axis: float
    chin: tuple[float, float]
    cm: float


def read_photo(portrait: Portrait, progress: Progress) -> Garment:
    """The garment that the person of a portrait wears.

    Raises UnusablePicture ``reference_unsuited`` for what hides or turns it, and as ``Portrait.landmarks`` does where no face can
    be read.
    """
    seen = view(portrait.upright, None, LONGEST)
    seen.landmarks  # noqa: B018 - refuses before the slower parts
    progress.report(0.1, "finding the clothes")
    donor_checks.require_frontal(seen)
    worn = _worn(seen)
    progress.report(0.6, "measuring the clothes")
    donor_checks.require_uncovered(worn)
    found = _anchors(worn)
    donor_checks.require_upright(worn, found)
    progress.report(0.8, "cutting out the clothes")
    return _cut_out(worn, places.with_hem(found, donor_checks.find_hem(worn, found)))


def _worn(seen: Portrait) -> Worn:
    """The clothes in a portrait. Raises ``reference_unsuited`` where too little shows."""
    cm = seen.pose.px_per_cm
    cloth = _whole(seen)
    x, y = (float(value) for value in seen.landmarks.xy[mesh.CHIN])
    solid = cloth > 0.5
    if solid.sum() < donor_checks.LEAST_CM2 * cm**2:
        raise unsuited(
            Message("The reference picture shows too few clothes. Use one that shows the person down to the chest.")
        )
    return Worn(seen, cloth, solid, _axis(seen, solid), (x, y), cm)


def _whole(seen: Portrait) -> FloatPlane:
    """All that is worn, with buttons, badges and what else is fastened to it, HxW in 0..1."""
    mask = garment_matte.garment(seen, "clothes")
    settled = cloth_edge.segment_cloth(seen)
    fixed = (fasteners.fittings(seen) & settled).astype(np.float32)
    if fixed.any():
        mask = np.maximum(mask, np.asarray(resize(fixed, mask.shape[::-1]), np.float32))
    cm = seen.pose.px_per_cm
    return _main_piece(_without_pinholes(mask, 0.5 * cm), cm, float(seen.landmarks.xy[mesh.CHIN, 0]))


def _main_piece(mask: FloatPlane, cm: float, middle: float) -> FloatPlane:
    """The mask without what hangs on it by a thread, or lies beside it: another's clothes, a flag, a chain."""
    import cv2

    columns = np.arange(mask.shape[1])
    for thread in _THREAD_CM:
        # Far from the middle threads may be thicker: no collar has its tips there.
        aside = np.abs(columns - middle) > (0 if thread == _THREAD_CM[0] else _INNER_CM * cm)
        core = erode_mask(mask > 0.5, thread * cm)
        count, labels, stats, centres = cv2.connectedComponentsWithStats(core.astype(np.uint8))
        if count < 3:
            continue
        # A shirt between two fronts of a jacket may be a piece of its own.
        areas = stats[1:, cv2.CC_STAT_AREA] / stats[1:, cv2.CC_STAT_AREA].max()
        inner = np.abs(centres[1:, 0] - middle) < _INNER_CM * cm
        lost = np.flatnonzero(areas <= np.where(inner, *_PIECE)) + 1
        mask = np.where(dilate_mask(np.isin(labels, lost), thread * cm + 2) & aside, 0, mask).astype(np.float32)
    return mask


def _without_pinholes(mask: FloatPlane, reach: float) -> FloatPlane:
    """The mask with its holes closed that are no wider than ``reach`` pixels: creases that were taken for something else."""
    import cv2

    side = 2 * max(1, round(reach / 2)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE)
    inside = erode_mask(blur_plane(closed, max(1.0, reach / 2)) > 0.5, reach / 2)
    return np.where(inside, np.maximum(mask, closed), mask).astype(np.float32)


def _axis(seen: Portrait, solid: Mask) -> float:
    """Column of the neck's axis: the middle of the opening below the chin where cloth stands on both sides of it, else the face's
    own middle."""
    cm = seen.pose.px_per_cm
    temples = seen.landmarks.xy[[mesh.RIGHT_TEMPLE, mesh.LEFT_TEMPLE], 0]
    x, y = seen.landmarks.xy[mesh.CHIN]
    guess = float(0.35 * x + 0.65 * temples.mean())
    rows = slice(int(max(0, y + 0.5 * cm)), int(max(1, y + 6 * cm)))
    columns = np.arange(solid.shape[1])
    near = solid[rows] & (np.abs(columns - guess) < 9 * cm)
    left = np.where(near & (columns < guess), columns, -1).max(axis=1, initial=-1)
    right = np.where(near & (columns > guess), columns, 10**6).min(axis=1, initial=10**6)
    both = (left >= 0) & (right < 10**6) & (right - left > 4 * cm)
    if both.sum() < 0.3 * cm:
        return guess
    middle = float(np.median((left + right)[both] / 2))
    return float(np.clip(middle, guess - 2 * cm, guess + 2 * cm))


def _anchors(worn: Worn) -> Anchors:
    """Raises ``reference_unsuited`` where collar or shoulders do not show."""
    top = worn.chin[1] - 2 * worn.cm
    below = worn.solid.copy()
    below[: int(max(0, top))] = False
    pit = places.find_pit(places.neck_opening(below, worn.axis), below, worn.axis)
    collar = places.find_collar(below, worn.axis, worn.cm, top, pit)
    shoulders = places.find_shoulders(below, worn.axis, worn.cm)
    if collar is None or shoulders is None:
        raise unsuited(
            Message(
                "Collar and shoulders of the reference picture do not show on both sides of the neck. "
                "Use a picture that shows both shoulders."
            )
        )
    middle = (collar[0][0] + collar[1][0]) / 2
    return Anchors((middle, pit), collar, shoulders, float(worn.solid.shape[0] - 1))


def _cut_out(worn: Worn, found: Anchors) -> Garment:
    """The piece: what lies above the hem, in its own colours."""
    seen = worn.seen
    rgb = seen.picture.rgb8
    alpha = worn.cloth.copy()
    colours = foreground(np.ascontiguousarray(rgb), alpha)
    first, last = places.find_sides(worn.solid, worn.axis, worn.cm)
    part = (slice(0, int(np.clip(round(found.hem) + 1, 2, rgb.shape[0]))), slice(first, last + 1))
    share = np.clip(np.rint(alpha[part] * 255), 0, 255).astype(np.uint8)
    light = seen.light
    return Garment(
        np.ascontiguousarray(np.asarray(colours, np.uint8)[part]),
        share,
        found.moved(-first),
        worn.cm,
        (worn.chin[0] - first, worn.chin[1]),
        _cut_sides(share, worn.cm),
        float(light.skin @ LUMINANCE),
        light.warmth,
        measure_edge_blur(rgb, _face(seen)),
        is_grey(rgb),
    )


def _cut_sides(alpha: np.ndarray, cm: float) -> frozenset[str]:
    """Sides of a piece at which its cloth goes on beyond the picture."""
    least = max(2, 0.5 * cm)
    sides = {"left": alpha[:, :2].max(axis=1), "right": alpha[:, -2:].max(axis=1), "bottom": alpha[-2:].max(axis=0)}
    return frozenset(name for name, line in sides.items() if (line > _SOLID).sum() > least)


def _face(seen: Portrait) -> Mask:
    import cv2

    mask = np.zeros((seen.picture.height, seen.picture.width), np.uint8)
    cv2.fillPoly(mask, [np.round(seen.landmarks.ring(mesh.OVAL)).astype(np.int32)], 1)
    return np.asarray(mask > 0)


def is_grey(rgb: np.ndarray) -> bool:
    """Whether a picture (HxWx3 uint8) has no colours, or one tint alone."""
    small = rgb[::4, ::4].reshape(-1, 3).astype(np.int16)
    apart = small - small.mean(axis=1, keepdims=True).astype(np.int16)
    return bool(np.percentile(np.abs(apart - np.median(apart, axis=0).astype(np.int16)).max(axis=1), 99) <= _GREY)
