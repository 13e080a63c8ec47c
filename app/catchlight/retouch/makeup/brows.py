"""Brows filled in: powder between their hairs and single hairs along their growth, in their own colour or a named one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import view
from catchlight.portrait.parsing import face_parts
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame, head_window
from catchlight.retouch.makeup.geometry.face_window import FaceWindow, photo_blur

_POWDER, _HAIRS = 0.42, 0.62
"""Cover of powder and of hairs at full strength."""
_FEW, _MANY = 22, 60
_ROOT = 0.011
"""Width of a hair, in widths of the eye."""
_SEED = 5
_DARKEST = 0.3
"""Share of a brow's pixels that are its hairs rather than the skin between them."""
_LONGEST = 1600
_COLUMNS = 24
_BARE = 0.3
"""Share of the powder that lies where the shape of the brow has no hairs yet."""


def fill_brows(person: Portrait, eyes: Sequence[EyeFrame], amount: float) -> Area:
    """Where the brows are filled; amount 0..1. eyes: at least one; each stands for its brow."""
    amount = min(1.0, amount)
    points = np.concatenate([np.concatenate([eye.brow, eye.brow_top]) for eye in eyes])
    canvas = FaceWindow.around(person, points, 0.6 * max(eye.width for eye in eyes))
    parsed = parsed_brows(canvas)
    powder, hairs = np.zeros(canvas.shape, np.float32), np.zeros(canvas.shape, np.float32)
    for eye in eyes:
        low, high = _edges(canvas, eye, parsed)
        shape = gaussian_blur(canvas.polygons([np.concatenate([low, high[::-1]])]), 0.03 * eye.width)
        shape *= np.clip(_BARE + 1.8 * gaussian_blur(parsed, 0.03 * eye.width), 0, 1)
        powder = np.maximum(powder, shape)
        drawn = canvas.polygons(list(_strokes(eye, low, high, amount)))
        hairs = np.maximum(hairs, gaussian_blur(drawn, photo_blur(person)) * np.clip(2.5 * shape, 0, 1))
    cover = 1 - (1 - _POWDER * min(1.0, 1.3 * amount) * powder) * (1 - _HAIRS * min(1.0, 1.3 * amount) * hairs)
    return Area(canvas.box, np.asarray(cover * canvas.uncovered(), np.float32))


def brow_colour(person: Portrait, eyes: Sequence[EyeFrame]) -> tuple[int, int, int]:
    """Colour of the brows' hairs, sRGB 0..255; a little darker where they can hardly be told from the skin."""
    points = np.concatenate([np.concatenate([eye.brow, eye.brow_top]) for eye in eyes])
    canvas = FaceWindow.around(person, points, 0.1 * max(eye.width for eye in eyes))
    x0, y0, x1, y1 = canvas.box
    rgb = person.picture.rgb8[y0:y1, x0:x1].astype(np.float32) / 255
    where = canvas.polygons([np.concatenate([eye.brow, eye.brow_top[::-1]]) for eye in eyes]) > 0.5
    parsed = parsed_brows(canvas) > 0.5
    where = parsed if int(parsed.sum()) > 0.3 * int(where.sum()) else where
    inside = oklab.from_srgb(rgb[where] if where.any() else rgb.reshape(-1, 3))
    hairs = inside[inside[:, 0] <= np.quantile(inside[:, 0], _DARKEST)].mean(axis=0)
    skin = float(np.quantile(oklab.from_srgb(rgb.reshape(-1, 3))[:, 0], 0.7))
    hairs[0] = min(float(hairs[0]), skin - 0.22)
    found = np.round(np.clip(oklab.to_srgb(hairs[None])[0], 0, 1) * 255).astype(int)
    return int(found[0]), int(found[1]), int(found[2])


def parsed_brows(canvas: FaceWindow) -> FloatPlane:
    window = head_window(canvas.person)
    seen = view.view(canvas.person, window, _LONGEST)
    mask = seen.kept("region:brow", lambda: face_parts.brow(seen))
    return np.asarray(view.resample_window(mask, window, canvas.box), np.float32)


def _edges(canvas: FaceWindow, eye: EyeFrame, parsed: FloatPlane) -> tuple[Doubles, Doubles]:
    """Lower and upper edge of a brow from its inner end, each Nx2: as parsed where it is, else as the landmarks lie."""
    low, high = (_even(points) for points in (eye.brow, eye.brow_top))
    own = canvas.polygons([_widened(low, high)]) > 0.5
    rows, columns = np.nonzero((parsed > 0.5) & own)
    if len(rows) < 0.02 * eye.width**2:
        return low, high
    x, y = eye.place(np.stack([columns, rows], axis=-1) + np.array(canvas.box[:2])).T
    first, last = (float(np.quantile(x, share)) for share in (0.01, 0.99))
    steps = np.linspace(first, last, _COLUMNS + 1)
    found = []
    for start, end in pairwise(steps):
        there = y[(x >= start) & (x < end)]
        if len(there) >= 3:
            found.append((0.5 * (start + end), *np.quantile(there, [0.04, 0.96])))
    if len(found) < _COLUMNS // 2:
        return low, high
    at, under, over = np.array(found).T
    along = np.linspace(at[0], at[-1], _COLUMNS)
    fitted = [np.polyval(np.polyfit(at, edge, 3), along) for edge in (under, over)]
    # Both ends taper, the outer one to a point.
    middle, half = 0.5 * (fitted[0] + fitted[1]), 0.5 * np.maximum(fitted[1] - fitted[0], 0.02)
    half *= np.clip(np.linspace(0.75, 4, _COLUMNS), 0, 1) * np.clip(np.linspace(5, 0.25, _COLUMNS), 0, 1)
    lower, upper = (
        eye.upper[0] + eye.width * (along[:, None] * eye.across + (middle + sign * half)[:, None] * eye.up)
        for sign in (-1, 1)
    )
    return np.asarray(lower), np.asarray(upper)


def _even(points: Doubles) -> Doubles:
    at = np.linspace(0, len(points) - 1, _COLUMNS)
    return np.stack([np.interp(at, np.arange(len(points)), points[:, axis]) for axis in (0, 1)], axis=-1)


def _widened(low: Doubles, high: Doubles) -> Doubles:
    middle = 0.5 * (low + high)
    return np.concatenate([middle + 2.2 * (low - middle), (middle + 2.2 * (high - middle))[::-1]])


def _strokes(eye: EyeFrame, low: Doubles, high: Doubles, amount: float) -> Iterator[Doubles]:
    """Polygons of hairs: upright at the inner end, lying down along the brow towards its tail."""
    chance = np.random.default_rng(_SEED)
    for at in np.linspace(0.02, 0.95, round(_FEW + (_MANY - _FEW) * amount)):
        place = float(np.clip(at + chance.normal(0, 0.01), 0, 0.97)) * (_COLUMNS - 1)
        column = min(int(place), _COLUMNS - 2)
        bottom, top = (edge[column] + (place - column) * (edge[column + 1] - edge[column]) for edge in (low, high))
        tangent = low[column + 1] - low[column]
        tangent /= max(float(np.linalg.norm(tangent)), 1e-6)
        up = (top - bottom) / max(float(np.linalg.norm(top - bottom)), 1e-6)
        lean = np.radians(12 + 62 * min(1.0, at / 0.7) + chance.normal(0, 6))
        towards = np.cos(lean) * up + np.sin(lean) * tangent
        start = bottom + chance.uniform(0.0, 0.55) * (top - bottom)
        length = chance.uniform(0.55, 0.95) * max(float(np.linalg.norm(top - bottom)), 0.08 * eye.width)
        t = np.linspace(0, 1, 6)[:, None]
        spine = start + length * t * towards + 0.12 * length * t**2 * tangent
        across = np.array([-towards[1], towards[0]]) * 0.5 * _ROOT * eye.width
        half = (1 - t) ** 0.6 * across
        yield np.concatenate([spine + half, (spine - half)[::-1]])
