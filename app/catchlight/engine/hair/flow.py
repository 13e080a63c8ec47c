"""How strands lie: their direction at each pixel, and noise that runs along them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from catchlight.engine.hair.broad import blurred
from catchlight.engine.picture import FloatPlane

Floats = npt.NDArray[np.float32]

_FINE_CM, _SMOOTH_CM = 0.06, 0.4
_STEP_CM, _DOUBLINGS = 0.15, 4
"""Streamlines are followed for one step, then two, then four..., to both sides: about 5 cm in all."""
_SOFT = 0.18
"""Blur of the result, by the strands' width: where neighbouring streamlines part, they would leave corners."""
_PARTS = (0.25, 0.5, 0.75)
_KEPT = 12


def direction(light: FloatPlane, mask: FloatPlane, cm: float) -> Floats:
    """HxWx2 unit vectors along the strands, from the structure tensor of ``light`` (both HxW, ``cm`` pixels a centimetre).

    A direction has no sign: opposite vectors mean the same. Where nothing shows one, that of the surroundings.
    """
    import cv2

    sigma = max(0.7, _FINE_CM * cm)
    soft = blurred(light, sigma)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    inside = np.clip((mask - 0.6) / 0.3, 0, 1)  # the outline's own gradient is no strand
    dx, dy = dx * inside, dy * inside
    # Doubled angles add up where directions that differ by half a turn would cancel.
    double_x, double_y = dx * dx - dy * dy, 2 * dx * dy
    summed = []
    for plane in (double_x, double_y):
        near = blurred(plane, max(1.0, _SMOOTH_CM * cm))
        summed.append(near + 0.02 * blurred(plane, max(2.0, 6 * _SMOOTH_CM * cm)))
    across = 0.5 * np.arctan2(summed[1], summed[0])
    return np.asarray(np.dstack([-np.sin(across), np.cos(across)]), np.float32)


@dataclass(frozen=True)
class Streams:
    """Where strands lead: for each doubling of the step the place it ends at, x and y as HxW float32, towards the tip and
    towards the root. mask: HxW."""

    places: tuple[tuple[FloatPlane, FloatPlane], ...]
    back: tuple[tuple[FloatPlane, FloatPlane], ...]
    mask: FloatPlane
    cm: float
    _kept: dict[tuple[float, int], FloatPlane] = field(default_factory=dict, compare=False, repr=False)

    def strands(self, width_cm: float, seed: int) -> FloatPlane:
        """Bundles of strands about ``width_cm`` wide, each with a value of its own, evenly spread: HxW in 0..1."""

        known = self._kept.get((width_cm, seed))
        if known is not None:
            return known
        random = np.random.default_rng(seed)
        noise = random.standard_normal(self.mask.shape).astype(np.float32)
        noise = np.asarray(blurred(noise, max(0.6, 0.35 * width_cm * self.cm)), np.float32)
        if width_cm < _STEP_CM:
            noise = self._within_step(noise)
        soft = blurred(self.along(noise), max(0.7, _SOFT * width_cm * self.cm))
        found = evened(np.asarray(soft, np.float32), self.mask)
        while len(self._kept) >= _KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[width_cm, seed] = found
        return found

    def _within_step(self, plane: FloatPlane) -> FloatPlane:
        """``plane`` summed over one step: strands thinner than a step is long would else be dotted."""
        import cv2

        y, x = np.mgrid[: plane.shape[0], : plane.shape[1]].astype(np.float32)
        to_x, to_y = self.places[0]
        total = plane.copy()
        for part in _PARTS:
            at_x, at_y = x + (to_x - x) * np.float32(part), y + (to_y - y) * np.float32(part)
            total += cv2.remap(plane, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return total

    def along(self, plane: FloatPlane) -> FloatPlane:
        """``plane`` summed along the strands (line integral convolution, Cabral and Leedom 1993), by doubling, to both sides:
        beside each other, strands that are told to grow in opposite ways would else look cut off."""
        import cv2

        total = -plane
        for places in (self.places, self.back):
            summed = plane
            for x, y in places:
                summed = summed + cv2.remap(summed, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            total = total + summed
        return total


def streams(flow: Floats, depth: FloatPlane, mask: FloatPlane, cm: float) -> Streams:
    """Streamlines of ``flow`` (HxWx2, ``direction``) that lead from root to tip; depth: HxW, growing towards the tip."""
    import cv2

    height, width = mask.shape
    soft = blurred(depth, max(1.0, 0.3 * cm))
    out_x, out_y = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    sign = np.where(flow[..., 0] * out_x + flow[..., 1] * out_y < 0, np.float32(-1), np.float32(1))
    step = np.float32(max(0.7, _STEP_CM * cm))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    found = []
    for way in (step, -step):
        moved = [np.ascontiguousarray(flow[..., axis] * sign * way) for axis in (0, 1)]
        places = []
        for _ in range(_DOUBLINGS):
            at_x, at_y = x + moved[0], y + moved[1]
            places.append((at_x, at_y))
            moved = [
                part + cv2.remap(part, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in moved
            ]
        found.append(tuple(places))
    return Streams(found[0], found[1], mask, cm)


def evened(noise: FloatPlane, mask: FloatPlane) -> FloatPlane:
    """Noise as its rank among the pixels of the hair: 0..1, each value equally often."""
    inside = noise[mask > 0.5]
    if inside.size < 16:
        return np.full_like(noise, 0.5)
    levels = np.quantile(inside, np.linspace(0, 1, 65))
    return np.asarray(np.interp(noise, levels, np.linspace(0, 1, 65)), np.float32)
