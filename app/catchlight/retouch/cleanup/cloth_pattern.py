"""Whether cloth has a pattern of its own: stripes, checks and dots repeat, lint and creases do not."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane

_TILE_CM, _LEAST_CM = 3.0, 0.12
"""Side of the tiles that are looked at, and the least distance at which a pattern repeats."""
_PEAK = 0.35
"""Height of the autocorrelation by that at rest from which a tile repeats itself."""
_COVERED = 0.6
"""Share of a tile that must be cloth."""
_CLIP = 3.0
"""Deviations at which single specks are cut: they must not speak for a tile."""


def repeats(detail: FloatPlane, cloth: Mask, cm: float) -> FloatPlane:
    """Height of the second peak of the autocorrelation about each place, HxW in 0..1: 0 for what repeats nowhere.

    detail: lightness of cloth without its shading, HxW. cloth: where it is cloth. cm: pixels for one cm.
    """
    import cv2

    side = max(24, round(_TILE_CM * cm))
    height, width = detail.shape
    rows, columns = max(1, height // side), max(1, width // side)
    peaks = np.zeros((rows, columns), np.float32)
    for row in range(rows):
        for column in range(columns):
            part = np.s_[
                row * height // rows : (row + 1) * height // rows,
                column * width // columns : (column + 1) * width // columns,
            ]
            if float(cloth[part].mean()) >= _COVERED:
                peaks[row, column] = _second_peak(detail[part], cloth[part], _LEAST_CM * cm)
    return np.asarray(cv2.resize(peaks, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _second_peak(detail: FloatPlane, cloth: Mask, least: float) -> float:
    """The highest value of a tile's autocorrelation beyond its central lobe, by that at rest (Wiener-Khinchin)."""
    seen = detail[cloth]
    sigma = 1.48 * float(np.median(np.abs(seen - np.median(seen)))) + 1e-6
    plane = np.where(cloth, np.clip(detail - np.median(seen), -_CLIP * sigma, _CLIP * sigma), 0)
    size = (2 * plane.shape[0], 2 * plane.shape[1])
    power, cover = (np.abs(np.fft.rfft2(one, size)) ** 2 for one in (plane, cloth.astype(float)))
    correlation, pairs = np.fft.irfft2(power, size), np.fft.irfft2(cover, size)
    half_rows, half_columns = plane.shape[0] // 2, plane.shape[1] // 2
    rows = np.r_[0:half_rows, size[0] - half_rows : size[0]]
    near = np.s_[rows[:, None], np.arange(half_columns)]
    even = correlation[near] / np.maximum(pairs[near], 0.25 * pairs[0, 0])
    y = np.minimum(rows, size[0] - rows)[:, None]
    away = np.hypot(y, np.arange(half_columns))
    rest = max(float(even[0, 0]), 1e-12)
    line = even / rest
    # The central lobe ends where the correlation has first fallen; what rises again repeats.
    fallen = away[line < 0.1 * _PEAK]
    lobe = max(float(fallen.min()) if fallen.size else np.inf, least)
    beyond = line[away > 1.3 * lobe]
    return float(np.clip(beyond.max(), 0, 1)) if beyond.size else 0.0


def is_pattern(peaks: FloatPlane) -> Mask:
    """Where second peaks as ``repeats`` gives them are those of a pattern."""
    return np.asarray(peaks > _PEAK)
