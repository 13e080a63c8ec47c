"""Red eye: pupils that the flash lit red, told from brown irises and lids by the pupil itself, which else is the darkest part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.portrait.face.landmarks import LEFT_IRIS, RIGHT_IRIS
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame
from catchlight.retouch.makeup.geometry.face_window import FaceWindow

_PUPIL = 0.42
"""Radius of what is looked at, in radii of the iris."""
_REDDER, _LIT = 0.5, 0.05
"""Share of red light beyond the other two, and linear red, from which a pixel is lit red."""
_MOST = 0.4
"""Share of a pupil that is lit red, at least: its catchlight is white."""


def red_pupils(person: Portrait, eyes: Sequence[EyeFrame]) -> Area | None:
    """Where pupils are red: discs of the irises that have one, 0..1; None where there is none."""
    discs = [(eye, *iris_disc(person, eye)) for eye in eyes if not eye.closed]
    red = [(eye, centre, radius) for eye, centre, radius in discs if _is_red(person, eye, centre, radius)]
    if not red:
        return None
    points = np.concatenate([[centre - radius, centre + radius] for _, centre, radius in red])
    canvas = FaceWindow.around(person, points, 4.0)
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    plane = canvas.polygons([centre + 0.92 * radius * ring for _, centre, radius in red])
    inside = canvas.polygons([eye.opening for eye, _, _ in red])
    soft = gaussian_blur(plane, 0.05 * red[0][2])
    return Area(canvas.box, np.asarray(soft * inside * canvas.uncovered(), np.float32))


def iris_disc(person: Portrait, eye: EyeFrame) -> tuple[Doubles, float]:
    """Centre (pixels of the picture) and radius of an iris."""
    ring = RIGHT_IRIS if eye.own == "right" else LEFT_IRIS
    centre = person.landmarks.xy[ring[0]]
    return centre, float(np.linalg.norm(person.landmarks.ring(ring[1:]) - centre, axis=1).mean())


def _is_red(person: Portrait, eye: EyeFrame, centre: np.ndarray, radius: float) -> bool:
    canvas = FaceWindow.around(person, np.stack([centre - radius, centre + radius]), 1.0)
    away = np.linalg.norm(canvas.pixels() - centre, axis=-1)
    pupil = (away < max(_PUPIL * radius, 1.0)) & (canvas.polygons([eye.opening]) > 0.5)
    if not pupil.any():
        return False
    x0, y0, x1, y1 = canvas.box
    light = oklab.linear(person.picture.rgb8[y0:y1, x0:x1].astype(np.float32) / 255)[pupil]
    redder = (light[:, 0] - light[:, 1:].max(axis=1)) / np.maximum(light[:, 0], 1e-4)
    return float(((redder > _REDDER) & (light[:, 0] > _LIT)).mean()) > _MOST
