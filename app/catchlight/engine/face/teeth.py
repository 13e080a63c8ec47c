"""Teeth that the picture does not show: a dental arch under the head's pose, in this person's enamel and this picture's light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.face.drawing import Array, Between, Frame, blurred, height_of
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.picture import FloatImage, FloatPlane

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.floating[Any]]

_ARCH_ACROSS, _ARCH_DEEP = 2.75, 3.4
"""Half axes of the upper arch, cm."""
_WIDTHS = np.array([0.86, 0.67, 0.77, 0.68, 0.66, 0.95, 0.95], np.float32)
"""From the middle: incisors, canine, premolars, molars; mean crown widths, cm (Wheeler's Dental Anatomy)."""
_HEIGHTS = np.array([1.07, 0.95, 1.04, 0.90, 0.84, 0.78, 0.74], np.float32)
_SHORTER = np.array([0.0, 0.06, 0.03, 0.09, 0.12, 0.16, 0.20], np.float32)
"""By how much each ends above the front incisors, cm."""
_TONES = np.array([1.0, 0.975, 0.93, 0.90, 0.86, 0.8, 0.7], np.float32)
_ROUNDED = np.array([0.75, 1.2, 1.3, 1, 1, 1, 1], np.float32)
_HIDDEN = 0.32
"""How far crowns go on under the upper lip, cm: gums show in wide openings only."""
_GUM, _CAVITY, _TONGUE = (np.array(rgb, np.float32) for rgb in ([172, 108, 106], [46, 22, 22], [112, 56, 56]))
_ROLL_CM = 0.08
_ROLLED = np.array([0.78, 0.66, 0.66], np.float32)
"""How far the inside of the lower lip shows, and its colour in that of the lip."""
_SEED = 3


@dataclass(frozen=True, eq=False)
class Opening:
    """The mouth's opening in the result: fine contours of the upper and the lower lip, image-left to right.

    incisal: how far down the face (along ey, pixels) the edges of the front incisors lie.
    """

    upper: Array
    lower: Array
    incisal: float

    @property
    def middle(self) -> Array:
        centre: Array = np.asarray((self.upper[len(self.upper) // 2] + self.lower[len(self.lower) // 2]) / 2)
        return centre


def drawn(reading: FaceReading, opening: Opening, frame: Frame, *, upper_arch: bool = True) -> FloatImage:
    """RGB 0..255 of all that is seen through the opening, in the window ``frame``, as blurred and grainy as the picture."""
    import cv2

    cm = reading.cm
    finer = 3 if cm < 18 else 2 if cm < 50 else 1
    between = Between.of(opening.upper, opening.lower, reading.ex, reading.ey, frame.grid(finer))
    centre = float(opening.middle @ reading.ex)
    along, depth = _arch(reading, between.across - centre)
    base = reading.enamel.colour
    back = _cavity(reading, opening, between, base)
    image = back
    if upper_arch:
        image = _crowns(reading, opening, between, base, along, depth, back)
    half = max(abs(float(end @ reading.ex) - centre) for end in (opening.upper[0], opening.upper[-1])) / cm
    image = image * _occlusion(between, centre, half, cm)[..., None]
    image = _rolled_in(reading, between, image)
    size = (frame.shape[1], frame.shape[0])
    return matched(reading, np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32))


def matched(reading: FaceReading, image: FloatImage) -> FloatImage:
    """Something drawn, made as soft and as grainy as the picture."""
    if reading.blur > 0.35:
        image = blurred(image, reading.blur)
    if reading.grain > 0.2:
        noise = np.random.default_rng(_SEED).normal(0, reading.grain, image.shape[:2]).astype(np.float32)
        image = image + blurred(noise, 0.6)[..., None]
    return image


def _arch(reading: FaceReading, across: FloatPlane) -> tuple[FloatPlane, FloatPlane]:
    """Arc length and depth (cm, below 0 behind the front) along the arch of what is seen ``across`` pixels from the middle."""
    turn = np.linspace(-1.45, 1.45, 400)
    x, z = _ARCH_ACROSS * np.sin(turn), -_ARCH_DEEP * (1 - np.cos(turn))
    arc = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x), np.diff(z)))])
    arc -= arc[len(arc) // 2]
    seen = reading.vectors(np.column_stack([x, 0 * x, z]))[:, :2] @ reading.ex
    # Where the arch turns away from the camera nothing more of it is seen.
    front = np.concatenate([[True], np.diff(seen) > 0.02 * reading.cm * (turn[1] - turn[0])])
    front &= seen >= np.maximum.accumulate(seen) - 1e-9
    along = np.interp(across, seen[front], arc[front])
    depth = np.interp(across, seen[front], z[front])
    return np.asarray(along, np.float32), np.asarray(depth, np.float32)


def _crowns(
    reading: FaceReading,
    opening: Opening,
    between: Between,
    base: FloatImage,
    along: FloatPlane,
    depth: FloatPlane,
    back: FloatImage,
) -> FloatImage:
    """The upper arch before the cavity."""
    cm = reading.cm
    away = np.abs(along)
    edges = np.concatenate([[0], np.cumsum(_WIDTHS)]).astype(np.float32)
    tooth: Ints = np.clip(np.searchsorted(edges, away, side="right") - 1, 0, len(_WIDTHS) - 1)
    side = (along > 0).astype(int)
    uneven = np.random.default_rng(_SEED).normal(0, 1, (2, len(_WIDTHS))).astype(np.float32)
    q = (away - edges[tooth]) / _WIDTHS[tooth] * 2 - 1  # -1 (towards the middle) .. 1 across the crown
    lower_line = height_of(opening.lower, reading.ex, reading.ey, between.across) - np.float32(
        opening.lower[len(opening.lower) // 2] @ reading.ey
    )
    curve = np.where(lower_line < 0, np.maximum(lower_line, -0.30 * cm * (away / 1.6) ** 2), lower_line * 0.3)
    edge = opening.incisal + curve - _SHORTER[tooth] * cm
    edge += (uneven[side, tooth] * 0.016 + q * uneven[1 - side, tooth] * 0.012) * cm
    canine = np.where(tooth == 2, np.float32(0.05) * (1 - np.abs(q)), np.float32(0))
    rounding = (
        (0.10 * np.abs(q) ** 5 + 0.025 * q**2) * np.where(q > 0, np.float32(1), np.float32(0.55)) * _ROUNDED[tooth]
    )
    bottom = edge - (rounding - canine) * cm
    top = opening.incisal + 0.6 * curve - (_HEIGHTS[tooth] + _HIDDEN) * cm * (1 - 0.16 * np.abs(q) ** 2.5)
    up = np.clip((between.down - top) / np.maximum(1, bottom - top), 0, 1)  # 0 at the gum .. 1 at the edge
    crown = _soft((between.down - bottom) / cm, 0.016) * _soft((top - between.down) / cm, 0.02)
    bright = _lit(reading, between, along, depth, q, up, tooth)
    bright *= 1 + uneven[1 - side, tooth] * 0.022
    colour = base * bright[..., None]
    warm = ((1 - up) ** 1.5)[..., None] * np.array([0.0, 0.035, 0.10], np.float32)
    colour = colour * (1 - warm - (0.05 * (tooth >= 2))[..., None] * np.array([0.0, 0.35, 1.0], np.float32))
    clear = np.clip((up - 0.84) / 0.16, 0, 1)[..., None]
    colour = colour * (1 - 0.09 * clear)
    shine = np.exp(-(((q + 0.15 * np.sign(along)) / 0.34) ** 2) - ((up - 0.5) / 0.2) ** 2) * np.exp(0.9 * depth)
    colour = colour + (255 - colour) * (0.20 * shine * np.exp(-((away / 1.9) ** 2)))[..., None]
    rim = (1 - np.abs(q)) * _WIDTHS[tooth]
    gap = np.exp(-rim / 0.030) * (0.34 + 0.45 * np.clip((up - 0.55) / 0.45, 0, 1) ** 2) + 0.14 * np.exp(-rim / 0.10)
    colour = colour * (1 - gap[..., None] * np.array([0.50, 0.60, 0.68], np.float32))
    gum = _soft((between.down - top) / cm, 0.02)[..., None]
    behind = (
        back * (1 - gum) + _GUM * reading.enamel.light * (base.mean() / 205) * gum * np.exp(0.25 * depth)[..., None]
    )
    return np.asarray(colour * crown[..., None] + behind * (1 - crown[..., None]), np.float32)


def _lit(
    reading: FaceReading, between: Between, along: FloatPlane, depth: FloatPlane, q: Values, up: Values, tooth: Ints
) -> Values:
    """Shading across the crown and along the arch, from the side from which the face is lit."""
    lean = float(np.clip(reading.light[1:] @ np.append(reading.ex, 0) / max(20.0, abs(reading.light[0])), -0.5, 0.5))
    aside = np.clip(along / 2.5, -1, 1)
    bright = (1 - 0.13 * np.abs(q) ** 2.6 + 0.14 * lean * q * np.sign(along) + 0.10 * lean * aside) * _TONES[tooth]
    bright *= 1 - 0.10 * (1 - up) ** 2 - 0.05 * np.clip((up - 0.8) / 0.2, 0, 1)
    return np.asarray(bright * np.exp(0.20 * depth) * (1 - 0.05 * np.clip(np.abs(along) / 2.8, 0, 1)))


def _cavity(reading: FaceReading, opening: Opening, between: Between, base: FloatImage) -> FloatImage:
    """Dark, with the tongue where the mouth is wide enough for it."""
    cm = reading.cm
    dim = float(base.mean()) / 210
    light = reading.enamel.light
    cavity = np.ones((*between.across.shape, 3), np.float32) * _CAVITY * light * np.float32(dim)
    low = float(opening.lower[len(opening.lower) // 2] @ reading.ey)
    shown = (low - opening.incisal) / cm
    if shown <= 0.30:
        return cavity
    wide = min(1.0, (shown - 0.30) / 0.5)
    deep = np.clip((between.down - between.upper) / np.maximum(1.0, between.lower - between.upper), 0, 1)
    centre = float(opening.middle @ reading.ex)
    tongue = np.exp(-(((between.across - centre) / (1.5 * cm)) ** 4)) * np.clip((deep - 0.60) / 0.28, 0, 1)
    cavity += (tongue * wide * dim)[..., None] * (_TONGUE * light)
    return np.asarray(cavity, np.float32)


def _occlusion(between: Between, centre: float, half: float, cm: float) -> FloatPlane:
    """Shadow of the upper lip, contact of the lower one, and the dark corridor at the corners."""
    under = np.clip((between.down - between.upper) / cm, 0, 9)
    over = np.clip((between.lower - between.down) / cm, 0, 9)
    aside = np.abs(between.across - centre) / cm / max(half, 0.5)
    light = (1 - 0.50 * np.exp(-under / 0.13)) * (1 - 0.40 * np.exp(-over / 0.09))
    return np.asarray(light * (1 - 0.62 * np.clip((aside - 0.45) / 0.55, 0, 1) ** 1.3), np.float32)


def _rolled_in(reading: FaceReading, between: Between, image: FloatImage) -> FloatImage:
    """The wet inside of the lips, which turns away from the light before it ends: no lip is cut off by a dark line."""
    colour = reading.enamel.lip
    if colour is None:
        return image
    over = np.maximum(0, between.lower - between.down) / reading.cm
    under = np.maximum(0, between.down - between.upper) / reading.cm
    low, high = np.exp(-((over / _ROLL_CM) ** 1.5)), np.exp(-((under / (0.5 * _ROLL_CM)) ** 1.5))
    image = image * (1 - 0.9 * low)[..., None] + colour * _ROLLED * (0.9 * low)[..., None]
    return np.asarray(image * (1 - 0.8 * high)[..., None] + colour * 0.6 * (0.8 * high)[..., None], np.float32)


def _soft(distance: npt.ArrayLike, width: float) -> Values:
    """1 below 0, 0 above, over about ``width``."""
    return np.asarray(1 / (1 + np.exp(np.clip(np.asarray(distance) / np.float32(width), -30, 30))))
