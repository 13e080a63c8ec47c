"""What hair and what is beside it look like near each pixel, as smooth fields: what lies between both is placed by them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Singles
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import ByteImage, FloatPlane


@dataclass(frozen=True)
class FieldLimits:
    """How far around a pixel the colours of hair and of its surroundings are learnt. Set by eye on the portraits;
    ``tests.benchmarks.dye`` renews them: it measures how much of the hair is covered and how much dye lies elsewhere, on
    composites with truth and on the faces of all portraits."""

    hair: float = 0.93
    other: float = 0.04
    """Coarse hair above and below which a pixel shows what hair, and what is beside it, look like."""
    beside_cm: float = 0.15
    """Gap to what counts as beside."""
    field_cm: tuple[float, float, float] = (0.35, 1.0, 3.0)
    """Spreads of the fields: the nearest one that knows counts. What is on the wrong side is told by the wider ones alone: where
    it is larger than the first, that one knows nothing else."""
    lighter: float = 0.15
    """How much lighter (0..1 units) what is seen through hair is than the hair; as much more, and it counts in full."""
    noise: float = 0.012
    """Variance (0..1 units) that counts as noise of a photo: less of it tells nothing."""


_LIMITS = FieldLimits()


@dataclass(frozen=True)
class Fields:
    """fore, back: hxwx3, colour of hair and of what is beside it, in 0..1; spread: hxwx2, how much both, and the second alone,
    vary. through: hxw, what was taken for hair and is seen through it, 0..1."""

    fore: Singles
    back: Singles
    spread: Singles
    through: FloatPlane

    def rows(self, rows: slice, shape: tuple[int, int]) -> tuple[Singles, Singles, Singles]:
        """Colours and spread in some rows of a picture of ``shape`` (height, width)."""
        fore, back, spread = (enlarge_rows(plane, rows, shape) for plane in (self.fore, self.back, self.spread))
        return fore, back, spread


def estimate_fields(rgb: ByteImage, coarse: FloatPlane, cm: float) -> Fields:
    """The fields of a reduced picture (hxwx3) with its coarse hair (hxw in 0..1). cm: pixels a centimetre.

    Found twice: what the first fields show to lie on the wrong side of a coarse border does not count for the second.
    """
    import cv2

    image = rgb.astype(np.float32) / np.float32(255)
    hair = cv2.erode((coarse > _LIMITS.hair).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.float32)
    gap = max(3, round(2 * _LIMITS.beside_cm * cm) | 1)
    other = cv2.erode((coarse < _LIMITS.other).astype(np.uint8), np.ones((gap, gap), np.uint8)).astype(np.float32)
    first = _between(image, hair, other, cm, _LIMITS.field_cm[1:])
    through = _through(image, rgb, hair, first)
    if through.any():
        hair *= 1 - through
        first = _between(image, hair, other, cm, _LIMITS.field_cm[1:])
    value, belief = estimate_alpha(rgb, *first)
    wrong = np.clip((belief - 0.3) / 0.2, 0, 1)
    hair *= 1 - wrong * np.clip((0.5 - value) / 0.2, 0, 1)
    other *= 1 - wrong * np.clip((value - 0.35) / 0.2, 0, 1)
    return Fields(*_between(image, hair, other, cm, _LIMITS.field_cm), through)


def estimate_alpha(rgb: ByteImage, fore: Singles, back: Singles, spread: Singles) -> tuple[FloatPlane, FloatPlane]:
    """Where each pixel lies from surroundings (0) to hair (1), and how far that can be believed."""
    seen = rgb.astype(np.float32)
    seen *= np.float32(1 / 255)
    line = fore - back
    length = _dot(line, line) + np.float32(1e-5)
    offset = seen - back
    value = _dot(offset, line) / length
    # Beyond the surroundings, seen from the hair, nothing lies between both: that is a strand with the light behind it.
    aside = _dot(offset, offset) - np.maximum(value, 0) ** 2 * length
    value = np.clip(value, 0, 1)
    noise = spread[..., 0] ** 2 + np.float32(_LIMITS.noise)
    belief = length / (length + 6 * noise) * np.exp(-np.maximum(aside, 0) / (0.02 + 0.6 * noise))
    return value, np.asarray(belief, np.float32)


def _through(image: Singles, rgb: ByteImage, hair: FloatPlane, beside: tuple[Singles, Singles, Singles]) -> FloatPlane:
    """What is seen through hair, hxw in 0..1: as light as what is beside it, and as no hair of this head is.

    Hair near it tells nothing, as most of what is taken for that is the same gap; all hair of the head does.
    """
    mass = max(float(hair.sum()), 1e-3)
    mean = np.asarray(np.einsum("ij,ijc->c", hair, image) / np.float32(mass), np.float32)
    off = image - mean
    varied = float((hair * _dot(off, off)).sum()) / mass
    _, back, spread = beside
    both = np.sqrt(varied + spread[..., 1:] ** 2)
    value, belief = estimate_alpha(rgb, np.asarray(np.broadcast_to(mean, back.shape)), back, both)
    lighter = np.clip((back.mean(axis=2) - float(mean.mean())) / _LIMITS.lighter - 1, 0, 1)
    seen = np.clip((belief - 0.3) / 0.2, 0, 1) * np.clip((0.4 - value) / 0.15, 0, 1) * lighter
    return np.asarray(seen * hair, np.float32)


def _between(
    image: Singles, hair: FloatPlane, other: FloatPlane, cm: float, widths: tuple[float, ...]
) -> tuple[Singles, Singles, Singles]:
    fore, fore_spread = _field(image, hair, cm, widths)
    back, back_spread = _field(image, other, cm, widths)
    spread = np.sqrt(np.stack([fore_spread + back_spread, back_spread], axis=-1))
    return fore, back, np.asarray(spread, np.float32)


def _field(image: Singles, weight: FloatPlane, cm: float, widths: tuple[float, ...]) -> tuple[Singles, FloatPlane]:
    """Mean colour and variance near each pixel of what has weight; wider where nothing is near."""
    import cv2

    colour = np.zeros_like(image)
    spread = np.zeros(weight.shape, np.float32)
    left = np.ones(weight.shape, np.float32)
    data = np.dstack([image, _dot(image, image)]) * weight[..., None]
    for width in widths:
        step = max(1, round(width * cm / 4))
        size = (max(1, weight.shape[1] // step), max(1, weight.shape[0] // step))
        sums = cv2.resize(data, size, interpolation=cv2.INTER_AREA)
        mass = cv2.resize(weight, size, interpolation=cv2.INTER_AREA)
        sigma = width * cm / step
        sums, mass = (
            gaussian_blur(np.asarray(sums, np.float32), sigma, WIDE),
            gaussian_blur(np.asarray(mass, np.float32), sigma, WIDE),
        )
        mean = sums / np.maximum(mass, 1e-6)[..., None]
        known = np.asarray(cv2.resize(mean, weight.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
        here = cv2.resize(mass, weight.shape[::-1], interpolation=cv2.INTER_LINEAR)
        taken = left * np.clip(here / 0.08, 0, 1)
        if width == widths[-1]:
            taken = left * (here > 1e-5)
        colour += taken[..., None] * known[..., :3]
        spread += taken * np.clip(known[..., 3] - _dot(known, known), 0, None)
        left -= taken
    spread += left * 1.0
    return colour, spread


def _dot(first: Singles, second: Singles) -> FloatPlane:
    """Sum of products over the first three channels; several times faster than a reduction over a short axis."""
    total = first[..., 0] * second[..., 0]
    total += first[..., 1] * second[..., 1]
    total += first[..., 2] * second[..., 2]
    return np.asarray(total, np.float32)
