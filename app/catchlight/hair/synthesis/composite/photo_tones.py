"""Brightness of drawn hair told in the photo's tones: evened, by rank, and more where light glances off."""

from __future__ import annotations

from functools import partial

import numpy as np

from catchlight.core.threads import both, each
from catchlight.hair.compositing.blend_over import LEAST_COVER
from catchlight.hair.synthesis.composite.strand_colours import StrandColours, colour_strand_points
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_BROAD_CM, _EVEN = 1.4, 0.4
"""Width from which brightness is broad, and how far its differences go."""
_GLINT_CM, _GLINT, _MOST, _GLINTS = 0.08, 1.6, 0.35, (22, 30)
"""Width within which strands in a highlight are compared, how far they differ by their brightness, at most, and the steps of the
palette between which a highlight begins. Set by eye."""
_SAMPLE, _ROWS = 100_000, 256


def smooth_brightness(shade: FloatPlane, cover: FloatPlane, cm: float) -> FloatPlane:
    """Brightness ``shade`` (HxW) of hair (``cover``, HxW) with its broad differences lessened: hair in a photo varies from strand
    to strand more than from top to tip. cm: pixels for a centimetre."""
    seen = cover > 0.3
    if not seen.any():
        return shade
    weight = blur_plane(seen, _BROAD_CM * cm) + np.float32(1e-3)
    broad = blur_plane(np.where(seen, shade, 0), _BROAD_CM * cm) / weight
    even = shade - np.float32(_EVEN) * (broad - np.float32(shade[seen].mean()))
    return np.asarray(np.maximum(even, 0, out=even), np.float32)


def brightness_levels(seen: Floats, calm: float) -> Floats:
    """Brightness at 33 even steps of the palette, of hair that is ``seen`` (N): by rank, so that the new hair has the old one's
    range, and a little by value. calm: factor of its own range."""
    if seen.size < 50:
        return np.linspace(0.2, 1, 33, dtype=np.float32)
    ranked = np.percentile(seen[:: max(1, seen.size // _SAMPLE)], np.linspace(1, 99, 33))
    ranked = np.median(ranked) + (ranked - np.median(ranked)) * calm
    even = np.linspace(ranked[1], ranked[-2], 33)
    return np.asarray(np.maximum.accumulate(0.85 * ranked + 0.15 * even + np.arange(33) * 1e-5), np.float32)


def colour_strands(
    cover: FloatPlane,
    shade: FloatPlane,
    along: FloatPlane,
    palette: StrandColours,
    levels: Floats,
    hues: FloatPlane | None = None,
) -> FloatImage:
    """Colours (HxWx3, 0..255) of strands, black where there are none. cover, shade, along: HxW, their coverage, brightness and
    place from root to tip. levels: see ``brightness_levels``. hues: HxW, chances of their hue."""
    colours = np.zeros((*cover.shape, 3), np.float32)

    def paint(top: int) -> None:
        rows = slice(top, top + _ROWS)
        seen = cover[rows] > LEAST_COVER
        if seen.any():
            chances = None if hues is None else hues[rows][seen]
            colours[rows][seen] = colour_strand_points(shade[rows][seen], along[rows][seen], palette, levels, chances)

    each(paint, range(0, len(cover), _ROWS))
    return colours


def glint_factor(shade: FloatPlane, cover: FloatPlane, levels: Floats, cm: float) -> FloatPlane:
    """Factor (HxW) by which strands differ where light glances off them: there the palette ends, and all would have its lightest
    tone. shade, cover: HxW. levels: see ``brightness_levels``. cm: pixels for a centimetre."""
    wide = _GLINT_CM * cm
    total, count = both(partial(blur_plane, shade * cover, wide), partial(blur_plane, cover, wide))
    around = total / (count + np.float32(1e-3))
    dull, bright = levels[_GLINTS[0]], levels[_GLINTS[1]]
    share = np.clip((around - dull) / max(float(bright - dull), 1e-6), 0, 1)
    return np.asarray(np.exp(_GLINT * np.clip(shade - around, -_MOST, _MOST) * share), np.float32)
