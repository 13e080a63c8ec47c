"""What lies under a point and is no part of a person: the connected area of like colour and texture."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_LONGEST = 720
_STEPS = (3, 5, 7, 10, 13, 17, 22, 28, 36, 46)
"""Tolerances in 8-bit CIELAB that are tried."""
_SPILL = 1.9
"""Growth from one tolerance to the next from which an area has burst its bounds."""


def thing_at(
    portrait: Portrait, x: float, y: float, within: FloatPlane | None = None, repeated: bool = False
) -> FloatPlane:
    """The area at pixel (x, y) as a soft mask of the portrait's size, at most 90 % of it.

    within: float32 of the portrait's size in 0..1, what the area must not leave (the background, the clothes). The tolerance is
    the largest one before the area bursts into its surroundings. repeated: pieces of the same colour near by belong to it
    (the letters of a text).
    """
    import cv2

    height, width = portrait.picture.height, portrait.picture.width
    scale = min(1.0, _LONGEST / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    rgb = np.ascontiguousarray(resize(portrait.picture.rgb8, size))
    lab = cv2.cvtColor(cv2.bilateralFilter(rgb, 5, 22, 3), cv2.COLOR_RGB2LAB)
    bound = np.ones((size[1], size[0]), np.uint8) if within is None else (resize(within, size) > 0.5).astype(np.uint8)
    seed = (int(np.clip((x + 0.5) * scale, 0, size[0] - 1)), int(np.clip((y + 0.5) * scale, 0, size[1] - 1)))
    bound[max(0, seed[1] - 1) : seed[1] + 2, max(0, seed[0] - 1) : seed[0] + 2] = 1
    area = _stable(lab, bound, seed)
    if repeated:
        area = _alike(lab, bound, area)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    closed: Any = cv2.morphologyEx(area, cv2.MORPH_CLOSE, kernel)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled: Any = np.zeros_like(closed)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    if filled.sum() > 2 * closed.sum():
        filled = closed  # a wall around a person is no filled shape
    soft = cv2.GaussianBlur((filled & bound).astype(np.float32), (0, 0), 0.8)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _stable(lab: Any, bound: Any, seed: tuple[int, int]) -> Any:
    import cv2

    best: Any = None
    sizes: list[int] = []
    for step in _STEPS:
        blocked = np.ones((lab.shape[0] + 2, lab.shape[1] + 2), np.uint8)
        blocked[1:-1, 1:-1] = 1 - bound
        flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | (255 << 8)
        cv2.floodFill(lab.copy(), blocked, seed, 0, (step,) * 3, (step,) * 3, flags)
        area = (blocked[1:-1, 1:-1] == 255).astype(np.uint8)
        sizes.append(int(area.sum()))
        least = 0.00004 * area.size
        if best is not None and len(sizes) > 1 and sizes[-2] > least and sizes[-1] > _SPILL * sizes[-2]:
            break
        best = area
    return best


def strands_at(rgb: ByteImage, point: tuple[float, float], reach: float) -> FloatPlane:
    """Thin lines (loose hairs) within ``reach`` pixels of a point, as a mask of the picture's size."""
    import cv2

    height, width = rgb.shape[:2]
    x, y = point
    x0, y0, x1, y1 = (
        int(v) for v in (max(0, x - reach), max(0, y - reach), min(width, x + reach + 1), min(height, y + reach + 1))
    )
    part = cv2.cvtColor(rgb[y0:y1, x0:x1], cv2.COLOR_RGB2LAB)[..., 0]
    side = 2 * max(2, round(0.06 * reach)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    dark = cv2.morphologyEx(part, cv2.MORPH_BLACKHAT, kernel)
    light = cv2.morphologyEx(part, cv2.MORPH_TOPHAT, kernel)
    line = np.maximum(dark, light).astype(np.float32)
    noise = float(np.median(line))
    thin = (line > max(10.0, 3.2 * noise)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(thin)
    long = np.zeros(count, np.uint8)
    for one in range(1, count):
        extent = max(stats[one, cv2.CC_STAT_WIDTH], stats[one, cv2.CC_STAT_HEIGHT])
        long[one] = extent > 0.12 * reach and stats[one, cv2.CC_STAT_AREA] < 0.35 * extent**2 + 2 * extent
    yy, xx = np.mgrid[y0:y1, x0:x1]
    near = np.clip(1.6 - 1.6 * np.hypot(xx - x, yy - y) / reach, 0, 1)
    mask = cv2.GaussianBlur(cv2.dilate(long[labels], np.ones((3, 3), np.uint8)).astype(np.float32), (0, 0), 0.8)
    plane = np.zeros((height, width), np.float32)
    plane[y0:y1, x0:x1] = mask * near
    return plane


def _alike(lab: Any, bound: Any, area: Any) -> Any:
    """An area with the pieces of its colour within three times its size."""
    import cv2

    rows, columns = np.nonzero(area)
    reach = 3 * max(np.ptp(rows), np.ptp(columns)) + 8
    colour = np.median(lab[area > 0].astype(np.float32), axis=0)
    like = (np.linalg.norm(lab.astype(np.float32) - colour, axis=2) < 26).astype(np.uint8) & bound
    window = np.zeros_like(area)
    window[
        max(0, rows.min() - reach) : rows.max() + reach + 1, max(0, columns.min() - reach) : columns.max() + reach + 1
    ] = 1
    found = np.asarray(cv2.dilate(area | (like & window), np.ones((3, 3), np.uint8)), np.uint8)
    # Where half of the window is of that colour it is the ground, not the writing.
    return area if (like & window).sum() > 0.5 * window.sum() else found
