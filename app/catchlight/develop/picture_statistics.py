"""What a picture shows, measured once: its light, its colour cast, its noise, and the skin of the faces in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop import space
from catchlight.develop.stages import base_layer
from catchlight.imaging.arrays import Floats
from catchlight.imaging.picture import FloatImage, Pixels

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture."""

_PATCHES = 7
_PATCH = 96
_FINEST = 0.8
_MAD_TO_SIGMA = 1.4826
_KEPT_OF_NOISE = 0.68
"""Standard deviation of unit white noise after the finest blur is taken away."""


@dataclass(frozen=True)
class Skin:
    """Skin of one face.

    light, bright: median and 95th percentile of I. p, t: chromaticity P / I and T / I. area: share of the picture.
    """

    light: float
    bright: float
    p: float
    t: float
    area: float


@dataclass(frozen=True)
class PictureStats:
    """I is the root of linear light (0..1).

    low, median, high: 1st, 50th and 99th percentile of I. blown: share of pixels at white. p, t: chromaticity P / I, T / I of
    what should be neutral. colour: median of hypot(P, T) / I; 0 in a grey picture. spread: 90th percentile of the distance of
    colours from their median. noise, colour_noise: standard deviations in I and in P, T at full resolution. skins: largest
    face first. small: the picture reduced, for what depends on the surroundings.
    """

    low: float = 0.0
    median: float = 0.45
    high: float = 1.0
    blown: float = 0.0
    p: float = 0.0
    t: float = 0.0
    colour: float = 0.1
    spread: float = 0.1
    noise: float = 0.004
    colour_noise: float = 0.008
    skins: tuple[Skin, ...] = ()
    small: base_layer.ReducedPicture | None = field(default=None, compare=False, repr=False)

    @property
    def is_grey(self) -> bool:
        """Black and white already."""
        return self.colour < 0.004

    @property
    def is_toned(self) -> bool:
        """A print in one colour, as sepia."""
        return self.spread < 0.22 and self.colour > 0.2


def measure_picture(pixels: Pixels, faces: Sequence[Box] = ()) -> PictureStats:
    """Measure HxWx3 or x4 pixels; faces: boxes from brow to chin. Takes some milliseconds."""
    small = base_layer.reduce_picture(pixels)
    ipt = _ipt(small.linear)
    light, p, t = ipt[..., 0], ipt[..., 1], ipt[..., 2]
    opaque = _opaque(pixels, light.shape)
    low, median, high = np.percentile(light[opaque], [1, 50, 99])
    relative_p, relative_t = p / np.maximum(light, 0.02), t / np.maximum(light, 0.02)
    strength = np.hypot(relative_p, relative_t)
    coloured = opaque & (light > 0.12)
    coloured = coloured if coloured.any() else opaque
    neutral_p, neutral_t = _neutral(light, relative_p, relative_t, opaque)
    noise, colour_noise = _noise(pixels)
    skins = [_skin(ipt, box, pixels.shape) for box in faces]
    return PictureStats(
        low=float(low),
        median=float(median),
        high=float(high),
        blown=float((light[opaque] > 0.985).mean()),
        p=neutral_p,
        t=neutral_t,
        colour=float(np.median(strength[opaque])),
        spread=_spread(relative_p[coloured], relative_t[coloured]),
        noise=noise,
        colour_noise=colour_noise,
        skins=tuple(sorted((skin for skin in skins if skin is not None), key=lambda skin: -skin.area)),
        small=small,
    )


def _ipt(linear: FloatImage) -> npt.NDArray[np.float32]:
    import cv2

    lms = cv2.transform(linear, space.rgb_to_lms().astype(np.float32))
    return np.asarray(cv2.transform(cv2.sqrt(np.maximum(lms, 0)), space.roots_to_ipt().astype(np.float32)), np.float32)


def _opaque(pixels: Pixels, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    if pixels.shape[2] == 3:
        return np.ones(shape, np.bool_)
    import cv2

    alpha: Any = pixels[..., 3].astype(np.float32) / np.iinfo(pixels.dtype).max
    seen = np.asarray(cv2.resize(alpha, shape[::-1], interpolation=cv2.INTER_AREA) > 0.5, np.bool_)
    return seen if seen.any() else np.ones(shape, np.bool_)


def _spread(p: Floats, t: Floats) -> float:
    return float(np.quantile(np.hypot(p - np.median(p), t - np.median(t)), 0.9))


def _neutral(
    light: Floats,
    p: Floats,
    t: Floats,
    opaque: npt.NDArray[np.bool_],
) -> tuple[float, float]:
    """Chromaticity of the light by what looks nearly grey: a mean in which pale and bright pixels count more, iterated.

    Shades of grey (Finlayson and Trezzi 2004) restricted to colours near the estimate, so that a red shirt is no red light.
    """
    used = opaque & (light > 0.12) & (light < 0.985)
    if used.sum() < 200:
        return 0.0, 0.0
    x, y, weight = p[used].astype(np.float64), t[used].astype(np.float64), light[used].astype(np.float64) ** 1.5
    centre = np.array([0.0, 0.0])
    for reach in (0.5, 0.3, 0.2, 0.15, 0.15):
        near = weight * np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * reach**2))
        centre = np.array([(near * x).sum(), (near * y).sum()]) / max(near.sum(), 1e-9)
    return float(centre[0]), float(centre[1])


def _noise(pixels: Pixels) -> tuple[float, float]:
    """Of the flatter quarter of patches all over the picture."""
    import cv2

    height, width = pixels.shape[:2]
    side = min(_PATCH, height, width)
    top = np.float32(np.iinfo(pixels.dtype).max)
    light, colour = [], []
    for y in np.linspace(0, height - side, _PATCHES).astype(int):
        for x in np.linspace(0, width - side, _PATCHES).astype(int):
            patch = pixels[y : y + side, x : x + side, :3].astype(np.float32) / top
            ipt = _ipt(np.square(patch))
            if not 0.08 < float(ipt[..., 0].mean()) < 0.9:
                continue
            fine = ipt - cv2.GaussianBlur(ipt, (0, 0), _FINEST)
            spread = np.median(np.abs(fine), axis=(0, 1)) * _MAD_TO_SIGMA / _KEPT_OF_NOISE
            light.append(float(spread[0]))
            colour.append(float(spread[1] + spread[2]) / 2)
    if not light:
        return 0.003, 0.006
    return float(np.quantile(light, 0.25)), float(np.quantile(colour, 0.25))


def _skin(ipt: npt.NDArray[np.float32], box: Box, size: tuple[int, ...]) -> Skin | None:
    """Skin in the middle of a face box: what is neither dark (eyes, beard, glasses) nor far from the median colour.

    ipt: of the reduced picture. size: height and width of the picture that the box lies in.
    """
    scale_y, scale_x = ipt.shape[0] / size[0], ipt.shape[1] / size[1]
    x0, y0, x1, y1 = box
    left, right = x0 + 0.2 * (x1 - x0), x1 - 0.2 * (x1 - x0)
    upper, lower = y0 + 0.12 * (y1 - y0), y1 - 0.22 * (y1 - y0)
    rows = slice(max(0, int(upper * scale_y)), int(lower * scale_y) + 1)
    columns = slice(max(0, int(left * scale_x)), int(right * scale_x) + 1)
    part = ipt[rows, columns].reshape(-1, 3).astype(np.float64)
    if len(part) < 6:
        return None
    light = part[:, 0]
    lit = part[light >= np.percentile(light, 30)]
    p, t = lit[:, 1] / np.maximum(lit[:, 0], 0.02), lit[:, 2] / np.maximum(lit[:, 0], 0.02)
    return Skin(
        light=float(np.median(lit[:, 0])),
        bright=float(np.percentile(light, 95)),
        p=float(np.median(p)),
        t=float(np.median(t)),
        area=float((x1 - x0) * (y1 - y0) * scale_x * scale_y / (ipt.shape[0] * ipt.shape[1])),
    )
