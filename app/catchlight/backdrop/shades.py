"""Layers that light or shade what lies behind them: each is a gain on linear light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from catchlight.backdrop.lens_blur import out_of_focus
from catchlight.backdrop.scene_canvas import SceneCanvas, noise
from catchlight.backdrop.shapes import Shapes
from catchlight.catalogue import backdrops as rows
from catchlight.imaging.arrays import Singles

Random = np.random.Generator


def pool(layer: rows.Pool, canvas: SceneCanvas, random: Random) -> Singles:
    away = ((canvas.x - layer.x) / layer.radius) ** 2 + ((canvas.y - layer.y) / (layer.radius * layer.stretch)) ** 2
    # Light from a lamp falls off as 1 / (1 + d^2), softer at its rim than a Gaussian and never quite dark.
    share = 1 / (1 + away) ** 1.5
    return np.asarray(layer.outer + (layer.inner - layer.outer) * share, np.float32)[..., None]


def mottle(layer: rows.Mottle, canvas: SceneCanvas, random: Random) -> Singles:
    scale = layer.scale * canvas.unit
    gain = np.exp(layer.amount * noise(canvas.shape, scale, layer.octaves, random, layer.stretch))[..., None]
    if layer.tint:
        hue = noise(canvas.shape, 1.6 * scale, layer.octaves, random, layer.stretch)[..., None]
        gain = gain * np.exp(0.25 * layer.tint * hue * np.array([1.0, 0.05, -1.0], np.float32))
    return np.asarray(gain, np.float32)


def shafts(layer: rows.Shafts, canvas: SceneCanvas, random: Random) -> Singles:
    shapes, sheet = Shapes(canvas), canvas.blank()
    one = np.ones(3, np.float32)
    across, down = layer.width / layer.columns, layer.height / layer.rows
    for row in range(layer.rows):
        for column in range(layer.columns):
            x, y = layer.x + column * across, layer.y + row * down
            w, h = across * (1 - layer.bar), down * (1 - layer.bar)
            corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
            corners[:, 1] += layer.slant * 0.35 * (corners[:, 0] - layer.x)
            corners[:, 0] -= layer.slant * (corners[:, 1] - layer.y)
            shapes.polygon(corners, one)
    shapes.fill(sheet)
    soft = out_of_focus(np.ascontiguousarray(sheet[..., 3]), layer.soft * canvas.unit)
    fading = np.clip(1.25 - 0.5 * (canvas.y - layer.y) / layer.height, 0.5, 1.2)
    return np.asarray(1 + (layer.gain - 1) * soft * fading, np.float32)[..., None]


def seams(layer: rows.Seams, canvas: SceneCanvas, random: Random) -> Singles:
    shapes, sheet = Shapes(canvas), canvas.blank()
    one = np.ones(3, np.float32)
    columns, courses = np.arange(-3, 3, layer.width), np.arange(-0.6, 1.6, layer.height)
    for x in columns:
        shapes.box(x, -1, x + layer.joint, 2, one)
    for y in courses:
        shapes.box(-3, y, 3, y + layer.joint, one)
    angles = np.linspace(0, 2 * np.pi, 13)[:-1]
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * layer.hole
    if layer.hole:
        for x in columns:
            for y in courses:
                for u, v in ((0.22, 0.25), (0.78, 0.25), (0.22, 0.75), (0.78, 0.75)):
                    shapes.polygon(ring + np.array([x + u * layer.width, y + v * layer.height]), one)
    shapes.fill(sheet)
    gain = np.ones(canvas.shape, np.float32)
    for left in columns:
        for top in courses:
            across = (canvas.x[0] >= left) & (canvas.x[0] < left + layer.width)
            down = (canvas.y[:, 0] >= top) & (canvas.y[:, 0] < top + layer.height)
            gain[np.ix_(down, across)] = float(np.exp(random.normal(0, 0.045)))
    return np.asarray(gain * (1 - layer.depth * sheet[..., 3]), np.float32)[..., None]


SHADES: dict[type[rows.BackdropLayer], Callable[[Any, SceneCanvas, Random], Singles]] = {
    rows.Pool: pool,
    rows.Mottle: mottle,
    rows.Shafts: shafts,
    rows.Seams: seams,
}
"""Type of a shading layer to what gives its gain, broadcast against HxWx3."""
