"""Eyeliner: a line on the upper lash line that grows to the outer corner, and a wing beyond it where one is wished for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame
from catchlight.retouch.makeup.geometry.face_window import eyes_window, photo_blur

BLACK = (22, 18, 17)
_THIN, _THICK = 0.018, 0.055
"""Width of the line at its outer end at no and at full strength, in widths of the eye."""
_WING = 0.2
"""Length of a wing, in widths of the eye."""
_OVERLAP = 0.004


def eyeliner(person: Portrait, eyes: Sequence[EyeFrame], amount: float, winged: bool = False) -> Area:
    """Where the line lies; amount 0..1 makes it wider and denser. eyes: open ones, at least one."""
    canvas = eyes_window(person, eyes)
    thick = _THIN + (_THICK - _THIN) * min(1.0, amount)
    plane = canvas.polygons([_line(eye, thick, winged) for eye in eyes])
    plane = gaussian_blur(plane, photo_blur(person)) * np.float32(min(0.95, 0.62 + 0.45 * amount))
    return Area(canvas.box, np.asarray(plane * canvas.outside_openings(eyes) * canvas.uncovered(), np.float32))


def _line(eye: EyeFrame, thick: float, winged: bool) -> Doubles:
    """Polygon of the line of one eye."""
    along = np.linspace(0, 1, len(eye.upper))
    normal = _normals(eye.upper, eye.up)
    width = thick * eye.width * np.clip(along / 0.12, 0, 1) * (0.38 + 0.62 * along**1.3)
    low = eye.upper - normal * _OVERLAP * eye.width
    if not winged:
        width *= np.clip((1 - along) / 0.06, 0, 1) * 0.9 + 0.1
        return np.concatenate([low, (eye.upper + normal * width[:, None])[::-1]])
    # The wing goes on where the lower lash line points, lifted towards the end of the brow.
    lower = eye.lower[-1] - eye.lower[-8]
    lower = lower / max(float(np.linalg.norm(lower)), 1e-6)
    brow = eye.brow[-1] - eye.upper[-1]
    brow = brow / max(float(np.linalg.norm(brow)), 1e-6)
    aim = lower + 0.35 * brow
    tip = eye.upper[-1] + aim / float(np.linalg.norm(aim)) * _WING * eye.width
    cut = int(0.8 * len(eye.upper))
    top = eye.upper + normal * width[:, None]
    start = top[cut]
    bend = (
        start + (top[cut] - top[cut - 2]) / max(float(np.linalg.norm(top[cut] - top[cut - 2])), 1e-6) * 0.1 * eye.width
    )
    return np.concatenate(
        [low, _bow(eye.upper[-1], 0.5 * (eye.upper[-1] + tip), tip), _bow(tip, bend, start), top[cut::-1]]
    )


def _bow(start: Doubles, control: Doubles, end: Doubles) -> Doubles:
    """Quadratic Bézier curve."""
    t = np.linspace(0, 1, 12)[:, None]
    return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end)


def _normals(curve: Doubles, up: Doubles) -> Doubles:
    """Nx2 unit vectors across a curve, on the side of ``up``."""
    tangent = np.gradient(curve, axis=0)
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=-1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    return np.asarray(np.where((normal @ up)[:, None] < 0, -normal, normal))
