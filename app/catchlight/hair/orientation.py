"""How strands lie: their direction at each pixel, and noise that runs along them.

References:
    J. Bigün, G. H. Granlund, "Optimal orientation detection of linear symmetry", ICCV 1987 (the structure tensor).
    B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993,
    doi:10.1145/166117.166151.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from catchlight.imaging.arrays import Singles
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.picture import FloatPlane

_FINE_CM = 0.06
_REACHES_CM = (0.4, 1.2, 3.6)
"""Surroundings that tell a direction: the narrowest in which gradients agree by more than chance."""
_CHANCE = 1.5
"""Agreement of gradients, in what noise alone has on average, below which they tell nothing; from twice of it they tell all."""
_STEP_CM, _DOUBLINGS = 0.075, 5
"""Streamlines are followed for one step, then two, then four..., to both sides: about 5 cm in all."""
_SOFT = 0.18
"""Blur of the result, by the strands' width: where neighbouring streamlines part, they would leave corners."""
_KEPT = 12


def direction(light: FloatPlane, mask: FloatPlane, cm: float) -> Singles:
    """HxWx2 unit vectors along the strands, from the structure tensor of ``light`` (both HxW, ``cm`` pixels a centimetre).

    A direction has no sign: opposite vectors mean the same. Where nothing shows one, that of the surroundings.
    """
    import cv2

    sigma = max(0.7, _FINE_CM * cm)
    doubled, strength = _gradients(light, mask, sigma)
    summed = np.zeros_like(doubled)
    left = np.ones_like(strength)
    for reach in _REACHES_CM:
        near = max(1.0, reach * cm)
        mean = gaussian_blur(doubled, near, WIDE) / (gaussian_blur(strength, near, WIDE) + np.float32(1e-9))[..., None]
        agreed = cv2.magnitude(mean[..., 0], mean[..., 1])
        chance = np.float32(sigma / near)
        known = np.clip((agreed / chance - _CHANCE) / _CHANCE, 0, 1) if reach != _REACHES_CM[-1] else 1
        summed += (left * known / (agreed + np.float32(1e-6)))[..., None] * mean
        left *= 1 - known
    across = 0.5 * np.arctan2(summed[..., 1], summed[..., 0])
    return np.asarray(np.dstack([-np.sin(across), np.cos(across)]), np.float32)


def agreement(light: FloatPlane, mask: FloatPlane, cm: float, reach_cm: float) -> FloatPlane:
    """How well directions agree over ``reach_cm``, HxW: the coherence of the structure tensor, 0 where there are as many each way
    and 1 where all strands lie one way. light, mask, cm: as for ``direction``."""
    import cv2

    doubled, strength = _gradients(light, mask, max(0.7, _FINE_CM * cm))
    near = max(1.0, reach_cm * cm)
    mean = gaussian_blur(doubled, near, WIDE) / (gaussian_blur(strength, near, WIDE) + np.float32(1e-9))[..., None]
    return np.asarray(cv2.magnitude(mean[..., 0], mean[..., 1]), np.float32)


def _gradients(light: FloatPlane, mask: FloatPlane, sigma: float) -> tuple[Singles, FloatPlane]:
    """Gradients inside hair with doubled angles, HxWx2, which add up where directions that differ by half a turn would cancel,
    and their squared length, HxW."""
    import cv2

    soft = gaussian_blur(light, sigma, WIDE)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    inside = np.clip((mask - 0.6) / 0.3, 0, 1)  # the outline's own gradient is no strand
    dx, dy = dx * inside, dy * inside
    return np.dstack([dx * dx - dy * dy, 2 * dx * dy]), dx * dx + dy * dy


@dataclass(frozen=True)
class Streamlines:
    """Where strands lead. places: for each doubling of the step a pair of maps, x and y as 2HxW float32: the rows from 0 on
    say where the way to the tip ends, those from H on where the way to the root does, both in a plane that holds sums along
    the first way above those along the second. mask: HxW."""

    places: tuple[tuple[FloatPlane, FloatPlane], ...]
    mask: FloatPlane
    cm: float
    _kept: dict[tuple[float, int], FloatPlane] = field(default_factory=dict, compare=False, repr=False)

    @property
    def onward(self) -> tuple[FloatPlane, FloatPlane]:
        """x and y, HxW float32, of the place one step towards the tip."""
        height = len(self.mask)
        x, y = (plane[:height] for plane in self.places[0])
        return x, np.asarray(np.where(y >= height, y - height, y), np.float32)

    def strands(self, width_cm: float, seed: int) -> FloatPlane:
        """Bundles of strands about ``width_cm`` wide, each with a value of its own, evenly spread: HxW in 0..1."""

        known = self._kept.get((width_cm, seed))
        if known is not None:
            return known
        random = np.random.default_rng(seed)
        noise = random.standard_normal(self.mask.shape).astype(np.float32)
        noise = np.asarray(gaussian_blur(noise, max(0.6, 0.35 * width_cm * self.cm), WIDE), np.float32)
        soft = gaussian_blur(self.along(noise), max(0.7, _SOFT * width_cm * self.cm), WIDE)
        found = equalise_noise(np.asarray(soft, np.float32), self.mask)
        while len(self._kept) >= _KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[width_cm, seed] = found
        return found

    def along(self, plane: Singles, doublings: int | None = None) -> Singles:
        """``plane`` (HxW or HxWxC) summed along the strands (line integral convolution, Cabral and Leedom 1993), by doubling,
        to both sides: beside each other, strands that are told to grow in opposite ways would else look cut off.

        doublings: n for 2^n steps to each side, all by default.
        """
        import cv2

        summed = np.concatenate([plane, plane])
        for x, y in self.places[:doublings]:
            summed = summed + cv2.remap(summed, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        height = len(plane)
        return np.asarray(summed[:height] + summed[height:] - plane, np.float32)


def trace_streamlines(
    flow: Singles,
    depth: FloatPlane,
    mask: FloatPlane,
    cm: float,
    step_cm: float = _STEP_CM,
    doublings: int = _DOUBLINGS,
) -> Streamlines:
    """Streamlines of ``flow`` (HxWx2, ``direction``) that lead from root to tip; depth: HxW, growing towards the tip.

    Where the way to the tip turns round from one pixel to the next, it goes on as the way to the root.
    """
    import cv2

    height, width = mask.shape
    soft = gaussian_blur(depth, max(1.0, 0.3 * cm), WIDE)
    out_x, out_y = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    sign = np.where(flow[..., 0] * out_x + flow[..., 1] * out_y < 0, np.float32(-1), np.float32(1))
    way = flow * sign[..., None]
    heading = np.concatenate([way, -way])
    moved = heading * np.float32(max(0.7, step_cm * cm))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x, y = np.concatenate([x, x]), np.concatenate([y, y])
    places = []
    for number in range(doublings):
        at_x = np.clip(x + moved[..., 0], 0, width - 1)
        at_y = np.clip(y + moved[..., 1], 0, height - 1)
        onward = cv2.remap(way, at_x, at_y, cv2.INTER_NEAREST)
        at_y += np.float32(height) * (onward[..., 0] * heading[..., 0] < -onward[..., 1] * heading[..., 1])
        places.append((at_x, at_y))
        if number + 1 < doublings:
            moved = moved + cv2.remap(moved, at_x, at_y, cv2.INTER_NEAREST)
            heading = cv2.remap(heading, at_x, at_y, cv2.INTER_NEAREST)
    return Streamlines(tuple(places), mask, cm)


def equalise_noise(noise: FloatPlane, mask: FloatPlane) -> FloatPlane:
    """Noise as its rank among the pixels of the hair: 0..1, each value equally often."""
    inside = noise[mask > 0.5]
    if inside.size < 16:
        return np.full_like(noise, 0.5)
    levels = np.quantile(inside, np.linspace(0, 1, 65))
    return np.asarray(np.interp(noise, levels, np.linspace(0, 1, 65)), np.float32)
