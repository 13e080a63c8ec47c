"""Eyes turned to the camera: how far the irises are from where they would look at it, and how they slide there."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import EYES
from catchlight.expression.soft_shapes import ContourBand
from catchlight.imaging.picture import FloatPlane

_DEEP_CM = 0.8
"""How far behind the corners of its opening the middle of an eyeball lies: 1.2 cm of radius less what stands out."""
_LEAST_CM = 0.08
"""What landmarks of irises are off by, and nobody sees."""
_WHOLE = 1.12
"""Radius, in that of the iris, within which the eye slides as one."""
_ENOUGH, _INNER, _CORNER = 0.5, 0.6, 0.45
"""White that there must be of what is needed; how much of the other side's is taken otherwise; how much darker corners are."""


def gaze_offset(reading: FaceReading) -> float:
    """Pixels across the face (along ex) that both irises have to go; 0 where they look at the camera.

    Seen from the camera an iris that looks at it lies over the middle of its eyeball. Both go the same way, as eyes do.
    """
    forward = float(reading.vectors(np.array([[0.0, 0.0, 1.0]]))[0, :2] @ reading.ex)
    ways = []
    for eye, (upper, _) in enumerate(EYES):
        middle = (reading.points[upper[0], :2] + reading.points[upper[-1], :2]) / 2
        ways.append(float((middle - reading.irises[eye * 5]) @ reading.ex) - _DEEP_CM * forward)
    way = float(np.mean(ways))
    return way if abs(way) > _LEAST_CM * reading.cm else 0.0


def slide_iris(reading: FaceReading, between: ContourBand, eye: int, way: float) -> tuple[FloatPlane, FloatPlane]:
    """Where across the face each pixel of an eye is taken from when its iris goes ``way`` pixels, and its brightness.

    White that the iris covered is that of its other side, mirrored: a corner stretched over it would show.
    """
    upper = EYES[eye][0]
    left, right = sorted(float(reading.points[vertex, :2] @ reading.ex) for vertex in (upper[0], upper[-1]))
    iris = reading.irises[eye * 5 : eye * 5 + 5] @ reading.ex
    radius, centre = _WHOLE * float(np.ptp(iris)) / 2, float(iris[0])
    place = float(np.clip(centre + way, left, right))
    off = between.across - place
    came = np.asarray(centre + np.clip(off, -radius, radius), np.float32)
    shade = np.ones_like(came)
    room = {-1: max(0.0, centre - radius - left), 1: max(0.0, right - centre - radius)}
    for side, end in ((-1, left), (1, right)):
        beyond = np.maximum(0, side * off - radius)
        width = max(1.0, side * (end - place) - radius)
        share = np.clip(beyond / width, 0, 1)
        if room[side] > _ENOUGH * width:
            came += side * room[side] * share
        else:
            # So near its corner lashes and shadow lie on the iris itself.
            came = np.where(side * off > 0, centre - np.minimum(np.abs(off), radius) * side, came)
            came = np.where(beyond > 0, came - side * _INNER * room[-side] * share, came)
            shade *= 1 - _CORNER * share**2
    return np.asarray(came, np.float32), np.asarray(shade, np.float32)
