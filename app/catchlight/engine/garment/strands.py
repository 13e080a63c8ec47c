"""Hair over a new garment: which share of a pixel is hair where the old cloth shines through, and the hair's own colour there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom import fill
from catchlight.engine.groom.planes import grown, soft
from catchlight.engine.picture import FloatImage, FloatPlane

_APART = (30.0, 60.0)
"""Difference of the hair's and the cloth's colours (sRGB levels) from which it tells shares, and from which it does so alone."""
_CLEAR = (3.0, 5.0)
"""How many times the variation of the hair that difference must be: from nothing on, and fully."""
_REACH_CM = 3.0
_USUAL_CM = 1.3
"""Over what distance hair has a colour of its own."""
_SOLID_CM, _RIM_CM = 0.2, 0.7
_BUSY, _ALIKE, MIXED_CM2 = 11.0, 45.0, 8.0
"""Deviation of fine detail from which cloth hides strands, difference of colours below which it does (sRGB levels), and area of
hair mixed with cloth that matters."""
_SURE, _LEAST = 0.97, 0.3
_THROUGH_CM, _TOWARDS, _SEEN = 1.0, 0.3, 110.0
"""How far from cloth hair is looked at, from which share of the way to the cloth's colour it shines through, and how far apart
both colours must be to show it (sRGB levels)."""
_OPEN_CM = 7.0
_BRIGHT = 1.5
"""How much lighter than the hair about it a strand may be."""


@dataclass(frozen=True)
class Told:
    """hair: its share of each pixel, HxW. own: its colours before whatever is worn, HxWx3, sRGB 0..1. through: area of kept hair
    that looks like the cloth below, which shines through it, cm2."""

    hair: FloatPlane
    own: FloatImage
    through: float


def told(sitter: Sitter) -> Told:
    cm = sitter.cm
    sure = (sitter.hair > 0.9).astype(np.float32)
    sure = sure * _unlike_cloth(sitter, sure)
    spread = soft(sure, _USUAL_CM * cm)
    usual = soft(sitter.rgb * sure[..., None], _USUAL_CM * cm) / np.maximum(spread, 1e-3)[..., None]
    usual = fill.smooth(np.asarray(usual, np.float32), np.clip(4 * spread, 0, 1))
    axis = usual - sitter.under
    apart = (axis * axis).sum(axis=2)
    share = np.clip(((sitter.rgb - sitter.under) * axis).sum(axis=2) / np.maximum(apart, 1) * 1.15 - 0.05, 0, 1)
    # Hair of many shades, as dark as the cloth in places, tells nothing by its colour.
    along = ((sitter.rgb - usual) * axis).sum(axis=2) / np.sqrt(np.maximum(apart, 1))
    varied = np.sqrt(soft(along**2 * sure, _USUAL_CM * cm) / np.maximum(spread, 1e-3))
    clear = np.clip((np.sqrt(apart) / np.maximum(varied, 1) - _CLEAR[0]) / (_CLEAR[1] - _CLEAR[0]), 0, 1)
    near = grown(sitter.hair < 0.5, _REACH_CM * cm) & (sitter.hair > 0) & (sitter.v > 1 - PIT_CM)
    t = np.clip((np.sqrt(apart) - _APART[0]) / (_APART[1] - _APART[0]), 0, 1)
    trust = soft(np.asarray(t * clear * near, np.float32), 0.05 * cm)
    hair = np.where(sitter.hair > 0, sitter.hair * (1 - trust) + share * trust, 0)
    rim = np.zeros_like(hair)
    if busy(sitter) or (mixed(sitter) > MIXED_CM2 and alike(sitter) is not None):
        # Nothing tells single strands from threads: only hair that is whole is kept, and near its border no colour of its own.
        hair = hair * _whole(sitter)
        rim = 1 - soft((hair > 0.9).astype(np.float32), _RIM_CM * cm)
        rim = np.clip(2.5 * rim, 0, 1) * soft((near & (hair > 0)).astype(np.float32), 0.2 * cm)
    hair = np.where(hair < 0.06, 0, hair).astype(np.float32)
    kept = (hair > 0.4) & (sitter.v > 1 - PIT_CM) & (sitter.alpha > 0.95) & grown(sitter.cloth > 0.5, _THROUGH_CM * cm)
    through = kept & (along < -_TOWARDS * np.sqrt(apart)) & (apart > _SEEN**2)
    thin = hair[..., None]
    own = np.clip((sitter.rgb - (1 - thin) * sitter.under) / np.maximum(thin, _LEAST), 0, 255) / 255
    usual = usual / 255
    weights = np.array([0.2126, 0.7152, 0.0722], np.float32)
    # Nor, where cloth has a share in it, a lightness far from that of hair about it: that would be the cloth's pattern.
    solid = np.clip((hair - 0.7) / 0.25, 0, 1)
    low, high = 0.7 - 0.4 * solid, 1.05 + (_BRIGHT - 1.05) * solid * (1 - rim)
    level = np.clip((own @ weights) / np.maximum(usual @ weights, 0.02), low, high)[..., None]
    # What is unmixed has no hue of its own worth believing.
    own = usual * level
    sure = np.clip((thin - 0.8) / (_SURE - 0.8), 0, 1) * (1 - rim[..., None])
    colours = np.asarray(own * (1 - sure) + sitter.rgb / 255 * sure, np.float32)
    return Told(hair, colours, float(through.sum()) / cm**2)


def patterned(sitter: Sitter) -> float:
    """How much old cloth varies from thread to thread, sRGB levels."""
    grey = sitter.rgb.mean(axis=2)
    cloth = (sitter.cloth > 0.9) & (sitter.hair < 0.05) & (sitter.v > -2) & (np.abs(sitter.u) < 16)
    return float((grey - soft(grey, 0.15 * sitter.cm))[cloth].std()) if cloth.any() else 0.0


def busy(sitter: Sitter) -> bool:
    """Whether much hair shares pixels with patterned cloth, of which remnants show."""
    return mixed(sitter) > MIXED_CM2 and patterned(sitter) > _BUSY


def mixed(sitter: Sitter) -> float:
    """Area in which hair and cloth share pixels, cm2."""
    shared = (sitter.hair > 0.1) & (sitter.hair < 0.9) & (sitter.alpha > 0.97) & (sitter.v > -4)
    return float(shared.sum()) / sitter.cm**2


def alike(sitter: Sitter) -> float | None:
    """Lightness (0..255) of hair and cloth where they meet and look the same, None where they differ or do not meet."""
    met = _meeting(sitter)
    return float(met[1].mean()) if met is not None and float(np.linalg.norm(met[0] - met[1])) < _ALIKE else None


def beside(sitter: Sitter) -> float | None:
    """Lightness (0..255) of cloth that shares many pixels with hair, None without such."""
    met = _meeting(sitter)
    return None if met is None else float(met[1].mean())


def _meeting(sitter: Sitter) -> tuple[npt.NDArray[Any], npt.NDArray[Any]] | None:
    """Colours (sRGB levels) of hair and of cloth where they meet and are mixed."""
    near = _USUAL_CM * sitter.cm
    over = (sitter.hair > 0.9) & grown(sitter.cloth > 0.5, near) & (sitter.v > -PIT_CM)
    cloth = (sitter.cloth > 0.9) & (sitter.hair < 0.03) & grown(sitter.hair > 0.5, near)
    if not over.any() or not cloth.any() or mixed(sitter) < MIXED_CM2:
        return None
    return np.median(sitter.rgb[over], axis=0), np.median(sitter.rgb[cloth], axis=0)


def before(sitter: Sitter) -> float:
    """Area of hair that hangs before the chest where coats are open, cm2."""
    hair = (sitter.hair > 0.5) & (np.abs(sitter.u) < _OPEN_CM) & (sitter.v > -4) & (sitter.v < 12)
    return float(hair.sum()) / sitter.cm**2


def _whole(sitter: Sitter) -> FloatPlane:
    """1 where hair is solid, with a soft smooth border; where no cloth is near, all of it."""
    cm = sitter.cm
    solid = soft((sitter.hair > 0.8).astype(np.float32), _SOLID_CM * cm)
    over = soft(((sitter.cloth > 0.3) & (sitter.v > -PIT_CM)).astype(np.float32), 0.6 * cm)
    kept = np.clip((solid - 0.5) / 0.3, 0, 1)
    return np.asarray(1 - (1 - kept * kept * (3 - 2 * kept)) * np.clip(4 * over, 0, 1), np.float32)


def _unlike_cloth(sitter: Sitter, sure: FloatPlane) -> FloatPlane:
    """1 where hair looks like hair about it, 0 where it looks like the cloth below: a matte takes knitwear for curls."""
    wide = 2.5 * _USUAL_CM * sitter.cm
    spread = np.maximum(soft(sure, wide), 1e-3)
    usual = soft(sitter.rgb * sure[..., None], wide) / spread[..., None]
    axis = sitter.under - usual
    apart = (axis * axis).sum(axis=2)
    towards = ((sitter.rgb - usual) * axis).sum(axis=2) / np.maximum(apart, 1)
    return np.asarray(1 - ((towards > 0.55) & (apart > _APART[1] ** 2)), np.float32)
