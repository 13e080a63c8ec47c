"""Lashes: single hairs from the lash lines, fanned and curled, in the darkness of the photo's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame
from catchlight.retouch.makeup.geometry.face_window import eyes_window, photo_blur

INK = (26, 20, 18)
_FEW, _MANY = 30, 78
"""Hairs of an upper lid at no and at full strength; a natural one has some hundred in several rows, which stand together."""
_SHORT, _LONG = 0.085, 0.2
"""Length in widths of the eye at no and at full strength: of the longest hairs, at two thirds from the inner corner."""
_ROOT = 0.0085
"""Width of a hair at its root, in widths of the eye."""
_SEED = 20


def lashes(person: Portrait, eyes: Sequence[EyeFrame], amount: float) -> Area:
    """Where the lashes lie; amount 0..1 makes them more and longer. eyes: open ones, at least one."""
    canvas = eyes_window(person, eyes)
    hairs = [hair for eye in eyes for hair in _hairs(eye, min(1.0, amount))]
    roots = [_root_line(eye, 0.012 + 0.012 * amount) for eye in eyes]
    plane = np.maximum(canvas.polygons(hairs), 0.55 * canvas.polygons(roots))
    plane = gaussian_blur(plane, photo_blur(person)) * np.float32(min(0.95, 0.6 + 0.5 * amount))
    return Area(canvas.box, np.asarray(plane * canvas.outside_openings(eyes) * canvas.uncovered(), np.float32))


def _hairs(eye: EyeFrame, amount: float) -> Iterator[Doubles]:
    """Polygons of single hairs; the same for the same eye, mirrored for the other one."""
    chance = np.random.default_rng(_SEED)
    count = round(_FEW + (_MANY - _FEW) * amount)
    length = _SHORT + (_LONG - _SHORT) * amount
    # Seen from below or above a lid is foreshortened, and its lashes with it.
    length *= float(np.clip(eye.openness / 0.3, 0.6, 1.1))
    for at in np.linspace(0.1, 0.985, count) + chance.normal(0, 0.006, count):
        at = float(np.clip(at, 0.06, 0.995))
        own = length * (0.45 + 0.55 * np.sin(np.pi * min(1.0, at / 1.25)) ** 0.8) * chance.uniform(0.62, 1.0)
        fan = np.radians(-28 + 88 * at + chance.normal(0, 7))
        yield _hair(eye, eye.upper, at, own, fan, np.radians(24), chance.uniform(0.7, 1.1))
    lower = round(count * 0.42)
    for at in np.linspace(0.3, 0.97, lower) + chance.normal(0, 0.012, lower):
        at = float(np.clip(at, 0.2, 0.99))
        fan = np.radians(180 + 22 - 60 * at + chance.normal(0, 8))
        yield _hair(eye, eye.lower, at, 0.34 * length * chance.uniform(0.5, 1.0), fan, np.radians(-14), 0.5)


def _hair(eye: EyeFrame, line: Doubles, at: float, length: float, fan: float, curl: float, thick: float) -> Doubles:
    """A tapered, curved hair. fan: angle from straight up, outwards; curl: by how much its first half lies lower."""
    place = at * (len(line) - 1)
    low = min(int(place), len(line) - 2)
    root = line[low] + (place - low) * (line[low + 1] - line[low])
    towards = np.sin(fan) * eye.across + np.cos(fan) * eye.up
    early = np.sin(fan + curl) * eye.across + np.cos(fan + curl) * eye.up
    size = length * eye.width
    t = np.linspace(0, 1, 9)[:, None]
    middle, end = root + 0.55 * size * early, root + size * towards
    spine = (1 - t) ** 2 * root + 2 * t * (1 - t) * middle + t**2 * end
    tangent = np.gradient(spine, axis=0)
    across = np.stack([-tangent[:, 1], tangent[:, 0]], axis=-1)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
    half = 0.5 * _ROOT * thick * eye.width * (1 - t) ** 0.7
    return np.concatenate([spine + across * half, (spine - across * half)[::-1]])


def _root_line(eye: EyeFrame, thick: float) -> Doubles:
    """The dark line that roots make together."""
    along = np.linspace(0, 1, len(eye.upper))[:, None]
    width = thick * eye.width * np.clip(along / 0.15, 0, 1) * np.clip((1.02 - along) / 0.08, 0, 1)
    return np.concatenate([eye.upper, (eye.upper + eye.up * width)[::-1]])
