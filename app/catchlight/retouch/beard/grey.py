"""Grey hair covered: strands without colour that are lighter than the hair's own go down to it, and take its colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_OWN = 0.3
"""Quantile of lightness below which hair shows its own colour."""
_PALE = (0.058, 0.032)
"""Chroma (OKLab) between which hair has none of its own: blond and red hair have more."""
_LIGHTER = (0.03, 0.14)
"""Lightness over the hair's own between which a strand is grey."""
_SHEEN = (0.34, 0.47)
"""Lightness up to which what is lighter is the sheen of dark hair."""
_LIGHT = 0.47
"""Lightness of the darkest hair from which there is no own colour left to cover the grey with, or it is blond."""
_VIVID = 0.13
"""Chroma of the hair's own colour by its lightness at most: what is redder is light from skin."""
_CONTRAST = 0.6
"""How much of their own differences in lightness covered strands keep: strands and shine stay."""


@dataclass(frozen=True)
class Grey:
    """tone: OKLab of the hair's own colour. share: of the hair that is grey, 0..1. whole: whether none of its own is left."""

    tone: npt.NDArray[np.float32]
    share: float
    whole: bool


def measure(lab: FloatImage, hair: FloatPlane) -> Grey:
    """How grey hair is. lab: OKLab HxWx3; hair: HxW in 0..1."""
    seen = lab[hair > 0.6 * max(float(hair.max()), 1e-3)]
    dark = float(np.quantile(seen[:, 0], _OWN))
    tone = np.median(seen[seen[:, 0] <= dark], axis=0).astype(np.float32)
    chroma = float(np.hypot(tone[1], tone[2]))
    if dark > _LIGHT:
        return Grey(tone, 0.0, whole=chroma < _PALE[0])
    tone[1:] *= min(1.0, _VIVID * float(tone[0]) / max(chroma, 1e-4))
    return Grey(tone, float((_greyness(seen, tone) > 0.5).mean()), whole=False)


def _greyness(lab: npt.NDArray[np.float32], tone: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """0..1 for OKLab colours (last axis of three): lighter than the hair's own, and without colour of their own."""
    own = float(tone[0])
    lighter = ramp(lab[..., 0], *(max(own + over, least) for over, least in zip(_LIGHTER, _SHEEN, strict=True)))
    pale = ramp(np.hypot(lab[..., 1], lab[..., 2]), *_PALE)
    return np.asarray(lighter * pale, np.float32)


def cover(grey: Grey, amount: float) -> BrushPlan:
    """Grey strands in the hair's own colour; amount 0..1: how much of the grey goes."""

    def plan(_sample: Sample) -> Brush:
        tone = grey.tone

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab
            weight = (np.float32(amount) * _greyness(lab, tone))[..., None]
            covered = lab.copy()
            covered[..., 0] = tone[0] + _CONTRAST * (lab[..., 0] - tone[0])
            covered[..., 1:] = tone[1:] * np.clip(covered[..., :1] / max(float(tone[0]), 0.1), 0, 1.5)
            return oklab.to_srgb(lab + weight * (covered - lab))

        return Brush(work, layered=True)

    return plan
