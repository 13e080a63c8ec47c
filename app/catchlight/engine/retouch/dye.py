"""Another colour for cloth, hair or a thing: its own shading on a new ground.

In OKLab light on a matt surface scales L, a and b alike, so shading is the ratio of L to the lit surface's own L. That ratio is
kept, its contrast fitted to how light cloth of the new colour is (white cloth fills its folds with light, black cloth has
none to give), and the new colour is laid under it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from catchlight.engine import oklab
from catchlight.engine.picture import FloatImage
from catchlight.engine.retouch.bands import edge_kept
from catchlight.engine.retouch.brush import Brush, Plan, Sample, Strip

_BLACK, _DARK, _WHITE = 0.19, 0.35, 0.955
"""OKLab lightness of lit black cloth, of colours that need no lifting, and of lit white cloth in a photo."""
_LIT = 0.72
"""Quantile of lightness that stands for the lit surface."""
_CONTRAST = 0.42
_MOST_GAIN = 1.7
"""Finest texture (weave, but also noise) is never strengthened beyond this."""


def dye(rgb: tuple[int, int, int], amount: float = 1.0, ceiling: float = 1.0, *, hair: bool = False) -> Plan:
    """An area in a new colour (sRGB 0..255). amount 0..1: share of the way. ceiling 0..1: how bright white is in this photo.

    hair: strands keep more of their own contrast, and their shine.
    """
    colour = oklab.of_colour(rgb)
    # Lit black cloth is not black: the darkest colours are moved up, those of cloth stay where they are.
    goal = min(max(float(colour[0]), _BLACK + (_DARK - _BLACK) / _DARK * float(colour[0])), _WHITE) * ceiling
    tint = colour[1:] * np.float32(min(1.0, ceiling) * _worn(float(np.hypot(*colour[1:])), goal))

    def plan(sample: Sample) -> Brush:
        lit = max(sample.quantile(0, _LIT), 0.06)
        shading = float(np.clip((goal / lit) ** -_CONTRAST, 0.42, 1.55))
        remap = _remap(lit, goal, shading)
        radius = (0.5 if hair else 0.25) * sample.cm / sample.scale
        most_gain = 1.25 if hair else _MOST_GAIN

        def work(strip: Strip) -> FloatImage:
            light = strip.lab[..., 0]
            base = edge_kept(np.ascontiguousarray(light), max(2.0, radius), 0.05)
            ground = np.maximum(base, 0.02)
            # Where the base rises by a little, the new base rises by this much: texture goes along, within limits.
            slope = (remap(ground + 0.01) - remap(ground)) / 0.01
            new = remap(ground) + (light - base) * np.clip(slope, 0.55 if hair else 0.0, most_gain)
            new = _shouldered(np.clip(new, 0, 1.6))
            lab = np.empty_like(strip.lab)
            lab[..., 0] = new
            lit_share = new / np.float32(goal)
            sheen = np.clip((new - goal) / max(1 - goal, 0.05), 0, 1)
            strength = np.minimum(lit_share, 1) * (1 - 0.55 * sheen)
            lab[..., 1:] = tint * strength[..., None]
            if amount < 1:
                lab = strip.lab + np.float32(amount) * (lab - strip.lab)
            return oklab.to_srgb(lab)

        return Brush(work, reach=round(2 * radius) + 2, layered=True)

    return plan


def _worn(chroma: float, light: float) -> float:
    """Share of a colour's chroma that dyed cloth can show at this lightness: screens can be more vivid than cloth."""
    most = 0.06 + 0.28 * light
    return float(most / (chroma**4 + most**4) ** 0.25)


def _remap(lit: float, goal: float, shading: float) -> Callable[[Any], Any]:
    def remap(light: Any) -> Any:
        return np.asarray(goal * (light / lit) ** np.float32(shading), np.float32)

    return remap


def _shouldered(light: FloatImage) -> FloatImage:
    """Lightness that runs into white instead of clipping."""
    knee = np.float32(0.9)
    over = np.maximum(light - knee, 0)
    return np.asarray(np.minimum(light, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee))), np.float32)
