"""How much of the person at each pixel is hair: parsing, sharpened by the colours that parsing is sure of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging import vec3
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait import skull
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the picture."""

_LONGEST = 900
"""Longer side of the planes that parsing and colour are joined on: finer than parsing itself knows."""

_BARRED = (
    *(
        head_parsing.GLASSES,
        head_parsing.RIGHT_BROW,
        head_parsing.LEFT_BROW,
        head_parsing.RIGHT_EYE,
        head_parsing.LEFT_EYE,
        head_parsing.MOUTH,
    ),
    *(head_parsing.UPPER_LIP, head_parsing.LOWER_LIP, head_parsing.EARRING, head_parsing.NECKLACE, head_parsing.HAT),
)


@dataclass(frozen=True)
class ShareThresholds:
    """What of a person is taken for hair, and when that is doubtful. Set on the heads that the fields name;
    ``tests.benchmarks.dye`` renews them: it measures how much of the hair is covered and how much dye lies elsewhere, on
    composites with truth and on the faces of all portraits."""

    sure: float = 0.85
    never: float = 0.06
    """What parsing says of hair, and of anything else, from which and up to which it teaches colours."""
    cells: int = 24
    shift: float = 8.0
    """Cells of the colour histograms per channel of CIELAB, and the spread of each sample in 8-bit units."""
    evidence: float = 0.9
    """Weight of colour against parsing, for colours that nothing else of the person has."""
    usual: float = 0.85
    faintest: float = 0.3
    """What parsing says of hair that it is sure of, and below which there is none."""
    furthest: float = 3.5
    against: float = 0.3
    """Limits of that evidence in natural units; the second where parsing thinks it is something else: dark cloth is no dark
    hair."""
    slope: float = 2.2
    middle: float = 0.5
    """How steep the share becomes in the logarithm of its odds, and the share in the middle of that."""
    solid: float = 0.9
    """Share from which hair is solid."""
    ear: float = 0.5
    on_ear: float = 0.15
    ear_px: int = 60
    ear_cm2: float = 2.0
    """What parsing says of an ear that is seen, and of one that may lie under hair; pixels that tell its colour; and area of it
    that may be taken for hair: 0 to 1 on eighteen heads, 3 on one whose ears are coloured."""
    agreed: float = 0.55
    """What parsing says of nine tenths of what was taken for hair: 0.58 and more on twenty heads, 0.49 and less on four where
    coloured light made skin, cloth or wall look like it."""
    stray_cm: float = 0.8
    other: float = 0.35
    disputed: float = 0.012
    """Distance from parsed hair from which something else is dyed where parsing gives hair less than this; and the share of the
    hair that may be so without a doubt: 0 to 0.009 on sixteen heads, 0.03 on one before a black car seat."""
    left: float = 0.016
    taken: float = 0.6
    left_cm: float = 2.5
    left_wide_cm: float = 0.2
    """Share of the hair that may be left out above the brows without a doubt: 0 to 0.012 on nine strangers whose dye judges saw
    without such a fault, 0.026 to 0.10 on three of whom they said that a forelock or hair at the front kept its colour. Then the
    share of hair that counts as taken, the distance from it that is looked at, and half the least width of a patch."""
    margin_cm: float = 3.0
    piece_cm: float = 0.8
    head_cm: float = 14.0
    """Room round all hair; size of a piece of hair that matting lost; and how far from the middle of the head something is none
    of its hair."""
    brow_cm: float = 1.5
    """Height above the eyes from which skin beside hair begins to be a forehead."""


_LIMITS = ShareThresholds()


@dataclass(frozen=True)
class CoarseHair:
    """What was found of the hair at a reduced size.

    box: part of the picture that holds all hair, with a margin. The planes are hxw float32 in 0..1, at ``scale`` pixels for
    one of the picture. plane: the hair's share of the person; alpha: the person's matte; barred: glasses, brows, eyes, mouth
    and hat, which look like strands but are none; cloth: clothes; brow: how far above the eyes, where skin beside hair is a
    forehead. rgb: hxwx3, the picture. certainty: how sure parsing is of what was taken for hair, 0..1, its median; less where a
    tenth of it looks like hair by colour alone, or an ear was taken for it.
    """

    box: Window
    plane: FloatPlane
    alpha: FloatPlane
    barred: FloatPlane
    cloth: FloatPlane
    brow: FloatPlane
    rgb: ByteImage
    certainty: float = 1.0

    @property
    def scale(self) -> float:
        return float(self.plane.shape[1] / (self.box[2] - self.box[0]))


def find_coarse_hair(portrait: Portrait) -> CoarseHair | None:
    """The hair of the head, without beard and brows; None where there is none at all."""
    import cv2

    seen = view(portrait, longest=_LONGEST)
    alpha, rgb = seen.alpha, seen.picture.rgb8
    hair, nothing = seen.parsing.plane((head_parsing.HAIR,)), seen.parsing.plane((head_parsing.BACKGROUND,))
    share: FloatPlane = np.asarray(np.clip(hair / np.clip(1 - nothing, 0.04, 1), 0, 1), np.float32)
    share[(1 - nothing) < 0.02] = 0
    if float((share * alpha).max()) < _LIMITS.faintest:
        return None
    alpha = _mended(alpha, hair, seen)
    share = _with_colour(share, alpha, rgb)
    share *= 1 - hair_parts.beard(seen)
    share = _attached(share, alpha, seen)
    cm = seen.pose.px_per_cm
    agreed = _agreed(hair, cm)
    disputed = float((share * alpha * (1 - agreed)).sum()) / max(float((share * alpha).sum()), 1.0)
    share *= agreed
    share = head_parsing.refine_edges(np.asarray(share, np.float32), rgb, max(2.0, 0.18 * cm))
    height, width = portrait.picture.height, portrait.picture.width
    scale = rgb.shape[1] / width
    box = _box(share * alpha, scale, _LIMITS.margin_cm * portrait.pose.px_per_cm, (height, width))
    rounds = max(1, round(0.12 * cm))
    barred = np.asarray(
        cv2.dilate(seen.parsing.plane(_BARRED), np.ones((3, 3), np.uint8), iterations=rounds), np.float32
    )
    cloth = seen.parsing.plane((head_parsing.CLOTH,))
    if box is None:
        return None
    taken, solid = (share * alpha > least for least in (_LIMITS.middle, _LIMITS.solid))
    certainty = float(np.median(hair[solid])) if solid.any() else 0.0
    certainty *= min(1.0, float(np.percentile(hair[taken], 10)) / _LIMITS.agreed) if taken.any() else 0.0
    certainty *= min(1.0, _LIMITS.disputed / max(disputed, 1e-6))
    certainty *= min(1.0, _LIMITS.left / max(_left_out(share, alpha, barred, cloth, seen), 1e-6))
    certainty *= min(1.0, _LIMITS.ear_cm2 / max(_eared(share * alpha, seen) / cm**2, 1e-6))
    return replace(_cut(box, (width, height), (share, alpha, barred, cloth, _above(seen), rgb)), certainty=certainty)


def _agreed(hair: FloatPlane, cm: float) -> FloatPlane:
    """Where colour may add to what parsing took for hair: not well away from it, where parsing sees something else, as dark
    furniture or cloth beside dark hair; single strands do not lie so far off."""
    import cv2

    away = cv2.distanceTransform((hair < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(max(cm, 1e-3))
    far = np.clip((away - _LIMITS.stray_cm) / (0.5 * _LIMITS.stray_cm), 0, 1)
    return np.asarray(1 - far * np.clip((_LIMITS.other - hair) / 0.15, 0, 1), np.float32)


def _left_out(share: FloatPlane, alpha: FloatPlane, barred: FloatPlane, cloth: FloatPlane, seen: Portrait) -> float:
    """Area above the brows, by that of the hair, which is the person's but neither hair nor plainly skin to parsing: a quiff or a
    forelock that was left out, or a hairline that is a guess."""
    import cv2

    cm = seen.pose.px_per_cm
    hair = share * alpha > _LIMITS.taken
    away = cv2.distanceTransform((~hair).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(max(cm, 1e-3))
    skin = seen.parsing.plane((head_parsing.SKIN, head_parsing.NOSE))
    left = (alpha > 0.7) & (share < 0.4) & (barred < 0.3) & (cloth < 0.3) & (skin < 0.5)
    left &= (_above(seen) > 0.3) & (away < _LIMITS.left_cm)
    side = 2 * max(1, round(_LIMITS.left_wide_cm * cm)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    wide = cv2.morphologyEx(left.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    return float(wide.sum()) / max(float(hair.sum()), 1.0)


def _eared(hair: FloatPlane, seen: Portrait) -> float:
    """Area, in pixels, of what was taken for hair and has the colour of the ear that it lies on."""
    import cv2

    ear = seen.parsing.plane((head_parsing.RIGHT_EAR, head_parsing.LEFT_EAR))
    bare, sure = (ear > _LIMITS.ear) & (hair < 0.2), (hair > _LIMITS.solid) & (ear < _LIMITS.never)
    if min(bare.sum(), sure.sum()) < _LIMITS.ear_px:
        return 0.0
    lab = cv2.cvtColor(cv2.GaussianBlur(seen.picture.rgb8, (0, 0), 1.2), cv2.COLOR_RGB2LAB)[..., 1:].astype(np.float32)
    skin, strands = (vec3.length(lab - np.median(lab[where], axis=0)) for where in (bare, sure))
    return float(((hair > 0.5) & (ear > _LIMITS.on_ear) & (skin < strands)).sum())


def empty_coarse_hair(portrait: Portrait, box: Window) -> CoarseHair:
    """The picture in a box as a share of nothing yet."""
    width, height = portrait.picture.width, portrait.picture.height
    rgb = view(portrait, longest=_LONGEST).picture.rgb8
    nothing = np.zeros(rgb.shape[:2], np.float32)
    return _cut(box, (width, height), (nothing, nothing, nothing, nothing, nothing, rgb))


def _cut(box: Window, full: tuple[int, int], planes: Sequence[Any]) -> CoarseHair:
    """Share, matte, barred parts, clothes, forehead and picture, reduced from size ``full``, within ``box``, exactly."""
    import cv2

    sx, sy = planes[0].shape[1] / full[0], planes[0].shape[0] / full[1]
    size = (max(2, round((box[2] - box[0]) * sx)), max(2, round((box[3] - box[1]) * sy)))
    kx, ky = (box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1]
    back = np.array([[kx * sx, 0, (0.5 * kx + box[0]) * sx - 0.5], [0, ky * sy, (0.5 * ky + box[1]) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    *cut, rgb = (cv2.warpAffine(plane, back, size, flags=flags, borderMode=cv2.BORDER_REPLICATE) for plane in planes)
    share, alpha, barred, cloth, brow = (np.asarray(plane, np.float32) for plane in cut)
    return CoarseHair(box, share, alpha, barred, cloth, brow, np.asarray(rgb, np.uint8))


def _above(seen: Portrait) -> FloatPlane:
    """How far each pixel lies above the eyes, 0 at ``_BROW_CM`` and 1 at twice that, along the head's own axis."""
    up, _ = skull.axes(seen.landmarks)
    eyes, cm = seen.landmarks.eyes, seen.pose.px_per_cm
    y, x = np.ogrid[: seen.picture.height, : seen.picture.width]
    above = ((x - eyes[0]) * up[0] + (y - eyes[1]) * up[1]) / cm
    return np.asarray(np.clip(above / _LIMITS.brow_cm - 1, 0, 1), np.float32)


def _mended(alpha: FloatPlane, hair: FloatPlane, seen: Portrait) -> FloatPlane:
    """The matte with the hair that matting lost before a bright background and parsing kept: pieces, not fringes."""
    import cv2

    cm = seen.pose.px_per_cm
    lost = ((hair > 0.5) & (alpha < 0.4)).astype(np.uint8)
    side = max(3, round(_LIMITS.piece_cm * cm) | 1)
    lost = np.asarray(cv2.morphologyEx(lost, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)), np.uint8)
    if not lost.any():
        return alpha
    near = cv2.GaussianBlur(cv2.dilate(lost, np.ones((side, side), np.uint8)).astype(np.float32), (0, 0), 0.2 * cm)
    edged = head_parsing.refine_edges(hair, seen.picture.rgb8, max(2.0, 0.18 * cm))
    return np.asarray(np.maximum(alpha, near * np.clip((edged - 0.45) / 0.2, 0, 1)), np.float32)


def _with_colour(share: FloatPlane, alpha: FloatPlane, rgb: ByteImage) -> FloatPlane:
    """Parsing's odds times those of the colour, from histograms of what parsing is sure of; steeper at the middle."""
    import cv2

    person = alpha > 0.9
    # Parsing is never sure of cropped, thin and badly lit hair: what it is surest of sets the scale.
    surest = float(np.clip(np.percentile(share[person], 99) / _LIMITS.usual, 0.4, 1)) if person.any() else 1.0
    sure, other = person & (share > _LIMITS.sure * surest), person & (share < _LIMITS.never)
    odds = _odds(share) - _odds(np.float32(_LIMITS.middle * surest))
    if sure.sum() > 200 and other.sum() > 200:
        lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), 1.2), cv2.COLOR_RGB2LAB), np.uint8)
        cells, hair, rest = _densities(lab, sure, other)
        apart = 1 - float(np.sqrt(hair * rest).sum())
        evidence = np.log((hair + 2e-5) / (rest + 2e-5)).ravel()[cells]
        most = np.where(share > _LIMITS.middle * surest, _LIMITS.furthest, _LIMITS.against)
        odds += _LIMITS.evidence * apart * np.clip(evidence, -_LIMITS.furthest, most)
    return np.asarray(1 / (1 + np.exp(-_LIMITS.slope * odds)), np.float32)


def _odds(share: Any) -> Any:
    """Logarithm of the odds, limited where a network's certainty means little."""
    sure = np.clip(share, 0.02, 0.98)
    return np.log(sure / (1 - sure))


def _densities(lab: ByteImage, *sets: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int32], FloatPlane, FloatPlane]:
    """The cell of each pixel's colour, and the smoothed density of both sets over the cells; each sums to 1."""
    cells = (lab.astype(np.int32) * _LIMITS.cells) >> 8
    index = (cells[..., 0] * _LIMITS.cells + cells[..., 1]) * _LIMITS.cells + cells[..., 2]
    away = np.arange(_LIMITS.cells)[:, None] - np.arange(_LIMITS.cells)[None]
    spread = np.exp(-0.5 * (away * 256 / (_LIMITS.shift * _LIMITS.cells)) ** 2).astype(np.float32)
    found = []
    for inside in sets:
        density: Any = (
            np.bincount(index[inside], minlength=_LIMITS.cells**3).astype(np.float32).reshape((_LIMITS.cells,) * 3)
        )
        for _ in range(3):
            density = np.tensordot(density, spread, axes=(0, 0))  # the axes take turns
        found.append(np.asarray(density / density.sum(), np.float32))
    return np.asarray(index, np.int32), found[0], found[1]


def _attached(share: FloatPlane, alpha: FloatPlane, seen: Portrait) -> FloatPlane:
    """Without specks (under a twentieth of the largest part) and without what does not come near the head: gloves, bags."""
    import cv2

    solid = ((share * alpha) > _LIMITS.middle).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    if count <= 1:
        return share
    areas = stats[:, cv2.CC_STAT_AREA].astype(float)
    areas[0] = 0
    x, y = np.meshgrid(np.arange(share.shape[1]), np.arange(share.shape[0]))
    centre = seen.pose.project([[0.0, 3.0, -3.0]])[0]
    away = np.hypot(x - centre[0], y - centre[1]) / max(seen.pose.px_per_cm, 1e-3)
    nearest = np.full(count, np.inf)
    np.minimum.at(nearest, np.asarray(labels, np.intp).ravel(), away.ravel())
    areas[nearest > _LIMITS.head_cm] = 0
    kept = (areas > 0) & (areas >= 0.05 * areas.max())
    mine = kept[labels].astype(np.uint8)
    near = cv2.dilate(mine, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))).astype(np.float32)
    return np.asarray(share * cv2.GaussianBlur(near, (0, 0), 3), np.float32)


def _box(hair: FloatPlane, scale: float, margin: float, shape: tuple[int, int]) -> Window | None:
    rows, columns = np.nonzero((hair > 0.2).any(axis=1))[0], np.nonzero((hair > 0.2).any(axis=0))[0]
    if len(rows) == 0 or len(columns) == 0:
        return None
    x0, x1 = columns[0] / scale - margin, (columns[-1] + 1) / scale + margin
    y0, y1 = rows[0] / scale - margin, (rows[-1] + 1) / scale + margin
    return max(0, int(x0)), max(0, int(y0)), min(shape[1], int(x1)), min(shape[0], int(y1))
