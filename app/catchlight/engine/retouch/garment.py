"""One garment of several, to its very edge: the coarse split of the clothes by place and colour, settled by graph cuts."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine import landmarks as mesh
from catchlight.engine import regions
from catchlight.engine.picture import FloatPlane
from catchlight.engine.portrait import Portrait
from catchlight.engine.retouch.bands import ramp, within
from catchlight.engine.view import sized

GARMENTS = ("jacket", "shirt", "tie")
_LONGEST = 560
"""Longer side at which the cut is made."""
_ROUNDS = 3
_TIE_CM = 4.5
"""Half the widest tie, from the middle of the chin."""
_ALIKE = 0.25
"""How usual the colours of a garment are in the other one from which both are one."""
_LEAST = 0.002
"""Share of the picture below which a garment does not show."""


def garment(portrait: Portrait, name: str) -> FloatPlane:
    """``clothes`` or one of GARMENTS as a soft mask of the portrait's size that ends where the cloth ends.

    All clothes, where the wished one cannot be told from the rest (a jacket alone); empty for a shirt or tie that does not show.
    """
    return portrait.kept(f"garment:{name}", lambda: _drawn(portrait, name))


def _drawn(portrait: Portrait, name: str) -> FloatPlane:
    import cv2

    worn = regions.region(portrait, "clothes")
    height, width = worn.shape
    scale = min(1.0, _LONGEST / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    rgb = np.ascontiguousarray(sized(portrait.picture.rgb8, size))
    cloth = (sized(worn, size) > 0.5).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    cloth = np.asarray(cv2.morphologyEx(cloth, cv2.MORPH_CLOSE, kernel), np.uint8)
    cloth = _bare_removed(cloth, portrait, rgb, size)
    solid = float(portrait.alpha.max()) or 1.0  # below 1 in a picture that is translucent itself
    alpha = sized(portrait.alpha, size) / np.float32(solid)
    label = cloth if name == "clothes" else _one(portrait, name, cloth, rgb, size)
    if label.sum() < _LEAST * label.size:
        return np.zeros_like(worn)
    # Beyond the person's outline the label goes on, so that the matte alone decides where the cloth ends.
    # A thin rim of person without a class is cloth that parsing was unsure of.
    other = cv2.morphologyEx(
        ((alpha >= 0.9) & (cloth == 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)
    )
    nearest = _carried(label, (cloth > 0) | (other > 0))
    soft = cv2.GaussianBlur(nearest.astype(np.float32), (0, 0), 0.9)
    full = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
    inside = np.clip(full, 0, 1) * (portrait.alpha > 0.5 * solid)
    return _edged(np.asarray(inside, np.float32), portrait.picture.rgb8, 1.7 / scale)


def _bare_removed(cloth: Any, portrait: Portrait, rgb: Any, size: tuple[int, int]) -> Any:
    """The cloth without hair that falls over it and without bare shoulders, which parsing takes for cloth below its reach."""
    import cv2

    hairy = np.maximum(sized(regions.region(portrait, "hair"), size), sized(regions.region(portrait, "beard"), size))
    cloth = np.where(hairy > 0.3, 0, cloth).astype(np.uint8)
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), 0.8), cv2.COLOR_RGB2LAB)
    face = sized(regions.region(portrait, "face"), size) > 0.8
    sure = cv2.erode(cloth, np.ones((5, 5), np.uint8)) > 0
    if not (face.any() and sure.any()):
        return cloth
    skin, worn = _likelihood(lab, face), _likelihood(lab, sure & ~face)
    bare = ((skin > 0.12) & (worn < 0.5 * skin)).astype(np.uint8) & cloth
    bare = cv2.morphologyEx(bare, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    cm = portrait.pose.px_per_cm * size[0] / portrait.picture.width
    side = 2 * max(1, round(2.5 * cm)) + 1
    beard = (sized(regions.region(portrait, "beard"), size) > 0.5).astype(np.uint8)
    near_beard = cv2.dilate(beard, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    fringe = (worn < 0.02) & (near_beard > 0)
    return np.where((bare > 0) | fringe, 0, cloth).astype(np.uint8)


def _one(portrait: Portrait, name: str, cloth: Any, rgb: Any, size: tuple[int, int]) -> Any:
    """The pixels of one garment; the shirt is what jacket and tie leave over."""
    shares = {one: sized(regions.region(portrait, one), size) for one in GARMENTS}
    _check_tie(shares, portrait, cloth, rgb)
    if not _shows(shares[name]):
        return np.zeros_like(cloth)
    if not any(_shows(shares[other]) for other in GARMENTS if other != name):
        return cloth
    if name == "tie":
        return _tie(shares, cloth, rgb)
    if _same(shares, cloth, rgb):
        return np.where(_tie(shares, cloth, rgb) > 0, 0, cloth).astype(np.uint8)
    if name == "jacket":
        return _cut(name, shares, cloth, rgb)
    rest = cloth.copy()
    for other in ("jacket", "tie"):
        if _shows(shares[other]):
            rest[_one(portrait, other, cloth, rgb, size) > 0] = 0
    return _large(rest)


def _tie(shares: dict[str, Any], cloth: Any, rgb: Any) -> Any:
    """The tie: what is cut out of its strip, in one piece."""
    import cv2

    if not _shows(shares["tie"]):
        return np.zeros_like(cloth)
    strip = cv2.dilate((shares["tie"] > 0.3).astype(np.uint8), np.ones((7, 7), np.uint8))
    cut = _cut("tie", shares, cloth, rgb) & strip
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cut)
    if count < 2:
        return np.zeros_like(cloth)
    return (labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)


def _same(shares: dict[str, Any], cloth: Any, rgb: Any) -> bool:
    """Whether jacket and shirt are one garment: the colours of one are those of the other."""
    import cv2

    if not (_shows(shares["jacket"]) and _shows(shares["shirt"])):
        return True
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), 1.0), cv2.COLOR_RGB2LAB)
    outer, inner = ((shares[one] > 0.6) & (cloth > 0) for one in ("jacket", "shirt"))
    if not (outer.any() and inner.any()):
        return True
    return bool(
        np.median(_likelihood(lab, outer)[inner]) > _ALIKE and np.median(_likelihood(lab, inner)[outer]) > _ALIKE
    )


def _check_tie(shares: dict[str, Any], portrait: Portrait, cloth: Any, rgb: Any) -> None:
    """A tie hangs in the middle and has a colour of its own; what is found elsewhere or in the jacket's colour is jacket."""
    import cv2

    away = _away(portrait, cloth)
    tie = shares["tie"] * (away < _TIE_CM)
    where = (tie > 0.5) & (cloth > 0)
    if where.any():
        lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
        others = (shares["jacket"] > 0.5) & (away > 2 * _TIE_CM) & (cloth > 0)
        if others.any() and float(np.median(_likelihood(lab, others)[where])) > 0.15:
            tie = np.zeros_like(tie)
    shares["jacket"] = np.maximum(shares["jacket"], shares["tie"] - tie)
    shares["tie"] = tie


def _away(portrait: Portrait, cloth: Any) -> Any:
    """1xW: cm of each column from the middle of the chin."""
    x = np.arange(cloth.shape[1], dtype=np.float32)[None]
    scale = cloth.shape[1] / portrait.picture.width
    return np.abs(x - portrait.landmarks.xy[mesh.CHIN, 0] * scale) / (portrait.pose.px_per_cm * scale)


def _cut(name: str, shares: dict[str, Any], cloth: Any, rgb: Any) -> Any:
    """A garment cut out of the cloth by colour and neighbourhood (GrabCut, Rother et al. 2004)."""
    import cv2

    mine = shares[name]
    rivals = [plane for one, plane in shares.items() if one != name]
    others = np.maximum.reduce(rivals)
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), 1.0), cv2.COLOR_RGB2LAB)
    own = _likelihood(lab, (mine > 0.5) & (cloth > 0))
    rest = np.maximum.reduce([_likelihood(lab, (p > 0.5) & (cloth > 0)) for p in rivals if _shows(p)])
    # The coarse split by place is right where colours repeat; a colour that only the other garment has is the other's.
    like = ((mine > others) & ~((own < 0.03) & (rest > 0.12))) | ((own > 0.12) & (rest < 0.03))
    trimap = np.where(like, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    trimap[like & (mine > 0.92) & (others < 0.05)] = cv2.GC_FGD
    trimap[~like & (others > 0.92) & (mine < 0.05)] = cv2.GC_BGD
    trimap[cloth == 0] = cv2.GC_BGD
    if not ((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD)).any():
        return np.zeros_like(cloth)
    # Only the cloth takes part: what lies beyond must not teach the cut its colours.
    known = rgb.copy()
    known[cloth == 0] = np.median(rgb[(others > 0.5) & (cloth > 0)], axis=0)
    cv2.setRNGSeed(7)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(known, trimap, (0, 0, 1, 1), models[0], models[1], _ROUNDS, cv2.GC_INIT_WITH_MASK)
    cut = ((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD)) & (cloth > 0)
    return _large(cut.astype(np.uint8))


def _large(mask: Any) -> Any:
    """Without crumbs and pinholes, and without pieces far smaller than the largest."""
    import cv2

    for value in (1, 0):
        count, labels, stats, _ = cv2.connectedComponentsWithStats((mask == value).astype(np.uint8))
        largest = max((int(stats[one, cv2.CC_STAT_AREA]) for one in range(1, count)), default=0) if value else 0
        for one in range(1, count):
            if stats[one, cv2.CC_STAT_AREA] < max(0.0012 * mask.size, 0.06 * largest):
                mask[labels == one] = 1 - value
    return mask


def _carried(label: Any, known: Any) -> Any:
    """The label of the nearest known pixel."""
    import cv2

    if known.all() or not known.any():
        return label
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    table = np.zeros(int(nearest.max()) + 1, label.dtype)
    table[nearest[known]] = label[known]
    return table[nearest]


def _shows(plane: Any) -> bool:
    return bool((plane > 0.5).sum() >= _LEAST * plane.size)


def _likelihood(lab: Any, where: Any) -> Any:
    """How usual each pixel's colour is at ``where``, 1 for the most usual one: a smoothed histogram over 8-bit CIELAB."""
    import cv2

    bins = (lab >> 3).astype(np.int64)
    index = (bins[..., 0] * 32 + bins[..., 1]) * 32 + bins[..., 2]
    counts = np.bincount(index[where], minlength=32**3).astype(np.float32).reshape(32, 32, 32)
    for axis in range(3):
        turned: Any = np.ascontiguousarray(np.moveaxis(counts, axis, 0)).reshape(32, -1)
        turned = cv2.GaussianBlur(turned, (1, 5), sigmaX=0.01, sigmaY=0.9)
        counts = np.moveaxis(turned.reshape(32, 32, 32), 0, axis)
    return (counts / max(float(counts.max()), 1e-6)).reshape(-1)[index]


def _edged(plane: FloatPlane, rgb: Any, reach: float) -> FloatPlane:
    """The mask drawn to the picture's edge: within ``reach`` pixels each is unmixed between both sides."""
    import cv2

    sure: Any = (plane > 0.5).astype(np.uint8)
    other: Any = 1 - sure
    side = 2 * max(1, round(reach)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    sure, other = cv2.erode(sure, kernel), cv2.erode(other, kernel)
    band = (sure == 0) & (other == 0)
    image = rgb.astype(np.float32) / 255
    fore = within(image, sure.astype(np.float32), 1.5 * reach)
    back = within(image, other.astype(np.float32), 1.5 * reach)
    axis = fore - back
    length = (axis * axis).sum(axis=2)
    share = ((image - back) * axis).sum(axis=2) / np.maximum(length, 1e-4)
    trust = ramp(np.sqrt(length), 0.06, 0.2)
    unmixed = np.clip((share - 0.06) / 0.88, 0, 1)
    mask = np.where(band, plane + (unmixed - plane) * trust, sure)
    return np.asarray(mask, np.float32)
