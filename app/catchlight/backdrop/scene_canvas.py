"""The canvas that a scene is drawn on: linear light and coverage, in shares of the frame's height."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import FloatImage, FloatPlane


@dataclass(frozen=True)
class SceneCanvas:
    """A frame and a margin around it, which lenses and perspective look into.

    unit: pixels for the frame's height; width: pixels of the frame; margin: pixels on each side.
    """

    unit: int
    width: int
    margin: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.unit + 2 * self.margin, self.width + 2 * self.margin

    @cached_property
    def x(self) -> Singles:
        """1xW: shares of the height, 0 in the middle of the frame."""
        return np.asarray((np.arange(self.shape[1]) + 0.5 - self.shape[1] / 2) / self.unit, np.float32)[None]

    @cached_property
    def y(self) -> Singles:
        """Hx1: 0 at the top of the frame, 1 at its bottom."""
        return np.asarray((np.arange(self.shape[0]) + 0.5 - self.margin) / self.unit, np.float32)[:, None]

    @property
    def left(self) -> float:
        return -self.shape[1] / 2 / self.unit

    @property
    def right(self) -> float:
        return self.shape[1] / 2 / self.unit

    def inside(self, image: FloatImage) -> FloatImage:
        """The frame alone."""
        m = self.margin
        return image[m : m + self.unit, m : m + self.width]

    def blank(self) -> Singles:
        """HxWx4: linear light premultiplied by coverage, and coverage."""
        return np.zeros((*self.shape, 4), np.float32)


def light_of(hex_colour: str, level: float = 1.0) -> Singles:
    """Linear light of ``#RRGGBB`` times a level."""
    rgb = srgb.parse_hex(hex_colour)
    if rgb is None:
        raise ValueError(f"{hex_colour!r} is no #rrggbb colour")
    return np.asarray(srgb.to_linear(np.array(rgb, np.float32) / np.float32(255)) * np.float32(level), np.float32)


def noise(
    shape: tuple[int, int], scale: float, octaves: int, random: np.random.Generator, stretch: float = 1.0
) -> FloatPlane:
    """Smooth noise of about unit variance; scale: pixels of the coarsest patch, stretch: its width by height."""
    import cv2

    height, width = shape
    total = np.zeros(shape, np.float32)
    share, power = 1.0, 0.0
    for _ in range(octaves):
        rows, columns = int(height / max(scale, 1)) + 4, int(width / max(scale * stretch, 1)) + 4
        if rows > height or columns > width:
            break
        grid = random.standard_normal((rows, columns)).astype(np.float32)
        total += share * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        power += share**2
        share, scale = share * 0.55, scale / 2
    return np.asarray(total / max(power, 1e-6) ** 0.5, np.float32)


def gradient(place: Singles, stops: tuple[tuple[float, Singles], ...]) -> FloatImage:
    """Light along ``place`` (any shape, 0..1), linear between stops."""
    at = np.array([stop[0] for stop in stops])
    lights = np.array([stop[1] for stop in stops])
    order = np.argsort(at)
    channels = [np.interp(place, at[order], lights[order, channel]) for channel in range(3)]
    return np.asarray(np.stack(channels, axis=-1), np.float32)
