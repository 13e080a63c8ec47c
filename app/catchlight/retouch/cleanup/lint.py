"""Lint, dandruff and dust on plain cloth: small specks that differ from the cloth around them beyond its weave."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import dilate_mask, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup.cloth_structure import find_plain_cloth

_FINEST = 48.0
"""Pixels per cm at which specks are looked for."""
_AROUND_CM, _WEAVE_CM = 0.3, 1.2
"""Half the width of the median that is taken for the cloth, and of that over which its weave is measured."""
_SIGMAS, _LEAST = 6.0, 0.035
"""Deviations of the weave from which something is a speck, and the difference of OKLab lightness at least."""
_LARGEST_CM2, _LONGEST_CM, _SLENDER = 0.06, 0.4, 5.0
"""Area and length of the largest flake, and by how much it is longer than wide at most: what is longer may be a stitch."""
_INSIDE_CM = 0.25
"""How far from the edge of cloth no speck is told."""
_VIVID = 0.06
"""Chroma (OKLab) by which a speck differs from cloth at most: pins, buttons and prints have colours."""
_STITCH_CM, _IN_ROW = 0.09, 4
"""Half the distance of stitches, and how many specks in touch with one another are some."""
_CROWDED = 0.08
"""Share of a neighbourhood from which specks are the cloth's own."""
_SHIFTS = ((3, 9), (-4, -9), (-11, 4), (12, -5), (8, 21), (-7, -22), (-25, 9))
"""From where, in rows and columns, the texture of a speck's place is taken; the first that is clean."""
_SCALE = 6.0 * 255
"""OKLab lightness to the bytes in which medians are found."""


def find(pixels: Pixels, cloth: Area, cm: float, amount: float = 0.5) -> tuple[Area, FloatImage]:
    """Specks on cloth as a soft mask, and the cloth without them, sRGB hxwx3 over its box.

    amount 0..1: how faint ones count.
    """
    import cv2

    x0, y0, x1, y1 = cloth.box
    scale = min(1.0, _FINEST / cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    small = cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    mask = np.asarray(cv2.resize(cloth.mask, size, interpolation=cv2.INTER_AREA), np.float32)
    specks = _specks(oklab.from_srgb(rgb), mask > 0.7, small, amount)
    soft = cv2.GaussianBlur(cv2.dilate(specks.astype(np.float32), disc(max(1.0, 0.02 * small))), (0, 0), 0.7)
    soft = np.asarray(np.clip(1.5 * soft, 0, 1) * (mask > 0.5), np.float32)
    known = np.asarray((mask > 0.5) * (1 - np.clip(4 * soft, 0, 1)), np.float32)
    clean = inpaint.fill_smoothly(rgb, known)
    clean += _weave(rgb, known, specks)
    full = np.asarray(cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), np.float32)
    return Area(cloth.box, full), clean


def _specks(lab: FloatImage, cloth: Mask, cm: float, amount: float) -> Mask:
    import cv2

    none = np.zeros(cloth.shape, bool)
    if not cloth.any():
        return none
    light = np.asarray(lab[..., 0], np.float32)
    side = 2 * max(1, round(_AROUND_CM * cm)) + 1
    middle = cv2.medianBlur(np.clip(light * 255, 0, 255).astype(np.uint8), side).astype(np.float32)
    base = np.asarray(cv2.GaussianBlur(middle, (0, 0), max(1.0, 0.1 * cm)), np.float32) / np.float32(255)
    away: FloatPlane = np.asarray(light - base, np.float32)
    sigma = _weave_deviation(away, cm)
    strict = 1.5 - amount
    least = np.maximum(_SIGMAS * strict * sigma, _LEAST * strict)
    marks = np.abs(away) > 0.5 * least
    inside = erode_mask(cloth, _INSIDE_CM * cm) & find_plain_cloth(base, away, marks, sigma, cloth, cm)
    chroma = np.hypot(
        *(lab[..., at] - cv2.GaussianBlur(np.ascontiguousarray(lab[..., at]), (0, 0), 0.4 * cm) for at in (1, 2))
    )
    found = none
    for sign in (1, -1):
        # On dark cloth lint is light, on light cloth dust is dark; black specks on black are creases.
        fits = base < 0.75 if sign > 0 else base > 0.6
        told = (sign * away > least) & inside & fits & (chroma < _VIVID)
        found = found | _small(told, (sign * away > 0.5 * least) & cloth, cm)
    seen = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), cm)
    crowded = cv2.GaussianBlur(found.astype(np.float32), (0, 0), cm) > _CROWDED * seen
    return found & inside & ~crowded & ~_in_rows(found, cm)


def _weave_deviation(away: FloatPlane, cm: float) -> FloatPlane:
    """Deviation of cloth about its own tone, by the median over a neighbourhood: single specks do not raise it."""
    import cv2

    step = max(1, round(_WEAVE_CM * cm / 12))
    seen = np.clip(np.abs(away) * _SCALE, 0, 255).astype(np.uint8)[::step, ::step]
    side = 2 * max(2, round(_WEAVE_CM * cm / step)) + 1
    wide = cv2.resize(
        cv2.medianBlur(np.ascontiguousarray(seen), side), away.shape[::-1], interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(1.48 * wide.astype(np.float32) / np.float32(_SCALE), np.float32)


def _in_rows(found: Mask, cm: float) -> Mask:
    """Specks that stand close in a row: stitches of a seam or a buttonhole."""
    import cv2

    joined = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_CLOSE, disc(_STITCH_CM * cm))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    pieces, parts = cv2.connectedComponents(found.astype(np.uint8), connectivity=8)
    first = np.zeros(pieces, np.int64)
    first[parts[found]] = labels[found]
    many = np.bincount(first[1:], minlength=len(stats)) >= _IN_ROW
    many[0] = False
    return np.asarray(many[labels]) & found


def _small(told: Mask, faint: Mask, cm: float) -> Mask:
    """Pieces of ``faint`` that are told somewhere and no larger or longer than a flake."""
    import cv2

    count, labels, stats, _ = cv2.connectedComponentsWithStats(faint.astype(np.uint8), connectivity=8)
    area = stats[:, cv2.CC_STAT_AREA].astype(np.float32)
    length = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]).astype(np.float32)
    wanted = np.zeros(count, bool)
    wanted[np.unique(labels[told])] = True
    wanted &= (area <= _LARGEST_CM2 * cm * cm) & (length <= _LONGEST_CM * cm) & (length**2 <= 2 * _SLENDER * area)
    wanted[0] = False
    return np.asarray(wanted[labels])


def _weave(rgb: FloatImage, known: FloatPlane, specks: Mask) -> FloatImage:
    """The cloth's own fine texture for where specks were: that beside each, by a shift that lands on clean cloth."""
    import cv2

    height, width = known.shape
    fine = (rgb - np.asarray(cv2.GaussianBlur(rgb, (0, 0), 2.0), np.float32)) * known[..., None]
    texture, clean = np.zeros_like(rgb), known > 0.99
    rows, columns = np.nonzero(dilate_mask(specks, 3))
    for dy, dx in _SHIFTS:
        if not len(rows):
            break
        y, x = np.clip(rows + dy, 0, height - 1), np.clip(columns + dx, 0, width - 1)
        free = clean[y, x]
        texture[rows[free], columns[free]] = fine[y[free], x[free]]
        rows, columns = rows[~free], columns[~free]
    return texture
