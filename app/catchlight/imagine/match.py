"""An engine's answer made to fit its place: colour carried in from around the mask, the photo's grain, and our own soft mask.

References:
    P. Perez, M. Gangnet, A. Blake, "Poisson image editing", SIGGRAPH 2003, doi:10.1145/1201775.882269 (the membrane).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour.delta_e import Lab, ciede2000
from catchlight.imaging.inpaint import fill_smoothly, grain_noise, measure_grain
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels

_RING = 0.04
"""Width of the ring about a mask in which photo and answer are compared, as a share of the window's longer side."""
_ALIKE = 0.16
"""Difference in shares of full scale up to which it is one of light, and not of things (as in ``retouch.removal``)."""
_MOST = 0.25
"""What the membrane moves a colour by at most."""
_FINEST = 96
"""Longer side in pixels at which the membrane is solved: it has low frequencies alone."""
_LEAST_RING = 30
"""Pixels of a ring from which it says anything."""
_PROBE = 20.0
"""Deviation at which noise is measured."""
_SOLID = 0.85
"""Share of a thing from which a pixel has its colour."""
_DETAIL, _PLAIN = (0.7, 4.0), 0.002
"""Blurs in pixels of the engine between which detail is measured, its median (0..1) below which a surface is plain."""
_GAINS = (0.5, 2.0)
"""Factors by which the spread of colours is moved at least and at most."""
_MOST_GRAIN = 6.0
"""Deviation (0..255) of grain that is added at most."""


def fit_colours(photo: FloatImage, answer: FloatImage, mask: FloatPlane) -> FloatImage:
    """``answer`` with the low frequencies of its difference from the photo around the mask taken away, everywhere.

    All HxWx3 float32 in 0..1 of one window; mask HxW. Engines that repaint a whole window shift its colours; what lies outside
    the mask is the same thing in both, and tells by how much.
    """
    ring = _rings(mask)[0]
    return _moved(answer, photo - answer, ring)


def close_seam(photo: FloatImage, answer: FloatImage, mask: FloatPlane) -> FloatImage:
    """``answer`` moved until its colours just inside the mask's rim are those of the photo just outside.

    For an answer whose rim shows although it agrees with the photo outside: engines that paste the photo back around the mask.
    """
    outside, inside = _rings(mask)
    around = fill_smoothly(photo, np.asarray(outside, np.float32))
    return _moved(answer, around - answer, inside)


def tone_difference(draft: FloatImage, answer: FloatImage, weight: FloatPlane) -> float:
    """CIEDE2000 between the mean colours of two pictures (HxWx3 in 0..1) where a thing covers a pixel; 0 where it covers none.

    weight: HxW in 0..1, its share.
    """
    solid = np.asarray(weight > _SOLID, np.float32)
    if not solid.any():
        return 0.0
    first, second = (_mean_lab(picture, solid) for picture in (draft, answer))
    return float(ciede2000(first, second))


def take_tone(draft: FloatImage, answer: FloatImage, weight: FloatPlane) -> FloatImage:
    """``answer`` with mean and spread of its CIELAB values, where a thing covers a pixel, moved to those of ``draft``, by its
    share in each pixel (``weight``).

    E. Reinhard et al., "Color transfer between images", 2001, doi:10.1109/38.946629.
    """
    import cv2

    solid = np.asarray(weight > _SOLID, np.float32)[..., None]
    mass = max(float(solid.sum()), 1e-6)
    labs = [cv2.cvtColor(np.asarray(picture, np.float32), cv2.COLOR_RGB2LAB) for picture in (draft, answer)]
    means = [(lab * solid).sum(axis=(0, 1)) / mass for lab in labs]
    spreads = [
        np.sqrt((((lab - mean) ** 2) * solid).sum(axis=(0, 1)) / mass) for lab, mean in zip(labs, means, strict=True)
    ]
    gain = np.clip(spreads[0] / np.maximum(spreads[1], 1e-3), *_GAINS)
    moved = (labs[1] - means[1]) * gain.astype(np.float32) + means[0]
    toned = np.clip(cv2.cvtColor(np.asarray(moved, np.float32), cv2.COLOR_LAB2RGB), 0, 1)
    return np.asarray(answer + (toned - answer) * weight[..., None], np.float32)


def kept_detail(draft: FloatImage, answer: FloatImage, weight: FloatPlane, coarse: float) -> float:
    """Fine detail (median deviation) of an answer by that of its draft, where a thing covers a pixel; 1 where the draft has none.

    coarse: pixels of the pictures (HxWx3 in 0..1) for one that the engine painted: what is finer it cannot have.
    """
    import cv2

    solid = weight > _SOLID
    if int(solid.sum()) < _LEAST_RING:
        return 1.0
    deviations = []
    for picture in (draft, answer):
        light = cv2.cvtColor(np.asarray(picture, np.float32), cv2.COLOR_RGB2GRAY)
        band = cv2.GaussianBlur(light, (0, 0), _DETAIL[0] * coarse) - cv2.GaussianBlur(
            light, (0, 0), _DETAIL[1] * coarse
        )
        deviations.append(float(np.median(np.abs(band[solid]))))
    return deviations[1] / deviations[0] if deviations[0] > _PLAIN else 1.0


def add_grain(photo: FloatImage, answer: FloatImage, mask: FloatPlane, seed: int) -> FloatImage:
    """``answer`` with the grain that the photo has around the mask and the answer has not."""
    ring, _ = _rings(mask)
    inside = mask > 0.5
    if int(ring.sum()) < 200 or int(inside.sum()) < 200:
        return answer
    wanted, there = measure_grain(photo * 255, ring), measure_grain(answer * 255, inside)
    sigma = min(_MOST_GRAIN, max(0.0, wanted**2 - there**2) ** 0.5)
    if sigma < 0.3:
        return answer
    noise = grain_noise(np.random.default_rng(seed), mask.shape)
    # Of noise that is as soft as a photo's the measure sees a part: it is laid on so strong that the measure finds it.
    seen = measure_grain(np.dstack([noise] * 3) * _PROBE, inside) / _PROBE
    noise *= np.float32(sigma / 255 / max(seen, 0.1))
    return np.asarray(np.clip(answer + noise[..., None], 0, 1), np.float32)


def lay_in(pixels: Pixels, answer: FloatImage, mask: FloatPlane, seed: int) -> Pixels:
    """HxWx3 or x4, 8 or 16 bit, of one window: ``answer`` by ``mask``, every other value and alpha as they were.

    What comes from 8 bits is dithered where the photo has 16.
    """
    result: Any = pixels.copy()
    top = float(np.iinfo(pixels.dtype).max)
    touched = mask > 0
    own = pixels[..., :3][touched].astype(np.float32) / np.float32(top)
    new = answer[touched]
    if pixels.dtype == np.uint16:
        random = np.random.default_rng(seed)
        new = new + (random.random(new.shape, np.float32) - np.float32(0.5)) / np.float32(255)
    mixed = own + mask[touched][:, None] * (new - own)
    result[..., :3][touched] = np.round(np.clip(mixed, 0, 1) * top).astype(pixels.dtype)
    laid: Pixels = result
    return laid


def _mean_lab(picture: FloatImage, weight: FloatPlane) -> Lab:
    import cv2

    lab = cv2.cvtColor(np.asarray(picture, np.float32), cv2.COLOR_RGB2LAB)
    mean = (lab * weight[..., None]).sum(axis=(0, 1)) / float(weight.sum())
    return float(mean[0]), float(mean[1]), float(mean[2])


def _rings(mask: FloatPlane) -> tuple[Mask, Mask]:
    """What lies just outside of a mask, and what lies just inside of it."""
    import cv2

    reach = max(3, round(_RING * max(mask.shape)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    touched = (mask > 0).astype(np.uint8)
    outside = (cv2.dilate(touched, kernel) > 0) & (touched == 0)
    solid = (mask > 0.9).astype(np.uint8)
    inside = (solid > 0) & (cv2.erode(solid, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=1) == 0)
    return outside, inside


def _moved(answer: FloatImage, step: FloatImage, where: Mask) -> FloatImage:
    """``answer`` plus a membrane through ``step`` at the pixels ``where``."""
    import cv2

    if int(where.sum()) < _LEAST_RING:
        return answer
    alike = np.exp(-((np.abs(step).max(axis=2) / _ALIKE) ** 2))
    weight = np.asarray(where * alike, np.float32)
    height, width = where.shape
    scale = min(1.0, _FINEST / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    mass = np.asarray(cv2.resize(weight, size, interpolation=cv2.INTER_AREA), np.float32)
    sums = np.asarray(cv2.resize(step * weight[..., None], size, interpolation=cv2.INTER_AREA), np.float32)
    known = sums / np.maximum(mass, 1e-4)[..., None]
    spread = fill_smoothly(np.asarray(known, np.float32), np.asarray(np.clip(mass * 4, 0, 1), np.float32))
    grown = cv2.resize(np.clip(spread, -_MOST, _MOST), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(answer + grown, 0, 1), np.float32)
