"""Blemishes painted on pictures whose truth is known: loose hairs, lint, reflections."""

from __future__ import annotations

from typing import Any

import numpy as np
from catchlight.imaging.picture import FloatPlane, Pixels


def curve(start: Any, end: Any, bend: float, count: int = 60) -> Any:
    """Points (Nx2, x and y) of a quadratic curve; bend: how far its middle lies aside, by its length."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    along = end - start
    middle = (start + end) / 2 + bend * np.array([-along[1], along[0]])
    t = np.linspace(0, 1, count)[:, None]
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end


def hair_cover(shape: tuple[int, int], lines: list[Any], width: float) -> FloatPlane:
    """How much hairs along ``lines`` (points in pixels) of a ``width`` in pixels cover each pixel, HxW in 0..1."""
    import cv2

    plane = np.zeros((2 * shape[0], 2 * shape[1]), np.uint8)
    for line in lines:
        cv2.polylines(
            plane, [np.round(line * 2 * 16).astype(np.int32)], False, 255, max(1, round(2 * width)), cv2.LINE_AA, 4
        )
    small = cv2.resize(plane, (shape[1], shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.5), np.float32)


def lay(pixels: Pixels, cover: FloatPlane, colour: tuple[int, int, int], opacity: float = 1.0) -> Pixels:
    """A picture (8 bit) with a colour over it."""
    share = (opacity * cover)[..., None]
    mixed = pixels[..., :3] * (1 - share) + np.array(colour, np.float32) * share
    return np.ascontiguousarray(np.round(mixed).astype(np.uint8))
