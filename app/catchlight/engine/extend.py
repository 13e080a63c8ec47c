"""More room around a person whose picture ends too early: body, shoulders and hair carried on beyond the frame.

What is added is invented, so it is kept plain: cloth is stretched rather than mirrored, outlines go on in their own
direction, a cut head of hair is closed by a parabola. The caller says so in the record.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import ByteImage, FloatPlane

_INSIDE = 0.5
_SLOWEST = 0.25
"""Least share of its own speed at which a stretched picture still moves at the new border."""


@dataclass(frozen=True)
class Room:
    """Pixels to add on each side."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def __bool__(self) -> bool:
        return any((self.left, self.top, self.right, self.bottom))


def touched(alpha: FloatPlane, room: Room) -> Room:
    """The sides of ``room`` at which the person really reaches the border of ``alpha``; 0 where only background does."""

    def meets(line: FloatPlane) -> bool:
        return bool((line > _INSIDE).mean() > 0.01)

    return Room(
        room.left if meets(alpha[:, 0]) else 0,
        room.top if meets(alpha[0]) else 0,
        room.right if meets(alpha[:, -1]) else 0,
        room.bottom if meets(alpha[-1]) else 0,
    )


def extend(rgb: ByteImage, alpha: FloatPlane, room: Room, chin_y: float) -> tuple[ByteImage, FloatPlane]:
    """Picture and alpha with ``room`` added around them.

    rgb: HxWx3 uint8; alpha: HxW float32 in 0..1; chin_y: row of the chin, above which nothing is moved.
    """
    if room.bottom:
        rgb, alpha = _down(rgb, alpha, room.bottom, chin_y)
    if room.top:
        rgb, alpha = _up(rgb, alpha, room.top)
    if room.left:
        rgb, alpha = _sideways(rgb, alpha, room.left)
    if room.right:
        flipped, mask = _sideways(rgb[:, ::-1], alpha[:, ::-1], room.right)
        rgb, alpha = flipped[:, ::-1], mask[:, ::-1]
    return np.ascontiguousarray(rgb), np.ascontiguousarray(alpha)


def _down(rgb: ByteImage, alpha: FloatPlane, pad: int, chin_y: float) -> tuple[ByteImage, FloatPlane]:
    """Stretch what lies below the chin as far as it can bear, carry on the rest."""
    import cv2

    height, width = alpha.shape
    start = int(np.clip(chin_y + 0.06 * height, 0, height - 1))
    length = height - start
    most = int(length * (1 - _SLOWEST) / (1 + _SLOWEST))
    stretched = min(pad, most)
    if stretched > 0:
        total = length + stretched
        t = np.arange(total, dtype=np.float64) / total
        y = start + total * (t - stretched / total * t * t)
        rows = np.concatenate([np.arange(start), np.minimum(y, height - 1)]).astype(np.float32)
        x = np.broadcast_to(np.arange(width, dtype=np.float32), (len(rows), width))
        grid = (np.ascontiguousarray(x), np.ascontiguousarray(np.broadcast_to(rows[:, None], x.shape)))
        rgb = np.asarray(cv2.remap(rgb, *grid, cv2.INTER_CUBIC), np.uint8)
        alpha = np.clip(cv2.remap(alpha, *grid, cv2.INTER_LINEAR), 0, 1)
    rest = pad - max(stretched, 0)
    if rest > 0:
        rgb, alpha = _carried_on(rgb, alpha, rest)
    return rgb, alpha


def _carried_on(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
    """Rows below the border: the last colours, softer and softer, inside an outline that goes on widening."""
    import cv2

    height, width = alpha.shape
    inside = np.nonzero(alpha[-1] > _INSIDE)[0]
    left, right = (float(inside[0]), float(inside[-1])) if len(inside) else (0.0, width - 1.0)
    back = max(1, min(height - 1, round(0.04 * height)))
    before = np.nonzero(alpha[-1 - back] > _INSIDE)[0]
    slopes = (0.6, 0.6)
    if len(before):
        slopes = (
            float(np.clip((before[0] - left) / back, 0.15, 1.5)),
            float(np.clip((right - before[-1]) / back, 0.15, 1.5)),
        )
    edge = rgb[-max(2, pad // 12) :].astype(np.float32).mean(axis=0)
    x = np.arange(width, dtype=np.float32)
    rows, masks = [], []
    grain = rgb[-pad - 1 :].astype(np.float32) - cv2.GaussianBlur(rgb[-pad - 1 :], (0, 0), 2).astype(np.float32)
    for down in range(1, pad + 1):
        soft = cv2.GaussianBlur(edge[None], (0, 0), 0.5 + 0.25 * down)[0]
        rows.append(np.clip(soft + grain[(pad - down) % len(grain)], 0, 255))
        reach_left = left - slopes[0] * down if left > 1 else -width
        reach_right = right + slopes[1] * down if right < width - 2 else 2 * width
        masks.append(np.clip(np.minimum(x - reach_left, reach_right - x) / 1.5 + 0.5, 0, 1))
    return (
        np.concatenate([rgb, np.asarray(rows, np.uint8)]),
        np.concatenate([alpha, np.asarray(masks, np.float32)]),
    )


def _up(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
    """Rows above a cut head of hair: mirrored hair under a parabola that goes on where its sides end."""
    inside = np.nonzero(alpha[0] > _INSIDE)[0]
    left, right = float(inside[0]), float(inside[-1])
    half, middle = (right - left + 1) / 2, (left + right) / 2
    # Outlines just below the cut say how steeply the head closes: a circle through them has this sagitta.
    back = max(2, min(len(alpha) - 1, round(0.25 * half)))
    below = np.nonzero(alpha[back] > _INSIDE)[0]
    wider = max((below[-1] - below[0] + 1) / 2 - half, 0.02 * half) if len(below) else half
    cap = float(np.clip(half * back / (2 * wider), 0.1 * half, 0.5 * half))
    x = np.arange(alpha.shape[1], dtype=np.float32)
    rise = np.arange(pad, 0, -1, dtype=np.float32)[:, None]
    reach = half * np.sqrt(np.clip(1 - rise / cap, 0, None))
    soft = max(1.5, 0.05 * half)
    mask = np.clip((reach - np.abs(x - middle)[None]) / soft + 0.5, 0, 1) * (rise < cap)
    depth = np.minimum(np.arange(pad, 0, -1), len(rgb) - 1)
    return np.concatenate([rgb[depth], rgb]), np.concatenate([mask.astype(np.float32), alpha])


def _sideways(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
    """Columns left of the border: mirrored colours, the shoulder's outline going on downwards at its own slope."""
    height, width = alpha.shape
    slope = _slope(alpha)
    mirror = np.minimum(np.arange(pad, 0, -1), width - 1)
    y = np.arange(height)
    columns, masks = [], []
    for out, source in zip(range(pad, 0, -1), mirror, strict=True):
        rows = np.clip(np.round(y - slope * out).astype(int), 0, height - 1)
        above = y - slope * out < 0
        columns.append(rgb[rows, source])
        masks.append(np.where(above, 0, alpha[rows, 0]))
    side: npt.NDArray[np.uint8] = np.stack(columns, axis=1)
    return np.concatenate([side, rgb], axis=1), np.concatenate([np.stack(masks, axis=1).astype(np.float32), alpha], axis=1)


def _slope(alpha: FloatPlane) -> float:
    """Rows that the upper outline falls for each column towards the left border, 0.1 to 1.2."""
    back = max(1, round(0.05 * alpha.shape[1]))
    at_border = np.nonzero(alpha[:, 0] > _INSIDE)[0]
    inner = np.nonzero(alpha[:, back] > _INSIDE)[0]
    if not len(at_border) or not len(inner):
        return 0.4
    return float(np.clip((at_border[0] - inner[0]) / back, 0.1, 1.2))
