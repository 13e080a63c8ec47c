"""Where hair grows: roots spread over the scalp. All in canonical centimetres."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from catchlight.hair.head.ellipsoid import CENTRE, RADII, Hairline, azimuth, distance_from_skull
from catchlight.imaging.arrays import Floats


@dataclass(frozen=True)
class Roots:
    """points, normal: Nx3. degrees: azimuth from the front, unsigned. top, side, back: N, how far a root belongs to each region.
    behind: N, cm behind the hairline, as far as the front of the head goes. above: N, cm higher than it. rise: cm by which the
    hairline lies higher than the average."""

    points: Floats
    normal: Floats
    degrees: Floats
    top: Floats
    side: Floats
    back: Floats
    behind: Floats
    above: Floats
    rise: float

    def chosen(self, which: npt.NDArray[np.bool_]) -> Roots:
        each = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "rise"}
        return Roots(**{name: values[which] for name, values in each.items()}, rise=self.rise)


def scatter_roots(count: int, hairline: Hairline, random: np.random.Generator, soft_cm: float = 0.3) -> Roots:
    """About ``count`` roots, evenly over the scalp (a Fibonacci lattice), ragged at the hairline by ``soft_cm``."""
    many = int(count * 2.4)
    index = np.arange(many) + 0.5
    height = 1 - 2 * index / many
    turn = np.pi * (1 + 5**0.5) * index
    ring = np.sqrt(1 - height * height)
    unit = np.stack([ring * np.sin(turn), height, ring * np.cos(turn)], axis=-1)
    unit += random.normal(0, 1.2 / np.sqrt(many), unit.shape)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    points = (CENTRE + unit * RADII).astype(np.float32)
    turn = azimuth(points)
    limit = hairline.height(turn) + hairline.steep(turn) * random.exponential(soft_cm, many)
    return _placed(points[points[:, 1] > limit], hairline)


def _placed(points: Floats, hairline: Hairline) -> Roots:
    degrees = np.abs(np.degrees(azimuth(points)))
    top = np.clip((points[:, 1] - 6.5) / 4, 0, 1)
    side = np.clip(1 - np.abs(degrees - 90) / 45, 0, 1) * (1 - top)
    back = np.clip((degrees - 110) / 40, 0, 1) * (1 - top)
    line = hairline.height(azimuth(points))
    height = np.clip((line - CENTRE[1]) / RADII[1], -1, 1)
    at = CENTRE[2] + RADII[2] * np.sqrt(1 - height**2) * np.cos(azimuth(points))
    rise = hairline.front
    behind = np.asarray(np.clip(at - points[:, 2], 0, 12), np.float32)
    above = points[:, 1] - line
    return Roots(
        points, distance_from_skull(points)[1], np.asarray(degrees, np.float32), top, side, back, behind, above, rise
    )


def scalp_points(turn: Floats, height: Floats) -> Floats:
    """Canonical points (Nx3) on the scalp at azimuths (N, radians, as ``azimuth`` tells them) and heights (N, cm)."""
    ring = np.sqrt(1 - np.clip((height - CENTRE[1]) / RADII[1], -1, 1) ** 2)
    far = ring / np.hypot(np.sin(turn) / RADII[0], np.cos(turn) / RADII[2])
    return np.stack([CENTRE[0] + far * np.sin(turn), height, CENTRE[2] + far * np.cos(turn)], axis=1)
