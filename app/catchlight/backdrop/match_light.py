"""A person fitted to a scene: exposure, white balance, black point and contrast, as one curve for each channel.

All steps are small on purpose. Skin forgives little, and a person who is lit a touch differently from what stands behind looks
more natural than one who was dyed in its colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.backdrop.scene import ambient
from catchlight.imaging import geometry
from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import srgb as colour
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage, Pixels
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portrait

_LONGEST = 420
_STEPS = 1024
_WELL_LIT = 0.62
"""Linear luminance that the brightest points of a well exposed face reach."""
_NEUTRAL_SCLERA = 0.22
"""log2 of red by blue of eye whites under neutral light: they are never quite white."""
_FLARE = 0.003
"""Share of the scene's mean light that the lens scatters over everything."""


@dataclass(frozen=True)
class PersonTones:
    """What a person's pixels are like, in linear luminance: nearly the darkest, and the brightest of the face."""

    darkest: float
    brightest: float


@dataclass(frozen=True)
class Fit:
    """curves: 3 x N float32, sRGB in 0..1 to sRGB in 0..1 at even steps."""

    curves: Singles

    @property
    def idle(self) -> bool:
        return bool(np.abs(self.curves - np.linspace(0, 1, self.curves.shape[1])).max() < 0.5 / 255)

    def on(self, pixels: Pixels) -> Pixels:
        """HxWx3 through the curves, same type."""
        import cv2

        if self.idle:
            return pixels
        top = np.iinfo(pixels.dtype).max
        steps = np.linspace(0, 1, top + 1)
        known = np.linspace(0, 1, self.curves.shape[1])
        table = np.stack([np.interp(steps, known, curve) for curve in self.curves], axis=1)
        whole: Any = np.round(table * top).astype(pixels.dtype)
        if pixels.dtype == np.uint8:
            fitted: Pixels = np.asarray(cv2.LUT(pixels, whole[None]), np.uint8)
            return fitted
        return np.stack([whole[:, channel][pixels[..., channel]] for channel in range(3)], axis=2)


UNCHANGED = Fit(np.tile(np.linspace(0, 1, 2, dtype=np.float32), (3, 1)))


def measure_person_tones(portrait: Portrait) -> PersonTones:
    """Kept with the portrait."""
    return portrait.kept("backdrop:seen", lambda: _read(portrait))


def fit(portrait: Portrait, scene: FloatImage, amount: float) -> Fit:
    """How a person is to change to stand in ``scene`` (hxwx3 linear light); amount 0..1, 0 changes nothing."""
    if amount <= 0:
        return UNCHANGED
    person, light = measure_person_tones(portrait), ambient(scene)
    level = float(light @ LUMINANCE)
    srgb = np.linspace(0, 1, _STEPS, dtype=np.float32)
    x = np.repeat(colour.to_linear(srgb)[None], 3, axis=0)
    # Exposure: an under-exposed face is lifted, the more so in a bright scene.
    wanted = (_WELL_LIT / max(person.brightest, 0.02)) ** 0.4
    gain = float(np.clip(wanted, 0.97, 1.3 if level > 0.1 else 1.15)) ** amount
    # A shoulder: white stays white, however much what is darker is lifted.
    x = x * gain / (1 + max(gain - 1, 0) * x**1.5)
    x = np.clip(x, 0, 1)
    # White balance: half of what the eye whites say, and a little of the scene's own warmth.
    x = x * _balance(portrait, light, amount)[:, None] ** (1 - x**2)
    # Black point: as hazy as the scene's own light makes the lens.
    flare = _FLARE * level
    lift = float(np.clip(flare - person.darkest, -0.012, 0.01)) * amount
    tone = light / max(level, 1e-4)
    x = x + lift * (1 - x) ** 3 * (np.clip(tone, 0.6, 1.6)[:, None] if lift > 0 else 1)
    # Contrast about the middle: high-key scenes are softer, dark ones harder.
    power = 1 + amount * float(np.clip(0.05 * (0.35 - level) / 0.35, -0.05, 0.05))
    x = 0.2 * (np.clip(x, 0, 1) / 0.2) ** np.float32(power)
    return Fit(np.asarray(colour.to_srgb(np.clip(x, 0, 1)), np.float32))


def _balance(portrait: Portrait, light: Singles, amount: float) -> Singles:
    """Gains for red, green and blue at unchanged luminance of skin."""
    scene = float(np.log2(max(float(light[0]), 1e-3) / max(float(light[2]), 1e-3)))
    warmth = portrait.light.warmth
    own = 0.0 if warmth is None else warmth - _NEUTRAL_SCLERA
    shift = amount * float(np.clip(-0.4 * np.clip(own, -0.5, 0.6) + 0.09 * np.clip(scene, -1.5, 1.5), -0.2, 0.2))
    gains = np.exp2(np.array([0.5 * shift, 0.0, -0.5 * shift], np.float32))
    return np.asarray(gains / float((gains * np.array([0.34, 0.58, 0.08], np.float32)).sum()), np.float32)


def _read(portrait: Portrait) -> PersonTones:
    import cv2

    picture = portrait.picture
    small, matrix = portrait.pyramid.reduced((0, 0, picture.width, picture.height), _LONGEST)
    alpha = cv2.resize(portrait.alpha, small.shape[1::-1], interpolation=cv2.INTER_AREA)
    light = colour.to_linear(small.astype(np.float32) / np.float32(255)) @ LUMINANCE
    oval = np.zeros(alpha.shape, np.uint8)
    cv2.fillPoly(oval, [np.round(geometry.apply(matrix, portrait.landmarks.ring(OVAL))).astype(np.int32)], 1)
    person, face = light[alpha > 0.9], light[oval > 0]
    darkest = float(np.quantile(person, 0.005)) if person.size else 0.0
    return PersonTones(darkest, float(np.quantile(face, 0.985)) if face.size else _WELL_LIT)
