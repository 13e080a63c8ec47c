"""How much of each pixel strokes and gradients cover: a window at a time, from their points alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from catchlight.brushes.edits import HandStroke, LinearGradient, RadialGradient
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Window

_EDGE = 1.5
"""Pixels over which the hardest edge fades."""
_FADE = 12.0
"""Pixels of a fade that are enough to draw it: a broader one is drawn smaller and enlarged."""
_LIGHTEST = 0.25
"""Share of the radius that is left of the lightest touch of a pen."""


def stroke_box(stroke: HandStroke) -> Window:
    """x0, y0, x1, y1 of what a stroke can touch, which may reach beyond the picture."""
    across, down = zip(*stroke.points, strict=True)
    reach = stroke.radius + 1
    return (
        math.floor(min(across) - reach),
        math.floor(min(down) - reach),
        math.ceil(max(across) + reach),
        math.ceil(max(down) + reach),
    )


def paint_strokes(plane: FloatPlane, strokes: Sequence[HandStroke], box: Window) -> None:
    """Add strokes to a mask over ``box`` of the picture, or take them away, in their order; the plane is changed.

    A stroke covers each pixel once, however often it passes over it; strokes over each other add up.
    """
    for stroke in strokes:
        touched = _overlap(stroke_box(stroke), box)
        if touched is None:
            continue
        part = plane[touched[1] - box[1] : touched[3] - box[1], touched[0] - box[0] : touched[2] - box[0]]
        covered = cover_stroke(stroke, touched)
        if stroke.erase:
            part *= 1 - covered
        else:
            part += covered * (1 - part)


def cover_stroke(stroke: HandStroke, box: Window) -> FloatPlane:
    """Share 0..1 by which one stroke covers the pixels of ``box``; the same for a pixel, whatever box it is asked in."""
    import cv2

    step = max(1, int(stroke.radius * max(stroke.softness, 0.1) / _FADE))
    # A grid that is the same for all windows, and a cell more on each side to interpolate from.
    left, top = (box[0] // step - 1) * step, (box[1] // step - 1) * step
    size = (-(-box[2] // step) + 1 - left // step, -(-box[3] // step) + 1 - top // step)
    covered = np.zeros((size[1], size[0]), np.float32)
    points = (np.array(stroke.points, np.float32) - np.array([left, top], np.float32)) / np.float32(step)
    radius = stroke.radius / step
    press = np.array(stroke.pressures or [1.0] * len(points), np.float32)
    soft = min(1.0, max(stroke.softness, _EDGE / radius))
    for place in range(max(1, len(points) - 1)):
        last = min(place + 1, len(points) - 1)
        _cover_segment(covered, points[place], points[last], press[[place, last]], radius, soft)
    covered *= np.float32(stroke.flow)
    grown: Any = covered
    if step > 1:
        grown = cv2.resize(covered, (size[0] * step, size[1] * step), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(grown[box[1] - top : box[3] - top, box[0] - left : box[2] - left], np.float32)


def _cover_segment(covered: FloatPlane, start: Any, end: Any, press: Any, radius: float, soft: float) -> None:
    """Raise ``covered`` to what a round tip covers on its straight way from one point to the next."""
    low = np.floor(np.minimum(start, end) - radius - 1).astype(int)
    high = np.ceil(np.maximum(start, end) + radius + 1).astype(int)
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(covered.shape[1], int(high[0])), min(covered.shape[0], int(high[1]))
    if x0 >= x1 or y0 >= y1:
        return
    y = np.arange(y0, y1, dtype=np.float32)[:, None] + np.float32(0.5) - start[1]
    x = np.arange(x0, x1, dtype=np.float32)[None, :] + np.float32(0.5) - start[0]
    way = end - start
    length = float(way @ way)
    along = np.clip((x * way[0] + y * way[1]) / np.float32(length), 0, 1) if length > 1e-6 else np.float32(0)
    away = np.sqrt((x - along * way[0]) ** 2 + (y - along * way[1]) ** 2)
    if press.min() < 1:
        pressed = press[0] + along * (press[1] - press[0])
        share = away / (np.float32(radius) * (_LIGHTEST + (1 - _LIGHTEST) * pressed))
        found = ramp(share, 1.0, 1.0 - soft) * pressed
    else:
        found = ramp(away, radius, radius * (1.0 - soft))
    part = covered[y0:y1, x0:x1]
    np.maximum(part, np.asarray(found, np.float32), out=part)


def cover_linear(gradient: LinearGradient, box: Window) -> FloatPlane:
    """Share 0..1 by which a linear gradient covers the pixels of ``box``."""
    (ax, ay), (bx, by) = gradient.start, gradient.end
    across, down = bx - ax, by - ay
    length = math.hypot(across, down)
    if length < 1:  # a hard edge
        across, down = (across / length, down / length) if length else (0.0, 1.0)
        length = 1.0
    along = _plane(box, gradient.start, across / length**2, down / length**2)
    return _ramped(np.subtract(1, along, out=along))


def cover_radial(gradient: RadialGradient, box: Window) -> FloatPlane:
    """Share 0..1 by which a radial gradient covers the pixels of ``box``."""
    import cv2

    turn = math.radians(gradient.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    across = _plane(box, gradient.centre, cos / gradient.radius_x, sin / gradient.radius_x)
    down = _plane(box, gradient.centre, -sin / gradient.radius_y, cos / gradient.radius_y)
    away = np.asarray(cv2.magnitude(across, down), np.float32)
    least = _EDGE / max(_EDGE, min(gradient.radius_x, gradient.radius_y))
    feather = np.float32(max(gradient.feather, least))
    np.subtract(1, away, out=away)
    return _ramped(np.divide(away, feather, out=away))


def _plane(box: Window, origin: tuple[float, float], slope_x: float, slope_y: float) -> FloatPlane:
    """A tilted plane over the centres of the pixels of ``box``, nought at its origin; the same for a pixel in whatever box."""
    x = ((np.arange(box[0], box[2]) + 0.5 - origin[0]) * slope_x).astype(np.float32)
    y = ((np.arange(box[1], box[3]) + 0.5 - origin[1]) * slope_y).astype(np.float32)
    return np.asarray(x[None, :] + y[:, None], np.float32)


def _ramped(value: FloatPlane) -> FloatPlane:
    """``ramp`` from 0 to 1, in the memory of its argument."""
    np.clip(value, 0, 1, out=value)
    square = value * value
    value *= -2
    value += 3
    value *= square
    return value


def _overlap(one: Window, other: Window) -> Window | None:
    x0, y0, x1, y1 = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
