"""A raw file at half its size, kept undeveloped, so that every change of its settings is seen at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.io.formats.raw import sensor, tones
from catchlight.imaging.io.formats.raw.kinds import raw_kind
from catchlight.imaging.io.formats.raw.settings import RawSettings
from catchlight.imaging.io.formats.raw.white_balance import CameraColours, Multipliers
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

_TOP = 65_535
_TO_LAB = np.array([[1, 1, 1], [1.7320508, -1.7320508, 0], [-1, -1, 2]], np.float32)
_FROM_LAB = np.array([[1, 0.8660254, -0.5], [1, -0.8660254, -0.5], [1, 0, 1]], np.float32) / 3
"""Lightness and two colours, and back, as LibRaw blends highlights (``blend_highlights``, after D. Coffin's dcraw)."""


@dataclass(frozen=True)
class HalfRaw:
    """pixels: HxWx3 uint16 linear colours of the camera, upright, unbalanced; 65,535 is the sensor's white."""

    pixels: Pixels
    shot: Multipliers
    colours: CameraColours

    @classmethod
    def read(cls, data: bytes) -> HalfRaw:
        """Raises Unreadable, NotSupported."""
        with sensor.opened(data, raw_kind(data)) as raw:
            shot, _ = sensor.as_shot(raw)
            return cls(sensor.unbalanced(raw), shot, sensor.colours(raw))

    def spot(self, x: float, y: float, radius: float, width: int) -> Pixels:
        """Nx3 undeveloped colours of the square around a place of the picture, which is ``width`` pixels wide."""
        scale = self.pixels.shape[1] / width
        height, across = self.pixels.shape[:2]
        reach = max(1.0, radius * scale)
        left, top = (min(side - 1, max(0, round(at * scale - reach))) for at, side in ((x, across), (y, height)))
        right, bottom = (max(least + 1, round(at * scale + reach)) for at, least in ((x, left), (y, top)))
        found: Pixels = self.pixels[top:bottom, left:right].reshape(-1, 3)
        return found

    def neutral_light(self, unbalanced: Doubles) -> tuple[float, float]:
        """Kelvin and tint of the light in which something neutral has these colours of the camera."""
        red, green, blue = (max(float(value), 1e-9) for value in unbalanced)
        return self.colours.temperature_and_tint((green / red, 1.0, green / blue, 1.0))

    def develop(self, settings: RawSettings, longest: int) -> Pixels:
        """HxWx3 uint16 sRGB, at most ``longest`` pixels long and no larger than half the picture.

        Reconstructed highlights are shown blended: they take seconds, and need the whole sensor.
        """
        import cv2

        pixels: Any = self.pixels
        scale = longest / max(pixels.shape[:2])
        if scale < 1:
            size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
            pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        balance = np.asarray(self.colours.balance(self.shot, settings)[:3], np.float32)
        balance /= balance.min()
        over = bool(np.any(pixels.reshape(-1, 3).max(axis=0) * balance > _TOP))
        light = pixels.astype(np.float32) * (balance / _TOP)
        gain = 1.0
        if over and settings.highlights != "clip":
            _blend(light, 1.0)
            gain = float(balance.max())
        to_prophoto = np.asarray(tones.TO_PROPHOTO @ self.colours.matrix, np.float32)
        wide = cv2.transform(np.minimum(light, gain), to_prophoto)
        table = tones.tone_table(gain, settings.exposure, shoulder=settings.highlights != "clip")
        shown, _ = tones.render(plane(np.clip(wide / gain * _TOP + 0.5, 0, _TOP).astype(np.uint16)), table, own=False)
        return shown


def _blend(light: Any, clip: float) -> None:
    """Colours of pixels beyond ``clip`` fade as far as those of the same pixel cut off there; HxWx3 float32, changed in place."""
    over = light.max(axis=2) > clip
    if not over.any():
        return
    bright = light[over]
    lab, cut = bright @ _TO_LAB.T, np.minimum(bright, clip) @ _TO_LAB.T
    had = (lab[:, 1:] ** 2).sum(axis=1)
    ratio = np.sqrt((cut[:, 1:] ** 2).sum(axis=1) / np.maximum(had, 1e-12))
    lab[:, 1:] *= ratio[:, None]
    light[over] = np.maximum(lab @ _FROM_LAB.T, 0)
