"""The rim of all clothes where they meet skin, hair and beard: each pixel unmixed between the colours found on both sides.

``cloth_edge`` knows to a millimetre or two where cloth ends, which a photograph shows to a tenth of one. What lies nearer to its
border than that is matted anew, from samples of the sure colours around (Gastal and Oliveira 2010, "Shared Sampling") that are
made to agree where the picture is smooth (a colour-guided filter weighted by certainty, He et al. 2010).

References:
    E. S. L. Gastal, M. M. Oliveira, "Shared sampling for real-time alpha matting", Computer Graphics Forum 29(2), 2010,
    doi:10.1111/j.1467-8659.2009.01627.x.
    K. He, J. Sun, X. Tang, "Guided image filtering", ECCV 2010, doi:10.1007/978-3-642-15549-9_1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import blur_within_mask, disc, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_BATCH, _ROWS = 8_000, 160
"""Pixels that are sampled, and rows that are evened out at once."""
_ROUNDS = 3


@dataclass(frozen=True)
class RimLimits:
    """How the rim of clothes is matted from samples of both sides. Lengths in cm, distances in sRGB (0..1). Set by eye on the
    portraits; ``tests.benchmarks.recolour`` renews them: it counts old colour that is left at a rim, and changes of what is no
    cloth."""

    skin_cm: float = 0.32
    hair_cm: float = 2.2
    """How far from the border found so far the true one may lie: beside skin, and beside hair, whose strands lie over cloth."""
    hairy: float = 0.3
    told: tuple[float, float] = (0.45, 0.7)
    step: int = 3
    """Share from which there is hair; distances (sRGB) of hair from cloth at which strands begin to be told, and are; pixels for
    one at which that is looked at."""
    around_cm: tuple[float, float, float, float] = (0.0, 0.35, 0.8, 1.4)
    """How far from the nearest sure pixel samples of a side's colours are taken."""
    turns: int = 5
    """Samples on each ring."""
    pure: tuple[float, float] = (0.035, 0.09)
    """Distances (sRGB, 0..1) from the nearest sample within which a pixel is of that side alone, and beyond which it is a
    mixture."""
    misfit: float = 0.04
    apart: float = 0.12
    """Distance of a colour from the line between two samples, and distance of both, at which their word counts little and
    much."""
    held: float = 0.06
    """What the border found so far counts beside sure colours' 1."""
    smooth_cm: float = 0.16
    even: float = 2e-4
    """Radius of the filter, and the variance of colours below which a share is evened out."""
    cut: float = 0.08
    """Shares nearer to 0 and 1 than this are none and all."""
    string_cm: float = 1.1
    """Height up to which what has skin above and below is a necklace."""
    unlike: float = 0.2
    """Its difference from the skin (sRGB)."""


_LIMITS = RimLimits()


@dataclass(frozen=True)
class Rim:
    """share: HxW float32, the part of each pixel that is cloth and not skin, hair or beard. sure: how certain that is, 0..1.

    near: where the border is matted; elsewhere share is 0 or 1. strands: how far, 0..1, single strands of hair are told there.
    """

    share: FloatPlane
    sure: FloatPlane
    near: Mask
    strands: FloatPlane


def matte_rim(portrait: Portrait, cloth: Mask, other: Mask, *, worn: bool = False) -> Rim:
    """The rim of ``cloth`` beside ``other``, both HxW over the portrait; what is neither is left at the nearer one's share.

    worn: the other is cloth too, on which neither pearls nor hair are looked for.
    """
    cm = portrait.pose.px_per_cm
    strands = np.zeros(cloth.shape, np.float32) if worn else _strands(portrait, cloth, other, cm)
    reach = cm * (_LIMITS.skin_cm + (_LIMITS.hair_cm - _LIMITS.skin_cm) * strands)
    to_cloth, to_other = _away(cloth), _away(other)
    share = np.asarray(to_cloth <= to_other, np.float32)
    sure, matted_ = np.ones(cloth.shape, np.float32), np.zeros(cloth.shape, bool)
    barred = np.zeros_like(cloth) if worn else _strung(portrait.picture.rgb8, other, cm)
    cloth, other = cloth & ~barred, other | (cloth & barred)
    share[barred] = 0
    near = ((cloth & (to_other < reach)) | (other & (to_cloth < reach))) & ~barred
    first = np.clip(0.5 + 0.5 * (to_other - to_cloth) / (0.1 * cm), 0, 1)
    for _ in range(_ROUNDS):
        ours, theirs = cloth & ~near, other & ~near
        if not near.any() or not ours.any() or not theirs.any():
            break
        part, certain = _matted(portrait, near, (ours, theirs), first, cm)
        share[near], sure[near] = part[near], certain[near]
        matted_ |= near
        # Where the border has moved to the limit of what was looked at, it may lie farther still.
        person = cloth | other
        cloth, other = person & (share > 0.5), person & (share <= 0.5)
        moved = _moved(near, cloth, (ours, theirs))
        near = person & (_away(moved) < _LIMITS.skin_cm * cm) & ~barred & ~matted_ if moved.any() else moved
        first = share
    return Rim(share, sure, matted_, strands)


def _moved(near: Mask, cloth: Mask, sides: tuple[Mask, Mask]) -> Mask:
    """The outermost pixels of ``near`` that went over to the other side than the one they lie at."""
    import cv2

    ours, theirs = (cv2.dilate(side.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0 for side in sides)
    return np.asarray(near & ((ours & ~cloth) | (theirs & cloth)), bool)


def _strung(rgb: Any, other: Mask, cm: float) -> Mask:
    """What has bare skin above and below and is none: pearls, to where they touch a collar of their colour."""
    import cv2

    height = max(3, round((_LIMITS.string_cm + 2 * _LIMITS.skin_cm) * cm))
    bare: Any = cv2.erode(other.astype(np.uint8), disc(_LIMITS.skin_cm * cm))
    between = (cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((height, 1), np.uint8)) > 0) & (bare == 0)
    if not between.any():
        return np.asarray(between, bool)
    step = 3
    colour = rgb[::step, ::step].astype(np.float32) / 255
    skin = blur_within_mask(colour, (bare[::step, ::step] > 0).astype(np.float32), cm / step)
    unlike = np.linalg.norm(colour - skin, axis=2) > _LIMITS.unlike
    pearls = between & (cv2.resize(unlike.astype(np.uint8), other.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0)
    return np.asarray(pearls | (between & other), bool)


def _matted(
    portrait: Portrait, near: Mask, sides: tuple[Mask, Mask], first: FloatPlane, cm: float
) -> tuple[FloatPlane, FloatPlane]:
    """Shares of the pixels of ``near`` and how sure they are."""
    box = _box(near, round(3 * _LIMITS.smooth_cm * cm) + 2)
    part, sure = np.asarray(first[box], np.float32).copy(), np.ones(first[box].shape, np.float32)
    at = np.nonzero(near[box])
    told, certain = _sampled(portrait.picture.rgb8, near, sides, cm)
    held = _LIMITS.held / (_LIMITS.held + certain)
    part[at], sure[at] = told * (1 - held) + part[at] * held, certain
    weight = np.where(near[box], sure + _LIMITS.held, 1.0).astype(np.float32)
    evened = _evened(portrait.picture.rgb8[box], part, weight, _LIMITS.smooth_cm * cm)
    share, certainty = first.astype(np.float32), np.ones(first.shape, np.float32)
    share[box], certainty[box] = np.clip((evened - _LIMITS.cut) / (1 - 2 * _LIMITS.cut), 0, 1), sure
    return share, certainty


def _strands(portrait: Portrait, cloth: Mask, other: Mask, cm: float) -> FloatPlane:
    """1 near hair whose colours differ so much from those of the cloth beside it that single strands are told apart by them."""
    import cv2

    hair = portrait.parsing.plane([head_parsing.HAIR])
    beard = portrait.kept("region:beard", lambda: hair_parts.beard(portrait))
    hairy = np.asarray((np.maximum(hair, beard) > _LIMITS.hairy) & other, np.float32)
    size = (max(1, cloth.shape[1] // _LIMITS.step), max(1, cloth.shape[0] // _LIMITS.step))
    small = cv2.resize(portrait.picture.rgb8, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    sides = [resize(each.astype(np.float32), size) for each in (cloth, hairy)]
    away = np.linalg.norm(np.subtract(*(blur_within_mask(small, each, cm / _LIMITS.step) for each in sides)), axis=2)
    both = np.minimum(*(ramp(gaussian_blur(each, cm / _LIMITS.step), 0.01, 0.06) for each in sides))
    told = np.asarray(
        ramp(away, *_LIMITS.told) * both * np.clip(2 * gaussian_blur(sides[1], 0.5 * cm / _LIMITS.step), 0, 1),
        np.float32,
    )
    return np.asarray(resize(told, cloth.shape[::-1]), np.float32)


def _away(mask: Mask) -> FloatPlane:
    import cv2

    if not mask.any():
        return np.full(mask.shape, 1e6, np.float32)
    return np.asarray(cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5), np.float32)


def _box(mask: Mask, margin: int) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return (
        slice(max(0, rows[0] - margin), rows[-1] + margin + 1),
        slice(max(0, columns[0] - margin), columns[-1] + margin + 1),
    )


def _sampled(rgb: Any, near: Mask, sides: tuple[Mask, Mask], cm: float) -> tuple[Any, Any]:
    """Share of the first side in each pixel of ``near``, in the order of np.nonzero, and how sure it is."""
    rows, columns = np.nonzero(near)
    nearest = [_nearest(side) for side in sides]
    share, sure = np.empty(len(rows), np.float32), np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BATCH):
        part = slice(start, start + _BATCH)
        at = rows[part], columns[part]
        colour = rgb[at].astype(np.float32) / 255
        samples = [_candidates(rgb, each, at, cm) for each in nearest]
        share[part], sure[part] = _unmixed(colour, *samples)
    return share, sure


def _nearest(side: Mask) -> tuple[Any, Any]:
    """Row and column of the pixel of a side that is nearest to each pixel."""
    import cv2

    _, label = cv2.distanceTransformWithLabels((~side).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rows, columns = np.nonzero(side)
    row, column = (np.zeros(int(label.max()) + 1, np.int16) for _ in range(2))
    row[label[side]], column[label[side]] = rows, columns
    return row[label], column[label]


def _candidates(rgb: Any, nearest: tuple[Any, Any], at: tuple[Any, Any], cm: float) -> Any:
    """NxKx3: colours of a side around its pixel that is nearest to each place."""
    height, width = rgb.shape[:2]
    row, column = (each[at].astype(np.int32) for each in nearest)
    found = []
    for ring, radius in enumerate(_LIMITS.around_cm):
        turns = 1 if radius == 0 else _LIMITS.turns
        for turn in range(turns):
            angle = 2 * np.pi * (turn + 0.5 * ring) / turns
            y = np.clip(row + round(radius * cm * float(np.sin(angle))), 0, height - 1)
            x = np.clip(column + round(radius * cm * float(np.cos(angle))), 0, width - 1)
            found.append(rgb[nearest[0][y, x], nearest[1][y, x]])
    return np.stack(found, axis=1).astype(np.float32) / 255


def _unmixed(colour: Any, fore: Any, back: Any) -> tuple[Any, Any]:
    """Share of ``fore`` (NxKx3) in each colour (Nx3), against ``back``, and certainty."""
    to_fore, to_back = ((each - colour[:, None]) for each in (fore, back))
    of_fore, of_back = ((each**2).sum(axis=2) for each in (to_fore, to_back))
    one, other = (np.sqrt(np.partition(each, 1, axis=1)[:, :2].mean(axis=1)) for each in (of_fore, of_back))
    # Pure pixels are as near to samples of the one side as they are far from those of the other.
    pure = ramp(other / (one + other + 1e-3), 0.25, 0.75)
    clear = np.abs(2 * pure - 1) * ramp(np.abs(one - other), 0.01, 0.06)
    # Mixtures lie between two samples: their share is told by where, their certainty by how well they fit.
    across = np.einsum("nic,njc->nij", to_fore, to_back)
    length = np.maximum(of_fore[:, :, None] - 2 * across + of_back[:, None, :], 1e-5)
    along = np.clip((of_back[:, None, :] - across) / length, 0, 1)
    misfit = of_back[:, None, :] - 2 * along * (of_back[:, None, :] - across) + along**2 * length
    weight = np.exp(-np.maximum(misfit, 0) / _LIMITS.misfit**2) * (1 - np.exp(-length / _LIMITS.apart**2))
    weight *= weight
    total = weight.sum(axis=(1, 2))
    mixed = (weight * along).sum(axis=(1, 2)) / np.maximum(total, 1e-6)
    fits = np.sqrt(weight.max(axis=(1, 2)))
    blend = ramp(np.minimum(one, other), *_LIMITS.pure)
    share = pure + (mixed - pure) * blend
    return share.astype(np.float32), (clear + (0.5 * fits - clear) * blend).astype(np.float32)


def _evened(rgb: Any, share: FloatPlane, weight: FloatPlane, radius: float) -> FloatPlane:
    """Shares that agree where the picture is smooth, worked out in bands of rows that need little memory."""
    height, margin = len(share), 2 * max(2, round(radius)) + 2
    result = np.empty_like(share)
    for top in range(0, height, _ROWS):
        low, high = max(0, top - margin), min(height, top + _ROWS + margin)
        band = slice(low, high)
        image = rgb[band].astype(np.float32) / 255
        made = _lined(image, share[band], weight[band], radius)
        result[top : top + _ROWS] = made[top - low : top - low + _ROWS]
    return result


def _lined(image: Any, share: FloatPlane, weight: FloatPlane, radius: float) -> FloatPlane:
    """A line of the colours for each place, fitted to the shares around it with weights."""
    import cv2

    side = (2 * max(2, round(radius)) + 1,) * 2

    def mean(plane: Any) -> Any:
        return cv2.blur(np.asarray(plane * weight[..., None] if plane.ndim == 3 else plane * weight, np.float32), side)

    total = np.maximum(cv2.blur(weight, side), 1e-4)
    middle, wanted = mean(image) / total[..., None], mean(share) / total
    spread = np.empty((*share.shape, 3, 3), np.float32)
    joint = mean(image * share[..., None]) / total[..., None] - middle * wanted[..., None]
    for i in range(3):
        for j in range(i, 3):
            value = mean(image[..., i] * image[..., j]) / total - middle[..., i] * middle[..., j]
            spread[..., i, j] = spread[..., j, i] = value
        spread[..., i, i] += _LIMITS.even
    slope = np.linalg.solve(spread, joint[..., None])[..., 0].astype(np.float32)
    offset = wanted - (slope * middle).sum(axis=2)
    slopes, offsets = (cv2.blur(np.asarray(each, np.float32), side) for each in (slope, offset))
    return np.asarray(np.clip((image * slopes).sum(axis=2) + offsets, 0, 1), np.float32)


def find_cloth_rim(portrait: Portrait, cloth: Mask, other: Mask, name: str | None = None) -> Rim:
    """As ``matte_rim``, kept with the portrait. cloth, other: over the whole picture at any size.

    name: of a garment beside others; None for all clothes beside the bare person.
    """

    def made() -> Rim:
        size = (portrait.picture.width, portrait.picture.height)
        ours, theirs = (resize(each.astype(np.float32), size) for each in (cloth, other))
        first, second = (ours >= 0.5) & (ours >= theirs), (theirs >= 0.5) & (theirs > ours)
        return matte_rim(portrait, first, second, worn=name is not None)

    return portrait.kept(f"cloth_rim:{name}", made)
