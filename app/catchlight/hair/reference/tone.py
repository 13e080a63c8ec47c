"""The tone of hair: how light it is, how far light and dark lie apart, its colour at each lightness; and hair given another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.imaging.arrays import Floats
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_CORE = 0.9
"""Share of hair from which a pixel shows hair alone."""
_BINS = 24
_FEW = 40
"""Pixels that a bin of lightness must have to tell its colour."""
_TRUSTED = 75
"""Percentile of lightness up to which the colour of hair is its own."""
_APART = (0.6, 1.35)
"""How far light and dark are drawn together or apart, at most: further, strands turn to flat paint or to wires."""
_LEAST_SPREAD = 0.02
_RESIDUAL = 0.5
"""How much stays of what a strand's colour differs from that of its lightness."""


@dataclass(frozen=True)
class HairTone:
    """lightness: OKLab L of the middle. spread: between the 5th and the 95th percentile of L. curve: 24x2, OKLab a and b at
    lightnesses evenly over 0..1. residual: how much colour strands have beside that, 0..1."""

    lightness: float
    spread: float
    curve: Floats
    residual: float = _RESIDUAL

    @property
    def hex(self) -> str:
        """``#RRGGBB`` of its middle."""
        return oklab.to_hex(np.array([self.lightness, *self.colour_at(np.array(self.lightness))], np.float32))

    def without_colour(self) -> HairTone:
        """The same for a grey picture."""
        return replace(self, curve=np.zeros_like(self.curve), residual=0.0)

    def colour_at(self, lightness: Floats) -> Floats:
        """OKLab a and b (... x2) at lightnesses (...)."""
        at = np.linspace(0, 1, _BINS)
        return np.stack([np.interp(lightness, at, self.curve[:, axis]) for axis in (0, 1)], axis=-1).astype(np.float32)


def measure_tone(rgb: ByteImage, cover: FloatPlane) -> HairTone | None:
    """rgb: HxWx3 uint8. cover: HxW, share of hair. None where too little is hair alone."""
    step = max(1, int(np.sqrt(cover.size / 600_000)))
    some = (slice(None, None, step),) * 2
    inside = cover[some] > _CORE
    if inside.sum() < _FEW:
        return None
    lab = oklab.from_srgb(np.asarray(rgb[some][inside], np.float32) / np.float32(255))
    low, middle, high = (float(value) for value in np.percentile(lab[:, 0], (5, 50, 95)))
    which = np.clip((lab[:, 0] * (_BINS - 1) + 0.5).astype(int), 0, _BINS - 1)
    known, colours = [], []
    for index in range(_BINS):
        here = lab[which == index, 1:]
        if len(here) >= _FEW:
            known.append(index)
            colours.append(np.median(here, axis=0))
    if not known:
        known, colours = [round(middle * (_BINS - 1))], [np.median(lab[:, 1:], axis=0)]
    curve = np.stack(
        [np.interp(np.arange(_BINS), known, [colour[axis] for colour in colours]) for axis in (0, 1)], axis=1
    )
    # Gloss has the colour of the lamp, and what is lighter than most of the hair may be something else.
    last = min(int(np.percentile(which, _TRUSTED)), _BINS - 1)
    curve[last:] = curve[last]
    # Black has no colour, and what is darker than was seen has less of it.
    first = known[0]
    curve[:first] *= np.linspace(0.3, 1, first, endpoint=False)[:, None] if first else 1
    return HairTone(middle, max(high - low, _LEAST_SPREAD), np.asarray(curve, np.float32))


def match_tone(rgb: FloatImage, of: HairTone, wanted: HairTone) -> FloatImage:
    """``rgb`` (... x3, 0..255) of hair of one tone in another: the same strands, as light, as far apart and of the colour of
    ``wanted`` at each lightness."""
    lab = oklab.from_srgb(np.clip(rgb, 0, 255) / np.float32(255))
    light = lab[..., 0]
    gain = np.float32(np.clip(wanted.spread / of.spread, *_APART))
    after = np.float32(wanted.lightness) + (light - np.float32(of.lightness)) * gain
    # Nothing turns blacker than black, and the darkest strands keep their differences.
    after = np.where(after < 0.12, np.float32(0.12) * np.exp((after - 0.12) / 0.12), after).astype(np.float32)
    rest = lab[..., 1:] - of.colour_at(light)
    lab = np.concatenate([after[..., None], wanted.colour_at(after) + np.float32(wanted.residual) * rest], axis=-1)
    return np.asarray(np.clip(oklab.to_srgb(lab), 0, 1) * np.float32(255), np.float32)
