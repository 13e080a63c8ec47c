"""Which cloth is jacket, shirt or tie: outer garment from the shoulders down both sides, inner one under the chin.

Colour models are learnt where place leaves no doubt, and spread over superpixels along the picture's edges. Where the two cannot
be told apart there is one garment, and no split.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from catchlight.clothing.segment import accessories, body_position, cloth, collar_shadow, ties
from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.superpixels import Values
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait

NONE, JACKET, SHIRT, TIE, OTHER = 0, 1, 2, 3, 4
"""Labels. OTHER: cloth that is part of none of the three, like a trim or a pocket flap in another colour."""


@dataclass(frozen=True)
class GarmentLimits:
    """How jacket, shirt and tie are told apart. Lengths in cm, colours in OKLab with lightness weighted down. Set on drawn
    pictures and on the portraits; the places that ``tests/clothing/segment/test_garments.py`` knows hold them, and
    ``tests.benchmarks.recolour`` shows the result: no benchmark renews each of them."""

    inner_cm: float = 8.5
    """Half the width within which an inner garment usually shows."""
    collar_cm: tuple[float, float] = (8.0, 6.0)
    """Where pieces of its collar lie: so near to the middle, and so far below where cloth begins there."""
    island_cm2: float = 12.0
    """Pieces of the outer garment smaller than this, within the inner one, are its shadows."""
    least_cm2: float = 12.0
    """Area from which there is a garment."""
    place_cm: float = 3.0
    """Width over which an inner garment gives way to the outer one by place alone."""
    unlike: tuple[float, float] = (0.08, 0.35)
    """How usual a colour of the inner garment may be in the outer one: first strictly, then less so."""
    apart: float = 0.036
    step: float = 0.02
    clear: float = 0.6
    """Least difference of two garments' colours (OKLab, lightness weighted down), and the share of their border with such a
    step."""
    band: int = 5
    smooth: float = 2.2
    """Pixels: half the width of the band in which superpixels' borders are settled, and how far neighbours vote there."""
    alike: float = 0.3
    """How well colours may fit the other garment that differ from it in lightness alone."""
    scattered_cm2: float = 30.0
    ragged: float = 9.0
    striped: float = 0.08
    """Size below which a garment must be of a piece, its longest outline by the root of its area, and colours in common."""
    hue: float = 0.03
    flat: float = 0.4
    """Difference of chroma that is enough alone, and what lightness then still counts."""
    tinted: float = 0.2
    same_tint: float = 0.35
    """Ratio of chroma to lightness from which cloth is coloured, and the share by which it may differ in a shadow."""
    far: float = 0.2
    strange: float = 0.15
    """Difference of lightness from which a shade of one is no colour of the other; likeness below which a colour is not its
    own."""
    tie_cm: float = 4.0
    tie_width_cm: float = 11.5
    tie_cm2: float = 8.0
    flank_cm2: float = 2.5
    """Half the width in which a tie lies; its width at most; its area, and that of the shirt on each side of it, at least."""


_LIMITS = GarmentLimits()


@dataclass(frozen=True)
class Garments:
    """Garments over the reduced picture.

    labels: hxw uint8. parts: those of JACKET, SHIRT and TIE that are told apart; none for one garment.
    """

    labels: npt.NDArray[np.uint8]
    parts: frozenset[int]
    mixed: bool = False
    """Whether much of the shirt has colours of the jacket too, so that some of it may be missed, or all of it was."""
    crossed: bool = False
    """Whether something lies on the shirt in a tie's place that is none by its form and colour."""


def segment_garments(portrait: Portrait) -> Garments:
    """The garments of a portrait, kept with it."""
    return view.source(portrait).kept("wardrobe", lambda: _split(cloth.find_cloth(portrait)))


def _split(found: Cloth) -> Garments:
    label = np.where(found.cloth & ~accessories.pendants(found, body_position.neckline(found)), JACKET, NONE).astype(
        np.uint8
    )
    beyond = accessories.pieces_out_of_reach(found)
    aside = accessories.objects_beside(found)
    label[beyond], label[aside] = OTHER, NONE
    inner = _inside(found)
    parts: frozenset[int] = frozenset()
    unsure = False
    if inner is not None:
        middle = _middle(found, inner)
        if not middle.any():
            return Garments(_settled(found, label), parts)
        label[_foreign(found, inner)] = OTHER
        label[middle] = SHIRT
        pieces = found.patches.pieces(label == JACKET)
        areas = np.bincount(pieces, found.patches.area) / found.cm**2
        label[
            (pieces > 1) & (areas[pieces] < _LIMITS.island_cm2) & (np.abs(found.across) < body_position.SIDE_CM[0])
        ] = SHIRT
        label[_shade(found, label)] = SHIRT
        tie, unsure = _told(found, label, _tie(found, label))
        label[tie], label[aside] = TIE, NONE
        parts = frozenset({JACKET, SHIRT} | ({TIE} if tie.any() else set()))
    mixed = not parts and body_position.has_two_garments(found)
    if parts:
        ours, theirs = label == SHIRT, (label == JACKET) & (found.known > 0.6)
        mixed = (
            float(np.average(found.patches.affinity(theirs)[ours], weights=found.patches.area[ours])) > _LIMITS.alike
        )
    settled = _settled(found, label)
    if parts:
        settled[collar_shadow.shirt_inside_collar(found, settled == JACKET, settled == SHIRT, settled == NONE)] = SHIRT
        settled[collar_shadow.shirt_in_shadow(found, settled == JACKET, settled == SHIRT)] = SHIRT
    return Garments(settled, parts, mixed, unsure)


def _settled(found: Cloth, label: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Labels as pixels: near the borders of superpixels each pixel goes to the side whose colour there is nearer."""
    import cv2

    plane = found.patches.drawn(label)
    image = cv2.GaussianBlur(oklab.from_srgb(found.rgb.astype(np.float32) / 255), (0, 0), 1.2)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * _LIMITS.band + 1,) * 2)
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (4 * _LIMITS.band + 1,) * 2)
    enclosed = (cv2.dilate((plane == NONE).astype(np.uint8), wide) == 0).astype(np.uint8)
    best = np.full(plane.shape, np.inf, np.float32)
    result = plane.copy()
    sure = np.zeros(plane.shape, bool)
    present = np.unique(plane)
    for one in present:
        mask = (plane == one).astype(np.uint8)
        core = cv2.erode(mask, kernel)
        if one in (SHIRT, OTHER):
            # What is narrow, like the stand of a collar, has no core but its own middle; beside the wall it may be the wall's.
            narrow = cv2.erode(mask, np.ones((3, 3), np.uint8)) & (cv2.dilate(core, wide) == 0)
            core = cv2.max(core, narrow if one == SHIRT else narrow & enclosed)
        sure |= core > 0
        reach = cv2.dilate(mask, kernel) > 0
        away = np.linalg.norm(image - blur_within_mask(image, core.astype(np.float32), 1.5 * _LIMITS.band), axis=2)
        away[~reach | (cv2.GaussianBlur(core.astype(np.float32), (0, 0), 1.5 * _LIMITS.band) < 0.01)] = np.inf
        nearer = away < best
        best[nearer], result[nearer] = away[nearer], one
    result = np.where(sure | ~np.isfinite(best), plane, result)
    votes = np.stack([cv2.GaussianBlur((result == one).astype(np.float32), (0, 0), _LIMITS.smooth) for one in present])
    return np.asarray(present[votes.argmax(axis=0)], np.uint8)


def _inside(found: Cloth) -> PatchMask | None:
    """The inner garment: strict colours first; by hue alone where that tells the two apart, for shadows darken both."""
    for unlike in _LIMITS.unlike:
        inner = _inner(found, unlike)
        if inner is not None:
            outer = found.cloth & ~inner & (found.down < body_position.SHOULDER_CM[1])
            colour = found.patches.colour
            gap = np.abs(np.median(colour[inner], axis=0) - np.median(colour[outer], axis=0))
            if float(np.hypot(*gap[1:])) > max(_LIMITS.hue, float(gap[0])):
                flat = replace(found.patches, colour=colour * np.array([_LIMITS.flat, 1, 1], np.float32))
                inner = _either(_inner(replace(found, patches=flat), unlike), inner)
            return inner
    return None


def _either(first: PatchMask | None, second: PatchMask) -> PatchMask:
    return second if first is None else first


def _inner(found: Cloth, unlike: float) -> PatchMask | None:
    """Cloth that is not the outer garment; None where there is but one garment."""
    patches, on = found.patches, found.cloth
    side = np.abs(found.across)
    top, outer, throat = (
        body_position.neckline(found),
        body_position.outer_garment_patches(found),
        body_position.inner_garment_patches(found),
    )
    if found.size_of(outer) < _LIMITS.least_cm2:
        return None
    outside = patches.likeness(outer)
    inner = throat & (outside < unlike)
    if found.size_of(inner) < 0.5 * _LIMITS.least_cm2:
        return None
    place = 1 / (1 + np.exp(np.minimum((side - _LIMITS.inner_cm) / _LIMITS.place_cm, 30)))
    taught = found.down < max(
        body_position.SHOULDER_CM[1], top + body_position.DEEP_CM
    )  # trousers farther down teach nothing
    share = np.zeros(patches.count, np.float32)
    for _ in range(3):
        ours, theirs = patches.likeness(inner), patches.likeness(outer)
        near, far = patches.nearness(inner), patches.nearness(outer)
        ours, theirs = 0.5 * (np.minimum(ours, 1) + near), 0.5 * (np.minimum(theirs, 1) + far)
        first, second = (ours + 0.03) * place, (theirs + 0.03) * (1 - place)
        prior = np.where(on, first / (first + second), 0).astype(np.float32)
        sure = np.abs(ours - theirs)
        trust = np.where(on, 0.05 + 1.2 * sure**2, 0.02).astype(np.float32)
        share = patches.spread(prior, trust)
        inner = on & (share > 0.8) & (ours > 0.1) & taught
        outer = on & (share < 0.2) & (theirs > 0.1) & taught
        if found.size_of(inner) < _LIMITS.least_cm2 or found.size_of(outer) < _LIMITS.least_cm2:
            return None
    result = on & (share > 0.5)
    return result if _apart(found, inner, outer, share) else None


def _apart(found: Cloth, inner: PatchMask, outer: PatchMask, share: Values) -> bool:
    """Whether two garments differ: in their colours, and by a step at their common border, where folds only shade."""
    colour = found.patches.colour
    middle = np.median(colour[outer], axis=0)
    away = float(np.median(np.linalg.norm(colour[inner] - middle, axis=1)))
    usual = float(np.median(np.linalg.norm(colour[outer] - middle, axis=1)))
    clear = found.patches.clear_border(share > 0.5, found.cloth, max(_LIMITS.step, 0.35 * away))
    alike = float(np.average(found.patches.affinity(outer)[inner], weights=found.patches.area[inner]))
    tint = float(np.hypot(*(np.median(colour[inner], axis=0) - middle)[1:]))
    shaded = _shaded(colour[inner], middle) or (alike > _LIMITS.alike and tint < _LIMITS.hue)
    return bool(
        away > max(_LIMITS.apart, usual)
        and clear > _LIMITS.clear
        and not shaded
        and not _scattered(found, share, alike)
    )


def _scattered(found: Cloth, share: Values, alike: float) -> bool:
    """Whether a garment is all outline, and small or of the other's colours too: a pendant with its chain, stripes."""
    inner = found.cloth & (share > 0.5)
    outline = found.patches.seam(inner, found.cloth & ~inner, np.inf) / found.cm
    size = found.size_of(inner)
    return outline > _LIMITS.ragged * size**0.5 and (size < _LIMITS.scattered_cm2 or alike > _LIMITS.striped)


def _shaded(inner: npt.NDArray[np.float32], outer: npt.NDArray[np.float32]) -> bool:
    """Whether colours (Nx3) are but a coloured garment's own in shadow: darker, in the same ratio of chroma to lightness."""
    tint = float(np.hypot(*outer[1:]) / outer[0])
    darker = np.median(inner, axis=0)
    gap = float(np.hypot(*(darker[1:] / darker[0] - outer[1:] / outer[0])))
    return bool(tint > _LIMITS.tinted and darker[0] < outer[0] and gap < _LIMITS.same_tint * tint)


def _shade(found: Cloth, label: npt.NDArray[np.uint8]) -> PatchMask:
    """Pieces of a shirt's collar in its own shade: of no colour that a jacket of quite another lightness has at its sides."""
    colour, side = found.patches.colour, np.abs(found.across)
    jacket, shirt = label == JACKET, label == SHIRT
    sides = jacket & (side > body_position.SIDE_CM[0])
    if not sides.any() or abs(float(np.median(colour[shirt, 0]) - np.median(colour[sides, 0]))) < _LIMITS.far:
        return np.zeros_like(shirt)
    collar = found.down < body_position.neckline(found) + _LIMITS.collar_cm[1]
    like = jacket & collar & (side < body_position.SIDE_CM[0]) & (found.patches.likeness(sides) < _LIMITS.strange)
    pieces = found.patches.pieces(like | shirt)
    return np.asarray(like & np.isin(pieces, np.unique(pieces[shirt])), bool)


def _middle(found: Cloth, inner: PatchMask) -> PatchMask:
    """The inner garment's pieces near the middle; others are trims and flaps. None that begins lower than at the neck."""
    pieces, top = found.patches.pieces(inner), body_position.neckline(found)
    bare = found.patches.touching(~found.cloth & (found.down < top + _LIMITS.collar_cm[1]))
    kept, begun = np.zeros_like(inner), False
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        if found.size_of(mask) < 3:
            break
        side, high = np.abs(found.across[mask]), float(found.down[mask].min()) < top + _LIMITS.collar_cm[1]
        if (float(side.min()) < _LIMITS.collar_cm[0]) if high else (float(np.median(side)) < body_position.THROAT_CM):
            if float(found.down[mask].min()) > top + body_position.DEEP_CM:
                continue  # buttons
            kept |= mask
            begun |= bool((mask & bare).any())
    return kept & begun


def _foreign(found: Cloth, inner: PatchMask) -> PatchMask:
    """Pieces of other colours than the outer garment has anywhere: without its own folds and shadows."""
    pieces = found.patches.pieces(inner)
    alike = found.patches.affinity(found.cloth & ~inner & (found.known > 0.6))
    kept = np.zeros_like(inner)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        if float(np.average(alike[mask], weights=found.patches.area[mask])) < 0.5 * _LIMITS.alike:
            kept |= mask
    return kept


def _told(found: Cloth, label: npt.NDArray[np.uint8], tie: PatchMask) -> tuple[PatchMask, bool]:
    """The tie, of the shirt's pieces or of the jacket's, where form and colour say so; and whether something else is there."""
    shirt = label == SHIRT
    pieces = (tie, ties.find_tie_in_shirt(found, label == JACKET, shirt))
    sure = [piece for piece in pieces if ties.is_tie(found, piece, shirt & ~piece)]
    none: PatchMask = np.zeros(len(label), bool)
    return (sure[0] if sure else none), not sure and any(ties.is_too_large(found, piece) for piece in pieces)


def _tie(found: Cloth, label: npt.NDArray[np.uint8]) -> PatchMask:
    """A narrow piece in the middle of the shirt, of a colour of its own, with shirt on both sides of its upper end."""
    patches, shirt, side = found.patches, label == SHIRT, np.abs(found.across)
    none: PatchMask = np.zeros(len(label), bool)
    top = body_position.neckline(found)
    middle = shirt & (side < 1.3) & (found.down > top + 2)
    beside = shirt & (side > 2) & (side < 9) & (found.down < top + 12)
    beside &= patches.likeness(middle) < 0.2
    if (
        found.size_of(middle) < 0.5 * _LIMITS.tie_cm2
        or min(found.size_of(beside & (found.across < 0)), found.size_of(beside & (found.across > 0)))
        < _LIMITS.flank_cm2
    ):
        return none
    if float(np.median(patches.likeness(beside)[middle])) > 0.2:
        return none
    ours, theirs = patches.nearness(middle), patches.nearness(beside)
    place = 1 / (1 + np.exp(np.minimum(side - _LIMITS.tie_cm, 30)))
    prior = (ours + 0.03) * place / ((ours + 0.03) * place + (theirs + 0.03) * (1 - place))
    trust = np.where(shirt, 0.05 + (ours - theirs) ** 2, 0.02)
    tie = shirt & (patches.spread(np.where(shirt, prior, 0).astype(np.float32), trust.astype(np.float32)) > 0.5)
    tie = patches.pieces(tie) == 1
    wide = float(np.quantile(side[tie], 0.95)) if tie.any() else 0.0
    fits = found.size_of(tie) > _LIMITS.tie_cm2 and wide < _LIMITS.tie_width_cm / 2
    return np.asarray(tie, bool) if fits else none
