"""Another colour for cloth, hair or a thing: its own shading on a new ground.

In OKLab light on a matt surface scales L, a and b alike, so shading is the ratio of L to the lit surface's own L. That ratio is
kept, its contrast fitted to how light cloth of the new colour is (white cloth fills its folds with light, black cloth has
none to give), and the new colour is laid under it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, edge_aware_smooth, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.retouch import base_tones
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip, blocks

_BLACK, _DARK, _WHITE = 0.19, 0.35, 0.955
"""OKLab lightness of lit black cloth, of colours that need no lifting, and of lit white cloth in a photo."""
_CONTRAST = 0.42
_LIFTED = 3.0
"""Lightness of the new colour by that of the cloth from which light at its edges is told from its own shading."""
_RIM_CM = 0.06
"""Half as far from cloth's edge as light from beside it still counts."""
_LEVELS = 16384
"""Shades that are told apart for one unit of OKLab lightness."""
_AT_ONCE = 30_000
"""Pixels that are dyed in one go: all that is made on the way stays in the processor's cache."""
_MOST_GAIN = 1.0
"""Finest texture (weave, but also noise, of which lighter cloth has less) is never strengthened."""


def dye(
    rgb: tuple[int, int, int], amount: float = 1.0, ceiling: float = 1.0, *, hair: bool = False, worn: bool = False
) -> BrushPlan:
    """An area in a new colour (sRGB 0..255). amount 0..1: share of the way. ceiling 0..1: how bright white is in this photo.

    hair: strands keep more of their own contrast, and their shine. worn: clothes, of which several may differ.
    """
    colour = oklab.of_colour(rgb)
    # Lit black cloth is not black: the darkest colours are moved up, those of cloth stay where they are.
    goal = min(max(float(colour[0]), _BLACK + (_DARK - _BLACK) / _DARK * float(colour[0])), _WHITE) * ceiling
    # What a screen shows as pure red is brighter than any red cloth in the same light.
    goal *= 1 - 0.15 * min(1.0, float(np.hypot(*colour[1:])) / 0.26)
    tint = colour[1:] * np.float32(min(1.0, ceiling) * _worn(float(np.hypot(*colour[1:])), goal))

    def plan(sample: Sample) -> Brush:
        import cv2

        name, light_of = (
            ("grounds", base_tones.measure_materials) if worn else ("ground", base_tones.measure_one_material)
        )
        ground_of = sample.parts.get(name, lambda: light_of(sample))
        radius = (0.5 if hair else 0.25) * sample.cm / sample.scale
        most_gain = 1.25 if hair else _MOST_GAIN

        table = _colours(goal, tint)
        lifted = not hair and goal > _LIFTED * sample.parts.get("middle", lambda: sample.quantile(0, 0.5))

        def work(strip: Strip) -> FloatImage:
            light = strip.lightness
            if lifted:
                light = _calmed(light, strip.mask, strip.cm)
            base = edge_aware_smooth(light, max(2.0, radius), 0.05)
            lit = ground_of.of(strip, sample, base)
            dyed = np.empty_like(strip.rgb)
            for part in blocks(strip.core, _AT_ONCE):
                own = lit if np.ndim(lit) == 0 else lit[part]
                shade = _shaded(light[part], base[part], own, goal, (0.55 if hair else 0.0, most_gain))
                index: Any = cv2.addWeighted(shade, _LEVELS, shade, 0, 0, dtype=cv2.CV_16U)
                dyed[part] = cv2.LUT(cv2.merge([index, index, index]), table)
                if amount < 1:
                    dyed[part] = strip.rgb[part] + np.float32(amount) * (dyed[part] - strip.rgb[part])
            return dyed

        return Brush(work, reach=round(2 * radius) + 2, layered=True)

    return plan


def _shaded(light: FloatPlane, base: FloatPlane, lit: Any, goal: float, gains: tuple[float, float]) -> FloatPlane:
    """OKLab lightness of the dyed surface. base: ``light`` without its texture; gains: limits of what that is changed by."""
    import cv2

    ground = np.maximum(base, 0.02)
    shading = np.clip((goal / lit) ** -_CONTRAST, 0.42, 1.55)
    # Where the base rises by a little, the new base rises by this much: texture goes along, within limits.
    if np.ndim(lit) == 0:
        new: Any = goal * cv2.pow(ground / lit, float(shading))
    else:
        new = goal * cv2.exp(np.asarray(shading * cv2.log(ground / lit), np.float32))
    slope = np.clip(np.asarray(shading, np.float32) * new / ground, *gains)
    new += (light - base) * slope
    return np.asarray(new, np.float32)


def _calmed(light: FloatPlane, mask: FloatPlane, cm: float) -> FloatPlane:
    """The lightness of cloth, along its edge no more than farther in: what shines over from skin would become a white line."""
    import cv2

    reach = max(1.0, _RIM_CM * cm)
    # What is learnt is as smooth as the rim is wide: it is found at a size where that is two pixels.
    share = min(1.0, 2.0 / reach)
    small = max(2, round(light.shape[1] * share)), max(2, round(light.shape[0] * share))
    seen, solid = (cv2.resize(plane, small, interpolation=cv2.INTER_AREA) for plane in (light, mask))
    reach = max(1, round(reach * share))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (4 * reach + 1,) * 2)
    core = cv2.erode((solid > 0.98).astype(np.uint8), kernel).astype(np.float32)
    near = ramp(gaussian_blur(core, 2.0 * reach), 0.0, 0.05) * np.minimum(
        1.3 * (1 - gaussian_blur(core, float(reach))), 1
    )
    most, near = (
        cv2.resize(np.asarray(plane, np.float32), light.shape[::-1], interpolation=cv2.INTER_LINEAR)
        for plane in (blur_within_mask(seen, core, 2.0 * reach), near)
    )
    over = np.maximum(cv2.subtract(light, most), 0)
    return np.asarray(cv2.subtract(light, cv2.multiply(over, near)), np.float32)


def _worn(chroma: float, light: float) -> float:
    """Share of a colour's chroma that dyed cloth can show at this lightness: screens can be more vivid than cloth."""
    most = 0.06 + 0.28 * light
    return float(most / (chroma**4 + most**4) ** 0.25)


def _colours(goal: float, tint: Any) -> Any:
    """sRGB for every 16-bit shade of the dyed surface: full colour where it is lit, less in the shade and in its sheen."""
    shade = np.asarray(np.minimum(np.arange(65536) / _LEVELS, 1.6), np.float32)
    light = _shouldered(shade)
    sheen = np.clip((light - goal) / max(1 - goal, 0.05), 0, 1)
    strength = np.minimum(light / np.float32(goal), 1) * (1 - 0.55 * sheen)
    lab = np.concatenate([light[:, None], tint[None] * strength[:, None]], axis=1)
    return oklab.to_srgb(lab[None])


def _shouldered(light: FloatImage) -> FloatImage:
    """Lightness that runs into white instead of clipping."""
    knee = np.float32(0.9)
    over = np.maximum(light - knee, 0)
    return np.asarray(np.minimum(light, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee))), np.float32)
