"""Where matting and parsing disagree over a wide place: one of the two has mistaken cloth for a wall, or a seat for a shoulder.

Neither network is always right: matting loses cloth in the colours of what is behind it and keeps chairs, parsing has never
learnt arms and hands. Colours decide, by the histograms of both sides as in interactive segmentation (Boykov and Jolly 2001).

References:
    Y. Y. Boykov, M.-P. Jolly, "Interactive graph cuts for optimal boundary and region segmentation of objects in N-D
    images", ICCV 2001, doi:10.1109/ICCV.2001.937505 (colour histograms of both sides).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.head_parsing import Parsing

_PER_CM = 8.0
"""Pixels for a cm at which both are compared: parsing knows nothing finer."""
_LOST, _KEPT = 0.6, 0.6
"""Alpha below which a matte sees no person, and from which it sees one."""
_PERSON, _GROUND = 0.4, 0.56
"""Parsed shares of background up to which there surely is a person, and from which there is none."""
_EDGE = (0.56, 0.42)
"""Parsed shares of background between which an outline lies."""
_SOLID, _BACK = 0.95, 0.05
_WIDE_CM, _LEAST_CM2 = 0.2, 0.8
"""Half the least width and the least size of a place: outlines of the two differ by less."""
_DEEP_CM = 2.5
"""Half the width up to which something bites into a body."""
_NEAR_CM, _FAR_CM = 1.5, 4.0
"""How far around a place colours of cloth and of a background are looked for."""
_CLOTH_LIKE, _HOLE_LIKE, _SIDE_LIKE, _GROUND_LIKE = 0.85, 0.6, 0.95, 0.6
"""Likelihood of one side's colours against the other's from which parsing is believed: of cloth, of cloth that is all about, of
cloth at a picture's side, where it may be another's sleeve, and of background. Jackets that were lost have 0.9 to 1.0, rocks and
chairs that parsing takes for a shoulder 0.7 to 0.84; a flag that was kept has 0.64, arms and hands 0.4 at most."""
_RING_CM, _ENCLOSED = 0.5, 0.75
"""Width of what is about a place, and the share of it that is the person's from which a place is a hole."""
_BINS, _SMOOTH, _VAGUE = 20, 0.7, 1e-5
"""Bins of a channel (CIE Lab), the Gaussian width in bins that makes up for few pixels, and a share that says nothing."""
_ENOUGH = 200
"""Pixels of a side from which its histogram says something."""
_SEAM_CM, _FADE_CM, _REACH_CM = 0.5, 0.15, 0.6
"""How far around a place its outline is drawn anew, over which that ends, and the radius within which it follows colours."""


@dataclass(frozen=True)
class Disagreement:
    """Masks HxW at a reduced size, of what the matte lost and of what it kept. ground: HxW, parsed share of background."""

    lost: Mask
    kept: Mask
    ground: FloatPlane

    @property
    def any(self) -> bool:
        return bool(self.lost.any() or self.kept.any())


def reconcile_with_parsing(rgb: ByteImage, alpha: FloatPlane, parsed: Parsing, chin: float, cm: float) -> FloatPlane:
    """``alpha`` (HxW) of ``rgb`` (HxWx3) without wide places that parsing and the colours about them say it mistook.

    parsed: of the same pixels, with a tight crop or more. chin: the row below which a body is. cm: pixels for one cm.
    """
    import cv2

    found = find(rgb, alpha, parsed, chin, cm)
    if not found.any:
        return alpha
    height, width = alpha.shape
    scale = found.ground.shape[1] / width
    share = cv2.resize(ramp(found.ground, *_EDGE), (width, height), interpolation=cv2.INTER_LINEAR)
    drawn = head_parsing.refine_edges(np.asarray(share, np.float32), rgb, _REACH_CM * cm)
    result = alpha
    for mask, join in ((found.lost, np.maximum), (found.kept, np.minimum)):
        if mask.any():
            wide = cv2.dilate(mask.astype(np.float32), disc(_SEAM_CM * cm * scale))
            soft = gaussian_blur(wide, _FADE_CM * cm * scale)
            weight = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
            result = result + (join(result, drawn) - result) * np.clip(weight, 0, 1)
    return np.asarray(result, np.float32)


def find(rgb: ByteImage, alpha: FloatPlane, parsed: Parsing, chin: float, cm: float) -> Disagreement:
    """The places that ``reconcile_with_parsing`` mends."""
    import cv2

    scale = min(1.0, _PER_CM / cm)
    cm = cm * scale
    height, width = alpha.shape
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = parsed.resized(size)
    ground, worn = small.planes([[head_parsing.BACKGROUND], [head_parsing.CLOTH, head_parsing.NECK, head_parsing.HAT]])
    known = small.coverage() > 0.5
    matte = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
    # Where no crop reaches, only what is below the chin and within the body may be cloth.
    unknown = ~known & (np.arange(size[1])[:, None] > chin * scale)
    unknown &= _body(matte > _SOLID, max(1, round(_DEEP_CM * cm)))
    cloth = (known & (worn > ground)) | unknown
    lost = _opened((matte < _LOST) & cloth, cm)
    kept = _opened((matte > _KEPT) & known & (ground > _GROUND), cm)
    if not (lost.any() or kept.any()):
        return Disagreement(lost, kept, ground)
    few = cv2.GaussianBlur(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    lab = np.asarray(cv2.cvtColor(few, cv2.COLOR_RGB2LAB), np.uint8)
    back = (matte < _BACK) & ~cloth & ((ground > _GROUND) | ~known)
    person = (matte > _SOLID) & (ground < _PERSON)
    worn_there = (matte > _SOLID) & cloth
    sides = np.zeros_like(known)
    sides[:, [0, -1]] = True

    def is_lost(at: Mask) -> bool:
        beside = bool((at & sides).any())
        if beside and (at & unknown).any():
            return False
        like = _likeness(lab, at, _near(at, worn_there, _NEAR_CM * cm), back)
        ring = _near(at, ~at, _RING_CM * cm)  # none round a place of a face of a few pixels
        enclosed = bool(ring.any()) and (matte > 0.5)[ring].mean() > _ENCLOSED
        return like is not None and like > (_SIDE_LIKE if beside else _HOLE_LIKE if enclosed else _CLOTH_LIKE)

    def is_kept(at: Mask) -> bool:
        # Of the whole picture and of what is close by: a hand is like a brown wall beside it, a dyed curl like a far lamp.
        near, beside = _near(at, back, _FAR_CM * cm), _near(at, person, _FAR_CM * cm)
        likes = _likeness(lab, at, back, person), _likeness(lab, at, near, beside)
        return all(like is not None and like > _GROUND_LIKE for like in likes)

    return Disagreement(_those(lost, is_lost), _those(kept, is_kept), np.where(known, ground, np.float32(0)))


def _opened(mask: Mask, cm: float) -> Mask:
    import cv2

    opened = cv2.morphologyEx(
        mask.astype(np.uint8), cv2.MORPH_OPEN, disc(_WIDE_CM * cm), borderType=cv2.BORDER_REPLICATE
    )
    _, pieces, stats, _ = cv2.connectedComponentsWithStats(opened)
    large = stats[:, cv2.CC_STAT_AREA] > _LEAST_CM2 * cm**2
    large[0] = False
    return np.asarray(large[pieces], bool)


def _those(places: Mask, wanted: Callable[[Mask], bool]) -> Mask:
    """The connected places of a mask for which ``wanted`` holds."""
    import cv2

    result = np.zeros_like(places)
    count, pieces = cv2.connectedComponents(places.astype(np.uint8))
    for piece in range(1, count):
        at = pieces == piece
        if wanted(at):
            result |= at
    return result


def _body(solid: Mask, reach: int) -> Mask:
    """What lies between parts of a body, or between them and the picture's lower borders: beyond those it goes on."""
    import cv2

    # By distances: as a round kernel so large would, in a tenth of the time.
    wide = cv2.copyMakeBorder(solid.astype(np.uint8), reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=1)
    wide[:reach] = 0
    near = (cv2.distanceTransform(1 - wide, cv2.DIST_L2, 5) <= reach).astype(np.uint8)
    closed = (cv2.distanceTransform(near, cv2.DIST_L2, 5) > reach)[reach:-reach, reach:-reach] | solid
    filled = closed.astype(np.uint8)
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    return filled > 0


def _near(at: Mask, side: Mask, reach: float) -> Mask:
    import cv2

    away = cv2.distanceTransform((~at).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(side & (away < reach), bool)


def _likeness(lab: ByteImage, at: Mask, own: Mask, other: Mask) -> float | None:
    """Mean likelihood of the colours at a place by the histogram of one side against the other's, 0..1; None without a side."""
    if not (own.any() and other.any()):
        return None
    places = tuple((lab[at].astype(np.int64) * _BINS // 256).T)
    first, second = (_histogram(lab[side])[places] + _VAGUE for side in (own, other))
    return float((first / (first + second)).mean())


def likeness(rgb: ByteImage, at: Mask, own: Mask, other: Mask, reach: tuple[float, float]) -> npt.NDArray[np.float32]:
    """Likelihood HxW in 0..1 of each colour at a place by the histogram of one side nearby against the other's; 0 elsewhere.

    reach: pixels of the squares that share a histogram, and how far around each it is read.
    """
    import cv2

    lab = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), np.uint8)
    step, far = (max(4, round(pixels)) for pixels in reach)
    result = np.zeros(at.shape, np.float32)
    for y in range(0, at.shape[0], step):
        for x in range(0, at.shape[1], step):
            square = np.s_[y : y + step, x : x + step]
            if not at[square].any():
                continue
            around = np.s_[max(0, y - far) : y + step + far, max(0, x - far) : x + step + far]
            sides = [lab[around][side[around]] for side in (own, other)]
            if min(len(side) for side in sides) < _ENOUGH:
                continue
            places = tuple((lab[square].reshape(-1, 3).astype(np.int64) * _BINS // 256).T)
            first, second = (_histogram(side)[places] + _VAGUE for side in sides)
            result[square] = (first / (first + second)).reshape(result[square].shape) * at[square]
    return result


def _histogram(colours: Any) -> npt.NDArray[np.float64]:
    first, second, third = (colours.astype(np.int64) * _BINS // 256).T
    counts = np.bincount((first * _BINS + second) * _BINS + third, minlength=_BINS**3)
    smooth = _smoothed(counts.reshape((_BINS,) * 3).astype(np.float64))
    return np.asarray(smooth / max(float(smooth.sum()), 1e-6))


def _smoothed(cube: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Gaussian of ``_SMOOTH`` bins along each axis, mirrored at the borders.

    The values of ``scipy.ndimage.gaussian_filter`` to the last bit: its import takes longer than all histograms of a portrait.
    """
    reach = int(4 * _SMOOTH + 0.5)
    weights = np.exp(-0.5 / _SMOOTH**2 * np.arange(-reach, reach + 1) ** 2)
    weights /= weights.sum()
    for axis in range(cube.ndim):
        size = cube.shape[axis]
        wide = np.pad(
            cube, [(reach, reach) if other == axis else (0, 0) for other in range(cube.ndim)], mode="symmetric"
        )
        parts = np.moveaxis(wide, axis, 0)
        total = parts[reach : reach + size] * weights[reach]
        for step in range(reach, 0, -1):
            pair = parts[reach - step : reach - step + size] + parts[reach + step : reach + step + size]
            total = total + pair * weights[reach - step]
        cube = np.moveaxis(total, 0, axis)
    return cube
