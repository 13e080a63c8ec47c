"""How skin darkens as it turns to either side, beyond what broad light explains: before a flash it does within a few centimetres.
Told on both cheeks, laid on temples and scalp."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Floats, Mask

_TURNS = np.linspace(0.5, 1, 6, dtype=np.float32)
"""Sideways parts of normals between which brightness is told."""
_FEWEST_CM2 = 0.5
"""Skin that must be seen in a piece for its brightness to count."""
_DARKEST, _STEEPEST = 0.3, 0.65
"""The darkest factor believed, and the lowest by which it goes on from piece to piece where no cheek is seen."""


def turning_factor(tone: Floats, normal: Floats, cheeks: Mask, cm: float) -> Floats:
    """Factor of linear light, hxw in 0..1: 1 in front, less where skin is turned aside if the cheeks are darker there: the mean
    of both, as one alone may lie in some shade.

    tone: hxw, linear brightness of skin by that which broad light gives it. normal: hxwx3, view coordinates. cheeks: hxw, where
    skin of cheeks is seen. cm: pixels for a centimetre.
    """
    aside = np.abs(normal[..., 0])
    sides = [
        _falls(tone[own], aside[own], cm) for own in (cheeks & (normal[..., 0] < 0), cheeks & (normal[..., 0] > 0))
    ]
    mean = np.sqrt(sides[0] * sides[1])
    return np.asarray(np.interp(aside, (_TURNS[:-1] + _TURNS[1:]) / 2, mean), np.float32)


def _falls(tone: Floats, aside: Floats, cm: float) -> Floats:
    """How dark one cheek is in each piece against its brightest, from that one on."""
    place = np.digitize(aside, _TURNS) - 1
    levels = [tone[place == piece] for piece in range(len(_TURNS) - 1)]
    seen = [piece for piece, each in enumerate(levels) if len(each) >= _FEWEST_CM2 * cm * cm]
    if not seen:
        return np.ones(len(levels), np.float32)
    found = np.array([np.median(levels[piece]) for piece in seen])
    brightest = int(found.argmax())
    falls = np.minimum.accumulate(found[brightest:] / max(float(found[brightest]), 1e-6))
    pieces = np.arange(len(levels))
    onward = float(np.clip(falls[-1] / falls[-2], _STEEPEST, 1)) if len(falls) > 1 else 1.0
    beyond = onward ** np.maximum(pieces - seen[-1], 0)
    return np.asarray(np.clip(np.interp(pieces, seen[brightest:], falls) * beyond, _DARKEST, 1), np.float32)
