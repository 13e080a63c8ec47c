"""The hair's own matte at full resolution: single strands over the background, thin hair over skin.

References:
    J. Wang, M. F. Cohen, "Optimized color sampling for robust matting", CVPR 2007, doi:10.1109/CVPR.2007.383006.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.threads import both
from catchlight.hair.mask import backlit, local_colours
from catchlight.hair.mask.share import CoarseHair
from catchlight.imaging.arrays import Bytes
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import ByteImage, FloatPlane

_ROWS = 256


@dataclass(frozen=True)
class StrandLimits:
    """How single strands are told from what is beside them. Lengths in cm, shares in 0..1. Set by eye on the portraits;
    ``tests.benchmarks.dye`` renews them: it measures how much of the hair is covered and how much dye lies elsewhere, on
    composites with truth and on the faces of all portraits."""

    person: float = 0.93
    bare: float = 0.04
    """The person's matte above which, and coarse hair below which, something of the person is bare."""
    reach_cm: float = 0.95
    strand_cm: float = 0.11
    """Reach of single strands beyond the matte, and the width up to which something is a strand."""
    soft: float = 0.13
    """Softness of the end of that reach, as a share of it."""
    ends_cm: float = 0.8
    """How far beside hair its cut-off ends may lie."""
    rim_cm: float = 0.25
    thinnest: float = 0.35
    """How far hair thins out beyond the line that parsing drew, and the place on the way to hair below which shadow is
    likelier."""
    baby_cm: float = 0.8
    faintest: float = 0.2
    """The same on a forehead, where the first hairs are short and fine. The shade below a fringe counts as such hair there."""
    gap_cm: float = 0.1
    """Reach around a gap in which the colours say what is hair."""
    alike: float = 0.6
    trusted: float = 0.45
    """How near to hair, and how surely, colours must place an end of a lock that parsing cut off."""
    lock_cm: float = 1.0
    tail_cm: float = 3.0
    joint_cm: float = 0.15
    """How wide and long such an end may be, and how near hair it begins."""
    least: float = 0.055
    thin: float = 1.5
    """Share below which a strand beyond the matte is taken for grain, and what the rest counts: a single hair lets light through,
    and so looks less like the hair behind it than it is."""
    pattern: float = 4.0
    far: float = 0.05
    """What the texture of the surroundings counts against strands: knit, brick and cloth are full of thin dark lines."""
    scalp_cm: float = 0.7
    """Reach from bare skin and cloth within which even sure hair may turn out to be scalp or cloth that shines through."""


_LIMITS = StrandLimits()


@dataclass(frozen=True)
class _Neighbourhood:
    """Reduced planes, or some of their rows at full size. near, far: how near hair each pixel lies, for strands and for those
    with the light behind them; bare: how near what is bare, or seen through hair; edge: how close beside hair, or its cut-off
    ends; rim: the same, closer; brow: how near hair on a forehead; pattern, bright: how much of what looks like strands,
    and like such with the light behind, the surroundings have by themselves."""

    near: FloatPlane
    far: FloatPlane
    bare: FloatPlane
    edge: FloatPlane
    rim: FloatPlane
    brow: FloatPlane
    pattern: FloatPlane
    bright: FloatPlane

    def rows(self, rows: slice, shape: tuple[int, int]) -> _Neighbourhood:
        return _Neighbourhood(*(enlarge_rows(plane, rows, shape) for plane in vars(self).values()))


@dataclass(frozen=True)
class _ColourEvidence:
    """What colour tells of each pixel, HxW uint8, 255 for 1. placed: where it lies from surroundings to hair; trust: how far
    that can be believed; away: its share of hair by how far it stands off even surroundings; even: how far these are even;
    fine, lit: what is as thin as a strand of ``placed`` and ``away``."""

    placed: Bytes
    trust: Bytes
    away: Bytes
    even: Bytes
    fine: Bytes
    lit: Bytes

    def rows(self, rows: slice) -> tuple[FloatPlane, ...]:
        """Some rows in 0..1."""
        return tuple(plane[rows] * np.float32(1 / 255) for plane in vars(self).values())


def estimate_hair_matte(rgb: ByteImage, share: CoarseHair, px_per_cm: float) -> FloatPlane:
    """Hair of ``rgb`` (HxWx3, the pixels of ``share.box``) as HxW float32 in 0..1.

    Between sure hair and sure surroundings each pixel is placed on the line between the colours of both near it (as in
    sampling-based matting, Wang and Cohen 2007), as far as these differ more than each varies; else the coarse matte stays.
    Beyond the matte only what is as thin as a strand counts, so that shadows on skin stay skin, the ends of locks that hang
    together with it, and a rim where hair thins out, on a forehead a wider one. Where the light comes from behind, strands lie
    on no such line: there all counts that stands off a background which is even by itself.
    """
    import cv2

    height, width = rgb.shape[:2]
    coarse = np.asarray(share.plane * share.alpha, np.float32)
    cm = px_per_cm * share.scale
    half = (max(1, coarse.shape[1] // 2), max(1, coarse.shape[0] // 2))
    reduced = [cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in (share.rgb, coarse)]

    def measure_colours() -> tuple[local_colours.Fields, FloatPlane, _ColourEvidence]:
        known = local_colours.estimate_fields(
            np.asarray(reduced[0], np.uint8), np.asarray(reduced[1], np.float32), cm / 2
        )
        full = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).clip(0, 1)
        return known, full, _measure_colour_evidence(rgb, known, full, px_per_cm)

    (known, full, told), (near, far) = both(
        measure_colours,
        lambda: tuple(_near(share, coarse, reach * cm) for reach in (_LIMITS.reach_cm, backlit.REACH_CM)),
    )
    bare = np.maximum(_scalp(share, coarse, cm), _gaps(known.through, coarse.shape, cm / 2))
    patterns = [_pattern(strands, near, cm) for strands in (told.fine, told.lit)]
    skin = share.brow * np.clip((share.alpha - _LIMITS.person) / (1 - _LIMITS.person), 0, 1) * (1 - share.cloth)
    rims = [_rim(share, coarse, _LIMITS.rim_cm * cm), _rim(share, coarse, _LIMITS.baby_cm * cm) * skin]
    around = _Neighbourhood(near, far, bare, _edge(share, coarse, told, cm), *rims, *patterns)
    for top in range(0, height, _ROWS):
        rows = slice(top, min(height, top + _ROWS))
        full[rows] = _joined(full[rows], told.rows(rows), around.rows(rows, (height, width)))
    return full


def _measure_colour_evidence(
    rgb: ByteImage, known: local_colours.Fields, coarse: FloatPlane, px_per_cm: float
) -> _ColourEvidence:
    height, width = rgb.shape[:2]
    planes = tuple(np.empty((height, width), np.uint8) for _ in range(4))
    for top in range(0, height, _ROWS):
        rows = slice(top, min(height, top + _ROWS))
        fore, back, spread = known.rows(rows, (height, width))
        standing = backlit.contrast_to_surroundings(rgb[rows] * np.float32(1 / 255) - back, spread[..., 1])
        for plane, value in zip(
            planes, (*local_colours.estimate_alpha(rgb[rows], fore, back, spread), *standing), strict=True
        ):
            plane[rows] = np.round(value * 255)
    placed, trust, off, even = planes
    away = backlit.share_by_contrast(off, px_per_cm)
    side = max(3, round(2 * _LIMITS.strand_cm * px_per_cm) | 1)
    return _ColourEvidence(
        placed, trust, away, even, _thin(placed, side), backlit.drop_loose_strands(_thin(away, side), coarse)
    )


def _near(share: CoarseHair, coarse: FloatPlane, reach: float) -> FloatPlane:
    """How near hair each pixel lies, up to ``reach`` pixels; nowhere on clothes and on what is barred."""
    import cv2

    side = max(3, round(2 * reach) | 1)
    # In bytes, which takes a fraction of the time: it is blurred after that.
    near = cv2.dilate(
        np.round(coarse * 255).astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    )
    soft = gaussian_blur(near * np.float32(1 / 255), _LIMITS.soft * reach, WIDE)
    return np.asarray(soft * (1 - share.barred) * (1 - share.cloth), np.float32)


def _edge(share: CoarseHair, coarse: FloatPlane, told: _ColourEvidence, cm: float) -> FloatPlane:
    """How close beside hair, or in its cut-off ends, each pixel lies; as large as ``coarse``."""
    import cv2

    edge = cv2.dilate(coarse, np.ones((3, 3), np.uint8), iterations=max(1, round(_LIMITS.ends_cm * cm)))
    return np.asarray(np.maximum(edge, _tails(told, coarse, cm)) * (1 - share.barred), np.float32)


def _tails(told: _ColourEvidence, coarse: FloatPlane, cm: float) -> FloatPlane:
    """Ends of locks that parsing cut off, as far as they hang together with the hair, as large as ``coarse``."""
    import cv2

    size, near = (coarse.shape[1], coarse.shape[0]), np.ones((3, 3), np.uint8)
    placed, trust = (cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (told.placed, told.trust))
    alike = ((placed > 255 * _LIMITS.alike) & (trust > 255 * _LIMITS.trusted)).astype(np.uint8)
    thin = alike - cv2.morphologyEx(alike, cv2.MORPH_OPEN, disc(_LIMITS.lock_cm / 2 * cm))
    found: Any = cv2.dilate((coarse > 0.5).astype(np.uint8), disc(_LIMITS.joint_cm * cm))
    way = thin | found
    for _ in range(round(_LIMITS.tail_cm * cm)):
        found = cv2.dilate(found, near) & way
    tails = cv2.dilate(found & thin, near).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(tails, (0, 0), 1), np.float32)


def _rim(share: CoarseHair, coarse: FloatPlane, reach: float) -> FloatPlane:
    """Where hair may thin out beyond the line that parsing drew, up to ``reach`` pixels, 0..1."""
    import cv2

    wide = np.asarray(cv2.dilate(coarse, disc(reach)) * (1 - share.barred), np.float32)
    return np.asarray(gaussian_blur(wide, max(0.6, 0.3 * reach), WIDE), np.float32)


def _gaps(through: FloatPlane, shape: tuple[int, ...], cm: float) -> FloatPlane:
    """What is seen through hair, with its rim, at the size ``shape``."""
    import cv2

    wide = cv2.dilate(through, disc(_LIMITS.gap_cm * cm))
    return np.asarray(cv2.resize(wide, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def _pattern(fine: Bytes, near: FloatPlane, cm: float) -> FloatPlane:
    """Mean of thin structures beyond the reach of the hair, 0..1, carried towards it; as large as ``near``."""
    import cv2

    size = (near.shape[1], near.shape[0])
    level = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    far = (near < _LIMITS.far).astype(np.float32)
    sigma = max(1.0, 2.0 * cm)
    return np.asarray(
        gaussian_blur(level * far, sigma, WIDE) / np.maximum(gaussian_blur(far, sigma, WIDE), 1e-3), np.float32
    )


def _scalp(share: CoarseHair, coarse: FloatPlane, cm: float) -> FloatPlane:
    """How near the person's own bare parts are: 1 beside them, 0 from twice the reach on."""

    bare = ((share.alpha > _LIMITS.person) & (coarse < _LIMITS.bare)).astype(np.float32)
    return np.asarray(
        np.clip(2.2 * gaussian_blur(bare, max(1.0, _LIMITS.scalp_cm * cm), WIDE), 0, 1) ** 1.5, np.float32
    )


def _thin(placed: Bytes, width: int) -> Bytes:
    """What is narrower than ``width`` pixels: the white top-hat."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    return np.asarray(cv2.morphologyEx(placed, cv2.MORPH_TOPHAT, kernel), np.uint8)


def _joined(coarse: FloatPlane, told: tuple[FloatPlane, ...], around: _Neighbourhood) -> FloatPlane:
    """The coarse matte where it is sure, the placed one between, single strands beyond. told: rows of ``_ColourEvidence``."""
    placed, belief, away, even, fine, lit = told
    thin = np.clip((0.97 - coarse) / 0.25, 0, 1)
    some = np.clip((coarse - 0.03) / 0.15, 0, 1)
    sure = np.clip((belief - 0.2) / 0.4, 0, 1)
    value = coarse + (placed - coarse) * sure * some * np.maximum(thin, around.bare)
    # Left as it is, hair that thins out over skin would be a dark rim around the new colour.
    even_ground = np.clip(1 - 2 * _LIMITS.pattern * around.pattern, 0, 1)
    for rim, least in ((around.rim, _LIMITS.thinnest), (around.brow, _LIMITS.faintest)):
        beyond = np.clip((rim - 0.03) / 0.15 - some, 0, 1) * even_ground
        value += np.maximum(placed * np.clip(placed / least, 0, 1) - value, 0) * sure * beyond
    behind = (1 - sure) * even * (1 - around.bare)
    value += (away - value) * behind * some * thin
    strand = np.clip((fine - _LIMITS.least - _LIMITS.pattern * around.pattern) * _LIMITS.thin, 0, 1) * np.clip(
        (belief - 0.3) / 0.25, 0, 1
    )
    strand *= np.clip((around.near - 0.25) / 0.5, 0, 1)
    bright = (
        np.clip(lit - _LIMITS.least - _LIMITS.pattern * around.bright, 0, 1)
        * behind
        * np.clip((around.far - 0.25) / 0.5, 0, 1)
    )
    # Ends that parsing cut off: what looks like nothing but hair, right beside it.
    ends = np.clip((placed - 0.45) / 0.35, 0, 1) * np.clip((belief - 0.4) / 0.2, 0, 1)
    ends *= np.clip((around.edge - 0.4) / 0.4, 0, 1)
    value = np.maximum.reduce([value, strand, bright, ends])
    return np.asarray(np.clip((value - 0.02) / 0.92, 0, 1), np.float32)
