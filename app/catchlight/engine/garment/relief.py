"""The shape of cloth on a body, in cm towards the camera: the body's own roundness, drawn folds, and those really there."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine.garment.cut import Cut
from catchlight.engine.garment.pattern import Neckline
from catchlight.engine.garment.sitter import Sitter
from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatImage, FloatPlane

_ROUND_CM = 9.0
"""How far from its outline a body goes on turning away."""
_CHEST_CM, _TURNS_CM = 26.0, (11.0, 19.0)
"""Radius of a chest across, and from where to where from its middle it stops turning away: there the arms begin."""
_FOLD_CM = 3.2
_ARMPIT = (16.5, 15.0)
"""From where folds of a sleeved garment fan out: cm from the pit of the neck."""
_PLAIN = 0.10
_FINER = 8
"""Look-ups for each step of slow noise."""
_WRINKLES = ((0.72, 3.4, 11.0, 0.40), (1.0, 1.9, 7.0, 0.17), (0.5, 0.95, 3.6, 0.05))
"""Wrinkles of cotton: their direction in radians from upright, how far apart, how long and how high they are, cm."""
_REAL_CM = (0.35, 4.5)
"""Folds that are taken over: finer ones are texture, broader ones the body and the light."""


def body(sitter: Sitter, covered: FloatPlane) -> FloatPlane:
    """Roundness of a body whose outline is ``covered`` (HxW 0..1): an ellipse's quarter at each side."""
    import cv2

    step = max(1, int(sitter.cm / 6))
    small = cv2.resize(covered, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    solid = cv2.copyMakeBorder((small > 0.5).astype(np.uint8), 0, 80, 80, 80, cv2.BORDER_REPLICATE)
    away = cv2.distanceTransform(solid, cv2.DIST_L2, 5)[:-80, 80:-80] * step / sitter.cm
    t = np.clip(away / _ROUND_CM, 0, 1)
    height = 0.62 * _ROUND_CM * np.sqrt(np.maximum(1e-3, 1 - (1 - t) ** 2))
    aside = cv2.resize(np.abs(sitter.u), (height.shape[1], height.shape[0]), interpolation=cv2.INTER_AREA)
    height = height - _turning(np.asarray(aside, np.float32))
    large = cv2.resize(height.astype(np.float32), (covered.shape[1], covered.shape[0]), interpolation=cv2.INTER_LINEAR)
    aside = np.sqrt(sitter.u**2 + 16)  # without a crease in the middle
    chest = 1.1 * np.exp(-(((aside - 10) / 6.5) ** 2) - ((sitter.v - 14) / 8) ** 2)
    middle = -0.5 * np.exp(-((sitter.u / 3.0) ** 2)) * np.clip((sitter.v - 1) / 9, 0, 1)
    return np.asarray(soft(large, 0.9 * sitter.cm) + chest + middle, np.float32)


def _turning(aside: FloatPlane) -> FloatPlane:
    """How far a chest lies behind its middle, cm, so far aside (cm): it turns away and ends at the arms, without an edge."""
    at = np.arange(0, 40, 0.25)
    x = np.minimum(at, _CHEST_CM - 6)
    t = np.clip((at - _TURNS_CM[0]) / (_TURNS_CM[1] - _TURNS_CM[0]), 0, 1)
    slope = x / np.sqrt(_CHEST_CM**2 - x**2) * (1 - t * t * (3 - 2 * t))
    return np.asarray(np.interp(aside, at, np.cumsum(slope) * 0.25), np.float32)


def folds(sitter: Sitter, depth: float, seed: int, sleeves: bool = False) -> FloatPlane:
    """Folds that fan out from the armpits and hang from the chest, cm; none at the neck and on top of the shoulders.
    sleeves: those of the sleeves alone."""
    import cv2

    random = np.random.default_rng(seed)
    step = max(1, int(sitter.cm / 12))
    u, v = sitter.u[::step, ::step], sitter.v[::step, ::step]
    total = np.zeros_like(u)
    sway = 1.6 * field(random, u, v, 9.0)
    for side in (-1, 1):
        x, y = side * u - _ARMPIT[0], v - _ARMPIT[1]
        angle = np.arctan2(y, -x)
        reach = np.hypot(x, y)
        # Few broad ridges near the armpit that part and die out towards the breastbone and the shoulder.
        ridge = field(random, 3.4 * angle + 0.3 * sway, 0.16 * reach + 0.2 * sway, 1.0)
        near = np.clip(1 - reach / 18, 0, 1) * np.clip((reach - 3) / 6, 0, 1) * np.clip((v + 1) / 7, 0, 1)
        total += 0.5 * _sharp(ridge) * near * (not sleeves)
        arm = field(random, (0.85 * u * side - 0.5 * v) / _FOLD_CM * 0.8 + 0.3 * sway, (v + u * side) / 11, 1.0)
        total += 0.38 * _sharp(arm) * np.clip((side * u - 14.5) / 4, 0, 1) * np.clip((v - 3) / 6, 0, 1)
    hanging = field(random, (u + 0.5 * sway) / _FOLD_CM, v / 16 + 0.1 * sway, 1.0)
    total += 0.16 * hanging * (not sleeves) * np.clip((v - 6) / 10, 0, 1)
    total = soft(total, 0.22 * sitter.cm / step)
    size = (sitter.u.shape[1], sitter.u.shape[0])
    return np.asarray(depth * cv2.resize(total, size, interpolation=cv2.INTER_LINEAR), np.float32)


def wrinkles(sitter: Sitter, seed: int) -> FloatPlane:
    """Small uneven wrinkles of cotton, cm, in patches; they run from the shoulders inwards and down."""
    import cv2

    random = np.random.default_rng(seed + 5)
    step = max(1, int(sitter.cm / 12))
    u, v = sitter.u[::step, ::step], sitter.v[::step, ::step]
    aside = np.sqrt(u**2 + 4) + 0.35 * u  # its sides are not alike
    total = np.zeros_like(u)
    for turn, across, along, height in _WRINKLES:
        sway = 0.6 * field(random, u, v, 5.0)
        x, y = np.cos(turn) * aside + np.sin(turn) * v, np.cos(turn) * v - np.sin(turn) * aside
        line = -_sharp(field(random, (x + sway) / across, y / along, 1.0))
        patch = np.clip(field(random, u, v, 4.0) + 0.2, 0, 1.4)
        total += np.float32(height) * line * patch
    total = soft(total, 0.06 * sitter.cm / step) * np.clip((v + 3) / 5, 0.3, 1)
    size = (sitter.u.shape[1], sitter.u.shape[0])
    return np.asarray(cv2.resize(total, size, interpolation=cv2.INTER_CUBIC), np.float32)


def real(sitter: Sitter) -> tuple[FloatPlane, FloatPlane]:
    """Shading by folds of what is worn, as log2 of lightness, and how far it can be believed (0..1); HxW.

    Read inside each garment by itself, so that where shirt and jacket meet no edge is taken for a fold; patterned cloth and
    print, which vary more than folds do, count little.
    """
    light = (sitter.rgb / 255) ** 2.2 @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    logs = np.log2(light + 0.012)
    result = np.zeros_like(light)
    weight = np.zeros_like(light)
    free = (sitter.cloth > 0.9) & (sitter.front < 0.05) & (sitter.alpha > 0.95) & (sitter.v > -2)
    for label in np.unique(sitter.labels):
        mask = (free & (sitter.labels == label)).astype(np.float32)
        if label == 0 or mask.sum() < 30 * sitter.cm**2:
            continue
        inner = (soft(mask, 0.5 * sitter.cm) > 0.93).astype(np.float32)
        if inner.sum() < 20 * sitter.cm**2:
            continue
        fine, broad = (_within(logs, inner, size * sitter.cm) for size in _REAL_CM)
        detail = fine - broad
        rough = np.sqrt(_within((logs - fine) ** 2, inner, 2.0 * sitter.cm))
        trust = np.clip(1.6 - rough / _PLAIN, 0, 1) * soft(inner, 0.4 * sitter.cm)
        result += detail * trust
        weight += trust
    return np.asarray(result, np.float32), np.asarray(np.clip(weight, 0, 1), np.float32)


def collar(sitter: Sitter, cut: Cut, neckline: Neckline, seed: int) -> tuple[FloatPlane, FloatPlane]:
    """The shape of a collar that is folded over, in cm, and the light and dark of its ribs (mean about 1)."""
    random = np.random.default_rng(seed)
    u, v, cm = sitter.u, sitter.v, sitter.cm
    aside = np.abs(u)
    radius = float(cut.hem[-1, 0]) + 0.25
    t = np.clip(u / radius, -0.985, 0.985)
    upper = np.interp(aside, cut.edge[:, 0], cut.edge[:, 1])
    lower = np.interp(aside, cut.hem[:, 0], cut.hem[:, 1])
    down = ((v - upper) / np.maximum(lower - upper, 1)).astype(np.float32)
    roll = np.sqrt(np.maximum(0, 1 - np.clip(2 * down - 1, -1, 1) ** 4))
    slump = field(random, (u + 0.4 * v) / 3.0, (v - 0.2 * aside) / 1.3, 1.0)
    shape = radius * np.sqrt(1 - t * t) + 0.9 * roll
    shape = shape + 0.13 * soft(slump, 0.12 * cm) * np.clip(1.3 - np.abs(2 * down - 1), 0, 1)
    ribs = np.ones_like(u)
    if neckline.rib > 0:
        if neckline.kind == "collar":
            along = np.arcsin(t) * radius
        else:
            # Ribs of a band stand square to its edge, which is nearly an ellipse.
            side, middle = float(cut.edge[-1, 1]), float(cut.edge[0, 1])
            deep = max(middle - side, 1.0)
            along = np.arctan2(u / cut.wide, np.maximum(v - side, 1e-2) / deep) * (0.5 * (cut.wide + deep))
        along = along + 0.03 * field(random, u / 1.5, v / 1.5, 1.0)
        shown = float(np.clip((neckline.rib * cm - 2.5) / 3, 0, 1))
        ribs = 1 + 0.09 * shown * np.cos(2 * np.pi * along / neckline.rib)
    if neckline.kind == "collar":
        ribs = ribs * (1 - 0.25 * np.clip((down - 0.85) / 0.17, 0, 1))
    else:
        seam = np.exp(-(((down - 1.0) / 0.07) ** 2))
        ribs = ribs * (1 - 0.3 * seam) * (1 + 0.05 * np.exp(-(((down - 0.08) / 0.1) ** 2)))
    return np.asarray(soft(shape, 0.1 * cm), np.float32), np.asarray(ribs, np.float32)


def normals(height: FloatPlane, cm: float) -> FloatImage:
    """Unit normals of a relief in cm: x right, y up, z to the camera."""
    import cv2

    across = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8 * cm
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8 * cm
    size = 1 / np.sqrt(1 + across**2 + down**2)
    return np.asarray(np.dstack([-across * size, down * size, size]), np.float32)


def _within(plane: FloatPlane, mask: FloatPlane, sigma: float) -> FloatPlane:
    return np.asarray(soft(plane * mask, sigma) / np.maximum(soft(mask, sigma), 1e-3), np.float32)


def _sharp(plane: FloatPlane) -> FloatPlane:
    """Noise as folds are: rounded ridges with narrow valleys."""
    return np.asarray(np.sqrt(plane**2 + 0.05) * -1 + 0.8, np.float32)


def field(random: np.random.Generator, x: Any, y: Any, scale: float) -> FloatPlane:
    """Smooth noise of about unit deviation over given coordinates."""
    import cv2

    grid = cv2.GaussianBlur(random.standard_normal((64, 64)).astype(np.float32), (0, 0), 0.8)
    # Look-ups round to a 32nd of a step, which on slow noise would show as stairs.
    grid = cv2.resize(grid, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC)
    grid = np.asarray(grid / float(grid.std()), np.float32)
    return np.asarray(
        cv2.remap(
            grid,
            (_FINER * np.mod(x / scale + 31, 62) + 0.5 * _FINER - 0.5).astype(np.float32),
            (_FINER * np.mod(y / scale + 31, 62) + 0.5 * _FINER - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_WRAP,
        ),
        np.float32,
    )
