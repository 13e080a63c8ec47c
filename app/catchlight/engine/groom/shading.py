"""Light on strands: Kajiya and Kay's diffuse term, two shifted highlights (Marschner et al. 2003, simplified), and shadows
of hair on hair through a grid of its density."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.strands import Strands

Floats = npt.NDArray[np.floating[Any]]

_GRID = 64
_SHARP = 0.65
_EYE = np.array([0.0, 0.0, 1.0], np.float32)
_SKY = np.array([0.0, 0.55, 0.83], np.float32)
"""Where diffuse light comes from: above and in front."""


def shades(viewed: Floats, strands: Strands, light: Floats, shine: float, random: np.random.Generator) -> Floats:
    """Brightness of each point (NxS) before the hair's own colour. viewed: NxSx3 in view cm; light: unit vector."""
    tangent = np.gradient(viewed, axis=1)
    tangent /= np.linalg.norm(tangent, axis=-1, keepdims=True) + 1e-9
    count, steps, _ = viewed.shape
    to_light, to_eye = tangent @ light, tangent @ _EYE
    # Hair that points to the light is lit by the strands beside it: it does not go black, as a single one does.
    diffuse = np.sqrt(np.clip(1 - _SHARP * to_light**2, 0, 1))
    slant = np.arccos(np.clip(to_light, -1, 1)) + np.arccos(np.clip(to_eye, -1, 1)) - np.pi
    bundles = int(strands.guide.max()) + 1
    own = random.normal(0, 0.07, (count, 1)).astype(np.float32)
    shared = random.normal(0, 0.05, bundles).astype(np.float32)[strands.guide][:, None]
    first = np.exp(-(((slant - 0.10 + own + shared) / 0.24) ** 2))
    second = np.exp(-(((slant + 0.16 + 1.5 * own + shared) / 0.38) ** 2))
    lit, open_sky = _shadows(viewed, light, random)
    varied = random.normal(0, 0.055, bundles)[strands.guide][:, None] + random.normal(0, 0.08, (count, 1))
    along = np.linspace(0, 1, steps, dtype=np.float32)[None]
    shade = 0.30 * open_sky + 0.62 * diffuse * (0.25 + 0.75 * lit)
    shade += shine * (0.7 * first + 0.55 * second) * (0.15 + 0.85 * lit)
    # Roots lie in the shade of what grows beside them; tips are thin, and turn into the shade of the neck.
    shade *= (0.72 + 0.28 * np.clip(3 * along, 0, 1)) * (1 - 0.3 * along**4) * (1 + varied)
    return np.asarray(shade, np.float32)


def _shadows(viewed: Floats, light: Floats, random: np.random.Generator) -> tuple[Floats, Floats]:
    """How much of the light and of the sky reaches each point, 0..1."""
    from scipy.ndimage import gaussian_filter

    columns = [viewed[..., axis] for axis in range(3)]
    low = [float(column.min()) - 0.5 for column in columns]
    cell = max(float(column.max()) - first + 0.5 for column, first in zip(columns, low, strict=True)) / (_GRID - 1)
    place = [(column - np.float32(first)) * np.float32(1 / cell) for column, first in zip(columns, low, strict=True)]
    density = np.bincount(_cells(place), minlength=_GRID**3).astype(np.float32).reshape((_GRID,) * 3)
    density = gaussian_filter(density, 0.9)
    density /= max(float(density[density > 0].mean()), 1e-6)
    # Each point reads a cell near its own, and its strand evens that out: no grid is seen.
    jittered = [part + random.uniform(-0.5, 0.5, part.shape).astype(np.float32) for part in place]
    cells = _cells(jittered)
    reached = []
    for direction, steps, thick in ((light, 20, 0.55), (_SKY, 12, 0.35)):
        depth = _marched(density, direction, steps).ravel() * np.float32(cell)
        seen = depth[cells].reshape(viewed.shape[:2])
        for _ in range(4):
            seen[:, 1:-1] = seen[:, 1:-1] * np.float32(0.4) + (seen[:, :-2] + seen[:, 2:]) * np.float32(0.3)
        reached.append(np.exp(np.float32(-thick) * seen))
    return reached[0], reached[1]


def _cells(place: list[Floats]) -> npt.NDArray[np.int32]:
    """Index of each point's cell in the flattened grid."""
    x, y, z = (np.clip(part, 0, _GRID - 1).astype(np.int32).ravel() for part in place)
    return np.asarray((x * _GRID + y) * _GRID + z, np.int32)


def _marched(density: Floats, direction: Floats, steps: int) -> Floats:
    """Density summed along a direction from each cell: doubling shifts would blur, so each step is a whole shift."""
    total = np.zeros_like(density)
    for step in range(1, steps + 1):
        total += _shifted(density, np.round(direction * step).astype(int))
    return total


def _shifted(density: Floats, by: npt.NDArray[np.int_]) -> Floats:
    """``density`` read ``by`` cells further on; empty beyond the grid."""
    result = np.zeros_like(density)
    source, target = [], []
    for offset, size in zip(by, density.shape, strict=True):
        if abs(offset) >= size:
            return result
        source.append(slice(max(offset, 0), size + min(offset, 0)))
        target.append(slice(max(-offset, 0), size + min(-offset, 0)))
    result[tuple(target)] = density[tuple(source)]
    return result
