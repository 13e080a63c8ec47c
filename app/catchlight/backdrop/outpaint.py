"""More room around a person whose picture ends too early: body, shoulders and hair carried on beyond the frame.

What is added is invented, so it is kept plain: cloth is stretched rather than mirrored, outlines go on in their own
direction, a cut head of hair is closed by a parabola. The caller says so in the record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catchlight.core.threads import each
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import ByteImage, FloatPlane

RowFiller = Callable[[ByteImage, FloatPlane, int], tuple[ByteImage, FloatPlane]]

_INSIDE = 0.5
_STRIP = 64
"""Rows that one thread stretches before it looks for more."""
_SLOWEST = 0.25
"""Least scale of the stretch at the new border, as a share of the source's."""
_REACH = 8
"""Greatest depth that is stretched, as a multiple of the rows added: cloth 12 % longer on average is not noticed."""


@dataclass(frozen=True)
class Padding:
    """Pixels to add on each side."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def __bool__(self) -> bool:
        return any((self.left, self.top, self.right, self.bottom))


def drop_background_sides(alpha: FloatPlane, room: Padding) -> Padding:
    """The sides of ``room`` at which the person really reaches the border of ``alpha``; 0 where only background does."""

    def meets(line: FloatPlane) -> bool:
        return bool((line > _INSIDE).mean() > 0.01)

    return Padding(
        room.left if meets(alpha[:, 0]) else 0,
        room.top if meets(alpha[0]) else 0,
        room.right if meets(alpha[:, -1]) else 0,
        room.bottom if meets(alpha[-1]) else 0,
    )


@dataclass(frozen=True)
class HeadBounds:
    """What must keep its shape: the row of the chin, and the columns beside the head."""

    chin_y: float
    left_x: float
    right_x: float


def extend(rgb: ByteImage, alpha: FloatPlane, room: Padding, head: HeadBounds) -> tuple[ByteImage, FloatPlane]:
    """Picture and alpha with ``room`` added around them.

    rgb: HxWx3 uint8; alpha: HxW float32 in 0..1. The head is not moved against itself.
    """
    height, width = alpha.shape
    if room.bottom:
        rgb, alpha = _extend_below(rgb, alpha, room.bottom, head.chin_y + 0.06 * height, _repeat_last_rows)
    if room.top:
        rgb, alpha = _extend_above(rgb, alpha, room.top)
    if room.right:
        rgb, alpha = _rotate(*_extend_below(*_rotate(rgb, alpha, 3), room.right, head.right_x, _mirror), 1)
    if room.left:
        rgb, alpha = _rotate(*_extend_below(*_rotate(rgb, alpha, 1), room.left, width - head.left_x, _mirror), 3)
    return np.ascontiguousarray(rgb), np.ascontiguousarray(alpha)


def _rotate(rgb: ByteImage, alpha: FloatPlane, turns: int) -> tuple[ByteImage, FloatPlane]:
    return np.ascontiguousarray(np.rot90(rgb, turns)), np.ascontiguousarray(np.rot90(alpha, turns))


def _extend_below(
    rgb: ByteImage, alpha: FloatPlane, pad: int, start: float, rest: RowFiller
) -> tuple[ByteImage, FloatPlane]:
    """Add ``pad`` rows below: stretch what lies below row ``start`` as far as it can bear, leave the rest to ``rest``."""
    # The last rows of a matte are unsure of themselves and would show as a seam.
    trim = max(2, round(len(alpha) * 0.006))
    rgb, alpha, pad = rgb[:-trim], alpha[:-trim], pad + trim
    height = len(alpha)
    first = int(np.clip(max(start, height - _REACH * pad), 0, height - 1))
    length = height - first
    stretched = min(pad, int(length * (1 - _SLOWEST) / (1 + _SLOWEST)))
    if stretched > 0:
        total = length + stretched
        t = np.arange(total, dtype=np.float64) / total
        rows = np.minimum(first + total * (t - stretched / total * t * t), height - 1)
        rgb, alpha = _stretch(rgb, alpha, first, rows)
    left = pad - max(stretched, 0)
    return rest(rgb, alpha, left) if left > 0 else (rgb, alpha)


def _stretch(rgb: ByteImage, alpha: FloatPlane, first: int, rows: Doubles) -> tuple[ByteImage, FloatPlane]:
    """What lies above row ``first``, and below it the rows at the places ``rows``, between those that are there."""
    import cv2

    height = len(alpha)
    longer, matte = (np.empty((first + len(rows), *part.shape[1:]), part.dtype) for part in (rgb, alpha))
    longer[:first], matte[:first] = rgb[:first], alpha[:first]
    near = np.floor(rows).astype(int)
    around = np.clip(near[:, None] + np.arange(-1, 3), 0, height - 1)
    shares, weights = rows - near, _cubic(rows - near)
    colours, new = rgb.reshape(height, -1), longer[first:].reshape(len(rows), -1)

    def work(start: int) -> None:
        stop = min(len(rows), start + _STRIP)
        for at in range(start, stop):
            four, (above, upper, lower, below) = [colours[row : row + 1] for row in around[at]], weights[at]
            first_two = cv2.addWeighted(four[0], above, four[1], upper, 0, dtype=cv2.CV_32F)
            last_two = cv2.addWeighted(four[2], lower, four[3], below, 0, dtype=cv2.CV_32F)
            cv2.add(first_two, last_two, dst=new[at : at + 1], dtype=cv2.CV_8U)
            one, other = (alpha[row : row + 1] for row in around[at, 1:3])
            cv2.addWeighted(one, 1 - shares[at], other, shares[at], 0, dst=matte[first + at : first + at + 1])
        part = matte[first + start : first + stop]
        np.clip(part, 0, 1, out=part)

    each(work, range(0, len(rows), _STRIP))
    return longer, matte


def _cubic(share: Doubles) -> Doubles:
    """Of cubic convolution with a slope of -0.75 (Keys 1981), as OpenCV has it."""
    away = np.abs(share[:, None] - np.arange(-1, 3))
    inner = (1.25 * away - 2.25) * away * away + 1
    outer = ((-0.75 * away + 3.75) * away - 6) * away + 3
    return np.where(away <= 1, inner, outer)


def _repeat_last_rows(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
    """Rows below the border: the last rows to and fro, inside an outline that goes on widening as it did."""
    height, width = alpha.shape
    depth = max(2, min(height - 1, round(0.05 * height)))
    spans = [_span(alpha[height - 1 - up]) for up in range(depth)]
    left, right = spans[0]
    slopes = [float(np.clip(change / (depth - 1), 0.15, 1.5)) for change in (spans[-1][0] - left, right - spans[-1][1])]
    x = np.arange(width, dtype=np.float64)
    rows, masks = [], []
    for down in range(1, pad + 1):
        turn = (down - 1) % (2 * depth - 2)
        up = min(turn, 2 * depth - 2 - turn)
        reach = (
            left - slopes[0] * down if left > 1 else left,
            right + slopes[1] * down if right < width - 2 else right,
        )
        inner = spans[up]
        place = inner[0] + (x - reach[0]) / max(reach[1] - reach[0], 1) * (inner[1] - inner[0])
        rows.append(rgb[height - 1 - up, np.clip(np.round(place), inner[0], inner[1]).astype(int)])
        inside_left = np.full(width, np.inf) if left <= 1 else x - reach[0]
        inside_right = np.full(width, np.inf) if right >= width - 2 else reach[1] - x
        edge = np.minimum(inside_left, inside_right)
        masks.append(np.clip(edge / 1.5 + 0.5, 0, 1))
    return np.concatenate([rgb, np.asarray(rows, np.uint8)]), np.concatenate([alpha, np.asarray(masks, np.float32)])


def _span(row: FloatPlane) -> tuple[int, int]:
    """First and last column of the person in a row; the whole row where it is empty."""
    inside = np.nonzero(row > 0.9)[0]
    return (int(inside[0]), int(inside[-1])) if len(inside) else (0, len(row) - 1)


def _mirror(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
    """Rows below the border, mirrored: for the sides, where only cloth is left to be carried on."""
    rows = np.maximum(len(rgb) - 1 - np.arange(pad), 0)
    edge = np.repeat(alpha[-1:], pad, axis=0)
    return np.concatenate([rgb, rgb[rows]]), np.concatenate([alpha, edge])


def _extend_above(rgb: ByteImage, alpha: FloatPlane, pad: int) -> tuple[ByteImage, FloatPlane]:
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
