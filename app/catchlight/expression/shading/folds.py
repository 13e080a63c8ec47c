"""Folds of the skin along known lines: deeper with a smile or a raised brow, flatter where they relax."""

from __future__ import annotations

from functools import cache

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Fold
from catchlight.expression.shading.surface import Surface
from catchlight.expression.soft_shapes import directions
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import FINE, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_LEAST = 0.05
_DARK, _RIDGE = 0.135, 0.060
"""Depth in log brightness of a fold's line, and height of the ridge beside it."""
_FLATTEN = 0.75
_PLACES = 25
"""Points of a fold's line."""


def fold_gains(reading: FaceReading, surface: Surface, shape: Shape) -> tuple[FloatPlane, FloatImage]:
    """Log gain of the folds that deepen (HxW), and of those that relax (HxWx3)."""
    lines = np.zeros(surface.shape, np.float32)
    relaxing = np.zeros(surface.shape, np.float32)
    frame, cm = surface.frame, surface.cm
    strength = np.sin(np.pi * (np.linspace(0, 1, _PLACES) * 0.86 + 0.10)) ** 0.8
    for fold in reading.folds:
        for side in ("Right", "Left"):
            amount = sum(
                weight * (shape.changes.get(name, 0.0) + shape.changes.get(f"{name}{side}", 0.0))
                for name, weight in fold.deepens.items()
            )
            if abs(amount) < _LEAST:
                continue
            curve = _curve(reading, surface, fold, side)
            if amount < 0:
                band = np.clip(frame.stroke(curve, 0.40 * cm, strength) * 1.5, 0, 1)
                np.maximum(relaxing, band * (min(1.0, -amount) * _FLATTEN), out=relaxing)
                continue
            depth = min(amount, 1.3)
            beside = _outwards(curve, surface, fold, side) * fold.ridge * cm
            lines -= frame.stroke(curve, fold.width * cm, strength) * np.float32(_DARK * depth)
            lines += frame.stroke(curve + beside, fold.ridge * 0.75 * cm, strength) * np.float32(_RIDGE * depth)
    return lines, _flattened(surface, relaxing)


def _curve(reading: FaceReading, surface: Surface, fold: Fold, side: str) -> Doubles:
    path = fold.path if side == "Right" else reading.mesh.mirror[list(fold.path)]
    return _spline(len(path)) @ surface.points[path, :2]


@cache
def _spline(count: int) -> Doubles:
    """_PLACES x count: what takes the points of a path to a smooth curve through them."""
    from scipy.interpolate import make_interp_spline

    smooth = make_interp_spline(np.linspace(0, 1, count), np.eye(count), k=min(3, count - 1))
    return np.asarray(smooth(np.linspace(0, 1, _PLACES)))


def _outwards(curve: Doubles, surface: Surface, fold: Fold, side: str) -> Doubles:
    """Unit normals of a curve towards the side on which its ridge lies."""
    normal = directions(curve)[:, ::-1] * [-1, 1]
    wanted = -surface.ey if fold.ridge_up else -surface.ex if side == "Right" else surface.ex
    return np.asarray(normal * np.sign(normal @ wanted)[:, None])


def _flattened(surface: Surface, relaxing: FloatPlane) -> FloatImage:
    """The dark half of the band of sizes that creases have, taken away; highlights and pores stay."""
    change = np.zeros((*surface.shape, 3), np.float32)
    ys, xs = np.nonzero(relaxing > 0.01)
    if not len(ys):
        return change
    pad = int(1.8 * surface.cm) + 2
    y0, y1 = max(0, int(ys.min()) - pad), int(ys.max()) + pad
    x0, x1 = max(0, int(xs.min()) - pad), int(xs.max()) + pad
    part = (slice(y0, y1), slice(x0, x1))
    skin = surface.skin[part] + np.float32(1e-3)
    tones = np.log(np.maximum(surface.pixels[part], 6)).astype(np.float32)
    weighed = tones * skin[..., None]
    fine, broad = (
        gaussian_blur(weighed, sigma * surface.cm, FINE) / gaussian_blur(skin, sigma * surface.cm, FINE)[..., None]
        for sigma in (0.05, 0.60)
    )
    band = fine - broad
    dark = np.clip((0.03 - luma(band)) / 0.08, 0, 1)
    change[part] = -np.clip(band + 0.02, -0.7, 0.10) * (relaxing[part] * dark)[..., None]
    return change
