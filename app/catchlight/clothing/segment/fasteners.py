"""What is fastened to cloth and keeps its own colour when the cloth takes another: buttons, pins, badges, chains, prints.

Told by being small, amid one cloth, and of colours that this cloth has nowhere near.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing.segment import accessories, body_position, cloth_edge, garments
from catchlight.clothing.segment import cloth as cloths
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait

_RIM = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class FastenerLimits:
    """What on cloth is a thing of its own: a button, a badge, a print. Set by eye on the portraits; ``tests.benchmarks.recolour``
    renews them: it counts old colour that is left at a rim, and changes of what is no cloth."""

    around_cm: float = 2.5
    """Standard deviation of the surroundings that show what the cloth is like."""
    levels: int = 12
    step: int = 3
    """Shades of lightness that are told apart, and pixels for one at which they are counted."""
    light: float = 0.8
    """Weight of lightness beside chroma."""
    unlike: float = 0.2
    shaded: float = 0.12
    """Difference (OKLab) from the cloth's usual colour there from which something is no fold of it; of the chroma of what is
    darker."""
    dark: float = 0.42
    glint: float = 0.3
    """Cloth darker than this has no folds that are so much lighter: chains, zips and prints show there however thin they are."""
    plain: float = 0.5
    """Share of the cloth around that must be near its usual colour there; patterned cloth has no usual one."""
    close_cm: float = 0.25
    solid: float = 0.75
    """Gaps within one thing, and how much of its convex hull a badge or a button fills."""
    size_cm2: tuple[float, float] = (0.2, 22.0)
    thick_cm: float = 0.3
    enclosed: float = 0.85
    """Least size of a compact thing and most of any, half its least width, and how much of its border must lie on cloth."""
    trimmed_cm2: float = 6.0
    alike: float = 0.08
    """Size from which other cloth of a thing's colour shows that this is a trim, and how near its colour must be."""
    shows_cm2: float = 1.0
    usual: float = 0.03
    seen: int = 4000
    """Size from which, and share of the clothes in a thing's colour from which, it is one of them that shows between others; how
    many pixels of the clothes are looked at."""


_LIMITS = FastenerLimits()


def fittings(portrait: Portrait) -> Mask:
    """Where they lie, over the whole picture at the size of ``cloth_edge``, kept with it."""
    source = view.source(portrait)
    return source.kept("fittings", lambda: _found(source))


def _found(source: Portrait) -> Mask:
    import cv2

    cloth = cloth_edge.segment_cloth(source)
    if not cloth.any():
        return cloth
    seen = view.view(source, None, cloth_edge.LONGEST)
    cm = seen.pose.px_per_cm
    size = (cloth.shape[1], cloth.shape[0])
    worn = cv2.resize(garments.segment_garments(source).labels, size, interpolation=cv2.INTER_NEAREST)
    lab = oklab.from_srgb(cv2.GaussianBlur(seen.picture.rgb8, (0, 0), 0.7).astype(np.float32) / 255)
    lab[..., 0] *= _LIMITS.light
    usual, plain = _usual(lab, cloth, _LIMITS.around_cm * cm)
    step = lab - usual
    tint = np.hypot(step[..., 1], step[..., 2])
    other = cloth & (plain > _LIMITS.plain) & (np.hypot(step[..., 0], tint) > _LIMITS.unlike)
    other &= (step[..., 0] > 0) | (tint > np.maximum(_LIMITS.shaded, -step[..., 0]))
    glint = other & (usual[..., 0] < _LIMITS.dark * _LIMITS.light) & (step[..., 0] > _LIMITS.glint * _LIMITS.light)
    shirt = np.isin(worn, (garments.SHIRT, garments.TIE))
    side = (2 * max(1, round(_LIMITS.close_cm * cm)) + 1,) * 2
    closed: Any = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, np.ones(side, np.uint8))
    joined = closed * cloth.astype(np.uint8)
    hung = cv2.resize(cloths.find_cloth(source).patches.drawn(_hung(source)).astype(np.uint8), size)
    kept = _things(joined, cloth, shirt, lab, cm, compact=True)
    kept &= cv2.dilate(other.astype(np.uint8), _RIM) > 0
    kept |= other & (cv2.dilate(hung, np.ones(side, np.uint8)) > 0)
    kept |= _things((glint & ~kept).astype(np.uint8), cloth, shirt, lab, cm, compact=False)
    return kept & cloth


def _hung(source: Portrait) -> Mask:
    """Superpixels of pendants, which ``wardrobe`` leaves out of all garments."""
    found = cloths.find_cloth(source)
    return accessories.pendants(found, body_position.neckline(found))


def _things(mask: Any, cloth: Mask, shirt: Mask, lab: Any, cm: float, *, compact: bool) -> Mask:
    """The pieces of a mask that are things on cloth; compact ones alone, where asked for."""
    import cv2

    pieces = _PieceColours.of(mask, cloth, lab, cm)
    open_side = cv2.dilate((~cloth).astype(np.uint8), _RIM)
    kept = np.zeros(cloth.shape, bool)
    for k in range(1, len(pieces.sizes)):
        size = pieces.sizes[k]
        if size > _LIMITS.size_cm2[1] or (compact and size < _LIMITS.size_cm2[0]):
            continue
        box, shown = pieces.cut(k)
        rim = (shown > 0) & (cv2.erode(shown, _RIM, borderValue=0) == 0)
        enclosed = 1 - float(open_side[box][rim].mean()) > _LIMITS.enclosed
        garment = float(shirt[box][shown > 0].mean()) > 0.3 and (size > 1.5 or not compact)
        of_clothes = garment or pieces.is_trim(k) or pieces.is_usual(k)
        if enclosed and not of_clothes and (not compact or _is_compact(shown, cm)):
            kept[box] |= shown > 0
    return kept


@dataclass(frozen=True)
class _PieceColours:
    """The pieces of a mask, which begin at 1. labels: HxW. boxes: x, y, width and height of each. sizes: cm2. colours: Nx3, mean
    OKLab. around: Mx3, colours of some of the other cloth."""

    labels: Any
    boxes: Any
    sizes: Any
    colours: Any
    around: Any

    @classmethod
    def of(cls, mask: Any, cloth: Mask, lab: Any, cm: float) -> _PieceColours:
        import cv2

        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        area = stats[:, cv2.CC_STAT_AREA]
        sums = [np.bincount(labels.ravel(), lab[..., k].ravel(), count) for k in range(3)]
        around = lab[cloth & (mask == 0)]
        around = around[:: max(1, len(around) // _LIMITS.seen)]
        return cls(labels, stats[:, :4], area / cm**2, np.stack(sums, axis=1) / np.maximum(area, 1)[:, None], around)

    def cut(self, k: int) -> tuple[tuple[slice, slice], Any]:
        """The window of a piece with a margin of a pixel, and the piece in it, uint8."""
        x, y, width, height = self.boxes[k]
        box = np.s_[max(0, y - 1) : y + height + 1, max(0, x - 1) : x + width + 1]
        return box, (self.labels[box] == k).astype(np.uint8)

    def is_trim(self, k: int) -> bool:
        """Whether other cloth of the piece's colour, about as large at least, shows that it is a trim."""
        away = np.linalg.norm(self.colours - self.colours[k], axis=1)
        alike = (self.sizes > _LIMITS.trimmed_cm2) & (self.sizes > 0.8 * self.sizes[k]) & (away < _LIMITS.alike)
        alike[[0, k]] = False
        return bool(alike.any())

    def is_usual(self, k: int) -> bool:
        """Whether it is one of the clothes that shows between others: much of them has its colour."""
        if self.sizes[k] <= _LIMITS.shows_cm2:
            return False
        return float((np.linalg.norm(self.around - self.colours[k], axis=1) < _LIMITS.alike).mean()) > _LIMITS.usual


def _is_compact(shown: Any, cm: float) -> bool:
    import cv2

    outlines, _ = cv2.findContours(shown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate(outlines))
    filled = float(shown.sum()) / max(float(cv2.contourArea(hull)), 1)
    thick = float(cv2.distanceTransform(np.pad(shown, 1), cv2.DIST_L2, 3).max())
    return filled > _LIMITS.solid and thick > _LIMITS.thick_cm * cm


def _usual(lab: Any, cloth: Mask, sigma: float) -> tuple[Any, Any]:
    """The commonest colour of the cloth around each pixel, and the share of the cloth there that is near it."""
    import cv2

    full = (cloth.shape[1], cloth.shape[0])
    lab, cloth, sigma = (
        lab[:: _LIMITS.step, :: _LIMITS.step],
        cloth[:: _LIMITS.step, :: _LIMITS.step],
        sigma / _LIMITS.step,
    )
    light = lab[..., 0] / _LIMITS.light
    level = np.clip((light * _LIMITS.levels).astype(np.int32), 0, _LIMITS.levels - 1)
    weights = cloth.astype(np.float32)
    total = np.maximum(gaussian_blur(weights, sigma), 1e-4)
    best = np.zeros(cloth.shape, np.float32)
    usual = np.zeros_like(lab)
    for one in range(_LIMITS.levels):
        near = ((np.abs(level - one) <= 1) & cloth).astype(np.float32)
        if not near.any():
            continue
        share = gaussian_blur(near, sigma)
        mean = gaussian_blur(lab * near[..., None], sigma) / np.maximum(share, 1e-4)[..., None]
        better = share > best
        best[better], usual[better] = share[better], mean[better]
    plain = np.asarray(best / total, np.float32)
    return cv2.resize(usual, full, interpolation=cv2.INTER_LINEAR), cv2.resize(plain, full)
