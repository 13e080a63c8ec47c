"""A matte drawn anew along the colours of its photo: an outline that a network guessed is moved to where it is seen.

Closed-form matting (Levin, Lischinski and Weiss 2006): within a small window alpha is a linear function of colour. The network's
matte says where to look and what to keep to where colours say nothing; larger windows (He, Sun and Tang 2010) need few rounds.

References:
    A. Levin, D. Lischinski, Y. Weiss, "A closed-form solution to natural image matting", IEEE PAMI 30(2), 2008,
    doi:10.1109/TPAMI.2007.1177.
    K. He, J. Sun, X. Tang, "Fast matting using large kernel matting Laplacian matrices", CVPR 2010,
    doi:10.1109/CVPR.2010.5539896.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.threads import each
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Doubles, Mask
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.view import resize

_SURE = (0.02, 0.98)
"""Shares beyond which the network's matte stays."""
_RADIUS = 3
_VARIANCE = 4e-6
"""Radius of the windows in pixels, and the variance of colours below which they tell nothing; sRGB in 0..1."""
_KEPT, _UNSURE = 0.001, 0.05
"""How strongly a sure network's matte is kept to, against the colours, and the share of that where it is quite unsure."""
_LEVELS = (8, 4, 2, 1)
"""Sizes, as parts of the picture's, at which one after another is solved: colours reach further in a small picture."""
_ROUNDS, _DONE = 8, 1e-9
"""Most rounds of conjugate gradients, and the squared length of a gradient that is none."""
_HELD, _FINE = (0.002, 0.05), 2
"""The same for a share that colours tell, where they are unsure and where they are sure; radius of the windows for strands."""
_HELD_ROUNDS = ((4, 24), (2, 16), (1, 12))
"""Sizes, as parts of the picture's, and rounds at each, for such a share."""
_TINT = 1.2
"""Gaussian width in pixels of what is taken for colour: photos keep it coarsely, in blocks, and sharp only in their light."""
_TILE, _MARGIN = 128, 24
"""Pixels on a side of what is solved at once, and beyond it what is solved with it to meet its neighbours."""


def along_colours(image: FloatImage, alpha: FloatPlane) -> FloatImage:
    """Slope and offset of a refined matte, HxWx2: slope * luminance + offset, valid also for the photo at a finer size.

    image: HxWx3 sRGB in 0..1. alpha: HxW, of a network; where that is sure, it is the offset and the slope is 0.
    """
    import cv2

    light = np.asarray(image @ LUMINANCE, np.float32)[..., None]
    tint = np.asarray(cv2.GaussianBlur(image - light, (0, 0), _TINT), np.float32)
    guide = light + tint
    doubted = (alpha > _SURE[0]) & (alpha < _SURE[1])
    height, width = alpha.shape
    matte, lines = alpha, np.zeros((height, width, 4), np.float32)
    for part in _LEVELS:
        size = (max(2, width // part), max(2, height // part))
        there = resize(doubted.astype(np.float32), size) > 0
        lines = resize(_lines(resize(guide, size), resize(matte, size), there), (width, height))
        drawn = np.clip(vec3.products(lines[..., :3], guide) + lines[..., 3], 0, 1)
        matte = np.where(doubted, drawn, alpha)
    slopes = lines[..., :3]
    return np.asarray(np.dstack([vec3.total(slopes), vec3.products(slopes, tint) + lines[..., 3]]), np.float32)


def solve_colour_lines(image: FloatImage, share: FloatPlane, free: Mask, sure: FloatPlane) -> FloatImage:
    """HxWx4: slopes by red, green and blue, and offset, of a share that is unknown where ``free`` and given elsewhere.

    image: HxWx3 sRGB in 0..1. share: HxW; where it is free, what its colour alone says, believed as far as ``sure`` (0..1).
    """
    height, width = share.shape
    matte, lines = share, np.zeros((height, width, 4), np.float32)
    for part, rounds in _HELD_ROUNDS:
        size = (max(2, width // part), max(2, height // part))
        windows = _Windows.of(resize(image, size), _FINE)
        small, open_ = resize(matte, size), resize(free.astype(np.float32), size) > 0
        kept = _HELD[0] + (_HELD[1] - _HELD[0]) * resize(sure, size).astype(np.float64)
        solution = _solved(windows, small.astype(np.float64), open_, kept, resize(share, size), rounds)
        lines = resize(np.dstack(windows.lines(solution)).astype(np.float32), (width, height))
        drawn = np.clip(vec3.products(lines[..., :3], image) + lines[..., 3], 0, 1)
        matte = np.where(free, drawn, share)
    return np.asarray(lines, np.float32)


def _lines(guide: FloatImage, alpha: FloatPlane, doubted: Mask) -> FloatImage:
    """HxWx4: slopes by red, green and blue, and offset, of the matte of ``guide`` solved where it is doubted."""
    height, width = alpha.shape
    result = np.zeros((height, width, 4), np.float32)
    result[..., 3] = alpha

    def work(corner: tuple[int, int]) -> None:
        y, x = corner
        if not doubted[y : y + _TILE, x : x + _TILE].any():
            return
        top, left = max(0, y - _MARGIN), max(0, x - _MARGIN)
        part = np.s_[top : y + _TILE + _MARGIN, left : x + _TILE + _MARGIN]
        own = np.s_[y - top : y - top + _TILE, x - left : x - left + _TILE]
        windows = _Windows.of(guide[part])
        matte = alpha[part].astype(np.float64)
        kept = _KEPT * (_UNSURE + (1 - _UNSURE) * (2 * matte - 1) ** 2)
        solution = _solved(windows, matte, doubted[part], kept, matte, _ROUNDS)
        result[y : y + _TILE, x : x + _TILE] = np.dstack(windows.lines(solution))[own]

    each(work, ((y, x) for y in range(0, height, _TILE) for x in range(0, width, _TILE)))
    return result


def _solved(windows: _Windows, alpha: Doubles, doubted: Mask, kept: Doubles, wanted: Any, rounds: int) -> Doubles:
    """The matte that keeps to lines of colour, by conjugate gradients from ``alpha``; changed only where it is doubted.

    kept: how strongly it is held to ``wanted``.
    """
    free = doubted.astype(np.float64)
    away = np.zeros_like(alpha)
    rest = -free * (windows.strayed(alpha) + kept * (alpha - wanted))
    step, size = rest.copy(), float((rest * rest).sum())
    for _ in range(rounds):
        if size < _DONE:
            break
        pulled = free * (windows.strayed(step) + kept * step)
        length = size / float((step * pulled).sum())
        away += length * step
        rest -= length * pulled
        left = float((rest * rest).sum())
        step, size = rest + left / size * step, left
    return np.asarray(np.clip(alpha + away, 0, 1))


@dataclass(frozen=True)
class _Windows:
    """Colours of a picture and their means in windows, three HxW planes each, and the six of their inverse covariance."""

    colours: tuple[Doubles, ...]
    means: tuple[Doubles, ...]
    inverse: tuple[tuple[Doubles, ...], ...]
    radius: int = _RADIUS

    @classmethod
    def of(cls, image: FloatImage, radius: int = _RADIUS) -> _Windows:
        # Single precision inverts the covariance of grey pictures to noise.
        colours = tuple(np.ascontiguousarray(image[..., channel], np.float64) for channel in range(3))
        means = _means(colours, radius)
        pairs = [(i, j) for i in range(3) for j in range(i, 3)]
        squares = _means([colours[i] * colours[j] for i, j in pairs], radius)
        a, b, c, d, e, f = (
            square - means[i] * means[j] + _VARIANCE * (i == j) for square, (i, j) in zip(squares, pairs, strict=True)
        )
        first, second, third = d * f - e * e, c * e - b * f, b * e - c * d
        scale = 1 / (a * first + b * second + c * third)
        first, second, third = first * scale, second * scale, third * scale
        across = (b * c - a * e) * scale
        rows = (
            (first, second, third),
            (second, (a * f - c * c) * scale, across),
            (third, across, (a * d - b * b) * scale),
        )
        return cls(colours, means, rows, radius)

    def lines(self, plane: Doubles) -> tuple[Doubles, Doubles, Doubles, Doubles]:
        """Mean slopes and offset of a plane's lines over all windows that hold a pixel."""
        mean, *shared = _means([plane, *(colour * plane for colour in self.colours)], self.radius)
        along = [share - own * mean for share, own in zip(shared, self.means, strict=True)]
        slopes = [row[0] * along[0] + row[1] * along[1] + row[2] * along[2] for row in self.inverse]
        offset = mean - sum(slope * own for slope, own in zip(slopes, self.means, strict=True))
        red, green, blue, constant = _means([*slopes, offset], self.radius)
        return red, green, blue, constant

    def strayed(self, plane: Doubles) -> Doubles:
        """How far a plane is from its lines: the matting Laplacian times the plane, by the windows' size."""
        red, green, blue, offset = self.lines(plane)
        r, g, b = self.colours
        return plane - (red * r + green * g + blue * b + offset)


def _means(planes: Sequence[Doubles], radius: int) -> tuple[Doubles, ...]:
    """The mean of each plane in windows. As channels of one picture: the running sums of one plane wait for each other."""
    import cv2

    side = 2 * radius + 1
    mixed = cv2.blur(cv2.merge(list(planes)), (side, side), borderType=cv2.BORDER_REFLECT)
    return tuple(np.asarray(plane) for plane in cv2.split(mixed))
